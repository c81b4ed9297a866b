"""The ends that a roll can have, for the questions about the board, and the ends a child who follows a pattern expects.

The ways to play a roll are those of `odds.walks`; a card adds what a child reads: the sums and the kinds of the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, offered, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.odds.walks import Pair, Walk, walks
from toolkit.games.math_storm.rules import equation
from toolkit.games.math_storm.state import DICE, LAST, Cell, Face, Hop, Operation, Ruleset, kind, operations

RULES = Ruleset()
FREE = (False, False)
End = tuple[Cell, str]
"""A cell and its kind, (70, "chance"); or (101, "over"): into the storm; (102, "lost"): no result."""
OVER, LOST = (LAST + 1, "over"), (LAST + 2, "lost")
NONE = "none"
SIGN = {"-": "−", "+-": "+−"}
SPECIAL = {"chance": "challenge", "challenge": "chance"}
"""Each kind of special cell, and the other one that it may be taken for."""
GOALS = ("chance", "challenge")


def plays(pawns: Pair, face: Face) -> tuple[Walk, ...]:
    """Every legal way to play a face of either die, if no pawn has passed."""
    return walks(RULES, pawns, FREE, face)


class Sum(NamedTuple):
    """One operation of a walk as a card writes it."""

    op: Operation
    hop: Hop
    result: int

    @property
    def text(self) -> str:
        """The equation; the cell of pawn 0 first, whichever pawn moves."""
        cells = self.hop.start, self.hop.partner
        return equation(self.op, *(cells if self.hop.pawn == 0 else cells[::-1]), self.result)

    @property
    def end(self) -> End:
        return OVER if self.result > LAST else (self.result, kind(self.result))


def sums(walk: Walk, face: Face) -> tuple[Sum, ...]:
    """The operations of a walk; fewer than the face has if one leads into the storm or has no result."""
    return tuple(map(Sum, operations(face), walk.hops, walk.results))


def end_of(walk: Walk) -> End:
    """Where a walk ends."""
    if isinstance(walk.end, str):
        return LOST if walk.end == "lost" else OVER
    return walk.end, kind(walk.end)


def draw_cells(rng: Rng, high: int = 95) -> Pair:
    """Two different cells from 2 to `high` for the pawns."""
    while True:
        a, b = between(rng, 2, high), between(rng, 2, high)
        if a != b:
            return a, b


def describe_end(end: End) -> Said:
    """The text of an end as a choice."""
    cell, what = end
    return Said(what) if cell > LAST else Said("on", {"cell": cell, "kind": Said(what)})


def ends_at(number: int) -> tuple[End, ...]:
    """The end for a number that somebody works out; none if the number is no cell."""
    return (OVER,) if number > LAST else ((number, kind(number)),) if number > 0 else ()


Wrong = Mapping[str, Sequence[End]]
"""By error pattern, the ends that it leads to."""


def ask_end(
    name: str,
    params: Params,
    right: End,
    wrong: Wrong,
    numbers: dict[str, Fill],
    lines: Sequence[Said],
    board: Params,
) -> Draft:
    """A question that offers four ends; each wrong one is the answer of one pattern."""
    shown = offered(right, wrong, params)
    letter = LETTERS[shown.index(right)]
    last = Said("so", {"letter": letter})
    return Draft(
        name,
        params,
        letter,
        numbers,
        {},
        picked(shown, wrong),
        ("board.outcome",),
        lines=(*lines, last),
        choices=lettered(map(describe_end, shown)),
        board=board,
    )


def list_sums(walk: Walk, face: Face) -> tuple[Said, ...]:
    """A line for each operation of a walk: its equation, and the kind of the cell."""
    return tuple(Said("hop", {"text": one.text, "kind": Said(one.end[1])}) for one in sums(walk, face))


FACES = {
    "L8": tuple(face for face in DICE["plus-minus"] if face != "stop" and len(face) < 3),
    "U8": tuple(face for face in DICE["four-operations"] if len(face) == 1),
}
"""The faces that a question of the family offers."""
EXCHANGED = str.maketrans("+-×÷", "-++-")
"""The operation that each one is mistaken for."""


def may_reach(pawns: Pair, face: Face, goal: str) -> bool:
    """Whether some choice of pawns draws a card of that kind at the end."""
    return any(walk.then == goal for walk in plays(pawns, face))


Belief = Callable[[Pair, Face, str], bool]
"""Whether a child thinks that a face can reach a kind of cell, from the cells of the pawns."""


def _may_pass(pawns: Pair, face: Face, goal: str) -> bool:
    """The belief of a child who counts cells in the middle of the roll."""
    return any(one.end[1] == goal for walk in plays(pawns, face) for one in sums(walk, face))


def _may_wrap(pawns: Pair, face: Face, goal: str) -> bool:
    """The belief of a child who goes on from 1 after 100."""
    last = (walk.results[-1] for walk in plays(pawns, face) if walk.results)
    return may_reach(pawns, face, goal) or any(LAST < r <= 2 * LAST and kind(r - LAST) == goal for r in last)


def _may_reach_with_first_pawn(pawns: Pair, face: Face, goal: str) -> bool:
    """The belief of a child who only ever moves pawn 0."""
    return any(walk.then == goal and all(hop.pawn == 0 for hop in walk.hops) for walk in plays(pawns, face))


def _believe_slip(op: Operation, work: Work) -> Belief:
    """Makes the belief of a child who works out one operation by a pattern."""

    def may_reach_by_slip(pawns: Pair, face: Face, goal: str) -> bool:
        results = work(max(pawns), min(pawns)) if face == op else ()
        return any(0 < r <= LAST and kind(r) == goal for r in results) if results else may_reach(pawns, face, goal)

    return may_reach_by_slip


def _quotients(a: Cell, b: Cell) -> tuple[int, ...]:
    """The neighbours of an exact quotient."""
    return (a // b - 1, a // b + 1) if a % b == 0 else ()


Work = Callable[[Cell, Cell], Sequence[int]]
"""The results that a pattern gives for an operation; the larger number comes first."""
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
"""Patterns in one operation."""
BELIEFS: Mapping[str, Belief] = {
    "BRD.midway_cell": _may_pass,
    "BRD.other_kind": lambda pawns, face, goal: may_reach(pawns, face, SPECIAL[goal]),
    "BRD.wraps": _may_wrap,
    "BRD.one_pawn": _may_reach_with_first_pawn,
    "OP.swapped": lambda pawns, face, goal: may_reach(pawns, face.translate(EXCHANGED), goal),
    **{bug: _believe_slip(op, work) for bug, (op, work) in SLIPS.items()},
}
"""By error pattern, the belief of a child who follows it."""


def pick_faces(family: str, pawns: Pair, goal: str, belief: Belief) -> tuple[str, ...]:
    """The faces of the family that reach the goal by this belief; (NONE,) if none does."""
    return tuple(face for face in FACES[family] if belief(pawns, face, goal)) or (NONE,)


def write_face(face: Face) -> str:
    """A face with the signs that cards use."""
    return "".join(SIGN.get(op, op) for op in operations(face))


def list_ends(pawns: Pair, face: Face) -> Said:
    """The possible last operations of a face, each once, with the kinds of the cells."""
    ends: dict[str, End] = {}
    for walk in plays(pawns, face):
        if walk.end != "lost":
            last = sums(walk, face)[-1]
            ends.setdefault(last.text, last.end)
    if not ends:
        return Said("lost")
    return _join([Said("end", {"text": text, "kind": Said(end[1])}) for text, end in ends.items()])


def _join(parts: Sequence[Said]) -> Said:
    head, *rest = parts
    return Said("list", {"head": head, "rest": _join(rest)}) if rest else head
