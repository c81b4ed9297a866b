"""The figures in the prose of the notebooks, counted again."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from typing import Any

import pytest

from tests.support.books import BOOKS, code
from toolkit.core.game import CHANCE
from toolkit.core.match import Match
from toolkit.games import cloud_mountain
from toolkit.games.cloud_mountain import odds as tile_odds
from toolkit.games.cloud_mountain.odds import layouts
from toolkit.games.math_storm import odds


def test_what_the_prose_of_notebook_03_counts() -> None:
    assert sum(odds.landing(36, 18).values()) == Fraction(4, 3)


def test_what_the_prose_of_notebooks_05_and_06_counts() -> None:
    chance = tile_odds.chances()
    assert 6**10 == 60_466_176 and chance["all"] * 6**10 == 16_435_440
    law = tile_odds.sums()
    assert law.cloud_dice.p({4, 6}) == Fraction(6, 10) and law.cloud.mean == Fraction(35, 2)
    assert law.total[35] * 6**10 > 4_000_000 and len(law.total) == 51 and law.total[10] * 6**10 == 1
    assert all(chance[tile] < Fraction(1, 2) for tile in ("sum>35", "cloud>17", "cloud>mountain"))
    parity = tile_odds.chances("CC", [(6, 5), (3, 1)])["cloud:odd"]
    assert parity == Fraction(2, 3) + Fraction(1, 3) * Fraction(1, 2)


def test_what_the_prose_of_notebook_07_says_about_a_second_plate() -> None:
    before = tile_odds.chances("C", [(6, 5)])["cloud>17"]
    cloud, mountain, chaos = (tile_odds.chances(f"C{plate}", [(6, 5)])["cloud>17"] for plate in "CMX")
    assert cloud < before == mountain < chaos
    assert before == cloud / 4 + mountain / 2 + chaos / 4


@pytest.fixture
def notebook_08() -> dict[str, Any]:
    """The names that its cells define, as they stand."""
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for text in code("en", BOOKS / "en" / "08_nine_tiles.ipynb"):
            exec(compile(text, "08", "exec"), names)
    return names


def test_the_hand_of_notebook_08_is_the_one_that_its_table_deals(notebook_08: dict[str, Any]) -> None:
    (text,) = (text for text in code("en", BOOKS / "en" / "08_nine_tiles.ipynb") if "toolkit.play" in text)
    (seed,) = re.findall(r"seed=(\d+)", text)
    match: Match[Any, Any] = Match(cloud_mountain, 2, seed=int(seed), rounds=1)
    while match.to_move == (CHANCE,):
        match.chance()
    assert (match.state.plates, match.state.dice) == (notebook_08["plates"], tuple(notebook_08["dice"]))
    assert sorted(match.state.hands[0]) == sorted(notebook_08["hand"])


def test_what_the_prose_of_notebook_08_says_about_layouts(notebook_08: dict[str, Any]) -> None:
    best, likely = notebook_08["best"], notebook_08["likely"]
    at = notebook_08["plates"], notebook_08["dice"]
    assert sorted(best.layout) == sorted(likely) and best.layout[4] == "cloud>14"
    assert best.mean - layouts.layout(likely, *at).mean > Fraction(3, 2)
    calm, wild = (layouts.layout(notebook_08[name], *at) for name in ("calm", "wild"))
    assert abs(calm.mean - wild.mean) < Fraction(1, 50) and wild.variance > 2 * calm.variance
    assert 6 < wild.p(lambda points: points >= 20) / calm.p(lambda points: points >= 20) < 7
