"""Positions of Cloud & Mountain built by hand, and short ways to play on from them.

`begin("C", 61)` opens a cloud plate and rolls 6 and 1; `laid(...)` has nine tiles lying before every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.games_at_random import random_action
from toolkit.core.game import CHANCE, IllegalAction
from toolkit.games import cloud_mountain as game
from toolkit.games.cloud_mountain import views
from toolkit.games.cloud_mountain.rules import bag
from toolkit.games.cloud_mountain.state import (
    CELLS,
    HAND,
    Choose,
    Done,
    Drawn,
    Grid,
    Lay,
    Placed,
    Roll,
    Rolled,
    Score,
    State,
    Turned,
)

TWELVE = (
    *("all", "two:6", "no:1", "sum>35", "cloud>14", "cloud<15"),
    *("mountain>14", "mountain<21", "cloud:6", "mountain-no:1", "cloud:odd", "mountain>cloud"),
)
"""A hand, in the order of the rules."""
SPARES = TWELVE[9:]


def play(state: State, *actions: Any) -> State:
    """The state after the actions: a letter turns that plate over, a number such as 61 rolls 6 and 1."""
    for action in actions:
        if isinstance(action, str):
            action = Turned(action) if action in ("C", "M", "X") else Drawn(action)
        elif isinstance(action, int):
            action = Rolled(*divmod(action, 10))
        state = game.apply(state, action)
    return state


def begin(*actions: Any, seats: int = 1, **options: Any) -> State:
    return play(game.start(seats, **options), *actions)


def drawn(hand: Sequence[str] = TWELVE, seats: int = 1, **options: Any) -> State:
    """Mode 1: a cloud plate, 1 and 2 rolled, seat 0 has drawn this hand and the others whatever comes."""
    state = play(begin("C", 12, seats=seats, **options), *hand)
    rng = Random(1)
    while game.to_move(state) == (CHANCE,):
        state = game.apply(state, game.chance_outcomes(state).sample(rng))
    return state


def lay_all(state: State, seat: int = 0) -> State:
    """The first nine tiles of the hand, cell by cell."""
    for cell in CELLS:
        state = play(state, Lay(seat, state.hands[seat][0], cell))
    return state


def laid(seats: int = 1, **options: Any) -> State:
    """Mode 1: everybody has laid the first nine tiles of its hand and is done; stage 2 is due."""
    state = drawn(seats=seats, **options)
    for seat in range(seats):
        state = play(lay_all(state, seat), Done(seat))
    return state


def columns(*tiles: str, seats: int = 1, **options: Any) -> State:
    """Mode 2: these tiles are drawn as the first columns, others behind them; a cloud plate, 1 and 2 rolled."""
    state = game.start(seats, mode=2, **options)
    for number in range(3 * (seats + 1)):
        others = (outcome for outcome in game.chance_outcomes(state) if outcome.tile not in tiles)
        state = play(state, tiles[number] if number < len(tiles) else next(others))
    return play(state, "C", 12)


def adjusting(seats: int = 1, **options: Any) -> State:
    """Mode 2: stage 4, a column has been chosen by seat 0 as its adjusters."""
    state = go_to(game.start(seats, mode=2, **options), "choose", stage=4)
    return play(state, Choose(game.to_move(state)[0], 0))


def go_to(state: State, phase: str, stage: int = 0, seed: int = 1) -> State:
    """Plays at random until that is due; `stage` 0: in any stage."""
    rng = Random(seed)
    while True:
        view = views.view(state, None)
        if view["due"]["phase"] == phase and stage in (0, view["stage"]):
            return state
        action = random_action(game, state, rng)
        assert action is not None, f"no {phase} came"
        state = game.apply(state, action)


def to_end(state: State, seed: int = 1) -> State:
    return go_to(state, "over", seed=seed)


def finished(tiles: Sequence[str], *dice: int, plates: str = "CCMMX", **build: Any) -> State:
    """The end of a round in which these nine tiles lie: five rolls such as 61, under these plates from the left.

    `reversed`: cells of reversed tiles; `hand`: spares; the rest are options.
    """
    reversed, hand = build.pop("reversed", ()), build.pop("hand", ())
    state = game.start(1, **build)
    return play(
        replace(
            state,
            grids=(grid(*tiles, reversed=reversed),),
            hands=(tuple(hand),),
            done=(True,),
            plates=plates,
            dice=tuple((roll // 10, roll % 10) for roll in dice[:-1]),
            agenda=(Score(), Roll()),
        ),
        dice[-1],
    )


def met(tile: str, *dice: int, plates: str = "CCMMX", reversed: bool = False, **options: Any) -> bool:
    """Whether the tile, on cell 0, is met at the end of the round."""
    cells = (0,) if reversed else ()
    state = finished((tile, *["all"] * 8), *dice, plates=plates, reversed=cells, **options)
    return bool(views.view(state, None)["scored"]["met"][0][0])


def grid(*tiles: str, reversed: Sequence[int] = ()) -> Grid:
    """Nine tiles row by row; `reversed`: their cells."""
    return tuple(Placed(tile, cell in reversed) for cell, tile in enumerate(tiles))


def kinds(state: State) -> list[str]:
    return [event.kind for event in state.events]


def event(state: State, kind: str) -> dict[str, Any]:
    """The arguments of the one event of that kind."""
    (found,) = (one for one in state.events if one.kind == kind)
    return {**dict(found.args), "seat": found.seat}


def refusal(state: State, action: Any) -> str:
    """The reason why the action is refused."""
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value.reason


def due(state: State) -> tuple[str, int]:
    """Phase and seat of what is due."""
    found = views.view(state, None)["due"]
    return found["phase"], found["seat"]


def sides(state: State) -> list[str]:
    """The sides of the dice, in order of rolling."""
    return [die["side"] for die in views.view(state, None)["dice"]]


def legal(state: State, kind: type, seat: int = 0) -> list[Any]:
    return [action for action in game.legal_actions(state, seat) if isinstance(action, kind)]


def tiles_of(state: State, seat: int = 0) -> list[str]:
    """Where there is a tile in the grid, its id, cell by cell."""
    return [one.tile if one else "" for one in state.grids[seat]]


def in_bag(state: State) -> dict[str, int]:
    found = bag.kinds(state.rules.tiles)
    return {tile: count for tile, count in zip(found.ids, state.bag, strict=True) if count}


assert len(TWELVE) == HAND
