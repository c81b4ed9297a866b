"""What the table of Cloud & Mountain says: names of tiles, whose turn it is, what may be typed. `t` says words."""

from __future__ import annotations

from typing import Any
from unicodedata import east_asian_width

from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import STAGES

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
