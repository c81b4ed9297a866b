"""Five questions about dice that libraries for dice are asked, in the words of this one: short, exact, and all shown.

`PEERS` is how many lines of code the shorter of icepool 2.1 and dyce 0.6 with anydyce needs, imports counted.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from toolkit.core import words

pytestmark = pytest.mark.usefixtures("english")

BEST_THREE_OF_FOUR = """
import toolkit
shown = toolkit.dice(4).highest(3)
"""
TWO_SIXES_OF_TEN = """
shown = toolkit.dice(10).p(lambda roll: roll.count(6) >= 2)
"""
CLOUDS_OVER_17 = """
from toolkit.games.cloud_mountain import odds
shown = odds.sums("CX", [(6, 5), (2, 1)]).cloud > 17
"""
PLOT = """
shown = toolkit.show(toolkit.dice(4).highest(3))
"""
SAMPLED_AND_COMPARED = """
law = toolkit.dice(4).highest(3)
shown = toolkit.compare(law, law.sample(100_000, rng=1))
"""
QUESTIONS = (BEST_THREE_OF_FOUR, TWO_SIXES_OF_TEN, CLOUDS_OVER_17, PLOT, SAMPLED_AND_COMPARED)
PEERS = (3, 1, 3, 2, 3)


@pytest.fixture(scope="module")
def shown() -> list[Any]:
    """What the last line of each question gives; they are cells of one notebook."""
    names: dict[str, Any] = {}
    found = []
    for question in QUESTIONS:
        exec(question, names)
        found.append(names["shown"])
    return found


def test_no_question_takes_more_lines_than_elsewhere() -> None:
    assert [len(question.split("\n")[1:-1]) <= most for question, most in zip(QUESTIONS, PEERS, strict=True)] == [
        True
    ] * 5
    assert sum(question.count("\n") - 1 for question in QUESTIONS) == 8 < sum(PEERS)


def test_the_answers_are_exact(shown: list[Any]) -> None:
    best, sixes, clouds, _, compared = shown
    assert best.mean == Fraction(15869, 1296) and sixes == Fraction(10389767, 20155392) and clouds == Fraction(31, 36)
    assert compared.exact == dict(best) and compared.n == 100_000
    assert all(abs(float(p) - compared.seen[total] / 100_000) < 0.01 for total, p in best.items())


def test_nothing_is_printed_less_than_elsewhere(shown: list[Any]) -> None:
    """Every outcome with its fraction, its percentage and a bar; mean and deviation; a picture; both columns."""
    best, _, _, plot, compared = shown
    lines = str(best).splitlines()
    assert len(lines) == 1 + 16 and "mean" in lines[0] and "deviation" in lines[0]
    assert all(re.fullmatch(r" *\d+ +\d+/\d+ +[\d.]+% +[█▏▎▍▌▋▊▉]+", line) for line in lines[1:])
    for rich in (best._repr_html_(), compared._repr_mimebundle_()["text/html"]):
        assert all(f">{p}<" in rich for p in best.values()) and rich.count("<tr>") == 1 + 16
    assert plot.svg.startswith("<svg") and "13.3%" in plot.svg and "<img" in compared._repr_mimebundle_()["text/html"]
    assert len(repr(compared).splitlines()) == 1 + 16 and "seen in 100,000" in repr(compared)
    words.set_current("zh")
    assert "均值" in str(best)
