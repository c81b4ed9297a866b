"""`Dist`: the law of a chance step, computed with integer weights and answered in Fractions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, sqrt
from numbers import Integral, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from toolkit.core import chance_table, door, words
from toolkit.core.dist import weights as of
from toolkit.core.shown import shown
from toolkit.core.words import BadLaw

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
U = TypeVar("U")
Event = Callable[[Any], object] | Iterable[Any]
"""A predicate, or the outcomes that belong to the event."""


class Chance(Fraction):
    """How likely a comparison is: a Fraction that is neither true nor false.

    `if a > b`, `max(a, b)` and `2 <= die <= 5` would take any chance above 0 for "yes"; they raise `BadInput` instead.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        raise BadLaw("dist_truth", given=str(self), right="die.p(range(2, 6))")

    def __repr__(self) -> str:
        return repr(Fraction(self))


class Dist(Mapping[T, Fraction]):
    """The possible outcomes and how likely each is: a read-only mapping outcome -> Fraction, summing to 1.

    `weights` are ints or Fractions in any scale. Zero weights are dropped, the others reduced to the smallest
    integers. Outcomes keep their order; what is computed from laws comes in rising order where outcomes are numbers.
    `BadInput` if a weight is negative or a float, or none is positive. Equality ignores the order, but `sample`
    depends on it; so a Dist has no hash, because a cache could otherwise return an equal one that samples differently.

    Two laws stand for two independent chance steps: `a + b`, `a - b`, `a * b` are laws, and `a > b` is the chance that
    the first is higher. `2 * die` is twice the number of one die, `2 @ die` the sum of two dice.
    """

    __slots__ = ("_table", "_total", "_weights")

    _weights: dict[T, int]
    _total: int
    _table: tuple[tuple[T, ...], list[int] | None] | None

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        self._weights = of.whole(weights)
        self._total = sum(self._weights.values())
        self._table = None

    @staticmethod
    def uniform(outcomes: Iterable[U]) -> Dist[U]:
        """Every item of `outcomes` equally likely; an item that occurs twice counts twice. `BadInput` if empty."""
        if not isinstance(outcomes, Iterable):
            raise BadLaw("dist_items", given=shown(outcomes), right="Dist.uniform(range(1, 7))")
        return Dist(Counter(outcomes))

    @staticmethod
    def point(outcome: U) -> Dist[U]:
        """The certain outcome."""
        return Dist({outcome: 1})

    @staticmethod
    def mix(parts: Iterable[tuple[int | Fraction, Dist[U]]]) -> Dist[U]:
        """First one of the laws, chosen by its weight, then an outcome of it; numbers come in rising order.

        The law of total probability. `BadInput` if a weight is negative or none is positive.
        """
        pairs = list(parts)
        scale = lcm(*(dist._total for _, dist in pairs))
        mixed: dict[U, int | Fraction] = {}
        for share, dist in pairs:
            if share < 0:
                raise BadLaw("dist_weight", outcome=shown(dist), given=share)
            factor = share * (scale // dist._total)
            for outcome, weight in dist._weights.items():
                mixed[outcome] = mixed.get(outcome, 0) + factor * weight
        return Dist(of.in_order(of.whole(mixed)))

    @staticmethod
    def boxes(parts: Iterable[tuple[int, Sequence[U]]]) -> Dist[U]:
        """First one of the sequences, chosen by its weight, then any of its items; no item may occur twice.

        The same law as the `mix` of `uniform`s, but built in full only when more than `sample` is needed, and in the
        order of the sequences. `BadInput` if there is no sequence, a weight is not positive, or a sequence is empty.
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

    def p(self, event: Event) -> Fraction:
        """The probability of an event: a predicate, or a collection of outcomes such as [5, 6] or range(2, 6).

        `BadInput` for what is no event. One outcome is no event: `die[6]`, `die.p([6])`.
        """
        return Fraction(sum(self._select(event).values()), self._total)

    def given(self, event: Event) -> Dist[T]:
        """The law given that `event` happened. `BadInput` if it cannot happen."""
        selected = self._select(event)
        if not selected:
            raise BadLaw("dist_condition", given=shown(self))
        return Dist(selected)

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        """The law of `f(outcome)`, numbers in rising order; outcomes that `f` makes equal add up."""
        if not callable(f):
            raise BadLaw("dist_function", given=shown(f), right="dice(2).map(max)")
        mapped: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = f(outcome)
            mapped[image] = mapped.get(image, 0) + weight
        return Dist(of.in_order(mapped))

    def then(self, f: Callable[[T], Dist[U]]) -> Dist[U]:
        """The result of a second chance step that depends on the first: `f(outcome)` is its law."""
        if not callable(f):
            raise BadLaw("dist_function", given=shown(f), right="coin.then(lambda side: dice(1))")
        steps = [(weight, f(outcome)) for outcome, weight in self._weights.items()]
        for _, law in steps:
            if not isinstance(law, Dist):
                raise BadLaw("dist_step", given=shown(law), right=f"Dist.point({shown(law)})")
        return Dist.mix(steps)

    # arithmetic of independent numbers

    def __add__(self, other: Dist[T] | int | Fraction) -> Dist[T]:
        """The sum of two independent numbers, or of a number and a constant, in rising order.

        `BadInput` if outcomes are not numbers; so for every other sign.
        """
        if not isinstance(other, Dist | Real):
            return NotImplemented
        return Dist(of.convolve(self._numbers("sum"), _weights(other, "sum")))

    __radd__ = __add__

    def __neg__(self) -> Dist[T]:
        """The law of the number with the other sign."""
        return Dist({-x: weight for x, weight in reversed(sorted(self._numbers("sum").items()))})

    def __sub__(self, other: Dist[T] | int | Fraction) -> Dist[T]:
        """The difference of two independent numbers, in rising order."""
        if not isinstance(other, Dist | Real):
            return NotImplemented
        minus = {-x: weight for x, weight in _weights(other, "difference").items()}
        return Dist(of.convolve(self._numbers("difference"), minus))

    def __rsub__(self, other: int | Fraction) -> Dist[T]:
        total: Dist[T] = -self + other
        return total

    def __mul__(self, other: Dist[T] | int | Fraction) -> Dist[T]:
        """The product of two independent numbers, or a multiple of one, in rising order. Two dice are `2 @ die`."""
        if not isinstance(other, Dist | Real):
            return NotImplemented
        return Dist(of.multiply(self._numbers("product"), _weights(other, "product")))

    __rmul__ = __mul__

    def __abs__(self) -> Dist[T]:
        """The law of the number without its sign."""
        return self.map(abs)  # type: ignore[arg-type]

    def __rmatmul__(self, n: int) -> Dist[T]:
        """`n @ die`: the sum of `n` independent copies, as `repeat`."""
        return self.repeat(n)

    def __matmul__(self, other: Dist[U]) -> Dist[U]:
        """`count @ die`: the sum of as many dice as `count` says."""
        return self.then(lambda n: other.repeat(n)) if isinstance(other, Dist) else NotImplemented  # type: ignore[arg-type]

    def repeat(self, n: int) -> Dist[T]:
        """The sum of `n` independent copies, in rising order; n = 0 gives the point 0.

        `BadInput` if n is no whole number of at least 0, and if the law would be too large.
        """
        of.check_whole(0, "2 @ die", n=n)
        return Dist(of.power(self._numbers("sum"), int(n)))

    def __lt__(self, other: Dist[T] | int | Fraction) -> Chance:
        """The chance that this number is less than an independent one, or than a constant.

        `a > b`, `a <= b` and `a >= b` likewise; `a == b` asks whether the two laws are equal. The chance of a tie is
        `(a - b)[0]`.
        """
        return self._ahead(other, False) if isinstance(other, Dist | Real) else NotImplemented

    def __le__(self, other: Dist[T] | int | Fraction) -> Chance:
        return self._ahead(other, True) if isinstance(other, Dist | Real) else NotImplemented

    def __gt__(self, other: Dist[T] | int | Fraction) -> Chance:
        return Chance(1 - self._ahead(other, True)) if isinstance(other, Dist | Real) else NotImplemented

    def __ge__(self, other: Dist[T] | int | Fraction) -> Chance:
        return Chance(1 - self._ahead(other, False)) if isinstance(other, Dist | Real) else NotImplemented

    def _ahead(self, other: Any, ties: bool) -> Chance:
        """The chance that this number is less than the other one, or, with `ties`, equal."""
        others = sorted(_weights(other, "comparison").items())
        values, reached = [x for x, _ in others], [0, *accumulate(weight for _, weight in others)]
        find = bisect_left if ties else bisect_right
        ways = sum(
            weight * (reached[-1] - reached[find(values, x)]) for x, weight in self._numbers("comparison").items()
        )
        return Chance(ways, self._total * reached[-1])

    # rolls of several dice

    def sum(self) -> Dist[Any]:
        """Of rolls: the law of their sum. `BadInput` if an outcome is no roll of numbers."""
        return self._of_rolls(lambda roll: sum(roll[1:], roll[0]) if roll else 0)

    def highest(self, k: int = 1) -> Dist[Any]:
        """Of rolls: the sum of the `k` highest dice; `dice(4).highest(3)` keeps three of four.

        `BadInput` if an outcome is no roll of at least `k` numbers. For many dice: `sums(20, sides=10, highest=2)`.
        """
        return self._of_rolls(lambda roll: sum(sorted(roll)[len(roll) - k :]), k)

    def lowest(self, k: int = 1) -> Dist[Any]:
        """Of rolls: the sum of the `k` lowest dice; errors as in `highest`."""
        return self._of_rolls(lambda roll: sum(sorted(roll)[:k]), k)

    def _of_rolls(self, f: Callable[[Any], Any], k: int = 1) -> Dist[Any]:
        fewest = min((len(roll) if isinstance(roll, tuple) else -1 for roll in self), default=0)
        if fewest < 0 or not all(all(map(chance_table.is_number, roll)) for roll in self):  # type: ignore[call-overload]
            raise BadLaw("dist_rolls", given=shown(next(iter(self))), right="dice(4).highest(3)")
        if isinstance(k, bool) or not isinstance(k, Integral) or not 1 <= int(k) <= max(fewest, 1):
            raise BadLaw("dist_within", name="k", given=shown(k), right=f"1 … {fewest}")
        return self.map(f)

    # figures

    @property
    def mean(self) -> Fraction:
        """The expected value; `BadInput` if outcomes are not numbers."""
        return Fraction(sum(x * weight for x, weight in self._numbers("mean").items()), self._total)

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean; `BadInput` if outcomes are not numbers."""
        squares = sum(x * x * weight for x, weight in self._numbers("variance").items())
        return Fraction(squares, self._total) - self.mean**2

    var = variance

    @property
    def std(self) -> float:
        """The standard deviation, the square root of the variance, in the unit of the outcomes."""
        return sqrt(self.variance)

    @property
    def mode(self) -> T:
        """The likeliest outcome; the first one if several are equally likely."""
        return max(self._weights, key=self._weights.__getitem__)

    def cdf(self, x: Any) -> Fraction:
        """P(X <= x). `BadInput` if outcomes cannot be compared with `x`."""
        try:
            return self.p(lambda outcome: outcome <= x)
        except TypeError:
            raise BadLaw("dist_numbers", what="comparison", given=shown(x)) from None

    def quantile(self, q: float | Fraction) -> T:
        """The smallest outcome x with P(X <= x) >= q; a float means the decimal it prints as (0.1 is 1/10).

        `BadInput` unless 0 <= q <= 1, and if outcomes have no order.
        """
        if isinstance(q, bool) or not isinstance(q, int | float | Fraction) or not 0 <= q <= 1:
            raise BadLaw("dist_quantile", given=shown(q))
        share = Fraction(str(q))
        try:
            rising = sorted(self._weights.items(), key=lambda item: item[0])  # type: ignore[arg-type,return-value]
        except TypeError:
            raise BadLaw("dist_numbers", what="comparison", given=shown(next(iter(self)))) from None
        reached = list(accumulate(weight for _, weight in rising))
        return rising[bisect_left(reached, share * self._total)][0]

    @overload
    def sample(self, n: None = None, rng: Any = None) -> T: ...
    @overload
    def sample(self, n: int, rng: Any = None) -> list[T]: ...
    @overload
    def sample(self, n: Random, rng: None = None) -> T: ...
    def sample(self, n: Any = None, rng: Any = None) -> Any:
        """One outcome drawn at random, or a list of `n`.

        `rng`: a `random.Random`, a generator of numpy, or a seed, for the same draws every time; alone it may stand
        first: `die.sample(rng)`. Without it, draws differ from run to run. `BadInput` for any other `n` or `rng`.
        """
        if rng is None and hasattr(n, "randrange"):
            return self._draw(n)
        if rng is None and n is not None and not isinstance(n, int | Integral):
            n, rng = None, n
        if n is not None:
            of.check_whole(0, "die.sample(100)", n=n)
        drawing = rng if hasattr(rng, "randrange") else _generator(rng)
        return self._draw(drawing) if n is None else [self._draw(drawing) for _ in range(n)]

    def _draw(self, rng: Any) -> T:
        """One outcome: one integer below `total` and a look-up, no Fractions."""
        outcomes, reached = self._table or self._tabulate()
        ticket: int = rng.randrange(self._total)
        return outcomes[ticket if reached is None else bisect_right(reached, ticket)]

    def floats(self) -> dict[T, float]:
        """Outcome -> probability as the nearest float."""
        return {outcome: weight / self._total for outcome, weight in self._weights.items()}

    # a mapping

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

    __hash__ = None  # type: ignore[assignment]

    # what is shown

    def __repr__(self) -> str:
        if len(self) <= chance_table.SHOWN:
            return f"Dist({self._weights!r})"
        head = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in list(self._weights.items())[:3])
        return f"Dist({{{head}, … {len(self) - 3} more}}, total={self._total})"

    def __str__(self) -> str:
        return chance_table.text(self._weights, self._total, self._headline())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In a notebook: the table; inside a list or the like one line."""
        printer.text(str(self) if len(printer.stack) <= 1 else repr(self))

    def _repr_html_(self) -> str:
        return chance_table.html(self._weights, self._total, self._headline())

    def chart(self) -> Any:
        """The law as a picture, which `toolkit.show` gives too."""
        return door.module("toolkit").show(self)

    def _headline(self) -> str:
        """How many outcomes, and, of numbers, the mean and the standard deviation."""
        lang = words.current()
        if not all(map(chance_table.is_number, self)):
            return words.say("chances.law", lang, n=f"{len(self):,}", one=len(self))
        exact, about = str(self.mean), _four_digits(self.mean)
        if Fraction(about) == self.mean or len(exact) > chance_table.LONGEST:
            mean = about
        else:
            mean = exact if self.mean.denominator == 1 else f"{exact} ≈ {about}"
        return words.say("chances.law_of", lang, n=f"{len(self):,}", one=len(self), mean=mean, std=_four_digits(self.std))

    def __reduce__(self) -> tuple[type[Dist[T]], tuple[dict[T, int]]]:
        return Dist, (self._weights,)

    def _select(self, event: Event) -> dict[T, int]:
        """The weights of the outcomes in an event."""
        if callable(event):
            return {outcome: weight for outcome, weight in self._weights.items() if event(outcome)}
        wanted: Any = event
        # One outcome of a pool is a tuple: taken for a collection of outcomes it would silently give 0.
        rolls = isinstance(event, tuple) and any(isinstance(outcome, tuple) for outcome in self)
        bare = rolls and not all(isinstance(one, tuple) for one in wanted)
        if bare or isinstance(event, str | bytes) or not isinstance(event, Iterable):
            raise BadLaw("dist_event", given=shown(event), right=f"[{shown(event)}]")
        if not isinstance(event, range | set | frozenset):
            try:
                wanted = set(event)
            except TypeError:
                raise BadLaw("dist_event", given=shown(event), right="[5, 6]") from None
        return {outcome: weight for outcome, weight in self._weights.items() if outcome in wanted}

    def _numbers(self, what: str) -> dict[Any, int]:
        """The weights of outcomes that are numbers; `what` needs them, says the `BadInput` otherwise."""
        return {of.number(outcome, what): weight for outcome, weight in self._weights.items()}

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
            raise BadLaw("dist_boxes", given=shown(pairs), right='[(2, "abc"), (1, "de")]')
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

    def _draw(self, rng: Any) -> T:
        """The same outcome that the law built in full would give for the same `rng`."""
        ticket: int = rng.randrange(self._total)
        for items, share in self._boxes:
            if ticket < len(items) * share:
                return items[ticket // share]
            ticket -= len(items) * share
        raise AssertionError(ticket)


def _weights(other: Any, what: str) -> dict[Any, int]:
    """The weights of a law of numbers, or of a constant."""
    return other._numbers(what) if isinstance(other, Dist) else {of.number(other, what): 1}


def _four_digits(value: float | Fraction) -> str:
    """A number with four digits at least."""
    return f"{float(value):.0f}" if abs(float(value)) >= 1000 else f"{float(value):.4g}"


def _generator(rng: Any) -> Any:
    """A generator with `randrange`: from a seed, from one of numpy, or new."""
    from random import Random

    if rng is not None and not isinstance(rng, int | str | Integral):
        if not hasattr(rng, "integers"):
            raise BadLaw("dist_rng", given=shown(rng), right="die.sample(100, rng=1)")
        rng = rng.integers(2**62)  # of numpy, which draws no integers as large as a weight can be
    return Random(int(rng) if isinstance(rng, Integral) else rng)
