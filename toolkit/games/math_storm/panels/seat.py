"""TODO: toolkit.games.math_storm.panels.seat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from toolkit.core.game import Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.math_storm.odds import routes
from toolkit.games.math_storm.state import STORM, PickPawn, Roll, SpinPlace, State

WORDS = "math_storm.panel"
Chances = Mapping[Any, Fraction | float]


def subject(state: State, seat: Seat | None) -> Seat:
    """The seat that looks on, else whoever is to place its pawns, to pick one, or in turn."""
    if seat is not None:
        return seat
    step = state.agenda[-1] if state.agenda else None
    return step.seat if isinstance(step, SpinPlace | PickPawn) else max(state.turn, 0)


def situation(state: State, seat: Seat) -> str:
    """What can be said of a seat: "over", "start" (to be placed), "held", "now" (about to roll), "next" (turn)."""
    step = state.agenda[-1] if state.agenda else None
    if step is None or state.ending:
        return "over"
    to_place = any(isinstance(due, SpinPlace) and due.seat == seat for due in state.agenda)
    if to_place or state.pawns[seat] == (STORM, STORM):
        return "start"
    if state.held[seat] >= 0:
        return "held"
    return "now" if isinstance(step, Roll) and step.seat == seat else "next"


def ready(state: State) -> bool:
    """Whether the lap of this ruleset is solved."""
    return routes.is_solved(state.rules)


def _row(chart: str, p: Fraction | float, series: str, **fields: Any) -> Row:
    return row(chart, p, series=series, **fields) | {"exact": exact(p)}


def exact(p: Fraction | float) -> str:
    """A chance as it is spoken of: faces of the die, or, where cards and spins are averaged, per cent."""
    if not p:
        return "0"
    if isinstance(p, Fraction):
        return f"{p * 6}/6" if (p * 6).denominator == 1 else f"{p}"
    return f"{100 * p:.1f}".removesuffix(".0") + "%" if p >= 0.0005 else "<0.1%"


def _phrase(key: str, **args: Plain) -> Phrase:
    return Phrase.of(f"{WORDS}.{key}", **args)


def _nothing(panel: str, seat: Seat) -> Figure:
    return Figure((), _phrase(f"{panel}.name"), _phrase("over", who=seat))
