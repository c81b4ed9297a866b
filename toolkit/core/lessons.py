"""What a game says about its lessons: the choices of the start page, and what the report shows besides answers.

    Lessons()                                                       # a choice for each option, points as they come
    Lessons(choices=(Choice("rounds", (1, 2, 3), 2),), teams=3)     # one choice, and three teams unless told otherwise

The words of a choice are below `lesson` of the game: `lesson.choose.<name>` is its label, `lesson.<name>.<value>` a
value. Where they are missing, those of the ruleset are taken, and else the name itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
import msgspec.inspect

from toolkit.core.game import Game, Seat

Chosen = Mapping[str, Any]
"""By the name of a choice, the value that is chosen."""


class Choice(msgspec.Struct, frozen=True):
    """One choice of the start page. `values`: what the page offers; `usual`: what is chosen if nobody chooses."""

    name: str
    values: tuple[Any, ...]
    usual: Any
    group: Literal["cards", "game", "end"] = "game"
    """The box of the page in which it stands."""
    look: Literal["row", "list", "number"] = "row"
    """A button for each value, a list that opens, or a number that is typed."""
    parts: tuple[str, ...] = ()
    """Signs of its parts, if it is a tuple of as many values: each part is chosen by itself."""
    words: str = ""
    """The name that its values are said by, if not its own."""
    least: int | None = None
    most: int | None = None
    """The least and the greatest number that may be given in code or typed."""
    only: tuple[str, Any] | None = None
    """It is shown only while another choice has this value."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its controls on the page: its own, or one for each part."""
        return tuple(f"{self.name}-{at}" for at in range(len(self.parts))) or (self.name,)

    def accepts(self, value: Any) -> bool:
        """Whether the value may be chosen, be it offered or not."""
        if self.parts:
            each = list(value) if isinstance(value, list | tuple) else []
            return len(each) == len(self.parts) and all(map(self._accepts, each))
        return self._accepts(value)

    def _accepts(self, value: Any) -> bool:
        if not self._is_number:
            return any(type(one) is type(value) and one == value for one in self.values)
        low, high = self.least, self.most
        return type(value) is int and (low is None or low <= value) and (high is None or value <= high)

    @property
    def _is_number(self) -> bool:
        return self.look == "number" or self.least is not None or self.most is not None

    @property
    def right(self) -> str:
        """The values that it may have, for an error."""
        if self._is_number:
            low, high = ("" if one is None else str(one) for one in (self.least, self.most))
            one = f"{low} … {high}".strip() if low or high else "1, 2, 3 …"
            return f"({', '.join([one] * len(self.parts))})" if self.parts else one
        return " | ".join(map(repr, self.values))


class Column(msgspec.Struct, frozen=True):
    """A column of a game's report; its title is `report.<name>` in the words of the game.

    `kind`: a "count", a "mean" (one decimal), or a "gain" (one decimal, with its sign). `total`: the last line has the
    sum.
    """

    name: str
    kind: Literal["count", "mean", "gain"] = "count"
    total: bool = True


Value = int | Fraction | None


class Entry(msgspec.Struct, frozen=True):
    """One line of a game's report: what a seat made of a part of the match. `values`: one for each column."""

    ply: int
    seat: Seat
    values: tuple[Value, ...]


Account = Callable[[Game[Any, Any], Sequence[Any], Sequence[Any]], tuple[Entry, ...]]
"""The lines of a report from the rules, the log and the states of a match, `states[n]` after n moves of the log."""


def points(game: Game[Any, Any], log: Sequence[Any], states: Sequence[Any]) -> tuple[Entry, ...]:
    """A line whenever the score of a seat changes: the points it got, and how many it has then."""
    found = []
    before = game.returns(states[0])
    for ply in range(1, len(log) + 1):
        now = game.returns(states[ply])
        if now != before:
            changed = (seat for seat, score in enumerate(now) if score != before[seat])
            found += [Entry(ply, seat, (now[seat] - before[seat], now[seat])) for seat in changed]
        before = now
    return tuple(found)


def _as_chosen(chosen: Chosen) -> Mapping[str, Any]:
    return chosen


def _nothing(chosen: Chosen) -> frozenset[str]:
    return frozenset()


class Lessons(msgspec.Struct, frozen=True):
    """The lessons of a game; there is a default for everything."""

    choices: tuple[Choice, ...] | None = None
    """Left out: one for each option of the ruleset that has few values, or is a number."""
    teams: int = 2
    """How many teams play if nothing is said."""
    options: Callable[[Chosen], Mapping[str, Any]] = _as_chosen
    """The options of the ruleset for what was chosen; left out: each choice is an option of its name."""
    at_once: Callable[[Chosen], frozenset[str]] = _nothing
    """The phases in which nobody presses a button for chance, though the board has one."""
    columns: tuple[Column, ...] = (Column("points"), Column("total", total=False))
    account: Account | None = points
    """The lines of the report besides the answers; `None`: none."""


def choices_of(lessons: Lessons, ruleset: type[msgspec.Struct]) -> tuple[Choice, ...]:
    """The choices of a game's start page."""
    if lessons.choices is not None:
        return lessons.choices
    info = msgspec.inspect.type_info(ruleset)
    fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
    return tuple(choice for field in fields if (choice := _choice(field)) is not None)


def _choice(field: msgspec.inspect.Field) -> Choice | None:
    match field.type:
        case msgspec.inspect.BoolType():
            return Choice(field.name, (False, True), field.default)
        case msgspec.inspect.LiteralType(values=values):
            return Choice(field.name, tuple(values), field.default)
        case msgspec.inspect.IntType(ge=low, le=high):
            return Choice(field.name, (field.default,), field.default, look="number", least=low, most=high)
    return None
