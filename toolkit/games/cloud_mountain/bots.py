"""Computer players: `BOTS[name]()` is a bot, which chooses from its seat's view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import random_policy
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.decisions import Eyes
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.state import Done, Lay, Take

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]


def random_bot() -> Bot:
    """Every legal action equally likely."""
    return random_policy


def layout_bot() -> Bot:
    """Lays the best layout, takes and places the best column, and spends a spare where that is worth more."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        sees = decisions.eyes(view, legal[0].seat)
        if sees.phase == "lay":
            return _lay(sees, legal)
        worths = {"choose": decisions.columns, "place": decisions.lays, "spend": decisions.spends}[sees.phase](sees)
        # Of what is worth as much, hold: it is the last of its actions. Of columns and places the first.
        ranked = list(worths)[::-1] if sees.phase == "spend" else list(worths)
        found: Decision = max(ranked, key=worths.__getitem__)
        return found

    return choose


def _lay(sees: Eyes, legal: Sequence[Any]) -> Decision:
    """The next tile of the best layout; a tile that is not where it belongs comes back first."""
    goal = best(sees.at, sees.tiles, sees.met, sees.line, sees.may_reverse)
    wanted = [(one, cell in goal.reversed) for cell, one in enumerate(goal.layout)]
    for action in legal:
        if isinstance(action, Lay) and wanted[action.cell] == (action.tile, action.reversed):
            return action
    for action in legal:
        if isinstance(action, Take) and sees.grid[action.cell] != wanted[action.cell]:
            return action
    found: Decision = next((action for action in legal if isinstance(action, Done)), legal[0])
    return found


BOTS: dict[str, Callable[[], Bot]] = {"random": random_bot, "layout": layout_bot}
