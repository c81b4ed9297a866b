"""Whoever looks at a match: which ply, in which language, through whose eyes, with what open beside the board.

An onlooker plays nothing and takes no message. Others (`session`, `settings`) set its fields; from them and the
match it makes the `Snapshot` that scene, rows and text are drawn from, again only when something of them has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from toolkit.core import registry, words
from toolkit.core.game import CHANCE, HOST, Seat
from toolkit.core.kit import Kit
from toolkit.core.match import Match
from toolkit.core.panel import Panel, Row
from toolkit.core.say import Say
from toolkit.core.seen import Json
from toolkit.core.words import BadInput, Phrase
from toolkit.table import scene
from toolkit.table.clock import Clock
from toolkit.table.curtain import Curtain
from toolkit.table.log import Log
from toolkit.table.odds import Odds
from toolkit.table.showing import Showing
from toolkit.table.sight import At, Sight
from toolkit.table.snapshot import ClockShown, Line, Snapshot
from toolkit.table.solver import Solver

LINES = 40
"""The last lines of the log that stay in the page."""


class Onlooker:
    """`seat`: the only seat that acts and looks here; `None`: everybody at one screen. `key` names it on the page.

    `veil`: takes from a view what the page must not show yet. `show`: when results and odds are shown.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        key: str,
        seat: Seat | None,
        lang: str,
        fork: bool,
        clock: Clock,
        veil: Callable[[Json], Json] | None,
        show: str,
    ) -> None:
        self.match, self.key, self.seat, self.fork, self.clock = match, key, seat, fork, clock
        self.lang = words.known_lang(lang)
        self.kit: Kit = registry.of(match.game)
        self.name: str = match.game.NAME
        self.showing = Showing(show)
        self.curtain = Curtain(match, self.kit.board, seat)
        self.log = Log(match, self.kit.board.UNLOGGED)
        odds = Odds(match.game, key, Solver(self._solved))
        self.sight = Sight(match, self.kit, self.log, odds, self.showing, veil)
        self.at: int | None = None
        self.book = False
        self.tab = ""
        """The name of the panel that is shown in the place of the first ones."""
        self.drawer = ""
        """What is open besides board and choices, one of `settings.DRAWERS`."""
        self.rule = ""
        self.refusal: Phrase | None = None
        self.cited = ""
        """The rule that the refusal names, if it is one of the rules."""
        self.trouble = ""
        self._preview: tuple[Any, Json | None] = (None, None)
        self.confirm: Json | None = None
        self.hints = 0
        self.pick = ""
        """The first half of an action that takes two steps, kept until the second."""
        self.publish: Callable[[], None] = lambda: None
        self._solutions = 0
        self._snapshot: tuple[tuple[Any, ...], Snapshot] | None = None

    @property
    def lock(self) -> Any:
        return self.match.lock

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels whose charts the page knows; none where odds are never shown."""
        return self.sight.panels

    @property
    def revealed(self) -> bool:
        """Whether the results and odds of the open step are shown."""
        return self.sight.is_revealed(self.ply)

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls `callback` whenever the match has changed; returns a function that stops it."""
        return self.match.watch(callback)

    def close(self) -> None:
        """Nothing is solved for this table any more."""
        self.sight.odds.solver.close()

    # where it looks

    @property
    def preview(self) -> Json | None:
        """The legal action that the pointer rests on; none as soon as another state is shown."""
        state, action = self._preview
        return action if state is self.state else None

    @preview.setter
    def preview(self, action: Json | None) -> None:
        self._preview = self.state, action

    @property
    def ply(self) -> int:
        """The ply that is shown: the match's own, or another one of its log."""
        return self.match.ply if self.at is None else min(self.at, len(self.match.log))

    @property
    def live(self) -> bool:
        return self.ply == self.match.ply

    @property
    def state(self) -> Any:
        return self.match.states[self.ply]

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view is shown: this table's, or whoever lifted the curtain; `None`: the public view."""
        return self.curtain.viewer()

    @property
    def eyes(self) -> Seat | None:
        """The seat whose pieces are drawn large."""
        return self.curtain.large

    def view(self) -> Json:
        """The view that is shown."""
        return dict(self.snapshot().seen.view)

    def mine(self) -> tuple[Seat, ...]:
        """The seats that are played at this table."""
        return self.curtain.mine()

    def acting(self) -> tuple[Seat, ...]:
        """The seats that can act at this table now."""
        return self.curtain.acting(self.state)

    def legal(self) -> list[Json]:
        """Legal actions at this table, its host's too, as JSON; `{"type": "chance"}` where a roll waits."""
        return list(self.snapshot().legal)

    def _legal(self) -> tuple[Json, ...]:
        game, state = self.match.game, self.state
        seats = (*self.acting(), *(() if self.seat is not None else (HOST,)))
        actions = [msgspec.to_builtins(a) for seat in seats for a in game.legal_actions(state, seat)]
        return (*actions, {"type": "chance"}) if self._asks(state) else tuple(actions)

    def _asks(self, state: Any) -> bool:
        """Whether the outcome that is due is asked for here; a roll that belongs to no seat, from any table."""
        if self.match.game.to_move(state) != (CHANCE,) or not self.match.waits(state):
            return False
        due = self.match.game.due(state).seat
        return self.seat is None or due < 0 or due == self.seat

    def past(self) -> Match[Any, Any]:
        """The match again, up to the ply that is shown.

        `BadInput` while another's secret is in it, and at a card that is still open in the match.
        """
        if self.match.hides(self.viewer, self.ply):
            raise BadInput("whatif_secret")
        if self.match.is_asked(self.ply):
            raise BadInput("whatif_card")
        past = self.match.fork(self.ply)
        past.advance()
        return past

    @property
    def may_branch(self) -> bool:
        """Whether a what-if would show nothing that whoever looks here may not know."""
        return not self.match.hides(self.viewer, self.ply) and not self.match.is_asked(self.ply)

    @property
    def may_undo(self) -> bool:
        """Whether an undo at this table would lead anywhere."""
        return self.match.may_undo(host=self.seat is None)

    def stop_asked(self) -> Json | None:
        """The end of the game as a message that waits for a yes; `None` where it is not to be ended."""
        stop = {"type": "stop"}
        step = self.match.step(HOST, self.ply)
        return {"kind": "play", "step": step, "action": stop} if stop in self._legal() else None

    def look_again(self) -> None:
        """Something that the session does not know of has changed what may be shown."""
        self._snapshot = None

    def told(self) -> str | None:
        """The last refusal in words, or `None`."""
        return None if self.refusal is None else words.phrase(self.refusal, self.lang, self.match.names)

    # what is sent down

    def snapshot(self) -> Snapshot:
        """All that is shown now; made once after a change."""
        with self.match.lock:
            current = self._fingerprint()
            if self._snapshot is None or self._snapshot[0] != current:
                self._snapshot = current, self._look()
            return self._snapshot[1]

    def _fingerprint(self) -> tuple[Any, ...]:
        """All that a snapshot depends on: it is made again only when something of this has changed."""
        match, clock = self.match, self.clock
        return (
            *(match.step(HOST), id(self.state), match.ply, len(match.log), self.ply, self.lang, self.panels, self.eyes),
            *(self.tab, self.drawer, self.book, self.rule, self.cited, self.refusal, self.trouble, self.hints),
            *(self.pick, self.preview, self.confirm, self.showing.mark, self._solutions),
            *(clock.id, clock.running, clock.off, clock.total),
        )

    def _look(self) -> Snapshot:
        match, say = self.match, Say(self.name, self.lang, self.match.names)
        at = At(self.ply, self.viewer, self.eyes, self.preview, self.pick, self._legal(), self.acting())
        seen, panels = self.sight.look(at, say)
        seats = (*self.mine(), CHANCE, HOST)
        return Snapshot(
            kit=self.kit,
            key=self.key,
            say=say,
            seen=seen,
            head=self.kit.board.headline(seen, say),
            ply=self.ply,
            now=match.ply,
            last=len(match.log),
            steps={str(seat): match.step(seat, self.ply) for seat in seats},
            mine=self.mine(),
            bots=tuple(match.bots),
            names=match.names or tuple(words.seat_name(seat, self.lang) for seat in range(match.seats)),
            lines=self.log.lines(self.ply, self.lang, self.viewer, LINES, self.sight.is_covered(self.ply)),
            panels=panels,
            moments=self.sight.moments(self.ply, seen, say),
            ending=self.sight.ending(self.ply, seen, say),
            results=self.sight.shown(at, self.lang, self.seat is None),
            clock=ClockShown(self.clock.id, self.clock.left, self.clock.running, self.clock.off, self.clock.paused),
            fork=self.fork,
            live=self.live,
            may_undo=self.may_undo,
            may_branch=self.may_branch,
            hints=self.hints,
            book=self.book,
            tab=self.tab,
            drawer=self.drawer,
            rule=self.rule,
            cited=self.cited,
            refusal=self.told() or "",
            trouble=self.trouble,
            confirm=self.confirm,
            ruleset=match.options,
        )

    def _solved(self) -> None:
        """Called by the thread that solves: it holds no lock, and the screen takes the one there is."""
        self._solutions += 1
        self.publish()

    def lines(self) -> tuple[Line, ...]:
        """The log up to the ply that is shown, in words."""
        with self.match.lock:
            return self.log.lines(self.ply, self.lang, self.viewer, covered=self.sight.is_covered(self.ply))

    def rows(self) -> dict[str, list[Row]]:
        """Rows of every panel, with the ghost of the action that the pointer rests on."""
        return self.snapshot().rows

    def clocks(self) -> dict[str, Json]:
        """The clocks that the page counts down, by name."""
        return {self.key: self.clock.json()} if self.clock.timer else {}

    def scene(self) -> str:
        return scene.draw(self.snapshot())

    def text(self) -> list[str]:
        """The table in words: whose turn it is, and the sentence of every panel."""
        shown = self.snapshot()
        head = f"{shown.head.title}. {shown.head.instruction}"
        return [head, *(f"{panel.title} {panel.note}" for panel in shown.panels if panel.ready)]
