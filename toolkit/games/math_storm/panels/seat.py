"""The seat that a panel is about, its situation, and the words that all panels share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from toolkit.core.game import Seat
from toolkit.core.panel import Figure
from toolkit.core.words import Phrase, Plain
from toolkit.games.math_storm.odds import routes
from toolkit.games.math_storm.state import STORM, PickPawn, Roll, SpinPlace, State

WORDS = "math_storm.panel"
Chances = Mapping[Any, Fraction | float]
"""The chance of each cell, or of each kind of end; a Fraction if no card or spin is averaged."""


def subject(state: State, seat: Seat | None) -> Seat:
    """The seat of the viewer; for a spectator the seat that is to place or to pick a pawn, or else the one in turn."""
    if seat is not None:
        return seat
    step = state.agenda[-1] if state.agenda else None
    return step.seat if isinstance(step, SpinPlace | PickPawn) else max(state.turn, 0)


def situation(state: State, seat: Seat) -> str:
    """One of "over", "start" (pawns not placed), "held" (a pawn in the storm), "now" (to roll now), "next" (later)."""
    step = state.agenda[-1] if state.agenda else None
    if step is None or state.ending:
        return "over"
    to_place = any(isinstance(due, SpinPlace) and due.seat == seat for due in state.agenda)
    if to_place or state.pawns[seat] == (STORM, STORM):
        return "start"
    if state.held[seat] >= 0:
        return "held"
    return "now" if isinstance(step, Roll) and step.seat == seat else "next"


def is_ready(state: State) -> bool:
    """Whether the lap of this ruleset is solved, or nothing is asked about it: the game is over."""
    return not state.agenda or bool(state.ending) or routes.is_solved(state.rules)


def exact(p: Fraction | float) -> str:
    """A chance as text: in sixths if it is one of faces of the die; in per cent if cards or spins are averaged."""
    if not p:
        return "0"
    if isinstance(p, Fraction):
        return f"{p * 6}/6" if (p * 6).denominator == 1 else f"{p}"
    return f"{100 * p:.1f}".removesuffix(".0") + "%" if p >= 0.0005 else "<0.1%"


def phrase(key: str, **args: Plain) -> Phrase:
    """A phrase of the panels."""
    return Phrase.of(f"{WORDS}.{key}", **args)


def empty_figure(panel: str, seat: Seat) -> Figure:
    """The figure of a panel when the game is over."""
    return Figure((), phrase(f"{panel}.name"), phrase("over", who=seat))
