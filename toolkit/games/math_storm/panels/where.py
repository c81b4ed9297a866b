"""Two panels about the next roll of a seat: the cells where a pawn can land, and the kinds of end it can come to.

A held pawn does not roll: for it the panels show where it comes out of the storm, and whether it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct

from toolkit.core.game import Action, IllegalAction, Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.math_storm import odds
from toolkit.games.math_storm import rules as engine
from toolkit.games.math_storm.odds import ahead, routes
from toolkit.games.math_storm.odds.routes import Lap, solved
from toolkit.games.math_storm.odds.walks import Spot, Spread
from toolkit.games.math_storm.panels.choices import ranked_choices
from toolkit.games.math_storm.panels.seat import WORDS, Chances, empty_figure, exact, phrase, situation, subject
from toolkit.games.math_storm.state import Move, Pawn, Pick, State

FEW = 8
"""At most this many bars have a number each."""
ROOM = 14
"""The width of a number over its bar, in cells."""
MakeRows = Callable[["Outlook", str], Iterator[Row]]
Peek = Callable[[State, Action, Seat | None], tuple[Row, ...] | None]


class Outlook(Struct, frozen=True):
    """The chances of a seat: by cell, and by kind of end (odds.KINDS; for a held pawn "out" and "held").

    `cells` and `kinds` count an end if some choice of pawns makes it possible; `best_cells` and `best_kinds` if the
    choices of the lap solver lead to it.
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
    """The chances of the seat's next roll, or of the way out of the storm for its held pawn."""
    lap = solved(state.rules)
    spots = ahead.spread(lap, state, seat)
    pawn = state.held[seat]
    if pawn >= 0 and any(spot.held < 0 for spot in spots):
        return _coming_out(spots, pawn)
    return _mean([(p, _from_spot(lap, spot)) for spot, p in spots.items()])


@lru_cache(maxsize=1 << 12)
def _from_spot(lap: Lap, spot: Spot) -> Outlook:
    """The outlook at the start of a turn."""
    if spot.held >= 0:
        return _coming_out(ahead.after_card(lap, "storm", spot, lap.stars), spot.held)
    chances: list[Chances] = []
    for plays in (routes.rolled(lap.rules, spot.pawns, spot.passed), lap.policy(spot.pawns, spot.passed)):
        cells = odds.ends(plays, lap.rules).exact()
        cells.pop("storm", None)
        chances += [cells, odds.kinds(plays, lap.rules)]
    return Outlook(*chances)


def _coming_out(spots: Spread, pawn: Pawn) -> Outlook:
    """The outlook of a held pawn, from the spots after its card."""
    cells: dict[int, float] = {}
    for spot, p in spots.items():
        if spot.held < 0:
            cells[spot.pawns[pawn]] = cells.get(spot.pawns[pawn], 0.0) + p
    out = sum(cells.values())
    kinds = {"out": out, "held": max(0.0, 1 - out)}
    return Outlook(cells, kinds, cells, kinds)


def _mean(parts: Sequence[tuple[float, Outlook]]) -> Outlook:
    """The mean of outlooks, each with its share: over the cards and spins that are still to come."""
    if len(parts) == 1:
        return parts[0][1]
    fields = []
    for name in Outlook.__struct_fields__:
        total: dict[Any, float] = {}
        for share, part in parts:
            for end, p in getattr(part, name).items():
                total[end] = total.get(end, 0.0) + share * float(p)
        fields.append(total)
    return Outlook(*fields)


def landing(state: State, seat: Seat | None) -> Figure:
    """The panel of cells: a bar for each cell where a pawn can land, and a column for the storm."""
    who = subject(state, seat)
    now = situation(state, who)
    if now == "over":
        return empty_figure("landing", who)
    chances, choices = outlook(state, who), ranked_choices(solved(state.rules), state, who)
    note = _landing_note(chances, now, choices[0].name if choices else "")
    return Figure(tuple(landing_rows(chances, now)), phrase(f"landing.{now}", who=who), note)


def landing_rows(chances: Outlook, now: str) -> Iterator[Row]:
    """A bar for every cell, and a column for the storm; for a held pawn a column for staying there."""
    aside = "held" if now == "held" else "storm"
    for series, cells, kinds in chances.series:
        named = _apart(cells) if series == "now" and len(cells) <= FEW else ()
        for cell, p in sorted(cells.items()):
            yield _row("cells", p, series, x=cell, **({"text": str(cell)} if cell in named else {}))
        p = kinds.get(aside, 0)
        yield _row("aside", p, series, label=f"@{WORDS}.kind.{aside}", order=0, text=exact(p))


def _row(chart: str, p: Fraction | float, series: str, **fields: Any) -> Row:
    return row(chart, p, series=series, **fields) | {"exact": exact(p)}


def _apart(cells: Chances) -> list[int]:
    """Cells whose numbers have room over their bars; the likeliest cells get it first."""
    named: list[int] = []
    for cell in sorted(cells, key=lambda cell: (-cells[cell], cell)):
        if all(abs(cell - other) >= ROOM for other in named):
            named.append(cell)
    return named


def _landing_note(chances: Outlook, now: str, choice: str = "") -> Phrase:
    """The sentence below the chart. `choice`: the best choice if one is due; the chart then shows the roll after it."""
    args: dict[str, Plain] = {kind: exact(chances.kinds.get(kind, 0)) for kind in ("storm", "out", "held")}
    if now in ("held", "start"):
        key = now
    elif not all(isinstance(p, Fraction) for p in chances.kinds.values()):
        key = "mean"
    else:
        key = "storm" if not chances.cells else "both" if chances.kinds["storm"] else "cells"
    args |= {"cells": _list_cells(chances.cells), "n": len(chances.cells)}
    return phrase(f"landing.note.{f'route.{key}' if choice else key}", route=choice, **args)


def _list_cells(cells: Iterable[int]) -> str:
    """The cells in order; the first three and the last if there are many."""
    texts = [str(cell) for cell in sorted(cells)]
    return ", ".join(texts if len(texts) <= FEW else [*texts[:3], "…", texts[-1]])


def kinds(state: State, seat: Seat | None) -> Figure:
    """The panel of kinds: a bar for each kind of end of the roll."""
    who = subject(state, seat)
    now = situation(state, who)
    if now == "over":
        return empty_figure("kinds", who)
    chances = outlook(state, who)
    every = {**dict.fromkeys((*odds.KINDS, "out", "held"), 0), **chances.kinds}
    note = phrase(f"kinds.note.{'held' if now == 'held' else 'roll'}", **{kind: exact(p) for kind, p in every.items()})
    return Figure(tuple(kind_rows(chances, now)), phrase(f"kinds.{now}", who=who), note)


def kind_rows(chances: Outlook, now: str) -> Iterator[Row]:
    """A bar for each kind of end; for a held pawn one for coming out and one for staying."""
    shown = ("out", "held") if now == "held" else odds.KINDS
    for series, _, kinds in chances.series:
        for order, kind in enumerate(shown):
            p = kinds.get(kind, 0)
            yield _row("kinds", p, series, label=f"@{WORDS}.kind.{kind}", order=order, text=exact(p))


def peek_outlook(make: MakeRows) -> Peek:
    """Makes a function that returns the rows after a move or pick; if a card comes next, the mean over its answers."""

    def peek(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
        if not isinstance(action, Move | Pick) or seat not in (None, action.seat):
            return None
        try:
            after = engine.apply(state, action)
        except IllegalAction:
            return None
        if situation(after, action.seat) == "over":
            return None
        # The situation before the action: the chart keeps the columns and bars that it shows already.
        return tuple(make(outlook(after, action.seat), situation(state, action.seat)))

    return peek
