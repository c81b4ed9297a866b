"""Defaults for rules that leave some of the protocol out: a game without secrets, blanks, packs or a rulebook.

A module needs `NAME`, `SEATS`, `ACTIONS`, `start`, `to_move`, `legal_actions`, `apply` and `returns`, and
`chance_outcomes` where it has chance. `complete` adds the rest:

    game = complete(nim)
    game.view(game.start(2), None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, cast

import msgspec

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Due, Event, Game, IllegalAction, Seat
from toolkit.core.words import BadInput

NEEDED = ("NAME", "SEATS", "ACTIONS", "start", "to_move", "legal_actions", "apply", "returns")
CONSTANTS: Mapping[str, Any] = {"RULES": 1, "MAX_PLIES": 10_000, "SECRET": False}


class NoOptions(msgspec.Struct, frozen=True):
    """The ruleset of a game without options."""


def complete(rules: Any) -> Game[Any, Any]:
    """The game with a default for whatever it leaves out. `BadInput` names what has none and is missing."""
    missing = [name for name in NEEDED if not hasattr(rules, name)]
    if missing:
        raise BadInput("game_parts", given=_name(rules), right=", ".join(missing))
    if all(hasattr(rules, name) for name in (*CONSTANTS, "RULESET", *DEFAULTS)):
        return cast("Game[Any, Any]", rules)
    return cast("Game[Any, Any]", Completed(rules))


class Completed:
    """A module of rules and the defaults of what it lacks. It is pickled by the module's name: see `registry`."""

    def __init__(self, rules: Any) -> None:
        given = {name: value for name, value in vars(rules).items() if not name.startswith("_")}
        found: dict[str, Any] = {**CONSTANTS, "RULESET": NoOptions, **given}
        self.__name__ = _name(rules)
        self.__dict__.update(found)
        self.__dict__.update({name: partial(default, self) for name, default in DEFAULTS.items() if name not in given})

    def __repr__(self) -> str:
        return f"<game {self.__name__}>"


def _name(rules: Any) -> str:
    return str(rules.__name__ if isinstance(rules, ModuleType) else getattr(rules, "__name__", type(rules).__name__))


def chance_outcomes(game: Any, state: Any) -> Dist[Any]:
    """There is no chance in this game: `IllegalAction`."""
    raise IllegalAction("not_chance")


def view(game: Any, state: Any, seat: Seat | None) -> dict[str, Any]:
    """All of the state, as JSON: nothing is hidden."""
    shown = msgspec.to_builtins(state, str_keys=True)
    plain = dict(shown) if isinstance(shown, dict) else {"state": shown}
    return {name: value for name, value in plain.items() if name not in ("rules", "events")}


def ruleset(game: Any, state: Any) -> msgspec.Struct:
    """The state's field `rules` where it is a ruleset, else the defaults."""
    rules = getattr(state, "rules", None)
    found: msgspec.Struct = rules if isinstance(rules, game.RULESET) else game.RULESET()
    return found


def due(game: Any, state: Any) -> Due:
    """Its phase is "over", "chance", or "choice"; the seat is the one to move, if it is one alone."""
    seats = game.to_move(state)
    if not seats:
        return Due("over")
    return Due("chance") if seats == (CHANCE,) else Due("choice", seats[0] if len(seats) == 1 else CHANCE)


def events(game: Any, state: Any) -> tuple[Event, ...]:
    """The state's field `events`, if it has one."""
    found: tuple[Event, ...] = getattr(state, "events", ())
    return found


def redact(game: Any, then: Any, now: Any, action: Any, seat: Seat | None) -> Any:
    """The action itself: nothing is hidden."""
    return action


def determinize(game: Any, state: Any, seat: Seat | None, rng: Random) -> Any:
    """The state itself: nothing is hidden."""
    return state


def secret(game: Any, state: Any) -> bool:
    """Never."""
    return False


def ranks(game: Any, state: Any) -> tuple[int, ...]:
    """More points are better; equal points share a rank."""
    scores = game.returns(state)
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def enclose(game: Any, state: Any, seat: Seat | None = None) -> dict[str, Any] | None:
    """Nothing: a record needs no more than its log."""
    return None


def unpack(game: Any, enclosed: dict[str, Any]) -> None:
    """Nothing was enclosed."""


def fill(game: Any, state: Any, action: Any, rng: Random, skill: float = 1.0) -> Any:
    """The action itself: it has no blanks."""
    return action


DEFAULTS: Mapping[str, Callable[..., Any]] = {
    "chance_outcomes": chance_outcomes,
    "view": view,
    "ruleset": ruleset,
    "due": due,
    "events": events,
    "redact": redact,
    "determinize": determinize,
    "secret": secret,
    "ranks": ranks,
    "enclose": enclose,
    "unpack": unpack,
    "fill": fill,
}
