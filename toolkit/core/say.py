"""The words of one game and of the table, in one language: what boards and templates say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.core import words
from toolkit.core.words import Phrase


class Say:
    """`t` says words of the game, `w` words of the table. `names`: the names of the seats."""

    def __init__(self, game: str, lang: str, names: Sequence[str] = ()) -> None:
        self.game, self.lang, self.names = game, lang, tuple(names)

    def t(self, key: str, **args: Any) -> str:
        """A text of the game."""
        return words.say(f"{self.game}.{key}", self.lang, self.names, **args)

    def w(self, key: str, **args: Any) -> str:
        """A text of the table."""
        return words.say(key, self.lang, self.names, **args)

    def phrase(self, phrase: Phrase) -> str:
        return words.phrase(phrase, self.lang, self.names)

    def label(self, text: str) -> str:
        """The label of a row: words that begin with "@" are keys."""
        return words.label(text, self.lang, self.names)
