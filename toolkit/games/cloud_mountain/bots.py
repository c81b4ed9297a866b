"""Computer players: `BOTS[name]()` is a bot. A bot knows only the view of its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import random_policy
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.decisions import SeatView
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.state import Done, Lay, Take

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]


def random_bot() -> Bot:
    """Every legal action equally likely."""
    return random_policy


def layout_bot() -> Bot:
    """Lays the best layout, chooses and lays the best column, and spends a spare if that is worth more."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        mine = SeatView.of(view, legal[0].seat)
        if mine.phase == "lay":
            return _lay(mine, legal)
        worths = decisions.worths(mine)
        # Among equals: hold, which is the last action with a spare; of columns and cells the first.
        ranked = list(worths)[::-1] if mine.phase == "spend" else list(worths)
        best_action: Decision = max(ranked, key=worths.__getitem__)
        return best_action

    return choose


def _lay(mine: SeatView, legal: Sequence[Any]) -> Decision:
    """The next tile of the best layout; when none can be laid, a tile on a wrong cell is taken back."""
    goal = best(mine.at, mine.tiles, mine.met, mine.line, mine.may_reverse)
    wanted = [(one, cell in goal.reversed) for cell, one in enumerate(goal.layout)]
    for action in legal:
        if isinstance(action, Lay) and wanted[action.cell] == (action.tile, action.reversed):
            return action
    for action in legal:
        if isinstance(action, Take) and mine.grid[action.cell] != wanted[action.cell]:
            return action
    done: Decision = next((action for action in legal if isinstance(action, Done)), legal[0])
    return done


BOTS: dict[str, Callable[[], Bot]] = {"random": random_bot, "layout": layout_bot}
