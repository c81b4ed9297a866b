"""Computer players of Cloud & Mountain."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.cloud_mountain.positions import drawn
from tests.support.bots import checked
from toolkit.core.playout import play_out
from toolkit.games import cloud_mountain as game
from toolkit.games.cloud_mountain import views
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.odds.layouts import grid, mean
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.panels import seat as seat_
from toolkit.games.cloud_mountain.rules.stock import BOX
from toolkit.games.cloud_mountain.state import Lay


@pytest.mark.parametrize("mode", [1, 2])
def test_the_layout_bot_plays_by_the_rules_and_beats_random_play(mode: int) -> None:
    ahead = 0
    for seed in range(8):
        first = ("layout", "random") if seed % 2 else ("random", "layout")
        over = play_out(game, game.start(2, mode=mode), [checked(BOTS[name]()) for name in first], Random(seed))
        scores = game.returns(over)
        ahead += scores[1 - seed % 2] > scores[seed % 2]
    assert ahead >= 7


@pytest.mark.parametrize("mode", [1, 2])
def test_a_gentle_bot_stands_between_random_play_and_the_best(mode: int) -> None:
    """Points in matches of two, each seat as often first: the gentle one beats random play, and loses to the best."""

    def points(one: str, other: str) -> tuple[int, int]:
        totals = [0, 0]
        for seed in range(24):
            names = (one, other) if seed % 2 else (other, one)
            over = play_out(game, game.start(2, mode=mode, rounds=2), [BOTS[name]() for name in names], Random(seed))
            scores = game.returns(over)
            totals[0] += scores[1 - seed % 2]
            totals[1] += scores[seed % 2]
        return totals[0], totals[1]

    gentle, random = points("gentle", "random")
    less, best_ = points("gentle", "layout")
    assert gentle > 1.1 * random and best_ > 1.1 * less


@pytest.mark.parametrize("strength", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_a_strength_is_how_far_a_layout_is_from_random_to_the_best(strength: float) -> None:
    """What it lays is worth `strength` of the way, within a tenth: measured by the exact law of the score."""
    bot, rng = BOTS["gentle"](strength), Random(1)  # type: ignore[call-arg]
    far = []
    for _ in range(6):
        state = drawn(rng.sample(BOX, 12))
        at, tiles = seat_.public(state), tuple(sorted(state.hands[0]))
        goal = best(at, tiles)
        shuffled = [rng.sample(tiles, 9) for _ in range(100)]
        low = sum(float(mean(at, grid(one))) for one in shuffled) / len(shuffled)
        while not state.done[0]:
            state = game.apply(state, bot(views.view(state, 0), game.legal_actions(state, 0), rng))
        assert state.moves[0] == state.rules.moves, "it lays what it means to lay"
        far.append((float(mean(at, grid(state.grids[0]))) - low) / (float(goal.mean) - low))
    assert sum(far) / len(far) == pytest.approx(strength, abs=0.1)


def test_the_layout_bot_lays_the_best_layout_and_takes_back_what_lies_wrong() -> None:
    state, bot, rng = drawn(), BOTS["layout"](), Random(1)
    wrong = Lay(0, state.hands[0][0], 4)
    goal = best(seat_.public(state), tuple(sorted(state.hands[0])))
    if goal.layout[4] == wrong.tile:
        wrong = replace(wrong, tile=state.hands[0][1])
    state = game.apply(state, wrong)
    while not state.done[0]:
        state = game.apply(state, bot(views.view(state, 0), game.legal_actions(state, 0), rng))
    assert tuple(one.tile for one in state.grids[0]) == goal.layout and state.moves[0] == state.rules.moves - 1
