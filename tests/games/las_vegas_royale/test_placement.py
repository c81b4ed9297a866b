"""What a choice is worth: the two exact solvers against each other and against plain recursion, and play-outs."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import lying, play, roll, table, turn
from tests.support.games_at_random import random_plies
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale import odds
from toolkit.games.las_vegas_royale.bots import BOTS
from toolkit.games.las_vegas_royale.odds import exact, search
from toolkit.games.las_vegas_royale.odds.placing import played
from toolkit.games.las_vegas_royale.odds.policy import sensible
from toolkit.games.las_vegas_royale.odds.positions import state_of
from toolkit.games.las_vegas_royale.rules.dice import weights
from toolkit.games.las_vegas_royale.rules.payout import takes
from toolkit.games.las_vegas_royale.state import NO_DICE, Activate, Decline, Hide, Pass, Place

LYING = {1: "ab", 2: "aab", 4: "abb", 5: "aBn", 6: "bbAnn"}


def plain(hands, chips=(0, 0), faces="123", big=4, there=None):
    """Two seats without mini-games; seat 0 has rolled."""
    state = lying(table("", seats=2, minis=False), LYING if there is None else there)
    return roll(replace(state, hands=hands, chips=chips), faces, big)


def by_hand(hands, casinos, notes, mover):
    """The difference for seat 0, by recursion over ordered rolls of small dice; nothing of the engine but `takes`."""
    if hands == (0, 0):
        won = [takes(here, pair) for here, pair in zip(casinos, notes, strict=True)]
        money = [sum(dict(one).get(seat, 0) for one in won) for seat in (0, 1)]
        return Fraction(money[0] - money[1])
    if not hands[mover]:
        return by_hand(hands, casinos, notes, 1 - mover)
    total = Fraction(0)
    for faces in product(range(6), repeat=hands[mover]):
        values = []
        for number in set(faces):
            k = faces.count(number)
            left = tuple(n - k * (seat == mover) for seat, n in enumerate(hands))
            here = tuple(n + k * (seat == mover) for seat, n in enumerate(casinos[number]))
            after = (*casinos[:number], here, *casinos[number + 1 :])
            values.append(by_hand(left, after, notes, 1 - mover))
        total += max(values) if mover == 0 else min(values)
    return total / 6 ** hands[mover]


@pytest.mark.parametrize("hands", [(1, 1), (2, 1), (1, 2), (2, 0)])
def test_the_last_dice_of_two_seats_by_plain_recursion(hands):
    state = plain(tuple((n, 0) for n in hands), faces="12")
    casinos, notes = tuple(weights(state, n) for n in range(1, 7)), [one.notes for one in state.casinos]
    found = odds.placement(state, 0)
    assert found.proven and found.n == 0
    for action, worth in found.worths.items():
        after = play(state, action)
        here = tuple(weights(after, n) for n in range(1, 7))
        assert here != casinos
        left = tuple(sum(hand) for hand in after.hands)
        assert worth.lead == pytest.approx(float(by_hand(left, here, notes, 1)))


@pytest.mark.parametrize(
    ("hands", "chips"),
    [
        (((1, 0), (1, 0)), (1, 1)),
        (((1, 1), (1, 0)), (0, 0)),
        (((1, 1), (0, 1)), (1, 0)),
        (((2, 0), (2, 0)), (0, 0)),
        (((2, 0), (1, 0)), (0, 1)),
    ],
)
def test_both_solvers_agree(hands, chips):
    """Arrays over all ways of lying, and a search over the rules themselves: passes, big dice, neutral dice."""
    state = plain(hands, chips)
    fast, slow = exact.solve(state, 0), search.solve(state, 0, 100_000)
    assert slow is not None and set(fast) == set(slow.vectors)
    for action, vector in fast.items():
        assert vector[0] == pytest.approx(float(slow.vectors[action][0]))


def test_both_solvers_see_the_same_for_the_second_seat():
    first = lying(table("", seats=2, minis=False), LYING)
    second = roll(turn(replace(first, hands=((2, 0), (2, 0)), chips=(0, 0)), "4", 4), "13")
    fast, slow = exact.solve(second, 1), search.solve(second, 1, 100_000)
    assert second.turn == 1 and slow is not None
    assert {a: pytest.approx(float(v[0])) for a, v in slow.vectors.items()} == {a: v[0] for a, v in fast.items()}


def test_chances_of_notes_are_chances():
    found = odds.placement(plain(((2, 1), (2, 0)), (1, 1)), 0)
    for worth in found.worths.values():
        assert all(0 < p <= 1 + 1e-9 for p in worth.notes.values()) and worth.low == worth.high == worth.money
    assert found.best == max(found.worths, key=lambda action: found.worths[action].lead)


def test_a_single_last_die_is_worth_what_it_takes():
    state = plain(((1, 0), NO_DICE), faces="2", there={2: "b", 3: "bbb"})
    assert odds.placement(state, 0).worths[Place(0, 2)].lead == pytest.approx(-70.0), "it only blocks"
    free = plain(((1, 0), NO_DICE), faces="2", there={3: "bbb"})
    worth = odds.placement(free, 0).worths[Place(0, 2)]
    assert worth.money == pytest.approx(60.0) and worth.notes == {(2, True): pytest.approx(1.0)}


def test_the_search_knows_mini_games():
    """The last die goes to Lucky Punch: its value is that of the equilibrium."""
    state = lying(table("A1 B2 D1", seats=2), {5: "bb"})
    state = roll(replace(state, hands=((1, 0), NO_DICE), chips=(0, 0)), "1")
    found = odds.placement(state, 0)
    assert found.proven
    assert found.worths[Place(0, 1)].lead == pytest.approx(50 - 90 + float(odds.lucky_punch().value))
    bets = roll(replace(lying(table("A1 B2 D1", seats=2), {}), hands=((1, 0), NO_DICE), chips=(0, 0)), "2")
    assert odds.placement(bets, 0).worths[Place(0, 2)].lead == pytest.approx(60 + float(odds.fifty_fifty().value))


def test_too_much_is_not_proven():
    state = roll(table("A2 D2 H1", seats=2), "1123")
    found = odds.placement(state, 0, n=4)
    assert not found.proven and found.n == 4 and all(worth.lead is None for worth in found.worths.values())
    assert search.solve(state, 0, 50) is None
    assert exact.cost(roll(table("", seats=2, minis=False), "1")) > exact.LIMIT


def test_playouts_show_their_interval_and_are_repeatable():
    state = roll(table(), "1123")
    one, two = odds.placement(state, 0, n=12, seed=4), odds.placement(state, 0, n=12, seed=4)
    assert one == two != odds.placement(state, 0, n=12, seed=5)
    assert all(worth.low < worth.money < worth.high for worth in one.worths.values())
    assert set(one.worths) == {Place(0, 1), Place(0, 2), Place(0, 3), Place(0, 6), Pass(0)}


def test_the_same_seed_gives_the_same_answer_in_other_processes():
    state = lying(table(), {4: "aaaaabbbbccc", 5: "aabbcccc"})
    state = roll(state, "3")
    with ProcessPoolExecutor(2) as pool:
        assert odds.placement(state, 0, n=8, executor=pool) == odds.placement(state, 0, n=8)


def test_playouts_come_near_to_what_is_proven():
    """Both play sensibly in play-outs: with one die each and nothing to choose but to place, that is all there is."""
    state = plain(((1, 0), (1, 0)))
    proven = odds.placement(state, 0).worths[Place(0, 1)]
    estimate = played(play(state, Place(0, 1)), 0, 1500)
    assert estimate.low - 3 < proven.money < estimate.high + 3


def test_nothing_is_said_of_secret_choices_and_of_other_seats():
    hiding = turn(table("A1 B2 D1"), "1", 1)
    assert odds.placement(hiding, 0).worths == {} and odds.placement(play(hiding, Hide(0, 1)), 1).worths == {}
    assert odds.placement(roll(table(), "1"), 1).best is None


def test_a_view_shows_all_that_a_bot_needs():
    """The state of a view has the same choices, in every phase of many games."""
    met = set()
    for seed in range(80):
        for ply in random_plies(game, Random(seed), 2 + seed % 4, {"rounds": 1}):
            state = ply.now
            for seat in game.to_move(state):
                if seat < 0:
                    continue
                met.add(game.due(state).phase)
                again = state_of(game.view(state, seat))
                assert game.legal_actions(again, seat) == game.legal_actions(state, seat)
                assert again.casinos == state.casinos and again.boards == state.boards and again.notes == state.notes
                assert sensible(again, game.legal_actions(again, seat), Random(1)) in game.legal_actions(state, seat)
    assert met >= {
        "place",
        "power",
        "hide",
        "guess",
        "bet",
        "close",
        "drink",
        "block",
        "trade",
        "side",
        "slot",
        "choose",
    }


def test_the_sensible_bot_stops_and_bets_by_the_table():
    bot, state = BOTS["sensible"](), turn(table("B2 A1 D1"), "1", 1)
    for rolled in product(range(1, 7), range(1, 7)):
        due = play(state, rolled)
        chosen = bot(game.view(due, 0), game.legal_actions(due, 0), None)
        best = odds.fifty_fifty().table[0, sum(rolled)].best
        assert (type(chosen).__name__ == "Halt") is (best == "stop")
        assert getattr(chosen, "higher", best == "higher") is (best == "higher")


def test_the_greedy_bot_places_where_it_is_proven_best():
    state = plain(((2, 1), (1, 0)), (0, 0))
    chosen = BOTS["greedy"]()(game.view(state, 0), game.legal_actions(state, 0), Random(1))
    assert chosen == odds.placement(state, 0).best and not isinstance(chosen, Activate | Decline)
