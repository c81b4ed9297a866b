"""Matches of the built-in games at random: what is played of each, and short ways to play on.

    for ply in random_plies(game, Random(1), seats=2, options={"die": "four-operations"}):
        ply.then, ply.action, ply.now

A new game adds `tests/games/<name>/plan.py` with a function `plan() -> Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from toolkit import games
from toolkit.core.game import CHANCE
from toolkit.core.match import Match
from toolkit.laws import Ply, random_action, random_plies

__all__ = ["Plan", "Ply", "Variant", "go_on", "plan", "random_action", "random_plies", "variants"]


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
