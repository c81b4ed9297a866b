"""Places and sizes on the board, in pixels of its SVG pictures. Pure geometry: numbers in, numbers out.

There are three pictures. A wide page shows them in two rows, a narrow one below each other:

    upper  752 × 326   a plate for each stage, and trays for cloud, pending and mountain dice
    own    346 × 394   the nine cells of one seat, 102 wide, 8 apart; in mode 2 (462 high) the score track below
    side   406 × 394   the hand or the columns, the other seats' grids; in mode 1 the score track below

A column of the upper picture is a stage: its plate, and below it its two dice, each in the tray of its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from math import ceil
from typing import Any

from msgspec import Struct

WIDTH, UPPER = 752, 326
OWN, SIDE = 346, 406
HEIGHTS = {1: 394, 2: 462}

FIRST, PITCH = 180, 98
PLATE, DIE = 80, 42
TRAYS = {"cloud": (140, 58), "pending": (203, 50), "mountain": (258, 58)}
"""By side: top and height of its tray."""

TILE, STEP, TOP = 102, 110, 30
MINI, MINI_STEP = 36, 39
BACK, BACK_STEP = 10, 12
TWICE = 58
"""Width of a spare if each is shown a second time, reversed, below: so the other grids fit under both rows."""


class Box(Struct, frozen=True):
    """A square: its upper left corner and its width."""

    x: float
    y: float
    size: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.size / 2, self.y + self.size / 2


def column(stage: int) -> int:
    """The middle of a stage's column, stage 1 … 5."""
    return FIRST + PITCH * (stage - 1)


def plate(stage: int) -> Box:
    """The plate of a stage, 1 … 5."""
    return Box(column(stage) - PLATE / 2, 44, PLATE)


def die(stage: int, first: bool, side: str) -> Box:
    """A die of a stage, in the tray of its side; the first is left of the second."""
    top, height = TRAYS[side]
    return Box(column(stage) + (-DIE - 2 if first else 2), top + (height - DIE) / 2, DIE)


def cell(number: int) -> Box:
    """A cell 0 … 8 of the large grid."""
    return Box(2 + STEP * (number % 3), TOP + STEP * (number // 3), TILE)


def small(number: int, x: float, y: float) -> Box:
    """A cell 0 … 8 of another seat's grid, with its corner at x, y."""
    return Box(x + MINI_STEP * (number % 3), y + MINI_STEP * (number // 3), MINI)


def back(number: int, x: float, y: float) -> Box:
    """A cell 0 … 8 of a grid whose tiles are only counted, with its corner at x, y."""
    return Box(x + BACK_STEP * (number % 3), y + BACK_STEP * (number // 3), BACK)


def hand_slot(number: int) -> Box:
    """One of the twelve places of the hand while nine are laid, four in a row."""
    return Box(92 * (number % 4), 30 + 90 * (number // 4), 84)


def spare(number: int, lower: bool = False, size: int = 92) -> Box:
    """One of three spares. `lower`: the same spare reversed, in the row below."""
    step = size + 8
    return Box(step * number, 30 + step * lower, size)


def column_tile(number: int, row: int, columns: int) -> Box:
    """A tile 0 … 2 of a column on offer; `columns`: how many there are."""
    pitch = min(100.0, (SIDE + 8) / columns)
    size = min(74.0, pitch - 20)
    return Box(pitch * number + (pitch - 8 - size) / 2, 38 + (size + 5) * row, size)


def frame(number: int, columns: int) -> tuple[float, float, float, float]:
    """The frame around a column on offer: x, y, width, height."""
    pitch = min(100.0, (SIDE + 8) / columns)
    size = min(74.0, pitch - 20)
    return pitch * number + 1, 31, pitch - 10, 3 * size + 24


def links(cells: Sequence[int], spot: float, step: float, x: float, y: float) -> list[str]:
    """SVG paths of the two links of a line of three, in the gaps between its tiles.

    They just reach the edges and cover nothing on the tiles; on diagonals they reach into the round corners. `spot`:
    width of a cell; `step`: from cell to cell; `x`, `y`: corner of the grid.
    """
    paths = []
    for one, next in pairwise(cells):
        across, down = next % 3 - one % 3, next // 3 - one // 3
        reach = (step - spot) / 2 + spot * (0.085 if across and down else 0.035)
        cx, cy = (x + spot / 2 + step * (one % 3 + across / 2), y + spot / 2 + step * (one // 3 + down / 2))
        begin, end = (cx - across * reach, cy - down * reach), (cx + across * reach, cy + down * reach)
        paths.append(f"M{_xy(begin)} L{_xy(end)}")
    return paths


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:.6g} {point[1]:.6g}"


def line_end(number: int) -> tuple[float, float]:
    """The place of the points of a line: right of a row, below a column, below the lower corner of a diagonal."""
    right, below = 2 + 2 * STEP + TILE + 8, TOP + 2 * STEP + TILE + 11
    if number < 3:
        return right, TOP + 42 + STEP * number
    if number < 6:
        return 2 + TILE / 2 + STEP * (number - 3), below
    return (right, below) if number == 6 else (15, below)


def arrow(start: Box, end: Box) -> tuple[str, str]:
    """SVG paths of a dotted way from a spare (in the side picture) to a cell (in the own picture), and of its head.

    The way leaves the spare at its lower edge, keeps to the gaps between tiles, and reaches the cell from above. Both
    paths are in the coordinates of the own picture.
    """
    gap = (STEP - TILE) / 2
    sx, sy = start.centre[0] + OWN, start.y + start.size
    tip, channel = end.centre[0], 2 + 2 * STEP + TILE + gap
    path = f"M{sx:g} {sy:g} V{sy + gap:g} H{channel:g} V{end.y - gap:g} H{tip:g} v2"
    return path, f"M{tip:g} {end.y + 11:g} l-7.5 -13 h15 Z"


class Track(Struct, frozen=True):
    """The score track: its line, ticks (x, length), numbers (x, number), pawns (seat, box)."""

    y: float
    start: float
    end: float
    ticks: tuple[tuple[float, int], ...]
    numbers: tuple[tuple[float, int], ...]
    pawns: tuple[tuple[int, Box], ...]
    gain: tuple[int, float, float, float, str] | None = None
    """The expected gain of a seat: the seat, begin and end of its arrow, their height, and the number as text."""


def track(scores: Sequence[int], x: float, y: float, width: float, gain: tuple[int, Any] | None = None) -> Track:
    """The track from 0 to the next ten above the best score, at least to 30. `y`: the top of its pawns.

    `gain`: a seat and the points that it may expect besides its score.
    """
    most = max(scores) if gain is None else max(*scores, scores[gain[0]] + ceil(gain[1]) + 4)
    last = max(30, (most // 10 + 1) * 10)
    unit = (width - 24) / last
    step = next(by for by in (1, 2, 5, 10, 20, 50, 100) if unit * by >= 5)
    label = next(by for by in (5, 10, 20, 50, 100, 200, 500) if unit * by >= 34 and by % step == 0)
    start = x + 10
    at = {seat: start + unit * max(score, 0) for seat, score in enumerate(scores)}
    return Track(
        y + 44,
        start,
        start + unit * last,
        tuple((start + unit * n, 8 if n % label == 0 else 5) for n in range(0, last + 1, step)),
        tuple((start + unit * n, n) for n in range(0, last + 1, label)),
        (pawns := _pawns(at, y + 41)),
        gain and _gain(dict(pawns), gain, start + unit * float(scores[gain[0]] + gain[1])),
    )


def _gain(pawns: dict[int, Box], gain: tuple[int, Any], end: float) -> tuple[int, float, float, float, str]:
    """The arrow of the gain. It begins behind the seat's pawn and behind the pawns close to it."""
    seat, points = gain
    own = pawns[seat]
    row = sorted((pawn for pawn in pawns.values() if pawn.x >= own.x), key=lambda pawn: pawn.x)
    begin = own.x
    for pawn in row:
        if pawn.x <= begin + 6 and abs(pawn.centre[1] - own.centre[1]) < own.size / 2:
            begin = pawn.x + pawn.size
    return seat, begin + 4, max(end, begin + 16), own.centre[1], f"+{float(points):.1f}"


def _pawns(at: dict[int, float], floor: float) -> tuple[tuple[int, Box], ...]:
    """Pawns above the line; those that would touch each other are stacked two high, side by side."""
    pawns: list[tuple[int, Box]] = []
    order = sorted(at, key=lambda seat: at[seat])
    crowd = 0
    groups: dict[int, int] = {}
    for before, seat in zip([None, *order], order, strict=False):
        crowd += before is None or at[seat] - at[before] >= 21
        groups[seat] = crowd
    for _, seats in groupby(order, key=groups.__getitem__):
        pawns += _crowd(list(seats), at, floor)
    return tuple(sorted(pawns))


def _crowd(seats: list[int], at: dict[int, float], floor: float) -> list[tuple[int, Box]]:
    if len(seats) == 1:
        return [(seats[0], Box(at[seats[0]] - 13, floor - 26, 26))]
    size, middle = 19, sum(at[seat] for seat in seats) / len(seats)
    wide = (len(seats) + 1) // 2
    left = max(middle - (size + 1) * wide / 2, 0)
    return [
        (seat, Box(left + (size + 1) * (place // 2), floor - (size + 1) * (1 + place % 2), size))
        for place, seat in enumerate(seats)
    ]
