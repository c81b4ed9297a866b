"""What was given, in a sentence: short, and with nothing in it that cannot be sent."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from toolkit.core import shown as shown_
from toolkit.core import words
from toolkit.core.faults import Fault
from toolkit.core.shown import MOST, cut, sendable, shorten, shown
from toolkit.core.words import BadInput

DEEP: Any = []
for _ in range(5_000):
    DEEP = [DEEP]


class Torn:
    def __repr__(self) -> str:
        raise ZeroDivisionError


HUGE: list[Any] = ["x" * 10**6, "\ud800" * 99, 10**5_000, -(10**9_000), DEEP, {1: DEEP}, Torn(), list(range(10**6))]


@pytest.mark.parametrize("number", range(len(HUGE)))
def test_whatever_was_given_is_short_and_can_be_sent(number: int) -> None:
    given = HUGE[number]
    for text in (shown(given), shorten(given), cut(str(given)) if isinstance(given, str) else ""):
        assert len(text) <= MOST
        text.encode()
    for error in (BadInput("seed", given=given), BadInput("option", given=given, right="x")):
        assert len(error.say("en")) < 300 and error.say("zh").encode() and error.phrase("en")


@pytest.mark.parametrize("given", [7, -1, True, None, 0.5, "a'b", (7,), (1, 2), [1], {"a": 1}, {3}, b"x"])
def test_what_is_short_is_written_as_python_writes_it(given: Any) -> None:
    assert shown(given) == repr(given)


def test_a_fault_is_cut_as_well() -> None:
    fault = Fault("fault.answer", 1, "answer", "B", args=(("given", "\ud800" + "x" * 10**5), ("kind", "int")))
    for lang in words.LANGS:
        assert len(fault.say(lang)) < 300 and fault.say(lang).encode()


def test_a_text_without_surrogates_is_itself() -> None:
    assert sendable("😀 中文") == "😀 中文" and sendable("a\ud83d") == "a\ufffd"


def test_the_examples_hold() -> None:
    assert doctest.testmod(shown_).failed == 0
