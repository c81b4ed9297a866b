"""The lap solver beside compiled loops, and beside a sweep over dictionaries.

    uv run --group bench pytest tests/benchmarks/test_lap.py -s

Answers are compared first. Two loops of numba over the same positions do the same work, values to the same tolerance
and everything once more for the proof: one over the solver's own tables, one with the rules written out in it, which
makes it an independent check. Both are compiled before the clock starts. The solver is timed with its tables ready,
and with the engine asked for them anew. The dictionaries hold the same transitions as the sweep they stand beside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.race import race, report
from toolkit.games.math_storm.odds import solver, tables
from toolkit.games.math_storm.state import LAST, Ruleset

RIGHT, STARS = (0.9, 0.7, 0.5), (1 / 3, 1 / 3, 1 / 3)
RULES = Ruleset()
CACHES = (tables.facts, tables.layer, tables._results, tables._refused, tables._cards)


def solve() -> solver.Solution:
    return solver.solve(RULES, RIGHT, STARS)


def solve_cold() -> solver.Solution:
    for cached in CACHES:
        cached.cache_clear()
    return solve()


def test_lap_solver_beside_compiled_loops(capsys: pytest.CaptureFixture[str]) -> None:
    numba = pytest.importorskip("numba")
    layers = tuple(tables.layer(tables.relevant(RULES), passed) for passed in (tables.NONE, tables.ONE))
    model = solver._model(RULES, RIGHT, STARS)
    rules, look_ups = compiled(numba), compiled_tables(numba, layers, model)
    one, none, _ = rules(*RIGHT, *STARS, solver.TOLERANCE)
    table = solve().table
    looked_up = look_ups()
    for passed, found in ((tables.ONE, one), (tables.NONE, none)):
        a, b = layers[passed].pairs.T
        assert np.allclose(table[passed, tables.TURN, a, b], found[a, b], atol=1e-9)
        assert np.allclose(table[passed, tables.TURN, a, b], looked_up[passed], atol=1e-9)
    times = race(
        loop=look_ups,
        loop_over_the_rules=lambda: rules(*RIGHT, *STARS, solver.TOLERANCE),
        solver=solve,
        solver_and_its_tables=solve_cold,
    )
    with capsys.disabled():
        report("lap solver: values, policy and proof, to 1e-12", times, "loop")


def test_lap_sweep_beside_dictionaries(capsys: pytest.CaptureFixture[str]) -> None:
    layer = tables.layer(tables.relevant(RULES), tables.ONE)
    model = solver._model(RULES, RIGHT, STARS)
    x, _ = solver._settle(layer, model, np.zeros(LAST + 1))
    sweep = dictionaries(layer, model, x)
    assert np.allclose(list(sweep().values()), solver._sweep(layer, model, x)[0], atol=1e-9)
    times = race(sweep=lambda: solver._sweep(layer, model, x), dictionaries=sweep)
    with capsys.disabled():
        report("one sweep over the positions with one passed pawn", times, "sweep")


def dictionaries(layer: tables.Layer, model: solver.Model, x: tables.Values) -> Callable[[], dict[int, float]]:
    """The same sweep with everything in dictionaries, place by place."""
    values = dict(enumerate(x.tolist()))
    ways = {ops: dict(enumerate(index.T.tolist())) for ops, index in layer.ways.items()}
    forth, back = (dict(enumerate(index.transpose(2, 1, 0).tolist())) for index in (layer.forth, layer.back))
    chance, challenge, _ = layer.cards
    spots = {place: int(spot) for place, spot in enumerate(layer.chance, chance)}

    def best(spot: int, ops: str) -> float:
        return min(
            best(place, ops[1:]) if len(ops) > 1 and place < layer.n else values[place] for place in ways[ops][spot]
        )

    def card(moves: list[list[int]], law: tables.Values) -> float:
        return sum(p * min(values[place] for place in pair) for p, pair in zip(law, moves, strict=True))

    def sweep() -> dict[int, float]:
        for g in forth:
            values[challenge + g] = card(forth[g], model.forth) + card(back[g], model.back)
        new = {
            spot: 1 + sum(p * (best(spot, ops) if ops else values[layer.n + spot]) for ops, p in model.facts.faces)
            for spot in range(layer.n)
        }
        for place, spot in spots.items():
            paid = zip(model.right, model.facts.bonus, strict=True)
            values[place] = model.wrong * values[layer.n + spot] + sum(p * best(spot, ops) for p, ops in paid)
        return new

    return sweep


def compiled_tables(
    numba: Any, layers: tuple[tables.Layer, ...], model: solver.Model
) -> Callable[[], list[tables.Values]]:
    """A loop over the solver's own tables of transitions: nothing but look-ups, values and then values once more."""
    order = list(layers[0].ways)
    left = np.array([order.index(ops[1:]) if len(ops) > 1 else -1 for ops in order])
    faces = np.array([order.index(ops) if ops else -1 for ops, _ in model.facts.faces])
    paid = np.array([order.index(ops) for ops in model.facts.bonus])
    right = np.array(model.right)

    @numba.njit
    def sweep(x, n, first, ways, chance, forth, back, law_forth, law_back, wrong):  # type: ignore[no-untyped-def]
        q, change = np.empty((len(left), n)), 0.0
        for g in range(forth.shape[2]):
            total = 0.0
            for k in range(forth.shape[1]):
                total += law_forth[k] * min(x[forth[0, k, g]], x[forth[1, k, g]])
                total += law_back[k] * min(x[back[0, k, g]], x[back[1, k, g]])
            x[first + len(chance) + g] = total
        for o in range(len(left)):
            if left[o] >= 0:
                x[:n] = q[left[o]]
            for i in range(n):
                q[o, i] = min(x[ways[o, 0, i]], x[ways[o, 1, i]])
        for k in range(len(chance)):
            i = chance[k]
            new = wrong * x[n + i]
            for star in range(3):
                new += right[star] * q[paid[star], i]
            change = max(change, abs(new - x[first + k]))
            x[first + k] = new
        for i in range(n):
            new = 1.0
            for f in faces:
                new += (x[n + i] if f < 0 else q[f, i]) / len(faces)
            change = max(change, abs(new - x[n + i]))
            x[n + i] = new
        return change

    def settle(layer: tables.Layer, after: tables.Values) -> tables.Values:
        ways = np.array([layer.ways[ops] for ops in order])
        x = np.zeros(layer.never + 1)
        x[layer.cards[2] :] = np.concatenate([after, after + 1, [np.inf]])
        rest = (ways, layer.chance, layer.forth, layer.back, model.forth, model.back, model.wrong)
        while sweep(x, layer.n, layer.cards[0], *rest) > solver.TOLERANCE:
            pass
        return x[layer.n : 2 * layer.n]

    def loop() -> list[tables.Values]:
        found = []
        for _ in range(2):
            one = settle(layers[tables.ONE], np.zeros(LAST + 1))
            after = model.leave @ one[layers[tables.ONE].at]
            found = [settle(layers[tables.NONE], np.where(np.arange(LAST + 1) > 0, after, np.inf)), one]
        return found

    return loop


def compiled(numba: Any) -> Callable[..., tuple[tables.Values, tables.Values, float]]:
    """The plus-minus game with the rules as they are by default, as loops: values of one and of no passed pawn.

    Like the solver it goes once over all positions for each thing that may be left of a roll, the shorter first.
    """
    njit, inf = numba.njit, np.inf

    @njit
    def drawn(v, c, g, a, b, end, start):  # type: ignore[no-untyped-def]
        """What is due where the last operation has taken a pawn from `start` to `end`."""
        if end != start and a and b:
            if end % 10 == 0:
                return c[a, b]
            if end % 11 == 0:
                return g[a, b]
        return v[a, b]

    @njit
    def last(v, c, g, s, one, a, b, r):  # type: ignore[no-untyped-def]
        if r > 100:
            return s[a] if one else min(s[a], s[b])
        first = drawn(v, c, g, r, b, r, a) if r or a == 0 or (b and not one) else inf
        second = drawn(v, c, g, a, r, r, b) if r or b == 0 or a else inf
        return min(first, second)

    @njit
    def more(q, s, one, a, b):  # type: ignore[no-untyped-def]
        """A sum, and then what `q` holds."""
        r = a + b
        if r > 100:
            return s[a] if one else min(s[a], s[b])
        return min(q[r, b], q[a, r])

    @njit
    def forward(v, s, one, a, b, k):  # type: ignore[no-untyped-def]
        first = v[a + k, b] if a + k <= 100 else v[100, b] if one or b == 0 else s[b] + 1
        second = v[a, b + k] if b + k <= 100 else v[a, 100] if a == 0 else s[a] + 1
        return min(first, second)

    @njit
    def challenge(g, v, s, one, law):  # type: ignore[no-untyped-def]
        for a in range(1, 101):
            for b in range(1 if one else a, 101):
                if a % 11 == 0 or b % 11 == 0:
                    total = 0.0
                    for k in range(28):
                        if law[0, k] > 0:
                            total += law[0, k] * forward(v, s, one, a, b, k)
                            total += law[1, k] * min(v[max(1, a - k), b], v[a, max(1, b - k)])
                    g[a, b] = total
                    if not one:
                        g[b, a] = total

    @njit
    def sweep(v, c, g, q, s, one, law, good, wrong):  # type: ignore[no-untyped-def]
        """One sweep; `q`: what +, -, ++, +++ and +- are worth."""
        challenge(g, v, s, one, law)
        for kind in range(5):
            for a in range(101):
                for b in range(0 if one else a, 101):
                    if kind < 2:
                        q[kind, a, b] = last(v, c, g, s, one, a, b, a + b if kind == 0 else abs(a - b))
                    else:
                        q[kind, a, b] = more(q[(0, 0, 0, 2, 1)[kind]], s, one, a, b)
                    if not one:
                        q[kind, b, a] = q[kind, a, b]
        change = 0.0
        for a in range(101):
            for b in range(101):
                if a == 0 and b == 0:
                    continue
                old = v[a, b]
                if a and b and (a % 10 == 0 or b % 10 == 0):
                    card = good[0] * q[0, a, b] + good[1] * q[2, a, b] + good[2] * q[3, a, b] + wrong * old
                    change = max(change, abs(card - c[a, b]))
                    c[a, b] = card
                v[a, b] = 1 + (q[0, a, b] + q[1, a, b] + q[2, a, b] + q[3, a, b] + q[4, a, b] + old) / 6
                change = max(change, abs(v[a, b] - old))
        return change

    @njit
    def settle(one, s, right, stars, tolerance):  # type: ignore[no-untyped-def]
        law = np.zeros((2, 28))
        for star in range(3):
            for spin in range(10):
                law[0, spin * (star + 1)] += stars[star] * right[star] / 10
                law[1, spin * (star + 1)] += stars[star] * (1 - right[star]) / 10
        v, c, g = np.zeros((101, 101)), np.zeros((101, 101)), np.zeros((101, 101))
        q = np.zeros((5, 101, 101))
        while sweep(v, c, g, q, s, one, law, stars * right, (stars * (1 - right)).sum()) > tolerance:
            pass
        return v

    @njit
    def loop(r1, r2, r3, w1, w2, w3, tolerance):  # type: ignore[no-untyped-def]
        right, stars = np.array([r1, r2, r3]), np.array([w1, w2, w3])
        one = settle(True, np.zeros(101), right, stars, tolerance)
        after = np.zeros(101)
        for c in range(1, 101):
            for star in range(3):
                for spin in range(10):
                    p = stars[star] * right[star] / (right * stars).sum() / 10
                    after[c] += p * one[spin * (star + 1), c]
        none = settle(False, after, right, stars, tolerance)
        # Everything once more, from nothing: the price of the proof step, set high.
        again = settle(False, after, right, stars, tolerance)
        settle(True, np.zeros(101), right, stars, tolerance)
        return one, none, np.abs(none - again).max()

    return loop
