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
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import count
from random import Random
from typing import Any, Literal, Protocol

import msgspec

from toolkit.core.families import FAMILIES, Draft
from toolkit.core.families.draft import Answer, wrong_answers
from toolkit.core.game import BadInput
from toolkit.core.words import LANGS, known_lang

BANDS = ("lower", "upper")
STARS = (1, 2, 3)
SECONDS = 30
"""Time for each star of a card."""
PER_STAR = 120
"""Cards of each number of stars in a deck."""
GENERATOR = 1
"""Version of the newest decks. What would change a card needs a new one: old matches meet their old cards."""
RECIPES: Mapping[tuple[str, int], tuple[tuple[str, ...], ...]] = {
    ("lower", 1): (("L1", "L2", "L3"),) * 3,
    ("upper", 1): (
        ("U1", "U2", "U2", "U1", "U2"),
        ("U1", "U2", "L1", "U2", "L2", "L3"),
        ("U1", "U2", "L1", "U2", "U1", "L2", "U2", "L3"),
    ),
}
"""For band and version: the families of the cards with one, two and three stars, in turn."""

Value = int | str
"""An answer: a number, or quotient and remainder as "7 r 5"."""
Kind = Literal["int", "quotient_remainder"]


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

    def check(self, text: str | int | None) -> Verdict:
        """What `text` is worth, however it is written: "８５", "= 85", "47+38=85", "7...5"."""
        plain = plain_text("" if text is None else str(text))
        answer = _without_prompt(plain, self.prompt)
        if not answer:
            return Verdict("blank")
        value = READERS[self.kind](answer)
        if value is None:
            return Verdict("unreadable")
        if value == self.answer:
            return Verdict("right", value)
        return Verdict("wrong", value, next((d.bug for d in self.distractors if d.value == value), None))


def question(family: str, stars: int, seed: int | str) -> Question:
    """A question of the family, always the same for the same seed. `BadInput` for what there is not.

    The id is family, stars and seed: `question("L1", 2, "7:125").id == "L1-2-7:125"`.
    """
    if family not in FAMILIES:
        raise BadInput("family", given=repr(family), right=" | ".join(FAMILIES))
    return _worded(family, _known_stars(stars), seed, _draft(family, stars, seed))


def families(band: str) -> tuple[str, ...]:
    """The families made for the band. `BadInput` for a band there is not."""
    if band not in BANDS:
        raise BadInput("band", given=repr(band), right=" | ".join(map(repr, BANDS)))
    return tuple(name for name, family in FAMILIES.items() if family.band == band)


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


@lru_cache(maxsize=256)
def deck(name: str) -> Deck:
    """The deck of that name, "band/version/seed". `BadInput` for a name that is none."""
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
    return _worded(family, stars, seed, draft)


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
            if draft.params not in taken:
                break
        taken.add(draft.params)
        drafts[number] = seed, draft
    return drafts


def _worded(family: str, stars: int, seed: int | str, draft: Draft) -> Question:
    numbers: dict[str, object] = {**draft.numbers, "answer": draft.answer}
    en, zh = (_texts(lang)[family][draft.form] for lang in LANGS)
    filled = {"en": numbers, "zh": numbers | {"chant": _chant(draft.fact)}}

    def text(english: str, chinese: str) -> Text:
        return Text(english.format_map(filled["en"]), chinese.format_map(filled["zh"]))

    return Question(
        id=f"{family}-{stars}-{seed}",
        family=family,
        band=FAMILIES[family].band,
        stars=stars,
        params=draft.params,
        prompt=text(en["prompt"], zh["prompt"]),
        kind="int" if isinstance(draft.answer, int) else "quotient_remainder",
        answer=_canonical(draft.answer),
        steps=tuple(map(text, en["steps"], zh["steps"])),
        hints=tuple(map(text, en["hints"], zh["hints"])),
        distractors=tuple(Distractor(_canonical(v), bug) for v, bug in wrong_answers(draft).items()),
        seconds=SECONDS * stars,
        skills=draft.skills,
    )


def _canonical(answer: Answer) -> Value:
    """A number as it is; quotient and remainder as "7 r 5", without a remainder as "7"."""
    if isinstance(answer, int):
        return answer
    quotient, remainder = answer
    return f"{quotient} r {remainder}" if remainder else str(quotient)


def spell(value: Value, lang: str) -> str:
    """An answer as the language writes it: "7 r 5" is written with dots in Chinese."""
    quotient, _, remainder = str(value).partition(" r ")
    pair: str = _texts(known_lang(lang))["answer"]["pair"]
    return pair.format(q=quotient, r=remainder) if remainder else quotient


@cache
def _texts(lang: str) -> Mapping[str, Any]:
    path = resources.files("toolkit") / "words" / f"quiz.{lang}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def _chant(fact: tuple[int, ...]) -> str:
    """The line of the multiplication table that Chinese children learn by heart; none for a factor of ten."""
    return str(_texts("zh")["chant"].get("x".join(map(str, sorted(fact))), ""))


_SIGNS = str.maketrans("x*/−–—‐‑▢_?", "××÷-----□□□", "\u200b\ufeff")
_NUMBER = r"[+-]?(?:[0-9]{1,3}(?:[, ][0-9]{3})+|[0-9]{1,12})"


def plain_text(text: str) -> str:
    """An answer in one spelling: half-width, "×", "÷", "-", "7r5"; no spaces around it, no full stop."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS).strip()
    plain = re.sub(r"(?<![.])[.\u3002]$", "", plain).strip()
    return _remainder_mark().sub("r", plain)


@cache
def _remainder_mark() -> re.Pattern[str]:
    """Whatever stands between quotient and remainder."""
    words = [re.escape(word) for lang in LANGS for word in _texts(lang)["answer"]["remainder"]]
    signs = "|".join([r"\.{2,}", "[·⋯•]+", *sorted(words, key=len, reverse=True)])
    return re.compile(rf"(?<=[0-9□])\s*(?:{signs})\s*(?=[0-9□])")


def _without_prompt(plain: str, prompt: Text) -> str:
    """What stands in the place of the box, if the whole equation was written, or "= 85", or "□ = 85"."""
    for lang in LANGS:
        if found := _equation(prompt.get(lang)).fullmatch(plain):
            plain = found[1]
    rest = re.sub(r"^[□ ]*=?\s*", "", plain)
    return "" if re.fullmatch("r?[□ ]*", rest) else rest


@lru_cache(maxsize=1024)
def _equation(prompt: str) -> re.Pattern[str]:
    """The prompt with anything in the place of its boxes."""
    head, _, rest = plain_text(prompt).partition("□")
    tail = rest.rpartition("□")[2]
    before, after = (r"\s*".join(map(re.escape, part.replace(" ", ""))) for part in (head, tail))
    return re.compile(rf"{before}\s*(.*?)\s*{after}" if head or tail else r"(?!)")


def _read_number(plain: str) -> int | None:
    return int(re.sub("[, ]", "", plain)) if re.fullmatch(_NUMBER, plain) else None


def _read_quotient_remainder(plain: str) -> str | None:
    quotient, mark, remainder = plain.partition("r")
    q, r = _read_number(quotient), _read_number(remainder) if mark else 0
    return None if q is None or r is None else str(_canonical((q, r)))


READERS: Mapping[Kind, Callable[[str], Value | None]] = {
    "int": _read_number,
    "quotient_remainder": _read_quotient_remainder,
}
"""How a plain text becomes an answer of the kind; `None`: unreadable."""
