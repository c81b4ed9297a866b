"""What a roll can lead to, for the questions about the board, and what a child takes it for who follows a pattern.

Everything right is asked of the engine: `moves.result`, `moves.may_take`, `moves.triggered`, `state.kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, offered, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import DICE, LAST, STORM, Cell, Face, Operation, Pawn, kind, operations

Pair = tuple[Cell, Cell]
Outcome = tuple[Cell, str]
"""Where a pawn ends, and what is there: (70, "chance"); (101, "over"): in the storm; (102, "lost"): no result."""
OVER, LOST = (LAST + 1, "over"), (LAST + 2, "lost")
NONE = "none"
SIGN = {"-": "−", "+-": "+−"}
SPECIAL = {"chance": "challenge", "challenge": "chance"}


class Hop(NamedTuple):
    """One operation: `a` `op` `b` is `r`, and the pawn that stood on `start` takes it; its partner is on `other`."""

    op: Operation
    start: Cell
    other: Cell
    r: int
    pawn: Pawn

    @property
    def text(self) -> str:
        a, b = (self.other, self.start) if self.pawn else (self.start, self.other)
        if self.op in "-÷" and a < b:
            a, b = b, a
        return f"{a} {SIGN.get(self.op, self.op)} {b} = {self.r}"

    @property
    def end(self) -> Outcome:
        return OVER if self.r > LAST else (self.r, kind(self.r))


class Route(NamedTuple):
    """One legal way to play the operations; `lost`: the last of them has no result. `card` is drawn at the end."""

    hops: tuple[Hop, ...]
    pawns: Pair
    card: str
    lost: bool = False

    @property
    def end(self) -> Outcome:
        return LOST if self.lost else self.hops[-1].end


@lru_cache(maxsize=4096)
def routes(pawns: Pair, face: Face) -> tuple[Route, ...]:
    """All legal ways to play a face, as `moves.result`, `moves.may_take` and `moves.triggered` have it."""
    return tuple(_routes(pawns, operations(face)))


def _routes(pawns: Pair, ops: tuple[Operation, ...]) -> Iterator[Route]:
    r = moves.result(ops[0], *pawns)
    if r is None:
        yield Route((), pawns, "", lost=True)
        return
    for pawn in (0, 1):
        start, other = pawns[pawn], pawns[1 - pawn]
        if moves.may_take(r, start, other, False):
            continue
        hop = Hop(ops[0], start, other, r, pawn)
        end = STORM if r > LAST else r
        moved = (end, other) if pawn == 0 else (other, end)
        if r > LAST or len(ops) == 1:
            yield Route((hop,), moved, "" if r > LAST else moves.triggered(end, start, other))
            continue
        for rest in _routes(moved, ops[1:]):
            yield Route((hop, *rest.hops), rest.pawns, rest.card, rest.lost)


def two_cells(rng: Rng, high: int = 95) -> Pair:
    """The cells of two pawns, not on the storm cell, not on the same one."""
    while True:
        a, b = between(rng, 2, high), between(rng, 2, high)
        if a != b:
            return a, b


def outcome(end: Outcome) -> Said:
    """What a choice says."""
    cell, what = end
    return Said(what) if cell > LAST else Said("on", {"cell": cell, "kind": Said(what)})


def cell_of(cell: int) -> tuple[Outcome, ...]:
    """The outcome of a number somebody comes to; none where it is no cell."""
    return (OVER,) if cell > LAST else ((cell, kind(cell)),) if cell > 0 else ()


Found = Mapping[str, Sequence[Outcome]]


def which(
    name: str,
    params: Params,
    right: Outcome,
    found: Found,
    numbers: dict[str, Fill],
    lines: Sequence[Said],
    board: Params,
) -> Draft:
    """A question that offers what may happen, each wrong one by a pattern of its own."""
    shown = offered(right, found, params)
    letter = LETTERS[shown.index(right)]
    last = Said("so", {"letter": letter})
    return Draft(
        name,
        params,
        letter,
        numbers,
        {},
        picked(shown, found),
        ("board.outcome",),
        lines=(*lines, last),
        choices=lettered(map(outcome, shown)),
        board=board,
    )


def told(route: Route) -> tuple[Said, ...]:
    """Every operation of a route: its equation, and what kind of cell that is."""
    return tuple(Said("hop", {"text": hop.text, "kind": Said(hop.end[1])}) for hop in route.hops)


FACES = {
    "L8": tuple(face for face in DICE["plus-minus"] if face != "stop" and len(face) < 3),
    "U8": tuple(face for face in DICE["four-operations"] if len(face) == 1),
}
EXCHANGED = str.maketrans("+-×÷", "-++-")
Judge = Callable[[Pair, Face, str], bool]


def reaches(pawns: Pair, face: Face, goal: str) -> bool:
    """Whether some choice of pawns draws a card of that kind at the end."""
    return any(route.card == goal for route in routes(pawns, face))


def _midway(pawns: Pair, face: Face, goal: str) -> bool:
    return any(hop.end[1] == goal for route in routes(pawns, face) for hop in route.hops)


def _wrapped(pawns: Pair, face: Face, goal: str) -> bool:
    ends = (route.hops[-1].r for route in routes(pawns, face) if route.hops)
    return reaches(pawns, face, goal) or any(LAST < r <= 2 * LAST and kind(r - LAST) == goal for r in ends)


def _first_pawn(pawns: Pair, face: Face, goal: str) -> bool:
    found = routes(pawns, face)
    return any(route.card == goal and all(hop.pawn == 0 for hop in route.hops) for route in found)


def _slip(op: Operation, work: Callable[[Cell, Cell], Sequence[int]]) -> Judge:
    """A child that works out one operation by a pattern; `work` takes the larger number first."""

    def judge(pawns: Pair, face: Face, goal: str) -> bool:
        found = work(max(pawns), min(pawns)) if face == op else ()
        return any(0 < r <= LAST and kind(r) == goal for r in found) if found else reaches(pawns, face, goal)

    return judge


def _quotients(a: Cell, b: Cell) -> tuple[int, ...]:
    """Neighbours of an exact quotient."""
    return (a // b - 1, a // b + 1) if a % b == 0 else ()


Work = Callable[[Cell, Cell], Sequence[int]]
SLIPS: Mapping[str, tuple[Operation, Work]] = {
    "CNT.off_by_one": ("+", bugs.counted_start),
    "ADD.carry_lost": ("+", bugs.carry_lost),
    "SUB.off_by_one": ("-", lambda a, b: bugs.one_short_or_long(a - b)),
    "SUB.smaller_from_larger": ("-", bugs.smaller_from_larger),
    "SUB.no_decrement": ("-", bugs.no_decrement),
    "MUL.neighbour": ("×", bugs.product_neighbours),
    "MUL.carry_lost": ("×", bugs.product_carry_lost),
    "DIV.remainder_lost": ("÷", lambda a, b: (a // b,) if a % b else ()),
    "DIV.neighbour": ("÷", _quotients),
}
"""Patterns in one operation; the larger number comes first."""
JUDGES: Mapping[str, Judge] = {
    "BRD.midway_cell": _midway,
    "BRD.other_kind": lambda pawns, face, goal: reaches(pawns, face, SPECIAL[goal]),
    "BRD.wraps": _wrapped,
    "BRD.one_pawn": _first_pawn,
    "OP.swapped": lambda pawns, face, goal: reaches(pawns, face.translate(EXCHANGED), goal),
    **{bug: _slip(op, work) for bug, (op, work) in SLIPS.items()},
}
"""What a child who follows a pattern takes for reaching the cell."""
GOALS = ("chance", "challenge")


def faces_that(family: str, pawns: Pair, goal: str, judge: Judge) -> tuple[str, ...]:
    return tuple(face for face in FACES[family] if judge(pawns, face, goal)) or (NONE,)


def sign(face: Face) -> str:
    return "".join(SIGN.get(op, op) for op in operations(face))


def ends_of(pawns: Pair, face: Face) -> Said | str:
    """The last operations of a face, each once, with the kinds of the cells."""
    seen: dict[str, Outcome] = {}
    for route in routes(pawns, face):
        if not route.lost:
            seen.setdefault(route.hops[-1].text, route.end)
    if not seen:
        return Said("lost")
    return _joined([Said("end", {"text": text, "kind": Said(end[1])}) for text, end in seen.items()])


def _joined(parts: Sequence[Said]) -> Said:
    head, *rest = parts
    return Said("list", {"head": head, "rest": _joined(rest)}) if rest else head
