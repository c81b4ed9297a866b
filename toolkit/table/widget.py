"""A match at a table, as a widget: what `toolkit.play` returns, and what a notebook does with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from toolkit.core import words
from toolkit.core.game import Seat
from toolkit.core.kit import Kit
from toolkit.core.match import Bot, Match
from toolkit.core.policy import USUAL, Graded
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.page import still
from toolkit.table import data, picture
from toolkit.table.provider import Provider
from toolkit.table.screen import Screen
from toolkit.table.session import Session


class Table(Screen):
    """A match at a table. `seat`: the only seat that plays here; `None`: everybody at one screen.

    Several tables may show one match; each looks at a ply of its own. A table plays nothing by itself:
    `toolkit.play` has let chance and bots go on until a person is due. `show`: when results and odds are shown: at once
    ("all"), "after" the class has said its number, or never ("none").
    """

    def __init__(
        self, match: Match[Any, Any], seat: Seat | None = None, lang: str | None = None, show: str = "all"
    ) -> None:
        super().__init__(Session(match, seat=seat, lang=lang or words.current(), show=show))

    @property
    def session(self) -> Session:
        """The session of the match."""
        assert isinstance(self.shown, Session)
        return self.shown

    @property
    def match(self) -> Match[Any, Any]:
        return self.session.match

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.match.game.NAME)

    def __repr__(self) -> str:
        seat = "" if self.session.seat is None else f", seat {self.session.seat}"
        return f"Table({self.match.game.NAME}{seat}, ply {self.match.ply})"

    def picture(self) -> str:
        """The board as an SVG of its own: what is public."""
        return picture.picture(self.match, self.session.lang, revealed=self.session.showing.show == "all")

    def still(self) -> str:
        """The picture of the board as HTML."""
        title = words.say(f"{self.game}.title", self.shown.lang)
        return still.image(self.picture(), words.say("table.picture", self.shown.lang, title=title))

    def is_shared(self) -> bool:
        """Whether this is not the table of one seat alone."""
        return not isinstance(self.shown, Session) or self.shown.seat is None

    def _seat_down(self, shown: Provider) -> None:
        super()._seat_down(shown)
        if isinstance(shown, Session):
            shown.show_beside = self.show_beside
            shown.move_on = lambda: self._move_on(shown)

    def _move_on(self, old: Session) -> None:
        """The new match in the place of the one that is over, for every table at which that was played."""
        show = old.showing.show
        self.show(Session(old.match.again(), key=old.key, seat=old.seat, lang=old.lang, show=show))

    # what a notebook does

    def say(self, *commands: str) -> str:
        """Plays typed commands one after the other and returns what happened: `table.say("roll", "27")`.

        Stops at a command that is refused; the last line then says why.
        """
        told = len(self.session.lines())
        refused = []
        for command in commands:
            if error := self.handle({"kind": "say", "text": command}):
                refused.append(error)
                break
        return "\n".join([line.text for line in self.session.lines()[told:]] + refused)

    def story(self) -> str:
        """All that happened so far, a line an event."""
        return "\n".join(line.text for line in self.session.lines())

    @overload
    def data(self, panel: None = None) -> list[str]: ...
    @overload
    def data(self, panel: str) -> list[dict[str, Any]]: ...
    def data(self, panel: str | None = None) -> list[str] | list[dict[str, Any]]:
        """The figures of a panel as rows: `pandas.DataFrame(table.data("sums"))`. Without a name, the names there are.

        Every row of every panel has the same keys. "chart": which chart of the panel; "series": "now", or "policy" for
        the chosen strategy; "label" and "name": what is meant, in words; "x", "y": its place on the axes, if it has
        one; "value": what is plotted, a chance from 0 to 1 or a number of turns or points; "exact": the same as a
        fraction, if it is one. What a row lacks is None. `BadInput` names the panels if there is none of this name.
        """
        return data.names(self.session) if panel is None else data.rows(self.session, panel)

    def goto(self, ply: int) -> None:
        """Looks at an earlier ply, as the slider does; the match stays. `BadInput` if `ply` is out of range."""
        last = len(self.match.log)
        if error := self.handle({"kind": "goto", "ply": ply}):
            raise BadInput("ply", given=shown(ply), right=f"0 … {last}") from ValueError(error)

    def undo(self) -> None:
        """Back to where a person last acted, as the teacher. `BadInput` where nobody may: see `Match.undo`."""
        self.match.undo(host=True)

    def redo(self) -> None:
        self.match.redo()

    def fork(self, ply: int | None = None) -> Table:
        """A second table with the same past up to `ply`: what if?

        `BadInput` if `ply` is out of range, and where that past holds a secret of another seat.
        """
        session = self.session
        if self.match.hides(session.viewer, ply):
            raise BadInput("whatif_secret")
        past = self.match.fork(ply)
        past.advance()
        return Table(past, seat=session.seat, lang=self.shown.lang, show=session.showing.show)

    def record(self, seat: Seat | None = None) -> dict[str, Any]:
        """The match as JSON, for `toolkit.load`."""
        return self.match.record(seat)

    def play(self, action: Any) -> None:
        """Plays one action, then what chance and bots have to do."""
        with self.match.lock:
            before = self.match.mark()
            with self._quiet():
                try:
                    self.match.play(action)
                    self.match.advance()
                except BaseException:
                    self.match.back_to(before)
                    raise
            self.session.refresh()
            self.publish()


def known_seat(seat: Any, match: Match[Any, Any]) -> Seat | None:
    """The only seat of a table, or `None`. `BadInput` for one that the match does not have."""
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(match.seats)):
        raise BadInput("seat", given=shown(seat), right=", ".join(map(str, range(match.seats))))
    return seat


def bots(kit: Kit, given: Mapping[Any, Any] | None) -> dict[Seat, Bot]:
    """Computer players by seat, a number or its letter: `{1: "solver"}`, `{"B": ("gentle", 0.8, 0.25)}`.

    After the name come the chance to answer a question right, and the strength of one that has any, see
    `policy.Graded`. One whose strength is not told plays with its usual one; it answers as well as it plays.
    """
    if given is None:
        return {}
    known = kit.bots
    if not isinstance(given, Mapping):
        raise BadInput("option_value", name="bots", given=shown(given), right=f"{{1: {next(iter(known))!r}}}")
    return {_seat(seat): _bot(kit, what) for seat, what in given.items()}


def _seat(seat: Any) -> Any:
    """The number of a seat that is called by its letter."""
    if isinstance(seat, str) and len(seat) == 1 and seat.upper() in words.LETTERS:
        return words.LETTERS.index(seat.upper())
    return seat


def _bot(kit: Kit, what: Any) -> Bot:
    known = kit.bots
    name, *numbers = what if isinstance(what, tuple | list) and 1 <= len(what) <= 3 else (what,)
    if not isinstance(name, str) or name not in known:
        raise BadInput("bot", given=shown(what), right=" | ".join(map(repr, known)))
    made, most = known[name], 2 if isinstance(known[name], Graded) else 1
    if len(numbers) > most or not all(map(_is_share, numbers)):
        right = ", ".join([repr(name), *["0 … 1"] * most])
        raise BadInput("option_value", name="bots", given=shown(what), right=f"({right})")
    if not isinstance(made, Graded):
        return Bot(name, made(), float(numbers[0]) if numbers else 1.0)
    strength = float(numbers[1]) if len(numbers) > 1 else USUAL
    return Bot(name, made(strength), float(numbers[0]) if numbers else strength, strength)


def _is_share(number: Any) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number <= 1
