"""The panels beside the board: where a seat can land, how far it is to the next chip, what a roll can lead to.

A `label` or `name` of a row that begins with "@" is a key of words; `name` says at length what a label stands for.
Rows follow from what everybody may know: pawns, what is due, the stars of an open card, and the solved lap.
"""

from __future__ import annotations

from toolkit.core.panel import Chart, Panel
from toolkit.games.math_storm.panels.choices import TURNS, peek_routes, routes
from toolkit.games.math_storm.panels.seat import WORDS, ready
from toolkit.games.math_storm.panels.where import _kind_rows, _landing_rows, _peek_outlook, kinds, landing
from toolkit.games.math_storm.state import LAST, STORM

PANELS = (
    Panel(
        name="landing",
        charts=(
            Chart("cells", "strip", x=(STORM, LAST), y=(), height=112),
            Chart("aside", "columns", width=40, height=112),
        ),
        rows=landing,
        peek=_peek_outlook(_landing_rows),
        ready=ready,
    ),
    Panel(
        name="routes",
        charts=(Chart("routes", "bars", x=TURNS, x_title=f"{WORDS}.turns", percent=False, height=112, labels=116),),
        rows=routes,
        peek=peek_routes,
        ready=ready,
    ),
    Panel(
        name="kinds",
        charts=(Chart("kinds", "bars", x=(0.0, 1.0), height=80),),
        rows=kinds,
        peek=_peek_outlook(_kind_rows),
        ready=ready,
    ),
)
