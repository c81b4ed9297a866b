"""Charts as pictures."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from toolkit.charts import picture

ROWS = [{"l": "一点", "p": 1}, {"l": "<b>&", "p": 2}]


def chart() -> Any:
    import altair as alt

    return alt.Chart(alt.Data(values=ROWS)).mark_bar(clip=True).encode(x="p:Q", y="l:N")


def test_show_gives_text_and_a_picture() -> None:
    shown = picture.show(chart(), alt='two "rows"')
    bundle = shown._repr_mimebundle_()
    assert repr(shown) == bundle["text/plain"] == "Chart(bars, 2 rows)"
    image = ElementTree.fromstring(bundle["text/html"].replace("%;", "%").replace('">', '"/>'))
    head, _, data = image.attrib["src"].partition(",")
    assert (image.tag, image.attrib["alt"], head) == ("img", 'two "rows"', "data:image/svg+xml;base64")
    svg = ElementTree.fromstring(base64.b64decode(data))
    assert {"一点", "<b>&"} <= {text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", shown.svg), "it needs no network"


def test_a_picture_is_the_same_in_every_kernel() -> None:
    program = (
        "import sys; sys.path[:0] = [sys.argv[1]]; import tests.charts.test_picture as t\n"
        "from hashlib import sha256\n"
        "print(sha256(t.picture.show(t.chart()).svg.encode()).hexdigest())"
    )
    run = [sys.executable, "-c", program, str(Path(__file__).parents[2])]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=True)
    picture.show(chart())
    assert done.stdout.split() == [sha256(picture.show(chart()).svg.encode()).hexdigest()]


def test_no_font_of_the_machine_measures_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    import vl_convert

    given: list[str] = []
    real = vl_convert.vegalite_to_svg

    def spied(spec: Any) -> str:
        given.append(json.dumps(spec, ensure_ascii=False))
        return real(spec)

    monkeypatch.setattr(vl_convert, "vegalite_to_svg", spied)
    long = {"l": "很长" * 40 + "★🎲", "p": 3}
    spec = {
        "data": {"values": [*ROWS, long]},
        "mark": "bar",
        "encoding": {"y": {"field": "l", "type": "nominal"}, "x": {"field": "p", "type": "quantitative"}},
    }
    svg = picture.svg(spec)
    assert not picture.ELSEWHERE.search(given[0]), "all of it has a letter that vl-convert itself carries"
    assert '"Liberation Sans' in given[0]
    assert "很长很长" in svg and "…" in svg and "一点" in svg
    assert not re.search("[\ufe00-\ufe0f]", svg)
    other = picture.svg(json.loads(json.dumps(spec, ensure_ascii=False).replace("很", "云").replace("一", "七")))
    assert re.sub("[云很]", "", other).replace("七", "一") == re.sub("[云很]", "", svg), "letters only"


def test_a_notebook_theme_does_not_change_the_picture() -> None:
    import altair as alt

    plain = picture.show(chart()).svg
    with alt.theme.enable("dark"):
        assert picture.show(chart()).svg == plain
        assert alt.theme.active == "dark", "and is left as it was"
