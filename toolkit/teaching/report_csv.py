"""The report of a lesson as a table for a spreadsheet program, for people or for programs.

For people there are titles and values in words, with the scores and the hard questions at the top. For programs
(`plain`) there is one row an answer, under these names:

    time                 when the answer was given, "2026-03-05 10:12:45"
    player               the name of the team
    item_id              the card: family, stars and seed, or the id in the teacher's own cards
    family, stars        the kind of question, and its number of stars
    question             its text
    right_answer         the right answer
    answer               what was answered; empty if nothing was
    ok                   1 right, 0 wrong, empty if nothing was answered
    seconds_used, hints  the time that was taken, without pauses, and the hints that were looked at
    bug                  the error pattern that fits, if it is exactly one
    override_by_teacher  1 if the verdict is a teacher's
    taken_back           1 if the answer was undone
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

from toolkit.cards import card, diagnosis
from toolkit.core import files, registry, words
from toolkit.core.lessons import Column, Entry, Value
from toolkit.core.match import Match
from toolkit.teaching.questions import family_name
from toolkit.teaching.rows import Hard, Row, Score

COLUMNS = (
    "time",
    "player",
    "item_id",
    "family",
    "stars",
    "question",
    "right_answer",
    "answer",
    "ok",
    "seconds_used",
    "hints",
    "bug",
    "override_by_teacher",
    "taken_back",
)


class Report(Protocol):
    """What is read of a report: see `report.Report`."""

    @property
    def match(self) -> Match[Any, Any] | None: ...
    @property
    def rows(self) -> tuple[Row, ...]: ...
    @property
    def scores(self) -> tuple[Score, ...]: ...
    @property
    def hard(self) -> tuple[Hard, ...]: ...
    @property
    def entries(self) -> tuple[Entry, ...]: ...
    def question(self, row: Row) -> card.Question | None: ...
    def player(self, seat: int, lang: str, hidden: bool = False) -> str: ...


def records(report: Report, lang: str | None = None, hidden: bool = False) -> Iterator[dict[str, str | int]]:
    """See `Report.records`."""
    language = words.known_lang(lang) if lang else words.current()
    for row in report.rows:
        cells = {name: getattr(row, name) for name in COLUMNS if hasattr(row, name)}
        cells |= {"player": report.player(row.seat, language, hidden), "answer": row.answer or ""}
        cells |= {"question": question_of(report, row, language), "right_answer": right_of(report, row, language)}
        cells |= {"ok": ""} if row.blank else {}
        yield {name: int(cells[name]) if isinstance(cells[name], bool) else cells[name] for name in COLUMNS}


def plain(report: Report, hidden: bool = False) -> str:
    """The answers alone, under the names of `COLUMNS`."""
    return files.spreadsheet(COLUMNS, records(report, None, hidden))


def sheet(report: Report, lang: str | None = None, hidden: bool = False) -> str:
    """All of the report in words."""
    language = words.known_lang(lang) if lang else words.current()
    parts = (_scores, _hard, _entries, _answers)
    found = [part for make in parts if (part := list(make(report, language, hidden)))]
    return files.sheet([row for part in found for row in (*part, [])][:-1])


def _scores(report: Report, lang: str, hidden: bool) -> Iterator[Sequence[Any]]:
    if report.match is None:
        return
    game = report.match.game.NAME
    yield [words.say("report.scores", lang), words.say(f"{game}.title", lang)]
    yield [words.say(f"report.head.{name}", lang) for name in ("rank", "player", "points")]
    for one in report.scores:
        yield [one.rank, report.player(one.seat, lang, hidden), one.points]


def _hard(report: Report, lang: str, hidden: bool) -> Iterator[Sequence[Any]]:
    if not report.hard:
        return
    yield [words.say("report.hard", lang)]
    yield [words.say(f"report.head.{name}", lang) for name in ("question", "right_answer", "right", "answered")]
    for one in report.hard:
        yield [question_of(report, one.row, lang), right_of(report, one.row, lang), one.right, one.all]


def _entries(report: Report, lang: str, hidden: bool) -> Iterator[Sequence[Any]]:
    if report.match is None or not report.entries:
        return
    columns = registry.of(report.match.game).lessons.columns
    yield [words.say("report.entries", lang)]
    yield [words.say("report.head.player", lang), *(title(report, column, lang) for column in columns)]
    for entry in report.entries:
        numbers = (_number(value) for value in entry.values)
        yield [report.player(entry.seat, lang, hidden), *numbers]


def _number(value: Value) -> Any:
    return round(float(value), 2) if isinstance(value, Fraction) else value


def _answers(report: Report, lang: str, hidden: bool) -> Iterator[Sequence[Any]]:
    if not report.rows:
        return
    yield [words.say("report.answers", lang)]
    yield [words.say(f"report.head.{name}", lang) for name in COLUMNS]
    for row, record in zip(report.rows, records(report, lang, hidden), strict=True):
        said = {"family": family_name(row.family, lang), "ok": verdict(row, lang), "bug": pattern(row.bug, lang)}
        marks = {name: yes(record[name], lang) for name in ("override_by_teacher", "taken_back")}
        yield [(record | said | marks)[name] for name in COLUMNS]


def yes(value: Any, lang: str) -> str:
    return words.say("button.yes", lang) if value else ""


def verdict(row: Row, lang: str) -> str:
    return words.say("report.ok" if row.ok else "report.blank" if row.blank else "report.wrong", lang)


def pattern(bug: str, lang: str) -> str:
    """The name of an error pattern; "" for none."""
    return diagnosis.pattern(bug, lang).name if bug in diagnosis.known() else bug


def question_of(report: Report, row: Row, lang: str) -> str:
    """The text of the card of a row, or its id if its box is not known."""
    found = report.question(row)
    return found.prompt.get(lang) if found else row.item_id


def right_of(report: Report, row: Row, lang: str) -> str:
    """The right answer to the card of a row; "" if its box is not known."""
    found = report.question(row)
    return str(card.spell(found.answer, lang)) if found else ""


def title(report: Report, column: Column, lang: str) -> str:
    """The title of a column of the game's own lines."""
    assert report.match is not None
    game = report.match.game.NAME
    own = words.find(f"{game}.report.{column.name}", lang) or words.find(f"report.head.{column.name}", lang)
    return own or column.name.replace("_", " ")


def cell(value: Value, column: Column) -> str:
    """A number of a line as the page shows it: a gain with its sign."""
    if value is None:
        return ""
    if column.kind == "count":
        return str(value)
    text = f"{float(value):+.1f}" if column.kind == "gain" else f"{float(value):.1f}"
    return text.replace("-", "−") if float(text) else text.lstrip("+-")


def totals(entries: Sequence[Entry], columns: Sequence[Column], seat: int) -> list[Value]:
    """The sums of a seat, `None` for a column that is not added up."""
    own = [entry.values for entry in entries if entry.seat == seat]
    return [
        sum((values[at] or 0 for values in own), start=0) if column.total else None for at, column in enumerate(columns)
    ]
