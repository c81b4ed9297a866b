"""The look of all charts: `THEME`, the config of each, and `TONES`, how bars are filled that stand for something.

One look means one thing, in every chart of every game:

    dark       mine: what is shown now (the series "now")
    pale       the other: what stands beside it for a comparison (the tone "pale")
    outlined   the best there is (the series "policy", the tone "best", a frame round the bar that is `best`)
    dashed     what the choice under the pointer would bring (the series "ghost")

A colour is a seat, a side of dice, met or failed, and nothing else. Where a look has a meaning of its own, the chart
has `keys` that say it.

Altair is behind this module too: the name `altair` imports it only when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from altair import TopLevelMixin


class _Altair:
    """Altair, imported at first use: the import takes seconds, and a spec from the disk does not need it."""

    def __getattr__(self, name: str) -> Any:
        import altair

        return getattr(altair, name)


altair: Any = _Altair()

Spec = dict[str, Any]
"""Vega-Lite, or a part of it."""

# The colours of the light theme. A chart on the page may use no others: style.css replaces each by its token.
INK, INK_2, INK_3, GHOST = "#18212c", "#46525f", "#626e7b", "#18212d"
BAR, PALE, GRID, AXIS, TRACK = "#5b6b7c", "#c3c9ce", "#e6e8ea", "#7d8894", "#ebece8"
CARD, ON_SEAT = "#ffffff", "#fffffe"

TONES = {
    "now": (BAR, BAR, CARD),
    "pale": (PALE, PALE, INK),
    "best": (CARD, GHOST, INK),
    "win": (BAR, BAR, CARD),
    "tie": (PALE, PALE, INK),
    "lose": (CARD, AXIS, INK),
    "met": ("#0f7048", "#0f7048", CARD),
    "failed": (CARD, "#b3261e", INK),
    "a": ("#0068a8", "#0068a8", ON_SEAT),
    "b": ("#bd4b00", "#bd4b00", ON_SEAT),
    "c": ("#00755a", "#00755a", ON_SEAT),
    "d": ("#96407f", "#96407f", ON_SEAT),
    "e": ("#6a6000", "#6a6000", ON_SEAT),
    "bank": (TRACK, AXIS, INK),
}
"""Fill, outline and lettering of a bar that means something: a result or a seat. Games bring others: `Chart.tones`."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif'

_WORDS = {"labelFontSize": 12, "titleFontSize": 12, "labelColor": INK_2, "titleColor": INK_2}
_LINES = {"gridColor": GRID, "domainColor": AXIS, "tickColor": AXIS, "tickSize": 4, "labelPadding": 4}
APART = {"labelOverlap": "parity", "labelSeparation": 8}
"""Numbers of an axis do not touch, in a wider font than the one they were measured with either."""
THEME: Spec = {
    "font": FONT,
    "background": "transparent",
    "padding": 2,
    "view": {"stroke": None},
    "axis": {**_WORDS, **_LINES, **APART, "titleFontWeight": "normal", "aria": False},
    "legend": {**_WORDS, "titleFontWeight": "normal"},
    "header": {**_WORDS, "titleFontWeight": "normal"},
    "title": {"fontSize": 13, "color": INK, "anchor": "start"},
    "mark": {"aria": False, "color": BAR},
    "text": {"fontSize": 12, "color": INK_2},
    "bar": {"color": BAR},
    "rect": {"color": BAR},
    "line": {"color": BAR, "strokeWidth": 2.5},
    "point": {"color": BAR, "filled": True, "opacity": 1, "size": 34},
    "rule": {"color": INK},
    "range": {"category": [BAR, PALE, INK, AXIS], "ramp": ["#eef0f2", BAR], "heatmap": ["#eef0f2", BAR]},
}


def width_of(text: str) -> float:
    """Pixels that a text takes at 12 px in the widest of the fallback fonts; a Chinese letter is as wide as high."""
    return sum(12.0 if ord(letter) > 0x2E7F else 7.4 for letter in text)


def plain(chart: TopLevelMixin, theme: str = "none") -> Spec:
    """The Vega-Lite spec of an Altair chart under this theme, whichever one a notebook has switched on."""
    with altair.theme.enable(theme):
        drawn: Spec = chart.to_dict()
    return drawn
