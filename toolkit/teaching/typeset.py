"""TODO: toolkit.teaching.typeset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

CARD = (63.0, 88.0)
ACROSS, DOWN = 3, 3
INSIDE = (57.0, 82.0)
"""A card without its margin."""

LINE = 1.4
"""Height of a line, by the size of its letters."""
SPACE = 0.36
_WORD = re.compile("[\u2e80-\uffff]|[^\u2e80-\uffff \n]+ ?| ")
_TERM = r"[\d□○+−×÷=<>()\u2460-\u2469]"
_EQUATION = re.compile(rf"(?<={_TERM}) (?={_TERM})|(?<=[\d□]) (?=r [\d□])|(?<=[\d□] r) (?=[\d□])")

T = TypeVar("T")


class Face(NamedTuple):
    """One side of a card: sizes of letters in millimetres, chosen so that the text fits."""

    number: int
    stars: int
    text: str
    size: float
    lines: tuple[str, ...] = ()
    small: float = 0.0


def _rows(items: Sequence[T], length: int) -> Iterator[Sequence[T]]:
    return (items[at : at + length] for at in range(0, len(items), length))


def mirrored(faces: Sequence[Face | None]) -> Iterator[Face | None]:
    """Each row from right to left: behind every question its own answer, when the paper turns on its long edge."""
    for row in _rows(faces, ACROSS):
        yield from reversed(row)


def _set(text: str, high: float, most: float, least: float, whole: float) -> tuple[str, float]:
    """The text and the size of its letters: equations, or else words, stay whole down to the size `whole`."""
    for kept in (held_together(text), text):
        size = fitting(kept, high, most, whole, unbroken=True)
        if fits(kept, high, size, unbroken=True):
            return kept, size
    return text, fitting(text, high, most, least)


def _cut(text: str, size: float) -> str:
    """What stands on the card of a text that is too long for it, with an ellipsis."""
    while height(text + "…", size) > 48:
        text = text[: -max(1, len(text) // 20)]
    return text.rstrip() + "…"


def held_together(text: str) -> str:
    """The text with equations that no line end breaks."""
    return _EQUATION.sub("\u00a0", text)


def fitting(text: str, high: float, most: float, least: float, unbroken: bool = False) -> float:
    """The largest size of letters, in tenths of a millimetre, at which the text fits; at least `least`."""
    size = most
    while size > least and not fits(text, high, size, unbroken):
        size = round(size - 0.1, 1)
    return size


def fits(text: str, high: float, size: float, unbroken: bool = False) -> bool:
    """Whether the text is at most so high, and, `unbroken`, no word is longer than a line."""
    widest = max(map(_width, _WORD.findall(text)), default=0.0) if unbroken else 0.0
    return widest <= _room(size) and height(text, size) <= high


def height(text: str, size: float) -> float:
    """About how high the text stands."""
    return size * LINE * sum(_lines(line, _room(size)) for line in text.split("\n"))


def _room(size: float) -> float:
    """How many ems a line of a card takes."""
    return 0.97 * INSIDE[0] / size


def _lines(text: str, room: float) -> int:
    """How many lines of so many ems a text takes: broken between words, and after any Chinese letter."""
    lines, used = 1, 0.0
    for word in _WORD.findall(text):
        wide = _width(word)
        if used and used + wide - SPACE * word.endswith(" ") > room:
            lines, used = lines + 1, 0.0
        lines, used = lines + max(0, ceil(wide / room) - 1), used + min(wide, room)
    return lines


def _width(word: str) -> float:
    """In ems, of the widest letters that a system is likely to have: bold, and of DejaVu's width."""
    return sum(_letter(letter) for letter in word)


def _letter(letter: str) -> float:
    if letter in " \u00a0":
        return SPACE
    if letter in ".,:;!()[]|’il":
        return 0.46
    if letter in "MWmw%@":
        return 1.1
    return 1.0 if letter > "\u2e7f" or letter in "…□○★" else 0.72
