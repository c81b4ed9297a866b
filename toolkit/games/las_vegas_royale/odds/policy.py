"""How a sensible seat plays: used in play-outs and by bots. It looks one step ahead; no more is claimed of it.

A placement counts the note that it wins or keeps, and what its dice cost: a share of all notes on the table. What is
secret is played by the equilibrium, B2 by its stop table, and any other mini-game so that money and standings are best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.core.game import Rng, Seat
from toolkit.games.las_vegas_royale.odds.payouts import standing_money
from toolkit.games.las_vegas_royale.odds.tables import fifty_fifty, lucky_punch
from toolkit.games.las_vegas_royale.rules import apply
from toolkit.games.las_vegas_royale.rules.dice import casino_weights, weight
from toolkit.games.las_vegas_royale.rules.money import money
from toolkit.games.las_vegas_royale.rules.payout import takes
from toolkit.games.las_vegas_royale.state import (
    CHIP,
    HAND,
    Betting,
    Guess,
    Hide,
    Pass,
    Pick,
    Place,
    Placing,
    Split,
    State,
)

FLOOR = 5
"""K: what a placement has to bring, after the cost of its dice, to be better than a pass for a chip of 10K."""


def sensible(state: State, legal: Sequence[Any], rng: Rng) -> Any:
    """The action of the seat that is to decide."""
    step = state.agenda[-1]
    if isinstance(step, Placing):
        return _placed(state, step, legal, rng)
    if isinstance(step, Betting):
        best = fifty_fifty().table[step.space, step.last].best
        return next(
            action for action in legal if getattr(action, "higher", None) == {"higher": True, "lower": False}.get(best)
        )
    if isinstance(legal[0], Hide | Guess | Split | Pick):
        return _secret(legal, rng)
    return _best_now(state, legal, rng)


def _secret(legal: Sequence[Any], rng: Rng) -> Any:
    """By the equilibria of A1 and G1."""
    if isinstance(legal[0], Hide | Guess):
        law = lucky_punch().hide if isinstance(legal[0], Hide) else lucky_punch().guess
        return rng.choices(legal, [float(law[action.tokens]) for action in legal])[0]
    if isinstance(legal[0], Split):
        halves = [one for one in legal if one.sixty + one.twenty + one.empty == 3]
        return rng.choice(halves)
    return rng.choice(legal)


def _best_now(state: State, legal: Sequence[Any], rng: Rng) -> Any:
    """Whatever is best for money and standings at once; a choice among equals."""
    worths = [_worth(apply(state, action), action.seat) for action in legal]
    best = max(worths)
    return rng.choice([action for action, worth in zip(legal, worths, strict=True) if worth == best])


def _worth(state: State, seat: Seat) -> float:
    """Money, standings, and what is kept of the dice in hand."""
    standing = standing_money(state)
    ahead = standing[seat] - sum(standing) / len(standing)
    return money(state, seat) + ahead + die_cost(state) * weight(state.hands[seat]) / 2


def die_cost(state: State) -> float:
    """K: the share of all notes on the table that falls on one die, of all that can still be placed or lie."""
    notes = sum(sum(casino.notes) for casino in state.casinos)
    return notes / (weight(HAND) * (state.seats + 1))


def _placed(state: State, step: Placing, legal: Sequence[Any], rng: Rng) -> Any:
    """The number that wins most for its dice; a pass where none is worth them."""
    cost, best, found = die_cost(state) / 2, -1e9, legal[-1]
    for action in legal:
        worth = -CHIP + FLOOR if isinstance(action, Pass) else placed_gain(state, step, action) + rng.random() / 100
        if isinstance(action, Place):
            worth -= cost * (step.small.count(action.casino) + 2 * (step.big == action.casino))
        if worth > best:
            best, found = worth, action
    return found


def placed_gain(state: State, step: Placing, action: Place) -> float:
    """K: how much more the seat takes at this casino than without these dice, and how much less the others do."""
    casino = state.casinos[action.casino - 1]
    here = list(casino_weights(casino))
    before = dict(takes(here, casino.notes))
    here[step.seat] += step.small.count(action.casino) + 2 * (step.big == action.casino)
    after = dict(takes(here, casino.notes))
    others = range(state.seats)
    lost = sum(before.get(other, 0) - after.get(other, 0) for other in others if other != step.seat)
    return after.get(step.seat, 0) - before.get(step.seat, 0) + lost / (2 * state.seats)
