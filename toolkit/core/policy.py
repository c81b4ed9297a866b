"""Who chooses: a policy takes a seat's view and its legal actions, and returns one of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from toolkit.core.game import Action, Game, Seat

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Policy(Protocol):
    """Chooses one of the legal actions from what the seat may know.

    One that sets the attribute `needs_view = False` gets `{}` instead of the view, which is then never built.
    """

    def __call__(self, view: dict[str, Any], legal: Sequence[Any], rng: Random, /) -> Any: ...


def random_policy(view: dict[str, Any], legal: Sequence[A], rng: Random) -> A:
    """Every legal action equally likely."""
    return rng.choice(legal)


random_policy.needs_view = False  # type: ignore[attr-defined]


def decide(game: Game[S, A], state: S, seat: Seat, policy: Policy, rng: Random, skill: float) -> A:
    """The action that `policy` chooses for `seat`, its blanks filled in, right with chance `skill` (0 to 1)."""
    view = game.view(state, seat) if getattr(policy, "needs_view", True) else {}
    action: A = policy(view, game.legal_actions(state, seat), rng)
    return game.fill(state, action, rng, skill)
