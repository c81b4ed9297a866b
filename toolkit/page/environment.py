"""The templates: Jinja with autoescape on everywhere, and what templates call."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined, TemplateNotFound
from jinja2.ext import Extension
from markupsafe import Markup

from toolkit.core import registry


class _Games(BaseLoader):
    """`<game>/turn.html.jinja` from the game's folder `board/`, or the plain one where the game has none."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        game, _, file = template.partition("/")
        if not file or game not in registry.names():
            raise TemplateNotFound(template)
        package = registry.kit(game).package
        own = resources.files(package) / "board" / file if package else None
        found = own if own is not None and own.is_file() else resources.files("toolkit.page") / "templates/plain" / file
        if not found.is_file():
            raise TemplateNotFound(template)
        return found.read_text("utf-8"), None, None


class _Layout(Extension):
    """Indentation, and tags over several lines, are for the readers of a template; the page gets neither.

    A line that begins with an attribute goes on with the tag of the line above.
    """

    ATTRIBUTE = re.compile(r"\n[ \t]*(?=[a-z][\w:-]*=\")")
    INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return self.INDENTATION.sub("", self.ATTRIBUTE.sub(" ", source))


@lru_cache(maxsize=1)
def environment() -> Environment:
    """No text of a name, a card or a log line is ever markup."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("toolkit.page", "templates"), _Games()]),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[_Layout],
        trim_blocks=True,
        auto_reload=False,
    )
    made.globals["memo"] = memo
    return made


def render(template: str, **context: Any) -> str:
    """A template, filled in."""
    return environment().get_template(template).render(context)


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


def forget() -> None:
    """Forgets the parts that were kept: for tests."""
    _kept.cache_clear()


def clock_face(seconds: float) -> str:
    """Seconds as m:ss."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


@lru_cache(maxsize=2048)
def inline(text: str) -> Markup:
    """Inline Markdown as HTML; raw HTML in it is shown as text."""
    from markdown_it import MarkdownIt

    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(text))
