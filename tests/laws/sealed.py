"""A small game with secrets: seats pick numbers behind each other's backs; then all are opened, and count."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Decision, Event, IllegalAction

NAME, SEATS = "sealed", range(2, 4)
ROUNDS = 3


class Pick(Decision, frozen=True, tag="pick"):
    number: int | None = None


ACTIONS = Pick


class State(Struct, frozen=True):
    picked: tuple[int | None, ...]
    scores: tuple[int, ...]
    round: int = 1
    events: tuple[Event, ...] = ()


def start(seats: int) -> State:
    return State((None,) * seats, (0,) * seats)


def to_move(state: State) -> tuple[int, ...]:
    return tuple(seat for seat, number in enumerate(state.picked) if number is None) if state.round <= ROUNDS else ()


def legal_actions(state: State, seat: int) -> tuple[Pick, ...]:
    return (Pick(seat),) if seat in to_move(state) else ()


def fill(state: State, action: Pick, rng: Random, skill: float = 1.0) -> Pick:
    return action if action.number is not None else replace(action, number=rng.randrange(3))


def apply(state: State, action: Pick) -> State:
    if not isinstance(action, Pick) or action.seat not in to_move(state) or action.number not in (0, 1, 2):
        raise IllegalAction("not_now")
    picked = (*state.picked[: action.seat], action.number, *state.picked[action.seat + 1 :])
    hidden = Event("picks", action.seat, (("number", action.number),), seen_by=(action.seat,))
    if None in picked:
        return replace(state, picked=picked, events=(hidden,))
    scores = tuple(score + number for score, number in zip(state.scores, picked, strict=True))
    return State((None,) * len(picked), scores, state.round + 1, (hidden, Event("opens")))


def secret(state: State) -> bool:
    return any(number is not None for number in state.picked)


def view(state: State, seat: int | None) -> dict[str, Any]:
    own = [number if at == seat or number is None else "?" for at, number in enumerate(state.picked)]
    return {"picked": own, "scores": list(state.scores), "round": state.round}


def redact(then: State, now: State, action: Pick, seat: int | None) -> Pick:
    return action if action.seat == seat or now.round > then.round else Pick(action.seat)


def determinize(state: State, seat: int | None, rng: Random) -> State:
    dealt = tuple(
        number if at == seat or number is None else rng.randrange(3) for at, number in enumerate(state.picked)
    )
    return replace(state, picked=dealt)


def returns(state: State) -> tuple[int, ...]:
    return state.scores
