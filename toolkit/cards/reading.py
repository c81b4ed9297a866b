"""Reads a text as an answer, in any spelling and in either language.

Each kind of answer has a reader in `READERS`. It is tried on the text as it is, and then on the part in the place of
the box □, in case somebody wrote the whole equation.
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
"""An answer: a number; quotient and remainder as "7 r 5"; the value of a choice, as "B" or ">"; the letters of
several, as "AC"; an expression as "5 × (9 − 4)"."""


class Asked(Protocol):
    """The parts of a question that a reader uses."""

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


LONGEST = 800
"""An answer with more signs is not read."""


class Nothing(Enum):
    """Why there is no answer in a text."""

    BLANK = "blank"
    UNREADABLE = "unreadable"


def read(question: Asked, text: str) -> Value | Nothing:
    """The answer in the text, in the spelling of `Question.answer`; or why there is none."""
    if len(text) > LONGEST:
        return Nothing.UNREADABLE
    plain = _without_lead(plain_text(text)[:LONGEST])
    reader = READERS[question.kind]
    value = reader(plain, question)
    if value is None:
        answer = _without_prompt(plain, question)
        if not answer:
            return Nothing.BLANK
        value = reader(answer, question)
    return Nothing.UNREADABLE if value is None else value


def reaches(question: Asked, value: Value) -> bool:
    """Whether an expression has the value of the question's goal, and uses its numbers and, if given, its signs."""
    goal = question.goal
    if goal is None or not isinstance(value, str):
        return False
    numbers = sorted(int(number) for number in re.findall("[0-9]+", value))
    if numbers != sorted(goal.numbers) or (goal.frame and _bare(value) != _bare(goal.frame)):
        return False
    return bool(worth(value) == goal.value)


def _words_for(key: str) -> list[str]:
    """Words of both languages that may be part of an answer, longest first."""
    return sorted((word for lang in LANGS for word in table("quiz", lang)["answer"][key]), key=len, reverse=True)


_SIGNS = str.maketrans("x*/−–—‐‑▢_?○〇", "××÷-----□□□□□", "\u200b\ufeff")
_NUMBER = r"[+-]?(?:[0-9]{1,3}(?:[, ][0-9]{3}){1,3}|[0-9]{1,12})"
_RAISED = re.compile("[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]")
"""Digits above and below the line: 5\u00b2 is not 52."""


@lru_cache(maxsize=1 << 12)
def plain_text(text: str) -> str:
    """The text in one spelling: half-width, with "×", "÷", "-" and "7r5", without spaces around it or a full stop."""
    text = _RAISED.sub(lambda digit: f"^{digit[0]}", text)
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS).strip()
    plain = re.sub(r"(?<![.])[.\u3002]$", "", plain).strip()
    return _remainder_mark().sub("r", plain)


@cache
def _remainder_mark() -> re.Pattern[str]:
    """The signs and words between quotient and remainder."""
    signs = "|".join([r"\.{2,}", "[·⋯•]+", *map(re.escape, _words_for("remainder"))])
    return re.compile(rf"(?<=[0-9□])\s*(?:{signs})\s*(?=[0-9□])")


def _without_lead(plain: str) -> str:
    """The text without "answer:" in front."""
    return _lead().sub("", plain)


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(rf"^(?:{'|'.join(map(re.escape, _words_for('lead')))})\s*:?\s*(?=\S)")


def _without_prompt(plain: str, question: Asked) -> str:
    """The part in the place of the box, if the whole equation was written, or "= 85", or "□ = 85"."""
    plain = _SIGNS_LISTED.sub("", plain)
    for lang in LANGS:
        if match := _equation(question.prompt.get(lang)).fullmatch(plain):
            plain = match[1]
    if plain == "=" and any(choice.value == plain for choice in question.choices):
        return plain
    rest = re.sub(r"^[□ ]*=?\s*", "", plain)
    return "" if re.fullmatch("r?[□ ]*", rest) else rest


_SIGNS_LISTED = re.compile(r"\s*\(> < =\)$")


@lru_cache(maxsize=1024)
def _equation(prompt: str) -> re.Pattern[str]:
    """A pattern for the prompt with anything in the place of its boxes."""
    head, _, rest = _SIGNS_LISTED.sub("", plain_text(prompt)).partition("□")
    tail = rest.rpartition("□")[2]
    before, after = (r"\s*".join(map(re.escape, part.replace(" ", ""))) for part in (head, tail))
    return re.compile(rf"{before}\s*(.*?)\s*{after}" if head or tail else r"(?!)")


def _read_number(plain: str) -> int | None:
    return int(re.sub("[, ]", "", plain)) if re.fullmatch(_NUMBER, plain) else None


def single_number(text: str) -> Fraction | None:
    """One number without a question: 91, "49 + 42 = 91", "1/6", "17 %", "0.17", the quotient of "5 r 2".

    `None` for anything else, as for a sum that is not worked out.
    """
    plain = _without_lead(plain_text(text)).rpartition("=")[2].strip()
    number, percent = plain.removesuffix("%").strip(), plain.endswith("%")
    if match := re.fullmatch(r"([0-9]{1,9})\s*(?:/|÷)\s*([0-9]{1,9})|([+-]?[0-9]{1,9}[.][0-9]{1,9})", number):
        if match[2] and not int(match[2]):
            return None
        value = Fraction(match[3]) if match[3] else Fraction(int(match[1]), int(match[2]))
        return value / 100 if percent else value
    whole = _read_number(number if percent else re.sub(r"r[0-9]{1,9}$", "", number))
    return None if whole is None else Fraction(whole, 100 if percent else 1)


def _read_int(plain: str, question: Asked) -> int | None:
    """A number; also with its unit, or at the end of the sum that leads to it."""
    if not question.unit.en:
        match = re.fullmatch(rf"({_NUMBER})\s*([^\W\d_]+)", plain)
        return _read_number(match[1] if match and _is_unit(match[2], question) else plain)
    plain = re.sub(r"^[-+×÷()0-9 ]*[0-9)] *= *(?=[0-9])", "", plain)
    units = "|".join(re.escape(plain_text(question.unit.get(lang))) for lang in LANGS)
    match = re.fullmatch(rf"({_NUMBER})(?:\s*(?:{units})[^0-9]*)?", plain)
    return _read_number(match[1]) if match else None


def _is_unit(word: str, question: Asked) -> bool:
    """Whether a card that names no unit has this word after the answer in its worked steps; of Chinese, the beginning.

    A teacher's card has no unit of its own, but its solution may say "So there are 20 pages."
    """
    for step in question.steps:
        for text in (step.en, step.zh):
            for unit in _after(str(question.answer), text):
                if unit == word or (not unit.isascii() and unit.startswith(word)):
                    return True
    return False


@lru_cache(maxsize=1024)
def _after(answer: str, text: str) -> tuple[str, ...]:
    """The words that stand after the answer in a text."""
    return tuple(dict.fromkeys(re.findall(rf"(?<![0-9]){re.escape(answer)} *([^\W\d_]+)", plain_text(text))))


def _read_quotient_remainder(plain: str, question: Asked) -> str | None:
    quotient, mark, remainder = plain.partition("r")
    q, r = _read_number(quotient), _read_number(remainder) if mark else 0
    if q is None or r is None:
        return None
    return f"{q} r {r}" if r else str(q)


def _tight(text: str) -> str:
    """The text without spaces, brackets and commas, so that choices can be compared."""
    return re.sub(r"[\s().,;:\u3001\u3002]+", "", text)


def _read_choice(plain: str, question: Asked) -> str | None:
    """The value of a choice, its text, or both; for a sign also its name.

    What is the letter of a choice means that choice, also where another one has this letter as its text: a button sends
    the letter.
    """
    tight = _tight(plain)
    for choice in question.choices:
        if choice.value.isalpha() and tight == choice.value.casefold():
            return str(choice.value)
    named = [table("quiz", lang)["answer"]["sign"] for lang in LANGS]
    signs = {word: sign for names in named for sign, words in names.items() for word in words}
    for choice in question.choices:
        value = choice.value.casefold()
        names = {value, *(_tight(plain_text(text)) for text in (choice.text.en, choice.text.zh))}
        if tight in names or tight in {value + name for name in names} or signs.get(plain) == value:
            return str(choice.value)
    return None


def _read_choices(plain: str, question: Asked) -> str | None:
    """Several letters ("AC", "A, C", "A and C"), or the texts of several choices with commas between them."""
    letters = {choice.value.casefold(): choice.value for choice in question.choices}
    words = "|".join(map(re.escape, _words_for("and")))
    for comma in (r"[,;\u3001&+]", rf"[,;\u3001&+]|\s+(?:{words})\s+"):
        chosen = [_read_choice(part, question) for part in re.split(comma, plain) if part.strip()]
        if chosen and None not in chosen:
            return "".join(sorted({letter for letter in chosen if letter}))
    tight = re.sub(rf"{words}|[&+]", "", _tight(plain))
    return "".join(sorted({letters[one] for one in tight})) if tight and set(tight) <= set(letters) else None


def _read_expression(plain: str, question: Asked) -> str | None:
    """An expression in our spelling, read with or without "= 25" after it; `None` if the text is not one."""
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
    """The exact value of an expression of whole numbers, + − × ÷ and brackets; `None` if the text is not one."""
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
    """The structure of an expression, found by Python. Only digits, the four signs and brackets get this far."""
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
"""By kind, the function that reads an answer from a plain text; it returns `None` for an unreadable one."""
