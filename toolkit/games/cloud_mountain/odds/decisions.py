"""The worth of a decision: the exact expected score of the round, as if it were the last action of the round.

    advice(state, 0)          {Hold(0): 15.4, Replace(0, "mountain<21", 8): 21.4, Swap(0, …): …} as Fractions
    seat_view(state, 0)       the view of a seat as typed values, with the chances of all tiles
    worths(mine)              the worth of each action in the phase that is due:
    choose_worths(mine)         each column on offer, laid in the best way
    lay_worths(mine)            each way to lay a tile of the chosen column, the others laid in the best way
    spend_worths(mine)          each way to spend a spare, and hold

The nine tiles and all spares have one joint law; every action is one more layout looked up in it. Everything follows
from what a seat may know (`views.view`), so that no panel, board or bot can give a secret away.
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

from toolkit.core.chances import Chances
from toolkit.core.game import Decision, Seat
from toolkit.games.cloud_mountain.odds import checks
from toolkit.games.cloud_mountain.odds.layouts import Grid, Worth, grid, mean, view_grid
from toolkit.games.cloud_mountain.odds.met import chances_at
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.odds.search import placings
from toolkit.games.cloud_mountain.rules.stock import BOX
from toolkit.games.cloud_mountain.state import CELLS, Choose, Hold, Lay, Replace, Ruleset, State, Swap, may_reverse
from toolkit.games.cloud_mountain.views import view

Worths = Mapping[Any, Fraction]
"""By action: the expected score of the round after it, in points, kept spares included."""


class SeatView(Struct, frozen=True):
    """The view of one seat as typed values: the position, its grid, its tiles in hand, the points of the ruleset."""

    seat: Seat
    at: Position
    grid: Grid
    hand: tuple[str, ...]
    met: int
    line: int
    spare: int
    may_reverse: bool
    phase: str
    """The phase that is due, as in `views.PHASE`."""
    columns: tuple[tuple[str, ...], ...] = ()
    """The columns on offer; () for one that has been taken."""
    taking: tuple[str, ...] = ()
    """Tiles of the seat's own column that are still to be laid."""
    kinds: tuple[str, ...] = BOX
    """All kinds of tiles of the match."""

    @classmethod
    def of(cls, view: Mapping[str, Any], seat: Seat) -> SeatView:
        """Reads a view; `seat` must be one whose tiles are open in it."""
        rules, taking = view["rules"], view["taking"] or {"seat": -1, "tiles": ()}
        return cls(
            seat=seat,
            at=position_of(view),
            grid=view_grid(view["grids"][seat]),
            hand=tuple(view["hands"][seat]),
            met=rules["met"],
            line=rules["line"],
            spare=rules["spare"],
            may_reverse=may_reverse(rules["mode"], rules["reversible"]),
            phase=view["due"]["phase"],
            columns=tuple(tuple(column or ()) for column in view["columns"] or ()),
            taking=tuple(taking["tiles"]) if taking["seat"] == seat else (),
            kinds=kinds_of(view),
        )

    def chance(self, one: str, turned: bool = False) -> Fraction:
        """P(met at the end of the round) of a tile of the match; `turned`: reversed."""
        p = chances_at(self.at, self.kinds)[one]
        return 1 - p if turned else p

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the seat, in hand and in its grid, sorted."""
        return tuple(sorted((*self.hand, *(laid[0] for laid in self.grid if laid is not None))))

    @property
    def kept(self) -> int:
        """How many tiles the seat keeps if it lays nine and spends no more."""
        return max(0, len(self.hand) - self.grid.count(None))

    @property
    def expected(self) -> Fraction:
        """The expected score of the round with the grid as it is, kept tiles included."""
        return self.expected_of(self.grid)

    def expected_of(self, cells: Grid) -> Fraction:
        """The expected score of the round with other cells and as many kept tiles."""
        return mean(self.at, cells, self.met, self.line) + self.kept * self.spare


@lru_cache(maxsize=1 << 4)
def seat_view(state: State, seat: Seat | None) -> SeatView | None:
    """The view of a seat; for `None` the public view of the seat that is due, or of the first one.

    Returns `None` while the tiles of that seat are a secret.
    """
    known = view(state, seat)
    who = max(known["due"]["seat"], 0) if seat is None else seat
    return None if who in known["hidden_grids"] else SeatView.of(known, who)


def position_of(view: Mapping[str, Any]) -> Position:
    """The position of a view."""
    faces = [one["face"] for one in view["dice"]]
    pairs = tuple(zip(faces[::2], faces[1::2], strict=True))
    return Position(view["plates"], pairs, "".join(sorted(view["rules"]["plates"])))


def chances_of(view: Mapping[str, Any]) -> Chances[str]:
    """The chance of every kind of tile of the match, at the position of a view."""
    return chances_at(position_of(view), kinds_of(view))


def kinds_of(view: Mapping[str, Any]) -> tuple[str, ...]:
    """All kinds of tiles of the match of a view."""
    return tuple(one for one, _ in view["rules"]["tiles"]) or BOX


def advice(state: State, seat: Seat) -> dict[Decision, Fraction]:
    """The expected score of the round after each replace, each swap and hold, if the seat spends nothing after it.

    Kept spares are included. If the seat is not due: the same, as if it were. `state`: that of a match, such as
    `table.match.state`. `BadInput` if it is none, or for a seat that the match does not have.
    """
    checks.seat_of(state, seat)
    return dict(spend_worths(SeatView.of(view(state, seat), seat)))


def advice_on(
    tiles: Sequence[Any], hand: Sequence[str], at: Position, rules: Ruleset | None = None, seat: Seat = 0
) -> dict[Decision, Fraction]:
    """`advice` for any grid and hand. `tiles`: nine, as in `layouts.grid`; `rules`: the default ruleset if `None`."""
    of = rules or Ruleset()
    mine = SeatView(seat, at, grid(tiles), tuple(hand), of.met, of.line, of.spare, of.may_reverse, "spend")
    return dict(spend_worths(mine))


def worths(mine: SeatView) -> Worths:
    """The worth of each action of the phase that is due; empty for a phase in which nothing is weighed."""
    ask = {"choose": choose_worths, "place": lay_worths, "spend": spend_worths}.get(mine.phase)
    return ask(mine) if ask else {}


@lru_cache(maxsize=1 << 6)
def spend_worths(mine: SeatView) -> Worths:
    """The worth of every action with a spare, in the order of the legal actions."""
    hand = tuple(dict.fromkeys(mine.hand))
    there = [(cell, laid) for cell, laid in enumerate(mine.grid) if laid is not None]
    worth = Worth(mine.at, (*hand, *(laid[0] for _, laid in there)), mine.met, mine.line, reversible=True)
    now = np.full(len(CELLS), worth.empty)
    for place, (cell, (_, turned)) in enumerate(there, len(hand)):
        now[cell] = place + worth.n * turned
    actions: list[Decision] = []
    layouts = []
    for place, one in enumerate(hand):
        for way in (False, True)[: 1 + mine.may_reverse]:
            for cell, _ in there:
                actions.append(Replace(mine.seat, one, cell, way))
                layouts.append(_with(now, {cell: place + worth.n * way}))
        for (a, _), (b, _) in combinations(there, 2):
            actions.append(Swap(mine.seat, one, a, b))
            layouts.append(_with(now, {a: now[b], b: now[a]}))
    points = worth.of(np.array([*layouts, now])).tolist()
    kept = [max(0, mine.kept - 1) * mine.spare] * len(actions) + [mine.kept * mine.spare]
    actions.append(Hold(mine.seat))
    return {action: worth.mean(one) + more for action, one, more in zip(actions, points, kept, strict=True)}


def _with(now: Any, changes: Mapping[int, Any]) -> Any:
    """The variants of a layout with some cells changed."""
    changed = now.copy()
    for cell, variant in changes.items():
        changed[cell] = variant
    return changed


@lru_cache(maxsize=1 << 6)
def choose_worths(mine: SeatView) -> Worths:
    """The worth of the `Choose` of each column on offer.

    In the last stage of choosing the tiles of a column are adjusters; here at most one of them is used.
    """
    return {
        Choose(mine.seat, number): max(_worths_with(mine, column).values())
        for number, column in enumerate(mine.columns)
        if column
    }


def _worths_with(mine: SeatView, column: tuple[str, ...]) -> Worths:
    """The worth of each first action with a column, once it belongs to the seat."""
    if None in mine.grid:
        return lay_worths(replace(mine, taking=column))
    return spend_worths(replace(mine, hand=(*mine.hand, *column)))


@lru_cache(maxsize=1 << 7)
def lay_worths(mine: SeatView) -> Worths:
    """The worth of each `Lay` of a tile of the column, the rest of the column laid in the best way."""
    kept = mine.kept * mine.spare
    best: dict[Decision, Fraction] = {}
    cells, turns, points, total = placings(mine.at, mine.grid, mine.taking, mine.met, mine.line, mine.may_reverse)
    for place, one in enumerate(mine.taking):
        for cell in sorted(set(cells[:, place].tolist())):
            for way in (False, True)[: 1 + mine.may_reverse]:
                most = points[(cells[:, place] == cell) & (turns[:, place] == way)].max()
                action = Lay(mine.seat, one, cell, way)
                best[action] = max(best.get(action, Fraction(0)), Fraction(int(most), total) + kept)
    return best
