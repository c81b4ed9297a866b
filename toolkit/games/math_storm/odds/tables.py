"""The rules as tables: where every operation, card and spin leads from every position, for the lap solver to look up.

`result`, `may_take`, `triggered`, `forward` and `back` are called for every pair of cells, and `apply` for what follows
from a card. So each rule is written in the engine alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product, repeat

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from toolkit.games.math_storm import rules as engine
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import (
    BONUS,
    CELL_KINDS,
    LAST,
    STORM,
    Ask,
    Cell,
    EndTurn,
    Judge,
    Move,
    Operate,
    Operation,
    Pawn,
    PickPawn,
    Roll,
    Ruleset,
    Spin,
    State,
    Step,
    operations,
)

Index = NDArray[np.intp]
Values = NDArray[np.float64]
Ways = Mapping[str, Index]

CELLS = range(LAST + 1)
PAIRS = tuple(product(CELLS, repeat=2))
"""All pairs of cells that the two pawns may be on."""
NONE, ONE = 0, 1
"""How many pawns have passed the storm; if one has, it is the first of the pair."""
TURN, CHANCE, CHALLENGE = 0, 1, 2
"""The thing that is due at a position: a turn, or a card that has not been drawn."""
LEVELS = (1, 2, 3)
"""The numbers of stars."""
LOST = -1
"""Marks the result of a division that has none."""
CARD = {"": TURN, "chance": CHANCE, "challenge": CHALLENGE}


class Facts(Struct, frozen=True):
    """Answers of the engine: the chances of the faces, and for 1, 2, 3 stars where each number of the spinner leads."""

    faces: tuple[tuple[str, float], ...]
    """Operations and their chance; no operations for "stop"."""
    bonus: tuple[str, ...]
    """Operations that a chance card pays, by stars."""
    leave: tuple[tuple[Cell, ...], ...]
    """Cells where a pawn comes out of the storm."""
    forth: tuple[tuple[int, ...], ...]
    """Steps after a right answer to a challenge, alone at the table."""
    back: tuple[tuple[int, ...], ...]
    """Steps after a wrong one."""
    at_once: bool
    """Whether a pawn that enters the storm by a roll draws its card in the same turn."""


class Layer(Struct, frozen=True):
    """The positions in which the same number of pawns has passed, none or one, and where everything leads from them.

    `pairs`: cells of the pawns, shape (n, 2); `at[a, b]`: the index of a pair. The entries of all other tables are
    places in one vector of values,

        [ the roll goes on: n | the turn is over: n | chance cards | challenges | storm: 101 | held: 101 | never ]

    with one place for each pair, and in "storm" and "held" for each cell of the other pawn. The first axis of the
    tables is the pawn that is chosen; under a policy it has length 1. `ways[ops]`, shape (2, n): where the first of the
    operations that are left leads; `bonus`: the same if a chance card pays them; `chance`, `challenge`: indices of the
    pairs with such a card; `forth`, `back`: shape (2, different steps, challenges).
    """

    pairs: Index
    at: Index
    chance: Index
    challenge: Index
    ways: Ways
    bonus: Ways
    forth: Index
    back: Index

    @property
    def n(self) -> int:
        return len(self.pairs)

    @property
    def cards(self) -> tuple[int, int, int]:
        """The places where chance cards, challenges and the storm begin."""
        first = 2 * self.n
        return first, first + len(self.chance), first + len(self.chance) + len(self.challenge)

    @property
    def never(self) -> int:
        """The last place, which holds `inf`."""
        return self.cards[2] + 2 * len(CELLS)


def relevant(rules: Ruleset) -> Ruleset:
    """The ruleset with every option that makes no difference to a lap at its default."""
    names = ["die", "division", "both_zero", "unmoved", "bonus_cells", "storm_card", "storm_zero", "solo_back"]
    return Ruleset(**{name: getattr(rules, name) for name in names})


def solo(
    rules: Ruleset,
    pawns: tuple[Cell, Cell],
    passed: tuple[bool, bool] = (False, False),
    held: int = -1,
    due: Step | None = None,
) -> State:
    """A seat alone at a table, in its turn, in a game that does not end."""
    endless = replace(rules, chips=0, rounds=0, max_rounds=1000)
    agenda = (EndTurn(),) if due is None else (EndTurn(), due)
    return State(endless, (pawns,), (passed,), (held,), (0,), agenda, order=(0,), turn=0, round=1)


@lru_cache(maxsize=64)
def facts(rules: Ruleset) -> Facts:
    """The die, and the consequences of cards and spins, by `chance_outcomes` and `apply`."""
    rolls = engine.chance_outcomes(solo(rules, (1, 1), due=Roll(0)))
    before = solo(rules, (60, 50), due=Operate(0, ("+",)))
    over = engine.apply(before, Move(0, 0))
    return Facts(
        faces=tuple(("".join(operations(rolled.face)), p) for rolled, p in rolls.floats().items()),
        bonus=tuple("".join(operations(face)) for face in BONUS[rules.die]),
        leave=tuple(_leave(rules, stars) for stars in LEVELS),
        forth=tuple(_challenge(rules, stars, True) for stars in LEVELS),
        back=tuple(_challenge(rules, stars, False) for stars in LEVELS),
        at_once=over.round == before.round,
    )


def _leave(rules: Ruleset, stars: int) -> tuple[Cell, ...]:
    """Where a held pawn comes out by each number of the spinner."""
    return tuple(state.pawns[0][0] for state in _spins(rules, "storm", stars, True))


def _challenge(rules: Ruleset, stars: int, ok: bool) -> tuple[int, ...]:
    """The steps of a challenge by each number of the spinner; (0,) if no spin follows."""
    due = [state.agenda[-1] for state in _spins(rules, "challenge", stars, ok)]
    return tuple(abs(step.steps) if isinstance(step, PickPawn) else 0 for step in due) or (0,)


def _spins(rules: Ruleset, kind: str, stars: int, ok: bool) -> tuple[State, ...]:
    """The states after an answer to a card and each number of the spinner; none if it is not spun."""
    asked = solo(rules, (STORM, 50), held=0, due=Ask(kind, stars, 0, (0,)))
    state = engine.apply(asked, Judge(0, ok))
    if not isinstance(state.agenda[-1], Spin):
        return ()
    return tuple(engine.apply(state, spun) for spun in engine.chance_outcomes(state))


@lru_cache(maxsize=16)
def layer(rules: Ruleset, passed: int) -> Layer:
    """The tables of transitions; `passed`: NONE or ONE; `rules` as returned by `relevant`.

    If no pawn has passed the pawns are alike, and only the pairs with a ≤ b are kept.
    """
    pairs: Index = np.array([(a, b) for a, b in PAIRS if (a or b) and (passed == ONE or a <= b)], np.intp)
    at: Index = np.full((len(CELLS), len(CELLS)), -1, np.intp)
    at[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    if passed == NONE:
        at = np.maximum(at, at.T)
    kinds = np.array(CELL_KINDS)[pairs]
    chance, challenge = (np.flatnonzero((kinds == kind).any(1)) for kind in ("chance", "challenge"))
    bare = Layer(pairs, at, chance, challenge, {}, {}, pairs, pairs)
    ways = _ways(bare, rules, passed, bonus=False)
    alike = rules.bonus_cells and not rules.unmoved
    forth, back = different_steps(facts(rules))
    return replace(
        bare,
        ways=ways,
        bonus=ways if alike else _ways(bare, rules, passed, bonus=True),
        forth=_forth(bare, rules, passed, forth),
        back=_back(bare, back),
    )


def _ways(layer: Layer, rules: Ruleset, passed: int, bonus: bool) -> Ways:
    """A table for every sequence of operations that can be left of a roll, the shorter ones first."""
    known = facts(rules)
    rolls = {ops for ops, _ in known.faces} | set(known.bonus)
    lefts = sorted({ops[start:] for ops in rolls for start in range(len(ops))}, key=lambda ops: (len(ops), ops))
    return {left: _way(layer, rules, passed, left, bonus) for left in lefts}


def _way(layer: Layer, rules: Ruleset, passed: int, left: str, bonus: bool) -> Index:
    """Where the first of the operations that are left leads, shape (2, n)."""
    n, (_, _, storm) = layer.n, layer.cards
    a, b = layer.pairs.T
    result = _results(left[0], rules.division)[a, b]
    end = result.clip(STORM, LAST)
    rows = []
    for pawn, other in ((0, b), (1, a)):
        row = layer.at[(end, b) if pawn == 0 else (a, end)]
        if len(left) == 1:
            row = _due(layer, row, _cards(left, rules, pawn, bonus)[a, b])
        row = np.where(result > LAST, storm + other, row)
        row = np.where(_refused(left[0], rules.division, pawn, pawn < passed)[a, b], layer.never, row)
        rows.append(np.where(result == LOST, n + np.arange(n), row))
    return np.array(rows)


def _due(layer: Layer, pairs: Index, cards: Index) -> Index:
    """The places after a roll that ends on these pairs: a card if one is drawn, else the end of the turn."""
    chance, challenge, storm = layer.cards
    places = np.tile(layer.n + np.arange(layer.n), (3, 1))
    places[CHANCE, layer.chance] = np.arange(chance, challenge)
    places[CHALLENGE, layer.challenge] = np.arange(challenge, storm)
    due: Index = places[cards, pairs]
    return due


def _forth(layer: Layer, rules: Ruleset, passed: int, steps: tuple[int, ...]) -> Index:
    """Where the steps after a right answer lead, shape (2, steps, challenges)."""
    pairs = layer.pairs[layer.challenge]
    alone = solo(rules, (1, 1), (passed == ONE, False))
    states = [replace(alone, pawns=(pair,)) for pair in map(tuple, pairs.tolist())]
    rows = []
    for pawn in (0, 1):
        moved = [[moves.forward(state, 0, pawn, k) for state in states] for k in steps]
        cell, enters = np.array(moved, np.intp).transpose(2, 0, 1)
        held = layer.cards[2] + len(CELLS) + pairs[:, 1 - pawn]
        rows.append(np.where(enters, held, layer.n + _move(layer, pairs, pawn, cell)))
    return np.array(rows)


def _back(layer: Layer, steps: tuple[int, ...]) -> Index:
    """Where the steps after a wrong answer lead, shape (2, steps, challenges)."""
    cells: Index = np.array([[moves.back(cell, k) for cell in CELLS] for k in steps], np.intp)
    pairs = layer.pairs[layer.challenge]
    return np.array([layer.n + _move(layer, pairs, pawn, cells[:, pairs[:, pawn]]) for pawn in (0, 1)])


def _move(layer: Layer, pairs: Index, pawn: Pawn, cell: Index) -> Index:
    """The indices of the pairs with the pawn moved to other cells."""
    moved: Index = layer.at[(cell, pairs[:, 1]) if pawn == 0 else (pairs[:, 0], cell)]
    return moved


@lru_cache(maxsize=64)
def _results(op: Operation, division: str) -> Index:
    """`moves.result` for all cells of the pawns, shape (101, 101)."""
    results = map(moves.result, repeat(op), *_COLUMNS, repeat(division))
    return _square(LOST if r is None else r for r in results)


@lru_cache(maxsize=64)
def _refused(op: Operation, division: str, pawn: Pawn, passed: bool) -> Index:
    """Whether `moves.may_take` refuses this pawn the result."""
    results = _results(op, division).ravel().tolist()
    return _square(map(bool, map(moves.may_take, results, *_own_first(pawn), repeat(passed))))


@lru_cache(maxsize=64)
def _cards(op: Operation, rules: Ruleset, pawn: Pawn, bonus: bool) -> Index:
    """The card that `moves.triggered` names if this pawn takes the result of the last operation."""
    ends = _results(op, rules.division).clip(STORM, LAST).ravel().tolist()
    cards = map(card_due, repeat(rules), repeat(bonus), ends, *_own_first(pawn))
    return _square(map(CARD.__getitem__, cards))


def different_steps(known: Facts) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The different numbers of steps forward and back."""
    return tuple(sorted(set().union(*known.forth))), tuple(sorted(set().union(*known.back)))


def card_due(rules: Ruleset, bonus: bool, end: Cell, start: Cell, other: Cell) -> str:
    """The card that is drawn when the last operation has taken a pawn from `start` to `end`; "" for none."""
    if bonus and not rules.bonus_cells:
        return ""
    return moves.triggered(end, start, other, rules.unmoved and not bonus)


_COLUMNS = tuple(zip(*PAIRS, strict=True))


def _own_first(pawn: Pawn) -> tuple[tuple[Cell, ...], ...]:
    return _COLUMNS if pawn == 0 else _COLUMNS[::-1]


def _square(values: Iterable[int]) -> Index:
    return np.fromiter(values, np.intp, len(PAIRS)).reshape(len(CELLS), len(CELLS))
