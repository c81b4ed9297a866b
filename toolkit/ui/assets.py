"""What is seen: the page's one module and its style sheet, the theme of charts, and charts as pictures.

    front_end()   our files and Vega as one ES module, for a widget's `_esm`
    css()         tokens and style; `css(picture=True)` is what a static picture needs of them
    show(chart)   any Altair chart as a picture that needs no network and no kernel
    warm()        makes and keeps whatever the first table would otherwise wait for

There is no build step. Each file in `static/` becomes a function that answers its exports, in the order in
which the files import each other, so that names in two files never meet. Vega comes out of vl-convert, which
needs neither a network nor Node; that takes seconds, so that the result is kept on disk.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module, resources
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from toolkit.core import cache
from toolkit.core.game import BadInput

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from altair import TopLevelMixin

    from toolkit.core.panel import Figure, Panel


class _Altair:
    """Altair, imported when it is first used: that costs seconds, and a kept spec needs none of it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module("altair"), name)


altair: Any = _Altair()

Spec = dict[str, Any]

STATIC = resources.files("toolkit.ui") / "static"
ENTRY = "table.js"
VEGA = "vega.js"
GAMES = ("cloud_mountain.css",)
"""Style sheets of one game each: its pieces and its board, for the page and for a static picture."""

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w.-]+)";[ \t]*$', re.MULTILINE)
EXPORT = re.compile(r"^export\s+(?=(?:const|let|class|function|async\s+function)\s+([\w$]+))", re.MULTILINE)
DEFAULT = re.compile(r"^export\s+default\b", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)

# The light tokens. A living chart has no other colours, since style.css answers each of these with its token.
INK, INK_2, INK_3, GHOST = "#18212c", "#46525f", "#626e7b", "#18212d"
BAR, PALE, GRID, AXIS, TRACK = "#5b6b7c", "#c3c9ce", "#e6e8ea", "#7d8894", "#ebece8"
CARD, ON_SEAT, ON_MOUNTAIN = "#ffffff", "#fffffe", "#fffefe"

TONES = {
    "now": (BAR, BAR, CARD),
    "pale": (PALE, PALE, INK),
    "win": (BAR, BAR, CARD),
    "tie": (PALE, PALE, INK),
    "lose": (CARD, AXIS, INK),
    "met": ("#0f7048", "#0f7048", CARD),
    "failed": (CARD, "#b3261e", INK),
    "a": ("#0068a8", "#0068a8", ON_SEAT),
    "b": ("#bd4b00", "#bd4b00", ON_SEAT),
    "c": ("#00755a", "#00755a", ON_SEAT),
    "d": ("#96407f", "#96407f", ON_SEAT),
    "e": ("#6a6000", "#6a6000", ON_SEAT),
    "bank": (TRACK, AXIS, INK),
    "cloud": ("#b9dcee", "#1c6389", INK),
    "mountain": ("#6b5138", "#6b5138", ON_MOUNTAIN),
    "chaos": ("#5d5a78", "#5d5a78", ON_SEAT),
}
"""Fill, outline and lettering of a bar that stands for something: a result, a seat, or a plate."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif'
STATIC_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""vl-convert carries Liberation Sans, and Arial has its widths: a picture is laid out alike everywhere."""

_WORDS = {"labelFontSize": 12, "titleFontSize": 12, "labelColor": INK_2, "titleColor": INK_2}
_LINES = {"gridColor": GRID, "domainColor": AXIS, "tickColor": AXIS, "tickSize": 4, "labelPadding": 4}
THEME: Spec = {
    "font": FONT,
    "background": "transparent",
    "padding": 2,
    "view": {"stroke": None},
    "axis": {**_WORDS, **_LINES, "titleFontWeight": "normal", "aria": False},
    "legend": {**_WORDS, "titleFontWeight": "normal"},
    "title": {"fontSize": 13, "color": INK, "anchor": "start"},
    "mark": {"aria": False},
    "text": {"fontSize": 12, "color": INK_2},
    "bar": {"color": BAR},
    "rect": {"color": BAR},
    "line": {"color": BAR, "strokeWidth": 2.5},
    "point": {"color": BAR, "filled": True, "opacity": 1, "size": 34},
    "rule": {"color": INK},
    "range": {"category": [BAR, PALE, INK, AXIS], "ramp": ["#eef0f2", BAR], "heatmap": ["#eef0f2", BAR]},
}

# Letters that vl-convert's own font has not: Chinese, stars, emoji.
ELSEWHERE = re.compile("[\u2600-\ufdff\ufe10-\U0010ffff]")


@lru_cache(maxsize=1)
def front_end() -> str:
    """Our files and Vega as one ES module. It fetches nothing, and leaves nothing on `window`."""
    files = _in_order(STATIC, ENTRY)
    modules = [_as_function(name, text) + (_vega_loader() if name == VEGA else "") for name, text in files.items()]
    return "\n".join([*modules, f"export default {_variable(ENTRY)}.default;\n"])


@lru_cache(maxsize=2)
def css(picture: bool = False) -> str:
    """The style sheet; for a static picture the part without the page around the board."""
    page = ("style.css", "column.css", "lesson.css", "quiz.css")
    names = ("tokens.css", *(("picture.css",) if picture else page), *GAMES)
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def warm() -> None:
    """Makes and keeps the Vega bundle, the specs of all panels in all languages, and what panels solve."""
    from toolkit import games
    from toolkit.core import words
    from toolkit.ui import charts, report

    front_end()
    for lang in words.LANGS:
        report.warm(lang)
    for name in games.NAMES:
        game = games.load(name)
        for panel in import_module(f"{game.__name__}.panels").PANELS:
            for lang in words.LANGS:
                charts.spec(panel, lang)
            first = game.start(game.SEATS[0])
            if panel.ready is not None and not panel.ready(first):
                panel.rows(first, 0)


def _in_order(folder: Traversable, entry: str) -> dict[str, str]:
    """The files that `entry` needs, each after those that it imports, and itself last."""
    found: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{' → '.join((*above, name))}: these files import each other in a circle")
        if name not in found:
            text = (folder / name).read_text("utf-8")
            for _, other in IMPORT.findall(text):
                visit(other, (*above, name))
            found[name] = text

    visit(entry, ())
    return found


def _as_function(name: str, text: str) -> str:
    """A file as a function called at once. `ValueError` for an import or export of a form not known here."""
    exports = EXPORT.findall(text)
    text = IMPORT.sub(lambda line: f"const {{{line[1].replace(' as ', ': ')}}} = {_variable(line[2])};", text)
    text, defaults = DEFAULT.subn("const standard =", EXPORT.sub("", text))
    if strange := UNKNOWN.search(text):
        raise ValueError(f"{name}: {strange[0]!r} cannot be put into one module")
    answer = ", ".join([*exports, *(["default: standard"] if defaults else [])])
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {answer} }};\n}})();\n"


def _variable(name: str) -> str:
    return "file_" + re.sub(r"\W", "_", name)


def _vega_loader() -> str:
    """Vega as the body of a function, which a page parses when it shows its first chart."""
    kit = f"{_variable(VEGA)}.vegaKit"
    return f"{kit}.load = () => {{\nconst found = (embed) => {{ {kit}.embed = embed; }};\n{vega()}\n}};\n"


def vega() -> str:
    """Vega, Vega-Lite and Vega-Embed as a script that calls `found(vegaEmbed)`."""
    release = version("vl-convert-python")
    return cache.cached_text("vega", "found", _bundle, version=release)


def _bundle() -> str:
    import vl_convert

    return str(vl_convert.javascript_bundle("found(vegaEmbed);"))


class Picture:
    """A chart as a picture: SVG for a notebook that is read without a kernel, and one line of text."""

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
    """An Altair chart, a Vega-Lite spec, or what has a `panel` and a `figure`, as a picture.

    `alt` says what it shows, or else its description. Always a picture and never a live chart: that needs no
    network, no kernel and no second copy of Vega, and is the same in JupyterLab, on paper and in a test. A chart
    that has to live stands beside a table.
    """
    if hasattr(chart, "figure"):
        chart, alt = _figure(chart.panel, chart.figure, alt)
    if not isinstance(chart, dict) and not hasattr(chart, "to_dict"):
        raise BadInput("chart", given=repr(chart)[:60], right="toolkit.show(odds.lap().chart())")
    drawn: Spec = chart if isinstance(chart, dict) else _themed(chart)
    kinds = drawn.get("usermeta", {}).get("toolkit", {}).get("kinds") or dict.fromkeys(_marks_in(drawn))
    count = sum(map(len, _rows_in(drawn)))
    summary = f"Chart({', '.join(kinds)}, {count} row{'' if count == 1 else 's'})"
    return Picture(svg(drawn), summary, alt or str(drawn.get("description") or summary))


def _figure(panel: Panel, figure: Figure, alt: str) -> tuple[Spec, str]:
    """The spec of a panel with the rows of a figure, and its title and sentence."""
    from toolkit.core import words
    from toolkit.ui import charts

    lang = words.current()

    rows = [
        {**row, **{key: words.say_label(str(row[key]), lang) for key in ("label", "name") if key in row}}
        for row in figure.rows
    ]
    sentence = " ".join(words.say_phrase(phrase, lang) for phrase in (figure.title, figure.note))
    return charts.spec(panel, lang, rows), alt or sentence


def plain(chart: TopLevelMixin, theme: str = "none") -> Spec:
    """The spec of a chart with this theme, whichever one a notebook has switched on."""
    with altair.theme.enable(theme):
        found: Spec = chart.to_dict()
    return found


def _themed(chart: TopLevelMixin) -> Spec:
    if "toolkit" not in altair.theme.names():
        altair.theme.register("toolkit", enable=False)(lambda: altair.theme.ThemeConfig(config=THEME))
    return plain(chart, "toolkit")


def svg(spec: Spec) -> str:
    """A Vega-Lite spec in light colours on white: the same text on every machine that has this vl-convert."""
    import vl_convert

    config = {**spec.get("config", {}), "font": STATIC_FONT}
    if config.get("background", "transparent") == "transparent":
        config["background"] = CARD
    text, back = _measurable(json.dumps({**spec, "config": config}, ensure_ascii=False))
    return _renumbered(back(vl_convert.vegalite_to_svg(json.loads(text))))


def _renumbered(found: str) -> str:
    """The ids counted from 0: Vega counts on from one picture to the next."""
    ids = {name: f"id{i}" for i, name in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]+)"', found)))}
    return re.sub(r'(\bid="|url\(#|href="#)([^")]+)', lambda at: at[1] + ids.get(at[2], at[2]), found)


def _measurable(text: str) -> tuple[str, Callable[[str], str]]:
    """The text without letters that its own font has not, and the function that brings them back.

    vl-convert measures such letters with whatever font the machine has, and the layout hangs on that. So a
    dash, as wide as a Chinese letter, stands for each; variation selectors, of no width, say for which.
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
        return re.sub("—?[\ufe00-\ufe0f]+", "", found)  # what a limit of length has cut in two

    return ELSEWHERE.sub(lambda letter: codes[letter[0]], text), back


def _parts(spec: Spec) -> Iterator[Spec]:
    """A spec and all specs inside it."""
    yield spec
    inside = [part for name in ("layer", "hconcat", "vconcat", "concat") for part in spec.get(name, ())]
    for part in [*inside, *([spec["spec"]] if isinstance(spec.get("spec"), dict) else [])]:
        yield from _parts(part)


def _marks_in(spec: Spec) -> Iterator[str]:
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
