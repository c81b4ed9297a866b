"""Plies a second of random play, beside OpenSpiel's games that are written in Python; and what an import costs.

    uv run --group bench pytest tests/benchmarks/test_engine.py -s

Contenders take turns in one process: CPU time, medians and minima of at least seven rounds. Every contender draws
chance from the outcomes it is given, asks for the legal actions, and picks one at random. `Match` is played as a table
plays it: an action is looked up among the legal ones before it is applied and logged.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from tests.benchmarks.race import ROUNDS, race, report
from toolkit import games
from toolkit.cards import generate as quiz
from toolkit.core.game import CHANCE
from toolkit.core.match import Match

PLIES = 4_000
"""At least so many plies of every contender in every round."""


def choose(game: Any, state: Any, rng: Random) -> Any:
    seats = game.to_move(state)
    legal = game.legal_actions(state, seats[int(rng.random() * len(seats))])
    return game.fill(state, legal[int(rng.random() * len(legal))], rng, 0.5)


def bare(game: Any, seed: int, **options: Any) -> int:
    """Plies of one match through the functions of the game alone."""
    rng, state, plies = Random(seed), game.start(2, **options), 0
    while seats := game.to_move(state):
        due = seats == (CHANCE,)
        action = game.chance_outcomes(state).sample(rng) if due else choose(game, state, rng)
        state = game.apply(state, action)
        plies += 1
    return plies


def through_match(game: Any, seed: int, **options: Any) -> int:
    """The same, logged, and with a check that the action is among the legal ones."""
    rng, match = Random(seed), Match(game, 2, seed=seed, **options)
    while seats := match.to_move:
        if seats == (CHANCE,):
            match.chance()
        else:
            action = choose(game, match.state, rng)
            assert any(type(one) is type(action) for one in match.legal_actions(action.seat))
            match.play(action)
    return match.ply


def with_new_cards(game: Any, seed: int) -> int:
    """Every card is made anew, as in the first match of a day."""
    for value in vars(quiz).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    return bare(game, seed)


def open_spiel(game: Any, seed: int) -> int:
    """Plies of one match of OpenSpiel."""
    rng, state, plies = Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        plies += 1
    return plies


def enough(play: Callable[..., int], game: Any, **options: Any) -> tuple[Callable[[], int], int]:
    """A run of so many matches that they have `PLIES` plies or more, always the same ones; and the plies."""
    seeds, plies = 0, 0
    while plies < PLIES:
        plies += play(game, seeds, **options)
        seeds += 1

    def run() -> int:
        return sum(play(game, seed, **options) for seed in range(seeds))

    return run, plies


def test_plies_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.games")
    storm = games.load("math_storm")
    made = {
        "bare": enough(bare, storm),
        "bare, four operations": enough(bare, storm, die="four-operations"),
        "bare, sealed": enough(bare, storm, challenge="sealed"),
        "Match": enough(through_match, storm),
        "block dominoes": enough(open_spiel, pyspiel.load_game("python_block_dominoes")),
        "tic-tac-toe": enough(open_spiel, pyspiel.load_game("python_tic_tac_toe")),
        "kuhn poker": enough(open_spiel, pyspiel.load_game("python_kuhn_poker")),
    }
    compare("Math Storm, plies a second of random play", made, "block dominoes", capsys)


def test_plies_a_second_of_cloud_and_mountain(capsys: pytest.CaptureFixture[str]) -> None:
    """A laying of few moves: random play would shift tiles about for most of a round."""
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("open_spiel.python.games")
    mountain = games.load("cloud_mountain")
    made = {
        "bare, mode 1": enough(bare, mountain, rounds=1, moves=4),
        "bare, mode 2": enough(bare, mountain, rounds=1, mode=2),
        "Match, mode 1": enough(through_match, mountain, rounds=1, moves=4),
        "Match, mode 2": enough(through_match, mountain, rounds=1, mode=2),
        "block dominoes": enough(open_spiel, pyspiel.load_game("python_block_dominoes")),
    }
    compare("Cloud & Mountain, plies a second of random play", made, "block dominoes", capsys)


def test_plies_a_second_with_new_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """In a race of its own, because it empties the caches that the others fill."""
    storm = games.load("math_storm")
    made = {"every card known": enough(bare, storm), "every card new": enough(with_new_cards, storm)}
    compare("Math Storm, what making the cards costs", made, "every card known", capsys)


def compare(
    title: str, made: Mapping[str, tuple[Callable[[], int], int]], base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    times = race(ROUNDS, **{name: run for name, (run, _) in made.items()})
    with capsys.disabled():
        report(title, times, base, {name: plies for name, (_, plies) in made.items()})


def test_import_time(capsys: pytest.CaptureFixture[str]) -> None:
    """`import toolkit` against `import altair`, each in an interpreter of its own, in turn."""
    times: dict[str, list[float]] = {"toolkit": [], "altair": []}
    for _ in range(ROUNDS):
        for module, took in times.items():
            took.append(seconds_to_import(module))
    with capsys.disabled():
        report("Import, CPU time", times, "altair")
        print("  " + ", ".join(f"{name} {statistics.median(took) * 1000:.0f} ms" for name, took in times.items()))


def seconds_to_import(module: str) -> float:
    code = f"import time; begin = time.process_time(); import {module}; print(time.process_time() - begin)"
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)
