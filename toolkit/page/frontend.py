"""The scripts and the style sheet of the page, each as one text.

There is no build step: our modules are put one after the other, each as a function that is called at once, and Vega
comes from vl-convert. Hot reload for whoever edits them is in `page/reload.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from importlib.metadata import version
from importlib.resources.abc import Traversable

from toolkit.core import cache, registry
from toolkit.core.kit import Kit

STATIC = resources.files("toolkit.page") / "static"
ENTRY = "table.js"
VEGA = "vega.js"

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w.-]+)";[ \t]*$', re.MULTILINE)
EXPORT = re.compile(r"^export\s+(?=(?:const|let|class|function|async\s+function)\s+([\w$]+))", re.MULTILINE)
DEFAULT = re.compile(r"^export\s+default\b", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


@lru_cache(maxsize=1)
def front_end() -> str:
    """Our files and Vega as one ES module. It fetches nothing, and leaves nothing on `window`."""
    files = _in_order(STATIC, ENTRY)
    modules = [_as_function(name, text) + (_vega_loader() if name == VEGA else "") for name, text in files.items()]
    return "\n".join([*modules, f"export default {_variable(ENTRY)}.default;\n"])


def css() -> str:
    """The style sheet of the page, with those of all games."""
    return _css(registry.names())


@lru_cache(maxsize=8)
def _css(games: tuple[str, ...]) -> str:
    page = (
        *("tokens.css", "style.css", "hosts.css", "column.css", "plain.css"),
        *("lesson.css", "quiz.css", "frame.css", "moment.css"),
    )
    return _joined([*(STATIC / name for name in page), *_sheets_of_games()])


def picture_css(kit: Kit | None = None) -> str:
    """The style sheet of a static picture: without the page around the board, and with one game's sheet at most."""
    return _joined([STATIC / "tokens.css", STATIC / "picture.css", *(_sheet_of(kit) if kit else ())])


def print_css(kit: Kit | None = None) -> str:
    """The style sheet of sheets to print, with what one game has of its own at most."""
    own = resources.files(kit.package) / "board" / "print.css" if kit and kit.package else None
    return "\n".join([picture_css(kit), _joined([STATIC / "print.css", *([own] if own and own.is_file() else [])])])


def _joined(sheets: Iterable[Traversable]) -> str:
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets)


def _sheets_of_games() -> list[Traversable]:
    return [sheet for kit in registry.kits() for sheet in _sheet_of(kit)]


def _sheet_of(kit: Kit) -> list[Traversable]:
    """The style sheet of a game, if it has one."""
    sheet = resources.files(kit.package) / "board" / "board.css" if kit.package else None
    return [sheet] if sheet is not None and sheet.is_file() else []


def files() -> list[Traversable]:
    """The files that `front_end` and `css` are made from."""
    own = (file for file in STATIC.iterdir() if file.name.endswith((".js", ".css")))
    return [*own, *_sheets_of_games()]


def forget() -> None:
    """Has the files read anew the next time."""
    front_end.cache_clear()
    _css.cache_clear()


def _in_order(folder: Traversable, entry: str) -> dict[str, str]:
    """The text of each file that `entry` needs, after those that it imports, and its own last.

    `ValueError` if files import each other in a circle.
    """
    texts: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{' → '.join((*above, name))}: these files import each other in a circle")
        if name not in texts:
            text = (folder / name).read_text("utf-8")
            for _, other in IMPORT.findall(text):
                visit(other, (*above, name))
            texts[name] = text

    visit(entry, ())
    return texts


def _as_function(name: str, text: str) -> str:
    """A file as a function that is called at once. `ValueError` if it imports or exports in another form than ours."""
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
    return cache.cached_text("vega", "found", _bundle, version=release, recipe="")


def _bundle() -> str:
    import vl_convert

    return str(vl_convert.javascript_bundle("found(vegaEmbed);"))
