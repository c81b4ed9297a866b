"""Comparing sums and differences: more or less, nearest to a number, in order. The family L5."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import (
    LETTERS,
    Draft,
    Family,
    Fill,
    Form,
    Option,
    Params,
    between,
    lettered,
    offered,
    one_of,
    picked,
)

SIGNS = (">", "<", "=")
MARKS = "①②③"


def sign(x: int, y: int) -> str:
    """The sign to put between two numbers."""
    return ">" if x > y else "<" if x < y else "="


def draw_two_sums(rng: Random) -> Params:
    """Two sums up to 20 that differ by at most one, so that comparing single numbers does not help."""
    while True:
        a, b, c, d = (between(rng, 2, 15) for _ in range(4))
        close = abs(a + b - c - d) < 2 and min(a + b, c + d) >= 8 and max(a + b, c + d) <= 20
        if close and a != c and b != d and {a, b} != {c, d}:
            return a, b, c, d


def two_sums(a: int, b: int, c: int, d: int) -> Draft:
    """9 + 8 ○ 7 + 9."""
    left, right = a + b, c + d
    answer = sign(left, right)
    parts = tuple(dict.fromkeys(one for one in (sign(a, c), sign(b, d)) if one != answer))
    main: dict[str, tuple[str, ...]] = {"CMP.one_part": parts}
    if left != right:
        main["CNT.off_by_one"] = ("=",)
    numbers: dict[str, Fill] = {"a": a, "b": b, "c": c, "d": d, "left": left, "right": right, "sign": answer}
    choices = tuple(Option(one, one) for one in SIGNS)
    return Draft("two_sums", (a, b, c, d), answer, numbers, main, skills=("compare.sums",), choices=choices)


class Sum(NamedTuple):
    """a + b, or a − b."""

    minus: int
    a: int
    b: int

    @property
    def value(self) -> int:
        return self.a - self.b if self.minus else self.a + self.b

    def __str__(self) -> str:
        return f"{self.a} {'−' if self.minus else '+'} {self.b}"

    def by(self, bug: str) -> int:
        """The value that a child gets who follows the pattern."""
        if bug == "OP.swapped":
            return self.a + self.b if self.minus else abs(self.a - self.b)
        values = SLIPS[bug](self.a, self.b) if (bug[:3] == "SUB") == bool(self.minus) else ()
        return values[0] if values else self.value


SLIPS: Mapping[str, Callable[[int, int], tuple[int, ...]]] = {
    "ADD.carry_lost": bugs.carry_lost,
    "SUB.smaller_from_larger": bugs.smaller_from_larger,
    "SUB.no_decrement": bugs.no_decrement,
    "OP.swapped": lambda a, b: (),
}


def flat(sums: Sequence[Sum]) -> Params:
    """The numbers of the sums, in an order that does not depend on their values."""
    mixed = sorted(sums, key=lambda one: ((one.b * 37 + one.a * 11) % 97, one))
    return tuple(number for one in mixed for number in one)


def making(rng: Random, minus: int, value: int) -> Sum:
    """A sum or difference of two-digit numbers with this value."""
    low, high = (11, min(39, 99 - value)) if minus else (11, value - 11)
    b = between(rng, low, max(low, high))
    return Sum(minus, value + b, b) if minus else Sum(minus, value - b, b)


def draw_nearest(rng: Random) -> Params:
    """The goal, then four sums or differences, each as 0 (sum) or 1 (difference) and its two numbers."""
    while True:
        goal = 50 if rng.random() < 0.7 else 100
        sums = _near_fifty(rng) if goal == 50 else _near_hundred(rng)
        fit = all(one.b > 2 and one.a <= 99 and 10 <= one.value <= 99 for one in sums) and len(set(sums)) == 4
        if fit and _nearest(goal, [one.value for one in sums]) is not None:
            return goal, *flat(sums)


def _near_fifty(rng: Random) -> list[Sum]:
    """The nearest; the nearest on the other side of the goal; a sum that seems near if the carried ten is lost; a
    difference that seems near if each digit is taken from the larger, or if the tens are not reduced."""
    gap, side = between(rng, 2, 4), 1 if rng.random() < 0.5 else -1
    tens, ones = one_of(rng, ((4, 9), (4, 8), (4, 1), (4, 2), (4, 3), (5, 7), (5, 8), (5, 9)))
    a, b = between(rng, 0, 9 - ones), 10 * between(rng, 1, 9 - tens)
    return [
        making(rng, between(rng, 0, 1), 50 + side * gap),
        making(rng, between(rng, 0, 1), 50 - side * (gap + between(rng, 1, 3))),
        making(rng, 0, 60 + between(rng, 1 - gap, gap - 1)),
        Sum(1, 10 * tens + b + a, b + a + ones),
    ]


def _near_hundred(rng: Random) -> list[Sum]:
    """The nearest; two differences as in `_near_fifty`; one that would make a hundred as a sum."""
    near, far, b = between(rng, 1, 4), between(rng, 6, 8), between(rng, 11, 44)
    low, high = between(rng, 1, 5), between(rng, 0, 9 - far)
    return [
        making(rng, 0, between(rng, 93, 95)),
        Sum(1, 90 + low, low + near),
        Sum(1, 90 + high, high + far),
        Sum(1, 100 - b, b),
    ]


def _nearest(goal: int, values: Sequence[int | None]) -> int | None:
    """The index of the value nearest to the goal; `None` if two are equally near."""
    gaps = [1000 if value is None else abs(value - goal) for value in values]
    return gaps.index(min(gaps)) if gaps.count(min(gaps)) == 1 and min(gaps) < 1000 else None


def nearest(goal: int, *row: int) -> Draft:
    """Which is nearest to 50: 27 + 19, 34 + 26, 71 − 19 or 82 − 27?"""
    sums = [Sum(*row[i : i + 3]) for i in range(0, len(row), 3)]
    values = [one.value for one in sums]
    right = _nearest(goal, values)
    assert right is not None
    led: dict[str, tuple[int, ...]] = {}
    for bug in SLIPS:
        place = _nearest(goal, [one.by(bug) for one in sums])
        led[bug] = () if place is None else (place,)
    above = values[right] > goal
    place = _nearest(goal, [value if (value > goal) != above else None for value in values])
    led["CMP.one_part"] = () if place is None else (place,)
    wrong = picked(range(len(sums)), led)
    answer = LETTERS[right]
    main = {bug: ends for bug, ends in wrong.items() if ends != (answer,)}
    near = [abs(value - goal) for value in values]
    numbers: dict[str, Fill] = {"goal": goal, "letter": answer, "near": near[right], "best": values[right]}
    for letter, one, gap in zip("abcd", sums, near, strict=True):
        low, high = sorted((one.value, goal))
        numbers |= {letter: str(one), f"v{letter}": one.value, f"g{letter}": f"{high} − {low} = {gap}"}
    choices = lettered(str(one) for one in sums)
    return Draft("nearest", (goal, *row), answer, numbers, {}, main, ("compare.nearest",), choices=choices)


def draw_order(rng: Random) -> Params:
    """Three sums and differences, at least one of each kind; each of them carries or borrows."""
    while True:
        kinds = (0, 1, between(rng, 0, 1))
        middle = between(rng, 35, 75)
        sums = [turning(rng, minus, middle + between(rng, -12, 12)) for minus in kinds]
        values = sorted(one.value for one in sums)
        if (
            all(one.b > 10 and 11 <= one.a <= 99 for one in sums)
            and len(set(values)) == 3
            and values[2] - values[0] > 3
        ):
            return flat(sums)


def turning(rng: Random, minus: int, value: int) -> Sum:
    """A sum or difference that carries or borrows, with this value or the next."""
    value += value % 10 == 9 if not minus else value % 10 == 0
    ones = between(rng, 10 - value % 10, 9) if minus else between(rng, value % 10 + 1, 9)
    tens = between(rng, 1, (99 - value - ones) // 10) if minus else between(rng, 1, (value - ones - 11) // 10)
    b = 10 * tens + ones
    return Sum(minus, value + b if minus else value - b, b)


def ordered(values: Sequence[int]) -> str:
    """The marks of the values, smallest first; "" if two are equal."""
    places = sorted(range(len(values)), key=lambda place: values[place])
    return "".join(MARKS[place] for place in places) if len(set(values)) == len(values) else ""


def order(*row: int) -> Draft:
    """① 27 + 18 ② 63 − 19 ③ 80 − 27 in order of size."""
    sums = [Sum(*row[i : i + 3]) for i in range(0, len(row), 3)]
    values = [one.value for one in sums]
    right = ordered(values)
    led = {bug: (ordered([one.by(bug) for one in sums]),) for bug in SLIPS if bug != "OP.swapped"}
    led["CMP.turned"] = (right[::-1],)
    led["CMP.one_part"] = (ordered([one.a for one in sums]),)
    led = {bug: ends for bug, ends in led.items() if ends not in ((right,), ("",))}
    shown = offered(right, led, row)
    numbers: dict[str, Fill] = {"letter": LETTERS[shown.index(right)], "order": right}
    for letter, one in zip("abc", sums, strict=True):
        numbers |= {letter: str(one), f"v{letter}": one.value}
    low, middle, high = sorted(values)
    numbers |= {"low": low, "middle": middle, "high": high}
    return Draft(
        "order",
        row,
        LETTERS[shown.index(right)],
        numbers,
        {},
        picked(shown, led),
        ("compare.order",),
        choices=lettered(shown),
    )


FAMILIES = {
    "L5": Family("lower", (Form(draw_two_sums, two_sums), Form(draw_nearest, nearest), Form(draw_order, order))),
}
