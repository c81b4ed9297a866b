"""Odds as data: what a panel shows beside the board, without any drawing.

A `Panel` names its charts once; `rows` computes a `Figure` for a state. Rows are flat JSON dicts:

    {"chart": "cells", "series": "now", "x": 72, "p": 0.1667, "exact": "1/6"}

`p` is plotted; `exact` is what tooltips, tables and lessons show. In a `label`, `name` or `text` each word that
begins with "@" is a key of words: "@cloud_mountain.tile_name.total > 35". `series` is "now", "policy" or "ghost" (the
same question after the action under the pointer). Charts are drawn by `charts/makers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from toolkit.core.game import Seat
from toolkit.core.words import BadInput, Phrase

DIGITS = 6
"""Decimals kept for plotted values that are not Fractions."""
SERIES = ("now", "ghost", "policy")
SPOKEN = ("label", "name", "text")
"""The fields of a row that may hold keys of words."""
ROWS = "rows"
"""The name of the data that a spec is drawn over."""
RIGHT_SPEC = '{"data": {"name": "rows"}, "mark": "bar", "encoding": {"x": {"field": "p", "type": "quantitative"}}}'
"""An example for errors."""
Row = dict[str, Any]
Kind = Literal["strip", "bars", "columns", "lines", "heat", "law"]
"""The kinds of charts that `toolkit` draws itself."""


class Tone(msgspec.Struct, frozen=True):
    """How bars are filled that mean something in one game: colours of the light theme as "#rrggbb".

    `name` is what a row calls it. The game's `board.css` replaces each colour by its token, as style.css does for the
    common tones of `charts/theme.py`.
    """

    name: str
    fill: str
    line: str
    ink: str
    """Letters inside the bar."""


class Chart(msgspec.Struct, frozen=True):
    """One chart of a panel: which rows it takes and how they are drawn.

    `name` selects rows by their field "chart". `x` and `y` are domains of numbers, or () where labels take their
    place; if the `y` of a strip or law is (), the axis ends with the highest bar. `x_title` and `y_title` are keys of
    words, "" for none. `percent`: p is a chance. `width` and `height` are pixels.

    Of the kind "spec" only `name`, `width`, `height` and `spec` count. `BadInput` if its spec cannot be used.
    """

    name: str
    kind: Kind | Literal["spec"]
    x: tuple[float, float] | tuple[()] = ()
    y: tuple[float, float] | tuple[()] = (0.0, 1.0)
    x_title: str = ""
    y_title: str = ""
    percent: bool = True
    width: int = 260
    height: int = 150
    labels: int = 0
    """Of bars: pixels for the labels before them, where the page is wide enough; 0: a third of the width."""
    keys: tuple[tuple[str, str], ...] = ()
    """What the looks of its bars mean: pairs of a look and a key of words. A look is a series, a tone, "best", or
    "mark" for the pointer to a mean. A key is shown while a row has that look."""
    grows: bool = False
    """Of bars and laws: the axis goes as far as the field `reach` of its rows, if that is further than its domain."""
    tones: tuple[Tone, ...] = ()
    """Of bars and columns: tones of this game, besides the common ones."""
    spec: str | Mapping[str, Any] = ""
    """Of the kind "spec": Vega-Lite over data named "rows", as JSON text or as a mapping. It is kept as JSON text, so
    that a chart can be hashed; equal specs make equal charts. See `charts/ready.py`."""

    def __post_init__(self) -> None:
        if self.kind == "spec":
            msgspec.structs.force_setattr(self, "spec", _spec_text(self.name, self.spec))
        elif self.spec:
            raise _refuse(self.name, "kind")


class Figure(msgspec.Struct, frozen=True):
    """What a panel shows now. `title` and `note` are words; `note` is the plain sentence a screen reader says."""

    rows: tuple[Row, ...]
    title: Phrase
    note: Phrase


class Panel(msgspec.Struct, frozen=True):
    """One panel. `rows(state, seat)` is pure and gives `seat` no more than its view does; `None`: a spectator.

    `peek(state, action, seat)` returns the rows after an action, or `None` if there is no exact answer.
    """

    name: str
    charts: tuple[Chart, ...]
    rows: Callable[[Any, Seat | None], Figure]
    peek: Callable[[Any, Any, Seat | None], tuple[Row, ...] | None] | None = None
    ready: Callable[[Any], bool] | None = None
    """Whether `rows` answers at once; if not, the table computes it in the background and says so."""
    stacked: bool = False
    """Charts one below the other instead of side by side."""


def row(chart: str, p: Fraction | float, *, series: str = "now", **fields: Any) -> Row:
    """One row: `p` as a float, and exactly.

    A value that is not a Fraction is rounded: its last digits differ between processors, and a picture kept in a
    notebook must not.
    """
    exact = f"{p.numerator}/{p.denominator}" if isinstance(p, Fraction) else f"{p:.2f}"
    plotted = float(p) if isinstance(p, Fraction) else round(float(p), DIGITS)
    return {"chart": chart, "series": series, **fields, "p": plotted, "exact": exact}


def as_ghost(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of the series "now" once more, as the series "ghost"."""
    return tuple({**row, "series": "ghost"} for row in rows if row["series"] == "now")


def _spec_text(name: str, given: object) -> str:
    """The spec of the chart `name` as JSON text with sorted keys. `BadInput` if it cannot be drawn over rows."""
    try:
        text = given if isinstance(given, str) else msgspec.json.encode(given, enc_hook=_plain)
        spec = msgspec.json.decode(text, type=dict[str, Any])
    except (TypeError, ValueError) as error:
        raise _refuse(name, "json") from error
    sources = list(_sources(spec))
    if any("url" in source for source in sources):
        raise _refuse(name, "url")
    if not any(source.get("name") == ROWS for source in sources):
        raise _refuse(name, "rows")
    return msgspec.json.encode(spec, order="sorted").decode()


def _plain(mapping: object) -> dict[str, Any]:
    """A frozen mapping as one that JSON knows. TypeError if it is none."""
    if not isinstance(mapping, Mapping):
        raise TypeError(f"{mapping!r} is no mapping")
    return dict(mapping)


def _sources(value: object) -> Iterator[Mapping[str, Any]]:
    """Every `data` inside a spec; rows that it brings along are not searched."""
    if isinstance(value, dict):
        if isinstance(value.get("data"), dict):
            yield value["data"]
        for key, inside in value.items():
            if key not in ("values", "datasets"):
                yield from _sources(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _sources(inside)


def _refuse(name: str, reason: str) -> BadInput:
    return BadInput("chart_spec", name=name, reason=reason, right=RIGHT_SPEC)
