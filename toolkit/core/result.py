"""A number that a class works out by itself before the table shows it."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Result(msgspec.Struct, frozen=True):
    """A number that is right here. `within`: how far a rounded one may be off."""

    value: Fraction | int
    within: Fraction = Fraction(0)

    def is_met(self, number: Fraction) -> bool:
        """Whether the number is this one, or this one rounded."""
        return abs(number - self.value) <= self.within
