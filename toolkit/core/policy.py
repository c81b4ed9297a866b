"""Who chooses: a policy takes a seat's view and its legal actions, and returns one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from toolkit.core.game import Action, Game, Seat

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Policy(Protocol):
    """Chooses one of the legal actions from what the seat may know.

    One that sets the attribute `needs_view = False` gets `{}` instead of the view, which is then never built. One that
    sets `needs_state = True` gets the state in its place, secrets included: that is for play-outs, and never a bot.
    """

    def __call__(self, view: dict[str, Any], legal: Sequence[Any], rng: Random, /) -> Any: ...


def random_policy(view: dict[str, Any], legal: Sequence[A], rng: Random) -> A:
    """Every legal action equally likely."""
    return rng.choice(legal)


random_policy.needs_view = False  # type: ignore[attr-defined]


USUAL = 0.5
"""The strength of a graded bot that is not told how well to play."""


class Graded:
    """A computer player of any strength from 0 to 1: what share of its decisions is as good as the best it knows.

    A decision of strength s is worth, on average, s parts of the way from a random one to the best one: 0 plays at
    random, 1 as well as it can. `make(strength)` gives the policy.
    """

    def __init__(self, make: Callable[[float], Policy]) -> None:
        self.make = make

    def __call__(self, strength: float = USUAL) -> Policy:
        return self.make(strength)


def settled(*facts: Any) -> Random:
    """Random numbers that are the same whenever the facts are: for a plan that is kept over several decisions."""
    return Random(repr(facts))


def mixed(best: Policy, strength: float) -> Policy:
    """Decides as `best` with chance `strength`, and else at random."""

    def choose(view: dict[str, Any], legal: Sequence[Any], rng: Random) -> Any:
        return best(view, legal, rng) if rng.random() < strength else rng.choice(legal)

    return choose


def decide(game: Game[S, A], state: S, seat: Seat, policy: Policy, rng: Random, skill: float) -> A:
    """The action that `policy` chooses for `seat`, its blanks filled in, right with chance `skill` (0 to 1)."""
    known: Any = {}
    if getattr(policy, "needs_state", False):
        known = state
    elif getattr(policy, "needs_view", True):
        known = game.view(state, seat)
    action: A = policy(known, game.legal_actions(state, seat), rng)
    return game.fill(state, action, rng, skill)
