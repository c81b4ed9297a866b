"""The report of a lesson: a row for each answer, whatever is taken back, done again or judged anew."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from tests.support.lessons import PLAN, answers, at_first_card, move, play, session, to_card
from toolkit.cards import box
from toolkit.cards import card as card_
from toolkit.charts import makers
from toolkit.core import words
from toolkit.teaching import plan
from toolkit.teaching import saved as plans
from toolkit.teaching.report import Report, save_rows
from toolkit.teaching.report_csv import COLUMNS
from toolkit.teaching.rows import Row, read_rows


def question(here: Any) -> card_.Question:
    return box.deck(here.session.state.rules.cards).card(here.session.view()["card"]["number"])


def answer(here: Any, text: Any, seat: int | None = None) -> None:
    who = here.session.view()["to_move"][0] if seat is None else seat
    assert play(here, {"type": "answer", "seat": who, "value": str(text)}) is None


def wrong(here: Any) -> card_.Distractor:
    return question(here).distractors[0]


def test_an_answer_is_a_row() -> None:
    here = at_first_card("chance")
    card = here.session.view()["card"]
    asked, seat = question(here), here.session.view()["to_move"][0]
    now = [100.0]
    here.clock.now = lambda: now[0]
    here.clock._counted = now[0]
    now[0] += 12.4
    here.handle({"kind": "set", "name": "hints", "value": 1})
    answer(here, f" {asked.answer} ")
    (row,) = here.report.rows
    assert row.item_id == asked.id and row.family == asked.family and row.stars == card["stars"]
    assert row.seat == seat and row.ok and row.answer == str(asked.answer)
    assert row.seconds_used == 12 and row.hints == 1 and row.bug == ""
    assert not row.override_by_teacher and not row.taken_back


def test_a_pause_is_no_time_used() -> None:
    here = at_first_card("chance")
    now = [0.0]
    here.clock.now = lambda: now[0]
    here.clock._counted = 0.0
    for do, seconds in (("pause", 5), ("resume", 100), ("add", 2), ("off", 3)):
        now[0] += seconds
        here.handle({"kind": "clock", "do": do})
    now[0] += 4
    answer(here, str(question(here).answer))
    assert here.report.rows[0].seconds_used == 5 + 2 + 3 + 4


def test_a_wrong_answer_names_the_pattern_that_alone_fits() -> None:
    here = at_first_card("chance")
    distractor = wrong(here)
    answer(here, str(distractor.value))
    (row,) = here.report.rows
    assert not row.ok and row.bug == distractor.bug


def test_no_answer_and_no_time_left_are_rows_too() -> None:
    here = at_first_card("chance")
    assert play(here, {"type": "skip", "seat": here.session.view()["to_move"][0]}) is None
    to_card(here, "challenge")
    waiting = here.session.view()["card"]["waiting"]
    before = len(here.report.rows)
    here.clock.end()
    here.clock.running = True
    here.handle({"kind": "play", "step": here.clock.id, "action": {"type": "timeup"}})
    assert here.report.rows[0].answer is None
    assert [(row.seat, row.answer, row.ok) for row in here.report.rows[before:]] == [(s, None, False) for s in waiting]


def test_a_blank_is_neither_right_nor_wrong() -> None:
    here = session(None)
    to_card(here, "challenge")
    assert play(here, {"type": "skip", "seat": 0}) is None
    answer(here, question(here).answer, 1)
    blank, right = here.report.rows[-2:]
    assert blank.blank and not right.blank
    records = list(here.report.records())[-2:]
    assert [record["ok"] for record in records] == ["", 1]
    kept, told = len(here.report.answered), here.report.tallies()
    assert sum(one.all for one in told) == kept == len(here.report.kept) - sum(row.blank for row in here.report.kept)
    note = dict(here.report.figure("en").note.args)
    assert note["n"] == kept and note["blank"] == len(here.report.kept) - kept
    here.handle({"kind": "lesson", "do": "report", "value": True})
    scene = here.scene()
    assert scene.count("✕ ") == sum(not row.ok and not row.blank for row in here.report.rows)
    assert words.say("report.blank", "en") in scene
    assert play(here, {"type": "judge", "of": 0, "ok": False}) is None
    assert not here.report.rows[-2].blank  # a teacher has spoken


def test_a_sealed_challenge_gives_a_row_for_each_team() -> None:
    here = session(None)
    to_card(here, "challenge")
    before, right, bad = len(here.report.rows), question(here).answer, wrong(here).value
    answer(here, str(bad), 0)
    answer(here, str(right), 1)
    assert [(row.seat, row.ok) for row in here.report.rows[before:]] == [(0, False), (1, True)]


def test_the_teacher_changes_a_verdict() -> None:
    here = at_first_card("chance")
    seat = here.session.view()["to_move"][0]
    answer(here, str(wrong(here).value))
    assert play(here, {"type": "judge", "of": seat, "ok": True}) is None
    (row,) = here.report.rows
    assert row.ok and row.override_by_teacher and row.bug == ""
    here.handle({"kind": "undo"})
    here.match.goto(here.match.ply)
    assert len(here.report.rows) == 1


def test_a_verdict_that_is_taken_back_is_as_it_was() -> None:
    here = at_first_card("chance")
    seat = here.session.view()["to_move"][0]
    answer(here, str(wrong(here).value))
    ply = here.match.ply
    play(here, {"type": "judge", "of": seat, "ok": True})
    here.match.goto(ply)
    here.session.refresh()
    (row,) = here.report.rows
    assert not row.ok and not row.override_by_teacher and row.bug and not row.taken_back
    here.match.redo()
    here.session.refresh()
    assert here.report.rows[0].ok and here.report.rows[0].override_by_teacher


def test_a_word_instead_of_an_answer_is_a_row() -> None:
    here = at_first_card("chance")
    seat = here.session.view()["to_move"][0]
    play(here, {"type": "judge", "of": seat, "ok": True})
    (row,) = here.report.rows
    assert row.seat == seat and row.answer is None and row.ok and row.override_by_teacher


def test_undo_keeps_the_row_and_redo_shows_card_and_verdict_again() -> None:
    here = at_first_card("chance")
    number, text = here.session.view()["card"]["number"], str(wrong(here).value)
    answer(here, text)
    row = here.report.rows[0]
    here.handle({"kind": "undo"})
    assert here.session.view()["card"]["number"] == number
    assert [(r.answer, r.taken_back) for r in here.report.rows] == [(text, True)]
    here.handle({"kind": "redo"})
    assert here.report.rows == (row,)
    closed = here.session.view()["closed"]
    assert closed["number"] == number and closed["given"][0] == {
        "seat": row.seat,
        "text": text,
        "ok": False,
        "judged": False,
    }
    here.handle({"kind": "undo"})
    answer(here, str(question(here).answer))
    assert [(r.ok, r.taken_back) for r in here.report.rows] == [(False, True), (True, False)]


def test_rows_follow_the_match_through_undo_and_redo_at_random() -> None:
    here = session(None)
    answers(here, 6)
    told = {row.ply: row for row in here.report.rows}
    for do in ("undo", "undo", "undo", "redo", "undo", "undo", "redo", "redo", "redo", "redo", "redo"):
        here.handle({"kind": do})
        assert {row.ply for row in here.report.kept} == {ply for ply in told if ply <= here.match.ply}
    assert here.report.rows == tuple(told.values())


def test_a_saved_lesson_keeps_its_rows() -> None:
    here = session(None)
    answers(here, 4)
    here.handle({"kind": "undo"})
    move(here)
    saved = plans.read(here.json())
    again = session(None, saved.plan, saved)
    assert again.report.rows == here.report.rows
    assert read_rows(save_rows(here.report)) == here.report.rows
    answers(again, len(again.report.kept) + 2)
    assert again.report.rows[: len(here.report.rows)] == here.report.rows


@pytest.mark.parametrize("lang", words.LANGS)
def test_the_csv_is_one_that_spreadsheets_read(tmp_path: Path, lang: str) -> None:
    here = session(None)
    answers(here, 4)
    here.handle({"kind": "undo"})
    path = here.report.save(tmp_path / "report.csv", plain=True)
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\r\n") == data.count(b"\n") == 1 + len(here.report.rows)
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["player"] == words.seat_name(here.report.rows[0].seat, words.current())
    assert [row["taken_back"] for row in rows] == [str(int(row.taken_back)) for row in here.report.rows]


def test_no_cell_of_the_csv_is_a_formula() -> None:
    row = Row("2026-01-01 10:00:00", 0, 1, 1, "=1+1", "@x", 1, "-5", False, 3, 0)
    report = Report([row, Row("", 0, 2, 1, "i", "f", 1, "= 85", True, 3, 0)], ["=cmd", "b"])
    one, two = csv.DictReader(io.StringIO(report.csv(plain=True).removeprefix("\ufeff")))
    assert one["player"] == "'=cmd" and one["item_id"] == "'=1+1" and one["family"] == "'@x"
    assert one["answer"] == "-5" and two["answer"] == "'= 85"


def test_names_can_be_hidden() -> None:
    report = Report((), ["Mia", "Noah"])
    assert report.player(1, "en") == "Noah" and report.player(1, "en", hidden=True) == "Team B"


@pytest.mark.parametrize("lang", words.LANGS)
def test_the_chart_has_a_bar_for_each_family_and_team(lang: str) -> None:
    here = session(None)
    answers(here, 9)
    figure = here.report.figure(lang)
    tallies = here.report.tallies()
    assert len(figure.rows) == len(tallies) == len({row["label"] for row in figure.rows})
    assert sum(one.all for one in tallies) == len(here.report.kept)
    for row, one in zip(figure.rows, tallies, strict=True):
        assert row["p"] == one.right / one.all and row["tone"] == "abcd"[one.seat]
        assert row["label"].endswith(words.LETTERS[one.seat])
    assert makers.spec(here.report.panel(), lang, figure.rows)["data"]["values"]


def test_every_family_has_a_name() -> None:
    from toolkit.cards.families import FAMILIES

    for family in FAMILIES:
        for lang in words.LANGS:
            assert words.find(f"family.{family}", lang), family


def test_a_pattern_is_named_only_by_what_repeats() -> None:
    here = session(None, plan.plan("math_storm", 1, seed=9, end="time", stars=(1, 0, 0)))
    answers(here, 1)
    found = here.report.findings()
    for patterns in found.values():
        assert all(finding.sure in ("may", "likely") for finding in patterns)


def test_the_report_reads_well_in_a_notebook() -> None:
    here = session(None, plan.plan("math_storm", ["<b>Mia</b>", "Noah"], seed=5, order="seats"))
    answers(here, 2)
    assert repr(here.report) == f"Report(2 answers, {sum(row.ok for row in here.report.rows)} right)"
    html = here.report._repr_html_()
    assert html.startswith("<table>") and "<b>Mia" not in html
    assert repr(Report()) == "Report(0 answers, 0 right)" and PLAN.teams == 2
