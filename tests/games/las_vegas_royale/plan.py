"""What is played of Las Vegas Royale at random, and what holds in every state of it."""

from __future__ import annotations

from typing import Any

from tests.support.games_at_random import Plan, Ply, Variant
from toolkit.games.las_vegas_royale.rules import returns
from toolkit.games.las_vegas_royale.rules.dice import at, more, one, weights
from toolkit.games.las_vegas_royale.state import BANK, CASINOS, CHIP, HAND, HANDICAP, NO_DICE, NOTES, State

PAYS = {"passed", "fined"}
"""Events whose amount a seat pays. In all others it gets it."""


def plan() -> Plan:
    name = "las_vegas_royale"
    main = tuple(Variant(name, seats, {"rounds": 1}, games=4, full=250) for seats in (2, 3, 4, 5))
    others: tuple[tuple[int, dict[str, Any]], ...] = (
        (2, {"rounds": 2, "neutral_2p": False, "boards": "once", "first": "named", "notes_return": True}),
        (3, {"rounds": 1, "tiles": "A1 E1 G1", "closed_pays": False, "free_pass": False, "turns": 3}),
        (4, {"rounds": 1, "tiles": "H1 C2 B1", "bad_luck": "after"}),
        (5, {"rounds": 1, "tiles": "G1 H2 F2", "turns": 2}),
        (2, {"rounds": 7, "turns": 1, "minis": False}),
    )
    return Plan(main + tuple(Variant(name, seats, options, games=2, full=20) for seats, options in others), holds)


def holds(ply: Ply) -> None:
    """Dice, notes, chips, the power token and the closed casino."""
    state = ply.now
    for seat in range(state.seats):
        assert owned(state, seat) == HAND
    _grey(state)
    assert {more(NO_DICE, casino.neutral) for casino in state.casinos} == {NO_DICE} or neutral(state) == HAND
    assert sum(map(sum, (casino.black for casino in state.casinos))) <= (2 if at(state, "B1") else 0)
    _money(ply)
    _notes(state)
    _markers(ply)


def owned(state: State, seat: int) -> tuple[int, int]:
    """All dice of a seat, wherever they lie."""
    boards = state.boards
    places = [state.hands[seat], *(casino.dice[seat] for casino in state.casinos)]
    places += [dice[seat] for dice in (boards.bar, boards.side) if dice]
    places += [one(die[1]) for die in (*boards.slots, boards.frame) if die and die[0] == seat]
    assert all(small >= 0 and big >= 0 for small, big in places)
    return sum(small for small, _ in places), sum(big for _, big in places)


def neutral(state: State) -> tuple[int, int]:
    dice = [casino.neutral for casino in state.casinos]
    return sum(small for small, _ in dice), sum(big for _, big in dice)


def _grey(state: State) -> None:
    """Nine grey dice with F1 or F2, else none."""
    lying = sum(casino.grey for casino in state.casinos)
    assert all(casino.grey >= 0 for casino in state.casinos)
    beside = sum(state.boards.clusters) + sum(state.boards.traded)
    assert lying + beside == (9 if {"F1", "F2"} & set(state.tiles) and len(state.tiles) == 3 else 0)
    assert all(n <= most for n, most in zip(state.boards.traded, HANDICAP.values(), strict=True))


def _money(ply: Ply) -> None:
    """What a seat owns changes by what the events say, and by nothing else."""
    state = ply.now
    change = [0] * state.seats
    for event in state.events:
        amount = event.get("k")
        if event.kind == "round":
            change = [got + amount for got in change]
        elif amount and event.seat >= 0:
            change[event.seat] += -amount if event.kind in PAYS else amount
    before = returns(ply.then) if ply.then is not state else returns(state)
    assert [now - then for now, then in zip(returns(state), before, strict=True)] == change
    assert all(chips >= 0 for chips in state.chips) and all(n >= 0 for purse in state.notes for n in purse)
    purses = [sum(note * n for note, n in zip(NOTES, purse, strict=True)) for purse in state.notes]
    assert returns(state) == tuple(k + CHIP * chips for k, chips in zip(purses, state.chips, strict=True))


def _notes(state: State) -> None:
    """The 90 notes: in the deck, at casinos, or dealt before. With `notes_return` some of those have come back."""
    dealt = 12 * (state.round - 1) + sum(len(casino.notes) for casino in state.casinos)
    assert sum(state.deck) == sum(BANK) - dealt or state.rules.notes_return
    assert all(0 <= n <= most for n, most in zip(state.deck, BANK, strict=True))
    ordered = [sum(casino.notes) for casino in state.casinos]
    assert ordered == sorted(ordered) or 0 in ordered
    for paid in state.paid:
        assert paid.note == state.casinos[paid.casino - 1].notes[not paid.higher]


def _markers(ply: Ply) -> None:
    state, boards = ply.now, ply.now.boards
    if boards.power >= 0:
        here = weights(state, at(state, "D2"))
        assert all(here[boards.power] > other for owner, other in enumerate(here) if owner != boards.power)
    closed = boards.closed
    if closed and ply.then.boards.closed == closed and ply.then.round == state.round:
        assert ply.then.casinos[closed - 1] == state.casinos[closed - 1]
    assert not closed or closed != at(state, "E1")
    assert all(sum(dice) <= 2 for dice in boards.bar)
    assert all(n in CASINOS for n, die in enumerate(boards.slots, 1) if die)
