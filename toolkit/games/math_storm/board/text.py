"""The table of Math Storm in words: whose turn it is, what is to be done, the last roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.core.kit import Headline, Say, Seen
from toolkit.core.seen import View

Translate = Callable[..., str]
"""A text of the game, by its key: `Say.t`."""
SPUN = {"order_spin": "number", "spun": "number", "left_storm": "number", "placed": "cell"}
"""Kinds of events that follow a spin, and which of their arguments is its number."""


def headline(seen: Seen, say: Say) -> Headline:
    """Whose turn it is and what is to be done, in words."""
    view, t = seen.view, say.t
    rules = view["rules"]
    end = "rounds" if rules["rounds"] else "chips" if rules["chips"] else "open"
    subtitle = (
        t(f"subtitle.{end}", round=view["round"], chips=rules["chips"], rounds=rules["rounds"])
        if view["round"]
        else t("subtitle.setup")
    )
    task = _task(view) if seen.revealed else _covered_task(view)
    return Headline(_title(view, t), t(f"do.{task}", **_task_args(view)), subtitle)


def last_number(view: View) -> int | None:
    """The number that the spinner shows, if the last action was a spin."""
    numbers = (dict(event["args"])[SPUN[event["kind"]]] for event in reversed(view["events"]) if event["kind"] in SPUN)
    return next(numbers, None)


def by_rank(view: View) -> tuple[int, ...]:
    """The seats, from the first rank to the last."""
    return tuple(sorted(range(view["seats"]), key=lambda seat: view["ranks"][seat]))


def _title(view: View, t: Translate) -> str:
    seat = view["due"]["seat"]
    if view["due"]["phase"] == "over":
        first = [s for s, rank in enumerate(view["ranks"]) if rank == 1]
        return t("over.won", who=first[0]) if len(first) == 1 else t("over.shared")
    return t("turn.headline", who=seat) if seat >= 0 else t("turn.everybody")


def _task(view: View) -> str:
    """The key of what is to be done."""
    due, card = view["due"], view["card"]
    phase: str = due["phase"]
    if card:
        return f"{phase}_{card['kind']}"
    if phase == "route":
        return "route_storm" if due["over"] else "route_zero" if due["zero"] else "route"
    if phase == "pick":
        return "pick_forward" if due["steps"] > 0 else "pick_back"
    return f"{phase}_{due['kind']}" if phase in ("spin", "draw") else phase


def _covered_task(view: View) -> str:
    """The key of what is to be done while the class works out the result."""
    phase = view["due"]["phase"]
    if phase == "pick":
        return "pick_covered_back" if view["due"]["back"] else "pick_covered"
    return "route_covered" if phase == "route" else _task(view)


def _task_args(view: View) -> dict[str, Any]:
    due = view["due"]
    return {"cell": due.get("result") or 0, "steps": abs(due.get("steps") or 0), "stars": due.get("stars", 0)}


def last_roll(view: View) -> dict[str, Any] | None:
    """The face that is on the table, and the equation of its last operation ("" before the first one)."""
    if not view["face"]:
        return None
    texts = [hop["text"] for hop in view["hops"] if hop["seat"] == view["turn"] and hop["partner"] >= 0]
    return {"face": view["face"], "text": texts[-1] if texts else "", "seat": view["turn"]}
