"""Exact chances next to the results of a few rolls, and to a guess: the picture in the notebooks about chances.

compare(odds.landing(36, 18))                              # the exact chances as bars, and as a table
compare(odds.landing(36, 18), seen={18: 9, 90: 5}, n=20)   # the results of 20 rolls as dots
compare(sums(2), seen=sums(2).sample(100))                 # the same from a list of results
compare(..., guess={18: "1 in 4"})                         # how far a guess is off, in words; it is not marked
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Integral
from typing import Any

from toolkit.charts import picture, theme
from toolkit.core import chance_table, words
from toolkit.core.chance_table import cell, name, percent
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.teaching.numbers import Unread, read_chance

CLOSE, FAR = 0.03, 0.15
"""A guess that is off by at most `CLOSE` is close; by more than `FAR`, far off."""
READABLE = 8
"""Two fractions of at most this many signs are compared as they are; longer ones in per cent."""
ROW = 26
"""The height of a bar and its gap, in pixels."""


class Comparison:
    """A picture, and below it a table: exact chances, shares of what was seen, and guesses. Made by `compare`."""

    def __init__(
        self, exact: Mapping[Any, Fraction], seen: Mapping[Any, int], n: int, guess: Mapping[Any, Fraction]
    ) -> None:
        self.exact, self.seen, self.n, self.guess = dict(exact), dict(seen), n, dict(guess)

    def __repr__(self) -> str:
        lang = words.current()
        rows = [self._heads(lang), *(self._row(what, lang) for what in self.exact)]
        ends = [False] + [True] * (len(rows[0]) - 1 - bool(self.guess)) + [False] * bool(self.guess)
        return "\n".join(chance_table.aligned(rows, ends) + self.distances(lang))

    def distances(self, lang: str) -> list[str]:
        """How far each guess is off, in words."""
        lines = []
        for what, guess in self.guess.items():
            exact = self.exact[what]
            plain = max(len(str(guess)), len(str(exact))) <= READABLE
            said = {"guess": guess, "exact": exact} if plain else {"guess": percent(guess), "exact": percent(exact)}
            lines.append(words.say(f"compare.{_distance(guess - exact)}", lang, name=name(what, lang), **said))
        return lines

    def _heads(self, lang: str) -> list[str]:
        heads = ["", *([words.say("compare.exact", lang)] if self._is_short() else [])]
        heads.append(words.say("compare.percent", lang))
        if self.n:
            heads.append(words.say("compare.n", lang, n=f"{self.n:,}"))
        return heads + ([words.say("compare.guess", lang), words.say("compare.far", lang)] if self.guess else [])

    def _row(self, what: Any, lang: str) -> list[str]:
        """The cells of an outcome: one kind of number in each column."""
        p, guess = self.exact[what], self.guess.get(what)
        cells = [name(what, lang), *([str(p)] if self._is_short() else []), percent(p)]
        if self.n:
            cells.append(percent(self._share(what)))
        if self.guess and guess is None:
            cells += ["", ""]
        elif guess is not None:
            cells += [percent(guess), words.say(f"compare.off.{_distance(guess - p)}", lang)]
        return cells

    def _is_short(self) -> bool:
        """Whether all exact chances can be read as fractions."""
        return chance_table.are_short(list(self.exact.values()))

    def _share(self, what: Any) -> Fraction:
        return Fraction(int(self.seen.get(what, 0)), self.n)

    def spec(self) -> dict[str, Any]:
        """The picture in Vega-Lite: a bar for each exact chance, a dot for the share that was seen."""
        lang = words.current()
        rows = [
            {"name": name(what, lang), "p": float(p)} | ({"seen": float(self._share(what))} if self.n else {})
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
        most = max([*self.exact.values(), *(self._share(what) for what in (self.seen if self.n else ()))])
        return min(1.0, (int(most * 4) + 1) / 4)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        lang = words.current()
        drawn = picture.show(
            self.spec(), alt="; ".join(" ".join(line.split()) for line in repr(self).splitlines())
        )._repr_mimebundle_()
        rows = [self._row(what, lang) for what in self.exact]
        last = len(self._heads(lang)) - 1
        table = chance_table.grid(
            self._heads(lang),
            [
                [
                    cell(text, "left" if not place or (self.guess and place == last) else "right")
                    for place, text in enumerate(row)
                ]
                for row in rows
            ],
        )
        return {"text/plain": repr(self), "text/html": f"<div>{drawn['text/html']}{table}</div>"}


def compare(
    exact: Mapping[Any, Any],
    seen: Mapping[Any, int] | Iterable[Any] | None = None,
    n: int = 0,
    guess: Mapping[Any, Any] | None = None,
) -> Comparison:
    """Exact chances by outcome, how often each was `seen` in `n` rolls, and guesses for some of them.

    `seen`: counts by outcome, or a list of results; `n` may be left out for a list, and for counts of a law, where
    each roll counts once. A chance may be written as for `check`: 0.25, "1/4", "25 %", "1 in 4"; a guess `...` is
    left out. `BadInput` names the outcome whose value is no chance, or that `exact` lacks.
    """
    if not isinstance(exact, Mapping) or not exact:
        raise BadInput("compare", given=shown(exact), right='{72: "1/6"}')
    known = {what: _chance(what, p) for what, p in exact.items()}
    if guess is not None and not isinstance(guess, Mapping):
        first = repr(next(iter(known)))
        raise BadInput("compare_guess", given=shown(guess), right=f'guess={{{first}: "1/6"}}')
    guessed = {what: _chance(what, p) for what, p in (guess or {}).items() if p is not ... and p is not None}
    counts, rolls = ({}, 0) if seen is None else _counted(seen, n, known)
    for what in {**guessed, **counts}:
        if what not in known:
            raise BadInput("compare_name", given=shown(what), right=" | ".join(map(repr, known)))
    return Comparison(known, counts, rolls, guessed)


def _counted(seen: Any, n: Any, exact: Mapping[Any, Fraction]) -> tuple[dict[Any, int], int]:
    """How often each outcome was seen, and in how many rolls."""
    if not isinstance(seen, Iterable) or isinstance(seen, str | bytes):
        raise BadInput("compare_seen", given=shown(seen), right=f"seen={{{next(iter(exact))!r}: 3}}, n=20")
    is_list = not isinstance(seen, Mapping)
    counts = dict(Counter(seen) if is_list else seen)
    for what, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, Integral) or count < 0 or (n and count > n):
            raise BadInput("compare_count", name=shown(what), given=shown(count), right=f"0 … {n or '∞'}")
    if not n and (is_list or sum(exact.values()) == 1):
        n = sum(counts.values())
    if isinstance(n, bool) or not isinstance(n, Integral) or n < 1:
        raise BadInput("compare_n", given=shown(n), right="n=20")
    return counts, int(n)


def _chance(what: Any, p: Any) -> Fraction:
    """The chance that somebody gives for an outcome. `BadInput` names the outcome."""
    found = read_chance(p)
    if isinstance(found, Unread):
        given = {"name": shown(what), "given": shown(p), **found.says}
        if found.key == "percent":
            raise BadInput("compare_percent", **given)
        if found.key == "ratio":
            raise BadInput("compare_ratio", **given)
        raise BadInput("compare_chance", **given)
    return found.value


def _distance(off: Fraction) -> str:
    """The key of the words about a guess that is off by this much."""
    if abs(off) <= CLOSE:
        return "close"
    return f"{'far_' if abs(off) > FAR else ''}{'above' if off > 0 else 'below'}"
