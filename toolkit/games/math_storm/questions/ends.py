"""Questions about where one operation leads: after a plus or minus, and after a division or a product."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import Draft, Fill, Params, Said, between
from toolkit.core.game import Rng
from toolkit.games.math_storm.questions.rolls import (
    LOST,
    SPECIAL,
    End,
    Wrong,
    ask_end,
    draw_cells,
    end_of,
    ends_at,
    list_sums,
    plays,
)
from toolkit.games.math_storm.rules.moves import result
from toolkit.games.math_storm.state import LAST, kind


def draw_landing(rng: Rng) -> Params:
    """The operation (0: plus, 1: minus) and the cells."""
    while True:
        op, (a, b) = between(rng, 0, 1), draw_cells(rng)
        r = result("+-"[op], a, b)
        if r is not None and r > 1 and (rng.random() < 0.5 or kind(min(r, LAST)) != "plain"):
            return op, a, b


def draft_landing(op: int, a: int, b: int) -> Draft:
    """Pawns on 23 and 47, plus: 70, a chance cell."""
    face = "+-"[op]
    walk = plays((a, b), face)[0]
    r, end = walk.results[0], end_of(walk)
    high, low = max(a, b), min(a, b)
    wrong = {
        "BRD.wraps": ends_at(r - LAST) if r > LAST else (),
        "BRD.other_kind": _other_kind(end),
        "ADD.carry_written": _ends(bugs.carry_written(a, b)) if op == 0 else (),
        "OP.swapped": ends_at(high - low if op == 0 else high + low),
        "ADD.carry_lost": _ends(bugs.carry_lost(a, b)) if op == 0 else (),
        "SUB.smaller_from_larger": _ends(bugs.smaller_from_larger(high, low)) if op else (),
        "SUB.no_decrement": _ends(bugs.no_decrement(high, low)) if op else (),
        "CNT.off_by_one": ends_at(r - 1) if op == 0 else (),
        "SUB.off_by_one": _ends((r + 1, r - 1)) if op else (),
    }
    numbers: dict[str, Fill] = {"a": a, "b": b, "high": high, "low": low}
    name = "landing_minus" if op else "landing_plus"
    return ask_end(name, (op, a, b), end, wrong, numbers, list_sums(walk, face), (a, b))


def _ends(results: Iterable[int]) -> tuple[End, ...]:
    """The ends for all numbers that a pattern gives."""
    return tuple(end for r in results for end in ends_at(r))


def _other_kind(end: End) -> tuple[End, ...]:
    """The same cell with the other kind of card; none if it has no card."""
    return ((end[0], SPECIAL[end[1]]),) if end[1] in SPECIAL else ()


def draw_legal(rng: Rng) -> Params:
    """The operation (0: a division that has a result, 1: a product) and the cells."""
    while True:
        case, (a, b) = between(rng, 0, 3), draw_cells(rng)
        r = result("÷" if case < 2 else "×", a, b)
        small = min(a, b) < 10
        if case == 0 and r is not None and 2 <= r <= 25:
            return 0, a, b
        if case == 1 and r is None and small and max(a, b) > 2 * min(a, b):
            return 1, a, b
        if case > 1 and small and r is not None and 70 < r < 200 and (r > LAST) == (case == 3):
            return 1, a, b


def draft_legal(times: int, a: int, b: int) -> Draft:
    """Pawns on 42 and 6, ÷: on 7. On 12 and 9, ×: over 100, into the storm."""
    face = "×" if times else "÷"
    walk = plays((a, b), face)[0]
    end = end_of(walk)
    high, low = max(a, b), min(a, b)
    wrong = _wrong_products(a, b) if times else _wrong_quotients(high, low, end == LOST)
    numbers: dict[str, Fill] = {"a": a, "b": b, "high": high, "low": low}
    lines = list_sums(walk, face)
    if end == LOST:
        lines = (Said("rest", {"high": high, "low": low, "q": high // low, "r": high % low}),)
    wrong = {**wrong, "BRD.other_kind": _other_kind(end)}
    return ask_end("times" if times else "divide", (times, a, b), end, wrong, numbers, lines, (a, b))


def _wrong_products(a: int, b: int) -> Wrong:
    r = a * b
    return {
        "BRD.wraps": ends_at(r - LAST) if r > LAST else (),
        "OP.swapped": ends_at(a + b),
        "MUL.neighbour": _ends(sorted(bugs.product_neighbours(a, b), reverse=True)),
        "MUL.carry_lost": _ends(bugs.product_carry_lost(max(a, b), min(a, b))),
    }


def _wrong_quotients(high: int, low: int, lost: bool) -> Wrong:
    """`lost`: the division has no result."""
    q = high // low
    return {
        "DIV.order": () if lost else (LOST,),
        "DIV.remainder_lost": ends_at(q) if lost else (),
        "DIV.neighbour": ends_at(q + 1) if lost else _ends((q + 1, q - 1)),
        "OP.swapped": ends_at(high - low),
    }
