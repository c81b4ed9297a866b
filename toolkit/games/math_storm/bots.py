"""Computer players: `BOTS[name]()` makes a bot, which chooses from its seat's view alone.

Bots leave their answers blank. The match fills them in, and decides how often they are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import Graded, Policy, mixed, random_policy
from toolkit.games.math_storm.odds.routes import Lap, by_cost, solved
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.state import Answer, Buzz, Move, Pick, Ruleset

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]


def random_bot() -> Bot:
    """Chooses among the legal actions at random; a skipped card is one of them."""
    return random_policy


def solver_bot() -> Bot:
    """Moves the pawn that the lap solver would move; answers every card."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        kinds = {type(action): action for action in legal}
        answer: Decision | None = kinds.get(Answer) or kinds.get(Buzz)
        pawn = _move(view, legal[0].seat) if Move in kinds else _pick(view, legal[0].seat) if Pick in kinds else None
        return answer or next((action for action in legal if getattr(action, "pawn", None) == pawn), legal[0])

    return choose


def gentle_bot(strength: float) -> Policy:
    """Moves as the solver with chance `strength`, and else any pawn; answers every card."""
    best = solver_bot()
    move = mixed(best, strength)

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Any:
        return (best if any(isinstance(action, Answer | Buzz) for action in legal) else move)(view, legal, rng)

    return choose


def _move(view: View, seat: int) -> int:
    """The pawn that moves first on the best route for the rest of the roll."""
    lap, spot, due = _lap(_rules(view)), _spot(view, seat), view["due"]
    return min(lap.play(spot.pawns, spot.passed, tuple(due["ops"]), due["bonus"]), key=by_cost).hops[0].pawn


def _pick(view: View, seat: int) -> int:
    """The best pawn for the steps of a challenge."""
    return _lap(_rules(view)).picks(_spot(view, seat), view["due"]["steps"])[0][0]


@lru_cache(maxsize=16)
def _lap(rules: Ruleset) -> Lap:
    """The lap of a ruleset; a bot asks for it at every move."""
    return solved(rules)


def _rules(view: View) -> Ruleset:
    return msgspec.convert(view["rules"], Ruleset)


def _spot(view: View, seat: int) -> Spot:
    pawns, passed = view["pawns"][seat], view["passed"][seat]
    return Spot((pawns[0], pawns[1]), (passed[0], passed[1]), view["held"][seat])


BOTS: dict[str, Callable[[], Policy] | Graded] = {
    "random": random_bot,
    "gentle": Graded(gentle_bot),
    "solver": solver_bot,
}
