"""Sums, differences and missing numbers: the families L1, L2 and L3."""

from __future__ import annotations

from random import Random

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Bugs, Draft, Family, Form, Params, between


def draw_sum_to_20(rng: Random) -> Params:
    """Two one-digit numbers that pass the ten, or a teen and a one-digit number that do not pass the next ten."""
    if rng.random() < 0.5:
        a = between(rng, 2, 9)
        return a, between(rng, 11 - a, 9)
    unit = between(rng, 1, 8)
    pair = (10 + unit, between(rng, 2, 10 - unit))
    return pair if rng.random() < 0.5 else pair[::-1]


def sum_to_20(a: int, b: int) -> Draft:
    """8 + 5 by making ten; 13 + 5 by leaving the ten alone."""
    small, big = sorted((a, b))
    main = {"CNT.off_by_one": bugs.counted_start(a, b), "OP.swapped": (big - small,)}
    reversed_ = bugs.reversed_digits(a + b)
    if big > 10:
        other = {
            "ADD.misaligned": bugs.misaligned(a, b),
            "ADD.carry_lost": bugs.carry_lost(a, b),
            "DIG.reversed": reversed_,
        }
        numbers = {"a": a, "b": b, "teen": big, "unit": big - 10, "one": small, "ones": big - 10 + small}
        return Draft("teen", (a, b), a + b, numbers, main, other, ("add.no_carry",))
    need = 10 - big
    other = {"ADD.carry_lost": bugs.carry_lost(a, b), "DIG.reversed": reversed_}
    numbers = {"a": a, "b": b, "big": big, "small": small, "need": need, "rest": small - need}
    return Draft("make_ten", (a, b), a + b, numbers, main, other, ("add.make_ten",))


def draw_sum_one_carry(rng: Random, short: float = 1 / 3) -> Params:
    """A two-digit number and one with one or two digits; the ones make ten or more, the sum is 21 … 99.

    `short`: how often the second number has one digit.
    """
    ua = between(rng, 1, 9)
    ub = between(rng, max(2, 10 - ua), 9)
    if rng.random() < short:
        return 10 * between(rng, 2, 8) + ua, ub
    ta = between(rng, 1, 7)
    return 10 * ta + ua, 10 * between(rng, 1, 8 - ta) + ub


def sum_one_carry(a: int, b: int) -> Draft:
    """47 + 38: ones, tens, join."""
    ones = a % 10 + b % 10
    tens = (a + b) // 10 * 10
    numbers = {"a": a, "b": b, "ua": a % 10, "ub": b % 10, "ones": ones, "digit": ones % 10}
    numbers |= {"ta": a - a % 10, "tb": b - b % 10, "tens": tens}
    main = {**_slips_in_sum(a, b), "OP.swapped": (abs(a - b),)}
    other = {"DIG.reversed": bugs.reversed_digits(a + b)}
    form = "two_two" if b > 9 else "two_one"
    return Draft(form, (a, b), a + b, numbers, main, other, ("add.carry",))


def _slips_in_sum(a: int, b: int) -> Bugs:
    slips = {
        "ADD.carry_lost": bugs.carry_lost(a, b),
        "CNT.off_by_one": bugs.counted_start(a, b),
        "ADD.carry_swapped": bugs.carry_swapped(a, b),
        "ADD.carry_written": bugs.carry_written(a, b),
        "ADD.misaligned": bugs.misaligned(a, b),
    }
    return {bug: values for bug, values in slips.items() if values}


def draw_three_addends(rng: Random) -> Params:
    """Three two-digit numbers; the ones make ten or more, the sum is at most 100."""
    while True:
        a, b, c = (10 * between(rng, 1, 6) + between(rng, 1, 9) for _ in range(3))
        if a % 10 + b % 10 + c % 10 > 9 and a + b + c <= 100:
            return a, b, c


def three_addends(a: int, b: int, c: int) -> Draft:
    """28 + 35 + 19: by columns, or first the pair whose ones make ten."""
    main = {
        "ADD.carry_lost": bugs.carry_lost(a, b, c),
        "WORD.stopped_early": (a + b,),
        "CNT.off_by_one": bugs.counted_start(a, b, c),
        "ADD.carry_written": bugs.carry_written(a, b, c),
    }
    other = {"OP.swapped": (a + b - c,), "ADD.carry_swapped": bugs.carry_swapped(a, b, c)}
    numbers = {"a": a, "b": b, "c": c}
    params, answer = (a, b, c), a + b + c
    for x, y, z in ((a, b, c), (a, c, b), (b, c, a)):
        if x % 10 + y % 10 == 10:
            numbers |= {"x": x, "y": y, "z": z, "round": x + y}
            return Draft("round_pair", params, answer, numbers, main, other, ("add.three", "add.round_pair"))
    ones = a % 10 + b % 10 + c % 10
    carry = ones - ones % 10
    numbers |= {"ua": a % 10, "ub": b % 10, "uc": c % 10, "ones": ones, "digit": ones % 10, "carry": carry}
    numbers |= {"ta": a - a % 10, "tb": b - b % 10, "tc": c - c % 10, "tens": answer - ones % 10}
    numbers |= {"carried": carry // 10}
    return Draft("three", params, answer, numbers, main, other, ("add.three", "add.carry"))


def draw_difference_to_20(rng: Random) -> Params:
    """Half of the questions open the ten; in the others the ones are enough, with or without a ten to take away."""
    if rng.random() < 0.5:
        b = between(rng, 2, 9)
        return 10 + between(rng, 1, b - 1), b
    if rng.random() < 0.5:
        unit = between(rng, 3, 9)
        return 10 + unit, between(rng, 2, unit - 1)
    unit = between(rng, 3, 9)
    return 10 + unit, 10 + between(rng, 1, unit - 2)


def difference_to_20(a: int, b: int) -> Draft:
    """12 − 9 opens the ten; 17 − 5 and 17 − 12 do not."""
    main = {**_slips_in_difference(a, b), "OP.swapped": (a + b,)}
    other = {"DIG.reversed": bugs.reversed_digits(a - b)}
    numbers = {"a": a, "b": b, "ua": a % 10, "ub": b % 10}
    if b > 9:
        return Draft("teens", (a, b), a - b, numbers, main, other, ("sub.no_borrow",))
    if a % 10 > b:
        numbers |= {"ones": a % 10 - b}
        return Draft("teen", (a, b), a - b, numbers, main, other, ("sub.no_borrow",))
    numbers |= {"rest": a - 10, "part": 10 - b}
    return Draft("open_ten", (a, b), a - b, numbers, main, other, ("sub.open_ten",))


def _slips_in_difference(a: int, b: int) -> Bugs:
    slips = {
        "SUB.smaller_from_larger": bugs.smaller_from_larger(a, b),
        "SUB.zero_minus_n": bugs.zero_minus_n(a, b),
        "SUB.zero_gives_zero": bugs.zero_gives_zero(a, b),
        "SUB.no_decrement": bugs.no_decrement(a, b),
        "SUB.off_by_one": bugs.one_short_or_long(a - b),
    }
    return {bug: values for bug, values in slips.items() if values}


def draw_difference_one_borrow(rng: Random, short: float = 1 / 3) -> Params:
    """A two-digit number, 21 … 98, and one with one or two digits and more ones, to be taken away."""
    ub = between(rng, 2, 9)
    ua = between(rng, 1, ub - 1)
    ta = between(rng, 2, 9)
    tb = 0 if rng.random() < short else between(rng, 1, ta - 1)
    return 10 * ta + ua, 10 * tb + ub


def draw_difference_round(rng: Random) -> Params:
    """A multiple of ten and a two-digit number that is smaller by more than ten."""
    ta = between(rng, 3, 10)
    return 10 * ta, 10 * between(rng, 1, ta - 2) + between(rng, 1, 9)


def difference_one_borrow(a: int, b: int) -> Draft:
    """63 − 29 opens a ten, and so does 80 − 27; 62 − 58 counts up."""
    main = {**_slips_in_difference(a, b), "OP.swapped": (a + b,)}
    other = {"DIG.reversed": bugs.reversed_digits(a - b)}
    numbers = {"a": a, "b": b, "ua": a % 10, "ub": b % 10}
    if b > 9 and a - b < 10:
        numbers |= {"round": a - a % 10, "up": 10 - b % 10, "rest": a % 10}
        return Draft("count_up", (a, b), a - b, numbers, main, other, ("sub.borrow", "sub.count_up"))
    down, tb = a - a % 10 - 10, b - b % 10
    numbers |= {"down": down, "up": 10 + a % 10, "ones": 10 + a % 10 - b % 10, "tb": tb, "tens": down - tb}
    skills = ("sub.borrow",) if a % 10 else ("sub.borrow", "sub.zero")
    return Draft("open_two" if tb else "open_one", (a, b), a - b, numbers, main, other, skills)


def draw_hard_difference(rng: Random) -> Params:
    """A multiple of ten and a number, or three numbers."""
    return draw_difference_round(rng) if rng.random() < 0.5 else draw_two_differences(rng)


def hard_difference(a: int, b: int, *more: int) -> Draft:
    """80 − 27, or 63 − 17 − 28."""
    return two_differences(a, b, *more) if more else difference_one_borrow(a, b)


def draw_two_differences(rng: Random) -> Params:
    """Three two-digit numbers a, b, c; both steps of a − b − c borrow."""
    ub = between(rng, 3, 9)
    ua = between(rng, 1, ub - 2)
    uc = between(rng, 11 + ua - ub, 9)
    ta = between(rng, 4, 9)
    tb = between(rng, 1, ta - 3)
    return 10 * ta + ua, 10 * tb + ub, 10 * between(rng, 1, ta - 2 - tb) + uc


def two_differences(a: int, b: int, c: int) -> Draft:
    """63 − 17 − 28: from left to right, checked by taking both away at once."""
    first, answer = a - b, a - b - c
    numbers = {"a": a, "b": b, "c": c, "first": first, "both": b + c}
    main = {
        "WORD.stopped_early": (first,),
        "SUB.off_by_one": bugs.one_short_or_long(answer),
        "OP.swapped": (first + c,),
        "SUB.smaller_from_larger": bugs.smaller_from_larger(a, b, c),
        "SUB.no_decrement": (answer + 20,),
    }
    return Draft("twice", (a, b, c), answer, numbers, main, {}, ("sub.twice", "sub.borrow"))


def draw_missing_addend(rng: Random) -> Params:
    """The addend that is shown, and the sum, 8 … 20."""
    c = between(rng, 8, 20)
    return between(rng, 2, c - 2), c


def missing_addend(a: int, c: int) -> Draft:
    """8 + □ = 13."""
    main = {"MISS.wrong_inverse": (c + a,), "SUB.off_by_one": bugs.one_short_or_long(c - a)}
    other = {"SUB.smaller_from_larger": bugs.smaller_from_larger(c, a)}
    return Draft("addend", (a, c), c - a, {"a": a, "c": c}, main, other, ("missing.addend",))


def draw_missing_in_difference(rng: Random) -> Params:
    """The place that is empty (0 or 1) and the two numbers shown; to find the third carries or borrows once."""
    if rng.random() < 0.5:
        return 0, *draw_sum_one_carry(rng, short=0)
    return 1, *draw_difference_one_borrow(rng, short=0)


def missing_in_difference(place: int, x: int, y: int) -> Draft:
    """□ − 18 = 25, or 63 − □ = 29."""
    return missing_minuend(x, y) if place == 0 else missing_subtrahend(x, y)


def missing_minuend(a: int, c: int) -> Draft:
    """□ − 18 = 25."""
    main = {**_slips_in_sum(c, a), "MISS.wrong_inverse": (abs(c - a),)}
    numbers = {"a": a, "c": c}
    return Draft("minuend", (0, a, c), a + c, numbers, main, {}, ("missing.minuend", "add.carry"))


def missing_subtrahend(a: int, c: int) -> Draft:
    """63 − □ = 29."""
    main = {**_slips_in_difference(a, c), "MISS.wrong_inverse": (a + c,)}
    numbers = {"a": a, "c": c}
    return Draft("subtrahend", (1, a, c), a - c, numbers, main, {}, ("missing.subtrahend", "sub.borrow"))


def draw_balance(rng: Random) -> Params:
    """Three numbers a, b, c: a + b carries once, and taking c away from the sum borrows once."""
    while True:
        a, b = draw_sum_one_carry(rng, short=0)
        c = 10 * between(rng, 1, 8) + between(rng, 1, 9)
        if (a + b) % 10 < c % 10 and c not in (a, b) and a + b - c > 1:
            return a, b, c


def balance(a: int, b: int, c: int) -> Draft:
    """38 + 24 = □ + 17."""
    total = a + b
    main = {
        "EQ.answer_next": (total,),
        "EQ.add_all": (total + c,),
        "SUB.off_by_one": bugs.one_short_or_long(total - c),
    }
    numbers = {"a": a, "b": b, "c": c, "total": total}
    other = _slips_in_difference(total, c)
    return Draft("balance", (a, b, c), total - c, numbers, main, other, ("missing.balance",))


FAMILIES = {
    "L1": Family(
        "lower",
        (
            Form(draw_sum_to_20, sum_to_20),
            Form(draw_sum_one_carry, sum_one_carry),
            Form(draw_three_addends, three_addends),
        ),
    ),
    "L2": Family(
        "lower",
        (
            Form(draw_difference_to_20, difference_to_20),
            Form(draw_difference_one_borrow, difference_one_borrow),
            Form(draw_hard_difference, hard_difference),
        ),
    ),
    "L3": Family(
        "lower",
        (
            Form(draw_missing_addend, missing_addend),
            Form(draw_missing_in_difference, missing_in_difference),
            Form(draw_balance, balance),
        ),
    ),
}
