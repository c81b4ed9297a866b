"""TODO: toolkit.games.cloud_mountain.rules.plates."""

from __future__ import annotations

from functools import lru_cache

from toolkit.games.cloud_mountain.state import SIDES

PLATES = "CMX"
STAGES = 5


def side(row: str, stage: int, second: bool) -> str:
    """Where a die of this stage lies: "C" or "M"; "" while the plate that decides it is face down.

    On a chaos plate the first die looks left and the second right, to the next plate that is not chaos; at the end
    of the row it turns round. `row` may be shorter than five plates.
    """
    if row[stage] != "X":
        return row[stage]
    whole = row.ljust(STAGES, "?")
    ways = whole[:stage][::-1], whole[stage + 1 :]
    seen = (ways[second] + ways[not second]).lstrip("X")
    return seen[0].replace("?", "")


@lru_cache(maxsize=1024)
def sides(plates: str) -> tuple[tuple[str, str], ...]:
    """For every open plate the sides of its first and its second die: "cloud", "mountain" or "pending".

    >>> sides("CX")
    (('cloud', 'cloud'), ('cloud', 'pending'))
    """
    return tuple((SIDES[side(plates, stage, False)], SIDES[side(plates, stage, True)]) for stage in range(len(plates)))
