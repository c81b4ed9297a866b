"""Sequences and their rules: the family L7."""

from __future__ import annotations

from random import Random

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Draft, Family, Form, Params, between, one_of

SHOWN = 4
"""How many numbers of a sequence with one rule are shown."""


def draw_next(rng: Random) -> Params:
    """The first number, and the step, 2, 5 or 10; the answer is at most 100."""
    step = one_of(rng, (2, 5, 10))
    return between(rng, 1, 100 - SHOWN * step), step


def following(start: int, step: int) -> Draft:
    """13, 18, 23, 28, □."""
    row = [start + step * place for place in range(SHOWN + 1)]
    last, answer = row[-2:]
    main = {"OP.swapped": (last - step,), "SEQ.too_far": (answer + step,)}
    other = {"CNT.off_by_one": (answer - 1,), "ADD.carry_lost": bugs.carry_lost(last, step)}
    return Draft("next", (start, step), answer, _row(row) | {"step": step}, main, other, ("sequence.forward",))


def _row(row: list[int]) -> dict[str, int]:
    """The numbers of a sequence by the names that the texts use."""
    return dict(zip("abcdef", row, strict=False))


def draw_back_or_gap(rng: Random) -> Params:
    """0: the sequence goes down, 1: its middle is missing; the first number and the step."""
    form, step = between(rng, 0, 1), one_of(rng, (3, 4, 5, 6, 7, 8, 9, 10))
    if form == 0:
        start = between(rng, SHOWN * step + 1, 100)
        return 0, start - (start == 5 * step), step
    return 1, between(rng, 1, 100 - SHOWN * step), step


def back_or_gap(form: int, start: int, step: int) -> Draft:
    """81, 75, 69, 63, □, or 13, 20, □, 34, 41."""
    return gap(start, step) if form else backward(start, step)


def backward(start: int, step: int) -> Draft:
    """81, 75, 69, 63, □."""
    row = [start - step * place for place in range(SHOWN + 1)]
    last, answer = row[-2:]
    main = {"OP.swapped": (last + step,), "SUB.off_by_one": bugs.one_short_or_long(answer)}
    other = {
        "SUB.smaller_from_larger": bugs.smaller_from_larger(last, step),
        "SUB.no_decrement": bugs.no_decrement(last, step),
        "SEQ.too_far": (answer - step,),
    }
    numbers = _row(row) | {"step": step}
    return Draft("back", (0, start, step), answer, numbers, main, other, ("sequence.backward",))


def gap(start: int, step: int) -> Draft:
    """13, 20, □, 34, 41."""
    row = [start + step * place for place in range(SHOWN + 1)]
    answer = row[2]
    main = {"CNT.off_by_one": (answer - 1,), "SEQ.too_far": (answer + step,)}
    other = {"ADD.carry_lost": bugs.carry_lost(row[1], step), "OP.swapped": (row[1] - step,)}
    numbers = _row(row) | {"step": step, "back": row[3] - step}
    return Draft("gap", (1, start, step), answer, numbers, main, other, ("sequence.gap",))


def draw_two_rules(rng: Random) -> Params:
    """0: up and down in turn, 1: two sequences in one; the first number, or two of them, and the two steps."""
    while True:
        if rng.random() < 0.5:
            start, up, down = between(rng, 5, 60), between(rng, 4, 12), between(rng, 2, 9)
            if up != down and start + up > down and 12 < start + 3 * up - 2 * down <= 100:
                return 0, start, up, down
        else:
            start, other, up, down = (
                between(rng, 2, 20),
                between(rng, 40, 99),
                between(rng, 3, 10),
                between(rng, 3, 9),
            )
            if other - 2 * down > start + 2 * up and up != down:
                return 1, start, other, up, down


def two_rules(form: int, *numbers: int) -> Draft:
    """20, 28, 25, 33, 30, □, or 5, 60, 9, 57, 13, □."""
    return two_in_one(*numbers) if form else up_and_down(*numbers)


def up_and_down(start: int, up: int, down: int) -> Draft:
    """20, 28, 25, 33, 30, □: up 8, down 3, and again."""
    row = [start]
    for place in range(5):
        row.append(row[-1] - down if place % 2 else row[-1] + up)
    last, answer = row[-2:]
    main = {"SEQ.other_rule": (last - down,), "OP.swapped": (last - up,), "SEQ.too_far": (answer - down,)}
    other = {
        "CNT.off_by_one": (answer - 1,),
        "ADD.carry_lost": bugs.carry_lost(last, up),
    }
    numbers = _row(row) | {"up": up, "down": down}
    return Draft("turns", (0, start, up, down), answer, numbers, main, other, ("sequence.two_rules",))


def two_in_one(start: int, other: int, up: int, down: int) -> Draft:
    """5, 60, 9, 57, 13, □: every second number belongs to the same sequence."""
    first, second = [start + up * place for place in range(3)], [other - down * place for place in range(3)]
    row = [value for pair in zip(first, second, strict=True) for value in pair]
    answer = row[-1]
    main = {
        "SEQ.other_rule": (first[-1] + up, second[1] + up),
        "OP.swapped": (second[1] + down,),
        "SUB.off_by_one": bugs.one_short_or_long(answer),
    }
    more = {"SEQ.too_far": (answer - down,), "SUB.smaller_from_larger": bugs.smaller_from_larger(second[1], down)}
    numbers = _row(row) | {"up": up, "down": down}
    return Draft("two_in_one", (1, start, other, up, down), answer, numbers, main, more, ("sequence.two_rules",))


FAMILIES = {
    "L7": Family(
        "lower",
        (Form(draw_next, following), Form(draw_back_or_gap, back_or_gap), Form(draw_two_rules, two_rules)),
    ),
}
