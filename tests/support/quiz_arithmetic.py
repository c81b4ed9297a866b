"""Arithmetic of its own for the tests of the question cards: reads what is printed and works it out with fractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from toolkit.cards import card as card_
from toolkit.cards.card import Question

TOKEN = re.compile(r"\d+|[-+−×÷()]")
RELATION = re.compile(r"[(\d□](?:[\d□\s+−×÷()=<>]|……| r (?=[\d□]))*[\d□)]")
STRENGTH = {"+": 1, "−": 1, "×": 2, "÷": 2}


def worth(expression: str, strength: dict[str, int] = STRENGTH, whole: bool = True) -> Fraction:
    """× and ÷ before + and −, from the left, brackets first; `whole`: nothing on the way is negative or broken."""
    tokens = TOKEN.findall(expression)
    assert "".join(tokens) == re.sub(r"\s", "", expression), expression

    def atom() -> Fraction:
        token = tokens.pop(0)
        if token != "(":
            return Fraction(int(token))
        inside = climb(0)
        assert tokens.pop(0) == ")", expression
        return inside

    def climb(least: int) -> Fraction:
        left = atom()
        while tokens and tokens[0] in strength and strength[tokens[0]] > least:
            sign = tokens.pop(0)
            left = work(sign, left, climb(strength[sign]))
            assert not whole or (left >= 0 and left.denominator == 1), expression
        return left

    value = climb(0)
    assert not tokens, expression
    return value


def work(sign: str, a: Fraction, b: Fraction) -> Fraction:
    return a + b if sign == "+" else a - b if sign == "−" else a * b if sign == "×" else a / b


FROM_THE_LEFT = dict.fromkeys("+−×÷", 1)


def halves(expression: str) -> Iterator[Fraction]:
    """What the first two and the last two numbers of a chain make by themselves."""
    tokens = re.findall(r"\d+|[+−×÷]", expression)
    for at in range(1, len(tokens), 2):
        yield worth(" ".join(tokens[at - 1 : at + 2]), whole=False)


def holds(relation: str) -> bool:
    """Whether a chain of equations and inequalities is true; "47 ÷ 6 = 7 r 5" as well."""
    relation = relation.replace("……", " r ")
    if " r " in relation:
        (n, d), (q, r) = (map(int, re.split(r"\s*[÷r]\s*", side.strip())) for side in relation.split("="))
        return n == d * q + r and 0 <= r < d
    sides = re.split(r"([=<>])", relation)
    values = [worth(side) for side in sides[::2]]
    return all(
        a == b if sign == "=" else a < b if sign == "<" else a > b
        for a, sign, b in zip(values, sides[1::2], values[1:], strict=False)
    )


def solved(text: str, answer: card_.Value) -> str:
    """The text with the answer in its boxes."""
    parts = iter(str(answer).split(" r ")) if "r □" in text or "……□" in text else iter([str(answer)] * 9)
    return re.sub("□", lambda _: next(parts), text)


def relations(text: str, answer: card_.Value = "□") -> list[str]:
    """The equations and inequalities in a text, the answer in their boxes."""
    found = (match.strip() for match in RELATION.findall(text))
    return [one if answer == "□" else solved(one, answer) for one in found if re.search("[=<>]", one)]


def texts(card: Question) -> Iterator[card_.Text]:
    yield from (card.prompt, *card.hints, *card.steps)


def numbers_in(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def question_of(card: Question) -> str:
    """The English prompt without its choices."""
    return re.split(r"  A |\s\(> < =\)", card.prompt.en)[0]


def carries(expression: str) -> int:
    """Carries and borrows of the ones in a chain of + and −."""
    tokens, found = re.findall(r"\d+|[+−]", expression), 0
    so_far = int(tokens[0])
    for sign, number in zip(tokens[1::2], tokens[2::2], strict=True):
        n = int(number)
        found += so_far % 10 + n % 10 > 9 if sign == "+" else so_far % 10 < n % 10
        so_far += n if sign == "+" else -n
    return found
