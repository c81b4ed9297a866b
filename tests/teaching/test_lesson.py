"""A lesson without a browser: the teacher's tools, what is shown when, saving and resuming."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.lessons import PLAN, answers, move, play, session, to_card
from tests.support.markup import check_markup
from tests.teaching.pages import choose, do, lesson
from toolkit.cards import box, packs
from toolkit.cards import card as card_
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.teaching import saved as saved_
from toolkit.teaching.lesson_session import MORE

pytestmark = pytest.mark.filterwarnings("ignore:Worth a look")
PACK = """id,band,stars,family,prompt_zh,prompt_en,kind,answer
a1,lower,1,mine,1 + 1 = □,1 + 1 = □,int,2
a2,lower,1,mine,<b>2</b> + 2 = □,<b>2</b> + 2 = □,int,4
a3,lower,2,mine,10 + 5 = □,10 + 5 = □,int,15
"""


def test_names_are_text_wherever_they_stand() -> None:
    here = lesson(teams=["<img src=x onerror=alert(1)>", "B"])
    assert "<img" not in here.scene
    here.start()
    answers(here.shown, 1)
    for page in (False, True):
        do(here, "report", page)
        assert "<img" not in here.scene and "&lt;img" in here.scene


def test_a_pack_is_played_with_the_stars_it_has() -> None:
    pack = packs.pack(PACK)
    here = lesson(cards=pack)
    assert "3 cards" in here.scene and choose(here, "cards", "") is None
    assert here.shown.plan.cards == "" and choose(here, "cards", pack.name) is None
    here.start()
    assert here.match.options["cards"] == pack.name and here.match.options["stars"] == (1, 1, 0)
    card = to_card(here.shown)
    assert card["family"] in ("mine", "") or card["prompt"]
    here.publish()
    assert "<b>2</b> + 2" not in here.scene


def test_a_pack_is_opened_on_the_start_page() -> None:
    here = lesson()
    assert do(here, "pack", PACK) is None and here.shown.plan.cards == packs.pack(PACK).name
    error = do(here, "pack", PACK.replace("int,2", "int,two").replace(",2,mine", ",9,mine"))
    assert error and error.count("\n") >= 1 and here.shown.plan.cards, "all faults at once, and the old pack stays"


def test_a_saved_lesson_brings_its_pack(tmp_path: Path) -> None:
    pack = packs.pack(PACK)
    here = lesson(tmp_path / "lesson.json", cards=pack).start()
    answers(here.shown, 1)
    packs.forget()
    again = lesson(tmp_path / "lesson.json").resume()
    assert again.match.options["cards"] == pack.name and again.match.ply == here.match.ply
    answers(again.shown, 4)
    assert again.match.state.drawn > here.match.state.drawn
    packs.pack(PACK)


def test_the_stretch_lengthens_every_card() -> None:
    for stretch, factor in ((1, 1), (1.5, 1.5), (2, 2), (4, 4)):
        here = lesson(stretch=stretch, challenge="buzzer").start().shown
        card = to_card(here)
        assert here.clock.total == card["seconds"] * factor
    here = lesson(stretch="off").start().shown
    to_card(here)
    assert here.clock.off and not here.clock.running


def test_the_stretch_can_be_changed_while_a_card_is_open() -> None:
    here = lesson(challenge="buzzer").start().shown
    seconds = to_card(here)["seconds"]
    now = [0.0]
    here.clock.now, here.clock._since = (lambda: now[0]), 0.0
    now[0] = seconds / 2
    assert do(here, "stretch", "2.0") is None
    assert here.clock.total == 2 * seconds and here.clock.left == seconds
    assert do(here, "stretch", "0.0") is None and here.clock.off
    assert do(here, "stretch", "1.0") is None and here.clock.running and here.clock.total == seconds
    assert do(here, "stretch", "9")


def test_the_time_of_the_lesson_runs_out_and_nothing_stops_by_itself() -> None:
    widget = lesson(minutes=10).start()
    here = widget.shown
    to_card(here)
    glass = widget.clock["lesson"]
    assert glass["total"] == 600 and glass["running"] and glass["table"] == 0
    here.handle({"kind": "play", "step": "lesson", "action": {"type": "timeup"}})
    assert not here.over, "a late page ends nothing early"
    here.countdown.end()
    here.countdown.running = True
    here.handle({"kind": "play", "step": "lesson", "action": {"type": "timeup"}})
    widget.publish()
    assert here.over and here.session.view()["card"] and not widget.clock["lesson"]["running"]
    assert 'data-key="lesson-over"' in widget.scene
    check_markup(widget.scene)
    assert do(here, "add") is None and not here.over and here.countdown.left == pytest.approx(MORE, abs=2)
    here.countdown.end()
    assert play(here, {"type": "stop"}) is None
    widget.publish()
    assert not here.over and 'data-key="lesson-over"' not in widget.scene and not here.match.to_move


def test_the_time_of_the_lesson_can_be_paused_or_left_out() -> None:
    here = lesson(minutes=10).start()
    assert do(here, "pause") is None and not here.clock["lesson"]["running"]
    assert do(here, "resume") is None and here.clock["lesson"]["running"]
    without = lesson(minutes=0).start()
    assert "lesson" not in without.clock and 'data-key="countdown"' not in without.scene


def steps_in(scene: str, question: card_.Question) -> bool:
    return any(step.en in scene or step.zh in scene for step in question.steps)


@pytest.mark.parametrize("reveal", ["at once", "end", "never"])
def test_answers_are_shown_when_the_teacher_wants(reveal: str) -> None:
    widget = lesson(reveal=reveal, end="time").start()
    here = widget.shown
    for _ in range(3):
        to_card(here)
        question = box.deck(here.session.state.rules.cards).card(here.session.view()["card"]["number"])
        widget.publish()
        assert not steps_in(widget.scene, question), "the answer is in the page before it is given"
        assert "answer" not in here.session.view()["card"]
        while here.session.view()["card"]:
            move(here)
        widget.publish()
        assert steps_in(widget.scene, question) == (reveal == "at once")
        assert ("How to work it out" in widget.scene) == (reveal == "at once")
    do(widget, "report", True)
    assert ("(right:" in widget.scene) == (reveal == "at once" and any(not row.ok for row in here.report.rows))
    do(widget, "report", False)
    play(here, {"type": "stop"})
    do(widget, "report", True)
    assert ("(right:" in widget.scene) == (reveal != "never" and any(not row.ok for row in here.report.rows))


def test_no_scene_of_a_random_lesson_holds_an_answer_too_early() -> None:
    widget = lesson(end="time", seed=11).start()
    here = widget.shown
    for _ in range(120):
        move(here)
        if card := here.session.view()["card"]:
            question = box.deck(here.session.state.rules.cards).card(card["number"])
            scene = here.scene()
            assert not steps_in(scene, question)
            for given in card["given"]:
                assert "text" not in given or not card["sealed"]


def test_a_what_if_tells_no_more() -> None:
    widget = lesson(reveal="end").start()
    answers(widget.shown, 1)
    assert widget.handle({"kind": "whatif"}) and len(widget.sections) == 1, "the sealed answer is not opened beside"
    while not widget.shown.session.view()["closed"]:
        move(widget.shown)
    assert widget.handle({"kind": "whatif"}) is None
    beside = widget.sections[1]
    play(beside, {"type": "stop"})
    assert beside.view()["closed"] is None or beside.view()["closed"]["answer"] is None
    do(widget, "reveal", "at once")
    widget.handle({"kind": "whatif"})
    assert widget.sections[1].view()["closed"]["answer"] is not None


def test_hints_come_one_by_one() -> None:
    here = lesson().start().shown
    card = to_card(here)
    for shown in (0, 1, 2):
        here.handle({"kind": "set", "name": "hints", "value": shown})
        assert [hint["en"] in here.scene().replace("&#39;", "'") for hint in card["hints"]] == [
            n < shown for n in (0, 1)
        ]


@pytest.mark.parametrize("lang", words.LANGS)
def test_every_scene_of_a_lesson_keeps_the_markup_contract(lang: str) -> None:
    widget = lesson(lang=lang, teams=3, minutes=5, end="time").start()
    here = widget.shown
    for number in range(60):
        move(here)
        if number % 6 == 0:
            check_markup(here.scene())
            do(here, "report", True)
            check_markup(here.scene())
            assert here.rows()["t0.report"] or not here.report.rows
            do(here, "report", False)
    do(here, "ask", True)
    check_markup(here.scene())
    json.dumps(here.rows())


def test_the_report_lets_an_open_card_wait() -> None:
    widget = lesson().start()
    here = widget.shown
    to_card(here)
    do(widget, "report", True)
    assert not here.clock.running and set(widget.specs) == {"t0.report"} and "tk-report" in widget.scene
    do(widget, "report", False)
    assert here.clock.running and "t0.landing" in widget.specs
    here.handle({"kind": "clock", "do": "pause"})
    do(widget, "report", True)
    do(widget, "report", False)
    assert not here.clock.running, "what the teacher has paused stays so"


def test_names_are_hidden_while_the_report_is_projected() -> None:
    widget = lesson(teams=["Mia", "Noah"]).start()
    answers(widget.shown, 4)
    do(widget, "report", True)
    assert "Mia" in widget.scene or "Noah" in widget.scene
    do(widget, "hide", True)
    assert "Mia" not in widget.scene and "Noah" not in widget.scene and "Team A" in widget.scene
    assert "Mia" not in str(widget.rows) and "Noah" not in str(widget.rows)
    assert "Mia" in widget.report().csv() or "Noah" in widget.report().csv()


def test_files_are_offered_and_loaded(tmp_path: Path) -> None:
    widget = lesson(teams=["Mia", "Noah"]).start()
    answers(widget.shown, 2)
    files: list[tuple[str, str, str]] = []
    widget.shown.offer = lambda *file: files.append(file)
    do(widget, "file")
    do(widget, "csv")
    (name, text, kind), (table, rows, _) = files
    assert name == "math_storm_lesson.json" and kind == "application/json"
    assert table.endswith(".csv") and rows.startswith("\ufeff")
    for other in (lesson(), lesson().start()):
        assert do(other, "load", text) is None
        assert other.match.record() == widget.match.record() and other.report().rows == widget.report().rows
        assert do(other, "load", text[:-9]) and other.match.ply == widget.match.ply, "a bad file changes nothing"


def test_a_scratch_pad_keeps_what_the_page_has_typed() -> None:
    widget = lesson().start()
    pad = re.search(r'<textarea data-key="(pad-\d+)" data-keep[^>]*></textarea>', widget.scene)
    assert pad
    move(widget.shown)
    widget.publish()
    assert f'data-key="{pad[1]}"' in widget.scene
    do(widget, "pad")
    assert f'data-key="{pad[1]}"' not in widget.scene, "cleared: another key, another field"


def test_a_killed_lesson_goes_on_with_one_click(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    here = lesson(path, teams=["Mia", "Noah"], minutes=20, stretch=2, reveal="never")
    assert not path.exists(), "nothing is written before the lesson starts"
    here.start()
    answers(here.shown, 3)
    here.shown.countdown.act("add", more=-300)
    move(here.shown)
    again = lesson(path)
    assert "A saved lesson is here" in again.scene and "Mia" not in again.scene
    assert do(again, "resume") is None
    assert again.match.record() == here.match.record() and again.report().rows == here.report().rows
    assert again.shown.countdown.left == pytest.approx(900, abs=5) and again.clock["lesson"]["total"] == 1200
    assert again.shown.clock.stretch == 2 and again.shown.reveal == "never"
    move(again.shown)
    assert saved_.read(path.read_text("utf-8")).match.ply == again.match.ply


def test_a_new_lesson_keeps_the_old_one_under_another_name(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    answers(lesson(path).start().shown, 1)
    old = path.read_text("utf-8")
    lesson(path).start()
    assert (tmp_path / "lesson.before-1.json").read_text("utf-8") == old


def test_undo_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    widget = lesson(path).start()
    answers(widget.shown, 2)
    widget.undo()
    saved = saved_.read(path.read_text("utf-8"))
    assert saved.match.ply == widget.match.ply and sum(row.taken_back for row in saved.rows) <= 1
    widget.redo()
    assert saved_.read(path.read_text("utf-8")).match.ply == widget.match.ply


def test_erasing_asks_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    for _ in range(2):
        widget = lesson(path, teams=["Mia", "Noah"]).start()
        answers(widget.shown, 1)
    assert do(widget, "ask", True) is None and 'role="alertdialog"' in widget.scene
    assert do(widget, "ask", False) is None and path.exists()
    assert do(widget, "erase") is None
    assert not list(tmp_path.iterdir()) and not widget.started
    assert "Mia" not in widget.scene and widget.report().rows == ()
    with pytest.raises(BadInput, match="no saved lesson"):
        widget.resume()


def test_the_start_page_erases_as_well(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    lesson(path, teams=["Mia", "Noah"]).start()
    widget = lesson(path, teams=["Mia", "Noah"])
    assert do(widget, "ask", True) is None and do(widget, "erase") is None
    assert not path.exists() and "Mia" not in widget.scene and 'data-key="resume"' not in widget.scene


def test_back_to_the_start_page_and_on_again(tmp_path: Path) -> None:
    widget = lesson(tmp_path / "lesson.json").start()
    answers(widget.shown, 1)
    ply = widget.match.ply
    assert do(widget, "new") is None and not widget.started
    assert do(widget, "resume") is None and widget.match.ply == ply


def test_a_lesson_reads_well_in_a_notebook() -> None:
    widget = lesson(teams=["Mia", "Noah"])
    assert repr(widget) == "Lesson(math_storm, start page)"
    with pytest.raises(BadInput, match="has not been started"):
        _ = widget.match
    data = (
        widget._repr_mimebundle_()[0] if isinstance(widget._repr_mimebundle_(), tuple) else widget._repr_mimebundle_()
    )
    assert "<img" in data["text/html"]
    assert "Nothing leaves this machine" in widget.text() and "Nothing leaves this machine" in widget.scene
    widget.start()
    assert repr(widget) == f"Lesson(math_storm, 2 teams, ply {widget.match.ply})"
    assert "Mia" not in widget.picture() and "Team A" in widget.picture()


def test_what_a_notebook_does_is_reported_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    widget = lesson(path).start()
    card = to_card(widget.shown)
    assert widget.say("skip a" if len(card["waiting"]) > 1 else "skip") and len(widget.report().rows) == 1
    assert saved_.read(path.read_text("utf-8")).match.ply == widget.match.ply
    assert PLAN.get("end") == "time"


def test_a_file_that_cannot_be_loaded_is_told_at_the_strip() -> None:
    here = session(None)
    assert here.handle({"kind": "lesson", "do": "load", "value": "{"})
    scene = here.scene()
    assert scene.count('data-key="refusal"') == 1 and scene.index('data-key="refusal"') < scene.index('data-key="main"')
    assert here.handle({"kind": "say", "text": "make tea"})
    scene = here.scene()
    assert scene.count('data-key="refusal"') == 1 and scene.index('data-key="refusal"') > scene.index('data-key="main"')
