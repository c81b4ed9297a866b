"""Ten dice as a table: the rows are made once, a question is a column, what is known is a row or a weight.

    table(3).counts[i]    how often each face comes in row i; 56 rows for three dice, 3,003 for ten
    table(3).weights[i]   how many ordered rolls row i stands for: 3! / (k1! k2! … k6!)
    ways(columns)[row((6, 5))]   a 6 and a 5 are known: in how many rolls of the others each column holds

`ways` is what makes every chance a look-up: it counts once, from all dice back to none, for whatever may be known.
A roll of the others begins with some face, so the ways from a row are the sum over the six rows with one die more.
What is known are some of the dice, so its rows are all multisets of none, one, two … dice, one table after the other.
All numbers are integers. 6^20 < 2^53, so up to 20 dice they are exact in float64 too, where BLAS or bincount add them.
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
"""So many dice can be counted exactly."""
BELOW = 70
"""No sum of ten dice is as far below 0, or 7 a die of them as far above their sum."""
_BASE = MOST + 1
CODES = (0, *(_BASE ** (6 - face) for face in FACES))
"""By face: what one die adds to the code of a multiset. Codes fall from row to row of a table."""


class Table(NamedTuple):
    """All multisets of n dice, in the order of their sorted faces."""

    counts: NDArray[np.uint8]
    """(rows, 6): how often each face comes."""
    weights: Ints
    """(rows,): ordered rolls a row stands for; together 6^n."""
    sums: NDArray[np.int16]
    """(rows,): the sum of the faces."""


@cache
def table(n: int) -> Table:
    """The table of n dice. `ValueError` beyond what is exact."""
    if not 0 <= n <= MOST:
        raise ValueError(f"n must be from 0 to {MOST}, not {n}")
    rolls = np.array(list(combinations_with_replacement(range(6), n)), dtype=np.uint8).reshape(multisets(n), n)
    counts = np.stack([(rolls == face).sum(axis=1, dtype=np.uint8) for face in range(6)], axis=1)
    orders = np.array([factorial(k) for k in range(n + 1)], dtype=object)
    weights = (factorial(n) // orders[counts].prod(axis=1)).astype(np.int64)
    sums = (counts @ np.arange(1, 7, dtype=np.int64)).astype(np.int16)
    return Table(_kept(counts), _kept(weights), _kept(sums))


def row(faces: Sequence[int]) -> int:
    """The row of these faces, in any order, among all multisets of any number of dice."""
    return rows(len(faces))[sum([CODES[face] for face in faces])]


@cache
def rows(n: int) -> dict[int, int]:
    """By code (the sum of the `CODES` of the faces): the row of n dice among all multisets of any number of dice."""
    return {code: at for at, code in enumerate(_codes(n).tolist(), multisets_below(n))}


@cache
def _codes(n: int) -> Ints:
    return table(n).counts.astype(np.int64) @ np.array(CODES[1:], dtype=np.int64)


@cache
def _next(n: int) -> Ints:
    """(rows, 6): the row in the table of n + 1 dice after one die more, by its face."""
    codes = _codes(n)[:, None] + np.array(CODES[1:], dtype=np.int64)
    found = len(_codes(n + 1)) - 1 - np.searchsorted(_codes(n + 1)[::-1], codes)
    return found.astype(np.int64)


def ways(columns: Array) -> Ints:
    """(rows of up to n dice, columns): what is known → in how many of the rolls of the others each column holds.

    `columns`: (rows of `table(n)`, columns), bools or whole numbers; n follows from the number of rows.
    """
    n = _dice(len(columns))
    levels = [columns.astype(np.int64)]
    for k in reversed(range(n)):
        levels.append(levels[-1][_next(k)].sum(axis=1))
    found: Ints = _kept(np.concatenate(levels[::-1]))
    return found


def multisets(n: int) -> int:
    """How many rows the table of n dice has."""
    return comb(n + 5, 5)


def multisets_below(n: int) -> int:
    """How many rows the tables of fewer than n dice have together."""
    return comb(n + 5, 6)


def _dice(rows: int) -> int:
    found = next((n for n in range(MOST + 1) if multisets(n) == rows), None)
    if found is None:
        raise ValueError(f"no number of dice has {rows} multisets")
    return found


@cache
def above(n: int) -> tuple[int, ...]:
    """By x from 0 to 6n: in how many rolls of n dice the sum is greater than x."""
    counts = np.bincount(table(n).sums, weights=table(n).weights, minlength=6 * n + 1)
    return tuple(int(k) for k in 6**n - counts.cumsum())


@cache
def above_anything(n: int) -> tuple[int, ...]:
    """The same for any x that ten dice can lead to, from −BELOW on: x stands at the place x + BELOW."""
    return (6**n,) * BELOW + above(n) + (0,) * BELOW * 2


def count(faces: Iterable[int]) -> NDArray[np.uint8]:
    """(6,): how often each face comes."""
    return np.bincount(list(faces), minlength=7)[1:].astype(np.uint8)


def _kept(array: Any) -> Any:
    """An array that is cached must not change."""
    array.flags.writeable = False
    return array
