"""The play area: the table as one seat's grid and hand are drawn large in it. Everything is computed once a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from toolkit.core.seen import View
from toolkit.games.cloud_mountain.board.text import Action, Words
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.decisions import SeatView
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS, may_reverse


class PlayArea(Struct, frozen=True, dict=True):
    """A view, the seat that is drawn large (−1: nobody's), and what is only looked at."""

    view: View
    seat: int
    chances: Mapping[str, Fraction]
    """The chance of every tile in sight; none while the class works them out."""
    preview: Action | None
    t: Words
    picked: str = ""
    """"swap:" and the spare that has been put on the space for a swap, or ""."""
    revealed: bool = True
    """Whether what choices are worth is shown."""

    @property
    def phase(self) -> str:
        phase: str = self.view["due"]["phase"]
        return phase

    @property
    def acts(self) -> bool:
        """Whether the large seat is to do something with tiles."""
        return self.seat in self.view["to_move"] and self.phase in ("lay", "place", "spend")

    @property
    def may_reverse(self) -> bool:
        rules = self.view["rules"]
        return may_reverse(rules["mode"], rules["reversible"])

    @property
    def is_closed(self) -> bool:
        """Whether no tiles may be shown large: nobody's, or those of a seat that lays in secret."""
        return self.seat < 0 or self.seat in self.view["hidden_grids"]

    @cached_property
    def swapping(self) -> str:
        """The spare on the space for a swap, or ""."""
        kind, _, spare = self.picked.partition(":")
        return spare if kind == "swap" and self.phase == "spend" and spare in self.view["hands"][self.seat] else ""

    @cached_property
    def laid(self) -> frozenset[int]:
        """The cells of the large grid that have a tile."""
        return frozenset(number for number, one in enumerate(self.view["grids"][self.seat]) if one)

    @property
    def is_full(self) -> bool:
        return len(self.laid) == len(CELLS)

    @cached_property
    def scene(self) -> str:
        """The name of the part to the right of the grid.

        "lay": twelve places for the hand, "place": the tiles of a column, "columns": those on offer, "hand": spares,
        "curtain": nothing.
        """
        view = self.view
        if self.is_closed:
            return "curtain"
        if self.phase == "lay" and not view["done"][self.seat]:
            return "lay"
        if view["taking"] and view["taking"]["seat"] == self.seat:
            return "place"
        if view["columns"] and not view["hands"][self.seat]:
            return "columns"
        return "hand"

    @cached_property
    def held(self) -> tuple[tuple[int, str], ...]:
        """The tiles of the hand with their places. While nine are laid, a laid tile's place stays free for it."""
        view, seat = self.view, self.seat
        if self.scene == "place":
            return tuple(enumerate(view["taking"]["tiles"]))
        if seat < 0:
            return ()
        if self.scene != "lay":
            return tuple(enumerate(view["hands"][seat]))
        left, held = Counter(view["hands"][seat]), []
        every = [*view["hands"][seat], *(one["tile"] for one in view["grids"][seat] if one)]
        for place, id in enumerate(sorted(every, key=lambda id: tile(id).order)):
            if left[id]:
                left[id] -= 1
                held.append((place, id))
        return tuple(held)

    @cached_property
    def pieces(self) -> tuple[tuple[str, str, bool], ...]:
        """The pieces of the hand: name, tile, whether reversed."""
        both = (("", False), ("r", True))[: 1 + self.may_reverse]
        return tuple((f"h{place}{end}", id, turned) for place, id in self.held for end, turned in both)

    @cached_property
    def mine(self) -> SeatView | None:
        """The typed view of the large seat; `None` if it is closed."""
        return None if self.is_closed else SeatView.of(self.view, self.seat)

    @cached_property
    def worths(self) -> Mapping[Any, Fraction]:
        """By key of an action (see `key_of`): the expected points of the round after it.

        Empty if no choice is due, and while the class works it out.
        """
        if not self.revealed or self.mine is None or self.view["due"]["seat"] != self.seat:
            return {}
        return {key_of(msgspec.to_builtins(action)): worth for action, worth in decisions.worths(self.mine).items()}

    def chance(self, id: str, turned: bool = False) -> Fraction | None:
        """P(met at the end of the round) of a tile in sight, `None` while it is covered; `turned`: reversed."""
        p = self.chances.get(id)
        return 1 - p if p is not None and turned else p


def key_of(action: Action) -> tuple[tuple[str, Any], ...]:
    """An action as a key of a dict."""
    return tuple(sorted(action.items()))


def chances(view: View) -> Mapping[str, Fraction]:
    """The chance of every tile in sight; empty before any tile is open."""
    in_sight = {one["tile"] for grid in view["grids"] for one in grid if one}
    in_sight |= {id for hand in view["hands"] for id in hand}
    in_sight |= {id for column in view["columns"] or () for id in column or ()}
    in_sight |= set((view["taking"] or {}).get("tiles", ()))
    every = decisions.chances_of(view) if in_sight else {}
    return {id: every[id] for id in in_sight}
