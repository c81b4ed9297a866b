"""Cards with given numbers, one of each kind that is read in a way of its own."""

from __future__ import annotations

import msgspec

from toolkit.cards import card as card_
from toolkit.cards import generate
from toolkit.cards.card import Question
from toolkit.cards.families import FAMILIES


def card_of(family: str, stars: int, *numbers: int) -> Question:
    return generate.put_into_words(family, stars, 0, FAMILIES[family].forms[stars - 1].draft(*numbers))


SUM, DIFFERENCE = card_of("L1", 2, 47, 38), card_of("L3", 2, 1, 63, 29)
FACT, DIVISION, DIVIDEND = card_of("U1", 2, 7, 8), card_of("U2", 2, 47, 6), card_of("U2", 3, 6, 7, 5)
SIGN, EQUAL = card_of("L5", 1, 7, 8, 9, 5), card_of("L5", 1, 7, 8, 9, 6)
OUTCOME, PAIRS = card_of("B", 2, 0, 0, 90, 9, 3), card_of("U6", 2, 24, 2, 3, 10, 4, 5)
BRACKETS, STORY = card_of("U5", 3, 3, 5, 9, 4), card_of("L6", 3, 2, 0, 27, 12)
FREE = msgspec.structs.replace(BRACKETS, goal=card_.Goal(25, (4, 5, 9)))
