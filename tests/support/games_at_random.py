"""Matches played at random: how laws, tables and pictures meet many states of every game.

    for ply in random_plies(game, Random(1), seats=2, options={"die": "four-operations"}):
        ply.then, ply.action, ply.now

A new game adds `tests/games/<name>/plan.py` with a function `plan() -> Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from toolkit import games
from toolkit.core.game import CHANCE, HOST, Action
from toolkit.core.match import Match


class Ply(NamedTuple):
    """One applied action, and the states before and after it."""

    number: int
    then: Any
    action: Action
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
    """One match, ply by ply. `skill`: chance of a right answer; `host`: chance of a host action before each ply."""
    state = game.start(seats, **(options or {}))
    for number in range(game.MAX_PLIES):
        action = random_action(game, state, rng, skill, host)
        if action is None:
            return
        then, state = state, game.apply(state, action)
        yield Ply(number, then, action, state)
    raise AssertionError(f"{game.NAME} with {seats} seats is not over after {game.MAX_PLIES} plies")


def random_action(game: Any, state: Any, rng: Random, skill: float = 0.6, host: float = 0.0) -> Any:
    """What happens next; `None` at the end. Of several seats to move any may be the first."""
    if rng.random() < host and (found := _host_action(game, state, rng)):
        return found
    to_move = game.to_move(state)
    if not to_move:
        return None
    if to_move == (CHANCE,):
        return game.chance_outcomes(state).sample(rng)
    legal = game.legal_actions(state, rng.choice(to_move))
    return game.fill(state, rng.choice(legal), rng, skill)


def _host_action(game: Any, state: Any, rng: Random) -> Any:
    """One of the host's actions; what ends the match is seldom taken, so that the others are met as well."""
    legal = game.legal_actions(state, HOST)
    if not legal:
        return None
    action = rng.choice(legal)
    ends = bool(game.to_move(state)) and not game.to_move(game.apply(state, action))
    return action if not ends or rng.random() < 0.05 else None


def go_on(match: Match[Any, Any], plies: int, seed: Any = 1) -> Match[Any, Any]:
    """Plays `plies` more of a match: chance by its own seed, choices by `seed`."""
    rng = Random(f"choices:{seed}")
    for _ in range(plies):
        if match.to_move == (CHANCE,):
            match.chance()
        elif match.to_move:
            match.play(random_action(match.game, match.state, rng))
    return match


class Variant(NamedTuple):
    """A number of seats and a ruleset. `games`: how many are played by default, and with `--full`."""

    game: str
    seats: int
    options: Mapping[str, Any]
    games: int
    full: int

    def __str__(self) -> str:
        options = "-".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.seats}-{options}".replace(" ", "")


class Plan(NamedTuple):
    """What the laws need to know about one game: what to play, and what holds in every state and ply of it."""

    variants: tuple[Variant, ...]
    check: Callable[[Ply], None]


def plan(name: str) -> Plan:
    found: Plan = import_module(f"tests.games.{name}.plan").plan()
    return found


def variants() -> tuple[Variant, ...]:
    """All that is played, of all games there are."""
    return tuple(variant for name in games.NAMES for variant in plan(name).variants)
