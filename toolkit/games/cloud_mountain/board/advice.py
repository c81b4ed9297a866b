"""The choices of a seat that spends spares: each in words, with its worth.

The best stands first only where the worth of each is shown beside it; otherwise they are in the order of the spares and
cells, so that the order recommends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from toolkit.games.cloud_mountain.board.area import PlayArea, key_of
from toolkit.games.cloud_mountain.board.text import Action, name

SHOWN, MORE = 3, 14
"""The number of choices in the column, and of those behind a fold; all others can be made on the board."""


def choices(area: PlayArea, legal: Iterable[Action]) -> list[dict[str, Any]]:
    """The actions with spares as dicts for the template; hold is among the first `SHOWN`."""
    spends = _once(action for action in legal if action["type"] in ("replace", "swap", "hold"))
    if area.worths:
        spends.sort(key=lambda action: (-area.worths.get(key_of(action), Fraction(0)), action["type"] != "hold"))
    hold = next((place for place, action in enumerate(spends) if action["type"] == "hold"), 0)
    if hold >= SHOWN:
        spends.insert(SHOWN - 1, spends.pop(hold))
    holding = next((area.worths.get(key_of(one)) for one in spends if one["type"] == "hold"), None)
    return [_choice(area, action, holding) for action in spends[: SHOWN + MORE]]


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


def _choice(area: PlayArea, action: Action, holding: Fraction | None) -> dict[str, Any]:
    """`bold` and `rest` are the words on the button, `gain` how much more than holding it brings."""
    words = {"hold": _hold, "swap": _swap, "replace": _replace}[action["type"]](area, action)
    points = area.worths.get(key_of(action))
    more = "" if points is None or holding is None or action["type"] == "hold" else _signed(points - holding)
    return {"action": action, "worth": worth(area, action), "gain": more, "rest": "", **words}


def _signed(points: Fraction) -> str:
    """A gain or loss with one decimal and its sign."""
    text = f"{float(abs(points)):.1f}"
    return text if text == "0.0" else f"{'+' if points > 0 else '−'}{text}"


def _hold(area: PlayArea, action: Action) -> dict[str, Any]:
    key = "hold_2" if area.view["mode"] == 2 else "hold"
    text = area.t(f"spend.{key}", n=area.view["hand_sizes"][area.seat])
    return {"key": "hold", "text": text, "bold": text}


def _swap(area: PlayArea, action: Action) -> dict[str, Any]:
    a, b, spent = action["a"] + 1, action["b"] + 1, name(area.t, action["tile"])
    return {
        "key": f"{action['tile']}-{action['a']}-{action['b']}",
        "text": area.t("spend.swap", name=spent, a=a, b=b),
        "bold": area.t("spend.swap_name", a=a, b=b),
        "rest": area.t("spend.swap_spent", name=spent),
    }


def _replace(area: PlayArea, action: Action) -> dict[str, Any]:
    one, cell, turned = action["tile"], action["cell"], action["reversed"]
    old = area.view["grids"][area.seat][cell]
    said = {"name": name(area.t, one, turned), "old": name(area.t, old["tile"], old["reversed"]), "cell": cell}
    return {
        "key": f"{one}-{cell}{'-r' if turned else ''}",
        "text": area.t("spend.replace", **said),
        "bold": area.t("spend.replace_name", name=said["name"]),
        "rest": area.t("spend.replace_old", old=said["old"], cell=cell),
    }
