"""Exact finite distributions: computed with integer weights, answered in Fractions.

>>> die = Dist.uniform(range(1, 7))
>>> two = die + die
>>> two[7], two.p(lambda total: total >= 10)
(Fraction(1, 6), Fraction(1, 6))
>>> two.mean, two.variance
(Fraction(7, 1), Fraction(35, 6))
>>> two.given(lambda total: total >= 10)
Dist({10: 3, 11: 2, 12: 1})
>>> coin = Dist({"heads": 1, "tails": 1})
>>> coin.then(lambda side: die if side == "heads" else Dist.point(0)).mean
Fraction(7, 4)

Pools of dice are sorted tuples, because order does not matter; so are hands of cards.

>>> dice(3).p(lambda roll: len(set(roll)) == 1)
Fraction(1, 36)
>>> draws({"ace": 4, "other": 48}, 2)
Dist({('ace', 'ace'): 1, ('ace', 'other'): 32, ('other', 'other'): 188})
>>> from random import Random
>>> dice(3).sample(Random(7))
(1, 5, 6)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, islice
from math import comb, gcd, lcm
from numbers import Integral, Rational, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from random import Random


T = TypeVar("T")
U = TypeVar("U")
Pairs = tuple[tuple[Any, int], ...]

SHOWN_IN_FULL = 12
"""A repr lists at most this many outcomes."""


class Dist(Mapping[T, Fraction]):
    """The possible outcomes and how likely each is: a read-only mapping outcome -> Fraction, summing to 1.

    `weights` are ints or Fractions in any scale. Zero weights are dropped, the others reduced to the smallest
    integers. ValueError if a weight is negative or none is positive, TypeError if one is a float. Outcomes keep their
    order. Equality ignores the order, but `sample` depends on it; so a Dist has no hash, because a cache could
    otherwise return an equal one that samples differently.
    """

    __slots__ = ("_table", "_total", "_weights")

    _weights: dict[T, int]
    _total: int
    _table: tuple[tuple[T, ...], list[int] | None] | None

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        self._weights = _whole(weights)
        self._total = sum(self._weights.values())
        self._table = None

    @staticmethod
    def uniform(outcomes: Iterable[U]) -> Dist[U]:
        """Every item of `outcomes` equally likely; an item that occurs twice counts twice. ValueError if empty."""
        return Dist(Counter(outcomes))

    @staticmethod
    def point(outcome: U) -> Dist[U]:
        """The certain outcome."""
        return Dist({outcome: 1})

    @staticmethod
    def mix(parts: Iterable[tuple[int | Fraction, Dist[U]]]) -> Dist[U]:
        """First one of the distributions, chosen by its weight, then an outcome of it.

        The law of total probability. ValueError if a weight is negative or none is positive.
        """
        pairs = list(parts)
        scale = lcm(*(dist._total for _, dist in pairs))
        mixed: dict[U, int | Fraction] = {}
        for share, dist in pairs:
            if share < 0:
                raise ValueError(f"weight {share} of {dist!r} is negative")
            factor = share * (scale // dist._total)
            for outcome, weight in dist._weights.items():
                mixed[outcome] = mixed.get(outcome, 0) + factor * weight
        return Dist(mixed)

    @staticmethod
    def boxes(parts: Iterable[tuple[int, Sequence[U]]]) -> Dist[U]:
        """First one of the sequences, chosen by its weight, then any of its items; no item may occur twice.

        The same as `mix` of `uniform`s, but built in full only when more than `sample` is needed. ValueError if there
        is no sequence, a weight is not positive, or a sequence is empty.
        """
        return _Boxes(parts)

    @property
    def total(self) -> int:
        """The sum of the weights: the common denominator of all probabilities."""
        return self._total

    @property
    def weights(self) -> Mapping[T, int]:
        """Outcome -> positive integer weight, for arithmetic without Fractions."""
        return MappingProxyType(self._weights)

    def weight(self, outcome: T) -> int:
        """The integer weight of `outcome`, 0 if it cannot happen."""
        return self._weights.get(outcome, 0)

    def p(self, event: Callable[[T], object] | Set[T] | range) -> Fraction:
        """The probability of an event: a predicate, or the set (or range) of its outcomes."""
        return Fraction(sum(self._select(event).values()), self._total)

    def given(self, event: Callable[[T], object] | Set[T] | range) -> Dist[T]:
        """The distribution given that `event` happened. ValueError if it cannot happen."""
        selected = self._select(event)
        if not selected:
            raise ValueError(f"the condition has probability 0 under {self!r}")
        return Dist(selected)

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        """The distribution of `f(outcome)`; outcomes that `f` makes equal add up."""
        mapped: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = f(outcome)
            mapped[image] = mapped.get(image, 0) + weight
        return Dist(mapped)

    def then(self, f: Callable[[T], Dist[U]]) -> Dist[U]:
        """The result of a second chance step that depends on the first: `f(outcome)` is its distribution."""
        return Dist.mix((weight, f(outcome)) for outcome, weight in self._weights.items())

    def __add__(self, other: Dist[T] | int | Fraction) -> Dist[T]:
        """The sum of two independent numbers, or of a number and a constant, in rising order.

        TypeError if outcomes are not numbers.
        """
        if not isinstance(other, Dist | Real):
            return NotImplemented
        added = other._numbers("a sum") if isinstance(other, Dist) else {_number(other, "a sum"): 1}
        return Dist(_convolve(self._numbers("a sum"), added))

    __radd__ = __add__

    def repeat(self, n: int) -> Dist[T]:
        """The sum of `n` independent copies, in rising order; n = 0 gives the point 0. ValueError if n < 0."""
        _at_least(0, n=n)
        total: dict[Any, int] = {0: 1}
        power = self._numbers("a sum")
        while n:
            if n & 1:
                total = _convolve(total, power)
            n >>= 1
            if n:
                power = _convolve(power, power)
        return Dist(total)

    @property
    def mean(self) -> Fraction:
        """The expected value; TypeError if outcomes are not numbers."""
        return Fraction(sum(x * weight for x, weight in self._numbers("a mean").items()), self._total)

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean; TypeError if outcomes are not numbers."""
        squares = sum(x * x * weight for x, weight in self._numbers("a variance").items())
        return Fraction(squares, self._total) - self.mean**2

    @property
    def mode(self) -> T:
        """The likeliest outcome; the first one if several are equally likely."""
        return max(self._weights, key=self._weights.__getitem__)

    def quantile(self, q: float | Fraction) -> T:
        """The smallest outcome x with P(X <= x) >= q; a float means the decimal it prints as (0.1 is 1/10).

        Outcomes must have an order. ValueError unless 0 <= q <= 1.
        """
        share = Fraction(str(q))
        if not 0 <= share <= 1:
            raise ValueError(f"q must be from 0 to 1, not {q}")
        rising = sorted(self._weights.items())
        reached = list(accumulate(weight for _, weight in rising))
        return rising[bisect_left(reached, share * self._total)][0]

    def sample(self, rng: Random) -> T:
        """One outcome drawn with `rng`: one integer below `total` and a look-up, no Fractions."""
        outcomes, reached = self._table or self._tabulate()
        ticket = rng.randrange(self._total)
        return outcomes[ticket if reached is None else bisect_right(reached, ticket)]

    def floats(self) -> dict[T, float]:
        """Outcome -> probability as the nearest float."""
        return {outcome: weight / self._total for outcome, weight in self._weights.items()}

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights[outcome], self._total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Dist):
            return self._weights == other._weights
        return super().__eq__(other)

    def __repr__(self) -> str:
        if len(self) <= SHOWN_IN_FULL:
            return f"Dist({self._weights!r})"
        head = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in islice(self._weights.items(), 3))
        return f"Dist({{{head}, … {len(self) - 3} more}}, total={self._total})"

    def __reduce__(self) -> tuple[type[Dist[T]], tuple[dict[T, int]]]:
        return Dist, (self._weights,)

    def _select(self, event: Callable[[T], object] | Set[T] | range) -> dict[T, int]:
        """The weights of the outcomes in an event."""
        if isinstance(event, Set | range):
            return {outcome: weight for outcome, weight in self._weights.items() if outcome in event}
        if callable(event):
            return {outcome: weight for outcome, weight in self._weights.items() if event(outcome)}
        # A tuple is nearly always one outcome of a pool: as a container it would silently give 0.
        raise TypeError(f"an event is a predicate or a set of outcomes, not {event!r}")

    def _numbers(self, what: str) -> dict[Any, int]:
        """The weights of outcomes that are numbers; `what` needs them, says the TypeError otherwise."""
        return {_number(outcome, what): weight for outcome, weight in self._weights.items()}

    def _tabulate(self) -> tuple[tuple[T, ...], list[int] | None]:
        """The outcomes and their cumulative weights, for `sample`; kept."""
        # Reduced weights that are all equal are all 1: then the ticket itself is the index.
        equal = self._total == len(self._weights)
        self._table = tuple(self._weights), None if equal else list(accumulate(self._weights.values()))
        return self._table


class _Boxes(Dist[T]):
    """The result of `Dist.boxes`: `_boxes` holds items and the weight of each; `_weights` is made when first read."""

    __slots__ = ("_boxes",)

    def __init__(self, parts: Iterable[tuple[int, Sequence[T]]]) -> None:
        pairs = list(parts)
        if not pairs or any(weight < 1 or not items for weight, items in pairs):
            raise ValueError("every box needs a positive weight and an item")
        scale = lcm(*(len(items) for _, items in pairs))
        shares = [weight * (scale // len(items)) for weight, items in pairs]
        divisor = gcd(*shares)
        self._boxes = [(items, share // divisor) for (_, items), share in zip(pairs, shares, strict=True)]
        self._total = sum(len(items) * share for items, share in self._boxes)
        self._table = None

    def __getattr__(self, name: str) -> Any:
        if name != "_weights":  # the one slot that is still empty
            raise AttributeError(name)
        self._weights = {item: share for items, share in self._boxes for item in items}
        return self._weights

    def sample(self, rng: Random) -> T:
        """The same outcome that the distribution built in full would give for the same `rng`."""
        ticket = rng.randrange(self._total)
        for items, share in self._boxes:
            if ticket < len(items) * share:
                return items[ticket // share]
            ticket -= len(items) * share
        raise AssertionError(ticket)


@lru_cache(maxsize=256)
def dice(n: int, sides: int = 6) -> Dist[tuple[int, ...]]:
    """All rolls of `n` dice with faces 1 to `sides`, as sorted tuples; 8 six-sided dice have 1,287.

    >>> dice(2, sides=3)
    Dist({(1, 1): 1, (1, 2): 2, (1, 3): 2, (2, 2): 1, (2, 3): 2, (3, 3): 1})

    The weight of a roll is the number of ordered rolls that it stands for, the multinomial coefficient
    n! / (k1! k2! …), where k1, k2 … count its equal dice. Cached. ValueError if n < 0 or sides < 1.
    """
    _at_least(0, n=n)
    _at_least(1, sides=sides)
    rolls: dict[tuple[int, ...], int] = {(): 1}
    for size in range(1, n + 1):
        # The next face is never smaller, so each roll is made once; its coefficient grows by size / k(face).
        rolls = {
            (*roll, face): weight * size // (roll.count(face) + 1)
            for roll, weight in rolls.items()
            for face in range(roll[-1] if roll else 1, sides + 1)
        }
    return Dist(rolls)


@lru_cache(maxsize=256)
def sums(n: int, sides: int = 6) -> Dist[int]:
    """The sum of `n` dice with faces 1 to `sides`, in rising order. Cached; errors as in `dice`.

    >>> sums(2, sides=3)
    Dist({2: 1, 3: 2, 4: 3, 5: 2, 6: 1})
    """
    _at_least(1, sides=sides)
    return Dist.uniform(range(1, sides + 1)).repeat(n)


def draws(counts: Mapping[T, int], n: int) -> Dist[tuple[T, ...]]:
    """All hands of `n` drawn without replacement from `counts[kind]` of each kind, sorted like the kinds.

    >>> draws({"red": 2, "blue": 1}, 2)
    Dist({('red', 'red'): 1, ('red', 'blue'): 2})

    The weight of a hand is the product of C(count, drawn) over the kinds (multivariate hypergeometric).
    Cached. ValueError if a count is negative or n is not from 0 to their sum. One card: `Dist(counts)`.
    """
    for kind, count in counts.items():
        if count < 0:
            raise ValueError(f"count of {kind!r} is negative: {count}")
    _within(sum(counts.values()), n=n)
    return _draws(tuple(counts.items()), n)


def hypergeometric(total: int, good: int, n: int) -> Dist[int]:
    """The number of good ones among `n` drawn without replacement from `total`, of which `good` are good.

    >>> hypergeometric(total=52, good=4, n=2)
    Dist({0: 188, 1: 32, 2: 1})

    The weight of k is C(good, k) · C(total − good, n − k). ValueError unless `good` and `n` are from 0 to `total`.
    """
    _within(total, good=good, n=n)
    return Dist({hits: comb(good, hits) * comb(total - good, n - hits) for hits in range(n + 1)})


@lru_cache(maxsize=256)
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


def _whole(weights: Mapping[T, int | Fraction]) -> dict[T, int]:
    """The positive weights in lowest terms: the same ratios, as integers without a common factor."""
    exact = {x: w if type(w) is int else _exact(x, w) for x, w in weights.items() if w}
    if not exact:
        raise ValueError("a distribution needs an outcome of positive weight")
    if min(exact.values()) < 0:
        outcome, weight = next((x, w) for x, w in exact.items() if w < 0)
        raise ValueError(f"weight of {outcome!r} is negative: {weight}")
    scale = lcm(*(w.denominator for w in exact.values()))
    whole = {x: w.numerator * (scale // w.denominator) for x, w in exact.items()}
    divisor = gcd(*whole.values())
    return whole if divisor == 1 else {x: w // divisor for x, w in whole.items()}


def _exact(outcome: object, weight: object) -> Fraction:
    """A weight as a Fraction. TypeError for a float."""
    if not isinstance(weight, Rational):
        raise TypeError(f"weight of {outcome!r} must be an int or a Fraction, not {weight!r}")
    # int(), so that no machine integer (numpy's are Rational too) can overflow later.
    return Fraction(int(weight.numerator), int(weight.denominator))


def _number(outcome: object, what: str) -> int | Fraction:
    """An outcome as an exact number. TypeError if it is not one."""
    if isinstance(outcome, int | Fraction):
        return outcome
    if isinstance(outcome, Integral):
        return int(outcome)
    if isinstance(outcome, Real):
        return Fraction(float(outcome))
    raise TypeError(f"{what} needs numbers as outcomes, not {outcome!r}")


def _convolve(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    """The weights of the sum of two independent numbers, in rising order."""
    out: dict[Any, int] = {}
    for x, v in a.items():
        for y, w in b.items():
            out[x + y] = out.get(x + y, 0) + v * w
    return dict(sorted(out.items()))


def _at_least(least: int, **named: int) -> None:
    for name, value in named.items():
        if value < least:
            raise ValueError(f"{name} must be at least {least}, not {value}")


def _within(most: int, **named: int) -> None:
    for name, value in named.items():
        if not 0 <= value <= most:
            raise ValueError(f"{name} must be from 0 to {most}, not {value}")
