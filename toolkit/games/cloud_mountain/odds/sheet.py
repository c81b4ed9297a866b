"""Tiles as columns: whether a multiset of dice meets them, and in how many rolls of the dice to come it will."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np

from toolkit.games.cloud_mountain.odds import pool
from toolkit.games.cloud_mountain.odds.pool import Array, Ints
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile


def holds(asked: Tile, counts: Array) -> Array:
    """(…,): whether dice that show the faces so often, (…, 6), meet a tile that looks at no other dice."""
    found: Array = _HOLDS[asked.kind](asked, counts)
    return found


def _sum(counts: Array) -> Array:
    found: Array = counts @ np.arange(1, 7)
    return found


def _past(asked: Tile, sums: Array) -> Any:
    return sums > asked.number if asked.sign == ">" else sums < asked.number


_HOLDS: dict[str, Callable[[Tile, Array], Any]] = {
    "all": lambda asked, counts: (counts > 0).all(axis=-1),
    "two": lambda asked, counts: counts[..., asked.number - 1] >= 2,
    "no": lambda asked, counts: counts[..., asked.number - 1] == 0,
    "has": lambda asked, counts: counts[..., asked.number - 1] > 0,
    "without": lambda asked, counts: counts[..., asked.number - 1] == 0,
    "parity": lambda asked, counts: _sum(counts) % 2 == (asked.sign == "odd"),
    "total": lambda asked, counts: _past(asked, _sum(counts)),
    "sum": lambda asked, counts: _past(asked, _sum(counts)),
}


def ways(tiles: Iterable[Tile], dice: int) -> Ints:
    """`pool.ways` of these tiles over all that so many dice can show."""
    counts = pool.table(dice).counts
    return pool.ways(np.stack([holds(one, counts) for one in tiles], axis=1))


class Sheet:
    """The tiles asked for as the columns of one table.

    It has a block of rows for each group of dice that was asked about, such as "five cloud dice": there the columns of
    tiles that look at this group are `ways`, and the others 0. Contests look at two groups and are no columns.
    """

    def __init__(self, asked: Sequence[str]) -> None:
        self.tiles = tuple(map(tile, asked))
        self.contests = [(place, one.scope) for place, one in enumerate(self.tiles) if one.kind == "contest"]
        self.table: Ints = np.zeros((0, len(self.tiles)), np.int64)
        self._begin: dict[tuple[str, int], int] = {}
        self._lock = Lock()

    def block(self, scope: str, dice: int) -> int:
        """The first row of the block of "all", "cloud" or "mountain" dice, so many of them; made when it is needed."""
        begin = self._begin.get((scope, dice))
        if begin is None:
            with self._lock:
                begin = self._begin.get((scope, dice))
                if begin is None:
                    begin = len(self.table)
                    self.table = np.concatenate([self.table, self._block(scope, dice)])
                    self._begin[scope, dice] = begin
        return begin

    def _block(self, scope: str, dice: int) -> Ints:
        places = [n for n, one in enumerate(self.tiles) if one.scope == scope and one.kind != "contest"]
        found = np.zeros((pool.multisets_below(dice + 1), len(self.tiles)), np.int64)
        if places:
            found[:, places] = ways((self.tiles[place] for place in places), dice)
        return found


@lru_cache(maxsize=1 << 8)
def sheet(asked: tuple[str, ...]) -> Sheet:
    return Sheet(asked)
