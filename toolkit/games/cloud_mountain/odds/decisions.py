"""What a decision is worth: the exact expected score of the round, as if it were the last action of the round.

    advice(state, 0)     {Hold(0): 15.4, Replace(0, "mountain<21", 8): 21.4, Swap(0, …): …} as Fractions
    columns(eyes)        what each column on offer is worth, laid as well as can be
    lays(eyes)           what each way to lay a tile of the chosen column is worth, the others laid as well as can be

All spares and the nine tiles have one joint law; every action is one more layout looked up in it. Everything here
follows from a seat's view: `Eyes` is what it needs of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Decision, Seat
from toolkit.games.cloud_mountain.odds import checks
from toolkit.games.cloud_mountain.odds.layouts import Grid, Worth, grid, mean, view_grid
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.odds.search import placings
from toolkit.games.cloud_mountain.state import CELLS, Choose, Hold, Lay, Replace, Ruleset, State, Swap, may_reverse
from toolkit.games.cloud_mountain.views import view

Worths = Mapping[Any, Fraction]


class Eyes(Struct, frozen=True):
    """What a seat sees: the position, its grid and its tiles in hand, and the points of the ruleset."""

    seat: Seat
    at: Position
    grid: Grid
    hand: tuple[str, ...]
    met: int
    line: int
    spare: int
    may_reverse: bool
    phase: str
    """What is due: see the view."""
    columns: tuple[tuple[str, ...], ...] = ()
    """On offer; () where one has been taken."""
    taking: tuple[str, ...] = ()
    """Tiles of the own column that are still to be laid."""

    @property
    def tiles(self) -> tuple[str, ...]:
        """All that the seat has, in hand and in its grid, sorted."""
        return tuple(sorted((*self.hand, *(laid[0] for laid in self.grid if laid is not None))))

    @property
    def kept(self) -> int:
        """How many tiles the seat keeps if it lays nine and spends no more."""
        return max(0, len(self.hand) - self.grid.count(None))

    @property
    def expected(self) -> Fraction:
        """The expected score of the round as it is, with what is kept."""
        return self.expected_of(self.grid)

    def expected_of(self, cells: Grid) -> Fraction:
        """The same with other cells, and as much kept."""
        return mean(self.at, cells, self.met, self.line) + self.kept * self.spare


def eyes(seen: Mapping[str, Any], seat: Seat) -> Eyes:
    """What `seat` sees in its view."""
    rules, faces = seen["rules"], [one["face"] for one in seen["dice"]]
    taking = seen["taking"] or {"seat": -1, "tiles": ()}
    return Eyes(
        seat,
        Position(seen["plates"], tuple(zip(faces[::2], faces[1::2], strict=True)), "".join(sorted(rules["plates"]))),
        view_grid(seen["grids"][seat]),
        tuple(seen["hands"][seat]),
        rules["met"],
        rules["line"],
        rules["spare"],
        may_reverse(rules["mode"], rules["reversible"]),
        seen["due"]["phase"],
        tuple(tuple(column or ()) for column in seen["columns"] or ()),
        tuple(taking["tiles"]) if taking["seat"] == seat else (),
    )


def advice(state: State, seat: Seat) -> dict[Decision, Fraction]:
    """The expected score of the round, kept spares included, after each replace, each swap and hold, and no more.

    Also where the seat is not to spend now: what it could do with its spares. `state`: that of a match, such as
    `table.match.state`. `BadInput` for what is none, and for no seat of the match.
    """
    checks.seat_of(state, seat)
    return dict(spends(eyes(view(state, seat), seat)))


def advice_on(
    tiles: Sequence[Any], hand: Sequence[str], at: Position, rules: Ruleset | None = None, seat: Seat = 0
) -> dict[Decision, Fraction]:
    """The same of a grid and a hand: `tiles` as in `layouts.grid`."""
    of = rules or Ruleset()
    sees = Eyes(seat, at, grid(tiles), tuple(hand), of.met, of.line, of.spare, of.may_reverse, "spend")
    return dict(spends(sees))


@lru_cache(maxsize=1 << 6)
def spends(sees: Eyes) -> Worths:
    """The worth of every action with a spare, in the order of the legal actions."""
    hand = tuple(dict.fromkeys(sees.hand))
    there = [(cell, laid) for cell, laid in enumerate(sees.grid) if laid is not None]
    worth = Worth(sees.at, (*hand, *(laid[0] for _, laid in there)), sees.met, sees.line, reversible=True)
    now = np.full(len(CELLS), worth.empty)
    for place, (cell, (_, turned)) in enumerate(there, len(hand)):
        now[cell] = place + worth.n * turned
    actions: list[Decision] = []
    layouts = []
    for place, one in enumerate(hand):
        for way in (False, True)[: 1 + sees.may_reverse]:
            for cell, _ in there:
                actions.append(Replace(sees.seat, one, cell, way))
                layouts.append(_with(now, {cell: place + worth.n * way}))
        for (a, _), (b, _) in combinations(there, 2):
            actions.append(Swap(sees.seat, one, a, b))
            layouts.append(_with(now, {a: now[b], b: now[a]}))
    points = worth.of(np.array([*layouts, now])).tolist()
    kept = [max(0, sees.kept - 1) * sees.spare] * len(actions) + [sees.kept * sees.spare]
    actions.append(Hold(sees.seat))
    return {action: worth.mean(one) + more for action, one, more in zip(actions, points, kept, strict=True)}


def _with(now: Any, changes: Mapping[int, Any]) -> Any:
    found = now.copy()
    for cell, variant in changes.items():
        found[cell] = variant
    return found


@lru_cache(maxsize=1 << 6)
def columns(sees: Eyes) -> Worths:
    """By `Choose` of each column on offer: the expected score of the round after it.

    In the last stage for choosing the three tiles are adjusters, of which at most one is used here.
    """
    found: dict[Decision, Fraction] = {}
    for number, column in enumerate(sees.columns):
        if column:
            found[Choose(sees.seat, number)] = max(after(sees, column).values())
    return found


def after(sees: Eyes, column: tuple[str, ...]) -> Worths:
    """What can be done with a column, once it is the seat's: each first action with its worth."""
    if None in sees.grid:
        return lays(replace(sees, taking=column))
    return spends(replace(sees, hand=(*sees.hand, *column)))


@lru_cache(maxsize=1 << 7)
def lays(sees: Eyes) -> Worths:
    """By `Lay` of a tile of the column on a cell: the expected score, with the rest of the column laid best."""
    kept = sees.kept * sees.spare
    best: dict[Decision, Fraction] = {}
    cells, turns, points, total = placings(sees.at, sees.grid, sees.taking, sees.met, sees.line, sees.may_reverse)
    for place, one in enumerate(sees.taking):
        for cell in sorted(set(cells[:, place].tolist())):
            for way in (False, True)[: 1 + sees.may_reverse]:
                most = points[(cells[:, place] == cell) & (turns[:, place] == way)].max()
                action = Lay(sees.seat, one, cell, way)
                best[action] = max(best.get(action, Fraction(0)), Fraction(int(most), total) + kept)
    return best
