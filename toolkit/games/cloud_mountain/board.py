"""What the templates of Cloud & Mountain need from a view: tiles with their chances, and what may be done with them.

Pure: a view and words in, spots out. The grid of one seat is drawn large: the view's `eyes`, else whoever is due; its
`pick` is "swap:" and a spare that has been laid on the space for a swap. Where things lie stands in `places`.

A piece has a name ("h3" the fourth of the hand, "h3r" the same reversed, "c5" the tile on cell 5), and a place says
what it does with which piece; which of that is legal only the table knows, and leaves out the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.places import (
    HEIGHT,
    HEIGHTS,
    WIDTH,
    Box,
    arrow,
    back,
    cell,
    column,
    column_tile,
    die,
    frame,
    hand_slot,
    line,
    line_end,
    plate,
    small,
    spare,
    track,
)
from toolkit.games.cloud_mountain.scoring import named
from toolkit.games.cloud_mountain.state import CELLS, LINES, STAGES
from toolkit.games.cloud_mountain.tiles import Tile, tile

__all__ = ["ASKED", "CHOICES", "HEIGHT", "PLACES", "QUIET", "WIDTH", "commands", "context", "hidden"]

ASKED = ("next", "turn", "roll")
"""Phases in which somebody asks chance by a button; tiles are drawn at once."""
PLACES = ""
"""No panel speaks of cells of this board."""
CHOICES = "advice"
"""The panel that weighs choices."""
QUIET = ("laid", "shifted", "taken", "flipped")
"""Events that everybody sees on the board, and the log leaves out."""

Action = dict[str, Any]
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
    """A view, whose grid is drawn large in it (−1: nobody's), the chance of every tile, what is looked at, and words."""

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
        return bool(rules["reversible"] == "always" or (rules["reversible"] == "mode 2" and self.view["mode"] == 2))

    @property
    def swapping(self) -> str:
        """The spare that lies on the space for a swap."""
        kind, _, spare = str(self.view.get("pick", "")).partition(":")
        return spare if kind == "swap" and self.phase == "spend" and spare in self.view["hands"][self.seat] else ""


def hidden(view: dict[str, Any]) -> list[int]:
    """The seats whose tiles are a secret in this view."""
    found: list[int] = view["hidden_grids"]
    return found


def context(view: dict[str, Any], preview: Action | None, t: Any, w: Any, acts: Any) -> dict[str, Any]:
    """What the templates use beside the view. `t(key, **args)` says words of the game; `acts` is not needed here."""
    seen = Seen(view, _eyes(view), _chances(view), preview, t)
    mode, seats = view["mode"], range(view["seats"])
    others = [seat for seat in (*seats[seen.seat + 1 :], *seats[: max(seen.seat, 0)]) if seat != seen.seat]
    found = {
        "height": HEIGHTS[mode],
        "eyes": seen.seat,
        "stages": [(stage, column(stage), plate(stage)) for stage in range(1, STAGES + 1)],
        "dice": [_die(one) for one in view["dice"]],
        "own": own(seen),
        "hand": hand(seen),
        "scene": _scene(seen),
        "swap": _swap_space(seen),
        "turn": _turn_space(seen),
        "columns": columns(seen),
        "others": [_other(seen, seat, place) for place, seat in enumerate(others)],
        "lit_lines": _lines(seen, seen.seat),
        "way": _way(seen),
        "track": track(view["scores"], 0, 322, 406) if mode == 1 else track(view["scores"], 0, 394, 336),
        "chance_of": lambda id, reversed=False: _chance(seen, id, reversed),
        "tile": tile,
        "name_of": lambda id, reversed=False: name(t, id, reversed),
        "down": _down(view),
        "worth": lambda action: "",
        "choices": lambda legal: choices(seen, legal),
        "foot_words": {key: t(f"foot.{key}") for key in ("not", "met", "failed")},
    }
    return found | said(view, seen.seat, t)


def _eyes(view: dict[str, Any]) -> int:
    """Whose grid is drawn large; −1: nobody's, as long as a secret is nobody's to see."""
    eyes, due = view.get("eyes"), view["due"]["seat"]
    if eyes is not None:
        return int(eyes)
    return -1 if view["hidden_grids"] else max(due, 0)


def _chances(view: dict[str, Any]) -> Mapping[str, Fraction]:
    """The exact chance of every tile in sight. None before any tile lies open."""
    tiles = {one["tile"] for grid in view["grids"] for one in grid if one}
    tiles |= {id for hand in view["hands"] for id in hand}
    tiles |= {id for one in view["columns"] or () for id in one or ()}
    tiles |= set((view["taking"] or {}).get("tiles", ()))
    faces = [one["face"] for one in view["dice"]]
    pairs = list(zip(faces[::2], faces[1::2], strict=True))
    return odds.chances(view["plates"], pairs, sorted(tiles), view["rules"]["plates"]) if tiles else {}


def _chance(seen: Seen, id: str, reversed: bool) -> Fraction:
    p = seen.chances[id]
    return 1 - p if reversed else p


def name(t: Any, id: str, reversed: bool = False) -> str:
    """A tile in words."""
    found = dict(named(id))
    text: str = t(f"tile_name.{found['name']}") + str(found["mark"])
    return t("label.reversed", name=text) if reversed else text


def _die(one: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": f"die-{one['stage']}-{1 if one['first'] else 2}",
        "box": die(one["stage"], one["first"], one["side"]),
        "face": one["face"],
        "side": one["side"],
        "stage": one["stage"],
    }


def _spot(seen: Seen, key: str, box: Box, id: str, reversed: bool = False, foot: str = "full", **more: Any) -> Spot:
    """An open tile with its chance, and its verdict where that is certain."""
    p = _chance(seen, id, reversed)
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
        free = seen.t("label.free", cell=number + 1)
        found = Spot(key, box, number=number + 1, label=free)
    else:
        found = _spot(seen, key, box, lies["tile"], lies["reversed"], marks=marks)
        found = replace(found, label=seen.t("label.cell", cell=number + 1, what=found.label))
    found = replace(found, nav=number + 1)
    return _with_moves(seen, number, lies is not None, found) if seen.acts else found


def _with_moves(seen: Seen, number: int, lies: bool, found: Spot) -> Spot:
    """What the cell takes, and where its tile may go."""
    seat, pairs = seen.seat, _from_hand(seen, number)
    if seen.phase == "lay":
        pairs |= {f"c{c}": {"type": "shift", "seat": seat, "cell": c, "to": number} for c in _lying(seen) - {number}}
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


def _lying(seen: Seen) -> set[int]:
    return {number for number, lies in enumerate(seen.view["grids"][seen.seat]) if lies}


def _from_hand(seen: Seen, number: int) -> Pairs:
    """What each piece of the hand would do on a cell."""
    kind = "replace" if seen.phase == "spend" else "lay"
    return {
        piece: {"type": kind, "seat": seen.seat, "tile": id, "cell": number, "reversed": reversed}
        for piece, id, reversed in _pieces(seen)
    }


def _pieces(seen: Seen) -> Iterable[tuple[str, str, bool]]:
    """The pieces of the hand: name, tile, reversed."""
    for place, id in _held(seen):
        yield f"h{place}", id, False
        if seen.may_reverse:
            yield f"h{place}r", id, True


def _held(seen: Seen) -> list[tuple[int, str]]:
    """The tiles of the hand with their places. While nine are laid, a tile keeps its place until it comes back."""
    view, seat = seen.view, seen.seat
    if _scene(seen) == "place":
        return list(enumerate(view["taking"]["tiles"]))
    if seat < 0:
        return []
    if _scene(seen) != "lay":
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


def _scene(seen: Seen) -> str:
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
    scene = _scene(seen)
    if scene not in ("lay", "place", "hand"):
        return []
    held = _held(seen)
    twice = seen.acts and seen.may_reverse and scene != "lay"
    size = 66 if twice and seen.view["mode"] == 1 else 92
    spots = []
    for number, (place, id) in enumerate(held):
        box = hand_slot(place) if scene == "lay" else spare(place, size=size)
        spots.append(_hand_spot(seen, place, id, False, box, 11 + number))
        if twice:
            spots.append(_hand_spot(seen, place, id, True, spare(place, True, size), 31 + number))
    if scene == "lay":
        taken = {place for place, _ in held}
        empty = [place for place in range(len(held) + len(_lying(seen))) if place not in taken]
        first = seen.t("label.back_to_hand")
        spots += [
            Spot(f"hand-{place}", hand_slot(place), nav=29 if place == empty[0] else 0, label=first) for place in empty
        ]
    return spots


def _hand_spot(seen: Seen, place: int, id: str, reversed: bool, box: Box, nav: int) -> Spot:
    piece = f"h{place}{'r' if reversed else ''}"
    found = _spot(seen, f"hand-{place}{'r' if reversed else ''}", box, id, reversed, "full" if box.size > 80 else "short")
    preview = seen.preview or {}
    chosen = preview.get("tile") == id and preview.get("reversed", reversed) == reversed and preview["seat"] == seen.seat
    found = replace(found, nav=nav, marks=("chosen",) if chosen else ())
    if not seen.acts or id == seen.swapping:
        return found
    kind = "replace" if seen.phase == "spend" else "lay"
    about = {"type": kind, "seat": seen.seat, "tile": id, "cell": None, "reversed": reversed}
    return replace(found, piece=piece, about=about, field="cell")


def take_back(seen: Seen) -> Pairs:
    """Dropped on the hand, a tile that lies comes back."""
    if _scene(seen) != "lay" or not seen.acts:
        return {}
    return {f"c{c}": {"type": "take", "seat": seen.seat, "cell": c} for c in sorted(_lying(seen))}


def _turn_space(seen: Seen) -> dict[str, Any] | None:
    """Where a tile that lies is turned upside down, if the ruleset lets it."""
    if _scene(seen) != "lay" or seen.view["rules"]["reversible"] != "always":
        return {"pairs": {}, "back": take_back(seen), "box": None}
    pairs = {f"c{c}": {"type": "flip", "seat": seen.seat, "cell": c} for c in sorted(_lying(seen))}
    return {"pairs": pairs, "back": take_back(seen), "box": Box(368, 262, 38)}


def _swap_space(seen: Seen) -> dict[str, Any] | None:
    """The space that a spare is laid on so that two of the nine change places."""
    if seen.phase != "spend" or not seen.acts or len(_lying(seen)) < len(CELLS):
        return None
    twice = seen.may_reverse and seen.view["mode"] == 1
    pairs = {
        piece: {"kind": "set", "name": "pick", "value": f"swap:{id}"} for piece, id, reversed in _pieces(seen)
    }
    box = spare(3, size=66 if twice else 92)
    lies = _spot(seen, "swap-tile", box, seen.swapping, foot="full") if seen.swapping else None
    return {"box": box, "pairs": pairs, "spot": lies}


def columns(seen: Seen) -> list[dict[str, Any]]:
    """The columns on offer, each with its frame and three tiles; without tiles where one has been taken."""
    offered = seen.view["columns"] if _scene(seen) == "columns" else None
    looked = (seen.preview or {}).get("column", -1)
    found = []
    for number, ids in enumerate(offered or ()):
        boxes = [column_tile(number, row, len(offered)) for row in range(3)]
        spots = [
            _spot(seen, f"column-{number}-{row}", boxes[row], id, foot="short") for row, id in enumerate(ids or ())
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
    view, counted = seen.view, _scene(seen) in ("lay", "curtain")
    closed = seat in view["hidden_grids"]
    x, y = (372, 30 + 78 * place) if counted else (135 * place, _others_top(seen))
    spots = []
    for number in CELLS:
        box = back(number, x, y + 22) if counted else small(number, x, y + 22)
        lies = None if closed else view["grids"][seat][number]
        key = f"other-{seat}-{number}"
        if lies and not counted:
            spots.append(_spot(seen, key, box, lies["tile"], lies["reversed"], foot=""))
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
    if seen.view["mode"] == 2:
        return 296
    return 168 if seen.acts and seen.may_reverse else 146


def _other_label(seen: Seen, seat: int, spots: Sequence[Spot], closed: bool) -> str:
    if closed:
        text: str = seen.t("label.other_hidden", who=seat, n=seen.view["laid"][seat])
        return text
    what = [spot.label for spot in spots if spot.tile]
    return str(seen.t("label.other", who=seat, tiles=what) if what else seen.t("label.other_empty", who=seat))


def _lines(seen: Seen, seat: int, x: float = 2, y: float = 30) -> list[dict[str, Any]]:
    """Lines of three that are certain: path, links, where their points stand."""
    if seat < 0 or seat in seen.view["hidden_grids"]:
        return []
    grid = seen.view["grids"][seat]
    met = [bool(one) and _chance(seen, one["tile"], one["reversed"]) == 1 for one in grid]
    large = seat == seen.seat
    found = []
    for number, cells in enumerate(LINES):
        if all(met[c] for c in cells):
            path, links = line(cells, 102 if large else 36, 110 if large else 39, x, y)
            end = line_end(number)
            found.append({"key": f"line-{seat}-{number}", "path": path, "links": links, "at": end})
    return found


def _way(seen: Seen) -> tuple[str, str] | None:
    """The dotted way of a replace that is only looked at."""
    act = seen.preview or {}
    if act.get("type") != "replace" or act["seat"] != seen.seat:
        return None
    at = next((spot.box for spot in hand(seen) if "chosen" in spot.marks), None)
    return arrow(at, cell(act["cell"])) if at else None


def _down(view: dict[str, Any]) -> str:
    """The plates that are face down, or will be when the next round begins."""
    if view["scored"]:
        return str(view["rules"]["plates"])
    return "".join(kind * view["hidden"][kind] for kind in "CMX")


def choices(seen: Seen, legal: Iterable[Action]) -> list[dict[str, Any]]:
    """What may be done with the spares, the best first: an action, words, the tiles in it, and what it is worth."""
    worth = {}
    found = [_choice(seen, action, worth) for action in legal if action["type"] in ("replace", "swap", "hold")]
    return sorted(found, key=lambda one: -one["value"])


def _choice(seen: Seen, action: Action, worth: Mapping[str, Any]) -> dict[str, Any]:
    t, grid, kind = seen.t, seen.view["grids"][seen.seat], action["type"]
    found: dict[str, Any] = {"action": action, "tile": "", "reversed": False, "old": "", "old_reversed": False, "short": ""}
    if kind == "hold":
        key = "hold_2" if seen.view["mode"] == 2 else "hold"
        found |= {"key": "hold", "text": t(f"spend.{key}", n=seen.view["hand_sizes"][seen.seat])}
    elif kind == "replace":
        old = grid[action["cell"]]
        what = name(t, action["tile"], action["reversed"])
        args = {"name": what, "old": name(t, old["tile"], old["reversed"]), "cell": action["cell"]}
        found["short"] = t("spend.at", cell=action["cell"])
        found |= {"tile": action["tile"], "reversed": action["reversed"], "old": old["tile"]}
        found |= {"old_reversed": old["reversed"], "text": t("spend.replace", **args)}
        found["key"] = f"{action['tile']}-{action['cell']}{'-r' if action['reversed'] else ''}"
    else:
        args = {"name": name(t, action["tile"]), "a": action["a"], "b": action["b"]}
        found |= {"tile": action["tile"], "short": t("spend.swapped", a=action["a"], b=action["b"])}
        found |= {"key": f"{action['tile']}-{action['a']}-{action['b']}", "text": t("spend.swap", **args)}
    return found | {"value": 0, "worth": ""}


def said(view: dict[str, Any], eyes: int, t: Any) -> dict[str, Any]:
    """Whose turn it is and what is to be done, in words."""
    over = view["due"]["phase"] == "over"
    return {
        "headline": _over(view, t) if over else _headline(view, eyes, t),
        "instruction": t(f"do.{_task(view, eyes)}", round=view["round"] + 1, stage=view["stage"], next=view["stage"] + 1),
        "subtitle": t("subtitle.text", round=view["round"], rounds=view["rounds"], stage=max(view["stage"], 1)),
        "by_rank": sorted(range(view["seats"]), key=lambda seat: (view["ranks"][seat], seat)),
        "number": None,
        "last_roll": None,
    }


def _headline(view: dict[str, Any], eyes: int, t: Any) -> str:
    due = view["due"]
    if due["seat"] >= 0:
        text: str = t("turn.headline", who=due["seat"])
    elif due["phase"] == "lay":
        text = t("turn.lays", who=eyes) if eyes in view["to_move"] else t("turn.everybody")
    elif due["phase"] == "next":
        text = t("turn.scored", round=view["round"])
    else:
        text = t("turn.stage", stage=min(view["stage"] + (due["phase"] != "roll"), STAGES))
    return text


def _over(view: dict[str, Any], t: Any) -> str:
    first = [seat for seat, rank in enumerate(view["ranks"]) if rank == 1]
    if view["seats"] == 1:
        text: str = t("over.alone", n=view["scores"][0])
    else:
        text = t("over.won", who=first[0]) if len(first) == 1 else t("over.shared", who=first)
    return text


def _task(view: dict[str, Any], eyes: int) -> str:
    """The key of what is to be done."""
    phase: str = view["due"]["phase"]
    if phase == "lay" and eyes not in view["to_move"]:
        return "lay_secret"
    if phase == "choose" and view["stage"] == STAGES - 1:
        return "choose_adjusters"
    return f"{phase}_{view['mode']}" if phase == "spend" else phase


def commands(view: dict[str, Any], legal: Iterable[Action], spell: Any) -> Iterable[tuple[str, Action]]:
    """What may be typed beside the catalogue's words: "lay sum>35 5", "turn 5", "swap all 1 9", "2" for a column."""
    for action in legal:
        tail = _tail(action)
        if action["type"] == "choose":
            yield str(action["column"] + 1), action
        if tail:
            backwards = f" {spell('reversed')[0]}" if action.get("reversed") else ""
            yield from ((f"{word} {tail}{backwards}", action) for word in spell(action["type"]))
            if action["type"] in ("lay", "replace"):
                yield f"{tail}{backwards}", action


def _tail(action: Action) -> str:
    """What follows the word of an action; cells are 1 … 9."""
    match action["type"]:
        case "lay" | "replace":
            return f"{action['tile']} {action['cell'] + 1}"
        case "shift":
            return f"{action['cell'] + 1} {action['to'] + 1}"
        case "take" | "flip":
            return str(action["cell"] + 1)
        case "swap":
            return f"{action['tile']} {action['a'] + 1} {action['b'] + 1}"
        case "choose":
            return str(action["column"] + 1)
    return ""
