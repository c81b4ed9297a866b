"""Chooses the labels of a chart that are drawn, and places them: rules as Vega expressions.

Labels must not touch each other, but Vega sees each row alone. So transforms first give every row the places of those
that it may touch; then each rule is a plain comparison of fields. Most are true for a label that is left out, the
others give a place or a text. `upright_labels` and `mark_labels` return the transforms; nothing here needs Altair.

    last_x last_p next_x next_p   the labels before and after this one along the axis
    mark_series                   of a mark: its series; of any other row: ''
    now_x ghost_x policy_x        where the mark of each series is; null if it has none
    partner_x                     the mark that this one makes room for, and which makes room for it
    first_tall_x last_tall_x      the outermost bars whose labels are as high up as the texts of marks
"""

from __future__ import annotations

from toolkit.charts.layers import order_by
from toolkit.charts.sizes import Place
from toolkit.charts.theme import Spec
from toolkit.core.panel import SERIES

LABEL_WIDTH, LABEL_HEIGHT = 20, 13
"""Pixels that the label of an upright bar takes."""
MARK_WIDTH = 34
"""Pixels that the text of a mark takes."""
TALL = 0.8
"""A bar is tall if it takes this share of the plot or more: its label is then between the texts of marks."""
LETTER = 7
"""Pixels that a letter takes at the usual size; a small one takes 6.2."""


def upright_labels(place: Place, unnamed: str) -> list[Spec]:
    """Transforms that keep the rows of a strip or a law whose label is drawn, with the label in the field `said`.

    `unnamed` is the expression of the label of a row without `text`; it may compare `rank` (1: the highest bar) and
    `texts` (the number of rows with `text`).
    """
    beside = [
        {"op": op, "field": field, "as": f"{side}_{field}"}
        for op, side in (("lag", "last"), ("lead", "next"))
        for field in "xp"
    ]
    return [
        {"filter": "datum.series !== 'policy' && !isValid(datum.mark)"},
        {"joinaggregate": [{"op": "valid", "field": "text", "as": "texts"}, {"op": "max", "field": "p", "as": "top"}]},
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
    tall = [{"op": op, "field": "tall_x", "as": f"{end}_tall_x"} for op, end in (("min", "first"), ("max", "last"))]
    return [
        {"calculate": "isValid(datum.mark) ? datum.series : ''", "as": "mark_series"},
        *({"calculate": expression, "as": field} for field, expression in where.items()),
        {"calculate": f"{reaches_marks(place)} ? datum.x : null", "as": "tall_x"},
        {"joinaggregate": [*marks, *tall]},
        {"filter": "isValid(datum.mark)"},
        {"calculate": _partner(), "as": "partner_x"},
        {"filter": f"!({overlaps_tall_bar(place)})"},
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
    top = place.y[1] - place.y[0] if place.y else "datum.top"
    close = f"abs(datum.x - {x}) * {place.unit} < {LABEL_WIDTH}"
    level = f"abs(datum.p - {p}) * {place.plot} / {top} < {LABEL_HEIGHT}"
    lower = f"datum.p {'<=' if side == 'last' else '<'} {p}"
    return f"isValid({x}) && {close} && {level} && {lower}"


def align_at_ends(place: Place) -> str:
    """The alignment of a label over a bar: inwards at either end of the axis.

    12           12           12
    █            ██            █
    left       center      right
    """
    at = place.pixel("x")
    return f"{at} < 12 ? 'left' : {at} > {place.width} - 12 ? 'right' : 'center'"


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


def reaches_marks(place: Place) -> str:
    """A bar is so tall that its label is in the line where the texts of marks are.

        12   7.1      a label and the text of a mark in one line
        ██    ┊
        ██ ██ ┊

    Where the axis ends with the highest bar, no bar counts as tall.
    """
    tall = f"{TALL * place.y[1]:g}" if place.y else "2"
    return f"!isValid(datum.mark) && isValid(datum.text) && datum.p >= {tall}"


def overlaps_tall_bar(place: Place) -> str:
    """The text of a mark touches the label of the first or the last tall bar.

    127.1         12
    ██ ┊     →    ██ ┊      the text is left out, the line stays
    ██ ┊          ██ ┊
    """
    return f"({_is_near(place, 'last_tall_x')}) || ({_is_near(place, 'first_tall_x')})"


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


def fits_inside(unit: str) -> str:
    """The text of one piece of a stacked bar is shorter than the piece. `unit`: expression of the pixels of 1.

    ┌──────────┬─┬────────┐
    │   win    │ │  lose  │      "tie" does not fit
    └──────────┴─┴────────┘
    """
    return f"(datum.end - datum.start) * {unit} > 7.5 * length(datum.text) + 8"


def count_letters(text: str) -> str:
    """Expression of the length of a text in Latin letters; a Chinese one counts two, as wide as it is.

    "云 12"   →   5
    """
    return rf"length(replace({text}, regexp('[\u2e80-\ufdff\ufe10-\uffef]', 'g'), 'mm'))"


def is_crowded(place: Place) -> str:
    """The labels before bars need small letters, all of them alike: the bars are thin, or one label is long.

    no mountain face 1 ███████
                  none ██           both small, since the first one is long
    """
    return f"(datum.step < 13 || {LETTER} * datum.longest > {place.left} - 8)"


def cut_label(place: Place) -> str:
    """Expression of a label before a bar. Only if small letters do not suffice, its middle is left out: names often
    differ in their last word or number.

        no mountain face 1   →   no moun…ace 1
    """
    room = f"(({place.left} - 8) / 6.2)"
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
