"""Question cards of every family: one right answer, wrong ones that differ, and fields that agree."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.support.quiz_arithmetic import holds, solved
from toolkit.cards import card as card_
from toolkit.cards import generate
from toolkit.cards.card import Question
from toolkit.cards.families import FAMILIES
from toolkit.cards.generate import question

CELLS = [(family, stars) for family in FAMILIES for stars in card_.STARS]


@pytest.fixture(params=CELLS, ids=lambda cell: f"{cell[0]}-{cell[1]}")
def cell(request: pytest.FixtureRequest) -> list[Question]:
    return [question(*request.param, seed) for seed in range(12)]


def test_no_other_answer_solves_the_equation(cell: list[Question]) -> None:
    for card in cell:
        if "=" not in card.prompt.en or "□" not in card.prompt.en:
            continue
        if card.kind == "int":
            right = [n for n in range(101) if solves(card, n)]
        else:
            right = [f"{q} r {r}" for q in range(40) for r in range(40) if solves(card, f"{q} r {r}")]
        assert right == [card.answer], card


def solves(card: Question, answer: card_.Value) -> bool:
    try:
        return holds(solved(card.prompt.en, answer))
    except (AssertionError, ZeroDivisionError):
        return False


def test_the_main_patterns_lead_to_different_answers(cell: list[Question]) -> None:
    for card in cell[:100]:
        seed = card.id.split("-")[2]
        draft = FAMILIES[card.family].draw(Random(f"{card.family}:{card.stars}:{seed}"), card.stars)
        led = [{v for v in values if v != draft.answer} for values in draft.main.values()]
        assert draft.params == card.params and all(led)
        assert set(draft.main) <= {one.bug for one in card.distractors}


def test_a_card_says_what_it_is(cell: list[Question]) -> None:
    for card in cell:
        assert card.band == {"L": "lower", "U": "upper", "B": "lower"}[card.family[0]]
        assert card.family in generate.families(card.band)
        assert card.seconds == 30 * card.stars and card.skills
        assert bool(card.choices) == (card.kind in ("choice", "multi_choice"))
        assert (card.goal is not None) == (card.kind == "expression")
        assert bool(card.board) == (card.family in ("L8", "U8")) or card.family == "B"
        again = question(card.family, card.stars, card.id.split("-")[2])
        assert again == card and hash(again) == hash(card)
        assert msgspec.json.decode(msgspec.json.encode(card), type=Question) == card


def test_chants_are_the_multiplication_table() -> None:
    digits = "零一二三四五六七八九"
    for a in range(2, 10):
        for b in range(a, 10):
            tens, ones = divmod(a * b, 10)
            ten = "" if not tens else "一十" if a * b == 10 else "十" if tens == 1 else f"{digits[tens]}十"
            product = (ten or "得") + (digits[ones] if ones else "")
            assert generate._chant((b, a)) == digits[a] + digits[b] + product
