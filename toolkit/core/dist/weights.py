"""Weights of outcomes: made whole, added up, put in order. Integers throughout, so everything is exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from numbers import Integral, Rational, Real
from typing import Any, TypeVar

from toolkit.core.chance_table import is_number
from toolkit.core.shown import shown
from toolkit.core.words import BadLaw

T = TypeVar("T")

MOST_PAIRS = 4_000_000
"""The most pairs of outcomes that are added or multiplied one by one: a second or two."""
MOST_BITS = 400_000_000
"""The most bits that the weights of a sum of many copies may have together."""


def whole(weights: Any) -> dict[Any, int]:
    """The positive weights in lowest terms: the same ratios, as integers without a common factor.

    `BadInput` for what is no mapping, for a weight that is no whole number or Fraction or is below 0, and if none is
    above 0.
    """
    if not isinstance(weights, Mapping):
        raise BadLaw("dist_weights", given=shown(weights), right="Dist({1: 2, 2: 1}) | Dist.uniform([1, 1, 2])")
    exact = {x: w if type(w) is int else _exact(x, w) for x, w in weights.items() if type(w) is not int or w}
    exact = {x: w for x, w in exact.items() if w}
    if not exact:
        raise BadLaw("dist_empty", given=shown(dict(weights)))
    if min(exact.values()) < 0:
        outcome, weight = next((x, w) for x, w in exact.items() if w < 0)
        raise BadLaw("dist_weight", outcome=shown(outcome), given=weight)
    scale = lcm(*(w.denominator for w in exact.values()))
    scaled = {x: w.numerator * (scale // w.denominator) for x, w in exact.items()}
    divisor = gcd(*scaled.values())
    return scaled if divisor == 1 else {x: w // divisor for x, w in scaled.items()}


def _exact(outcome: object, weight: object) -> Fraction:
    """A weight as a Fraction."""
    if not isinstance(weight, Rational):
        raise BadLaw("dist_weight", outcome=shown(outcome), given=shown(weight))
    # int(), so that no machine integer (numpy's are Rational too) can overflow later.
    return Fraction(int(weight.numerator), int(weight.denominator))


def number(outcome: object, what: str) -> int | Fraction:
    """An outcome as an exact number. `BadInput` says that `what` needs numbers."""
    if isinstance(outcome, int | Fraction):
        return outcome
    if isinstance(outcome, Integral):
        return int(outcome)
    if isinstance(outcome, Real):
        try:
            return Fraction(float(outcome))
        except (OverflowError, ValueError):  # infinite, or no number
            pass
    raise BadLaw("dist_numbers", what=what, given=shown(outcome))


def in_order(weights: dict[T, int]) -> dict[T, int]:
    """The same in rising order, if all outcomes are numbers, or all of them rolls of numbers; else as they are."""
    keys: list[Any] = list(weights)
    if all(map(is_number, keys)) or all(type(key) is tuple and all(map(is_number, key)) for key in keys):
        if all(one <= other for one, other in pairwise(keys)):
            return weights
        return {key: weights[key] for key in sorted(keys)}
    return weights


def convolve(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    """The weights of the sum of two independent numbers, in rising order. `BadInput` for too many pairs."""
    check_pairs(len(a), len(b))
    out: dict[Any, int] = {}
    for x, v in a.items():
        for y, w in b.items():
            out[x + y] = out.get(x + y, 0) + v * w
    return dict(sorted(out.items()))


def multiply(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    """The weights of the product of two independent numbers, in rising order. `BadInput` for too many pairs."""
    check_pairs(len(a), len(b))
    out: dict[Any, int] = {}
    for x, v in a.items():
        for y, w in b.items():
            out[x * y] = out.get(x * y, 0) + v * w
    return dict(sorted(out.items()))


def check_pairs(a: int, b: int) -> None:
    """`BadInput` for too many pairs of outcomes."""
    if a * b > MOST_PAIRS:
        raise BadLaw("dist_large", given=f"{a:,} × {b:,}", n=f"{a * b:,}")


def power(weights: Mapping[Any, int], n: int) -> dict[Any, int]:
    """The weights of the sum of `n` independent copies, in rising order. `BadInput` for too large a law.

    Numbers at equal distances are the powers of a polynomial p, and q = pⁿ solves q′·p = n·p′·q: each weight of the
    sum is a short sum over the weights before it. Numbers that lie scattered are added by doubling.
    """
    if n == 0:
        return {0: 1}
    first, step, span = _raster(weights)
    size, bits = n * span + 1, n * sum(weights.values()).bit_length()
    check_pairs(size, len(weights))
    if size * bits > MOST_BITS and len(weights) > 1:
        raise BadLaw("dist_large", given=f"{n:,} × {len(weights):,}", n=f"{size:,}")
    if span > 8 * len(weights):
        return _double(weights, n)
    places = {int((x - first) / step): w for x, w in weights.items()}
    lead, rest = places.pop(0), sorted(places.items())
    sums = [lead**n]
    for k in range(1, size):
        total = 0
        for i, w in rest:
            if i > k:
                break
            total += (i * (n + 1) - k) * w * sums[k - i]
        sums.append(total // (k * lead))
    return {n * first + step * k: w for k, w in enumerate(sums) if w}


def _raster(weights: Mapping[Any, int]) -> tuple[Any, Any, int]:
    """The least outcome, the largest step that leads from it to all others, and how many steps the largest is off."""
    first = min(weights)
    gaps = [Fraction(x - first) for x in weights if x != first]
    if not gaps:
        return first, 1, 0
    scale = lcm(*(gap.denominator for gap in gaps))
    step = Fraction(gcd(*(int(gap * scale) for gap in gaps)), scale)
    return first, int(step) if step.denominator == 1 else step, int(max(gaps) / step)


def _double(weights: Mapping[Any, int], n: int) -> dict[Any, int]:
    total: dict[Any, int] = {0: 1}
    twice = dict(weights)
    while n:
        if n & 1:
            total = convolve(total, twice)
        n >>= 1
        if n:
            twice = convolve(twice, twice)
    return total


def check_whole(least: int, right: str, **named: Any) -> None:
    """`BadInput` for a value that is no whole number of at least `least`."""
    for name, value in named.items():
        if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
            raise BadLaw("dist_whole", name=name, given=shown(value), least=least, right=right)


def check_within(most: int, **named: Any) -> None:
    """`BadInput` for a value that is no whole number from 0 to `most`."""
    for name, value in named.items():
        if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= int(value) <= most:
            raise BadLaw("dist_within", name=name, given=shown(value), right=f"0 … {most}")
