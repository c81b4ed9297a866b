"""The front end as one module, and charts as pictures."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from toolkit import cli
from toolkit.charts import picture
from toolkit.core import cache, words
from toolkit.core.panel import Chart, Panel
from toolkit.page import frontend

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not here")
ROWS = [{"l": "一点", "p": 1}, {"l": "<b>&", "p": 2}]


def node(script: str, folder: Path) -> Any:
    """What an ES module prints, read as JSON."""
    file = folder / "probe.mjs"
    file.write_text(script, "utf-8")
    done = subprocess.run([str(NODE), str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
def test_the_front_end_is_one_module_that_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "front.mjs").write_text(frontend.front_end(), "utf-8")
    script = """
        const before = new Set(Object.getOwnPropertyNames(globalThis));
        const module = await import("./front.mjs");
        const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
        console.log(JSON.stringify([Object.keys(module), typeof module.default.render, left]));
    """
    assert node(script, tmp_path) == [["default"], "function", []]


@needs_node
def test_vega_comes_only_when_it_is_asked_for(tmp_path: Path) -> None:
    script = f"""
        const before = new Set(Object.getOwnPropertyNames(globalThis));
        let embed = null;
        new Function("found", {json.dumps(frontend.vega())})((found) => {{ embed = found; }});
        const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
        console.log(JSON.stringify([typeof embed, left]));
    """
    assert node(script, tmp_path) == ["function", []]
    assert re.search(r"\.load = \(\) => \{", frontend.front_end())


def test_the_page_loads_nothing_from_elsewhere() -> None:
    text = frontend.front_end()
    program = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    assert not re.search(r"^\s*import\b|\bimport\(|importScripts|sendBeacon", program, re.MULTILINE)
    assert not re.search(r"jsdelivr|unpkg|esm\.sh|cdnjs|skypack", text)
    named = set(re.findall(r"https?://([\w.]+)", text))
    assert named <= {"www.w3.org", "vega.github.io", "github.com"}, "namespaces, schemas and comments"
    assert not re.search(r"url\(\s*['\"]?(?!#|data:)|@import", frontend.css())


def test_files_become_functions_in_the_order_of_their_imports(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("const own = 1;\nexport function one() {\n  return own;\n}\n")
    (tmp_path / "b.js").write_text(
        'import { one as first } from "./a.js";\nconst own = 20;\nexport const sum = own + first();\n'
    )
    (tmp_path / "c.js").write_text(
        'import { one } from "./a.js";\nimport {\n  sum,\n} from "./b.js";\nexport default { total: sum + one() };\n'
    )
    files = frontend._in_order(tmp_path, "c.js")
    assert list(files) == ["a.js", "b.js", "c.js"]
    made = "".join(frontend._as_function(name, text) for name, text in files.items())
    if NODE:
        assert node(made + "console.log(JSON.stringify(file_c_js.default));", tmp_path) == {"total": 22}


@pytest.mark.parametrize(
    "line", ['import x from "./a.js";', 'import "./a.js";', "export * from './a.js';", "export { x };"]
)
def test_an_unknown_form_is_no_silent_hole(line: str) -> None:
    with pytest.raises(ValueError, match=r"b\.js: .* cannot be put into one module"):
        frontend._as_function("b.js", f"const x = 1;\n{line}\n")


def test_a_circle_of_imports_is_named(tmp_path: Path) -> None:
    for name, other in ("ab", "ba"):
        (tmp_path / f"{name}.js").write_text(f'import {{ x }} from "./{other}.js";\n')
    with pytest.raises(ValueError, match=r"a\.js → b\.js → a\.js"):
        frontend._in_order(tmp_path, "a.js")


def test_warm_leaves_nothing_to_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from toolkit.games.math_storm import panels
    from toolkit.teaching import report

    solved: list[Any] = []
    never = Panel("p", (Chart("c", "law", (0, 9)),), lambda *given: solved.append(given), ready=lambda s: False)  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(panels, "PANELS", (never,))
    monkeypatch.setattr("toolkit.games.NAMES", ("math_storm",))
    monkeypatch.setattr(frontend, "_bundle", lambda: "found(null);")
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    monkeypatch.setattr(cache, "_memory", {})
    frontend.front_end.cache_clear()
    try:
        cli.warm()
    finally:
        frontend.front_end.cache_clear()
    assert len(list(tmp_path.glob("vega-*"))) == 1
    assert len(list(tmp_path.glob("spec-*"))) == len(words.LANGS) * (1 + report.USUAL)
    assert len(solved) == 1


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
        "import sys; sys.path[:0] = [sys.argv[1]]; import tests.page.test_frontend as t\n"
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
