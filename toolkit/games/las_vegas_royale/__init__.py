"""Las Vegas Royale: dice go to six casinos, and whoever has most of them there takes the banknotes.

All dice of one number are placed together; owners of equal weight take nothing. Three of sixteen mini-games lie at the
casinos 1 to 3. The rulebook is in `book/`, the values in `state`, the rules in `rules` (setup, turns, minis, payout),
what a seat may know in `views`, the odds in `odds`.
"""

from __future__ import annotations

from toolkit.games.las_vegas_royale.rules import apply, chance_outcomes, legal_actions, ranks, returns, start, to_move
from toolkit.games.las_vegas_royale.state import ACTIONS, MAX_PLIES, NAME, RULES, SEATS, SECRET
from toolkit.games.las_vegas_royale.state import Ruleset as RULESET
from toolkit.games.las_vegas_royale.views import (
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
