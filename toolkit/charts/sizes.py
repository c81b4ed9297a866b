"""How much room each chart of a panel has: widths as expressions of the signal `wide`, margins in pixels.

A spec must not hang on the width of the page, so that whatever gives way on a narrow page is an expression of Vega.
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
LABELS = 0.46
"""The labels before bars never take more of a chart's width."""
LEAST = 8
"""A plot is never narrower, in pixels, however narrow the page."""


class Place(msgspec.Struct, frozen=True):
    """Where a chart lies: the expressions of its outer width and of its left margin, and the others in pixels."""

    chart: Chart
    lang: str
    outer: str
    left: str
    right: int
    top: int
    bottom: int

    @property
    def x(self) -> tuple[float, ...]:
        return self.chart.x

    @property
    def y(self) -> tuple[float, ...]:
        return self.chart.y

    @property
    def plot(self) -> int:
        """Height of the plot."""
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
        """Expression of the end of the axis of numbers that lies along the page."""
        end = (self.x or self.y)[1]
        return f"max({end:g}, reach)" if self.chart.grows else f"{end:g}"

    def say(self, key: str) -> str | None:
        return words.say(key, self.lang) if key else None


def places(panel: Panel, lang: str) -> tuple[int, list[Place]]:
    """The width of all charts of a panel, and the place of each."""
    wide, outers = _stacked(panel.charts) if panel.stacked else _beside(panel.charts)
    found = zip(panel.charts, outers, _aligned(panel, outers), strict=True)
    return wide, [Place(part, lang, outer, *sides) for part, outer, sides in found]


def _aligned(panel: Panel, outers: Sequence[str]) -> list[tuple[str, int, int, int]]:
    """Margins so that plots beside each other are as high, and those below each other as wide."""
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
        return str({"strip": 3, "columns": 0, "lines": 38, "heat": 24, "law": 38}[part.kind])
    return f"min({_full(part)}, {LABELS} * {outer})"


def _full(part: Chart) -> int:
    """Pixels for the labels of bars where there is room enough."""
    return part.labels or round(part.width * (0.4 if part.width > 300 else 0.32))


def _margins(part: Chart) -> tuple[int, int, int]:
    """Right, top and bottom: for scales, titles, and the value at the end of a bar."""
    right, top = {
        "strip": (10, 20),
        "bars": (44, 2),
        "columns": (0, 20),
        "lines": (10, 10),
        "heat": (4, 4),
        "law": (4, 20),
    }[part.kind]
    above = part.y_title and part.kind not in ("bars", "columns")
    below = part.x_title or (part.y_title and part.kind == "bars")
    return right, top + (18 if above else 0), 40 if below else 22


def _beside(parts: tuple[Chart, ...]) -> tuple[int, list[str]]:
    """The width of all, and the expressions of each: columns beside another chart keep theirs."""
    gaps = GAP * (len(parts) - 1)
    mixed = {part.kind for part in parts} > {"columns"}
    firm = {part.name: part.width for part in parts if mixed and part.kind == "columns"}
    shared = sum(part.width for part in parts if part.name not in firm)
    rest = f"max(60, wide - {gaps + sum(firm.values())}) / {shared}"
    each = [str(part.width) if part.name in firm else f"({part.width} * {rest})" for part in parts]
    return gaps + sum(part.width for part in parts), each


def _stacked(parts: tuple[Chart, ...]) -> tuple[int, list[str]]:
    """The same for charts below each other."""
    return max(part.width for part in parts), ["wide"] * len(parts)


def letters(text: str) -> str:
    """Expression of the length of a text in Latin letters: a Chinese one is as wide as two, as its stand-in is long in
    `assets`."""
    return rf"length(replace({text}, regexp('[\u2e80-\ufdff\ufe10-\uffef]', 'g'), 'mm'))"


def little(place: Place) -> str:
    """Expression: whether the letters of labels must be small, all in a chart alike. A letter takes some 7 pixels."""
    return f"(datum.step < 13 || 7 * datum.longest > {place.left} - 8)"


def cut_label(place: Place) -> str:
    """Expression of a label. Its letters get smaller first, and only then its middle is left out: names often differ
    in their last word or number."""
    room = f"(({place.left} - 8) / 6.2)"
    kept = f"max(2, floor({room} * length(datum.label) / datum.letters) - 1)"
    last = f"min(5, floor({kept} / 2))"
    cut = f"slice(datum.label, 0, {kept} - {last}) + '…' + slice(datum.label, -{last})"
    return f"datum.letters > {room} ? {cut} : datum.label"
