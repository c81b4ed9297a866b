"""The figures of panels as data: one set of columns, exact where they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

import toolkit
from toolkit.core import registry
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain import odds
from toolkit.table.data import COLUMNS

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize("game", ["math_storm", "cloud_mountain"])
def test_every_panel_gives_rows_of_the_same_columns(game: str) -> None:
    table = toolkit.play(game, seats=1, seed=5)
    assert table.data() == [panel.name for panel in registry.kit(game).panels or ()]
    seen = [row for name in table.data() for row in table.data(name)]
    assert seen and all(tuple(row) == COLUMNS for row in seen)
    for row in seen:
        assert isinstance(row["value"], float) and row["series"] in ("now", "policy")
        assert row["exact"] is None or float(Fraction(row["exact"])) == pytest.approx(row["value"])


def test_the_rows_of_a_law_are_the_law() -> None:
    table = toolkit.play("cloud_mountain", seats=1, seed=5)
    state = table.match.state
    law = odds.sums(state.plates, state.dice).cloud
    rows = [row for row in table.data("sums") if row["chart"] == "cloud"]
    assert {row["x"]: Fraction(row["exact"]) for row in rows if row["value"]} == dict(law)


def test_an_unknown_panel_says_which_there_are() -> None:
    table = toolkit.play("cloud_mountain", seats=1, seed=5)
    with pytest.raises(BadInput, match=r"no panel 'sum'.*'hidden', 'sums'"):
        table.data("sum")
