"""One phase of the game: what may be chosen or can come there, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from toolkit.core.dist import Dist, dice
from toolkit.games.las_vegas_royale.state import BlackRolled, Dice, Rolled, State, Step

Options = Callable[[State, Any], tuple[Any, ...]]
Law = Callable[[State, Any], Dist[Any]]
Does = Callable[[State, Any, Any], State]


class Phase(NamedTuple):
    """`rule`: the paragraph that asks for it. `options` of its seat, or the `law` of its outcome. `does`: what follows
    from each type of action, where the step has been taken off the agenda already."""

    rule: str
    does: Mapping[type, Does]
    options: Options | None = None
    law: Law | None = None


def push(state: State, *steps: Step) -> State:
    """The state with more steps due, the last one first."""
    return replace(state, agenda=(*state.agenda, *steps))


@lru_cache(maxsize=16)
def hand_law(hand: Dice) -> Dist[Rolled]:
    """The law of a roll: 7 small and 1 big die have 792 × 6 = 4,752 different ones."""
    small, big = hand
    faces = range(1, 7) if big else (0,)
    return Dist({Rolled(roll, face): n for roll, n in dice(small).weights.items() for face in faces})


BLACK: Dist[BlackRolled] = Dist({BlackRolled(*roll): n for roll, n in dice(2).weights.items()})
"""The law of the two black dice."""


def black(state: State, step: Any) -> Dist[BlackRolled]:
    return BLACK
