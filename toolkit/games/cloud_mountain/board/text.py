"""What the table of Cloud & Mountain says: names of tiles, whose turn it is, what may be typed. `t` says words."""

from __future__ import annotations

from typing import Any
from unicodedata import east_asian_width

from toolkit.core.kit import Headline, Say, Seen
from toolkit.core.seen import View
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


def headline(seen: Seen, say: Say) -> Headline:
    """Whose turn it is and what is to be done, in words."""
    view, t = seen.view, say.t
    large = large_of(view, seen.large)
    title = _over(view, t) if view["due"]["phase"] == "over" else _headline(view, large, t)
    key = _task(view, large, seen.still)
    instruction = t(f"do.{key}", round=view["round"] + 1, stage=view["stage"], next=view["stage"] + 1)
    subtitle = t("subtitle.text", round=view["round"], rounds=view["rounds"], stage=max(view["stage"], 1))
    return Headline(title, instruction, subtitle)


def large_of(view: View, large: int | None) -> int:
    """Whose grid is drawn large; −1: nobody's, while nobody may see the hidden tiles."""
    if large is not None:
        return large
    return -1 if view["hidden_grids"] else max(view["due"]["seat"], 0)


def by_rank(view: View) -> tuple[int, ...]:
    """The seats, the first first."""
    return tuple(sorted(range(view["seats"]), key=lambda seat: (view["ranks"][seat], seat)))


def _headline(view: View, eyes: int, t: Any) -> str:
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


def _over(view: View, t: Any) -> str:
    first = [seat for seat, rank in enumerate(view["ranks"]) if rank == 1]
    if view["seats"] == 1:
        text: str = t("over.alone", n=view["scores"][0])
    else:
        text = t("over.won", who=first[0]) if len(first) == 1 else t("over.shared", who=first)
    return text


def _task(view: View, eyes: int, still: bool) -> str:
    """The key of what is to be done."""
    phase: str = view["due"]["phase"]
    if phase == "lay" and not still and eyes not in view["to_move"]:
        return "lay_secret"
    if phase == "choose" and view["stage"] == STAGES - 1:
        return "choose_adjusters"
    return f"{phase}_{view['mode']}" if phase == "spend" else phase
