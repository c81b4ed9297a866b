"""Factors and multiples: the family U6."""

from __future__ import annotations

from math import gcd, isqrt
from random import Random

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import (
    LETTERS,
    Bugs,
    Draft,
    Family,
    Fill,
    Form,
    Params,
    Said,
    between,
    lettered,
    one_of,
    picked,
)

TABLES = (3, 4, 6, 7, 8, 9)


def draw_multiple(rng: Random) -> Params:
    """A number, how many times, a number with the same last digit, and a multiple of the next number."""
    while True:
        a, k = one_of(rng, TABLES), between(rng, 3, 10)
        same, beside = 10 * between(rng, 1, 9) + a, (a + 1 - 2 * between(rng, 0, 1)) * k
        if k != 5 and same % a and beside % a and len({a * k, same, beside}) == 3 and beside > 9:
            return a, k, same, beside


def multiple(a: int, k: int, same: int, beside: int) -> Draft:
    """Which is a multiple of 7: 36, 42, 47 or 24?"""
    right = a * k
    turned = tuple(n for n in bugs.reversed_digits(right) if n % a)
    smaller = tuple(n for n in range(a - 1, 1, -1) if a % n == 0)[:1]
    led = {"FAC.same_digit": (same,), "MUL.neighbour": (beside,), "DIG.reversed": turned, "FAC.mixed": smaller}
    third = (turned or smaller or ((same + 10) % 100 if (same + 10) % 100 % a else 10 + a,))[0]
    shown = sorted({right, same, beside, third})
    led["FAC.same_digit"] = tuple(n for n in shown if n % 10 == a and n != right and n not in (beside, *turned))
    lines = tuple(_division(n, a) for n in shown)
    answer = LETTERS[shown.index(right)]
    numbers: dict[str, Fill] = {"a": a, "k": k, "right": right, "letter": answer, "five": 5 * a}
    return Draft(
        "multiple",
        (a, k, same, beside),
        answer,
        numbers,
        {},
        picked(shown, led),
        ("multiples.of",),
        lines=(*lines, Said("only", numbers)),
        choices=lettered(shown),
    )


def _division(n: int, a: int) -> Said:
    q, r = divmod(n, a)
    return Said("times_rest", {"n": n, "a": a, "q": q, "r": r}) if r else Said("times", {"n": n, "a": a, "q": q})


def pairs_of(n: int) -> list[tuple[int, int]]:
    """The factor pairs of a number, each with the smaller factor first."""
    return [(d, n // d) for d in range(1, isqrt(n) + 1) if n % d == 0]


RICH = tuple(n for n in range(12, 101) if len(pairs_of(n)) > 2)


def draw_pairs(rng: Random) -> Params:
    """A number with at least three factor pairs; to tick pairs, also two of them and two pairs that are wrong."""
    n = one_of(rng, RICH)
    if rng.random() < 0.25:
        return (n,)
    while True:
        first, second = sorted((one_of(rng, pairs_of(n)[1:]), one_of(rng, pairs_of(n)[1:])))
        part, up = between(rng, 2, n // 2 - 1), between(rng, 0, 1)
        base = one_of(rng, pairs_of(n)[1:])
        near = (base[0], base[1] + 1 - 2 * up)
        shown = {first, second, (part, n - part), near}
        if len(shown) == 4 and near[1] > 1 and part * (n - part) != n:
            return n, first[0], second[0], part, *near


def pairs(n: int, *shown: int) -> Draft:
    """Factor pairs to tick, or to count if none are shown."""
    return ticked_pairs(n, *shown) if shown else counted_pairs(n)


def counted_pairs(n: int) -> Draft:
    """How many factor pairs has 24?"""
    pairs = pairs_of(n)
    count = len(pairs)
    factors = len({factor for pair in pairs for factor in pair})
    main: Bugs = {"FAC.incomplete": (count - 1, count - 2), "FAC.twice": (factors,)}
    lines = [Said("pair", {"x": x, "y": y, "n": n}) for x, y in pairs]
    lines.append(Said("count", {"answer": count}))
    return Draft("count", (n,), count, {"n": n}, main, {}, ("factors.pairs",), lines=tuple(lines))


def ticked_pairs(n: int, first: int, second: int, part: int, x: int, y: int) -> Draft:
    """Which of these are factor pairs of 24: 3 and 8, 4 and 7, 2 and 12, 10 and 14?"""
    rights = {(first, n // first), (second, n // second)}
    added, near = (part, n - part), (x, y)
    shown = sorted({*rights, added, near})
    letters = dict(zip(shown, LETTERS, strict=False))

    def tick(*pairs: tuple[int, int]) -> str:
        return "".join(sorted(letters[pair] for pair in pairs))

    main: Bugs = {
        "OP.swapped": (tick(*rights, added), tick(added)),
        "MUL.neighbour": (tick(*rights, near),),
        "FAC.incomplete": tuple(tick(pair) for pair in sorted(rights)),
    }
    lines = (*(_product(n, *pair, letters[pair]) for pair in shown), Said("so", {"letters": tick(*rights)}))
    choices = lettered(Said("two", {"x": u, "y": v}) for u, v in shown)
    params = (n, first, second, part, x, y)
    numbers: dict[str, Fill] = {"n": n, "letters": tick(*rights)}
    return Draft("tick", params, tick(*rights), numbers, main, {}, ("factors.pairs",), lines=lines, choices=choices)


def _product(n: int, x: int, y: int, letter: str) -> Said:
    return Said("yes" if x * y == n else "no", {"x": x, "y": y, "n": n, "product": x * y, "letter": letter})


def draw_common(rng: Random) -> Params:
    """0: the smallest common multiple of two numbers, 1: the largest up to 100. Neither number divides the other."""
    while True:
        a, b = between(rng, 3, 12), between(rng, 4, 30)
        least = a * b // gcd(a, b)
        form = between(rng, 0, 1)
        if a < b and b % a and least <= 100 and (form == 0 or least <= 50):
            return form, a, b


def common(form: int, a: int, b: int) -> Draft:
    """The smallest common multiple of 6 and 8."""
    least = a * b // gcd(a, b)
    last = 100 // least * least
    answer = last if form else least
    alone = next(n for n in range(100 // b * b, 0, -b) if n % a) if form else 2 * b if 2 * b % a else b
    main: Bugs = {"WORD.stopped_early": (least,) if form else (alone,), "FAC.mixed": (gcd(a, b),)}
    other: Bugs = {
        "OP.swapped": (a + b, a * b) if form == 0 else (a + b,),
        "FAC.incomplete": (alone,) if form else (2 * least,) if 2 * least != a * b else (),
    }
    listed = [
        Said("multiple", {"n": k * b, "b": b, "k": k, "a": a, "q": k * b // a, "r": k * b % a})
        for k in range(1, least // b)
    ]
    ready = Said("common", {"n": least, "b": b, "k": least // b, "a": a, "q": least // a, "answer": least})
    lines = (*listed, ready)
    if form:
        after = {"least": least, "answer": last, "times": 100 // least, "more": last + least}
        lines = (*lines, Said("repeat", after))
    numbers = {"a": a, "b": b, "two": 2 * b, "least": least}
    name = "largest" if form else "smallest"
    return Draft(name, (form, a, b), answer, numbers, main, other, ("multiples.common",), lines=lines)


FAMILIES = {
    "U6": Family("upper", (Form(draw_multiple, multiple), Form(draw_pairs, pairs), Form(draw_common, common))),
}
