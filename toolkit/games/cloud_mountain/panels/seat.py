"""Shared by the panels: the public position, and how labels, numbers, laws and empty panels are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import State

WORDS = "cloud_mountain.panel"
Rows = Iterator[Row]


def public(state: State) -> Position:
    """The position, which everybody knows."""
    return Position(state.plates, state.dice, "".join(sorted(state.rules.plates)))


def label(one: str, turned: bool = False) -> str:
    """The label of a tile, in keys of words."""
    parts = dict(named(one))
    return f"{f'@{WORDS}.reversed ' if turned else ''}@cloud_mountain.tile_name.{parts['name']}{parts['mark']}"


def percent(p: Fraction) -> str:
    """Whole per cent; 0 and 100 only if certain."""
    return f"{int(p) * 100 if p in (0, 1) else min(99, max(1, round(100 * p)))}%"


def number(mean: Fraction) -> str:
    """A mean with one decimal."""
    return f"{float(mean):.1f}"


def bars(chart: str, law: Mapping[int, Fraction], mean: Fraction, top: float, name: str, series: str = "now") -> Rows:
    """The bars of a law over whole numbers, and its mean as a mark. A bar of at least `top` has its chance as text.

    A law of a single number is one bar with this number as text, without a mark.
    """
    high = {x for x, p in law.items() if p >= top}
    for x, p in sorted(law.items()):
        text = {"text": f"{x} ({percent(p)})"} if p == 1 else {"text": percent(p)} if x in high else {}
        yield row(chart, p, series=series, x=x, label=f"{name} {x}", name=name, **text)
    if len(law) > 1:
        yield mark(chart, mean, series)


def mark(chart: str, mean: Fraction, series: str) -> Row:
    """The row that marks a mean on the axis."""
    place = row(chart, Fraction(0), series=series, x=round(float(mean), 3), mark="mean", text=number(mean))
    return place | {"exact": exact(mean)}


def exact(mean: Fraction) -> str:
    """A fraction as "3/4", for tooltips and tables."""
    return f"{mean.numerator}/{mean.denominator}"


def phrase(key: str, **args: Plain) -> Phrase:
    """Words of the panels, by their key below `WORDS`."""
    return Phrase.of(f"{WORDS}.{key}", **args)


def nothing(panel: str, why: str) -> Figure:
    """A panel without a chart; `why` is the key of the reason."""
    return Figure((), phrase(f"{panel}.name"), phrase(f"none.{why}"))
