"""From a panel to a chart: six makers, one layout.

    chart(panel, "en", rows)   an Altair chart: the panel's charts over one data set, `rows`
    spec(panel, "en", rows)    the same as a Vega-Lite dict, kept on disk: Altair is imported only once
    show(chart)                any Altair chart as a picture: see `ui/assets.py`

A spec depends on its panel alone, and a frame fixes each chart's outer size, so that between moves only rows travel.
The page may set one number, the signal `wide`: the width in pixels.

Fields of a row beside `chart`, `series`, `p` and `exact`; those in brackets may be left out:

    strip, law      x [text] [mark]    text over the bar; in a strip without texts the highest says its x
    bars, columns   label [order text best tone]    text: the value; best: this one dark, the others pale
    bars, law       [reach]            where the axis of a chart that `grows` ends, if that is further
    bars            [lo hi] [part]     an interval; part 0, 1 …: pieces of one stacked bar, text inside
    lines           x [label order]    a line for each label
    heat            x y [text]

A tooltip says `name` where there is one. A row with a `mark` is no bar but a place of the axis, such as the
mean, with its `text`. `tone` is one of `assets.TONES`. A ghost is an outline, the policy a wider pale bar behind.
Screen readers get sentence and table; single bars are hidden from them, since Vega describes those in English.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from toolkit.charts import theme
from toolkit.charts.sizes import GAP, Place, cut_label, letters, little, places
from toolkit.charts.theme import Spec, plain
from toolkit.core import cache, words
from toolkit.core.panel import Chart, Panel, Row

if TYPE_CHECKING:
    from altair import HConcatChart, VConcatChart


alt = theme.altair
Layer = Any  # a chart of Altair, or several on top of each other
SERIES = ("now", "ghost", "policy")
OUTLINE: Spec = {"filled": False, "stroke": theme.GHOST, "strokeWidth": 1.5}
BARE: Spec = {"domain": False, "ticks": False}
THINNED: Spec = {"labelFlush": False, "labelOverlap": "parity", "labelSeparation": 3}
BOX = "M-10.5,-7.5h21v15h-21z"
WIDE = 34
"""Pixels for the figure of a mean."""
START: Spec = {"titleAnchor": "start", "titleAlign": "left"}


def chart(panel: Panel, lang: str, rows: Iterable[Row] = ()) -> HConcatChart | VConcatChart:
    """The charts of a panel beside or below each other, as one Altair chart over the named data `rows`."""
    wide, found = places(panel, lang)
    kinds = list(dict.fromkeys(part.kind for part in panel.charts))
    drawn: HConcatChart | VConcatChart = (alt.vconcat if panel.stacked else alt.hconcat)(
        *(MAKERS[place.chart.kind](place) for place in found),
        data=alt.Data(name="rows", values=list(rows)),
        # Without `resize` a picture keeps the width that it had at first.
        autosize=alt.AutoSizeParams(type="pad", resize=True),
        bounds="full",
        spacing=GAP,
        config=theme.THEME,
        description=" ".join(words.say(f"chart.{kind}", lang) for kind in kinds),
        usermeta={"toolkit": {"grow": "wide", "kinds": kinds}},
    ).add_params(alt.param(name="wide", value=wide))
    if any(part.grows for part in panel.charts):
        return drawn.add_params(alt.param(name="reach", expr="extent(pluck(data('rows'), 'reach'))[1] || 0"))
    return drawn


def spec(panel: Panel, lang: str, rows: Iterable[Row] = ()) -> Spec:
    """The Vega-Lite spec of a panel. It is kept on disk, and Altair imported only where it is not."""
    keys = [key for part in panel.charts for key in (f"chart.{part.kind}", part.x_title, part.y_title) if key]
    drawn_from = msgspec.json.encode([panel.charts, panel.stacked, [words.say(key, lang) for key in keys]]).decode()
    here = [Path(__file__), *(Path(__file__).with_name(name) for name in ("theme.py", "sizes.py"))]
    made_by = cache.fingerprint(version("altair"), version("vl-convert-python"), *here)
    found: Spec = cache.cached_json("spec", drawn_from, lambda: plain(chart(panel, lang)), version=made_by)
    found["data"]["values"] = list(rows)
    return found


def _framed(place: Place, *layers: Layer) -> Layer:
    """Layers over the rows of one chart, in a frame that nothing is drawn outside of."""
    edge = alt.ExprRef(f"{place.width} + {place.right}")
    corners = _fixed(x=alt.ExprRef(f"-{place.left}"), x2=edge, y=-place.top, y2=place.plot + place.bottom)
    frame = alt.Chart(alt.sequence(1)).mark_rect(fill="transparent").encode(**corners)
    return (
        alt.layer(frame, *layers)
        .transform_filter(f"datum.chart === {place.chart.name!r}")
        .transform_calculate(tip=_tip(place.chart))
        .properties(width=1, height=place.plot)
    )


def _tip(part: Chart) -> str:
    """Expression of a tooltip: which one, and how much exactly; a fraction also as a percentage."""
    parts = ("(datum.name || datum.label)", "datum.x", "datum.y", "(isValid(datum.part) ? datum.text : null)")
    which = " + ".join(f"(isValid({field}) ? {field} + ' ' : '')" for field in parts)
    more = "indexof(datum.exact, '/') > 0 ? ' (' + format(datum.p, '.3~p') + ')' : ''"
    return f"trim({which}) + ': ' + datum.exact + ({more if part.percent else repr('')})"


def _fixed(**places: Any) -> Spec:
    return {name: alt.value(place) for name, place in places.items()}


def _line(**ends: Any) -> Layer:
    """The line that bars stand on, drawn over them."""
    return alt.Chart(alt.sequence(1)).mark_rule(color=theme.AXIS, strokeWidth=1).encode(**_fixed(**ends))


def _of(series: str) -> Layer:
    return alt.Chart().transform_filter(f"datum.series === '{series}' && !isValid(datum.mark)")


def _haloed(text: Layer, **look: Any) -> list[Layer]:
    """A text that stays legible over whatever it stands on."""
    halo = text.mark_text(color=theme.CARD, stroke=theme.CARD, strokeWidth=3, strokeJoin="round", **look)
    return [halo, text.mark_text(color=theme.INK, **look)]


def _at(axis: Any, field: str) -> Any:
    """The same scale and axis, read at another field."""
    other = axis.copy()
    other.shorthand = f"{field}:Q"
    return other


def _bold(when: str) -> Any:
    return alt.ExprRef(f"{when} ? 'bold' : 'normal'")


def _by(*fields: str) -> list[Any]:
    """An order; a field with a minus runs downwards."""
    ways = {True: "descending", False: "ascending"}
    return [alt.SortField(field.lstrip("-"), order=ways[field[0] == "-"]) for field in fields]


def _scale(domain: Iterable[Any], **more: Any) -> Any:
    return alt.Scale(domain=list(domain), nice=False, zero=False, padding=0, **more)


def _ticks(place: Place, apart: int = 42) -> Any:
    """As many ticks as there is room for their numbers."""
    return alt.ExprRef(f"{place.width} < {apart} ? 1 : clamp(round({place.width} / {apart}), 2, 10)")


def _above(place: Place) -> Spec:
    """A title over a vertical axis, not along it."""
    flat = {"titleAngle": 0, "titleAnchor": "end", "titleAlign": "left", "titleBaseline": "top"}
    return flat | {"titleX": alt.ExprRef(f"-{place.left}"), "titleY": -place.top}


def _value(part: Chart) -> str:
    """Expression of the short figure beside a bar."""
    chance = "datum.p > 0 && datum.p < 0.005 ? '<1%' : format(datum.p, '.0%')"
    return f"isValid(datum.text) ? datum.text : {chance if part.percent else 'datum.exact'}"


def _numbers(place: Place, room: float = 0.5) -> Any:
    """A horizontal axis of whole numbers; `room` at both ends is for half a bar."""
    low, high = place.x[0] - room, place.x[1] + room
    ends = [low, alt.ExprRef(f"{place.high} + {room}") if place.chart.grows else high]
    scale = _scale(ends, range=place.across)
    look = {"tickCount": _ticks(place), "tickMinStep": 1, "format": "d", "grid": False, **THINNED}
    return alt.X("x:Q", scale=scale, axis=alt.Axis(title=place.say(place.chart.x_title), **look, **START))


def _chances(place: Place, **more: Any) -> Any:
    """A vertical axis of chances or of other values, its title above it."""
    scale = _scale(place.y, clamp=True) if place.y else alt.Scale(domainMin=0, nice=2, zero=True, padding=0)
    look = {"tickCount": 3, "format": "~%" if place.chart.percent else alt.Undefined}
    look |= BARE | _above(place) | more
    return alt.Y("p:Q", stack=None, scale=scale, axis=alt.Axis(title=place.say(place.chart.y_title), **look))


def _strip(place: Place) -> Layer:
    """Thin bars over a long track of numbers, the scale named inside; numbers over bars, no values, are boxed."""
    inside = {"labelPadding": alt.ExprRef(f"-{place.width}"), "labelOffset": -8, "labelColor": theme.INK_3}
    y = _chances(place, tickCount=2, labelExpr="datum.value > 0 ? datum.label : ''", **inside)
    highest = "!datum.texts && datum.rank === 1 && datum.series === 'now' && datum.p > 0"
    return _uprights(place, y, 2.4, unnamed=f"{highest} ? '' + datum.x : ''")


def _law(place: Place) -> Layer:
    """A distribution: bars over whole numbers, and a scale at their left."""
    return _uprights(place, _chances(place), 3, unnamed="''")


def _uprights(place: Place, y: Any, thinnest: float, unnamed: str) -> Layer:
    """Vertical bars on a number axis. `unnamed`: the expression of what a row without a text says."""
    x = _numbers(place)
    thick = f"max({thinnest}, 0.72 * {_unit(place)})"

    def bar(series: str, wider: float, **look: Any) -> Layer:
        bars = _of(series).mark_bar(orient="vertical", width=alt.ExprRef(f"{thick} + {wider}"), **look)
        return bars.encode(x=x, y=y, tooltip="tip:N")

    return _framed(
        place,
        bar("policy", 4, color=theme.PALE),
        bar("now", 0),
        bar("ghost", 2.5, **OUTLINE),
        _line(x=0, x2=place.across[1], y=place.plot),
        *_upright_texts(place, x, y, unnamed),
        *_marks(place, x),
    )


def _unit(place: Place) -> str:
    """Expression of the pixels between two whole numbers of an axis."""
    return f"({place.width} / ({place.high} - {place.x[0]} + 1))"


def _upright_texts(place: Place, x: Any, y: Any, unnamed: str) -> list[Layer]:
    """The texts of rows over their bars, where no taller one is in the way."""
    low, unit, top = place.x[0], _unit(place), place.y[1] - place.y[0] if place.y else "datum.top"

    def near(other: str) -> str:
        close = f"abs(datum.x - datum.{other}_x) * {unit} < 20"
        return f"isValid(datum.{other}_x) && {close} && abs(datum.p - datum.{other}_p) * {place.plot} / {top} < 13"

    sides = {"lag": "last", "lead": "next"}
    beside = [alt.WindowFieldDef(op=op, field=of, **{"as": f"{sides[op]}_{of}"}) for op in sides for of in "xp"]
    chosen = (
        alt.Chart()
        .transform_filter("datum.series !== 'policy' && !isValid(datum.mark)")
        .transform_joinaggregate(texts="valid(text)", top="max(p)")
        .transform_window(rank="row_number()", sort=_by("-series", "-p", "x"))
        .transform_calculate(said=f"isValid(datum.text) ? datum.text : {unnamed}")
        .transform_filter("datum.said !== ''")
        .transform_window(beside, sort=_by("x", "-series"))
        .transform_filter(f"!({near('last')} && datum.p <= datum.last_p)")
        .transform_filter(f"!({near('next')} && datum.p < datum.next_p)")
    )
    at = f"(datum.x - {low} + 0.5) * {unit}"
    aside = alt.ExprRef(f"{at} < 12 ? 'left' : {at} > {place.width} - 12 ? 'right' : 'center'")
    text, bold = chosen.encode(x=x, y=y, text="said:N"), _bold("datum.series === 'now'")
    if place.chart.kind == "strip":
        inside = {"xOffset": alt.ExprRef(f"clamp({at}, 9, {place.width} - 2) - {at}"), "yOffset": -10}
        frame = chosen.mark_point(fill=theme.CARD, stroke=theme.AXIS, shape=BOX, size=4, strokeWidth=1, **inside)
        return [frame.encode(x=x, y=y), text.mark_text(color=theme.INK, fontSize=10, fontWeight=bold, **inside)]
    return _haloed(text, dy=-3, baseline="bottom", align=aside, fontWeight=bold)


def _marks(place: Place, x: Any) -> list[Layer]:
    """Places of the axis that are no bars, such as a mean: a line up to its text, dashed for a ghost.

    Texts that would touch stand side by side, that of the present and of the ghost first; where a text stands over a
    bar as high as the plot, or three are close to each other, one is left out.
    """
    every = alt.Chart().transform_calculate(
        of="isValid(datum.mark) ? datum.series : ''", high=f"isValid(datum.text) && datum.p >= {_nearly_top(place)}"
    )
    wanted = {name: f"datum.of === '{name}' ? datum.x : null" for name in SERIES}
    apart = every.transform_calculate(
        **wanted, tall="!datum.of && datum.high ? datum.x : null"
    ).transform_joinaggregate(**{f"at_{name}": f"max({name})" for name in (*SERIES, "tall")}, from_tall="min(tall)")
    marked = apart.transform_filter("isValid(datum.mark)").encode(x=x, y=alt.value(-3))
    dash = alt.condition("datum.series === 'ghost'", alt.value([4, 3]), alt.value([1, 0]))
    line = marked.mark_rule(strokeWidth=1.5).encode(y2=alt.value(place.plot), strokeDash=dash, tooltip="tip:N")
    return [line, *_mark_texts(place, marked)]


def _nearly_top(place: Place) -> str:
    return f"{0.8 * place.y[1]:g}" if place.y else "2"


def _mark_texts(place: Place, marked: Layer) -> list[Layer]:
    """Their texts, `WIDE` pixels each; two that are close make room for each other."""
    unit, half = _unit(place), WIDE / 2

    def at(field: str) -> str:
        return f"((datum.{field} - {place.x[0]} + 0.5) * {unit})"

    def near(field: str) -> str:
        return f"isValid(datum.{field}) && abs(datum.x - datum.{field}) * {unit} < {WIDE}"

    pushed = f"clamp(({at('x')} + {at('other')}) / 2, {WIDE}, max({WIDE}, {place.width} - {WIDE}))"
    alone = f"clamp({at('x')}, {half}, max({half}, {place.width} - {half}))"
    first = "datum.x < datum.other || (datum.x === datum.other && datum.series === 'now')"
    shown = (
        marked.transform_calculate(
            other="datum.of === 'now' ? (isValid(datum.at_ghost) ? datum.at_ghost : datum.at_policy) : datum.at_now",
        )
        .transform_filter(f"!({near('at_tall')}) && !({near('from_tall')})")
        .transform_filter(
            f"datum.of !== 'policy' || !(isValid(datum.at_ghost) && ({near('at_ghost')} || {near('at_now')}))"
        )
        .transform_filter("datum.of === 'now' || datum.x !== datum.at_now")
        .transform_calculate(
            middle=f"{near('other')} && datum.x !== datum.other ? {pushed} + ({first} ? -{half} : {half}) : {alone}"
        )
    )
    aside = alt.ExprRef(f"datum.middle - {at('x')}")
    look = {"baseline": "bottom", "dx": aside, "fontWeight": _bold("datum.series === 'now'")}
    return _haloed(shown.encode(text="text:N"), **look)


def _bars(place: Place) -> Layer:
    """Horizontal bars: a label before each, its value at its end, and what was not best paler."""
    part = place.chart
    low, high = (place.x or place.y)[0], place.high
    ends = [low, alt.ExprRef(high) if part.grows else (place.x or place.y)[1]]
    scale = _scale(ends, range=place.across, clamp=True)
    look = {"tickCount": _ticks(place, 52 if part.percent else 30), **THINNED} | BARE | START
    title, format = place.say(part.x_title or part.y_title), "~%" if part.percent else alt.Undefined
    x = alt.X("start:Q", scale=scale, axis=alt.Axis(title=title, format=format, **look))
    y = alt.Y("at:Q", scale=_scale((0, place.plot), range=[0, place.plot]), axis=None)

    def bar(series: str, wider: int, **look: Any) -> Layer:
        thick = alt.ExprRef(f"min(34, 0.68 * datum.step) + {wider}")
        bars = _of(series).mark_bar(orient="horizontal", height=thick, **look)
        return bars.encode(x=x, x2="end:Q", y=y, tooltip="tip:N")

    layers = _framed(
        place,
        bar("policy", 6, color=theme.PALE),
        _toned(bar("now", 0, strokeWidth=1)),
        bar("ghost", 4, **OUTLINE),
        _line(x=0, y=0, y2=place.plot),
        *_intervals(x, y),
        *_bar_texts(place, x, y, f"{place.width} / ({high} - {low})"),
    )
    return _slotted(layers, part, f"min(52, {place.plot} / datum.slots)", low)


def _slotted(layers: Layer, part: Chart, step: str, zero: float) -> Layer:
    """Gives each label a slot (`slot` of `slots`, `step` long, centred `at`), each row `start` and `end`."""
    return (
        layers.transform_calculate(order="datum.order || 0", part="isValid(datum.part) ? datum.part : -1")
        .transform_window(slot="dense_rank()", sort=_by("order", "label"))
        .transform_joinaggregate(slots="max(slot)", favoured="max(best)")
        .transform_calculate(
            step=step,
            said=_value(part),
            look="datum.tone || (!datum.favoured || datum.best ? 'now' : 'pale')",
        )
        .transform_stack(stack="p", as_=["low", "high"], groupby=["slot", "series"], sort=_by("part"))
        .transform_calculate(
            at="(datum.slot - 0.5) * datum.step",
            start=f"datum.part < 0 ? {zero} : datum.low",
            end="datum.part < 0 ? datum.p : datum.high",
        )
    )


def _tones(which: int) -> Any:
    """All tones are in every chart, so that a new one changes no scale."""
    return alt.Scale(domain=list(theme.TONES), range=[look[which] for look in theme.TONES.values()])


def _toned(bar: Layer) -> Layer:
    fill, stroke = alt.Fill("look:N", legend=None), alt.Stroke("look:N", legend=None)
    return bar.encode(fill=fill.scale(_tones(0)), stroke=stroke.scale(_tones(1)))


def _intervals(x: Any, y: Any) -> list[Layer]:
    """Whiskers from `lo` to `hi`, with a halo, since they lie half on a bar."""
    rows = alt.Chart().transform_filter("isValid(datum.lo)").encode(y=y)
    line, ends = rows.encode(x=_at(x, "lo"), x2="hi:Q"), [rows.encode(x=_at(x, end)) for end in ("lo", "hi")]
    return [
        layer
        for color, wide, high in ((theme.CARD, 5, 13), (theme.INK, 1.7, 9))
        for layer in (
            line.mark_rule(color=color, strokeWidth=wide),
            *(end.mark_tick(orient="vertical", color=color, thickness=wide, size=high) for end in ends),
        )
    ]


def _bar_texts(place: Place, x: Any, y: Any, unit: str) -> list[Layer]:
    """Labels before the bars, values behind them, and inside the parts of a stacked bar what fits."""
    now = _of("now").encode(y=y, tooltip="tip:N")
    whole = now.transform_filter("datum.part < 0").transform_calculate(
        edge="isValid(datum.hi) ? max(datum.end, datum.hi) : datum.end"
    )
    fits = f"(datum.end - datum.start) * {unit} > 7.5 * length(datum.text) + 8"
    inside = now.transform_filter(f"datum.part >= 0 && isValid(datum.text) && {fits}").transform_calculate(
        middle="(datum.start + datum.end) / 2"
    )
    lettering = alt.Color("look:N", scale=_tones(2), legend=None)
    named = now.transform_filter("datum.part <= 0").transform_calculate(letters=letters("datum.label"))
    named = named.transform_joinaggregate(longest="max(letters)").transform_calculate(name_cut=cut_label(place))
    size = alt.ExprRef(f"{little(place)} ? 10 : 12")
    look = {"align": "right", "color": theme.INK, "fontSize": size, "limit": alt.ExprRef(f"{place.left} - 8")}
    return [
        named.mark_text(fontWeight=_bold("datum.best"), **look).encode(x=alt.value(-6), text="name_cut:N"),
        *_haloed(whole.encode(x=_at(x, "edge"), text="said:N"), align="left", dx=6, fontWeight="bold"),
        inside.mark_text(fontWeight="bold").encode(x=_at(x, "middle"), text="text:N", color=lettering),
    ]


def _columns(place: Place) -> Layer:
    """A few vertical bars, each on a track as high as the plot, its value above and its label below."""
    x = alt.X("at:Q", scale=_scale((0, 1), range=place.across), axis=None)
    y = alt.Y("start:Q", scale=_scale(place.y, clamp=True), axis=None)
    solid = f"min(28, 0.6 * {place.width} * datum.step)"

    def bar(series: str, wider: int, **look: Any) -> Layer:
        bars = _of(series).mark_bar(orient="vertical", width=alt.ExprRef(f"{solid} + {wider}"), **look)
        return bars.encode(x=x, y=y, y2="end:Q", tooltip="tip:N")

    now = _of("now").transform_filter("datum.part <= 0").encode(x=x, tooltip="tip:N")
    track = now.mark_rect(color=theme.TRACK, width=alt.ExprRef(solid))
    value = now.mark_text(baseline="bottom", color=theme.INK, fontWeight="bold")
    label = now.mark_text(baseline="top", fontWeight=_bold("datum.best"))
    layers = _framed(
        place,
        track.encode(y=alt.value(0), y2=alt.value(place.plot)),
        bar("policy", 6, color=theme.PALE),
        _toned(bar("now", 0, strokeWidth=1)),
        bar("ghost", 5, **OUTLINE),
        _line(x=0, x2=place.across[1], y=place.plot),
        value.encode(y=alt.value(-4), text="said:N"),
        label.encode(y=alt.value(place.plot + 9), text="label:N"),
    )
    return _slotted(layers, place.chart, "1 / datum.slots", place.y[0])


def _lines(place: Place) -> Layer:
    """A line for each label, told apart by dashes and points, with its name at its end."""
    at = {"x": _numbers(place, room=0), "y": _chances(place)}
    dashes = alt.Scale(domain=[0, 1, 2, 3], range=[[1, 0], [6, 3], [2, 2], [8, 2, 2, 2]])
    by_order = alt.StrokeDash("order:O", scale=dashes, legend=None)

    def line(series: str, dash: Any, **look: Any) -> Layer:
        return _of(series).mark_line(**look).encode(**at, strokeDash=dash, detail="label:N")

    def points(series: str, **look: Any) -> Layer:
        return _of(series).mark_point(strokeWidth=1.5, **look).encode(**at, tooltip="tip:N")

    hollow = alt.ExprRef(f"datum.order ? '{theme.CARD}' : '{theme.BAR}'")
    ends = (
        _of("now")
        .transform_filter("isValid(datum.label)")
        .transform_window(last="row_number()", sort=_by("-x"), groupby=["label"])
        .transform_filter("datum.last === 1")
        .encode(**at, text="label:N")
    )
    return _framed(
        place,
        line("policy", by_order, color=theme.PALE, strokeWidth=5),
        line("now", by_order),
        line("ghost", alt.value([3, 3]), color=theme.GHOST, strokeWidth=1.5),
        points("now", fill=hollow, stroke=theme.BAR),
        points("ghost", fill=theme.CARD, stroke=theme.GHOST),
        *_haloed(ends, align="right", dy=-11, fontWeight="bold"),
    ).transform_calculate(order="datum.order || 0")


def _heat(place: Place) -> Layer:
    """A grid of cells, the fuller the likelier; one hue over the ground, so that it holds in a dark page."""
    part = place.chart
    x = alt.X("x1:Q", scale=_cells(place.x, range=place.across), axis=_cell_axis(place, part.x_title, START))
    y = alt.Y("y1:Q", scale=_cells(place.y), axis=_cell_axis(place, part.y_title, _above(place)))
    cell = {"x": x, "y": y, "x2": "x2:Q", "y2": "y2:Q", "tooltip": "tip:N"}
    middle = {"x": _at(x, "x"), "y": _at(y, "y"), "text": "said:N", "tooltip": "tip:N"}
    cells = abs(place.x[1] - place.x[0])
    brief = f"format({'100 * ' * part.percent}datum.p, '.0f')" if cells < 12 else "''"
    half = "(datum.series === 'ghost' ? 0.4 : 0.5)"
    edges = {f"{side}{end}": f"datum.{side} {sign} {half}" for side in "xy" for end, sign in enumerate("-+", 1)}
    # Up to 60 % the figure on a cell is legible in a light page and in a dark one.
    fullest = alt.ExprRef(f"{0.6 if cells < 12 else 1} * datum.deep")
    filled = {"fill": theme.BAR, "fillOpacity": fullest, "stroke": theme.GRID}
    return (
        _framed(
            place,
            _of("now").mark_rect(**filled).encode(**cell),
            _of("ghost").mark_rect(**OUTLINE).encode(**cell),
            _of("now").mark_text(color=theme.INK, fontSize=11).encode(**middle),
        )
        .transform_joinaggregate(most="max(p)")
        .transform_calculate(
            deep="sqrt(datum.p)" if part.percent else "datum.most ? datum.p / datum.most : 0",
            said=_value(part) if cells < 8 else f"isValid(datum.text) ? datum.text : {brief}",
            **edges,
        )
    )


def _cells(domain: tuple[float, ...], **more: Any) -> Any:
    """Whole cells from the first to the last; a domain may run backwards, to count from the top."""
    half = 0.5 if domain[0] <= domain[1] else -0.5
    return _scale((domain[0] - half, domain[1] + half), **more)


def _cell_axis(place: Place, title: str, where: Spec) -> Any:
    look = BARE | where | {"tickCount": _ticks(place, 24), "tickMinStep": 1, "format": "d", "grid": False}
    return alt.Axis(title=place.say(title), **look)


MAKERS = {"strip": _strip, "bars": _bars, "columns": _columns, "lines": _lines, "heat": _heat, "law": _law}
