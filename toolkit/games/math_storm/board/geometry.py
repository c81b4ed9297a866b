"""TODO: toolkit.games.math_storm.board.geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import hypot
from typing import Any

from msgspec import Struct

from toolkit.core.seen import View
from toolkit.games.math_storm.state import KINDS

WIDTH, HEIGHT = 600, 676
CELL, TOP, FRONT = 60, 76, 64
BAY = (390, 9, 201, 46)


class Spot(Struct, frozen=True):
    """Where a pawn stands: upper left corner and size."""

    seat: int
    pawn: int
    x: float
    y: float
    size: float
    cell: int
    passed: bool = False
    held: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.size / 2, self.y + self.size / 2

    @property
    def key(self) -> str:
        return f"pawn-{self.seat}-{self.pawn}"


class Route(Struct, frozen=True):
    """One curve with an arrow head and a label pill."""

    key: str
    seat: int
    path: str
    head: str
    label: str
    at: tuple[float, float]
    width: float
    old: bool = False
    ghost: bool = False


class Mark(Struct, frozen=True):
    """A frame round a cell: "opnd" an operand, "res" where a pawn went, "can" where one may go."""

    kind: str
    seat: int
    cell: int
    x: float
    y: float


class Layout(Struct, frozen=True):
    spots: tuple[Spot, ...]
    left: tuple[Spot, ...]
    """Ghosts where a pawn stood, or where one would go."""
    routes: tuple[Route, ...]
    marks: tuple[Mark, ...]


def corner(cell: int) -> tuple[float, float]:
    """Upper left corner of a cell of the chart, 1 … 100."""
    row, column = divmod(cell - 1, 10)
    return column * CELL, TOP + row * CELL


CORNERS = tuple(corner(cell) for cell in range(101))
"""The corner of every cell; the one of cell 0, the storm, is not used."""


def layout(view: View, preview: View | None = None) -> Layout:
    """Everything that lies on the chart. `preview`: a legal move or pick, drawn as a ghost."""
    spots = stand(view)
    hops = view["hops"]
    ghost = _preview_hop(view, preview) if preview else None
    if ghost:
        hops, dim = [ghost], True
    else:
        dim = False
    moving = [hop for hop in hops if hop["start"] != hop["end"] or hop["storm"]]
    busy = {spot.cell for spot in spots} | ({ghost["end"]} if ghost else set())
    routes = tuple(_route(hop, spots, busy, old=index < len(moving) - 1, ghost=dim) for index, hop in enumerate(moving))
    return Layout(spots, tuple(_left(moving[-1:], spots, dim)), routes, tuple(_marks(view, moving[-1:], dim)))


def stand(view: View) -> tuple[Spot, ...]:
    """A spot for every pawn: on the chart, on the storm front, or held in its bay."""
    cells: dict[int, list[tuple[int, int]]] = {}
    held = []
    for seat, pair in enumerate(view["pawns"]):
        for pawn, cell in enumerate(pair):
            if view["held"][seat] == pawn:
                held.append((seat, pawn))
            else:
                cells.setdefault(cell, []).append((seat, pawn))
    spots = [_spot(view, who, *place, 0, held=True) for who, place in zip(held, _in_bay(len(held)), strict=True)]
    for cell, pawns in cells.items():
        places = _in_cell(cell, len(pawns)) if cell else _on_front(len(pawns))
        spots += [_spot(view, who, *place, cell) for who, place in zip(pawns, places, strict=True)]
    return tuple(sorted(spots, key=lambda spot: (spot.seat, spot.pawn)))


def _spot(view: View, who: tuple[int, int], x: float, y: float, size: float, cell: int, held: bool = False) -> Spot:
    seat, pawn = who
    return Spot(seat, pawn, x, y, size, cell, view["passed"][seat][pawn], held)


def _in_cell(cell: int, n: int) -> list[tuple[float, float, float]]:
    x, y = corner(cell)
    if n == 1:
        return [(x + 20, y + 20, 38)]
    if n == 2:
        return [(x + 1 + 29 * i, y + 29.5, 28.5) for i in range(2)]
    if n <= 4:
        return [(x + 23 + 17.5 * (i % 2), y + 24 + 17.5 * (i // 2), 16.5) for i in range(n)]
    return [(x + 2 + 14.2 * (i % 4), y + 30 + 14.2 * (i // 4), 13.4) for i in range(n)]


def _on_front(n: int) -> list[tuple[float, float, float]]:
    size = 38 if n <= 5 else 29
    gap = size + 4
    return [(382 - gap * (n - i), (FRONT - size) / 2, size) for i in range(n)]


def _in_bay(n: int) -> list[tuple[float, float, float]]:
    size = 38 if n <= 3 else 28
    gap = size + 2
    left = 583 - gap * n if n > 1 else 508
    return [(left + gap * i, (FRONT - size) / 2, size) for i in range(n)]


def _preview_hop(view: View, action: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a move or a pick would do, as a hop."""
    due, kind = view["due"], action.get("type")
    if kind not in ("move", "pick") or due["seat"] != action["seat"]:
        return None
    seat, pawn = action["seat"], action["pawn"]
    start, partner = view["pawns"][seat][pawn], view["pawns"][seat][1 - pawn]
    if kind == "move":
        storm = due["over"]
        end, text = (0 if storm else due["result"]), due["text"]
    else:
        end, storm = due["ends"][pawn]["cell"], due["ends"][pawn]["storm"]
        text, partner = f"{due['steps']:+d}".replace("-", "−"), -1
    return {
        "seat": seat,
        "pawn": pawn,
        "start": start,
        "end": end,
        "text": text,
        "partner": partner,
        "storm": storm,
    }


def _anchor(cell: int, seat: int, spots: Iterable[Spot], pawn: int = -1) -> tuple[float, float]:
    """Where a curve begins or ends: the pawn's own centre if it stands there, else the cell's lower right."""
    for spot in spots:
        if spot.seat == seat and spot.pawn == pawn and spot.cell == cell:
            return spot.centre
    if cell == 0:
        return 360.0, FRONT - 18.0
    x, y = corner(cell)
    return x + 39, y + 39


def _ends(hop: dict[str, Any], spots: tuple[Spot, ...], ghost: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    seat, pawn = hop["seat"], hop["pawn"]
    start = _anchor(hop["start"], seat, spots, pawn if ghost else -1)
    if hop["storm"]:
        return start, (527.0, FRONT - 12.0)
    return start, _anchor(hop["end"], seat, spots, -1 if ghost else pawn)


def _route(hop: dict[str, Any], spots: tuple[Spot, ...], busy: set[int], old: bool, ghost: bool) -> Route:
    start, end = _ends(hop, spots, ghost)
    x0, y0, x1, y1 = *start, *end
    length = max(hypot(x1 - x0, y1 - y0), 1.0)
    bend = _bend(start, end, length, spots)
    control = _upwards(start, end) if hop["storm"] else ((x0 + x1) / 2 + bend[0], (y0 + y1) / 2 + bend[1])
    tail = _towards(start, control, 15)
    tip = _towards(end, control, 21)
    base = _towards(tip, control, 13)
    side = (tip[1] - base[1]) * 0.68, (tip[0] - base[0]) * -0.68
    path = f"M{_xy(tail)} Q{_xy(control)} {_xy(base)}"
    left, right = (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1])
    head = f"M{_xy(tip)} L{_xy(left)} L{_xy(right)} Z"
    width = 9.0 * len(hop["text"]) + 22
    at = _label(tail, control, base, width, busy)
    key = f"{'ghost' if ghost else 'route'}-{hop['seat']}-{hop['pawn']}-{hop['start']}-{hop['end']}"
    return Route(key, hop["seat"], path, head, hop["text"], at, width, old, ghost)


def _upwards(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """Into the storm straight up, between the numbers of its row; from that row up at once, and along above it."""
    return (start[0] - 20, end[1] + 10) if start[1] < TOP + CELL else (end[0], start[1])


def _xy(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _towards(point: tuple[float, float], goal: tuple[float, float], by: float) -> tuple[float, float]:
    length = max(hypot(goal[0] - point[0], goal[1] - point[1]), 1.0)
    part = min(by / length, 0.45)
    return point[0] + (goal[0] - point[0]) * part, point[1] + (goal[1] - point[1]) * part


def _bend(
    start: tuple[float, float], end: tuple[float, float], length: float, spots: tuple[Spot, ...]
) -> tuple[float, float]:
    """To the side with fewer pawns, by .30 of the length, and never off the picture."""
    nx, ny = (end[1] - start[1]) / length, (start[0] - end[0]) / length
    size = min(0.30 * length, 120)
    sides = []
    for sign in (1, -1):
        x, y = (start[0] + end[0]) / 2 + sign * nx * size, (start[1] + end[1]) / 2 + sign * ny * size
        inside = 20 <= x <= WIDTH - 20 and 20 <= y <= HEIGHT - 20
        near = sum(hypot(spot.centre[0] - x, spot.centre[1] - y) < 70 for spot in spots)
        sides.append((not inside, near, -sign, (sign * nx * size, sign * ny * size)))
    return min(sides)[3]


def _label(
    p0: tuple[float, float], p1: tuple[float, float], p2: tuple[float, float], width: float, busy: set[int]
) -> tuple[float, float]:
    """The middle of the pill: in the lower half of a row, over cells without a sign or a pawn where there are such."""
    best = None
    places = ((t, shift) for shift in (0, 1, -1) for t in (0.6, 0.5, 0.7, 0.4, 0.3))
    for rank, (t, shift) in enumerate(places):
        x = (1 - t) ** 2 * p0[0] + 2 * t * (1 - t) * p1[0] + t * t * p2[0]
        y = (1 - t) ** 2 * p0[1] + 2 * t * (1 - t) * p1[1] + t * t * p2[1]
        x = min(max(x, width / 2 + 2), WIDTH - width / 2 - 2)
        row = min(max(int((y - TOP) // CELL) + shift, 0), 9)
        covered = {row * 10 + column + 1 for column in range(10) if abs(column * CELL + 30 - x) < width / 2 + 26}
        bad = sum(3 * (cell in busy) + (KINDS[cell] != "plain") for cell in covered)
        if best is None or (bad, rank) < best[0]:
            best = (bad, rank), (round(x, 1), TOP + row * CELL + 42.0)
    assert best is not None
    return best[1]


def _left(moving: list[dict[str, Any]], spots: tuple[Spot, ...], ghost: bool) -> Iterable[Spot]:
    """The ghost where the pawn stood, or, in a preview, where it would stand."""
    for hop in moving:
        cell = hop["end"] if ghost else hop["start"]
        if cell and not (ghost and hop["storm"]) and not any(spot.cell == cell for spot in spots):
            x, y = corner(cell)
            yield Spot(hop["seat"], hop["pawn"], x + 20, y + 20, 38, cell)


def _marks(view: View, moving: list[dict[str, Any]], ghost: bool) -> Iterable[Mark]:
    due = view["due"]
    if due["phase"] == "route":
        seat = due["seat"]
        yield from (_mark("opnd", seat, cell) for cell in dict.fromkeys(view["pawns"][seat]) if cell)
        if due["result"] and not due["over"]:
            yield _mark("can", seat, due["result"])
    elif not ghost:
        for hop in moving:
            operands = dict.fromkeys((hop["start"], hop["partner"]))
            yield from (_mark("opnd", hop["seat"], cell) for cell in operands if cell > 0)
            if hop["end"]:
                yield _mark("res", hop["seat"], hop["end"])


def _mark(kind: str, seat: int, cell: int) -> Mark:
    x, y = corner(cell)
    return Mark(kind, seat, cell, x + 2.5, y + 2.5)


@lru_cache(maxsize=1)
def rows() -> tuple[tuple[int, ...], ...]:
    """The chart's cells in reading order."""
    return tuple(tuple(range(10 * row + 1, 10 * row + 11)) for row in range(10))
