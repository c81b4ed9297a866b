"""A question card as a value: its texts in both languages, the answer, and the check of what somebody answers.

>>> from toolkit.cards.generate import question
>>> card = question("U2", 2, 1)
>>> card.prompt.en, card.answer, card.check("= 2……1").ok
('5 ÷ 2 = □ r □', '2 r 1', True)
"""

from __future__ import annotations

from typing import Literal

import msgspec

from toolkit.cards import reading
from toolkit.cards.families.draft import Answer
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, known_lang, table

BANDS = ("lower", "upper")
STARS = (1, 2, 3)
SECONDS = 30
"""The time for each star of a card."""

Value = reading.Value
Kind = Literal["int", "quotient_remainder", "choice", "multi_choice", "expression"]
CARD_KINDS = ("int", "quotient_remainder", "choice")
"""The kinds in a deck: those that are answered in one short line."""


class Text(msgspec.Struct, frozen=True):
    """The same words in both languages."""

    en: str
    zh: str

    def get(self, lang: str) -> str:
        """The text in one language. `BadInput` for an unknown language."""
        return str(getattr(self, known_lang(lang)))


class Distractor(msgspec.Struct, frozen=True):
    """A wrong answer and the error pattern that leads to it; "" if that is not exactly one pattern."""

    value: Value
    bug: str


class Choice(msgspec.Struct, frozen=True):
    """One of the answers to choose from. `value`: what a person types for it, a letter or a sign."""

    value: str
    text: Text


class Goal(msgspec.Struct, frozen=True):
    """The value that an expression must have, and the numbers that it must use, each once.

    `frame`: its numbers and signs in order if only brackets may be added, as "5 × 9 − 4"; otherwise "".
    """

    value: int
    numbers: tuple[int, ...]
    frame: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """The result of a check. A blank or unreadable text is not an answer: it is neither right nor wrong."""

    kind: Literal["right", "wrong", "blank", "unreadable"]
    value: Value | None = None
    bug: str | None = None
    """The error pattern that fits. One answer proves nothing: slips are more common than patterns."""

    @property
    def ok(self) -> bool:
        return self.kind == "right"


class Question(msgspec.Struct, frozen=True):
    """One card. `params`: the numbers drawn; `hints`: a nudge, then a step; `seconds`: the time for an answer."""

    id: str
    family: str
    band: str
    stars: int
    params: tuple[int, ...]
    prompt: Text
    kind: Kind
    answer: Value
    steps: tuple[Text, ...]
    hints: tuple[Text, ...]
    distractors: tuple[Distractor, ...]
    seconds: int
    skills: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    goal: Goal | None = None
    unit: Text = Text("", "")
    """In a word problem, the thing that is counted; it may be written after the number."""
    board: tuple[int, ...] = ()
    """In a question about the board, the cells of the pawns."""

    def check(self, text: str | int | None) -> Verdict:
        """Whether `text` is the answer, in any spelling: "８５", "= 85", "47+38=85", "7...5", "b", "15 apples"."""
        value = reading.read(self, "" if text is None else str(text))
        if isinstance(value, reading.Nothing):
            return Verdict(value.value)
        if value == self.answer or reading.reaches(self, value):
            return Verdict("right", value)
        return Verdict("wrong", value, next((d.bug for d in self.distractors if d.value == value), None))

    def told(self, value: Value, lang: str) -> str:
        """An answer as people say it: "7 r 5", "B 49", "15 apples"."""
        text = {choice.value: choice.text.get(lang) for choice in self.choices}.get(str(value), "")
        if self.choices:
            return f"{value} {text}" if text and text != value else str(value)
        return f"{spell(value, lang)} {self.unit.get(lang)}".strip()


def known_stars(stars: int) -> int:
    """The number of stars itself. `BadInput` if it is not 1, 2 or 3."""
    if isinstance(stars, bool) or stars not in STARS:
        raise BadInput("stars", given=shown(stars), right=" | ".join(map(str, STARS)))
    return int(stars)


def canonical(answer: Answer) -> Value:
    """The answer of a draft as a value: quotient and remainder become "7 r 5", or "7" if nothing remains."""
    if isinstance(answer, int | str):
        return answer
    quotient, remainder = answer
    return f"{quotient} r {remainder}" if remainder else str(quotient)


def spell(value: Value, lang: str) -> str:
    """An answer as it is written in the language: "7 r 5" is 7……5 in Chinese."""
    quotient, _, remainder = str(value).partition(" r ")
    pair: str = table("quiz", lang)["answer"]["pair"]
    return pair.format(q=quotient, r=remainder) if remainder else quotient
