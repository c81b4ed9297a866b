"""The choices of a seat that spends spares: each with its words, its tiles and its worth, best first."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from toolkit.games.cloud_mountain.board.area import PlayArea, key_of
from toolkit.games.cloud_mountain.board.text import Action, name

SHOWN, MORE = 5, 12
"""The number of choices in the column, and of those behind a fold; all others can be made on the board."""


def choices(area: PlayArea, legal: Iterable[Action]) -> list[dict[str, Any]]:
    """The actions with spares as dicts for the template, best first; hold is among the first `SHOWN`."""
    spends = _once(action for action in legal if action["type"] in ("replace", "swap", "hold"))
    if area.worths:
        spends.sort(key=lambda action: (-area.worths.get(key_of(action), Fraction(0)), action["type"] != "hold"))
    hold = next((place for place, action in enumerate(spends) if action["type"] == "hold"), 0)
    if hold >= SHOWN:
        spends.insert(SHOWN - 1, spends.pop(hold))
    return [_choice(area, action) for action in spends[: SHOWN + MORE]]


def worth(area: PlayArea, action: Action) -> str:
    """The worth of an action in points with one decimal; "" if it is not known."""
    points = area.worths.get(key_of(action))
    return "" if points is None else f"{float(points):.1f}"


def _once(spends: Iterable[Action]) -> list[Action]:
    """The actions; of swaps that differ only in the spent spare the first one, because they are worth the same."""
    first: dict[Any, Action] = {}
    for action in spends:
        first.setdefault((action["a"], action["b"]) if action["type"] == "swap" else key_of(action), action)
    return list(first.values())


def _choice(area: PlayArea, action: Action) -> dict[str, Any]:
    """`tile` takes the place of `old`; `short`: words for a button that shows the tiles."""
    plain = {"tile": "", "reversed": False, "old": "", "old_reversed": False, "short": ""}
    words = {"hold": _hold, "swap": _swap, "replace": _replace}[action["type"]](area, action)
    return plain | {"action": action, "worth": worth(area, action)} | words


def _hold(area: PlayArea, action: Action) -> dict[str, Any]:
    key = "hold_2" if area.view["mode"] == 2 else "hold"
    return {"key": "hold", "text": area.t(f"spend.{key}", n=area.view["hand_sizes"][area.seat])}


def _swap(area: PlayArea, action: Action) -> dict[str, Any]:
    a, b, spent = action["a"], action["b"], action["tile"]
    return {
        "key": f"{spent}-{a}-{b}",
        "tile": spent,
        "text": area.t("spend.swap", name=name(area.t, spent), a=a, b=b),
        "short": area.t("spend.swapped", a=a, b=b),
    }


def _replace(area: PlayArea, action: Action) -> dict[str, Any]:
    one, cell, turned = action["tile"], action["cell"], action["reversed"]
    old = area.view["grids"][area.seat][cell]
    old_name = name(area.t, old["tile"], old["reversed"])
    return {
        "key": f"{one}-{cell}{'-r' if turned else ''}",
        "tile": one,
        "reversed": turned,
        "old": old["tile"],
        "old_reversed": old["reversed"],
        "text": area.t("spend.replace", name=name(area.t, one, turned), old=old_name, cell=cell),
        "short": area.t("spend.at", cell=cell),
    }
