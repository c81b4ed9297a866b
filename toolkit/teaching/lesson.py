"""A game as a lesson: a start page, the game with a countdown and the teacher's tools, and the report.

    lesson = toolkit.lesson("math_storm", ["Reds", "Blues"], band="upper", minutes=40)
    lesson.report().save("tuesday.csv")

After every move the lesson is saved next to the notebook, so that a kernel that dies costs at most that move.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.table import picture
from toolkit.table.provider import Provider
from toolkit.table.screen import Screen
from toolkit.table.session import Session
from toolkit.table.widget import Table
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.lesson_session import LessonSession, file_name
from toolkit.teaching.plan import Plan
from toolkit.teaching.report import Report, prepare
from toolkit.teaching.saved import Saved
from toolkit.teaching.start import Start


class Lesson(Table):
    """The widget of a lesson: a `Table` that shows the start page, then the game, then the report."""

    def __init__(self, plan: Plan, save: str | Path | bool | None = True, lang: str | None = None) -> None:
        self._game = plan.game
        self.keep = Autosave(file_name(plan.game) if save is True else save or None)
        Screen.__init__(self, Start(plan, self.keep, lang or words.current(), self._begin))
        prepare(self.shown.lang)

    @property
    def started(self) -> bool:
        return isinstance(self.shown, LessonSession)

    @property
    def game(self) -> str:
        return self._game

    @property
    def session(self) -> Session:
        """The session of the lesson's match. `BadInput` before it has been started."""
        if not isinstance(self.shown, LessonSession):
            raise BadInput("lesson_start")
        return self.shown.session

    def __repr__(self) -> str:
        if not self.started:
            return f"Lesson({self.game}, start page)"
        return f"Lesson({self.game}, {self.match.seats} teams, ply {self.match.ply})"

    def picture(self) -> str:
        """The board as a picture, without the names of the teams: notebooks are passed on."""
        lang = self.shown.lang
        match = self.shown.plan.nameless().match(lang) if isinstance(self.shown, Start) else self.match
        shown = self.shown.plan.show if isinstance(self.shown, Start | LessonSession) else "all"
        return picture.picture(match, lang, named=False, revealed=shown == "all")

    def start(self) -> Lesson:
        """Starts the lesson with the choices of the start page, as its button does."""
        return self._told({"kind": "lesson", "do": "start"})

    def resume(self, file: str = "") -> Lesson:
        """Goes on with the lesson that was saved next to the notebook; `file`: its name, if there are several.

        `BadInput` if there is none.
        """
        return self._told({"kind": "lesson", "do": "resume", "value": file})

    def judge(self, row: int, ok: bool) -> Lesson:
        """Changes the verdict on `report().rows[row]`, as the buttons of the report do. `BadInput` if there is none."""
        return self._told({"kind": "lesson", "do": "judge", "value": {"row": row, "ok": ok}})

    def _told(self, message: Mapping[str, Any]) -> Lesson:
        if error := self.handle(message):
            raise BadInput("lesson_refused", reason=error)
        return self

    def report(self) -> Report:
        """The answers so far."""
        return self.shown.report if isinstance(self.shown, LessonSession) else Report()

    def _seat_down(self, shown: Provider) -> None:
        super()._seat_down(shown)
        if isinstance(shown, LessonSession):
            shown.session.show_beside = self.show_beside

    def _begin(self, plan: Plan, saved: Saved | None, do: str) -> None:
        """Another lesson in the place of what is shown: a new one, a saved one, or a start page."""
        lang = self.shown.lang
        if do in ("erase", "new"):
            if do == "erase":
                self.keep.erase()
                plan = plan.nameless()
            self.show(Start(plan, self.keep, lang, self._begin))
            return
        if do != "resume":
            self.keep.set_aside()
        session = LessonSession(plan, self.keep, lang, self._begin, saved)
        if do == "again" and isinstance(self.shown, LessonSession):
            session.go_on_in(self.shown)
        session.offer = self._offer
        self.show(session)

    def _offer(self, name: str, text: str, type: str) -> None:
        self.offer({"name": name, "text": text, "type": type})


def lesson(plan: Plan, save: str | Path | bool | None, lang: str | None) -> Lesson:
    """The widget; faults of a pack that are worth a look become a warning."""
    from toolkit.cards import packs

    if plan.cards and (notes := packs.known(plan.cards).report(lang)):
        warnings.warn(notes, UserWarning, stacklevel=3)
    return Lesson(plan, save, lang)
