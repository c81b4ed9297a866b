"""Word problems: the families L6 (one step) and U7 (two steps).

A form is an event; its stories, in `words`, tell it of different people and things, with the same numbers in the same
order in both languages.
"""

from __future__ import annotations

from random import Random

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Bugs, Draft, Family, Form, Params, between, shown
from toolkit.cards.families.lower import (
    draw_difference_one_borrow,
    draw_difference_to_20,
    draw_sum_one_carry,
    draw_sum_to_20,
)

STORIES = 4
"""How many stories each form has."""


def _story(rng: Random) -> int:
    return between(rng, 0, STORIES - 1)


def in_sum(a: int, b: int) -> Bugs:
    """The slips that may show in a sum."""
    return {
        "ADD.carry_lost": bugs.carry_lost(a, b),
        "CNT.off_by_one": bugs.counted_start(a, b),
        "ADD.carry_swapped": bugs.carry_swapped(a, b),
        "DIG.reversed": bugs.reversed_digits(a + b),
    }


def in_difference(a: int, b: int) -> Bugs:
    """The slips that may show in a difference."""
    return {
        "SUB.smaller_from_larger": bugs.smaller_from_larger(a, b),
        "SUB.no_decrement": bugs.no_decrement(a, b),
        "SUB.off_by_one": bugs.one_short_or_long(a - b),
        "DIG.reversed": bugs.reversed_digits(a - b),
    }


def draw_result(rng: Random) -> Params:
    """0: some are added, 1: some are taken away; the story; the two numbers."""
    while True:
        form = between(rng, 0, 1)
        a, b = draw_difference_to_20(rng) if form else draw_sum_to_20(rng)
        if min(b, abs(a - b)) > 1:
            return form, _story(rng), a, b


def result(form: int, story: int, a: int, b: int) -> Draft:
    """9 apples and 4 more; 15 apples, 6 are eaten."""
    numbers = {"a": a, "b": b}
    if form:
        main, other, name, answer = {"OP.swapped": (a + b,)}, in_difference(a, b), "leave", a - b
    else:
        main, other, name, answer = {"OP.swapped": (abs(a - b),)}, in_sum(a, b), "join", a + b
    return Draft(name, (form, story, a, b), answer, numbers, main, other, (f"word.{name}",), story=story)


CHANGES = ("came", "went", "difference")


def draw_change(rng: Random) -> Params:
    """0: how many came, 1: how many went, 2: how many more one has; the story; the larger and the smaller number."""
    while True:
        a, b = draw_difference_one_borrow(rng, short=0)
        if a - b > 1:
            return between(rng, 0, 2), _story(rng), a, b


def change(form: int, story: int, a: int, b: int) -> Draft:
    """28 stickers, now 45; 45 stickers, now 28; 45 and 28."""
    name = CHANGES[form]
    bug = "WORD.keyword" if name == "difference" else "MISS.wrong_inverse"
    main, numbers = {bug: (a + b,)}, {"a": a, "b": b}
    return Draft(name, (form, story, a, b), a - b, numbers, main, in_difference(a, b), (f"word.{name}",), story=story)


STARTS = ("before_gift", "before_gain", "more_than", "fewer_than")


def draw_start(rng: Random) -> Params:
    """0, 1: how many there were before; 2, 3: compared in the opposite direction; the story; the two numbers."""
    while True:
        form = between(rng, 0, 3)
        a, b = draw_sum_one_carry(rng, short=0) if form in (0, 3) else draw_difference_one_borrow(rng, short=0)
        if abs(a - b) > 1:
            return form, _story(rng), a, b


def start(form: int, story: int, a: int, b: int) -> Draft:
    """Some, less 18, are 25; some and 18 are 43; 27, which is 12 more than hers; 27, which is 12 fewer than hers."""
    name, numbers = STARTS[form], {"a": a, "b": b}
    if form in (0, 3):
        main, other, answer = {"WORD.keyword": (abs(a - b),)}, in_sum(a, b), a + b
    else:
        main, other, answer = {"WORD.keyword": (a + b,)}, in_difference(a, b), a - b
    return Draft(name, (form, story, a, b), answer, numbers, main, other, (f"word.{name}",), story=story)


def draw_groups(rng: Random) -> Params:
    """0: some are added to equal groups, 1: some are taken away; the story; groups, the size of each, how many."""
    while True:
        form, groups, each, c = between(rng, 0, 1), between(rng, 3, 9), between(rng, 3, 9), between(rng, 2, 20)
        if groups != each and c not in (groups, each) and (form == 0 or groups * each - c > 1):
            return form, _story(rng), groups, each, c


def groups_then(form: int, story: int, groups: int, each: int, c: int) -> Draft:
    """4 boxes of 6 eggs and 5 more; 4 boxes of 6 eggs, 5 are used."""
    first = groups * each
    answer = first - c if form else first + c
    main = {"WORD.stopped_early": (first,), "OP.swapped": (groups + each + c, first + c if form else first - c)}
    neighbours = tuple(n - c if form else n + c for n in bugs.product_neighbours(groups, each))
    other = {"MUL.neighbour": neighbours}
    numbers = {"groups": groups, "each": each, "c": c, "first": first}
    name = "groups_minus" if form else "groups_plus"
    return Draft(name, (form, story, groups, each, c), answer, numbers, main, other, (f"word.{name}",), story=story)


def draw_share(rng: Random) -> Params:
    """0: a share is compared with a larger number, 1: with a smaller one; the story; all, sharers, that number."""
    while True:
        form, d, q, c = between(rng, 0, 1), between(rng, 3, 9), between(rng, 3, 10), between(rng, 2, 25)
        if (c > q + 1 if form == 0 else c < q - 1) and c != d:
            return form, _story(rng), d * q, d, c


def share(form: int, story: int, n: int, d: int, c: int) -> Draft:
    """24 cards for 4 children; how many more, or fewer, than 10 has each?"""
    q = n // d
    low, high = sorted((q, c))
    # The word "more" suggests a sum, "fewer" does not.
    added = "OP.swapped" if form else "WORD.keyword"
    main = {"WORD.stopped_early": (q,), added: (q + c,)}
    other = {"DIV.neighbour": (abs(q - 1 - c), abs(q + 1 - c))}
    if form == 0:
        other["OP.swapped"] = (abs(n - d - c), n * d)
    numbers = {"n": n, "d": d, "c": c, "q": q, "low": low, "high": high}
    name = "share_fewer" if form else "share_more"
    return Draft(name, (form, story, n, d, c), high - low, numbers, main, other, (f"word.{name}",), story=story)


def draw_remainder(rng: Random) -> Params:
    """0: all must find room, 1: only full ones count; the story; the numbers of two kinds of things, how many go into
    one, and a number that is not needed."""
    while True:
        form, d, extra = between(rng, 0, 1), between(rng, 3, 9), between(rng, 2, 20)
        a, b = between(rng, 8, 45), between(rng, 5, 40)
        q, r = divmod(a + b, d)
        if r and 4 <= q <= 10 and len({a, b, d, extra, q, q + 1}) == 6 and (a + b + extra) // d != q:
            return form, _story(rng), a, b, d, extra


def remainder(form: int, story: int, a: int, b: int, d: int, extra: int) -> Draft:
    """26 children and 19 parents, 6 in a boat: one boat more; 26 red and 19 white beads, 6 in a row: the full ones."""
    n = a + b
    q, r = divmod(n, d)
    more = -(-(n + extra) // d) if form == 0 else (n + extra) // d
    context = {"DIV.remainder_counted": (q + 1,)} if form else {"DIV.remainder_lost": (q,)}
    main = {**context, "WORD.stopped_early": (n,), "WORD.extra_number": (more,)}
    other = {"DIV.neighbour": (q - 1,), "OP.swapped": (n - d,)}
    answer = q if form else q + 1
    numbers = {"a": a, "b": b, "d": d, "extra": extra, "n": n, "q": q, "r": r}
    name = "full_ones" if form else "room_for_all"
    params = (form, story, a, b, d, extra)
    return Draft(name, params, answer, numbers, shown(main), other, ("word.remainder", "word.extra"), story=story)


FAMILIES = {
    "L6": Family("lower", (Form(draw_result, result), Form(draw_change, change), Form(draw_start, start))),
    "U7": Family("upper", (Form(draw_groups, groups_then), Form(draw_share, share), Form(draw_remainder, remainder))),
}
