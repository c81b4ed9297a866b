"""Every built-in game keeps the laws: over all games × seats × rulesets × seeds, on every ply of random matches.

The laws are in `toolkit.laws`; what is played, and what holds in one game alone, is in `tests/games/<game>/plan.py`.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.support.games_at_random import Variant, plan, random_plies, variants
from toolkit import games, laws
from toolkit.core import words


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_ply_of_random_matches_keeps_the_laws(variant: Variant, full: bool) -> None:
    report = laws.check(
        variant.game,
        variant.seats,
        matches=variant.full if full else variant.games,
        seed=0,
        thorough=full,
        holds=plan(variant.game).check,
        **variant.options,
    )
    assert {asked.law for asked in report.laws} == {law.name for law in laws.LAWS}, "every law was asked"
    assert not report.broken


@pytest.mark.parametrize("name", games.NAMES)
def test_what_is_played_is_all_that_can_be_played(name: str) -> None:
    game = games.load(name)
    assert name == game.NAME
    assert {v.seats for v in plan(name).variants} == set(game.SEATS), "every number of seats is played"
    for seats in game.SEATS:
        state = game.start(seats)
        assert state == game.start(seats)
        assert len(game.returns(state)) == len(game.ranks(state)) == seats


@pytest.mark.parametrize("name", games.NAMES)
def test_every_ruleset_field_has_another_value_in_the_plan(name: str) -> None:
    game = games.load(name)
    usual = game.view(game.start(game.SEATS[0]), None)["rules"]
    varied = {key for v in plan(name).variants for key, value in v.options.items() if value != usual[key]}
    assert varied == set(usual)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    game = games.load(name)
    for variant in islice((v for v in variants() if v.game == name), 4):
        one, two = (
            [ply.action for ply in random_plies(game, Random(5), variant.seats, variant.options)] for _ in range(2)
        )
        assert one == two


@pytest.mark.parametrize("name", games.NAMES)
def test_events_and_refusals_have_words_in_every_language(name: str) -> None:
    """The law about words is asked of games that have any: ours do."""
    assert all(words.catalogue(lang, name) for lang in words.LANGS)
