"""The panel of expected turns: for the choices that a seat has now, for the faces of its roll, or for every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct

from toolkit.core.game import Action, Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import LETTERS, Phrase
from toolkit.games.math_storm.odds.ahead import further
from toolkit.games.math_storm.odds.routes import Lap, by_cost, right_percents, solved, write_turns
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.panels.seat import WORDS, empty_figure, phrase, situation, subject
from toolkit.games.math_storm.state import DICE, Move, Operate, Pawn, Pick, PickPawn, Roll, State, operations

TURNS = (0.0, 15.0)
"""Domain of expected turns; the axis grows with a longer bar."""
SMALL = 0.05
"""Choices whose expected turns differ by less are called equal."""
TONES = "abcd"
MINUS = str.maketrans("-", "−")


def routes(state: State, seat: Seat | None) -> Figure:
    """The panel: a bar for each choice that is due, else for each face of a roll that is due, else for each seat."""
    who = subject(state, seat)
    if situation(state, who) == "over":
        return empty_figure("routes", who)
    lap, step = solved(state.rules), state.agenda[-1]
    choices = ranked_choices(lap, state, who)
    if choices:
        return Figure(tuple(_choice_rows(choices)), phrase("routes.title", who=who), _choice_note(choices))
    if isinstance(step, Roll) and step.seat == who:
        return _faces(lap, state, who)
    return _seats(lap, state)


class Choice(Struct, frozen=True):
    """A choice with the expected turns to the chip after it; `pawn`: the one that moves first."""

    label: str
    pawn: Pawn
    turns: float
    sums: str = ""
    """The operations, "27 + 45 = 72 → …"; "" for the steps of a challenge."""

    @property
    def name(self) -> str:
        """The choice in a sentence: its path if that has one arrow, else its operations."""
        return self.label if self.label.count("→") == 1 else self.sums


def ranked_choices(lap: Lap, state: State, seat: Seat) -> list[Choice]:
    """The ways to play the rest of the roll, or to make the steps of a challenge; the best first, [] if none is due."""
    step = state.agenda[-1]
    pawns, passed, held = state.pawns[seat], state.passed[seat], state.held[seat]
    if isinstance(step, Operate) and step.seat == seat:
        best_first = sorted(lap.play(pawns, passed, step.ops, step.bonus), key=by_cost)
        return [Choice(route.label, route.hops[0].pawn, route.turns, str(route)) for route in best_first if route.hops]
    if isinstance(step, PickPawn) and step.seat == seat:
        return [_steps(lap, step.steps, pawns, *pick) for pick in lap.picks(Spot(pawns, passed, held), step.steps)]
    return []


def _steps(lap: Lap, steps: int, pawns: tuple[int, int], pawn: Pawn, spot: Spot) -> Choice:
    """The choice of the pawn that makes the steps; `spot`: the position after them."""
    start = pawns[pawn]
    end = start + steps if spot.held == pawn else spot.pawns[pawn]
    return Choice(f"{start} → {end}", pawn, lap.turns_from(spot))


def _choice_rows(choices: Sequence[Choice]) -> Iterator[Row]:
    for order, choice in enumerate(choices):
        name = {"name": choice.sums} if choice.sums else {}
        yield _turns_row(choice.turns, label=choice.label, order=order, best=order == 0, **name)


def _turns_row(turns: float, **fields: Any) -> Row:
    """A bar of expected turns; a chip that never comes has its text alone, since no bar is long enough."""
    if not isfinite(turns):
        return row("routes", 0.0, text=write_turns(turns), **fields) | {"exact": "∞"}
    return row("routes", turns, text=write_turns(turns), **fields)


def _choice_note(choices: Sequence[Choice]) -> Phrase:
    """The sentence below the bars: how much better the best choice is than the next."""
    best, *others = choices
    if not others:
        return phrase("routes.note.only", best=best.name, **right_percents())
    gap, same_name = others[0].turns - best.turns, best.name == others[0].name
    if not gap >= SMALL:  # also if both are infinite, and the gap is no number
        names = {} if same_name else {"best": best.name, "other": others[0].name}
        return phrase("routes.note.same" if same_name else "routes.note.equal", **names, **right_percents())
    key = "best_pawn" if same_name else "best"
    return phrase(f"routes.note.{key}", best=best.name, pawn=best.pawn, gap=f"{gap:.1f}", **right_percents())


def _faces(lap: Lap, state: State, seat: Seat) -> Figure:
    """One bar for each face: the turns that are left after its best route."""
    spot, rows = Spot(state.pawns[seat], state.passed[seat]), []
    for order, face in enumerate(DICE[lap.die]):
        route = min(lap.play(spot.pawns, spot.passed, face), key=by_cost)
        label = face.translate(MINUS) if operations(face) else f"@math_storm.face.{face}"
        name = str(route) if route.hops else f"@{WORDS}.none"
        rows.append(_turns_row(route.turns, label=label, order=order, name=name))
    note = phrase("routes.note.faces", turns=write_turns(lap.turns_from(spot) - 1), **right_percents())
    return Figure(tuple(rows), phrase("routes.title", who=seat), note)


def _seats(lap: Lap, state: State) -> Figure:
    """One bar for each seat: the turns it has still to begin before its next chip."""
    turns = [further(lap, state, seat) for seat in range(state.seats)]
    rows = tuple(
        _turns_row(value, label=LETTERS[seat], order=seat, tone=TONES[seat]) for seat, value in enumerate(turns)
    )
    first = min(range(state.seats), key=turns.__getitem__)
    note = phrase("routes.note.seats", who=first, turns=write_turns(turns[first]), **right_percents())
    return Figure(rows, phrase("routes.title_all"), note)


def peek_routes(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of the best way to play that begins with this choice; `None` if the action is no move and no pick."""
    if not isinstance(action, Move | Pick) or seat not in (None, action.seat) or not state.agenda:
        return None
    choices = ranked_choices(solved(state.rules), state, action.seat)
    rows = zip(_choice_rows(choices), choices, strict=True)
    return next(((bar,) for bar, choice in rows if choice.pawn == action.pawn), None)
