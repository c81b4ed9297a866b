"""The scene of a table: the markup contract in random games, names as text, what is hidden, refusals."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.support.lessons import at_first_card, play
from tests.support.markup import check_markup
from tests.support.tables import session, until, walk
from toolkit.core import words
from toolkit.core.match import decode
from toolkit.table import picture


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {"challenge": "sealed"}), (3, {"die": "four-operations"}), (4, {"order": "seats"})],
)
def test_every_scene_keeps_the_markup_contract(seats: int, options: dict[str, Any], lang: str) -> None:
    here = session(seats=seats, lang=lang, **options)
    game = here.match.game
    for number, _ in enumerate(walk(here, seed=seats)):
        if number % 4:
            continue
        here.book = number % 20 == 0
        page = check_markup(here.scene())
        for attrs in page.all("data-action"):
            action = json.loads(attrs["data-action"] or "")
            if action["type"] != "chance":
                game.apply(here.state, game.fill(here.state, decode(game, action), random.Random(1)))
        json.dumps(here.rows())


def test_a_name_that_is_markup_is_shown_as_text() -> None:
    here = session(names=("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'))
    until(here, "roll")
    markup = here.scene() + picture.picture(here.match, "en")
    assert "<script" not in markup and "<img" not in markup
    assert "&lt;script&gt;" in markup


def test_the_answer_is_not_in_the_page_before_it_is_given() -> None:
    for seed in range(12):
        here = until(session(seed=seed), "card", seed)
        view = here.view()
        assert "answer" not in view["card"] and "steps" not in view["card"]
        assert here.view()["closed"] is None
        assert "tk-closed" not in here.scene()


def test_only_a_refusal_by_a_rule_has_a_link_to_it() -> None:
    here = at_first_card("chance")
    seat = here.session.view()["to_move"][0]
    for refused in (
        lambda: here.handle({"kind": "say", "text": "make tea"}),
        lambda: here.handle({"kind": "make", "tea": 1}),
        lambda: here.handle({"kind": "goto", "ply": -1}),
    ):
        here.session.rule = "parts.board"
        assert play(here, {"type": "answer", "seat": seat, "value": ""})
        assert 'data-key="refusal-rule"' in here.scene()
        assert refused()
        assert ('data-key="refusal-rule"' in here.scene()) == bool(here.session.cited)
    assert not here.session.cited
