"""Positions of Las Vegas Royale built by hand, and short ways to play on from them.

`table("A2 D2 H1")` is the first turn of seat 0 with these mini-games; `turn(state, "113", 1)` rolls two 1s and a 3,
sixes with the rest, and places the 1s. In `lying`, "aaB" is two small dice of seat 0 and the big one of seat 1, "g"
a grey die, "n" and "N" neutral ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from toolkit.core.game import CHANCE, IllegalAction
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.rules import run
from toolkit.games.las_vegas_royale.rules.dice import less
from toolkit.games.las_vegas_royale.state import (
    HAND,
    NO_DICE,
    NOTES,
    Auto,
    BlackRolled,
    Casino,
    Dealt,
    Pass,
    Place,
    Rolled,
    State,
)

PAIRS = ((50, 40), (60, 50), (70, 60), (80, 70), (90, 80), (100, 90))
"""The notes at casinos 1 to 6."""
QUIET = "A1 B2 D1"


def play(state: State, *actions: Any) -> State:
    """The state after the actions; a pair of numbers is a roll of the black dice."""
    for action in actions:
        state = game.apply(state, BlackRolled(*sorted(action)) if isinstance(action, tuple) else action)
    return state


def table(tiles: str = QUIET, seats: int = 3, **options: Any) -> State:
    """The first turn of the first round: seat 0 is to roll, and there are no neutral dice unless asked for."""
    state = game.start(seats, **({"tiles": tiles, "first": "named", "neutral_2p": False} | options))
    return play(state, *(Dealt(*pair) for pair in PAIRS[::-1]))


def roll(state: State, faces: str, big: int = 6) -> State:
    """Rolls the hand of the seat in turn: these faces, and sixes with the other small dice."""
    small, has_big = state.hands[state.turn]
    shown = sorted([*map(int, faces), *[6] * small][:small])
    return play(state, Rolled(tuple(shown), big if has_big else 0))


def turn(state: State, faces: str, number: int, big: int = 6) -> State:
    """Rolls, and places a number."""
    return play(roll(state, faces, big), Place(state.turn, number))


def passing(state: State) -> State:
    """The seat in turn rolls and passes."""
    return play(roll(state, ""), Pass(state.turn))


def lying(state: State, there: Mapping[int, str], hands: str = "rest") -> State:
    """Dice lie at casinos. `hands`: "rest", what is left of each seat's eight dice; "none": nobody has any."""
    casinos = [_casino(state, there.get(number, ""), one) for number, one in enumerate(state.casinos, 1)]
    left = [HAND] * state.seats
    for casino in casinos:
        left = [less(hand, dice) for hand, dice in zip(left, casino.dice, strict=True)]
    kept = tuple(left) if hands == "rest" else (NO_DICE,) * state.seats
    return replace(state, casinos=tuple(casinos), hands=kept)


def _casino(state: State, text: str, before: Casino) -> Casino:
    dice = [(text.count(letter), text.count(letter.upper())) for letter in "abcde"[: state.seats]]
    neutral = text.count("n"), text.count("N")
    return replace(before, dice=tuple(dice), grey=text.count("g"), neutral=neutral)


def pay(state: State) -> State:
    """The payout begins: nobody has dice in hand any more."""
    return run(replace(state, hands=(NO_DICE,) * state.seats, agenda=(Auto("next", 0),), events=()))


def go_on(state: State, most: int = 99) -> State:
    """Counts on until a decision, a roll or the next round is due."""
    for _ in range(most):
        if game.due(state).phase != "count":
            return state
        state = play(state, *game.chance_outcomes(state))
    return state


def paid(tiles: str, there: Mapping[int, str], seats: int = 3, **options: Any) -> State:
    """The payout of a position, as far as it goes by itself."""
    return go_on(pay(lying(table(tiles, seats, **options), there, "none")))


def owning(state: State, seat: int, notes: Sequence[int] = (), chips: int = 0) -> State:
    """A seat owns these notes and chips, and nothing else."""
    purse = tuple(list(notes).count(note) for note in NOTES)
    return replace(
        state,
        notes=(*state.notes[:seat], purse, *state.notes[seat + 1 :]),
        chips=(*state.chips[:seat], chips, *state.chips[seat + 1 :]),
    )


def notes(state: State, seat: int) -> list[int]:
    """The banknotes of a seat, the smallest first."""
    return [note for note, n in zip(NOTES, state.notes[seat], strict=True) for _ in range(n)]


def won(state: State) -> list[tuple[int, int, int]]:
    """Casino, owner and note of all that has been paid."""
    return [(one.casino, one.owner, one.note) for one in state.paid]


def choices(state: State) -> list[Any]:
    """What the seat that is due may choose."""
    seats = game.to_move(state)
    return [] if seats == (CHANCE,) or not seats else list(game.legal_actions(state, seats[0]))


def kinds(state: State) -> list[str]:
    return [event.kind for event in state.events]


def refused(state: State, action: Any) -> tuple[str, str]:
    """The reason and the rule of a refusal."""
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    return caught.value.reason, caught.value.rule
