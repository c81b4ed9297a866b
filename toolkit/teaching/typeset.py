"""Texts on printed cards: the size at which a text fits, without a browser to measure it.

Lengths are in millimetres, widths of letters in ems. The widths are high estimates, so that a text stays on its card
whichever sans-serif letters a system has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

CARD = (63.0, 88.0)
"""Width and height of a card."""
ACROSS, DOWN = 3, 3
"""Cards on a page."""
INSIDE = (57.0, 82.0)
"""A card without its margin."""

LINE = 1.4
"""The height of a line, in ems."""
SPACE = 0.36
"""The width of a space, in ems."""
STEPS = 48.0
"""The height that a card has for worked steps."""
_WORD = re.compile("[\u2e80-\uffff]|[^\u2e80-\uffff \n]+ ?| ")
_TERM = r"[\d□○+−×÷=<>()\u2460-\u2469]"
_EQUATION = re.compile(rf"(?<={_TERM}) (?={_TERM})|(?<=[\d□]) (?=r [\d□])|(?<=[\d□] r) (?=[\d□])")

T = TypeVar("T")


class Face(NamedTuple):
    """One side of a card. `size`: of the letters of `text`, `small`: of those of `lines`, chosen so that they fit."""

    number: int
    stars: int
    text: str
    size: float
    lines: tuple[str, ...] = ()
    small: float = 0.0


def split(items: Sequence[T], length: int) -> Iterator[Sequence[T]]:
    """The items in rows of this length; the last row may be shorter."""
    return (items[at : at + length] for at in range(0, len(items), length))


def mirrored(faces: Sequence[Face | None]) -> Iterator[Face | None]:
    """Each row from right to left: every answer is then behind its question when the paper turns on its long edge."""
    for row in split(faces, ACROSS):
        yield from reversed(row)


def fit(text: str, high: float, most: float, least: float, whole: float) -> tuple[str, float]:
    """The text and the size of its letters, so that it is at most `high`: between `most` and `least`.

    Equations, or else words, are not broken down to the size `whole`.
    """
    for kept in (held_together(text), text):
        size = fitting(kept, high, most, whole, unbroken=True)
        if fits(kept, high, size, unbroken=True):
            return kept, size
    return text, fitting(text, high, most, least)


def shorten(text: str, size: float) -> str:
    """The beginning of worked steps that are too long for a card, with an ellipsis."""
    while height(text + "…", size) > STEPS:
        text = text[: -max(1, len(text) // 20)]
    return text.rstrip() + "…"


def held_together(text: str) -> str:
    """The text with spaces in equations at which no line ends."""
    return _EQUATION.sub("\u00a0", text)


def fitting(text: str, high: float, most: float, least: float, unbroken: bool = False) -> float:
    """The largest size, in steps of a tenth of a millimetre, at which the text fits; at least `least`."""
    size = most
    while size > least and not fits(text, high, size, unbroken):
        size = round(size - 0.1, 1)
    return size


def fits(text: str, high: float, size: float, unbroken: bool = False) -> bool:
    """Whether the text is at most this high and, if `unbroken`, no word is longer than a line."""
    widest = max(map(_width, _WORD.findall(text)), default=0.0) if unbroken else 0.0
    return widest <= _room(size) and height(text, size) <= high


def height(text: str, size: float) -> float:
    """The estimated height of the text."""
    return size * LINE * sum(_lines(line, _room(size)) for line in text.split("\n"))


def _room(size: float) -> float:
    """The width of a line on a card, in ems."""
    return 0.97 * INSIDE[0] / size


def _lines(text: str, room: float) -> int:
    """How many lines of this many ems a text takes. Lines end between words, and after any Chinese sign."""
    lines, used = 1, 0.0
    for word in _WORD.findall(text):
        wide = _width(word)
        if used and used + wide - SPACE * word.endswith(" ") > room:
            lines, used = lines + 1, 0.0
        lines, used = lines + max(0, ceil(wide / room) - 1), used + min(wide, room)
    return lines


def _width(word: str) -> float:
    """The width of a word in ems, for the widest letters that a system is likely to have: bold DejaVu Sans."""
    return sum(_letter(letter) for letter in word)


def _letter(letter: str) -> float:
    if letter in " \u00a0":
        return SPACE
    if letter in ".,:;!()[]|’il":
        return 0.46
    if letter in "MWmw%@":
        return 1.1
    return 1.0 if letter > "\u2e7f" or letter in "…□○★" else 0.72
