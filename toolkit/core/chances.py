"""Chances by name: what the odds of a game answer. Unlike the outcomes of a `Dist` they need not sum to 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from toolkit.core import chance_table, door, words

K = TypeVar("K")


class Chances(Mapping[K, Fraction]):
    """The chance of each of several things; it reads like a dict of Fractions, equals one, and cannot be written to.

    `{**chances, "line": p}` or `chances | {"line": p}` is another one with more in it; `exact()` a dict of one's own;
    `floats()` the same as decimals. A notebook shows it as a table with bars, `toolkit.show` as a chart.

    It holds counts of ways out of `total`. A Fraction is made when it is read: of hundreds few are read, and making
    them takes longer than counting.
    """

    __slots__ = ("_places", "_total", "_ways")

    def __init__(self, places: Mapping[K, int], ways: list[int], total: int) -> None:
        self._places, self._ways, self._total = places, ways, total

    @classmethod
    def of(cls, exact: Mapping[K, Fraction]) -> Chances[K]:
        """From Fractions by name."""
        total = lcm(*(p.denominator for p in exact.values()))
        places = {one: place for place, one in enumerate(exact)}
        return cls(places, [p.numerator * (total // p.denominator) for p in exact.values()], total)

    def __getitem__(self, one: K) -> Fraction:
        return Fraction(self._ways[self._places[one]], self._total)

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __or__(self, other: Mapping[K, Fraction]) -> Chances[K]:
        return Chances.of({**self.exact(), **other}) if isinstance(other, Mapping) else NotImplemented

    def __repr__(self) -> str:
        return repr(self.exact())

    def __str__(self) -> str:
        return chance_table.text(self._counted(), self._total, self._headline())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In a notebook: the table; inside a list or the like one line."""
        printer.text(str(self) if len(printer.stack) <= 1 else repr(self))

    def _repr_html_(self) -> str:
        return chance_table.html(self._counted(), self._total, self._headline(), every=True)

    def chart(self) -> Any:
        """The chances as a picture, which `toolkit.show` gives too."""
        return door.module("toolkit").show(self)

    def exact(self) -> dict[K, Fraction]:
        """All of them, as a new dict."""
        made = {ways: Fraction(ways, self._total) for ways in set(self._ways)}  # many chances are equal
        return {one: made[ways] for one, ways in zip(self._places, self._ways, strict=True)}

    def floats(self) -> dict[K, float]:
        """All of them as the nearest floats, at once."""
        return {one: ways / self._total for one, ways in zip(self._places, self._ways, strict=True)}

    def _counted(self) -> dict[K, int]:
        return dict(zip(self._places, self._ways, strict=True))

    def _headline(self) -> str:
        return words.say("chances.several", words.current(), n=f"{len(self):,}", one=len(self))
