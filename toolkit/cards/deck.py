"""Decks: boxes of 360 generated cards, each card made when it is asked for.

The name of a deck, "lower/2/7", holds all that its cards depend on: the band, the version of the generator and a seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import count

import msgspec

from toolkit.cards.card import CARD_KINDS, STARS, Question, known_stars
from toolkit.cards.families.draft import Draft
from toolkit.cards.generate import draw, kind_of, put_into_words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

PER_STAR = 120
"""Cards for each star level."""
GENERATOR = 2
"""Version of the newest decks. A change that alters a card needs a new version: old matches keep their old cards."""
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
"""By band and version: the families of the cards with one, two and three stars, in turn."""


class Deck(msgspec.Struct, frozen=True):
    """A generated box. Cards 1–120 have one star, 121–240 two, 241–360 three; no two have the same prompt."""

    band: str
    version: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.band}/{self.version}/{self.seed}"

    @property
    def title(self) -> str:
        return self.name

    def cards(self, stars: int) -> range:
        """The numbers of the cards with this many stars. `BadInput` if `stars` is not 1, 2 or 3."""
        last = known_stars(stars) * PER_STAR
        return range(last - PER_STAR + 1, last + 1)

    def stars(self, number: int) -> int:
        """The number of stars of a card. `BadInput` for a number that is not in the box."""
        total = PER_STAR * len(STARS)
        if number not in range(1, total + 1):
            raise BadInput("card", given=shown(number), right=f"1 … {total}")
        return 1 + (number - 1) // PER_STAR

    def card(self, number: int) -> Question:
        """The card with this number, the same object for a while. `BadInput` as for `stars`."""
        return _card(self, number)


@lru_cache(maxsize=256)
def parse(name: str) -> Deck:
    """The deck "band/version/seed". `BadInput` if there is no such band or version."""
    parts = str(name).split("/")
    if len(parts) == 3 and all(re.fullmatch(r"0|[1-9][0-9]{0,17}", part) for part in parts[1:]):
        deck = Deck(parts[0], int(parts[1]), int(parts[2]))
        if (deck.band, deck.version) in RECIPES:
            return deck
    raise BadInput("deck", given=shown(name), right=" | ".join(f'"{band}/{v}/1"' for band, v in RECIPES))


@lru_cache(maxsize=4096)
def _card(box: Deck, number: int) -> Question:
    stars = box.stars(number)
    family = _family(box, number)
    seed, draft = _drafts(box, stars, family)[number]
    return put_into_words(family, stars, seed, draft, box.band)


def _family(box: Deck, number: int) -> str:
    recipe = RECIPES[box.band, box.version][box.stars(number) - 1]
    return recipe[(number - 1) % PER_STAR % len(recipe)]


@lru_cache(maxsize=256)
def _drafts(box: Deck, stars: int, family: str) -> dict[int, tuple[str, Draft]]:
    """The cards of one family and star level, all different: by number, the seed and the draft."""
    drafts: dict[int, tuple[str, Draft]] = {}
    taken = set()
    for number in box.cards(stars):
        if _family(box, number) != family:
            continue
        for again in count():
            seed = f"{box.seed}:{number}.{again}" if again else f"{box.seed}:{number}"
            draft = draw(family, stars, seed)
            if draft.params not in taken and kind_of(draft) in CARD_KINDS:
                break
        taken.add(draft.params)
        drafts[number] = seed, draft
    return drafts
