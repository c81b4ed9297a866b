"""The answers to the questions of a game's notebooks: asked of the engine and its odds, never written down.

KEYS = Keys(notebooks=("03", "04"))

@KEYS.key("03.q1", "chance")
def _storm() -> Key: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

Form = Literal["chance", "number", "cells"]
Value = Fraction | frozenset[int]


class Key(NamedTuple):
    """The answer; `said`: what fills the sentence about it; `slips`: for a known misconception, whether it shows.

    `about`: whether an answer is as near as figures can be that are uncertain themselves; the text `about` says so.
    """

    answer: Value
    said: Mapping[str, Any]
    slips: Mapping[str, Callable[[Any], bool]]
    about: Callable[[Any], bool] | None = None


Check = tuple[Form, Callable[[], Key]]


class Keys:
    """The keys of one game. `notebooks`: the numbers of its notebooks, with which the ids of its questions begin."""

    def __init__(self, notebooks: tuple[str, ...] = ()) -> None:
        self.notebooks = notebooks
        self._checks: dict[str, Check] = {}

    def key(self, id: str, form: Form) -> Callable[[Callable[[], Key]], Callable[[], Key]]:
        """Makes a function the key of the question `id`."""

        def named(function: Callable[[], Key]) -> Callable[[], Key]:
            self._checks[id] = form, function
            return function

        return named

    def checks(self) -> dict[str, Check]:
        """Form and key of every question, in the order of the notebooks."""
        return dict(sorted(self._checks.items()))


def near(value: Any) -> Callable[[Any], bool]:
    """Whether a number is this one, give or take a hundredth."""
    return lambda given: abs(given - Fraction(value)) <= Fraction(1, 100)


def written(number: Any) -> str:
    return str(Fraction(number))
