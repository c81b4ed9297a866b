"""The joint law of several tiles: they look at the same dice, so their chances do not multiply.

    law(at, ("all", "no:6"))   [ways in which neither is met, only "all", only "no:6", both]

An outcome is a multiset of cloud dice and a multiset of mountain dice. Its code has bit i set where tile i is met; the
law counts the ways of each code, over the splits of the position. Multisets of one side that no tile tells apart form
one class, so that about 180,000 outcomes before the first roll become a few thousand pairs of classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from toolkit.games.cloud_mountain.odds import multisets
from toolkit.games.cloud_mountain.odds.multisets import Array, Floats
from toolkit.games.cloud_mountain.odds.positions import Position, splits
from toolkit.games.cloud_mountain.odds.sheet import holds
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile

MOST = 12
"""The largest number of tiles in one law: nine cells and three spares."""
BLOCK = 1 << 15
"""Block size in pairs of classes: this many fit in the CPU cache."""
_BITS = (1 << MOST) - 1
_SUM = 2 * MOST
_FACES = _SUM + 8
"""The key of a class is one integer. From the lowest bit on: `MOST` bits of `_Classes.alone`, `MOST` bits of `half`,
eight bits of the sum, six bits of the set of faces."""


def law(at: Position, tiles: Sequence[str]) -> Floats:
    """(2^tiles,): by code, in how many of the ways that plates and dice can still fall exactly its tiles are met.

    Exact whole numbers. `ValueError` for more than `MOST` tiles.
    """
    if len(tiles) > MOST:
        raise ValueError(f"at most {MOST} tiles have one law, not {len(tiles)}")
    return _law(at, tuple(tiles))


@lru_cache(maxsize=1 << 7)
def _law(at: Position, tiles: tuple[str, ...]) -> Floats:
    asked = tuple(map(tile, tiles))
    ways = np.zeros(1 << len(asked))
    for split in splits(at):
        cloud = _classes(asked, "cloud", split.cloud, split.cloud_left)
        mountain = _classes(asked, "mountain", split.mountain, split.mountain_left)
        step = 1 + BLOCK // len(mountain.alone)
        for begin in range(0, len(cloud.alone), step):
            part = _Classes(*(each[begin : begin + step] for each in cloud))
            weights = np.multiply.outer(part.weights * split.rows, mountain.weights)
            ways += np.bincount(_codes(asked, part, mountain).ravel(), weights.ravel(), len(ways))
    ways.flags.writeable = False
    return ways


class _Classes(NamedTuple):
    """The outcomes of one side, as far as the tiles tell them apart. All are (classes,)."""

    alone: Array
    """Bits of tiles that this side meets alone."""
    half: Array
    """Bits of tiles that are met if the other side has the bit too."""
    sums: Array
    """The sum of the faces; 0 if no tile needs it."""
    faces: Array
    """The set of faces as six bits; 0 if no tile needs it."""
    weights: Floats
    """How many rolls a class stands for."""


def _classes(asked: tuple[Tile, ...], side: str, known: tuple[int, ...], left: int) -> _Classes:
    """The classes of a side with these known faces, and with `left` unknown dice."""
    table = multisets.table(left)
    counts = table.counts + multisets.count(known)
    keys, which = np.unique(_keys(asked, side, counts, table.sums + np.int64(sum(known))), return_inverse=True)
    # Small types for small numbers: there are many pairs of classes, and memory is the bottleneck.
    return _Classes(
        (keys & _BITS).astype(np.uint16),
        (keys >> MOST & _BITS).astype(np.uint16),
        (keys >> _SUM & 255).astype(np.uint8),
        (keys >> _FACES).astype(np.uint8),
        np.bincount(which, table.weights).astype(np.float64),
    )


def _keys(asked: tuple[Tile, ...], side: str, counts: Array, sums: Array) -> Array:
    """(rows,): the key of the class of each multiset. `counts`: (rows, 6); `sums`: (rows,)."""
    keys = np.zeros(len(counts), np.int64)
    for bit, one in enumerate(asked):
        alone, half = _shares(one, side, counts)
        if alone is not None:
            keys |= alone.astype(np.int64) << bit
        if half is not None:
            keys |= half.astype(np.int64) << (MOST + bit)
    kinds = {one.kind for one in asked}
    if kinds & {"total", "contest"}:
        keys |= sums << _SUM
    if "all" in kinds:
        keys |= ((counts > 0) @ (1 << np.arange(6))) << _FACES
    return keys


def _shares(asked: Tile, side: str, counts: Array) -> tuple[Array | None, Array | None]:
    """Two times (rows,): whether one side meets the tile alone, and whether it does its half; None for never."""
    if asked.kind in ("has", "without", "parity", "sum"):
        return (holds(asked, counts), None) if asked.scope == side else (None, None)
    if asked.kind == "no":
        return None, holds(asked, counts)
    if asked.kind == "two":
        return holds(asked, counts), counts[:, asked.number - 1] > 0
    return None, None


def _codes(asked: tuple[Tile, ...], cloud: _Classes, mountain: _Classes) -> Array:
    """(cloud classes, mountain classes): the code of every outcome."""
    codes = np.bitwise_and.outer(cloud.half, mountain.half)
    codes |= cloud.alone[:, None]
    codes |= mountain.alone
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
