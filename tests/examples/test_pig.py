"""Pig, the example of the README: its rules, and the law of a turn that is held at 20."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import toolkit
from tests.examples import pig
from toolkit.core.game import IllegalAction
from toolkit.core.match import Match

RULES = 60
"""Lines of code that the rules may take at most."""


def played(*pips: int, goal: int = 100, seats: int = 2) -> pig.State:
    """The state after these rolls; 0 holds."""
    state = pig.start(seats, goal=goal)
    for number in pips:
        state = pig.apply(state, pig.Roll(state.seat) if number else pig.Hold(state.seat))
        state = pig.apply(state, pig.Rolled(number)) if number else state
    return state


def test_a_turn_adds_up_until_it_is_held() -> None:
    state = played(3, 6, 2)
    assert (state.turn_total, state.scores, state.seat) == (11, (0, 0), 0)
    state = played(3, 6, 2, 0)
    assert (state.turn_total, state.scores, state.seat) == (0, (11, 0), 1)


def test_a_one_loses_what_the_turn_has_brought() -> None:
    state = played(4, 0, 6, 6, 1)
    assert (state.turn_total, state.scores, state.seat) == (0, (4, 0), 0)
    assert [(event.kind, event.seat, event.get("points")) for event in state.events] == [("loses", 1, 12)]


def test_the_first_to_reach_the_goal_wins() -> None:
    state = played(6, 6, 0, goal=12)
    assert pig.to_move(state) == () and pig.KIT.rules.ranks(state) == (1, 2)
    with pytest.raises(IllegalAction):
        pig.apply(state, pig.Roll(1))


def test_a_turn_begins_with_a_roll() -> None:
    with pytest.raises(IllegalAction):
        pig.apply(played(), pig.Hold(0))


def test_three_and_four_play_in_turn() -> None:
    assert [played(*(2, 0) * n, seats=3).seat for n in range(5)] == [0, 1, 2, 0, 1]


def test_it_keeps_the_laws() -> None:
    assert not toolkit.laws.check(pig, matches=3, goal=40).broken
    assert not toolkit.laws.check(pig, seats=2, matches=1).broken


def brute(total: int, hold_at: int) -> dict[int, Fraction]:
    """The law of a turn from all sequences of rolls that are long enough."""
    most = -(-(hold_at - total) // 2)
    found: dict[int, Fraction] = {}
    for rolls in product(range(1, 7), repeat=most):
        turn = total
        for pips in rolls:
            turn = turn if turn >= hold_at else 0 if pips == 1 else turn + pips
            if turn == 0 or turn >= hold_at:
                break
        found[turn] = found.get(turn, Fraction(0)) + Fraction(1, 6**most)
    return found


@pytest.mark.parametrize(("total", "hold_at"), [(0, 9), (3, 10), (14, 20), (20, 20)])
def test_the_law_of_a_turn_is_that_of_all_sequences_of_rolls(total: int, hold_at: int) -> None:
    assert dict(pig.turn(total, hold_at).items()) == brute(total, hold_at)


def test_the_panel_says_what_a_turn_brings() -> None:
    match: Match = Match(pig.KIT.rules, 2)
    figure = pig.hold_at_20(match.state, None)
    assert sum(Fraction(row["exact"]) for row in figure.rows) == 1
    assert {row["x"] for row in figure.rows} == {0, *range(20, 26)}
    assert round(float(pig.turn(0).mean), 2) == 8.14


def test_the_rules_are_short(root) -> None:
    text = (root / "tests/examples/pig.py").read_text("utf-8").partition("# That is the game.")[0]
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(('"""', "import", "from"))]
    assert len(lines) < RULES
