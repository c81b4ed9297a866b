"""Where things stand in the table of casinos: a line for each casino, a column for each owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.core.say import Say
from toolkit.core.words import LETTERS

View = Mapping[str, Any]
WIDTH, LINE = 600, 36
CELL = 34


def size(view: View) -> tuple[int, int]:
    """Width and height of the picture: facts, one line for each thing that seats own, and seven lines of casinos."""
    return WIDTH, 200 + 6 * LINE + 8 * CELL


def casinos(view: View, say: Say) -> tuple[tuple[str, ...], ...]:
    """The lines of the table, its head first: number, mini-game, notes, and the weight of every owner.

    "×" before a number: closed; "+" behind a weight: the big die is there.
    """
    owners = [LETTERS[seat] for seat in range(view["seats"])]
    banks = [(say.t("column.grey"), "grey")] if _has_grey(view) else []
    banks += [(say.t("column.neutral"), "neutral")] if _has_neutral(view) else []
    head = ("", "", "", "", *owners, *(word for word, _ in banks))
    return (head, *(_line(one, view["seats"], [bank for _, bank in banks]) for one in view["casinos"]))


def _line(one: View, seats: int, banks: list[str]) -> tuple[str, ...]:
    number = f"×{one['number']}" if one["closed"] else str(one["number"])
    notes = [str(note) for note in one["notes"]] or ["", ""]
    weights = [_weight(one["weights"][seat], one["dice"][seat][1]) for seat in range(seats)]
    there = {"grey": _weight(one["grey"], 0), "neutral": _weight(one["weights"][seats + 1], one["neutral"][1])}
    return (number, one["tile"], *notes, *weights, *(there[bank] for bank in banks))


def _weight(weight: int, big: int) -> str:
    return f"{weight}{'+' if big else ''}" if weight else ""


def _has_grey(view: View) -> bool:
    return any(tile[0] == "F" for tile in view["tiles"])


def _has_neutral(view: View) -> bool:
    return view["seats"] == 2 and bool(view["rules"]["neutral_2p"])
