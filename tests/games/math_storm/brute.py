"""The odds of Math Storm by brute force: the engine plays every face, every choice and every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random

from msgspec.structs import replace

from toolkit.core.game import CHANCE
from toolkit.games.math_storm import odds, views
from toolkit.games.math_storm import rules as rules_
from toolkit.games.math_storm.odds import tables
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.state import DICE, Ask, Draw, Move, Operate, PickPawn, Roll, Rolled, Ruleset, State

RULESETS = [
    {},
    {"division": "quotient"},
    {"unmoved": True},
    {"bonus_cells": False},
    {"storm_card": "next turn"},
    {"storm_zero": "again"},
    {"solo_back": False},
    {"unmoved": True, "bonus_cells": False, "storm_card": "next turn", "storm_zero": "again", "solo_back": False},
]
FLAGS = ((False, False), (True, False), (False, True))
POSITIONS = [(a, b) for a, b in product(range(101), repeat=2) if a or b]
CARDS = {"plus-minus": "lower/1/1", "four-operations": "upper/1/1"}


def chosen(rng: Random, count: int) -> list[tuple[tuple[int, int], tuple[bool, bool]]]:
    """Positions, the odd ones more often than by chance."""
    cells = [*range(101), *(10, 20, 50, 90, 100) * 4, *(11, 22, 55, 99) * 4, *(0, 1) * 8]
    pairs = ((rng.choice(cells), rng.choice(cells)) for _ in iter(int, 1))
    alike = ((a, a if rng.random() < 0.1 else b) for a, b in pairs)
    free = (pair for pair in alike if any(pair))
    return [(next(free), rng.choice(FLAGS)) for _ in range(count)]


def given(passed: tuple[bool, bool]) -> tuple[int, ...]:
    return tuple(pawn for pawn in (0, 1) if passed[pawn])


def played(state: State, move: Move) -> Iterator[State]:
    """The states after every sequence of choices that begins with this one and plays the roll to its end."""
    after = rules_.apply(state, move)
    if after.round == state.round and isinstance(after.agenda[-1], Operate):
        for more in rules_.legal_actions(after, 0):
            yield from played(after, more)
    else:
        yield after


def what_happened(before: State, after: State) -> tuple[object, str]:
    """Where the last operation put its pawn, and what is due there."""
    hop = after.hops[-1]
    if hop.storm:
        return "storm", "storm"
    due = after.agenda[-1]
    if after.round == before.round and isinstance(due, Draw):
        return hop.end, due.kind
    return hop.end, "setback" if hop.end == 0 and hop.start != 0 else ""


def brute(rules: Ruleset, pawns: tuple[int, int], passed: tuple[bool, bool]) -> tuple[dict, dict]:
    """Landing and triggers by playing every face with every choice."""
    start = tables.solo(rules, pawns, passed, due=Roll(0))
    cells: dict[object, Fraction] = {}
    kinds = dict.fromkeys(odds.KINDS, Fraction(0))
    for face in DICE[rules.die]:
        rolled = rules_.apply(start, Rolled(face))
        if rolled.round != start.round:
            continue
        found = [
            what_happened(start, after) for move in rules_.legal_actions(rolled, 0) for after in played(rolled, move)
        ]
        for cell in {cell for cell, _ in found}:
            cells[cell] = cells.get(cell, Fraction(0)) + Fraction(1, 6)
        for kind in {kind for _, kind in found} - {""}:
            kinds[kind] += Fraction(1, 6)
    return cells, kinds


Value = Callable[[State], float]


def expected(state: State, value: Value, right: tuple[float, ...], known: dict) -> float:
    """Expected turns still to begin, by the engine: the best choice, the mean over chance and over answers."""
    if state.chips[0]:
        return 0.0
    if state.round != 1:
        return value(state)
    step = state.agenda[-1]
    # Cards of equally many stars are alike, and chains of chance cards meet the same positions again and again.
    key = state.pawns, state.passed, state.held, replace(step, number=0) if isinstance(step, Ask) else step
    if key not in known:
        found = [(p, expected(after, value, right, known)) for p, after in branches(state, right)]
        choice = isinstance(step, Operate | PickPawn)
        known[key] = min(turns for _, turns in found) if choice else sum(p * turns for p, turns in found)
    return known[key]


def branches(state: State, right: tuple[float, ...]) -> Iterator[tuple[float, State]]:
    """What may come next, with its chance; of choices all of them."""
    step = state.agenda[-1]
    if isinstance(step, Operate | PickPawn):
        yield from ((1.0, rules_.apply(state, action)) for action in rules_.legal_actions(state, 0))
    elif isinstance(step, Ask):
        answer, p = rules_.legal_actions(state, 0)[0], right[step.stars - 1]
        for skill, w in ((1.0, p), (0.0, 1 - p)):
            if w:
                yield w, rules_.apply(state, views.fill(state, answer, Random(1), skill))
    else:
        outcomes = rules_.chance_outcomes(state).floats()
        outcomes = one_card_a_star(state, outcomes) if isinstance(step, Draw) else outcomes
        yield from ((p, rules_.apply(state, outcome)) for outcome, p in outcomes.items())


def one_card_a_star(state: State, outcomes: dict) -> dict:
    """Cards of equally many stars are alike here."""
    some = {drawn.stars: drawn for drawn in outcomes}
    weights = state.rules.stars
    return {drawn: weights[stars - 1] / sum(weights) for stars, drawn in some.items()}


def turn(rules: Ruleset, spot: Spot) -> State:
    due = Roll(0) if spot.held < 0 else Draw("storm", (0,))
    return tables.solo(rules, spot.pawns, spot.passed, spot.held, due)


def stands(state: State) -> Spot:
    return Spot(state.pawns[0], state.passed[0], state.held[0])


def act(state: State, seats: tuple[int, ...], rng: Random, skill: float = 0.6) -> object:
    if seats == (CHANCE,):
        return rules_.chance_outcomes(state).sample(rng)
    legal = rules_.legal_actions(state, rng.choice(seats))
    return views.fill(state, rng.choice(legal), rng, skill)
