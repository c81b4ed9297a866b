"""The board of Math Storm: everything that its templates read, made from one look at a match.

Places are in `geometry`, sentences in `text`, what happened in `happened`, what a class works out in `covered`, typed
commands in `typed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from toolkit.core.kit import Say, Seen
from toolkit.core.seen import Json, View
from toolkit.games.math_storm.board.covered import results
from toolkit.games.math_storm.board.geometry import CORNERS, HEIGHT, WIDTH, Layout, Piece, layout, rows
from toolkit.games.math_storm.board.happened import ending, moments
from toolkit.games.math_storm.board.text import by_rank, headline, last_number, last_roll
from toolkit.games.math_storm.board.typed import commands, parse
from toolkit.games.math_storm.state import CELL_KINDS

__all__ = [
    "BUTTONS",
    "LARGE",
    "UNLOGGED",
    "commands",
    "context",
    "ending",
    "headline",
    "hidden",
    "moments",
    "parse",
    "results",
    "size",
    "star",
]

BUTTONS = frozenset({"order", "place", "roll", "spin"})
"""Phases in which a seat asks for chance by a button; cards are drawn at once."""
UNLOGGED = frozenset({"turn", "entered"})
"""Kinds of events that the table shows elsewhere, and the log leaves out."""
LARGE = False
LEAST = 0.1
"""The least chance that is marked on a cell. A mark has a tick for each face of a die of six."""


class Drawing(Struct, frozen=True):
    """All that the templates read besides the view. Rows hold a value for each cell, in the order of the board."""

    layout: Layout
    storm_label: str
    rows: tuple[tuple[int, ...], ...]
    row_labels: tuple[tuple[str, ...], ...]
    row_acts: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    reach: tuple[tuple[int, float, str], ...]
    """Cells where a pawn can land, with the chance; "ghost" if it is after a previewed choice, else "now"."""
    row_tips: tuple[tuple[str, ...], ...]
    """What a pointer on a cell shows: the cell, and the chance to land there."""
    turns: Mapping[int, str]
    """By pawn, the expected turns after the choice that is due."""
    revealed: bool
    """Whether results are shown; if not, the view has none."""
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


def star(view: View) -> int | None:
    """Everybody's pawns are on one board."""
    return None


def context(seen: Seen, say: Say, act: Callable[[Json], str]) -> Drawing:
    """The drawing of a look. `act`: the attributes of a legal action."""
    view = seen.view
    placed = layout(view, seen.preview)
    labels = _labels(placed, say)
    reach = _reach(seen)
    tips = _tips(reach, say)
    acts = {cell: act(action) for cell, action in _clicks(view).items()}
    return Drawing(
        layout=placed,
        storm_label=labels[0],
        rows=rows(),
        row_labels=tuple(tuple(labels[cell] for cell in row) for row in rows()),
        row_acts=tuple(tuple(acts.get(cell, "") for cell in row) for row in rows()),
        kinds=CELL_KINDS,
        corners=CORNERS,
        reach=reach,
        row_tips=tuple(tuple(tips[cell] for cell in row) for row in rows()),
        turns={action["pawn"]: _turns(seen, action, say) for action in _choices(view)},
        revealed=seen.revealed,
        number=last_number(view),
        last_roll=last_roll(view),
        by_rank=by_rank(view),
        die_key=seen.outcomes.get("rolled", 0),
        spin_key=seen.outcomes.get("spun", 0),
    )


def _reach(seen: Seen) -> tuple[tuple[int, float, str], ...]:
    """`Drawing.reach`, from the rows of the panel that says where a pawn can land."""
    shown = "now" if seen.preview is None else "ghost"
    rows = (row for row in seen.figures.get("landing", ()) if row["series"] == shown)
    return tuple((row["x"], row["p"], shown) for row in rows if row.get("x") and row["p"] > LEAST)


def _tips(reach: Iterable[tuple[int, float, str]], say: Say) -> list[str]:
    """What a pointer on each cell, 0 … 100, shows."""
    tips = list(_empty_labels(say.game, say.lang))
    for cell, p, shown in reach:
        tips[cell] += "\n" + say.t(f"label.reach_{shown}", n=round(6 * p))
    return tips


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


def _labels(placed: Layout, say: Say) -> list[str]:
    """The label of every cell, 0 … 100: the cell and the pawns on it."""
    labels = list(_empty_labels(say.game, say.lang))
    on: dict[int, list[Piece]] = {}
    for piece in placed.pieces:
        if not piece.held:
            on.setdefault(piece.cell, []).append(piece)
    for cell, pieces in on.items():
        pawns = [say.t("label.pawn", who=piece.seat, pawn=piece.pawn) for piece in pieces]
        labels[cell] = say.w("list.separator").join([labels[cell], *pawns])
    return labels


@cache
def _empty_labels(game: str, lang: str) -> tuple[str, ...]:
    """The labels of empty cells, 0 … 100: every scene needs most of them."""
    say = Say(game, lang)
    return tuple(say.t("label.cell", cell=cell, kind=kind) for cell, kind in enumerate(CELL_KINDS))


def _clicks(view: View) -> dict[int, Json]:
    """By cell, the choice that a click on the pawn there makes; none if both pawns are on one cell."""
    due = view["due"]
    kind = {"route": "move", "pick": "pick"}.get(due["phase"])
    if kind is None:
        return {}
    seat = due["seat"]
    cells = [cell if view["held"][seat] != pawn else -1 for pawn, cell in enumerate(view["pawns"][seat])]
    if cells[0] == cells[1]:
        return {}
    return {cell: {"type": kind, "seat": seat, "pawn": pawn} for pawn, cell in enumerate(cells) if cell >= 0}
