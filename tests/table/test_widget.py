"""The widget of a table without a browser: previews, what-ifs, threads, what stays in a notebook."""

from __future__ import annotations

import threading

import toolkit
from tests.support.markup import check_markup
from tests.support.tables import step_of, until
from toolkit.core import words


def test_what_chance_does_cannot_be_peeked_at() -> None:
    table = toolkit.play("math_storm", seed=3)
    until(table.session, "roll")
    assert {"type": "chance"} in table.session.legal()
    assert table.handle({"kind": "peek", "action": {"type": "chance"}}) is None and table.session.preview is None


def test_what_if_forks_into_a_second_table_and_leaves_the_match_alone() -> None:
    table = toolkit.play("math_storm", seed=3)
    table.say("spin", "spin", "spin", "spin", "spin", "spin", "roll")
    record = table.record()
    assert table.handle({"kind": "whatif", "table": 0}) is None
    assert [s.key for s in table.sections] == ["t0", "t1"]
    check_markup(table.scene)
    fork = table.sections[1]
    assert fork.match.seed != table.match.seed
    action = next(a for a in fork.legal() if a["type"] == "move")
    table.handle({"kind": "play", "table": 1, "step": step_of(fork, action), "action": action})
    assert fork.match.ply > table.match.ply
    assert table.record() == record
    assert {key.split(".")[0] for key in table.rows} == {"t0", "t1"}
    table.handle({"kind": "close", "table": 1})
    assert len(table.sections) == 1


def test_messages_on_two_threads_lose_nothing() -> None:
    table = toolkit.play("math_storm", seed=3)

    def undo_and_redo() -> None:
        for _ in range(20):
            table.handle({"kind": "undo"})
            table.handle({"kind": "redo"})

    def speak() -> None:
        for number in range(20):
            table.handle({"kind": "set", "name": "lang", "value": words.LANGS[number % 2]})

    table.say("spin", "spin", "spin")
    record = table.record()
    threads = [threading.Thread(target=work) for work in (undo_and_redo, speak)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.record() == record
    check_markup(table.scene)


def test_a_table_has_a_stable_name_a_still_picture_and_a_sentence() -> None:
    table = toolkit.play("math_storm", seed=3)
    assert repr(table) == "Table(math_storm, ply 0)"
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == repr(table)
    assert data["text/html"] == toolkit.load(table.record())._repr_mimebundle_()[0]["text/html"]
    assert "Team A" in table.text()


def test_a_file_says_for_which_message_it_is() -> None:
    quiz = toolkit.quiz(toolkit.questions("L1", n=1))
    quiz.hand_in()
    sent: list[dict[str, object]] = []
    quiz.send = lambda content, buffers=None: sent.append(content)
    quiz._receive(quiz, {"kind": "file", "id": 7, "table": 0})
    file, answer = sent
    assert (file["kind"], file["name"], file["for"]) == ("file", "quiz.csv", 7)
    assert answer == {"kind": "ack", "id": 7, "error": None}
    quiz.handle({"kind": "file", "table": 0})
    assert "for" not in sent[-1], "asked for in Python: no view is meant more than another"
