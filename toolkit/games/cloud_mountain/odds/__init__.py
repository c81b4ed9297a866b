"""Exact odds of Cloud & Mountain at any position, from before the first plate to the last die.

    chances("CX", [(6, 5), (2, 1)])        {tile: chance} of all tiles of the box, or of `tiles`
    batch([("C", []), ("C", [(6, 5)])])    the same for many positions
    plates("CX", …)  pending("CX", …)      the laws of the hidden plates, and of the sides of pending dice
    sums("CX", …)                          the laws of the three sums and of the number of cloud dice

A position is written as text: the open plates from the left as C, M and X, and a pair of dice for each stage, first
and second; between a plate and its roll there is one pair fewer. `deck`: the five plates in play.

Every chance is a look-up. `multisets.ways` has counted, for each multiset of known dice, in how many rolls of the other
dice a tile is met; a position is a few splits of its known dice (`positions.splits`), each with a number of plate rows;
`met` adds them up. The score of nine tiles together is in `layouts`, the worth of actions in `decisions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolkit.core.chances import Chances
from toolkit.core.dist import Dist
from toolkit.core.dist import sums as rolled
from toolkit.games.cloud_mountain.odds.checks import ids, several, wrong
from toolkit.games.cloud_mountain.odds.decisions import advice
from toolkit.games.cloud_mountain.odds.layouts import layout, lines
from toolkit.games.cloud_mountain.odds.met import chances_of
from toolkit.games.cloud_mountain.odds.positions import DECK, plate_rows, position, splits
from toolkit.games.cloud_mountain.odds.search import best_column, best_layout
from toolkit.games.cloud_mountain.rules.plates import STAGES, side
from toolkit.games.cloud_mountain.rules.stock import BOX
from toolkit.games.cloud_mountain.rules.tiles import tile

__all__ = [
    "Chances",
    "Sums",
    "advice",
    "batch",
    "best_column",
    "best_layout",
    "chances",
    "layout",
    "lines",
    "pending",
    "plates",
    "sums",
]


def __dir__() -> list[str]:
    """What is public: the names that a notebook completes."""
    return __all__


Dice = Sequence[Sequence[int]]
SIDES = {"C": "cloud", "M": "mountain"}
EXAMPLE = "[('C', [(6, 5)]), ('CX', [(6, 5)])]"
ALL = BOX


def chances(plates: str = "", dice: Dice = (), tiles: Iterable[str] | None = None, deck: str = DECK) -> Chances[str]:
    """P(met at the end of the round) of each tile of the box, or of `tiles`, by tile; it reads like a dict.

    `floats()` gives decimals, `| {"line": p}` adds to it, a notebook shows a table.
    `BadInput` for an impossible position or an unknown tile.
    """
    return chances_of([position(plates, dice, deck)], _asked(tiles))[0]


def batch(
    positions: Iterable[tuple[str, Dice]], tiles: Iterable[str] | None = None, deck: str = DECK
) -> list[Chances[str]]:
    """`chances` at each position (plates, dice), in order; each like that of `chances`. Errors as in `chances`."""
    asked = _asked(tiles)
    known = []
    for one in several("positions", positions, EXAMPLE):
        if not isinstance(one, tuple | list) or len(one) != 2:
            raise wrong("positions", one, EXAMPLE)
        known.append(position(one[0], one[1], deck))
    return chances_of(known, asked)


def plates(plates: str = "", dice: Dice = (), deck: str = DECK) -> dict[int, Dist[str]]:
    """The law of each hidden plate, by its place 1 … 5 from the left. Dice give no information about plates."""
    at = position(plates, dice, deck)
    rows = plate_rows(at.plates, at.deck)
    return {place + 1: Dist.uniform(row[place] for row in rows) for place in range(len(at.plates), STAGES)}


def pending(plates: str = "", dice: Dice = (), deck: str = DECK) -> dict[tuple[int, int], Dist[str]]:
    """The law of the side of each pending die, "cloud" or "mountain", by (stage 1 … 5, die 1 or 2)."""
    at = position(plates, dice, deck)
    rows = plate_rows(at.plates, at.deck)
    return {
        (stage + 1, which): Dist.uniform(SIDES[side(row, stage, which == 2)] for row in rows)
        for stage in range(len(at.dice))
        for which in (1, 2)
        if not side(at.plates, stage, which == 2)
    }


class Sums(NamedTuple):
    """The laws of the sums at the end of the round, and of the number of cloud dice among the ten."""

    cloud: Dist[int]
    mountain: Dist[int]
    total: Dist[int]
    cloud_dice: Dist[int]


def sums(plates: str = "", dice: Dice = (), deck: str = DECK) -> Sums:
    """The laws of the three sums at the end of the round. They include pending and unknown dice."""
    at = position(plates, dice, deck)
    every = splits(at)
    return Sums(
        Dist.mix((split.rows, rolled(split.cloud_left) + sum(split.cloud)) for split in every),
        Dist.mix((split.rows, rolled(split.mountain_left) + sum(split.mountain)) for split in every),
        rolled(at.unknown) + sum(at.faces),
        Dist.mix((split.rows, Dist.point(len(split.cloud) + split.cloud_left)) for split in every),
    )


@lru_cache(maxsize=1 << 8)
def _ids(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tile(one).id for one in tiles))


def _asked(tiles: Iterable[str] | None) -> tuple[str, ...]:
    if tiles is None:
        return ALL
    given = tuple(tiles) if isinstance(tiles, Iterable) and not isinstance(tiles, str | bytes) else (tiles,)
    return _ids(given) if all(isinstance(one, str) for one in given) else ids("tiles", given)
