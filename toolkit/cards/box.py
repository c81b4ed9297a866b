"""Boxes of numbered question cards, found by their names.

>>> card = deck("lower/1/7").card(125)
>>> card.prompt.en, card.stars
('95 − 6 = □', 2)
>>> card.check("91").bug
'SUB.smaller_from_larger'

A generated deck is named by its band, the version of the generator and the seed, so that a card is the same on every
machine. A pack that a teacher wrote is named by its content, "pack:3f9a…", and is known once it has been read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from toolkit.cards import packs
from toolkit.cards.card import Question
from toolkit.cards.deck import parse


@runtime_checkable
class Cards(Protocol):
    """A box of numbered cards: a generated deck, or a pack that somebody wrote."""

    @property
    def name(self) -> str:
        """The name that a record of a match stores."""

    @property
    def title(self) -> str:
        """The name for people; "" if it has none."""

    def cards(self, stars: int) -> Sequence[int]:
        """The numbers of the cards with this many stars. `BadInput` if `stars` is not 1, 2 or 3."""

    def card(self, number: int) -> Question:
        """The card with this number. `BadInput` for a number that is not in the box."""

    def stars(self, number: int) -> int:
        """The number of stars of a card. `BadInput` as for `card`."""


def deck(name: str) -> Cards:
    """The box of this name: a deck, "band/version/seed", or a pack that has been read. `BadInput` if there is none."""
    return packs.known(name) if str(name).startswith("pack:") else parse(name)
