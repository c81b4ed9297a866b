"""Rows of questions for practice, homework and tests: made from a seed, shown as a table, without the answers.

sums = questions("L1", stars=2, n=10, seed=3)
sums                 the prompts, in the current language
sums.answers()       the same with answers and worked steps
quiz(sums + questions("L2"))
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Any, overload

from toolkit.cards.card import BANDS, STARS, Question
from toolkit.cards.families import FAMILIES
from toolkit.cards.generate import families, question
from toolkit.core import words
from toolkit.core.words import BadInput

MOST = 500
TRIES = 400
"""So many draws in a row that bring nothing new are taken to mean that there is nothing new."""


class Questions(Sequence[Question]):
    """Questions in order. `+` joins, a slice is again a row of questions; what is shown holds no answer."""

    def __init__(self, found: Iterable[Question] = ()) -> None:
        self._found = tuple(found)

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, at: int) -> Question: ...
    @overload
    def __getitem__(self, at: slice) -> Questions: ...
    def __getitem__(self, at: int | slice) -> Question | Questions:
        return Questions(self._found[at]) if isinstance(at, slice) else self._found[at]

    def __iter__(self) -> Iterator[Question]:
        return iter(self._found)

    def __add__(self, other: Iterable[Question]) -> Questions:
        return Questions((*self._found, *other))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Questions) and self._found == other._found

    def __hash__(self) -> int:
        return hash(self._found)

    def __repr__(self) -> str:
        return _lines(_heads(self), self._rows())

    def _repr_html_(self) -> str:
        return _table(_heads(self), self._rows())

    def answers(self) -> Answers:
        """The answers and the worked steps, for whoever corrects."""
        return Answers(self)

    def _rows(self) -> list[tuple[str, ...]]:
        lang = words.current()
        return [
            (str(number), "★" * one.stars, family_name(one.family, lang), asked(one, lang))
            for number, one in enumerate(self, 1)
        ]


class Answers:
    """Questions with their answers and worked steps, to look at."""

    def __init__(self, found: Iterable[Question]) -> None:
        self._found = tuple(found)

    def __repr__(self) -> str:
        return _lines(_heads(self._found, answers=True), self._rows())

    def _repr_html_(self) -> str:
        return _table(_heads(self._found, answers=True), self._rows())

    def _rows(self) -> list[tuple[str, ...]]:
        lang = words.current()
        return [
            (str(number), asked(one, lang), one.told(one.answer, lang), " ".join(step.get(lang) for step in one.steps))
            for number, one in enumerate(self._found, 1)
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
    `BadInput` for what there is not, and where there are fewer than `n` different ones.
    """
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST:
        raise BadInput("option_value", name="n", given=repr(n), right=f"1 … {MOST}")
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
    if band not in BANDS:
        raise BadInput("band", given=repr(band), right=" | ".join(map(repr, BANDS)))
    if family is None:
        return families(band)
    found = tuple(family) if isinstance(family, Iterable) and not isinstance(family, str) else (family,)
    if not found or any(not isinstance(name, str) or name not in FAMILIES for name in found):
        raise BadInput("family", given=repr(family), right=" | ".join(FAMILIES))
    return found


def _levels(stars: int | Iterable[int]) -> tuple[int, ...]:
    found = tuple(stars) if isinstance(stars, Iterable) else (stars,)
    if not found or any(isinstance(one, bool) or one not in STARS for one in found):
        raise BadInput("stars", given=repr(stars), right=" | ".join(map(str, STARS)))
    return found


def family_name(family: str, lang: str) -> str:
    """The name of a family for people: a pack's own family keeps the name that the pack gives it."""
    if not family:
        return words.say("report.no_family", lang)
    return words.find(f"family.{family}", lang) or family


def asked(one: Question, lang: str) -> str:
    """The prompt in one line; it holds what there is to choose from, set apart by wide spaces."""
    return re.sub(r"\s+", lambda gap: "\u2003" if len(gap[0]) > 1 else " ", one.prompt.get(lang).strip())


def _heads(found: Sequence[Question], answers: bool = False) -> tuple[str, ...]:
    keys = ("number", "question", "answer", "steps") if answers else ("number", "stars", "family", "question")
    return tuple(words.say(f"quiz.column.{key}", words.current()) for key in keys)


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join("  ".join(cell for cell in row if cell) for row in [heads, *rows])


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(f'<{tag} style="text-align:left">{html.escape(cell)}</{tag}>' for cell in cells)

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{line(heads, 'th')}</tr></thead><tbody>{body}</tbody></table>"
