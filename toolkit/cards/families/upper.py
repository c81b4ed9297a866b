"""Multiplication facts and divisions: the families U1 and U2."""

from __future__ import annotations

from random import Random

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Draft, Family, Form, Params, between, one_of

EASY = (2, 3, 4, 5, 10)
LARGE = (6, 7, 8, 9)
EASY_FACTS = tuple((a, b) for a in EASY for b in range(2, 11)) + tuple((a, b) for a in LARGE for b in (2, 5, 10))
"""3 × 7 is in the table of 3, 7 × 3 in the table of 7: no fact is there twice in the same form."""
LARGE_FACTS = tuple((a, b) for a in LARGE for b in (3, 4, 6, 7, 8, 9))
HELPERS = (10, 2, 5, 9, 4, 3, 6, 8, 7)
"""The worked steps of a fact start from the first of these that is one of its factors."""


def draw_easy_fact(rng: Random) -> Params:
    """The two factors of a fact with 2, 3, 4, 5 or 10."""
    return one_of(rng, EASY_FACTS)


def draw_large_fact(rng: Random) -> Params:
    """The two factors of a fact with 6, 7, 8 or 9."""
    return one_of(rng, LARGE_FACTS)


def fact(a: int, b: int) -> Draft:
    """7 × 8, worked from an easier fact: double, half of ten times, one more, one less."""
    k = next(helper for helper in HELPERS if helper in (a, b))
    m = a * b // k
    main = {"MUL.neighbour": bugs.product_neighbours(a, b)}
    other = {
        "OP.swapped": (a + b,),
        "MUL.shared_digit": bugs.shared_digit(a, b),
        "DIG.reversed": bugs.reversed_digits(a * b),
    }
    numbers = {"a": a, "b": b, "m": m, "two": 2 * m, "four": 4 * m, "five": 5 * m, "ten": 10 * m}
    return Draft(f"times_{k}", (a, b), a * b, numbers, main, other, ("mul.fact", *_tables(a, b)), (a, b))


def _tables(*factors: int) -> tuple[str, ...]:
    return tuple(f"mul.table_{factor}" for factor in sorted(set(factors)))


def draw_missing_factor(rng: Random) -> Params:
    """The place that is empty (0 or 1), the factor shown and the missing one; both at least 3, one at least 6."""
    place = between(rng, 0, 1)
    seen, answer = one_of(rng, LARGE_FACTS)
    return (place, seen, answer) if rng.random() < 0.5 else (place, answer, seen)


def missing_factor(place: int, seen: int, answer: int) -> Draft:
    """□ × 7 = 56 and 7 × □ = 56."""
    product = seen * answer
    main = {
        "DIV.neighbour": (answer - 1, answer + 1),
        "MISS.wrong_inverse": (product * seen,),
        "OP.swapped": (product - seen,),
    }
    numbers = {"seen": seen, "product": product, **_landmark(seen, answer)}
    skills = ("mul.missing", *_tables(seen, answer))
    form = "second_missing" if place else "first_missing"
    return Draft(form, (place, seen, answer), answer, numbers, main, {}, skills, (seen, answer))


def _landmark(d: int, q: int) -> dict[str, int]:
    """A line of the table of `d` before the line `q`, from which to go on."""
    start = 5 if q > 5 else 2 if q > 2 else 1
    if start * d == q:
        start -= 1
    return {"start": start, "reach": start * d}


def draw_exact_division(rng: Random) -> Params:
    """Dividend and divisor; the divisor and the quotient are 2 … 10."""
    d, q = between(rng, 2, 10), between(rng, 2, 10)
    return d * q, d


def exact_division(n: int, d: int) -> Draft:
    """56 ÷ 7."""
    q = n // d
    main = {"DIV.neighbour": (q - 1, q + 1), "OP.swapped": (n - d, n * d)}
    numbers = {"n": n, "d": d, **_landmark(d, q)}
    return Draft("exact", (n, d), q, numbers, main, {}, ("div.exact", *_tables(d)), (d, q))


def draw_division(rng: Random) -> Params:
    """Dividend and divisor; the divisor and the quotient are 2 … 9, with a remainder."""
    d = between(rng, 2, 9)
    return d * between(rng, 2, 9) + between(rng, 1, d - 1), d


def division(n: int, d: int) -> Draft:
    """47 ÷ 6 = 7 r 5."""
    q, r = divmod(n, d)
    main = {
        "DIV.remainder_lost": ((q, 0),),
        "DIV.remainder_too_big": ((q - 1, r + d),),
        "DIV.neighbour": ((q + 1, r), (q - 1, r)),
    }
    other = {"OP.swapped": ((n - d, 0), (n * d, 0))}
    numbers = {"n": n, "d": d, "q": q, "r": r, "near": q * d, "below": q - 1, "under": q * d - d}
    return Draft("remainder", (n, d), (q, r), numbers, main, other, ("div.remainder", *_tables(d)), (d, q))


def draw_dividend(rng: Random) -> Params:
    """Divisor, 3 … 9, quotient, 2 … 9, and remainder, at least 1."""
    d = between(rng, 3, 9)
    return d, between(rng, 2, 9), between(rng, 1, d - 1)


def dividend(d: int, q: int, r: int) -> Draft:
    """□ ÷ 6 = 7 r 5."""
    near = d * q
    main = {
        "DIV.remainder_lost": (near,),
        "MUL.neighbour": tuple(value + r for value in bugs.product_neighbours(q, d)),
    }
    other = {
        "OP.swapped": (near - r,),
        "ADD.carry_lost": bugs.carry_lost(near, r),
        "DIG.reversed": bugs.reversed_digits(near + r),
    }
    numbers = {"d": d, "q": q, "r": r, "near": near}
    return Draft("dividend", (d, q, r), near + r, numbers, main, other, ("div.dividend", *_tables(d)), (d, q))


FAMILIES = {
    "U1": Family(
        "upper",
        (Form(draw_easy_fact, fact), Form(draw_large_fact, fact), Form(draw_missing_factor, missing_factor)),
    ),
    "U2": Family(
        "upper",
        (
            Form(draw_exact_division, exact_division),
            Form(draw_division, division),
            Form(draw_dividend, dividend),
        ),
    ),
}
