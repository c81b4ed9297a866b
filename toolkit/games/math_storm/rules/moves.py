"""Arithmetic on the board, the storm, laps and turns: all rules without cards and choices."""

from __future__ import annotations

from msgspec.structs import replace

from toolkit.core.game import Event, Seat
from toolkit.games.math_storm.state import (
    CELL_KINDS,
    LAST,
    STORM,
    Ask,
    Cell,
    Draw,
    EndTurn,
    Hop,
    Operation,
    Pawn,
    Roll,
    SpinPlace,
    State,
    put,
)


def result(op: Operation, a: Cell, b: Cell, division: str = "exact") -> int | None:
    """The result of an operation on the numbers under the pawns; `None`: it has none, and is lost.

    `-` takes the smaller number from the larger one. `÷` has a result if one number can be divided by the other without
    remainder; with `division="quotient"` the larger is divided by the smaller, and the remainder is left out. A number
    is never divided by zero.
    """
    if op == "+":
        return a + b
    if op == "-":
        return abs(a - b)
    if op == "×":
        return a * b
    small, large = (a, b) if a < b else (b, a)
    if division == "quotient":
        return large // small if small else None
    if small == 0:
        return 0 if large else None
    return large // small if large % small == 0 else None


def may_take(r: int, own: Cell, other: Cell, own_passed: bool) -> str:
    """The reason why the pawn on `own` may not take the result `r`; "" if it may."""
    if 1 <= r <= LAST:
        return ""
    if r == STORM:
        if own == STORM:
            return ""
        if other == STORM:
            return "both_on_storm"
    return "passed_may_not_enter" if own_passed else ""


def takers(state: State, seat: Seat, op: Operation) -> tuple[int | None, tuple[Pawn, ...]]:
    """The result of `op` for this seat, and the pawns that may take it."""
    a, b = state.pawns[seat]
    r = result(op, a, b, state.rules.division)
    if r is None:
        return None, ()
    if 1 <= r <= LAST:
        return r, (0, 1)
    first, second = state.passed[seat]
    return r, tuple(
        pawn
        for pawn, (own, other, done) in enumerate(((a, b, first), (b, a, second)))
        if not may_take(r, own, other, done)
    )


def triggered(end: Cell, start: Cell, other: Cell, unmoved: bool = False) -> str:
    """The card that is drawn after the last operation: "chance", "challenge" or ""."""
    if STORM in (end, other) or (end == start and not unmoved):
        return ""
    return CELL_KINDS[end] if CELL_KINDS[end] != "plain" else ""


def place(state: State, seat: Seat, pawn: Pawn, cell: Cell, hop: Hop, fresh: bool = False) -> State:
    """Puts the pawn on its new cell, and adds its trace; in a fresh turn the old traces go."""
    pawns = put(state.pawns, seat, put(state.pawns[seat], pawn, cell))
    return replace(state, pawns=pawns, hops=(hop,) if fresh else (*state.hops, hop))


def hold(state: State, seat: Seat, pawn: Pawn) -> State:
    """Holds the pawn in the storm."""
    event = Event("entered", seat, (("pawn", pawn),), "storm.enter")
    return replace(state, held=put(state.held, seat, pawn), events=(*state.events, event))


def leave(state: State, seat: Seat) -> State:
    """Frees the held pawn, which has now passed; if both have passed the seat gets a chip and begins a new lap."""
    passed = put(state.passed[seat], state.held[seat], True)
    events, chips = state.events, state.chips
    if all(passed):
        passed = (False, False)
        chips = put(chips, seat, chips[seat] + 1)
        events = (*events, Event("chip", seat, (("chips", chips[seat]),), "lap.chip"))
    return replace(
        state,
        passed=put(state.passed, seat, passed),
        held=put(state.held, seat, -1),
        chips=chips,
        events=events,
    )


def forward(state: State, seat: Seat, pawn: Pawn, steps: int) -> tuple[Cell, bool]:
    """The cell that the steps of a challenge lead to, and whether the pawn enters the storm.

    Beyond 100 is the storm. A pawn stops on 100 if it has passed already or its partner is held or on the storm cell.
    """
    cell = state.pawns[seat][pawn] + steps
    if cell <= LAST:
        return cell, False
    if state.passed[seat][pawn] or state.held[seat] >= 0 or state.pawns[seat][1 - pawn] == STORM:
        return LAST, False
    return STORM, True


def back(cell: Cell, steps: int) -> Cell:
    """The cell after steps back: at least 1; a pawn on the storm cell stays there."""
    return cell if cell == STORM else max(1, cell - steps)


def ordered(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats in turn order, beginning with the one in turn."""
    at = state.order.index(state.turn) if state.turn in state.order else 0
    turned = state.order[at:] + state.order[:at]
    return tuple(seat for seat in turned if seat in seats)


def run(state: State) -> State:
    """Ends turns and starts them until a seat or chance is due."""
    while state.agenda and isinstance(state.agenda[-1], EndTurn):
        state = _next_turn(state)
    return state


def _next_turn(state: State) -> State:
    order = state.order
    after = order.index(state.turn) + 1 if state.turn >= 0 else 0
    if reason := _ended(state, after):
        return finish(state, reason)
    new_round = after in (0, len(order)) or state.round == 0
    seat = order[after % len(order)]
    round_ = state.round + new_round
    due = Draw("storm", (seat,)) if state.held[seat] >= 0 else Roll(seat)
    event = Event("turn", seat, (("round", round_),), "turn.held" if state.held[seat] >= 0 else "turn.roll")
    return replace(state, turn=seat, round=round_, face="", agenda=(EndTurn(), due), events=(*state.events, event))


def _ended(state: State, after: int) -> str:
    """The reason why the game ends after a turn; "" if it goes on. `after`: how many seats have had it."""
    rules = state.rules
    whole = after == len(state.order)
    if rules.chips and max(state.chips) >= rules.chips and (whole or not rules.equal_turns):
        return "chips"
    if whole and rules.rounds and state.round >= rules.rounds:
        return "rounds"
    return "max_rounds" if whole and state.round >= rules.max_rounds else ""


def finish(state: State, reason: str) -> State:
    """Ends the game, or begins a tie-break."""
    best = max(state.chips)
    tied = tuple(seat for seat in state.order if state.chips[seat] == best)
    event = Event("ending", args=(("reason", reason),), rule=f"end.{reason}")
    state = replace(state, ending=reason, agenda=(), events=(*state.events, event))
    if len(tied) > 1 and reason != "stop" and state.rules.tie_cards:
        tie = Event("tie", args=(("tied", tied), ("chips", best)), rule="tie.cards")
        return replace(state, agenda=(Draw("tie", tied, 1),), events=(*state.events, tie))
    return over(state)


def over(state: State, winner: Seat = -1) -> State:
    """Ends the game. `winner`: of a tie-break; −1: whoever has the most chips."""
    best = max(state.chips)
    winners = (winner,) if winner >= 0 else tuple(s for s in range(state.seats) if state.chips[s] == best)
    event = (
        Event("won", winners[0], (("winners", winners),), "end.winner")
        if len(winners) == 1
        else Event("shared", args=(("winners", winners),), rule="tie.shared")
    )
    return replace(state, agenda=(), winner=winner, events=(*state.events, event))


def first_placing(state: State) -> State:
    """Goes on when the turn order is known: every seat places its pawns, in that order; then the first turn begins."""
    due = (EndTurn(), *(SpinPlace(seat) for seat in reversed(state.order)))
    event = Event("order", args=(("order", state.order),), rule="setup.order")
    return replace(state, agenda=due, events=(*state.events, event))


def open_card(state: State) -> Ask | None:
    """The card that waits for an answer, if one does."""
    step = state.agenda[-1] if state.agenda else None
    return step if isinstance(step, Ask) else None
