"""Rows of a pack of question cards made into questions, and back, with every fault by line and column.

    rows = pack_text.read(text, faults, notes)   # a spreadsheet's CSV, or JSON
    questions = [question(row, str(number), faults) for number, row in enumerate(rows, 1)]
    if faults: raise PackError(faults)       # all of them at once

Both forms have the same fields, the `COLUMNS`. `stars`, `answer` and a prompt in at least one language are needed.
Every text is plain text: no markup in it has a meaning.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from toolkit.cards.card import BANDS, SECONDS, STARS, Choice, Distractor, Kind, Question, Text, Value
from toolkit.cards.diagnosis import patterns
from toolkit.cards.families.draft import LETTERS
from toolkit.cards.pack_text import COLUMNS, PROMPTS, WRONG, Cell, Row
from toolkit.cards.reading import plain_text
from toolkit.core.faults import Fault

ROOM: Mapping[str, int] = {
    **dict.fromkeys(COLUMNS, 40),
    **dict.fromkeys(("id", "tags"), 100),
    **dict.fromkeys(PROMPTS, 300),
    **dict.fromkeys(("hint1", "hint2"), 300),
    **dict.fromkeys(("solution_en", "solution_zh"), 600),
}
"""By column, the greatest number of characters in a cell."""
OWN_FAMILY = "pack"
"""The family of a card that does not name one."""
KINDS: tuple[Kind, ...] = ("int", "quotient_remainder", "choice")
"""The kinds of answers that a pack may ask for."""
GUESSED = 2
"""So many wrong answers beside one that is no number make a choice of a card that names no kind."""


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_GAP = re.compile("[\\s,;\u3001\uff0c\uff1b]+")


class _Card:
    """One row on its way to a question. Appends what is wrong to `faults`; `whole`: nothing has been wrong yet."""

    def __init__(self, row: Row, faults: list[Fault]) -> None:
        self.row, self.faults, self.whole = row, faults, True

    def fault(self, column: str, key: str, **args: Any) -> None:
        self.faults.append(self.row.fault(column, f"fault.{key}", **args))
        self.whole = False

    def text(self, column: str) -> str:
        """The text in the column. It is a fault if it cannot be shown or is too long."""
        text = self.row.text(column)
        if sign := _CONTROL.search(text):
            self.fault(column, "control", given=f"U+{ord(sign[0]):04X}")
        if len(text) > ROOM[column]:
            self.fault(column, "long", given=len(text), right=ROOM[column])
        return text[: ROOM[column]]

    def needed(self, column: str) -> str:
        """The text of a column that may not be empty. A missing column is already a fault of the file."""
        text = self.text(column)
        if not text:
            self.whole = False
            if column in self.row.cells:
                self.fault(column, "blank")
        return text

    def choice(self, column: str, known: Sequence[str], default: str) -> str:
        """One of the known texts; an empty cell is the default."""
        text = self.text(column).casefold() or default
        if text not in known:
            self.fault(column, column, given=text[:40], right=" | ".join(known))
            return default
        return text

    def stars(self) -> int:
        """The number of stars, written as a number or as ★★."""
        text = self.needed("stars")
        plain = plain_text(text)
        stars = len(plain) if plain.strip("★") == "" else int(plain) if re.fullmatch("[0-9]{1,3}", plain) else 0
        if text and stars not in STARS:
            self.fault("stars", "stars", given=text[:40], right=" | ".join(map(str, STARS)))
        return stars

    def both(self, column: str) -> tuple[str, str]:
        """The English and the Chinese text; if one is missing, the other in its place."""
        en, zh = self.text(f"{column}_en"), self.text(f"{column}_zh")
        return en or zh, zh or en

    def prompt(self) -> Text:
        """The question, in one language at least."""
        en, zh = self.both("prompt")
        if not en:
            self.whole = False
            if there := next((name for name in PROMPTS if name in self.row.cells), ""):
                self.fault(there, "prompt")
        return Text(en, zh)

    def answer(self, asked: Question) -> Question:
        """The question with its answers. If no kind is written, it is the first that the answer can be read as."""
        text = self.needed("answer")
        guess = self.guessed(asked, text)
        asked = replace(asked, kind=cast(Kind, self.choice("kind", KINDS, guess)))
        if asked.kind == "choice":
            wrong = self.others(asked.kind, lambda other: other, text)
            if not any(self.row.cells.get(column, Cell("")).text.strip() for column in WRONG):
                self.fault("wrong1", "choices")
            return self.told_apart(_offered(asked, text, wrong))
        value = _value(asked, text)
        if value is None or (asked.kind == "quotient_remainder" and "r" not in plain_text(text)):
            if text:
                several = any(self.row.text(column) for column in WRONG) and not self.row.text("kind")
                key = "answer_or_choice" if several else "answer"
                self.fault("answer", key, given=text[:40], kind=asked.kind)
            return asked
        return _traced(replace(asked, answer=value), self.others(asked.kind, lambda other: _value(asked, other), value))

    def guessed(self, asked: Question, text: str) -> Kind:
        """The kind of a card that names none: what the answer can be read as, else a choice of three texts."""
        found = next((kind for kind in KINDS[:2] if _value(replace(asked, kind=kind), text) is not None), None)
        offered = sum(bool(self.row.text(column)) for column in WRONG)
        return found or ("choice" if text and offered >= GUESSED else KINDS[0])

    def told_apart(self, offered: Question) -> Question:
        """The same question. It is a fault if a choice, typed by a person, would be taken for another one."""
        for choice in offered.choices:
            found = offered.check(choice.text.en).value
            if found != choice.value and plain_text(choice.text.en) != str(found).casefold():
                self.fault("answer", "alike", given=choice.text.en[:40])
        return offered

    def others(self, kind: Kind, read: Callable[[str], Value | None], answer: Value) -> list[Value]:
        """The wrong answers. It is a fault if one is there twice, or is right."""
        wrong: list[Value] = []
        for column in WRONG:
            text = self.text(column)
            value = read(text) if text else None
            if text and value is None:
                self.fault(column, "answer", given=text[:40], kind=kind)
            elif value == answer:
                self.fault(column, "wrong_right", given=text[:40])
            elif value in wrong:
                self.fault(column, "wrong_twice", given=text[:40])
            elif value is not None:
                wrong.append(value)
        return wrong

    def steps(self) -> tuple[Text, ...]:
        """The worked steps: one a line if both languages have equally many lines, otherwise one in all."""
        en, zh = self.both("solution")
        if not en:
            return ()
        lines = en.split("\n"), zh.split("\n")
        return tuple(map(Text, *lines)) if len(lines[0]) == len(lines[1]) else (Text(en, zh),)


def question(row: Row, id: str, faults: list[Fault]) -> Question | None:
    """The question in a row; `None` if it has faults, which are appended. Wrong answers are traced to error patterns.

    `id`: the id of the card if the row has none.
    """
    card = _Card(row, faults)
    stars, prompt = card.stars(), card.prompt()
    asked = Question(
        id=card.text("id") or id,
        family=card.text("family") or OWN_FAMILY,
        band=card.choice("band", BANDS, BANDS[0]),
        stars=stars,
        params=(),
        prompt=prompt,
        kind="int",
        answer="",
        steps=card.steps(),
        hints=tuple(Text(text, text) for text in (card.text("hint1"), card.text("hint2")) if text),
        distractors=(),
        seconds=SECONDS * stars,
        skills=tuple(tag for tag in _GAP.split(card.text("tags")) if tag),
    )
    complete = card.answer(asked)
    return complete if card.whole else None


def _value(asked: Question, text: str) -> Value | None:
    """The text as an answer to the question; `None` if it cannot be read."""
    return asked.check(text).value


def _traced(asked: Question, wrong: Sequence[Value]) -> Question:
    """The question with these wrong answers, each with the pattern that leads to it if there is exactly one."""
    fits = patterns(asked) if wrong else {}
    traced = []
    for value in wrong:
        bugs = [bug for bug, values in fits.items() if value in values]
        traced.append(Distractor(value, bugs[0] if len(bugs) == 1 else ""))
    return replace(asked, distractors=tuple(traced))


def _offered(asked: Question, right: str, wrong: Sequence[Value]) -> Question:
    """The question with choices A, B, C …, always in the same order, which does not give the answer away."""
    texts = sorted(
        {right, *map(str, wrong)}, key=lambda text: hashlib.sha256(f"{asked.prompt.en}|{text}".encode()).digest()
    )
    letters = dict(zip(texts, LETTERS, strict=False))
    choices = tuple(Choice(letter, Text(text, text)) for text, letter in letters.items())
    prompt = Text(*(asked.prompt.get(lang) + _options(choices, lang) for lang in ("en", "zh")))
    distractors = tuple(Distractor(letters[str(text)], "") for text in wrong)
    return replace(asked, prompt=prompt, answer=letters[right], distractors=distractors, choices=choices)


def _options(choices: Sequence[Choice], lang: str) -> str:
    """The choices as they are written after the prompt."""
    if choices and not choices[0].value.isalpha():
        return f" ({' '.join(choice.value for choice in choices)})"
    return "".join(f"  {choice.value} {choice.text.get(lang)}" for choice in choices)


def bare_prompt(question: Question, lang: str) -> str:
    """The prompt without the choices."""
    return question.prompt.get(lang).removesuffix(_options(question.choices, lang))


def written(question: Question, value: Value) -> str:
    """An answer as it is written in a pack: for a choice, its text."""
    text = next((choice.text for choice in question.choices if choice.value == value), None)
    if text is None:
        return str(value)
    return text.en if text.en == text.zh else f"{text.en} / {text.zh}"


def _with_remainder(question: Question) -> str:
    """Quotient and remainder even if nothing remains; "" for another kind of answer."""
    return f"{question.answer} r 0" if question.kind == "quotient_remainder" and "r" not in str(question.answer) else ""


def cells_of(question: Question) -> dict[str, str]:
    """The row of a question: by column, its text. Three wrong answers are kept, and one text for each hint."""
    hints = [one.en if one.en == one.zh else f"{one.en}\n{one.zh}" for one in question.hints[:2]]
    wrong = [written(question, one.value) for one in question.distractors[:3]]
    return {
        "id": question.id,
        "band": question.band,
        "stars": str(question.stars),
        "family": question.family,
        "prompt_zh": bare_prompt(question, "zh"),
        "prompt_en": bare_prompt(question, "en"),
        "kind": question.kind,
        "answer": _with_remainder(question) or written(question, question.answer),
        **dict(zip(WRONG, [*wrong, "", "", ""], strict=False)),
        **dict(zip(("hint1", "hint2"), [*hints, "", ""], strict=False)),
        "solution_zh": "\n".join(step.zh for step in question.steps),
        "solution_en": "\n".join(step.en for step in question.steps),
        "tags": " ".join(question.skills),
    }
