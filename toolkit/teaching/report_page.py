"""What the page of a report reads: scores, the game's own lines, hard questions, every answer."""

from __future__ import annotations

from typing import Any, Protocol

from toolkit.cards import card
from toolkit.core import registry, words
from toolkit.core.say import Say
from toolkit.page import attributes
from toolkit.table.odds import say_rows
from toolkit.table.snapshot import PanelShown
from toolkit.teaching import report_csv
from toolkit.teaching.plan import Plan
from toolkit.teaching.questions import family_name
from toolkit.teaching.report import Report


class Lesson(Protocol):
    """What is read of a lesson: see `lesson_session.LessonSession`."""

    report: Report
    plan: Plan
    hidden: bool
    late: bool

    @property
    def key(self) -> str: ...
    @property
    def lang(self) -> str: ...
    def revealed(self) -> bool: ...
    def told(self) -> str | None: ...


def panel(lesson: Lesson, say: Say) -> PanelShown:
    """The chart in words."""
    figure = lesson.report.figure(lesson.lang, lesson.hidden)
    title, note = say.phrase(figure.title), say.phrase(figure.note)
    return PanelShown("report", f"{lesson.key}.report", title, note, True, say_rows(figure.rows, say))


def context(lesson: Lesson, say: Say) -> dict[str, Any]:
    """All that `report.html.jinja` reads."""
    report, hidden, lang = lesson.report, lesson.hidden, lesson.lang
    say = Say(say.game, lang) if hidden else say
    return {
        "s": lesson,
        "lang": lang,
        "other": next(other for other in words.LANGS if other != lang),
        "t": say.t,
        "w": say.w,
        "send": lambda message: attributes.attributes(send=message),
        "seat_class": attributes.seat_class,
        "panel": panel(lesson, say),
        "scores": report.scores,
        "points": lambda n: _points(say, n),
        "hard": report.hard,
        "rows": report.rows,
        "question": report.question,
        "player": lambda seat: report.player(seat, lang, hidden),
        "family": lambda family: family_name(family, lang),
        "pattern": lambda bug: report_csv.pattern(bug, lang),
        "spell": lambda value: card.spell(value, lang),
        "findings": [(seat, f.say(lang)) for seat, found in report.findings().items() for f in found],
        "revealed": lesson.revealed(),
        **_lines(report, lang),
    }


def _lines(report: Report, lang: str) -> dict[str, Any]:
    """The game's own lines, as a table of texts."""
    match, entries = report.match, report.entries
    if match is None:
        return {"titles": (), "lines": (), "totals": (), "entries_note": ""}
    columns = registry.of(match.game).lessons.columns
    return {
        "titles": [report_csv.title(report, column, lang) for column in columns],
        "lines": [(one.seat, list(map(report_csv.cell, one.values, columns))) for one in entries],
        "totals": [
            (seat, list(map(report_csv.cell, report_csv.totals(entries, columns, seat), columns)))
            for seat in range(match.seats)
        ],
        "entries_note": words.find(f"{match.game.NAME}.report.note", lang) or "",
    }


def _points(say: Say, n: int) -> str:
    """A score in words: points, unless the game calls them something else."""
    own = words.find(f"{say.game}.report.score", say.lang)
    return say.t("report.score", n=n) if own else say.w("report.points", n=n)
