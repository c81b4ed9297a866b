"""How much room each chart of a panel gets: widths as Vega expressions of the signal `wide`, margins in pixels.

A spec must not depend on the page width, so everything that shrinks is a Vega expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from toolkit.charts import theme
from toolkit.core import words
from toolkit.core.panel import Chart, Panel

alt = theme.altair
GAP = 12
"""Pixels between two charts of a panel."""
LABELS = 0.6
"""Largest share of a chart's width that the labels before bars may take."""
LEAST = 8
"""Smallest width of a plot in pixels, however narrow the page is."""
FIRM = ("columns", "spec")
"""Kinds that keep their width beside a chart of another kind."""


class Place(msgspec.Struct, frozen=True):
    """The room of one chart. `outer`, its whole width, and `left` are expressions; the other margins are pixels."""

    chart: Chart
    lang: str
    outer: str
    left: str
    right: int
    top: int
    bottom: int

    @property
    def x(self) -> tuple[float, ...]:
        """The domain along the page."""
        return self.chart.x

    @property
    def y(self) -> tuple[float, ...]:
        """The domain up the page."""
        return self.chart.y

    @property
    def plot(self) -> int:
        """Height of the plot in pixels."""
        return self.chart.height - self.top - self.bottom

    @property
    def width(self) -> str:
        """Expression of the width of the plot."""
        return f"max({LEAST}, {self.outer} - {self.left} - {self.right})"

    @property
    def across(self) -> list[Any]:
        """The range of a horizontal scale."""
        return [0, alt.ExprRef(self.width)]

    @property
    def high(self) -> str:
        """Expression of the end of the horizontal axis of numbers."""
        end = (self.x or self.y)[1]
        return f"max({end:g}, reach)" if self.chart.grows else f"{end:g}"

    @property
    def peak(self) -> str:
        """Expression of the end of the vertical axis, of a row that has `most`."""
        return f"max({self.y[1]:g}, datum.most)" if self.y else "datum.most"

    @property
    def end(self) -> str:
        """Expression of the end of the axis of horizontal bars, of a row that has `most`."""
        end = (self.x or self.y)[1]
        return self.high if self.chart.grows else f"max({end:g}, datum.most)"

    @property
    def unit(self) -> str:
        """Expression of the pixels between two whole numbers of the horizontal axis."""
        return f"({self.width} / ({self.high} - {self.x[0]} + 1))"

    def pixel(self, field: str) -> str:
        """Expression of the distance in pixels from the left end of the axis to the number in this field."""
        return f"((datum.{field} - {self.x[0]} + 0.5) * {self.unit})"

    def say(self, key: str) -> str | None:
        """The words of a key, `None` for an empty one."""
        return words.say(key, self.lang) if key else None


def places(panel: Panel, lang: str) -> tuple[int, list[Place]]:
    """The width of all charts of a panel together, in pixels, and the place of each."""
    wide, outers = _stacked(panel.charts) if panel.stacked else _beside(panel.charts)
    rooms = zip(panel.charts, outers, _aligned(panel, outers), strict=True)
    return wide, [Place(part, lang, outer, *sides) for part, outer, sides in rooms]


def _aligned(panel: Panel, outers: Sequence[str]) -> list[tuple[str, int, int, int]]:
    """Margins that make the plots of charts side by side equally high, and of stacked ones equally wide."""
    lefts = [_left(part, outer) for part, outer in zip(panel.charts, outers, strict=True)]
    each = [_margins(part) for part in panel.charts]
    right, top, bottom = (max(sides) for sides in zip(*each, strict=True))
    if panel.stacked:
        left = f"max({', '.join(dict.fromkeys(lefts))})" if len(set(lefts)) > 1 else lefts[0]
        return [(left, right, own, below) for _, own, below in each]
    return [(left, other, top, bottom) for left, (other, _, _) in zip(lefts, each, strict=True)]


def _left(part: Chart, outer: str) -> str:
    """Expression of the left margin, for labels or a scale."""
    if part.kind != "bars":
        return str({"strip": 5, "columns": 0, "lines": 38, "heat": 24, "law": 38, "spec": 0}[part.kind])
    return f"min({_full(part)}, {LABELS} * {outer})"


def _full(part: Chart) -> int:
    """Pixels for the labels of bars where there is enough room."""
    return part.labels or round(part.width * (0.4 if part.width > 300 else 0.32))


def _margins(part: Chart) -> tuple[int, int, int]:
    """Right, top and bottom margin: for scales, titles, and the value at the end of a bar."""
    if part.kind == "spec":
        return 0, 0, 0
    right, top = {
        "strip": (10, 20),
        "bars": (44, 2),
        "columns": (0, 20),
        "lines": (10, 10),
        "heat": (4, 4),
        "law": (6, 14),
    }[part.kind]
    above = part.keys or (part.y_title and part.kind not in ("bars", "columns"))
    below = part.x_title or (part.y_title and part.kind == "bars")
    marks = 16 if part.kind == "law" else 0
    return right, top + (18 if above else 0), (40 if below else 22) + marks


def _beside(parts: tuple[Chart, ...]) -> tuple[int, list[str]]:
    """The width of all charts side by side, and an expression of each one's share."""
    gaps = GAP * (len(parts) - 1)
    mixed = any(part.kind not in FIRM for part in parts)
    firm = {part.name: part.width for part in parts if mixed and part.kind in FIRM}
    shared = sum(part.width for part in parts if part.name not in firm)
    rest = f"max(60, wide - {gaps + sum(firm.values())}) / {shared}"
    each = [str(part.width) if part.name in firm else f"({part.width} * {rest})" for part in parts]
    return gaps + sum(part.width for part in parts), each


def _stacked(parts: tuple[Chart, ...]) -> tuple[int, list[str]]:
    """The width of charts below each other, and an expression of each one's width."""
    return max(part.width for part in parts), ["wide"] * len(parts)
