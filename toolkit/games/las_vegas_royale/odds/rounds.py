"""Very many rounds at once, without mini-games, in which every seat places the number that it shows with most weight.

Such a seat looks at nobody else, so that the law of where its eight dice end is known exactly (`greedy_law`). A round
is then one draw from that law for each seat, and the notes of the casinos; ties and ranks are found for all rounds at
once.
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Executor
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from toolkit.core.dist import Dist
from toolkit.games.las_vegas_royale.odds import checks
from toolkit.games.las_vegas_royale.odds.notes import dealt
from toolkit.games.las_vegas_royale.rules.dice import less, weight
from toolkit.games.las_vegas_royale.rules.phase import hand_law
from toolkit.games.las_vegas_royale.state import CASINOS, HAND, SEATS, Dice

Weights = tuple[int, ...]
"""The weight of one seat at each casino."""
BLOCKS = 16
"""Each block of rounds has a seed of its own, so that the executor and its workers change nothing."""


@cache
def greedy_law() -> Dist[Weights]:
    """The law of the weights of a seat at casinos 1 to 6, once it has placed all its dice, most weight first.

    Of numbers with equal weight the higher one is placed.
    """
    return _from(HAND)


@lru_cache(maxsize=32)
def _from(hand: Dice) -> Dist[Weights]:
    """The same from the rest of a hand on: first the number that is placed, then the rest, by total probability."""
    if hand == (0, 0):
        return Dist.point((0,) * len(CASINOS))
    placed: dict[tuple[int, Dice], int] = defaultdict(int)
    for roll, n in hand_law(hand).weights.items():
        shown = {
            number: (roll.small.count(number), int(roll.big == number)) for number in {*roll.small, roll.big} - {0}
        }
        number = max(shown, key=lambda one: (weight(shown[one]), one))
        placed[number, shown[number]] += n
    return Dist.mix((n, _added(_from(less(hand, dice)), number, weight(dice))) for (number, dice), n in placed.items())


def _added(law: Dist[Weights], number: int, more: int) -> Dist[Weights]:
    """The law with more weight at one casino."""
    return law.map(lambda weights: (*weights[: number - 1], weights[number - 1] + more, *weights[number:]))


def greedy_rounds(
    rounds: int = 1_000_000, seats: int = 3, seed: int = 1, executor: Executor | None = None
) -> NDArray[np.int16]:
    """What each seat wins in each of so many rounds, in K: (rounds, seats).

    The first round of a game of seats that are all greedy, without mini-games, passes and neutral dice. The same seed
    gives the same rounds, whatever the executor. `BadInput` for numbers that cannot be.
    """
    n = checks.whole("rounds", rounds, 1)
    checks.whole("seats", seats, SEATS[0], SEATS[-1])
    seeds = np.random.SeedSequence(checks.whole("seed", seed, 0)).spawn(BLOCKS)
    ends = [n * block // BLOCKS for block in range(BLOCKS + 1)]
    sizes = [end - start for start, end in pairwise(ends)]
    work = (map if executor is None else executor.map)(_block, seeds, sizes, [seats] * BLOCKS)
    return np.concatenate(list(work))


def _block(seed: np.random.SeedSequence, rounds: int, seats: int) -> NDArray[np.int16]:
    """One block of rounds."""
    rng = np.random.default_rng(seed)
    ways, reached = _table()
    drawn = np.searchsorted(reached, rng.random((rounds, seats)), side="right")
    return _won(ways[drawn], dealt(rounds, rng))


@cache
def _table() -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """The weights of the greedy law, and how much of all chance has been reached before each."""
    law = greedy_law().floats()
    reached = np.cumsum(list(law.values()))
    return np.array(list(law), dtype=np.int8), reached[:-1]


def _won(weights: NDArray[np.int8], notes: NDArray[np.int16]) -> NDArray[np.int16]:
    """The money of each seat: of those left after ties, a seat is as far down as others are above it.

    `weights`: (rounds, seats, 6); `notes`: (2, 6, rounds).
    """
    owners = np.ascontiguousarray(weights.transpose(1, 2, 0))
    high, low = notes
    seats = range(len(owners))
    left = [owners[s] * ~_any([owners[s] == owners[o] for o in seats if o != s]) for s in seats]
    won = np.empty((weights.shape[0], len(owners)), dtype=np.int16)
    for s in seats:
        above = sum((left[o] > left[s]).astype(np.int8) for o in seats if o != s)
        money = (high * (above == 0) + low * (above == 1)) * (left[s] > 0)
        won[:, s] = money.sum(axis=0, dtype=np.int16)
    return won


def _any(conditions: list[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    found = conditions[0]
    for one in conditions[1:]:
        found = found | one
    return found
