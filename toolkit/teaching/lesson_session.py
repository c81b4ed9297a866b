"""TODO: toolkit.teaching.lesson_session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkit.cards import card
from toolkit.core import words
from toolkit.core.panel import Figure
from toolkit.core.words import BadInput
from toolkit.page import attributes, environment
from toolkit.table import scene
from toolkit.table.clock import Clock
from toolkit.table.session import HANDLERS, Handlers, Session
from toolkit.teaching import saved as plans
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.plan import OFF, Plan
from toolkit.teaching.questions import family_name
from toolkit.teaching.report import Report, save_rows
from toolkit.teaching.saved import Saved

MORE = 300
"""Seconds that a lesson is made longer by."""
FILE = "math_storm_lesson.json"
REPORT_FILE = "lesson_report.csv"
Offer = Callable[[str, str, str], None]
Leave = Callable[[Plan, Saved | None, str], None]


class Veiled(Session):
    """A session that shows the answer of a closed card only where the teacher wants it."""

    reveal = "at once"

    def revealed(self) -> bool:
        over = not self.match.game.to_move(self.match.state)
        return self.reveal == "at once" or (self.reveal == "end" and over)

    def view(self) -> dict[str, Any]:
        view = super().view()
        if view["closed"] and not self.revealed():
            view["closed"] = view["closed"] | {"answer": None, "steps": []}
        return view

    def branch(self) -> Session:
        """In a what-if the game can be ended at will: that is no end of the lesson."""
        beside = Veiled(self.past(), key="t1", seat=self.seat, lang=self.lang, fork=True)
        beside.reveal = "at once" if self.revealed() else "never"
        return beside


class LessonSession(Veiled):
    """The game of a lesson. `leave(plan, saved, do)` is called when another lesson is to take its place."""

    template = "lesson.html.jinja"

    def __init__(self, plan: Plan, keep: Autosave, lang: str, leave: Leave, saved: Saved | None = None) -> None:
        match = saved.match if saved else plan.match(lang)
        self.plan, self.keep, self.leave, self.reveal = plan, keep, leave, plan.reveal
        self.report = Report(saved.rows if saved else (), match.names, keep.now)
        self.offer: Offer = lambda name, text, type: None
        self.refused_file = False
        self.page, self.hidden, self.asks, self.pad, self.serial = "game", False, False, 0, 0
        self.paused_for_report = False
        self.countdown = _countdown(plan, saved)
        self.ready = False
        clock = Clock(stretch=plan.stretch or 1.0)
        clock.off = plan.stretch == OFF
        super().__init__(match, lang=lang, clock=clock)
        self.game_panels = self.panels
        self.ready = True
        self.save()

    @classmethod
    def known_messages(cls) -> Handlers:
        return {**HANDLERS, "lesson": cls._lesson}

    # after every move

    def _settled(self) -> None:
        seconds, hints = self.clock.used, self.hints
        super()._settled()
        self.report.follow(self.match, seconds, hints)
        if self.ended and self.countdown.running:
            self.countdown.act("pause")
        if self.ready:
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

    def _time_up(self, data: Mapping[str, Any], step: str) -> None:
        if step != self.countdown.id:
            super()._time_up(data, step)
        elif self.countdown.running and self.countdown.left <= 1:
            self.countdown.end()

    def clocks(self) -> dict[str, dict[str, Any]]:
        lesson = {"lesson": self.countdown.json() | {"table": 0}} if self.countdown.timer else {}
        return super().clocks() | lesson

    # messages

    def handle(self, message: Mapping[str, Any]) -> str | None:
        if message.get("kind") != "peek":
            self.refused_file = False
        return super().handle(message)

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
        self.reveal = self.plan.reveal
        self.save()

    def _report(self, value: Any) -> None:
        """Opens or closes the report; an open card waits meanwhile."""
        self.page = "report" if value else "game"
        self.panels = (self.report.panel(),) if value else self.game_panels
        self.preview = None
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

    # what is shown

    def figures(self) -> dict[str, Figure]:
        if self.page == "report":
            return {"report": self.report.figure(self.lang, self.hidden)}
        return super().figures()

    def extra(self) -> dict[str, Any]:
        return {
            "plan": self.plan,
            "countdown": self.countdown,
            "over": self.over,
            "refused_file": self.refused_file,
            "offers": self.plan.offers,
            "saved": self.keep.saved.strftime("%H:%M") if self.keep.saved and not self.keep.failed else "",
        }

    def scene(self) -> str:
        if self.page == "game":
            return super().scene()
        return environment.environment().get_template("report.html.jinja").render(self._report_context())

    def _report_context(self) -> dict[str, Any]:
        say = environment.Words(self.name, self.lang, self.match.names)
        report, hidden = self.report, self.hidden
        return {
            "s": self,
            "lang": self.lang,
            "other": next(lang for lang in words.LANGS if lang != self.lang),
            "t": say.t,
            "w": say.w,
            "send": lambda message: attributes.attributes(send=message),
            "seat_class": attributes.seat_class,
            "panel": scene.panels(self)[0],
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
        from toolkit.cards import diagnosis

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
