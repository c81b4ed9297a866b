"""A question before it is put into words, and the random numbers that it is drawn with.

A form of question is two functions: `draw(rng)` chooses the numbers, `draft(*numbers)` works out the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

Params = tuple[int, ...]
Answer = int | tuple[int, int] | str
"""A number, quotient and remainder, the value of a choice ("B", ">", "AC"), or an expression."""
Bugs = Mapping[str, tuple[Answer, ...]]
"""By the id of an error pattern, the answers of a child who follows it."""

DISTRACTORS = 3
"""A question needs at least this many wrong answers; one about the signs > < = needs the two others."""
LETTERS = "ABCDEFGH"

T = TypeVar("T")
V = TypeVar("V", bound=Any)


class Said(NamedTuple):
    """A text that differs by language: `key` of the family's table `term`, filled in with `numbers`."""

    key: str
    numbers: Mapping[str, Fill] = MappingProxyType({})


Fill = int | str | Said


class Option(NamedTuple):
    """One of the answers to choose from. `value`: what a person types for it, a letter or a sign."""

    value: str
    text: Fill


class Draft(NamedTuple):
    """The numbers of one question. `form` names its texts, `numbers` fills them in."""

    form: str
    params: Params
    answer: Answer
    numbers: Mapping[str, Fill]
    main: Bugs
    """Patterns that this question must tell apart."""
    other: Bugs = MappingProxyType({})
    """Other patterns that may show."""
    skills: tuple[str, ...] = ()
    fact: Params = ()
    """The two factors of the multiplication fact that the question depends on."""
    lines: tuple[Said, ...] = ()
    """The worked steps, if their number depends on the numbers of the question."""
    choices: tuple[Option, ...] = ()
    story: int = 0
    """The index of the story, for a form that has several."""
    frame: str = ""
    """If the answer is an expression: its numbers and signs in order, without brackets."""
    target: int = 0
    """The value of that expression."""
    board: Params = ()
    """In a question about the board, the cells of the pawns."""


class Form(NamedTuple):
    """One star level of a family."""

    draw: Callable[[Random], Params]
    draft: Callable[..., Draft]


class Family(NamedTuple):
    """A kind of question in three star levels. `band`: "lower", "upper", or "" for both."""

    band: str
    forms: tuple[Form, Form, Form]
    words: str = "toolkit"
    """The package whose `words/quiz.*.toml` hold the texts of the family."""

    def draw(self, rng: Random, stars: int) -> Draft:
        """The next question whose wrong answers tell its main error patterns apart."""
        draw, draft = self.forms[stars - 1]
        while True:
            made = draft(*draw(rng))
            if tells_apart(made):
                return made


def tells_apart(draft: Draft) -> bool:
    """Whether every main pattern has a wrong answer of its own, and there are enough wrong answers."""
    wrong = wrong_answers(draft)
    enough = DISTRACTORS if not draft.choices or draft.choices[0].value in LETTERS else len(draft.choices) - 1
    return len(wrong) >= enough and set(draft.main) <= set(wrong.values())


def wrong_answers(draft: Draft) -> dict[Answer, str]:
    """The wrong answers that exactly one pattern leads to, with its id: a first one of each pattern, then a second …"""
    return told_apart({**draft.main, **draft.other}, draft.answer)


def told_apart(bugs: Mapping[str, Sequence[V]], answer: V) -> dict[V, str]:
    """The same for values of any type. Negative values are left out."""
    owner: dict[V, str] = {}
    for bug, values in bugs.items():
        for value in values:
            owner[value] = bug if owner.get(value, bug) == bug else ""
    apart: dict[V, str] = {}
    for turn in range(max(map(len, bugs.values()), default=0)):
        for bug, values in bugs.items():
            if turn < len(values) and owner[values[turn]] and _possible(values[turn], answer):
                apart[values[turn]] = bug
    return apart


def _possible(value: object, answer: object) -> bool:
    least = value[0] if isinstance(value, tuple) else value
    return value != answer and not (isinstance(least, int) and least < 0)


def shown(bugs: Bugs) -> Bugs:
    """The patterns that lead to an answer here."""
    return {bug: values for bug, values in bugs.items() if values}


def lettered(texts: Iterable[Fill]) -> tuple[Option, ...]:
    """Choices A, B, C … in this order."""
    return tuple(Option(letter, text) for letter, text in zip(LETTERS, texts, strict=False))


def offered(answer: V, bugs: Mapping[str, Sequence[V]], params: Params) -> list[V]:
    """The answer and three wrong ones, each of one pattern, in an order that does not give the answer away."""
    values = [answer, *list(told_apart(bugs, answer))[:DISTRACTORS]]
    return sorted(values, key=lambda value: sha256(repr((params, value)).encode()).digest())


def picked(values: Sequence[object], bugs: Mapping[str, Sequence[object]]) -> dict[str, tuple[Answer, ...]]:
    """By pattern, the letters of the choices that it leads to; values that are not among the choices are left out."""
    letters = {value: letter for letter, value in zip(LETTERS, values, strict=False)}
    led = {bug: tuple(letters[value] for value in ends if value in letters) for bug, ends in bugs.items()}
    return {bug: values for bug, values in led.items() if values}


def between(rng: Random, low: int, high: int) -> int:
    """A whole number from `low` to `high`, both included.

    Only `Random.random()` is used: it alone is promised to give the same numbers in every version of Python.
    """
    return low + int(rng.random() * (high - low + 1))


def one_of(rng: Random, values: Sequence[T]) -> T:
    """One of the values; see `between`."""
    return values[int(rng.random() * len(values))]
