"""From a panel to a chart: a maker for each kind, one layout.

    chart(panel, "en", rows)   an Altair chart: the panel's charts over one data set, `rows`
    spec(panel, "en", rows)    the same as a Vega-Lite dict, kept on disk: Altair is imported only once
    show(chart)                any Altair chart as a picture: see `charts/picture.py`

A spec depends on its panel alone, and a frame fixes each chart's outer size, so only rows travel between moves. The
page may set one number, the signal that `usermeta` names (mostly `wide`): the width in pixels.

Fields of a row besides `chart`, `series`, `p` and `exact`; those in brackets may be left out:

    strip, law      x [text] [mark]    text over the bar; in a strip without texts the highest bar shows its x
    bars, columns   label [order text best tone]    text: the value; best: this one has a frame and a bold label
    bars, law       [reach]            where the axis of a chart that `grows` ends, if that is further
    bars            [lo hi] [part]     an interval; part 0, 1 …: pieces of one stacked bar, text or [short] inside
    lines           x [label order]    a line for each label
    heat            x y [text]
    spec            whatever the spec reads, see `charts/ready.py`

A tooltip begins with `name` if there is one. A row with a `mark` is not a bar but a place of the axis, such as the
mean, with its `text`. `tone` is one of `theme.TONES`, or of the chart's own. What dark, pale, outlined and dashed mean
is written in `theme`. A bar is as long as its axis says: an axis ends with the highest bar. Screen readers get sentence
and table; single bars are hidden from them, since Vega describes those in English.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from toolkit.charts import ready, theme
from toolkit.charts.labels import (
    align_at_ends,
    count_letters,
    cut_label,
    keep_inside,
    label_size,
    mark_labels,
    text_inside,
    upright_labels,
    value_size,
)
from toolkit.charts.layers import (
    BARE,
    DASHED,
    OUTLINE,
    START,
    THINNED,
    Layer,
    at_field,
    base_line,
    bold_if,
    chance_axis,
    framed,
    haloed,
    linear,
    linear_at_least,
    number_axis,
    order_by,
    rows_of,
    short_value,
    ticks,
    title_above,
)
from toolkit.charts.sizes import GAP, Place, places
from toolkit.charts.theme import Spec, plain
from toolkit.core import cache, words
from toolkit.core.panel import SERIES, Chart, Panel, Row

if TYPE_CHECKING:
    from altair import HConcatChart, VConcatChart


alt = theme.altair
ROOM = Path(__file__).parent
BOX = "M-12,-8h24v16h-24z"
"""The frame of a label in a strip, as an SVG path."""


def chart(panel: Panel, lang: str, rows: Iterable[Row] = ()) -> HConcatChart | VConcatChart:
    """The charts of a panel beside or below each other, as one Altair chart over the named data `rows`.

    `BadInput` if a chart brings a spec that is not valid Vega-Lite.
    """
    wide, rooms = places(panel, lang)
    all_ready = all(part.kind == "spec" for part in panel.charts)
    grow = ready.sizing_signal(panel) if all_ready else "wide"
    kinds = list(dict.fromkeys(part.kind for part in panel.charts))
    in_a_column = panel.stacked or grow == "width"
    drawn: HConcatChart | VConcatChart = (alt.vconcat if in_a_column else alt.hconcat)(
        *(MAKERS[place.chart.kind](place) for place in rooms),
        data=alt.Data(name="rows", values=list(rows)),
        # Without `resize` a picture keeps its first width.
        autosize=alt.AutoSizeParams(type="pad", resize=True),
        bounds="full",
        spacing=GAP,
        config=theme.THEME,
        description=_describe(panel, lang),
        usermeta={"toolkit": ({"grow": grow} if grow else {}) | {"kinds": kinds}},
    )
    drawn = drawn if all_ready else drawn.add_params(*_signals(panel, wide))
    return _with_ready(panel, drawn, wide) if "spec" in kinds else drawn


def spec(panel: Panel, lang: str, rows: Iterable[Row] = ()) -> Spec:
    """The Vega-Lite spec of a panel. It is kept on disk: Altair is imported only to make it. Errors as in `chart`."""
    keys = [
        key
        for part in panel.charts
        for key in (f"chart.{part.kind}", part.x_title, part.y_title, *(key for _, key in part.keys))
        if key
    ]
    drawn_from = msgspec.json.encode([panel.charts, panel.stacked, [words.say(key, lang) for key in keys]]).decode()
    recipe = made_by(ROOM)
    libraries = cache.fingerprint(recipe, version("altair"), version("vl-convert-python"))

    def make() -> Spec:
        return plain(chart(panel, lang))

    drawn: Spec = cache.cached_json("spec", drawn_from, make, version=libraries, recipe=recipe)
    drawn["data"]["values"] = list(rows)
    return drawn


def made_by(room: Path) -> str:
    """What a kept spec depends on besides its panel, its words, Altair and vl-convert: every module of this room."""
    return cache.fingerprint(*sorted(room.glob("*.py")))


def _blank(place: Place) -> Layer:
    """Keeps the place of a chart that brings its own spec."""
    return alt.Chart().mark_point()


def _with_ready(panel: Panel, drawn: HConcatChart | VConcatChart, wide: int) -> HConcatChart | VConcatChart:
    """Puts the charts that bring their own spec into their places; Altair joins only charts of its own making."""
    whole = plain(drawn)
    views = whole["vconcat" if "vconcat" in whole else "hconcat"]
    for i, part in enumerate(panel.charts):
        if part.kind == "spec":
            views[i] = ready.view(part, wide if panel.stacked else part.width)
            whole["params"] = whole.get("params", []) + ready.params(part)
    return type(drawn).from_dict(whole)


def _describe(panel: Panel, lang: str) -> str:
    """A sentence for each kind of chart, or the one that a chart brings."""
    own = [ready.description(part) if part.kind == "spec" else "" for part in panel.charts]
    kinds = [words.say(f"chart.{part.kind}", lang) for part in panel.charts]
    return " ".join(dict.fromkeys(mine or kind for mine, kind in zip(own, kinds, strict=True)))


def _signals(panel: Panel, wide: int) -> list[Any]:
    """The width, which the page sets, and where the axes of charts that grow end."""
    signals = [alt.param(name="wide", value=wide)]
    looks = dict.fromkeys(look for part in panel.charts for look, _ in part.keys)
    signals += [alt.param(name=f"shows_{look}", expr=_is_shown(look)) for look in looks]
    if any(part.grows for part in panel.charts):
        signals.append(alt.param(name="reach", expr="extent(pluck(data('rows'), 'reach'))[1] || 0"))
    return signals


def _is_shown(look: str) -> str:
    """Expression: whether a row has this look."""
    wanted = [("mark", "'mean'")] if look == "mark" else [("series" if look in SERIES else "tone", f"'{look}'")]
    if look == "best":
        wanted.append(("best", "true"))
    return " || ".join(f"indexof(pluck(data('rows'), '{field}'), {value}) >= 0" for field, value in wanted)


def _strip(place: Place) -> Layer:
    """Thin bars along many numbers, the scale written inside the plot. Labels in boxes are numbers of the axis."""
    inside = {"labelPadding": alt.ExprRef(f"-{place.width}"), "labelOffset": -8, "labelColor": theme.INK_3}
    y = chance_axis(place, tickCount=2, labelExpr="datum.value > 0 ? datum.label : ''", **inside)
    highest = "!datum.texts && datum.rank === 1 && datum.series === 'now' && datum.p > 0"
    return _uprights(place, y, 2.4, unnamed=f"{highest} ? '' + datum.x : ''")


def _law(place: Place) -> Layer:
    """A distribution: bars over whole numbers, and a scale at their left."""
    return _uprights(place, chance_axis(place), 3, unnamed="''")


def _uprights(place: Place, y: Any, thinnest: float, unnamed: str) -> Layer:
    """Vertical bars on a number axis. `unnamed`: the expression of the label of a row without `text`."""
    x = number_axis(place)
    thick = f"max({thinnest}, 0.72 * {place.unit})"

    def bar(series: str, wider: float, **look: Any) -> Layer:
        bars = rows_of(series).mark_bar(orient="vertical", width=alt.ExprRef(f"{thick} + {wider}"), **look)
        return bars.encode(x=x, y=y, tooltip="tip:N")

    return framed(
        place,
        bar("now", 0),
        bar("policy", 4, **OUTLINE),
        bar("ghost", 2, **DASHED),
        base_line(x=0, x2=place.across[1], y=place.plot),
        *_upright_texts(place, x, y, unnamed),
        *_marks(place, x),
    )


def _upright_texts(place: Place, x: Any, y: Any, unnamed: str) -> list[Layer]:
    """The labels of rows over their bars: in boxes in a strip, with halos in a law."""
    chosen = alt.Chart(transform=upright_labels(place, unnamed))
    text, bold = chosen.encode(x=x, y=y, text="said:N"), bold_if("datum.series === 'now'")
    if place.chart.kind == "strip":
        inside = {"xOffset": alt.ExprRef(keep_inside(place)), "yOffset": -10}
        frame = chosen.mark_point(fill=theme.CARD, stroke=theme.AXIS, shape=BOX, size=4, strokeWidth=1, **inside)
        return [frame.encode(x=x, y=y), text.mark_text(color=theme.INK, fontSize=12, fontWeight=bold, **inside)]
    return haloed(text, dy=-3, baseline="bottom", align=alt.ExprRef(align_at_ends(place)), fontWeight=bold)


def _marks(place: Place, x: Any) -> list[Layer]:
    """Places of the axis that are not bars, such as a mean: a pointer below the axis, and its text below the numbers.

    The present's pointer is full, that of the best an outline, a ghost's dashed.
    """
    below = {"x": x, "y": alt.value(place.plot + 20)}
    full = alt.ExprRef(f"datum.series === 'now' ? '{theme.INK}' : '{theme.CARD}'")
    dash = alt.condition("datum.series === 'ghost'", alt.value([2, 1.5]), alt.value([1, 0]))
    sign = alt.Chart().transform_filter("isValid(datum.mark)")
    sign = sign.mark_point(shape="triangle-up", size=40, strokeWidth=1.3, stroke=theme.INK, fill=full)
    text = alt.Chart(transform=mark_labels(place)).encode(**below, text="text:N")
    aside = alt.ExprRef(f"datum.middle - {place.pixel('x')}")
    return [
        sign.encode(x=x, y=alt.value(place.plot + 3.5), strokeDash=dash, tooltip="tip:N"),
        *haloed(text, baseline="top", dx=aside, fontWeight=bold_if("datum.series === 'now'")),
    ]


def _bars(place: Place) -> Layer:
    """Horizontal bars: a label before each, its value at its end, and a frame round the best."""
    low, x = (place.x or place.y)[0], _bar_axis(place)
    y = alt.Y("at:Q", scale=linear((0, place.plot), range=[0, place.plot]), axis=None)

    def bar(series: str, wider: int, **look: Any) -> Layer:
        thick = alt.ExprRef(f"min(34, 0.68 * datum.step) + {wider}")
        bars = rows_of(series).mark_bar(orient="horizontal", height=thick, **look)
        return bars.encode(x=x, x2="end:Q", y=y, tooltip="tip:N")

    layers = framed(
        place,
        _toned(place.chart, bar("now", 0, strokeWidth=1)),
        bar("now", 5, **OUTLINE).transform_filter("datum.best"),
        bar("policy", 5, **OUTLINE),
        bar("ghost", 2, **DASHED),
        base_line(x=0, y=0, y2=place.plot),
        *_intervals(x, y),
        *_bar_texts(place, x, y, f"{place.width} / ({place.end} - {low})"),
    )
    return _slotted(layers, place.chart, f"min(52, {place.plot} / datum.slots)", low)


def _bar_axis(place: Place) -> Any:
    """The axis below horizontal bars."""
    part, (low, end) = place.chart, place.x or place.y
    scale = linear([low, alt.ExprRef(place.high)]) if part.grows else linear_at_least([low, end])
    scale.range = place.across
    look = {"tickCount": ticks(place, 52 if part.percent else 30), **THINNED} | BARE | START
    title, format = place.say(part.x_title or part.y_title), "~%" if part.percent else alt.Undefined
    return alt.X("start:Q", scale=scale, axis=alt.Axis(title=title, format=format, **look))


def _slotted(layers: Layer, part: Chart, step: str, zero: float) -> Layer:
    """Gives a label its slot (`slot` of `slots`, `step` long, its middle `at`), and a row its `start` and `end`."""
    return (
        layers.transform_calculate(order="datum.order || 0", part="isValid(datum.part) ? datum.part : -1")
        .transform_window(slot="dense_rank()", sort=order_by("order", "label"))
        .transform_joinaggregate(slots="max(slot)")
        .transform_calculate(
            step=step,
            said=short_value(part),
            look="datum.tone || 'now'",
        )
        .transform_stack(stack="p", as_=["low", "high"], groupby=["slot", "series"], sort=order_by("part"))
        .transform_calculate(
            at="(datum.slot - 0.5) * datum.step",
            start=f"datum.part < 0 ? {zero} : datum.low",
            end="datum.part < 0 ? datum.p : datum.high",
        )
    )


def _tones(part: Chart, which: int) -> Any:
    """A scale of fills (0), outlines (1) or letters (2) of all tones that this chart may use."""
    looks = theme.TONES | {tone.name: (tone.fill, tone.line, tone.ink) for tone in part.tones}
    return alt.Scale(domain=list(looks), range=[look[which] for look in looks.values()])


def _toned(part: Chart, bar: Layer) -> Layer:
    """Bars filled and outlined in their tone."""
    fill, stroke = alt.Fill("look:N", legend=None), alt.Stroke("look:N", legend=None)
    return bar.encode(fill=fill.scale(_tones(part, 0)), stroke=stroke.scale(_tones(part, 1)))


def _intervals(x: Any, y: Any) -> list[Layer]:
    """Whiskers from `lo` to `hi`, with a halo because they overlap a bar."""
    rows = alt.Chart().transform_filter("isValid(datum.lo)").encode(y=y)
    line, ends = rows.encode(x=at_field(x, "lo"), x2="hi:Q"), [rows.encode(x=at_field(x, end)) for end in ("lo", "hi")]
    return [
        layer
        for color, wide, high in ((theme.CARD, 5, 13), (theme.INK, 1.7, 9))
        for layer in (
            line.mark_rule(color=color, strokeWidth=wide),
            *(end.mark_tick(orient="vertical", color=color, thickness=wide, size=high) for end in ends),
        )
    ]


def _bar_texts(place: Place, x: Any, y: Any, unit: str) -> list[Layer]:
    """Labels before the bars, values after them, and texts inside the pieces of a stacked bar that have room."""
    now = rows_of("now").encode(y=y, tooltip="tip:N")
    whole = now.transform_filter("datum.part < 0").transform_calculate(
        edge="isValid(datum.hi) ? max(datum.end, datum.hi) : datum.end"
    )
    inside = now.transform_filter("datum.part >= 0 && isValid(datum.text)")
    inside = inside.transform_calculate(inside=text_inside(unit), middle="(datum.start + datum.end) / 2")
    lettering = alt.Color("look:N", scale=_tones(place.chart, 2), legend=None)
    named = now.transform_filter("datum.part <= 0").transform_calculate(letters=count_letters("datum.label"))
    named = named.transform_joinaggregate(longest="max(letters)").transform_calculate(name_cut=cut_label(place))
    size = alt.ExprRef(label_size(place))
    look = {"align": "right", "color": theme.INK, "fontSize": size, "limit": alt.ExprRef(f"{place.left} - 8")}
    value = {"align": "left", "dx": 6, "fontWeight": "bold", "fontSize": alt.ExprRef(value_size())}
    return [
        named.mark_text(fontWeight=bold_if("datum.best"), **look).encode(x=alt.value(-6), text="name_cut:N"),
        *haloed(whole.encode(x=at_field(x, "edge"), text="said:N"), **value),
        inside.mark_text(fontWeight="bold").encode(x=at_field(x, "middle"), text="inside:N", color=lettering),
    ]


def _columns(place: Place) -> Layer:
    """A few vertical bars, each on a track as high as the plot, its value above and its label below."""
    x = alt.X("at:Q", scale=linear((0, 1), range=place.across), axis=None)
    y = alt.Y("start:Q", scale=linear_at_least(place.y), axis=None)
    solid = f"min(28, 0.6 * {place.width} * datum.step)"

    def bar(series: str, wider: int, **look: Any) -> Layer:
        bars = rows_of(series).mark_bar(orient="vertical", width=alt.ExprRef(f"{solid} + {wider}"), **look)
        return bars.encode(x=x, y=y, y2="end:Q", tooltip="tip:N")

    now = rows_of("now").transform_filter("datum.part <= 0").encode(x=x, tooltip="tip:N")
    track = now.mark_rect(color=theme.TRACK, width=alt.ExprRef(solid))
    value = now.mark_text(baseline="bottom", color=theme.INK, fontWeight="bold")
    label = now.mark_text(baseline="top", fontWeight=bold_if("datum.best"))
    layers = framed(
        place,
        track.encode(y=alt.value(0), y2=alt.value(place.plot)),
        _toned(place.chart, bar("now", 0, strokeWidth=1)),
        bar("policy", 6, **OUTLINE),
        bar("ghost", 3, **DASHED),
        base_line(x=0, x2=place.across[1], y=place.plot),
        value.encode(y=alt.value(-4), text="said:N"),
        label.encode(y=alt.value(place.plot + 9), text="label:N"),
    )
    return _slotted(layers, place.chart, "1 / datum.slots", place.y[0])


def _lines(place: Place) -> Layer:
    """A line for each label, told apart by dashes and points, with its name at its end."""
    at = {"x": number_axis(place, room=0), "y": chance_axis(place)}
    dashes = alt.Scale(domain=[0, 1, 2, 3], range=[[1, 0], [6, 3], [2, 2], [8, 2, 2, 2]])
    by_order = alt.StrokeDash("order:O", scale=dashes, legend=None)

    def line(series: str, dash: Any, **look: Any) -> Layer:
        return rows_of(series).mark_line(**look).encode(**at, strokeDash=dash, detail="label:N")

    def points(series: str, **look: Any) -> Layer:
        return rows_of(series).mark_point(strokeWidth=1.5, **look).encode(**at, tooltip="tip:N")

    hollow = alt.ExprRef(f"datum.order ? '{theme.CARD}' : '{theme.BAR}'")
    return framed(
        place,
        line("policy", by_order, color=theme.GHOST, strokeWidth=1.2),
        line("now", by_order),
        line("ghost", alt.value([3, 3]), color=theme.GHOST, strokeWidth=1.5),
        points("now", fill=hollow, stroke=theme.BAR),
        points("ghost", fill=theme.CARD, stroke=theme.GHOST),
        *haloed(_line_ends().encode(**at, text="label:N"), align="right", dy=-11, fontWeight="bold"),
    ).transform_calculate(order="datum.order || 0")


def _line_ends() -> Layer:
    """The last row of each line that has a label."""
    return (
        rows_of("now")
        .transform_filter("isValid(datum.label)")
        .transform_window(last="row_number()", sort=order_by("-x"), groupby=["label"])
        .transform_filter("datum.last === 1")
    )


def _heat(place: Place) -> Layer:
    """A grid of cells, fuller if likelier; a single hue over the ground, so that it works on a dark page too."""
    part, cells = place.chart, abs(place.x[1] - place.x[0])
    x = alt.X("x1:Q", scale=_cells(place.x, range=place.across), axis=_cell_axis(place, part.x_title, START))
    y = alt.Y("y1:Q", scale=_cells(place.y), axis=_cell_axis(place, part.y_title, title_above(place)))
    cell = {"x": x, "y": y, "x2": "x2:Q", "y2": "y2:Q", "tooltip": "tip:N"}
    middle = {"x": at_field(x, "x"), "y": at_field(y, "y"), "text": "said:N", "tooltip": "tip:N"}
    # Up to 60 % the figure on a cell is legible on a light page and on a dark one.
    fullest = alt.ExprRef(f"{0.6 if cells < 12 else 1} * datum.deep")
    filled = {"fill": theme.BAR, "fillOpacity": fullest, "stroke": theme.GRID}
    layers = framed(
        place,
        rows_of("now").mark_rect(**filled).encode(**cell),
        rows_of("ghost").mark_rect(**OUTLINE).encode(**cell),
        rows_of("now").mark_text(color=theme.INK, fontSize=11).encode(**middle),
    )
    return layers.transform_joinaggregate(most="max(p)").transform_calculate(**_cell_fields(part, cells))


def _cell_fields(part: Chart, cells: float) -> Spec:
    """Expressions of a cell's depth, text and edges; where cells are small, only those with a text have one."""
    brief = f"format({'100 * ' * part.percent}datum.p, '.0f')" if cells < 12 else "''"
    half = "(datum.series === 'ghost' ? 0.4 : 0.5)"
    return {
        "deep": "sqrt(datum.p)" if part.percent else "datum.most ? datum.p / datum.most : 0",
        "said": short_value(part) if cells < 8 else f"isValid(datum.text) ? datum.text : {brief}",
        **{f"{side}{end}": f"datum.{side} {sign} {half}" for side in "xy" for end, sign in enumerate("-+", 1)},
    }


def _cells(domain: tuple[float, ...], **more: Any) -> Any:
    """Whole cells from the first to the last; a domain may run backwards, to count from the top."""
    half = 0.5 if domain[0] <= domain[1] else -0.5
    return linear((domain[0] - half, domain[1] + half), **more)


def _cell_axis(place: Place, title: str, where: Spec) -> Any:
    """An axis of cells, numbered in whole numbers; `where` places its title."""
    look = BARE | where | {"tickCount": ticks(place, 24), "tickMinStep": 1, "format": "d", "grid": False}
    return alt.Axis(title=place.say(title), **look)


MAKERS = {
    "strip": _strip,
    "bars": _bars,
    "columns": _columns,
    "lines": _lines,
    "heat": _heat,
    "law": _law,
    "spec": _blank,
}
