"""TODO: toolkit.games.math_storm.board.text."""

from __future__ import annotations

from typing import Any


def said(view: dict[str, Any], t: Any) -> dict[str, Any]:
    """Whose turn it is and what is to be done, in words; the last roll and the last number of the spinner."""
    rules = view["rules"]
    end = "rounds" if rules["rounds"] else "chips" if rules["chips"] else "open"
    number = next((_number(event) for event in reversed(view["events"]) if _number(event) is not None), None)
    return {
        "headline": _headline(view, t),
        "instruction": t(f"do.{_task(view)}", **_task_args(view)),
        "subtitle": t(f"subtitle.{end}", round=view["round"], chips=rules["chips"], rounds=rules["rounds"])
        if view["round"]
        else t("subtitle.setup"),
        "number": number,
        "last_roll": _last_roll(view),
        "by_rank": sorted(range(view["seats"]), key=lambda seat: view["ranks"][seat]),
    }


def _number(event: dict[str, Any]) -> int | None:
    found = dict(event["args"]).get("number")
    return (
        found
        if event["kind"] in ("order_spin", "spun", "left_storm")
        else dict(event["args"]).get("cell")
        if event["kind"] == "placed"
        else None
    )


def _headline(view: dict[str, Any], t: Any) -> str:
    seat = view["due"]["seat"]
    if view["due"]["phase"] == "over":
        first = [s for s, rank in enumerate(view["ranks"]) if rank == 1]
        text: str = t("over.won", who=first[0]) if len(first) == 1 else t("over.shared")
    else:
        text = t("turn.headline", who=seat) if seat >= 0 else t("turn.everybody")
    return text


def _task(view: dict[str, Any]) -> str:
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


def _task_args(view: dict[str, Any]) -> dict[str, Any]:
    due = view["due"]
    return {"cell": due.get("result") or 0, "steps": abs(due.get("steps", 0)), "stars": due.get("stars", 0)}


def _last_roll(view: dict[str, Any]) -> dict[str, Any] | None:
    """The face that is on the table, and what its last operation came to."""
    if not view["face"]:
        return None
    texts = [hop["text"] for hop in view["hops"] if hop["seat"] == view["turn"] and hop["partner"] >= 0]
    return {"face": view["face"], "text": texts[-1] if texts else "", "seat": view["turn"]}
