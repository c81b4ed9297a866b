"""The best layout of the drawn tiles, and the best place of a column: exact, not a rule of thumb.

    best_layout(twelve, "C", [(6, 5)])                  nine tiles, their cells and the mean; three spares
    best_column(grid, three, "C", [(6, 5)])             cells and orientations of three tiles beside those that lie

Twelve tiles have 9,979,200 layouts, turned and mirrored ones apart. A layout is a centre, four corners around it, and
four edges: 11,880 kinds of centre and corners with 840 ways to choose the edges. Edges across from each other make one
pair with the centre between them, and two corners on either side; so a kind is 21 pairs for one way across and 21 for
the other, and no kind gives more than the best of both. Only kinds for which this bound reaches the best layout so far
are looked at exactly: pairs that have no tile in common. What is then best is proven best.
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
from toolkit.games.cloud_mountain.odds import checks, joint
from toolkit.games.cloud_mountain.odds.layouts import LINE, MET, Dice, Grid, Worth, grid
from toolkit.games.cloud_mountain.odds.pool import Ints
from toolkit.games.cloud_mountain.odds.positions import DECK, Position, position
from toolkit.games.cloud_mountain.state import CELLS, COLUMN, LINES

TRIED = 128
"""So many kinds, those of the highest bounds, give a first layout to beat."""
BLOCK = 4_096
"""So many kinds at a time stay in the fast memory of the machine."""


class Best(Struct, frozen=True):
    """A layout row by row, the cells 0 … 8 that lie reversed, its mean without spares, and the tiles left over."""

    layout: tuple[str, ...]
    reversed: tuple[int, ...]
    mean: Fraction
    spares: tuple[str, ...]


class Column(Struct, frozen=True):
    """Where the three tiles of a column go, in their order, which lie reversed, and the mean of the grid then."""

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

    Of layouts that are equally good one is always the same. `reversible`: tiles may lie reversed. `BadInput` for
    what cannot be.
    """
    at, ids = position(plates, dice, deck), checks.ids("tiles", tiles)
    checks.points(met=met, line=line)
    checks.flag("reversible", reversible)
    if not len(CELLS) <= len(ids) <= joint.MOST:
        raise BadInput("layout_tiles", given=len(ids), right=f"{len(CELLS)} … {joint.MOST}")
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
    """The kinds of layouts of n tiles, by tiles: what does not depend on chances.

    Corners a and i lie across the centre e, c and g as well. The edges lie between a and c, g and i, a and g, c and i;
    the first two are across from each other, and the last two. An index is one into a flat (n, n, n).
    """

    corners: Ints
    """(5, kinds): e, a, c, g, i."""
    rest: Ints
    """(n − 5, kinds): the tiles that are left."""
    diagonals: Ints
    """(2, kinds): index of (a, e, i) and (c, e, g)."""
    sides: Ints
    """(4, n − 5, kinds): index of the two corners of a side, and one of those left between them."""
    across: Ints
    """(pairs, kinds): index of two of those left, across the centre."""
    pairs: Ints
    """(2, pairs): two of the n − 5."""
    apart: Ints
    """(pairs, …): for each pair those that have no tile in common with it."""


@lru_cache(maxsize=4)
def _plan(n: int) -> _Plan:
    found = [
        (centre, *square, *(one for one in range(n) if one != centre and one not in square))
        for centre in range(n)
        for a, b, c, d in combinations([one for one in range(n) if one != centre], 4)
        for square in ((a, b, c, d), (a, b, d, c), (a, c, d, b))
    ]
    kinds = np.ascontiguousarray(np.array(found, dtype=np.intp).T)
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
"""Which of e, a, c, g, i lie reversed: 0 or 1 each."""
UPRIGHT: Turns = (0, 0, 0, 0, 0)


class _Points:
    """Points by tile and by three of them, for each way they may lie; flat, as a plan's index has it."""

    def __init__(self, worth: Worth) -> None:
        n = worth.n
        self.ways = (0, 1) if worth.reversible else (0,)
        # Whole numbers that are half as long are looked up and added twice as fast; no layout has more than this.
        most = len(CELLS) * worth.one.max() + len(LINES) * worth.three.max()
        kind: Any = np.int32 if most < 2**31 else np.int64
        self.one = [worth.one[way * n : (way + 1) * n].astype(kind) for way in self.ways]
        cube = worth.three[:-1, :-1, :-1].astype(kind).reshape(len(self.ways), n, len(self.ways), n, len(self.ways), n)
        self.three = {way: cube[way[0], :, way[1], :, way[2]].ravel() for way in product(self.ways, repeat=3)}

    def at_most(self) -> _Points:
        """As if every tile could lie in each line as is best there."""
        found = copy(self)
        found.ways = (0,)
        found.one = [np.max(self.one, axis=0)]
        found.three = {(0, 0, 0): np.max(list(self.three.values()), axis=0)}
        return found

    def corners(self, plan: _Plan, kinds: Any, turns: Turns) -> Ints:
        """(kinds,): what centre, corners and diagonals give."""
        e, a, c, g, i = turns
        found: Ints = self.three[a, e, i].take(plan.diagonals[0, kinds])
        found += self.three[c, e, g].take(plan.diagonals[1, kinds])
        for corner, way in zip(plan.corners, turns, strict=True):
            found += self.one[way].take(corner[kinds])
        return found

    def edges(self, plan: _Plan, kinds: Any, turns: Turns) -> tuple[Ints, Ints]:
        """(pairs, kinds) twice: what a pair gives as the edges a–c and g–i, and as the edges a–g and c–i."""
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
                found = one_side[x][pair[0]] + other[y][pair[1]]
                np.maximum(found, other[x][pair[0]] + one_side[y][pair[1]], out=found)
                found += line
                best[which] = found if best[which] is None else np.maximum(best[which], found)
        return best[0], best[1]


def _search(worth: Worth) -> tuple[int, tuple[int, ...]]:
    """The highest expected points, and nine variants that reach them: of the first kind that does."""
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
            found = _exact(plan, points, kinds, turns)
            most, kind = int(found.max()), int(kinds[found.argmax()])
            if most > best or (most == best and kind < first[0]):
                best, first = most, (kind, turns)
    return best, _leaf(plan, worth, *first)


def _upright(plan: _Plan, points: _Points) -> tuple[int, int]:
    """The most that tiles can give which all lie upright, and the first kind that gives it.

    Here no bound is too high because of tiles that lie two ways at once, and the edges of a kind serve both its bound
    and what it gives: so one pass will do.
    """
    best, kind = -1, 0
    for begin in range(0, plan.corners.shape[1], BLOCK):
        kinds = slice(begin, begin + BLOCK)
        first, second = points.edges(plan, kinds, UPRIGHT)
        corners = points.corners(plan, kinds, UPRIGHT)
        reach = np.flatnonzero(corners + first.max(axis=0) + second.max(axis=0) > best)
        if len(reach):
            found = corners[reach] + _apart(plan, first.take(reach, axis=1), second.take(reach, axis=1))
            if (most := int(found.max())) > best:
                best, kind = most, begin + int(reach[found.argmax()])
    return best, kind


def _bounds(plan: _Plan, points: _Points) -> Ints:
    """(kinds,): the most that each kind can give, if both pairs of edges could be the best ones."""
    found = []
    for begin in range(0, plan.corners.shape[1], BLOCK):
        kinds = slice(begin, begin + BLOCK)
        first, second = points.edges(plan, kinds, UPRIGHT)
        found.append(points.corners(plan, kinds, UPRIGHT) + first.max(axis=0) + second.max(axis=0))
    return np.concatenate(found)


def _exact(plan: _Plan, points: _Points, kinds: Ints, turns: Turns) -> Ints:
    """(kinds,): the most that each kind gives with two pairs of edges that have no tile in common."""
    first, second = points.edges(plan, kinds, turns)
    return points.corners(plan, kinds, turns) + _apart(plan, first, second)


def _apart(plan: _Plan, first: Ints, second: Ints) -> Ints:
    """(kinds,): the most of two pairs of edges that have no tile in common."""
    pairs = [one + second[apart].max(axis=0) for one, apart in zip(first, plan.apart, strict=True)]
    found: Ints = np.max(pairs, axis=0)
    return found


def _leaf(plan: _Plan, worth: Worth, kind: int, turns: Turns) -> tuple[int, ...]:
    """The best layout of a kind, as nine variants: of those that are equal the first."""
    e, a, c, g, i = plan.corners[:, kind] + worth.n * np.array(turns)
    places, ways = _choices(worth.n - 5, worth.reversible)
    b, d, f, h = plan.rest[:, kind][places] + worth.n * ways
    every = np.stack(np.broadcast_arrays(a, b, c, d, e, f, g, h, i), axis=-1)
    best: list[int] = every[int(worth.of(every).argmax())].tolist()
    return tuple(best)


@lru_cache(maxsize=8)
def _choices(left: int, reversible: bool) -> tuple[Ints, Ints]:
    """(4, …): which of the tiles that are left are the edges b, d, f and h, and which of them lie reversed."""
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
    """Where the tiles of a column go beside those that lie, upright or reversed, for the highest expected score.

    `cells`: nine, `None` where nothing lies. Cells that stay empty for later count nothing. Of places that are equally
    good the first ones are taken, upright before reversed. `BadInput` for what cannot be.
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
    lie = tuple(bool(turn) for turn in turns[first].tolist())
    return Column(column, tuple(cells[first].tolist()), lie, Fraction(int(points[first]), total))


@lru_cache(maxsize=1 << 5)
def placings(
    at: Position, laid: Grid, column: tuple[str, ...], met: int, line: int, reversible: bool
) -> tuple[Ints, Ints, Ints, int]:
    """Every way to lay a column: (ways, tiles) cells and whether reversed, (ways,) expected points as parts of a total.

    Upright ones come before reversed ones, and lower cells before higher ones.
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
    """(places, size) cells and whether reversed, upright ones first."""
    turns = sorted(product((0, 1), repeat=size), key=sum) if reversible else [(0,) * size]
    every = [(cells, turn) for turn in turns for cells in permutations(free, size)]
    return np.array([cells for cells, _ in every]), np.array([turn for _, turn in every])
