"""Cloud & Mountain from first principles: every roll of the dice to come, every order of the hidden plates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from random import Random

import numpy as np

from toolkit.games.cloud_mountain.rules.stock import DEFAULT
from toolkit.games.cloud_mountain.rules.tiles import met
from toolkit.games.cloud_mountain.state import LINES

BOX = [one for one, count in DEFAULT for _ in range(count)]
KINDS = [one for one, _ in DEFAULT]
Place = tuple[str, tuple[tuple[int, int], ...], str]
"""Plates, dice, deck."""
Roll = tuple[tuple[int, ...], tuple[int, ...]]
"""Cloud faces and mountain faces, each sorted."""


def sides(row: str) -> str:
    """The sides of the ten dice under five open plates, spelled out as the rules tell it."""
    found = ""
    for at, plate in enumerate(row):
        if plate != "X":
            found += plate * 2
            continue
        left = [other for other in reversed(row[:at]) if other != "X"]
        right = [other for other in row[at + 1 :] if other != "X"]
        found += (left or right)[0] + (right or left)[0]
    return found


def rows(plates: str, deck: str) -> list[str]:
    """Every order of the hidden plates, each as often as plates of a kind can change places."""
    hidden = list((Counter(deck) - Counter(plates)).elements())
    return [plates + "".join(order) for order in permutations(hidden)]


@lru_cache(maxsize=4)
def ends(place: Place) -> dict[Roll, int]:
    """How a round can end, and in how many ways."""
    plates, dice, deck = place
    known = [face for pair in dice for face in pair]
    found: Counter[Roll] = Counter()
    for row, ways in Counter(map(sides, rows(plates, deck))).items():
        for rest in product(range(1, 7), repeat=10 - len(known)):
            split: dict[str, list[int]] = {"C": [], "M": []}
            for side, face in zip(row, (*known, *rest), strict=True):
                split[side].append(face)
            found[tuple(sorted(split["C"])), tuple(sorted(split["M"]))] += ways
    return found


def share(place: Place, event: object) -> Fraction:
    """How likely an event is that takes cloud faces and mountain faces."""
    found = ends(place)
    return Fraction(sum(ways for roll, ways in found.items() if event(*roll)), sum(found.values()))  # type: ignore[operator]


def chance(place: Place, tile: str) -> Fraction:
    return share(place, lambda cloud, mountain: met(tile, cloud, mountain))


def score(place: Place, cells: Sequence[tuple[str, bool] | None], tile: int = 1, line: int = 3) -> dict[int, Fraction]:
    """The law of the score of a grid."""
    found: Counter[int] = Counter()
    for roll, ways in ends(place).items():
        there = [one is not None and met(one[0], *roll) != one[1] for one in cells]
        full = sum(all(there[cell] for cell in one) for one in LINES)
        found[tile * sum(there) + line * full] += ways
    total = sum(found.values())
    return {points: Fraction(ways, total) for points, ways in found.items()}


def places(rng: Random, count: int, most: int = 6, decks: bool = True) -> Iterator[Place]:
    """Random positions with so many unknown dice at most."""
    for _ in range(count):
        deck = (
            "".join(rng.choice("CMX") for _ in range(4)) + rng.choice("CM") if decks and rng.random() < 0.4 else "CCMMX"
        )
        pairs = rng.randint(5 - most // 2, 5)
        plates = "".join(rng.sample(deck, min(5, pairs + rng.randint(0, 1))))
        yield plates, tuple((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(pairs)), deck


def all_layouts(place: Place, tiles: Sequence[str], line: int = 3) -> Fraction:
    """The highest mean of all layouts of nine of these tiles, one of the eight ways to turn and mirror each."""
    n, found = len(tiles), ends(place)
    codes = np.array([sum(met(one, *roll) << at for at, one in enumerate(tiles)) for roll in found])
    law = np.bincount(codes, weights=list(found.values()), minlength=1 << n)
    bits = np.arange(1 << n)
    together = np.zeros((n, n, n))
    for i, j, k in product(range(n), repeat=3):
        together[i, j, k] = law[(bits >> i & bits >> j & bits >> k & 1) == 1].sum()
    alone = together[np.arange(n), np.arange(n), np.arange(n)]
    best = 0.0
    for layouts in _layouts(n):
        points = alone[layouts].sum(axis=1)
        for a, b, c in LINES:
            points += line * together[layouts[:, a], layouts[:, b], layouts[:, c]]
        best = max(best, points.max())
    return Fraction(int(best), int(law.sum()))


def _layouts(n: int) -> Iterator[np.ndarray]:
    """Nine of n tiles on the cells, a centre and a corner at a time; the first corner is the lowest of the four."""
    for centre, corner in permutations(range(n), 2):
        rest = [one for one in range(n) if one not in (centre, corner)]
        found = np.array(
            [
                (corner, b, c, d, centre, f, g, h, i)
                for c, g, i in permutations([one for one in rest if one > corner], 3)
                if c < g  # mirrored at the diagonal
                for b, d, f, h in permutations([one for one in rest if one not in (c, g, i)], 4)
            ],
            dtype=np.int16,
        )
        if len(found):
            yield found
