"""What a board is drawn from: the view of whoever looks, and what only this table knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from toolkit.core.game import CHANCE, Due, Seat
from toolkit.core.panel import Row

Json = dict[str, Any]
"""An action or a view as JSON."""
View = Mapping[str, Any]


def _no_rows(panel: str, action: Json) -> tuple[Row, ...]:
    return ()


class Seen(msgspec.Struct, frozen=True):
    """One look at a match. No key of the table is mixed into the game's `view`."""

    view: View
    due: Due
    to_move: tuple[Seat, ...] = ()
    ranks: tuple[int, ...] = ()
    viewer: Seat | None = None
    """Whose view it is; `None`: the public's."""
    large: Seat | None = None
    """Whose pieces are drawn large."""
    preview: Json | None = None
    """The legal action that the pointer rests on."""
    picked: str = ""
    """What has been laid aside for the next choice: the first half of an action that takes two steps."""
    legal: tuple[Json, ...] = ()
    acting: tuple[Seat, ...] = ()
    """The seats that can act at this table now."""
    figures: Mapping[str, tuple[Row, ...]] = {}
    """The rows of each panel that is ready, in words, with the ghost of `preview`."""
    outcomes: Mapping[str, int] = {}
    """By tag, the ply of the last outcome of chance of that kind: a die that is new in the page turns once."""
    revealed: bool = True
    """Whether results and odds are shown. If not, `view` is covered, and there are no figures."""
    still: bool = False
    """Whether this is a picture by itself, at which nobody plays."""
    peek: Callable[[str, Json], tuple[Row, ...]] = _no_rows
    """The rows of a panel after a legal action; none where it has no exact answer."""

    @property
    def seat(self) -> Seat:
        """The seat that a typed action is for: of those that can act here the one to move; `CHANCE`: none can."""
        return next((seat for seat in self.acting if seat in self.to_move), (*self.acting, CHANCE)[0])
