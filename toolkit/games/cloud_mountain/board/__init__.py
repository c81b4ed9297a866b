"""The board of Cloud & Mountain: everything that its templates draw, made from a view and words. Pure.

The grid and hand of one seat are drawn large (`area`), those of the others small. Sizes and positions are in
`geometry`, the large tiles with their moves in `tiles`, the weighed choices in `advice`, sentences in `text`, typed
commands in `typed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from toolkit.core.kit import Say, Seen
from toolkit.core.seen import Json, View
from toolkit.games.cloud_mountain.board.advice import SHOWN, choices, worth
from toolkit.games.cloud_mountain.board.area import PlayArea, chances, key_of
from toolkit.games.cloud_mountain.board.geometry import (
    HEIGHT,
    LOWER,
    SIDE,
    SPARE,
    TOP,
    TWICE,
    UPPER,
    WIDTH,
    Box,
    Mesh,
    arrow,
    cell,
    column,
    counted,
    die,
    line_end,
    links,
    meshes,
    offer,
    plate,
    swap_space,
)
from toolkit.games.cloud_mountain.board.happened import ending, moments, results
from toolkit.games.cloud_mountain.board.text import (
    by_rank,
    cut,
    dice_said,
    headline,
    large_of,
    looks,
    name,
    stage_of,
    star,
    wants,
)
from toolkit.games.cloud_mountain.board.tiles import (
    Spot,
    draw_grid,
    draw_hand,
    foot_of,
    hand_size,
    kept_spot,
    spot_of,
    take_back,
)
from toolkit.games.cloud_mountain.board.typed import commands, parse
from toolkit.games.cloud_mountain.odds.decisions import SeatView
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, LINES, STAGES

__all__ = [
    "BUTTONS",
    "LARGE",
    "UNLOGGED",
    "commands",
    "context",
    "ending",
    "headline",
    "hidden",
    "moments",
    "parse",
    "results",
    "size",
    "star",
]

BUTTONS = frozenset({"next", "turn", "roll"})
"""Phases in which a person asks for chance by a button; tiles are drawn at once."""
LARGE = True
UNLOGGED = frozenset({"laid", "shifted", "taken", "flipped"})
"""Kinds of events that the log leaves out, because everybody sees them on the board."""


def size(view: View) -> tuple[int, int]:
    """Width and height of the three pictures together, in two rows."""
    return WIDTH, HEIGHT


def hidden(view: View) -> tuple[int, ...]:
    """The seats whose tiles are a secret in this view."""
    return tuple(view["hidden_grids"])


def context(seen: Seen, say: Say, act: Callable[[Json], str]) -> dict[str, Any]:
    """Everything that the templates read besides the view."""
    view = seen.view
    known = chances(view) if seen.revealed or view["scored"] else {}
    area = PlayArea(view, large_of(view, seen.large), known, seen.preview, say.t, seen.picked, seen.revealed)
    return _of_all(area) | _large(area) | _helpers(area) | {"choices": choices(area, seen.legal)}


def _of_all(area: PlayArea) -> dict[str, Any]:
    """The plates and dice, the other seats, the plates that are face down."""
    view, seats = area.view, range(area.view["seats"])
    others = [seat for seat in (*seats[area.seat + 1 :], *seats[: max(area.seat, 0)]) if seat != area.seat]
    return {
        "width": WIDTH,
        "upper_height": UPPER,
        "lower_height": LOWER,
        "side_width": SIDE,
        "stages": [(n, column(n), plate(n), looks(view["plates"], n)) for n in range(1, STAGES + 1)],
        "dice": [_die(one) for one in view["dice"]],
        "others": _draw_others(area, others),
        "others_top": _others_top(area),
        "stage": stage_of(view),
        "said": dice_said(view, area.t),
        "down": _down(view),
        "by_rank": by_rank(view),
    }


def _large(area: PlayArea) -> dict[str, Any]:
    """The grid and the hand of the large seat, its spaces, and the columns on offer."""
    hand = draw_hand(area)
    return {
        "eyes": area.seat,
        "own": draw_grid(area),
        "hand": hand,
        "scene": area.scene,
        "swapping": area.swapping,
        "swap": _swap_space(area),
        "turn": _turn_space(area),
        "columns": _draw_columns(area),
        "lit_lines": _lines(area, area.seat, [cell(number) for number in CELLS]),
        "expected": _expected(area),
        "way": _way(area, hand),
    }


def _helpers(area: PlayArea) -> dict[str, Any]:
    """Functions and words for the templates."""
    return {
        "chance_of": area.chance,
        "tile": tile,
        "cut": cut,
        "name_of": lambda id, reversed=False: name(area.t, id, reversed),
        "wants": lambda id, reversed=False: wants(area.t, id, reversed),
        "shown": SHOWN,
        "worth": lambda action: worth(area, action),
        "has_worths": bool(area.worths),
        "foot_words": {key: area.t(f"foot.{key}") for key in ("not", "met", "failed")},
    }


def _die(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "key": f"die-{one['stage']}-{1 if one['first'] else 2}",
        "box": die(one["stage"], one["first"], one["side"]),
        "face": one["face"],
        "side": one["side"],
        "stage": one["stage"],
    }


def _turn_space(area: PlayArea) -> dict[str, Any] | None:
    """The space on which a laid tile is turned upside down, if the ruleset allows it; and the way back to the hand."""
    if area.scene != "lay" or area.view["rules"]["reversible"] != "always":
        return {"pairs": {}, "back": take_back(area), "box": None}
    pairs = {f"c{c}": {"type": "flip", "seat": area.seat, "cell": c} for c in sorted(area.laid)}
    return {"pairs": pairs, "back": take_back(area), "box": Box(SIDE - 30, -5, 30)}


def _swap_space(area: PlayArea) -> dict[str, Any] | None:
    """The space on which a spare is put so that two of the nine can change places."""
    if area.phase != "spend" or not area.acts or not area.is_full:
        return None
    pairs = {piece: {"kind": "set", "name": "pick", "value": f"swap:{id}"} for piece, id, reversed in area.pieces}
    box = swap_space(area.view["seats"] - 1, hand_size(area))
    spot = spot_of(area, "swap-tile", box, area.swapping, foot=foot_of(box)) if area.swapping else None
    return {"box": box, "pairs": pairs, "spot": spot}


def _draw_columns(area: PlayArea) -> list[dict[str, Any]]:
    """The columns on offer, each with its frame and three tiles; a taken one has no tiles."""
    offered = area.view["columns"] if area.scene == "columns" else []
    looked, places = (area.preview or {}).get("column", -1), offer(max(1, len(offered)))
    drawn = []
    for number, ids in enumerate(offered):
        spots = [
            spot_of(area, f"column-{number}-{row}", places.tile(number, row), id, foot="short")
            for row, id in enumerate(ids or ())
        ]
        drawn.append(
            {
                "number": number,
                "frame": places.frame(number),
                "spots": spots,
                "action": {"type": "choose", "seat": area.view["due"]["seat"], "column": number},
                "chosen": looked == number,
                "label": area.t("label.column", n=number + 1, tiles=[spot.label for spot in spots]),
            }
        )
    return drawn


def _draw_others(area: PlayArea, seats: Sequence[int]) -> list[dict[str, Any]]:
    """The grids of the other seats: readable once they are open; face down while they are laid in secret."""
    closed = area.scene == "lay" and set(seats) <= set(area.view["hidden_grids"])
    places = [counted(place) for place in range(len(seats))]
    if not closed:
        places = meshes(len(seats), _others_top(area), beside=area.scene in ("hand", "place"))
    return [_draw_other(area, seat, mesh, closed) for seat, mesh in zip(seats, places, strict=True)]


def _draw_other(area: PlayArea, seat: int, mesh: Mesh, closed: bool) -> dict[str, Any]:
    """Another seat's grid below its name; `closed`: it is laid in secret while the large seat lays."""
    view, spots = area.view, [_other_cell(area, seat, number, mesh.cell(number)) for number in CELLS]
    is_open = seat not in view["hidden_grids"]
    alone = view["seats"] == 2 and is_open and mesh.wide < 70
    return {
        "seat": seat,
        "mesh": mesh,
        "spots": spots,
        "counted": closed,
        "done": view["done"][seat],
        "beside": _beside(area, seat, mesh) if alone else None,
        "lines": _lines(area, seat, [spot.box for spot in spots]) if is_open else [],
        "label": _other_label(area, seat, spots),
    }


def _beside(area: PlayArea, seat: int, mesh: Mesh) -> dict[str, Any]:
    """What stands beside the only other grid: how many tiles are kept, the first of them, the expected points."""
    view, x = area.view, mesh.x + mesh.room - 66
    top = mesh.y + (64 if area.phase == "spend" and area.acts and hand_size(area) == SPARE else 0)
    held = view["hands"][seat]
    box = Box(x, top + 19, mesh.wide, 44)
    room = bool(held) and top + 19 + 44 + 34 <= LOWER
    return {
        "x": x,
        "y": top + 13,
        "kept": view["hand_sizes"][seat],
        "spot": kept_spot(area, spot_of(area, f"other-{seat}-kept", box, held[0], foot="")) if room else None,
        "expected": _expected_of(area, seat),
        "low": min(top + (80 if room else 36), LOWER - 22),
    }


def _other_cell(area: PlayArea, seat: int, number: int, box: Box) -> Spot:
    view, key = area.view, f"other-{seat}-{number}"
    closed = seat in view["hidden_grids"]
    one = None if closed else view["grids"][seat][number]
    if one:
        return spot_of(area, key, box, one["tile"], one["reversed"], foot=foot_of(box) if box.size > 70 else "")
    return Spot(key, box, back=closed and number < view["laid"][seat])


def _others_top(area: PlayArea) -> float:
    """Where the other grids begin in the side picture: below the hand or the columns."""
    if area.scene == "columns":
        return offer(len(area.view["columns"])).end + 8
    if area.scene == "lay":
        return counted(0).y - 23
    if area.scene == "curtain" or not (area.held or area.acts):
        return 0
    size = hand_size(area)
    rows = 2 if size == TWICE and area.acts else 1
    return TOP + (size + 4) * rows + 8


def _other_label(area: PlayArea, seat: int, spots: Sequence[Spot]) -> str:
    if seat in area.view["hidden_grids"]:
        return area.t("label.other_hidden", who=seat, n=area.view["laid"][seat])
    tiles = [spot.label for spot in spots if spot.tile]
    return area.t("label.other", who=seat, tiles=tiles) if tiles else area.t("label.other_empty", who=seat)


def _lines(area: PlayArea, seat: int, places: Sequence[Box]) -> list[dict[str, Any]]:
    """Lines of three that are certain to be met: their links, and the place of their points."""
    if seat < 0 or seat in area.view["hidden_grids"]:
        return []
    grid = area.view["grids"][seat]
    met = [bool(one) and area.chance(one["tile"], one["reversed"]) == 1 for one in grid]
    return [
        {"key": f"line-{seat}-{number}", "links": links(cells, places), "at": line_end(number)}
        for number, cells in enumerate(LINES)
        if all(met[c] for c in cells)
    ]


def _way(area: PlayArea, hand: Sequence[Spot]) -> tuple[str, str] | None:
    """The dotted way of a replace that is only looked at."""
    act = area.preview or {}
    if act.get("type") != "replace" or act["seat"] != area.seat:
        return None
    at = next((spot.box for spot in hand if "chosen" in spot.marks), None)
    return arrow(at, cell(act["cell"])) if at else None


def _down(view: View) -> str:
    """The plates that are face down; of a scored round those that will be when the next one begins."""
    if view["scored"]:
        return str(view["rules"]["plates"])
    return "".join(kind * view["hidden"][kind] for kind in "CMX")


def _expected(area: PlayArea) -> Fraction | None:
    """The expected points of the large seat in this round once its nine are laid, after the previewed action."""
    if not area.revealed or area.mine is None or area.view["scored"] or not area.is_full:
        return None
    after = area.worths.get(key_of(area.preview)) if area.preview else None
    return area.mine.expected if after is None else after


def _expected_of(area: PlayArea, seat: int) -> Fraction | None:
    """The expected points of another seat in this round, if its nine lie open."""
    view = area.view
    if not area.revealed or seat in view["hidden_grids"] or view["scored"] or None in view["grids"][seat]:
        return None
    return SeatView.of(view, seat).expected
