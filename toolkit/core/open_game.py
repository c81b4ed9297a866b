"""Defaults for rules that leave some of the protocol out: a game without secrets, blanks, packs or a rulebook.

A module needs `NAME`, `SEATS`, `ACTIONS`, `start`, `to_move`, `legal_actions`, `apply` and `returns`, and
`chance_outcomes` where it has chance. `complete` adds the rest:

    game = complete(nim)
    game.view(game.start(2), None)

Three fields of a state are known by their names: `rules` (its ruleset), `events` (the facts of the last `apply`) and
`seat` (whose turn it is). What a completed game is asked is checked first: `start` gets a number of seats and options
that there are, and `chance_outcomes` is only asked where chance is to move.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, cast, get_args

import msgspec

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Action, Due, Event, Game, IllegalAction, Outcome, Seat
from toolkit.core.ruleset import ruleset as checked
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

NEEDED = ("NAME", "SEATS", "ACTIONS", "start", "to_move", "legal_actions", "apply", "returns")
CONSTANTS: Mapping[str, Any] = {"RULES": 1, "MAX_PLIES": 10_000, "SECRET": False}
MOST_SEATS = 5
"""The number of seats that have a sign and a colour of their own on the page."""


class NoOptions(msgspec.Struct, frozen=True):
    """The ruleset of a game without options."""


def complete(rules: Any) -> Game[Any, Any]:
    """The game with a default for whatever it leaves out.

    `rules`: a module, a class or an object that has the functions. `BadInput` names the parts that have no default
    and are missing, and a constant that cannot be used.
    """
    missing = [name for name in NEEDED if not hasattr(rules, name)]
    if missing:
        raise BadInput("game_parts", given=_name(rules), right=", ".join(missing))
    _check_constants(rules)
    if all(hasattr(rules, name) for name in (*CONSTANTS, "RULESET", *DEFAULTS)):
        return cast("Game[Any, Any]", rules)
    return cast("Game[Any, Any]", Completed(rules))


def _check_constants(rules: Any) -> None:
    name, seats = rules.NAME, rules.SEATS
    if not isinstance(name, str) or not name.isidentifier():
        raise BadInput("game_name", given=shown(name), right='"my_game"')
    known = isinstance(seats, range | tuple | list) and all(type(n) is int and 1 <= n <= MOST_SEATS for n in seats)
    if not known or not seats:
        raise BadInput("game_seats", given=shown(seats), right=MOST_SEATS)
    for kind in action_types(rules):
        if not (isinstance(kind, type) and issubclass(kind, Action) and kind.__struct_config__.tag):
            raise BadInput("game_action", given=getattr(kind, "__name__", repr(kind)))


def action_types(rules: Any) -> tuple[type[Any], ...]:
    """The types of `ACTIONS`: of a union, or the one there is."""
    return get_args(rules.ACTIONS) or (rules.ACTIONS,)


def has_chance(rules: Any) -> bool:
    """Whether any action of the game is an outcome of chance."""
    return any(issubclass(kind, Outcome) for kind in action_types(rules))


class Completed:
    """Rules and the defaults of what they lack. It is pickled by the module's name: see `registry`."""

    def __init__(self, rules: Any) -> None:
        own = {name: getattr(rules, name) for name in dir(rules) if not name.startswith("_")}
        defaults = {name: partial(default, self) for name, default in DEFAULTS.items()}
        self.__name__, self.__doc__ = _name(rules), rules.__doc__
        self.__dict__.update({**CONSTANTS, "RULESET": NoOptions, **defaults, **own})
        self.__dict__["start"] = partial(_start, self, own["start"])
        self.__dict__["has_events"] = "events" in own
        if "chance_outcomes" in own:
            self.__dict__["chance_outcomes"] = partial(_due_outcomes, self, own["chance_outcomes"])

    def __repr__(self) -> str:
        return f"<game {self.__name__}>"


def _name(rules: Any) -> str:
    return str(rules.__name__ if isinstance(rules, ModuleType | type) else type(rules).__name__)


def _start(game: Any, start: Callable[..., Any], seats: int, **options: Any) -> Any:
    """The game's own `start`. `BadInput` for a number of seats or an option that the game does not have."""
    if type(seats) is not int or seats not in game.SEATS:
        low, high = min(game.SEATS), max(game.SEATS)
        raise BadInput("seats", given=shown(seats), right=str(low) if low == high else f"{low}–{high}")
    if options and not game.RULESET.__struct_fields__:
        raise BadInput("no_options", given=", ".join(options))
    rules = checked(game.RULESET, options)
    return start(seats, **{name: getattr(rules, name) for name in options})


def _due_outcomes(game: Any, outcomes: Callable[[Any], Dist[Any]], state: Any) -> Dist[Any]:
    """The game's own `chance_outcomes`, where chance is to move; else `IllegalAction`."""
    if game.to_move(state) != (CHANCE,):
        raise IllegalAction("not_chance")
    return outcomes(state)


def chance_outcomes(game: Any, state: Any) -> Dist[Any]:
    """There is no chance in this game: `IllegalAction`."""
    raise IllegalAction("not_chance")


def view(game: Any, state: Any, seat: Seat | None) -> dict[str, Any]:
    """All of the state, as JSON: nothing is hidden. Scores that no field of it holds are added under "returns"."""
    fields = state._asdict() if hasattr(state, "_asdict") else state
    shown = msgspec.to_builtins(fields, str_keys=True, enc_hook=str)
    plain = dict(shown) if isinstance(shown, dict) else {"state": shown}
    known = {name: value for name, value in plain.items() if name not in ("rules", "events")}
    scores = list(game.returns(state))
    held = any(isinstance(value, list | tuple) and list(value) == scores for value in known.values())
    return known if held else {**known, "returns": scores}


def ruleset(game: Any, state: Any) -> msgspec.Struct:
    """The state's field `rules` where it is a ruleset, else the defaults."""
    rules = getattr(state, "rules", None)
    found: msgspec.Struct = rules if isinstance(rules, game.RULESET) else game.RULESET()
    return found


def due(game: Any, state: Any) -> Due:
    """Its phase is "over", "chance", or "choice".

    The seat is the one to move, if it is one alone; where chance is due, the state's field `seat`, if it has one.
    """
    seats = game.to_move(state)
    if not seats:
        return Due("over")
    if seats == (CHANCE,):
        seat = getattr(state, "seat", CHANCE)
        return Due("chance", seat if type(seat) is int else CHANCE)
    return Due("choice", seats[0] if len(seats) == 1 else CHANCE)


def events(game: Any, state: Any) -> tuple[Event, ...]:
    """The state's field `events`, if it has one."""
    found: tuple[Event, ...] = getattr(state, "events", ())
    return found


def reports_events(game: Any, state: Any) -> bool:
    """Whether the game says what happened; the log of one that does not lists the actions."""
    return getattr(game, "has_events", True) or hasattr(state, "events")


def about(game: Any) -> str:
    """What a game says of itself where it has no words of its own: its docstring, "" if it has none."""
    text = game.__doc__ if isinstance(game, Completed) else ""
    return inspect.cleandoc(text or "")


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
