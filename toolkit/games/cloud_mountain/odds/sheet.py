"""Tiles as the columns of a table: by known dice, in how many rolls of the unknown dice each tile is met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np

from toolkit.games.cloud_mountain.odds import multisets
from toolkit.games.cloud_mountain.odds.multisets import Array, Ints
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile


def holds(asked: Tile, counts: Array) -> Array:
    """(…,): whether the dice meet a tile that looks at no other dice. `counts`: (…, 6) how often each face occurs."""
    met: Array = _HOLDS[asked.kind](asked, counts)
    return met


def _sum(counts: Array) -> Array:
    sums: Array = counts @ np.arange(1, 7)
    return sums


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
    """(rows of up to `dice` dice, tiles): `multisets.ways` with a column for each tile."""
    counts = multisets.table(dice).counts
    return multisets.ways(np.stack([holds(one, counts) for one in tiles], axis=1))


class Sheet:
    """One table with a column for each tile.

    It has a block of rows for each group of dice that has been asked about, such as "five cloud dice". In a block the
    columns of tiles that look at this group are their `ways`, the others are 0. Contests look at two groups: their
    columns are always 0.
    """

    def __init__(self, asked: Sequence[str]) -> None:
        self.tiles = tuple(map(tile, asked))
        self.contests = [(place, one.scope) for place, one in enumerate(self.tiles) if one.kind == "contest"]
        self.table: Ints = np.zeros((0, len(self.tiles)), np.int64)
        self._begin: dict[tuple[str, int], int] = {}
        self._lock = Lock()

    def block(self, scope: str, dice: int) -> int:
        """The first row of the block of `dice` dice. `scope`: "all", "cloud" or "mountain". Made when first needed."""
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
        rows = np.zeros((multisets.size_below(dice + 1), len(self.tiles)), np.int64)
        if places:
            rows[:, places] = ways((self.tiles[place] for place in places), dice)
        return rows


@lru_cache(maxsize=1 << 8)
def sheet(asked: tuple[str, ...]) -> Sheet:
    """The sheet of these tiles. Cached, so that its blocks are made once."""
    return Sheet(asked)
