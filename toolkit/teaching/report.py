"""The report of a lesson: a row for each answer, as CSV for a spreadsheet, as a table, and as a chart.

    report = lesson.report()
    report.rows[0].ok, report.scores, report.hard, report.csv(), report.save("tuesday.csv")

Rows follow the log of the match. An answer that is taken back keeps its row, with a mark that goes away if the answer
is redone. Time of day, seconds and hints are not in the log; they are noted when an answer comes.
"""

from __future__ import annotations

import html
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.cards import box as box_
from toolkit.cards import diagnosis
from toolkit.cards.card import Question
from toolkit.core import files, registry, words
from toolkit.core.game import HOST
from toolkit.core.lessons import Entry
from toolkit.core.match import Match
from toolkit.core.panel import Chart, Figure, Panel
from toolkit.core.words import Phrase
from toolkit.teaching import report_csv
from toolkit.teaching.questions import family_name
from toolkit.teaching.rows import Hard, Row, Score, Tally

TONES = "abcd"
"""The colours of the seats in the chart."""
STEP = 24
"""The height of a bar and its gap in the chart, in pixels."""
BARS = 6
"""The chart has room for a multiple of this many bars, so that few different charts need to be prepared."""
USUAL = 4
"""How many heights of the chart are prepared in advance."""

Key = tuple[str, int]
"""The step id of the move, which undo and redo do not change, and the seat."""


class Report:
    """The answers of one lesson. `names`: of the seats; `now`: the time of day for new rows."""

    def __init__(
        self, rows: Iterable[Row] = (), names: Sequence[str] = (), now: Callable[[], datetime] = datetime.now
    ) -> None:
        self._rows: dict[Key, Row] = {}
        for number, row in enumerate(rows):
            self._rows[(f"gone-{number}" if row.taken_back else str(row.ply), row.seat)] = row
        self.names, self.now = tuple(names), now
        self.box = ""
        self.match: Match[Any, Any] | None = None

    def __repr__(self) -> str:
        return f"Report({len(self.answered)} answers, {sum(row.ok for row in self.answered)} right)"

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, oldest first."""
        return tuple(self._rows.values())

    @property
    def kept(self) -> tuple[Row, ...]:
        """The rows that were not taken back."""
        return tuple(row for row in self.rows if not row.taken_back)

    @property
    def answered(self) -> tuple[Row, ...]:
        """The rows that were not taken back and are not blank."""
        return tuple(row for row in self.kept if not row.blank)

    def follow(self, match: Match[Any, Any], seconds: float = 0.0, hints: int = 0) -> None:
        """Brings the rows up to the present move of the match. `seconds`, `hints`: those of a new answer."""
        self.match, self.names = match, match.names
        self.box = str(match.options.get("cards", ""))
        facts = {(match.step(HOST, fact.ply), fact.seat): fact for fact in _facts(match)}
        self._rows = dict(self._rows)
        for key, fact in facts.items():
            old = self._rows.get(key)
            if old is None or old.number != fact.number:
                old = _fresh(fact, self.box, self.now(), seconds, hints)
            if not old.late:
                old = replace(old, ok=fact.ok, override_by_teacher=fact.judged)
            self._rows[key] = replace(old, taken_back=False)
        for key in self._rows.keys() - facts.keys():
            self._rows[key] = replace(self._rows[key], taken_back=True)

    def question(self, row: Row) -> Question | None:
        """The card of a row; `None` if its box is not known."""
        return card(self.box, row.number) if self.box else None

    def player(self, seat: int, lang: str, hidden: bool = False) -> str:
        """The name of a seat; if it is to be hidden or there is none, "Team A" and so on."""
        if hidden or seat >= len(self.names):
            return words.seat_name(seat, lang)
        return self.names[seat]

    def override(self, index: int, ok: bool) -> None:
        """A teacher's verdict on `rows[index]`, when the match has gone on. `BadInput` if there is no such answer."""
        key, row = list(self._rows.items())[index]
        match = self.match
        known = {(match.step(HOST, fact.ply), fact.seat): fact for fact in _facts(match)} if match else {}
        fact = known.get(key)
        self._rows = dict(self._rows)
        if fact is not None and fact.ok == ok:  # as the match has it
            self._rows[key] = replace(row, ok=ok, override_by_teacher=fact.judged, late=False)
        else:
            self._rows[key] = replace(row, ok=ok, override_by_teacher=True, late=True)

    def would_change(self, match: Match[Any, Any], action: Any) -> set[tuple[int, int]]:
        """By ply and seat, the answers whose verdict another action of the match would change."""
        log, states = [*match.log[: match.ply], action], [*match.states[: match.ply + 1]]
        before = {(fact.ply, fact.seat): (fact.ok, fact.judged) for fact in _facts(match)}
        after = _answered(match, log, [*states, match.game.apply(match.state, action)])
        return {(fact.ply, fact.seat) for fact in after if before.get((fact.ply, fact.seat)) != (fact.ok, fact.judged)}

    @property
    def scores(self) -> tuple[Score, ...]:
        """The score of each seat now, the first first; () before a match."""
        if self.match is None:
            return ()
        game, state = self.match.game, self.match.state
        ranks, points = game.ranks(state), game.returns(state)
        found = (Score(seat, ranks[seat], points[seat]) for seat in range(self.match.seats))
        return tuple(sorted(found, key=lambda one: (one.rank, one.seat)))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the game's own, see `core/lessons.py`."""
        match = self.match
        account = registry.of(match.game).lessons.account if match else None
        return account(match.game, match.log[: match.ply], match.states) if match and account else ()

    @property
    def hard(self) -> tuple[Hard, ...]:
        """The questions that were not always answered right, the hardest first."""
        by_card: dict[int, list[Row]] = {}
        for row in self.answered:
            by_card.setdefault(row.number, []).append(row)
        counted = (Hard(rows[0], sum(row.ok for row in rows), len(rows)) for rows in by_card.values())
        missed = (one for one in counted if one.right < one.all)
        return tuple(sorted(missed, key=lambda one: (one.right / one.all, -one.all)))

    def csv(self, lang: str | None = None, *, plain: bool = False, hidden: bool = False) -> str:
        """The report for a spreadsheet program: scores, hard questions, the game's lines, every answer.

        `plain`: only a head of the `COLUMNS` and the answers, for programs; `hidden`: without the names of the seats.
        `BadInput` for an unknown language.
        """
        return report_csv.plain(self, hidden) if plain else report_csv.sheet(self, lang, hidden)

    def records(self, lang: str | None = None) -> Iterator[dict[str, str | int]]:
        """A dictionary of the `COLUMNS` for each answer: 1 is yes, 0 no; `ok` is empty if nothing was answered."""
        return report_csv.records(self, lang)

    def save(self, path: str | Path, lang: str | None = None, *, plain: bool = False, hidden: bool = False) -> Path:
        """Writes the CSV and returns its path. `BadInput` if that is not possible."""
        return files.write(path, self.csv(lang, plain=plain, hidden=hidden))

    def tallies(self) -> tuple[Tally, ...]:
        """The counts for each family and seat, in this order."""
        counts: dict[tuple[str, int], list[bool]] = {}
        for row in self.answered:
            counts.setdefault((row.family, row.seat), []).append(row.ok)
        return tuple(Tally(family, seat, sum(oks), len(oks)) for (family, seat), oks in sorted(counts.items()))

    def findings(self) -> dict[int, tuple[diagnosis.Finding, ...]]:
        """By seat, the error patterns that its answers suggest; seats without any are left out."""
        by_seat = {}
        for seat in sorted({row.seat for row in self.kept}):
            asked = [(self.question(row), row) for row in self.kept if row.seat == seat]
            history = [diagnosis.Attempt(question, row.answer, row.ok) for question, row in asked if question]
            if patterns := diagnosis.findings(history):
                by_seat[seat] = patterns
        return by_seat

    def figure(self, lang: str, hidden: bool = False) -> Figure:
        """The chart of right answers: a bar for each family and seat. `hidden`: without the names of the seats."""
        rows = tuple(
            {
                "chart": "answers",
                "series": "now",
                "label": words.plain(f"{family_name(one.family, lang)} {words.LETTERS[one.seat]}"),
                "name": words.plain(f"{family_name(one.family, lang)}, {self.player(one.seat, lang, hidden)}"),
                "order": order,
                "tone": TONES[one.seat % len(TONES)],
                "p": one.right / one.all,
                "exact": f"{one.right}/{one.all}",
                "text": f"{one.right}/{one.all}",
            }
            for order, one in enumerate(self.tallies())
        )
        return Figure(rows, Phrase.of("report.chart"), self._note())

    def _note(self) -> Phrase:
        n = len(self.answered)
        counts = {"right": sum(row.ok for row in self.answered), "n": n, "blank": len(self.kept) - n}
        note = "report.none" if not self.kept else "report.note_blank" if counts["blank"] else "report.note"
        return Phrase.of(note, **counts)

    def panel(self) -> Panel:
        """The panel of the chart, with room for all bars."""
        return panel(max(1, -(-len(self.tallies()) // BARS)), self.figure)

    def _repr_html_(self) -> str:
        lang = words.current()
        titles = (words.say(f"report.head.{name}", lang) for name in report_csv.COLUMNS)
        head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in record.values()) + "</tr>"
            for record in self.records(lang)
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def panel(steps: int, figure: Callable[[str], Figure]) -> Panel:
    """The panel of the chart with room for `steps` times `BARS` bars."""
    chart = Chart("answers", "bars", y_title="report.share", width=420, height=STEP * BARS * steps + 42)
    return Panel("report", (chart,), lambda state, seat: figure(words.current()))


@cache
def prepare(lang: str) -> threading.Thread:
    """Makes the charts that a report may need in the background, once: the first chart in a language takes seconds."""
    thread = threading.Thread(target=warm, args=(lang,), daemon=True)
    thread.start()
    return thread


def warm(lang: str) -> None:
    """Makes the usual charts of reports; they are kept on disk."""
    from toolkit.charts import makers

    for steps in range(1, USUAL + 1):
        makers.spec(panel(steps, Report().figure), lang)


def _facts(match: Match[Any, Any]) -> tuple[Any, ...]:
    """What the people of a match have answered: see `Kit.answered`."""
    return _answered(match, match.log[: match.ply], match.states)


def _answered(match: Match[Any, Any], log: Sequence[Any], states: Sequence[Any]) -> tuple[Any, ...]:
    answered = registry.of(match.game).answered
    if answered is None:
        return ()
    return tuple(fact for fact in answered(log, states) if fact.seat not in match.bots)


def _fresh(fact: Any, box: str, time: datetime, seconds: float, hints: int) -> Row:
    question = card(box, fact.number)
    return Row(
        time=time.isoformat(" ", "seconds"),
        seat=fact.seat,
        ply=fact.ply,
        number=fact.number,
        item_id=question.id if question else str(fact.number),
        family=question.family if question else "",
        stars=fact.stars,
        answer=fact.text,
        ok=fact.ok,
        seconds_used=round(seconds),
        hints=hints,
        pattern=_pattern(question, fact.text),
    )


def _pattern(question: Question | None, text: str | None) -> str:
    """The error pattern that fits a wrong answer, if it is exactly one; otherwise ""."""
    fits = diagnosis.diagnose(question, text) if question and text else ()
    return fits[0] if len(fits) == 1 else ""


def card(box: str, number: int) -> Question | None:
    """The card with this number; `None` if the box or the card is not known."""
    try:
        return box_.deck(box).card(number)
    except ValueError:
        return None


def save_rows(report: Report) -> list[Mapping[str, Any]]:
    """The rows as values for JSON."""
    rows: list[Mapping[str, Any]] = msgspec.to_builtins(report.rows)
    return list(rows)
