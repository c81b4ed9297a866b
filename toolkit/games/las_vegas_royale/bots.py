"""Computer players: `BOTS[name]()` is a bot. A bot knows only the view of its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import random_policy
from toolkit.games.las_vegas_royale.odds.placing import placement
from toolkit.games.las_vegas_royale.odds.policy import sensible
from toolkit.games.las_vegas_royale.odds.positions import state_of

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]
PLAYOUTS = 30
"""Of each choice, before the greedy bot places."""


def random_bot() -> Bot:
    """Every legal action equally likely."""
    return random_policy


def sensible_bot() -> Bot:
    """Looks one step ahead; plays A1 and G1 by their equilibria and B2 by its stop table."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        chosen: Decision = sensible(state_of(view), legal, rng)
        return chosen

    return choose


def greedy_bot() -> Bot:
    """Places where its money is largest at the end of the round, by `odds.placement`; else it is sensible."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        state = state_of(view)
        if view["due"]["phase"] != "place" or len(legal) == 1:
            chosen: Decision = sensible(state, legal, rng)
            return chosen
        best: Decision = placement(state, legal[0].seat, n=PLAYOUTS, seed=rng.randrange(2**31)).best
        return best

    return choose


BOTS: dict[str, Callable[[], Bot]] = {"random": random_bot, "sensible": sensible_bot, "greedy": greedy_bot}
