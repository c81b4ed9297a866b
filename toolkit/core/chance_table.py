"""Chances as a table, in text and in HTML: what a law, the odds of a position and a comparison show in a notebook.

A column holds one kind of number: fractions only where all of them are short enough to read, percentages always. The
bars are cells of the table, so they need no picture, stay in an untrusted notebook, and suit light and dark.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from html import escape
from numbers import Real
from typing import Any, NamedTuple

from toolkit.core import words

SHOWN = 40
"""A table lists at most this many outcomes in full."""
LIKELIEST = 20
"""Of more outcomes, a table lists this many: the likeliest."""
LONGEST = 24
"""The longest fraction that is written out, in signs."""
BAR = "#5b6b7c"
WIDE, HIGH = 480, 90
"""The picture of many numbers, in pixels."""
WIDEST = 160
"""The longest bar, in pixels; in text it has `BLOCKS` signs."""
BLOCKS = 20
EIGHTHS = " ▏▎▍▌▋▊▉"


class Extract(NamedTuple):
    """The outcomes that a table lists, each with its chance, and how many it leaves out, with their chance together."""

    shown: list[tuple[Any, Fraction]]
    others: int
    rest: Fraction


def extract(ways: Mapping[Any, Any], total: int = 1, every: bool = False) -> Extract:
    """All outcomes if there are few, or if `every` one is wanted, else the likeliest; in their order.

    A chance is `ways` out of `total`.
    """
    kept: Collection[Any] = ways
    if len(ways) > SHOWN and not every:
        kept = set(nlargest(LIKELIEST, ways, key=ways.__getitem__))
    shown = [(outcome, Fraction(count, total)) for outcome, count in ways.items() if outcome in kept]
    rest = sum(count for outcome, count in ways.items() if outcome not in kept) if len(kept) < len(ways) else 0
    return Extract(shown, len(ways) - len(shown), Fraction(rest, total))


def name(outcome: Any, lang: str) -> str:
    """The name of an outcome in the language: its own, if words have none for it."""
    return words.find(f"compare.name.{outcome}", lang) or str(outcome)


def percent(p: Fraction) -> str:
    """A chance in per cent, with one decimal; a small one with two digits. Only 0 is "0%", and only 1 is "100%"."""
    if p in (0, 1):
        return f"{100 * p}%"
    value = float(100 * p)
    if value > 99.9:
        return "> 99.9%"
    if value < 0.0001:
        return "< 0.0001%"
    return f"{value:.1f}%" if value >= 1 else f"{value:.2g}%"


def are_short(chances: Sequence[Fraction]) -> bool:
    """Whether all chances can be read as fractions."""
    return all(len(str(p)) <= LONGEST for p in chances)


def text(ways: Mapping[Any, int], total: int, head: str) -> str:
    """The table as lines of text below `head`. A chance is `ways` out of `total`."""
    lang = words.current()
    shown, others, rest = extract(ways, total)
    short, top = are_short([p for _, p in shown]), _top(shown)
    rows = [[name(outcome, lang), *([str(p)] if short else []), percent(p), _blocks(p / top)] for outcome, p in shown]
    ends = [all(is_number(outcome) for outcome, _ in shown), *([True] if short else []), True, False]
    return "\n".join([head, *aligned(rows, ends), *_more(others, rest, lang)])


def html(ways: Mapping[Any, int], total: int, head: str, every: bool = False) -> str:
    """The table as HTML below `head`; many numbers also as a picture of them all."""
    lang = words.current()
    shown, others, rest = extract(ways, total, every)
    short, top = are_short([p for _, p in shown]), _top(shown)
    heads = ["", *([words.say("chances.fraction", lang)] if short else []), words.say("chances.percent", lang), ""]
    rows = [
        [cell(name(outcome, lang)), *([cell(str(p))] if short else []), cell(percent(p)), _bar(p / top)]
        for outcome, p in shown
    ]
    more = "".join(f"<p>{escape(line)}</p>" for line in _more(others, rest, lang))
    seen = columns(ways, head) if others and all(map(is_number, ways)) else ""
    return f"<div><p>{escape(head)}</p>{seen}{grid(heads, rows)}{more}</div>"


def columns(ways: Mapping[Any, int], alt: str) -> str:
    """The law of many numbers as an `<img>`: a column for each, or for some neighbours, from the least to the largest.

    An inline `<svg>` would be removed from a notebook that is opened again.
    """
    low, high, most = min(ways), max(ways), 0
    places = min(WIDE, len(ways))
    counts = [0] * places
    for outcome, count in ways.items():
        counts[min(places - 1, int((outcome - low) * places / (high - low)))] += count
    most, step = max(counts), WIDE / places
    bars = []
    for place, count in enumerate(counts):
        tall = HIGH * count // most if count * HIGH >= most else min(count, 1)
        if tall:
            x, wide = place * step, max(step - 0.5, 0.5)
            bars.append(f'<rect x="{x:.2f}" y="{HIGH + 2 - tall}" width="{wide:.2f}" height="{tall}"/>')
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE + 16}" height="{HIGH + 24}" viewBox="-8 0 {WIDE + 16} '
        f'{HIGH + 24}"><rect x="-8" width="{WIDE + 16}" height="{HIGH + 24}" fill="#ffffff"/><g fill="{BAR}">'
        f'{"".join(bars)}</g><path d="M0 {HIGH + 2.5}H{WIDE}" stroke="#7d8894"/><g font-family="sans-serif" '
        f'font-size="12" fill="#46525f"><text y="{HIGH + 18}">{escape(str(low))}</text><text x="{WIDE}" '
        f'y="{HIGH + 18}" text-anchor="end">{escape(str(high))}</text></g></svg>'
    )
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'


def _more(others: int, rest: Fraction, lang: str) -> list[str]:
    """The line about outcomes that are left out, if there are any."""
    return [words.say("chances.more", lang, n=f"{others:,}", p=percent(rest))] if others else []


def _top(shown: Sequence[tuple[Any, Fraction]]) -> Fraction:
    """The longest bar."""
    return max((p for _, p in shown), default=Fraction(1)) or Fraction(1)


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already, below heads that are plain text."""
    first = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>"


def cell(text: str, align: str = "right") -> str:
    """A cell of `grid`."""
    return f'<td style="text-align:{align};white-space:nowrap">{escape(text)}</td>'


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Rows of cells as lines, their columns as wide as the widest cell. `right`: columns that end together."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            " " * (wide - width(one)) + one if ends else one + " " * (wide - width(one))
            for one, wide, ends in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def width(text: str) -> int:
    """The width of a text in columns: a Chinese sign takes two."""
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def is_number(outcome: Any) -> bool:
    """Whether an outcome has a place on the number line."""
    return type(outcome) in (int, bool, Fraction) or (isinstance(outcome, Real) and bool(outcome == outcome))


def _blocks(share: Fraction) -> str:
    """A bar in text; the longest has `BLOCKS` signs, and what is not 0 has some ink."""
    eighths = max(round(8 * BLOCKS * share), 1 if share else 0)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _bar(share: Fraction) -> str:
    """A cell with a bar."""
    pixels = max(round(WIDEST * share), 1 if share else 0)
    style = f"width:{pixels}px;height:12px;background-color:{BAR}"
    return f'<td style="text-align:left"><div style="{style}"></div></td>'
