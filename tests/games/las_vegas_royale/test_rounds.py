"""Many greedy rounds at once: against the rules, round by round."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from tests.games.las_vegas_royale.positions import play
from toolkit.core.words import BadInput
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale import odds
from toolkit.games.las_vegas_royale.odds import notes, rounds
from toolkit.games.las_vegas_royale.rules.payout import takes
from toolkit.games.las_vegas_royale.state import Place, Placing


def test_the_greedy_law_of_few_dice_by_all_rolls():
    """Two small dice: a pair goes at once, else the higher one, and then the other."""
    counted: Counter[tuple[int, ...]] = Counter()
    for a, b, again in product(range(6), repeat=3):
        weights = [0] * 6
        for number in (a, b) if a == b else (max(a, b), again):
            weights[number] += 1
        counted[tuple(weights)] += 1
    assert rounds._from((2, 0)) == {weights: Fraction(n, 216) for weights, n in counted.items()}


def test_the_greedy_law_is_met_by_the_rules():
    """A seat that plays so in the engine ends as the law says, on average at every casino."""
    law, rng, found, n = odds.greedy_law(), Random(2), np.zeros(6), 1500
    assert sum(law.values()) == 1 and all(sum(weights) == 9 for weights in law)
    for _ in range(n):
        state = _greedy_round(rng)
        found += [casino.dice[0][0] + 2 * casino.dice[0][1] for casino in state.casinos]
    mean = np.array([float(law.map(lambda weights, at=at: weights[at]).mean) for at in range(6)])
    assert np.abs(found / n - mean).max() < 0.2


def _greedy_round(rng):
    state = game.start(2, minis=False, neutral_2p=False, first="named")
    while game.due(state).phase != "count":
        step = state.agenda[-1]
        if isinstance(step, Placing):
            shown = {n: step.small.count(n) + 2 * (step.big == n) for n in {*step.small, step.big} - {0}}
            state = play(state, Place(step.seat, max(shown, key=lambda number: (shown[number], number))))
        else:
            state = game.apply(state, game.chance_outcomes(state).sample(rng))
    return state


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_round_is_paid_by_the_rules(seats):
    rng = np.random.default_rng(seats)
    ways, reached = rounds._table()
    weights = ways[np.searchsorted(reached, rng.random((300, seats)), side="right")]
    pairs = notes.dealt(300, rng)
    found = rounds._won(weights, pairs)
    for lying, dealt, money in zip(weights, pairs.transpose(2, 1, 0), found, strict=True):
        wanted = [0] * seats
        for at in range(6):
            for owner, note in takes([int(w) for w in lying[:, at]], [int(note) for note in dealt[at]]):
                wanted[owner] += note
        assert wanted == money.tolist()


def test_notes_are_dealt_without_replacement_and_in_order():
    pairs = notes.dealt(2_000, np.random.default_rng(1)).transpose(2, 1, 0)
    assert (pairs[..., 0] >= pairs[..., 1]).all()
    order = [[(int(h + low), int(h)) for h, low in one] for one in pairs]
    assert all(one == sorted(one) for one in order)
    assert max(Counter(pairs[at].ravel().tolist()).get(100, 0) for at in range(2_000)) <= 7


def test_the_same_seed_gives_the_same_rounds_in_other_processes():
    here = odds.greedy_rounds(999, seats=3, seed=5)
    assert here.shape == (999, 3)
    with ProcessPoolExecutor(2) as pool:
        assert (odds.greedy_rounds(999, seats=3, seed=5, executor=pool) == here).all()
    assert (odds.greedy_rounds(999, seats=3, seed=6) != here).any()


def test_all_seats_win_the_same_on_average_and_less_the_more_they_are():
    means = {seats: odds.greedy_rounds(60_000, seats) for seats in (2, 3, 5)}
    for money in means.values():
        error = money.std(axis=0) / np.sqrt(len(money))
        assert np.abs(money.mean(axis=0) - money.mean()).max() < 5 * error.max()
    assert means[2].mean() > means[3].mean() > means[5].mean()


@pytest.mark.parametrize(("name", "value"), [("rounds", 0), ("seats", 6), ("seed", -1)])
def test_impossible_rounds_are_named(name, value):
    with pytest.raises(BadInput, match=name):
        odds.greedy_rounds(**{name: value})
