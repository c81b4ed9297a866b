"""A position: the plates and dice that everybody sees. The plate rows that agree with it are equally likely.

`splits` is all that a chance needs: which known dice are cloud dice and which mountain dice, how many of the unknown
dice will be, and in how many plate rows. Rows that agree in all of this are one split.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct

from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules.plates import PLATES, STAGES, side

DECK = "CCMMX"
FACES = range(1, 7)
Pair = tuple[int, int]
Places = tuple[int, ...]
"""Places of dice in the order of rolling, from 0."""


class Position(Struct, frozen=True):
    """The open plates from the left, and the two dice of each stage, first and second. `deck`: all five plates."""

    plates: str = ""
    dice: tuple[Pair, ...] = ()
    deck: str = DECK

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all known dice, in the order of rolling."""
        return tuple(chain.from_iterable(self.dice))

    @property
    def unknown(self) -> int:
        """The number of dice still to be rolled."""
        return 2 * (STAGES - len(self.dice))


class Split(NamedTuple):
    """The known faces of each side, and the number of unknown dice there; true of `rows` plate rows."""

    cloud: tuple[int, ...]
    mountain: tuple[int, ...]
    cloud_left: int
    mountain_left: int
    rows: int


def position(plates: str = "", dice: Sequence[Sequence[int]] = (), deck: str = DECK) -> Position:
    """The position, its plates in plain letters: "c x" is "CX".

    `BadInput` for a plate that is none, plates that are not in the deck, a number of pairs that does not fit the
    plates, or a face that is none.
    """
    plates, deck = (_row if isinstance(plates, str) and isinstance(deck, str) else _row.__wrapped__)(plates, deck)
    return Position(plates, _pairs(dice, len(plates)), deck)


@lru_cache(maxsize=1 << 10)
def _row(plates: Any, deck: Any) -> tuple[str, str]:
    """Open plates and deck in plain letters; `BadInput` if they do not fit."""
    deck = _letters("deck", deck)
    if len(deck) != STAGES or set(deck) == {"X"}:
        raise BadInput("plate_deck", given=shown(deck), right=repr(DECK))
    plates = _letters("plates", plates)
    if Counter(plates) - Counter(deck):
        raise BadInput("plates_open", given=shown(plates), right=repr(deck))
    return plates, deck


def _letters(name: str, text: Any) -> str:
    letters = _plain(text) if isinstance(text, str) else "?"
    if set(letters) - set(PLATES):
        raise BadInput("plate", name=name, given=shown(text), right="C, M, X")
    return letters


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).upper().split())


def _pairs(dice: Any, plates: int) -> tuple[Pair, ...]:
    given = dice if isinstance(dice, tuple | list | Sequence) else (dice,)
    pairs = []
    for pair in given:
        if type(pair) is tuple and len(pair) == 2:  # nearly all are: this saves a call for each
            first, second = pair
            if type(first) is int and type(second) is int and 0 < first < 7 and 0 < second < 7:
                pairs.append(pair)
                continue
        pairs.append(_pair(pair))
    if len(pairs) not in (plates, plates - 1):
        right = f"{plates - 1} | {plates}" if plates else "0"
        raise BadInput("dice_pairs", given=len(pairs), plates=plates, right=right)
    return tuple(pairs)


def _pair(pair: Any) -> Pair:
    if isinstance(pair, str) or not isinstance(pair, tuple | list | Sequence) or len(pair) != 2:
        raise BadInput("dice_pair", given=shown(pair), right="(6, 5)")
    for face in pair:
        if isinstance(face, bool) or face not in FACES:
            raise BadInput("dice_face", given=shown(face), right="1 … 6")
    return int(pair[0]), int(pair[1])


def splits(at: Position) -> tuple[Split, ...]:
    """The splits of a position; their `rows` add up to the number of plate rows that agree with it."""
    faces = at.faces
    return tuple(
        [
            Split(tuple([faces[die] for die in cloud]), tuple([faces[die] for die in mountain]), *left)
            for cloud, mountain, left in split_places(at.plates, len(faces), at.deck)
        ]
    )


@lru_cache(maxsize=1 << 10)
def split_places(plates: str, known: int, deck: str) -> tuple[tuple[Places, Places, tuple[int, int, int]], ...]:
    """The splits without faces: places of the known cloud dice, of the known mountain dice, and (unknown cloud dice,
    unknown mountain dice, plate rows)."""
    rows_of: Counter[tuple[str, int]] = Counter()
    for row in plate_rows(plates, deck):
        sides = "".join(side(row, stage, second) for stage in range(STAGES) for second in (False, True))
        rows_of[sides[:known], sides[known:].count("C")] += 1
    return tuple(
        (_places(sides, "C"), _places(sides, "M"), (left, 2 * STAGES - known - left, rows))
        for (sides, left), rows in rows_of.items()
    )


def _places(sides: str, side: str) -> Places:
    return tuple(place for place, one in enumerate(sides) if one == side)


@lru_cache(maxsize=1 << 10)
def plate_rows(plates: str, deck: str = DECK) -> tuple[str, ...]:
    """All different rows of five plates of the deck that begin with these. `plates`: the open ones."""
    left = Counter(deck) - Counter(plates)
    if not left:
        return (plates,)
    return tuple(row for plate in PLATES if left[plate] for row in plate_rows(plates + plate, deck))
