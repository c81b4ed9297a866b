"""Positions of Math Storm built by hand, and short ways to play on from them.

`at((27, 45), (3, 4))` is the start of seat 0's turn with its pawns on 27 and 45, and seat 1's on 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from toolkit.cards import box, card
from toolkit.core.game import IllegalAction
from toolkit.games.math_storm import rules as game
from toolkit.games.math_storm.state import (
    Answer,
    Ask,
    Buzz,
    Draw,
    Drawn,
    EndTurn,
    Move,
    PickPawn,
    Roll,
    Rolled,
    Spun,
    State,
)

PLAIN = ((3, 4), (5, 7), (8, 9))
"""Where the seats stand whose pawns do not matter."""


def at(
    *pawns: tuple[int, int],
    turn: int = 0,
    round: int = 1,
    held: Mapping[int, int] | None = None,
    passed: Mapping[int, tuple[bool, bool]] | None = None,
    chips: tuple[int, ...] = (),
    **options: Any,
) -> State:
    """The start of a turn. One pair of cells for each seat; `held` and `passed` by seat; seats play in order."""
    seats = len(pawns)
    kept, through = held or {}, passed or {}
    state = game.start(seats, **{"order": "seats", **options})
    return replace(
        state,
        pawns=pawns,
        held=tuple(kept.get(seat, -1) for seat in range(seats)),
        passed=tuple(through.get(seat, (False, False)) for seat in range(seats)),
        chips=chips or (0,) * seats,
        turn=turn,
        round=round,
        agenda=(EndTurn(), Draw("storm", (turn,)) if turn in kept else Roll(turn)),
    )


def play(state: State, *actions: Any) -> State:
    """The state after the actions; a text is a face of the die."""
    for action in actions:
        state = game.apply(state, Rolled(action) if isinstance(action, str) else action)
    return state


def draw(state: State, stars: int = 1) -> State:
    """A card with that many stars is drawn, not one that has been asked."""
    number = next(number for number in range(120 * stars - 7, 0, -1) if number not in state.asked[stars - 1])
    return play(state, Drawn(stars, number))


def right(state: State, *seats: int) -> State:
    """The seats (or the only one that may) answer right, one after the other."""
    for seat in seats or game.to_move(state):
        state = play(state, Answer(seat, str(question(state).answer)))
    return state


def wrong(state: State, *seats: int) -> State:
    for seat in seats or game.to_move(state):
        state = play(state, Answer(seat, str(question(state).distractors[0].value)))
    return state


def question(state: State) -> card.Question:
    ask = state.agenda[-1]
    assert isinstance(ask, Ask)
    return box.deck(state.rules.cards).card(ask.number)


def chance_card(stars: int = 1, **options: Any) -> State:
    """Seat 0 has come to 10 with one pawn, its other stands on 6; a chance card is open."""
    return draw(play(at((4, 6), (20, 30), **options), "+", Move(0, 0)), stars)


def challenge_card(*others: tuple[int, int], stars: int = 1, **build: Any) -> State:
    """Seat 0 has come to 11 with one pawn, its other stands on 6; a challenge card is open."""
    return draw(play(at((5, 6), *(others or ((20, 30),)), **build), "+", Move(0, 0)), stars)


def storm_card(stars: int = 1, **build: Any) -> State:
    """Seat 0 starts its turn with pawn 0 held and its other on 50; its card is open."""
    return draw(at((0, 50), (3, 4), held={0: 0}, **build), stars)


def tie_card(*pawns: tuple[int, int], **options: Any) -> State:
    """The last round is over, all seats are level; the first tie-break card is open."""
    seats = pawns or PLAIN[:2]
    return draw(play(at(*seats, turn=len(seats) - 1, rounds=1, chips=(1,) * len(seats), **options), "stop"))


def sealed(*others: tuple[int, int], **build: Any) -> State:
    return challenge_card(*others, challenge="sealed", **build)


def placing(**options: Any) -> State:
    """The first pawn of seat 0 has been placed on 0."""
    return play(game.start(2, order="seats", **options), Spun(0))


def forwards(pawns: tuple[int, int], steps: int = 9, **build: Any) -> State:
    """Seat 1 stands on `pawns` and is to go forward by `steps`; it is seat 0's turn."""
    return replace(at((3, 4), pawns, **build), agenda=(EndTurn(), PickPawn(1, steps)))


def buzzed(state: State, seat: int) -> State:
    return play(state, Buzz(seat))


def kinds(state: State) -> list[str]:
    return [event.kind for event in state.events]


def refusal(state: State, action: Any) -> str:
    """The reason why the action is refused."""
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value.reason


def due(state: State) -> Any:
    return state.agenda[-1] if state.agenda else None


def ended(state: State) -> bool:
    return game.to_move(state) == ()


def legal_pawns(state: State, seat: int = 0) -> list[int]:
    return [action.pawn for action in game.legal_actions(state, seat)]
