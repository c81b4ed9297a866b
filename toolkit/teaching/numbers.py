"""Reads a number or a chance, however a class writes it: `check`, `compare` and whoever asks for a guess read alike.

read("1/6")  read("17 %")  read(".167")  read("1 in 6")  read("六分之一")     # Read(value, rounded)
read_chance(17)                                                             # Unread("percent"): 17 %?
read_chance("2:6")                                                          # Unread("ratio"): 2/6, or 2 to 6?
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, NamedTuple

from toolkit.cards.reading import plain_text, worth


class Read(NamedTuple):
    """A number; `off`: how far it may be off if it was rounded to the digits that were written, 0 if it is exact."""

    value: Fraction
    off: Fraction = Fraction(0)

    @property
    def rounded(self) -> bool:
        """Whether it was written as a decimal or in percent."""
        return self.off > 0


class Unread(NamedTuple):
    """Why a text is no number, as the end of a key of words; `says` fills it in."""

    key: str = "unreadable"
    says: dict[str, str] = {}  # noqa: RUF012  never written to


def read(answer: Any) -> Read | Unread:
    """The number in an answer: a number of Python or numpy, or a text."""
    if isinstance(answer, str):
        return _text(answer)
    if isinstance(answer, bool) or not isinstance(answer, Real):
        return Unread()
    if isinstance(answer, Rational):
        return Read(Fraction(int(answer.numerator), int(answer.denominator)))
    return _decimal(repr(float(answer))) if isfinite(answer) else Unread()


def read_chance(answer: Any) -> Read | Unread:
    """The chance in an answer, from 0 to 1. A number from 1 to 100 is no chance, but may be meant in percent."""
    found = read(answer)
    if isinstance(found, Unread) or 0 <= found.value <= 1:
        return found
    if 1 < found.value <= 100 and (not isinstance(answer, str) or re.fullmatch(r"\s*\d+([.,]\d+)?\s*", answer)):
        return Unread("percent", {"right": f"{float(found.value):g} %"})
    return Unread()


def _text(text: str) -> Read | Unread:
    """The number in a text. Of "1/6 = 0.167" the exact part counts, if the parts agree."""
    if re.search("[²³¹⁰⁴-⁹]", text):
        return Unread()  # 10² is not 102
    # "2½" is a mixed number, which a plain spelling would make 21/2.
    open_ = unicodedata.normalize("NFKC", re.sub(r"(?<=\d)(?=[¼-¾⅐-⅞])", " ", text)).translate(_SLASHES)
    parts = [_part(re.sub("(?<=[a-z])×", "x", plain_text(part))) for part in re.split(r"[=≈]", open_) if part.strip()]
    for part in parts:
        if isinstance(part, Unread):
            return part
    numbers = [part for part in parts if isinstance(part, Read)]
    if not numbers:
        return Unread()
    best = min(numbers, key=lambda number: number.off)
    agree = all(abs(number.value - best.value) <= number.off + best.off for number in numbers)
    return best if agree else Unread()


_SLASHES = str.maketrans({"\u2044": "/", "\u2215": "/", "\u2236": ":", "\u066a": "%"})


def _part(plain: str) -> Read | Unread:
    """A number in the spelling of `plain_text`: "÷" for a slash, small letters, "-" for every minus."""
    if match := re.fullmatch(r"(\d{1,9}) *:+ *(\d{1,9})", plain):
        return Unread("ratio", {"of": f"{match[1]}/{match[2]}", "to": f"{match[1]}/{int(match[1]) + int(match[2])}"})
    for pattern, number in _FORMS:
        if match := re.fullmatch(pattern, plain):
            found = number(match)
            if found is not None:
                return found
    return Unread()


def _decimal(digits: str) -> Read:
    """A decimal, which may be off by half of its last digit."""
    base, _, power = digits.lower().partition("e")
    places = len(base.partition(".")[2]) - int(power or 0)
    return Read(Fraction(digits), Fraction(1, 2) / Fraction(10) ** places)


def _percent(match: re.Match[str]) -> Read:
    found = _decimal(_point(match["n"]))
    return Read(found.value / 100, found.off / 100)


def _point(digits: str) -> str:
    """A decimal comma as a point; a comma before three digits parts thousands, unless a 0 stands before it."""
    return digits.replace(",", "") if re.fullmatch(_THOUSANDS, digits) else digits.replace(",", ".")


def _ratio(match: re.Match[str]) -> Read | None:
    """So many out of so many."""
    some, whole = (_count(match[name]) for name in ("k", "n"))
    return None if not whole or some is None else Read(Fraction(some, whole))


def _mixed(match: re.Match[str]) -> Read | None:
    if not int(match["n"]):
        return None
    sign = -1 if match["sign"] == "-" else 1
    return Read(sign * (int(match["whole"] or 0) + Fraction(int(match["k"]), int(match["n"]))))


def _sum(match: re.Match[str]) -> Read | None:
    """A sum of whole numbers is exact; one of decimals is as rough as they are."""
    plain = match[0]
    exact = re.sub(r"(\d*)\.(\d+)", lambda at: f"({int(at[1] + at[2])}÷{10 ** len(at[2])})", plain)
    value = worth(exact)
    if value is None:
        return None
    return Read(value) if exact == plain else Read(value, max(abs(value), Fraction(1)) / 100)


def _worded(match: re.Match[str]) -> Read | None:
    """Two thirds, a quarter, half."""
    some = _count(match["k"] or "one")
    return None if some is None else Read(Fraction(some, _PARTS[match["part"]]))


def _count(text: str) -> int | None:
    """A whole number in digits or in words."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        return int(text)
    if text in _WORDS:
        return _WORDS[text]
    return _chinese(text)


def _chinese(text: str) -> int | None:
    """A Chinese number below 10,000: 六, 十七, 三十, 一百."""
    total, digit = 0, None
    for sign in text:
        if sign in _UNITS:
            total, digit = total + (1 if digit is None else digit) * _UNITS[sign], None
        elif sign in _DIGITS:
            digit = _DIGITS[sign]
        else:
            return None
    return total + (digit or 0) if text else None


_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "半": 0}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = {word: value for value, word in enumerate(_ONES)} | {
    "a": 1,
    "an": 1,
    "no": 0,
    "none": 0,
    "twenty": 20,
    "thirty": 30,
    "thirty-six": 36,
    "hundred": 100,
    "a hundred": 100,
}
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
_PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4} | {
    f"{word}{end}": value for value, word in enumerate(_ORDINALS, 3) for end in ("", "s")
}
_HAN = "[零一二两三四五六七八九十百千]+"
_NUMBER = r"(?:\d{1,9}|[a-z-]+|a hundred)"
_DECIMAL = r"(?:\d{1,40}[.,]\d{1,40}|[.,]\d{1,40}|\d{1,40}\.|\d{1,9})"
_THOUSANDS = r"[1-9]\d{0,2}(?:,\d{3})+"

_FORMS: list[tuple[str, Callable[[re.Match[str]], Read | None]]] = [
    (rf"(?P<n>[+-]?{_DECIMAL}) *(?:%|percent|per cent)", _percent),
    (rf"(?P<n>{_DECIMAL}) *(?:in|of|out of) *100", _percent),
    (rf"百分之 *(?P<n>{_DECIMAL})", _percent),
    (rf"百分之(?P<k>{_HAN})(?P<n>)", lambda match: Read(Fraction(_chinese(match["k"]) or 0, 100))),
    (rf"[+-]?{_THOUSANDS}", lambda match: Read(Fraction(match[0].replace(",", "")))),
    (r"[+-]?(?:\d{1,40}[.,]\d{1,40}|[.,]\d{1,40}|\d{1,40}\.)", lambda match: _decimal(_point(match[0]))),
    (r"[+-]?\d{1,40}", lambda match: Read(Fraction(match[0]))),
    (r"(?P<sign>[+-]?)(?:(?P<whole>\d{1,9}) +)?(?P<k>\d{1,20}) *÷ *(?P<n>\d{1,20})", _mixed),
    (rf"(?P<k>{_NUMBER}) *(?:in|of|out of|from) *(?P<n>{_NUMBER})", _ratio),
    (rf"(?P<n>\d{{1,9}}|{_HAN})分之(?P<k>\d{{1,9}}|{_HAN})", _ratio),
    (rf"(?P<n>\d{{1,9}}|{_HAN}) *次[中里]?有? *(?P<k>\d{{1,9}}|{_HAN}) *次", _ratio),
    (r"一半", lambda match: Read(Fraction(1, 2))),
    (rf"(?:(?P<k>{_NUMBER})[ -])?(?P<part>{'|'.join(_PARTS)})", _worded),
    (r"(?:never|impossible|不可能)", lambda match: Read(Fraction(0))),
    (r"(?:always|certain|必然)", lambda match: Read(Fraction(1))),
    (r"[-+×÷().\d ]{1,80}", _sum),
]
"""Patterns of spellings and what they are worth; the first one that fits counts."""
