"""Several operations in a row, and brackets: the families L4, U3, U4 and U5."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Bugs, Draft, Family, Fill, Form, Params, Said, between, one_of, shown


def draw_chain_easy(rng: Random) -> Params:
    """a + b − c: a two-digit number and two small ones, nothing carried or borrowed."""
    while True:
        a = 10 * between(rng, 1, 8) + between(rng, 1, 7)
        b, c = between(rng, 2, 8), between(rng, 2, 8)
        if a % 10 + b <= 9 and a % 10 + b >= c != b:
            return 0, a, b, c


def draw_chain(rng: Random) -> Params:
    """0, a, b, c: a + b − c; 1, a, b, c: a − b + c. One carry or borrow in the two steps."""
    while True:
        form = between(rng, 0, 1)
        a = 10 * between(rng, 1, 8) + between(rng, 1, 9)
        b, c = between(rng, 3, 49), between(rng, 3, 49)
        first = a + b if form == 0 else a - b
        if not 10 <= first <= 100 or b == c or 0 in (b % 10, c % 10):
            continue
        answer = first - c if form == 0 else first + c
        if 2 <= answer <= 100 and (_turns(a, b, form) + _turns(first, c, 1 - form)) == 1:
            return form, a, b, c


def _turns(a: int, b: int, minus: int) -> int:
    """1 if the ones carry (or borrow), else 0."""
    return int(a % 10 < b % 10 if minus else a % 10 + b % 10 > 9)


def chain(form: int, a: int, b: int, c: int) -> Draft:
    """34 + 28 − 15 and 52 − 17 + 23, from left to right."""
    return minus_plus(a, b, c) if form else plus_minus(a, b, c)


def plus_minus(a: int, b: int, c: int) -> Draft:
    """34 + 28 − 15."""
    first = a + b
    answer = first - c
    main = {
        "WORD.stopped_early": (first,),
        "OP.swapped": (first + c,),
        "ADD.carry_lost": tuple(value - c for value in bugs.carry_lost(a, b)),
        "SUB.smaller_from_larger": bugs.smaller_from_larger(first, c) if first < 100 else (),
    }
    other = {
        "SUB.no_decrement": bugs.no_decrement(first, c),
        "SUB.off_by_one": bugs.one_short_or_long(answer),
        "ADD.misaligned": tuple(value - c for value in bugs.misaligned(a, b)),
    }
    numbers = {"a": a, "b": b, "c": c, "first": first}
    return Draft("plus_minus", (0, a, b, c), answer, numbers, shown(main), other, ("chain.plus_minus",))


def minus_plus(a: int, b: int, c: int) -> Draft:
    """52 − 17 + 23."""
    first = a - b
    answer = first + c
    main = {
        "WORD.stopped_early": (first,),
        "ORD.add_before_sub": (a - b - c,),
        "ADD.carry_lost": bugs.carry_lost(first, c),
        "SUB.smaller_from_larger": tuple(value + c for value in bugs.smaller_from_larger(a, b)),
    }
    other = {
        "SUB.no_decrement": tuple(value + c for value in bugs.no_decrement(a, b)),
        "OP.swapped": (a + b + c,),
        "CNT.off_by_one": (answer - 1,),
    }
    numbers = {"a": a, "b": b, "c": c, "first": first}
    if a < b + c:
        del main["ORD.add_before_sub"]
    return Draft("minus_plus", (1, a, b, c), answer, numbers, shown(main), other, ("chain.minus_plus",))


def draw_chain_missing(rng: Random) -> Params:
    """0, a, x, c: a + □ − c; 1, a, x, c: a − □ + c, with x in the box. Undone, both steps carry or borrow."""
    while True:
        form = between(rng, 0, 1)
        a = 10 * between(rng, 1, 8) + between(rng, 1, 9)
        x, c = between(rng, 11, 59), between(rng, 3, 39)
        first = a + x if form == 0 else a - x
        d = first - c if form == 0 else first + c
        if min(first, d) < 10 or max(first, d) > 100 or len({a, x, c, d}) < 4:
            continue
        if _turns(a, x, form) and _turns(first, c, 1 - form):
            return form, a, x, c


def chain_missing(form: int, a: int, x: int, c: int) -> Draft:
    """24 + □ − 15 = 38 and 72 − □ + 15 = 61: the last operation is undone first."""
    first = a - x if form else a + x
    d = first + c if form else first - c
    # "MISS": the last number goes to the other side with its sign kept; "OP": the last step is the other way round.
    kept = abs(a - (d + c)) if form else abs(d - c - a)
    turned = a + first
    main = {
        "WORD.stopped_early": (first,),
        "MISS.wrong_inverse": (kept,),
        "OP.swapped": (turned,),
    }
    other = {
        "SUB.off_by_one": bugs.one_short_or_long(x),
        "SUB.no_decrement": bugs.no_decrement(max(a, first), min(a, first)),
    }
    numbers = {"a": a, "c": c, "d": d, "first": first}
    name = "missing_minus_plus" if form else "missing_plus_minus"
    return Draft(name, (form, a, x, c), x, numbers, main, other, ("chain.missing",))


NO_CARRY = tuple((a, b) for a in range(11, 50) for b in range(2, 10) if 0 < a % 10 * b < 10 and a // 10 * b < 10)
ONE_CARRY = tuple((a, b) for a in range(12, 50) for b in range(2, 10) if a % 10 * b > 9 and a * b <= 100)


def draw_product_easy(rng: Random) -> Params:
    """0: the two-digit number comes first, 1: the other one; then the two numbers."""
    return between(rng, 0, 1), *one_of(rng, NO_CARRY)


def draw_product(rng: Random) -> Params:
    """As `draw_product_easy`, but the ones carry."""
    return between(rng, 0, 1), *one_of(rng, ONE_CARRY)


def product(turned: int, a: int, b: int) -> Draft:
    """23 × 4 = 20 × 4 + 3 × 4."""
    main = shown({"MUL.carry_lost": bugs.product_carry_lost(a, b), "OP.swapped": (a + b,)})
    other = {"MUL.neighbour": bugs.product_neighbours(a, b), "DIG.reversed": bugs.reversed_digits(a * b)}
    x, y = (b, a) if turned else (a, b)
    numbers = {"x": x, "y": y, "a": a, "b": b, **_split(a, b)}
    skill = "mul.two_digit" if a % 10 * b < 10 else "mul.two_digit_carry"
    return Draft("product", (turned, a, b), a * b, numbers, main, other, (skill,))


def _split(a: int, b: int) -> dict[str, int]:
    tens, ones = a - a % 10, a % 10
    return {"tens": tens, "ones": ones, "from_tens": tens * b, "from_ones": ones * b}


def draw_product_missing(rng: Random) -> Params:
    """0: the two-digit factor is missing, 1: the other one; then the two factors."""
    return between(rng, 0, 1), *one_of(rng, ONE_CARRY if rng.random() < 0.7 else NO_CARRY)


def product_missing(place: int, a: int, b: int) -> Draft:
    """□ × 4 = 92 and 23 × □ = 92."""
    answer, seen, whole = (b, a, a * b) if place else (a, b, a * b)
    main = {
        "DIV.neighbour": (answer - 1, answer + 1),
        "OP.swapped": (whole - seen,),
        "MISS.wrong_inverse": (whole * seen,),
    }
    other = {"DIG.reversed": bugs.reversed_digits(answer)}
    numbers = {"a": a, "b": b, "whole": whole, **_split(a, b), "below": b - 1, "near": a * (b - 1)}
    form = "small_missing" if place else "big_missing"
    return Draft(form, (place, a, b), answer, numbers, main, other, ("mul.two_digit_missing",))


def draw_times_then(rng: Random) -> Params:
    """0: a × b + c; 1: a × b − c."""
    while True:
        sign, a, b, c = between(rng, 0, 1), between(rng, 2, 9), between(rng, 2, 9), between(rng, 2, 30)
        if 1 <= (a * b - c if sign else a * b + c) <= 100 and a != b:
            return sign, a, b, c


def times_then(sign: int, a: int, b: int, c: int) -> Draft:
    """4 × 6 + 7, 4 × 6 − 7."""
    first = a * b
    answer, other_way = (first - c, first + c) if sign else (first + c, first - c)
    main = {"WORD.stopped_early": (first,), "OP.swapped": (other_way,)}
    neighbours = tuple(n - c if sign else n + c for n in bugs.product_neighbours(a, b))
    other = {"MUL.neighbour": neighbours, "ADD.carry_lost": () if sign else bugs.carry_lost(first, c)}
    if sign:
        other["SUB.smaller_from_larger"] = bugs.smaller_from_larger(first, c)
    numbers = {"a": a, "b": b, "c": c, "first": first}
    form = "times_minus" if sign else "times_plus"
    return Draft(form, (sign, a, b, c), answer, numbers, main, other, ("order.times_first",), (a, b))


def draw_then_times(rng: Random) -> Params:
    """0: a + b × c; 1: a − b × c; 2: a ÷ b × c."""
    if rng.random() < 0.2:
        while True:
            b, c = between(rng, 2, 9), between(rng, 2, 9)
            a = b * c * between(rng, 1, 5)
            if a <= 100 and b != c and a // b * c <= 100:
                return 2, a, b, c
    while True:
        sign, b, c = between(rng, 0, 1), between(rng, 2, 9), between(rng, 2, 9)
        a = between(rng, 2, 99)
        if 1 <= (a - b * c if sign else a + b * c) <= 100 and b != c and a not in (b, c):
            return sign, a, b, c


def then_times(form: int, a: int, b: int, c: int) -> Draft:
    """7 + 4 × 6 and 50 − 4 × 6: × first; 24 ÷ 4 × 3: from the left."""
    if form == 2:
        return div_times(a, b, c)
    first = b * c
    answer, other_way = (a - first, a + first) if form else (a + first, a - first)
    main = {
        "ORD.left_to_right": ((a - b) * c if form else (a + b) * c,),
        "WORD.stopped_early": (first,),
        "OP.swapped": (abs(other_way),),
    }
    if form and a < b:
        del main["ORD.left_to_right"]
    other = {"MUL.neighbour": tuple(a - n if form else a + n for n in bugs.product_neighbours(b, c))}
    numbers = {"a": a, "b": b, "c": c, "first": first}
    name = "minus_times" if form else "plus_times"
    return Draft(name, (form, a, b, c), answer, numbers, main, other, ("order.times_first",), (b, c))


def div_times(a: int, b: int, c: int) -> Draft:
    """24 ÷ 4 × 3."""
    first = a // b
    main = {
        "ORD.mult_before_div": (a // (b * c),),
        "WORD.stopped_early": (first,),
        "OP.swapped": (first + c,),
    }
    other = {"MUL.neighbour": bugs.product_neighbours(first, c), "DIV.neighbour": ((first - 1) * c, (first + 1) * c)}
    numbers = {"a": a, "b": b, "c": c, "first": first}
    return Draft("div_times", (2, a, b, c), first * c, numbers, main, other, ("order.left_to_right",), (b, first))


def draw_times_and_div(rng: Random) -> Params:
    """0: a × b + c ÷ d; 1: a × b − c ÷ d. Worked from left to right the division would have no remainder either."""
    while True:
        sign, a, b, d, q = between(rng, 0, 1), *(between(rng, 2, 9) for _ in range(4))
        answer = a * b - q if sign else a * b + q
        if 1 <= answer <= 100 and a * b % d == 0 and a != b and (not sign or a * b > d * q):
            return sign, a, b, d * q, d


def times_and_div(sign: int, a: int, b: int, c: int, d: int) -> Draft:
    """6 × 8 − 12 ÷ 4."""
    first, second = a * b, c // d
    answer, other_way = (first - second, first + second) if sign else (first + second, first - second)
    main = {
        "ORD.left_to_right": ((first - c) // d if sign else (first + c) // d,),
        "WORD.stopped_early": (first,),
        "OP.swapped": (other_way,),
    }
    neighbours = tuple(n - second if sign else n + second for n in bugs.product_neighbours(a, b))
    other = {"MUL.neighbour": neighbours, "DIV.neighbour": (answer - 1, answer + 1)}
    numbers = {"a": a, "b": b, "c": c, "d": d, "first": first, "second": second}
    form = "times_minus_div" if sign else "times_plus_div"
    return Draft(form, (sign, a, b, c, d), answer, numbers, main, other, ("order.times_first", "order.div_first"))


def draw_sum_times(rng: Random) -> Params:
    """0: (a + b) × c; 1: c × (a + b)."""
    while True:
        a, b, c = between(rng, 2, 15), between(rng, 2, 15), between(rng, 2, 9)
        if a + b >= 5 and (a + b) * c <= 100 and a != b:
            return between(rng, 0, 1), a, b, c


def sum_times(turned: int, a: int, b: int, c: int) -> Draft:
    """(3 + 4) × 6, 6 × (3 + 4)."""
    inner = a + b
    main = {
        "ORD.brackets_ignored": (c * a + b if turned else a + b * c,),
        "WORD.stopped_early": (inner,),
        "OP.swapped": (inner + c,),
    }
    other = {"MUL.neighbour": bugs.product_neighbours(inner, c)}
    numbers = {"a": a, "b": b, "c": c, "inner": inner}
    form = "times_sum" if turned else "sum_times"
    return Draft(form, (turned, a, b, c), inner * c, numbers, main, other, ("brackets.sum",))


def draw_of_difference(rng: Random) -> Params:
    """0: a × (b − c); 1: a ÷ (b − c)."""
    while True:
        form, inner, c = between(rng, 0, 1), between(rng, 2, 9), between(rng, 2, 30)
        b = inner + c
        if form == 0:
            a = between(rng, 2, 10)
            if a * b <= 200 and a * b >= c:
                return 0, a, b, c
        elif (a := inner * between(rng, 3, 10)) > b:
            return 1, a, b, c


def of_difference(form: int, a: int, b: int, c: int) -> Draft:
    """5 × (9 − 4) and 40 ÷ (9 − 4)."""
    inner = b - c
    if form:
        ignored = (a // b - c,) if a % b == 0 else ()
        main = shown(
            {"ORD.brackets_ignored": ignored, "WORD.stopped_early": (inner,), "OP.swapped": (a * inner, a - inner)}
        )
        answer, name = a // inner, "div_difference"
        other: Bugs = {"DIV.neighbour": (answer - 1, answer + 1)}
        if ignored and ignored[0] < 0:
            main = {bug: values for bug, values in main.items() if bug != "ORD.brackets_ignored"}
    else:
        main = {
            "ORD.brackets_ignored": (a * b - c,),
            "WORD.stopped_early": (inner,),
            "OP.swapped": (a * (b + c), a + inner),
        }
        answer, name = a * inner, "times_difference"
        other = {"MUL.neighbour": bugs.product_neighbours(a, inner)}
    numbers = {"a": a, "b": b, "c": c, "inner": inner}
    return Draft(name, (form, a, b, c), answer, numbers, main, other, ("brackets.difference",), (a, inner))


class Frame(NamedTuple):
    """a `first` b `second` c, with brackets around the first two numbers (`left`) or around the last two."""

    first: str
    second: str
    left: bool


FRAMES = tuple(
    Frame(*frame)
    for frame in (
        ("+", "×", True),
        ("−", "×", True),
        ("×", "+", False),
        ("×", "−", False),
        ("÷", "+", False),
        ("÷", "−", False),
        ("−", "−", False),
        ("−", "+", False),
        ("+", "÷", True),
        ("−", "÷", True),
    )
)
WORK: dict[str, Callable[[int, int], int | None]] = {
    "+": lambda a, b: a + b,
    "−": lambda a, b: a - b if a >= b else None,
    "×": lambda a, b: a * b,
    "÷": lambda a, b: a // b if b and a % b == 0 else None,
}
TURNED = {"+": "−", "−": "+", "×": "+", "÷": "−"}


def draw_brackets(rng: Random) -> Params:
    """The index of the frame and its three numbers. The value is 2 … 100, and different without the brackets."""
    while True:
        kind = between(rng, 0, len(FRAMES) - 1)
        a, b, c = _three(rng, FRAMES[kind])
        inner, target = _bracketed(FRAMES[kind], a, b, c)
        if inner is None or target is None or not 2 <= target <= 100 or inner < 2:
            continue
        if _plain(FRAMES[kind], a, b, c) != target and len({a, b, c}) == 3:
            return kind, a, b, c


def _three(rng: Random, frame: Frame) -> tuple[int, int, int]:
    if "÷" in frame:
        return between(rng, 6, 60), between(rng, 2, 40), between(rng, 2, 9)
    if "×" in frame:
        return between(rng, 2, 15), between(rng, 2, 15), between(rng, 2, 9)
    return between(rng, 30, 99), between(rng, 11, 60), between(rng, 5, 40)


def _bracketed(frame: Frame, a: int, b: int, c: int) -> tuple[int | None, int | None]:
    """The value in the brackets and the value of the whole; `None` if it is negative or not a whole number."""
    inner = WORK[frame.first](a, b) if frame.left else WORK[frame.second](b, c)
    if inner is None:
        return None, None
    return inner, WORK[frame.second](inner, c) if frame.left else WORK[frame.first](a, inner)


def _plain(frame: Frame, a: int, b: int, c: int) -> int | None:
    """The value without the brackets; `None` if a step is negative or not a whole number."""
    strong = frame.second in "×÷" and frame.first in "+−"
    inner = WORK[frame.second](b, c) if strong else WORK[frame.first](a, b)
    if inner is None:
        return None
    return WORK[frame.first](a, inner) if strong else WORK[frame.second](inner, c)


def brackets(kind: int, a: int, b: int, c: int) -> Draft:
    """Put brackets in 5 × 9 − 4 so that it makes 25."""
    frame = FRAMES[kind]
    first, second, left = frame
    inner, target = _bracketed(frame, a, b, c)
    assert inner is not None and target is not None
    bare = f"{a} {first} {b} {second} {c}"
    ends = {True: f"({a} {first} {b}) {second} {c}", False: f"{a} {first} ({b} {second} {c})"}
    turned = f"({a} {TURNED[first]} {b}) {second} {c}" if left else f"{a} {first} ({b} {TURNED[second]} {c})"
    numbers: dict[str, Fill] = {
        "bare": bare,
        "target": target,
        "inside": f"{a} {first} {b}" if left else f"{b} {second} {c}",
        "inner": inner,
        "outside": f"{inner} {second} {c}" if left else f"{a} {first} {inner}",
    }
    main = {"ORD.brackets_ignored": (bare, ends[not left]), "OP.swapped": (turned,)}
    lines = _bracket_steps(numbers | {"answer": ends[left]}, _plain(frame, a, b, c))
    params, skills = (kind, a, b, c), ("brackets.place",)
    return Draft("place", params, ends[left], numbers, main, {}, skills, lines=lines, frame=bare, target=target)


def _bracket_steps(numbers: Mapping[str, Fill], plain: int | None) -> tuple[Said, ...]:
    """The steps: without brackets, if that has a value, then the brackets, then the rest."""
    inside = Said("inside", {name: numbers[name] for name in ("inside", "inner")})
    steps = (inside, Said("outside", numbers))
    if plain is None:
        return steps
    return (Said("bare", {"bare": numbers["bare"], "plain": plain, "target": numbers["target"]}), *steps)


FAMILIES = {
    "L4": Family(
        "lower", (Form(draw_chain_easy, chain), Form(draw_chain, chain), Form(draw_chain_missing, chain_missing))
    ),
    "U3": Family(
        "upper",
        (
            Form(draw_product_easy, product),
            Form(draw_product, product),
            Form(draw_product_missing, product_missing),
        ),
    ),
    "U4": Family(
        "upper",
        (
            Form(draw_times_then, times_then),
            Form(draw_then_times, then_times),
            Form(draw_times_and_div, times_and_div),
        ),
    ),
    "U5": Family(
        "upper",
        (Form(draw_sum_times, sum_times), Form(draw_of_difference, of_difference), Form(draw_brackets, brackets)),
    ),
}
