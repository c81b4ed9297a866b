"""Questions of the families, put into the words of both languages.

>>> question("L1", 2, "7:125").prompt.zh
'79 + 15 = □'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from toolkit.cards.card import BANDS, SECONDS, Choice, Distractor, Goal, Kind, Question, Text, canonical, known_stars
from toolkit.cards.families import FAMILIES
from toolkit.cards.families.draft import Draft, Fill, Said, wrong_answers
from toolkit.core.shown import shown
from toolkit.core.words import LANGS, BadInput, table


def question(family: str, stars: int, seed: int | str, band: str | None = None) -> Question:
    """A question of the family, always the same for the same seed. `BadInput` for an unknown family or star level.

    The id is family, stars and seed: `question("L1", 2, "7:125").id == "L1-2-7:125"`. `band`: the band that the card
    names if its family is in both bands; the question does not depend on it.
    """
    if family not in FAMILIES:
        raise BadInput("family", given=shown(family), right=" | ".join(FAMILIES))
    return put_into_words(family, known_stars(stars), seed, draw(family, stars, seed), band)


def families(band: str) -> tuple[str, ...]:
    """The families of a band, in order. `BadInput` for an unknown band."""
    if band not in BANDS:
        raise BadInput("band", given=shown(band), right=" | ".join(map(repr, BANDS)))
    return tuple(name for name, family in FAMILIES.items() if family.band in (band, ""))


def draw(family: str, stars: int, seed: int | str) -> Draft:
    """The numbers of a question, always the same for the same seed."""
    return FAMILIES[family].draw(Random(f"{family}:{stars}:{seed}"), stars)


def put_into_words(family: str, stars: int, seed: int | str, draft: Draft, band: str | None = None) -> Question:
    """The question that a draft makes, with its texts in both languages; see `question` for the arguments."""
    made = FAMILIES[family]
    en, zh = (_Telling(lang, family, draft) for lang in LANGS)
    return Question(
        id=f"{family}-{stars}-{seed}",
        family=family,
        band=made.band or band or BANDS[0],
        stars=stars,
        params=draft.params,
        prompt=Text(en.prompt(), zh.prompt()),
        kind=kind_of(draft),
        answer=canonical(draft.answer),
        steps=tuple(map(Text, en.steps(), zh.steps())),
        hints=tuple(map(Text, en.texts("hints"), zh.texts("hints"))),
        distractors=tuple(Distractor(canonical(v), bug) for v, bug in wrong_answers(draft).items()),
        seconds=SECONDS * stars,
        skills=draft.skills,
        choices=tuple(Choice(value, Text(en.fill(text), zh.fill(text))) for value, text in draft.choices),
        goal=_goal(draft),
        unit=Text(en.unit, zh.unit),
        board=draft.board,
    )


def kind_of(draft: Draft) -> Kind:
    """How the question of a draft is answered."""
    if isinstance(draft.answer, int):
        return "int"
    if isinstance(draft.answer, tuple):
        return "quotient_remainder"
    if draft.frame:
        return "expression"
    return "multi_choice" if draft.choices and draft.answer not in {one.value for one in draft.choices} else "choice"


def _goal(draft: Draft) -> Goal | None:
    if not draft.frame:
        return None
    return Goal(draft.target, tuple(int(number) for number in re.findall("[0-9]+", draft.frame)), draft.frame)


class _Telling:
    """A question in one language."""

    def __init__(self, lang: str, family: str, draft: Draft) -> None:
        texts = table("quiz", lang, FAMILIES[family].words)
        self.draft = draft
        self.form = texts[family][draft.form]
        self.terms: Mapping[str, str] = texts[family].get("term", {})
        stories = self.form.get("stories")
        self.story: Mapping[str, str] = stories[draft.story] if stories else self.form
        self.unit = self.story.get("unit", "")
        numbers = {**draft.numbers, "answer": canonical(draft.answer)}
        self.numbers = {name: self.fill(value) for name, value in numbers.items()}
        if self.unit:
            self.numbers |= {"unit": self.unit}
        if lang == "zh":
            self.numbers |= {"chant": _chant(draft.fact)}

    def fill(self, value: Fill) -> str:
        if not isinstance(value, Said):
            return str(value)
        return self.terms[value.key].format_map({name: self.fill(part) for name, part in value.numbers.items()})

    def texts(self, name: str) -> list[str]:
        return [text.format_map(self.numbers) for text in self.form[name]]

    def steps(self) -> list[str]:
        return [self.fill(line) for line in self.draft.lines] if self.draft.lines else self.texts("steps")

    def prompt(self) -> str:
        """The question with its choices."""
        text = self.story["prompt"].format_map(self.numbers)
        values = [value for value, _ in self.draft.choices]
        if values and not values[0].isalpha():
            return f"{text} ({' '.join(values)})"
        return "  ".join([text, *(f"{value} {self.fill(choice)}" for value, choice in self.draft.choices)])


def _chant(fact: tuple[int, ...]) -> str:
    """The line of the multiplication table that Chinese children learn by heart; "" if a factor is ten."""
    return str(table("quiz", "zh")["chant"].get("x".join(map(str, sorted(fact))), ""))
