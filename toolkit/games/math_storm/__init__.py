"""Math Storm: an arithmetic race on the cells 0 … 100.

Each seat has two pawns; the numbers under them are the operands of the operation die, and the seat picks which pawn
goes to the result. Chance and challenge cells, and the storm behind 100, draw question cards. A lap is done when both
pawns have passed the storm: one chip. The rulebook is in `book/`, the values in `state`, the rules in `rules` (moves,
cards), what a seat may know in `views`, the odds in `odds`.
"""

from __future__ import annotations

from toolkit.games.math_storm.rules import apply, chance_outcomes, legal_actions, ranks, returns, start, to_move
from toolkit.games.math_storm.state import ACTIONS, MAX_PLIES, NAME, RULES, SEATS, SECRET
from toolkit.games.math_storm.state import Ruleset as RULESET
from toolkit.games.math_storm.views import (
    determinize,
    due,
    enclose,
    events,
    fill,
    redact,
    ruleset,
    secret,
    unpack,
    view,
)

__all__ = [
    "ACTIONS",
    "MAX_PLIES",
    "NAME",
    "RULES",
    "RULESET",
    "SEATS",
    "SECRET",
    "apply",
    "chance_outcomes",
    "determinize",
    "due",
    "enclose",
    "events",
    "fill",
    "legal_actions",
    "ranks",
    "redact",
    "returns",
    "ruleset",
    "secret",
    "start",
    "to_move",
    "unpack",
    "view",
]
