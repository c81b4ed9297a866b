"""Matches of Math Storm for the tests of matches and records."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.support.games_at_random import random_action
from toolkit.core.game import CHANCE
from toolkit.core.match import Bot, Match
from toolkit.core.playout import random_policy
from toolkit.games import math_storm as game
from toolkit.games.math_storm import views
from toolkit.games.math_storm.state import Answer

LONG = 60
"""Plies: set-up and a dozen turns."""


def started(seats: int = 2, seed: Any = 1, **build: Any) -> Match[Any, Any]:
    return Match(game, seats, seed=seed, **build)


def until(match: Match[Any, Any], holds: Callable[[Any], bool]) -> Match[Any, Any]:
    """Plays on to the first state of which that holds."""
    rng = Random("until")
    while not holds(match.state):
        assert match.to_move, "the match is over before"
        match.chance() if match.to_move == (CHANCE,) else match.play(random_action(game, match.state, rng))
    return match


def everybody_answers(seats: int = 3, challenge: str = "sealed") -> Match[Any, Any]:
    """A challenge card has just been opened."""
    match = started(seats, challenge=challenge, chips=9)
    return until(match, lambda state: len(game.to_move(state)) == seats)


def wrong_answer(match: Match[Any, Any], seat: int) -> Any:
    return views.fill(match.state, Answer(seat), Random(1), 0.0)


def bots(*seats: int, skill: float = 0.7) -> dict[int, Bot]:
    return {seat: Bot("random", random_policy, skill) for seat in seats}
