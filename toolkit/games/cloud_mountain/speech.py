"""What the table of Cloud & Mountain says: names of tiles, whose turn it is, what may be typed. `t` says words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import east_asian_width

from toolkit.core.game import BadInput
from toolkit.games.cloud_mountain.scoring import named
from toolkit.games.cloud_mountain.state import CELLS, STAGES
from toolkit.games.cloud_mountain.tiles import tile

Action = dict[str, Any]


def name(t: Any, id: str, reversed: bool = False) -> str:
    """A tile in words."""
    found = dict(named(id))
    text: str = t(f"tile_name.{found['name']}") + str(found["mark"])
    return t("label.reversed", name=text) if reversed else text


def cut(text: str, width: int) -> str:
    """The text, or its beginning and "…" where it is wider than so many letters; Chinese ones count twice."""
    room = width
    for at, letter in enumerate(text):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return text[: max(at - 1, 1)] + "…"
    return text


def said(view: dict[str, Any], eyes: int, t: Any) -> dict[str, Any]:
    """Whose turn it is and what is to be done, in words."""
    over = view["due"]["phase"] == "over"
    return {
        "headline": _over(view, t) if over else _headline(view, eyes, t),
        "instruction": t(
            f"do.{_task(view, eyes)}", round=view["round"] + 1, stage=view["stage"], next=view["stage"] + 1
        ),
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
    if phase == "lay" and "eyes" in view and eyes not in view["to_move"]:
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


KINDS = ("chance", "lay", "shift", "take", "flip", "done", "choose", "replace", "swap", "hold")
CELLS_OF = {"lay": 1, "replace": 1, "shift": 2, "take": 1, "flip": 1, "swap": 2, "choose": 1}


def meant(view: dict[str, Any], seat: int, said: str, spell: Any) -> Action | None:
    """The action that a typed line asks for, whether it can be done or not: "lay sum > 35 5" with the tile as it may be
    written, "done" too early. `None` for what is no action; `BadInput` for a tile or a cell that there is not.
    """
    heads = [(word, kind) for kind in KINDS for word in spell(kind) if f"{said} ".startswith(f"{word} ")]
    head, kind = max(heads, key=lambda found: len(found[0]), default=("", ""))
    words = said[len(head) :].split()
    kind = kind or ("replace" if view["due"]["phase"] == "spend" else "lay")
    n = CELLS_OF.get(kind, 0)
    backwards = bool(words) and words[-1] in spell("reversed")
    words = words[: len(words) - backwards]
    written, numbers = "".join(words[: len(words) - n]), words[len(words) - n :]
    tiled = kind in ("lay", "replace", "swap")
    if len(numbers) < n or not all(map(str.isdecimal, numbers)) or bool(written) != tiled or (not head and not n):
        return None
    return _read(kind, seat, [int(one) - 1 for one in numbers], written, backwards)


def _read(kind: str, seat: int, cells: list[int], written: str, backwards: bool) -> Action:
    if kind != "choose" and (strange := [cell for cell in cells if cell not in CELLS]):
        raise BadInput("cell", given=strange[0] + 1, right="1 … 9")
    found: Action = {"type": kind} if kind == "chance" else {"type": kind, "seat": seat}
    if written:
        found["tile"] = tile(written).id
    if kind in ("lay", "replace"):
        return found | {"cell": cells[0], "reversed": backwards}
    if kind == "swap":
        return found | {"a": min(cells), "b": max(cells)}
    names = {"shift": ("cell", "to"), "take": ("cell",), "flip": ("cell",), "choose": ("column",)}.get(kind, ())
    return found | dict(zip(names, cells, strict=True))


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
