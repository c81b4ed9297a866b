"""The lap solver: how many turns are left to the next chip, and which pawn should move.

One seat alone at the table is a Markov decision process. At the start of a turn it is known where the pawns stand,
which one has passed the storm and which one is held there. With V the expected number of turns to the chip under the
best choices, this turn included, and w the chances of the stars:

    V        = 1 + mean over the faces of Q(operations)                               turn.roll
    Q(ops)   = min over the pawns that may take the result of Q(rest), new cells      op.choose
    Q(last)  = min over these pawns of chance, challenge, storm or V, new cells       cell.last
    chance   = Σ w (right · Q(bonus operations) + wrong · V)                          card.chance
    challenge = Σ w · mean over the spins of (right · min over the pawns of V forward
                                             + wrong · min over the pawns of V back)  card.challenge
    held     = 1 + right · V(where the spin leads, passed) + wrong · held             card.storm

A held pawn leaves after a geometric number of cards with success q = Σ w · right, whatever is done. So each of the two
ways out of the storm costs `wait` = 1/q − 1 turns beside what can be chosen. The tables hold V without them, and so
stay small and exact where right answers are rare. The pawn that leaves second ends the lap: positions with one passed
pawn are solved first, those with none after them; there the pawns are alike, and unordered pairs are enough.

No rule is written down here a second time: the transitions are asked of the engine in `tables`.
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
"""Sweeps go on until no value changes by more."""
LIMIT = 100_000
ENGINE = ("state.py", "rules/moves.py", "rules/cards.py", "rules/__init__.py", "odds/tables.py", "odds/solver.py")
"""The files that decide what the values are."""


class Proof(Struct, frozen=True):
    """Why the values are right.

    `residual`: the most that one more exact sweep changes. Each turn costs 1, so with ε = residual the true values lie
    from V / (1 + ε) to V / (1 − ε); `error` bounds how far off that is in turns, at any position.
    `difference`: the most by which the greedy policy, evaluated anew from nothing, differs from V.
    `sweeps`: how many were needed.
    """

    residual: float
    error: float
    difference: float
    sweeps: int


class Solution(Struct, frozen=True):
    """V without the waiting in the storm: `table[passed, due, a, b]`, passed NONE or ONE, due TURN or a card.

    `inf` at (0, 0), which the rules forbid and nobody could leave; `nan` where a card cannot be due.
    `after[c]`: what the first pawn that leaves the storm has before it, its partner on c, from its next turn on.
    """

    table: Values
    after: Values
    proof: Proof


class Model(Struct, frozen=True):
    """The chances: of faces, right answers by stars, the different steps of a challenge, cells after the storm."""

    facts: Facts
    right: tuple[float, ...]
    """Stars and right answer, as one chance."""
    wrong: float
    forth: Values
    back: Values
    leave: Values


def solve(rules: Ruleset, right: tuple[float, ...], stars: tuple[float, ...]) -> Solution:
    """The values of every position to 1e-9, with their proof. `stars` sum to 1."""
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
    """What `solve` gives, kept on disk until an engine file changes."""
    shape, given = (2, 3, len(CELLS), len(CELLS)), repr((relevant(rules), right, stars))
    kept = cache.cached_array("lap", given, lambda: _pack(solve(rules, right, stars)), version=_version())
    table, after, (residual, error, difference, sweeps) = np.split(kept, [prod(shape), prod(shape) + len(CELLS)])
    proof = Proof(float(residual), float(error), float(difference), int(sweeps))
    return Solution(table.reshape(shape), after, proof)


def _pack(found: Solution) -> Values:
    return np.concatenate([found.table.ravel(), found.after, structs.astuple(found.proof)])


@lru_cache(maxsize=1)
def _version() -> str:
    return cache.fingerprint(*(Path(__file__).parents[1] / name for name in ENGINE))


def _iterate(layers: tuple[Layer, ...], model: Model) -> tuple[tuple[Values, ...], Values, int]:
    """Value iteration from nothing, one passed pawn first: the vectors of values, `Solution.after`, the sweeps."""
    nothing = np.zeros(len(CELLS))
    one, first = _settle(layers[ONE], model, nothing)
    at, turns = layers[ONE].at, _turns(layers[ONE], one)
    after = model.leave @ turns[at]
    # Nobody enters the storm while the partner stands on the storm cell.
    after[STORM] = np.inf
    none, second = _settle(layers[NONE], model, after)
    return (none, one), after, first + second


def _settle(layer: Layer, model: Model, after: Values) -> tuple[Values, int]:
    """Sweeps until no value changes by more than the tolerance. Monotone from below, so it cannot circle."""
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
    """New values of turns and of chance cards; those of challenges are written into `x`."""
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
    """Values of what is left of a roll, the shorter first: each is the best of the two pawns."""
    values: dict[str, Values] = {}
    for ops, index in ways.items():
        if len(ops) > 1:
            x[:n] = values[ops[1:]]
        values[ops] = _least(x, index)
    return values


def _least(x: Values, index: Index) -> Values:
    """The better of the choices, row by row. The mode spares `take` a copy; no index is out of range."""
    values: Values = x.take(index[0], mode="clip")
    for other in index[1:]:
        np.minimum(values, x.take(other, mode="clip"), out=values)
    return values


def _greedy(layer: Layer, x: Values, model: Model) -> Layer:
    """The layer with the better pawn chosen everywhere."""

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
    """What an exact sweep changes: one whose cards fit the turns they were made from."""
    n, (chance, challenge, _) = layer.n, layer.cards
    while True:
        turn, card = _sweep(layer, model, x)
        # Bonus operations only ever lead on to larger numbers: this ends.
        if np.array_equal(card, x[chance:challenge]):
            return float(abs(turn - x[n:chance]).max())
        x[chance:challenge] = card


def _turns(layer: Layer, x: Values) -> Values:
    return x[layer.n : 2 * layer.n]


def _grid(layers: tuple[Layer, ...], values: tuple[Values, ...]) -> Values:
    """The vectors as `Solution.table`."""
    table = np.full((2, 3, len(CELLS), len(CELLS)), np.nan)
    for passed, (part, x) in enumerate(zip(layers, values, strict=True)):
        chance, challenge, storm = part.cards
        everywhere = np.arange(part.n)
        for due, spots, first, last in (
            (TURN, everywhere, part.n, chance),
            (CHANCE, part.chance, chance, challenge),
            (CHALLENGE, part.challenge, challenge, storm),
        ):
            a, b = part.spots[spots].T
            table[passed, due, a, b] = x[first:last]
            if passed == NONE:
                table[passed, due, b, a] = x[first:last]
        table[passed, TURN, STORM, STORM] = np.inf
    return table


def _model(rules: Ruleset, right: tuple[float, ...], stars: tuple[float, ...]) -> Model:
    told = facts(relevant(rules))
    good = tuple(w * r for w, r in zip(stars, right, strict=True))
    bad = tuple(w * (1 - r) for w, r in zip(stars, right, strict=True))
    forth, back = different_steps(told)
    # Where no answer is ever right nobody leaves, and any law of the cells will do.
    left = good if sum(good) else stars
    leave = _law(told.leave, left, CELLS) / sum(left)
    return Model(told, good, sum(bad), _law(told.forth, good, forth), _law(told.back, bad, back), leave)


def _law(outcomes: Iterable[tuple[int, ...]], chances: Iterable[float], values: Iterable[int]) -> Values:
    """The chance of each value: by stars first, then every number of the spinner alike."""
    place = {value: index for index, value in enumerate(values)}
    law = np.zeros(len(place))
    for numbers, p in zip(outcomes, chances, strict=True):
        for number in numbers:
            law[place[number]] += p / len(numbers)
    return law
