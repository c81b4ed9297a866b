"""In how many ways each tile is met: a few rows of a `Sheet` for every position, added up.

The plate rows that agree with a position say which known dice are cloud dice, and how many of the unknown dice will be.
For each such case a tile of one side is one look-up, by the known dice of its side; its ways are multiplied by the
number of plate rows and by all rolls of the other side's unknown dice. A tile of all dice is one look-up in total.

The contests compare two sides, and would need a table for every two numbers of dice. One trick spares them. Replace
each unknown mountain die m by 7 − m, which has the same law. Then

    cloud − mountain = (sum of all unknown dice) − 7·(unknown mountain dice) + lead

where lead is the sum of the known cloud dice less that of the known mountain dice: so one table of sums answers both
contests (`multisets.ahead`).

Everything that does not depend on faces is in a `_Plan`, made once for the plates and the number of known dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from toolkit.core.chances import Chances
from toolkit.games.cloud_mountain.odds import multisets
from toolkit.games.cloud_mountain.odds.multisets import Ints
from toolkit.games.cloud_mountain.odds.positions import Places, Position, split_places
from toolkit.games.cloud_mountain.odds.sheet import Sheet, sheet
from toolkit.games.cloud_mountain.rules.plates import STAGES
from toolkit.games.cloud_mountain.rules.tiles import DICE

POWERS = tuple(6**n for n in range(DICE + 1))
"""By number of dice: how many rolls they have."""


@lru_cache(maxsize=1 << 8)
def _places(tiles: tuple[str, ...]) -> dict[str, int]:
    return {one: place for place, one in enumerate(tiles)}


@lru_cache(maxsize=1 << 6)
def chances_at(at: Position, tiles: tuple[str, ...]) -> Chances[str]:
    """The chances of the tiles at one position. Board and panels both ask here, for all kinds of tiles of a match."""
    return chances_of([at], tiles)[0]


def chances_of(positions: Sequence[Position], tiles: tuple[str, ...]) -> list[Chances[str]]:
    """The chances of the tiles at each position, in order."""
    if not positions:
        return []
    counts, totals = met_ways(positions, tiles)
    places = _places(tiles)
    return [Chances(places, ways, total) for ways, total in zip(counts.tolist(), totals, strict=True)]


def met_ways(positions: Sequence[Position], tiles: tuple[str, ...]) -> tuple[Ints, list[int]]:
    """(positions, tiles): in how many of the ways that plates and dice can still fall each tile is met.

    And (positions,): how many ways there are. All exact.
    """
    of = sheet(tiles)
    rows: list[int] = []
    weights: list[int] = []
    begins, totals, cloud_wins, mountain_wins = [], [], [], []
    for at in positions:
        begins.append(len(rows))
        total, cloud, mountain = _one(of, at, rows, weights)
        totals.append(total)
        cloud_wins.append(cloud)
        mountain_wins.append(mountain)
    picked = of.table.take(rows, axis=0)
    picked *= np.array(weights)[:, None]
    counts: Ints = np.add.reduceat(picked, begins)
    for place, winner in of.contests:
        counts[:, place] = cloud_wins if winner == "cloud" else mountain_wins
    return counts, totals


def _one(of: Sheet, at: Position, rows: list[int], weights: list[int]) -> tuple[int, int, int]:
    """Appends the rows of the sheet that a position adds up, and their weights.

    Returns in how many ways plates and dice can still fall, and in how many of them cloud and mountain win.
    """
    faces = at.faces
    plan = _plan(of, at.plates, len(faces), at.deck)
    codes = [multisets.CODES[face] for face in faces]
    code, total = sum(codes), sum(faces)
    rows.append(plan.row_of_all[code])
    weights += plan.weights
    cloud_wins = mountain_wins = 0
    for cloud_dice, cloud_rows, mountain_rows, cases in plan.sides:
        cloud_code = sum([codes[die] for die in cloud_dice])
        cloud_row, mountain_row = cloud_rows[cloud_code], mountain_rows[code - cloud_code]
        lead = 2 * sum([faces[die] for die in cloud_dice]) - total
        for cloud_block, mountain_block, plate_rows, level, ahead, rolls in cases:
            rows += (cloud_block + cloud_row, mountain_block + mountain_row)
            cloud_wins += plate_rows * ahead[level + lead]
            mountain_wins += plate_rows * (rolls - ahead[level + lead + 1])
    return plan.total, cloud_wins, mountain_wins


class _Case(NamedTuple):
    """A number of unknown dice on each side."""

    cloud_block: int
    """Where the sheet's rows for that many cloud dice begin."""
    mountain_block: int
    plate_rows: int
    """How many plate rows lead to this case."""
    level: int
    """The index in `ahead` if the known dice give no lead: −7 for each unknown mountain die, from `multisets.BELOW`."""
    ahead: tuple[int, ...]
    rolls: int
    """How many rolls the unknown dice have."""


class _Sides(NamedTuple):
    """One way in which the known dice are divided between the sides."""

    cloud_dice: Places
    cloud_rows: Mapping[int, int]
    """By code of the known cloud dice: their row within a block."""
    mountain_rows: Mapping[int, int]
    cases: tuple[_Case, ...]


class _Plan(NamedTuple):
    total: int
    """In how many ways plates and dice can still fall."""
    row_of_all: Mapping[int, int]
    """By code of all known dice: their row in the sheet."""
    weights: list[int]
    """By row that `_one` appends."""
    sides: tuple[_Sides, ...]


@lru_cache(maxsize=1 << 10)
def _plan(of: Sheet, plates: str, known: int, deck: str) -> _Plan:
    """The plan of all positions with these open plates and this number of known dice, for one sheet."""
    divided: dict[tuple[Places, Places], list[tuple[int, int, int]]] = {}
    for cloud, mountain, left in split_places(plates, known, deck):
        divided.setdefault((cloud, mountain), []).append(left)
    begin = of.block("all", DICE)
    plate_rows = sum(rows for lefts in divided.values() for _, _, rows in lefts)
    weights = [plate_rows]
    for lefts in divided.values():
        for cloud_left, mountain_left, rows in lefts:
            weights += (rows * POWERS[mountain_left], rows * POWERS[cloud_left])
    return _Plan(
        plate_rows * POWERS[2 * STAGES - known],
        {code: begin + row for code, row in multisets.rows(known).items()},
        weights,
        tuple(_sides(of, cloud, mountain, lefts) for (cloud, mountain), lefts in divided.items()),
    )


def _sides(of: Sheet, cloud: Places, mountain: Places, lefts: Sequence[tuple[int, int, int]]) -> _Sides:
    cases = []
    for cloud_left, mountain_left, plate_rows in lefts:
        unknown = cloud_left + mountain_left
        cases.append(
            _Case(
                of.block("cloud", len(cloud) + cloud_left),
                of.block("mountain", len(mountain) + mountain_left),
                plate_rows,
                multisets.BELOW - 7 * mountain_left,
                multisets.ahead(unknown),
                POWERS[unknown],
            )
        )
    return _Sides(cloud, multisets.rows(len(cloud)), multisets.rows(len(mountain)), tuple(cases))
