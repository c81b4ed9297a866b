"""Computer players: `BOTS[name]()` is a bot. A bot knows only the view of its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from toolkit.core.game import Decision, Rng
from toolkit.core.policy import Graded, Policy, random_policy, settled
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.decisions import SeatView
from toolkit.games.cloud_mountain.odds.layouts import Worth
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.state import CELLS, Done, Lay, Take

View = dict[str, Any]
Bot = Callable[[View, Sequence[Any], Rng], Decision]


def random_bot() -> Bot:
    """Every legal action equally likely."""
    return random_policy


def layout_bot() -> Bot:
    """Lays the best layout, chooses and lays the best column, and spends a spare if that is worth more."""

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        mine = SeatView.of(view, legal[0].seat)
        return _lay(mine, legal, _best(mine)) if mine.phase == "lay" else _weigh(mine)

    return choose


def gentle_bot(strength: float) -> Policy:
    """Lays nine that are worth `strength` of the way from layouts at random to the best one.

    All else it decides as the best with chance `strength`, and else at random.
    """

    def choose(view: View, legal: Sequence[Any], rng: Rng) -> Decision:
        mine = SeatView.of(view, legal[0].seat)
        if mine.phase == "lay":
            return _lay(mine, legal, _part_way(mine, strength))
        chosen: Decision = _weigh(mine) if rng.random() < strength else rng.choice(legal)
        return chosen

    return choose


def _weigh(mine: SeatView) -> Decision:
    """Among equals: hold, which is the last action with a spare; of columns and cells the first."""
    worths = decisions.worths(mine)
    ranked = list(worths)[::-1] if mine.phase == "spend" else list(worths)
    best_action: Decision = max(ranked, key=worths.__getitem__)
    return best_action


Goal = tuple[tuple[str, bool], ...]
"""By cell, the tile that is to lie there, and whether it is reversed."""
TRIED = 256
"""Layouts at random that tell what such a layout is worth."""


def _best(mine: SeatView) -> Goal:
    goal = best(mine.at, mine.tiles, mine.met, mine.line, mine.may_reverse)
    return tuple((one, cell in goal.reversed) for cell, one in enumerate(goal.layout))


def _part_way(mine: SeatView, strength: float) -> Goal:
    return _between(mine.at, mine.tiles, mine.met, mine.line, mine.may_reverse, strength)


@lru_cache(maxsize=1 << 7)
def _between(at: Any, tiles: tuple[str, ...], met: int, line: int, reversible: bool, strength: float) -> Goal:
    """The layout of these tiles whose worth is nearest to `strength` of the way, among those between random and best.

    A layout at random becomes the best one cell by cell. What is random follows from the dice and the tiles alone, so
    that a bot goes on laying what it has begun.
    """
    goal = best(at, tiles, met, line, reversible)
    worth = Worth(at, tiles, met, line, reversible=reversible)
    places = _places(tiles, goal.layout)
    wanted = np.array([place + worth.n * (cell in goal.reversed) for cell, place in enumerate(places)])
    rng = settled(at.plates, at.dice, tiles)
    ways = range(1 + reversible)
    many = np.array(
        [[v + worth.n * rng.choice(ways) for v in rng.sample(range(worth.n), len(CELLS))] for _ in range(TRIED)]
    )
    steps = np.concatenate([_towards(one, wanted, worth.n) for one in many[:8]])
    low, high = worth.of(many).mean(), worth.of(wanted)
    nearest = np.abs(worth.of(steps) - (low + strength * (high - low))).argmin()
    return tuple((tiles[variant % worth.n], bool(variant >= worth.n)) for variant in steps[nearest].tolist())


def _places(tiles: tuple[str, ...], layout: Sequence[str]) -> list[int]:
    """By cell, the place of its tile among the tiles; two tiles of a kind have two places."""
    left = list(enumerate(tiles))
    found = []
    for one in layout:
        entry = next(entry for entry in left if entry[1] == one)
        left.remove(entry)
        found.append(entry[0])
    return found


def _towards(start: Any, goal: Any, n: int) -> Any:
    """(10, 9): a layout, then with one cell more as in `goal`: the tile there changes places with the right one."""
    steps = [start]
    for cell in range(len(goal)):
        now = steps[-1].copy()
        held = np.flatnonzero(now % n == goal[cell] % n)
        if len(held):
            now[held[0]] = now[cell]
        now[cell] = goal[cell]
        steps.append(now)
    return np.array(steps)


def _lay(mine: SeatView, legal: Sequence[Any], wanted: Goal) -> Decision:
    """The next tile of a layout; when none can be laid, a tile on a wrong cell is taken back."""
    for action in legal:
        if isinstance(action, Lay) and wanted[action.cell] == (action.tile, action.reversed):
            return action
    for action in legal:
        if isinstance(action, Take) and mine.grid[action.cell] != wanted[action.cell]:
            return action
    done: Decision = next((action for action in legal if isinstance(action, Done)), legal[0])
    return done


BOTS: dict[str, Callable[[], Policy] | Graded] = {
    "random": random_bot,
    "gentle": Graded(gentle_bot),
    "layout": layout_bot,
}
