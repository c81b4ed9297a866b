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
    HEIGHTS,
    MINI,
    MINI_STEP,
    STEP,
    TILE,
    TWICE,
    UPPER,
    WIDTH,
    Box,
    Track,
    arrow,
    back,
    cell,
    column,
    column_tile,
    die,
    frame,
    line_end,
    links,
    plate,
    small,
    spare,
    track,
)
from toolkit.games.cloud_mountain.board.happened import ending, moments, results
from toolkit.games.cloud_mountain.board.text import by_rank, cut, headline, large_of, name
from toolkit.games.cloud_mountain.board.tiles import Spot, draw_grid, draw_hand, spot_of, take_back
from toolkit.games.cloud_mountain.board.typed import commands, parse
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
]

BUTTONS = frozenset({"next", "turn", "roll"})
"""Phases in which a person asks for chance by a button; tiles are drawn at once."""
LARGE = True
UNLOGGED = frozenset({"laid", "shifted", "taken", "flipped"})
"""Kinds of events that the log leaves out, because everybody sees them on the board."""


def size(view: View) -> tuple[int, int]:
    """Width and height of the three pictures together, in two rows."""
    return WIDTH, UPPER + HEIGHTS[view["mode"]]


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
    """The plates and dice, the other seats, the score track, the plates that are face down."""
    view, mode, seats = area.view, area.view["mode"], range(area.view["seats"])
    others = [seat for seat in (*seats[area.seat + 1 :], *seats[: max(area.seat, 0)]) if seat != area.seat]
    return {
        "height": HEIGHTS[mode],
        "stages": [(stage, column(stage), plate(stage), _looks(view, stage)) for stage in range(1, STAGES + 1)],
        "dice": [_die(one) for one in view["dice"]],
        "others": [_draw_other(area, seat, place) for place, seat in enumerate(others)],
        "track": _track(area),
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
        "lit_lines": _lines(area, area.seat),
        "way": _way(area, hand),
    }


def _helpers(area: PlayArea) -> dict[str, Any]:
    """Functions and words for the templates."""
    return {
        "chance_of": area.chance,
        "tile": tile,
        "cut": cut,
        "name_of": lambda id, reversed=False: name(area.t, id, reversed),
        "shown": SHOWN,
        "worth": lambda action: worth(area, action),
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


def _looks(view: View, stage: int) -> tuple[str, str]:
    """The directions in which the two dice of a chaos plate look for a side: "west" or "east".

    The first looks west, the second east, unless only open chaos plates, or none, are there up to the end of the row.
    """
    chaos = [place for place, kind in enumerate(view["plates"], 1) if kind == "X"]
    ends = all(place in chaos for place in range(1, stage)), all(p in chaos for p in range(stage + 1, STAGES + 1))
    return "east" if ends[0] else "west", "west" if ends[1] else "east"


def _turn_space(area: PlayArea) -> dict[str, Any] | None:
    """The space on which a laid tile is turned upside down, if the ruleset allows it; and the way back to the hand."""
    if area.scene != "lay" or area.view["rules"]["reversible"] != "always":
        return {"pairs": {}, "back": take_back(area), "box": None}
    pairs = {f"c{c}": {"type": "flip", "seat": area.seat, "cell": c} for c in sorted(area.laid)}
    return {"pairs": pairs, "back": take_back(area), "box": Box(368, 262, 38)}


def _swap_space(area: PlayArea) -> dict[str, Any] | None:
    """The space on which a spare is put so that two of the nine can change places."""
    if area.phase != "spend" or not area.acts or not area.is_full:
        return None
    twice = area.may_reverse and area.view["mode"] == 1
    pairs = {piece: {"kind": "set", "name": "pick", "value": f"swap:{id}"} for piece, id, reversed in area.pieces}
    box = spare(3, size=TWICE if twice else 92)
    spot = spot_of(area, "swap-tile", box, area.swapping, foot="full") if area.swapping else None
    return {"box": box, "pairs": pairs, "spot": spot}


def _draw_columns(area: PlayArea) -> list[dict[str, Any]]:
    """The columns on offer, each with its frame and three tiles; a taken one has no tiles."""
    offered = area.view["columns"] if area.scene == "columns" else []
    looked = (area.preview or {}).get("column", -1)
    drawn = []
    for number, ids in enumerate(offered):
        boxes = [column_tile(number, row, len(offered)) for row in range(3)]
        spots = [
            spot_of(area, f"column-{number}-{row}", boxes[row], id, foot="short") for row, id in enumerate(ids or ())
        ]
        drawn.append(
            {
                "number": number,
                "frame": frame(number, len(offered)),
                "spots": spots,
                "action": {"type": "choose", "seat": area.view["due"]["seat"], "column": number},
                "chosen": looked == number,
                "label": area.t("label.column", n=number + 1, tiles=[spot.label for spot in spots]),
            }
        )
    return drawn


def _draw_other(area: PlayArea, seat: int, place: int) -> dict[str, Any]:
    """Another seat's grid: small, or while the large seat lays only a count of its tiles. `place`: 0, 1 … of them."""
    counted = area.scene == "lay"
    x, y = (372, 30 + 78 * place) if counted else (135 * (place % 3), _others_top(area) + 150 * (place // 3))
    spots = [_other_cell(area, seat, number, x, y + 22) for number in CELLS]
    return {
        "seat": seat,
        "x": x,
        "y": y,
        "size": 34 if counted else 114,
        "spots": spots,
        "counted": counted,
        "done": area.view["done"][seat],
        "lines": [] if counted else _lines(area, seat, x, y + 22),
        "label": _other_label(area, seat, spots),
    }


def _other_cell(area: PlayArea, seat: int, number: int, x: float, y: float) -> Spot:
    view, counted = area.view, area.scene == "lay"
    closed, key = seat in view["hidden_grids"], f"other-{seat}-{number}"
    box = back(number, x, y) if counted else small(number, x, y)
    one = None if closed else view["grids"][seat][number]
    if one and not counted:
        return spot_of(area, key, box, one["tile"], one["reversed"], foot="")
    return Spot(key, box, back=bool(one) or (closed and number < view["laid"][seat]))


def _others_top(area: PlayArea) -> int:
    if area.scene == "curtain":
        return 2
    if area.view["mode"] == 2:
        return 296
    return 160 if area.acts and area.may_reverse else 146


def _other_label(area: PlayArea, seat: int, spots: Sequence[Spot]) -> str:
    if seat in area.view["hidden_grids"]:
        return area.t("label.other_hidden", who=seat, n=area.view["laid"][seat])
    tiles = [spot.label for spot in spots if spot.tile]
    return area.t("label.other", who=seat, tiles=tiles) if tiles else area.t("label.other_empty", who=seat)


def _lines(area: PlayArea, seat: int, x: float = 2, y: float = 30) -> list[dict[str, Any]]:
    """Lines of three that are certain to be met: their links, and the place of their points."""
    if seat < 0 or seat in area.view["hidden_grids"]:
        return []
    grid = area.view["grids"][seat]
    met = [bool(one) and area.chance(one["tile"], one["reversed"]) == 1 for one in grid]
    large = seat == area.seat
    size, step = (TILE, STEP) if large else (MINI, MINI_STEP)
    return [
        {"key": f"line-{seat}-{number}", "links": links(cells, size, step, x, y), "at": line_end(number)}
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


def _track(area: PlayArea) -> Track:
    """The score track, with the expected gain of the large seat in this round."""
    expected = _expected(area)
    gain = (area.seat, expected) if expected is not None else None
    if area.view["mode"] == 1:
        return track(area.view["scores"], 0, 326, 406, gain)
    return track(area.view["scores"], 0, 394, 336, gain)


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
