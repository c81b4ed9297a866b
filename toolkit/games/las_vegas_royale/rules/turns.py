"""A turn: rolling, placing, passing, the power token, and whose turn is next."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from toolkit.core.dist import Dist
from toolkit.core.game import Seat
from toolkit.games.las_vegas_royale.rules.dice import add, count, from_hand, is_open, kinds, one, open_casinos, tell
from toolkit.games.las_vegas_royale.rules.minis import activate
from toolkit.games.las_vegas_royale.rules.payout import payout
from toolkit.games.las_vegas_royale.rules.phase import Phase, hand_law, push
from toolkit.games.las_vegas_royale.state import (
    CASINOS,
    CHIP,
    NO_DICE,
    Ask,
    Auto,
    Draw,
    Number,
    Pass,
    Place,
    Placing,
    Roll,
    Rolled,
    State,
    Turned,
    Use,
    put,
)


def begin(state: State, step: Auto) -> State:
    """The first turn of a round."""
    return _turn(state, state.first)


def next_turn(state: State, step: Auto) -> State:
    """The next seat clockwise with dice in hand; if there is none, the payout. Rulebook: `turn.skip`, `turn.end`."""
    for ahead in range(1, state.seats + 1):
        seat = (step.seat + ahead) % state.seats
        if count(state.hands[seat]):
            return _turn(state, seat)
    return payout(state)


def _turn(state: State, seat: Seat) -> State:
    """A seat begins a turn: it rolls, or holds the power token and is asked first."""
    state = replace(state, turn=seat, turns=put(state.turns, seat, state.turns[seat] + 1))
    if state.boards.power == seat and not is_last(state, seat):
        return push(state, Ask("power", seat))
    return push(state, Draw("hand", seat))


def is_last(state: State, seat: Seat) -> bool:
    """Whether a seat has had all its turns of the round. Rulebook: `turn.cap`."""
    return state.turns[seat] > state.rules.turns


def may_use_power(state: State, step: Ask) -> tuple[Roll | Use, ...]:
    """To roll, or to put a die of the hand anywhere open. Rulebook: `power.use`."""
    dice = kinds(state.hands[step.seat])
    return (Roll(step.seat), *(Use(step.seat, number, big) for number in open_casinos(state) for big in dice))


def _roll(state: State, step: Ask, action: Roll) -> State:
    return push(state, Draw("hand", step.seat))


def _use(state: State, step: Ask, action: Use) -> State:
    seat, number, die = step.seat, action.casino, one(action.big)
    state = add(from_hand(state, seat, die), seat, number, die)
    state = tell(state, "used", seat, "power.use", casino=number, die="big" if action.big else "small")
    return _activated(push(state, Auto("next", seat)), number, Turned(seat, die))


def hand(state: State, step: Draw) -> Dist[Rolled]:
    """The law of the roll of a hand."""
    return hand_law(state.hands[step.seat])


def _rolled(state: State, step: Draw, action: Rolled) -> State:
    if action.small and action.big:
        state = tell(state, "rolled", step.seat, "turn.roll", small=action.small, big=action.big)
    elif action.small:
        state = tell(state, "rolled_small", step.seat, "turn.roll", small=action.small)
    else:
        state = tell(state, "rolled_big", step.seat, "turn.roll", big=action.big)
    if is_last(state, step.seat):
        return _put_all(state, step.seat, action)
    return push(state, Placing(step.seat, action.small, action.big))


def _put_all(state: State, seat: Seat, roll: Rolled) -> State:
    """Every die goes to the casino of its number; those of the closed casino to the next one. Rulebook: `turn.cap`."""
    for number in CASINOS:
        dice = roll.small.count(number), int(roll.big == number)
        if dice != NO_DICE:
            there = number if is_open(state, number) else number % len(CASINOS) + 1
            state = add(from_hand(state, seat, dice), seat, there, dice)
    return push(tell(state, "put_all", seat, "turn.cap", turns=state.rules.turns), Auto("next", seat))


def numbers(step: Placing) -> tuple[Number, ...]:
    """The numbers that were rolled, in order."""
    return tuple(sorted({*step.small, step.big} - {0}))


def may_place(state: State, step: Placing) -> tuple[Place | Pass, ...]:
    """Every number shown whose casino is open, and to pass. Rulebook: `turn.place`, `turn.pass`."""
    placed = tuple(Place(step.seat, number) for number in numbers(step) if is_open(state, number))
    passes = state.chips[step.seat] > 0 or not placed
    return (*placed, Pass(step.seat)) if passes else placed


def _place(state: State, step: Placing, action: Place) -> State:
    seat, number = step.seat, action.casino
    dice = step.small.count(number), int(step.big == number)
    state = add(from_hand(state, seat, dice), seat, number, dice)
    state = tell(state, "placed", seat, "turn.place", n=count(dice), casino=number)
    rest = tuple(face for face in step.small if face != number)
    turned = Turned(seat, dice, rest, 0 if step.big == number else step.big)
    return _activated(push(state, Auto("next", seat)), number, turned)


def _activated(state: State, number: Number, turned: Turned) -> State:
    if number > len(state.tiles):
        return state
    return activate(state, turned, state.tiles[number - 1])


def _pass(state: State, step: Placing, action: Pass) -> State:
    state = push(state, Auto("next", step.seat))
    chips, stuck = state.chips[step.seat], not any(is_open(state, number) for number in numbers(step))
    if not chips or (stuck and state.rules.free_pass):
        return tell(state, "passed_free", step.seat, "turn.free")
    state = replace(state, chips=put(state.chips, step.seat, chips - 1))
    return tell(state, "passed", step.seat, "turn.pass", k=CHIP)


PHASES: dict[str, Phase] = {
    "power": Phase("power.use", {Roll: _roll, Use: _use}, may_use_power),
    "hand": Phase("turn.roll", {Rolled: _rolled}, law=hand),
    "place": Phase("turn.place", {Place: _place, Pass: _pass}, may_place),
}

AUTOS: dict[str, Any] = {"begin": begin, "next": next_turn}
