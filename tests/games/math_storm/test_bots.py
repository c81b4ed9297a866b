"""Computer players of Math Storm."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.math_storm.brute import chosen
from tests.support.bots import checked
from toolkit.core.playout import play_out
from toolkit.games import math_storm
from toolkit.games.math_storm import rules as rules_
from toolkit.games.math_storm import views
from toolkit.games.math_storm.bots import BOTS
from toolkit.games.math_storm.odds import ahead, routes, tables
from toolkit.games.math_storm.state import DICE, Ask, Operate, Pick, PickPawn

EACH = pytest.mark.parametrize("die", DICE)


@EACH
def test_bots_play_whole_games_by_the_rules(die: str) -> None:
    for seed in range(6):
        bots = [checked(BOTS[name]()) for name in ("solver", "random", "solver")[: 2 + seed % 2]]
        start = rules_.start(len(bots), die=die, challenge=("buzzer", "sealed")[seed % 2])
        over = play_out(math_storm, start, bots, Random(seed), skill=0.6)
        assert over.ending


def test_the_solver_beats_random_play() -> None:
    start, wins = rules_.start(2, chips=1), 0
    for seed in range(60):
        seats = [BOTS[name]() for name in (("solver", "random") if seed % 2 else ("random", "solver"))]
        over = play_out(math_storm, start, seats, Random(seed), skill=0.7)
        ranks = rules_.ranks(over)
        wins += ranks[1 - seed % 2] == 1 and ranks[seed % 2] > 1
    assert wins > 40


def test_a_gentle_bot_stands_between_random_play_and_the_solver() -> None:
    def wins(one: str, other: str) -> int:
        start, ahead_ = rules_.start(2, chips=1), 0
        for seed in range(60):
            seats = [BOTS[name]() for name in ((one, other) if seed % 2 else (other, one))]
            ranks = rules_.ranks(play_out(math_storm, start, seats, Random(seed), skill=0.7))
            ahead_ += (ranks[1 - seed % 2] < ranks[seed % 2]) - (ranks[1 - seed % 2] > ranks[seed % 2])
        return ahead_

    assert wins("gentle", "random") > 10 and wins("gentle", "solver") < 0


def test_a_strength_is_the_share_of_moves_that_are_the_best() -> None:
    """Of moves in which the pawns differ: the best one as often as the strength says, and by luck half of the rest."""
    rules = rules_.start(1).rules
    due = [tables.solo(rules, pawns, passed, due=Operate(0, ("+",))) for pawns, passed in chosen(Random(2), 120)]
    for strength in (0.0, 0.5, 1.0):
        best_, gentle, rng = BOTS["solver"](), BOTS["gentle"](strength), Random(3)  # type: ignore[call-arg]
        same = []
        for state in due * 5:
            legal = rules_.legal_actions(state, 0)
            if len(legal) == 2:
                view = views.view(state, 0)
                same.append(gentle(view, legal, rng) == best_(view, legal, rng))
        assert sum(same) / len(same) == pytest.approx(strength + (1 - strength) / 2, abs=0.08)


@EACH
def test_the_solver_takes_the_better_pawn(die: str) -> None:
    rules, bot, rng = rules_.start(1, die=die).rules, BOTS["solver"](), Random(2)
    found, differed = routes.solved(rules), 0
    for pawns, passed in chosen(rng, 60):
        ops = tuple(rng.choice([face for face in DICE[die] if face != "stop"]))
        for due in (PickPawn(0, rng.randint(1, 27)), PickPawn(0, -rng.randint(1, 27)), Operate(0, ops)):
            state = tables.solo(rules, pawns, passed, due=due)
            legal = rules_.legal_actions(state, 0)
            if legal:
                turns = [ahead.further(found, rules_.apply(state, action), 0) for action in legal]
                choice = legal.index(bot(views.view(state, 0), legal, rng))
                assert turns[choice] == pytest.approx(min(turns), abs=1e-9)
                differed += max(turns) > min(turns) + 0.01
    assert differed > 60
    held = tables.solo(rules, (0, 40), held=0, due=PickPawn(0, 5))
    assert bot(views.view(held, 0), rules_.legal_actions(held, 0), rng) == Pick(0, 1)


def test_the_solver_answers_every_card() -> None:
    state = rules_.start(2, order="seats")
    ask = Ask("challenge", 1, 1, (0, 1))
    state = replace(state, agenda=(ask,), turn=0, order=(0, 1))
    for seat in (0, 1):
        legal = rules_.legal_actions(state, seat)
        assert BOTS["solver"]()(views.view(state, seat), legal, Random(1)) == legal[0]
