"""The best layout of the drawn tiles, and the best place of a column: exact, not a rule of thumb.

    best_layout(twelve, "C", [(6, 5)])                  nine tiles, their cells and the mean; three spares
    best_column(grid, three, "C", [(6, 5)])             cells and orientations of three tiles added to a grid

Twelve tiles have 9,979,200 layouts, not counting turned and mirrored ones. A layout is a centre, four corners and four
edges: 5 tiles form one of 11,880 kinds of centre and corners, and the other 7 give 840 ways to choose the edges. Branch
and bound works on kinds. Opposite edges form a pair, with the centre between them and two corners on either side. There
are 21 pairs for each of the two directions, and a kind scores at most the best of one plus the best of the other. Only
kinds whose bound reaches the best layout so far are computed exactly, from two pairs without a common tile. So the
result is proven best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.odds import checks, joint_law
from toolkit.games.cloud_mountain.odds.layouts import LINE, MET, Dice, Grid, Worth, grid
from toolkit.games.cloud_mountain.odds.multisets import Ints
from toolkit.games.cloud_mountain.odds.positions import DECK, Position, position
from toolkit.games.cloud_mountain.state import CELLS, COLUMN, LINES

TRIED = 128
"""The number of kinds, those of the highest bounds, that give the first layout to beat."""
BLOCK = 4_096
"""Block size in kinds: this many fit in the CPU cache."""


class Best(Struct, frozen=True):
    """A layout row by row, the cells 0 … 8 of reversed tiles, its mean without spares, and the tiles left over."""

    layout: tuple[str, ...]
    reversed: tuple[int, ...]
    mean: Fraction
    spares: tuple[str, ...]


class Column(Struct, frozen=True):
    """The tiles of a column, and in the same order their cells and whether each is reversed; the mean of the grid."""

    tiles: tuple[str, ...]
    cells: tuple[int, ...]
    reversed: tuple[bool, ...]
    mean: Fraction


def best_layout(
    tiles: Sequence[str],
    plates: str = "",
    dice: Dice = (),
    *,
    deck: str = DECK,
    met: int = MET,
    line: int = LINE,
    reversible: bool = False,
) -> Best:
    """The layout of nine of 9 … 12 tiles with the highest expected score; spares are not counted.

    Among equally good layouts the choice is always the same. `reversible`: tiles may be reversed. `BadInput` for an
    impossible position, an unknown tile, a wrong number of tiles, points out of range.
    """
    at, ids = position(plates, dice, deck), checks.ids("tiles", tiles)
    checks.points(met=met, line=line)
    checks.flag("reversible", reversible)
    if not len(CELLS) <= len(ids) <= joint_law.MOST:
        raise BadInput("layout_tiles", given=len(ids), right=f"{len(CELLS)} … {joint_law.MOST}")
    return best(at, ids, met, line, reversible)


@lru_cache(maxsize=1 << 7)
def best(at: Position, tiles: tuple[str, ...], met: int = MET, line: int = LINE, reversible: bool = False) -> Best:
    """The best layout at a position."""
    worth = Worth(at, tiles, met, line, reversible=reversible)
    points, cells = _search(worth)
    cells = min(_turned(cells))
    used = {variant % worth.n for variant in cells}
    return Best(
        tuple(tiles[variant % worth.n] for variant in cells),
        tuple(cell for cell, variant in enumerate(cells) if variant >= worth.n),
        worth.mean(points),
        tuple(one for place, one in enumerate(tiles) if place not in used),
    )


def _turned(cells: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """The eight ways to turn and mirror a grid."""
    square = np.array(cells).reshape(3, 3)
    for quarter in range(4):
        for one in (np.rot90(square, quarter), np.rot90(square, quarter).T):
            yield tuple(one.ravel().tolist())


class _Plan(NamedTuple):
    """The kinds of layouts of n tiles: everything that does not depend on chances.

        a b c     corners a, c, g, i; edges b, d, f, h; centre e.
        d e f     Sides in this order: a–c with edge b, g–i with h, a–g with d, c–i with f.
        g h i     b and h are opposite, d and f are.

    Numbers are tiles 0 … n − 1; an index is one into a flat (n, n, n).
    """

    corners: Ints
    """(5, kinds): e, a, c, g, i."""
    rest: Ints
    """(n − 5, kinds): the other tiles."""
    diagonals: Ints
    """(2, kinds): index of (a, e, i) and (c, e, g)."""
    sides: Ints
    """(4, n − 5, kinds): index of the two corners of a side and of one other tile between them."""
    across: Ints
    """(pairs, kinds): index of two other tiles with the centre between them."""
    pairs: Ints
    """(2, pairs): two of the n − 5 other tiles."""
    apart: Ints
    """(pairs, …): for each pair those without a common tile."""


@lru_cache(maxsize=4)
def _plan(n: int) -> _Plan:
    every = [
        (centre, *square, *(one for one in range(n) if one != centre and one not in square))
        for centre in range(n)
        for a, b, c, d in combinations([one for one in range(n) if one != centre], 4)
        for square in ((a, b, c, d), (a, b, d, c), (a, c, d, b))
    ]
    kinds = np.ascontiguousarray(np.array(every, dtype=np.intp).T)
    (e, a, c, g, i), rest = kinds[:5], kinds[5:]
    pairs = list(combinations(range(n - 5), 2))
    apart = [[at for at, other in enumerate(pairs) if not {*pair} & {*other}] for pair in pairs]
    return _Plan(
        kinds[:5],
        rest,
        np.stack([(a * n + e) * n + i, (c * n + e) * n + g]),
        np.stack([(x * n + y) * n + rest for x, y in ((a, c), (g, i), (a, g), (c, i))]),
        np.stack([(rest[x] * n + e) * n + rest[y] for x, y in pairs]),
        np.array(pairs).T,
        np.array(apart),
    )


Turns = tuple[int, ...]
"""For e, a, c, g, i: 1 if reversed, else 0."""
UPRIGHT: Turns = (0, 0, 0, 0, 0)


class _Points:
    """Expected points of tiles and of three in a line, for each orientation; flat, as the indices of a `_Plan` are."""

    def __init__(self, worth: Worth) -> None:
        n = worth.n
        self.ways = (0, 1) if worth.reversible else (0,)
        # Integers of half the size are looked up and added twice as fast. `most`: more than any layout can reach.
        most = len(CELLS) * worth.one.max() + len(LINES) * worth.three.max()
        kind: Any = np.int32 if most < 2**31 else np.int64
        self.one = [worth.one[way * n : (way + 1) * n].astype(kind) for way in self.ways]
        cube = worth.three[:-1, :-1, :-1].astype(kind).reshape(len(self.ways), n, len(self.ways), n, len(self.ways), n)
        self.three = {way: cube[way[0], :, way[1], :, way[2]].ravel() for way in product(self.ways, repeat=3)}

    def at_most(self) -> _Points:
        """An upper bound: as if a tile could have, in each line, the orientation that is best there."""
        bound = copy(self)
        bound.ways = (0,)
        bound.one = [np.max(self.one, axis=0)]
        bound.three = {(0, 0, 0): np.max(list(self.three.values()), axis=0)}
        return bound

    def corners(self, plan: _Plan, kinds: Any, turns: Turns) -> Ints:
        """(kinds,): the points of centre, corners and diagonals."""
        e, a, c, g, i = turns
        points: Ints = self.three[a, e, i].take(plan.diagonals[0, kinds])
        points += self.three[c, e, g].take(plan.diagonals[1, kinds])
        for corner, way in zip(plan.corners, turns, strict=True):
            points += self.one[way].take(corner[kinds])
        return points

    def edges(self, plan: _Plan, kinds: Any, turns: Turns) -> tuple[Ints, Ints]:
        """Two times (pairs, kinds): the points of a pair as the edges b and h, and as the edges d and f."""
        e, a, c, g, i = turns
        rest, pair = plan.rest[:, kinds], plan.pairs
        one = [points.take(rest) for points in self.one]
        sides = [
            [self.three[x, y, way].take(plan.sides[side][:, kinds]) + one[way] for way in self.ways]
            for side, (x, y) in enumerate(((a, c), (g, i), (a, g), (c, i)))
        ]
        across = plan.across[:, kinds]
        best: list[Any] = [None, None]
        for x, y in product(self.ways, repeat=2):
            line = self.three[x, e, y].take(across)
            for which in (0, 1):
                one_side, other = sides[2 * which], sides[2 * which + 1]
                points = one_side[x][pair[0]] + other[y][pair[1]]
                np.maximum(points, other[x][pair[0]] + one_side[y][pair[1]], out=points)
                points += line
                best[which] = points if best[which] is None else np.maximum(best[which], points)
        return best[0], best[1]


def _search(worth: Worth) -> tuple[int, tuple[int, ...]]:
    """The highest expected points, and nine variants of the first kind that reaches them."""
    plan, points = _plan(worth.n), _Points(worth)
    if not worth.reversible:
        best, kind = _upright(plan, points)
        return best, _leaf(plan, worth, kind, UPRIGHT)
    bounds = _bounds(plan, points.at_most())
    promising = np.argpartition(bounds, -TRIED)[-TRIED:]
    best = max(int(_exact(plan, points, promising, turns).max()) for turns in product(points.ways, repeat=5))
    first: tuple[int, Turns] = (len(bounds), UPRIGHT)
    reach = np.flatnonzero(bounds >= best)
    for begin in range(0, len(reach), BLOCK):
        kinds = reach[begin : begin + BLOCK]
        kinds = kinds[bounds[kinds] >= best]
        for turns in product(points.ways, repeat=5) if len(kinds) else ():
            reached = _exact(plan, points, kinds, turns)
            most, kind = int(reached.max()), int(kinds[reached.argmax()])
            if most > best or (most == best and kind < first[0]):
                best, first = most, (kind, turns)
    return best, _leaf(plan, worth, *first)


def _upright(plan: _Plan, points: _Points) -> tuple[int, int]:
    """The highest points if all tiles are upright, and the first kind that reaches them.

    One pass is enough: no bound is too high because a tile would need two orientations at once, and the same edges
    give a kind's bound and its points.
    """
    best, kind = -1, 0
    for begin in range(0, plan.corners.shape[1], BLOCK):
        kinds = slice(begin, begin + BLOCK)
        first, second = points.edges(plan, kinds, UPRIGHT)
        corners = points.corners(plan, kinds, UPRIGHT)
        reach = np.flatnonzero(corners + first.max(axis=0) + second.max(axis=0) > best)
        if len(reach):
            reached = corners[reach] + _apart(plan, first.take(reach, axis=1), second.take(reach, axis=1))
            if (most := int(reached.max())) > best:
                best, kind = most, begin + int(reach[reached.argmax()])
    return best, kind


def _bounds(plan: _Plan, points: _Points) -> Ints:
    """(kinds,): an upper bound of the points of each kind: with the best pair of edges in either direction."""
    bounds = []
    for begin in range(0, plan.corners.shape[1], BLOCK):
        kinds = slice(begin, begin + BLOCK)
        first, second = points.edges(plan, kinds, UPRIGHT)
        bounds.append(points.corners(plan, kinds, UPRIGHT) + first.max(axis=0) + second.max(axis=0))
    return np.concatenate(bounds)


def _exact(plan: _Plan, points: _Points, kinds: Ints, turns: Turns) -> Ints:
    """(kinds,): the highest points of each kind, from two pairs of edges without a common tile."""
    first, second = points.edges(plan, kinds, turns)
    return points.corners(plan, kinds, turns) + _apart(plan, first, second)


def _apart(plan: _Plan, first: Ints, second: Ints) -> Ints:
    """(kinds,): the highest sum of two pairs of edges without a common tile."""
    pairs = [one + second[apart].max(axis=0) for one, apart in zip(first, plan.apart, strict=True)]
    best: Ints = np.max(pairs, axis=0)
    return best


def _leaf(plan: _Plan, worth: Worth, kind: int, turns: Turns) -> tuple[int, ...]:
    """The best layout of a kind, as nine variants; among equals the first."""
    e, a, c, g, i = plan.corners[:, kind] + worth.n * np.array(turns)
    places, ways = _choices(worth.n - 5, worth.reversible)
    b, d, f, h = plan.rest[:, kind][places] + worth.n * ways
    every = np.stack(np.broadcast_arrays(a, b, c, d, e, f, g, h, i), axis=-1)
    best: list[int] = every[int(worth.of(every).argmax())].tolist()
    return tuple(best)


@lru_cache(maxsize=8)
def _choices(left: int, reversible: bool) -> tuple[Ints, Ints]:
    """Two times (4, …): which of the other tiles are the edges b, d, f and h, and which of them are reversed."""
    ways = list(product((0, 1) if reversible else (0,), repeat=4))
    every = [(places, way) for places in permutations(range(left), 4) for way in ways]
    return np.array([places for places, _ in every]).T, np.array([way for _, way in every]).T


def best_column(
    cells: Sequence[Any],
    column: Sequence[str],
    plates: str = "",
    dice: Dice = (),
    *,
    deck: str = DECK,
    met: int = MET,
    line: int = LINE,
    reversible: bool = True,
) -> Column:
    """The cells and orientations of a column's tiles that give a grid its highest expected score.

    `cells`: nine, as in `layouts.grid`; cells that stay empty score nothing. Among equally good places the first are
    taken, upright before reversed. `BadInput` for an impossible position, an unknown tile, more tiles than free cells,
    points out of range.
    """
    at, laid, ids = position(plates, dice, deck), grid(cells), checks.ids("column", column)
    checks.points(met=met, line=line)
    checks.flag("reversible", reversible)
    free = laid.count(None)
    if not 1 <= len(ids) <= min(COLUMN, free):
        raise BadInput("column_tiles", given=len(ids), right=f"1 … {min(COLUMN, free)}" if free else "0")
    return place(at, laid, ids, met, line, reversible)


@lru_cache(maxsize=1 << 8)
def place(
    at: Position, laid: Grid, column: tuple[str, ...], met: int = MET, line: int = LINE, reversible: bool = True
) -> Column:
    """The best place of a column at a position."""
    cells, turns, points, total = placings(at, laid, column, met, line, reversible)
    first = int(points.argmax())
    turned = tuple(bool(turn) for turn in turns[first].tolist())
    return Column(column, tuple(cells[first].tolist()), turned, Fraction(int(points[first]), total))


@lru_cache(maxsize=1 << 5)
def placings(
    at: Position, laid: Grid, column: tuple[str, ...], met: int, line: int, reversible: bool
) -> tuple[Ints, Ints, Ints, int]:
    """Every way to lay a column: (ways, tiles) cells, (ways, tiles) 1 if reversed, (ways,) expected points of the grid.

    Divided by the last value, the points are real points. Upright comes before reversed, lower cells before higher.
    """
    there = [(cell, one) for cell, one in enumerate(laid) if one is not None]
    worth = Worth(at, (*column, *(one for _, (one, _) in there)), met, line, reversible=True)
    n, size = worth.n, len(column)
    now = np.full(len(CELLS), worth.empty)
    for number, (cell, (_, turned)) in enumerate(there, size):
        now[cell] = number + n * turned
    cells, turns = _places(tuple(cell for cell, one in enumerate(laid) if one is None), size, reversible)
    variants = np.tile(now, (len(cells), 1))
    np.put_along_axis(variants, cells, np.arange(size) + n * turns, axis=1)
    return cells, turns, worth.of(variants), worth.total


@lru_cache(maxsize=1 << 6)
def _places(free: tuple[int, ...], size: int, reversible: bool) -> tuple[Ints, Ints]:
    """Two times (ways, size): cells, and 1 if reversed; upright first."""
    turns = sorted(product((0, 1), repeat=size), key=sum) if reversible else [(0,) * size]
    every = [(cells, turn) for turn in turns for cells in permutations(free, size)]
    return np.array([cells for cells, _ in every]), np.array([turn for _, turn in every])
