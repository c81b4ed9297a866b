"""What is typed at a table, and what is suggested to be typed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

import toolkit
from tests.support.tables import session
from toolkit.core import words
from toolkit.core.match import decode
from toolkit.table.commands import suggestions
from toolkit.table.session import Session


def test_a_typed_command_reaches_every_action() -> None:
    """A whole game by typing alone, in both languages."""
    for lang, roll, none in (("en", "roll", "no answer"), ("zh", "掷", None)):
        here = session(lang=lang, seed=11, chips=1)
        skip = none or words.find("math_storm.command.skip", lang).split(",")[0].split("，")[0]
        for _ in range(400):
            view = here.view()
            if not view["to_move"]:
                break
            phase = view["due"]["phase"]
            if phase in ("order", "place", "roll", "spin"):
                typed = roll
            elif phase in ("route", "pick"):
                legal = next(a for a in here.legal() if a["type"] in ("move", "pick"))
                full, ring = (words.find(f"math_storm.command.{n}", "en").split(",")[0] for n in ("full", "ring"))
                typed = (full, ring)[legal["pawn"]]
            elif view["card"]["must_buzz"]:
                typed = "ab"[view["card"]["waiting"][0]]
            else:
                typed = str(here.match.game.fill(here.state, *blank_answer(here)).value) if _ % 5 else skip
            assert here.handle({"kind": "say", "text": typed}) is None, typed
        assert here.view()["due"]["phase"] == "over"


def blank_answer(here: Session) -> tuple[Any, random.Random]:
    found = next(a for a in here.legal() if a["type"] == "answer")
    return decode(here.match.game, found), random.Random(1)


@pytest.mark.parametrize("lang", words.LANGS)
def test_what_is_suggested_can_be_typed_and_is_what_the_buttons_say(lang: str) -> None:
    here = toolkit.play("math_storm", 3, seed=8, challenge="sealed", lang=lang).session
    spin, roll = (words.find(f"math_storm.command.{key}", lang).split(",")[0] for key in ("spin", "roll"))
    undo = words.find("command.undo", lang).split(",")[0]
    assert suggestions(here.snapshot()) == [spin]
    phases = set()
    for _ in range(120):
        view, found = here.view(), suggestions(here.snapshot())
        phases.add(view["due"]["phase"])
        assert (undo in found) == (here.match.ply > 0)
        assert (found[0] == roll) == (view["due"]["phase"] == "roll")
        answer = words.say("table.answer", lang)
        for typed in found[:1]:
            if answer in typed:  # the form of an answer: its letter and the words for it
                typed = typed.split()[0] + " 7" if typed != answer else "7"
            assert here.handle({"kind": "say", "text": typed}) is None or "7" in typed, typed
            if view == here.view():
                assert here.handle({"kind": "play", "step": here.match.step(view["to_move"][0], here.ply), "action": {
                    "type": "skip", "seat": view["to_move"][0]}}) is None  # fmt: skip
        if not here.view()["to_move"]:
            break
    assert {"order", "place", "roll", "route", "card"} <= phases


def test_a_table_with_nothing_to_do_is_drawn() -> None:
    here = Session(toolkit.play("math_storm", 2, seed=1, undo="none").match, seat=1)
    shown = here.snapshot()
    assert suggestions(replace(shown, seen=replace(shown.seen, legal=()))) == ["rules"] and "tk-say-box" in here.scene()
