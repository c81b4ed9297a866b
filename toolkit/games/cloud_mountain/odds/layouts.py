"""The score of a layout: its law, its lines, and the expected scores of many layouts at once.

    layout(nine, "CX", …)        the law of the score: points for met tiles, more for each line of three
    lines(nine, "CX", …)         P of each of the eight lines
    Worth(at, tiles, …)          expected points of tiles and of lines, from one joint law, for any number of layouts

Expectations add up, so the mean needs only the chances of single tiles and of three together. Therefore the best layout
(`search`), the best place of a column and the worth of a spare (`decisions`) all come from one `joint_law.law`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from toolkit.core.dist import Dist
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.odds import checks, joint_law
from toolkit.games.cloud_mountain.odds.multisets import Array, Floats, Ints
from toolkit.games.cloud_mountain.odds.positions import DECK, Position, position
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, LINES, Placed

Dice = Sequence[Sequence[int]]
Laid = tuple[str, bool] | None
"""A cell: its tile and whether that is reversed; `None`: an empty cell."""
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
    """The law of the score of nine tiles, row by row. `reversed`: the cells 0 … 8 of reversed tiles.

    A cell may be `None`: empty. `met`, `line`: points for a met tile and for a line. Spares are not counted.
    `BadInput` for an impossible position, anything but nine cells, an unknown tile, points out of range.
    """
    at, cells = position(plates, dice, deck), grid(tiles, reversed)
    checks.points(met=met, line=line)
    return score(at, cells, met, line)


def lines(
    tiles: Sequence[Any], plates: str = "", dice: Dice = (), reversed: Iterable[int] = (), *, deck: str = DECK
) -> tuple[Fraction, ...]:
    """P(all three tiles are met) of rows 1–3, columns 1–3, the falling and the rising diagonal.

    Arguments and errors as in `layout`.
    """
    at, cells = position(plates, dice, deck), grid(tiles, reversed)
    counts, total = _patterns(at, cells)
    return tuple(Fraction(int(counts[_FULL[:, which]].sum()), total) for which in range(len(LINES)))


def grid(tiles: Sequence[Any], reversed: Iterable[int] = ()) -> Grid:
    """Nine cells, each given as `None`, an id, a pair (id, reversed), a `Placed` of a state or a dict of a view.

    `BadInput` for anything else.
    """
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
    by_points = np.bincount(_scores(met, line), weights=counts)
    return Dist({points: int(count) for points, count in enumerate(by_points.tolist())})


def mean(at: Position, cells: Grid, met: int = MET, line: int = LINE) -> Fraction:
    """The expected score of a grid."""
    counts, total = _patterns(at, cells)
    return Fraction(int(counts @ _scores(met, line)), total)


def _patterns(at: Position, cells: Grid) -> tuple[Floats, int]:
    """(512,): in how many ways exactly the cells whose bits are set are met; and how many ways there are."""
    there = [(cell, laid) for cell, laid in enumerate(cells) if laid is not None]
    law = joint_law.law(at, [laid[0] for _, laid in there])
    codes, patterns = np.arange(len(law)), np.zeros(len(law), np.int64)
    for bit, (cell, (_, turned)) in enumerate(there):
        patterns |= (codes >> bit & 1 ^ turned) << cell
    counts: Floats = np.bincount(patterns, law, len(_FULL)).astype(np.float64)
    return counts, int(law.sum())


def _full() -> Array:
    """(512, 8): whether the cells whose bits are set fill the line."""
    masks = np.array([sum(1 << cell for cell in line) for line in LINES])
    full: Array = np.arange(1 << len(CELLS))[:, None] & masks == masks
    return full


_FULL = _full()


@lru_cache(maxsize=1 << 6)
def _scores(met: int, line: int) -> Ints:
    """(512,): points by pattern."""
    cells = np.arange(len(_FULL))[:, None] >> np.arange(len(CELLS)) & 1
    points: Ints = met * cells.sum(axis=1) + line * _FULL.sum(axis=1)
    return points


class Worth:
    """Expected points of tiles on the cells of a grid, as whole numbers of which `total` make one point.

    Variant v < n is tile v upright, n + v the same tile reversed (only if `reversible`); the last variant, `empty`, is
    an empty cell. `one[v]`, (variants,): expected points for the tile; `three[u, v, w]`: for a line of these three.
    """

    def __init__(
        self, at: Position, tiles: Sequence[str], met: int = MET, line: int = LINE, *, reversible: bool = False
    ) -> None:
        law = joint_law.law(at, tiles)
        self.n, self.total, self.reversible = len(tiles), int(law.sum()), reversible
        supersets = _supersets(law)
        self.empty = self.n * (2 if reversible else 1)
        masks, signs = _terms(self.n, reversible)
        self.one: Ints = met * (signs * supersets[masks]).sum(axis=0)
        self.three: Ints = line * _threes(supersets, masks, signs)

    def of(self, variants: Array) -> Ints:
        """(…,): expected points of layouts. `variants`: (…, 9), one variant a cell."""
        points: Ints = self.one[variants].sum(axis=-1)
        for a, b, c in LINES:
            points = points + self.three[variants[..., a], variants[..., b], variants[..., c]]
        return points

    def mean(self, points: int) -> Fraction:
        """Expected points as `of` gives them, in real points."""
        return Fraction(int(points), self.total)


def _supersets(law: Floats) -> Ints:
    """(2^tiles,): by set of tiles, in how many ways all of them are met, the others met or not."""
    ways = law.astype(np.int64)
    for bit in range(len(law).bit_length() - 1):
        halves = ways.reshape(-1, 2, 1 << bit)
        halves[:, 0] += halves[:, 1]
    return ways


@lru_cache(maxsize=1 << 5)
def _terms(n: int, reversible: bool) -> tuple[Ints, Ints]:
    """(2, variants) masks and signs: a variant is met in sign 0 × supersets[mask 0] + sign 1 × supersets[mask 1] ways.

    Upright: the ways of its bit. Reversed: all ways less those of its bit. Empty: none.
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
    """(variants, variants, variants): in how many ways all three are met."""
    terms = range(2) if (signs[1] != 0).any() else range(1)
    ways = np.zeros((masks.shape[1],) * 3, np.int64)
    for i in terms:
        for j in terms:
            mask = masks[i][:, None] | masks[j]
            sign = signs[i][:, None] * signs[j]
            for k in terms:
                ways += supersets[mask[..., None] | masks[k]] * (sign[..., None] * signs[k])
    return ways


def view_grid(cells: Iterable[Mapping[str, Any] | None]) -> Grid:
    """A grid of a view."""
    return tuple(None if one is None else (one["tile"], one["reversed"]) for one in cells)
