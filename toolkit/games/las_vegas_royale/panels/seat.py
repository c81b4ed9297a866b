"""Shared by the panels: the seat that a panel is about, and how labels, numbers and empty panels are written."""

from __future__ import annotations

from fractions import Fraction

from toolkit.core.game import Seat
from toolkit.core.panel import Figure
from toolkit.core.words import Phrase, Plain
from toolkit.games.las_vegas_royale.state import State

WORDS = "las_vegas_royale.panel"
TONES = "abcde"
"""The tones of the seats."""


def subject(state: State, seat: Seat | None) -> Seat:
    """The seat of the viewer; for a spectator the one in turn, else the first."""
    return seat if seat is not None else max(state.turn, 0)


def percent(p: Fraction | float) -> str:
    """Whole per cent; 0 and 100 only if certain."""
    return f"{int(p) * 100 if p in (0, 1) else min(99, max(1, round(100 * p)))}%"


def number(mean: Fraction | float) -> str:
    """A mean with one decimal."""
    return f"{float(mean):.1f}"


def phrase(key: str, **args: Plain) -> Phrase:
    """Words of the panels, by their key below `WORDS`."""
    return Phrase.of(f"{WORDS}.{key}", **args)


def nothing(panel: str, why: str) -> Figure:
    """A panel without a chart; `why` is the key of the reason."""
    return Figure((), phrase(f"{panel}.name"), phrase(f"none.{why}"))
