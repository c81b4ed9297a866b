"""What is found where a law is broken, in words."""

from __future__ import annotations

from typing import Any

from toolkit.core import words
from toolkit.core.words import Phrase

MOST = 200
"""Characters of a value that are shown."""


class Fault(Exception):
    """A law is broken. `key` is below `laws.found` in the common catalogue; `args` fill the text."""

    def __init__(self, key: str, /, **args: Any) -> None:
        super().__init__(key)
        self.phrase = Phrase.of(f"laws.found.{key}", **{name: shown(value) for name, value in args.items()})

    def __str__(self) -> str:
        return words.phrase(self.phrase, words.current())


def demand(holds: object, key: str, /, **args: Any) -> None:
    """`Fault` unless it holds."""
    if not holds:
        raise Fault(key, **args)


def shown(value: Any) -> int | str:
    """A value as it is shown in a text: as in code, and cut to `MOST` characters."""
    if type(value) is int:
        return value
    if isinstance(value, BaseException):
        text = f"{type(value).__name__}: {value}".rstrip(": ")
    else:
        text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= MOST else text[: MOST - 1] + "…"
