"""Charts that bring their own spec: rows, room and theme are the panel's; an unusable spec is refused with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType, SimpleNamespace
from typing import Any

import altair as alt
import pytest
import vl_convert
from jsonschema import Draft7Validator

from toolkit.charts import makers, picture, theme
from toolkit.core import cache, words
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.words import BadInput, Phrase
from toolkit.page import frontend

ENCODING = {"x": {"field": "label", "type": "nominal"}, "y": {"field": "p", "type": "quantitative"}}
BARS: dict[str, Any] = {"data": {"name": "rows"}, "mark": "bar", "encoding": ENCODING}
ROWS = [row("mine", Fraction(n, 6), label=f"no. {n}", x=n) for n in (1, 2, 3)]
OTHERS = [row("other", Fraction(1, 2), label=label, x=9) for label in "ab"]
TOKEN = re.compile(r'\[(fill|stroke)="(#\w{6})"\] \{ \1: var\(--([\w-]+)\); \}')


def ready(spec: str | Mapping[str, Any] = BARS, name: str = "mine", **more: Any) -> Chart:
    return Chart(name, "spec", spec=spec, **more)


def panel(*charts: Chart, stacked: bool = False) -> Panel:
    return Panel("p", charts, lambda *given: pytest.fail("a chart asks for no rows"), stacked=stacked)


def drawn(spec: dict[str, Any], mark: str = "rect") -> list[dict[str, Any]]:
    """The marks of one type, each as Vega draws it; groups left out."""

    def walk(item: dict[str, Any], kind: str = "") -> list[dict[str, Any]]:
        inside = [each for part in item.get("items", ()) for each in walk(part, item.get("marktype", kind))]
        return [item, *inside] if kind == mark and "items" not in item else inside

    return walk(vl_convert.vegalite_to_scenegraph(spec)["scenegraph"])


def colours(svg: str) -> set[str]:
    return set(re.findall(r'(?:fill|stroke)="(#\w{6})"', svg))


def test_it_draws_the_rows_of_its_own_chart() -> None:
    spec = makers.spec(panel(ready()), "en", [*ROWS, *OTHERS])
    assert spec["data"] == {"name": "rows", "values": [*ROWS, *OTHERS]}
    heights = [bar["height"] for bar in drawn(spec)]
    assert heights == pytest.approx([n * heights[0] for n in (1, 2, 3)])
    svg = picture.svg(spec)
    assert all(f">no. {n}</text>" in svg for n in (1, 2, 3)) and ">a</text>" not in svg
    Draft7Validator(alt.load_schema()).validate(spec)


@pytest.mark.parametrize("mark", ["bar", "area", "line", "point", "circle", "square", "tick", "rect", "rule", "text"])
def test_its_colours_are_those_of_the_theme_in_light_and_in_dark(mark: str) -> None:
    """What the spec leaves open has colours that the style sheet knows as tokens, with a value in either theme."""
    config = {"mark": {"color": "#ff00ff"}, "axis": {"labelColor": "#ff00ff"}, "background": "#ff00ff"}
    spec = makers.spec(panel(ready({**BARS, "mark": mark, "config": config})), "en", ROWS)
    found = colours(picture.svg(spec))
    css = frontend.css()
    tokens = {(how, colour): token for how, colour, token in TOKEN.findall(css)}
    assert found and "#ff00ff" not in found
    light, dark = re.split(r'\[data-theme="dark"\]', css, maxsplit=1)
    for colour in found:
        assert {how for how, known in tokens if known == colour} == {"fill", "stroke"}
        values = [re.search(rf"--{tokens['fill', colour]}: ([^;]+);", theme) for theme in (light, dark)]
        assert values[0] and values[1] and values[0][1] == colour != values[1][1]


def test_a_mapping_and_its_text_are_the_same_chart() -> None:
    frozen = MappingProxyType({key: BARS[key] for key in reversed(BARS)} | {"data": MappingProxyType({"name": "rows"})})
    charts = {ready(BARS), ready(json.dumps(BARS, indent=4)), ready(frozen)}
    assert len(charts) == 1, "equal, and hashable"
    assert json.loads(str(charts.pop().spec)) == BARS


def test_an_altair_chart_comes_as_its_text() -> None:
    limits = alt.Chart(alt.Data(values=[{"t": 0.25}])).mark_rule().encode(y="t:Q")
    own = alt.Chart(alt.NamedData("rows")).mark_bar().encode(x="label:N", y="p:Q") + limits
    spec = makers.spec(panel(ready(own.to_json())), "en", ROWS)
    assert len(drawn(spec)) == 3
    assert '{"t": 0.25}' in json.dumps(spec), "its own data came along"
    heights = {rule["y"] for rule in drawn(spec, "rule") if rule.get("stroke") == theme.INK}
    assert len(heights) == 1


def test_selections_and_parameters_come_along() -> None:
    own = {
        **BARS,
        "params": [{"name": "thick", "value": 7}, {"name": "brush", "select": "interval"}],
        "mark": {"type": "bar", "width": {"expr": "thick"}},
        "encoding": {**ENCODING, "opacity": {"condition": {"param": "brush", "value": 1}, "value": 0.5}},
    }
    for charts in ([ready(own)], [ready(own), Chart("other", "bars", (0.0, 1.0))]):
        spec = makers.spec(panel(*charts), "en", ROWS)
        assert [bar["width"] for bar in drawn(spec) if bar.get("width") == 7] == [7] * 3


@pytest.mark.parametrize("stacked", [False, True])
def test_it_stands_beside_the_other_kinds(stacked: bool) -> None:
    charts = (ready(width=150), Chart("other", "columns", width=40), Chart("third", "law", (0.0, 9.0)))
    spec = makers.spec(panel(*charts, stacked=stacked), "en", [*ROWS, *OTHERS])
    svg = picture.svg(spec)
    assert ">no. 1</text>" in svg and ">a</text>" in svg
    assert spec["usermeta"]["toolkit"] == {"grow": "wide", "kinds": ["spec", "columns", "law"]}
    own = (spec["vconcat"] if stacked else spec["hconcat"])[0]
    assert own["width"] == (260 if stacked else 150), "it keeps its width, or has that of the column"
    assert set(colours(svg)) <= {colour for _, colour, _ in TOKEN.findall(frontend.css())}


@pytest.mark.parametrize("charts", [(ready(),), (ready(), ready(name="other", width=300))])
def test_the_page_sets_the_width_of_ready_charts_with_one_signal(charts: tuple[Chart, ...]) -> None:
    spec = makers.spec(panel(*charts, stacked=len(charts) > 1), "en", ROWS)
    assert spec["usermeta"]["toolkit"]["grow"] == "width"
    assert vl_convert.vegalite_to_vega(spec)["width"] == max(chart.width for chart in charts)


def test_a_composed_spec_keeps_its_own_sizes() -> None:
    view = {"mark": "bar", "encoding": ENCODING, "width": 70}
    own = {"data": {"name": "rows"}, "hconcat": [view, {**view, "data": {"name": "rows"}}]}
    spec = makers.spec(panel(ready(own)), "en", [*ROWS, *OTHERS])
    assert len(drawn(spec)) == 6
    assert "grow" not in spec["usermeta"]["toolkit"], "the page scales it"
    facet = {**BARS, "encoding": {**ENCODING, "column": {"field": "label"}}}
    assert "grow" not in makers.spec(panel(ready(facet)), "en")["usermeta"]["toolkit"]


def test_its_own_sentence_describes_it() -> None:
    said = makers.spec(panel(ready({**BARS, "description": "Three bars."})), "en")["description"]
    assert said == "Three bars."
    for lang in words.LANGS:
        assert makers.spec(panel(ready()), lang)["description"] == words.say("chart.spec", lang)


def test_show_draws_it_with_its_figure() -> None:
    figure = Figure(tuple(ROWS), Phrase("chart.bars"), Phrase("chart.law"))
    shown = picture.show(SimpleNamespace(panel=panel(ready()), figure=figure))
    assert repr(shown) == "Chart(spec, 3 rows)" and ">no. 3</text>" in shown.svg


def test_its_spec_is_kept_like_the_others(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    cache.forget()
    made = [makers.spec(panel(ready({**BARS, "mark": mark})), "en", ROWS) for mark in ("bar", "line", "bar")]
    assert made[0] == made[2] != made[1]
    assert len(list(tmp_path.glob("spec-*"))) == 2


WRONG: list[tuple[Any, str]] = [
    ("", "json"),
    ("no JSON", "json"),
    ("[1, 2]", "json"),
    ({**BARS, "mark": object()}, "json"),
    (7, "json"),
    ({**BARS, "data": {"values": [{"p": 1}]}}, "rows"),
    ({"mark": "bar"}, "rows"),
    ({**BARS, "data": {"values": [{"data": {"name": "rows"}}]}}, "rows"),
    ({**BARS, "data": {"url": "rows.csv"}}, "url"),
    ({"layer": [BARS, {"data": {"url": "https://example.org/a.csv"}, "mark": "rule"}]}, "url"),
]


@pytest.mark.parametrize(("spec", "reason"), WRONG)
def test_an_unusable_spec_is_refused_at_once(spec: Any, reason: str) -> None:
    with pytest.raises(BadInput) as error:
        ready(spec)
    for lang in words.LANGS:
        said = error.value.say(lang)
        assert "mine" in said and words.say(f"spec_fault.{reason}", lang) in said
        assert '"name": "rows"' in said, "an example of what would be right"


@pytest.mark.parametrize("spec", [{**BARS, "mark": "bra"}, {"data": {"name": "rows"}}, {**BARS, "encoding": {"x": 1}}])
def test_what_is_not_vega_lite_is_refused_when_it_is_drawn(spec: Any) -> None:
    with pytest.raises(BadInput) as error:
        makers.spec(panel(ready(spec)), "en")
    for lang in words.LANGS:
        assert words.say("spec_fault.schema", lang) in error.value.say(lang)


def test_only_its_kind_has_a_spec() -> None:
    with pytest.raises(BadInput) as error:
        Chart("mine", "bars", spec=BARS)
    assert words.say("spec_fault.kind", "zh") in error.value.say("zh")


def test_the_example_in_the_error_is_right() -> None:
    with pytest.raises(BadInput) as error:
        ready("")
    rows: list[Row] = [row("mine", Fraction(1, 2))]
    assert len(drawn(makers.spec(panel(ready(error.value.args_["right"])), "en", rows))) == 1
