"""A session at a table: messages in, refusals, undo, looking back, bots."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from tests.support.markup import Page, check_markup
from tests.support.tables import do, match_at_table, session, step_of, until, walk
from toolkit.core import words
from toolkit.core.game import CHANCE
from toolkit.core.match import Bot, decode
from toolkit.core.playout import random_policy
from toolkit.table.session import Session


def test_a_click_moves_board_and_rows() -> None:
    here = until(session(), "route")
    before = here.scene(), here.rows()
    seat = here.view()["due"]["seat"]
    assert do(here, {"type": "move", "seat": seat, "pawn": here.view()["due"]["pawns"][0]}) is None
    assert here.scene() != before[0]
    assert here.rows() != before[1]


def test_a_late_click_is_refused_as_stale() -> None:
    here = until(session(), "route")
    due = here.view()["due"]
    message = {
        "kind": "play",
        "step": step_of(here, {"type": "move", "seat": due["seat"]}),
        "action": {"type": "move", "seat": due["seat"], "pawn": due["pawns"][0]},
    }
    assert here.handle(message) is None
    ply = here.match.ply
    assert here.handle(message) == words.say("error.stale", "en")
    assert here.match.ply == ply


def test_what_another_seat_answers_leaves_my_step_alone() -> None:
    here = next(s for s in (session(seed=n, seats=3, challenge="sealed") for n in range(99)) if challenge(s))
    mine, other = here.view()["card"]["waiting"][:2]
    step = here.match.step(mine)
    assert do(here, {"type": "answer", "seat": other, "value": "1"}) is None
    assert here.match.step(mine) == step
    assert here.handle({"kind": "play", "step": step, "action": {"type": "skip", "seat": mine}}) is None


def challenge(here: Session) -> bool:
    return any((here.view()["card"] or {}).get("kind") == "challenge" for _ in walk(here, 7))


MALFORMED: list[Any] = [
    {},
    {"kind": None},
    {"kind": "fly"},
    {"kind": "play"},
    {"kind": "play", "step": "0", "action": None},
    {"kind": "play", "step": "0", "action": {"type": "move"}},
    {"kind": "play", "step": "0", "action": {"type": "move", "seat": "0", "pawn": 0}},
    {"kind": "play", "step": "0", "action": {"type": "move", "seat": 0, "pawn": 0, "extra": 1}},
    {"kind": "play", "step": "0", "action": {"type": "rolled", "face": "+"}},
    {"kind": "play", "step": "0", "action": {"type": "spun", "number": 9}},
    {"kind": "play", "step": [], "action": {"type": "chance"}},
    {"kind": "goto"},
    {"kind": "goto", "ply": -1},
    {"kind": "goto", "ply": 10**9},
    {"kind": "goto", "ply": True},
    {"kind": "goto", "ply": "3"},
    {"kind": "set", "name": "lang", "value": "fr"},
    {"kind": "set", "name": "colour", "value": "red"},
    {"kind": "set", "name": "hints", "value": "many"},
    {"kind": "clock", "do": "explode"},
    {"kind": "why"},
    {"kind": "why", "about": {"action": {"type": "move", "seat": 9, "pawn": 0}}},
    {"kind": "say", "text": "fly"},
    {"kind": "say", "text": ""},
]


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("message", MALFORMED, ids=lambda m: json.dumps(m)[:50])
def test_a_malformed_message_is_refused_in_words_and_harms_nothing(message: Any, lang: str) -> None:
    here = until(session(lang=lang), "roll")
    record = here.match.record()
    error = here.handle(message)
    assert error
    assert any("\u4e00" <= char <= "\u9fff" for char in error) == (lang == "zh")
    assert not re.search("xpected|required|invalid|Error|nknown", error), "Python's words"
    assert here.match.record() == record
    check_markup(here.scene())


def test_why_not_names_the_reason_and_the_rule() -> None:
    """Pawns on 6 and 6, the full one has passed: 6 − 6 = 0 would bring it back into the storm."""
    here = until(session(), "route")
    state, due = here.state, here.view()["due"]
    seat = due["seat"]
    changed = msgspec.structs.replace(
        state,
        pawns=((6, 6),) * state.seats,
        passed=((True, False),) * state.seats,
        agenda=(*state.agenda[:-1], msgspec.structs.replace(state.agenda[-1], ops=("-",))),
    )
    here.match.states[here.match.ply] = changed
    page = check_markup(here.scene())
    abouts = [json.loads(attrs["data-why"] or "") for attrs in page.all("data-why")]
    assert {"action": {"type": "move", "seat": seat, "pawn": 0}} in abouts
    error = here.handle({"kind": "why", "about": {"action": {"type": "move", "seat": seat, "pawn": 0}}})
    assert error == words.say("math_storm.why.passed_may_not_enter", "en", result=0, own=6)
    assert here.rule == "op.passed"
    here.book = True
    marked = [attrs["data-key"] for attrs in Page(here.scene()).all("aria-current")]
    assert "rule-op.passed" in marked


def test_ten_undos_take_ten_steps_back_and_redo_brings_them_again() -> None:
    here = session()
    plies = [here.match.ply]
    for number, _ in enumerate(walk(here, 2)):
        if here.match.ply != plies[-1]:
            plies.append(here.match.ply)
        if number == 25:
            break
    for back in reversed(plies[-11:-1]):
        assert here.handle({"kind": "undo"}) is None
        assert here.match.ply == back
    for on in plies[-10:]:
        assert here.handle({"kind": "redo"}) is None
        assert here.match.ply == on


def test_playing_from_the_past_asks_first_and_then_cuts() -> None:
    here = until(session(), "route", 4)
    for number, _ in enumerate(walk(here, 4)):
        if number == 12:
            break
    length = len(here.match.log)
    ply = next(p for p, s in enumerate(here.match.states) if here.match.game.view(s, None)["due"]["phase"] == "route")
    assert here.handle({"kind": "goto", "ply": ply}) is None
    action = next(a for a in here.legal() if a["type"] == "move")
    assert do(here, action) is None
    assert len(here.match.log) == length and here.confirm
    assert "confirm-yes" in here.scene()
    assert here.handle({**here.confirm}) is None
    assert here.match.ply == len(here.match.log) and here.match.log[ply] == decode(here.match.game, action)


def test_looking_back_moves_one_table_and_not_the_other() -> None:
    match = match_at_table("math_storm", 2, seed=3)
    one, two = Session(match), Session(match)
    until(one, "route")
    one.handle({"kind": "goto", "ply": 1})
    assert (one.ply, two.ply) == (1, match.ply)


def test_a_table_of_one_seat_plays_that_seat_alone() -> None:
    here = Session(match_at_table("math_storm", 2, seed=3, order="seats"), seat=1)
    assert here.view()["due"]["seat"] == 0
    assert here.handle({"kind": "play", "step": here.match.step(CHANCE), "action": {"type": "chance"}})
    assert here.match.ply == 0
    assert not [action for action in here.legal() if action["type"] in ("stop", "judge", "chance")]


def test_bots_play_on_until_a_person_is_due() -> None:
    here = Session(match_at_table("math_storm", 2, seed=3, order="seats", bots={1: Bot("random", random_policy, 0.5)}))
    for _ in walk(here, 1):
        seats = here.match.to_move
        assert seats != (1,)
        assert 1 not in here.mine()
