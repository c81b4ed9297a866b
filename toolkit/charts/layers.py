"""What the makers of charts are built from: a frame around a chart, series of rows, axes, and text with a halo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.charts import theme
from toolkit.charts.sizes import Place
from toolkit.charts.theme import Spec
from toolkit.core.panel import Chart

alt = theme.altair
Layer = Any
"""A chart of Altair, or several on top of each other."""

OUTLINE: Spec = {"filled": False, "stroke": theme.GHOST, "strokeWidth": 1.5}
DASHED: Spec = {**OUTLINE, "strokeDash": [3, 2]}
BARE: Spec = {"domain": False, "ticks": False}
THINNED: Spec = {"labelFlush": False, **theme.APART}
MARK_LINE = 18
"""Height of the line below the numbers of an axis, in which the texts of marks stand."""
START: Spec = {"titleAnchor": "start", "titleAlign": "left"}


def is_of(chart: Chart) -> str:
    """Expression: whether a row belongs to this chart."""
    return f"datum.chart === {chart.name!r}"


def framed(place: Place, *layers: Layer) -> Layer:
    """Layers over the rows of one chart, in a frame that nothing is drawn outside of; the keys of the chart above them.

    Every row knows `most`, the largest value of the chart.
    """
    edge = alt.ExprRef(f"{place.width} + {place.right}")
    corners = constants(x=alt.ExprRef(f"-{place.left}"), x2=edge, y=-place.top, y2=place.plot + place.bottom)
    frame = alt.Chart(alt.sequence(1)).mark_rect(fill="transparent").encode(**corners)
    return (
        alt.layer(frame, *layers, *_keys(place))
        .transform_filter(is_of(place.chart))
        .transform_joinaggregate(most="max(p)")
        .transform_calculate(tip=_tip(place.chart))
        .properties(width=1, height=place.plot)
    )


def _keys(place: Place) -> list[Layer]:
    """A swatch and its meaning for each key, in the line at the top, behind the title if there is one."""
    title = place.say(place.chart.y_title)
    layers, x, y = [], theme.width_of(title) + 20 if title else 0.0, 7 - place.top
    looks = theme.TONES | {tone.name: (tone.fill, tone.line, tone.ink) for tone in place.chart.tones}
    for look, key in place.chart.keys:
        said, shown = str(place.say(key)), {"opacity": alt.ExprRef(f"shows_{look} ? 1 : 0")}
        at, one = f"{x:g} - {place.left}", alt.Chart(alt.sequence(1))
        if look == "mark":
            sign = one.mark_point(shape="triangle-up", size=44, fill=theme.INK, stroke=theme.INK, **shown)
            sign = sign.encode(x=alt.value(alt.ExprRef(f"{at} + 6")), y=alt.value(y))
        else:
            fill, line, _ = looks.get(look, (theme.CARD, theme.GHOST, theme.INK))
            dash = {"strokeDash": [3, 2]} if look == "ghost" else {}
            sign = one.mark_rect(fill=fill, stroke=line, strokeWidth=1.5, **dash, **shown)
            ends = {"x": alt.ExprRef(f"{at} + 1"), "x2": alt.ExprRef(f"{at} + 11"), "y": y - 5, "y2": y + 5}
            sign = sign.encode(**constants(**ends))
        text = one.mark_text(text=said, align="left", baseline="middle", color=theme.INK_2, **shown)
        layers += [sign, text.encode(**constants(x=alt.ExprRef(f"{at} + 16"), y=y))]
        x += 16 + theme.width_of(said) + 12
    return layers


def _tip(part: Chart) -> str:
    """Expression of a tooltip: the name of the row and its exact value; a fraction also as a percentage."""
    parts = ("(datum.name || datum.label)", "datum.x", "datum.y", "(isValid(datum.part) ? datum.text : null)")
    which = " + ".join(f"(isValid({field}) ? {field} + ' ' : '')" for field in parts)
    more = "indexof(datum.exact, '/') > 0 ? ' (' + format(datum.p, '.3~p') + ')' : ''"
    return f"trim({which}) + ': ' + datum.exact + ({more if part.percent else repr('')})"


def constants(**places: Any) -> Spec:
    """Encodings that are the same for every row."""
    return {name: alt.value(place) for name, place in places.items()}


def base_line(**ends: Any) -> Layer:
    """The line that bars stand on, drawn over them."""
    return alt.Chart(alt.sequence(1)).mark_rule(color=theme.AXIS, strokeWidth=1).encode(**constants(**ends))


def rows_of(series: str) -> Layer:
    """The rows of one series that are not marks of the axis."""
    return alt.Chart().transform_filter(f"datum.series === '{series}' && !isValid(datum.mark)")


def haloed(text: Layer, **look: Any) -> list[Layer]:
    """Text with an edge in the colour of the ground, legible over anything."""
    halo = text.mark_text(color=theme.CARD, stroke=theme.CARD, strokeWidth=3, strokeJoin="round", **look)
    return [halo, text.mark_text(color=theme.INK, **look)]


def at_field(axis: Any, field: str) -> Any:
    """The same scale and axis, read at another field."""
    other = axis.copy()
    other.shorthand = f"{field}:Q"
    return other


def bold_if(when: str) -> Any:
    """The weight of letters, from the expression of a condition."""
    return alt.ExprRef(f"{when} ? 'bold' : 'normal'")


def order_by(*fields: str) -> list[Spec]:
    """An order of rows; a field with a minus runs downwards."""
    ways = {True: "descending", False: "ascending"}
    return [{"field": field.lstrip("-"), "order": ways[field[0] == "-"]} for field in fields]


def linear(domain: Iterable[Any], **more: Any) -> Any:
    """A scale with exactly this domain."""
    return alt.Scale(domain=list(domain), nice=False, zero=False, padding=0, **more)


def linear_at_least(domain: Iterable[Any]) -> Any:
    """A scale with this domain, or as much more as its rows need."""
    return alt.Scale(domain={"unionWith": list(domain)}, nice=False, zero=False, padding=0)


def ticks(place: Place, apart: int = 42) -> Any:
    """The number of ticks that leaves room for their numbers, `apart` pixels each."""
    return alt.ExprRef(f"{place.width} < {apart} ? 1 : clamp(round({place.width} / {apart}), 2, 10)")


def title_above(place: Place) -> Spec:
    """Puts the title of a vertical axis above it instead of along it."""
    flat = {"titleAngle": 0, "titleAnchor": "end", "titleAlign": "left", "titleBaseline": "top"}
    return flat | {"titleX": alt.ExprRef(f"-{place.left}"), "titleY": -place.top}


def short_value(part: Chart) -> str:
    """Expression of the short figure beside a bar."""
    chance = "datum.p > 0 && datum.p < 0.005 ? '<1%' : format(datum.p, '.0%')"
    return f"isValid(datum.text) ? datum.text : {chance if part.percent else 'datum.exact'}"


def number_axis(place: Place, room: float = 0.5) -> Any:
    """A horizontal axis of whole numbers. `room`, at both ends, is for half a bar."""
    low, high = place.x[0] - room, place.x[1] + room
    ends = [low, alt.ExprRef(f"{place.high} + {room}") if place.chart.grows else high]
    scale = linear(ends, range=place.across)
    look = {"tickCount": ticks(place), "tickMinStep": 1, "format": "d", "grid": False, **THINNED}
    if place.chart.kind == "law":
        look["titlePadding"] = MARK_LINE
    return alt.X("x:Q", scale=scale, axis=alt.Axis(title=place.say(place.chart.x_title), **look, **START))


def chance_axis(place: Place, **more: Any) -> Any:
    """A vertical axis of chances or of other values, with its title above.

    It ends with the highest bar, at least at the end of its domain: no bar is cut.
    """
    scale = linear_at_least(place.y) if place.y else alt.Scale(domainMin=0, nice=2, zero=True, padding=0)
    look = {"tickCount": 3 if place.plot > 60 else 1, "format": "~%" if place.chart.percent else alt.Undefined}
    look |= BARE | title_above(place) | more
    return alt.Y("p:Q", stack=None, scale=scale, axis=alt.Axis(title=place.say(place.chart.y_title), **look))
