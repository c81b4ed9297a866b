"""Refusals as a table says them: in the language it has when they are shown."""

from __future__ import annotations

from toolkit.core.game import BadInput, Phrase
from toolkit.core.packfaults import PackError


def said(error: BadInput, lang: str) -> Phrase:
    """The words of a refusal. What is wrong with a pack has a catalogue of its own: it is said at once."""
    if isinstance(error, PackError):
        return Phrase.of("lesson.said", text=error.say(lang))
    plain = {name: value if isinstance(value, int | str) else str(value) for name, value in error.args_.items()}
    return Phrase.of(f"error.{error.key}", **plain)
