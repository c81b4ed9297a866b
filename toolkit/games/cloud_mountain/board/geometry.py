"""Places and sizes on the board, in pixels of its SVG pictures. Pure geometry: numbers in, numbers out.

The board is 548 × 560, in three pictures. A page shows them in two rows, a narrow one below each other:

    upper  548 × 238   a plate for each stage, trays for cloud, pending and mountain dice, what scores
    own    286 × 322   the nine cells of one seat, 88 wide, 6 apart, below its name and points
    side   262 × 322   the hand or the columns; below them the other seats' grids

A column of the upper picture is a stage: its plate, and below it its two dice, each in the tray of its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

WIDTH, HEIGHT = 548, 560
UPPER, LOWER = 238, 322
OWN, SIDE = 286, 262

FIRST, PITCH = 150, 66
PLATE, DIE = 54, 30
TRAYS = {"cloud": (90, 42), "pending": (135, 34), "mountain": (172, 42)}
"""By side: top and height of its tray."""

TILE, STEP, TOP = 88, 94, 28
LEFT = 10
"""The left edge of the side picture; its right edge is `SIDE`."""
ROOM = SIDE - LEFT
SPARE, SPARE_STEP = 78, 87
CLOSE, CLOSE_STEP = 60, 64
"""A tile of the hand where four stand in a row."""
TWICE = 56
"""Width of a spare if each is shown a second time, reversed, below."""
HEAD = 23
"""Height of the line with a seat's name over its grid."""


class Box(Struct, frozen=True):
    """A piece's place: its upper left corner, its width and its height; a height of 0 is that of a square."""

    x: float
    y: float
    size: float
    tall: float = 0

    @property
    def height(self) -> float:
        return self.tall or self.size

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.size / 2, self.y + self.height / 2


class Mesh(Struct, frozen=True):
    """Where a small grid stands: the corner of its first cell, the size of a cell, and the room of grid and name."""

    x: float
    y: float
    wide: float
    high: float
    gap: float
    room: float
    """The width from `x` to the right that is this grid's."""

    def cell(self, number: int) -> Box:
        """A cell 0 … 8."""
        x, y = self.x + (self.wide + self.gap) * (number % 3), self.y + (self.high + self.gap) * (number // 3)
        return Box(x, y, self.wide, self.high)

    @property
    def end(self) -> float:
        """The lower edge of its last row."""
        return self.y + 3 * self.high + 2 * self.gap


def column(stage: int) -> int:
    """The middle of a stage's column, stage 1 … 5."""
    return FIRST + PITCH * (stage - 1)


def plate(stage: int) -> Box:
    """The plate of a stage, 1 … 5."""
    return Box(column(stage) - PLATE / 2, 30, PLATE)


def die(stage: int, first: bool, side: str) -> Box:
    """A die of a stage, in the tray of its side; the first is left of the second."""
    top, height = TRAYS[side]
    return Box(column(stage) + (-DIE - 1 if first else 1), top + (height - DIE) / 2, DIE)


def cell(number: int) -> Box:
    """A cell 0 … 8 of the large grid."""
    return Box(STEP * (number % 3), TOP + STEP * (number // 3), TILE)


def hand_slot(number: int) -> Box:
    """One of the twelve places of the hand while nine are laid, four in a row."""
    return Box(LEFT + CLOSE_STEP * (number % 4), TOP + CLOSE_STEP * (number // 4), CLOSE)


def spare(number: int, lower: bool = False, size: int = SPARE) -> Box:
    """One of three spares, or of four places where they are small. `lower`: the same spare reversed, in a row below."""
    step = SPARE_STEP if size == SPARE else CLOSE_STEP
    return Box(LEFT + step * number, TOP + (size + 4) * lower, size)


def swap_space(others: int, size: int) -> Box:
    """The space for a swap: beside the only other grid, or the fourth place of a row of small spares."""
    if size != SPARE:
        return spare(3, size=size)
    top = TOP + SPARE + 12
    return Box(SIDE - 66, top + HEAD, 62) if others == 1 else Box(LEFT, top, 66)


class Offer(Struct, frozen=True):
    """The places of the columns on offer: the width of a frame, and the width and height of a tile."""

    pitch: float
    wide: float
    high: float
    top: float = 46

    def tile(self, column: int, row: int) -> Box:
        """A tile 0 … 2 of a column."""
        left = LEFT + self.pitch * column + (self.pitch - 4 - self.wide) / 2
        return Box(left, self.top + (self.high + 3) * row, self.wide, self.high)

    def frame(self, column: int) -> tuple[float, float, float, float]:
        """The frame around a column and its number: x, y, width, height."""
        return LEFT + self.pitch * column, 26, self.pitch - 4, self.end - 26

    @property
    def end(self) -> float:
        """The lower edge of the frames."""
        return self.top + 3 * self.high + 10


def offer(columns: int) -> Offer:
    """The places of this many columns: up to three have square tiles, more of them low ones."""
    if columns <= 3:
        return Offer(min(84.0, (ROOM + 4) / columns), 55, 55)
    pitch = (ROOM + 4) / columns
    return Offer(pitch, pitch - 11, 34)


def meshes(seats: int, top: float, beside: bool = False) -> list[Mesh]:
    """The grids of the other seats below `top` of the side picture.

    One has the whole width, or leaves 80 pixels for what stands `beside` it; two stand side by side, more of them in
    rows of two, or in one row of small ones where there is little room. Where there is much, one alone is as large as a
    spare, and two stand one below the other.
    """
    down = LOWER - top
    if seats == 1:
        wide = 81.0 if down > 280 and not beside else 53.0
        return [_mesh(LEFT, top, wide, down, ROOM)]
    if seats == 2 and down > 280:
        return [_mesh(LEFT, top + down / 2 * row, 53, down / 2 - 2, ROOM) for row in range(2)]
    if seats >= 3 and down < 120:
        return [_mesh(LEFT + 86 * seat, top, 25, down, 80) for seat in range(seats)]
    each = down / max(1, (seats + 1) // 2)
    return [_mesh(LEFT + 128 * (seat % 2), top + each * (seat // 2), 39, each - 2, 122) for seat in range(seats)]


def _mesh(x: float, top: float, wide: float, down: float, room: float) -> Mesh:
    """A grid below its name; its cells are as high as the room allows, at most a little lower than wide."""
    gap = 4.5 if wide > 70 else 3 if wide > 45 else 2
    most = wide if wide > 70 else wide * 0.95
    return Mesh(x, top + HEAD, wide, min(most, (down - HEAD - 2 * gap) / 3), gap, room)


def counted(place: int) -> Mesh:
    """The grid of another seat of which only the number of tiles is shown, while nine are laid; three in a row."""
    return Mesh(LEFT + 86 * place, TOP + 3 * CLOSE_STEP + 4 + HEAD, 18, 18, 3, 80)


def links(cells: Sequence[int], spots: Sequence[Box]) -> list[str]:
    """SVG paths of the two links of a line of three, in the gaps between its tiles. `spots`: all cells of the grid.

    They just reach the edges and cover nothing on the tiles; on diagonals they reach into the round corners.
    """
    paths = []
    for one, next in pairwise(cells):
        (ax, ay), (bx, by) = spots[one].centre, spots[next].centre
        across, down = (next % 3 > one % 3) - (next % 3 < one % 3), next // 3 - one // 3
        wide, high = spots[one].size, spots[one].height
        share = 0.085 if across and down else 0.035
        gap_x = (abs(bx - ax) - wide) / 2 if across else 0
        gap_y = (abs(by - ay) - high) / 2 if down else 0
        dx, dy = across * (gap_x + wide * share), down * (gap_y + high * share)
        cx, cy = (ax + bx) / 2, (ay + by) / 2
        paths.append(f"M{cx - dx:.5g} {cy - dy:.5g} L{cx + dx:.5g} {cy + dy:.5g}")
    return paths


def line_end(number: int) -> tuple[float, float]:
    """The place of the points of a line: right of a row, below a column, below the lower corner of a diagonal."""
    right, below = OWN, TOP + 2 * STEP + TILE + 9
    if number < 3:
        return right, TOP + 36 + STEP * number
    if number < 6:
        return TILE / 2 + STEP * (number - 3), below
    return (right, below) if number == 6 else (11, below)


def arrow(start: Box, end: Box) -> tuple[str, str]:
    """SVG paths of a dotted way from a spare (in the side picture) to a cell (in the own picture), and of its head.

    The way leaves the spare at its lower edge, keeps to the gaps between tiles, and reaches the cell from above. Both
    paths are in the coordinates of the own picture.
    """
    gap = (STEP - TILE) / 2
    sx, sy = start.centre[0] + OWN, start.y + start.height
    tip = end.centre[0]
    path = f"M{sx:g} {sy:g} V{sy + gap:g} H{OWN} V{end.y - gap:g} H{tip:g} v2"
    return path, f"M{tip:g} {end.y + 11:g} l-7.5 -13 h15 Z"
