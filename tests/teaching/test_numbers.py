"""Whatever a class writes for a number or a chance, and what is said where it can be read in two ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy
import pytest

from toolkit.teaching.numbers import Read, Unread, read, read_chance

F = Fraction
SIXTH = F(1, 6)

EXACT = {
    "1/6": SIXTH,
    "１／６": SIXTH,
    "1∕6": SIXTH,
    "⅙": SIXTH,
    "1 ÷ 6": SIXTH,
    "1 in 6": SIXTH,
    "1 of 6": SIXTH,
    "1 out of 6": SIXTH,
    "one in six": SIXTH,
    "One out of six.": SIXTH,
    "one sixth": SIXTH,
    "a sixth": SIXTH,
    "六分之一": SIXTH,
    "6分之1": SIXTH,
    "6 次中 1 次": SIXTH,
    "1/6 = 0.167": SIXTH,
    "0.167 = 1/6": SIXTH,
    "1/6 ≈ 16.7 %": SIXTH,
    "= 1/6": SIXTH,
    "two thirds": F(2, 3),
    "half": F(1, 2),
    "一半": F(1, 2),
    "百分之十七": F(17, 100),
    "never": F(0),
    "(5/6)*(1/5)": SIXTH,
    "1": F(1),
}
ROUNDED = {
    "25%": F(1, 4),
    "25 %": F(1, 4),
    "25 percent": F(1, 4),
    "25 in 100": F(1, 4),
    "百分之 25": F(1, 4),
    "0.25": F(1, 4),
    "0,25": F(1, 4),
    ".25": F(1, 4),
    "16.7%": F(167, 1000),
    "16,7 %": F(167, 1000),
    "0.1666666667": F(1666666667, 10**10),
    "0.16666666666666666": F(16666666666666666, 10**17),
}


@pytest.mark.parametrize("text", EXACT)
def test_an_exact_chance_in_any_spelling(text: str) -> None:
    assert read_chance(text) == Read(EXACT[text])


@pytest.mark.parametrize("text", ROUNDED)
def test_a_rounded_chance_in_any_spelling(text: str) -> None:
    found = read_chance(text)
    assert isinstance(found, Read) and found.rounded and found.value == ROUNDED[text]


@pytest.mark.parametrize(
    ("given", "value", "rounded"),
    [
        (SIXTH, SIXTH, False),
        (0.25, F(1, 4), True),
        (0.1666666667, F(1666666667, 10**10), True),
        (numpy.float64(0.5), F(1, 2), True),
        (numpy.int64(1), F(1), False),
        (True, None, False),
        (float("nan"), None, False),
        (float("inf"), None, False),
        (object(), None, False),
    ],
)
def test_numbers_of_python_and_numpy(given: Any, value: Fraction | None, rounded: bool) -> None:
    found = read_chance(given)
    assert found == Unread() if value is None else (found.value, found.rounded) == (value, rounded)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("27 + 45", F(72)),
        ("2½", F(5, 2)),
        ("2 1/2", F(5, 2)),
        ("-1/5", F(-1, 5)),
        ("−0.2", F(-1, 5)),
        ("9,5", F(19, 2)),
        ("1,000", F(1000)),
        ("12,345,678", F(12345678)),
        ("13 = 1.7/0.13", F(13)),
        ("1.7/0.13", F(170, 13)),
        ("85.", F(85)),
    ],
)
def test_numbers_that_are_no_chances(text: str, value: Fraction) -> None:
    found = read(text)
    assert isinstance(found, Read) and found.value == value


@pytest.mark.parametrize("given", [17, "17", 33, 99.5, "9,5", 100])
def test_a_number_above_1_may_be_meant_in_percent(given: Any) -> None:
    said = read_chance(given)
    assert isinstance(said, Unread) and said.key == "percent"
    assert said.says["right"].removesuffix(" %") == str(given).replace(",", ".")


def test_a_ratio_can_be_read_in_two_ways() -> None:
    assert read("2:6") == read_chance("2 : 6") == Unread("ratio", {"of": "2/6", "to": "2/8"})


@pytest.mark.parametrize(
    "text",
    ["", "many", "1//6", "2/0", "1 in 0", "9**9**9", "import os", "10²", "1/6 = 0.3", "1/6 = many", "7/6", "-1/6", "%"],
)
def test_what_is_no_chance(text: str) -> None:
    assert read_chance(text) == Unread()
