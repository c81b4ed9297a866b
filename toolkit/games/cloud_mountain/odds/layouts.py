"""The score of a layout: its law, its lines, and what every single one of many layouts is worth.

    layout(nine, "CX", …)        the law of the score: points for met tiles, more for each line of three
    lines(nine, "CX", …)         P of each of the eight lines
    Worth(law, …)                the chances of tiles and of threes, from one law, for as many layouts as you like

The mean needs no more than threes: points for each met tile, and points for each line, are expected one by one. So the
best layout (`search`), the best place of a column and what a spare is worth (`advice`) all come from one `joint.law`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from toolkit.core.dist import Dist
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.odds import checks, joint
from toolkit.games.cloud_mountain.odds.pool import Array, Floats, Ints
from toolkit.games.cloud_mountain.odds.positions import DECK, Position, position
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, LINES, Placed

Dice = Sequence[Sequence[int]]
Laid = tuple[str, bool] | None
"""What lies on a cell: a tile, and whether it is reversed; `None`: nothing."""
Grid = tuple[Laid, ...]
MET, LINE = 1, 3
ONE = "['all', ('sum>35', True), None, …]"


def layout(
    tiles: Sequence[Any],
    plates: str = "",
    dice: Dice = (),
    reversed: Iterable[int] = (),
    *,
    deck: str = DECK,
    met: int = MET,
    line: int = LINE,
) -> Dist[int]:
    """The law of the score of nine tiles, row by row; `reversed`: the cells 0 … 8 of those that lie so.

    A cell may be `None`: nothing lies there. Spares are not counted. `BadInput` for what cannot be.
    """
    at, cells = position(plates, dice, deck), grid(tiles, reversed)
    checks.points(met=met, line=line)
    return score(at, cells, met, line)


def lines(
    tiles: Sequence[Any], plates: str = "", dice: Dice = (), reversed: Iterable[int] = (), *, deck: str = DECK
) -> tuple[Fraction, ...]:
    """P(all three tiles met) of rows 1–3, columns 1–3, the falling and the rising diagonal; as in `layout`."""
    at, cells = position(plates, dice, deck), grid(tiles, reversed)
    counts, total = _patterns(at, cells)
    return tuple(Fraction(int(counts[_FULL[:, which]].sum()), total) for which in range(len(LINES)))


def grid(tiles: Sequence[Any], reversed: Iterable[int] = ()) -> Grid:
    """Nine cells. Each may be given as `None`, an id, a pair (id, reversed), or as it stands in a state or a view."""
    nine, turned = checks.several("tiles", tiles, ONE), checks.cells("reversed", reversed)
    if len(nine) != len(CELLS):
        raise BadInput("nine_tiles", given=len(nine))
    return tuple(_laid(one, cell in turned) for cell, one in enumerate(nine))


def _laid(one: Any, turned: bool) -> Laid:
    match one:
        case None:
            return None
        case Placed():
            return one.tile, one.reversed ^ turned
        case {"tile": text, "reversed": bool(way)} | (text, bool(way)):
            return tile(text).id, way ^ turned
        case str():
            return tile(one).id, turned
    raise checks.wrong("tiles", one, ONE)


@lru_cache(maxsize=1 << 8)
def score(at: Position, cells: Grid, met: int = MET, line: int = LINE) -> Dist[int]:
    """The law of the score of a grid."""
    counts, _ = _patterns(at, cells)
    found = np.bincount(_scores(met, line), weights=counts)
    return Dist({points: int(count) for points, count in enumerate(found.tolist())})


def mean(at: Position, cells: Grid, met: int = MET, line: int = LINE) -> Fraction:
    """The expected score of a grid."""
    counts, total = _patterns(at, cells)
    return Fraction(int(counts @ _scores(met, line)), total)


def _patterns(at: Position, cells: Grid) -> tuple[Floats, int]:
    """(512,): how many ways meet exactly the cells whose bits are set; and how many ways there are."""
    there = [(cell, laid) for cell, laid in enumerate(cells) if laid is not None]
    found = joint.law(at, [laid[0] for _, laid in there])
    codes, patterns = np.arange(len(found)), np.zeros(len(found), np.int64)
    for bit, (cell, (_, turned)) in enumerate(there):
        patterns |= (codes >> bit & 1 ^ turned) << cell
    counts: Floats = np.bincount(patterns, found, len(_FULL)).astype(np.float64)
    return counts, int(found.sum())


def _full() -> Array:
    """(512, 8): whether the cells whose bits are set fill the line."""
    masks = np.array([sum(1 << cell for cell in line) for line in LINES])
    found: Array = np.arange(1 << len(CELLS))[:, None] & masks == masks
    return found


_FULL = _full()


@lru_cache(maxsize=1 << 6)
def _scores(met: int, line: int) -> Ints:
    """(512,): points by pattern."""
    cells = np.arange(len(_FULL))[:, None] >> np.arange(len(CELLS)) & 1
    found: Ints = met * cells.sum(axis=1) + line * _FULL.sum(axis=1)
    return found


class Worth:
    """What tiles are worth on the cells of a grid, as whole numbers of `total`.

    Variant v < n is tile v upright, n + v the same reversed (only where `reversible`); the last variant is an empty
    cell. `one[v]`: points for a tile that is met, (variants,); `three[u, v, w]`: points for a line of them.
    """

    def __init__(
        self, at: Position, tiles: Sequence[str], met: int = MET, line: int = LINE, *, reversible: bool = False
    ) -> None:
        law = joint.law(at, tiles)
        self.n, self.total, self.reversible = len(tiles), int(law.sum()), reversible
        supersets = _supersets(law)
        self.empty = self.n * (2 if reversible else 1)
        masks, signs = _terms(self.n, reversible)
        self.one: Ints = met * (signs * supersets[masks]).sum(axis=0)
        self.three: Ints = line * _threes(supersets, masks, signs)

    def of(self, variants: Array) -> Ints:
        """(…,) expected points of layouts, each nine variants, (…, 9)."""
        found: Ints = self.one[variants].sum(axis=-1)
        for a, b, c in LINES:
            found = found + self.three[variants[..., a], variants[..., b], variants[..., c]]
        return found

    def mean(self, points: int) -> Fraction:
        return Fraction(int(points), self.total)


def _supersets(law: Floats) -> Ints:
    """By set of tiles: in how many ways all of them are met, whatever becomes of the others."""
    found = law.astype(np.int64)
    for bit in range(len(law).bit_length() - 1):
        halves = found.reshape(-1, 2, 1 << bit)
        halves[:, 0] += halves[:, 1]
    return found


@lru_cache(maxsize=1 << 5)
def _terms(n: int, reversible: bool) -> tuple[Ints, Ints]:
    """(2, variants) masks and signs: a variant holds in the sum of its two terms' supersets.

    Upright: that of its own bit. Reversed: all ways, less that of its bit. Empty: none.
    """
    bits = 1 << np.arange(n)
    none = np.zeros(n, np.int64)
    masks = [np.stack([bits, none])]
    signs = [np.stack([none + 1, none])]
    if reversible:
        masks.append(np.stack([none, bits]))
        signs.append(np.stack([none + 1, none - 1]))
    empty = np.zeros((2, 1), np.int64)
    return np.concatenate([*masks, empty], axis=1), np.concatenate([*signs, empty], axis=1)


def _threes(supersets: Ints, masks: Ints, signs: Ints) -> Ints:
    """(variants, variants, variants): in how many ways all three hold."""
    terms = range(2) if (signs[1] != 0).any() else range(1)
    found = np.zeros((masks.shape[1],) * 3, np.int64)
    for i in terms:
        for j in terms:
            mask = masks[i][:, None] | masks[j]
            sign = signs[i][:, None] * signs[j]
            for k in terms:
                found += supersets[mask[..., None] | masks[k]] * (sign[..., None] * signs[k])
    return found


def view_grid(cells: Iterable[Mapping[str, Any] | None]) -> Grid:
    """A grid of a view."""
    return tuple(None if one is None else (one["tile"], one["reversed"]) for one in cells)
