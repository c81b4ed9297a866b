"""The odds of Las Vegas Royale. Money is in K; what is exact is a Fraction.

group_weights(7, 1).largest           # the law of the strongest number of a roll
payout({"A": 3, "B": 3, "C": 1}, (60, 40))
placement(state, seat)                # what each choice is worth: proven, or with an interval
fifty_fifty().value                   # mini-games: lucky_punch, jackpot, high_five, prime_time, black_box
"""

from __future__ import annotations

from toolkit.games.las_vegas_royale.odds.groups import Groups, group_weights
from toolkit.games.las_vegas_royale.odds.notes import Money, casino_money
from toolkit.games.las_vegas_royale.odds.payouts import Prime, payout, prime_time, standing_money
from toolkit.games.las_vegas_royale.odds.placing import Placement, Worth, placement
from toolkit.games.las_vegas_royale.odds.rounds import greedy_law, greedy_rounds
from toolkit.games.las_vegas_royale.odds.tables import (
    Bets,
    Box,
    Fifty,
    Jackpot,
    Pile,
    Punch,
    black_box,
    fifty_fifty,
    high_five,
    jackpot,
    lucky_punch,
)

__all__ = [
    "Bets",
    "Box",
    "Fifty",
    "Groups",
    "Jackpot",
    "Money",
    "Pile",
    "Placement",
    "Prime",
    "Punch",
    "Worth",
    "black_box",
    "casino_money",
    "fifty_fifty",
    "greedy_law",
    "greedy_rounds",
    "group_weights",
    "high_five",
    "jackpot",
    "lucky_punch",
    "payout",
    "placement",
    "prime_time",
    "standing_money",
]
