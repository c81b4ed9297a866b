"""Two seats without mini-games, solved exactly for all ways in which their last dice can still fall.

For every pair of hands that can be left (a layer) there is one array: a row for each way in which the dice can lie that
seat 0 has placed by then, a column for each way of seat 1. Layers are filled backwards from the payout; a turn is a sum
over rolls of the best choice, for all rows and columns at once. Values are those of `search.Vector`, as floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from toolkit.core.game import Seat
from toolkit.games.las_vegas_royale.rules.dice import count, weights
from toolkit.games.las_vegas_royale.rules.money import money
from toolkit.games.las_vegas_royale.rules.payout import takes
from toolkit.games.las_vegas_royale.rules.phase import hand_law
from toolkit.games.las_vegas_royale.state import CASINOS, CHIP, Dice, Pass, Place, Placing, State

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
VALUES = 14
"""The difference, own money, and the chances of 12 notes."""
LIMIT = 3e8
"""Numbers to compute, so that an answer takes about a second."""


class Layer(NamedTuple):
    """What is left: the hands and chips of both seats, and who is to roll."""

    hands: tuple[Dice, Dice]
    chips: tuple[int, int]
    seat: Seat


@lru_cache(maxsize=64)
def ways(hand: Dice, left: Dice) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How the dice that have left a hand can lie: small ones by casino, and the casino of the big one (0: in hand)."""
    small = [
        tuple(Counter(chosen)[number] for number in CASINOS)
        for chosen in combinations_with_replacement(CASINOS, hand[0] - left[0])
    ]
    big = list(CASINOS) if hand[1] > left[1] else [0]
    return tuple((there, number) for there in small for number in big)


@lru_cache(maxsize=4096)
def moved(hand: Dice, left: Dice, number: int, placed: Dice) -> Indices:
    """The row of each way after dice have been placed at a casino as well."""
    after = {way: row for row, way in enumerate(ways(hand, (left[0] - placed[0], left[1] - placed[1])))}
    rows = []
    for small, big in ways(hand, left):
        there = list(small)
        there[number - 1] += placed[0]
        rows.append(after[tuple(there), number if placed[1] else big])
    return np.array(rows, dtype=np.intp)


@lru_cache(maxsize=64)
def choices(hand: Dice) -> tuple[tuple[int, tuple[tuple[int, Dice], ...]], ...]:
    """The rolls of a hand: how likely each is, and the dice that show each number. Equal choices are added up."""
    found: Counter[tuple[tuple[int, Dice], ...]] = Counter()
    for roll, n in hand_law(hand).weights.items():
        numbers = sorted({*roll.small, roll.big} - {0})
        found[tuple((number, (roll.small.count(number), int(roll.big == number))) for number in numbers)] += n
    return tuple((n, shown) for shown, n in found.items())


def is_plain(state: State) -> bool:
    """Whether two seats play here without mini-games, and far from the cap of turns."""
    near = max(state.turns, default=0) + sum(map(sum, state.hands)) + sum(state.chips) >= state.rules.turns
    return state.seats == 2 and not state.tiles and not state.rules.minis and not near


def cost(state: State) -> float:
    """Roughly how many numbers have to be computed."""
    chips = [n + 1 for n in state.chips]
    total = 1.0
    for (small, big), n in zip(state.hands, chips, strict=True):
        placed = sum(comb(k + 5, 5) * comb(small - k + 5, 5) for k in range(small + 1))
        total *= n * placed ** (1 if min(map(sum, state.hands)) else 0.5) * (10 if big else 1)
    return total * VALUES


class Solver:
    """Values of layers for `seat`, from a position that `is_plain`."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat, self.hands = state, seat, (state.hands[0], state.hands[1])
        self.known: dict[Layer, Array] = {}

    def value(self, layer: Layer) -> Array:
        """The values of a layer, (rows, columns, `VALUES`); money as the change from now on."""
        if layer not in self.known:
            over = not any(map(count, layer.hands))
            self.known[layer] = self._payout() if over else self._turn(layer)
        return self.known[layer]

    def _turn(self, layer: Layer) -> Array:
        if not count(layer.hands[layer.seat]):
            return self.value(layer._replace(seat=1 - layer.seat))
        total: Array | None = None
        rolls = choices(layer.hands[layer.seat])
        passed = self._passed(layer)
        for n, shown in rolls:
            best = passed
            for number, dice in shown:
                placed = self.placed(layer, number, dice)
                best = placed if best is None else self._better(layer.seat, best, placed)
            assert best is not None
            total = n * best if total is None else total + n * best
        assert total is not None
        return total / sum(n for n, _ in rolls)

    def placed(self, layer: Layer, number: int, dice: Dice) -> Array:
        """The values after dice have been placed at a casino."""
        seat, hands = layer.seat, list(layer.hands)
        left = hands[seat]
        hands[seat] = (left[0] - dice[0], left[1] - dice[1])
        rows = moved(self.hands[seat], left, number, dice)
        after = self.value(Layer((hands[0], hands[1]), layer.chips, 1 - seat))
        return after[rows] if seat == 0 else after[:, rows]

    def _passed(self, layer: Layer) -> Array | None:
        """The values after a pass; `None` without a chip for it."""
        seat, chips = layer.seat, list(layer.chips)
        if not chips[seat]:
            return None
        chips[seat] -= 1
        cost = np.zeros(VALUES)
        cost[0] = -CHIP if seat == self.seat else CHIP
        cost[1] = -CHIP if seat == self.seat else 0
        return self.value(Layer(layer.hands, (chips[0], chips[1]), 1 - seat)) + cost

    def _better(self, seat: Seat, one: Array, other: Array) -> Array:
        """The better of two choices for the seat that is to choose, row by row."""
        ahead = other[..., :1] > one[..., :1] if seat == self.seat else other[..., :1] < one[..., :1]
        return np.where(ahead, other, one)

    def _payout(self) -> Array:
        """What every way of lying brings, by the rules of the payout."""
        placed = [np.array([self._added(way) for way in ways(hand, (0, 0))]) for hand in self.hands]
        found = np.zeros((len(placed[0]), len(placed[1]), VALUES))
        for at, number in enumerate(CASINOS):
            table = self._casino(number, int(placed[0][:, at].max()), int(placed[1][:, at].max()))
            won = table[placed[0][:, None, at], placed[1][None, :, at]]
            found[..., 0] += won[..., 0]
            found[..., 1] += won[..., 1]
            found[..., 2 + 2 * at : 4 + 2 * at] = won[..., 2:]
        return found

    @staticmethod
    def _added(way: tuple[tuple[int, ...], int]) -> list[int]:
        small, big = way
        return [n + 2 * (number == big) for number, n in zip(CASINOS, small, strict=True)]

    def _casino(self, number: int, most_0: int, most_1: int) -> Array:
        """At one casino, by the weights that both seats add: difference, own money, higher note, lower note."""
        here, notes = list(weights(self.state, number)), self.state.casinos[number - 1].notes
        table = np.zeros((most_0 + 1, most_1 + 1, 4))
        for a in range(most_0 + 1):
            for b in range(most_1 + 1):
                won = takes([here[0] + a, here[1] + b, *here[2:]], notes)
                money_of = dict(won)
                mine, theirs = money_of.get(self.seat, 0), money_of.get(1 - self.seat, 0)
                places = [rank for rank, (owner, _) in enumerate(won) if owner == self.seat]
                table[a, b] = (mine - theirs, mine, 0 in places, 1 in places)
        return table


def solve(state: State, seat: Seat) -> dict[Any, tuple[float, ...]]:
    """Each legal action of `seat`, which is to place its roll, with its vector; the position has to be plain."""
    step = state.agenda[-1]
    assert isinstance(step, Placing) and is_plain(state)
    solver = Solver(state, seat)
    layer = Layer((state.hands[0], state.hands[1]), (state.chips[0], state.chips[1]), seat)
    own, other = money(state, seat), money(state, 1 - seat)
    return {
        action: (own - other + float(found[0]), own + float(found[1]), *map(float, found[2:]))
        for action, found in _each(solver, layer, step)
    }


def _each(solver: Solver, layer: Layer, step: Placing) -> Iterator[tuple[Any, Array]]:
    for number in sorted({*step.small, step.big} - {0}):
        dice = step.small.count(number), int(step.big == number)
        yield Place(step.seat, number), solver.placed(layer, number, dice)[0, 0]
    passed = solver._passed(layer)
    if passed is not None:
        yield Pass(step.seat), passed[0, 0]
