"""Questions about two rolls: the first one, with the better pawn, prepares the plus that reaches a kind of cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.odds.walks import Pair
from toolkit.games.math_storm.questions.rolls import (
    BELIEFS,
    FACES,
    GOALS,
    SLIPS,
    SPECIAL,
    Sum,
    draw_cells,
    may_reach,
    plays,
    sums,
    write_face,
)
from toolkit.games.math_storm.state import LAST, Face, Pawn, kind

First = tuple[Face, Pawn]
"""A first roll and the pawn that takes its result."""
After = Mapping[First, Pair]
"""The cells of the pawns after each first roll."""


def _firsts(pawns: Pair) -> tuple[First, ...]:
    """The operations that have a result on the board, each with either pawn."""
    faces = [face for face in FACES["U8"] if all(isinstance(walk.end, int) for walk in plays(pawns, face))]
    return tuple((face, pawn) for face in faces for pawn in (0, 1))


def _after(pawns: Pair, first: First) -> Pair:
    return next(walk.pawns for walk in plays(pawns, first[0]) if walk.hops[0].pawn == first[1])


def _sum(pawns: Pair, face: Face) -> Sum:
    """The only operation of a face, with pawn 0."""
    return sums(plays(pawns, face)[0], face)[0]


def draw_pair(rng: Rng) -> Params:
    """0: which roll and which pawn, 1: which cell; the kind of cell (0: chance, 1: challenge), the cells of the pawns.

    Only after one of the first rolls the next plus reaches a cell of that kind.
    """
    form = 0 if rng.random() < 0.2 else 1
    while True:
        goal, pawns = between(rng, 0, 1), draw_cells(rng, 60 if form else 48)
        right = [first for first in _firsts(pawns) if may_reach(_after(pawns, first), "+", GOALS[goal])]
        if len(right) == 1 and (form == 0 or right[0][0] in "×÷" or rng.random() < 0.5):
            return form, goal, *pawns


def draft_pair(form: int, goal: int, a: int, b: int) -> Draft:
    """Which roll and which pawn, so that the next plus reaches a chance cell? Or: which cell is that?"""
    pawns = (a, b)
    after = {first: _after(pawns, first) for first in _firsts(pawns)}
    (right,) = (first for first in after if may_reach(after[first], "+", GOALS[goal]))
    lines = tuple(_table(pawns, face) for face in dict.fromkeys(face for face, _ in after))
    if form:
        return _draft_second(goal, pawns, right, lines)
    return _draft_first(goal, pawns, right, after, lines)


def _draft_first(goal: int, pawns: Pair, right: First, after: After, lines: tuple[Said, ...]) -> Draft:
    """12 and 30: after which roll, and with which pawn, can + reach a chance cell?"""
    firsts = tuple(after)
    led = _first_guesses(pawns, right, after, GOALS[goal])
    letter = LETTERS[firsts.index(right)]
    texts = [Said("move", {"face": write_face(face), "cell": pawns[pawn]}) for face, pawn in firsts]
    numbers: dict[str, Fill] = {"a": pawns[0], "b": pawns[1], "kind": Said(GOALS[goal])}
    return Draft(
        "pair",
        (0, goal, *pawns),
        letter,
        numbers,
        {},
        picked(firsts, {bug: [first for first in ends if first != right] for bug, ends in led.items()}),
        ("board.pair",),
        lines=(*lines, Said("so", {"letter": letter})),
        choices=lettered(texts),
        board=pawns,
    )


def _first_guesses(pawns: Pair, right: First, after: After, goal: str) -> dict[str, list[First]]:
    """By error pattern, the first rolls that a child who follows it chooses."""
    return {
        "BRD.midway_cell": [first for first, cells in after.items() if kind(cells[first[1]]) == goal],
        "BRD.other_kind": [first for first, cells in after.items() if may_reach(cells, "+", SPECIAL[goal])],
        "BRD.one_pawn": [(right[0], 1 - right[1])],
        "OP.swapped": [first for first, cells in after.items() if may_reach(cells, "-", goal)],
        "CNT.off_by_one": [first for first, cells in after.items() if BELIEFS["CNT.off_by_one"](cells, "+", goal)],
        **{bug: _firsts_by_slip(pawns, tuple(after), bug, goal) for bug in SLIPS if bug != "CNT.off_by_one"},
    }


def _draft_second(goal: int, pawns: Pair, right: First, lines: tuple[Said, ...]) -> Draft:
    """12 and 30: × is too much, − leaves 18 and 12 … only after one roll + reaches a chance cell: which?"""
    last = _sum(_after(pawns, right), "+")
    stays = _sum(_after(pawns, (right[0], 1 - right[1])), "+")
    led: dict[str, tuple[int, ...]] = {
        "WORD.stopped_early": (_sum(pawns, right[0]).result,),
        "BRD.one_pawn": (stays.result,),
        "OP.swapped": (abs(last.hop.start - last.hop.partner),),
        "CNT.off_by_one": (last.result - 1,),
        "ADD.carry_lost": bugs.carry_lost(last.hop.start, last.hop.partner),
    }
    wrong = {bug: values for bug, values in led.items() if values}
    numbers: dict[str, Fill] = {"a": pawns[0], "b": pawns[1], "kind": Said(GOALS[goal])}
    lines = (*lines, Said("end_on", {"answer": last.result, "text": last.text}))
    params = (1, goal, *pawns)
    return Draft("second", params, last.result, numbers, {}, wrong, ("board.pair",), lines=lines, board=pawns)


def _firsts_by_slip(pawns: Pair, firsts: Sequence[First], bug: str, goal: str) -> list[First]:
    """The first rolls that seem right to a child who works out the first operation by a pattern."""
    op, work = SLIPS[bug]
    seeming = []
    for face, pawn in firsts:
        results = work(max(pawns), min(pawns)) if face == op else ()
        if any(0 < r <= LAST and may_reach((r, pawns[1 - pawn]), "+", goal) for r in results):
            seeming.append((face, pawn))
    return seeming


def _table(pawns: Pair, face: Face) -> Said:
    """A line of the table: the result of a face, and the next sum after either choice of the pawn."""
    numbers: dict[str, Fill] = {"face": write_face(face), "text": _sum(pawns, face).text}
    for pawn in (0, 1):
        second = _sum(_after(pawns, (face, pawn)), "+")
        numbers |= {f"next{pawn}": second.text, f"kind{pawn}": Said(second.end[1]), f"cell{pawn}": pawns[pawn]}
    return Said("table", numbers)
