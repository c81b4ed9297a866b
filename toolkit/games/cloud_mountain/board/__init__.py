"""What the templates of Cloud & Mountain need from a view: tiles with their chances, and what may be done with them.

Pure: a view and words in. The grid of one seat is drawn large: the view's `eyes`, else whoever is due; its `pick` is
"swap:" and a spare that has been laid on the space for a swap. Where things lie stands in `places`, what the seat sees
of its tiles in `spots`, what is said in `speech`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from toolkit.core import kit
from toolkit.core.seen import Json, View
from toolkit.games.cloud_mountain.board.geometry import (
    HEIGHTS,
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
from toolkit.games.cloud_mountain.board.text import Action, by_rank, cut, headline, name
from toolkit.games.cloud_mountain.board.tiles import (
    Seen,
    Spot,
    chance,
    chances,
    eyes_of,
    hand,
    lying,
    own,
    pieces,
    scene,
    spot_of,
    take_back,
)
from toolkit.games.cloud_mountain.board.typed import commands, parse
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, LINES, STAGES

__all__ = ["BUTTONS", "LARGE", "UNLOGGED", "commands", "context", "headline", "hidden", "parse", "size"]

BUTTONS = frozenset({"next", "turn", "roll"})
"""Phases in which somebody asks for chance by a button; tiles are drawn at once."""
LARGE = True
SHOWN, MORE = 5, 12
"""So many choices stand in the column, and so many more behind a fold; all of them can be done on the board."""
UNLOGGED = frozenset({"laid", "shifted", "taken", "flipped"})
"""Events that everybody sees on the board, and the log leaves out."""


def size(view: View) -> tuple[int, int]:
    return WIDTH, UPPER + HEIGHTS[view["mode"]]


def hidden(view: View) -> tuple[int, ...]:
    """The seats whose tiles are a secret in this view."""
    return tuple(view["hidden_grids"])


def context(look: kit.Seen, say: kit.Say, act: Callable[[Json], str]) -> dict[str, Any]:
    """All that the templates read besides the view."""
    t, preview = say.t, look.preview
    view = {**look.view, "eyes": look.large, "pick": look.picked}
    seen = Seen(view, eyes_of(view), chances(view), preview, t)
    mode, seats = view["mode"], range(view["seats"])
    others = [seat for seat in (*seats[seen.seat + 1 :], *seats[: max(seen.seat, 0)]) if seat != seen.seat]
    return {
        "height": HEIGHTS[mode],
        "eyes": seen.seat,
        "stages": [(stage, column(stage), plate(stage), _looks(view, stage)) for stage in range(1, STAGES + 1)],
        "dice": [_die(one) for one in view["dice"]],
        "own": own(seen),
        "hand": hand(seen),
        "scene": scene(seen),
        "swapping": seen.swapping,
        "swap": _swap_space(seen),
        "turn": _turn_space(seen),
        "columns": columns(seen),
        "others": [_other(seen, seat, place) for place, seat in enumerate(others)],
        "lit_lines": _lines(seen, seen.seat),
        "way": _way(seen),
        "track": _track(seen),
        "chance_of": lambda id, reversed=False: chance(seen, id, reversed),
        "tile": tile,
        "cut": cut,
        "name_of": lambda id, reversed=False: name(t, id, reversed),
        "down": _down(view),
        "shown": SHOWN,
        "worth": lambda action: _points(_worths(seen).get(_key(action))),
        "choices": choices(seen, look.legal),
        "by_rank": by_rank(view),
        "foot_words": {key: t(f"foot.{key}") for key in ("not", "met", "failed")},
    }


def _die(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": f"die-{one['stage']}-{1 if one['first'] else 2}",
        "box": die(one["stage"], one["first"], one["side"]),
        "face": one["face"],
        "side": one["side"],
        "stage": one["stage"],
    }


def _looks(view: dict[str, Any], stage: int) -> tuple[str, str]:
    """Where the dice of a chaos plate look, "west" or "east": away from an end of the row, past other chaos plates."""
    chaos = [place for place, kind in enumerate(view["plates"], 1) if kind == "X"]
    ends = all(place in chaos for place in range(1, stage)), all(p in chaos for p in range(stage + 1, STAGES + 1))
    return "east" if ends[0] else "west", "west" if ends[1] else "east"


def _turn_space(seen: Seen) -> dict[str, Any] | None:
    """Where a tile that lies is turned upside down, if the ruleset lets it."""
    if scene(seen) != "lay" or seen.view["rules"]["reversible"] != "always":
        return {"pairs": {}, "back": take_back(seen), "box": None}
    pairs = {f"c{c}": {"type": "flip", "seat": seen.seat, "cell": c} for c in sorted(lying(seen))}
    return {"pairs": pairs, "back": take_back(seen), "box": Box(368, 262, 38)}


def _swap_space(seen: Seen) -> dict[str, Any] | None:
    """The space that a spare is laid on so that two of the nine change places."""
    if seen.phase != "spend" or not seen.acts or len(lying(seen)) < len(CELLS):
        return None
    twice = seen.may_reverse and seen.view["mode"] == 1
    pairs = {piece: {"kind": "set", "name": "pick", "value": f"swap:{id}"} for piece, id, reversed in pieces(seen)}
    box = spare(3, size=TWICE if twice else 92)
    lies = spot_of(seen, "swap-tile", box, seen.swapping, foot="full") if seen.swapping else None
    return {"box": box, "pairs": pairs, "spot": lies}


def columns(seen: Seen) -> list[dict[str, Any]]:
    """The columns on offer, each with its frame and three tiles; without tiles where one has been taken."""
    offered = seen.view["columns"] if scene(seen) == "columns" else []
    looked = (seen.preview or {}).get("column", -1)
    found = []
    for number, ids in enumerate(offered):
        boxes = [column_tile(number, row, len(offered)) for row in range(3)]
        spots = [
            spot_of(seen, f"column-{number}-{row}", boxes[row], id, foot="short") for row, id in enumerate(ids or ())
        ]
        found.append(
            {
                "number": number,
                "frame": frame(number, len(offered)),
                "spots": spots,
                "action": {"type": "choose", "seat": seen.view["due"]["seat"], "column": number},
                "chosen": looked == number,
                "label": seen.t("label.column", n=number + 1, tiles=[spot.label for spot in spots]),
            }
        )
    return found


def _other(seen: Seen, seat: int, place: int) -> dict[str, Any]:
    """Another seat's grid: small, or only counted while it is laid in secret."""
    view, counted = seen.view, scene(seen) == "lay"
    closed = seat in view["hidden_grids"]
    x, y = (372, 30 + 78 * place) if counted else (135 * (place % 3), _others_top(seen) + 150 * (place // 3))
    spots = []
    for number in CELLS:
        box = back(number, x, y + 22) if counted else small(number, x, y + 22)
        lies = None if closed else view["grids"][seat][number]
        key = f"other-{seat}-{number}"
        if lies and not counted:
            spots.append(spot_of(seen, key, box, lies["tile"], lies["reversed"], foot=""))
        else:
            spots.append(Spot(key, box, back=bool(lies) or (closed and number < view["laid"][seat])))
    return {
        "seat": seat,
        "x": x,
        "y": y,
        "size": 34 if counted else 114,
        "spots": spots,
        "counted": counted,
        "done": view["done"][seat],
        "lines": [] if counted else _lines(seen, seat, x, y + 22),
        "label": _other_label(seen, seat, spots, closed),
    }


def _others_top(seen: Seen) -> int:
    if scene(seen) == "curtain":
        return 2
    if seen.view["mode"] == 2:
        return 296
    return 160 if seen.acts and seen.may_reverse else 146


def _other_label(seen: Seen, seat: int, spots: Sequence[Spot], closed: bool) -> str:
    if closed:
        text: str = seen.t("label.other_hidden", who=seat, n=seen.view["laid"][seat])
        return text
    what = [spot.label for spot in spots if spot.tile]
    return str(seen.t("label.other", who=seat, tiles=what) if what else seen.t("label.other_empty", who=seat))


def _lines(seen: Seen, seat: int, x: float = 2, y: float = 30) -> list[dict[str, Any]]:
    """Lines of three that are certain: their links, and where their points stand."""
    if seat < 0 or seat in seen.view["hidden_grids"]:
        return []
    grid = seen.view["grids"][seat]
    met = [bool(one) and chance(seen, one["tile"], one["reversed"]) == 1 for one in grid]
    large = seat == seen.seat
    found = []
    for number, cells in enumerate(LINES):
        if all(met[c] for c in cells):
            tied = links(cells, 102 if large else 36, 110 if large else 39, x, y)
            found.append({"key": f"line-{seat}-{number}", "links": tied, "at": line_end(number)})
    return found


def _way(seen: Seen) -> tuple[str, str] | None:
    """The dotted way of a replace that is only looked at."""
    act = seen.preview or {}
    if act.get("type") != "replace" or act["seat"] != seen.seat:
        return None
    at = next((spot.box for spot in hand(seen) if "chosen" in spot.marks), None)
    return arrow(at, cell(act["cell"])) if at else None


def _track(seen: Seen) -> Track:
    """The score track, with what the seat that is drawn large may expect of this round."""
    expected = _expected(seen)
    gain = (seen.seat, expected) if expected is not None else None
    if seen.view["mode"] == 1:
        return track(seen.view["scores"], 0, 326, 406, gain)
    return track(seen.view["scores"], 0, 394, 336, gain)


def _down(view: dict[str, Any]) -> str:
    """The plates that are face down, or will be when the next round begins."""
    if view["scored"]:
        return str(view["rules"]["plates"])
    return "".join(kind * view["hidden"][kind] for kind in "CMX")


def _worths(seen: Seen) -> Mapping[Any, Fraction]:
    """What the choices of the seat are worth: the expected points of the round after each; none where none are due."""
    asked = {"spend": decisions.spends, "choose": decisions.columns, "place": decisions.lays}.get(seen.phase)
    if asked is None or seen.view["due"]["seat"] != seen.seat:
        return {}
    found = asked(decisions.eyes(seen.view, seen.seat))
    return {_key(msgspec.to_builtins(action)): worth for action, worth in found.items()}


def _key(action: Action) -> Any:
    return tuple(sorted(action.items()))


def _points(worth: Fraction | None) -> str:
    return "" if worth is None else f"{float(worth):.1f}"


def _expected(seen: Seen) -> Fraction | None:
    """The expected points of the round for the seat that is drawn large, once its nine lie; after what is looked at."""
    if seen.seat < 0 or seen.view["scored"] or seen.seat in seen.view["hidden_grids"] or len(lying(seen)) < len(CELLS):
        return None
    looked = _worths(seen).get(_key(seen.preview)) if seen.preview else None
    return decisions.eyes(seen.view, seen.seat).expected if looked is None else looked


def choices(seen: Seen, legal: Iterable[Action]) -> list[dict[str, Any]]:
    """What may be done with the spares, the best first; hold is among the first `SHOWN`.

    Each has its action, words, the tiles in it, and what it is worth.
    """
    worths = _worths(seen)
    spends = [action for action in legal if action["type"] in ("replace", "swap", "hold")]
    spends = _once(spends)
    spends.sort(key=lambda action: (-worths.get(_key(action), Fraction(0)), action["type"] != "hold"))
    hold = next((place for place, action in enumerate(spends) if action["type"] == "hold"), 0)
    if hold >= SHOWN:
        spends.insert(SHOWN - 1, spends.pop(hold))
    return [_choice(seen, action) | {"worth": _points(worths.get(_key(action)))} for action in spends[: SHOWN + MORE]]


def _once(spends: Iterable[Action]) -> list[Action]:
    """Of swaps that only spend another spare, the first: they bring the same, and all can be done on the board."""
    found: dict[Any, Action] = {}
    for action in spends:
        found.setdefault((action["a"], action["b"]) if action["type"] == "swap" else _key(action), action)
    return list(found.values())


def _choice(seen: Seen, action: Action) -> dict[str, Any]:
    t, grid, kind = seen.t, seen.view["grids"][seen.seat], action["type"]
    plain: dict[str, Any] = {"tile": "", "reversed": False, "old": "", "old_reversed": False, "short": ""}
    found = plain | {"action": action}
    if kind == "hold":
        key = "hold_2" if seen.view["mode"] == 2 else "hold"
        return found | {"key": "hold", "text": t(f"spend.{key}", n=seen.view["hand_sizes"][seen.seat])}
    if kind == "swap":
        a, b, spent = action["a"], action["b"], action["tile"]
        text = t("spend.swap", name=name(t, spent), a=a, b=b)
        return found | {"key": f"{spent}-{a}-{b}", "tile": spent, "text": text, "short": t("spend.swapped", a=a, b=b)}
    cell, turned, old = action["cell"], action["reversed"], grid[action["cell"]]
    text = t(
        "spend.replace",
        name=name(t, action["tile"], turned),
        old=name(t, old["tile"], old["reversed"]),
        cell=cell,
    )
    return found | {
        "key": f"{action['tile']}-{cell}{'-r' if turned else ''}",
        "tile": action["tile"],
        "reversed": turned,
        "old": old["tile"],
        "old_reversed": old["reversed"],
        "text": text,
        "short": t("spend.at", cell=cell),
    }
