"""The odds of Las Vegas Royale beside icepool and raw dice of numpy; how far the exact solver reaches.

OPENBLAS_NUM_THREADS=1 uv run --group bench pytest tests/benchmarks/test_majorities.py -s
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tests.benchmarks.race import race, report
from tests.games.las_vegas_royale.positions import lying, roll, table
from toolkit.games.las_vegas_royale import odds
from toolkit.games.las_vegas_royale.odds import exact, groups
from toolkit.games.las_vegas_royale.state import Dice

ROUNDS = 200_000
SEATS = 3
HANDS: tuple[tuple[Dice, Dice], ...] = (
    ((3, 0), (3, 0)),
    ((2, 1), (2, 1)),
    ((4, 0), (4, 0)),
    ((3, 1), (3, 1)),
    ((5, 0), (5, 0)),
)


def test_the_strongest_number_of_a_roll_cold(capsys: pytest.CaptureFixture[str]) -> None:
    icepool = pytest.importorskip("icepool")

    class Strongest(icepool.MultisetEvaluator):  # type: ignore[misc,name-defined]
        """The largest weight; by symmetry the big die shows a 6."""

        def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
            return max(state or 0, count + 2 * (outcome == 6))

    def theirs() -> Any:
        return Strongest().evaluate(icepool.d6.pool(7))

    def ours() -> Any:
        groups._groups.cache_clear()
        groups._room.cache_clear()
        return odds.group_weights(7, 1).largest

    die = theirs()
    assert {w: die.probability(w) for w in die.outcomes()} == dict(ours())
    times = race(icepool=theirs, ours=ours)
    with capsys.disabled():
        report("the law of the strongest number of a roll, cold", times, "ours")


def test_many_greedy_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(1)

    def dice() -> Any:
        return rng.integers(0, 6, (ROUNDS, SEATS, 8), dtype=np.uint8)

    def ours() -> Any:
        return odds.greedy_rounds(ROUNDS, SEATS)

    assert ours().shape == (ROUNDS, SEATS)
    with capsys.disabled():
        report(
            f"{ROUNDS:,} greedy rounds of {SEATS} seats, notes and payout included",
            race(raw_dice=dice, ours=ours),
            "raw_dice",
        )


def test_how_far_the_exact_solver_reaches(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print("\ntwo seats solved exactly: dice in hand of each (small, big), chips, CPU seconds")
        for hands in HANDS:
            for chips in (0, 2):
                state = lying(table("", seats=2, minis=False), {1: "ab", 2: "aab", 4: "abb"})
                state = roll(replace(state, hands=hands, chips=(chips, chips)), "123", big=4)
                if exact.cost(state) > 10 * exact.LIMIT:
                    continue
                times = race(1, solve=lambda state=state: exact.solve(state, 0))  # type: ignore[misc]
                mark = "used" if exact.cost(state) <= exact.LIMIT else "too slow to be used"
                print(f"  {hands} {chips}  {times['solve'][0]:8.2f}  {mark}")
