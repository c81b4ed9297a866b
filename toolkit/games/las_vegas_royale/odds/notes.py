"""The money that lies on each casino: many rounds dealt at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toolkit.games.las_vegas_royale.odds import checks
from toolkit.games.las_vegas_royale.state import BANK, CASINOS, NOTES


class Money(NamedTuple):
    """One casino over many rounds: the means of both notes and of their sum in K, and the error of the mean sum."""

    high: float
    low: float
    total: float
    stderr: float


def casino_money(rounds: int = 100_000, seed: int = 1) -> dict[int, Money]:
    """The notes on casinos 1 to 6 in the first round of so many games: simulated, always the same for a seed.

    Twelve of the 90 notes are drawn, paired, and the pairs sorted as the rules say. `BadInput` for fewer than 2 rounds.
    """
    n = checks.whole("rounds", rounds, 2)
    high, low = dealt(n, np.random.default_rng(checks.whole("seed", seed, 0)))
    total = high + low
    return {
        number: Money(
            float(high[at].mean()),
            float(low[at].mean()),
            float(total[at].mean()),
            float(total[at].std(ddof=1) / np.sqrt(n)),
        )
        for at, number in enumerate(CASINOS)
    }


SORTING = ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4))
"""Exchanges that sort six lines, whatever is in them."""


def dealt(rounds: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """The pairs of each round in the order of the casinos; (2, 6, rounds), the higher notes first."""
    box = np.repeat(np.array(NOTES, dtype=np.int16), BANK)
    drawn = box[_different(rounds, box.size, rng)]
    high, low = np.maximum(drawn[::2], drawn[1::2]), np.minimum(drawn[::2], drawn[1::2])
    rank = (high + low) * np.int16(128) + high  # the sum first, then the higher note
    for one, other in SORTING:
        rank[one], rank[other] = np.minimum(rank[one], rank[other]), np.maximum(rank[one], rank[other])
    high = rank % 128
    return np.stack([high, rank // 128 - high])


def _different(rounds: int, size: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Twelve different places below `size` in the order in which they are drawn; what repeats one is drawn again.

    The places of a round are a column. They are different where a bit for each of them is set once.
    """
    found = rng.integers(0, size, (12, rounds), dtype=np.uint8)
    again = np.arange(rounds)
    while again.size:
        columns = found if again.size == rounds else found[:, again]
        bits = np.left_shift(np.uint64(1), columns.astype(np.uint64) & np.uint64(63))
        halves = np.where(columns < 64, bits, np.uint64(0)), np.where(columns < 64, np.uint64(0), bits)
        n = sum(np.bitwise_count(np.bitwise_or.reduce(half, axis=0)) for half in halves)
        again = again[n < 12]
        found[:, again] = rng.integers(0, size, (12, again.size), dtype=np.uint8)
    return found
