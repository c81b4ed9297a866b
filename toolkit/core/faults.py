"""Faults in a file that a teacher wrote, a pack of question cards or tiles of a game, and the error that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from toolkit.core import words
from toolkit.core.words import BadInput, Phrase

SHOWN = 100
"""How many faults are spelled out; `PackError.faults` has all of them."""


class Fault(msgspec.Struct, frozen=True):
    """Something that is wrong, or worth a look, and its place.

    `key` is the key of its text in the catalogue that `home` names. `line` counts the lines of the file from 1; 0: the
    whole file. `row` and `letter` are the row and the column as a spreadsheet program names them. `column` is the name
    of a column, or the number of the character at which JSON cannot be read any further.
    """

    key: str
    line: int = 0
    column: str = ""
    letter: str = ""
    row: int = 0
    args: tuple[tuple[str, Any], ...] = ()

    home: ClassVar[str] = ""
    """Where the text is: "" in the common catalogue, "cloud_mountain." in that game's."""

    @classmethod
    def of(cls, key: str, **args: Any) -> Fault:
        """A fault that concerns the whole file."""
        return cls(key, args=tuple(args.items()))

    def say(self, lang: str) -> str:
        """The fault with its place, as one line."""
        args = words.told(dict(self.args))
        if "reason" in args:
            args["reason"] = words.say(f"reason.{args['reason']}", lang)
        if "kind" in args:
            kind = args["kind"]
            args |= {"right": words.say(f"example.{kind}", lang), "kind": words.say(f"kind.{kind}", lang)}
        text = words.say(f"{self.home}{self.key}", lang, **args)
        return words.say("place.fault", lang, place=self._place(lang), text=text) if self.line else text

    def _place(self, lang: str) -> str:
        two = self.row and self.row != self.line
        line = words.say("place.line_row" if two else "place.line", lang, line=self.line, row=self.row)
        if not self.column:
            return line
        if self.letter:
            form = "letter" if self.column == self.letter else "column"
        else:
            form = "character" if self.column.isdigit() else "field"
        return words.say(f"place.{form}", lang, line=line, column=self.column, letter=self.letter)


class PackError(BadInput):
    """A pack that cannot be used. `faults` has every one of them; the text lists them in the reader's language."""

    head: ClassVar[str] = "head.faults"
    """The catalogue key of the line above several faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("pack")
        self.faults = tuple(faults)

    def say(self, lang: str | None = None) -> str:
        language = words.known_lang(lang) if lang else self.lang or words.current()
        lines = [fault.say(language) for fault in self.faults[:SHOWN]]
        if len(lines) == 1 and not self.faults[0].line:
            return lines[0]
        if len(self.faults) > SHOWN:
            lines.append(words.say("head.more", language, n=len(self.faults) - SHOWN))
        return "\n".join([words.say(self.head, language, n=len(self.faults)), *lines])

    def phrase(self, lang: str | None = None) -> Phrase:
        """All faults in one text, in this language: a list of them fits no single key."""
        return Phrase.of("lesson.said", text=self.say(lang))

    def __reduce__(self) -> tuple[Any, ...]:
        return _pack_error, (type(self), self.faults, self.lang)


def _pack_error(kind: type[PackError], faults: Sequence[Fault], lang: str) -> PackError:
    error = kind(faults)
    error.lang = lang
    return error
