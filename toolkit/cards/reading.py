"""What a text is, as an answer: however it is written, in either language.

An answer of each kind has a reader in `READERS`. It is tried on the text as it stands, and then on what stands in
the place of the box, if somebody wrote the whole equation.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from operator import add, mul, sub, truediv
from typing import Any, Protocol

from toolkit.core.words import LANGS, table

Value = int | str
"""An answer: a number, quotient and remainder as "7 r 5", letters of choices, or an expression."""


class Asked(Protocol):
    """What a reader looks at of a question."""

    @property
    def kind(self) -> str: ...
    @property
    def prompt(self) -> Any: ...
    @property
    def unit(self) -> Any: ...
    @property
    def steps(self) -> tuple[Any, ...]: ...
    @property
    def choices(self) -> tuple[Any, ...]: ...
    @property
    def answer(self) -> Value: ...
    @property
    def goal(self) -> Any: ...


Reader = Callable[[str, Asked], "Value | None"]


class Nothing(Enum):
    """There is no answer in the text."""

    BLANK = "blank"
    UNREADABLE = "unreadable"


def read(question: Asked, text: str) -> Value | Nothing:
    """The answer in the text, spelled as `Question.answer` is."""
    plain = _without_lead(plain_text(text))
    reader = READERS[question.kind]
    value = reader(plain, question)
    if value is None:
        answer = _without_prompt(plain, question)
        if not answer:
            return Nothing.BLANK
        value = reader(answer, question)
    return Nothing.UNREADABLE if value is None else value


def reaches(question: Asked, value: Value) -> bool:
    """Whether an expression comes to the goal of the question with the numbers, and the signs, it must use."""
    goal = question.goal
    if goal is None or not isinstance(value, str):
        return False
    numbers = sorted(int(number) for number in re.findall("[0-9]+", value))
    if numbers != sorted(goal.numbers) or (goal.frame and _bare(value) != _bare(goal.frame)):
        return False
    return bool(worth(value) == goal.value)


def _said(key: str) -> list[str]:
    """Words of both languages that an answer may hold, longest first."""
    return sorted((word for lang in LANGS for word in table("quiz", lang)["answer"][key]), key=len, reverse=True)


_SIGNS = str.maketrans("x*/−–—‐‑▢_?○〇", "××÷-----□□□□□", "\u200b\ufeff")
_NUMBER = r"[+-]?(?:[0-9]{1,3}(?:[, ][0-9]{3})+|[0-9]{1,12})"


def plain_text(text: str) -> str:
    """An answer in one spelling: half-width, "×", "÷", "-", "7r5"; no spaces around it, no full stop."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS).strip()
    plain = re.sub(r"(?<![.])[.\u3002]$", "", plain).strip()
    return _remainder_mark().sub("r", plain)


@cache
def _remainder_mark() -> re.Pattern[str]:
    """Whatever stands between quotient and remainder."""
    signs = "|".join([r"\.{2,}", "[·⋯•]+", *map(re.escape, _said("remainder"))])
    return re.compile(rf"(?<=[0-9□])\s*(?:{signs})\s*(?=[0-9□])")


def _without_lead(plain: str) -> str:
    """Without "answer:" in front."""
    return _lead().sub("", plain)


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(rf"^(?:{'|'.join(map(re.escape, _said('lead')))})\s*:?\s*(?=\S)")


def _without_prompt(plain: str, question: Asked) -> str:
    """What stands in the place of the box, if the whole equation was written, or "= 85", or "□ = 85"."""
    plain = _SIGNS_LISTED.sub("", plain)
    for lang in LANGS:
        if found := _equation(question.prompt.get(lang)).fullmatch(plain):
            plain = found[1]
    if plain == "=" and any(choice.value == plain for choice in question.choices):
        return plain
    rest = re.sub(r"^[□ ]*=?\s*", "", plain)
    return "" if re.fullmatch("r?[□ ]*", rest) else rest


_SIGNS_LISTED = re.compile(r"\s*\(> < =\)$")


@lru_cache(maxsize=1024)
def _equation(prompt: str) -> re.Pattern[str]:
    """The prompt with anything in the place of its boxes."""
    head, _, rest = _SIGNS_LISTED.sub("", plain_text(prompt)).partition("□")
    tail = rest.rpartition("□")[2]
    before, after = (r"\s*".join(map(re.escape, part.replace(" ", ""))) for part in (head, tail))
    return re.compile(rf"{before}\s*(.*?)\s*{after}" if head or tail else r"(?!)")


def _read_number(plain: str) -> int | None:
    return int(re.sub("[, ]", "", plain)) if re.fullmatch(_NUMBER, plain) else None


def _read_int(plain: str, question: Asked) -> int | None:
    """A number; in a word problem also with its unit, or at the end of the sum that led to it."""
    if not question.unit.en:
        number, unit = re.fullmatch(r"(.*?)\s*([^\W\d_]*)", plain, re.DOTALL).groups()  # type: ignore[union-attr]
        return _read_number(number if unit in _units(question) else plain)
    plain = re.sub(r"^[-+×÷()0-9 ]*[0-9)] *= *(?=[0-9])", "", plain)
    units = "|".join(re.escape(plain_text(question.unit.get(lang))) for lang in LANGS)
    found = re.fullmatch(rf"({_NUMBER})(?:\s*(?:{units})[^0-9]*)?", plain)
    return _read_number(found[1]) if found else None


def _units(question: Asked) -> set[str]:
    """What follows the answer in the worked steps of a card that names no unit; of a Chinese word also its beginning.

    A teacher's card has none of its own, and its solution says "So there are 20 pages."
    """
    found: set[str] = set()
    for step in question.steps:
        for text in (step.en, step.zh):
            for word in re.findall(rf"(?<![0-9]){question.answer} *([^\W\d_]+)", plain_text(text)):
                found |= {word} if word.isascii() else {word[:end] for end in range(1, len(word) + 1)}
    return found


def _read_quotient_remainder(plain: str, question: Asked) -> str | None:
    quotient, mark, remainder = plain.partition("r")
    q, r = _read_number(quotient), _read_number(remainder) if mark else 0
    if q is None or r is None:
        return None
    return f"{q} r {r}" if r else str(q)


def _tight(text: str) -> str:
    """Without spaces, brackets, commas: as choices are told apart."""
    return re.sub(r"[\s().,;:\u3001\u3002]+", "", text)


def _read_choice(plain: str, question: Asked) -> str | None:
    """The value of a choice, its text, or both; for a sign also its name."""
    said = _tight(plain)
    spoken = [table("quiz", lang)["answer"]["sign"] for lang in LANGS]
    signs = {word: sign for one in spoken for sign, words in one.items() for word in words}
    for choice in question.choices:
        value = choice.value.casefold()
        names = {value, *(_tight(plain_text(text)) for text in (choice.text.en, choice.text.zh))}
        if said in names or said in {value + name for name in names} or signs.get(plain) == value:
            return str(choice.value)
    return None


def _read_choices(plain: str, question: Asked) -> str | None:
    """Several letters ("AC", "A, C", "A and C"), or the texts of the choices with commas between."""
    letters = {choice.value.casefold(): choice.value for choice in question.choices}
    words = "|".join(map(re.escape, _said("and")))
    for comma in (r"[,;\u3001&+]", rf"[,;\u3001&+]|\s+(?:{words})\s+"):
        found = [_read_choice(part, question) for part in re.split(comma, plain) if part.strip()]
        if found and None not in found:
            return "".join(sorted({one for one in found if one}))
    tight = re.sub(rf"{words}|[&+]", "", _tight(plain))
    return "".join(sorted({letters[one] for one in tight})) if tight and set(tight) <= set(letters) else None


def _read_expression(plain: str, question: Asked) -> str | None:
    """An expression in our spelling, with or without "= 25" behind it; `None` where it is none."""
    for opening, closing in ("[]", "{}", "\u3010\u3011"):
        plain = plain.replace(opening, "(").replace(closing, ")")
    plain = re.sub(r"\s*=\s*[0-9]*$", "", plain)
    spelled = _spaced(plain)
    return spelled if worth(spelled) is not None or _divides_by_zero(spelled) else None


def _spaced(plain: str) -> str:
    parts = re.findall(r"[0-9]+|[^0-9\s]", plain)
    text = " ".join("−" if part == "-" else part for part in parts)
    return text.replace("( ", "(").replace(" )", ")")


def _bare(expression: str) -> str:
    return re.sub(r"[()\s]", "", expression)


WORK: Mapping[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
}


def worth(expression: str) -> Fraction | None:
    """What an expression of whole numbers, + − × ÷ and brackets is worth, exactly; `None` where it is none."""
    try:
        return _worth(_tree(expression))
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None


def _divides_by_zero(expression: str) -> bool:
    try:
        _worth(_tree(expression))
    except ZeroDivisionError:
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return False


def _tree(expression: str) -> ast.expr:
    """Only digits, the four signs and brackets come so far; Python merely finds their structure."""
    text = expression.translate(str.maketrans("×÷−", "*/-"))
    if not re.fullmatch(r"[0-9+\-*/() ]{1,80}", text):
        raise ValueError(expression)
    return ast.parse(text.strip(), mode="eval").body


def _worth(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in WORK:
            return WORK[type(op)](_worth(left), _worth(right))
    raise ValueError(ast.dump(node))


READERS: Mapping[str, Reader] = {
    "int": _read_int,
    "quotient_remainder": _read_quotient_remainder,
    "choice": _read_choice,
    "multi_choice": _read_choices,
    "expression": _read_expression,
}
"""How a plain text becomes an answer of the kind; `None`: unreadable."""
