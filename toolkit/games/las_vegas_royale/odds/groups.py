"""The dice of one number in a roll, and the strongest number: laws of their weights, exact and in closed form."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, factorial
from typing import NamedTuple

from toolkit.core.dist import Dist
from toolkit.games.las_vegas_royale.odds import checks
from toolkit.games.las_vegas_royale.state import HAND

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
    """In how many rolls no number has more weight than `most`. The big die takes 2 from the room of its number.

    n dice fall so that k of them show one number, l the next … in n! / (k! l! …) ways: n! times the coefficient of
    x^n in a product of sums of x^k / k!, a factor for each number. The product is one of whole numbers whose digits,
    in a base above all coefficients, are these sums.
    """
    if big:
        product = FACES * _room(most - 2) * _room(most) ** (FACES - 1) if most >= 2 else 0
    else:
        product = _room(most) ** FACES
    digit = (product >> (DIGIT * small)) % (1 << DIGIT)
    return int(digit * factorial(small) // WHOLE**FACES)


WHOLE = factorial(HAND[0])
DIGIT: int = (FACES * ((HAND[0] + 1) * WHOLE) ** FACES).bit_length()
"""Bits of a digit: more than any coefficient of a product needs."""


@cache
def _room(most: int) -> int:
    """The sum of x^k / k! up to k = `most`, times `WHOLE`, with 2^`DIGIT` for x."""
    return sum((WHOLE // factorial(k)) << (DIGIT * k) for k in range(min(most, HAND[0]) + 1))
