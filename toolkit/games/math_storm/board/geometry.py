"""Where everything is on the drawn board: the pawns, the curves of their moves, the frames round cells.

The picture is 600 × 728: the storm front, 68 high, above ten rows of ten cells, 60 × 65. A cell is higher than wide, so
that its number has a line to itself: pawns are below it, in the lower right. A hop is the JSON of a `state.Hop`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot
from operator import attrgetter
from typing import Any

from msgspec import Struct

from toolkit.core.seen import View
from toolkit.games.math_storm.state import CELL_KINDS

WIDTH, HEIGHT = 600, 728
CELL, ROW, TOP, FRONT = 60, 65, 78, 68
"""Width and height of a cell, where the first row begins, and the height of the storm front."""
LETTER = 30
"""The smallest pawn with a letter: beside a notebook a letter on a smaller one could not be read. Its shape remains."""
MIDDLE = 46
"""How far below the upper edge of its cell the middle of a pawn is, and of the pill of a route."""

Point = tuple[float, float]
Hop = Mapping[str, Any]


class Piece(Struct, frozen=True):
    """A pawn as it is drawn: its upper left corner and size. `cell` is 0 also if the pawn is held."""

    seat: int
    pawn: int
    x: float
    y: float
    size: float
    cell: int
    passed: bool = False
    held: bool = False

    @property
    def centre(self) -> Point:
        return self.x + self.size / 2, self.y + self.size / 2

    @property
    def has_letter(self) -> bool:
        return self.size >= LETTER

    @property
    def key(self) -> str:
        return f"pawn-{self.seat}-{self.pawn}"


class Curve(Struct, frozen=True):
    """The trace of a move: a curve with an arrow head and, in a pill, the text of the move.

    `path`, `head`: SVG paths; `at`, `width`: middle and width of the pill; `old`: not the last move of the turn;
    `ghost`: the move is only previewed.
    """

    key: str
    seat: int
    path: str
    head: str
    label: str
    at: Point
    width: float
    old: bool = False
    ghost: bool = False


class Mark(Struct, frozen=True):
    """A frame round a cell: "opnd" for an operand, "res" where a pawn went, "can" where one may go."""

    kind: str
    seat: int
    cell: int
    x: float
    y: float


class Layout(Struct, frozen=True):
    """All that moves on the board."""

    pieces: tuple[Piece, ...]
    ghosts: tuple[Piece, ...]
    """Where a pawn was before the last move; in a preview, where it would go."""
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...]


def corner(cell: int) -> Point:
    """The upper left corner of a cell, 1 … 100."""
    row, column = divmod(cell - 1, 10)
    return column * CELL, TOP + row * ROW


CORNERS = tuple(corner(cell) for cell in range(101))
"""The corner of every cell; the one of cell 0, the storm, is not used."""


def layout(view: View, preview: View | None = None) -> Layout:
    """All that moves on the board. `preview`: a legal move or pick, drawn as a ghost instead of the last moves."""
    pieces = place_pawns(view)
    previewed = _previewed_hop(view, preview) if preview else None
    hops, ghost = ([previewed], True) if previewed else (view["hops"], False)
    moving = [hop for hop in hops if hop["start"] != hop["end"] or hop["storm"]]
    busy = {piece.cell for piece in pieces} | ({previewed["end"]} if previewed else set())
    last = moving[-1:]
    return Layout(
        pieces,
        tuple(_ghosts(last, pieces, ghost)),
        tuple(_curve(hop, pieces, busy, old=hop is not last[0], ghost=ghost) for hop in moving),
        tuple(_marks(view, last, ghost)),
    )


def place_pawns(view: View) -> tuple[Piece, ...]:
    """A piece for every pawn: on its cell, on the storm front, or in the bay of held pawns."""
    cells: dict[int, list[tuple[int, int]]] = {}
    held = []
    for seat, pair in enumerate(view["pawns"]):
        for pawn, cell in enumerate(pair):
            if view["held"][seat] == pawn:
                held.append((seat, pawn))
            else:
                cells.setdefault(cell, []).append((seat, pawn))
    pieces = [_piece(view, who, *place, 0, held=True) for who, place in zip(held, _in_bay(len(held)), strict=True)]
    for cell, pawns in cells.items():
        places = _in_cell(cell, len(pawns)) if cell else _on_front(len(pawns))
        pieces += [_piece(view, who, *place, cell) for who, place in zip(pawns, places, strict=True)]
    return tuple(sorted(pieces, key=attrgetter("seat", "pawn")))


def _piece(view: View, who: tuple[int, int], x: float, y: float, size: float, cell: int, held: bool = False) -> Piece:
    seat, pawn = who
    return Piece(seat, pawn, x, y, size, cell, view["passed"][seat][pawn], held)


def _in_cell(cell: int, n: int) -> list[tuple[float, float, float]]:
    """Corner and size of each of `n` pawns on a cell; the more there are, the smaller."""
    x, y = corner(cell)
    if n == 1:
        return [(x + 22, y + 28.5, 35)]
    if n == 2:
        return [(x + 2 + 28.5 * i, y + 33, 27.5) for i in range(2)]
    if n <= 4:
        return [(x + 22 + 18 * (i % 2), y + 28 + 18 * (i // 2), 17) for i in range(n)]
    return [(x + 2 + 14.2 * (i % 4), y + 31 + 15 * (i // 4), 13.6) for i in range(n)]


def _on_front(n: int) -> list[tuple[float, float, float]]:
    size = 38 if n <= 5 else 29
    gap = size + 4
    return [(382 - gap * (n - i), (FRONT - size) / 2, size) for i in range(n)]


def _in_bay(n: int) -> list[tuple[float, float, float]]:
    size = 38 if n <= 3 else 28
    gap = size + 2
    left = 583 - gap * n if n > 1 else 508
    return [(left + gap * i, (FRONT - size) / 2, size) for i in range(n)]


def _previewed_hop(view: View, action: Mapping[str, Any]) -> Hop | None:
    """The hop that a move or a pick would make, from what the view says of it; `None` for any other
    action, and while results are covered."""
    due, kind = view["due"], action.get("type")
    if kind not in ("move", "pick") or due["seat"] != action["seat"]:
        return None
    seat, pawn = action["seat"], action["pawn"]
    if due["result" if kind == "move" else "steps"] is None:
        return None
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


def _anchor(cell: int, seat: int, pieces: Iterable[Piece], pawn: int = -1) -> Point:
    """Where a curve begins or ends: at the centre of the pawn if it is there, else in the lower right of the cell."""
    for piece in pieces:
        if piece.seat == seat and piece.pawn == pawn and piece.cell == cell:
            return piece.centre
    if cell == 0:
        return 360.0, FRONT - 18.0
    x, y = corner(cell)
    return x + 39.5, y + MIDDLE


def _ends(hop: Hop, pieces: tuple[Piece, ...], ghost: bool) -> tuple[Point, Point]:
    seat, pawn = hop["seat"], hop["pawn"]
    start = _anchor(hop["start"], seat, pieces, pawn if ghost else -1)
    if hop["storm"]:
        return start, (527.0, FRONT - 12.0)
    return start, _anchor(hop["end"], seat, pieces, -1 if ghost else pawn)


def _curve(hop: Hop, pieces: tuple[Piece, ...], busy: set[int], old: bool, ghost: bool) -> Curve:
    """`busy`: the cells that the pill should not cover."""
    start, end = _ends(hop, pieces, ghost)
    control = _over_the_top(start, end) if hop["storm"] else _beside(start, end, pieces)
    tail = _towards(start, control, 15)
    tip = _towards(end, control, 21)
    base = _towards(tip, control, 13)
    path = f"M{_xy(tail)} Q{_xy(control)} {_xy(base)}"
    width = 10.0 * len(hop["text"]) + 24
    at = _label(tail, control, base, width, busy)
    key = f"{'ghost' if ghost else 'route'}-{hop['seat']}-{hop['pawn']}-{hop['start']}-{hop['end']}"
    return Curve(key, hop["seat"], path, _head(base, tip), hop["text"], at, width, old, ghost)


def _head(base: Point, tip: Point) -> str:
    """The arrow head, a triangle."""
    side = (tip[1] - base[1]) * 0.68, (tip[0] - base[0]) * -0.68
    left, right = (base[0] + side[0], base[1] + side[1]), (base[0] - side[0], base[1] - side[1])
    return f"M{_xy(tip)} L{_xy(left)} L{_xy(right)} Z"


def _over_the_top(start: Point, end: Point) -> Point:
    """The control point of a curve into the storm, which covers no number.

    It goes straight up in its column, between the numbers of the first row; from that row up at once, then above it.
    """
    return (start[0] - 20, end[1] - 8) if start[1] < TOP + ROW else (end[0], start[1])


def _beside(start: Point, end: Point, pieces: tuple[Piece, ...]) -> Point:
    """The control point of any other curve: to the side with fewer pawns, by 0.3 of the length, and on the picture."""
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 1.0)
    nx, ny = (end[1] - start[1]) / length, (start[0] - end[0]) / length
    size = min(0.30 * length, 120)
    sides = []
    for sign in (1, -1):
        x, y = (start[0] + end[0]) / 2 + sign * nx * size, (start[1] + end[1]) / 2 + sign * ny * size
        inside = 20 <= x <= WIDTH - 20 and 20 <= y <= HEIGHT - 20
        near = sum(hypot(piece.centre[0] - x, piece.centre[1] - y) < 70 for piece in pieces)
        sides.append((not inside, near, -sign, (x, y)))
    return min(sides)[3]


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _towards(point: Point, goal: Point, by: float) -> Point:
    """The point moved by that much towards the goal, but by no more than 0.45 of the way."""
    length = max(hypot(goal[0] - point[0], goal[1] - point[1]), 1.0)
    part = min(by / length, 0.45)
    return point[0] + (goal[0] - point[0]) * part, point[1] + (goal[1] - point[1]) * part


def _label(p0: Point, p1: Point, p2: Point, width: float, busy: set[int]) -> Point:
    """The middle of the pill on the curve p0 p1 p2: in the lower half of a row, covering as few pawns and signs as
    possible."""
    best = None
    places = ((t, shift) for shift in (0, 1, -1) for t in (0.6, 0.5, 0.7, 0.4, 0.3))
    for rank, (t, shift) in enumerate(places):
        x = (1 - t) ** 2 * p0[0] + 2 * t * (1 - t) * p1[0] + t * t * p2[0]
        y = (1 - t) ** 2 * p0[1] + 2 * t * (1 - t) * p1[1] + t * t * p2[1]
        x = min(max(x, width / 2 + 2), WIDTH - width / 2 - 2)
        row = min(max(int((y - TOP) // ROW) + shift, 0), 9)
        covered = {row * 10 + column + 1 for column in range(10) if abs(column * CELL + 30 - x) < width / 2 + 26}
        bad = sum(3 * (cell in busy) + (CELL_KINDS[cell] != "plain") for cell in covered)
        if best is None or (bad, rank) < best[0]:
            best = (bad, rank), (round(x, 1), float(TOP + row * ROW + MIDDLE))
    assert best is not None
    return best[1]


def _ghosts(moving: Sequence[Hop], pieces: tuple[Piece, ...], ghost: bool) -> Iterable[Piece]:
    """The outline where the pawn was, or, in a preview, where it would be; none on a cell that has a pawn."""
    for hop in moving:
        cell = hop["end"] if ghost else hop["start"]
        if cell and not (ghost and hop["storm"]) and not any(piece.cell == cell for piece in pieces):
            yield Piece(hop["seat"], hop["pawn"], *_in_cell(cell, 1)[0], cell)


def _marks(view: View, moving: Sequence[Hop], ghost: bool) -> Iterable[Mark]:
    """Frames for the choice that is due; else for the operands and the result of the last move."""
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
    """The cells in rows, in reading order."""
    return tuple(tuple(range(10 * row + 1, 10 * row + 11)) for row in range(10))
