"""TODO: toolkit.core.keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

Form = Literal["chance", "number", "cells"]
Value = Fraction | frozenset[int]


class Key(NamedTuple):
    """The answer; `said`: what fills the sentence about it; `slips`: for a known misconception, whether it shows."""

    answer: Value
    said: Mapping[str, Any]
    slips: Mapping[str, Callable[[Any], bool]]


Check = tuple[Form, Callable[[], Key]]
_CHECKS: dict[str, Check] = {}
"""Those whose module has been loaded."""


def near(value: Any) -> Callable[[Any], bool]:
    """Whether a number is this one, give or take a hundredth."""
    return lambda given: abs(given - Fraction(value)) <= Fraction(1, 100)


def key_of(id: str, form: Form) -> Callable[[Callable[[], Key]], Callable[[], Key]]:
    """Makes a function the key of the question `id`."""

    def named(function: Callable[[], Key]) -> Callable[[], Key]:
        _CHECKS[id] = form, function
        return function

    return named


def written(number: Any) -> str:
    return str(Fraction(number))
