"""The dice of one number in a roll, and the strongest number: laws of their weights, exact and in closed form."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from toolkit.core.dist import Dist
from toolkit.games.las_vegas_royale.odds import checks

FACES = 6


class Groups(NamedTuple):
    """The weight of the dice that show one given number, and of the number that is shown with most weight."""

    one: Dist[int]
    largest: Dist[int]


def group_weights(small: int = 7, big: int = 1) -> Groups:
    """The laws of the group weights in one roll of `small` dice that count 1 and `big` (0 or 1) that count 2.

    >>> group_weights(2, 0).largest
    Dist({1: 5, 2: 1})

    `BadInput` for numbers of dice that a hand cannot have.
    """
    return _groups(*checks.dice(small, big))


@lru_cache(maxsize=16)
def _groups(small: int, big: int) -> Groups:
    """Of `small` dice k show the number in C(n, k) 5^(n−k) of 6^n ways."""
    ways = {k: comb(small, k) * 5 ** (small - k) for k in range(small + 1)}
    one = {k: 5 * n for k, n in ways.items()} if big else dict(ways)
    for k, n in ways.items() if big else ():
        one[k + 2] = one.get(k + 2, 0) + n
    top = small + 2 * big
    upto = [*(_at_most(small, big, most) for most in range(top)), FACES ** (small + big)]
    largest = {0: upto[0]} | {most: upto[most] - upto[most - 1] for most in range(1, len(upto))}
    return Groups(Dist(dict(sorted(one.items()))), Dist(largest))


def _at_most(small: int, big: int, most: int) -> int:
    """In how many rolls no number has more weight than `most`. The big die takes 2 from the room of its number."""
    if big and most < 2:
        return 0
    one = _ways(small, most)
    two = _joined(one, one)
    four = _joined(two, two)
    if not big:
        return _together(four, two, small)
    return FACES * _together(four, _joined(one, _ways(small, most - 2)), small)


def _ways(dice: int, most: int) -> list[int]:
    """In how many ways 0, 1, … dice fall on one number that has room for so many."""
    return [int(k <= most) for k in range(dice + 1)]


def _joined(one: list[int], other: list[int]) -> list[int]:
    """The ways of two sets of numbers together."""
    return [_together(one, other, dice) for dice in range(len(one))]


def _together(one: list[int], other: list[int], dice: int) -> int:
    """The ways of so many dice: some fall on the first numbers, the rest on the others."""
    return sum(n * one[k] * other[dice - k] for k, n in enumerate(BINOMIAL[dice]))


BINOMIAL = [[comb(n, k) for k in range(n + 1)] for n in range(8)]
