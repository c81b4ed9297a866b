"""Question cards: what is asked, whether an answer is right, and what a wrong one tells.

>>> card = deck("lower/1/7").card(125)
>>> card.prompt.en, card.stars
('95 − 6 = □', 2)
>>> card.check("91").bug
'SUB.smaller_from_larger'

A deck is named by band, version of the generator and seed. A card is made when it is asked for, and the same
on every machine. Its numbers are drawn in `families`; here they are put into the words of both languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from random import Random
from typing import Literal, Protocol

import msgspec

from toolkit.core import reading
from toolkit.core.families import FAMILIES, Draft
from toolkit.core.families.draft import Answer, Fill, Said, wrong_answers
from toolkit.core.game import BadInput
from toolkit.core.reading import texts
from toolkit.core.words import LANGS, known_lang

BANDS = ("lower", "upper")
STARS = (1, 2, 3)
SECONDS = 30
"""Time for each star of a card."""
PER_STAR = 120
"""Cards of each number of stars in a deck."""
GENERATOR = 2
"""Version of the newest decks. What would change a card needs a new one: old matches meet their old cards."""
RECIPES: Mapping[tuple[str, int], tuple[tuple[str, ...], ...]] = {
    ("lower", 1): (("L1", "L2", "L3"),) * 3,
    ("upper", 1): (
        ("U1", "U2", "U2", "U1", "U2"),
        ("U1", "U2", "L1", "U2", "L2", "L3"),
        ("U1", "U2", "L1", "U2", "U1", "L2", "U2", "L3"),
    ),
    ("lower", 2): (
        ("L1", "L2", "L6", "L1", "L3", "L8", "L2", "L4", "L7", "L1", "L5", "L2", "L4", "B"),
        ("L1", "L2", "L6", "L3", "L4", "L8", "L1", "L2", "L7", "L4", "L5", "L3", "B"),
        ("L1", "L3", "L6", "L2", "L4", "L8", "L1", "L3", "L7", "L2", "L5", "L4", "B"),
    ),
    ("upper", 2): (
        ("U1", "U2", "U7", "U3", "U4", "U8", "U2", "U5", "U6", "U1", "U4", "U3", "B"),
        ("U2", "U4", "U7", "U3", "U5", "U8", "U2", "U1", "U6", "U4", "U3", "U5", "B"),
        ("U4", "U2", "U7", "U3", "U1", "U8", "U4", "U2", "U6", "U3", "U4", "U2", "B"),
    ),
}
"""For band and version: the families of the cards with one, two and three stars, in turn."""

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


def question(family: str, stars: int, seed: int | str, band: str | None = None) -> Question:
    """A question of the family, always the same for the same seed. `BadInput` for what there is not.

    The id is family, stars and seed: `question("L1", 2, "7:125").id == "L1-2-7:125"`. `band` is told of a question
    that both bands have; it asks the same in both.
    """
    if family not in FAMILIES:
        raise BadInput("family", given=repr(family), right=" | ".join(FAMILIES))
    return _worded(family, _known_stars(stars), seed, _draft(family, stars, seed), band)


def families(band: str) -> tuple[str, ...]:
    """The families made for the band. `BadInput` for a band there is not."""
    if band not in BANDS:
        raise BadInput("band", given=repr(band), right=" | ".join(map(repr, BANDS)))
    return tuple(name for name, family in FAMILIES.items() if family.band in (band, ""))


def _known_stars(stars: int) -> int:
    if stars not in STARS:
        raise BadInput("stars", given=repr(stars), right=" | ".join(map(str, STARS)))
    return stars


def _draft(family: str, stars: int, seed: int | str) -> Draft:
    return FAMILIES[family].draw(Random(f"{family}:{stars}:{seed}"), stars)


class Cards(Protocol):
    """A box of numbered cards: a deck that is generated, or a pack that somebody wrote."""

    @property
    def name(self) -> str:
        """What a record calls it."""

    def cards(self, stars: int) -> Sequence[int]:
        """The numbers of the cards with so many stars."""

    def card(self, number: int) -> Question:
        """`BadInput` for a number that is not in the box."""

    def stars(self, number: int) -> int:
        """How many stars the card has."""


class Deck(msgspec.Struct, frozen=True):
    """A generated box of cards, no two with the same prompt: 1–120 one star, 121–240 two, 241–360 three."""

    band: str
    version: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.band}/{self.version}/{self.seed}"

    def cards(self, stars: int) -> range:
        last = _known_stars(stars) * PER_STAR
        return range(last - PER_STAR + 1, last + 1)

    def stars(self, number: int) -> int:
        total = PER_STAR * len(STARS)
        if number not in range(1, total + 1):
            raise BadInput("card", given=repr(number), right=f"1 … {total}")
        return 1 + (number - 1) // PER_STAR

    def card(self, number: int) -> Question:
        return _card(self, number)


def deck(name: str) -> Cards:
    """The box of that name: a deck, "band/version/seed", or a pack that was read. `BadInput` for a name without one."""
    if str(name).startswith("pack:"):
        from toolkit.core.packs import known

        return known(name)
    return _deck(name)


@lru_cache(maxsize=256)
def _deck(name: str) -> Deck:
    parts = str(name).split("/")
    if len(parts) == 3 and all(re.fullmatch(r"0|[1-9][0-9]{0,17}", part) for part in parts[1:]):
        found = Deck(parts[0], int(parts[1]), int(parts[2]))
        if (found.band, found.version) in RECIPES:
            return found
    raise BadInput("deck", given=repr(name), right=" | ".join(f'"{band}/{v}/1"' for band, v in RECIPES))


@lru_cache(maxsize=4096)
def _card(box: Deck, number: int) -> Question:
    stars = box.stars(number)
    family = _family(box, number)
    seed, draft = _drafts(box, stars, family)[number]
    return _worded(family, stars, seed, draft, box.band)


def _family(box: Deck, number: int) -> str:
    recipe = RECIPES[box.band, box.version][box.stars(number) - 1]
    return recipe[(number - 1) % PER_STAR % len(recipe)]


@lru_cache(maxsize=256)
def _drafts(box: Deck, stars: int, family: str) -> dict[int, tuple[str, Draft]]:
    """The cards of one family and star level, by number, with their seeds; none is there twice."""
    drafts: dict[int, tuple[str, Draft]] = {}
    taken = set()
    for number in box.cards(stars):
        if _family(box, number) != family:
            continue
        for again in count():
            seed = f"{box.seed}:{number}.{again}" if again else f"{box.seed}:{number}"
            draft = _draft(family, stars, seed)
            if draft.params not in taken and _kind(draft) in CARD_KINDS:
                break
        taken.add(draft.params)
        drafts[number] = seed, draft
    return drafts


def _worded(family: str, stars: int, seed: int | str, draft: Draft, band: str | None = None) -> Question:
    made = FAMILIES[family]
    en, zh = (_Telling(lang, family, draft) for lang in LANGS)
    return Question(
        id=f"{family}-{stars}-{seed}",
        family=family,
        band=made.band or band or BANDS[0],
        stars=stars,
        params=draft.params,
        prompt=Text(en.prompt(), zh.prompt()),
        kind=_kind(draft),
        answer=_canonical(draft.answer),
        steps=tuple(map(Text, en.steps(), zh.steps())),
        hints=tuple(map(Text, en.texts("hints"), zh.texts("hints"))),
        distractors=tuple(Distractor(_canonical(v), bug) for v, bug in wrong_answers(draft).items()),
        seconds=SECONDS * stars,
        skills=draft.skills,
        choices=tuple(Choice(value, Text(en.fill(text), zh.fill(text))) for value, text in draft.choices),
        goal=_goal(draft),
        unit=Text(en.unit, zh.unit),
        board=draft.board,
    )


def _kind(draft: Draft) -> Kind:
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
        table = texts(lang, FAMILIES[family].words)
        self.draft = draft
        self.form = table[family][draft.form]
        self.terms: Mapping[str, str] = table[family].get("term", {})
        stories = self.form.get("stories")
        self.story: Mapping[str, str] = stories[draft.story] if stories else self.form
        self.unit = self.story.get("unit", "")
        numbers = {**draft.numbers, "answer": _canonical(draft.answer)}
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
        """The question, and what there is to choose from."""
        text = self.story["prompt"].format_map(self.numbers)
        values = [value for value, _ in self.draft.choices]
        if values and not values[0].isalpha():
            return f"{text} ({' '.join(values)})"
        return "  ".join([text, *(f"{value} {self.fill(choice)}" for value, choice in self.draft.choices)])


def _canonical(answer: Answer) -> Value:
    """A number or a text as it is; quotient and remainder as "7 r 5", without a remainder as "7"."""
    if isinstance(answer, int | str):
        return answer
    quotient, remainder = answer
    return f"{quotient} r {remainder}" if remainder else str(quotient)


def spell(value: Value, lang: str) -> str:
    """An answer as the language writes it: "7 r 5" is written with dots in Chinese."""
    quotient, _, remainder = str(value).partition(" r ")
    pair: str = texts(known_lang(lang))["answer"]["pair"]
    return pair.format(q=quotient, r=remainder) if remainder else quotient


def _chant(fact: tuple[int, ...]) -> str:
    """The line of the multiplication table that Chinese children learn by heart; none for a factor of ten."""
    return str(texts("zh")["chant"].get("x".join(map(str, sorted(fact))), ""))
