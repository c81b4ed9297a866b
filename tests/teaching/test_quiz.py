"""A quiz without a browser: messages in, scene and results out."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

import toolkit
from tests.support.markup import check_markup
from toolkit.cards.card import Question, Text
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.table.clock import Clock
from toolkit.teaching.questions import Questions
from toolkit.teaching.quiz import Quiz
from toolkit.teaching.sitting import Sitting

pytestmark = pytest.mark.usefixtures("english")
REVEALS = ("at once", "end", "never")


def mixed(n: int = 18) -> Questions:
    """Every family of both bands, every number of stars."""
    return toolkit.questions(band="lower", stars=(1, 2, 3), n=n) + toolkit.questions(band="upper", stars=(3, 1), n=n)


def test_markup_in_a_prompt_is_text_everywhere() -> None:
    bad = "<script>alert(1)</script>"
    one = toolkit.questions("L1", n=1)[0]
    fields = {name: getattr(one, name) for name in one.__struct_fields__}
    evil = Question(**fields | {"prompt": Text(bad, bad), "family": bad, "hints": (Text(bad, bad),)})
    quiz = toolkit.quiz([evil])
    quiz.handle({"kind": "hint", "number": 0})
    told = quiz.scene + quiz.still() + Questions([evil])._repr_html_()
    quiz.answer(1, bad)
    quiz.hand_in()
    assert "<script" not in told + quiz.scene and "&lt;script" in told


@pytest.mark.parametrize(
    "wrong",
    [
        {"questions": []},
        {"questions": "L1"},
        {"questions": ["7 + 5"]},
        {"reveal": "later"},
        {"seconds": 1},
        {"lang": "fr"},
    ],
)
def test_what_is_no_quiz_is_refused_in_words(wrong: Any) -> None:
    with pytest.raises(BadInput):
        toolkit.quiz(**{"questions": toolkit.questions("L1", n=2)} | wrong)


def answers_in(markup: str, one: Question) -> bool:
    """Whether a page tells the solution of a question."""
    return any(one.steps[-1].get(lang) in markup for lang in words.LANGS) or "tk-solved" in markup


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("reveal", REVEALS)
def test_every_page_keeps_the_contract_and_no_answer_comes_early(reveal: Any, lang: str) -> None:
    """Half the questions right, a quarter wrong, a quarter open; all kinds of answers, every page looked at."""
    asked = mixed()
    quiz = toolkit.quiz(asked, reveal=reveal, lang=lang)
    for at, one in enumerate(asked):
        quiz.handle({"kind": "go", "number": at})
        assert quiz.handle({"kind": "hint", "number": at}) is None
        check_markup(quiz.scene)
        assert not answers_in(quiz.scene, one)
        if at % 4 == 3:
            continue
        given = one.answer if at % 4 < 2 else one.distractors[0].value
        assert quiz.handle({"kind": "answer", "number": at, "text": str(given)}) is None
        quiz.handle({"kind": "go", "number": at})
        check_markup(quiz.scene)
        assert answers_in(quiz.scene, one) == (reveal == "at once")
    assert quiz.handle({"kind": "hand_in"}) is None and not quiz.sitting.over
    check_markup(quiz.scene)
    quiz.handle({"kind": "hand_in", "sure": True})
    page = check_markup(quiz.scene)
    assert ("tk-solved" in quiz.scene) == (reveal != "never")
    assert bool([a for a in page.all("data-send") if '"file"' in (a["data-send"] or "")]) == (reveal != "never")
    oks = [row["ok"] for row in quiz.results()]
    assert oks == [{0: True, 1: True, 2: False, 3: None}[at % 4] for at in range(len(asked))]


def test_nothing_sent_to_the_page_holds_an_answer_before_it_is_given() -> None:
    """Not in any trait, and not in what is kept with the notebook."""
    quiz = toolkit.quiz(toolkit.questions("L2", n=8, stars=3))
    sent = json.dumps(
        {name: value for name, value in quiz.get_state().items() if name not in ("_esm", "_css")}, default=str
    )
    for one in (entry.question for entry in quiz.sitting.entries):
        assert one.steps[0].en not in sent + quiz.still()


@pytest.mark.parametrize("reveal", ["end", "never"])
def test_an_answer_can_be_changed_until_it_is_handed_in(reveal: Any) -> None:
    asked = toolkit.questions("L1", n=2)
    quiz = toolkit.quiz(asked, reveal=reveal)
    assert quiz.answer(1, "1") is None and quiz.answer(1, str(asked[0].answer)) is None
    assert quiz.answer(2, "5") is None and quiz.answer(2, "  ") is None
    assert repr(quiz) == "Quiz(2 questions, 1 answered)"
    quiz.hand_in()
    assert [row["ok"] for row in quiz.results()] == [True, None]
    assert quiz.answer(2, str(asked[1].answer)) == words.say("error.quiz_closed", "en")
    assert repr(quiz) == "Quiz(2 questions, 1 answered, handed in)"


def test_at_once_an_answer_stands_and_blank_or_unreadable_is_none() -> None:
    asked = toolkit.questions("L1", n=3)
    quiz = toolkit.quiz(asked)
    assert quiz.answer(1, "") == words.say("error.quiz_blank", "en")
    assert quiz.answer(1, "many") == words.say("error.quiz_unreadable", "en", given="many")
    assert quiz.handle({"kind": "note", "number": 0, "text": "17"}) is None and quiz.sitting.answered == 0
    assert quiz.answer(1, f" = {asked[0].answer}．") is None
    assert quiz.answer(1, "0") == words.say("error.quiz_closed", "en")
    assert [row["ok"] for row in quiz.results()] == [True, None, None]


def test_hints_come_nudge_step_solution_and_the_solution_gives_the_question_up() -> None:
    asked = toolkit.questions("L1", n=2)
    quiz = toolkit.quiz(asked)
    for number, hint in enumerate(asked[0].hints, 1):
        assert hint.en not in quiz.scene
        quiz.handle({"kind": "hint", "number": 0})
        assert hint.en in quiz.scene and quiz.results()[0]["hints"] == number
    assert quiz.handle({"kind": "solution", "number": 0}) is None
    assert answers_in(quiz.scene, asked[0]) and quiz.results()[0]["ok"] is False and quiz.sitting.answered == 0
    strict = toolkit.quiz(asked, reveal="end")
    assert strict.handle({"kind": "solution", "number": 0}) and "tk-solved" not in strict.scene
    bare = toolkit.quiz(asked, hints=False)
    assert bare.handle({"kind": "hint", "number": 0}) and "hint-0" not in bare.scene


def test_several_choices_are_taken_and_taken_back() -> None:
    many = next(one for one in toolkit.questions("U6", "upper", (1, 2, 3), 60) if one.kind == "multi_choice")
    quiz = toolkit.quiz([many])
    values = [choice.value for choice in many.choices]
    for value in (*str(many.answer), values[0], values[0]):
        assert quiz.handle({"kind": "toggle", "number": 0, "value": value}) is None
    assert quiz.handle({"kind": "toggle", "number": 0, "value": "Q"})
    assert quiz.handle({"kind": "answer", "number": 0}) is None
    assert quiz.results()[0]["ok"] is True


def test_the_time_runs_from_the_start_button_and_ends_the_quiz_once() -> None:
    now = [0.0]
    asked = toolkit.questions("L1", n=2)
    quiz = Quiz(Sitting(asked, seconds=60, reveal="end", clock=Clock(lambda: now[0])))
    assert asked[0].prompt.en not in quiz.scene and quiz.clock == {}
    assert quiz.handle({"kind": "note", "number": 0, "text": "1"})
    quiz.handle({"kind": "begin"})
    quiz.handle({"kind": "note", "number": 0, "text": str(asked[0].answer)})
    up = {"kind": "play", "step": quiz.clock["t0"]["step"], "action": {"type": "timeup"}}
    now[0] = 30
    assert quiz.handle(up) is None and not quiz.sitting.over
    quiz.handle({"kind": "clock", "do": "add"})
    now[0] = 60
    assert quiz.handle(up) is None and not quiz.sitting.over
    now[0] = 90
    assert quiz.handle(up) is None and quiz.sitting.over and quiz.clock == {}
    assert [row["ok"] for row in quiz.results()] == [True, None]


MALFORMED: list[Any] = [
    {},
    {"kind": "fly"},
    {"kind": []},
    {"kind": "answer"},
    {"kind": "answer", "number": 99, "text": "1"},
    {"kind": "answer", "number": True, "text": "1"},
    {"kind": "note", "number": 0},
    {"kind": "note", "number": 99, "text": "1"},
    {"kind": "note", "number": "0", "text": "1"},
    {"kind": "toggle", "number": 0, "value": "A"},
    {"kind": "go", "number": -1},
    {"kind": "go", "number": "1"},
    {"kind": "hint"},
    {"kind": "play", "action": {"type": "chance"}},
    {"kind": "play", "action": 3},
    {"kind": "set", "name": "lang", "value": "fr"},
    {"kind": "set", "name": "colour", "value": "red"},
    {"kind": "clock", "do": "explode"},
    {"kind": "file"},
]


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("message", MALFORMED, ids=lambda m: json.dumps(m)[:50])
def test_a_malformed_message_is_refused_in_words_and_harms_nothing(message: Any, lang: str) -> None:
    quiz = toolkit.quiz(toolkit.questions("L1", n=2), lang=lang)
    before = quiz.results()
    error = quiz.handle(message)
    assert error and any("\u4e00" <= char <= "\u9fff" for char in error) == (lang == "zh")
    assert quiz.results() == before
    check_markup(quiz.scene)


def test_results_for_a_spreadsheet(tmp_path: Any) -> None:
    asked = toolkit.questions("L2", n=4)
    quiz = toolkit.quiz(asked, lang="zh")
    wrong = asked[1].distractors[0]
    quiz.answer(1, str(asked[0].answer))
    quiz.answer(2, str(wrong.value))
    quiz.answer(3, "-5")
    raw = quiz.save(tmp_path / "quiz.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") and b"\r\n" in raw
    rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"))))
    assert [row["ok"] for row in rows] == ["1", "0", "0", ""]
    assert rows[1]["pattern"] == wrong.bug and rows[0]["prompt"] == asked[0].prompt.zh
    cells = [cell for row in rows for cell in row.values() if cell[:1] in "=+-@" and cell]
    assert cells == ["-5"], "a number stays a number"
    offered: list[Any] = []
    quiz.sitting.offer = offered.append
    quiz.hand_in()
    assert quiz.handle({"kind": "file"}) is None and offered[0]["text"].encode("utf-8") == raw


def test_a_pattern_is_named_at_the_end_once_it_is_likely() -> None:
    bug = "SUB.smaller_from_larger"
    fits = [(one, d.value) for one in toolkit.questions("L2", n=60) for d in one.distractors if d.bug == bug]
    one, two = ((toolkit.quiz([q for q, _ in fits[:n]]), fits[:n]) for n in (1, 3))
    for quiz, given in (one, two):
        for number, (_, value) in enumerate(given, 1):
            quiz.answer(number, str(value))
        quiz.hand_in()
    assert "likely-1" not in one[0].scene and "likely-1" in two[0].scene


def test_what_stays_in_a_notebook_is_the_same_every_time() -> None:
    made = toolkit.questions(n=5)
    one, two = (toolkit.quiz(made)._repr_mimebundle_() for _ in range(2))
    data, other = (bundle[0] if isinstance(bundle, tuple) else bundle for bundle in (one, two))
    assert data["text/plain"] == "Quiz(5 questions, 0 answered)"
    assert data["text/html"] == other["text/html"] and "38 + 2" in data["text/html"]
