"""What callers hand to the odds, checked; `BadInput` names what was given and what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkit.core.words import BadInput
from toolkit.games.las_vegas_royale.state import HAND, JACKPOT, NOTES, State


def whole(name: str, given: Any, low: int, high: int | None = None) -> int:
    """A whole number from `low` to `high`; without `high` there is no upper end."""
    if type(given) is not int or given < low or (high is not None and given > high):
        raise BadInput("option_value", name=name, given=repr(given)[:40], right=_span(low, high))
    return given


def _span(low: int, high: int | None) -> str:
    return f"≥ {low}" if high is None else f"{low} … {high}"


def dice(small: Any, big: Any) -> tuple[int, int]:
    """Small and big dice of one hand."""
    return whole("small", small, 0, HAND[0]), whole("big", big, 0, HAND[1])


def pot(given: Any) -> int:
    """The place of an amount on the track of A2."""
    if given not in JACKPOT or isinstance(given, bool):
        raise BadInput("option_value", name="pot", given=repr(given)[:40], right=", ".join(map(str, JACKPOT)))
    return JACKPOT.index(given)


def weights(given: Any) -> dict[Any, int]:
    """The weight of every owner by its name."""
    if not isinstance(given, Mapping) or not given:
        raise BadInput("option_value", name="weights", given=repr(given)[:40], right='{"A": 3, "B": 3, "C": 1}')
    return {name: whole(f"weights[{name!r}]", weight, 0) for name, weight in given.items()}


def notes(given: Any) -> tuple[int, ...]:
    """One or two notes, the higher one first."""
    pair = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else ()
    if len(pair) not in (1, 2) or any(note not in NOTES for note in pair) or list(pair) != sorted(pair, reverse=True):
        raise BadInput("option_value", name="notes", given=repr(given)[:40], right="(60, 40)")
    return pair


def seat(state: State, given: Any) -> int:
    """A seat of the match."""
    if type(given) is not int or given not in range(state.seats):
        raise BadInput("seat", given=repr(given)[:40], right=f"0 … {state.seats - 1}")
    return given
