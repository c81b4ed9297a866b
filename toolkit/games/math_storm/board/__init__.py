"""Geometry of the hundred chart, and everything else its template needs from a view. Pure: numbers in, numbers out.

The picture is 600 × 676: the storm front (64 high) above ten rows of ten cells of 60. Pawns stand in the lower right of
a cell, so that no number is ever covered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from toolkit.core.kit import Say, Seen
from toolkit.core.seen import Json, View
from toolkit.games.math_storm.board.geometry import CORNERS, HEIGHT, WIDTH, Layout, Spot, layout, rows
from toolkit.games.math_storm.board.text import by_rank, headline, last_number, last_roll
from toolkit.games.math_storm.board.typed import commands, parse
from toolkit.games.math_storm.state import KINDS

__all__ = ["BUTTONS", "LARGE", "UNLOGGED", "commands", "context", "headline", "hidden", "parse", "size"]

BUTTONS = frozenset({"order", "place", "roll", "spin"})
"""Phases in which a seat asks for chance by a button; cards are drawn at once."""
UNLOGGED = frozenset({"turn", "entered"})
"""Events that the table shows elsewhere, and the log leaves out."""
LARGE = False
SIXTHS = 0.1
"""Chances below this are not marked on the chart: it shows whole faces of a die of six."""


class Chart(Struct, frozen=True):
    """All that the templates read besides the view. Rows hold a value for each cell, in the chart's order."""

    layout: Layout
    storm_label: str
    rows: tuple[tuple[int, ...], ...]
    row_labels: tuple[tuple[str, ...], ...]
    row_acts: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    reach: tuple[tuple[int, float, str], ...]
    turns: Mapping[int, str]
    """By pawn, the expected turns after the choice that is due."""
    number: int | None
    last_roll: Mapping[str, Any] | None
    by_rank: tuple[int, ...]
    die_key: int
    spin_key: int


def size(view: View) -> tuple[int, int]:
    return WIDTH, HEIGHT


def hidden(view: View) -> tuple[int, ...]:
    """No seat has pieces of its own to hide."""
    return ()


def context(seen: Seen, say: Say, act: Callable[[Json], str]) -> Chart:
    """The layout, labels of cells, and which choice a click on a cell makes."""
    view = seen.view
    lay = layout(view, seen.preview)
    on: dict[int, list[Spot]] = {}
    for spot in lay.spots:
        if not spot.held:
            on.setdefault(spot.cell, []).append(spot)
    chooses = _chooses(view)
    acts = {cell: act(action) for cell, action in chooses.items()}
    return Chart(
        layout=lay,
        storm_label=_label(0, on, say),
        rows=rows(),
        row_labels=tuple(tuple(_label(cell, on, say) for cell in row) for row in rows()),
        row_acts=tuple(tuple(acts.get(cell, "") for cell in row) for row in rows()),
        kinds=KINDS,
        corners=CORNERS,
        reach=_reach(seen),
        turns={action["pawn"]: _turns(seen, action, say) for action in _choices(view)},
        number=last_number(view),
        last_roll=last_roll(view),
        by_rank=by_rank(view),
        die_key=seen.outcomes.get("rolled", 0),
        spin_key=seen.outcomes.get("spun", 0),
    )


def _reach(seen: Seen) -> tuple[tuple[int, float, str], ...]:
    """Cells where the panel says a pawn can land, with the chance; after the choice that is looked at, if one is."""
    shown = "now" if seen.preview is None else "ghost"
    rows = (row for row in seen.figures.get("landing", ()) if row["series"] == shown)
    return tuple((row["x"], row["p"], shown) for row in rows if row.get("x") and row["p"] > SIXTHS)


def _choices(view: View) -> list[Json]:
    """The choices that are due, whoever may make them at this table."""
    due, seat = view["due"], view["due"]["seat"]
    if due["phase"] == "route":
        return [{"type": "move", "seat": seat, "pawn": pawn} for pawn in due["pawns"]]
    if due["phase"] == "pick":
        return [{"type": "pick", "seat": seat, "pawn": pawn} for pawn in (0, 1) if view["held"][seat] != pawn]
    return []


def _turns(seen: Seen, action: Json, say: Say) -> str:
    """The expected turns to the next chip after a choice, in a few words beside its button."""
    after = seen.peek("routes", action)
    return say.t("route.turns", turns=after[0]["text"]) if after else ""


def _label(cell: int, on: Mapping[int, list[Spot]], say: Say) -> str:
    pawns = [say.t("label.pawn", who=spot.seat, pawn=spot.pawn) for spot in on.get(cell, ())]
    return say.w("list.separator").join([_plain_label(cell, say.t), *pawns])


_labels: dict[tuple[int, str], str] = {}


def _plain_label(cell: int, t: Any) -> str:
    """The label of an empty cell: a hundred of them a scene, so that each is said once for a language."""
    lang: str = t("cell.plain")
    if (cell, lang) not in _labels:
        _labels[cell, lang] = t("label.cell", cell=cell, kind=KINDS[cell])
    return _labels[cell, lang]


def _chooses(view: View) -> dict[int, dict[str, Any]]:
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
