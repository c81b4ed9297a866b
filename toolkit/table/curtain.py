"""Whose pieces a table shows: one seat's own table, or a shared screen with a curtain before secrets."""

from __future__ import annotations

from typing import Any

from toolkit.core.game import Seat
from toolkit.core.kit import Board
from toolkit.core.match import Match
from toolkit.core.shown import shown
from toolkit.core.words import BadInput


class Curtain:
    """`seat`: the only seat that looks here; `None`: everybody at one screen.

    `large` is the seat whose pieces are drawn large: whoever is due, or, behind the curtain, whoever has lifted it.
    """

    def __init__(self, match: Match[Any, Any], board: Board, seat: Seat | None) -> None:
        self.match, self.board, self.seat = match, board, seat
        self.large: Seat | None = seat
        self._drawn = False
        self._hidden: tuple[Any, tuple[Seat, ...]] = (None, ())

    def mine(self) -> tuple[Seat, ...]:
        """The seats that are played at this table."""
        seats = range(self.match.seats) if self.seat is None else (self.seat,)
        return tuple(seat for seat in seats if seat not in self.match.bots)

    def viewer(self) -> Seat | None:
        """The seat whose view is shown: this table's, or whoever lifted the curtain; `None`: the public view."""
        if self.seat is not None:
            return self.seat
        return self.large if self.board.LARGE else None

    def hidden(self, state: Any) -> tuple[Seat, ...]:
        """The seats whose pieces are a secret in this state."""
        if not self.board.LARGE:
            return ()
        if self._hidden[0] is not state:
            self._hidden = state, tuple(self.board.hidden(self.match.game.view(state, None)))
        return self._hidden[1]

    def acting(self, state: Any) -> tuple[Seat, ...]:
        """The seats that can act at this table now: behind a curtain only the one that has lifted it."""
        mine = self.mine()
        if len(mine) > 1 and self.hidden(state):
            return tuple(seat for seat in mine if seat == self.viewer())
        return mine

    def follow(self, state: Any) -> None:
        """After a change: a curtain falls when it begins, and when its seat has nothing more to do."""
        if not self.board.LARGE:
            return
        game, mine, drawn = self.match.game, self.mine(), bool(self.hidden(state))
        star = None if drawn else self.board.star(game.view(state, None))
        if star is not None:
            self.large = star
        elif self.seat is not None or len(mine) == 1:
            self.large = mine[0] if mine else self.seat
        elif drawn:
            if not self._drawn or self.large not in game.to_move(state):
                self.large = None
        elif game.due(state).seat >= 0:
            self.large = game.due(state).seat
        elif self.large not in (able := [seat for seat in mine if seat in game.to_move(state)]):
            self.large = able[0] if able else self.large
        self._drawn = drawn

    def lift(self, value: Any, state: Any) -> bool:
        """Lifts the curtain for a seat, or lets it fall (`None`); where nothing is secret, looks at a seat's pieces.

        Returns whether another seat is looked at now. `BadInput` for a seat that cannot be looked at here.
        """
        public = not self.hidden(state)
        seats = range(self.match.seats) if public else self.mine()
        if value is not None and (type(value) is not int or value not in seats):
            raise BadInput("seat", given=shown(value), right=", ".join(map(str, seats)))
        if not public and self.seat is not None:
            return False
        self.large = value
        return True
