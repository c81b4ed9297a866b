"""A question before it is put into words, and the dice it is drawn with.

A form of question is two functions: `draw(rng)` takes the numbers, `draft(*numbers)` works them out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeVar

Params = tuple[int, ...]
Answer = int | tuple[int, int]
"""A number, or quotient and remainder."""
Bugs = Mapping[str, tuple[Answer, ...]]
"""What a child who follows an error pattern would answer, by the pattern's id."""

DISTRACTORS = 3
"""So many wrong answers at least."""


class Draft(NamedTuple):
    """The numbers of one question. `form` names its texts, `numbers` fills them."""

    form: str
    params: Params
    answer: Answer
    numbers: Mapping[str, int]
    main: Bugs
    """Patterns that the question must tell apart."""
    other: Bugs = MappingProxyType({})
    """Patterns that may show as well."""
    skills: tuple[str, ...] = ()
    fact: Params = ()
    """The two factors of the multiplication fact that the question rests on."""


class Form(NamedTuple):
    """One star level of a family."""

    draw: Callable[[Random], Params]
    draft: Callable[..., Draft]


class Family(NamedTuple):
    """A kind of question in three star levels."""

    band: str
    forms: tuple[Form, Form, Form]

    def draw(self, rng: Random, stars: int) -> Draft:
        """The next question whose wrong answers tell its main error patterns apart."""
        draw, draft = self.forms[stars - 1]
        while not tells_apart(found := draft(*draw(rng))):
            pass
        return found


def tells_apart(draft: Draft) -> bool:
    """Whether every main pattern keeps an answer of its own, and enough wrong answers are left."""
    wrong = wrong_answers(draft)
    return len(wrong) >= DISTRACTORS and set(draft.main) <= set(wrong.values())


def wrong_answers(draft: Draft) -> dict[Answer, str]:
    """The wrong answers that exactly one pattern leads to, with its id; first one of each pattern."""
    bugs = {**draft.main, **draft.other}
    owner: dict[Answer, str] = {}
    for bug, values in bugs.items():
        for value in values:
            owner[value] = bug if owner.get(value, bug) == bug else ""
    found: dict[Answer, str] = {}
    for turn in range(max(map(len, bugs.values()))):
        for bug, values in bugs.items():
            if turn < len(values) and owner[values[turn]] and _possible(values[turn], draft.answer):
                found[values[turn]] = bug
    return found


def _possible(value: Answer, answer: Answer) -> bool:
    return value != answer and (value if isinstance(value, int) else value[0]) >= 0


T = TypeVar("T")


def between(rng: Random, low: int, high: int) -> int:
    """A whole number `low` … `high`, both included.

    `random()` is all that is used of `Random`: only that is promised to be the same in every Python.
    """
    return low + int(rng.random() * (high - low + 1))


def one_of(rng: Random, values: Sequence[T]) -> T:
    return values[int(rng.random() * len(values))]
