"""A question before it is put into words, and the dice it is drawn with.

A form of question is two functions: `draw(rng)` takes the numbers, `draft(*numbers)` works them out.
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
"""What a child who follows an error pattern would answer, by the pattern's id."""

DISTRACTORS = 3
"""So many wrong answers at least; of the three signs > < =, the two others."""
LETTERS = "ABCDEFGH"

T = TypeVar("T")
V = TypeVar("V", bound=Any)


class Said(NamedTuple):
    """Words that differ by language: the text `key` of the family's table `term`, filled in."""

    key: str
    numbers: Mapping[str, Fill] = MappingProxyType({})


Fill = int | str | Said


class Option(NamedTuple):
    """One of the answers to choose from. `value` is what is typed for it: its letter, or a sign."""

    value: str
    text: Fill


class Draft(NamedTuple):
    """The numbers of one question. `form` names its texts, `numbers` fills them."""

    form: str
    params: Params
    answer: Answer
    numbers: Mapping[str, Fill]
    main: Bugs
    """Patterns that the question must tell apart."""
    other: Bugs = MappingProxyType({})
    """Patterns that may show as well."""
    skills: tuple[str, ...] = ()
    fact: Params = ()
    """The two factors of the multiplication fact that the question rests on."""
    lines: tuple[Said, ...] = ()
    """The worked steps, where how many there are depends on the numbers."""
    choices: tuple[Option, ...] = ()
    story: int = 0
    """Which of the stories of the form is told."""
    frame: str = ""
    """Of an expression that is to be found: its numbers and signs in order, without brackets."""
    target: int = 0
    """What that expression is worth."""
    board: Params = ()
    """The cells of the pawns, of a question about the board."""


class Form(NamedTuple):
    """One star level of a family."""

    draw: Callable[[Random], Params]
    draft: Callable[..., Draft]


class Family(NamedTuple):
    """A kind of question in three star levels. `band`: "lower", "upper", or "" for both."""

    band: str
    forms: tuple[Form, Form, Form]
    words: str = "toolkit"
    """The package whose `words` hold the texts of the family."""

    def draw(self, rng: Random, stars: int) -> Draft:
        """The next question whose wrong answers tell its main error patterns apart."""
        draw, draft = self.forms[stars - 1]
        while not tells_apart(found := draft(*draw(rng))):
            pass
        return found


def tells_apart(draft: Draft) -> bool:
    """Whether every main pattern keeps an answer of its own, and enough wrong answers are left."""
    wrong = wrong_answers(draft)
    enough = DISTRACTORS if not draft.choices or draft.choices[0].value in LETTERS else len(draft.choices) - 1
    return len(wrong) >= enough and set(draft.main) <= set(wrong.values())


def wrong_answers(draft: Draft) -> dict[Answer, str]:
    """The wrong answers that exactly one pattern leads to, with its id; first one of each pattern."""
    return told_apart({**draft.main, **draft.other}, draft.answer)


def told_apart(bugs: Mapping[str, Sequence[V]], answer: V) -> dict[V, str]:
    """The same for whatever the patterns lead to."""
    owner: dict[V, str] = {}
    for bug, values in bugs.items():
        for value in values:
            owner[value] = bug if owner.get(value, bug) == bug else ""
    found: dict[V, str] = {}
    for turn in range(max(map(len, bugs.values()), default=0)):
        for bug, values in bugs.items():
            if turn < len(values) and owner[values[turn]] and _possible(values[turn], answer):
                found[values[turn]] = bug
    return found


def _possible(value: object, answer: object) -> bool:
    least = value[0] if isinstance(value, tuple) else value
    return value != answer and not (isinstance(least, int) and least < 0)


def shown(bugs: Bugs) -> Bugs:
    """The patterns that have an answer here."""
    return {bug: values for bug, values in bugs.items() if values}


def lettered(texts: Iterable[Fill]) -> tuple[Option, ...]:
    """Choices A, B, C … in this order."""
    return tuple(Option(letter, text) for letter, text in zip(LETTERS, texts, strict=False))


def offered(answer: V, bugs: Mapping[str, Sequence[V]], params: Params) -> list[V]:
    """The answer and three wrong ones, each of one pattern, to choose from, in an order that tells nothing."""
    found = [answer, *list(told_apart(bugs, answer))[:DISTRACTORS]]
    return sorted(found, key=lambda value: sha256(repr((params, value)).encode()).digest())


def picked(values: Sequence[object], found: Mapping[str, Sequence[object]]) -> dict[str, tuple[Answer, ...]]:
    """The letters of the choices that the patterns lead to; what is none of the choices is left out."""
    letters = {value: letter for letter, value in zip(LETTERS, values, strict=False)}
    led = {bug: tuple(letters[value] for value in ends if value in letters) for bug, ends in found.items()}
    return {bug: values for bug, values in led.items() if values}


def between(rng: Random, low: int, high: int) -> int:
    """A whole number `low` … `high`, both included.

    `random()` is all that is used of `Random`: only that is promised to be the same in every Python.
    """
    return low + int(rng.random() * (high - low + 1))


def one_of(rng: Random, values: Sequence[T]) -> T:
    return values[int(rng.random() * len(values))]
