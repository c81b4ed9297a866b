"""Words on the table: names of tiles, whose turn it is, what is to be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import east_asian_width

from toolkit.core.kit import Headline, Say, Seen
from toolkit.core.seen import View
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import STAGES

Action = dict[str, Any]
Words = Callable[..., str]
"""`Say.t`: words of the game by their key."""


def name(t: Words, id: str, reversed: bool = False) -> str:
    """A tile in words."""
    parts = dict(named(id))
    text = t(f"tile_name.{parts['name']}") + str(parts["mark"])
    return t("label.reversed", name=text) if reversed else text


def cut(text: str, width: int) -> str:
    """The text, or its beginning and "…" if it is wider than `width` letters; a Chinese one counts as two."""
    room = width
    for at, letter in enumerate(text):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return text[: max(at - 1, 1)] + "…"
    return text


def headline(seen: Seen, say: Say) -> Headline:
    """Whose turn it is and what is to be done, in words."""
    view, t = seen.view, say.t
    large, stage = large_of(view, seen.large), view["stage"]
    return Headline(
        _over(view, t) if view["due"]["phase"] == "over" else _title(view, large, t),
        t(f"do.{_task(view, large, seen.still)}", round=view["round"] + 1, stage=stage, next=stage + 1),
        t("subtitle.text", round=view["round"], rounds=view["rounds"], stage=max(stage, 1)),
        tuple(t("seat.score", n=points) for points in view["scores"]),
    )


def large_of(view: View, large: int | None) -> int:
    """The seat whose grid is drawn large: the one that the table names, else the one that is due.

    −1, nobody's, while tiles are hidden and the table names no seat.
    """
    if large is not None:
        return large
    return -1 if view["hidden_grids"] else max(view["due"]["seat"], 0)


def by_rank(view: View) -> tuple[int, ...]:
    """The seats in the order of their ranks."""
    return tuple(sorted(range(view["seats"]), key=lambda seat: (view["ranks"][seat], seat)))


def _title(view: View, seat: int, t: Words) -> str:
    due = view["due"]
    if due["seat"] >= 0:
        return t("turn.headline", who=due["seat"])
    if due["phase"] == "lay":
        return t("turn.lays", who=seat) if seat in view["to_move"] else t("turn.everybody")
    if due["phase"] == "next":
        return t("turn.scored", round=view["round"])
    return t("turn.stage", stage=min(view["stage"] + (due["phase"] != "roll"), STAGES))


def _over(view: View, t: Words) -> str:
    first = [seat for seat, rank in enumerate(view["ranks"]) if rank == 1]
    if view["seats"] == 1:
        return t("over.alone", n=view["scores"][0])
    return t("over.won", who=first[0]) if len(first) == 1 else t("over.shared", who=first)


def _task(view: View, seat: int, still: bool) -> str:
    """The key of the instruction."""
    phase: str = view["due"]["phase"]
    if phase == "lay" and not still and seat not in view["to_move"]:
        return "lay_secret"
    if phase == "choose" and view["stage"] == STAGES - 1:
        return "choose_adjusters"
    return f"{phase}_{view['mode']}" if phase == "spend" else phase
