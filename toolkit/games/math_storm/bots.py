"""Computer players: `BOTS[name]()` is a bot, which chooses from its seat's view alone.

How often a bot answers right is not its own business: its answers are left blank, and filled in with the chance that
the match gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import random_policy
from toolkit.games.math_storm.odds.routes import by_cost, solved
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.state import Answer, Buzz, Move, Pick, Ruleset

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]


def random_bot() -> Bot:
    """Every legal action equally likely, not to answer among them."""
    return random_policy


def solver_bot() -> Bot:
    """The pawn that the lap solver moves; answers every card."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        kinds = {type(action): action for action in legal}
        answer: Decision | None = kinds.get(Answer) or kinds.get(Buzz)
        pawn = _move(view, legal[0].seat) if Move in kinds else _pick(view, legal[0].seat) if Pick in kinds else None
        return answer or next((action for action in legal if getattr(action, "pawn", None) == pawn), legal[0])

    return choose


def _move(view: View, seat: int) -> int:
    """The pawn that begins the best way to play what is left of the roll."""
    lap, spot, due = solved(_rules(view)), _spot(view, seat), view["due"]
    return min(lap.play(spot.pawns, spot.passed, tuple(due["ops"]), due["bonus"]), key=by_cost).hops[0].pawn


def _pick(view: View, seat: int) -> int:
    """The pawn for the steps of a challenge."""
    return solved(_rules(view)).picks(_spot(view, seat), view["due"]["steps"])[0][0]


def _rules(view: View) -> Ruleset:
    return msgspec.convert(view["rules"], Ruleset)


def _spot(view: View, seat: int) -> Spot:
    pawns, passed = view["pawns"][seat], view["passed"][seat]
    return Spot((pawns[0], pawns[1]), (passed[0], passed[1]), view["held"][seat])


BOTS: dict[str, Callable[[], Bot]] = {"random": random_bot, "solver": solver_bot}
