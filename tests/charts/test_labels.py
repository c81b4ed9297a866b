"""The rules of labels: each alone, as Vega computes it, and all together against the same rules in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from toolkit.charts import labels
from toolkit.charts.sizes import Place, places
from toolkit.core.panel import SERIES, Chart, Panel, Row

WIDTH = 40.0 * 13
"""Pixels of the plot in these tests: 40 for each of the numbers 0 … 12."""
LEFT, RIGHT = 38, 6


def place(kind: str = "law", *, top: float = 0.5, width: float = WIDTH, **more: Any) -> Place:
    """A chart over 0 … 12, 100 pixels high, `width` pixels wide, whose axis ends at `top`; 0: at the highest bar."""
    chart = Chart(
        "c", kind, (0.0, 12.0), (0.0, top) if top else (), width=round(width) + LEFT + RIGHT, height=152, **more
    )  # type: ignore[arg-type]
    return places(Panel("p", (chart,), lambda *given: pytest.fail("no rows are asked for")), "en")[1][0]


def vega(place: Place, rows: Sequence[Row], transforms: Sequence[dict[str, Any]], out: str) -> list[str]:
    """What an expression is for each row that the transforms leave, in the order of the rows."""
    import vl_convert

    most = max((row.get("most", row.get("p", 0)) for row in rows), default=0)
    numbered = [
        {"said": "", "last_said": "", "next_said": "", "most": most, **row, "no": i} for i, row in enumerate(rows)
    ]
    spec = {
        "data": {"values": numbered},
        "params": [{"name": "wide", "value": place.chart.width}, {"name": "reach", "value": 0}],
        "transform": [*transforms, {"calculate": f"datum.no + ' ' + ({out})", "as": "out"}],
        "mark": "text",
        "encoding": {"text": {"field": "out"}},
    }

    def walk(item: Any) -> list[str]:
        inside = [text for each in item.get("items", ()) for text in walk(each)]
        return inside if "text" not in item else [str(item["text"]), *inside]

    found = walk(vl_convert.vegalite_to_scenegraph(spec)["scenegraph"])
    pairs = [text.split(" ", 1) for text in found]
    return [value for _, value in sorted(pairs, key=lambda pair: int(pair[0]))]


def ask(place: Place, rule: str, **datum: Any) -> str:
    """What a rule gives for one row."""
    return vega(place, [datum], [], rule)[0]


@pytest.mark.parametrize(
    ("mine", "other", "left", "right"),
    [
        ((3, 0.20), (3.4, 0.22), "true", "true"),  # 16 pixels apart, the other 4 higher
        ((3, 0.22), (3.4, 0.20), "false", "false"),  # this one is the taller
        ((3, 0.20), (3.4, 0.20), "true", "false"),  # as high: the left one keeps its label
        ((3, 0.20), (3.5, 0.22), "false", "false"),  # 20 pixels apart
        ((3, 0.10), (3.4, 0.17), "false", "false"),  # 14 pixels above
        ((3, 0.20), (None, None), "false", "false"),  # no neighbour
    ],
)
def test_overlaps_taller(mine: Any, other: Any, left: str, right: str) -> None:
    for side, answer in (("last", left), ("next", right)):
        datum = {"x": mine[0], "p": mine[1], f"{side}_x": other[0], f"{side}_p": other[1]}
        assert ask(place(), labels.overlaps_taller(place(), side), **datum) == answer


def test_overlaps_taller_counts_from_the_highest_bar_where_the_axis_does() -> None:
    free = place(top=0)
    datum = {"x": 3, "p": 0.01, "next_x": 3.4, "next_p": 0.02}
    rule = labels.overlaps_taller(free, "next")
    assert ask(free, rule, **datum, most=0.5) == "true"
    assert ask(free, rule, **datum, most=0.02) == "false", "half the height of the plot apart"
    assert ask(place(), labels.overlaps_taller(place(), "next"), **datum, most=1) == "true"


def test_long_labels_need_more_room() -> None:
    """ "45%" and "50%" do not touch, in a wide font either."""
    datum = {"x": 3, "p": 0.2, "next_x": 3.6, "next_p": 0.22}
    rule = labels.overlaps_taller(place(), "next")
    assert ask(place(), rule, **datum) == "false", "24 pixels are enough for two short ones"
    assert ask(place(), rule, **datum, said="45%", next_said="50%") == "true"


def test_a_label_leans_inwards_at_both_ends() -> None:
    narrow = place(width=130)  # a number takes 10 pixels
    rule = labels.align_at_ends(narrow)
    assert [ask(narrow, rule, x=x) for x in (0, 1, 6, 11, 12)] == ["left", "center", "center", "center", "right"]


def test_a_box_stays_inside_the_plot() -> None:
    narrow = place(width=130)
    moved = [float(ask(narrow, labels.keep_inside(narrow), x=x)) for x in (0, 1, 6, 12)]
    assert moved == [4, 0, 0, 0], "the box of 0 begins with the plot"


@pytest.mark.parametrize(
    ("series", "now", "ghost", "answer"),
    [
        ("policy", 6.9, 9, "true"),
        ("policy", 2, 7.6, "true"),
        ("policy", 2, 9, "false"),
        ("policy", 6.9, None, "false"),  # there is room for two
        ("ghost", 6.9, 7.6, "false"),
        ("now", 6.9, 7.6, "false"),
    ],
)
def test_squeezed_between(series: str, now: Any, ghost: Any, answer: str) -> None:
    rule = labels.squeezed_between(place())
    assert ask(place(), rule, x=7.3, mark_series=series, now_x=now, ghost_x=ghost) == answer


def test_repeats_present() -> None:
    rule = labels.repeats_present()
    assert ask(place(), rule, x=7.1, mark_series="ghost", now_x=7.1) == "true"
    assert ask(place(), rule, x=7.1, mark_series="ghost", now_x=7.2) == "false"
    assert ask(place(), rule, x=7.1, mark_series="now", now_x=7.1) == "false"


@pytest.mark.parametrize(
    ("mine", "partner", "middle"),
    [
        (6, None, 260),  # over its line
        (6, 7, 260),  # 40 pixels apart
        (6, 6.5, 270 - 18),  # the two meet halfway
        (6.5, 6, 270 + 18),
        (6, 6, 260),
        (0, None, 20),
        (-0.4, None, 18),  # the text ends with the plot
        (0, 0.1, 36 - 18),
        (0.1, 0, 36 + 18),
        (12, 12.1, 520 - 36 - 18),
    ],
)
def test_text_middle(mine: float, partner: Any, middle: float) -> None:
    rule = labels.text_middle(place())
    assert float(ask(place(), rule, x=mine, partner_x=partner, series="now")) == pytest.approx(middle)


def test_a_piece_says_what_it_has_room_for() -> None:
    rule = labels.text_inside("200")
    said = {"text": "cloud 50%", "short": "50%"}
    assert ask(place(), rule, start=0.0, end=0.5, **said) == "cloud 50%"  # 100 pixels for nine letters
    assert ask(place(), rule, start=0.0, end=0.2, **said) == "50%"  # 40
    assert ask(place(), rule, start=0.2, end=0.3, **said) == ""
    assert ask(place(), rule, start=0.2, end=0.3, text="tie") == ""


def test_letters_are_counted_in_latin_widths() -> None:
    rule = labels.count_letters("datum.label")
    assert [ask(place(), rule, label=text) for text in ("no. 12", "云 12", "", "＜山")] == ["6", "5", "0", "4"]


@pytest.mark.parametrize(
    ("step", "longest", "size"), [(20, 6, 12), (20, 10, 10), (12, 2, 10.8), (20, 100, 8), (4, 2, 8)]
)
def test_letters_before_bars_are_as_large_as_the_longest_label_and_the_bars_allow(
    step: float, longest: int, size: float
) -> None:
    bars = place("bars", labels=68)  # 60 pixels for letters
    assert float(ask(bars, labels.label_size(bars), step=step, longest=longest)) == pytest.approx(size)


@pytest.mark.parametrize(
    ("label", "cut"),
    [("roll again", "roll again"), ("mountain without 1", "mount…ut 1"), ("无山面一二三四", "无山…三四")],
)
def test_cut_label_keeps_both_ends(label: str, cut: str) -> None:
    bars = place("bars", labels=58)  # 50 pixels: ten of the smallest letters
    letters = int(ask(bars, labels.count_letters("datum.label"), label=label))
    assert ask(bars, labels.cut_label(bars), label=label, letters=letters) == cut


# The same rules once more, for whole data sets.


def drawn_labels(rows: list[Row], unit: float, top: float) -> list[str]:
    """The labels of bars that may be drawn; the highest present bar is named where no row has a text."""
    bars = [row for row in rows if row["series"] != "policy" and "mark" not in row]
    if any("text" in row for row in bars):
        named = [(row, row["text"]) for row in bars if "text" in row]
    else:
        present = [row for row in bars if row["series"] == "now" and row["p"] > 0]
        named = [(row, str(row["x"])) for row in sorted(present, key=lambda row: (-row["p"], row["x"]))[:1]]
    named.sort(key=lambda pair: (pair[0]["x"], pair[0]["series"] != "now"))
    said = {id(row): text for row, text in named}

    def hides(other: Row, row: Row, before: bool) -> bool:
        wide = max(20, 4.2 * (len(said[id(other)]) + len(said[id(row)])) + 2)
        touching = (other["x"] - row["x"]) ** 2 * unit**2 < wide**2 and abs(other["p"] - row["p"]) * 100 / top < 13
        return touching and (other["p"] > row["p"] or (before and other["p"] == row["p"]))

    return [
        text
        for i, (row, text) in enumerate(named)
        if not (i and hides(named[i - 1][0], row, True))
        and not (i + 1 < len(named) and hides(named[i + 1][0], row, False))
    ]


def drawn_marks(rows: list[Row], unit: float, width: float) -> dict[str, float]:
    """The series of the marks whose text may be drawn, and the middle of each."""
    marks = {row["series"]: row["x"] for row in rows if "mark" in row}

    def near(a: float, b: float | None) -> bool:
        return b is not None and abs(a - b) * unit < 36

    def inside(middle: float, margin: float) -> float:
        return min(max(middle, margin), max(margin, width - margin))

    kept = {}
    for series, x in marks.items():
        now, ghost = marks.get("now"), marks.get("ghost")
        partner = (ghost if ghost is not None else marks.get("policy")) if series == "now" else now
        squeezed = series == "policy" and ghost is not None and (near(x, ghost) or near(x, now))
        if squeezed or (series != "now" and x == now):
            continue
        middle = inside((x + 0.5) * unit, 18)
        if partner is not None and near(x, partner) and x != partner:
            middle = inside(((x + partner) / 2 + 0.5) * unit, 36) + (-18 if x < partner else 18)
        kept[series] = middle
    return kept


def some(random: Random, texts: float) -> list[Row]:
    """Bars at some of 0 … 12 and marks, of some series."""
    rows: list[Row] = []
    for series in SERIES:
        for x in random.sample(range(13), random.randint(0, 13)):
            row = {"series": series, "x": x, "p": random.randint(0, 10) / 20}
            rows.append(row | ({"text": f"t{x}"} if random.random() < texts else {}))
        if random.random() < 0.8:
            x = round(random.triangular(0, 12), 1)
            rows.append({"series": series, "x": x, "p": 0, "mark": "mean", "text": f"{x:.1f}"})
    return rows


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("width", [60.0, 130.0, WIDTH])
def test_labels_of_bars_are_those_of_the_plain_rules(seed: int, width: float) -> None:
    room, rows = place(width=width), some(Random(seed), texts=seed % 3 / 3)
    highest = "!datum.texts && datum.rank === 1 && datum.series === 'now' && datum.p > 0 ? '' + datum.x : ''"
    drawn = vega(room, rows, labels.upright_labels(room, highest), "datum.said")
    assert sorted(drawn) == sorted(drawn_labels(rows, width / 13, 0.5))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("width", [60.0, 130.0, WIDTH])
def test_texts_of_marks_are_those_of_the_plain_rules(seed: int, width: float) -> None:
    room, rows = place(width=width), some(Random(seed), texts=0.1)
    drawn = vega(room, rows, labels.mark_labels(room), "datum.series + ' ' + datum.middle")
    middles = {series: float(middle) for series, middle in (text.split() for text in drawn)}
    assert middles == pytest.approx(drawn_marks(rows, width / 13, width))
