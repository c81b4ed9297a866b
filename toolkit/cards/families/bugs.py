"""Error patterns: the rules that children follow by mistake, as functions of the numbers on a card.

Each function returns the wrong answers of one pattern, `()` if it cannot show. Numbers are whole, from 0 to 100.
"""

from __future__ import annotations

from functools import cache

Values = tuple[int, ...]

BUGS = (
    "ADD.carry_lost",
    "ADD.carry_swapped",
    "ADD.carry_written",
    "ADD.misaligned",
    "BRD.count_start",
    "BRD.midway_cell",
    "BRD.one_pawn",
    "BRD.other_kind",
    "BRD.pass_forgotten",
    "BRD.star_forgotten",
    "BRD.wraps",
    "BRD.wrong_stays",
    "CMP.one_part",
    "CMP.turned",
    "CNT.off_by_one",
    "DIG.reversed",
    "DIV.neighbour",
    "DIV.order",
    "DIV.remainder_counted",
    "DIV.remainder_lost",
    "DIV.remainder_too_big",
    "EQ.add_all",
    "EQ.answer_next",
    "FAC.incomplete",
    "FAC.mixed",
    "FAC.same_digit",
    "FAC.twice",
    "MISS.wrong_inverse",
    "MUL.carry_lost",
    "MUL.neighbour",
    "MUL.shared_digit",
    "OP.swapped",
    "ORD.add_before_sub",
    "ORD.brackets_ignored",
    "ORD.left_to_right",
    "ORD.mult_before_div",
    "SEQ.other_rule",
    "SEQ.too_far",
    "SUB.no_decrement",
    "SUB.off_by_one",
    "SUB.smaller_from_larger",
    "SUB.zero_gives_zero",
    "SUB.zero_minus_n",
    "WORD.extra_number",
    "WORD.keyword",
    "WORD.stopped_early",
)


def _columns(numbers: tuple[int, ...]) -> tuple[int, int]:
    """The sum of the tens digits and the sum of the ones digits."""
    return sum(number // 10 for number in numbers), sum(number % 10 for number in numbers)


def carry_lost(*addends: int) -> Values:
    """47 + 38 → 75: the ones digit is kept, the ten dropped."""
    tens, ones = _columns(addends)
    return (10 * tens + ones % 10,) if ones > 9 else ()


def carry_written(*addends: int) -> Values:
    """47 + 38 → 715: the column sums side by side."""
    tens, ones = _columns(addends)
    return (100 * tens + ones,) if ones > 9 else ()


def carry_swapped(*addends: int) -> Values:
    """47 + 38 → 121: writes the ten, carries the one."""
    tens, ones = _columns(addends)
    return (10 * (tens + ones % 10) + ones // 10,) if ones > 9 else ()


def misaligned(a: int, b: int) -> Values:
    """47 + 3 → 77: the ones of the shorter number are added to the tens."""
    low, high = sorted((a, b))
    return (high + 10 * low,) if low < 10 <= high else ()


def counted_start(*addends: int) -> Values:
    """47 + 38 → 84: counts the starting number."""
    return (sum(addends) - 1,)


def reversed_digits(answer: int) -> Values:
    """56 → 65: writes the digits the wrong way round."""
    tens, ones = divmod(answer, 10)
    return (10 * ones + tens,) if answer < 100 and tens != ones and tens and ones else ()


def smaller_from_larger(a: int, *takes: int) -> Values:
    """63 − 29 → 46: takes the smaller digit from the larger in each column."""
    if not 0 < a % 10 < takes[0] % 10:
        return ()
    for b in takes:
        a = _by_columns(a, b)
    return (a,)


def _by_columns(a: int, b: int) -> int:
    return 10 * abs(a // 10 - b // 10) + abs(a % 10 - b % 10)


def no_decrement(a: int, b: int) -> Values:
    """63 − 29 → 44: borrows, but leaves the tens as they were."""
    return (a - b + 10,) if a % 10 < b % 10 else ()


def zero_minus_n(a: int, b: int) -> Values:
    """80 − 27 → 67: takes 0 − 7 for 7."""
    return (_by_columns(a, b),) if a % 10 == 0 < b % 10 else ()


def zero_gives_zero(a: int, b: int) -> Values:
    """80 − 27 → 60: takes 0 − 7 for 0."""
    return (10 * (a // 10 - b // 10),) if a % 10 == 0 < b % 10 else ()


def one_short_or_long(answer: int) -> Values:
    """63 − 29 → 35 or 33: counts back one step too few or too many."""
    return (answer + 1, answer - 1)


def product_neighbours(a: int, b: int) -> Values:
    """7 × 8 → 49, 63, 48, 64: one factor off by one."""
    return (a * (b - 1), a * (b + 1), (a - 1) * b, (a + 1) * b)


@cache
def shared_digit(a: int, b: int) -> Values:
    """7 × 8 → 54: the nearest other product of the tables that has a digit in the same place."""
    right, near = a * b, product_neighbours(a, b)
    if not 10 <= right < 100:
        return ()
    products = {x * y for x in range(2, 10) for y in range(2, 10)} - {right, *near}
    like = [p for p in products if p > 9 and (p // 10 == right // 10 or p % 10 == right % 10)]
    return (min(like, key=lambda p: (abs(p - right), p)),) if like else ()


def product_carry_lost(a: int, b: int) -> Values:
    """14 × 6 → 64: the tens of the product of the ones are dropped."""
    ones = a % 10 * b
    return (a * b - ones // 10 * 10,) if ones > 9 else ()
