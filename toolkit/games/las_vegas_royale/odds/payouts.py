"""Who takes which note: of one casino, of all casinos as they stand, and with the black dice of B1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from toolkit.core.game import Seat
from toolkit.games.las_vegas_royale.odds import checks
from toolkit.games.las_vegas_royale.rules.dice import at, casino_weights, is_open, standing, weights
from toolkit.games.las_vegas_royale.rules.payout import may_prime, takes
from toolkit.games.las_vegas_royale.rules.phase import BLACK
from toolkit.games.las_vegas_royale.state import Priming, State, put


def payout(weights: Mapping[Any, int], notes: Sequence[int]) -> dict[Any, int]:
    """Who takes what at one casino, in K: every owner by its name, 0 for those that take nothing.

    >>> payout(weights={"A": 3, "B": 3, "C": 1}, notes=(60, 40))
    {'A': 0, 'B': 0, 'C': 60}

    `BadInput` for weights below 0, and for notes that there are not.
    """
    known, pair = checks.weights(weights), checks.notes(notes)
    won = dict(takes(list(known.values()), pair))
    return {name: won.get(owner, 0) for owner, name in enumerate(known)}


def standing_money(state: State) -> tuple[int, ...]:
    """What each seat would take at all casinos if the round were paid out now, in K."""
    money = [0] * (state.seats + 2)
    for number, casino in enumerate(state.casinos, 1):
        if state.rules.closed_pays or is_open(state, number):
            for owner, note in takes(casino_weights(casino), casino.notes):
                money[owner] += note
    return tuple(money[: state.seats])


class Prime(NamedTuple):
    """B1 on the present board. `rolls`: by roll of the black dice the best numbers to put, and the money then.

    `now`: the money of the seat without black dice; `mean`: with them, in K. `seat` is −1 where no seat leads.
    """

    seat: Seat
    now: Fraction
    mean: Fraction
    rolls: dict[tuple[int, int], tuple[tuple[int, ...], int]]


def prime_time(state: State) -> Prime:
    """All 36 outcomes of B1 as the casinos stand; where it is not in play there are none. Money counts for its seat."""
    number = at(state, "B1")
    leads = standing(weights(state, number))[:1] if number else ()
    if not leads or leads[0] >= state.seats:
        return Prime(-1, Fraction(0), Fraction(0), {})
    seat, rolls, mean = leads[0], {}, Fraction(0)
    for roll, p in BLACK.items():
        best = max(
            (
                (_with_black(state, seat, one.numbers), one.numbers)
                for one in may_prime(state, Priming(seat, roll.low, roll.high))
            ),
            key=lambda pair: (pair[0], -len(pair[1])),
        )
        rolls[roll.low, roll.high] = best[1], best[0]
        mean += p * best[0]
    return Prime(seat, Fraction(standing_money(state)[seat]), mean, rolls)


def _with_black(state: State, seat: Seat, numbers: Sequence[int]) -> int:
    for number in numbers:
        casino = state.casinos[number - 1]
        more = replace(casino, black=put(casino.black, seat, casino.black[seat] + 1))
        state = replace(state, casinos=put(state.casinos, number - 1, more))
    return standing_money(state)[seat]
