"""The one widget: shows matches as scenes that Python draws, and takes clicks as messages.

Down go traits, one batch a change; up come messages, never traits. A table holds the sessions of one page:
the match itself, and a *what if* beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from toolkit.charts import makers
from toolkit.core import words
from toolkit.core.game import Seat
from toolkit.core.match import Match
from toolkit.core.words import BadInput
from toolkit.page import frontend, still
from toolkit.table import picture
from toolkit.table.provider import Provider
from toolkit.table.session import Session


class Table(anywidget.AnyWidget):  # type: ignore[misc]
    """A match at a table, or another scene. `seat`: the only seat that plays here; `None`: everybody at one screen.

    Several tables may show one match; each looks at a ply of its own.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    scene = traitlets.Unicode().tag(sync=True)
    rows = traitlets.Dict().tag(sync=True)
    specs = traitlets.Dict().tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)
    ply = traitlets.Int().tag(sync=True)
    lang = traitlets.Unicode("en").tag(sync=True)
    theme = traitlets.Unicode("").tag(sync=True)
    """"light", "dark", or "" to follow the notebook."""

    def __init__(self, shown: Match[Any, Any] | Provider, seat: Seat | None = None, lang: str | None = None) -> None:
        lang = lang or words.current()
        first: Any = Session(shown, seat=seat, lang=lang) if isinstance(shown, Match) else shown
        self.sessions = [first]
        self._busy = False
        self._drawn: tuple[list[Any], dict[str, Any]] = ([], {})
        super().__init__(_esm=frontend.front_end(), _css=frontend.css())
        self._seat_down(self.sessions[0])
        self.publish()
        self.on_msg(self._receive)

    @property
    def match(self) -> Match[Any, Any]:
        return self.playing.match

    @property
    def session(self) -> Session:
        return self.sessions[0]

    @property
    def playing(self) -> Session:
        """The session of the match. `BadInput` where none is shown."""
        return self.session

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.match.game.NAME)

    def picture(self) -> str:
        """The board as an SVG of its own: what is public."""
        return picture.picture(self.match, self.session.lang)

    def __repr__(self) -> str:
        seat = "" if self.session.seat is None else f", seat {self.session.seat}"
        return f"Table({self.match.game.NAME}{seat}, ply {self.match.ply})"

    def text(self) -> str:
        """The table in words: what it is, whose turn, and the sentence of every panel."""
        return "\n".join([repr(self), *self.session.text()])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget; a still picture of what is public, for where there is no kernel; and a line of text."""
        found = super()._repr_mimebundle_(**kwargs)
        data, *meta = found if isinstance(found, tuple) else (found,)
        data = dict(data or {}) | {"text/plain": repr(self), "text/html": self.still()}
        return (data, *meta) if meta else data

    def _ipython_display_(self) -> None:
        still.show(self._repr_mimebundle_())

    def still(self) -> str:
        """What a notebook shows of it where there is no kernel, as HTML: what is public, and always the same."""
        title = words.say(f"{self.game}.title", self.session.lang)
        return still.image(self.picture(), words.say("table.picture", self.session.lang, title=title))

    # up

    def _receive(self, _: Any, content: Any, buffers: Any = None) -> None:
        """One message of the page. Whatever it is, the match is unharmed and the page gets an answer."""
        if not isinstance(content, Mapping):
            content = {"kind": None}
        error = self.handle(content)
        self.send({"kind": "ack", "id": content.get("id"), "error": error})

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes a message as if the page had sent it; the refusal in words, or `None`."""
        with self.session.lock:
            with self._quiet():
                error = self._handle(message)
            self.publish()
            return error

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Changes of the match meanwhile are shown together at the end, not one by one."""
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def _handle(self, message: Mapping[str, Any]) -> str | None:
        if not isinstance(message, Mapping):
            message = {"kind": None}
        at = message.get("table", 0)
        if isinstance(at, bool) or at not in range(len(self.sessions)):
            at = 0
        session = self.sessions[at]
        if message.get("kind") == "close":
            del self.sessions[1:]
            return None
        return session.handle(message)

    def _beside(self, branch: Session) -> None:
        """A second table with the same past and another future."""
        del self.sessions[1:]
        self._seat_down(branch)
        self.sessions.append(branch)

    # down

    def show(self, shown: Provider) -> None:
        """Another scene in the place of what is shown."""
        self.sessions[:] = [shown]
        self._seat_down(shown)

    def _seat_down(self, session: Any) -> None:
        session.publish = self.publish
        if isinstance(session, Session):
            session.beside = self._beside
        session.watch(lambda: self._changed(session))

    def _changed(self, session: Any) -> None:
        if not self._busy and session in self.sessions:
            session.refresh()
            self.publish()

    def publish(self) -> None:
        """Everything as it stands now, in one batch; only what differs is sent."""
        with self.session.lock, self.hold_sync():
            self.scene = "".join(session.scene() for session in self.sessions)
            self.specs = self._specs()
            self.rows = {name: rows for session in self.sessions for name, rows in session.rows().items()}
            self.clock = {name: clock for session in self.sessions for name, clock in session.clocks().items()}
            self.ply = self.session.ply
            self.lang = self.session.lang

    def _specs(self) -> dict[str, Any]:
        """Vega-Lite specs by panel, without rows: they change with the language alone."""
        drawn = [(session.key, session.lang, panel) for session in self.sessions for panel in session.panels]
        if self._drawn[0] != drawn:  # making one takes as long as drawing a whole scene
            self._drawn = drawn, {f"{key}.{panel.name}": makers.spec(panel, lang) for key, lang, panel in drawn}
        return self._drawn[1]

    # what a notebook does

    def say(self, *commands: str) -> str:
        """Plays typed commands one after the other and tells what happened: `table.say("roll", "27")`.

        Stops at a command that is refused; the last line then says why.
        """
        told = len(self.playing.lines())
        refused = []
        for command in commands:
            if error := self.handle({"kind": "say", "text": command}):
                refused.append(error)
                break
        return "\n".join([line.text for line in self.playing.lines()[told:]] + refused)

    def story(self) -> str:
        """All that happened so far, a line an event."""
        return "\n".join(line.text for line in self.playing.lines())

    def goto(self, ply: int) -> None:
        """Looks at an earlier ply, as the slider does; the match stays. `BadInput` for a ply there is not."""
        last = len(self.match.log)
        if error := self.handle({"kind": "goto", "ply": ply}):
            raise BadInput("ply", given=repr(ply), right=f"0 … {last}") from ValueError(error)

    def undo(self) -> None:
        """Back to where a person last acted, as the teacher. `BadInput` where no one may: see `Match.undo`."""
        self.match.undo(host=True)

    def redo(self) -> None:
        self.match.redo()

    def fork(self, ply: int | None = None) -> Table:
        """A second table with the same past up to `ply`: what if?

        `BadInput` for no ply of the match, and where that past holds a secret of another seat.
        """
        if self.match.hides(self.playing.viewer, ply):
            raise BadInput("whatif_secret")
        return Table(self.match.fork(ply), seat=self.playing.seat, lang=self.session.lang)

    def record(self, seat: Seat | None = None) -> dict[str, Any]:
        """The match as JSON, for `toolkit.load`."""
        return self.match.record(seat)

    def play(self, action: Any) -> None:
        """Plays one action, then what chance and bots have to do."""
        with self.match.lock:
            with self._quiet():
                self.match.play(action)
                self.match.advance()
            self.session.refresh()
            self.publish()


def known_seat(seat: Any, match: Match[Any, Any]) -> Seat | None:
    """The only seat of a table, or `None`. `BadInput` for one that the match does not have."""
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool) or seat not in range(match.seats)):
        raise BadInput("seat", given=repr(seat), right=", ".join(map(str, range(match.seats))))
    return seat


def bots(game: Any, given: Mapping[Seat, Any] | None) -> dict[Seat, Any]:
    """`{1: "solver"}` or `{1: ("solver", 0.8)}` as bots: a name, and the chance to answer a question right."""
    from importlib import import_module

    from toolkit.core.match import Bot

    if given is None:
        return {}
    known: dict[str, Any] = import_module(f"{game.__name__}.bots").BOTS
    if not isinstance(given, Mapping):
        raise BadInput("option_value", name="bots", given=repr(given), right=f"{{1: {next(iter(known))!r}}}")
    found = {}
    for seat, what in given.items():
        name, skill = what if isinstance(what, tuple | list) and len(what) == 2 else (what, 1.0)
        if not isinstance(name, str) or name not in known:
            raise BadInput("bot", given=repr(what), right=" | ".join(map(repr, known)))
        if isinstance(skill, bool) or not isinstance(skill, int | float) or not 0 <= skill <= 1:
            raise BadInput("option_value", name="bots", given=repr(what), right=f"({name!r}, 0 … 1)")
        found[seat] = Bot(name, known[name](), float(skill))
    return found
