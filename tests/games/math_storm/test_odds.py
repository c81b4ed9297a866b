"""The odds of Math Storm beside brute force through the engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import inf, isfinite
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tests.games.math_storm.brute import (
    CARDS,
    FLAGS,
    POSITIONS,
    RULESETS,
    act,
    brute,
    chosen,
    expected,
    given,
    played,
    stands,
    turn,
    what_happened,
)
from toolkit.core import cache, words
from toolkit.core.playout import Policy, estimate
from toolkit.core.words import BadInput
from toolkit.games import math_storm
from toolkit.games.math_storm import odds
from toolkit.games.math_storm import rules as rules_
from toolkit.games.math_storm.bots import BOTS
from toolkit.games.math_storm.odds import (
    ahead,
    landing,
    landing_policy,
    routes,
    solver,
    tables,
    triggers,
    triggers_policy,
)
from toolkit.games.math_storm.odds.routes import lap
from toolkit.games.math_storm.odds.walks import Spot, walks
from toolkit.games.math_storm.rules.moves import takers
from toolkit.games.math_storm.state import BONUS, DICE, Ask, EndTurn, Operate, Roll, Ruleset, State, operations

EACH = pytest.mark.parametrize("die", DICE)


@EACH
@pytest.mark.parametrize("options", RULESETS[:4], ids=str)
def test_landing_and_triggers_are_those_of_every_face_and_choice(die: str, options: dict, full: bool) -> None:
    rules = Ruleset(die=die, cards=CARDS[die], **options)
    every = [(pawns, passed) for pawns in POSITIONS for passed in FLAGS]
    for pawns, passed in every if full else chosen(Random(f"{die}{options}"), 250):
        cells, kinds = brute(rules, pawns, passed)
        assert landing(*pawns, die, given(passed), **options) == cells, (pawns, passed)
        assert triggers(*pawns, die, given(passed), **options) == kinds, (pawns, passed)


@EACH
@pytest.mark.parametrize("options", RULESETS, ids=str)
def test_bonus_operations_lead_where_the_engine_leads(die: str, options: dict) -> None:
    rules = Ruleset(die=die, cards=CARDS[die], **options)
    cells = ((1, 10), (20, 1), (1, 11), (1, 1), (10, 10), (50, 30), (45, 44), (20, 2))
    for pawns, passed, face in product(cells, FLAGS, BONUS[die]):
        start = tables.solo(rules, pawns, passed, due=Operate(0, operations(face), fresh=False, bonus=True))
        after = [end for move in rules_.legal_actions(start, 0) for end in played(start, move)]
        by_engine = [what_happened(start, end) for end in after]
        found = walks(tables.relevant(rules), pawns, passed, face, bonus=True)
        assert [(walk.end, "setback" if walk.setback else walk.then) for walk in found] == by_engine
        assert [walk.pawns for walk in found] == [end.pawns[0] for end in after]


def test_landing_from_the_page_of_the_rules() -> None:
    assert landing(72, 45) == {27: Fraction(1, 6), "storm": Fraction(4, 6)}
    assert list(landing(27, 45)) == [18, 27, 45, 72, 99, "storm"]


def test_a_lost_division_counts_for_no_cell() -> None:
    exact, quotient = landing(7, 3, "four-operations"), landing(7, 3, "four-operations", division="quotient")
    assert 2 not in exact and quotient[2] == Fraction(1, 6)


@EACH
def test_the_policy_takes_one_of_the_ways_there_are(die: str) -> None:
    for pawns, passed in chosen(Random(3), 200):
        can, does = landing(*pawns, die, given(passed)), landing_policy(*pawns, die, given(passed))
        assert sum(does.values()) <= 1 and all(does[cell] <= can[cell] for cell in does)
        could, will = triggers(*pawns, die, given(passed)), triggers_policy(*pawns, die, given(passed))
        assert all(will[kind] <= could[kind] for kind in odds.KINDS)


def test_apart_from_a_division_somebody_may_always_take_the_result() -> None:
    for die, division in (("plus-minus", "exact"), ("four-operations", "exact"), ("four-operations", "quotient")):
        rules = Ruleset(die=die, division=division)
        for pawns, passed in product(POSITIONS, FLAGS):
            state = tables.solo(rules, pawns, passed)
            for op in "+-×÷":
                result, pawns_ = takers(state, 0, op)
                assert pawns_ or (op == "÷" and result is None), (pawns, passed, op, division)


@EACH
@pytest.mark.parametrize("passed", [tables.NONE, tables.ONE])
def test_the_tables_let_a_pawn_move_where_the_engine_does(die: str, passed: int) -> None:
    rules = tables.relevant(Ruleset(die=die))
    layer = tables.layer(rules, passed)
    for op in {ops[-1] for ops, _ in tables.facts(rules).faces if ops}:
        may = layer.ways[op] != layer.never
        for spot in range(0, layer.n, 7):
            a, b = layer.pairs[spot].tolist()
            result, pawns = takers(tables.solo(rules, (a, b), (passed == tables.ONE, False)), 0, op)
            assert result is None or may[:, spot].nonzero()[0].tolist() == list(pawns)


@EACH
@pytest.mark.parametrize("options", RULESETS, ids=str)
def test_one_turn_of_the_engine_gives_the_same_values_again(die: str, options: dict, full: bool) -> None:
    """The Bellman equation, with the whole turn played by the engine."""
    rng = Random(f"{die}{options}")
    right = rng.choice([(0.9, 0.7, 0.5), (1, 1, 1), (0.3, 0.8, 0.1), (0.5, 0, 1)])
    rules = Ruleset(die=die, cards=CARDS[die], stars=rng.choice([(1, 1, 1), (1, 2, 3), (0, 1, 4)]), **options)
    found = routes.solved(rules, right)
    known: dict = {}
    for pawns, passed in chosen(rng, 1000 if full else 60):
        spots = [Spot(pawns, passed)]
        if pawns[1] and not passed[0]:
            spots.append(Spot((0, pawns[1]), passed, 0))
        for spot in spots:
            again = 1 + expected(turn(rules, spot), lambda state: found.turns_from(stands(state)), right, known)
            assert found.turns_from(spot) == pytest.approx(again, abs=1e-9), spot


@EACH
def test_the_greedy_policy_evaluated_again_gives_the_same_values(die: str) -> None:
    found = lap(die)
    assert found.residual < 1e-11 and found.proof.error < 1e-9 and found.proof.difference < 1e-9


def test_a_wrong_value_is_seen_by_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is no formality: sweeps that stop early leave a residual."""
    monkeypatch.setattr(solver, "TOLERANCE", 1e-3)
    found = solver.solve(Ruleset(), (0.9, 0.7, 0.5), (1 / 3, 1 / 3, 1 / 3))
    assert found.proof.residual > 1e-6 and found.proof.difference > 1e-6
    assert abs(found.table[0, 0, 1:, 1:] - lap().solution.table[0, 0, 1:, 1:]).max() <= found.proof.error * 1.01


@EACH
def test_the_pawns_are_alike(die: str) -> None:
    found = lap(die)
    for (a, b), passed in chosen(Random(5), 300):
        mirrored = tuple(1 - pawn for pawn in given(passed))
        assert found.turns(a, b, given(passed)) == found.turns(b, a, mirrored)
    assert found.turns(0, 40, held=0) == found.turns(40, 0, held=1)


@EACH
def test_more_right_answers_make_a_lap_shorter(die: str) -> None:
    starts = [lap(die, right=(p, p, p)).start for p in (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)]
    assert starts == sorted(starts, reverse=True) and len(set(starts)) == 6


def test_the_start_is_the_mean_over_the_placing_spins() -> None:
    found = lap()
    second = sum(found.turns(a, b) * (1 / 100 if a else 1 / 90) for a, b in product(range(10), repeat=2) if a or b)
    assert found.start == pytest.approx(second, abs=1e-12)
    both = sum(found.turns(a, b) / 99 for a, b in product(range(10), repeat=2) if a or b)
    assert lap(both_zero="both").start == pytest.approx(both, abs=1e-12)


def test_numbers_of_numpy_are_cells_too() -> None:
    assert lap().turns(np.int64(27), np.int32(45)) == lap().turns(27, 45)


def test_never_is_infinite() -> None:
    assert lap(right=(0, 0, 0)).turns(50, 50) == inf
    assert lap(right=(0, 0, 0)).best(50, 50, "+").turns == inf
    rare = lap(right=(1e-9, 0, 0))
    assert isfinite(rare.turns(50, 50)) and rare.turns(0, 50, (1,), 0) == pytest.approx(3e9)


@EACH
@pytest.mark.parametrize("options", [{}, *RULESETS[-3:]], ids=str)
def test_a_turn_costs_one_and_the_mean_of_the_best_routes(die: str, options: dict, full: bool) -> None:
    """The tables of the solver beside the walks."""
    found = lap(die, **options)
    every = [(pawns, passed) for pawns in POSITIONS for passed in FLAGS]
    alike = [((a, a), passed) for a in range(1, 101) for passed in FLAGS[:2]]
    for (a, b), passed in every if full else [*chosen(Random(7), 100), *alike]:
        best = [found.best(a, b, face, given(passed)) for face in DICE[die]]
        assert found.turns(a, b, given(passed)) == pytest.approx(1 + sum(route.turns for route in best) / 6, abs=1e-9)
        for face, route in zip(DICE[die], best, strict=True):
            every = found.routes(a, b, face, given(passed))
            assert route in every and route.turns == min(way.turns for way in every)


def test_a_route_reads_as_the_sums_it_does() -> None:
    route = next(route for route in lap().routes(27, 45, "+-") if route.end == 27)
    assert str(route) in ("27 + 45 = 72 → 72 − 45 = 27", "45 + 27 = 72 → 72 − 45 = 27")
    assert lap().routes(27, 45, "+")[0].label == "27 → 72"
    upper = lap("four-operations")
    assert upper.routes(6, 3, "/") == upper.routes(6, 3, ("÷",)) != upper.routes(6, 3, ("×",))


@EACH
def test_what_is_still_to_come_agrees_with_the_engine_at_every_ply(die: str) -> None:
    """In the middle of a turn: moves, cards asked, spins, picks, bonus operations."""
    rules = {"die": die, "chips": 0, "max_rounds": 30, "stars": (1, 2, 1)}
    state, rng, met = rules_.start(1, **rules), Random(11), set()
    found = routes.solved(state.rules)
    while seats := rules_.to_move(state):
        step = state.agenda[-1]
        if state.turn >= 0 and not isinstance(step, Roll):
            fresh = tables.solo(state.rules, state.pawns[0], state.passed[0], state.held[0], step)
            again = expected(fresh, lambda later: found.turns_from(stands(later)), found.right, {})
            assert ahead.further(found, state, 0) == pytest.approx(again, abs=1e-9), step
            met.add(type(step).__name__)
        state = rules_.apply(state, act(state, seats, rng))
    assert {"Operate", "Draw", "Ask", "Spin"} <= met


def test_the_challenge_of_another_leaves_the_odds_of_a_seat_alone() -> None:
    """Who will be right is not known; in one's own turn it is reckoned as if alone."""
    asked = replace(
        rules_.start(2, order="seats"),
        pawns=((33, 40), (33, 40)),
        turn=0,
        agenda=(EndTurn(), Ask("challenge", 1, 1, (0, 1))),
    )
    found = routes.solved(asked.rules)
    assert ahead.spread(found, asked, 1) == {Spot((33, 40)): 1.0}
    assert ahead.further(found, asked, 1) == found.turns(33, 40)
    own = ahead.spread(found, asked, 0)
    assert sum(own.values()) == pytest.approx(1) and own[Spot((33, 40))] == pytest.approx(0.1)


def test_playing_it_takes_as_many_turns_as_the_solver_says(full: bool) -> None:
    """Two-star cards alone, so that one chance of a right answer is the solver's."""
    start = rules_.start(1, stars=(0, 1, 0), chips=1, max_rounds=1000)
    exact = routes.solved(start.rules).start
    bots: list[Policy] = [BOTS["solver"]()]
    found = estimate(math_storm, start, rounds, n=8000 if full else 500, seed=1, policies=bots, skill=0.7)
    assert abs(found.mean - exact) < 4 * found.stderr
    assert found.stderr < 0.5


def rounds(state: State) -> float:
    return state.round


def test_values_survive_on_disk(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.ENV, str(tmp_path))
    key = (tables.relevant(Ruleset()), (0.9, 0.7, 0.5), (1 / 3, 1 / 3, 1 / 3))
    first = solver.solution(*key)
    cache.forget()
    monkeypatch.setattr(solver, "solve", None)
    again = solver.solution(*key)
    assert np.array_equal(first.table, again.table, equal_nan=True) and first.proof == again.proof
    assert np.array_equal(first.after, again.after)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: lap("d6"), "'four-operations' | 'plus-minus'"),
        (lambda: lap(right=(0.9, 0.7)), "(0 … 1, 0 … 1, 0 … 1)"),
        (lambda: lap(right=(2, 0, 0)), "(2, 0, 0)"),
        (lambda: lap(stars=(0, 0, 0)), "(0, 0, 0)"),
        (lambda: lap(colour="red"), "colour"),
        (lambda: lap(division="none"), "'exact' | 'quotient'"),
        (lambda: lap().turns(101, 3), "101"),
        (lambda: lap().turns(3, True), "True"),
        (lambda: lap().turns(3, 4, passed=(0, 1)), "() | (0,) | (1,)"),
        (lambda: lap().turns(3, 4, passed=5), "5"),
        (lambda: lap().turns(3, 4, held=0), "3"),
        (lambda: lap().turns(0, 0, held=0), "1 … 100"),
        (lambda: lap().turns(0, 4, passed=(0,), held=0), "None | 1"),
        (lambda: lap().best(3, 4, "×"), "'stop'"),
        (lambda: lap().best(3, 4, ("%",)), "'÷'"),
        (lambda: lap().best(3, 4, 7), "7"),
        (lambda: lap().best(3, 4, [["+"]]), "'÷'"),
        (lambda: lap().turns(3, 4, passed=[[0]]), "[[0]]"),
        (lambda: lap().turns("3", 4), "'3'"),
        (lambda: lap().best(0, 0, "+"), "(0, 0)"),
        (lambda: lap().turns(0, 0), "(0, 0)"),
        (lambda: lap(stars=(-1, 0, 0)), "(≥ 0, ≥ 0, ≥ 0)"),
        (lambda: landing(0, 0), "(0, 0)"),
        (lambda: landing(-1, 4), "-1"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(BadInput) as refused:
        ask()
    for language in words.LANGS:
        assert named in refused.value.say(language)
