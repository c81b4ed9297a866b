"""What is played of Math Storm at random, and what holds in every state of it."""

from __future__ import annotations

from typing import Any

from tests.support.games_at_random import Plan, Ply, Variant
from toolkit.games.math_storm import views
from toolkit.games.math_storm.rules import moves


def plan() -> Plan:
    name = "math_storm"
    main = tuple(
        Variant(name, seats, {"die": die, "challenge": challenge}, games=5, full=200)
        for seats in (1, 2, 3, 4)
        for die in ("plus-minus", "four-operations")
        for challenge in ("buzzer", "sealed")
    )
    others: tuple[tuple[int, dict[str, Any]], ...] = (
        (4, {"order": "low", "both_zero": "both", "chips": 1}),
        (3, {"order": "seats", "equal_turns": False, "chips": 1}),
        (2, {"die": "four-operations", "division": "quotient", "unmoved": True, "chips": 1}),
        (2, {"bonus_cells": False, "stars": (1, 0, 2), "seconds": (5, 6, 7), "chips": 1}),
        (2, {"storm_card": "next turn", "storm_zero": "again", "chips": 1}),
        (3, {"challenge_spin": "own", "challenge": "sealed", "chips": 1}),
        (4, {"challenge_spin": "own", "rounds": 6, "chips": 0}),
        (1, {"solo_back": False, "die": "four-operations", "chips": 1}),
        (4, {"max_rounds": 2, "tie_cards": 3, "stars": (1, 0, 0)}),
        (4, {"rounds": 1, "chips": 0, "tie_cards": 2, "challenge": "sealed"}),
        (2, {"rounds": 1, "chips": 0, "tie_cards": 0}),
        (2, {"cards": "upper/1/77", "die": "plus-minus", "rounds": 90, "max_rounds": 30, "chips": 0}),
    )
    return Plan(
        main + tuple(Variant(name, seats, options, games=2, full=20) for seats, options in others),
        _holds,
    )


def _holds(ply: Ply) -> None:
    """Pawns, passes, chips and cards."""
    state = ply.now
    playing = state.turn >= 0
    for seat in range(state.seats):
        pawns, passed, held = state.pawns[seat], state.passed[seat], state.held[seat]
        assert all(0 <= cell <= 100 for cell in pawns)
        assert not all(passed), "both pawns have passed: the lap is not cleared"
        if held >= 0:
            assert pawns[held] == 0, "a held pawn is in the storm"
            assert not passed[held], "a pawn that has passed is held"
        assert not playing or pawns != (0, 0), "both pawns stand on 0"
        gained = state.chips[seat] - ply.then.chips[seat]
        assert gained == (sum(ply.then.passed[seat]) == 1 and sum(passed) == 0)
    assert all(len(set(gone)) == len(gone) for gone in state.asked)
    assert state.round <= state.rules.max_rounds
    assert not playing or sorted(state.order) == list(range(state.seats))
    if moves.open_card(state):
        card = views.view(state, 0)["card"]
        assert not {"answer", "steps", "distractors"} & set(card), "an open card tells its answer"
