"""Exact odds of Cloud & Mountain at any position: before the first plate, between plate and dice, to the last die.

    chances("CX", [(6, 5), (2, 1)])        {tile: chance}: of all tiles of the box, or of `tiles`
    batch([("C", []), ("C", [(6, 5)])])    the same of many positions
    plates("CX", …)  pending("CX", …)      what the hidden plates are, and where the pending dice lie
    sums("CX", …)                          the laws of the three sums and of the number of cloud dice

A position is text: the plates open from the left as C, M and X, and a pair of dice for each stage, first and second;
after a plate has been turned there may be one pair fewer. `deck`: the five plates in play.

Every chance is a look-up. `pool.ways` has counted for each multiset of known dice in how many rolls of the others a
tile is met; a position is a few splits of its known dice (`positions.splits`), each with its number of plate rows.
Nine tiles together are in `layouts`, what a spare is worth in `advice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from toolkit.core.dist import Dist
from toolkit.core.dist import sums as rolled
from toolkit.games.cloud_mountain.odds.checks import ids, several, wrong
from toolkit.games.cloud_mountain.odds.decisions import advice
from toolkit.games.cloud_mountain.odds.layouts import layout, lines
from toolkit.games.cloud_mountain.odds.met import Chances, _chances
from toolkit.games.cloud_mountain.odds.positions import DECK, plate_rows, position, splits
from toolkit.games.cloud_mountain.odds.search import best_column, best_layout
from toolkit.games.cloud_mountain.rules.plates import STAGES, side
from toolkit.games.cloud_mountain.rules.stock import DEFAULT
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

Dice = Sequence[Sequence[int]]
SIDES = {"C": "cloud", "M": "mountain"}
EXAMPLE = "[('C', [(6, 5)]), ('CX', [(6, 5)])]"
ALL = tuple(one for one, _ in DEFAULT)


def chances(
    plates: str = "", dice: Dice = (), tiles: Iterable[str] | None = None, deck: str = DECK
) -> dict[str, Fraction]:
    """P(met at the end of the round) of each tile, of the default ones or of `tiles`.

    `BadInput` for a position that cannot be, or a tile that is none.
    """
    return _chances([position(plates, dice, deck)], _asked(tiles))[0].exact()


def batch(positions: Iterable[tuple[str, Dice]], tiles: Iterable[str] | None = None, deck: str = DECK) -> list[Chances]:
    """`chances` of each position (plates, dice), in order, to be read like dicts."""
    asked = _asked(tiles)
    found = []
    for one in several("positions", positions, EXAMPLE):
        if not isinstance(one, tuple | list) or len(one) != 2:
            raise wrong("positions", one, EXAMPLE)
        found.append(position(one[0], one[1], deck))
    return _chances(found, asked)


def plates(plates: str = "", dice: Dice = (), deck: str = DECK) -> dict[int, Dist[str]]:
    """The law of each hidden plate, by its place 1 … 5 from the left; dice tell nothing about plates."""
    at = position(plates, dice, deck)
    rows = plate_rows(at.plates, at.deck)
    return {place + 1: Dist.uniform(row[place] for row in rows) for place in range(len(at.plates), STAGES)}


def pending(plates: str = "", dice: Dice = (), deck: str = DECK) -> dict[tuple[int, int], Dist[str]]:
    """Where each pending die will lie, "cloud" or "mountain", by stage 1 … 5 and 1 (first die) or 2 (second)."""
    at = position(plates, dice, deck)
    rows = plate_rows(at.plates, at.deck)
    return {
        (stage + 1, which): Dist.uniform(SIDES[side(row, stage, which == 2)] for row in rows)
        for stage in range(len(at.dice))
        for which in (1, 2)
        if not side(at.plates, stage, which == 2)
    }


class Sums(NamedTuple):
    """The laws of the sums at the end of the round, and of how many of the ten dice are cloud dice."""

    cloud: Dist[int]
    mountain: Dist[int]
    total: Dist[int]
    cloud_dice: Dist[int]


def sums(plates: str = "", dice: Dice = (), deck: str = DECK) -> Sums:
    """What the three sums will be. Pending dice and dice to come are counted in."""
    at = position(plates, dice, deck)
    found = splits(at)
    return Sums(
        Dist.mix((split.rows, rolled(split.cloud_left) + sum(split.cloud)) for split in found),
        Dist.mix((split.rows, rolled(split.mountain_left) + sum(split.mountain)) for split in found),
        rolled(at.unknown) + sum(at.faces),
        Dist.mix((split.rows, Dist.point(len(split.cloud) + split.cloud_left)) for split in found),
    )


@lru_cache(maxsize=1 << 8)
def _ids(tiles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tile(one).id for one in tiles))


def _asked(tiles: Iterable[str] | None) -> tuple[str, ...]:
    if tiles is None:
        return ALL
    given = tuple(tiles) if isinstance(tiles, Iterable) and not isinstance(tiles, str | bytes) else (tiles,)
    return _ids(given) if all(isinstance(one, str) for one in given) else ids("tiles", given)
