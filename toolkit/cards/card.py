"""TODO: toolkit.cards.card."""

from __future__ import annotations

from typing import Literal

import msgspec

from toolkit.cards import reading
from toolkit.cards.families.draft import Answer
from toolkit.core.words import BadInput, known_lang, table

BANDS = ("lower", "upper")
STARS = (1, 2, 3)
SECONDS = 30
"""Time for each star of a card."""

Value = int | str
"""An answer: a number; quotient and remainder as "7 r 5"; the value of a choice, as "B" or ">"; the letters of
several, as "AC"; an expression as "5 × (9 − 4)"."""
Kind = Literal["int", "quotient_remainder", "choice", "multi_choice", "expression"]
CARD_KINDS = ("int", "quotient_remainder", "choice")
"""What a deck asks: what is answered in one short line."""


class Text(msgspec.Struct, frozen=True):
    """The same words in both languages."""

    en: str
    zh: str

    def get(self, lang: str) -> str:
        """`BadInput` for a language there are no words in."""
        return str(getattr(self, known_lang(lang)))


class Distractor(msgspec.Struct, frozen=True):
    """A wrong answer, and the one error pattern that leads to it."""

    value: Value
    bug: str


class Choice(msgspec.Struct, frozen=True):
    """One of the answers to choose from. `value` is what is typed for it: its letter, or a sign."""

    value: str
    text: Text


class Goal(msgspec.Struct, frozen=True):
    """What an expression must be worth, and the numbers it must use, each once.

    `frame`: its numbers and signs in order, if only brackets may be put in, as "5 × 9 − 4".
    """

    value: int
    numbers: tuple[int, ...]
    frame: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """What a check found. A blank or unreadable text is no answer: it is neither right nor wrong."""

    kind: Literal["right", "wrong", "blank", "unreadable"]
    value: Value | None = None
    bug: str | None = None
    """The error pattern that fits. One answer proves nothing: slips are commoner than patterns."""

    @property
    def ok(self) -> bool:
        return self.kind == "right"


class Question(msgspec.Struct, frozen=True):
    """One card. `params`: the numbers drawn; `hints`: a nudge, then a step; `seconds`: the time there is."""

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
    """What a number counts, in a word problem; it may be written after the number."""
    board: tuple[int, ...] = ()
    """The cells of the pawns, of a question about the board."""

    def check(self, text: str | int | None) -> Verdict:
        """What `text` is worth, however it is written: "８５", "= 85", "47+38=85", "7...5", "b", "15 apples"."""
        value = reading.read(self, "" if text is None else str(text))
        if isinstance(value, reading.Nothing):
            return Verdict(value.value)
        if value == self.answer or reading.reaches(self, value):
            return Verdict("right", value)
        return Verdict("wrong", value, next((d.bug for d in self.distractors if d.value == value), None))

    def told(self, value: Value, lang: str) -> str:
        """An answer as it is said aloud: "7 r 5", "B 49", "15 apples"."""
        text = {choice.value: choice.text.get(lang) for choice in self.choices}.get(str(value), "")
        if self.choices:
            return f"{value} {text}" if text and text != value else str(value)
        return f"{spell(value, lang)} {self.unit.get(lang)}".strip()


def _known_stars(stars: int) -> int:
    if stars not in STARS:
        raise BadInput("stars", given=repr(stars), right=" | ".join(map(str, STARS)))
    return stars


def _canonical(answer: Answer) -> Value:
    """A number or a text as it is; quotient and remainder as "7 r 5", without a remainder as "7"."""
    if isinstance(answer, int | str):
        return answer
    quotient, remainder = answer
    return f"{quotient} r {remainder}" if remainder else str(quotient)


def spell(value: Value, lang: str) -> str:
    """An answer as the language writes it: "7 r 5" is written with dots in Chinese."""
    quotient, _, remainder = str(value).partition(" r ")
    pair: str = table("quiz", lang)["answer"]["pair"]
    return pair.format(q=quotient, r=remainder) if remainder else quotient
