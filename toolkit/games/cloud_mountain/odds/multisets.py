"""Multisets of dice as tables: the rows are made once; a question is a column, the known dice are a row or a weight.

    table(3).counts[i]    how often each face occurs in row i; 56 rows for three dice, 3,003 for ten
    table(3).weights[i]   how many ordered rolls row i stands for: 3! / (k1! k2! … k6!)
    ways(columns)[row((6, 5))]   a 6 and a 5 are known: in how many rolls of the other dice each column holds

`ways` turns every chance into a look-up. It counts once for all that may be known, from all dice down to none: the next
unknown die shows one of six faces, so the ways at a row are the sum of the ways at the six rows with one more die.
Its rows are the multisets of no die, then of one die, of two dice and so on.
All numbers are integers. 6^20 < 2^53, so for up to 20 dice they are exact even as float64, in which BLAS and bincount
add.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Array = NDArray[Any]

FACES = range(1, 7)
MOST = 20
"""The largest number of dice that is counted exactly."""
BELOW = 70
"""Offset that keeps table indices non-negative: no lead of ten dice is below −70."""
_BASE = MOST + 1
CODES = (0, *(_BASE ** (6 - face) for face in FACES))
"""By face: how much one die adds to the code of its multiset. Along a table the codes fall."""


class Table(NamedTuple):
    """All multisets of n dice, in the order of their sorted faces."""

    counts: NDArray[np.uint8]
    """(rows, 6): how often each face occurs."""
    weights: Ints
    """(rows,): how many ordered rolls a row stands for; they add up to 6^n."""
    sums: NDArray[np.int16]
    """(rows,): the sum of the faces."""


@cache
def table(n: int) -> Table:
    """The table of n dice. `ValueError` for more than `MOST`."""
    if not 0 <= n <= MOST:
        raise ValueError(f"n must be from 0 to {MOST}, not {n}")
    rolls = np.array(list(combinations_with_replacement(range(6), n)), dtype=np.uint8).reshape(size(n), n)
    counts = np.stack([(rolls == face).sum(axis=1, dtype=np.uint8) for face in range(6)], axis=1)
    orders = np.array([factorial(k) for k in range(n + 1)], dtype=object)
    weights = (factorial(n) // orders[counts].prod(axis=1)).astype(np.int64)
    sums = (counts @ np.arange(1, 7, dtype=np.int64)).astype(np.int16)
    return Table(_frozen(counts), _frozen(weights), _frozen(sums))


def row(faces: Sequence[int]) -> int:
    """The row of these faces, in any order, among the multisets of any number of dice."""
    return rows(len(faces))[sum([CODES[face] for face in faces])]


@cache
def rows(n: int) -> dict[int, int]:
    """By code (the sum of the `CODES` of the faces): the row of n dice among the multisets of any number of dice."""
    return {code: at for at, code in enumerate(_codes(n).tolist(), size_below(n))}


@cache
def _codes(n: int) -> Ints:
    return table(n).counts.astype(np.int64) @ np.array(CODES[1:], dtype=np.int64)


@cache
def _next(n: int) -> Ints:
    """(rows, 6): the row in the table of n + 1 dice after one more die, by its face."""
    codes = _codes(n)[:, None] + np.array(CODES[1:], dtype=np.int64)
    after = len(_codes(n + 1)) - 1 - np.searchsorted(_codes(n + 1)[::-1], codes)
    return after.astype(np.int64)


def ways(columns: Array) -> Ints:
    """(rows of up to n dice, columns): by known dice, in how many rolls of the other dice each column holds.

    `columns`: (rows of `table(n)`, columns), bools or whole numbers; n follows from the number of rows. `ValueError`
    if no n fits.
    """
    n = _dice(len(columns))
    levels = [columns.astype(np.int64)]
    for k in reversed(range(n)):
        levels.append(levels[-1][_next(k)].sum(axis=1))
    counted: Ints = _frozen(np.concatenate(levels[::-1]))
    return counted


def size(n: int) -> int:
    """The number of rows of the table of n dice."""
    return comb(n + 5, 5)


def size_below(n: int) -> int:
    """The number of rows of all tables of fewer than n dice together."""
    return comb(n + 5, 6)


def _dice(rows: int) -> int:
    """The number of dice whose table has this number of rows."""
    for n in range(MOST + 1):
        if size(n) == rows:
            return n
    raise ValueError(f"no number of dice has {rows} multisets")


@cache
def above(n: int) -> tuple[int, ...]:
    """By x from 0 to 6n: in how many rolls of n dice the sum is greater than x."""
    counts = np.bincount(table(n).sums, weights=table(n).weights, minlength=6 * n + 1)
    return tuple(int(k) for k in 6**n - counts.cumsum())


@cache
def ahead(n: int) -> tuple[int, ...]:
    """By lead from −`BELOW` to `BELOW`, at the index lead + `BELOW`: in how many rolls of n dice sum + lead > 0."""
    counts = above(n)
    leads = range(-BELOW, BELOW + 1)
    return tuple(6**n if lead > 0 else counts[-lead] if -lead <= 6 * n else 0 for lead in leads)


def count(faces: Iterable[int]) -> NDArray[np.uint8]:
    """(6,): how often each face occurs."""
    return np.bincount(list(faces), minlength=7)[1:].astype(np.uint8)


def _frozen(array: Any) -> Any:
    """The same array made read-only: what is cached must not change."""
    array.flags.writeable = False
    return array
