"""Charts as pictures: SVG that needs no network and no kernel, and is the same text on every machine.

    show(chart)   any Altair chart, Vega-Lite spec, law, or figure with its panel, as a picture for a notebook
    svg(spec)     a Vega-Lite spec as SVG, in light colours on white

vl-convert draws, without a browser. It measures text with the fonts it finds; a picture must not depend on those of
the machine, so `svg` names a font that vl-convert carries, and hides the letters that this font lacks.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from toolkit.charts import laws
from toolkit.charts.theme import CARD, THEME, Spec, altair, plain
from toolkit.core.chances import Chances
from toolkit.core.dist import Dist
from toolkit.core.panel import SPOKEN
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

if TYPE_CHECKING:
    from altair import TopLevelMixin

    from toolkit.core.panel import Figure, Panel


STATIC_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""vl-convert carries Liberation Sans, and Arial has the same widths: a picture has the same layout everywhere."""
ELSEWHERE = re.compile("[\u2600-\ufdff\ufe10-\U0010ffff]")
"""Letters that this font lacks: Chinese, stars, emoji."""


class Picture:
    """A chart as a picture: SVG, which a notebook shows without a kernel, one line of text, and `alt` for the blind."""

    def __init__(self, svg: str, summary: str, alt: str) -> None:
        self.svg, self.summary, self.alt = svg, summary, alt

    def __repr__(self) -> str:
        return self.summary

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        data = base64.b64encode(self.svg.encode()).decode()
        look = f'alt="{html.escape(self.alt)}" style="max-width: 100%"'
        return {
            "text/plain": self.summary,
            "text/html": f'<img {look} src="data:image/svg+xml;base64,{data}">',
        }


def show(chart: Any, alt: str = "") -> Picture:
    """An Altair chart, a Vega-Lite spec, a law or chances, or an object with a `panel` and a `figure`, as a picture.

    `alt` says what the picture shows; without it, the chart's description does. It is always a picture and never a
    live chart: it needs no network, no kernel and no second copy of Vega, and is the same in JupyterLab, on paper and
    in a test. Live charts are those beside a table. `BadInput` for anything else.
    """
    if isinstance(chart, Dist | Chances):
        chart = laws.spec(chart)
    elif hasattr(chart, "figure"):
        chart, alt = _figure(chart.panel, chart.figure, alt)
    if not isinstance(chart, dict) and not hasattr(chart, "to_dict"):
        raise BadInput("chart", given=shown(chart), right="toolkit.show(odds.lap().chart())")
    drawn: Spec = chart if isinstance(chart, dict) else _themed(chart)
    kinds = drawn.get("usermeta", {}).get("toolkit", {}).get("kinds") or dict.fromkeys(_marks_in(drawn))
    count = sum(map(len, _rows_in(drawn)))
    summary = f"Chart({', '.join(kinds)}, {count} row{'' if count == 1 else 's'})"
    return Picture(svg(drawn), summary, alt or str(drawn.get("description") or summary))


def _figure(panel: Panel, figure: Figure, alt: str) -> tuple[Spec, str]:
    """The spec of a panel with the rows of a figure, and its title and sentence."""
    from toolkit.charts import makers
    from toolkit.core import words

    lang = words.current()

    rows = [{**row, **{key: words.label(str(row[key]), lang) for key in SPOKEN if key in row}} for row in figure.rows]
    sentence = " ".join(words.phrase(phrase, lang) for phrase in (figure.title, figure.note))
    return makers.spec(panel, lang, rows), alt or sentence


def _themed(chart: TopLevelMixin) -> Spec:
    """The spec of a chart with the theme of `toolkit`."""
    if "toolkit" not in altair.theme.names():
        altair.theme.register("toolkit", enable=False)(lambda: altair.theme.ThemeConfig(config=THEME))
    return plain(chart, "toolkit")


def svg(spec: Spec) -> str:
    """A Vega-Lite spec as SVG in light colours on white: the same text on every machine with this vl-convert.

    ValueError if Vega cannot draw it.
    """
    import vl_convert

    config = {**spec.get("config", {}), "font": STATIC_FONT}
    if config.get("background", "transparent") == "transparent":
        config["background"] = CARD
    text, back = _measurable(json.dumps({**spec, "config": config}, ensure_ascii=False))
    return _renumbered(back(vl_convert.vegalite_to_svg(json.loads(text))))


def _renumbered(found: str) -> str:
    """The picture with its ids counted from 0, since Vega counts on from one picture to the next."""
    ids = {name: f"id{i}" for i, name in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', found)))}
    return re.sub(r'(\bid="|url\(#|href="#)([^")]+)', lambda at: at[1] + ids.get(at[2], at[2]), found)


def _measurable(text: str) -> tuple[str, Callable[[str], str]]:
    """The text without letters that vl-convert's font lacks, and a function that puts them back.

    vl-convert measures such letters with any font of the machine, and the layout depends on that. So each is replaced
    by a dash, which is as wide as a Chinese letter, and variation selectors, which have no width, to say which it is.
    """
    letters = sorted(set(ELSEWHERE.findall(text)))
    digits = next(n for n in range(1, 6) if len(letters) <= 16**n)
    codes = {
        letter: "—" + "".join(chr(0xFE00 + (i >> 4 * digit & 15)) for digit in reversed(range(digits)))
        for i, letter in enumerate(letters)
    }
    letter_of = {code: letter for letter, code in codes.items()}

    def back(found: str) -> str:
        found = re.sub(f"—[\ufe00-\ufe0f]{{{digits}}}", lambda code: letter_of.get(code[0], ""), found)
        return re.sub("—?[\ufe00-\ufe0f]+", "", found)  # a code that a limit of length has cut in two

    return ELSEWHERE.sub(lambda letter: codes[letter[0]], text), back


def _parts(spec: Spec) -> Iterator[Spec]:
    """A spec and all specs inside it."""
    yield spec
    inside = [part for name in ("layer", "hconcat", "vconcat", "concat") for part in spec.get(name, ())]
    for part in [*inside, *([spec["spec"]] if isinstance(spec.get("spec"), dict) else [])]:
        yield from _parts(part)


def _marks_in(spec: Spec) -> Iterator[str]:
    """The marks of a spec, in the plural."""
    for part in _parts(spec):
        if mark := part.get("mark"):
            name = mark["type"] if isinstance(mark, dict) else mark
            yield {"rect": "cells", "circle": "points", "square": "points"}.get(name, f"{name}s")


def _rows_in(spec: Spec) -> Iterator[list[Any]]:
    """The data sets of a spec."""
    yield from spec.get("datasets", {}).values()
    for part in _parts(spec):
        values = (part.get("data") or {}).get("values")
        if isinstance(values, list):
            yield values
