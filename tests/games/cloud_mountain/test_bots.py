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
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.panels import seat as seat_
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
