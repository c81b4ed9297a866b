"""Cloud & Mountain: ten dice on two sides, and nine target tiles in a grid.

Five plates, turned over one by one, say whether two dice each are cloud or mountain dice; a chaos plate asks its
neighbours. Seats lay tiles that the dice will meet or not; met tiles and lines of three score. The rulebook is in
`book/`, the values in `state`, the rules in `rules` (plates, tiles, bag, laying, scoring), what a seat may know in
`views`, the odds in `odds`.
"""

from __future__ import annotations

from toolkit.games.cloud_mountain.rules import apply, chance_outcomes, legal_actions, ranks, returns, start, to_move
from toolkit.games.cloud_mountain.state import ACTIONS, MAX_PLIES, NAME, RULES, SEATS, SECRET
from toolkit.games.cloud_mountain.state import Ruleset as RULESET
from toolkit.games.cloud_mountain.views import (
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
