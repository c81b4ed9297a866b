"""Exact chances next to the results of a few rolls, and to a guess: the picture in the notebooks about chances.

compare(odds.landing(36, 18))                              # the exact chances as bars
compare(odds.landing(36, 18), seen={18: 9, 90: 5}, n=20)   # the results of 20 rolls as dots
compare(..., guess={18: "1/4"})                            # how far a guess is off, in words; it is not marked
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from toolkit.cards.reading import plain_text, worth
from toolkit.charts import picture, theme
from toolkit.core import words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

CLOSE, FAR = 0.03, 0.15
"""A guess that is off by at most `CLOSE` is close; by more than `FAR`, far off."""
ROW = 26
"""The height of a bar and its gap, in pixels."""


class Comparison:
    """A table as text, and a picture; made by `compare`."""

    def __init__(
        self, exact: Mapping[Any, Fraction], seen: Mapping[Any, int], n: int, guess: Mapping[Any, Fraction]
    ) -> None:
        self.exact, self.seen, self.n, self.guess = dict(exact), dict(seen), n, dict(guess)

    def __repr__(self) -> str:
        lang = words.current()
        rows = [self._heads(lang), *(self._row(what, lang) for what in self.exact)]
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([line.rstrip() for line in lines] + self.distances(lang))

    def distances(self, lang: str) -> list[str]:
        """How far each guess is off, in words."""
        return [
            words.say(
                f"compare.{_distance(float(guess - self.exact[what]))}",
                lang,
                name=name(what, lang),
                guess=_short(guess),
                exact=_short(self.exact[what]),
            )
            for what, guess in self.guess.items()
        ]

    def _heads(self, lang: str) -> list[str]:
        heads = ["", words.say("compare.exact", lang), ""]
        return [*heads, words.say("compare.n", lang, n=f"{self.n:,}")] if self.n else heads

    def _row(self, what: Any, lang: str) -> list[str]:
        p = self.exact[what]
        cells = [name(what, lang), _short(p), words.say("compare.words", lang, n=round(100 * p))]
        return [*cells, f"{self.seen.get(what, 0):,}"] if self.n else cells

    def spec(self) -> dict[str, Any]:
        """The picture in Vega-Lite: a bar for each exact chance, a dot for the share that was seen."""
        lang = words.current()
        rows = [
            {"name": name(what, lang), "p": float(p)} | ({"seen": self.seen.get(what, 0) / self.n} if self.n else {})
            for what, p in self.exact.items()
        ]
        title = words.say("compare.title" if self.n else "compare.title_exact", lang, n=f"{self.n:,}")
        y = {"field": "name", "type": "nominal", "sort": None, "title": None}
        x = {"type": "quantitative", "title": title, "axis": {"format": ".0%"}, "scale": {"domain": [0, self._top()]}}
        bar: dict[str, Any] = {"mark": {"type": "bar", "height": 14}, "encoding": {"x": {**x, "field": "p"}}}
        dot = {
            "mark": {"type": "point", "color": theme.INK, "filled": True, "size": 70, "stroke": theme.CARD},
            "encoding": {"x": {**x, "field": "seen"}},
        }
        return {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "config": theme.THEME,
            "data": {"values": rows},
            "width": 420,
            "height": ROW * len(rows),
            "encoding": {"y": y},
            "layer": [bar, dot] if self.n else [bar],
        }

    def _top(self) -> float:
        """The end of the scale, a multiple of 1/4, so that pictures of few and of many rolls can be compared."""
        most = max(max(self.exact.values()), *(Fraction(k, self.n) for k in self.seen.values() if self.n), Fraction(0))
        return min(1.0, (int(most * 4) + 1) / 4)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        shown = picture.show(self.spec(), alt=repr(self).replace("\n", "; "))
        return {**shown._repr_mimebundle_(), "text/plain": repr(self)}


def compare(
    exact: Mapping[Any, Fraction | float],
    seen: Mapping[Any, int] | None = None,
    n: int = 0,
    guess: Mapping[Any, Any] | None = None,
) -> Comparison:
    """Exact chances by outcome, how often each was `seen` in `n` rolls, and guesses for some of them.

    A guess `...` is left out. `BadInput` for a value that is not a chance, and for an outcome that `exact` lacks.
    """
    if not isinstance(exact, Mapping) or not exact:
        raise BadInput("compare", given=shown(exact), right='{72: "1/6"}')
    known = {what: _chance(p) for what, p in exact.items()}
    guessed = {what: _chance(p) for what, p in (guess or {}).items() if p is not ... and p is not None}
    for what in {**guessed, **(seen or {})}:
        if what not in known:
            raise BadInput("compare", given=shown(what), right=" | ".join(map(repr, known)))
    return Comparison(known, seen or {}, n if seen is not None else 0, guessed)


def name(what: Any, lang: str) -> str:
    """The name of an outcome in the language."""
    return words.find(f"compare.name.{what}", lang) or str(what)


def _chance(p: Any) -> Fraction:
    if isinstance(p, str):
        chance = worth(plain_text(p))
    elif isinstance(p, bool) or not isinstance(p, Real):
        chance = None
    else:
        chance = Fraction(p) if isinstance(p, Rational) else Fraction(float(p)).limit_denominator(10_000)
    if chance is None or not 0 <= chance <= 1:
        raise BadInput("compare", given=shown(p), right='"1/6"')
    return chance


def _distance(off: float) -> str:
    """The key of the sentence about a guess that is off by this much."""
    if abs(off) <= CLOSE:
        return "close"
    return f"{'far_' if abs(off) > FAR else ''}{'above' if off > 0 else 'below'}"


def _short(p: Fraction) -> str:
    return str(p) if p.denominator < 1_000 else f"{float(p):.3f}"


def _width(text: str) -> int:
    """The width of a text in columns: a Chinese sign takes two."""
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
