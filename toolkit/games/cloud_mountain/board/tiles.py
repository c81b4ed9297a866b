"""The large tiles of the board: nine cells and the hand of one seat, with chances and with what may be done with them.

A piece has a name ("h3": the fourth tile of the hand, "h3r": the same tile reversed, "c5": the tile on cell 5). A place
has the action for each piece that could be dropped on it; the table knows which of them are legal, and drops the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.games.cloud_mountain.board.area import PlayArea
from toolkit.games.cloud_mountain.board.geometry import CLOSE, SPARE, TWICE, Box, cell, hand_slot, spare
from toolkit.games.cloud_mountain.board.text import Action, name, wants
from toolkit.games.cloud_mountain.rules.tiles import Tile, tile
from toolkit.games.cloud_mountain.state import CELLS

Pairs = dict[str, Action]
"""By piece: the action if it is dropped here."""
InCell = Mapping[str, Any] | None
"""The tile in a cell of a view and whether it is reversed, or `None`."""


class Spot(Struct, frozen=True):
    """A tile, a tile's back or a free place, and what may be done with it."""

    key: str
    box: Box
    tile: Tile | None = None
    reversed: bool = False
    back: bool = False
    number: int = 0
    """The number of the cell, 1 … 9, in a free place and in the foot of its tile; 0: none."""
    p: Fraction | None = None
    look: str = ""
    """"met" or "failed" once that is certain, else ""."""
    foot: str = ""
    """How the chance is written below the tile: "full", "short" or ""."""
    label: str = ""
    wants: str = ""
    """The tile in a sentence: when it is met."""
    nav: int = 0
    """The number by which the keyboard finds it; 0: it does not."""
    piece: str = ""
    """The name under which the tile can be dragged; "": it cannot."""
    about: Action | None = None
    """The action of dragging it, but for one field."""
    field: str = ""
    """That field, which takes the place where it is dropped."""
    place: Any = None
    """The value of the field for a piece that is dropped here."""
    pairs: Pairs = {}
    marks: tuple[str, ...] = ()
    """"chosen", "target", "ghost"."""


def spot_of(
    area: PlayArea, key: str, box: Box, id: str, reversed: bool = False, foot: str = "full", **more: Any
) -> Spot:
    """An open tile with its chance, and with its verdict once that is certain; with neither while they are covered."""
    p, said = area.chance(id, reversed), wants(area.t, id, reversed)
    if p is None:
        plain = name(area.t, id, reversed)
        return Spot(key, box, tile(id), reversed, foot=foot, label=plain, wants=said, **more)
    look = "met" if p == 1 else "failed" if p == 0 else ""
    text = area.t(f"label.{look or 'open'}", name=name(area.t, id, reversed), n=percent(p))
    return Spot(key, box, tile(id), reversed, p=p, look=look, foot=foot, label=text, wants=said, **more)


def percent(p: Fraction) -> int:
    """Whole per cent; 0 and 100 only if certain."""
    return int(p) * 100 if p in (0, 1) else min(99, max(1, round(100 * p)))


def draw_grid(area: PlayArea) -> list[Spot]:
    """The nine cells of the large grid."""
    if area.seat < 0:
        return [Spot(f"cell-{number}", cell(number)) for number in CELLS]
    if area.seat in area.view["hidden_grids"]:
        laid = area.view["laid"][area.seat]
        return [Spot(f"cell-{number}", cell(number), back=number < laid) for number in CELLS]
    grid = _previewed(area)
    return [_own_cell(area, number, one, marks) for number, (one, marks) in enumerate(grid)]


def _previewed(area: PlayArea) -> list[tuple[InCell, tuple[str, ...]]]:
    """The cells with their marks; the action that is only looked at appears as ghosts."""
    grid: list[tuple[InCell, tuple[str, ...]]] = [(one, ()) for one in area.view["grids"][area.seat]]
    act = area.preview or {}
    if act.get("seat") != area.seat:
        return grid
    if act["type"] in ("replace", "lay"):
        grid[act["cell"]] = {"tile": act["tile"], "reversed": act["reversed"]}, ("ghost", "target")
    elif act["type"] == "swap":
        a, b = grid[act["a"]][0], grid[act["b"]][0]
        grid[act["a"]], grid[act["b"]] = (b, ("ghost", "target")), (a, ("ghost", "target"))
    return grid


def _own_cell(area: PlayArea, number: int, one: InCell, marks: tuple[str, ...]) -> Spot:
    key, box = f"cell-{number}", cell(number)
    if one is None:
        spot = Spot(key, box, number=number + 1, label=area.t("label.free", cell=number))
    else:
        spot = spot_of(area, key, box, one["tile"], one["reversed"], marks=marks)
        spot = replace(spot, number=number + 1, label=area.t("label.cell", cell=number, what=spot.label))
    spot = replace(spot, nav=number + 1)
    return _with_moves(area, number, one is not None, spot) if area.acts else spot


def _with_moves(area: PlayArea, number: int, is_laid: bool, spot: Spot) -> Spot:
    """The spot of a cell with the pieces it takes, and with its tile as a piece."""
    seat, pairs = area.seat, _from_hand(area, number)
    if area.phase == "lay":
        pairs |= {f"c{c}": {"type": "shift", "seat": seat, "cell": c, "to": number} for c in area.laid - {number}}
        about: Action = {"type": "shift", "seat": seat, "cell": number, "to": None}
        field = "to"
    elif area.swapping:
        spend = {"type": "swap", "seat": seat, "tile": area.swapping}
        pairs |= {f"c{c}": spend | {"a": min(c, number), "b": max(c, number)} for c in CELLS if c != number}
        about, field = spend | {"a": number, "b": None}, "b"
    else:
        return replace(spot, place=number, pairs=pairs)
    piece = f"c{number}" if is_laid else ""
    return replace(spot, place=number, pairs=pairs, piece=piece, about=about if is_laid else None, field=field)


def _from_hand(area: PlayArea, number: int) -> Pairs:
    """By piece of the hand: the action that puts it on a cell."""
    kind = "replace" if area.phase == "spend" else "lay"
    return {
        piece: {"type": kind, "seat": area.seat, "tile": id, "cell": number, "reversed": reversed}
        for piece, id, reversed in area.pieces
    }


def draw_hand(area: PlayArea) -> list[Spot]:
    """The tiles in hand; while nine are laid, also the free places of laid tiles."""
    if area.scene == "lay":
        return _draw_hand_while_laying(area)
    if area.scene not in ("place", "hand"):
        return []
    size = hand_size(area)
    twice = area.acts and area.may_reverse
    spots = []
    lent = next((place for place, id in area.held if id == area.swapping), -1)
    for number, (place, id) in enumerate(area.held):
        if place == lent:
            spots.append(Spot(f"hand-{place}", spare(place, size=size)))
            continue
        spots.append(_hand_spot(area, place, id, False, spare(place, size=size), 11 + number))
        if twice:
            spots.append(_hand_spot(area, place, id, True, spare(place, True, size), 31 + number))
    return spots


def hand_size(area: PlayArea) -> int:
    """The width of a spare: small where each is there twice, upright and reversed, or where three other grids are."""
    if area.acts and area.may_reverse and area.phase in ("place", "spend"):
        return TWICE
    return SPARE if area.view["seats"] <= 2 else CLOSE


def kept_spot(area: PlayArea, spot: Spot) -> Spot:
    """A tile that is kept: when the round is scored it counts as it is, met or not, so it says neither."""
    if not area.view["scored"] or spot.tile is None:
        return spot
    return replace(spot, p=None, look="", foot="", label=name(area.t, spot.tile.id, spot.reversed))


def foot_of(box: Box) -> str:
    """How the chance is written below a tile of this size."""
    return "full" if box.size > 70 else "short"


def _draw_hand_while_laying(area: PlayArea) -> list[Spot]:
    spots = [
        _hand_spot(area, place, id, False, hand_slot(place), 11 + number)
        for number, (place, id) in enumerate(area.held)
    ]
    taken = {place for place, _ in area.held}
    free = [place for place in range(len(area.held) + len(area.laid)) if place not in taken]
    label = area.t("label.back_to_hand")
    return spots + [Spot(f"hand-{place}", hand_slot(place), nav=51 + place, label=label) for place in free]


def _hand_spot(area: PlayArea, place: int, id: str, reversed: bool, box: Box, nav: int) -> Spot:
    end, looked = "r" if reversed else "", area.preview or {}
    spot = spot_of(area, f"hand-{place}{end}", box, id, reversed, foot_of(box))
    chosen = looked.get("tile") == id and looked.get("reversed", reversed) == reversed and looked["seat"] == area.seat
    spot = replace(kept_spot(area, spot), nav=nav, marks=("chosen",) if chosen else ())
    if not area.acts:
        return spot
    kind = "replace" if area.phase == "spend" else "lay"
    about = {"type": kind, "seat": area.seat, "tile": id, "cell": None, "reversed": reversed}
    return replace(spot, piece=f"h{place}{end}", about=about, field="cell")


def take_back(area: PlayArea) -> Pairs:
    """By piece on the grid: the action that takes it back into the hand."""
    if area.scene != "lay" or not area.acts:
        return {}
    return {f"c{c}": {"type": "take", "seat": area.seat, "cell": c} for c in sorted(area.laid)}
