"""TODO: toolkit.games.cloud_mountain.odds.met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from toolkit.games.cloud_mountain.odds import pool
from toolkit.games.cloud_mountain.odds.pool import Ints
from toolkit.games.cloud_mountain.odds.positions import Places, Position, shapes
from toolkit.games.cloud_mountain.odds.sheet import Sheet, sheet
from toolkit.games.cloud_mountain.rules.plates import STAGES
from toolkit.games.cloud_mountain.rules.tiles import DICE

POWERS = tuple(6**n for n in range(DICE + 1))


class Chances(Mapping[str, Fraction]):
    """Chance by tile, read like a dict and equal to one. The ways are counted; a Fraction is made when it is read,
    for of hundreds few are, and they take longer than the counting. `exact()`: all of them, as a dict; `floats()`: as
    decimals, in no time.
    """

    __slots__ = ("_places", "_total", "_ways")

    def __init__(self, places: Mapping[str, int], ways: list[int], total: int) -> None:
        self._places, self._ways, self._total = places, ways, total

    def __getitem__(self, one: str) -> Fraction:
        return Fraction(self._ways[self._places[one]], self._total)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return repr(self.exact())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In a notebook it looks like a dict too."""
        printer.pretty(self.exact())

    def exact(self) -> dict[str, Fraction]:
        """All of them, as a dict of its own."""
        made = {ways: Fraction(ways, self._total) for ways in set(self._ways)}  # many chances are equal
        return {one: made[ways] for one, ways in zip(self._places, self._ways, strict=True)}

    def floats(self) -> dict[str, float]:
        return {one: ways / self._total for one, ways in zip(self._places, self._ways, strict=True)}


@lru_cache(maxsize=1 << 8)
def _places(asked: tuple[str, ...]) -> dict[str, int]:
    return {one: place for place, one in enumerate(asked)}


def _chances(positions: Sequence[Position], asked: tuple[str, ...]) -> list[Chances]:
    if not positions:
        return []
    counts, totals = met_ways(positions, asked)
    places = _places(asked)
    return [Chances(places, ways, total) for ways, total in zip(counts.tolist(), totals, strict=True)]


def met_ways(positions: Sequence[Position], asked: tuple[str, ...]) -> tuple[Ints, list[int]]:
    """(positions, tiles) in how many of the ways that plates and dice can still fall each tile is met; of how many.

    A position picks a row for all its dice, and for each split one for the cloud dice and one for the mountain dice,
    with the number of ways that plates and the other dice have; these rows are added up. What does not depend on faces
    stands in the plan.
    """
    of = sheet(asked)
    begins: list[int] = []
    totals: list[int] = []
    picked: list[int] = []
    weights: list[int] = []
    won: dict[str, list[int]] = {"cloud": [], "mountain": []}
    for at in positions:
        faces = at.faces
        plan = _plan(of, at.plates, len(faces), at.deck)
        codes = [pool.CODES[face] for face in faces]
        code, total = sum(codes), sum(faces)
        begins.append(len(picked))
        totals.append(plan.total)
        picked.append(plan.rows[code])
        weights += plan.weights
        up = down = 0
        for places, cloud_rows, mountain_rows, parts in plan.sides:
            cloud = sum([codes[die] for die in places])
            cloud_row, mountain_row = cloud_rows[cloud], mountain_rows[code - cloud]
            lead = total - 2 * sum([faces[die] for die in places])
            for cloud_block, mountain_block, rows, zero, above, rolls in parts:
                picked += (cloud_block + cloud_row, mountain_block + mountain_row)
                up += rows * above[lead + zero]
                down += rows * (rolls - above[lead + zero - 1])
        won["cloud"].append(up)
        won["mountain"].append(down)
    found = of.table.take(picked, axis=0)
    found *= np.array(weights)[:, None]
    counts: Ints = np.add.reduceat(found, begins)
    for place, winner in of.contests:
        counts[:, place] = won[winner]
    return counts, totals


class _Side(NamedTuple):
    """One way that the known dice can lie: the places of the cloud dice, and a look-up of rows for either side."""

    cloud: Places
    cloud_rows: Mapping[int, int]
    mountain_rows: Mapping[int, int]
    parts: list[tuple[int, int, int, int, tuple[int, ...], int]]
    """For each number of cloud dice to come: where the tables of the cloud and of the mountain dice begin, plate rows,
    what is added to the mountain's lead, rolls above, all rolls."""


class _Plan(NamedTuple):
    total: int
    rows: Mapping[int, int]
    weights: list[int]
    sides: list[_Side]


@lru_cache(maxsize=1 << 10)
def _plan(of: Sheet, plates: str, known: int, deck: str) -> _Plan:
    """The plan of all positions with these plates and so many known dice, for one sheet of tiles."""
    lying: dict[tuple[Places, Places], list[tuple[int, int, int]]] = {}
    for cloud, mountain, left in shapes(plates, known, deck):
        lying.setdefault((cloud, mountain), []).append(left)
    whole, total = of.block("all", DICE), sum(rows for parts in lying.values() for _, _, rows in parts)
    weights: list[int] = [total]
    sides: list[_Side] = []
    for (cloud, mountain), parts in lying.items():
        sides.append(_Side(cloud, pool.rows(len(cloud)), pool.rows(len(mountain)), []))
        for cloud_left, mountain_left, rows in parts:
            weights += (rows * POWERS[mountain_left], rows * POWERS[cloud_left])
            begin = of.block("cloud", len(cloud) + cloud_left), of.block("mountain", len(mountain) + mountain_left)
            # A die that shows x shows 7 − x on its other side, so that what the mountain dice to come take away is as
            # good as 7 less each, and then added: cloud − mountain is the sum of all dice to come, and a constant.
            unknown, zero = cloud_left + mountain_left, 7 * mountain_left + pool.BELOW
            sides[-1].parts.append((*begin, rows, zero, pool.above_anything(unknown), POWERS[unknown]))
    rows_of_all = {code: whole + row for code, row in pool.rows(known).items()}
    return _Plan(total * POWERS[2 * STAGES - known], rows_of_all, weights, sides)
