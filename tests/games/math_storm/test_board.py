"""The board and the column of Math Storm as they are drawn: cards, verdicts, the supervisors' word, routes."""

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
    assert here.session.view()["closed"]["number"] == card["number"]
    for seat in card["waiting"]:
        assert f'data-key="judge-{seat}-right"' in here.scene()
    assert any(typed.startswith("judge ") for typed in suggestions(here.session.snapshot()))
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
    here.session.lang = lang
    seat = here.session.view()["to_move"][0]
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


def test_a_route_into_the_storm_covers_no_number() -> None:
    view = views.view(rules.start(2), None)
    for start in range(1, 101):
        hop = {"seat": 0, "pawn": 0, "start": start, "end": 0, "text": "9 × 90 = 810", "partner": 90, "storm": True}
        (route,) = geometry.layout(view | {"hops": [hop], "held": [0, -1], "pawns": [[0, 90], [3, 4]]}).curves
        x0, y0, *curve = map(float, re.findall(r"[-\d.]+", route.path))
        for t in (step / 40 for step in range(41)):
            x, y = (
                (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
                for a, b, c in ((x0, curve[0], curve[2]), (y0, curve[1], curve[3]))
            )
            over = [n for n in range(1, 10) if 0 < x - geometry.corner(n)[0] - 5 < 15 and 82 < y < 101]
            assert not over, (start, over)
