"""Charts as a real Vega draws them in a real browser, beside a stand-in for the widget's model."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.bare_page import bare_page, section
from toolkit.charts import makers
from toolkit.core.panel import Chart, Panel, row
from toolkit.page import frontend

HOST = '<div class="tk-chart" data-keep data-key="chart" data-panel="t0.p" style="width:{width}px"></div>'
OWN = {
    "data": {"name": "rows"},
    "mark": "bar",
    "encoding": {"x": {"field": "label", "type": "nominal"}, "y": {"field": "p", "type": "quantitative"}},
}
KINDS = {
    "built in": Chart("c", "law", (0.0, 3.0), percent=False),
    "ready": Chart("c", "spec", spec=OWN),
}
BAR = ".tk-chart [fill='#5b6b7c']"


@pytest.fixture
def page(browser):
    with bare_page(browser) as page:
        vega = f"(found) => {{ {frontend.vega()} }}"
        page.evaluate(f"vegaKit.load = () => ({vega})((embed) => {{ vegaKit.embed = embed; }})")
        yield page


def rows(*values: int) -> list[dict]:
    return [row("c", Fraction(value, 10), x=x, label=f"no. {x}") for x, value in enumerate(values)]


def show(page, chart: Chart, width: int, theme: str) -> None:
    spec = makers.spec(Panel("p", (chart,), lambda state, seat: pytest.fail("rows come from the model")), "en")
    scene = section(HOST.format(width=width), data_theme=theme)
    page.evaluate("(data) => show(data)", {"scene": scene, "specs": {"t0.p": spec}, "rows": {"t0.p": rows(1, 2)}})
    page.wait_for_selector(BAR)


def heights(page) -> list[float]:
    return [box["height"] for bar in page.locator(BAR).all() if (box := bar.bounding_box())]


@pytest.mark.parametrize("kind", KINDS)
def test_colours_follow_the_theme(page, kind):
    fills = {}
    for theme in ("light", "dark"):
        show(page, KINDS[kind], 300, theme)
        token = page.evaluate("getComputedStyle(document.querySelector('.tk')).getPropertyValue('--bar')").strip()
        red, green, blue = (int(token[i : i + 2], 16) for i in (1, 3, 5))
        fills[theme] = page.locator(BAR).first.evaluate("bar => getComputedStyle(bar).fill")
        assert fills[theme] == f"rgb({red}, {green}, {blue})"
        page.evaluate("hide(); document.getElementById('out').replaceChildren()")
    assert fills["light"] != fills["dark"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [220, 480])
def test_a_chart_fills_its_panel_and_follows_its_rows(page, kind, width):
    show(page, KINDS[kind], width, "light")
    page.wait_for_function(f"Number(document.querySelector('.tk-chart svg').getAttribute('width')) === {width}")
    low, high = heights(page)
    assert high == pytest.approx(2 * low, rel=0.05)
    data = {"rows": {"t0.p": rows(2, 1)}}
    svg = page.query_selector(".tk-chart svg")
    page.evaluate("async (data) => { model.put(data); await frame(); }", data)
    page.wait_for_function(f"document.querySelectorAll(`{BAR}`)[0].getBBox().height > {1.5 * low}")
    assert svg.evaluate("svg => svg.isConnected"), "the chart was not embedded again"
