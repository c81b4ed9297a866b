"""Checks of arguments: `BadInput` names the argument, the value that was given, and one that would be right."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, State

MOST_POINTS = 20
"""The limit of the ruleset: see `state.Points`."""


def wrong(name: str, value: Any, right: str) -> BadInput:
    """The error to raise for an argument."""
    return BadInput("option_value", name=name, given=shown(value), right=right)


def several(name: str, value: Any, right: str) -> tuple[Any, ...]:
    """The items of a list, a tuple or another ordered iterable; not of a text, a mapping or a set."""
    if isinstance(value, str | bytes | dict | set | frozenset) or not isinstance(value, Iterable):
        raise wrong(name, value, right)
    return tuple(value)


def ids(name: str, value: Any) -> tuple[str, ...]:
    """Tiles as their ids, in order."""
    return tuple(tile(one).id for one in several(name, value, "['all', 'sum>35', …]"))


def points(**given: Any) -> None:
    """Checks points, given by the names of their arguments."""
    for name, value in given.items():
        if not _is_whole(value) or not 0 <= value <= MOST_POINTS:
            raise wrong(name, value, f"0 … {MOST_POINTS}")


def flag(name: str, value: Any) -> None:
    """Checks that a value is True or False."""
    if not isinstance(value, bool):
        raise wrong(name, value, "True | False")


def cells(name: str, value: Any) -> frozenset[int]:
    """Cells of a grid, in any order."""
    items = several(name, list(value) if isinstance(value, set | frozenset) else value, "[0, 4, 8]")
    for one in items:
        if not _is_whole(one) or one not in CELLS:
            raise BadInput("cell", given=shown(one), right="0 … 8")
    return frozenset(map(int, items))


def seat_of(state: Any, seat: Any) -> None:
    """Checks that `state` is a state, and `seat` a seat of its match."""
    if not isinstance(state, State):
        raise wrong("state", state, "table.match.state")
    if not _is_whole(seat) or seat not in range(state.seats):
        raise BadInput("seat", given=shown(seat), right=f"0 … {state.seats - 1}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)
