"""Banknotes and chips: what the bank pays, and how a fine is paid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from toolkit.core.game import Seat
from toolkit.core.words import Plain
from toolkit.games.las_vegas_royale.rules.dice import tell
from toolkit.games.las_vegas_royale.state import CHIP, FINE, NOTES, State, put

Purse = tuple[int, ...]
"""How many of each of `NOTES`."""


def worth(purse: Purse) -> int:
    """The sum of notes, in K."""
    return sum(note * n for note, n in zip(NOTES, purse, strict=True))


def money(state: State, seat: Seat) -> int:
    """All that a seat owns, in K: notes, and 10K for a chip."""
    return worth(state.notes[seat]) + CHIP * state.chips[seat]


def gain(state: State, seat: Seat, amount: int, kind: str, rule: str, **args: Plain) -> State:
    """The bank pays: 30K and more as one note, 10K and 20K as chips. Tells it as the event `kind`."""
    return gain_all(state, seat, (amount,), kind, rule, **args)


def gain_all(state: State, seat: Seat, amounts: Sequence[int], kind: str, rule: str, **args: Plain) -> State:
    """The bank pays several amounts, each as itself, and one event tells it."""
    for amount in amounts:
        state = _received(state, seat, amount)
    return tell(state, kind, seat, rule, k=sum(amounts), **args)


def _received(state: State, seat: Seat, amount: int) -> State:
    if amount < NOTES[0]:
        return replace(state, chips=put(state.chips, seat, state.chips[seat] + amount // CHIP))
    purse, at = state.notes[seat], NOTES.index(amount)
    return replace(state, notes=put(state.notes, seat, put(purse, at, purse[at] + 1)))


def fine(state: State, seat: Seat) -> State:
    """The seat pays the fine of C2. Rulebook: `badluck.pay`."""
    before = money(state, seat)
    purse, chips, change = payment(state.notes[seat], state.chips[seat])
    state = replace(state, notes=put(state.notes, seat, purse), chips=put(state.chips, seat, chips))
    if change:
        state = _received(state, seat, change)
    return tell(state, "fined", seat, "badluck.pay", k=before - money(state, seat))


def payment(purse: Purse, chips: int) -> tuple[Purse, int, int]:
    """What a seat keeps, notes and chips, when it pays the fine; and the change that comes back to it, in K."""
    have = worth(purse)
    if have < FINE:
        return (0,) * len(NOTES), max(0, chips - (FINE - have) // CHIP), 0
    given = _smallest(purse)
    return tuple(n - out for n, out in zip(purse, given, strict=True)), chips, worth(given) - FINE


@lru_cache(maxsize=4096)
def _smallest(purse: Purse) -> Purse:
    """The notes with the smallest sum that covers the fine, among those the fewest. No more than two are needed."""
    choices = product(*(range(min(n, 2) + 1) for n in purse))
    enough = [given for given in choices if sum(given) <= 2 and worth(given) >= FINE]
    return min(enough, key=lambda given: (worth(given), sum(given)))
