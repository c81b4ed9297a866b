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
    pairs = dealt(n, np.random.default_rng(checks.whole("seed", seed, 0)))
    total = pairs.sum(axis=2)
    return {
        number: Money(
            float(pairs[:, at, 0].mean()),
            float(pairs[:, at, 1].mean()),
            float(total[:, at].mean()),
            float(total[:, at].std(ddof=1) / np.sqrt(n)),
        )
        for at, number in enumerate(CASINOS)
    }


def dealt(rounds: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """The pairs of each round in the order of the casinos; (rounds, 6, 2), the higher note first."""
    box = np.repeat(np.array(NOTES, dtype=np.int16), BANK)
    drawn = box[_different(rounds, box.size, rng)].reshape(rounds, 6, 2)
    high, low = drawn.max(axis=2), drawn.min(axis=2)
    rank = np.sort((high + low) * np.int16(128) + high, axis=1)  # the sum first, then the higher note
    high = rank % 128
    return np.stack([high, rank // 128 - high], axis=2)


def _different(rounds: int, size: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Twelve different places below `size` in the order in which they are drawn; what repeats one is drawn again."""
    found = rng.integers(0, size, (rounds, 12), dtype=np.uint8)
    again = np.arange(rounds)
    while again.size:
        ordered = np.sort(found[again], axis=1)
        again = again[(ordered[:, 1:] == ordered[:, :-1]).any(axis=1)]
        found[again] = rng.integers(0, size, (again.size, 12), dtype=np.uint8)
    return found
