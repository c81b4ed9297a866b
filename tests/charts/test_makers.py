"""Six makers: the chart shows exactly what the rows say, and a spec depends on its panel alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator
from msgspec.structs import replace

from toolkit.charts import makers, picture, theme
from toolkit.charts import picture as picture_
from toolkit.core import cache, registry, words
from toolkit.core.panel import Chart, Figure, Kind, Panel, Row, as_ghost, row
from toolkit.core.words import Phrase
from toolkit.page import frontend

SIXTH = Fraction(1, 6)
DOMAINS: dict[str, dict[str, Any]] = {
    "strip": {"x": (0, 100), "y": (0, 0.5)},
    "law": {"x": (2, 12), "y": (0, 0.5)},
    "lines": {"x": (1, 8)},
    "heat": {"x": (1, 3), "y": (3, 1)},
    "bars": {"x": (0, 1), "y": ()},
    "columns": {},
}
LABELLED = ("bars", "columns")


def panel(*kinds: str, **more: Any) -> Panel:
    parts = tuple(Chart(f"c{i}", kind, **DOMAINS[kind], **more) for i, kind in enumerate(kinds))  # type: ignore[arg-type]
    return Panel("p", parts, lambda *given: pytest.fail("a chart asks for no rows"))


def some(kind: str, n: int = 3, chart: str = "c0") -> list[Row]:
    """A row for each of 1 … n, with chance i/6, as the present, the policy and the ghost."""
    fields: list[dict[str, Any]] = [
        {"label": f"no. {i}", "order": i} if kind in LABELLED else {"x": 2 * i if kind == "strip" else i + 1}
        for i in range(n)
    ]
    now = [row(chart, i * SIXTH, **field, **({"y": 2} if kind == "heat" else {})) for i, field in enumerate(fields, 1)]
    return [*now, *as_ghost(now), *({**each, "series": "policy"} for each in now)]


class Item(NamedTuple):
    """One thing that Vega draws, where it lies in the picture."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    look: dict[str, Any]


def items(spec: dict[str, Any]) -> list[Item]:
    import vl_convert

    def walk(mark: dict[str, Any], x: float, y: float) -> Iterator[Item]:
        for item in mark.get("items", ()):
            left, top = x + item.get("x", 0), y + item.get("y", 0)
            if mark["marktype"] == "group":
                for inner in item.get("items", ()):
                    yield from walk(inner, left, top)
            else:
                yield Item(mark["marktype"], left, top, item.get("width", 0), item.get("height", 0), item)

    found = vl_convert.vegalite_to_scenegraph(spec)
    return [
        item for mark in found["scenegraph"]["items"] for item in walk({"marktype": "group", "items": [mark]}, 0, 0)
    ]


def bars(drawn: list[Item], **look: Any) -> list[Item]:
    return [i for i in drawn if i.kind == "rect" and all(i.look.get(k) == v for k, v in look.items())]


def texts(drawn: list[Item]) -> list[str]:
    """What stands in the picture, haloes left out."""
    return [str(i.look["text"]) for i in drawn if i.kind == "text" and i.look.get("stroke") != theme.CARD]


def size(spec: dict[str, Any]) -> tuple[int, ...]:
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.svg(spec))
    assert found
    return tuple(round(float(side)) for side in found.groups())


every_kind = pytest.mark.parametrize("kind", get_args(Kind))


@every_kind
def test_a_spec_is_valid_and_hangs_on_its_panel_alone(kind: str) -> None:
    import altair as alt

    p = panel(kind)
    empty, full = makers.spec(p, "en"), makers.spec(p, "en", some(kind))
    assert full["data"] == {"name": "rows", "values": some(kind)}
    assert empty["data"] == {"name": "rows", "values": []}
    assert {**empty, "data": 0} == {**full, "data": 0}
    assert "datasets" not in full, "there is one data set"
    Draft7Validator(alt.load_schema()).validate(full)
    ElementTree.fromstring(picture.svg(full))


@every_kind
def test_the_frame_stands_whatever_the_rows_are(kind: str) -> None:
    p = panel(kind, x_title="chart.law", y_title="chart.law", width=300, height=170)
    sizes = {size(makers.spec(p, "en", rows)) for rows in ([], some(kind, 1), some(kind, 2), some(kind))}
    assert len(sizes) == 1
    wider = makers.spec(p, "en", some(kind))
    (wide,) = (param for param in wider["params"] if param["name"] == wider["usermeta"]["toolkit"]["grow"])
    wide["value"] += 150
    ((width, height),) = sizes
    assert size(wider) == (width + 150, height), "the page sets the width with one signal"


@every_kind
def test_the_page_knows_all_colours(kind: str) -> None:
    script = (frontend.STATIC / "panels.js").read_text("utf-8")
    charts = (chart for kit in registry.kits() for one in kit.panels or () for chart in one.charts)
    own = tuple(dict.fromkeys(tone for chart in charts for tone in chart.tones))
    known = set(re.findall(r'\w+: "(#[0-9a-f]{6})"', script)) | {"none", "transparent"}
    known |= {colour for tone in own for colour in (tone.fill, tone.line, tone.ink)}
    names = [*theme.TONES, *(tone.name for tone in own)]
    tones = [{**some(kind)[0], "label": tone, "tone": tone} for tone in names]
    svg = picture.svg(makers.spec(panel(kind, tones=own), "en", [*some(kind), *tones]))
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg)) <= known
    assert set(re.findall(r'\[fill="(#\w+)"\]', frontend.css())) >= known - {"none", "transparent"}


@pytest.mark.parametrize("kind", ["strip", "law", "bars", "columns"])
def test_bars_are_as_long_as_the_chances_and_ghosts_are_outlines(kind: str) -> None:
    drawn = items(makers.spec(panel(kind), "en", some(kind)))
    now, outlined = bars(drawn, fill=theme.BAR), bars(drawn, stroke=theme.GHOST, fill="transparent")
    policy, ghost = ([bar for bar in outlined if bool(bar.look.get("strokeDash")) is dash] for dash in (False, True))
    across = "height" if kind == "bars" else "width"
    along = "width" if kind == "bars" else "height"
    for series in (now, policy, ghost):
        lengths = [getattr(bar, along) for bar in series]
        assert lengths == pytest.approx([n * lengths[0] for n in (1, 2, 3)])
        assert lengths == pytest.approx([getattr(bar, along) for bar in now])
    assert all(getattr(a, across) < getattr(b, across) for a, b in zip(now, policy, strict=True)), "both show"
    assert all(getattr(a, across) < getattr(b, across) for a, b in zip(now, ghost, strict=True))
    middles = [(bar.y if kind == "bars" else bar.x) + getattr(bar, across) / 2 for bar in now]
    assert middles == sorted(middles)


AXES = {
    "strip": Chart("c0", "strip", x=(0, 100), y=(0, 0.2)),
    "strip to its highest bar": Chart("c0", "strip", x=(0, 100), y=()),
    "law": Chart("c0", "law", x=(0, 100), y=(0, 0.2), height=260),
    "law to its highest bar": Chart("c0", "law", x=(0, 100), y=(), height=260),
    "law of points": Chart("c0", "law", x=(0, 100), y=(0, 4), height=260, percent=False),
    "bars": Chart("c0", "bars", x=(0, 0.2), width=500),
    "bars of points": Chart("c0", "bars", x=(0, 4), width=500, percent=False),
    "bars that grow": Chart("c0", "bars", x=(0, 4), width=500, percent=False, grows=True),
}
VALUES = {
    "within the domain": (Fraction(1, 20), Fraction(1, 8), Fraction(1, 6)),
    "up to its end": (Fraction(1, 10), Fraction(1, 5)),
    "beyond it": (Fraction(1, 10), Fraction(7, 20), Fraction(3, 5)),
    "certain": (Fraction(1),),
}


@pytest.mark.parametrize("values", VALUES.values(), ids=list(VALUES))
@pytest.mark.parametrize("chart", AXES.values(), ids=list(AXES))
def test_a_bar_says_the_value_of_its_axis(chart: Chart, values: tuple[Fraction, ...]) -> None:
    """Whatever its kind, and above all where a value is higher than its axis was expected to be."""
    across, scale = chart.kind == "bars", 1 if chart.percent else 20
    rows = [
        row("c0", p * scale, **({"label": f"no. {n}", "order": n, "reach": 20} if across else {"x": 20 * n + 20}))
        for n, p in enumerate(values)
    ]
    spec = makers.spec(Panel("p", (chart,), lambda state, seat: pytest.fail("no rows")), "en", rows)
    drawn = bars(items(spec), fill=theme.BAR)
    ticks = plain_ticks(spec, across)
    lengths = [bar.width if across else bar.height for bar in drawn]
    (first, a), (last, b) = ticks[0], ticks[-1]
    read = [length * (b - a) / abs(last - first) for length in lengths]
    assert read == pytest.approx([float(p * scale) for p in values], abs=0.012 * (b - a))


def plain_ticks(spec: dict[str, Any], across: bool) -> list[tuple[float, float]]:
    """The numbers on the axis of values: pixels along it, and value, in order."""
    import vl_convert

    found: list[tuple[float, float]] = []

    def walk(item: dict[str, Any], orient: str = "") -> None:
        orient = item.get("orient", orient) or orient
        role = item.get("role", "")
        for inner in item.get("items", ()):
            if role == "axis-label" and orient == ("bottom" if across else "left") and inner.get("opacity", 1) > 0:
                text = str(inner["text"])
                value = float(text.rstrip("%") or 0) / (100 if text.endswith("%") else 1)
                found.append((inner["x"] if across else inner["y"], value))
            else:
                walk(inner, orient)

    walk(vl_convert.vegalite_to_scenegraph(spec)["scenegraph"])
    return sorted(set(found), key=lambda tick: tick[1])


def test_the_best_has_a_frame_and_is_bold() -> None:
    rows = [row("c0", i * SIXTH, label=f"{i}", order=-i, best=i == 2) for i in (1, 2, 3)]
    drawn = items(makers.spec(panel("bars"), "en", rows))
    labels = sorted((i.y, i.look["text"], i.look["fontWeight"]) for i in drawn if i.look.get("align") == "right")
    assert [label[1:] for label in labels] == [("3", "normal"), ("2", "bold"), ("1", "normal")]
    dark, framed = bars(drawn, fill=theme.BAR), bars(drawn, fill="transparent", stroke=theme.GHOST)
    assert len(dark) == 3 and [bar.width for bar in framed] == [pytest.approx(dark[1].width)]
    assert {"17%", "33%", "50%"} <= set(texts(drawn))


def test_parts_of_a_bar_follow_each_other() -> None:
    parts = [
        row("c0", Fraction(n, 10), label="note", part=i, tone=tone, text=tone)
        for i, (tone, n) in enumerate([("win", 5), ("tie", 1), ("lose", 4)])
    ]
    drawn = items(makers.spec(panel("bars", width=400), "en", parts[::-1]))
    win, tie, lose = (
        bars(drawn, fill=theme.TONES[tone][0], stroke=theme.TONES[tone][1])[0] for tone in ("win", "tie", "lose")
    )
    assert [win.x + win.width, tie.x + tie.width] == pytest.approx([tie.x, lose.x])
    assert [tie.width / win.width, lose.width / win.width] == pytest.approx([0.2, 0.8])
    inside = set(texts(drawn))
    assert {"win", "lose"} <= inside and "tie" not in inside, "what fits"


def test_texts_of_neighbours_do_not_lie_on_each_other() -> None:
    named = [row("c0", SIXTH, x=x, text=f"cell {x}") for x in (10, 12, 14, 60)]
    said = texts(items(makers.spec(panel("strip"), "en", [*named, *as_ghost(named[:1])])))
    assert [text for text in said if text.startswith("cell")] == ["cell 10", "cell 60"]
    unnamed = [row("c0", n * SIXTH, x=x) for x, n in ((27, 1), (72, 2))]
    assert "72" in texts(items(makers.spec(panel("strip"), "en", unnamed)))
    assert "72" not in texts(items(makers.spec(panel("strip"), "en", as_ghost(unnamed))))


def test_a_fuller_cell_is_likelier_and_says_so() -> None:
    drawn = items(makers.spec(panel("heat"), "en", some("heat", 2)))
    cells = sorted(bars(drawn, fill=theme.BAR), key=lambda cell: cell.x)
    assert [cell.look["fillOpacity"] for cell in cells] == sorted(cell.look["fillOpacity"] for cell in cells)
    assert {"17%", "33%"} <= set(texts(drawn)), "colour is never the only cue"


def test_each_row_is_drawn_in_its_own_chart_and_columns_keep_their_width() -> None:
    p = panel("strip", "columns", width=170)
    rows = [*some("strip", 2), *some("columns", 1, "c1")]
    drawn = bars(items(makers.spec(p, "en", rows)), fill=theme.BAR)
    wider = makers.spec(p, "en", rows)
    wider["params"][0]["value"] += 100
    moved = bars(items(wider), fill=theme.BAR)
    assert len(drawn) == len(moved) == 3
    assert drawn[-1].width == moved[-1].width
    assert moved[-1].x == pytest.approx(drawn[-1].x + 100, abs=2)


def test_charts_below_each_other_are_as_wide_and_begin_at_one_place() -> None:
    p = replace(panel("bars", "law", width=330), stacked=True)
    drawn = makers.spec(p, "en", [*some("bars", 1), *some("law", 1, "c1")])
    assert len(drawn["vconcat"]) == 2
    width, height = size(drawn)
    first, second = bars(items(drawn), fill=theme.BAR)
    assert second.y > first.y + first.height
    drawn["params"][0]["value"] += 100
    assert size(drawn) == (width + 100, height)


@every_kind
def test_a_tooltip_says_what_and_how_much_exactly(kind: str) -> None:
    rows = [{**each, "name": "of the three"} for each in some(kind, 1)]
    spec = makers.spec(panel(kind), "en", rows)
    layers = spec["hconcat"][0]["layer"]
    assert any(layer["encoding"].get("tooltip", {}).get("field") == "tip" for layer in layers)
    layers.append({"mark": "text", "encoding": {"text": {"field": "tip"}}})
    tips = {text for text in texts(items(spec)) if "of the three" in text}
    assert len(tips) == 1 and all(re.fullmatch(r"of the three[ \d]*: 1/6 \(16\.7%\)", tip) for tip in tips)


def test_words_are_in_the_language_of_the_reader() -> None:
    p = panel("bars", x_title="chart.law")
    for lang in words.LANGS:
        spec = makers.spec(p, lang, some("bars"))
        assert spec["description"] == words.say("chart.bars", lang)
        svg = picture.svg(spec)
        assert words.say("chart.law", lang) in svg
        assert not re.search(r'aria-label="|aria-roledescription="(?!group)', svg), "Vega says it in English"


def test_a_kept_spec_needs_no_altair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    cache.forget()
    made = makers.spec(panel("law"), "zh", some("law"))
    program = (
        "import sys; sys.path[:0] = [sys.argv[1]]; import tests.charts.test_makers as t\n"
        "print(t.makers.spec(t.panel('law'), 'zh', t.some('law')))\n"
        "print([name for name in ('altair', 'vl_convert') if name in sys.modules])"
    )
    run = [sys.executable, "-c", program, str(Path(__file__).parents[2])]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(run, capture_output=True, text=True, encoding="utf-8", env=environment, check=True)
    assert done.stdout.splitlines() == [str(made), "[]"]

    (file,) = tmp_path.glob("spec-*")
    file.write_bytes(file.read_bytes()[:1000])
    cache.forget()
    assert makers.spec(panel("law"), "zh", some("law")) == made


def test_specs_are_made_anew_after_a_change_of_any_file_of_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Path(shutil.copytree(makers.ROOM, tmp_path / "room"))
    before = makers.made_by(room)
    assert before == makers.made_by(makers.ROOM)
    keys = {before}
    files = sorted(room.glob("*.py"))
    assert {file.stem for file in files} >= {"makers", "labels", "layers", "sizes", "theme", "ready"}
    for file in [*files, room / "new.py"]:
        with file.open("a", encoding="utf-8") as text:
            text.write("# changed\n")
        keys.add(makers.made_by(room))
    assert len(keys) == len(files) + 2, "each change gives another key"

    monkeypatch.setenv(cache.ENV, str(tmp_path / "kept"))
    cache.forget()
    drawn = makers.chart(panel("law"), "en")
    made: list[str] = []
    monkeypatch.setattr(makers, "chart", lambda panel, lang: made.append(lang) or drawn)
    for where in (makers.ROOM, makers.ROOM, room):
        monkeypatch.setattr(makers, "ROOM", where)
        makers.spec(panel("law"), "en")
    assert len(made) == 2


def test_a_notebook_theme_does_not_reach_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import altair as alt

    plain = makers.spec(panel("law"), "en")
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    cache.forget()
    with alt.theme.enable("dark"):
        assert makers.spec(panel("law"), "en") == plain


def test_show_names_the_kinds_of_a_panel() -> None:
    shown = picture_.show(makers.chart(panel("strip", "columns"), "en", some("strip", 2)))
    assert repr(shown) == "Chart(strip, columns, 6 rows)"
    assert shown.alt == f"{words.say('chart.strip', 'en')} {words.say('chart.columns', 'en')}"


def test_show_takes_a_figure_with_its_panel() -> None:
    rows = tuple({**each, "label": "@chart.law"} for each in some("bars", 1))
    title, note = Phrase("chart.bars"), Phrase("chart.columns")
    shown = picture_.show(SimpleNamespace(panel=panel("bars"), figure=Figure(rows, title, note)))
    lang = words.current()
    assert repr(shown) == "Chart(bars, 3 rows)"
    assert shown.alt == f"{words.phrase(title, lang)} {words.phrase(note, lang)}"
    assert words.say("chart.law", lang)[:4] in shown.svg and "@" not in shown.svg


def at_width(p: Panel, rows: list[Row], wide: int) -> list[Item]:
    spec = makers.spec(p, "en", rows)
    spec["params"][0]["value"] = wide
    return items(spec)


def test_labels_leave_room_for_bars_and_are_whole() -> None:
    p = panel("bars", width=380, labels=172)
    names = [f"not: mountain without {face}" for face in (1, 2)]
    rows = [row("c0", Fraction(1), label=name, order=order) for order, name in enumerate(names)]
    for wide, least in {380: 160, 324: 80, 240: 48}.items():
        drawn = at_width(p, rows, wide)
        assert min(bar.width for bar in bars(drawn, fill=theme.BAR)) >= least
        ticks = sorted(i.x for i in drawn if i.kind == "text" and str(i.look["text"]).endswith("%") and i.y > 140)
        assert all(b - a > 24 for a, b in pairwise(ticks)), "numbers of the axis never touch"
        before = [i.look for i in drawn if i.kind == "text" and i.look.get("align") == "right"]
        assert [look["text"] for look in before] == names, "as narrow as a table may be, nothing is cut"
        room = 0.6 * wide if wide < 287 else 172
        assert all(0.6 * look["fontSize"] * len(look["text"]) <= room for look in before), "in DejaVu Sans as well"
    narrow = [str(i.look["text"]) for i in at_width(p, rows, 120) if i.look.get("align") == "right"]
    assert all("…" in text for text in narrow) and [text[-1] for text in narrow] == ["1", "2"]


def test_keys_say_what_the_looks_of_a_chart_mean() -> None:
    keys = tuple((look, "chart.law") for look in ("now", "policy", "ghost", "met", "mark"))
    p = panel("law", keys=keys, width=400, height=200)
    mean = row("c0", Fraction(0), x=3, mark="mean", text="3.0")

    def shown(rows: list[Row]) -> int:
        drawn = items(makers.spec(p, "en", rows))
        said = [i for i in drawn if i.kind == "text" and i.look["text"] == words.say("chart.law", "en")]
        assert len(said) == len(keys) and all(a.x < b.x for a, b in pairwise(said))
        return sum(i.look.get("opacity", 1) for i in said)

    assert shown([]) == 0 and shown(some("law")[:3]) == 1 and shown([*some("law"), mean]) == 4


@pytest.mark.parametrize("means", [(10.7, 11.2), (10.7, 9.6), (2.2, 2.4), (11.9, 11.6), (3.0, 9.0)])
def test_two_means_are_both_legible_whatever_the_width(means: tuple[float, float]) -> None:
    marks = [
        row("c0", Fraction(0), x=x, mark="mean", text=f"{x:.1f}", series=series)
        for x, series in zip(means, ("now", "ghost"), strict=True)
    ]
    marks.append({**marks[0], "series": "policy", "x": means[1] + 0.1, "text": "9.9"})
    for wide in (120, 200, 400):
        drawn = at_width(panel("law"), [*some("law"), *marks], wide)
        said = {str(i.look["text"]): i for i in drawn if i.kind == "text" and "." in str(i.look["text"])}
        left, right = sorted(i.x + i.look.get("dx", 0) for text, i in said.items() if text != "9.9")
        assert right - left >= 33 and "9.9" not in said


def test_an_axis_that_grows_ends_where_its_rows_say() -> None:
    rows = [row("c0", 120.0, label="hold", reach=240)]
    short, long = (
        bars(at_width(panel("bars", percent=False, grows=grows), rows, 400), fill=theme.BAR)[0]
        for grows in (False, True)
    )
    assert long.width == pytest.approx(short.width / 2)
