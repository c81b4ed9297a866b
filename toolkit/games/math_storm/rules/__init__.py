"""The rules of Math Storm as the functions of the game protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from toolkit.cards import box, deck
from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, HOST, Action, Decision, Event, HostAction, IllegalAction, Seat
from toolkit.core.ruleset import ruleset
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.math_storm.rules import cards
from toolkit.games.math_storm.rules.moves import first_placing, hold, may_take, open_card, place, run, takers, triggered
from toolkit.games.math_storm.state import (
    DICE,
    LAST,
    SEATS,
    SPINNER,
    STORM,
    Answer,
    Ask,
    Buzz,
    Draw,
    Drawn,
    Hop,
    Move,
    Operate,
    Pick,
    PickPawn,
    Roll,
    Rolled,
    Ruleset,
    Skip,
    Spin,
    SpinOrder,
    SpinPlace,
    Spun,
    State,
    Stop,
    TimeUp,
    kind,
    operations,
    put,
)

SPINS = Dist.uniform(Spun(number) for number in SPINNER)
SPINS_BUT_ZERO = Dist.uniform(Spun(number) for number in SPINNER if number)
ROLLS = {die: Dist.uniform(Rolled(face) for face in faces) for die, faces in DICE.items()}
MOVES = tuple((Move(seat, 0), Move(seat, 1)) for seat in range(SEATS[-1]))
PICKS = tuple((Pick(seat, 0), Pick(seat, 1)) for seat in range(SEATS[-1]))


def start(seats: int = 2, **options: Any) -> State:
    """All pawns on the storm cell, and every seat about to spin for the turn order.

    `options`: fields of `Ruleset`. `BadInput` for an unknown option or value, and for a number of seats out of range.
    """
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadInput("seats", given=shown(seats), right=f"{SEATS[0]}–{SEATS[-1]}")
    rules = _ruleset(options)
    everybody = tuple(range(seats))
    state = State(
        rules=rules,
        pawns=((STORM, STORM),) * seats,
        passed=((False, False),) * seats,
        held=(-1,) * seats,
        chips=(0,) * seats,
        agenda=(SpinOrder(everybody),),
    )
    if rules.order == "seats" or seats == 1:
        return first_placing(replace(state, order=everybody, agenda=()))
    return state


@lru_cache(maxsize=64)
def _box_name(cards: str) -> str:
    """The full name of a box of cards; `BadInput` if it does not exist."""
    return box.deck(cards).name


def _ruleset(options: dict[str, Any]) -> Ruleset:
    rules = ruleset(Ruleset, options)
    if not any(rules.stars):
        raise BadInput("no_stars", name="stars", given=shown(rules.stars), right="(1, 1, 1)")
    band = "lower" if rules.die == "plus-minus" else "upper"
    name = _box_name(rules.cards or f"{band}/{deck.GENERATOR}/1")
    return replace(rules, cards=name, stars=_drop_empty_levels(name, rules.stars))


def _drop_empty_levels(name: str, stars: tuple[int, int, int]) -> tuple[int, int, int]:
    """The weights, with 0 for a number of stars that no card in the box has."""
    cards_in = box.deck(name).cards
    weights = tuple(weight if cards_in(star) else 0 for star, weight in enumerate(stars, 1))
    if not any(weights):
        levels = ", ".join("★" * star for star in (1, 2, 3) if cards_in(star))
        raise BadInput("stars_without_cards", given=shown(stars), right=levels)
    return weights[0], weights[1], weights[2]


def to_move(state: State) -> tuple[Seat, ...]:
    """The seat that chooses; every seat that may answer a challenge; `(CHANCE,)`; or `()` if the game is over."""
    if not state.agenda:
        return ()
    match state.agenda[-1]:
        case Operate(seat=seat) | PickPawn(seat=seat):
            return (seat,)
        case Ask(waiting=waiting, buzzed=buzzed):
            return (buzzed,) if buzzed >= 0 else waiting
    return (CHANCE,)


def legal_actions(state: State, seat: Seat) -> tuple[Any, ...]:
    """Moves, picks and answers of a seat; for `HOST` the end of the time, verdicts, and the end of the game."""
    if seat == HOST:
        return _host_actions(state)
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Operate) and step.seat == seat:
        return tuple(MOVES[seat][pawn] for pawn in takers(state, seat, step.ops[0])[1])
    if isinstance(step, PickPawn) and step.seat == seat:
        held = state.held[seat]
        return PICKS[seat] if held < 0 else (PICKS[seat][1 - held],)
    if isinstance(step, Ask) and seat in to_move(state):
        return (Buzz(seat), Skip(seat)) if cards.must_buzz(step) else (Answer(seat), Skip(seat))
    return ()


def _host_actions(state: State) -> tuple[HostAction, ...]:
    judge = cards.judgeable(state)
    if not state.agenda:
        return judge
    clock = (TimeUp(),) if open_card(state) is not None else ()
    return (*clock, *judge, Stop())


def chance_outcomes(state: State) -> Dist[Any]:
    """Numbers of the spinner, faces of the die, or cards of the box. `IllegalAction` if chance is not to move."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Roll):
        return ROLLS[state.rules.die]
    if isinstance(step, Draw):
        return cards.draws(state.rules.cards, state.rules.stars, state.asked)
    if isinstance(step, SpinPlace) and step.first == STORM and state.rules.both_zero == "second":
        return SPINS_BUT_ZERO
    if isinstance(step, Spin):
        return SPINS if 0 in cards.spins(state, step) else SPINS_BUT_ZERO
    if isinstance(step, SpinOrder | SpinPlace):
        return SPINS
    raise IllegalAction("not_chance")


def apply(state: State, action: Action) -> State:
    """The state after the action; `IllegalAction` with a reason and a rule if it is refused."""
    if isinstance(action, HostAction):
        if not state.agenda and isinstance(action, Stop | TimeUp):
            raise IllegalAction("over", "end.winner")
        return cards.HOST[type(action)](state, action)
    if not state.agenda:
        raise IllegalAction("over", "end.winner")
    step = state.agenda[-1]
    handler = TABLE.get((type(step), type(action)))
    if handler is None:
        raise IllegalAction(f"due_{type(step).__name__.lower()}", DUE[type(step)])
    if isinstance(action, Decision) and action.seat not in to_move(state):
        raise IllegalAction("not_your_turn", "turn.roll", seat=action.seat)
    if state.before is not None:
        state = replace(state, before=None)
    return handler(state, step, action)


def _spin_order(state: State, step: SpinOrder, action: Spun) -> State:
    _spinner(action, SPINNER)
    seat = step.group[len(step.spins)]
    spins = (*step.spins, action.number)
    event = Event("order_spin", seat, (("number", action.number),), "setup.order")
    state = replace(state, events=(event,))
    if len(spins) < len(step.group):
        return replace(state, agenda=(*state.agenda[:-1], SpinOrder(step.group, spins)))
    numbers = sorted(set(spins), reverse=state.rules.order == "high")
    groups = [tuple(s for s, n in zip(step.group, spins, strict=True) if n == number) for number in numbers]
    return _order(replace(state, agenda=(*state.agenda[:-1], *(SpinOrder(group) for group in reversed(groups)))))


def _order(state: State) -> State:
    """Gives a seat alone in its group the next place in the order; the first tied group spins again."""
    while state.agenda:
        step = state.agenda[-1]
        assert isinstance(step, SpinOrder)
        if len(step.group) > 1:
            event = Event("order_tie", args=(("tied", step.group),), rule="setup.tie")
            return replace(state, events=(*state.events, event))
        state = replace(state, order=state.order + step.group, agenda=state.agenda[:-1])
    return first_placing(state)


def _spinner(action: Spun, numbers: range) -> None:
    if action.number not in numbers:
        raise IllegalAction("spinner", "setup.place", number=action.number, low=numbers[0], high=numbers[-1])


def _spin_place(state: State, step: SpinPlace, action: Spun) -> State:
    seat, cell, rules = step.seat, action.number, state.rules
    first = step.first < 0
    _spinner(action, SPINNER if first or step.first or rules.both_zero == "both" else range(1, 10))
    rest = state.agenda[:-1]
    if not first and step.first == cell == STORM:
        event = Event("both_zero", seat, rule="setup.zero")
        return replace(state, agenda=(*rest, SpinPlace(seat)), events=(event,))
    pawn = 0 if first else 1
    pawns = put(state.pawns, seat, put(state.pawns[seat], pawn, cell))
    args = (("pawn", pawn), ("cell", cell), ("kind", kind(cell)))
    event = Event("placed", seat, args, "setup.place")
    due = (SpinPlace(seat, cell),) if first else ()
    return run(replace(state, pawns=pawns, agenda=(*rest, *due), events=(event,)))


def _roll(state: State, step: Roll, action: Rolled) -> State:
    faces = DICE[state.rules.die]
    if action.face not in faces:
        raise IllegalAction("no_such_face", "turn.roll", face=action.face, faces=" ".join(faces))
    stop = action.face == "stop"
    event = Event("rolled", step.seat, (("face", action.face),), "turn.stop" if stop else "turn.roll")
    due = () if stop else (Operate(step.seat, operations(action.face)),)
    state = replace(state, face=action.face, agenda=(*state.agenda[:-1], *due), events=(event,))
    return run(state) if stop else _no_result(state)


def _no_result(state: State) -> State:
    """Ends the turn if the operation that is due is a division without a result: nobody has a choice then."""
    step = state.agenda[-1]
    assert isinstance(step, Operate)
    r, _ = takers(state, step.seat, step.ops[0])
    if r is not None:
        return state
    a, b = state.pawns[step.seat]
    event = Event("lost", step.seat, (("a", a), ("b", b)), "op.divide")
    return run(replace(state, agenda=state.agenda[:-1], events=(*state.events, event)))


def _operate(state: State, step: Operate, action: Move) -> State:
    seat, pawn, op = step.seat, action.pawn, step.ops[0]
    r, pawns = takers(state, seat, op)
    if pawn not in pawns or r is None:
        raise _refusal(state, seat, pawn, r)
    start, partner = state.pawns[seat][pawn], state.pawns[seat][1 - pawn]
    storm = r > LAST
    hop = Hop(seat, pawn, start, STORM if storm else r, equation(op, start, partner, r), partner, storm)
    state = place(replace(state, agenda=state.agenda[:-1]), seat, pawn, hop.end, hop, step.fresh)
    state = replace(state, events=(_move_event(op, hop, r),))
    if storm:
        return _enter(state, seat, pawn)
    if len(step.ops) > 1:
        due = replace(step, ops=step.ops[1:], fresh=False)
        return _no_result(replace(state, agenda=(*state.agenda, due)))
    return run(_cell(state, step, start, r, partner))


def _refusal(state: State, seat: Seat, pawn: int, r: int | None) -> IllegalAction:
    if pawn not in (0, 1):
        return IllegalAction("no_such_pawn", "op.choose", pawn=pawn)
    own, other = state.pawns[seat][pawn], state.pawns[seat][1 - pawn]
    reason = may_take(r or 0, own, other, state.passed[seat][pawn])
    rule = "op.zero.both" if reason == "both_on_storm" else "op.passed"
    return IllegalAction(reason, rule, own=own, result=r or 0)


def equation(op: str, start: int, partner: int, r: int) -> str:
    """The operation as an equation: "27 + 45 = 72". The larger number is first in a difference and in a quotient.

    Quotients without their remainder are written "17 ÷ 5 → 3", since the equation would be wrong.
    """
    a, b = (start, partner) if op in "+×" else (max(start, partner), min(start, partner))
    if op == "÷" and b == 0:
        a, b = b, a
    left = f"{a} {op.replace('-', '−')} {b}"
    if op == "÷" and a % b:
        return f"{left} → {r}"
    return f"{left} = {r}"


def _move_event(op: str, hop: Hop, r: int) -> Event:
    args = (
        ("pawn", hop.pawn),
        ("start", hop.start),
        ("result", r),
        ("text", hop.text),
        ("kind", "over" if r > LAST else kind(r)),
    )
    if r > LAST:
        return Event("over", hop.seat, args, "op.over")
    if r == hop.start:
        return Event("unmoved", hop.seat, args, "op.zero.stay" if r == STORM else "op.same")
    return Event("moved", hop.seat, args, "op.zero" if r == STORM else f"op.{OP_RULE[op]}")


OP_RULE = {"+": "plus", "-": "minus", "×": "times", "÷": "divide"}


def _enter(state: State, seat: Seat, pawn: int) -> State:
    """Takes a pawn into the storm, where it is held and may draw its card at once. The rest of the roll is dropped."""
    state = hold(state, seat, pawn)
    if state.rules.storm_card == "next turn":
        return run(state)
    return replace(state, agenda=(*state.agenda, Draw("storm", (seat,))))


def _cell(state: State, step: Operate, start: int, end: int, other: int) -> State:
    """Draws the card of the cell that the last operation has reached, if it has one."""
    if step.bonus and not state.rules.bonus_cells:
        return state
    card = triggered(end, start, other, state.rules.unmoved and not step.bonus)
    if not card:
        return state
    seats = (step.seat,) if card == "chance" else tuple(range(state.seats))
    return replace(state, agenda=(*state.agenda, Draw(card, seats)))


TABLE: dict[tuple[type, type], Callable[[State, Any, Any], State]] = {
    (SpinOrder, Spun): _spin_order,
    (SpinPlace, Spun): _spin_place,
    (Roll, Rolled): _roll,
    (Operate, Move): _operate,
    (Draw, Drawn): cards.draw,
    (Ask, Buzz): cards.buzz,
    (Ask, Answer): cards.answer,
    (Ask, Skip): cards.skip,
    (Spin, Spun): cards.spin,
    (PickPawn, Pick): cards.pick,
}


DUE = {
    SpinOrder: "setup.order",
    SpinPlace: "setup.place",
    Roll: "turn.roll",
    Operate: "op.choose",
    Draw: "cell.card",
    Ask: "card.once",
    Spin: "challenge.steps",
    PickPawn: "challenge.order",
}
"""By the step that is due, the rule that a refused action is about."""


def returns(state: State) -> tuple[int, ...]:
    """The chips of the seats."""
    return state.chips


def ranks(state: State) -> tuple[int, ...]:
    """The ranks by chips; the winner of a tie-break is before the others that were tied. Ties share a rank."""
    keys = [(chips, seat == state.winner) for seat, chips in enumerate(state.chips)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
