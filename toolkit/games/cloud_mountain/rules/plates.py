"""Plates and dice: which side each die belongs to."""

from __future__ import annotations

from functools import lru_cache

from toolkit.games.cloud_mountain.state import SIDES

PLATES = "CMX"
"""Cloud, mountain, chaos."""
STAGES = 5


def side(row: str, stage: int, second: bool) -> str:
    """The side of a die, "C" or "M"; "" while the plate that decides it is face down.

    `row`: the open plates from the left; `stage`: 0 … 4, of an open plate. On a chaos plate the first die looks left
    and the second right, to the nearest plate that is not chaos; at the end of the row a die looks back the other way.
    Rulebook: `plate.chaos`.
    """
    if row[stage] != "X":
        return row[stage]
    whole = row.ljust(STAGES, "?")
    ways = whole[:stage][::-1], whole[stage + 1 :]
    seen = (ways[second] + ways[not second]).lstrip("X")
    return seen[0].replace("?", "")


@lru_cache(maxsize=1024)
def sides(plates: str) -> tuple[tuple[str, str], ...]:
    """For each open plate the sides of its first and second die: "cloud", "mountain" or "pending".

    >>> sides("CX")
    (('cloud', 'cloud'), ('cloud', 'pending'))
    """
    return tuple((SIDES[side(plates, stage, False)], SIDES[side(plates, stage, True)]) for stage in range(len(plates)))
