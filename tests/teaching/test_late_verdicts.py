"""A verdict can be changed whenever the teacher sees that it was wrong: in the match, or at least in the report."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.support.lessons import answers, at_first_card, move, play, session
from tests.support.markup import check_markup
from tests.teaching.pages import do, lesson
from tests.teaching.test_report import answer, question, wrong
from toolkit.core.words import BadInput
from toolkit.teaching import saved as saved_


def judged(here: Any, row: int, ok: bool) -> str | None:
    return do(here, "judge", {"row": row, "ok": ok})


def test_as_long_as_the_rules_take_it_the_verdict_changes_the_match() -> None:
    here = at_first_card("chance")
    answer(here, str(wrong(here).value))
    ply, due = here.match.ply, here.match.game.due(here.match.state).phase
    assert judged(here, 0, True) is None and not here.late
    assert here.report.rows[0].ok and here.report.rows[0].override_by_teacher and not here.report.rows[0].late
    assert here.match.ply > ply and here.match.game.due(here.match.state).phase != due, "a bonus is paid"


def test_when_the_match_has_gone_on_it_changes_the_report_alone_and_says_so() -> None:
    widget = lesson(end="time").start()
    here = widget.shown
    answers(here, 1)
    for _ in range(6):
        move(here)
    row = here.report.rows[0]
    record = here.match.record()
    do(widget, "report", True)
    assert judged(widget, 0, not row.ok) is None
    assert "The game has gone on" in widget.scene
    check_markup(widget.scene)
    changed = here.report.rows[0]
    assert changed.ok is not row.ok and changed.override_by_teacher and changed.late
    assert here.match.record() == record, "the board stays as it is"
    assert "by the teacher" in widget.scene
    (told, *_) = csv.DictReader(io.StringIO(here.report.csv(plain=True).removeprefix("\ufeff")))
    assert told["ok"] == str(int(not row.ok)) and told["override_by_teacher"] == "1"
    move(here)
    assert here.report.rows[0] == changed, "it is kept while the match goes on"
    saved = saved_.read(here.json())
    assert session(None, saved.plan, saved).report.rows[0] == changed, "and in the file"
    assert judged(widget, 0, row.ok) is None
    assert here.report.rows[0] == row, "as the match has it: no mark is left"


def test_another_card_than_the_one_just_answered_is_never_judged_in_the_match() -> None:
    here = session(None)
    answers(here, 4)
    ply = here.match.ply
    for index, row in enumerate(here.report.rows[:2]):
        assert judged(here, index, not row.ok) is None
        assert here.report.rows[index].late
    assert here.match.ply == ply


def test_hard_questions_and_the_chart_follow_the_verdict() -> None:
    here = at_first_card("chance")
    number = question(here).id
    answer(here, str(wrong(here).value))
    for _ in range(5):
        move(here)
    assert here.report.hard[0].row.item_id == number and here.report.hard[0].right == 0
    assert judged(here, 0, True) is None
    assert number not in [one.row.item_id for one in here.report.hard]
    assert here.report.tallies()[0].right >= 1


def test_what_is_no_row_is_refused() -> None:
    here = at_first_card("chance")
    answer(here, str(wrong(here).value))
    for value in (
        None,
        {"row": 9, "ok": True},
        {"row": True, "ok": True},
        {"row": 0, "ok": 1},
        {"row": -1, "ok": True},
    ):
        assert do(here, "judge", value)
    here.handle({"kind": "undo"})
    assert "taken back" in str(judged(here, 0, True))
    widget = lesson().start()
    with pytest.raises(BadInput):
        widget.judge(0, True)
    answers(widget.shown, 1)
    assert widget.judge(0, True).report().rows[0].ok


def test_a_paused_lesson_can_be_judged() -> None:
    here = at_first_card("chance")
    answer(here, str(wrong(here).value))
    do(here, "pause")
    assert judged(here, 0, True) is None and here.report.rows[0].ok
    assert play(here, {"type": "move", "seat": here.report.rows[0].seat, "pawn": 0})
