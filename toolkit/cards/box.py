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

from collections.abc import Sequence
from typing import Protocol

from toolkit.cards.card import Question
from toolkit.cards.deck import _deck


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


def deck(name: str) -> Cards:
    """The box of that name: a deck, "band/version/seed", or a pack that was read. `BadInput` for a name without one."""
    if str(name).startswith("pack:"):
        from toolkit.cards.packs import known

        return known(name)
    return _deck(name)
