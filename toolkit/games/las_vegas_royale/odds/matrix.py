"""Small matrix games: the mixed equilibrium of two that choose at the same time, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Matrix = Sequence[Sequence[Fraction]]


def equilibrium(payoffs: Matrix) -> tuple[list[Fraction], list[Fraction]]:
    """How often the first takes each row and the second each column; `payoffs`: to the first, who wants much.

    >>> equilibrium([[Fraction(0), Fraction(2)], [Fraction(2), Fraction(0)]])[0]
    [Fraction(1, 2), Fraction(1, 2)]

    Every matrix game has an equilibrium on a square part of its table (Shapley and Snow); the first part found whose
    mixtures nobody can better is one. `ValueError` for an empty table.
    """
    n, m = len(payoffs), len(payoffs[0]) if payoffs else 0
    for size in range(1, min(n, m) + 1):
        for rows in combinations(range(n), size):
            for columns in combinations(range(m), size):
                found = _of_part(payoffs, rows, columns)
                if found and _nobody_betters(payoffs, *found):
                    return found
    raise ValueError("a matrix game needs a row and a column")


def _of_part(
    payoffs: Matrix, rows: Sequence[int], columns: Sequence[int]
) -> tuple[list[Fraction], list[Fraction]] | None:
    """The mixtures that make the other indifferent on this part; `None` where they are no chances."""
    part = [[payoffs[i][j] for j in columns] for i in rows]
    first, second = _indifferent(list(zip(*part, strict=True))), _indifferent(part)
    if first is None or second is None:
        return None
    x, y = [Fraction(0)] * len(payoffs), [Fraction(0)] * len(payoffs[0])
    for i, share in zip(rows, first, strict=True):
        x[i] = share
    for j, share in zip(columns, second, strict=True):
        y[j] = share
    return x, y


def _indifferent(lines: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Chances q with the same `line · q` for every line, by Gauss; `None` if there are none or several."""
    size = len(lines)
    rows = [[*line, Fraction(-1), Fraction(0)] for line in lines] + [[Fraction(1)] * size + [Fraction(0), Fraction(1)]]
    for at in range(size + 1):
        pivot = next((i for i in range(at, size + 1) if rows[i][at]), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for i in range(size + 1):
            if i != at and rows[i][at]:
                rows[i] = [a - rows[i][at] * b for a, b in zip(rows[i], rows[at], strict=True)]
    shares = [row[-1] for row in rows[:size]]
    return shares if min(shares) >= 0 else None


def _nobody_betters(payoffs: Matrix, x: Sequence[Fraction], y: Sequence[Fraction]) -> bool:
    by_row = [sum((a * q for a, q in zip(row, y, strict=True)), Fraction(0)) for row in payoffs]
    by_column = [sum((row[j] * p for row, p in zip(payoffs, x, strict=True)), Fraction(0)) for j in range(len(y))]
    return max(by_row) <= min(by_column)
