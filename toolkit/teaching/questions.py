"""Rows of questions for practice, homework and tests: made from a seed, shown as a table without the answers.

sums = questions("L1", stars=2, n=10, seed=3)
sums                           # the prompts, in the current language
sums.answers()                 # the same with answers and worked steps
quiz(sums + questions("L2"))
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Any, overload

from toolkit.cards.card import STARS, Question
from toolkit.cards.families import FAMILIES
from toolkit.cards.generate import families, question
from toolkit.core import words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

MOST = 500
"""The greatest number of questions in one call."""
TRIES = 400
"""After this many draws in a row without a new question, there are taken to be no more."""


class Questions(Sequence[Question]):
    """Questions in order; `+` joins two rows, a slice is a row again. A notebook shows them without their answers."""

    def __init__(self, items: Iterable[Question] = ()) -> None:
        self._items = tuple(items)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> Question: ...
    @overload
    def __getitem__(self, at: slice) -> Questions: ...
    def __getitem__(self, at: int | slice) -> Question | Questions:
        return Questions(self._items[at]) if isinstance(at, slice) else self._items[at]

    def __iter__(self) -> Iterator[Question]:
        return iter(self._items)

    def __add__(self, other: Iterable[Question]) -> Questions:
        return Questions((*self._items, *other))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Questions) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def __repr__(self) -> str:
        return _lines(_heads(), self._rows())

    def _repr_html_(self) -> str:
        return _table(_heads(), self._rows())

    def answers(self) -> Answers:
        """The answers and the worked steps, for correcting."""
        return Answers(self)

    def _rows(self) -> list[tuple[str, ...]]:
        lang = words.current()
        return [
            (str(number), "★" * one.stars, family_name(one.family, lang), asked(one, lang))
            for number, one in enumerate(self, 1)
        ]


class Answers:
    """A table of questions with their answers and worked steps."""

    def __init__(self, items: Iterable[Question]) -> None:
        self._items = tuple(items)

    def __repr__(self) -> str:
        return _lines(_heads(answers=True), self._rows())

    def _repr_html_(self) -> str:
        return _table(_heads(answers=True), self._rows())

    def _rows(self) -> list[tuple[str, ...]]:
        lang = words.current()
        return [
            (str(number), asked(one, lang), one.told(one.answer, lang), " ".join(step.get(lang) for step in one.steps))
            for number, one in enumerate(self._items, 1)
        ]


def questions(
    family: str | Iterable[str] | None = None,
    band: str = "lower",
    stars: int | Iterable[int] = 2,
    n: int = 20,
    seed: int | str = 1,
) -> Questions:
    """`n` different questions, the same for the same seed.

    `family`: one, several in turn, or `None` for all of the band. `stars`: 1, 2 or 3, or several in turn.
    `BadInput` for an unknown family, band or star level, and if there are fewer than `n` different questions.
    """
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST:
        raise BadInput("option_value", name="n", given=shown(n), right=f"1 … {MOST}")
    kinds = cycle([(name, level) for level in _levels(stars) for name in _families(family, band)])
    made: dict[Any, Question] = {}
    old = 0
    for number, (name, level) in enumerate(kinds, 1):
        one = question(name, level, f"{seed}:{number}", band)
        old = old + 1 if (one.prompt, one.choices) in made else 0
        made.setdefault((one.prompt, one.choices), one)
        if len(made) == n:
            break
        if old == TRIES:
            raise BadInput("questions_n", given=n, right=len(made))
    return Questions(made.values())


def _families(family: str | Iterable[str] | None, band: str) -> tuple[str, ...]:
    of_band = families(band)
    if family is None:
        return of_band
    names = tuple(family) if isinstance(family, Iterable) and not isinstance(family, str) else (family,)
    if not names or any(not isinstance(name, str) or name not in FAMILIES for name in names):
        raise BadInput("family", given=shown(family), right=" | ".join(FAMILIES))
    return names


def _levels(stars: int | Iterable[int]) -> tuple[int, ...]:
    levels = tuple(stars) if isinstance(stars, Iterable) else (stars,)
    if not levels or any(isinstance(one, bool) or one not in STARS for one in levels):
        raise BadInput("stars", given=shown(stars), right=" | ".join(map(str, STARS)))
    return levels


def family_name(family: str, lang: str) -> str:
    """The name of a family for people: a pack's own family keeps the name that the pack gives it."""
    if not family:
        return words.say("report.no_family", lang)
    return words.find(f"family.{family}", lang) or family


def asked(one: Question, lang: str) -> str:
    """The prompt in one line, with its choices set apart by wide spaces."""
    return re.sub(r"\s+", lambda gap: "\u2003" if len(gap[0]) > 1 else " ", one.prompt.get(lang).strip())


def _heads(answers: bool = False) -> tuple[str, ...]:
    keys = ("number", "question", "answer", "steps") if answers else ("number", "stars", "family", "question")
    return tuple(words.say(f"quiz.column.{key}", words.current()) for key in keys)


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join("  ".join(cell for cell in row if cell) for row in [heads, *rows])


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(f'<{tag} style="text-align:left">{html.escape(cell)}</{tag}>' for cell in cells)

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{line(heads, 'th')}</tr></thead><tbody>{body}</tbody></table>"
