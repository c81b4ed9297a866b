"""The lap solver: how many turns are left to the next chip, and which pawn should move.

One seat alone at the table is a Markov decision process. Its states are the cells of the pawns, which pawn has passed
the storm and which one is held there. With V the expected number of turns to the chip under the best choices, this turn
included, and w the chances of 1, 2, 3 stars (on the right the ids of the rules):

    V        = 1 + mean over the faces of Q(operations)                               turn.roll
    Q(ops)   = min over the pawns that may take the result of Q(rest), new cells      op.choose
    Q(last)  = min over these pawns of chance, challenge, storm or V, new cells       cell.last
    chance   = Σ w (right · Q(bonus operations) + wrong · V)                          card.chance
    challenge = Σ w · mean over the spins of (right · min over the pawns of V forward
                                             + wrong · min over the pawns of V back)  card.challenge
    held     = 1 + right · V(where the spin leads, passed) + wrong · held             card.storm

No choice changes how long a held pawn waits: the number of cards until it leaves is geometric with q = Σ w · right. So
each of the two waits of a lap adds 1/q − 1 turns to any policy (`Lap.wait`). The tables hold V without the waits, and
so stay small and exact if right answers are rare. The pawn that leaves second ends the lap: positions with one passed
pawn are solved first, then those with none; there the pawns are alike, and unordered pairs are enough.

No rule is written here a second time: `tables` asks the engine for the transitions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from pathlib import Path

import numpy as np
from msgspec import Struct, structs
from msgspec.structs import replace

from toolkit.core import cache
from toolkit.games.math_storm.odds.tables import (
    CELLS,
    CHALLENGE,
    CHANCE,
    NONE,
    ONE,
    TURN,
    Facts,
    Index,
    Layer,
    Values,
    Ways,
    different_steps,
    facts,
    layer,
    relevant,
)
from toolkit.games.math_storm.state import STORM, Ruleset

TOLERANCE = 1e-12
"""Sweeps go on until no value changes by more, in turns."""
LIMIT = 100_000
"""The most sweeps before the solver gives up."""
PACKAGE = Path(__file__).parents[1]
ENGINE = (
    "../../core/dist/law.py",
    "../../core/dist/weights.py",
    "state.py",
    "rules/__init__.py",
    "rules/cards.py",
    "rules/moves.py",
    "odds/tables.py",
    "odds/solver.py",
)
"""The files that the values depend on, from the folder of the game; a change in one of them makes kept values old."""


class Proof(Struct, frozen=True):
    """Why the values are right.

    `residual`: the most that one more exact sweep changes any value. Each turn costs 1, so with ε = residual the true
    values are between V / (1 + ε) and V / (1 − ε); `error` bounds the distance from them in turns, at any position.
    `difference`: the most by which the values of the greedy policy, computed again from nothing, differ from V.
    `sweeps`: how many were needed.
    """

    residual: float
    error: float
    difference: float
    sweeps: int


class Solution(Struct, frozen=True):
    """V without the waiting in the storm: `table[passed, due, a, b]`, passed NONE or ONE, due TURN or a card.

    `inf` at (0, 0), which the rules forbid and nobody could leave; `nan` if the card cannot be due at these cells.
    `after[c]`: expected turns after the one in which the first pawn leaves the storm, with its partner on c.
    """

    table: Values
    after: Values
    proof: Proof


class Model(Struct, frozen=True):
    """The chances of right answers, of the steps of a challenge, and of the cells where a pawn leaves the storm.

    `right`: for each number of stars, the chance that a card has it and is answered right; `wrong`: the chance of a
    wrong answer, whatever the stars; `forth`, `back`: for each of the `different_steps`, the chance that a challenge is
    answered right, or wrong, and brings that many; `leave`: by cell, summing to 1.
    """

    facts: Facts
    right: tuple[float, ...]
    wrong: float
    forth: Values
    back: Values
    leave: Values


def solve(rules: Ruleset, right: tuple[float, ...], stars: tuple[float, ...]) -> Solution:
    """The values of every position to 1e-9 turns, with their proof.

    `right`: the chance of a right answer by stars; `stars`: the chances of the stars, which sum to 1.
    """
    model = _model(rules, right, stars)
    layers = tuple(layer(relevant(rules), passed) for passed in (NONE, ONE))
    values, after, sweeps = _iterate(layers, model)
    again, _, _ = _iterate(tuple(_greedy(*pair, model) for pair in zip(layers, values, strict=True)), model)
    residuals = [_residual(part, model, x) for part, x in zip(layers, values, strict=True)]
    first, second = ([_turns(*pair) for pair in zip(layers, xs, strict=True)] for xs in (values, again))
    proof = Proof(
        residual=max(residuals),
        error=sum(float(v.max()) * e / (1 - e) for v, e in zip(first, residuals, strict=True)),
        difference=max(float(abs(v - w).max()) for v, w in zip(first, second, strict=True)),
        sweeps=sweeps,
    )
    return Solution(_grid(layers, values), after, proof)


def solution(rules: Ruleset, right: tuple[float, ...], stars: tuple[float, ...]) -> Solution:
    """The result of `solve`, kept on disk until one of the files in ENGINE changes."""
    shape, given = (2, 3, len(CELLS), len(CELLS)), repr((relevant(rules), right, stars))
    engine = version()
    kept = cache.cached_array("lap", given, lambda: _pack(solve(rules, right, stars)), version=engine, recipe=engine)
    table, after, (residual, error, difference, sweeps) = np.split(kept, [prod(shape), prod(shape) + len(CELLS)])
    proof = Proof(float(residual), float(error), float(difference), int(sweeps))
    return Solution(table.reshape(shape), after, proof)


def _pack(solved: Solution) -> Values:
    return np.concatenate([solved.table.ravel(), solved.after, structs.astuple(solved.proof)])


@lru_cache(maxsize=1)
def version() -> str:
    return cache.fingerprint(*(PACKAGE / name for name in ENGINE))


def _iterate(layers: tuple[Layer, ...], model: Model) -> tuple[tuple[Values, ...], Values, int]:
    """Value iteration from zero, one passed pawn first. Returns the vectors of values, `Solution.after`, the sweeps."""
    nothing = np.zeros(len(CELLS))
    one, first = _settle(layers[ONE], model, nothing)
    at, turns = layers[ONE].at, _turns(layers[ONE], one)
    after = model.leave @ turns[at]
    # Nobody enters the storm while the partner is on the storm cell.
    after[STORM] = np.inf
    none, second = _settle(layers[NONE], model, after)
    return (none, one), after, first + second


def _settle(layer: Layer, model: Model, after: Values) -> tuple[Values, int]:
    """Sweeps until no value changes by more than the tolerance. The values only ever rise, so they converge."""
    n, (chance, challenge, storm) = layer.n, layer.cards
    x = np.zeros(layer.never + 1)
    waits = after + 1
    x[storm:] = np.concatenate([after if model.facts.at_once else waits, waits, [np.inf]])
    for sweeps in range(1, LIMIT):
        turn, card = _sweep(layer, model, x)
        change = max(abs(turn - x[n:chance]).max(), abs(card - x[chance:challenge]).max())
        x[n:chance], x[chance:challenge] = turn, card
        if change <= TOLERANCE:
            return x, sweeps
    raise ArithmeticError(f"no end after {LIMIT:,} sweeps")


def _sweep(layer: Layer, model: Model, x: Values) -> tuple[Values, Values]:
    """Returns new values of turns and of chance cards; writes those of challenges into `x`."""
    (chance, challenge, storm), n = layer.cards, layer.n
    x[challenge:storm] = model.forth @ _least(x, layer.forth) + model.back @ _least(x, layer.back)
    rolled = _rolls(layer.ways, n, x)
    paid = rolled if layer.bonus is layer.ways else _rolls(layer.bonus, n, x)
    turn = x[n:chance]
    new = np.ones(n)
    for ops, p in model.facts.faces:
        new += p * (rolled[ops] if ops else turn)
    card = model.wrong * turn[layer.chance]
    for p, ops in zip(model.right, model.facts.bonus, strict=True):
        card += p * paid[ops][layer.chance]
    return new, card


def _rolls(ways: Ways, n: int, x: Values) -> dict[str, Values]:
    """For each sequence of operations that can be left of a roll, the values with the better pawn moved."""
    values: dict[str, Values] = {}
    for ops, index in ways.items():
        if len(ops) > 1:
            x[:n] = values[ops[1:]]
        values[ops] = _least(x, index)
    return values


def _least(x: Values, index: Index) -> Values:
    """The least value among the choices, which are the first axis. No index is out of range; "clip" saves a copy."""
    values: Values = x.take(index[0], mode="clip")
    for other in index[1:]:
        np.minimum(values, x.take(other, mode="clip"), out=values)
    return values


def _greedy(layer: Layer, x: Values, model: Model) -> Layer:
    """The layer under the policy that always chooses the better pawn."""

    def choose(index: Index) -> Index:
        return np.take_along_axis(index, x.take(index).argmin(0)[None], 0)

    def chosen(ways: Ways) -> Ways:
        values, made = _rolls(ways, layer.n, x), {}
        for ops, index in ways.items():
            if len(ops) > 1:
                x[: layer.n] = values[ops[1:]]
            made[ops] = choose(index)
        return made

    rolled = chosen(layer.ways)
    return replace(
        layer,
        ways=rolled,
        bonus=rolled if layer.bonus is layer.ways else chosen(layer.bonus),
        forth=choose(layer.forth),
        back=choose(layer.back),
    )


def _residual(layer: Layer, model: Model, x: Values) -> float:
    """The most that an exact sweep changes any turn: one in which the cards are the values of the present turns."""
    n, (chance, challenge, _) = layer.n, layer.cards
    while True:
        turn, card = _sweep(layer, model, x)
        # Bonus operations only lead to larger numbers, so this ends.
        if np.array_equal(card, x[chance:challenge]):
            return float(abs(turn - x[n:chance]).max())
        x[chance:challenge] = card


def _turns(layer: Layer, x: Values) -> Values:
    return x[layer.n : 2 * layer.n]


def _grid(layers: tuple[Layer, ...], values: tuple[Values, ...]) -> Values:
    """`Solution.table` from the vectors of values."""
    table = np.full((2, 3, len(CELLS), len(CELLS)), np.nan)
    for passed, (part, x) in enumerate(zip(layers, values, strict=True)):
        chance, challenge, storm = part.cards
        everywhere = np.arange(part.n)
        for due, indices, first, last in (
            (TURN, everywhere, part.n, chance),
            (CHANCE, part.chance, chance, challenge),
            (CHALLENGE, part.challenge, challenge, storm),
        ):
            a, b = part.pairs[indices].T
            table[passed, due, a, b] = x[first:last]
            if passed == NONE:
                table[passed, due, b, a] = x[first:last]
        table[passed, TURN, STORM, STORM] = np.inf
    return table


def _model(rules: Ruleset, right: tuple[float, ...], stars: tuple[float, ...]) -> Model:
    known = facts(relevant(rules))
    good = tuple(w * r for w, r in zip(stars, right, strict=True))
    bad = tuple(w * (1 - r) for w, r in zip(stars, right, strict=True))
    forth, back = different_steps(known)
    # If no answer is ever right nobody leaves the storm, and any chances of the cells will do.
    left = good if sum(good) else stars
    leave = _law(known.leave, left, CELLS) / sum(left)
    return Model(known, good, sum(bad), _law(known.forth, good, forth), _law(known.back, bad, back), leave)


def _law(outcomes: Iterable[tuple[int, ...]], chances: Iterable[float], values: Iterable[int]) -> Values:
    """The chance of each value: first the stars, by `chances`, then every number of the spinner alike."""
    place = {value: index for index, value in enumerate(values)}
    law = np.zeros(len(place))
    for numbers, p in zip(outcomes, chances, strict=True):
        for number in numbers:
            law[place[number]] += p / len(numbers)
    return law
