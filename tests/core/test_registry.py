"""The one door for games: built-in ones, those of entry points, and those that a notebook brings."""

from __future__ import annotations

import math
from importlib import metadata
from types import SimpleNamespace
from typing import Any

import pytest

import toolkit
from tests.examples import pig
from tests.laws import sealed
from toolkit import games
from toolkit.core import registry
from toolkit.core.kit import Kit
from toolkit.core.words import BadInput


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Entry points by name, as installed packages would have them; none at first."""
    found: dict[str, str] = {}

    others = metadata.entry_points

    def entry_points(*, group: str) -> Any:
        if group != registry.GROUP:
            return others(group=group)
        return [metadata.EntryPoint(name, value, group) for name, value in found.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    registry.forget()
    return found


def test_the_game_of_an_entry_point_is_played_by_its_name(points: dict[str, str]) -> None:
    points |= {"pig": "tests.examples.pig:KIT", "sealed": "tests.laws.sealed"}
    assert registry.names() == (*games.NAMES, "pig", "sealed")
    assert registry.kit("pig") is pig.KIT and toolkit.play("sealed", 2).game == "sealed"
    assert list(toolkit.catalogue()) == [*games.NAMES, "pig", "sealed"]
    table = toolkit.play("pig", 2, seed=1)
    table.say("roll")
    assert toolkit.load(table.record()).match.log == table.match.log


@pytest.mark.parametrize(
    ("name", "value"),
    [("lost", "no_such_module:KIT"), ("swine", "tests.examples.pig:KIT"), ("empty", "math"), ("odd", "math:pi")],
)
def test_a_broken_entry_point_is_left_out_with_a_warning(points: dict[str, str], name: str, value: str) -> None:
    points |= {name: value, "sealed": "tests.laws.sealed"}
    with pytest.warns(RuntimeWarning, match=name):
        there = [kit.name for kit in registry.kits()]
    assert there == [*games.NAMES, "sealed"]
    with pytest.raises((ImportError, ValueError)):
        registry.kit(name)


def test_a_built_in_game_stays_what_it_is(points: dict[str, str]) -> None:
    points["math_storm"] = "tests.laws.sealed"
    assert registry.names() == games.NAMES
    assert registry.kit("math_storm").rules.NAME == "math_storm"


@pytest.mark.parametrize(
    ("game", "named"),
    [
        (math, "math is no game yet: it needs NAME"),
        (7, "There is no game 7"),
        (SimpleNamespace(NAME="pig"), "it needs SEATS"),
        (SimpleNamespace(**vars(pig) | {"NAME": "math_storm", "KIT": None}), "'math_storm'"),
        (SimpleNamespace(**vars(pig) | {"NAME": "table", "KIT": None}), "'table'"),
    ],
)
def test_what_cannot_be_brought_in_is_refused_by_name(game: Any, named: str) -> None:
    for call in (registry.bring, toolkit.play, toolkit.laws.check):
        with pytest.raises(BadInput) as refused:
            call(game)
        assert named in refused.value.say("en") and refused.value.say("zh")


def test_a_game_that_is_brought_in_again_replaces_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first = toolkit.play(sealed, 2)
    old = registry.kit("sealed")
    again = toolkit.play(sealed, 2)
    assert registry.kit("sealed") is not old
    assert registry.of(first.match.game) is old, "an open table keeps the game it was opened with"
    assert registry.of(again.match.game) is registry.kit("sealed")
    assert first.picture() == again.picture() and registry.kit("sealed") is not old


def test_a_module_with_a_kit_is_played_by_it() -> None:
    assert registry.bring(pig) is pig.KIT is registry.known("pig")
    own = Kit(rules=pig)
    assert registry.bring(own) is own is registry.known("pig")


def test_games_that_were_brought_in_can_be_forgotten() -> None:
    registry.bring(pig)
    registry.forget()
    with pytest.raises(BadInput):
        registry.kit("pig")
    assert set(registry.names()) >= set(games.NAMES)
