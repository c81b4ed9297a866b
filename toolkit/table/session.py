"""A match at a table: an onlooker that is sat down, so that the page's messages play, undo, ask and set the clock.

A session takes these messages, all of one or nothing, and answers with a snapshot, from which scene and rows are
drawn; it knows nothing of widgets or browsers:

    session = Session(Match(math_storm, seats=2, seed=1))
    session.handle({"kind": "play", "step": "0", "action": {"type": "chance"}})
    session.scene(), session.rows()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import copy_context
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Decision, HostAction, IllegalAction, Outcome, Seat, actor
from toolkit.core.match import Match, decode
from toolkit.core.seen import Json
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, BadLaw, Phrase, told
from toolkit.table import messages, settings, trouble
from toolkit.table.before import Before
from toolkit.table.clock import Clock
from toolkit.table.commands import HELP, help_phrase, parse
from toolkit.table.messages import Message
from toolkit.table.onlooker import Onlooker

errors = trouble.errors


class Session(Onlooker):
    """`seat`: the only seat that acts and looks here; `None`: everybody at one screen. `key` names it on the page.

    `veil`: takes from a view what the page must not show yet. `show`: when results and odds are shown. A
    session plays nothing by itself: whoever opens a match calls `match.advance()`.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        *,
        key: str = "t0",
        seat: Seat | None = None,
        lang: str = "en",
        fork: bool = False,
        clock: Clock | None = None,
        veil: Callable[[Json], Json] | None = None,
        show: str = "all",
    ) -> None:
        super().__init__(match, key, seat, lang, fork, clock or Clock(), veil, show)
        self.veil_beside: Callable[[], Callable[[Json], Json]] = lambda: self.sight.veil
        """The veil of a what-if that is opened now."""
        self.admit: Callable[[Json], None] = lambda action: None
        """`BadInput` for an action that is not to be played now."""
        self.set_clock: Callable[[Any, Any], None] = self.clock.act
        """Carries out what the page asks of the clock."""
        self.show_beside: Callable[[Session], None] = lambda branch: None
        """Set by the table: shows a what-if below this session."""
        self.move_on: Callable[[], None] = lambda: None
        """Set by the table: shows the new match that has been begun in the place of this one."""
        self.on_change: Callable[[float, int], None] = lambda seconds, hints: None
        """Called after every change of the match with the seconds and hints that the card open until then has taken."""
        self.beside: tuple[object, ...] = ()
        """What else goes back to what it was when a message is not carried out."""
        self._settle()

    def branch(self) -> Session:
        """A second session with the same past and another future: what if?"""
        veil, show = self.veil_beside(), self.showing.show
        return Session(self.past(), key="t1", seat=self.seat, lang=self.lang, fork=True, veil=veil, show=show)

    def handle(self, message: Mapping[str, Any], more: tuple[str, ...] = ()) -> str | None:
        """Takes one message of the page. The refusal in words, or `None`; no message harms the match.

        `more`: kinds of messages that are read elsewhere, to be named where this one cannot be read.
        """
        if not isinstance(message, Mapping) or message.get("kind") != "peek":
            self.refusal, self.trouble = None, ""
        return self.carry_out(lambda: self._carry_out(messages.read(message, more)))

    def carry_out(self, do: Callable[[], None]) -> str | None:
        """Does something for the page under the lock: all of it, or nothing. The refusal in words, or `None`.

        Whatever ends it, be it an error of the game or an interrupt of the kernel, match and table are as they were.
        The context is a copy, so that no interrupt leaves the language of this table to what comes after it.
        """
        return copy_context().run(self._all_or_nothing, do)

    def _all_or_nothing(self, do: Callable[[], None]) -> str | None:
        with self.match.lock, words.speaking(self.lang):
            before = Before(self.match, self, self.clock, self.curtain, self.showing, *self.beside)
            try:
                self._go_on()
                do()
            except IllegalAction as error:
                before.again()
                key = self.sight.why(error.reason, self.ply, self.lang)
                self._refuse(Phrase.of(key, **told(error.args_)), error.rule)
            except BadLaw as error:
                before.again()
                self.report(error)
            except BadInput as error:
                before.again()
                self._refuse(error.phrase(self.lang))
            except Exception as error:
                before.again()
                self.report(error)
            except BaseException:
                before.again()
                raise
            return self.told()

    def _go_on(self) -> None:
        """Where chance or bots are due and nobody is asked, an interrupt has stopped them: they go on now."""
        match = self.match
        if match.ply == len(match.log) and match.to_move and not match.pauses(match.state):
            match.advance()
            self._moved()

    def report(self, error: Exception) -> None:
        """An error in the game's own code: it is logged with its traceback, and the page says that it is internal."""
        text = trouble.log(self.name, error)
        self.trouble = text if self.seat is None else ""
        self._refuse(Phrase.of("error.internal", game=self.name, kind=type(error).__name__))
        trouble.raise_in_tests(error)

    def _carry_out(self, message: Message) -> None:
        match message:
            case messages.Play():
                self._play(message)
            case messages.Undo():
                self.match.undo(host=self.seat is None)
                self._moved()
            case messages.Redo():
                self.match.redo()
                self._moved()
            case messages.WhatIf():
                self.show_beside(self.branch())
            case messages.Goto():
                self._goto(message.ply)
            case messages.Why():
                self._ask_why(message.about.get("action"))
            case messages.Peek():
                self._peek(message.action)
            case messages.Say():
                self._say(message.text)
            case messages.Guess():
                self.sight.guess(self.ply, self.viewer, message.text)
            case messages.Again():
                self._again(message)
            case messages.Set():
                settings.change(self, message.name, message.value)
            case messages.Clock():
                self.set_clock(message.do, message.left)

    def _refuse(self, phrase: Phrase, rule: str = "") -> None:
        self.refusal, self.cited = phrase, rule
        if rule:
            self.rule = rule

    def _again(self, message: messages.Again) -> None:
        """A new match in the place of this one; while this one goes on it is asked about first."""
        if message.step not in ("", self.match.step(HOST)):
            raise BadInput("stale")
        if self.fork or (self.seat is not None and self.match.to_move):
            raise BadInput("not_yours")
        sure = message.sure or not self.match.to_move
        asked = {"kind": "again", "sure": True, "step": self.match.step(HOST), "action": {"type": "again"}}
        self.confirm = None if sure else asked
        if self.confirm is None:
            self.move_on()

    def _play(self, message: messages.Play) -> None:
        data = message.action
        if data.get("type") == "timeup":
            return self._time_up(data, message.step)
        self.admit(data)
        action = None if data.get("type") == "chance" else self._decode(data)
        self._may_act(action)
        seat = CHANCE if action is None else actor(action)
        if message.step != self.match.step(seat, self.ply):
            raise BadInput("stale")
        if self._cut(message):
            self._apply(action)

    def _may_act(self, action: Any) -> None:
        """Outcomes are not the page's to choose, and a table of one seat plays that seat alone."""
        if isinstance(action, Outcome):
            raise BadInput("outcome")
        if action is None and not self._asks(self.state):
            raise BadInput("not_yours")
        if isinstance(action, HostAction) and self.seat is not None:
            raise BadInput("not_yours")
        if isinstance(action, Decision) and action.seat not in self.acting():
            raise BadInput("not_yours")

    def _cut(self, message: messages.Play) -> bool:
        """Playing from an earlier ply is asked about first, since it cuts what came later."""
        if self.live and self.match.ply == len(self.match.log):
            return True
        self.match.stay_open(self.ply)
        if self.live or message.cut:
            self.match.goto(self.ply)
            return True
        self.confirm = {**msgspec.to_builtins(message), "cut": True}
        return False

    def _apply(self, action: Any) -> None:
        """One action, then what chance and bots have to do."""
        self.match.chance() if action is None else self.match.play(action)
        self.match.advance()
        if self.clock.paused:
            self.clock.act("resume")  # whoever goes on playing has ended the pause
        self._moved()

    def _time_up(self, data: Mapping[str, Any], step: str) -> None:
        """Late or double ones are ignored: the clock they belong to is gone."""
        if self.live and self.clock.ends(step):
            self._apply(self._decode(dict(data)))

    def _moved(self) -> None:
        self.at = self.preview = self.confirm = None
        self.pick = ""
        self.drawer = "" if self.drawer == "log" else self.drawer
        self._settle()

    def _settle(self) -> None:
        """After a change: the clock of an open card, its hints, and the rule that was used last."""
        seconds, hints = self.clock.used, self.hints
        if self.clock.follow(self._timer()):
            self.hints = 0
        rules = [event.rule for event in self.match.game.events(self.match.state) if event.rule]
        self.rule = rules[-1] if rules else self.rule
        self.curtain.follow(self.state)
        self.on_change(seconds, hints)

    def _timer(self) -> Json | None:
        """The time limit of the open card. Where people answer one after the other, each of them has it."""
        timer = self.match.game.due(self.match.state).timer
        if timer is None:
            return None
        people = set(timer.each) & set(self.curtain.mine())
        return {"id": timer.id, "seconds": timer.seconds * max(1, len(people))}

    def refresh(self) -> None:
        """The match has been changed by somebody else, or another one begun in its place."""
        if self.match.next is not None and not self.fork:
            return self.move_on()
        self.preview = self.confirm = self.refusal = None
        self.pick = ""
        self.drawer = "" if self.drawer == "log" else self.drawer
        self._settle()

    def _goto(self, ply: Any) -> None:
        """Looks at an earlier ply; the match stays where it is."""
        last = len(self.match.log)
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= last:
            raise BadInput("ply", given=shown(ply), right=f"0 … {last}")
        self.at = None if ply == self.match.ply else ply
        self.preview = self.confirm = None
        self.pick = ""
        self.curtain.follow(self.state)
        rules = [event.rule for event in self.match.game.events(self.state) if event.rule]
        self.rule = rules[-1] if rules else ""

    def _ask_why(self, data: Any) -> None:
        """Tries on the side what was refused, so that the rules give the reason.

        Only for a seat that acts here: from the reasons for another one its secrets could be told.
        """
        action = None if isinstance(data, Mapping) and data.get("type") == "chance" else self._decode(data)
        self._may_act(action)
        if action is not None:
            self.match.game.apply(self.state, action)

    def _decode(self, data: Any) -> Any:
        try:
            return decode(self.match.game, data)
        except msgspec.ValidationError:
            raise messages.unreadable(data) from None

    def _peek(self, action: Any) -> None:
        known = (legal for legal in self._legal() if legal["type"] != "chance")
        self.preview = next((legal for legal in known if isinstance(action, Mapping) and legal == dict(action)), None)

    def _say(self, text: str) -> None:
        """A typed command: a full alternative to the mouse."""
        message = parse(self.snapshot(), text)
        if message == HELP:
            self._refuse(help_phrase(self.snapshot()))
        elif isinstance(message, Message):
            self._carry_out(message)
