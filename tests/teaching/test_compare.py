"""Exact chances beside those that were seen or guessed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import toolkit
from toolkit.core import words
from toolkit.core.dist import sums
from toolkit.core.words import BadInput
from toolkit.games.math_storm import odds

pytestmark = pytest.mark.usefixtures("english")


def test_exact_chances_beside_what_was_seen_and_guessed() -> None:
    exact = odds.landing(36, 18)
    shown = toolkit.compare(exact, {18: 6, "storm": 1}, 20, {18: "1/3", 90: 0.9, 36: ..., "storm": "1 in 10"})
    lines = repr(shown).splitlines()
    assert lines[0].strip().split("  ") == ["exact chance", "in percent", "seen in 20", "your guess", "how far off"]
    assert lines[1].split() == ["18", "1/3", "33.3%", "30.0%", "33.3%", "close"]
    assert lines[2].split() == ["36", "1/6", "16.7%", "0%"] and len(lines) == 1 + len(exact) + 3
    assert "close to" in lines[-3] and "far above" in lines[-2] and "is below" in lines[-1]
    words.set_current("zh")
    assert "风暴" in repr(shown) and "storm" not in repr(shown)


def test_guesses_are_answered_where_they_are_seen() -> None:
    """Not in the plain text alone: below the picture, in the same output."""
    rich = toolkit.compare(odds.landing(36, 18), guess={18: "25%", "storm": "60 %"})._repr_mimebundle_()["text/html"]
    picture, _, table = rich.partition("<table>")
    assert picture.startswith("<div><img ") and table.count("<tr>") == 1 + 6
    for said in ("your guess", "25.0%", "too low", "60.0%", "far too high", "1/3", "33.3%"):
        assert f">{said}<" in table
    assert (
        "your guess" not in toolkit.compare(odds.landing(36, 18))._repr_mimebundle_()["text/html"].split("<table>")[1]
    )


def test_a_column_holds_one_kind_of_number() -> None:
    long = {"a": Fraction(1, 6), "b": Fraction(10**15 + 1, 3 * 10**15)}
    lines = repr(toolkit.compare(long, {"a": 1}, 8)).splitlines()
    assert [line.split() for line in lines[1:]] == [["a", "16.7%", "12.5%"], ["b", "33.3%", "0%"]]


def test_results_may_come_as_a_list_and_the_number_of_rolls_with_them() -> None:
    law = sums(2)
    drawn = law.sample(500, rng=1)
    listed, counted = toolkit.compare(law, drawn), toolkit.compare(law, Counter(drawn))
    assert listed.n == counted.n == 500 and listed.seen == counted.seen == Counter(drawn)
    assert repr(listed) == repr(counted) == repr(toolkit.compare(law, Counter(drawn), 500))


def test_the_picture_is_the_same_every_time_and_needs_no_network() -> None:
    shown = toolkit.compare({"<b>": Fraction(1, 2), 7: "1/3"}, {7: 3}, 9)
    one, two = (shown._repr_mimebundle_() for _ in range(2))
    assert one == two and one["text/plain"] == repr(shown)
    assert one["text/html"].startswith("<div><img alt=") and "<b>" not in one["text/html"]
    assert shown.spec()["data"]["values"][1] == {"name": "7", "p": float(Fraction(1, 3)), "seen": 3 / 9}


HALF = {"heads": 0.5}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"exact": {}}, "{}"),
        ({"exact": [0.5]}, "[0.5]"),
        ({"exact": {1: -2}}, "chance for 1, -2"),
        ({"exact": {1: "x"}}, "chance for 1, 'x', cannot be read"),
        ({"exact": HALF, "guess": {"heads": 33}}, "'heads', 33, is above 1. Did you mean \"33 %\"?"),
        ({"exact": HALF, "guess": {"heads": "2:6"}}, "2/6, so many of all, or 2/8"),
        ({"exact": HALF, "guess": {"tails": 0.5}}, "There is no 'tails' among the exact chances. There are: 'heads'"),
        ({"exact": HALF, "guess": 0.5}, "guess={'heads': \"1/6\"}"),
        ({"exact": HALF, "seen": {"heads": 3}}, "number of rolls"),
        ({"exact": HALF, "seen": {"heads": 3}, "n": 2}, "'heads' was seen 3 times"),
        ({"exact": HALF, "seen": {"heads": 0.3}, "n": 2}, "'heads' was seen 0.3 times"),
        ({"exact": HALF, "seen": 3, "n": 2}, "3 tells no results"),
    ],
)
def test_what_cannot_be_compared_is_named(wrong: Any, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        toolkit.compare(**wrong)
    assert caught.value.say("zh") != caught.value.say("en")
