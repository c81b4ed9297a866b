"""What is wrong with a pack of question cards, and where: the faults, the error that carries them, their words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, ClassVar

import msgspec

from toolkit.core import words
from toolkit.core.words import BadInput, Phrase

SHOWN = 100
"""So many faults are spelled out; `PackError.faults` has them all."""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, or worth a look, and where.

    `line` counts the lines of the file from 1, 0: the whole pack. `row` and `letter` are what a spreadsheet
    program calls the place. `column` is a name of `COLUMNS`, or the place in the line where JSON breaks off.
    """

    key: str
    line: int = 0
    column: str = ""
    letter: str = ""
    row: int = 0
    args: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, key: str, **args: Any) -> Fault:
        """One that concerns the whole pack."""
        return cls(key, args=tuple(args.items()))

    def say(self, lang: str) -> str:
        args = dict(self.args)
        if "reason" in args:
            args["reason"] = words.say(f"reason.{args['reason']}", lang)
        if "kind" in args:
            args |= {"right": told(f"example.{args['kind']}", lang), "kind": told(f"kind.{args['kind']}", lang)}
        text = told(self.key, lang, **args)
        return told("place.fault", lang, place=self._place(lang), text=text) if self.line else text

    def _place(self, lang: str) -> str:
        two = self.row and self.row != self.line
        line = told("place.line_row" if two else "place.line", lang, line=self.line, row=self.row)
        if not self.column:
            return line
        if self.letter:
            form = "letter" if self.column == self.letter else "column"
        else:
            form = "character" if self.column.isdigit() else "field"
        return told(f"place.{form}", lang, line=line, column=self.column, letter=self.letter)


class PackError(BadInput):
    """A pack that cannot be used. `faults`: every one of them; as text, all of them in the reader's language."""

    head: ClassVar[str] = "head.faults"
    """What stands above several faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("pack")
        self.faults = tuple(faults)

    def say(self, lang: str | None = None) -> str:
        language = words.known_lang(lang) if lang else self.lang or words.current()
        lines = [fault.say(language) for fault in self.faults[:SHOWN]]
        if len(lines) == 1 and not self.faults[0].line:
            return lines[0]
        if len(self.faults) > SHOWN:
            lines.append(told("head.more", language, n=len(self.faults) - SHOWN))
        return "\n".join([told(self.head, language, n=len(self.faults)), *lines])

    def __reduce__(self) -> tuple[Any, ...]:
        return _pack_error, (type(self), self.faults, self.lang)


def _pack_error(kind: type[PackError], faults: Sequence[Fault], lang: str) -> PackError:
    error = kind(faults)
    error.lang = lang
    return error


@cache
def texts(lang: str) -> Mapping[str, Any]:
    """The words of packs and printed sheets, as tables."""
    path = resources.files("toolkit") / "words" / f"packs.{words.known_lang(lang)}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def told(key: str, lang: str, **args: Any) -> str:
    """A text of packs and printed sheets, filled in."""
    table, _, rest = key.partition(".")
    text: str = texts(lang)[table][rest]
    return text.format_map(args)


def said(error: BadInput, lang: str) -> Phrase:
    """The words of a refusal. What is wrong with a pack has a catalogue of its own: it is said at once."""
    if isinstance(error, PackError):
        return Phrase.of("lesson.said", text=error.say(lang))
    plain = {name: value if isinstance(value, int | str) else str(value) for name, value in error.args_.items()}
    return Phrase.of(f"error.{error.key}", **plain)
