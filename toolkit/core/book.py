"""The rulebooks: Markdown files whose every paragraph has an id, the same in both languages.

>>> rule("math_storm", "storm.enter", "en").origin
'source'
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from toolkit.core import words


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of a rulebook. `origin`: "source" (of the printed rules), "ruling" (ours), "" (a heading or help).

    `level`: of a heading, from 1; 0 for any other paragraph.
    """

    id: str
    text: str
    origin: str
    level: int = 0


_TAIL = re.compile(r"\s*\{#([\w.-]+)(?:\s+\.(source|ruling))?\}\s*$")


def book(game: str, lang: str) -> tuple[Paragraph, ...]:
    """The rulebook of a game, paragraph by paragraph; `()` if it has none. `BadInput` for an unknown language.

    Each block of the file ends with `{#id .source}` or `{#id .ruling}`, a heading with `{#id}`.
    """
    folder, name = words.home(game), f"{words.known_lang(lang)}.md"
    if folder is None or not (folder / "book" / name).is_file():
        return ()
    return _paragraphs((folder / "book" / name).read_text("utf-8"))


@lru_cache(maxsize=16)
def _paragraphs(text: str) -> tuple[Paragraph, ...]:
    return tuple(_paragraph(block) for block in re.split(r"\n\s*\n", text.strip()))


def _paragraph(block: str) -> Paragraph:
    tail = _TAIL.search(block)
    if not tail:
        raise ValueError(f"a paragraph of a rulebook has no id: {block[:60]!r}")
    text = block[: tail.start()]
    level = len(text) - len(text.lstrip("#"))
    return Paragraph(tail[1], text.lstrip("# ") if level else text, tail[2] or "", level)


def rule(game: str, id: str, lang: str) -> Paragraph:
    """The paragraph `id`. `KeyError` if the rulebook has no such paragraph."""
    for paragraph in book(game, lang):
        if paragraph.id == id:
            return paragraph
    raise KeyError(id)
