"""The panels beside the board: where a seat can land, how far it is to the next chip, which ends a roll can have.

A `label` or `name` of a row that begins with "@" is a key of words; `name` is the long form of a label.
Rows depend only on facts that everybody may know: pawns, the agenda, the stars of an open card, and the solved lap.
"""

from __future__ import annotations

from toolkit.core.panel import Chart, Panel
from toolkit.games.math_storm.panels.choices import TURNS, peek_routes, routes
from toolkit.games.math_storm.panels.seat import WORDS, is_ready
from toolkit.games.math_storm.panels.where import kind_rows, kinds, landing, landing_rows, peek_outlook
from toolkit.games.math_storm.state import LAST, STORM

KEYS = (("now", f"{WORDS}.key.now"), ("policy", f"{WORDS}.key.policy"))
PANELS = (
    Panel(
        name="landing",
        charts=(
            Chart("cells", "strip", x=(STORM, LAST), y=(), height=130, keys=KEYS),
            Chart("aside", "columns", width=40, height=130),
        ),
        rows=landing,
        peek=peek_outlook(landing_rows),
        ready=is_ready,
    ),
    Panel(
        name="routes",
        charts=(
            Chart(
                "routes",
                "bars",
                x=TURNS,
                percent=False,
                height=130,
                labels=96,
                keys=(("best", f"{WORDS}.key.best"),),
            ),
        ),
        rows=routes,
        peek=peek_routes,
        ready=is_ready,
    ),
    Panel(
        name="kinds",
        charts=(Chart("kinds", "bars", x=(0.0, 1.0), height=98, keys=KEYS),),
        rows=kinds,
        peek=peek_outlook(kind_rows),
        ready=is_ready,
    ),
)
