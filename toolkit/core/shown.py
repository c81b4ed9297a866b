"""What somebody gave, as part of a sentence: cut short, and without signs that cannot be sent to a page.

>>> shown("x" * 1000, 12), shown([1, [2, [3, [4, [5]]]]]), shown(10**5000)
("'xxxxxxxxxx…", '[1, [2, [3, [4, […]]]]]', '≈ 10^5000')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Set
from math import log10
from typing import Any

MOST = 60
"""The greatest number of letters of something that was given."""
DEEP = 4
"""How many lists are shown inside each other."""
DIGITS = 30
"""An integer with more digits is shown by its size."""
_LONE = re.compile("[\ud800-\udfff]")


def shown(value: Any, most: int = MOST) -> str:
    """A value as Python writes it, at most `most` letters. Takes no longer for a value that is huge."""
    return cut(_written(value, most, DEEP), most)


def shorten(value: Any, most: int = MOST) -> str:
    """A value as JSON, at most `most` letters; as Python writes it, if JSON has no form for it."""
    try:
        return cut(json.dumps(value, ensure_ascii=False), most)
    except (TypeError, ValueError, RecursionError):
        return shown(value, most)


def cut(text: str, most: int = MOST) -> str:
    """The text, at most `most` letters, with "…" in the place of the rest."""
    return sendable(text if len(text) <= most else text[: most - 1] + "…")


def sendable(text: str) -> str:
    """The text with a replacement sign for every lone surrogate: with one in it, no text can be sent or saved."""
    return _LONE.sub("\ufffd", text) if _LONE.search(text) else text


def is_sendable(text: str) -> bool:
    """Whether no lone surrogate is in the text."""
    return _LONE.search(text) is None


def _written(value: Any, room: int, deep: int) -> str:
    """The beginning of what `repr` would give, made of no more of the value than has room."""
    if isinstance(value, str | bytes | bytearray):
        return repr(value[:room]) if len(value) <= room else repr(value[:room])[:-1]
    if isinstance(value, int) and not isinstance(value, bool):
        return _number(int(value))
    if isinstance(value, Mapping):
        pairs = (f"{_written(key, room, deep - 1)}: {_written(one, room, deep - 1)}" for key, one in value.items())
        return _listed("{", pairs if deep else "…", "}", room)
    if isinstance(value, list | tuple | Set):
        parts = (_written(one, room, deep - 1) for one in value) if deep else "…"
        if isinstance(value, tuple):
            return _listed("(", parts, ",)" if len(value) == 1 else ")", room)
        return _listed("[", parts, "]", room) if isinstance(value, list) else _listed("{", parts, "}", room)
    try:
        return repr(value)
    except Exception:  # whatever it is, the sentence about it must be said
        return f"<{type(value).__name__}>"


def _listed(opening: str, parts: Iterable[str], closing: str, room: int) -> str:
    text = opening
    for part in parts:
        text += part if text == opening else f", {part}"
        if len(text) > room:
            return text
    return text + closing


def _number(value: int) -> str:
    if abs(value) < 10**DIGITS:
        return str(value)
    return f"≈ {'-' if value < 0 else ''}10^{log10(abs(value)):.0f}"
