"""TODO: toolkit.games.math_storm.panels.choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct

from toolkit.core.game import Action, Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import LETTERS, Phrase
from toolkit.games.math_storm.odds import routes as routes_
from toolkit.games.math_storm.odds.ahead import further
from toolkit.games.math_storm.odds.routes import Lap, _rights, _turns, solved
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.panels.seat import WORDS, _nothing, _phrase, situation, subject
from toolkit.games.math_storm.state import DICE, Move, Operate, Pawn, Pick, PickPawn, Roll, State, operations

TURNS = (0.0, 15.0)
"""Domain of expected turns. A longer bar ends there, and its text says how long it is."""
TONES = "abcd"
MINUS = str.maketrans("-", "−")


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
        ways = sorted(lap.play(pawns, passed, step.ops, step.bonus), key=routes_.by_cost)
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
        route = min(lap.play(spot.pawns, spot.passed, face), key=routes_.by_cost)
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


def peek_routes(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of the best way that begins with this choice."""
    if not isinstance(action, Move | Pick) or seat not in (None, action.seat) or not state.agenda:
        return None
    rows = zip(_choice_rows(found := _choices(solved(state.rules), state, action.seat)), found, strict=True)
    return next(((one,) for one, choice in rows if choice.pawn == action.pawn), None)
