"""The panels beside the board: where a seat can land, how far it is to the next chip, what a roll can lead to.

A `label` or `name` of a row that begins with "@" is a key of words; `name` says at length what a label stands for.
Rows follow from what everybody may know: pawns, what is due, the stars of an open card, and the solved lap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from math import isfinite
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Action, IllegalAction, Phrase, Plain, Seat
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.words import LETTERS, current, say_phrase
from toolkit.games.math_storm import odds
from toolkit.games.math_storm import rules as engine
from toolkit.games.math_storm.odds import RIGHT, Lap, further, solved, spread
from toolkit.games.math_storm.state import (
    DICE,
    LAST,
    STORM,
    Move,
    Operate,
    Pawn,
    Pick,
    PickPawn,
    Roll,
    SpinPlace,
    State,
    operations,
)
from toolkit.games.math_storm.tables import SPOTS
from toolkit.games.math_storm.walks import Spot, Spread

WORDS = "math_storm.panel"
TURNS = (0.0, 15.0)
"""Domain of expected turns. A longer bar ends there, and its text says how long it is."""
RISE = (0.0, 30.0)
"""The same where one answer in ten is right."""
TONES = "abcd"
MINUS = str.maketrans("-", "−")
FEW = 8
"""So many bars can have a number each."""
ROOM = 14
"""So many cells wide is a number over its bar."""
Chances = Mapping[Any, Fraction | float]
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


def subject(state: State, seat: Seat | None) -> Seat:
    """The seat that looks on, else whoever is to place its pawns, to pick one, or in turn."""
    if seat is not None:
        return seat
    step = state.agenda[-1] if state.agenda else None
    return step.seat if isinstance(step, SpinPlace | PickPawn) else max(state.turn, 0)


def situation(state: State, seat: Seat) -> str:
    """What can be said of a seat: "over", "start" (to be placed), "held", "now" (about to roll), "next" (turn)."""
    step = state.agenda[-1] if state.agenda else None
    if step is None or state.ending:
        return "over"
    to_place = any(isinstance(due, SpinPlace) and due.seat == seat for due in state.agenda)
    if to_place or state.pawns[seat] == (STORM, STORM):
        return "start"
    if state.held[seat] >= 0:
        return "held"
    return "now" if isinstance(step, Roll) and step.seat == seat else "next"


def ready(state: State) -> bool:
    """Whether the lap of this ruleset is solved."""
    return odds.is_solved(state.rules)


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
        return _coming_out(odds.after_card(lap, "storm", spot, lap.stars), spot.held)
    rolled = odds.rolled(lap.rules, spot.pawns, spot.passed), lap.policy(spot.pawns, spot.passed)
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


def _row(chart: str, p: Fraction | float, series: str, **fields: Any) -> Row:
    return row(chart, p, series=series, **fields) | {"exact": exact(p)}


def exact(p: Fraction | float) -> str:
    """A chance as it is spoken of: faces of the die, or, where cards and spins are averaged, per cent."""
    if not p:
        return "0"
    if isinstance(p, Fraction):
        return f"{p * 6}/6" if (p * 6).denominator == 1 else f"{p}"
    return f"{100 * p:.1f}".removesuffix(".0") + "%" if p >= 0.0005 else "<0.1%"


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


def routes(state: State, seat: Seat | None) -> Figure:
    who = subject(state, seat)
    if situation(state, who) == "over":
        return _nothing("routes", who)
    lap, step = solved(state.rules), state.agenda[-1]
    choices = _choices(lap, state, who)
    if choices:
        return Figure(tuple(_choice_rows(choices)), _phrase("routes.title", who=who), _choice_note(choices))
    if isinstance(step, Roll) and step.seat == who:
        return _faces(lap, state, who)
    return _seats(lap, state)


class Choice(Struct, frozen=True):
    """A choice with the expected turns to the chip after it; `pawn`: the one that moves first."""

    label: str
    pawn: Pawn
    turns: float
    sums: str = ""
    """What is added, subtracted …; "" for the steps of a challenge."""

    @property
    def said(self) -> str:
        """How a sentence calls it: the path where there is one arrow, else the sums."""
        return self.label if self.label.count("→") == 1 else self.sums


def _choices(lap: Lap, state: State, seat: Seat) -> list[Choice]:
    """The ways to play what is left of the roll, or to make the steps of a challenge; the best first."""
    step = state.agenda[-1]
    pawns, passed, held = state.pawns[seat], state.passed[seat], state.held[seat]
    if isinstance(step, Operate) and step.seat == seat:
        ways = sorted(lap.play(pawns, passed, step.ops, step.bonus), key=odds.by_cost)
        return [Choice(way.label, way.hops[0].pawn, way.turns, str(way)) for way in ways if way.hops]
    if isinstance(step, PickPawn) and step.seat == seat:
        return [_steps(lap, step.steps, pawns, *pick) for pick in lap.picks(Spot(pawns, passed, held), step.steps)]
    return []


def _steps(lap: Lap, steps: int, pawns: tuple[int, int], pawn: Pawn, spot: Spot) -> Choice:
    start = pawns[pawn]
    end = start + steps if spot.held == pawn else spot.pawns[pawn]
    return Choice(f"{start} → {end}", pawn, lap.turns_from(spot))


def _choice_rows(choices: Sequence[Choice]) -> Iterator[Row]:
    for order, choice in enumerate(choices):
        name = {"name": choice.sums} if choice.sums else {}
        yield _turns_row(choice.turns, label=choice.label, order=order, best=order == 0, **name)


def _turns_row(turns: float, **fields: Any) -> Row:
    """A bar of expected turns."""
    exactly = f"{turns:.2f}" if isfinite(turns) else "∞"
    return row("routes", min(turns, TURNS[1]), text=_turns(turns), **fields) | {"exact": exactly}


def _choice_note(choices: Sequence[Choice]) -> Phrase:
    best, *others = choices
    if not others:
        return _phrase("routes.note.only", best=best.said, **_rights())
    gap, twin = others[0].turns - best.turns, best.said == others[0].said
    if not gap >= 0.05:
        said = {} if twin else {"best": best.said, "other": others[0].said}
        return _phrase("routes.note.same" if twin else "routes.note.equal", **said, **_rights())
    how = "best_pawn" if twin else "best"
    return _phrase(f"routes.note.{how}", best=best.said, pawn=best.pawn, gap=f"{gap:.1f}", **_rights())


def _faces(lap: Lap, state: State, seat: Seat) -> Figure:
    """One bar a face: the turns that are left after its best route."""
    spot, rows = Spot(state.pawns[seat], state.passed[seat]), []
    for order, face in enumerate(DICE[lap.die]):
        route = min(lap.play(spot.pawns, spot.passed, face), key=odds.by_cost)
        label = face.translate(MINUS) if operations(face) else f"@math_storm.face.{face}"
        name = str(route) if route.hops else f"@{WORDS}.none"
        rows.append(_turns_row(route.turns, label=label, order=order, name=name))
    note = _phrase("routes.note.faces", turns=_turns(lap.turns_from(spot) - 1), **_rights())
    return Figure(tuple(rows), _phrase("routes.title", who=seat), note)


def _seats(lap: Lap, state: State) -> Figure:
    """One bar a seat: the turns it has still to begin before its next chip."""
    turns = [further(lap, state, seat) for seat in range(state.seats)]
    rows = tuple(
        _turns_row(value, label=LETTERS[seat], order=seat, tone=TONES[seat]) for seat, value in enumerate(turns)
    )
    first = min(range(state.seats), key=turns.__getitem__)
    note = _phrase("routes.note.seats", who=first, turns=_turns(turns[first]), **_rights())
    return Figure(rows, _phrase("routes.title_all"), note)


def _turns(turns: float) -> str:
    return f"{turns:.1f}" if isfinite(turns) else "∞"


def _rights() -> dict[str, int]:
    """The chances of a right answer, in percent, that the turns are reckoned with."""
    return {f"right{stars}": round(100 * chance) for stars, chance in enumerate(RIGHT, 1)}


def _phrase(key: str, **args: Plain) -> Phrase:
    return Phrase.of(f"{WORDS}.{key}", **args)


def _nothing(panel: str, seat: Seat) -> Figure:
    return Figure((), _phrase(f"{panel}.name"), _phrase("over", who=seat))


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


def peek_routes(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of the best way that begins with this choice."""
    if not isinstance(action, Move | Pick) or seat not in (None, action.seat) or not state.agenda:
        return None
    rows = zip(_choice_rows(found := _choices(solved(state.rules), state, action.seat)), found, strict=True)
    return next(((one,) for one, choice in rows if choice.pawn == action.pawn), None)


PANELS = (
    Panel(
        name="landing",
        charts=(
            Chart("cells", "strip", x=(STORM, LAST), y=(), height=112),
            Chart("aside", "columns", width=40, height=112),
        ),
        rows=landing,
        peek=_peek_outlook(_landing_rows),
        ready=ready,
    ),
    Panel(
        name="routes",
        charts=(Chart("routes", "bars", x=TURNS, x_title=f"{WORDS}.turns", percent=False, height=112, labels=116),),
        rows=routes,
        peek=peek_routes,
        ready=ready,
    ),
    Panel(
        name="kinds",
        charts=(Chart("kinds", "bars", x=(0.0, 1.0), height=80),),
        rows=kinds,
        peek=_peek_outlook(_kind_rows),
        ready=ready,
    ),
)


class Picture(Struct, frozen=True):
    """A figure and how it is drawn: what `toolkit.show` draws, and a notebook shows by itself."""

    panel: Panel
    figure: Figure

    def __repr__(self) -> str:
        return " ".join(say_phrase(phrase, current()) for phrase in (self.figure.title, self.figure.note))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        # By name: games do not know who draws.
        return import_module("toolkit").show(self)._repr_mimebundle_(include, exclude)


def lap_picture(lap: Lap, by: int = 10) -> Picture:
    """Turns over the cells of both pawns, `by` of them in a square; turns against the chance of a right answer."""
    top, own = float(LAST // by), "tens" if by > 1 else "cell"
    cells = Chart(
        "cells", "heat", x=(0.0, top), y=(0.0, top), x_title=f"{WORDS}.lap.{own}", y_title=f"{WORDS}.lap.other"
    )
    right = Chart("right", "lines", x=(0.0, 100.0), y=RISE, x_title=f"{WORDS}.lap.right", y_title=f"{WORDS}.turns")
    charts = tuple(replace(chart, percent=False, height=260) for chart in (cells, right))
    note = _phrase("lap.note", turns=_turns(lap.start), **_rights())
    figure = Figure((*_heat_rows(lap, by), *_right_rows(lap)), _phrase("lap.title"), note)
    return Picture(Panel("lap", charts, lambda state, seat: lap_picture(solved(state.rules), by).figure), figure)


def _heat_rows(lap: Lap, by: int) -> Iterator[Row]:
    """Turns from a square of cells, nobody passed: the mean over its positions."""
    squares: dict[tuple[int, int], list[float]] = {}
    for a, b in SPOTS:
        if a or b:
            squares.setdefault((a // by, b // by), []).append(lap.turns(a, b))
    for (x, y), turns in squares.items():
        mean = sum(turns) / len(turns)
        yield row("cells", mean, x=x, y=y, **({"text": f"{mean:.1f}"} if by > 1 else {}))


def _right_rows(lap: Lap) -> Iterator[Row]:
    """Turns from the start where every answer is right with the same chance."""
    for percent in range(10, 101, 10):
        start = solved(lap.rules, (percent / 100,) * 3, lap.stars).start
        yield row("right", start, x=percent)
