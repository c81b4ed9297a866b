"""What a class works out by itself before the board shows it: the result of an operation, the steps of a challenge."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.core.kit import Result
from toolkit.core.seen import Json, View


def cover(view: Json) -> Json:
    """The view without what a choice would lead to: "49 + 42" for "49 + 42 = 91", and no target."""
    due = view["due"]
    if due["phase"] == "route":
        left = due["text"].partition(" = ")[0].partition(" → ")[0]
        return view | {"due": due | {"result": None, "over": False, "zero": False, "text": left}}
    if due["phase"] == "pick":
        unknown = [{"cell": None, "storm": False}] * 2
        spin = {"steps": None, "back": due["steps"] < 0, "text": _spun(view)}
        return view | {"due": due | spin | {"ends": unknown}}
    return view


def _spun(view: View) -> str:
    """The number of steps as it is worked out: "7 × 2"."""
    steps, stars = abs(view["due"]["steps"]), view["closed"]["stars"]
    return f"{steps // stars} × {stars}"


def results(view: View) -> Iterable[Result]:
    """The result of the operation; or the steps, and the numbers of the cells that they lead to."""
    due = view["due"]
    if due["phase"] == "route" and due["result"] is not None:
        yield Result(due["result"])
    elif due["phase"] == "pick":
        yield Result(abs(due["steps"]))
        for end, cell in zip(due["ends"], view["pawns"][due["seat"]], strict=True):
            yield Result(cell + due["steps"] if end["storm"] else end["cell"])
