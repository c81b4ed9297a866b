"""Matches played at random: how laws, tables and pictures meet many states of a game.

    for ply in random_plies(game, Random(1), seats=2, options={"die": "four-operations"}):
        ply.then, ply.action, ply.now

The same game, random generator, seats and options give the same match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from toolkit.core.game import CHANCE, HOST
from toolkit.laws.fault import Fault

SELDOM = 0.05
"""How often a host action that ends the match is taken, so that the others are met as well."""


class Ply(NamedTuple):
    """One applied action, and the states before and after it. `action` is `None` for the first state."""

    number: int
    then: Any
    action: Any
    now: Any


def random_plies(
    game: Any,
    rng: Random,
    seats: int,
    options: Mapping[str, Any] | None = None,
    *,
    skill: float = 0.6,
    host: float = 0.0,
) -> Iterator[Ply]:
    """One match, ply by ply, numbered from 0; `Fault` if it is not over after `MAX_PLIES`.

    `skill`: chance of a right answer; `host`: chance of a host action before each ply.
    """
    state = game.start(seats, **(options or {}))
    for number in range(game.MAX_PLIES):
        action = random_action(game, state, rng, skill, host)
        if action is None:
            return
        then, state = state, game.apply(state, action)
        yield Ply(number, then, action, state)
    if game.to_move(state):
        raise Fault("not_over", plies=game.MAX_PLIES)


def random_action(game: Any, state: Any, rng: Random, skill: float = 0.6, host: float = 0.0) -> Any:
    """An action that may happen next; `None` at the end. Of several seats to move any may be the first."""
    if rng.random() < host and (found := _host_action(game, state, rng)):
        return found
    to_move = game.to_move(state)
    if not to_move:
        return None
    if to_move == (CHANCE,):
        return game.chance_outcomes(state).sample(rng)
    seat = rng.choice(to_move)
    legal = game.legal_actions(state, seat)
    if not legal:
        raise Fault("no_action", seat=seat)
    return game.fill(state, rng.choice(legal), rng, skill)


def _host_action(game: Any, state: Any, rng: Random) -> Any:
    legal = game.legal_actions(state, HOST)
    if not legal:
        return None
    action = rng.choice(legal)
    ends = bool(game.to_move(state)) and not game.to_move(game.apply(state, action))
    return action if not ends or rng.random() < SELDOM else None
