"""The game of a lesson: a session with a countdown, the teacher's tools, autosave, and the report as a second page."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.core import words
from toolkit.core.game import HOST
from toolkit.core.match import Match, decode
from toolkit.core.panel import Panel, Row
from toolkit.core.say import Say
from toolkit.core.seen import Json
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.page import environment
from toolkit.table import messages, scene
from toolkit.table.clock import Clock
from toolkit.table.session import Session
from toolkit.teaching import report_page
from toolkit.teaching import saved as plans
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.plan import OFF, Plan
from toolkit.teaching.report import Report, save_rows
from toolkit.teaching.saved import Saved

MORE = 300
"""Seconds that a lesson is made longer by."""
HELD, READ = "lesson", "report"
"""Why the clock of a card may stand: the lesson is paused, or the report is open."""
WHILE_PAUSED = ("judge", "stop")
"""What a teacher may do while the lesson is paused."""
Offer = Callable[[str, str, str], None]
Leave = Callable[[Plan, Saved | None, str], None]


def file_name(game: str) -> str:
    """The file that lessons about a game are saved in if nothing else is said."""
    return f"{game}_lesson.json"


class LessonSession:
    """A lesson on a screen: the game, and the report.

    `leave(plan, saved, do)` is called when another lesson is to take its place.

    `session` is the game itself; a lesson reads its own messages and hands the others on.
    """

    def __init__(self, plan: Plan, keep: Autosave, lang: str, leave: Leave, saved: Saved | None = None) -> None:
        match = saved.match if saved else plan.match(lang)
        match.advance()
        self.plan, self.keep, self.leave = plan, keep, leave
        self.report = Report(saved.rows if saved else (), match.names, keep.now)
        self.offer: Offer = lambda name, text, type: None
        self.writer = secrets.token_hex(8)
        keep.is_mine = lambda text: plans.writer_of(text) == self.writer
        self.refused_file = False
        self.page, self.hidden, self.asks, self.pad, self.serial = "game", False, False, 0, 0
        self.paused = False
        self.late = False
        """Whether a verdict has just been changed that the match has left behind."""
        self.countdown = _countdown(plan, saved)
        self._used_before = min(0.0, (saved.left or 0.0) - plan.minutes * 60) if saved else 0.0
        """The seconds of the countdown before this match; below 0: those of the match before it was saved."""
        clock = Clock(stretch=plan.stretch or 1.0)
        clock.off = plan.stretch == OFF
        self.session = Session(match, lang=lang, clock=clock, veil=self._veil, show=plan.show)
        self.session.move_on = self._again
        self.session.veil_beside = self._veil_beside
        self.session.beside = (self, self.countdown, self.report)
        self.session.admit = self._admit
        self.session.set_clock = self._set_clock
        self._changed(0.0, 0)
        self.session.on_change = self._changed
        if saved and saved.over:
            self._report(True)

    def go_on_in(self, before: LessonSession) -> None:
        """What is left of the lesson's time and of the clock's settings goes on from the match before this one."""
        if before.countdown.timer and before.countdown.left > 0:
            self.countdown, self._used_before = before.countdown, before.countdown.used
            self.countdown.act("resume")
        self.save()

    # the match

    @property
    def key(self) -> str:
        return self.session.key

    @property
    def lang(self) -> str:
        return self.session.lang

    @property
    def match(self) -> Match[Any, Any]:
        return self.session.match

    @property
    def ply(self) -> int:
        return self.session.ply

    @property
    def lock(self) -> Any:
        return self.session.lock

    @property
    def clock(self) -> Clock:
        """The clock of the open card."""
        return self.session.clock

    @property
    def publish(self) -> Callable[[], None]:
        return self.session.publish

    @publish.setter
    def publish(self, callback: Callable[[], None]) -> None:
        self.session.publish = callback

    @property
    def reveal(self) -> str:
        """When answers are shown."""
        return self.plan.reveal

    def revealed(self) -> bool:
        """Whether the answers of closed cards are shown now."""
        return self.reveal == "at once" or (self.reveal == "end" and self.ended)

    def _veil(self, view: Json) -> Json:
        return view if self.revealed() else self.session.kit.veil(view)

    def _veil_beside(self) -> Callable[[Json], Json]:
        """In a what-if the game can be ended at will, and that is no end of the lesson: it shows what is shown now."""
        return (lambda view: view) if self.revealed() else self.session.kit.veil

    # after every move

    def _changed(self, seconds: float, hints: int) -> None:
        """The report follows the match, and the lesson is saved."""
        self.report.follow(self.match, seconds, hints)
        if self.ended and self.countdown.running:
            self.countdown.act("pause")
        self.save()

    @property
    def ended(self) -> bool:
        return not self.match.game.to_move(self.match.state)

    @property
    def over(self) -> bool:
        """Whether the time of the lesson is up and the game still goes on."""
        return self.countdown.timer is not None and self.countdown.left <= 0 and not self.ended

    @property
    def left(self) -> float | None:
        return self.countdown.left if self.countdown.timer else None

    def json(self) -> str:
        """The lesson as the text of a file."""
        return plans.write(self.plan, self.match, save_rows(self.report), self.left, self.keep.now, self.writer)

    def save(self) -> None:
        if self.keep.path is not None:
            self.keep.write(self.json())

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls `callback` whenever the match has changed; returns a function that stops it."""
        return self.session.watch(callback)

    def close(self) -> None:
        """Nothing is solved any more."""
        self.session.close()

    def refresh(self) -> None:
        """The match has been changed by somebody else."""
        self.session.refresh()

    # messages

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes one message of the page: one of the lesson, or one of the game."""
        try:
            message = messages.checked(message)
        except BadInput:
            return self.session.handle(message, ("lesson",))
        kind = message.get("kind")
        if kind != "peek":
            self.refused_file = self.late = False
        if self._is_time_up(message):
            if self.countdown.running and self.countdown.left <= 1:
                self.countdown.end()
            return None
        if kind != "lesson":
            error = self.session.handle(message, ("lesson",))
            if self.session.showing.show != self.plan.show:
                self.plan = self.plan.change("show", self.session.showing.show)
                self.save()
            return error
        self.session.refusal = None
        error = self.session.carry_out(lambda: self._lesson(message))
        self.refused_file = error is not None and message.get("do") == "load"
        return error

    def _is_time_up(self, message: Any) -> bool:
        """Whether the page says that the time of the lesson is up, and not that of a card."""
        if not isinstance(message, Mapping) or message.get("kind") != "play":
            return False
        action, step = message.get("action"), str(message.get("step", ""))
        return isinstance(action, Mapping) and action.get("type") == "timeup" and step == self.countdown.id

    def _lesson(self, message: Mapping[str, Any]) -> None:
        do, value = str(message.get("do")), message.get("value")
        if do not in DEEDS:
            raise BadInput("message", given=do[:60], right=", ".join(DEEDS))
        DEEDS[do](self, value)

    def _add_time(self, value: Any) -> None:
        was_running = self.countdown.running
        self.countdown.act("add", more=MORE)
        self.countdown.act("pause" if self.paused or (self.left and not was_running and self.ended) else "resume")
        self.save()

    def _pause(self, value: Any = None, left: Any = None) -> None:
        """Stops everything: the time of the lesson, and that of the open card and of every card until `_go_on`."""
        self.paused = True
        self.countdown.act("pause")
        self.clock.hold(HELD, left)
        self.save()

    def _go_on(self, value: Any = None) -> None:
        self.paused = False
        if not self.ended:
            self.countdown.act("resume")
        self.clock.release(HELD)
        self.save()

    def _set_clock(self, do: Any, left: Any) -> None:
        """What the page asks of the clock of a card; there is one pause, and it is the lesson's."""
        match do:
            case "pause":
                self._pause(left=left)
            case "resume":
                self._go_on()
            case _:
                self.clock.act(do, left)

    def _admit(self, action: Json) -> None:
        if self.paused and action.get("type") not in WHILE_PAUSED:
            raise BadInput("lesson_paused")

    def _stretch(self, value: Any) -> None:
        self.plan = self.plan.change("stretch", str(value))
        if self.plan.stretch == OFF:
            self.clock.act("off")
        else:
            if self.clock.off:
                self.clock.act("on")
            self.clock.rescale(self.plan.stretch)
        self.save()

    def _reveal(self, value: Any) -> None:
        self.plan = self.plan.change("reveal", str(value))
        self.session.look_again()
        self.save()

    def _report(self, value: Any) -> None:
        """Opens or closes the report; an open card waits meanwhile."""
        self.page = "report" if value else "game"
        self.session.preview = None
        if value:
            self.clock.hold(READ)
        else:
            self.clock.release(READ)

    def _judge(self, value: Any) -> None:
        """A verdict on a row of the report: in the match, as long as its rules allow that, else in the report alone."""
        row, index, ok = self._judged(value)
        if row.ok == ok and not row.blank:
            return
        if (action := self._verdict(row, ok)) is not None:
            step = self.match.step(HOST, self.match.ply)
            self.session.handle({"kind": "play", "step": step, "action": action})
            return
        self.report.override(index, ok)
        self.late = True
        self.save()

    def _judged(self, value: Any) -> tuple[Any, int, bool]:
        given = value if isinstance(value, Mapping) else {}
        index, ok = given.get("row"), given.get("ok")
        if type(index) is not int or index not in range(len(self.report.rows)) or not isinstance(ok, bool):
            raise BadInput("message", given=shown(value), right='{"row": 0, "ok": true}')
        if self.report.rows[index].taken_back:
            raise BadInput("report_gone")
        return self.report.rows[index], index, ok

    def _verdict(self, row: Any, ok: bool) -> Json | None:
        """The action that gives this verdict in the match; `None` where the rules no longer take it."""
        match, wanted = self.match, {"type": "judge", "of": row.seat, "ok": ok}
        legal = map(msgspec.to_builtins, match.game.legal_actions(match.state, HOST))
        if not self.session.live or match.ply != len(match.log) or wanted not in legal:
            return None
        changed = self.report.would_change(match, decode(match.game, wanted))
        return wanted if changed == {(row.ply, row.seat)} else None

    def _file(self, value: Any) -> None:
        self.offer(self.keep.name or file_name(self.plan.game), self.json(), "application/json")

    def _csv(self, value: Any) -> None:
        name = f"{self.plan.game}_report.csv"
        self.offer(name, self.report.csv(self.lang, hidden=self.hidden), "text/csv;charset=utf-8")

    def _beside(self, value: Any) -> None:
        """Two lessons in one folder: this one goes on in its own file, or gives way to the other."""
        if value == "other":
            self.leave(self.plan, None, "new")
        self.keep.other = ""

    def _load(self, value: Any) -> None:
        self.serial += 1
        saved = plans.read(str(value), self.plan.game)
        self.leave(saved.plan, saved, "load")

    def _hide(self, value: Any) -> None:
        self.hidden = value is True

    def _clear_pad(self, value: Any) -> None:
        self.pad += 1

    def _ask(self, value: Any) -> None:
        self.asks = value is True

    def _erase(self, value: Any) -> None:
        self.leave(self.plan, None, "erase")

    def _new(self, value: Any) -> None:
        self.leave(self.plan, None, "new")

    def _again(self) -> None:
        """Another match of the same plan in the time that is left of the lesson, with other dice and cards."""
        self.leave(replace(self.plan, seed=None), None, "again")

    # what is shown

    @property
    def panels(self) -> tuple[Panel, ...]:
        if self.page == "game":
            return self.session.panels
        return (self.report.panel(),) if self.plan.asks else ()

    def clocks(self) -> dict[str, dict[str, Any]]:
        lesson = {"lesson": self.countdown.json() | {"table": 0}} if self.countdown.timer else {}
        return self.session.clocks() | lesson

    def rows(self) -> dict[str, list[Row]]:
        if self.page == "game":
            return self.session.rows()
        if not self.plan.asks:
            return {}
        shown = report_page.panel(self, self._say())
        return {shown.key: list(shown.rows)}

    def text(self) -> list[str]:
        return self.session.text()

    def told(self) -> str | None:
        """The last refusal in words, or `None`."""
        return self.session.told()

    def scene(self) -> str:
        if self.page == "report":
            return environment.render("report.html.jinja", **report_page.context(self, self._say()))
        return scene.draw(
            self.session.snapshot(),
            "lesson.html.jinja",
            lesson=self,
            plan=self.plan,
            countdown=self.countdown,
            over=self.over,
            lesson_end=self._took(),
            lesson_report={"kind": "lesson", "do": "report", "value": True},
            refused_file=self.refused_file,
            offers=self.plan.offers,
            saved=self.keep.saved.strftime("%H:%M") if self.keep.saved and not self.keep.failed else "",
        )

    def _took(self) -> str:
        """How long the match has taken, if that is known."""
        minutes = round((self.countdown.used - self._used_before) / 60) if self.countdown.timer else 0
        return words.say("ending.minutes", self.lang, n=minutes) if minutes > 0 and self.ended else ""

    def _say(self) -> Say:
        return Say(self.session.name, self.lang, self.match.names)


DEEDS: dict[str, Callable[[LessonSession, Any], None]] = {
    "pause": LessonSession._pause,
    "resume": LessonSession._go_on,
    "add": LessonSession._add_time,
    "stretch": LessonSession._stretch,
    "reveal": LessonSession._reveal,
    "report": LessonSession._report,
    "hide": LessonSession._hide,
    "csv": LessonSession._csv,
    "file": LessonSession._file,
    "load": LessonSession._load,
    "pad": LessonSession._clear_pad,
    "ask": LessonSession._ask,
    "erase": LessonSession._erase,
    "new": LessonSession._new,
    "judge": LessonSession._judge,
    "beside": LessonSession._beside,
}


def _countdown(plan: Plan, saved: Saved | None) -> Clock:
    """The time of the whole lesson; one that was saved goes on with what was left."""
    clock = Clock()
    if plan.minutes:
        total = plan.minutes * 60.0
        clock.follow({"id": "lesson", "seconds": total if saved is None or saved.left is None else saved.left})
        clock.total = max(total, clock.total)
    return clock
