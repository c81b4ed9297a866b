"""Every fast algorithm beside its brute force: list all ordered cases, count."""

from __future__ import annotations

import doctest
import pickle
import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from random import Random
from typing import Any

import numpy as np
import pytest

from toolkit.core import dist
from toolkit.core.dist import Dist, dice, draws, hypergeometric, sums


def by_counting(cases: Any) -> dict[Any, Fraction]:
    """Oracle: equally likely cases, counted."""
    counts = Counter(cases)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def some_weights(seed: int, size: int = 7) -> dict[int, int]:
    rng = Random(f"weights:{seed}")
    return {rng.randrange(-20, 20): rng.randint(1, 9) for _ in range(size)}


def cases_of(weights: dict[int, int]) -> list[int]:
    return list(Counter(weights).elements())


def test_boxes_are_a_mix_of_uniforms_that_is_written_out_late() -> None:
    for parts in ([(2, "abc"), (1, "de"), (3, "f")], [(1, range(5))], [(4, "ab"), (6, "cdefg")]):
        late, plain = Dist.boxes(parts), Dist.mix((weight, Dist.uniform(items)) for weight, items in parts)
        for seed in range(100):
            assert late.sample(Random(seed)) == plain.sample(Random(seed))
        assert late == plain and list(late) == list(plain) and late.total == plain.total
        assert pickle.loads(pickle.dumps(Dist.boxes(parts))) == plain
        assert sum(late.values()) == 1 and late.map(str) == plain.map(str)
    for wrong in ([], [(0, "a")], [(-1, "a"), (2, "b")], [(1, "")]):
        with pytest.raises(ValueError, match="positive weight"):
            Dist.boxes(wrong)


def test_examples_in_the_docstrings_run() -> None:
    result = doctest.testmod(dist)
    assert result.failed == 0
    assert result.attempted >= 15


@pytest.mark.parametrize(("n", "sides"), [(0, 6), (1, 1), (1, 6), (2, 6), (3, 4), (5, 6), (6, 3), (9, 2)])
def test_dice_and_sums(n: int, sides: int) -> None:
    rolls = list(product(range(1, sides + 1), repeat=n))
    assert dict(dice(n, sides)) == by_counting(tuple(sorted(roll)) for roll in rolls)
    assert list(dice(n, sides)) == sorted(dice(n, sides))
    assert dict(sums(n, sides)) == by_counting(map(sum, rolls))
    assert dice(n, sides).map(sum) == sums(n, sides)


def test_eight_dice_have_the_stated_size() -> None:
    assert (len(dice(8)), dice(8).total) == (1287, 6**8)
    assert dice(8) is dice(8)


@pytest.mark.parametrize("counts", [{"c": 1}, {"b": 3, "a": 2}, {"x": 2, "y": 0, "z": 1, "w": 4}])
def test_draws(counts: dict[str, int]) -> None:
    cards = list(Counter(counts).elements())
    for n in range(len(cards) + 1):
        # combinations() keeps the order of the cards, and so of the kinds.
        expected = by_counting(combinations(cards, n))
        hands = draws(counts, n)
        assert dict(hands) == expected
        assert list(hands) == list(expected)


@pytest.mark.parametrize(("total", "good"), [(0, 0), (5, 0), (5, 5), (8, 3)])
def test_hypergeometric(total: int, good: int) -> None:
    for n in range(total + 1):
        drawn = by_counting(map(sum, combinations([1] * good + [0] * (total - good), n)))
        assert dict(hypergeometric(total, good, n)) == drawn


@pytest.mark.parametrize("seed", range(5))
def test_sums_of_any_numbers(seed: int) -> None:
    a, b = some_weights(seed), some_weights(seed + 100)
    assert dict(Dist(a) + Dist(b)) == by_counting(x + y for x in cases_of(a) for y in cases_of(b))
    small = some_weights(seed, size=2)
    for n in range(6):
        assert dict(Dist(small).repeat(n)) == by_counting(map(sum, product(cases_of(small), repeat=n)))
    halves = Dist({Fraction(1, 2): 1, 1: 2})
    assert 1 + halves == halves + Dist.point(1) == Dist({Fraction(3, 2): 1, 2: 2})
    assert list(Dist(a) + Dist(b)) == sorted(Dist(a) + Dist(b))


@pytest.mark.parametrize("seed", range(5))
def test_figures_are_those_of_the_cases(seed: int) -> None:
    weights = some_weights(seed)
    d, cases = Dist(weights), sorted(cases_of(weights))
    fractions = [Fraction(x) for x in cases]
    assert d.mean == statistics.mean(fractions)
    assert d.variance == statistics.pvariance(fractions)
    assert d.mode == statistics.mode(cases_of(weights))
    for q in [Fraction(k, 60) for k in range(1, 61)]:
        assert d.quantile(q) == cases[ceil(q * len(cases)) - 1]
    assert d.quantile(0) == cases[0]
    assert d.p(lambda x: x % 3 == 0) == Fraction(sum(x % 3 == 0 for x in cases), len(cases))
    assert d.p(range(0, 20)) == d.p(set(range(0, 20))) == d.p(lambda x: x >= 0)
    assert dict(d.map(abs)) == by_counting(map(abs, cases))
    kept = cases[len(cases) // 2]
    assert dict(d.given(lambda x: x >= kept)) == by_counting(x for x in cases if x >= kept)
    assert d.floats() == {x: float(p) for x, p in d.items()}


def test_a_float_quantile_means_the_decimal_it_prints_as() -> None:
    tenths = Dist.uniform(range(1, 11))
    assert [tenths.quantile(k / 10) for k in range(1, 11)] == list(range(1, 11))


def test_then_and_mix_follow_the_tree() -> None:
    """Roll a die, then as many coins as it shows; the heads, counted over 6 × 2^6 equal cases."""
    heads = Dist.uniform(range(1, 7)).then(lambda n: Dist.uniform([0, 1]).repeat(n))
    assert dict(heads) == by_counting(sum(coins[:n]) for n in range(1, 7) for coins in product([0, 1], repeat=6))
    mixed = Dist.mix([(Fraction(1, 3), Dist({"a": 1, "b": 4})), (Fraction(1, 6), Dist.point("b"))])
    assert dict(mixed) == {"a": Fraction(2, 15), "b": Fraction(13, 15)}


class Ticket(Random):
    """A generator that draws a given ticket."""

    def __init__(self, ticket: int) -> None:
        super().__init__(0)
        self.ticket = ticket

    def randrange(self, *bounds: Any) -> int:
        assert 0 <= self.ticket < bounds[0]
        return self.ticket


@pytest.mark.parametrize("d", [Dist.point(3), Dist.uniform("abcdef"), Dist({1: 3, 2: 1, 5: 4}), dice(3)])
def test_each_outcome_is_drawn_by_as_many_tickets_as_it_weighs(d: Dist[Any]) -> None:
    drawn = Counter(d.sample(Ticket(ticket)) for ticket in range(d.total))
    assert drawn == d.weights


def test_a_sample_repeats_with_its_seed_and_after_pickling() -> None:
    d = Dist({"b": 2, "a": 5, "c": 1})
    copy = pickle.loads(pickle.dumps(d))
    runs = [[e.sample(rng) for _ in range(50)] for e in (d, copy) for rng in [Random("3:1")]]
    assert runs[0] == runs[1]
    assert set(runs[0]) == set("abc")


def test_a_dist_is_a_mapping_that_sums_to_one() -> None:
    d = Dist({"a": 4, "none": 0, "b": Fraction(2, 3)})
    assert dict(d) == {"a": Fraction(6, 7), "b": Fraction(1, 7)}
    assert (d.total, d.weight("a"), d.weight("none")) == (7, 6, 0)
    assert "none" not in d
    assert d.get("none") is None
    for each in (d, dice(4), draws({1: 3, 2: 3}, 2), sums(7)):
        assert sum(each.values()) == 1
    assert d == Dist({"b": 1, "a": 6}) == {"a": Fraction(6, 7), "b": Fraction(1, 7)}
    assert d != Dist({"a": 1, "b": 6})
    assert Dist.uniform("aab") == Dist({"a": 2, "b": 1}) == Dist(Dist({"a": 2, "b": 1}))


def test_a_dist_cannot_be_written_to() -> None:
    d: Any = Dist.point(1)
    for target in (d, d.weights):
        with pytest.raises(TypeError):
            target[1] = 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(d)


def test_machine_integers_do_not_overflow() -> None:
    big = np.int64(2**62)
    weights: dict[Any, Any] = {big: big, 0: big, 1: big - np.int64(1)}
    d = Dist(weights)
    assert d.total == 3 * 2**62 - 1
    assert type(d.total) is int
    assert d.mean == Fraction(2**124 + 2**62 - 1, d.total)


def test_repr_is_short_and_reads_back() -> None:
    d = Dist({"a": 2, "b": 4})
    assert repr(d) == "Dist({'a': 1, 'b': 2})"
    assert eval(repr(d)) == d
    assert repr(dice(3)) == "Dist({(1, 1, 1): 1, (1, 1, 2): 3, (1, 1, 3): 3, … 53 more}, total=216)"


words: Any = Dist.uniform(["red", "blue"])
refused: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (ValueError, "'a' is negative: -2", lambda: Dist({"b": 1, "a": -2})),
    (ValueError, "positive weight", lambda: Dist({"a": 0})),
    (ValueError, "positive weight", lambda: Dist.uniform([])),
    (ValueError, "weight -1", lambda: Dist.mix([(2, sums(1)), (-1, sums(2))])),
    (TypeError, "'a' must be an int or a Fraction, not 0.5", lambda: Dist({"a": 0.5})),  # type: ignore[dict-item]
    (TypeError, r"not \(1, 2\)", lambda: dice(2).p((1, 2))),  # type: ignore[arg-type]
    (ValueError, "probability 0", lambda: sums(2).given({1})),
    (TypeError, "a mean needs numbers as outcomes, not 'red'", lambda: words.mean),
    (TypeError, "a variance needs numbers", lambda: words.variance),
    (TypeError, "a sum needs numbers", lambda: words + words),
    (TypeError, "a sum needs numbers", lambda: words.repeat(2)),
    (TypeError, "unsupported operand", lambda: sums(1) + "red"),  # type: ignore[operator]
    (ValueError, "q must be from 0 to 1, not 1.5", lambda: sums(1).quantile(1.5)),
    (ValueError, "n must be at least 0, not -1", lambda: dice(-1)),
    (ValueError, "sides must be at least 1, not 0", lambda: sums(2, sides=0)),
    (ValueError, "n must be at least 0, not -1", lambda: sums(1).repeat(-1)),
    (ValueError, "n must be from 0 to 3, not 4", lambda: draws({"a": 3}, 4)),
    (ValueError, "'b' is negative: -1", lambda: draws({"a": 3, "b": -1}, 1)),
    (ValueError, "good must be from 0 to 5, not 6", lambda: hypergeometric(5, 6, 1)),
    (KeyError, "7", lambda: sums(1)[7]),
]


@pytest.mark.parametrize(("error", "message", "call"), refused)
def test_refusals_name_what_was_wrong(error: type[Exception], message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(error, match=message):
        call()
