"""Pools of dice and hands of cards as laws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate, product
from math import comb
from typing import Any, TypeVar

from toolkit.core.dist.law import Dist
from toolkit.core.dist.weights import check_whole, check_within
from toolkit.core.shown import shown
from toolkit.core.words import BadLaw

T = TypeVar("T")
Pairs = tuple[tuple[Any, int], ...]

MOST_ROLLS = 200_000
"""The most rolls or hands that are listed: about half a second, and 40 MB."""
HUGE = 10**12
"""Sizes are counted up to this."""
LONGEST = 2_000
"""The most cards in a hand."""
KEPT = 10_000
"""Laws of at most this many outcomes are kept."""


def dice(n: int, sides: int = 6, ordered: bool = False) -> Dist[tuple[int, ...]]:
    """All rolls of `n` dice with faces 1 to `sides`, as sorted tuples; 8 six-sided dice have 1,287.

    >>> dice(2, sides=3)
    Dist({(1, 1): 1, (1, 2): 2, (1, 3): 2, (2, 2): 1, (2, 3): 2, (3, 3): 1})

    A roll is sorted, since dice thrown together have no order: `roll[0]` is the lowest die and not the first one. If
    dice are rolled one after the other and it matters which is which, ask for `ordered=True`, where a roll stands in
    the order of rolling:

    >>> dice(3, ordered=True).p(lambda roll: roll[0] < roll[1] < roll[2])
    Fraction(5, 54)

    The weight of a sorted roll is the number of ordered rolls that it stands for, the multinomial coefficient
    n! / (k1! k2! …), where k1, k2 … count its equal dice. `BadInput` if `n` or `sides` is no whole number, n < 0,
    sides < 1, or there would be more than 200,000 rolls.
    """
    _check_dice("dice", n, sides)
    size = (sides ** min(n, 64) if ordered else _multisets(n, sides)) if sides > 1 else 1
    _check_size(f"dice({n}, sides={sides}{', ordered=True' if ordered else ''})", size)
    if ordered:
        return Dist(dict.fromkeys(product(range(1, sides + 1), repeat=n), 1))
    return _pool(n, sides) if size <= KEPT else _pool.__wrapped__(n, sides)


@lru_cache(maxsize=64)
def _pool(n: int, sides: int) -> Dist[tuple[int, ...]]:
    rolls: dict[tuple[int, ...], int] = {(): 1}
    for size in range(1, n + 1):
        # The next face is never smaller, so each roll is made once; its coefficient grows by size / k(face).
        rolls = {
            (*roll, face): weight * size // (roll.count(face) + 1)
            for roll, weight in rolls.items()
            for face in range(roll[-1] if roll else 1, sides + 1)
        }
    return Dist(rolls)


def sums(n: int, sides: int = 6, highest: int | None = None, lowest: int | None = None) -> Dist[int]:
    """The sum of `n` dice with faces 1 to `sides`, or of only the `highest` or `lowest` of them, in rising order.

    >>> sums(2, sides=3)
    Dist({2: 1, 3: 2, 4: 3, 5: 2, 6: 1})
    >>> sums(4, highest=3) == dice(4).highest(3)
    True

    No rolls are listed, so `n` may be large: `sums(1000)`, `sums(20, sides=10, highest=2)`. Errors as in `dice`;
    `BadInput` unless 0 <= `highest`, `lowest` <= n, and if both are given.
    """
    _check_dice("sums", n, sides)
    if highest is not None and lowest is not None:
        raise BadLaw("dist_both", given=f"highest={highest}, lowest={lowest}", right="sums(4, highest=3)")
    for name, kept in (("highest", highest), ("lowest", lowest)):
        if kept is not None:
            check_within(n, **{name: kept})
    if n * sides > MOST_ROLLS:
        raise BadLaw("dist_large", given=f"sums({n}, sides={sides})", n=f"{n * (sides - 1) + 1:,}")
    if highest is None and lowest is None:
        return _sums(n, sides) if n * sides <= KEPT // 10 else _sums.__wrapped__(n, sides)
    if highest is not None:
        return _highest(n, sides, highest)
    # Turning every die over, face to sides + 1 − face, makes the lowest dice the highest.
    assert lowest is not None
    return lowest * (sides + 1) - _highest(n, sides, lowest)


@lru_cache(maxsize=256)
def _sums(n: int, sides: int) -> Dist[int]:
    return Dist.uniform(range(1, sides + 1)).repeat(n)


@lru_cache(maxsize=32)
def _highest(n: int, sides: int, kept: int) -> Dist[int]:
    """The sum of the `kept` highest of `n` dice: how many dice show the highest face, then the next one, and so on."""
    _check_size(f"sums({n}, sides={sides}, highest={kept})", n * n * sides * sides * max(kept, 1) // 200)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # by dice so far and the sum of those kept: the rolls
    for face in range(sides, 0, -1):
        more: dict[tuple[int, int], int] = {}
        for (used, total), count in ways.items():
            for k in range(n - used + 1) if face > 1 else (n - used,):
                key = used + k, total + face * max(0, min(k, kept - used))
                more[key] = more.get(key, 0) + count * comb(n - used, k)
        ways = more
    return Dist(dict(sorted((total, count) for (_, total), count in ways.items())))


def draws(counts: Mapping[T, int], n: int) -> Dist[tuple[T, ...]]:
    """All hands of `n` drawn without replacement from `counts[kind]` of each kind, sorted like the kinds.

    >>> draws({"red": 2, "blue": 1}, 2)
    Dist({('red', 'red'): 1, ('red', 'blue'): 2})

    The weight of a hand is the product of C(count, drawn) over the kinds (multivariate hypergeometric). `BadInput` if
    a count is negative, n is not from 0 to their sum, or there would be more than 200,000 hands. One card:
    `Dist(counts)`.
    """
    right = 'draws({"red": 2, "blue": 1}, 2)'
    if not isinstance(counts, Mapping):
        raise BadLaw("dist_weights", given=shown(counts), right=right)
    for kind, count in counts.items():
        check_whole(0, right, **{shown(kind): count})
    check_within(sum(counts.values()), n=n)
    if n > LONGEST:
        raise BadLaw("dist_large", given=f"draws(…, {n})", n=f"{n:,}")
    size = _hands(list(counts.values()), n)
    _check_size(f"draws(…, {n})", size)
    pairs = tuple(counts.items())
    return _draws(pairs, n) if size <= KEPT else _draws.__wrapped__(pairs, n)


def hypergeometric(total: int, good: int, n: int) -> Dist[int]:
    """The number of good ones among `n` drawn without replacement from `total`, of which `good` are good.

    >>> hypergeometric(total=52, good=4, n=2)
    Dist({0: 188, 1: 32, 2: 1})

    The weight of k is C(good, k) · C(total − good, n − k). `BadInput` unless `good` and `n` are from 0 to `total`.
    """
    check_whole(0, "hypergeometric(total=52, good=4, n=2)", total=total)
    check_within(total, good=good, n=n)
    least, most = max(0, n - (total - good)), min(n, good)
    if n > 10 * LONGEST:
        raise BadLaw("dist_large", given=f"hypergeometric({total}, {good}, {n})", n=f"{n:,}")
    weights = {least: comb(good, least) * comb(total - good, n - least)}
    for k in range(least, most):  # each weight is the one before, times the ratio of the two
        weights[k + 1] = weights[k] * (good - k) * (n - k) // ((k + 1) * (total - good - n + k + 1))
    return Dist(weights)


@lru_cache(maxsize=64)
def _draws(counts: Pairs, n: int) -> Dist[tuple[Any, ...]]:
    """`draws`, from what can be a key of its cache."""
    hands: dict[tuple[Any, ...], int] = {(): 1}
    left = sum(count for _, count in counts)
    for kind, count in counts:
        left -= count
        # Large numbers of early kinds first, so that hands come in the order of the kinds, like the rolls of `dice`.
        hands = {
            hand + (kind,) * drawn: weight * comb(count, drawn)
            for hand, weight in hands.items()
            for drawn in range(min(count, n - len(hand)), max(0, n - len(hand) - left) - 1, -1)
        }
    return Dist(hands)


def _multisets(n: int, sides: int) -> int:
    """How many different sorted rolls there are, C(n + sides − 1, n); counted no further than is too many."""
    size, smaller = 1, min(n, sides - 1)
    for k in range(1, smaller + 1):
        size = size * (n + sides - 1 - smaller + k) // k
        if size > HUGE:
            break
    return size


def _hands(counts: list[int], n: int) -> int:
    """How many different hands of `n` there are; counted no further than is too many."""
    ways = [1] + [0] * n
    for count in counts:
        up_to = [0, *accumulate(ways)]
        ways = [min(up_to[size + 1] - up_to[max(0, size - count)], HUGE) for size in range(n + 1)]
    return ways[n]


def _check_dice(call: str, n: Any, sides: Any) -> None:
    """`BadInput` for numbers of dice and sides that are none; "4d6" is answered with the two calls it may mean."""
    notation = re.fullmatch(r"\s*(\d{0,4})\s*[dD]\s*(\d{1,4})\s*", n) if isinstance(n, str) else None
    if notation:
        found = f"({notation[1] or 1}, sides={notation[2]})"
        raise BadLaw("dist_notation", given=shown(n), rolls=f"dice{found}", sums=f"sums{found}")
    check_whole(0, f"{call}(4)", n=n)
    check_whole(1, f"{call}(4, sides=6)", sides=sides)


def _check_size(call: str, size: int) -> None:
    if size > MOST_ROLLS:
        n = f"{size:,}" if size < HUGE else f"> {HUGE:,}"
        raise BadLaw("dist_rolls_many", given=call, n=n, most=f"{MOST_ROLLS:,}")
