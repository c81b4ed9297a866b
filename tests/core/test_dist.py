"""Every fast algorithm beside its brute force: list all ordered cases, count."""

from __future__ import annotations

import doctest
import operator
import pickle
import statistics
import tracemalloc
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import ceil, comb
from random import Random
from typing import Any

import numpy as np
import pytest

import toolkit
from toolkit.core import dist, words
from toolkit.core.dist import Dist, dice, draws, hypergeometric, pools, sums
from toolkit.core.words import BadInput

pytestmark = pytest.mark.usefixtures("english")


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
    for module, least in ((dist, 15), (pools, 6)):
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted >= least


@pytest.mark.parametrize(("n", "sides"), [(0, 6), (1, 1), (1, 6), (2, 6), (3, 4), (5, 6), (6, 3), (9, 2)])
def test_dice_and_sums(n: int, sides: int) -> None:
    rolls = list(product(range(1, sides + 1), repeat=n))
    assert dict(dice(n, sides)) == by_counting(tuple(sorted(roll)) for roll in rolls)
    assert list(dice(n, sides)) == sorted(dice(n, sides))
    assert dict(sums(n, sides)) == by_counting(map(sum, rolls))
    assert dice(n, sides).map(sum) == dice(n, sides).sum() == sums(n, sides)
    one_by_one = dice(n, sides, ordered=True)
    assert dict(one_by_one) == by_counting(rolls) and list(one_by_one) == rolls
    for k in range(1, n + 1):
        high, low = (by_counting(sum(sorted(roll)[part]) for roll in rolls) for part in (slice(n - k, n), slice(k)))
        assert dict(dice(n, sides).highest(k)) == dict(sums(n, sides, highest=k)) == high
        assert dict(dice(n, sides).lowest(k)) == dict(sums(n, sides, lowest=k)) == low


def test_the_first_die_is_not_the_lowest() -> None:
    """Pools are sorted: what is said of `roll[0]` is said of the lowest die, unless the rolls are ordered."""
    for pool, first, rising in ((dice, Fraction(7, 36), Fraction(5, 9)), (partial(dice, ordered=True), *KNOWN)):
        assert pool(2).p(lambda roll: roll[0] == 3) == first
        assert pool(3).p(lambda roll: roll[0] < roll[1] < roll[2]) == rising
    assert "ordered=True" in (dice.__doc__ or "")


KNOWN = Fraction(1, 6), Fraction(5, 54)


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
def test_signs_between_laws_are_those_between_their_cases(seed: int) -> None:
    a, b = some_weights(seed), some_weights(seed + 100)
    left, right, pairs = Dist(a), Dist(b), list(product(cases_of(a), cases_of(b)))
    share = Fraction(1, len(pairs))
    for sign in (operator.sub, operator.mul):
        law = sign(left, right)
        assert dict(law) == by_counting(sign(x, y) for x, y in pairs) and list(law) == sorted(law)
        assert dict(sign(left, 3)) == by_counting(sign(x, 3) for x in cases_of(a))
        assert dict(sign(3, left)) == by_counting(sign(3, x) for x in cases_of(a))
    assert dict(-left) == by_counting(-x for x in cases_of(a)) and 0 - -left == left
    assert dict(abs(left)) == by_counting(map(abs, cases_of(a)))
    for sign in (operator.lt, operator.le, operator.gt, operator.ge):
        assert sign(left, right) == sum(share for x, y in pairs if sign(x, y))
        assert (
            sign(left, 2)
            == left.p(lambda x, sign=sign: sign(x, 2))
            == 1 - sign(2, left) + left.p({2}) * (sign in (operator.le, operator.ge))
        )
    assert (left == right, left != right, left == Dist(a)) == (False, True, True), "laws, not numbers, are equal"
    assert (left > right) + (left < right) + (left - right).p({0}) == 1


def test_known_answers_about_two_sums() -> None:
    """Six dice against four, and an uneven pair where ties lose: published figures."""
    assert (sums(6) > sums(4)) == Fraction(26724643, 30233088)
    assert round(float((sums(6) - sums(4))[0]), 7) == 0.0326237
    assert 2 * sums(1) == sums(1).map(lambda face: 2 * face) != 2 @ sums(1) == sums(2)
    count = Dist.uniform([1, 2])
    assert dict(count @ sums(1)) == by_counting([*[x for x in range(1, 7) for _ in range(6)], *map(sum, DOUBLES)])


DOUBLES = list(product(range(1, 7), repeat=2))


def test_a_chance_is_neither_true_nor_false() -> None:
    """`2 <= die <= 5` and `max(a, b)` would silently ask something else."""
    die = sums(1)
    assert (die > 4) == Fraction(1, 3) and repr(die > 4) == "Fraction(1, 3)" and 1 - (die > 4) == Fraction(2, 3)
    asks: list[Callable[[], Any]] = [lambda: 2 <= die <= 5, lambda: max(die, 2 @ die), lambda: sorted([die, die])]
    for ask in asks:
        with pytest.raises(BadInput, match="neither true nor false"):
            ask()


@pytest.mark.parametrize(
    "law", [{1: 1, 2: 1, 3: 1}, {-3: 2, 0: 1, 7: 4}, {Fraction(1, 2): 1, 2: 3}, {5: 1}, {0: 1, 1000: 1, 1001: 2}]
)
def test_many_copies_are_added_as_one_by_one(law: dict[Any, int]) -> None:
    slow = Dist.point(0)
    for n in range(9):
        found = Dist(law).repeat(n)
        assert found == slow and list(found) == sorted(found), n
        slow = slow + Dist(law)


def test_a_thousand_dice_are_a_law_like_any_other() -> None:
    law = sums(1000)
    assert (len(law), law.total, law.mean, law.variance) == (5001, 6**1000, 3500, Fraction(35_000, 12))
    assert law.weight(1000) == law.weight(6000) == 1 and law.weight(1003) == comb(1002, 3)
    assert round(float(sums(20, sides=10, highest=2).mean), 3) == 19.397, "the published figure"


def test_numbers_come_in_rising_order_whatever_they_are_made_of() -> None:
    mixed = Dist.mix([(1, Dist({3: 1, 1: 1})), (2, Dist({2: 1, 1: 1}))])
    assert list(mixed) == [1, 2, 3] and list(sums(2).map(lambda x: -x % 5)) == [0, 1, 2, 3, 4]
    assert list(dice(2).map(lambda roll: (roll[1], roll[0])))[:3] == [(1, 1), (2, 1), (2, 2)]
    assert list(Dist.mix([(1, Dist.uniform("ba")), (1, Dist.uniform("ca"))])) == ["b", "a", "c"], "words as they come"


@pytest.mark.parametrize("seed", range(5))
def test_figures_are_those_of_the_cases(seed: int) -> None:
    weights = some_weights(seed)
    d, cases = Dist(weights), sorted(cases_of(weights))
    fractions = [Fraction(x) for x in cases]
    assert d.mean == statistics.mean(fractions)
    assert d.variance == d.var == statistics.pvariance(fractions)
    assert d.std == pytest.approx(statistics.pstdev(cases))
    assert [d.cdf(x) for x in range(-21, 21)] == [
        Fraction(sum(one <= x for one in cases), len(cases)) for x in range(-21, 21)
    ]
    assert d.mode == statistics.mode(cases_of(weights))
    for q in [Fraction(k, 60) for k in range(1, 61)]:
        assert d.quantile(q) == cases[ceil(q * len(cases)) - 1]
    assert d.quantile(0) == cases[0]
    assert d.p(lambda x: x % 3 == 0) == Fraction(sum(x % 3 == 0 for x in cases), len(cases))
    nonnegative = d.p(lambda x: x >= 0)
    for event in (range(20), set(range(20)), list(range(20)), tuple(range(20)), np.arange(20), {0: 0}.keys()):
        assert d.p(event) == (nonnegative if len(event) == 20 else d.p({0})), event
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


def test_draws_at_random_follow_their_seed_and_come_one_by_one_or_many() -> None:
    d = Dist({"b": 2, "a": 5, "c": 1})
    assert d.sample() in d and len(d.sample(7)) == 7 and d.sample(0) == []
    one = Random(3)
    assert d.sample(20, rng=3) == d.sample(20, Random(3)) == [d.sample(one) for _ in range(20)]
    assert d.sample(20, rng=np.random.default_rng(3)) == d.sample(20, rng=np.random.default_rng(3))
    counts = Counter(d.sample(8000, rng=1))
    assert all(abs(counts[outcome] / 8000 - p) < 0.02 for outcome, p in d.items())


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
    assert eval(repr(d)) == d and eval(repr(sums(7))) == sums(7) and len(sums(7)) == 36
    assert repr(dice(3)) == "Dist({(1, 1, 1): 1, (1, 1, 2): 3, (1, 1, 3): 3, … 53 more}, total=216)"


def test_what_is_printed_has_every_outcome_its_fraction_and_the_mean() -> None:
    lines = str(dice(4).highest(3)).splitlines()
    assert lines[0] == "16 outcomes, mean 15869/1296 ≈ 12.24, standard deviation 2.847"
    assert [line.split()[:3] for line in lines[1:4]] == [["3", "1/1296", "0.077%"], ["4", "1/324", "0.31%"], LINE]
    assert len(lines) == 17 and "mean 3.5," in str(sums(1)) and str(Dist.point("a")).startswith("1 outcome\n")
    many = str(sums(20)).splitlines()
    assert len(many) == 1 + 20 + 1 and many[-1].startswith("81 more outcomes, together ")
    left = Fraction(1) - sum(sorted(sums(20).values())[-20:])
    assert f"{float(100 * left):.1f}%" in many[-1]
    words.set_current("zh")
    assert str(sums(1)).startswith("6 种结果，均值 3.5，标准差 1.708")


LINE = ["5", "5/648", "0.77%"]


def test_a_notebook_shows_a_table_with_bars_and_of_many_numbers_a_picture() -> None:
    few, many, rolls = (law._repr_html_() for law in (sums(2), sums(20), dice(5)))
    assert few.count("<tr>") == 12 and "<td" in few and "1/36" in few and "2.8%" in few and "width:160px" in few
    assert "<img" in many and "<img" not in few + rolls and "232 more outcomes" in rolls
    assert "<b>" not in Dist.point("<b>")._repr_html_() and "<svg" not in few + many + rolls


def test_a_law_can_be_drawn_and_is_shown_by_the_house() -> None:
    pictures = [sums(2).chart(), toolkit.show(sums(2)), toolkit.show(Dist.uniform(["heads", "tails"]))]
    assert pictures[0].svg == pictures[1].svg and all(picture.svg.startswith("<svg") for picture in pictures)
    assert "heads" in pictures[2].svg and "11" in pictures[0].alt and "2.8%" in pictures[0].alt


words_: Any = Dist.uniform(["red", "blue"])
any_: Any = Dist
die: Any = Dist.uniform(range(1, 7))
pool: Any = dice
refused: list[tuple[str, Callable[[], Any]]] = [
    ("weight of 'a' is -2", lambda: Dist({"b": 1, "a": -2})),
    ("no outcome has a positive weight", lambda: Dist({"a": 0})),
    ("no outcome has a positive weight", lambda: Dist.uniform([])),
    (r"\[1, 2\] is no table of weights.*Dist\.uniform", lambda: any_([1, 2])),
    ("7 is no list of outcomes", lambda: any_.uniform(7)),
    ("weight of .* is -1", lambda: Dist.mix([(2, sums(1)), (-1, sums(2))])),
    ("weight of 'a' is 0.5", lambda: any_({"a": 0.5})),
    (r"\(1, 2\) is no event.*\[\(1, 2\)\]", lambda: dice(2).p((1, 2))),
    (r"5 is no event.*\[5\]", lambda: die.p(5)),
    (r"'red' is no event.*\['red'\]", lambda: words_.p("red")),
    ("condition has chance 0", lambda: sums(2).given({1})),
    ("A mean needs numbers as outcomes, not 'red'", lambda: words_.mean),
    ("A variance needs numbers", lambda: words_.variance),
    ("A sum needs numbers", lambda: words_ + words_),
    ("A sum needs numbers", lambda: words_.repeat(2)),
    ("A difference needs numbers", lambda: words_ - 1),
    ("A product needs numbers", lambda: words_ * 2),
    ("A comparison needs numbers", lambda: words_ > die),
    ("A comparison needs numbers", lambda: words_.cdf(3)),
    ("A comparison needs numbers", lambda: Dist({"a": 1, 1: 1}).quantile(0.5)),
    ("q has to be from 0 to 1, not 1.5", lambda: sums(1).quantile(1.5)),
    ("n has to be a whole number, 0 or more, not -1", lambda: dice(-1)),
    ("n has to be a whole number, 0 or more, not 2.5", lambda: pool(2.5)),
    (r"'4d6' can mean two things.*dice\(4, sides=6\).*sums\(4, sides=6\)", lambda: pool("4d6")),
    ("n has to be a whole number, 0 or more, not 'many'", lambda: pool("many")),
    ("sides has to be a whole number, 1 or more, not 0", lambda: sums(2, sides=0)),
    ("n has to be a whole number, 0 or more, not -1", lambda: sums(1).repeat(-1)),
    ("n has to be a whole number, 0 or more, not 1.5", lambda: 1.5 @ die),
    ("highest has to be a whole number in the range 0 … 4, not 5", lambda: sums(4, highest=5)),
    ("one of the two", lambda: sums(4, highest=1, lowest=1)),
    ("1 is no roll", lambda: die.highest()),
    ("k has to be a whole number in the range 1 … 2, not 3", lambda: dice(2).highest(3)),
    ("5 is no function", lambda: die.map(5)),
    (r"law for every outcome, not 7.*Dist\.point\(7\)", lambda: die.then(lambda face: 7)),
    ("object.* draws no random numbers", lambda: die.sample(3, rng=object())),
    ("n has to be a whole number in the range 0 … 3, not 4", lambda: draws({"a": 3}, 4)),
    ("'b' has to be a whole number, 0 or more, not -1", lambda: draws({"a": 3, "b": -1}, 1)),
    ("good has to be a whole number in the range 0 … 5, not 6", lambda: hypergeometric(5, 6, 1)),
]


@pytest.mark.parametrize(("message", "call"), refused)
def test_refusals_name_what_was_wrong(message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        call()
    assert caught.value.say("zh") != caught.value.say("en")


@pytest.mark.parametrize(
    ("call", "size"),
    [
        (lambda: dice(8, sides=20), "2,220,075"),
        (lambda: dice(10, sides=20), "20,030,010"),
        (lambda: dice(10_000), "> 1,000,000,000,000"),
        (lambda: dice(8, ordered=True), "1,679,616"),
        (lambda: dice(100, ordered=True), "> 1,000,000,000,000"),
        (lambda: draws(dict.fromkeys(range(52), 13), 7), "300,674,088"),
        (lambda: dice(10**6, sides=10**6), "> 1,000,000,000,000"),
        (lambda: sums(1_000_000), "5,000,001"),
        (lambda: sums(1, sides=10**9), "1,000,000,000"),
        (lambda: hypergeometric(10**9, 10**8, 10**6), "1,000,000"),
        (lambda: draws({"a": 10**6}, 10**5), "100,000"),
        (lambda: sums(500) * sums(1000), "12,507,501"),
    ],
)
def test_what_is_too_large_is_refused_with_its_size_before_it_is_made(call: Callable[[], Any], size: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadInput) as caught:
            call()
        assert size in str(caught.value) and tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_large_laws_are_not_kept() -> None:
    assert dice(6, sides=14) is not dice(6, sides=14) and sums(900) is not sums(900)


def test_what_is_no_outcome_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="7"):
        sums(1)[7]
    with pytest.raises(TypeError, match="unsupported operand"):
        die + "red"
