"""Chances by name: read like a dict, shown as a table, never mixed up with counts."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

import toolkit
from toolkit.core import chance_table, words
from toolkit.core.chances import Chances
from toolkit.games.cloud_mountain import odds as tile_odds
from toolkit.games.math_storm import odds as cell_odds

pytestmark = pytest.mark.usefixtures("english")
F = Fraction


def test_what_odds_answer_is_the_same_kind_in_every_game() -> None:
    answers: list[Any] = [
        tile_odds.chances("C", [(6, 5)]),
        tile_odds.batch([("C", [(6, 5)])])[0],
        cell_odds.landing(36, 18),
        cell_odds.triggers(36, 18),
    ]
    assert answers[0] == answers[1]
    for found in answers:
        assert type(found) is Chances and found == found.exact() and found.exact() == dict(found)
        assert found.floats() == {one: float(p) for one, p in found.items()}
        assert pickle.loads(pickle.dumps(found)) == found and repr(found) == repr(found.exact())
        assert toolkit.compare(found).exact == found
        assert found._repr_html_().count("<tr>") == 1 + len(found), "every one of them, however many"


def test_the_laws_of_sums_come_in_rising_order() -> None:
    for place in (("CX", [(6, 5), (2, 1)]), ("C", [(1, 1)]), ("", []), ("MXC", [(1, 6), (2, 2)])):
        for law in tile_odds.sums(*place):
            assert list(law) == sorted(law), place


def test_chances_with_more_in_them_are_others() -> None:
    found = Chances.of({"a": F(1, 2), "b": F(1, 3)})
    more = found | {"c": F(1, 7), "a": F(0)}
    assert more == {"a": F(0), "b": F(1, 3), "c": F(1, 7)} and found == {"a": F(1, 2), "b": F(1, 3)}
    frozen: Any = found
    with pytest.raises(TypeError):
        frozen["a"] = F(1)


def test_a_notebook_shows_names_fractions_percentages_and_bars() -> None:
    found = Chances.of({18: F(1, 3), "storm": F(1, 6)})
    lines = str(found).splitlines()
    assert lines[0] == "2 chances" and [line.split()[:3] for line in lines[1:]] == [
        ["18", "1/3", "33.3%"],
        ["storm", "1/6", "16.7%"],
    ]
    words.set_current("zh")
    assert "风暴" in str(found) and "风暴" in found._repr_html_() and "storm" not in found._repr_html_()
    assert "风暴" in toolkit.show(found).svg and found.chart().svg == toolkit.show(found).svg


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (F(0), "0%"),
        (F(1), "100%"),
        (F(1, 6), "16.7%"),
        (F(1, 200), "0.5%"),
        (F(1, 1296), "0.077%"),
        (F(1, 10**9), "< 0.0001%"),
        (1 - F(1, 10**6), "> 99.9%"),
        (F(999, 1000), "99.9%"),
    ],
)
def test_only_nothing_is_0_percent_and_only_certainty_100(p: Fraction, said: str) -> None:
    assert chance_table.percent(p) == said


@pytest.mark.parametrize("odds", [tile_odds, cell_odds, toolkit.core.dist])
def test_completion_offers_what_is_public_and_all_of_it_is_explained(odds: Any) -> None:
    assert dir(odds) == sorted(odds.__all__) and len(dir(odds)) < 15
    for name in odds.__all__:
        found = getattr(odds, name)
        assert not callable(found) or (found.__doc__ or "").strip(), name


def test_laws_of_dice_are_at_hand_and_named_in_the_help() -> None:
    for name in ("Dist", "dice", "draws", "sums"):
        assert getattr(toolkit, name) is getattr(toolkit.core.dist, name) and name in toolkit.__all__
    assert "toolkit.core.dist" in (toolkit.__doc__ or "")
