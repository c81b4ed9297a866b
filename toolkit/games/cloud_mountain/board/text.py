"""Words on the table: names of tiles, whose turn it is, what is to be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import east_asian_width

from toolkit.core.kit import Headline, Say, Seen
from toolkit.core.seen import View
from toolkit.games.cloud_mountain.rules.tiles import named, tile
from toolkit.games.cloud_mountain.state import SIDES, STAGES

PARTS = ("cloud", "mountain", "chaos")
Action = dict[str, Any]
Words = Callable[..., str]
"""`Say.t`: words of the game by their key."""


def name(t: Words, id: str, reversed: bool = False) -> str:
    """A tile in words."""
    parts = dict(named(id))
    text = t(f"tile_name.{parts['name']}") + str(parts["mark"])
    return t("label.reversed", name=text) if reversed else text


def wants(t: Words, id: str, reversed: bool = False) -> str:
    """A tile in a sentence: its name, and when it is met."""
    one = tile(id)
    key = {"total": one.sign, "sum": one.sign, "parity": one.sign}.get(one.kind, "")
    key = {">": "_more", "<": "_less", "": ""}.get(key, f"_{key}")
    other = {"cloud": "mountain", "mountain": "cloud"}.get(one.scope, "all")
    met = t(f"wants.{one.kind}{key}", n=one.number, side=one.scope, other=other)
    return t("wants.reversed" if reversed else "wants.upright", name=name(t, id), met=met)


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
        t("subtitle.text", round=view["round"], rounds=view["rounds"], stage=stage_of(view)),
        tuple(t("seat.score", n=points) for points in view["scores"]),
    )


def large_of(view: View, large: int | None) -> int:
    """The seat whose grid is drawn large: the one that the table names, else the one that is due or has won the round.

    −1, nobody's, while tiles are hidden and the table names no seat.
    """
    if large is not None:
        return large
    if view["hidden_grids"]:
        return -1
    shown = star(view)
    return max(view["due"]["seat"], 0) if shown is None else shown


def star(view: View) -> int | None:
    """The seat whose grid is to be seen now: of a scored round the one with the most points, else `None`."""
    if view["scored"]:
        totals = [points["total"] for points in view["scored"]["points"]]
        winner: int = totals.index(max(totals))
        return winner
    return None


def stage_of(view: View) -> int:
    """The stage 1 … 5 that is being played: the next one as soon as its plate is to be turned over."""
    stage: int = view["stage"] + (view["due"]["phase"] == "turn")
    return min(max(stage, 1), STAGES)


def looks(plates: str, stage: int) -> tuple[str, str]:
    """The directions in which the two dice of a chaos plate look for a side: "west" or "east".

    The first looks west, the second east, unless only open chaos plates, or none, are there up to the end of the row.
    """
    chaos = [place for place, kind in enumerate(plates, 1) if kind == "X"]
    ends = all(place in chaos for place in range(1, stage)), all(p in chaos for p in range(stage + 1, STAGES + 1))
    return "east" if ends[0] else "west", "west" if ends[1] else "east"


def dice_said(view: View, t: Words) -> str:
    """A sentence on the plate of this stage: where its dice belong, or will belong."""
    plates, stage = view["plates"], view["stage"]
    if not stage:
        return t("said.down", **{kind: view["hidden"][plate] for plate, kind in zip("CMX", PARTS, strict=True)})
    kind, dice = plates[-1], [die for die in view["dice"] if die["stage"] == stage]
    if kind != "X":
        key = "rolled" if dice else "turned"
        return t(f"said.{key}", stage=stage, plate=kind, side=SIDES[kind])
    if not dice:
        first, second = looks(plates, stage)
        return t("said.chaos", stage=stage, first=first, second=second)
    said = [t("said.stage_chaos", stage=stage)]
    for die, way in zip(dice, looks(plates, stage), strict=True):
        key = "waits" if die["side"] == "pending" else "looks"
        said.append(t(f"said.{key}", face=die["face"], way=way, side=die["side"], place=stage + 1))
    return t("said.between").join(said)


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
    return t("turn.stage", stage=stage_of(view))


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
