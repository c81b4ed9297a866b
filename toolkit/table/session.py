"""A match at a table: which ply is looked at, the language, the clock, the last refusal.

A session takes the page's messages and answers with a snapshot, from which scene and rows are drawn; it knows nothing
of widgets or browsers:

    session = Session(Match(math_storm, seats=2, seed=1))
    session.handle({"kind": "play", "step": "0", "action": {"type": "chance"}})
    session.scene(), session.rows()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from toolkit.core import registry, words
from toolkit.core.game import CHANCE, HOST, Decision, HostAction, IllegalAction, Outcome, Seat, actor
from toolkit.core.kit import Kit
from toolkit.core.match import Match, decode
from toolkit.core.panel import Panel, Row
from toolkit.core.say import Say
from toolkit.core.seen import Json
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, BadLaw, Phrase, told
from toolkit.table import messages, scene, trouble
from toolkit.table.before import Before
from toolkit.table.clock import Clock
from toolkit.table.commands import HELP, help_phrase, parse
from toolkit.table.curtain import Curtain
from toolkit.table.log import Log
from toolkit.table.messages import Message
from toolkit.table.odds import Odds
from toolkit.table.showing import Showing
from toolkit.table.sight import At, Sight
from toolkit.table.snapshot import ClockShown, Line, Snapshot
from toolkit.table.solver import Solver

MOST_PICK = 80
DRAWERS = ("say", "pad", "log")
"""A line for typed moves, a scratch pad, the log. The rulebook is apart: it opens at a rule."""
LINES = 40
"""The last lines of the log that stay in the page."""
errors = trouble.errors


class Session:
    """`seat`: the only seat that acts and looks here; `None`: everybody at one screen. `key` names it on the page.

    `veil`: takes from a view what the page must not show yet. `show`: when results and odds are shown. A
    session plays nothing by itself: whoever opens a match calls `match.advance()`.
    """

    SETTINGS = ("lang", "book", "tab", "drawer", "hints", "confirm", "eyes", "pick", "show", "reveal")

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
        self.match, self.key, self.seat, self.fork = match, key, seat, fork
        self.lang = words.known_lang(lang)
        self.kit: Kit = registry.of(match.game)
        self.name: str = match.game.NAME
        self.showing = Showing(show)
        self.veil_beside: Callable[[], Callable[[Json], Json]] = lambda: self.sight.veil
        """The veil of a what-if that is opened now."""
        self.curtain = Curtain(match, self.kit.board, seat)
        self.log = Log(match, self.kit.board.UNLOGGED)
        odds = Odds(match.game, key, Solver(self._solved))
        self.sight = Sight(match, self.kit, self.log, odds, self.showing, veil)
        self.clock = clock or Clock()
        self.at: int | None = None
        self.book = False
        self.tab = ""
        """The name of the panel that is shown in the place of the first ones."""
        self.drawer = ""
        """What is open besides board and choices, one of `DRAWERS`."""
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
        self._solutions = 0
        self._snapshot: tuple[tuple[Any, ...], Snapshot] | None = None
        self._settle()

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

    def branch(self) -> Session:
        """A second session with the same past and another future: what if?"""
        veil, show = self.veil_beside(), self.showing.show
        return Session(self.past(), key="t1", seat=self.seat, lang=self.lang, fork=True, veil=veil, show=show)

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

    # what is looked at

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

    # messages

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
        """
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

    def look_again(self) -> None:
        """Something that the session does not know of has changed what may be shown."""
        self._snapshot = None

    def told(self) -> str | None:
        """The last refusal in words, or `None`."""
        return None if self.refusal is None else words.phrase(self.refusal, self.lang, self.match.names)

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
                self._set(message.name, message.value)
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

    def _set(self, name: str, value: Any) -> None:
        match name:
            case "lang":
                self.lang = words.known_lang(value)
            case "book":
                self.book = bool(value)
                self.rule = value[:MOST_PICK] if isinstance(value, str) and value else self.rule
                self.drawer = "" if self.book else self.drawer
            case "tab":
                self.tab = messages.one_of(name, value, tuple(panel.name for panel in self.panels))
                self.book, self.drawer = False, ""
            case "drawer":
                self.drawer = messages.one_of(name, value, DRAWERS)
                self.book = self.book and not self.drawer
            case "hints" if type(value) is int:
                self.hints = max(0, min(value, 9))
            case "confirm":
                self.confirm = self._stop() if value == "stop" else None
            case "eyes":
                if self.curtain.lift(value, self.state):
                    self.pick, self.preview = "", None
            case "pick":
                self.pick = str(value)[:MOST_PICK]
            case "show" if self.seat is None:
                self.showing.set(value)
            case "show":
                raise BadInput("not_yours")
            case "reveal":
                self.sight.reveal(self.ply)
            case _:
                raise BadInput("message", given=f"{name[:40]} {shown(value)}", right=", ".join(self.SETTINGS))

    def _stop(self) -> Json | None:
        """The end of the game as a message that waits for a yes."""
        stop = {"type": "stop"}
        step = self.match.step(HOST, self.ply)
        return {"kind": "play", "step": step, "action": stop} if stop in self._legal() else None

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
