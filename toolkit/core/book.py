"""TODO: toolkit.core.book."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import msgspec


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph of a rulebook. `origin`: "source" (the rule text), "ruling" (ours), "" a heading or help."""

    id: str
    text: str
    origin: str
    level: int = 0


_TAIL = re.compile(r"\s*\{#([\w.-]+)(?:\s+\.(source|ruling))?\}\s*$")


@cache
def book(game: str, lang: str) -> tuple[Paragraph, ...]:
    """A rulebook: Markdown blocks, each closed by `{#id .source}` or `{#id .ruling}`; headings by `{#id}`."""
    path = resources.files("toolkit") / "games" / game / "book" / f"{lang}.md"
    return tuple(_paragraph(block) for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip()))


def _paragraph(block: str) -> Paragraph:
    found = _TAIL.search(block)
    if not found:
        raise ValueError(f"a paragraph of a rulebook has no id: {block[:60]!r}")
    text = block[: found.start()]
    level = len(text) - len(text.lstrip("#"))
    return Paragraph(found[1], text.lstrip("# ") if level else text, found[2] or "", level)


def rule(game: str, id: str, lang: str) -> Paragraph:
    """The paragraph `id`. `KeyError` where the rulebook has none."""
    for paragraph in book(game, lang):
        if paragraph.id == id:
            return paragraph
    raise KeyError(id)
