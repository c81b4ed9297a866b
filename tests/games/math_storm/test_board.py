"""The middle of a table as it is drawn: cards, verdicts, the supervisors' word, refusals, what can be typed."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import toolkit
from tests.support.lessons import at_first_card, play, session, to_card
from toolkit.core import words
from toolkit.core.game import CHANCE
from toolkit.games.math_storm import rules, views
from toolkit.games.math_storm.board import geometry
from toolkit.games.math_storm.state import BONUS
from toolkit.table.commands import suggestions
from toolkit.table.session import Session

each_lang = pytest.mark.parametrize("lang", words.LANGS)


def part(scene: str, start: str, end: str) -> str:
    return scene[scene.index(start) :].split(end)[0]


def time_up(here: Any) -> None:
    here.clock.end()
    here.clock.running = True
    assert here.handle({"kind": "play", "step": here.clock.id, "action": {"type": "timeup"}}) is None


@pytest.mark.parametrize("kind", ["chance", "storm", "challenge"])
def test_supervisors_can_speak_after_the_time_is_up(kind: str) -> None:
    here = session(None)
    card = to_card(here, kind)
    time_up(here)
    assert here.view()["closed"]["number"] == card["number"]
    for seat in card["waiting"]:
        assert f'data-key="judge-{seat}-right"' in here.scene()
    assert any(typed.startswith("judge ") for typed in suggestions(here, here.legal()))
    assert play(here, {"type": "judge", "of": card["waiting"][0], "ok": True}) is None
    assert f'data-key="verdict-{card["waiting"][0]}"' in here.scene()


def test_rows_of_a_challenge_are_in_the_order_of_the_letters_and_hide_what_is_typed() -> None:
    for challenge, key in (("sealed", r'data-key="row-ask-[\d-]+-(\d)"'), ("buzzer", r'data-key="buzzers-(\d)"')):
        here = toolkit.play("math_storm", 4, seed=3, order="low", challenge=challenge).session
        to_card(here, "challenge")
        scene = here.scene()
        assert re.findall(key, scene) == ["0", "1", "2", "3"]
        assert scene.count("is-sealed") == (4 if challenge == "sealed" else 0)


@each_lang
def test_a_blank_is_said_to_be_one(lang: str) -> None:
    here = at_first_card("chance")
    here.lang = lang
    seat = here.view()["to_move"][0]
    assert play(here, {"type": "skip", "seat": seat}) is None
    shown = part(here.scene(), f'data-key="verdict-{seat}"', "</p>")
    assert words.say("math_storm.card.skipped", lang, here.match.names, who=seat) in shown and "✕" not in shown


def test_a_bonus_operation_has_its_own_die() -> None:
    seen = set()
    for seed in range(30):
        here = toolkit.play("math_storm", 2, seed=seed).session
        rng, match = Random(seed), here.match
        while match.to_move and match.ply < 300:
            due = here.view()["due"]
            if due.get("bonus"):
                paid = BONUS["plus-minus"][here.view()["closed"]["stars"] - 1]
                label = words.say("math_storm.label.die", "en", face=paid)
                assert f'aria-label="{label}"' in part(here.scene(), 'data-key="choose"', "tk-equation")
                seen.add((paid, len(due["ops"])))
            if match.to_move == (CHANCE,):
                match.chance()
            else:
                action = rng.choice(match.legal_actions(match.to_move[0]))
                match.play(match.game.fill(match.state, action, rng, 1))
    assert {("++", 2), ("++", 1), ("+", 1)} <= seen


def test_only_a_refusal_by_a_rule_has_a_link_to_it() -> None:
    here = at_first_card("chance")
    seat = here.view()["to_move"][0]
    for refused in (
        lambda: here.handle({"kind": "say", "text": "make tea"}),
        lambda: here.handle({"kind": "make", "tea": 1}),
        lambda: here.handle({"kind": "goto", "ply": -1}),
    ):
        here.rule = "parts.board"
        assert play(here, {"type": "answer", "seat": seat, "value": ""})
        assert 'data-key="refusal-rule"' in here.scene()
        assert refused()
        assert ('data-key="refusal-rule"' in here.scene()) == bool(here.cited)
    assert not here.cited


def test_a_file_that_cannot_be_loaded_is_told_at_the_strip() -> None:
    here = session(None)
    assert here.handle({"kind": "lesson", "do": "load", "value": "{"})
    scene = here.scene()
    assert scene.count('data-key="refusal"') == 1 and scene.index('data-key="refusal"') < scene.index('data-key="main"')
    assert here.handle({"kind": "say", "text": "make tea"})
    scene = here.scene()
    assert scene.count('data-key="refusal"') == 1 and scene.index('data-key="refusal"') > scene.index('data-key="main"')


@each_lang
def test_what_is_suggested_can_be_typed_and_is_what_the_buttons_say(lang: str) -> None:
    here = toolkit.play("math_storm", 3, seed=8, challenge="sealed", lang=lang).session
    spin, roll = (words.find(f"math_storm.command.{key}", lang).split(",")[0] for key in ("spin", "roll"))
    undo = words.find("command.undo", lang).split(",")[0]
    assert suggestions(here, here.legal()) == [spin]
    phases = set()
    for _ in range(120):
        view, found = here.view(), suggestions(here, here.legal())
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
    assert suggestions(here, []) == ["rules"] and "tk-say-box" in here.scene()


def test_a_route_into_the_storm_covers_no_number() -> None:
    view = views.view(rules.start(2), None)
    for start in range(1, 101):
        hop = {"seat": 0, "pawn": 0, "start": start, "end": 0, "text": "9 × 90 = 810", "partner": 90, "storm": True}
        (route,) = geometry.layout(view | {"hops": [hop], "held": [0, -1], "pawns": [[0, 90], [3, 4]]}).routes
        x0, y0, *curve = map(float, re.findall(r"[-\d.]+", route.path))
        for t in (step / 40 for step in range(41)):
            x, y = (
                (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
                for a, b, c in ((x0, curve[0], curve[2]), (y0, curve[1], curve[3]))
            )
            over = [n for n in range(1, 10) if 0 < x - geometry.corner(n)[0] - 6 < 14 and 82 < y < 98]
            assert not over, (start, over)
