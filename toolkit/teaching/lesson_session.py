"""The game of a lesson: a session with a countdown, the teacher's tools, autosave, and the report as a second page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from toolkit.cards import card, diagnosis
from toolkit.core import words
from toolkit.core.match import Match
from toolkit.core.panel import Panel, Row
from toolkit.core.say import Say
from toolkit.core.seen import Json
from toolkit.core.words import BadInput
from toolkit.page import attributes, environment
from toolkit.table import scene
from toolkit.table.clock import Clock
from toolkit.table.odds import say_rows
from toolkit.table.session import Session
from toolkit.table.snapshot import PanelShown
from toolkit.teaching import saved as plans
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.plan import GAME, OFF, Plan
from toolkit.teaching.questions import family_name
from toolkit.teaching.report import Report, save_rows
from toolkit.teaching.saved import Saved

MORE = 300
"""Seconds that a lesson is made longer by."""
FILE = f"{GAME}_lesson.json"
REPORT_FILE = "lesson_report.csv"
Offer = Callable[[str, str, str], None]
Leave = Callable[[Plan, Saved | None, str], None]


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
        self.refused_file = False
        self.page, self.hidden, self.asks, self.pad, self.serial = "game", False, False, 0, 0
        self.paused_for_report = False
        self.countdown = _countdown(plan, saved)
        self._used_before = min(0.0, (saved.left or 0.0) - plan.minutes * 60) if saved else 0.0
        """The seconds of the countdown before this match; below 0: those of the match before it was saved."""
        clock = Clock(stretch=plan.stretch or 1.0)
        clock.off = plan.stretch == OFF
        self.session = Session(match, lang=lang, clock=clock, veil=self._veil, show=plan.show)
        self.session.move_on = self._again
        self.session.veil_beside = self._veil_beside
        self._changed(0.0, 0)
        self.session.on_change = self._changed

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
        return plans.write(self.plan, self.match, save_rows(self.report), self.left, self.keep.now)

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
        kind = message.get("kind") if isinstance(message, Mapping) else None
        if kind != "peek":
            self.refused_file = False
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
        return self.session.carry_out(lambda: self._lesson(message))

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

    def _time(self, do: str) -> None:
        if do == "add":
            self.countdown.act("add", more=MORE)
            do = "resume"
        self.countdown.act(do)
        self.save()

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
        if value and self.clock.running:
            self.paused_for_report = True
            self.clock.act("pause")
        elif not value and self.paused_for_report:
            self.paused_for_report = False
            self.clock.act("resume")

    def _file(self, value: Any) -> None:
        self.offer(self.keep.name or FILE, self.json(), "application/json")

    def _csv(self, value: Any) -> None:
        self.offer(REPORT_FILE, self.report.csv(self.lang), "text/csv;charset=utf-8")

    def _load(self, value: Any) -> None:
        self.serial += 1
        self.refused_file = True
        saved = plans.read(str(value))
        self.refused_file = False
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
        return (self.report.panel(),) if self.page == "report" else self.session.panels

    def clocks(self) -> dict[str, dict[str, Any]]:
        lesson = {"lesson": self.countdown.json() | {"table": 0}} if self.countdown.timer else {}
        return self.session.clocks() | lesson

    def rows(self) -> dict[str, list[Row]]:
        if self.page == "game":
            return self.session.rows()
        shown = self._report_panel(self._say())
        return {shown.key: list(shown.rows)}

    def text(self) -> list[str]:
        return self.session.text()

    def scene(self) -> str:
        if self.page == "report":
            return environment.render("report.html.jinja", **self._report_context())
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

    def _report_panel(self, say: Say) -> PanelShown:
        figure = self.report.figure(self.lang, self.hidden)
        title, note = say.phrase(figure.title), say.phrase(figure.note)
        return PanelShown("report", f"{self.key}.report", title, note, True, say_rows(figure.rows, say))

    def _report_context(self) -> dict[str, Any]:
        say = self._say()
        report, hidden = self.report, self.hidden
        return {
            "s": self,
            "lang": self.lang,
            "other": next(lang for lang in words.LANGS if lang != self.lang),
            "t": say.t,
            "w": say.w,
            "send": lambda message: attributes.attributes(send=message),
            "seat_class": attributes.seat_class,
            "panel": self._report_panel(say),
            "rows": report.rows,
            "question": report.question,
            "player": lambda seat: report.player(seat, self.lang, hidden),
            "family": lambda family: family_name(family, self.lang),
            "pattern": self._pattern,
            "spell": lambda value: card.spell(value, self.lang),
            "findings": [(seat, f.say(self.lang)) for seat, found in report.findings().items() for f in found],
            "revealed": self.revealed(),
        }

    def _pattern(self, bug: str) -> str:
        return diagnosis.pattern(bug, self.lang).name if bug in diagnosis.known() else bug


DEEDS: dict[str, Callable[[LessonSession, Any], None]] = {
    "pause": lambda lesson, value: lesson._time("pause"),
    "resume": lambda lesson, value: lesson._time("resume"),
    "add": lambda lesson, value: lesson._time("add"),
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
}


def _countdown(plan: Plan, saved: Saved | None) -> Clock:
    """The time of the whole lesson; one that was saved goes on with what was left."""
    clock = Clock()
    if plan.minutes:
        total = plan.minutes * 60.0
        clock.follow({"id": "lesson", "seconds": total if saved is None or saved.left is None else saved.left})
        clock.total = max(total, clock.total)
    return clock
