"""Geometry of the hundred chart, and everything else its template needs from a view. Pure: numbers in, numbers out.

The picture is 600 × 676: the storm front (64 high) above ten rows of ten cells of 60. Pawns stand in the lower right of
a cell, so that no number is ever covered.
"""

from __future__ import annotations

from typing import Any

from toolkit.games.math_storm.board.geometry import HEIGHT, WIDTH, Spot, corner, layout, rows
from toolkit.games.math_storm.board.text import said
from toolkit.games.math_storm.board.typed import commands
from toolkit.games.math_storm.state import KINDS

__all__ = ["ASKED", "CHOICES", "HEIGHT", "PLACES", "QUIET", "WIDTH", "commands", "context"]

ASKED = ("order", "place", "roll", "spin")
"""Phases in which a seat asks chance by a button; cards are drawn at once."""
PLACES = "landing"
"""The panel that says where a pawn can land: its figures stand on the chart as well."""
CHOICES = "routes"
"""The panel that weighs choices: its figure stands beside each button."""
QUIET = ("turn", "entered")
"""Events that the table shows elsewhere, and the log leaves out."""


def context(view: dict[str, Any], preview: dict[str, Any] | None, t: Any, w: Any, acts: Any) -> dict[str, Any]:
    """What the templates use beside the view: the layout, labels of cells, and which pawn a cell stands for.

    `t(key, **args)` says words of the game, `w` those of the table; `acts(action)` gives a legal action's attributes.
    """
    lay = layout(view, preview)
    on: dict[int, list[Spot]] = {}
    for spot in lay.spots:
        if not spot.held:
            on.setdefault(spot.cell, []).append(spot)

    def label(cell: int) -> str:
        here = on.get(cell, ())
        pawns = [t("label.pawn", who=spot.seat, pawn=spot.pawn) for spot in here]
        text: str = w("list.separator").join([_plain_label(cell, t), *pawns])
        return text

    chooses = _chooses(view)
    attributes = {cell: acts(action) for cell, action in chooses.items()}
    return {
        "b": lay,
        "label": label,
        "rows": rows(),
        "row_labels": tuple(tuple(label(cell) for cell in row) for row in rows()),
        "row_acts": tuple(tuple(attributes.get(cell, "") for cell in row) for row in rows()),
        "acts": lambda cell: attributes.get(cell, ""),
        "corner": corner,
        "kinds": KINDS,
        "chooses": chooses,
    } | said(view, t)


_labels: dict[tuple[int, str], str] = {}


def _plain_label(cell: int, t: Any) -> str:
    """The label of an empty cell: a hundred of them a scene, so that each is said once for a language."""
    lang: str = t("cell.plain")
    if (cell, lang) not in _labels:
        _labels[cell, lang] = t("label.cell", cell=cell, kind=KINDS[cell])
    return _labels[cell, lang]


def _chooses(view: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """By cell, the choice that a click on the pawn there stands for; none where both pawns share the cell."""
    due = view["due"]
    kind = {"route": "move", "pick": "pick"}.get(due["phase"])
    if kind is None:
        return {}
    seat = due["seat"]
    cells = [cell if view["held"][seat] != pawn else -1 for pawn, cell in enumerate(view["pawns"][seat])]
    if cells[0] == cells[1]:
        return {}
    return {cell: {"type": kind, "seat": seat, "pawn": pawn} for pawn, cell in enumerate(cells) if cell >= 0}
