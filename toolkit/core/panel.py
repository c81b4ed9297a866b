"""Odds as data: what a panel shows beside the board, without any drawing.

A `Panel` names its charts once; `rows` computes a `Figure` for a state. Rows are flat JSON dicts:

    {"chart": "cells", "series": "now", "x": 72, "p": 0.1667, "exact": "1/6"}

`p` is what is plotted, `exact` what tooltips, tables and lessons show. In a `label` or `name` each word that begins
with "@" is a key of words: "@cloud_mountain.tile_name.total > 35". `series` is "now", "policy" or "ghost"
(the same question after the action the pointer rests on). The chart makers are in `ui/charts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Literal

import msgspec

from toolkit.core.game import Seat
from toolkit.core.words import Phrase

DIGITS = 6
"""Decimals of what is plotted and no fraction."""
Row = dict[str, Any]
Kind = Literal["strip", "bars", "columns", "lines", "heat", "law"]


class Chart(msgspec.Struct, frozen=True):
    """One chart of a panel: which rows it takes and how they are drawn.

    `name` selects rows by their field "chart". `x`, `y` are domains of numbers, or () where labels stand; the `y` of a
    strip or law that is () ends with the highest bar.
    `x_title`, `y_title` are keys of words ("" for none); `percent`: p is a chance.
    """

    name: str
    kind: Kind
    x: tuple[float, float] | tuple[()] = ()
    y: tuple[float, float] | tuple[()] = (0.0, 1.0)
    x_title: str = ""
    y_title: str = ""
    percent: bool = True
    width: int = 260
    height: int = 150
    labels: int = 0
    """Of bars: pixels for the labels before them, where the page is wide enough; 0: a third of the width."""
    grows: bool = False
    """Of bars and laws: the axis goes as far as the field `reach` of its rows, if that is further than its domain."""


class Figure(msgspec.Struct, frozen=True):
    """What a panel shows now. `title` and `note` are words; `note` is the plain sentence a screen reader says."""

    rows: tuple[Row, ...]
    title: Phrase
    note: Phrase


class Panel(msgspec.Struct, frozen=True):
    """One panel. `rows(state, seat)` is pure and tells `seat` no more than its view does; `None`: a spectator.

    `peek(state, action, seat)` gives the rows after an action, or `None` where there is no exact answer.
    `slow`: the first call may take long and is made in the background.
    """

    name: str
    charts: tuple[Chart, ...]
    rows: Callable[[Any, Seat | None], Figure]
    peek: Callable[[Any, Any, Seat | None], tuple[Row, ...] | None] | None = None
    ready: Callable[[Any], bool] | None = None
    """Whether `rows` answers at once; where not, the table computes it in the background and says so."""
    stacked: bool = False
    """Charts one below the other, not side by side."""


def row(chart: str, p: Fraction | float, *, series: str = "now", **fields: Any) -> Row:
    """One row: `p` as a float, and exactly. What is no fraction is rounded: its last digits differ between processors,
    and a picture that is kept in a notebook must not."""
    exact = f"{p.numerator}/{p.denominator}" if isinstance(p, Fraction) else f"{p:.2f}"
    plotted = float(p) if isinstance(p, Fraction) else round(float(p), DIGITS)
    return {"chart": chart, "series": series, **fields, "p": plotted, "exact": exact}


def as_ghost(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of the present series once more, as the ghost beside them."""
    return tuple({**row, "series": "ghost"} for row in rows if row["series"] == "now")
