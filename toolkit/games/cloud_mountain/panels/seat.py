"""What the panels have in common: what a seat sees, and how they say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from toolkit.core.game import Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.cloud_mountain.odds.decisions import Eyes, eyes
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import State
from toolkit.games.cloud_mountain.views import view

WORDS = "cloud_mountain.panel"
Rows = Iterator[Row]

_recent: tuple[tuple[State, Seat | None, Eyes | None], ...] = ()
RECENT = 4


def look(state: State, seat: Seat | None) -> Eyes | None:
    """What the seat sees, or the seat in turn where nobody in particular looks on; `None`: its tiles are a secret."""
    global _recent
    for then, of, found in _recent:
        if then is state and of == seat:
            return found
    seen = view(state, seat)
    who = seat if seat is not None else max(seen["due"]["seat"], 0)
    found = None if who in seen["hidden_grids"] else eyes(seen, who)
    _recent = ((state, seat, found), *_recent[: RECENT - 1])
    return found


def public(state: State) -> Position:
    """What everybody knows of plates and dice."""
    return Position(state.plates, state.dice, "".join(sorted(state.rules.plates)))


def label(one: str, turned: bool = False) -> str:
    """A tile in words."""
    found = dict(named(one))
    return f"{f'@{WORDS}.reversed ' if turned else ''}@cloud_mountain.tile_name.{found['name']}{found['mark']}"


def percent(p: Fraction) -> str:
    """Whole per cent; 0 and 100 only for what is certain."""
    return f"{int(p) * 100 if p in (0, 1) else min(99, max(1, round(100 * p)))}%"


def number(mean: Fraction) -> str:
    return f"{float(mean):.1f}"


def bars(chart: str, law: Mapping[int, Fraction], mean: Fraction, top: float, name: str, series: str = "now") -> Rows:
    """A law over whole numbers, and its mean as a mark; a bar that is higher than `top` says how high.

    A law of one number is a bar that says which; it needs no mark.
    """
    high = {x for x, p in law.items() if p > top}
    for x, p in sorted(law.items()):
        text = {"text": f"{x} ({percent(p)})"} if p == 1 else {"text": percent(p)} if x in high else {}
        yield row(chart, p, series=series, x=x, label=f"{name} {x}", name=name, **text)
    if len(law) > 1:
        yield mark(chart, mean, series)


def mark(chart: str, mean: Fraction, series: str) -> Row:
    """The place of a mean on the axis."""
    exact = f"{mean.numerator}/{mean.denominator}"
    found = row(chart, Fraction(0), series=series, x=round(float(mean), 3), mark="mean", text=number(mean))
    return found | {"exact": exact}


def phrase(key: str, **args: Plain) -> Phrase:
    return Phrase.of(f"{WORDS}.{key}", **args)


def nothing(panel: str, why: str) -> Figure:
    """A panel without a chart, and the reason."""
    return Figure((), phrase(f"{panel}.name"), phrase(f"none.{why}"))
