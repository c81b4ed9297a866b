"""The game as it is played out: the rules themselves, but over when the round has been paid."""

from __future__ import annotations

from typing import Any

from toolkit.core.game import Action, Rng, Seat
from toolkit.games.las_vegas_royale import rules
from toolkit.games.las_vegas_royale.state import State

NAME = "las_vegas_royale_round"
apply = rules.apply
legal_actions = rules.legal_actions
chance_outcomes = rules.chance_outcomes


def to_move(state: State) -> tuple[Seat, ...]:
    """As in the rules; nobody, once the round is over."""
    return () if is_over(state) else rules.to_move(state)


def is_over(state: State) -> bool:
    return not state.agenda or state.agenda[-1].phase == "next_round"


def fill(state: State, action: Action, rng: Rng, skill: float = 1.0) -> Action:
    """The action itself."""
    return action


def result(state: State, seat: Seat) -> tuple[int, frozenset[Any]]:
    """What a play-out has brought a seat: its money in K, and the notes it took as pairs of casino and "higher"."""
    notes = frozenset((one.casino, one.higher) for one in state.paid if one.owner == seat)
    return rules.returns(state)[seat], notes
