"""Chooses the labels of a chart that are drawn, and places them: rules as Vega expressions.

Labels must not touch each other, but Vega sees each row alone. So transforms first give every row the places of those
that it may touch; then each rule is a plain comparison of fields. Most are true for a label that is left out, the
others give a place or a text. `upright_labels` and `mark_labels` return the transforms; nothing here needs Altair.

    last_x last_p last_said …     the labels before and after this one along the axis: `last` and `next`
    mark_series                   of a mark: its series; of any other row: ''
    now_x ghost_x policy_x        where the mark of each series is; null if it has none
    partner_x                     the mark that this one makes room for, and which makes room for it
"""

from __future__ import annotations

from toolkit.charts.layers import order_by
from toolkit.charts.sizes import Place
from toolkit.charts.theme import Spec
from toolkit.core.panel import SERIES

LABEL_WIDTH, LABEL_HEIGHT = 20, 13
"""Pixels that the label of an upright bar takes at least."""
BOLD = 8.4
"""Pixels that a bold letter takes at the usual size, in the widest of the fallback fonts."""
MARK_WIDTH = 36
"""Pixels that the text of a mark takes."""
LETTER = 0.6
"""The width of a letter, as a share of its size, in the widest of the fallback fonts."""
USUAL, SMALLEST = 12, 8
"""Sizes of letters before bars."""


def upright_labels(place: Place, unnamed: str) -> list[Spec]:
    """Transforms that keep the rows of a strip or a law whose label is drawn, with the label in the field `said`.

    `unnamed` is the expression of the label of a row without `text`; it may compare `rank` (1: the highest bar) and
    `texts` (the number of rows with `text`).
    """
    beside = [
        {"op": op, "field": field, "as": f"{side}_{field}"}
        for op, side in (("lag", "last"), ("lead", "next"))
        for field in ("x", "p", "said")
    ]
    return [
        {"filter": "datum.series !== 'policy' && !isValid(datum.mark)"},
        {"joinaggregate": [{"op": "valid", "field": "text", "as": "texts"}]},
        {"window": [{"op": "row_number", "as": "rank"}], "sort": order_by("-series", "-p", "x")},
        {"calculate": f"isValid(datum.text) ? datum.text : {unnamed}", "as": "said"},
        {"filter": "datum.said !== ''"},
        {"window": beside, "sort": order_by("x", "-series")},
        {"filter": f"!({overlaps_taller(place, 'last')})"},
        {"filter": f"!({overlaps_taller(place, 'next')})"},
    ]


def mark_labels(place: Place) -> list[Spec]:
    """Transforms that keep the marks whose text is drawn, with the middle of the text in pixels, `middle`."""
    where = {f"{name}_x": f"datum.mark_series === '{name}' ? datum.x : null" for name in SERIES}
    marks = [{"op": "max", "field": field, "as": field} for field in where]
    return [
        {"calculate": "isValid(datum.mark) ? datum.series : ''", "as": "mark_series"},
        *({"calculate": expression, "as": field} for field, expression in where.items()),
        {"joinaggregate": marks},
        {"filter": "isValid(datum.mark)"},
        {"calculate": _partner(), "as": "partner_x"},
        {"filter": f"!({squeezed_between(place)})"},
        {"filter": f"!({repeats_present()})"},
        {"calculate": text_middle(place), "as": "middle"},
    ]


def overlaps_taller(place: Place, side: str) -> str:
    """The label touches that of its neighbour on this side ("last": left, "next": right), whose bar is taller.

          42          42
        41██    →     ██
        ████        ████

    Of two equally high bars the left one keeps its label; two labels far enough above each other both stay.
    """
    x, p = f"datum.{side}_x", f"datum.{side}_p"
    letters = f"(length(datum.said) + length(datum.{side}_said))"
    close = f"abs(datum.x - {x}) * {place.unit} < max({LABEL_WIDTH}, {BOLD / 2:g} * {letters} + 2)"
    level = f"abs(datum.p - {p}) * {place.plot} / {place.peak} < {LABEL_HEIGHT}"
    lower = f"datum.p {'<=' if side == 'last' else '<'} {p}"
    return f"isValid({x}) && {close} && {level} && {lower}"


def align_at_ends(place: Place) -> str:
    """The alignment of a label over a bar: inwards at either end of the axis.

    12           12           12
    █            ██            █
    left       center      right
    """
    at, half = place.pixel("x"), f"max(12, {BOLD / 2:g} * length(datum.said))"
    return f"{at} < {half} ? 'left' : {at} > {place.width} - {half} ? 'right' : 'center'"


def keep_inside(place: Place) -> str:
    """Pixels by which a label in a box is moved, so that the box stays inside the plot.

     │           │
    ┌┼─┐         ├──┐
    │0 │    →    │ 0│      where the plot begins at │
    └┼─┘         ├──┘
     │█          │█
    """
    at = place.pixel("x")
    return f"clamp({at}, 9, {place.width} - 2) - {at}"


def squeezed_between(place: Place) -> str:
    """The text of the policy's mark is too close to another while the ghost has a mark as well: three do not fit.

    6.97.37.6         6.9  7.6
       ┊┊┊       →       ┊┊┊        now 6.9, policy 7.3, ghost 7.6
    """
    either = f"({_is_near(place, 'ghost_x')} || {_is_near(place, 'now_x')})"
    return f"datum.mark_series === 'policy' && isValid(datum.ghost_x) && {either}"


def repeats_present() -> str:
    """A mark of the ghost or the policy is exactly where the present's is, whose text says the same.

    7.17.1         7.1
       ┊      →     ┊
    """
    return "datum.mark_series !== 'now' && datum.x === datum.now_x"


def text_middle(place: Place) -> str:
    """Where the text of a mark has its middle: over its line, or beside its partner's text if they would touch.

        67.93          6.9 7.3      the two texts meet halfway between their lines,
         ┊┊       →       ┊┊        the smaller number at the left

    Both stay within the plot.
    """
    own, partner, half = place.pixel("x"), place.pixel("partner_x"), MARK_WIDTH / 2
    meeting = _within(f"({own} + {partner}) / 2", MARK_WIDTH, place)
    alone = _within(own, half, place)
    left = "datum.x < datum.partner_x || (datum.x === datum.partner_x && datum.series === 'now')"
    touching = f"{_is_near(place, 'partner_x')} && datum.x !== datum.partner_x"
    return f"{touching} ? {meeting} + ({left} ? -{half} : {half}) : {alone}"


def text_inside(unit: str) -> str:
    """Expression of what one piece of a stacked bar says: its text, or the `short` one, or nothing, as there is room.

    `unit`: expression of the pixels of 1.

    ┌──────────┬───┬────────┐
    │ cloud 5% │ 1%│  lose  │      "chaos 1%" does not fit
    └──────────┴───┴────────┘
    """
    room = f"(datum.end - datum.start) * {unit}"
    long, short = (f"{room} > {BOLD} * {count_letters(f'datum.{field}')} + 4" for field in ("text", "short"))
    return f"{long} ? datum.text : isValid(datum.short) && {short} ? datum.short : ''"


def count_letters(text: str) -> str:
    """Expression of the length of a text in Latin letters; a Chinese one counts two, as wide as it is.

    "云 12"   →   5
    """
    return rf"length(replace({text}, regexp('[\u2e80-\ufdff\ufe10-\uffef]', 'g'), 'mm'))"


def label_size(place: Place) -> str:
    """Expression of the size of the letters before bars, all of them alike: the longest label fits whole.

    no mountain face 1 ███████
                  none ██           both smaller, since the first one is long

    Smaller as well where bars are thin.
    """
    room = f"({place.left} - 8) / max(1, {LETTER} * datum.longest)"
    return f"clamp(min({room}, 0.9 * datum.step), {SMALLEST}, {USUAL})"


def value_size() -> str:
    """Expression of the size of the value at the end of a bar: smaller where bars are thin."""
    return f"clamp(0.9 * datum.step, {SMALLEST}, {USUAL})"


def cut_label(place: Place) -> str:
    """Expression of a label before a bar. Only where the smallest letters do not suffice, on a page narrower than any
    table, its middle is left out: names often differ in their last word or number.

        no mountain face 1   →   no moun…ace 1
    """
    room = f"(({place.left} - 8) / {SMALLEST * LETTER:g})"
    kept = f"max(2, floor({room} * length(datum.label) / datum.letters) - 1)"
    last = f"min(5, floor({kept} / 2))"
    cut = f"slice(datum.label, 0, {kept} - {last}) + '…' + slice(datum.label, -{last})"
    return f"datum.letters > {room} ? {cut} : datum.label"


def _is_near(place: Place, field: str) -> str:
    """The text of a mark here would touch one at the place in this field."""
    return f"isValid(datum.{field}) && abs(datum.x - datum.{field}) * {place.unit} < {MARK_WIDTH}"


def _within(middle: str, margin: float, place: Place) -> str:
    """A place at least this many pixels from both ends of the plot."""
    return f"clamp({middle}, {margin}, max({margin}, {place.width} - {margin}))"


def _partner() -> str:
    """The present's partner is the ghost, or the policy if there is no ghost; everyone else's is the present."""
    others = "isValid(datum.ghost_x) ? datum.ghost_x : datum.policy_x"
    return f"datum.mark_series === 'now' ? ({others}) : datum.now_x"
