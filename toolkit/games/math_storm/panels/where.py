"""TODO: toolkit.games.math_storm.panels.where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct

from toolkit.core.game import Action, IllegalAction, Seat
from toolkit.core.panel import Figure, Row
from toolkit.core.words import Phrase, Plain
from toolkit.games.math_storm import odds
from toolkit.games.math_storm import rules as engine
from toolkit.games.math_storm.odds import ahead, routes
from toolkit.games.math_storm.odds.ahead import spread
from toolkit.games.math_storm.odds.routes import Lap, solved
from toolkit.games.math_storm.odds.walks import Spot, Spread
from toolkit.games.math_storm.panels.choices import _choices
from toolkit.games.math_storm.panels.seat import WORDS, Chances, _nothing, _phrase, _row, exact, situation, subject
from toolkit.games.math_storm.state import Move, Pawn, Pick, State

FEW = 8
"""So many bars can have a number each."""
ROOM = 14
"""So many cells wide is a number over its bar."""
Peek = Callable[[State, Action, Seat | None], tuple[Row, ...] | None]


class Outlook(Struct, frozen=True):
    """What can happen to a seat, with chances: `cells`; `kinds`: odds.KINDS, and of a held pawn "out" and "held".

    The first two hold what some choice of pawns makes possible, the other two what the solver's policy does.
    """

    cells: Chances
    kinds: Chances
    best_cells: Chances
    best_kinds: Chances

    @property
    def series(self) -> Iterator[tuple[str, Chances, Chances]]:
        yield "now", self.cells, self.kinds
        yield "policy", self.best_cells, self.best_kinds


def outlook(state: State, seat: Seat) -> Outlook:
    """What the seat's roll can do, the one that is due or the next; of a held pawn: where it comes out."""
    lap = solved(state.rules)
    spots = spread(lap, state, seat)
    pawn = state.held[seat]
    if pawn >= 0 and any(spot.held < 0 for spot in spots):
        return _coming_out(spots, pawn)
    return _mean([(p, _reach(lap, spot)) for spot, p in spots.items()])


@lru_cache(maxsize=1 << 12)
def _reach(lap: Lap, spot: Spot) -> Outlook:
    """From the start of a turn."""
    if spot.held >= 0:
        return _coming_out(ahead.after_card(lap, "storm", spot, lap.stars), spot.held)
    rolled = routes.rolled(lap.rules, spot.pawns, spot.passed), lap.policy(spot.pawns, spot.passed)
    found = [({**odds.ends(faces, lap.rules)}, odds.kinds(faces, lap.rules)) for faces in rolled]
    for cells, _ in found:
        cells.pop("storm", None)
    return Outlook(*found[0], *found[1])


def _coming_out(spots: Spread, pawn: Pawn) -> Outlook:
    cells: dict[int, float] = {}
    for spot, p in spots.items():
        if spot.held < 0:
            cells[spot.pawns[pawn]] = cells.get(spot.pawns[pawn], 0.0) + p
    out = sum(cells.values())
    kinds = {"out": out, "held": max(0.0, 1 - out)}
    return Outlook(cells, kinds, cells, kinds)


def _mean(parts: Sequence[tuple[float, Outlook]]) -> Outlook:
    """The mean over what the cards that are still to come may bring."""
    if len(parts) == 1:
        return parts[0][1]
    fields = []
    for name in Outlook.__struct_fields__:
        total: dict[Any, float] = {}
        for share, part in parts:
            for what, p in getattr(part, name).items():
                total[what] = total.get(what, 0.0) + share * float(p)
        fields.append(total)
    return Outlook(*fields)


def landing(state: State, seat: Seat | None) -> Figure:
    who = subject(state, seat)
    view = situation(state, who)
    if view == "over":
        return _nothing("landing", who)
    found, choices = outlook(state, who), _choices(solved(state.rules), state, who)
    note = _landing_note(found, view, choices[0].said if choices else "")
    return Figure(tuple(_landing_rows(found, view)), _phrase(f"landing.{view}", who=who), note)


def _landing_rows(found: Outlook, view: str) -> Iterator[Row]:
    """A bar for every cell, and a column for the storm; for a held pawn one for staying there."""
    aside = "held" if view == "held" else "storm"
    for series, cells, kinds in found.series:
        named = _apart(cells) if series == "now" and len(cells) <= FEW else ()
        for cell, p in sorted(cells.items()):
            yield _row("cells", p, series, x=cell, **({"text": str(cell)} if cell in named else {}))
        p = kinds.get(aside, 0)
        yield _row("aside", p, series, label=f"@{WORDS}.kind.{aside}", order=0, text=exact(p))


def _apart(cells: Chances) -> list[int]:
    """Cells whose numbers have room over their bars, the likeliest first."""
    found: list[int] = []
    for cell in sorted(cells, key=lambda cell: (-cells[cell], cell)):
        if all(abs(cell - other) >= ROOM for other in found):
            found.append(cell)
    return found


def _landing_note(found: Outlook, view: str, route: str = "") -> Phrase:
    """The sentence below; `route`: the best choice, which the chart looks beyond."""
    said: dict[str, Plain] = {kind: exact(found.kinds.get(kind, 0)) for kind in ("storm", "out", "held")}
    if view in ("held", "start"):
        how = view
    elif not all(isinstance(p, Fraction) for p in found.kinds.values()):
        how = "mean"
    else:
        how = "storm" if not found.cells else "both" if found.kinds["storm"] else "cells"
    said |= {"cells": _listed(found.cells), "n": len(found.cells)}
    return _phrase(f"landing.note.{f'route.{how}' if route else how}", route=route, **said)


def _listed(cells: Iterable[int]) -> str:
    """Cells in order; of many the first and the last."""
    found = [str(cell) for cell in sorted(cells)]
    return ", ".join(found if len(found) <= FEW else [*found[:3], "…", found[-1]])


def kinds(state: State, seat: Seat | None) -> Figure:
    who = subject(state, seat)
    view = situation(state, who)
    if view == "over":
        return _nothing("kinds", who)
    found = outlook(state, who)
    rows = tuple(_kind_rows(found, view))
    said = {kind: exact(p) for kind, p in {**dict.fromkeys((*odds.KINDS, "out", "held"), 0), **found.kinds}.items()}
    note = "held" if view == "held" else "roll"
    return Figure(rows, _phrase(f"kinds.{view}", who=who), _phrase(f"kinds.note.{note}", **said))


def _kind_rows(found: Outlook, view: str) -> Iterator[Row]:
    shown = ("out", "held") if view == "held" else odds.KINDS
    for series, _, kinds in found.series:
        for order, kind in enumerate(shown):
            p = kinds.get(kind, 0)
            yield _row("kinds", p, series, label=f"@{WORDS}.kind.{kind}", order=order, text=exact(p))


def _peek_outlook(make: Callable[[Outlook, str], Iterator[Row]]) -> Peek:
    """The rows after a move or a pick; where a card comes next, the mean over its answers."""

    def peek(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
        if not isinstance(action, Move | Pick) or seat not in (None, action.seat):
            return None
        try:
            after = engine.apply(state, action)
        except IllegalAction:
            return None
        if situation(after, action.seat) == "over":
            return None
        # The columns and bars that are there already.
        return tuple(make(outlook(after, action.seat), situation(state, action.seat)))

    return peek
