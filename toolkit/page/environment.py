"""TODO: toolkit.page.environment."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from toolkit.core import words


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Jinja with autoescape on everywhere: no text of a name, a card or a log line is ever markup."""
    from toolkit.games import NAMES

    loader = ChoiceLoader(
        [
            PackageLoader("toolkit.page", "templates"),
            PrefixLoader({name: PackageLoader(f"toolkit.games.{name}", "board") for name in NAMES}),
        ]
    )
    found = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    found.globals["memo"] = memo
    return found


@lru_cache(maxsize=4096)
def _kept(key: tuple[Any, ...]) -> list[Markup]:
    return []


def memo(*key: Any, caller: Callable[[], Markup]) -> Markup:
    """A part of a template that is drawn once for each key: `{% call memo("row", lang, labels) %}…{% endcall %}`.

    The key names all that the part depends on; it must be hashable.
    """
    kept = _kept(key)
    if not kept:
        kept.append(caller())
    return kept[0]


class Words:
    """Words of one game and of the table, in one language, with the names of the seats."""

    def __init__(self, game: str, lang: str, names: tuple[str, ...]) -> None:
        self.game, self.lang, self.names = game, lang, names

    def t(self, key: str, **args: Any) -> str:
        """A text of the game."""
        return words.say(f"{self.game}.{key}", self.lang, self.names, **args)

    def w(self, key: str, **args: Any) -> str:
        """A text of the table."""
        return words.say(key, self.lang, self.names, **args)


def face(seconds: float) -> str:
    """Seconds as m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


@lru_cache(maxsize=2048)
def inline(text: str) -> Markup:
    """Inline Markdown as HTML; raw HTML in it is shown as text."""
    from markdown_it import MarkdownIt

    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(text))
