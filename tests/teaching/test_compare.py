"""Exact chances beside those that were seen or guessed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import toolkit
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.games.math_storm import odds

pytestmark = pytest.mark.usefixtures("english")


def test_exact_chances_beside_what_was_seen_and_guessed() -> None:
    exact = odds.landing(36, 18)
    shown = toolkit.compare(exact, {18: 6, "storm": 1}, 20, {18: "1/3", 90: 0.9, 36: ..., "storm": "1/10"})
    lines = repr(shown).splitlines()
    assert lines[1].split() == ["18", "1/3", "33", "in", "100", "6"] and len(lines) == 1 + len(exact) + 3
    assert "close to" in lines[-3] and "far above" in lines[-2] and "is below" in lines[-1]
    words.set_current("zh")
    assert "风暴" in repr(shown) and "storm" not in repr(shown)


def test_the_picture_is_the_same_every_time_and_needs_no_network() -> None:
    shown = toolkit.compare({"<b>": Fraction(1, 2), 7: "1/3"}, {7: 3}, 9)
    one, two = (shown._repr_mimebundle_() for _ in range(2))
    assert one == two and one["text/plain"] == repr(shown)
    assert one["text/html"].startswith("<img alt=") and "<b>" not in one["text/html"]
    assert shown.spec()["data"]["values"][1] == {"name": "7", "p": float(Fraction(1, 3)), "seen": 3 / 9}


@pytest.mark.parametrize(
    "wrong",
    [{"exact": {}}, {"exact": {1: 2}}, {"exact": {1: "x"}}, {"exact": {1: 0.5}, "guess": {2: 0.5}}, {"exact": [0.5]}],
)
def test_what_is_no_chance_is_refused(wrong: Any) -> None:
    with pytest.raises(BadInput):
        toolkit.compare(**wrong)
