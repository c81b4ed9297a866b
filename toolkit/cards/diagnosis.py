"""Error patterns behind wrong answers: those that fit one answer, and those that a row of answers makes likely.

>>> from toolkit.cards.box import deck
>>> card = deck("lower/1/7").card(125)
>>> card.prompt.en, diagnose(card, "91"), diagnose(card, "17")
('95 − 6 = □', ('SUB.smaller_from_larger',), ())
>>> pattern("SUB.smaller_from_larger", "en").name
'smaller digit from larger'

Every pattern is run on the question. If several fit an answer, it suggests none of them. If one fits, it "may be" that
pattern; if the same one fits alone for two of the last three questions that could show it, it is "likely". Children's
wrong answers are slips more often than patterns, so one answer proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from toolkit.cards.card import Question, Value
from toolkit.cards.families import FAMILIES, bugs
from toolkit.cards.families.draft import Answer, Draft
from toolkit.cards.reading import plain_text
from toolkit.core.words import LANGS, table

Fits = Mapping[str, tuple[Value, ...]]
"""By pattern, the wrong answers that it leads to."""
Raw = Mapping[str, Sequence[Answer]]

LAST = 3
"""How many of the latest questions that could show a pattern are looked at."""
LIKELY = 2
"""A pattern that shows this often among them is likely."""


def diagnose(question: Question, answer: Value | None) -> tuple[str, ...]:
    """All patterns that lead to this answer, given as text or as a value; `()` if it is right, blank or unreadable."""
    verdict = question.check(answer)
    if verdict.kind != "wrong":
        return ()
    return tuple(bug for bug, values in patterns(question).items() if verdict.value in values)


@lru_cache(maxsize=4096)
def patterns(question: Question) -> Fits:
    """The wrong answers that each pattern leads to, whether or not another pattern leads there too.

    A generated question is drafted again. For a question that somebody wrote, the prompt is read if it is nothing but
    an equation. The wrong answers on the card itself are added.
    """
    fits: dict[str, list[Value]] = {}
    for bug, answers in (_drafted(question) or _read(question)).items():
        fits.setdefault(bug, []).extend(_possible(question, answers))
    for wrong in question.distractors:
        if wrong.bug:
            fits.setdefault(wrong.bug, []).append(wrong.value)
    return {bug: tuple(dict.fromkeys(values)) for bug, values in fits.items() if values}


def separates(question: Question, among: Iterable[str]) -> bool:
    """Whether each of these patterns leads to an answer of its own here, so that the question tells them apart."""
    return all(_own(question, bug) for bug in among)


@lru_cache(maxsize=4096)
def _own(question: Question, bug: str) -> frozenset[Value]:
    """The wrong answers that only this pattern leads to."""
    fits = patterns(question)
    others = {value for other, values in fits.items() if other != bug for value in values}
    return frozenset(fits.get(bug, ())) - others


class Attempt(NamedTuple):
    """One answer: its text (`None` if none was given) and the verdict, which a teacher may have overridden."""

    question: Question
    text: str | None
    ok: bool


class Finding(msgspec.Struct, frozen=True):
    """A pattern that fitted alone `shown` times in the last `items` questions that could show it."""

    bug: str
    sure: Literal["may", "likely"]
    shown: int
    items: int

    def say(self, lang: str) -> str:
        """The finding in a sentence or two, for a teacher. `BadInput` for an unknown language."""
        text: str = table("diagnosis", lang)["finding"][self.sure]
        return text.format(name=pattern(self.bug, lang).name, shown=self.shown, items=self.items)


def findings(history: Iterable[Attempt | tuple[Question, str | None, bool]]) -> tuple[Finding, ...]:
    """The patterns in the answers of one pupil or team, given oldest first: the likely ones, then those that may be."""
    looked = [_look(Attempt(*one)) for one in history]
    alone = dict.fromkeys(fits[0] for _, fits in reversed(looked) if len(fits) == 1)
    weighed = [finding for bug in alone if (finding := _weigh(bug, looked))]
    return tuple(sorted(weighed, key=lambda finding: finding.sure != "likely"))


def _look(attempt: Attempt) -> tuple[Question | None, tuple[str, ...]]:
    """The question, `None` if it was not answered, and the patterns that fit the answer."""
    verdict = attempt.question.check(attempt.text)
    if verdict.kind not in ("right", "wrong"):
        return None, ()
    return attempt.question, () if attempt.ok else diagnose(attempt.question, attempt.text)


def _weigh(bug: str, looked: Sequence[tuple[Question | None, tuple[str, ...]]]) -> Finding | None:
    """How sure the pattern is. An answer that another pattern fits too counts neither for it nor against it."""
    last = [
        fits for question, fits in looked if question and _own(question, bug) and (bug not in fits or len(fits) == 1)
    ]
    last = last[-LAST:]
    shown = sum(fits == (bug,) for fits in last)
    if not shown:
        return None
    return Finding(bug, "likely" if shown >= LIKELY else "may", shown, len(last))


class Pattern(NamedTuple):
    """A pattern in words: its name, the rule that the child follows, an example."""

    name: str
    says: str
    example: str

    def line(self, lang: str) -> str:
        """Rule and example in one line. `BadInput` for an unknown language."""
        return str(table("diagnosis", lang)["finding"]["line"]).format(says=self.says, example=self.example)


def pattern(bug: str, lang: str) -> Pattern:
    """The words for a pattern. `KeyError` for an unknown id."""
    head, _, rest = bug.partition(".")
    return Pattern(**table("diagnosis", lang)[head][rest])


@cache
def known() -> tuple[str, ...]:
    """The ids of all patterns that have words."""
    heads = table("diagnosis", LANGS[0]).items()
    return tuple(f"{head}.{rest}" for head, patterns in heads if head.isupper() for rest in patterns)


def _possible(question: Question, answers: Iterable[Answer]) -> Iterable[Value]:
    """The answers as values of the question's kind, without the right one and without negative ones."""
    for answer in answers:
        first = answer[0] if isinstance(answer, tuple) else answer
        value = _value(question, answer)
        if value != question.answer and (isinstance(first, str) or first >= 0):
            yield value


def _value(question: Question, answer: Answer) -> Value:
    if isinstance(answer, tuple):
        quotient, remainder = answer
        if remainder:
            return f"{quotient} r {remainder}"
        answer = quotient
    return str(answer) if question.kind == "quotient_remainder" else answer


def _drafted(question: Question) -> Raw:
    """The patterns that the question's own family lists; empty for a question that was not generated."""
    if not question.params or question.family not in FAMILIES:
        return {}
    draft: Draft = FAMILIES[question.family].forms[question.stars - 1].draft(*question.params)
    return {**draft.main, **draft.other}


def _read(question: Question) -> Raw:
    """The patterns for a prompt that is one equation with numbers up to 100, in either language; otherwise empty."""
    for lang in LANGS:
        plain = plain_text(question.prompt.get(lang)).replace(" ", "")
        body = re.sub(r"=(□(r□)?)?$", "", plain)
        numbers = tuple(map(int, re.findall("[0-9]{1,9}", body)))
        if not re.fullmatch(r"[-0-9+×÷()=□]{3,60}", body) or max(numbers, default=999) > 100:
            continue
        shape = re.sub("[0-9]+", "n", body)
        if shape in SHAPES:
            return SHAPES[shape](*numbers)
        return _ordered(_signed(re.findall(r"[0-9]+|[-+×÷()]", body))) if not set(body) & set("=□") else {}
    return {}


def _sum(*addends: int) -> Raw:
    slips = {
        "ADD.carry_lost": bugs.carry_lost(*addends),
        "ADD.carry_written": bugs.carry_written(*addends),
        "ADD.carry_swapped": bugs.carry_swapped(*addends),
        "CNT.off_by_one": bugs.counted_start(*addends),
        "DIG.reversed": bugs.reversed_digits(sum(addends)),
    }
    if len(addends) > 2:
        return slips | {"WORD.stopped_early": (addends[0] + addends[1],)}
    a, b = addends
    zero = (0, a + b + 1) if 0 in addends else ()
    return slips | {"ADD.misaligned": bugs.misaligned(a, b), "ADD.zero": zero, "OP.swapped": (abs(a - b),)}


def _difference(a: int, b: int) -> Raw:
    return {**_slips(a, b), "OP.swapped": (a + b,), "DIG.reversed": bugs.reversed_digits(a - b) if a > b else ()}


def _slips(a: int, b: int) -> Raw:
    return {
        "SUB.smaller_from_larger": bugs.smaller_from_larger(a, b),
        "SUB.no_decrement": bugs.no_decrement(a, b),
        "SUB.zero_minus_n": bugs.zero_minus_n(a, b),
        "SUB.zero_gives_zero": bugs.zero_gives_zero(a, b),
        "SUB.off_by_one": bugs.one_short_or_long(a - b),
    }


def _two_differences(a: int, b: int, c: int) -> Raw:
    return {
        "WORD.stopped_early": (a - b,),
        "SUB.off_by_one": bugs.one_short_or_long(a - b - c),
        "OP.swapped": (a - b + c,),
        "SUB.smaller_from_larger": bugs.smaller_from_larger(a, b, c),
    }


def _product(a: int, b: int) -> Raw:
    return {
        "MUL.neighbour": bugs.product_neighbours(a, b) if a and b else (),
        "MUL.shared_digit": bugs.shared_digit(a, b),
        "MUL.zero_one": _zero_one(a, b),
        "MUL.carry_lost": bugs.product_carry_lost(max(a, b), min(a, b)) if min(a, b) < 10 < max(a, b) else (),
        "OP.swapped": (a + b,),
        "DIG.reversed": bugs.reversed_digits(a * b),
    }


def _zero_one(a: int, b: int) -> tuple[int, ...]:
    """7 × 0 → 7; 7 × 1 → 8."""
    if 0 in (a, b):
        return (a + b,)
    return (a + b,) if 1 in (a, b) else ()


def _quotient(n: int, d: int) -> Raw:
    if not d:
        return {}
    q, r = divmod(n, d)
    return {
        "DIV.neighbour": ((q - 1, r), (q + 1, r)),
        "DIV.remainder_lost": ((q, 0),) if r else (),
        "DIV.remainder_too_big": ((q - 1, r + d),) if r else (),
        "OP.swapped": ((n - d, 0), (n * d, 0)),
    }


def _missing_addend(a: int, c: int) -> Raw:
    return {**_slips(c, a), "MISS.wrong_inverse": (c + a,)}


def _missing_subtrahend(a: int, c: int) -> Raw:
    return {**_slips(a, c), "MISS.wrong_inverse": (a + c,)}


def _missing_minuend(a: int, c: int) -> Raw:
    return {**{bug: v for bug, v in _sum(c, a).items() if bug != "OP.swapped"}, "MISS.wrong_inverse": (abs(c - a),)}


def _missing_factor(a: int, product: int) -> Raw:
    if not a:
        return {}
    answer = product // a
    return {
        "DIV.neighbour": (answer - 1, answer + 1),
        "MISS.wrong_inverse": (product * a,),
        "OP.swapped": (product - a,),
    }


def _missing_dividend(d: int, q: int) -> Raw:
    inverse = (q // d,) if d and q % d == 0 else ()
    return {"MUL.neighbour": bugs.product_neighbours(d, q), "MISS.wrong_inverse": inverse, "OP.swapped": (d + q,)}


def _balance(a: int, b: int, c: int) -> Raw:
    return {"EQ.answer_next": (a + b,), "EQ.add_all": (a + b + c,), **_slips(a + b, c)}


SHAPES: Mapping[str, Callable[..., Raw]] = {
    "n+n": _sum,
    "n+n+n": _sum,
    "n-n": _difference,
    "n-n-n": _two_differences,
    "n×n": _product,
    "n÷n": _quotient,
    "n+□=n": _missing_addend,
    "□+n=n": _missing_addend,
    "n-□=n": _missing_subtrahend,
    "□-n=n": _missing_minuend,
    "n×□=n": _missing_factor,
    "□×n=n": _missing_factor,
    "□÷n=n": _missing_dividend,
    "n+n=□+n": _balance,
    "n+n=n+□": _balance,
}
"""By the form of an equation, `n` for a number, the function that gives its patterns. Other forms: see `_ordered`."""

ORDERS: Mapping[str, tuple[str, ...]] = {
    "ORD.left_to_right": ("+-×÷",),
    "ORD.mult_before_div": ("×", "÷", "+-"),
    "ORD.add_before_sub": ("×÷", "+", "-"),
}
"""Wrong orders of operations: the signs in each text are worked from left to right, text after text."""
RIGHT_ORDER = ("×÷", "+-")
SIGNS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "×": lambda a, b: a * b,
    "÷": lambda a, b: a / b,
}


def _signed(tokens: Sequence[str]) -> list[str]:
    """The tokens with a minus that takes nothing away joined to its number, "-5"; before a bracket it is "-1" "×"."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        after = found[-1:] and (tokens[at - 1].isdigit() or tokens[at - 1] == ")")
        if found[-1:] == ["~"]:
            found[-1:] = [f"-{token}"] if token.isdigit() else ["-1", "×", token]
        else:
            found.append("~" if token == "-" and not after else token)
    return found


def _ordered(tokens: list[str]) -> Raw:
    """The values of an expression of several operations in a wrong order, without brackets, or after one step."""
    steps = _steps(tokens, RIGHT_ORDER)
    if len(steps) < 2:
        return {}
    values = {bug: _last(_steps(tokens, order)) for bug, order in ORDERS.items()}
    flat = [token for token in tokens if token not in "()"]
    values["ORD.brackets_ignored"] = _last(_steps(flat, RIGHT_ORDER)) if flat != tokens else ()
    values["WORD.stopped_early"] = _last(steps[:1])
    return values


def _last(steps: Sequence[Fraction]) -> tuple[int, ...]:
    return (int(steps[-1]),) if steps and steps[-1].denominator == 1 else ()


def _steps(tokens: Sequence[str], order: Sequence[str]) -> list[Fraction]:
    """The results of the operations, one after the other; empty if the tokens are not an expression."""
    steps: list[Fraction] = []
    try:
        _worth([token if token in SIGNS or token in "()" else Fraction(token) for token in tokens], order, steps)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return []
    return steps


def _worth(items: list[Any], order: Sequence[str], steps: list[Fraction]) -> Fraction:
    """Works out an expression in this order, brackets first, and appends every result to `steps`.

    Every step leaves fewer items, so that it ends for any text. ValueError if the items are not an expression.
    """
    while ")" in items:
        close = items.index(")")
        start = max(at for at in range(close) if items[at] == "(")
        items[start : close + 1] = [_worth(items[start + 1 : close], order, steps)]
    for signs in order:
        while (at := next((at for at, item in enumerate(items) if item in tuple(signs)), None)) is not None:
            if not at:
                raise ValueError("nothing stands before the first sign")
            steps.append(SIGNS[items[at]](items[at - 1], items[at + 1]))
            items[at - 1 : at + 2] = [steps[-1]]
    (worth,) = items
    return Fraction(worth)
