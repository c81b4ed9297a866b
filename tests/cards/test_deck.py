"""Decks: a place for every card, and the same cards for ever."""

from __future__ import annotations

import hashlib
import time

import msgspec
import pytest

from tests.cards.examples import SUM
from toolkit.cards import card as card_
from toolkit.cards import deck as deck_
from toolkit.cards import generate
from toolkit.cards.box import deck
from toolkit.cards.generate import question
from toolkit.core.words import BadInput

DECKS = {
    "lower/1/1": "0bcdcde9624fc6d1",
    "lower/1/20260131": "3f677813eacd2519",
    "upper/1/1": "7132d16af34ed93b",
    "upper/1/7": "9d5d45ce56ab3bc8",
    "lower/2/1": "d1bfb787c8c0fd46",
    "lower/2/20260131": "2cb50a4e63ad06db",
    "upper/2/1": "28ac83fe00c57e71",
    "upper/2/7": "92f8cde675b2af9c",
}
"""Digests of whole decks. Where one changes, old matches meet other cards: raise `quiz.GENERATOR` instead."""


@pytest.fixture(scope="session")
def seeds(request: pytest.FixtureRequest) -> range:
    return range(2000 if request.config.getoption("--full", default=False) else 100)


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_a_place_for_every_card(name: str) -> None:
    box = deck(name)
    assert box.name == name and deck(name) is box
    prompts = set()
    for stars in card_.STARS:
        numbers = box.cards(stars)
        assert numbers == range(120 * stars - 119, 120 * stars + 1)
        for number in numbers:
            card = box.card(number)
            assert box.stars(number) == card.stars == stars and box.card(number) is card
            assert question(card.family, stars, card.id.split("-", 2)[2], box.band) == card
            assert card.family in deck_.RECIPES[box.band, box.version][stars - 1]
            prompts.add(card.prompt)
    assert len(prompts) == 360


def test_no_deck_runs_out_of_questions(seeds: range) -> None:
    for (band, version), seed in ((recipe, seed) for recipe in deck_.RECIPES for seed in seeds[:: len(seeds) // 2]):
        box = deck_.Deck(band, version, seed)
        assert len({box.card(number).prompt for number in range(1, 361)}) == 360


@pytest.mark.parametrize("name", DECKS)
def test_decks_stay_as_they_are(name: str) -> None:
    box = deck(name)
    cards = [box.card(number) for number in range(1, 361)]
    content = [(c.id, c.params, c.prompt, c.kind, c.answer, c.distractors) for c in cards]
    assert hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16] == DECKS[name]


def test_a_card_takes_less_than_a_millisecond() -> None:
    start = time.perf_counter()
    for number in range(1, 361):
        deck_.Deck("upper", 1, 987654).card(number)
    assert time.perf_counter() - start < 0.36
    for number in range(1, 361):
        deck_.Deck("lower", 2, 987654).card(number)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    "call, key",
    [
        (lambda: deck("lower/1"), "deck"),
        (lambda: deck("lower/3/7"), "deck"),
        (lambda: deck("middle/1/7"), "deck"),
        (lambda: deck("lower/1/07"), "deck"),
        (lambda: deck("lower/1/-7"), "deck"),
        (lambda: deck(""), "deck"),
        (lambda: deck("lower/1/7").card(0), "card"),
        (lambda: deck("lower/1/7").card(361), "card"),
        (lambda: deck("lower/1/7").stars(361), "card"),
        (lambda: deck("lower/1/7").cards(4), "stars"),
        (lambda: question("L1", 0, 1), "stars"),
        (lambda: question("X1", 1, 1), "family"),
        (lambda: generate.families("middle"), "band"),
        (lambda: SUM.prompt.get("fr"), "lang"),
    ],
)
def test_bad_input_says_what_would_be_right(call, key: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput) as caught:
        call()
    assert caught.value.key == key and caught.value.args_["given"] and caught.value.args_["right"]
