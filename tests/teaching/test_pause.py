"""One pause stops everything: the time of the lesson, the clock of the card that is open, and of those to come."""

from __future__ import annotations

from typing import Any

import pytest

import toolkit
from tests.support.lessons import play, to_card
from tests.support.markup import check_markup
from tests.teaching.pages import do, lesson
from toolkit.core import words
from toolkit.table.clock import Clock


def stopped(here: Any) -> Any:
    """Both clocks of a lesson on one time of ours, which the test moves on."""
    now = [0.0]
    for clock in (here.clock, here.countdown):
        clock.now, clock._since = (lambda: now[0]), 0.0
    return now


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("by", ["lesson", "card", "typed"])
def test_one_pause_stops_both_clocks_and_says_so(by: str, lang: str) -> None:
    widget = lesson(minutes=10, lang=lang).start()
    here = widget.shown
    to_card(here)
    now = stopped(here)
    now[0] = 5.0
    pause = {
        "lesson": {"kind": "lesson", "do": "pause"},
        "card": {"kind": "clock", "do": "pause"},
        "typed": {"kind": "say", "text": "pause" if lang == "en" else "暂停"},
    }[by]
    assert widget.handle(pause) is None
    left = here.clock.left, here.countdown.left
    now[0] = 1000.0
    assert (here.clock.left, here.countdown.left) == left and here.paused
    assert not widget.clock["lesson"]["running"] and not widget.clock["t0"]["running"]
    assert {"en": "PAUSED", "zh": "已暂停"}[lang] in widget.scene and 'data-key="paused-go-on"' in widget.scene
    check_markup(widget.scene)
    go_on = {"kind": "lesson", "do": "resume"} if by != "card" else {"kind": "clock", "do": "resume"}
    assert widget.handle(go_on) is None
    now[0] += 1.0
    assert here.clock.left == left[0] - 1 and here.countdown.left == left[1] - 1
    assert {"en": "PAUSED", "zh": "已暂停"}[lang] not in widget.scene


def test_while_it_is_paused_nothing_is_played_and_the_teacher_may_still_act() -> None:
    widget = lesson(minutes=10).start()
    here = widget.shown
    card = to_card(here)
    do(widget, "pause")
    seat = card["waiting"][0]
    refused = play(here, {"type": "skip", "seat": seat})
    assert refused == "The lesson is paused. Press “Go on” first."
    assert widget.handle({"kind": "say", "text": "skip a"}) and here.match.state.agenda
    ply = here.match.ply
    assert play(here, {"type": "judge", "of": seat, "ok": True}) is None and here.match.ply > ply
    assert not here.clock.running, "a card that is open after the verdict waits too"
    widget.handle({"kind": "undo"})
    widget.handle({"kind": "redo"})
    assert not here.clock.running and here.paused
    assert do(widget, "resume") is None
    assert here.countdown.running


def test_a_late_page_cannot_end_a_card_or_the_lesson_while_it_is_paused() -> None:
    widget = lesson(minutes=10).start()
    here = widget.shown
    to_card(here)
    do(widget, "pause")
    for step in (here.clock.id, "lesson"):
        widget.handle({"kind": "play", "step": step, "action": {"type": "timeup"}})
    assert here.session.view()["card"] and here.countdown.left > 0


def test_time_that_is_added_in_a_pause_does_not_end_it() -> None:
    widget = lesson(minutes=10).start()
    here = widget.shown
    to_card(here)
    do(widget, "pause")
    left = here.countdown.left
    assert do(widget, "add") is None and here.countdown.left == left + 300 and not here.countdown.running
    widget.handle({"kind": "clock", "do": "add"})
    assert not here.clock.running and here.paused


def test_report_and_pause_hold_a_card_apart() -> None:
    widget = lesson().start()
    here = widget.shown
    to_card(here)
    do(widget, "pause")
    do(widget, "report", True)
    do(widget, "resume")
    assert not here.clock.running, "the report is still open"
    do(widget, "report", False)
    assert here.clock.running


def test_a_table_without_a_lesson_says_that_its_card_is_paused() -> None:
    table = toolkit.play("math_storm", 2, seed=12, order="seats", challenge="sealed")
    to_card(table.session)
    assert table.handle({"kind": "clock", "do": "pause"}) is None
    assert 'data-key="clock-paused"' in table.scene and "PAUSED" in table.scene
    seats = table.session.view()["card"]["waiting"]
    assert play(table.session, {"type": "skip", "seat": seats[0]}) is None
    if table.session.view()["card"]:
        assert table.session.clock.running, "whoever plays on has ended the pause"
    table.publish()
    assert 'data-key="clock-paused"' not in table.scene


def test_a_clock_that_is_held_starts_no_card() -> None:
    clock = Clock(lambda: 0.0)
    clock.hold("a")
    clock.follow({"id": "1", "seconds": 30})
    assert not clock.running and clock.left == 30
    clock.hold("b")
    clock.release("a")
    assert not clock.running
    clock.release("b")
    assert clock.running
    clock.act("pause")
    clock.hold("a")
    clock.release("a")
    assert not clock.running, "what stood before it was held stands on"


def test_where_everybody_writes_each_team_has_its_time() -> None:
    for teams in (2, 3):
        here = lesson(teams=teams, end="time").start().shown
        card = to_card(here, "challenge")
        assert here.clock.total == teams * card["seconds"]
    alone = lesson(end="time").start().shown
    assert to_card(alone, "chance")["seconds"] == alone.clock.total
    bots = lesson(teams=3, end="time", bots={"C": "solver"}).start().shown
    card = to_card(bots, "challenge")
    assert bots.clock.total == 2 * card["seconds"], "a computer needs no time to write"
    race = lesson(end="time", challenge="buzzer").start().shown
    assert to_card(race, "challenge")["seconds"] == race.clock.total


def test_the_rows_of_teams_stay_where_they_are_after_an_answer() -> None:
    widget = lesson(teams=3, end="time").start()
    here = widget.shown
    to_card(here, "challenge")
    assert play(here, {"type": "answer", "seat": 1, "value": "3"}) is None
    widget.publish()
    step = here.clock.id
    places = [widget.scene.index(f'data-key="{key}"') for key in (f"row-ask-{step}-0", "given-1", f"row-ask-{step}-2")]
    assert places == sorted(places)
    given = widget.scene[places[1] : places[2]]
    assert "3" not in given.split(">", 1)[1].replace("</g>", "") or "Team B" in given, "sealed"
