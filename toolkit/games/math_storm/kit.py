"""Math Storm as it is brought to a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.core.kit import Kit, check_types
from toolkit.core.seen import Json
from toolkit.games import math_storm
from toolkit.games.math_storm import board, odds
from toolkit.games.math_storm.answers import answered
from toolkit.games.math_storm.board.covered import cover
from toolkit.games.math_storm.bots import BOTS
from toolkit.games.math_storm.keys import KEYS
from toolkit.games.math_storm.lessons import LESSONS
from toolkit.games.math_storm.panels import PANELS
from toolkit.games.math_storm.questions import FAMILIES
from toolkit.games.math_storm.state import DICE


def veil(view: Json) -> Json:
    """The view without the answer of the card that has just been closed."""
    closed = view["closed"]
    return view | {"closed": closed | {"answer": None, "steps": []}} if closed else view


def prints(view: Json) -> Mapping[str, Any]:
    """For the printed board: the view with every pawn off it, the kinds of cells with their signs, the dice."""
    empty = view | {"pawns": [], "passed": [], "held": [], "hops": []}
    return {"view": empty, "legend": (("storm", "0"), ("chance", "?"), ("challenge", "!")), "dice": DICE}


check_types(math_storm, board)
KIT = Kit(
    rules=math_storm,
    board=board,
    panels=PANELS,
    bots=BOTS,
    package="toolkit.games.math_storm",
    families=FAMILIES,
    keys=KEYS,
    answered=answered,
    veil=veil,
    cover=cover,
    lessons=LESSONS,
    prints=prints,
    pictures=lambda: (odds.lap().chart(),),
)
