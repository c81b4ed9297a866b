"""Two seats with few dice left, solved by backward induction over the rules themselves.

Each seat plays for the difference of money at the end of the round, so that one number solves the position. The search
asks the engine for every action and every outcome; where that is too much it gives up, and nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from toolkit.core.game import CHANCE, Seat
from toolkit.games.las_vegas_royale.odds.matrix import equilibrium
from toolkit.games.las_vegas_royale.odds.tables import black_box
from toolkit.games.las_vegas_royale.rules import apply, chance_outcomes, legal_actions, returns, to_move
from toolkit.games.las_vegas_royale.state import CASINOS, Ask, Guess, Hide, Splitting, State

Vector = tuple[Fraction, ...]
"""The difference (the seat's money minus the other's), its own money, and the chance of each of the 12 notes."""
SPARE_TURNS = 12
"""Turns that a search may look ahead. If fewer are left to a seat its turns are part of the position."""
DEEPEST = 150


class TooMuch(Exception):
    """The position has more to search than was allowed."""


class Search:
    """Values of positions for `seat`; `nodes`: how many positions it may look at before it raises `TooMuch`."""

    def __init__(self, seat: Seat, nodes: int) -> None:
        self.seat, self.left = seat, nodes
        self.known: dict[State, Vector] = {}

    def value(self, state: State, depth: int = 0) -> Vector:
        """The value of a position with best play of both."""
        phase = state.agenda[-1].phase if state.agenda else "over"
        if phase in ("over", "next_round"):
            return self._end(state)
        key = _key(state)
        if key not in self.known:
            self.left -= 1
            if self.left < 0 or depth > DEEPEST:
                raise TooMuch
            self.known[key] = self._found(state, phase, depth + 1)
        return self.known[key]

    def _found(self, state: State, phase: str, depth: int) -> Vector:
        if to_move(state) == (CHANCE,):
            law = chance_outcomes(state)
            parts = [(Fraction(n, law.total), self.value(apply(state, one), depth)) for one, n in law.weights.items()]
            return _mix(parts)
        step = state.agenda[-1]
        if phase == "hide" and isinstance(step, Ask):
            return self._hidden(state, step, depth)
        if isinstance(step, Splitting):
            return self._box(state, step)
        mine = step.seat == self.seat
        values = (self.value(apply(state, action), depth) for action in legal_actions(state, step.seat))
        return max(values, key=_difference) if mine else min(values, key=_difference)

    def _hidden(self, state: State, step: Ask, depth: int) -> Vector:
        """A1: a matrix game, because nobody sees what is hidden."""
        table = [[self._guessed(state, step.seat, i, j, depth) for j in (1, 2, 3)] for i in (1, 2, 3)]
        sign = 1 if step.seat == self.seat else -1
        rows, columns = equilibrium([[sign * one[0] for one in line] for line in table])
        return _mix([(rows[i] * columns[j], table[i][j]) for i in range(3) for j in range(3)])

    def _guessed(self, state: State, seat: Seat, hidden: int, guessed: int, depth: int) -> Vector:
        after = apply(state, Hide(seat, hidden))
        return self.value(apply(after, Guess(1 - seat, guessed)), depth)

    def _box(self, state: State, step: Splitting) -> Vector:
        """G1 comes last and adds its value."""
        value, now = black_box().value, self._end(state)
        mine = step.of == self.seat
        return (now[0] + (value if mine else -value), now[1] + (value if mine else 0), *now[2:])

    def _end(self, state: State) -> Vector:
        total = returns(state)
        took = {(one.casino, one.higher) for one in state.paid if one.owner == self.seat}
        chances = (Fraction((number, higher) in took) for number in CASINOS for higher in (True, False))
        return (Fraction(total[self.seat] - total[1 - self.seat]), Fraction(total[self.seat]), *chances)


def _difference(vector: Vector) -> Fraction:
    return vector[0]


def _mix(parts: Sequence[tuple[Fraction, Vector]]) -> Vector:
    """The mean of vectors with these weights, which sum to 1."""
    if len(parts) == 1:
        return parts[0][1]
    size = len(parts[0][1])
    return tuple(sum((p * vector[at] for p, vector in parts if vector[at]), Fraction(0)) for at in range(size))


def _key(state: State) -> State:
    """The position without what cannot matter any more."""
    far = max(state.turns, default=0) + SPARE_TURNS < state.rules.turns
    return replace(state, events=(), opened=0, turns=(0,) * state.seats if far else state.turns)


class Solved(NamedTuple):
    """The vector of each legal action."""

    vectors: dict[Any, Vector]


def solve(state: State, seat: Seat, nodes: int) -> Solved | None:
    """Every legal action of `seat` with its value; `None` where more than so many positions would be needed."""
    search = Search(seat, nodes)
    try:
        return Solved({action: search.value(apply(state, action)) for action in legal_actions(state, seat)})
    except TooMuch:
        return None
