"""Playouts of a toy game, which is this module itself, against its exact values by recursion.

Two seats first choose a head start at the same time; then each in turn answers a question: right moves on by
the throw of a die, wrong by one. The first at cell 10 wins.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import msgspec
import pytest

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Decision, Outcome
from toolkit.core.playout import Estimate, estimate, play_out, random_policy

GOAL = 10
game: Any = sys.modules[__name__]


class Start(Decision, frozen=True, tag="start"):
    cell: int


class Answer(Decision, frozen=True, tag="answer"):
    right: bool | None = None


class Rolled(Outcome, frozen=True, tag="rolled"):
    face: int


THROW = Dist.uniform(range(1, 7)).map(Rolled)


class State(msgspec.Struct, frozen=True):
    cells: tuple[int, int] = (-1, -1)
    turn: int = 0
    rolling: bool = False
    plies: int = 0


def to_move(state: State) -> tuple[int, ...]:
    if max(state.cells) >= GOAL:
        return ()
    unplaced = tuple(seat for seat in (1, 0) if state.cells[seat] < 0)
    return unplaced or ((CHANCE,) if state.rolling else (state.turn,))


def legal_actions(state: State, seat: int) -> tuple[Decision, ...]:
    return (Start(seat, 0), Start(seat, 3)) if state.cells[seat] < 0 else (Answer(seat),)


def chance_outcomes(state: State) -> Dist[Rolled]:
    return THROW


def apply(state: State, action: Any) -> State:
    match action:
        case Start(seat, cell):
            return moved(state, seat, cell + 1, state.turn)
        case Answer(_, None):
            raise AssertionError("a blank answer was applied")
        case Answer(_, True):
            return msgspec.structs.replace(state, rolling=True, plies=state.plies + 1)
        case _:
            return moved(state, state.turn, getattr(action, "face", 1), 1 - state.turn)


def moved(state: State, seat: int, steps: int, turn: int) -> State:
    first, second = (cell + steps * (seat == i) for i, cell in enumerate(state.cells))
    return State((first, second), turn, False, state.plies + 1)


def view(state: State, seat: int) -> dict[str, Any]:
    return {"seat": seat, "cell": state.cells[seat]}


def fill(state: State, action: Any, rng: Random, skill: float = 1.0) -> Any:
    return Answer(action.seat, rng.random() < skill) if action.blank else action


def seat_0_wins(state: State) -> float:
    return state.cells[0] >= GOAL


def length(state: State) -> float:
    return state.plies


def boldest(view: dict[str, Any], legal: tuple[Any, ...], rng: Random) -> Any:
    return legal[-1]


@cache
def exact(state: State, value: Callable[[State], float], skill: float = 1.0, bold: int = -1) -> float:
    """Oracle: the expectation over everything that can happen; seat `bold` starts at 3."""

    def after(action: Any) -> float:
        return exact(apply(state, action), value, skill, bold)

    seats = to_move(state)
    if not seats:
        return value(state)
    if seats == (CHANCE,):
        return sum(after(Rolled(face)) for face in range(1, 7)) / 6
    if state.cells[seats[0]] >= 0:
        return skill * after(Answer(seats[0], True)) + (1 - skill) * after(Answer(seats[0], False))
    choices = (Start(seats[0], 3),) if seats[0] == bold else legal_actions(state, seats[0])
    return sum(map(after, choices)) / len(choices)


@pytest.mark.parametrize("value", [seat_0_wins, length])
@pytest.mark.parametrize("skill", [1.0, 0.6])
@pytest.mark.parametrize("bold", [-1, 0])
def test_the_mean_is_near_the_exact_value(value: Callable[[State], float], skill: float, bold: int) -> None:
    policies = [boldest, random_policy] if bold == 0 else None
    found = estimate(game, State(), value, n=2_000, seed="near", policies=policies, skill=skill)
    assert 0 < found.stderr < 0.07
    assert abs(found.mean - exact(State(), value, skill, bold)) < 3.5 * found.stderr


def test_the_oracle_tells_skills_and_policies_apart() -> None:
    assert abs(exact(State(), length, 1.0) - exact(State(), length, 0.6)) > 0.5
    assert exact(State(), seat_0_wins, 1.0, 0) - exact(State(), seat_0_wins, 1.0) > 0.05


def test_an_estimate_is_mean_and_standard_error_of_separately_seeded_playouts() -> None:
    values = [length(play_out(game, State(), None, Random(f"7:{i}"))) for i in range(100)]
    found = estimate(game, State(), length, n=100, seed=7)
    assert found.n == 100
    assert found.mean == pytest.approx(statistics.fmean(values), rel=1e-12)
    assert found.stderr == pytest.approx(statistics.stdev(values) / sqrt(100), rel=1e-12)
    assert found != estimate(game, State(), length, n=100, seed=8)


def test_executor_and_chunks_change_nothing() -> None:
    def run(executor: Executor | None, chunks: int | None) -> Estimate:
        policies = [boldest, random_policy]
        return estimate(game, State(), length, n=61, seed=5, policies=policies, executor=executor, chunks=chunks)

    alone = run(None, None)
    assert [run(None, chunks) for chunks in (1, 7, 61, 1000)] == [alone] * 4
    spawn = multiprocessing.get_context("spawn")
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2, mp_context=spawn) as processes:
        assert [run(threads, None), run(threads, 2)] == [alone] * 2
        assert [run(processes, None), run(processes, 3)] == [alone] * 2


def test_the_95_percent_interval_covers_about_95_of_100() -> None:
    truth = exact(State(), seat_0_wins)
    covered = 0
    for seed in range(300):
        low, high = estimate(game, State(), seat_0_wins, n=60, seed=seed).interval()
        covered += low <= truth <= high
    # 285 expected, standard deviation 3.8.
    assert 270 <= covered <= 296


def test_interval_and_text() -> None:
    found = Estimate(mean=0.5, n=2000, stderr=0.01)
    assert found.interval() == pytest.approx((0.4804, 0.5196))
    assert found.interval(z=3) == pytest.approx((0.47, 0.53))
    assert str(found) == "0.5 ± 0.02 (95 %, n = 2,000)"


def test_seats_act_in_order_and_see_their_own_view() -> None:
    seen: list[dict[str, Any]] = []

    def looking(view: dict[str, Any], legal: tuple[Any, ...], rng: Random) -> Any:
        assert view["seat"] == legal[0].seat
        seen.append(view)
        return legal[0]

    play_out(game, State(), [looking, looking], Random(1))
    assert to_move(State()) == (1, 0)
    assert seen[:3] == [{"seat": 0, "cell": -1}, {"seat": 1, "cell": -1}, {"seat": 0, "cell": 0}]


def test_no_view_is_built_for_a_policy_that_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    viewed: list[int] = []

    def counted(state: State, seat: int) -> dict[str, Any]:
        viewed.append(seat)
        return {}

    monkeypatch.setattr(game, "view", counted)
    play_out(game, State(), None, Random(1))
    assert viewed == []
    play_out(game, State(), [random_policy, boldest], Random(1))
    assert set(viewed) == {1}


def test_a_match_may_take_the_limit_and_no_ply_more() -> None:
    end = play_out(game, State(), None, Random(2))
    assert play_out(game, State(), None, Random(2), limit=end.plies) == end
    message = f"{__name__}: not over after {end.plies - 1} plies"
    with pytest.raises(RuntimeError, match=message):
        play_out(game, State(), None, Random(2), limit=end.plies - 1)


@pytest.mark.parametrize(("n", "chunks", "message"), [(1, None, "n .* not 1"), (5, 0, "chunks .* not 0")])
def test_counts_that_make_no_error_bar_are_refused(n: int, chunks: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        estimate(game, State(), length, n=n, seed=1, chunks=chunks)
