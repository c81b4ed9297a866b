"""Tiles as columns: whether a multiset of dice meets them, and in how many rolls of the dice to come it will."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from toolkit.games.cloud_mountain import pool
from toolkit.games.cloud_mountain.pool import Array, Ints
from toolkit.games.cloud_mountain.tiles import Tile, tile


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


class Columns:
    """Tiles that look at the same dice; `places`: where they stand among those asked for."""

    def __init__(self, found: Iterable[tuple[int, Tile]]) -> None:
        pairs = list(found)
        self.places: Ints = np.array([place for place, _ in pairs], np.int64)
        self.tiles = tuple(one for _, one in pairs)

    def known(self, faces: Sequence[int], dice: int) -> Ints:
        """(tiles,): of `dice` dice these faces are known; in how many rolls of the others each tile is met."""
        found: Ints = ways(self.tiles, dice)[len(faces)][pool.row(faces)]
        return found


@lru_cache(maxsize=1 << 7)
def ways(tiles: tuple[Tile, ...], dice: int) -> tuple[Ints, ...]:
    """`pool.ways` of these tiles over all that so many dice can show."""
    counts = pool.table(dice).counts
    columns = np.zeros((len(counts), len(tiles)), bool)
    for place, one in enumerate(tiles):
        columns[:, place] = holds(one, counts)
    return pool.ways(columns)


class Sheet(NamedTuple):
    """The tiles asked for, by the dice they look at; contests with their place and the side that has to win."""

    all: Columns
    cloud: Columns
    mountain: Columns
    contests: tuple[tuple[int, str], ...]


@cache
def sheet(asked: tuple[str, ...]) -> Sheet:
    found = [(place, tile(one)) for place, one in enumerate(asked)]
    scopes = {
        scope: Columns((place, one) for place, one in found if one.scope == scope and one.kind != "contest")
        for scope in ("all", "cloud", "mountain")
    }
    contests = tuple((place, one.scope) for place, one in found if one.kind == "contest")
    return Sheet(scopes["all"], scopes["cloud"], scopes["mountain"], contests)
