"""The tiles before a seat: its nine cells and its hand, with their chances and with what may be done with them.

A piece has a name ("h3" the fourth of the hand, "h3r" the same reversed, "c5" the tile on cell 5), and a place says
what it does with which piece; which of that is legal only the table knows, and leaves out the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.board.geometry import TWICE, Box, cell, hand_slot, spare
from toolkit.games.cloud_mountain.board.text import Action, large_of, name
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile
from toolkit.games.cloud_mountain.state import CELLS, may_reverse

Pairs = dict[str, Action]


class Spot(Struct, frozen=True):
    """A tile, a back or a free place, and what may be done with it."""

    key: str
    box: Box
    tile: Tile | None = None
    reversed: bool = False
    back: bool = False
    number: int = 0
    """What a free place is called, 1 … 9; 0: nothing."""
    p: Fraction | None = None
    look: str = ""
    """"met" or "failed", once that is certain."""
    foot: str = ""
    label: str = ""
    nav: int = 0
    """The number under which the keyboard finds it; 0: not at all."""
    piece: str = ""
    about: Action | None = None
    field: str = ""
    place: Any = None
    pairs: Pairs = {}
    marks: tuple[str, ...] = ()
    """"chosen", "target", "ghost"."""


class Seen(Struct, frozen=True):
    """A view, whose grid is drawn large (−1: nobody's), the chance of every tile, what is looked at, and words."""

    view: dict[str, Any]
    seat: int
    chances: Mapping[str, Fraction]
    preview: Action | None
    t: Any

    @property
    def phase(self) -> str:
        found: str = self.view["due"]["phase"]
        return found

    @property
    def acts(self) -> bool:
        """Whether the seat that is drawn large is to do something with tiles."""
        return self.seat in self.view["to_move"] and self.phase in ("lay", "place", "spend")

    @property
    def may_reverse(self) -> bool:
        rules = self.view["rules"]
        return may_reverse(rules["mode"], rules["reversible"])

    @property
    def swapping(self) -> str:
        """The spare that lies on the space for a swap."""
        kind, _, spare = str(self.view.get("pick", "")).partition(":")
        return spare if kind == "swap" and self.phase == "spend" and spare in self.view["hands"][self.seat] else ""


def eyes_of(view: dict[str, Any]) -> int:
    """Whose grid is drawn large; −1: nobody's, as long as a secret is nobody's to see."""
    return large_of(view, view.get("eyes"))


def chances(view: dict[str, Any]) -> Mapping[str, Fraction]:
    """The exact chance of every tile in sight. None before any tile lies open."""
    tiles = {one["tile"] for grid in view["grids"] for one in grid if one}
    tiles |= {id for hand in view["hands"] for id in hand}
    tiles |= {id for one in view["columns"] or () for id in one or ()}
    tiles |= set((view["taking"] or {}).get("tiles", ()))
    faces = [one["face"] for one in view["dice"]]
    pairs = list(zip(faces[::2], faces[1::2], strict=True))
    return odds.chances(view["plates"], pairs, sorted(tiles), view["rules"]["plates"]) if tiles else {}


def chance(seen: Seen, id: str, reversed: bool) -> Fraction:
    p = seen.chances[id]
    return 1 - p if reversed else p


def spot_of(seen: Seen, key: str, box: Box, id: str, reversed: bool = False, foot: str = "full", **more: Any) -> Spot:
    """An open tile with its chance, and its verdict where that is certain."""
    p = chance(seen, id, reversed)
    look = "met" if p == 1 else "failed" if p == 0 else ""
    text = seen.t(f"label.{look or 'open'}", name=name(seen.t, id, reversed), n=percent(p))
    return Spot(key, box, tile(id), reversed, p=p, look=look, foot=foot, label=text, **more)


def percent(p: Fraction) -> int:
    """Whole per cent; 0 and 100 for what is certain only."""
    return int(p) * 100 if p in (0, 1) else min(99, max(1, round(100 * p)))


def own(seen: Seen) -> list[Spot]:
    """The nine cells of the seat that is drawn large."""
    if seen.seat < 0:
        return [Spot(f"cell-{one}", cell(one)) for one in CELLS]
    if seen.seat in seen.view["hidden_grids"]:
        laid = seen.view["laid"][seen.seat]
        return [Spot(f"cell-{one}", cell(one), back=one < laid) for one in CELLS]
    grid = _previewed(seen)
    return [_own_cell(seen, number, lies, marks) for number, (lies, marks) in enumerate(grid)]


def _previewed(seen: Seen) -> list[tuple[dict[str, Any] | None, tuple[str, ...]]]:
    """The grid, with what is only looked at as a ghost."""
    grid: list[tuple[dict[str, Any] | None, tuple[str, ...]]] = [(lies, ()) for lies in seen.view["grids"][seen.seat]]
    act = seen.preview or {}
    if act.get("seat") != seen.seat:
        return grid
    if act["type"] in ("replace", "lay"):
        grid[act["cell"]] = {"tile": act["tile"], "reversed": act["reversed"]}, ("ghost", "target")
    elif act["type"] == "swap":
        a, b = grid[act["a"]][0], grid[act["b"]][0]
        grid[act["a"]], grid[act["b"]] = (b, ("ghost", "target")), (a, ("ghost", "target"))
    return grid


def _own_cell(seen: Seen, number: int, lies: dict[str, Any] | None, marks: tuple[str, ...]) -> Spot:
    key, box = f"cell-{number}", cell(number)
    if lies is None:
        free = seen.t("label.free", cell=number)
        found = Spot(key, box, number=number + 1, label=free)
    else:
        found = spot_of(seen, key, box, lies["tile"], lies["reversed"], marks=marks)
        found = replace(found, label=seen.t("label.cell", cell=number, what=found.label))
    found = replace(found, nav=number + 1)
    return _with_moves(seen, number, lies is not None, found) if seen.acts else found


def _with_moves(seen: Seen, number: int, lies: bool, found: Spot) -> Spot:
    """What the cell takes, and where its tile may go."""
    seat, pairs = seen.seat, _from_hand(seen, number)
    if seen.phase == "lay":
        pairs |= {f"c{c}": {"type": "shift", "seat": seat, "cell": c, "to": number} for c in lying(seen) - {number}}
        about: Action = {"type": "shift", "seat": seat, "cell": number, "to": None}
        field = "to"
    elif seen.swapping:
        spend = {"type": "swap", "seat": seat, "tile": seen.swapping}
        pairs |= {f"c{c}": spend | {"a": min(c, number), "b": max(c, number)} for c in CELLS if c != number}
        about, field = spend | {"a": number, "b": None}, "b"
    else:
        return replace(found, place=number, pairs=pairs)
    piece = f"c{number}" if lies else ""
    return replace(found, place=number, pairs=pairs, piece=piece, about=about if lies else None, field=field)


def lying(seen: Seen) -> set[int]:
    return {number for number, lies in enumerate(seen.view["grids"][seen.seat]) if lies}


def _from_hand(seen: Seen, number: int) -> Pairs:
    """What each piece of the hand would do on a cell."""
    kind = "replace" if seen.phase == "spend" else "lay"
    return {
        piece: {"type": kind, "seat": seen.seat, "tile": id, "cell": number, "reversed": reversed}
        for piece, id, reversed in pieces(seen)
    }


def pieces(seen: Seen) -> Iterable[tuple[str, str, bool]]:
    """The pieces of the hand: name, tile, reversed."""
    for place, id in _held(seen):
        yield f"h{place}", id, False
        if seen.may_reverse:
            yield f"h{place}r", id, True


def _held(seen: Seen) -> list[tuple[int, str]]:
    """The tiles of the hand with their places. While nine are laid, a tile keeps its place until it comes back."""
    view, seat = seen.view, seen.seat
    if scene(seen) == "place":
        return list(enumerate(view["taking"]["tiles"]))
    if seat < 0:
        return []
    if scene(seen) != "lay":
        return list(enumerate(view["hands"][seat]))
    left, found = Counter(view["hands"][seat]), []
    every = sorted([*view["hands"][seat], *(one["tile"] for one in view["grids"][seat] if one)], key=_order)
    for place, id in enumerate(every):
        if left[id]:
            left[id] -= 1
            found.append((place, id))
    return found


def _order(id: str) -> tuple[int, ...]:
    return tile(id).order


def scene(seen: Seen) -> str:
    """What lies beside the grid: "lay" twelve places, "place" the tiles of a column, "columns", or "hand" spares."""
    view, seat = seen.view, seen.seat
    if seat < 0 or seat in view["hidden_grids"]:
        return "curtain"
    if seen.phase == "lay" and not view["done"][seat]:
        return "lay"
    if view["taking"] and view["taking"]["seat"] == seat:
        return "place"
    if view["columns"] and not view["hands"][seat]:
        return "columns"
    return "hand"


def hand(seen: Seen) -> list[Spot]:
    """What the seat holds; while nine are laid, also the places its tiles have left."""
    beside = scene(seen)
    if beside not in ("lay", "place", "hand"):
        return []
    held = _held(seen)
    twice = seen.acts and seen.may_reverse and beside != "lay"
    size = TWICE if twice and seen.view["mode"] == 1 else 92
    spots = []
    lent = next((place for place, id in held if id == seen.swapping), -1)
    for number, (place, id) in enumerate(held):
        if place == lent:
            spots.append(Spot(f"hand-{place}", spare(place, size=size)))
            continue
        box = hand_slot(place) if beside == "lay" else spare(place, size=size)
        spots.append(_hand_spot(seen, place, id, False, box, 11 + number))
        if twice:
            spots.append(_hand_spot(seen, place, id, True, spare(place, True, size), 31 + number))
    if beside == "lay":
        taken = {place for place, _ in held}
        empty = [place for place in range(len(held) + len(lying(seen))) if place not in taken]
        first = seen.t("label.back_to_hand")
        spots += [Spot(f"hand-{place}", hand_slot(place), nav=51 + place, label=first) for place in empty]
    return spots


def _hand_spot(seen: Seen, place: int, id: str, reversed: bool, box: Box, nav: int) -> Spot:
    end, looked = "r" if reversed else "", seen.preview or {}
    found = spot_of(seen, f"hand-{place}{end}", box, id, reversed, "full" if box.size > 80 else "short")
    chosen = looked.get("tile") == id and looked.get("reversed", reversed) == reversed and looked["seat"] == seen.seat
    found = replace(found, nav=nav, marks=("chosen",) if chosen else ())
    if not seen.acts:
        return found
    kind = "replace" if seen.phase == "spend" else "lay"
    about = {"type": kind, "seat": seen.seat, "tile": id, "cell": None, "reversed": reversed}
    return replace(found, piece=f"h{place}{end}", about=about, field="cell")


def take_back(seen: Seen) -> Pairs:
    """Dropped on the hand, a tile that lies comes back."""
    if scene(seen) != "lay" or not seen.acts:
        return {}
    return {f"c{c}": {"type": "take", "seat": seen.seat, "cell": c} for c in sorted(lying(seen))}
