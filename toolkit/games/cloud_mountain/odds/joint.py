"""Several tiles together: they look at the same dice, so their chances do not multiply.

    law(at, ("all", "no:6"))   [ways that neither is met, only "all", only "no:6", both]

A state is a multiset of cloud dice and a multiset of mountain dice. It has one code: bit i is set where tile i is met.
The law is a weighted count of the codes, over the splits of the position. Rows of a side that no tile tells apart are
one class, so that about 180,000 states before the first roll become a few thousand pairs of classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from toolkit.games.cloud_mountain.odds import pool
from toolkit.games.cloud_mountain.odds.pool import Array, Floats
from toolkit.games.cloud_mountain.odds.positions import Position, splits
from toolkit.games.cloud_mountain.odds.sheet import holds
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile

MOST = 12
"""So many tiles have one law: nine cells and three spares."""
SLAB = 1 << 15
"""So many states at a time stay in the fast memory of the machine."""
_TOTAL, _FACES = 2 * MOST, 2 * MOST + 8
"""Where in the key of a class the sum and the set of faces begin."""


def law(at: Position, tiles: Sequence[str]) -> Floats:
    """(2^tiles,): of the ways that plates and dice can still fall, how many meet exactly the tiles of a code.

    Whole numbers, exact. ValueError for more tiles than `MOST`.
    """
    if len(tiles) > MOST:
        raise ValueError(f"at most {MOST} tiles have one law, not {len(tiles)}")
    return _law(at, tuple(tiles))


@lru_cache(maxsize=1 << 7)
def _law(at: Position, tiles: tuple[str, ...]) -> Floats:
    asked = tuple(map(tile, tiles))
    found = np.zeros(1 << len(asked))
    for split in splits(at):
        cloud = _classes(asked, "cloud", split.cloud, split.cloud_left)
        mountain = _classes(asked, "mountain", split.mountain, split.mountain_left)
        step = 1 + SLAB // len(mountain.own)
        for begin in range(0, len(cloud.own), step):
            part = _Classes(*(each[begin : begin + step] for each in cloud))
            weights = np.multiply.outer(part.weights * split.rows, mountain.weights)
            found += np.bincount(_codes(asked, part, mountain).ravel(), weights.ravel(), len(found))
    found.flags.writeable = False
    return found


class _Classes(NamedTuple):
    """What can become of one side, as far as the tiles tell it apart; all (classes,)."""

    own: Array
    """Bits of tiles that are met by this side alone."""
    half: Array
    """Bits of tiles that are met if the other side has the bit too."""
    sums: Array
    """The sum of the faces; 0 where no tile needs it."""
    faces: Array
    """The set of faces as six bits; 0 where no tile needs it."""
    weights: Floats


def _classes(asked: tuple[Tile, ...], side: str, known: tuple[int, ...], left: int) -> _Classes:
    table = pool.table(left)
    counts = table.counts + pool.count(known)
    keys = np.zeros(len(counts), np.int64)
    for bit, one in enumerate(asked):
        own, half = _shares(one, side, counts)
        if own is not None:
            keys |= own.astype(np.int64) << bit
        if half is not None:
            keys |= half.astype(np.int64) << (MOST + bit)
    kinds = {one.kind for one in asked}
    if kinds & {"total", "contest"}:
        keys |= (table.sums + np.int64(sum(known))) << _TOTAL
    if "all" in kinds:
        keys |= ((counts > 0) @ (1 << np.arange(6))) << _FACES
    found, at = np.unique(keys, return_inverse=True)
    bits = (1 << MOST) - 1
    weights = np.bincount(at, table.weights).astype(np.float64)
    # Small numbers in small types: states are many, and what is slow is memory.
    own, half = (found & bits).astype(np.uint16), (found >> MOST & bits).astype(np.uint16)
    return _Classes(own, half, (found >> _TOTAL & 255).astype(np.uint8), (found >> _FACES).astype(np.uint8), weights)


def _shares(asked: Tile, side: str, counts: Array) -> tuple[Array | None, Array | None]:
    """What one side does for a tile: meets it alone, and does its half."""
    if asked.kind in ("has", "without", "parity", "sum"):
        return (holds(asked, counts), None) if asked.scope == side else (None, None)
    if asked.kind == "no":
        return None, holds(asked, counts)
    if asked.kind == "two":
        return holds(asked, counts), counts[:, asked.number - 1] > 0
    return None, None


def _codes(asked: tuple[Tile, ...], cloud: _Classes, mountain: _Classes) -> Array:
    """(cloud classes, mountain classes): the code of every state."""
    codes = np.bitwise_and.outer(cloud.half, mountain.half)
    codes |= cloud.own[:, None]
    codes |= mountain.own
    for bit, one in enumerate(asked):
        if one.kind in ("all", "total", "contest"):
            codes |= _together(one, cloud, mountain) * np.uint16(1 << bit)
    return codes


def _together(asked: Tile, cloud: _Classes, mountain: _Classes) -> Array:
    """(cloud classes, mountain classes): whether both sides together meet the tile."""
    met: Array
    if asked.kind == "all":
        met = np.bitwise_or.outer(cloud.faces, mountain.faces) == 63
    elif asked.kind == "contest":
        more = np.greater if asked.scope == "cloud" else np.less
        met = more.outer(cloud.sums, mountain.sums)
    else:
        total = np.add.outer(cloud.sums, mountain.sums)
        met = total > asked.number if asked.sign == ">" else total < asked.number
    return met
