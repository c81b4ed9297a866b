"""The rules of Cloud & Mountain as the functions of the game protocol.

`apply` looks up (step that is due, action) in `TABLE`. The handlers of tiles are in `laying`, the points in `scoring`,
the bag in `bag`, plates and sides in `plates`.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, HOST, Action, Decision, Event, IllegalAction, Seat
from toolkit.core.ruleset import ruleset
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules import laying
from toolkit.games.cloud_mountain.rules.bag import draws, drop, enough, kinds, ordered, refill, stocked
from toolkit.games.cloud_mountain.rules.plates import sides
from toolkit.games.cloud_mountain.rules.scoring import finish, score
from toolkit.games.cloud_mountain.state import (
    COLUMN,
    EMPTY,
    HAND,
    PLATES,
    SEATS,
    STAGES,
    Choose,
    Choosing,
    Clear,
    Deal,
    Done,
    Drawn,
    Flip,
    Hold,
    Lay,
    Laying,
    NextRound,
    Placing,
    Replace,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Shift,
    Spending,
    State,
    Step,
    Stop,
    Swap,
    Take,
    Turn,
    Turned,
    put,
)

FACES = range(1, 7)
ROLLS = Dist.uniform(Rolled(first, second) for first, second in product(FACES, FACES))
STOP = (Stop(),)


def start(seats: int = 2, **options: Any) -> State:
    """The start of a match: all tiles in the bag, all plates face down, the first round due.

    `options`: fields of `Ruleset`; `tiles` also as `stock.stock` takes them, `plates` in any order. `BadInput` for a
    number of seats or an option that is not allowed, or for too few tiles.
    """
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadInput("seats", given=shown(seats), right=f"{SEATS[0]}–{SEATS[-1]}")
    if "plates" in options:
        options["plates"] = _row_of_plates(options["plates"])
    if "tiles" in options:
        options["tiles"] = stocked(options["tiles"])
    rules = ruleset(Ruleset, options)
    enough(rules, seats)
    empty = State(rules, bag=(), hands=((),) * seats, grids=(), done=(), moves=(), scores=(0,) * seats, agenda=())
    return _fresh(empty)


def _row_of_plates(given: Any) -> str:
    """The five plates of the option, in the order C, M, X. `BadInput` if they are not five, or all are chaos plates."""
    text = unicodedata.normalize("NFKC", given).upper() if isinstance(given, str) else ""
    plates = "".join(sorted("".join(text.split())))
    if set(plates) - set(PLATES):
        raise BadInput("plate", name="plates", given=shown(given), right=", ".join(PLATES))
    if len(plates) != STAGES or set(plates) == {"X"}:
        raise BadInput("plate_deck", given=shown(given), right=repr(Ruleset().plates))
    return plates


def _fresh(state: State) -> State:
    """The start of a round: all tiles in the bag, empty grids, plates face down."""
    rules, seats = state.rules, state.seats
    return replace(
        state,
        bag=kinds(rules.tiles).counts,
        hands=((),) * seats,
        grids=(EMPTY,) * seats,
        done=(False,) * seats,
        moves=(rules.moves,) * seats,
        plates="",
        dice=(),
        agenda=_round(rules.mode, seats, state.first),
        events=(Event("next_round", args=(("round", state.round), ("rounds", rules.rounds)), rule="game.start"),),
    )


@lru_cache(maxsize=64)
def _round(mode: int, seats: int, first: Seat) -> tuple[Step, ...]:
    """All steps of a round, the first one last."""
    everybody = range(seats)
    steps: list[Step] = []
    for stage in range(STAGES - 1):
        mark = (first + stage) % seats
        if mode == 2:
            steps += [Deal(), Turn(), Roll(), *(Choosing((mark + seat) % seats) for seat in everybody), Clear()]
        elif stage:
            steps += [Turn(), Roll(), *map(Spending, everybody)]
        else:
            steps += [Turn(), Roll(), *map(Deal, everybody), Laying()]
    return tuple(reversed([*steps, Turn(), Roll(), Score()]))


def to_move(state: State) -> tuple[Seat, ...]:
    """The seat that is due, all seats that still lay, `(CHANCE,)`, or `()` if the game is over."""
    if not state.agenda:
        return ()
    match state.agenda[-1]:
        case Laying():
            return tuple(seat for seat, ready in enumerate(state.done) if not ready)
        case Choosing(seat=seat) | Placing(seat=seat) | Spending(seat=seat):
            return (seat,)
    return (CHANCE,)


def legal_actions(state: State, seat: Seat) -> tuple[Any, ...]:
    """The actions of a seat with its tiles; for `HOST` the end of the game."""
    if not state.agenda:
        return ()
    if seat == HOST:
        return STOP
    if seat not in to_move(state):
        return ()
    match state.agenda[-1]:
        case Laying():
            return laying.may_arrange(state, seat) if seat >= 0 else ()
        case Choosing():
            return tuple(Choose(seat, number) for number, column in enumerate(state.columns) if column)
        case Placing(tiles=tiles):
            return tuple(laying.may_lay(state, seat, tiles))
        case Spending():
            return laying.may_spend(state, seat)
    return ()


def chance_outcomes(state: State) -> Dist[Any]:
    """The law of the tile, the plate or the roll that is due. `IllegalAction` if chance is not to move."""
    match _opening(state):
        case Deal():
            return draws(state.rules.tiles, _bag(state))
        case Turn():
            return _plates_down(state.rules.plates, "" if state.scored else state.plates)
        case Roll():
            return ROLLS
    raise IllegalAction("not_chance")


def _opening(state: State) -> Step | None:
    """The step that is due; before a new round its first step."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, NextRound):
        return Turn() if state.rules.mode == 1 else Deal()
    return step


def _bag(state: State) -> tuple[int, ...]:
    return kinds(state.rules.tiles).counts if state.scored else state.bag


@lru_cache(maxsize=1024)
def _plates_down(plates: str, open: str) -> Dist[Turned]:
    """The law of the next plate: every plate that is face down is equally likely."""
    down = Counter(plates) - Counter(open)
    return Dist({Turned(plate): down[plate] for plate in PLATES if down[plate]})


def apply(state: State, action: Action) -> State:
    """The state after the action. `IllegalAction`, with reason and rule, if it is refused."""
    if not state.agenda:
        raise IllegalAction("over", "end.winner")
    if isinstance(action, Stop):
        return _stopped(state)
    step = state.agenda[-1]
    handler = TABLE.get((type(step), type(action)))
    if handler is None:
        raise IllegalAction(f"due_{type(step).__name__.lower()}", DUE[type(step)])
    if isinstance(action, Decision) and action.seat not in to_move(state):
        raise _not_now(state, action.seat)
    return handler(state, step, action)


def _stopped(state: State) -> State:
    """The game ends as it stands; tiles of a column that were still to be laid go back into the bag."""
    left = [tile for step in state.agenda if isinstance(step, Placing) for tile in step.tiles]
    return finish(replace(state, bag=refill(state.rules, state.bag, left), events=()), "stop")


def _not_now(state: State, seat: Seat) -> IllegalAction:
    if isinstance(state.agenda[-1], Laying) and seat in range(state.seats):
        return IllegalAction("done_already", "one.done", seat=seat)
    return IllegalAction("not_your_turn", "one.order" if state.rules.mode == 1 else "two.choose", seat=seat)


def _next_round(state: State, step: NextRound, action: Drawn | Turned) -> State:
    """Clears the table and applies the first outcome of the new round."""
    begun = _fresh(replace(state, round=state.round + 1))
    due = begun.agenda[-1]
    handler = TABLE.get((type(due), type(action)))
    if handler is None:
        raise IllegalAction("due_nextround", "game.start")
    after = handler(begun, due, action)
    return replace(after, events=begun.events + after.events)


def _turn(state: State, step: Turn, action: Turned) -> State:
    if action not in _plates_down(state.rules.plates, state.plates):
        raise IllegalAction("no_such_plate", "stage.turn", plate=action.plate)
    plates = state.plates + action.plate
    args = (("plate", action.plate), ("stage", len(plates)))
    event = Event("turned", args=args, rule=f"plate.{PLATE_RULE[action.plate]}")
    events = (event, *_resolved(state, plates))
    return replace(state, plates=plates, agenda=state.agenda[:-1], events=events)


PLATE_RULE = {"C": "cloud", "M": "mountain", "X": "chaos"}


def _resolved(state: State, plates: str) -> tuple[Event, ...]:
    """Events for dice that were pending and now have a side."""
    events = []
    for pair, before, now in zip(state.dice, sides(state.plates), sides(plates), strict=False):
        for face, was, side in zip(pair, before, now, strict=True):
            if was != side:
                events.append(Event("resolved", args=(("face", face), ("side", side)), rule="plate.pending"))
    return tuple(events)


def _roll(state: State, step: Roll, action: Rolled) -> State:
    if action.first not in FACES or action.second not in FACES:
        raise IllegalAction("no_such_face", "stage.roll", first=action.first, second=action.second)
    one, two = sides(state.plates)[-1]
    args = (("first", action.first), ("second", action.second), ("first_side", one), ("second_side", two))
    return _run(
        replace(
            state,
            dice=(*state.dice, (action.first, action.second)),
            agenda=state.agenda[:-1],
            events=(Event("rolled", args=args, rule="stage.roll"),),
        )
    )


def _deal(state: State, step: Deal, action: Drawn) -> State:
    """Gives the tile to the seat or the columns; the last tile ends the deal."""
    bag = drop(state.rules, state.bag, action.tile)
    if step.seat < 0:
        return _deal_columns(replace(state, bag=bag, events=()), action)
    hand = ordered(state.rules, (*state.hands[step.seat], action.tile))
    state = replace(state, bag=bag, hands=put(state.hands, step.seat, hand), events=())
    if len(hand) < HAND:
        return state
    event = Event("drawn", step.seat, (("n", HAND),), "one.draw")
    return replace(state, agenda=state.agenda[:-1], events=(event,))


def _deal_columns(state: State, action: Drawn) -> State:
    columns = state.columns
    if columns and len(columns[-1]) < COLUMN:
        columns = (*columns[:-1], (*columns[-1], action.tile))
    else:
        columns = (*columns, (action.tile,))
    state = replace(state, columns=columns)
    if len(columns) <= state.seats or len(columns[-1]) < COLUMN:
        return state
    event = Event("columns", args=(("n", len(columns)),), rule="two.draw")
    return replace(state, agenda=state.agenda[:-1], events=(event,))


def _choose(state: State, step: Choosing, action: Choose) -> State:
    """Takes a column, which is to be laid at once; in stage 4 its tiles become the seat's adjusters."""
    seat, number = action.seat, action.column
    if number not in range(len(state.columns)):
        raise IllegalAction("no_such_column", "two.choose", column=number, last=len(state.columns) - 1)
    tiles = state.columns[number]
    if not tiles:
        raise IllegalAction("column_taken", "two.choose")
    adjust = state.stage == STAGES - 1
    event = Event("chose", seat, (("column", number), ("number", number + 1)), "two.adjust" if adjust else "two.choose")
    state = replace(state, columns=put(state.columns, number, ()), events=(event,))
    if adjust:
        hands = put(state.hands, seat, ordered(state.rules, tiles))
        return replace(state, hands=hands, agenda=(*state.agenda[:-1], Spending(seat)))
    return replace(state, agenda=(*state.agenda[:-1], Placing(seat, ordered(state.rules, tiles))))


def _run(state: State) -> State:
    """Carries out steps that need neither seat nor chance, until one is due that does."""
    while state.agenda:
        match state.agenda[-1]:
            case Spending(seat=seat) if not state.hands[seat]:
                state = replace(state, agenda=state.agenda[:-1])
            case Clear():
                state = _clear(state)
            case Score():
                state = score(state)
            case _:
                return state
    return state


def _clear(state: State) -> State:
    left = [tile for column in state.columns for tile in column]
    first = (state.first + 1) % state.seats
    events = (Event("mark", first, rule="two.mark"),) if state.seats > 1 else ()
    return replace(
        state,
        bag=refill(state.rules, state.bag, left),
        columns=(),
        first=first,
        agenda=state.agenda[:-1],
        events=state.events + events,
    )


def _then_run(handler: Callable[[State, Any, Any], State]) -> Callable[[State, Any, Any], State]:
    return lambda state, step, action: _run(handler(state, step, action))


TABLE: dict[tuple[type, type], Callable[[State, Any, Any], State]] = {
    (NextRound, Turned): _next_round,
    (NextRound, Drawn): _next_round,
    (Turn, Turned): _turn,
    (Roll, Rolled): _roll,
    (Deal, Drawn): _deal,
    (Laying, Lay): laying.arrange_lay,
    (Laying, Shift): laying.shift,
    (Laying, Take): laying.take,
    (Laying, Flip): laying.flip,
    (Laying, Done): laying.done,
    (Choosing, Choose): _choose,
    (Placing, Lay): _then_run(laying.place),
    (Spending, Replace): _then_run(laying.replace_tile),
    (Spending, Swap): _then_run(laying.swap),
    (Spending, Hold): _then_run(laying.hold),
}

DUE = {
    NextRound: "game.start",
    Turn: "stage.turn",
    Roll: "stage.roll",
    Deal: "one.draw",
    Laying: "one.lay",
    Choosing: "two.choose",
    Placing: "two.lay",
    Spending: "spend.hold",
}
"""By kind of step: the paragraph of the rulebook that asks for it."""


def returns(state: State) -> tuple[int, ...]:
    """The points of each seat in the rounds that have been scored."""
    return state.scores


def ranks(state: State) -> tuple[int, ...]:
    """The rank of each seat by points, 1 = first; ties share a rank."""
    return tuple(1 + sum(other > mine for other in state.scores) for mine in state.scores)
