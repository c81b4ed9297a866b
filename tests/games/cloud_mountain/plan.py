"""What is played of Cloud & Mountain at random, and what holds in every state of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.support.games_at_random import Plan, Ply, Variant
from toolkit.games.cloud_mountain.rules import bag, scoring


def plan() -> Plan:
    name = "cloud_mountain"
    # A laying of few moves and a game of one round meet as much, and are soon over.
    short = {"rounds": 1, "moves": 4}
    main = tuple(
        Variant(name, seats, {"mode": mode, **short}, games=4, full=200) for seats in (1, 2, 3, 4) for mode in (1, 2)
    )
    few_kinds = {"all": 3, "cloud>16": 30, "no:1": 9, "mountain<50": 12}
    others: tuple[tuple[int, dict[str, Any]], ...] = (
        (2, {"reversible": "always", "plates": "CMXXX"}),
        (2, {"mode": 2, "reversible": "never", "plates": "CXXXX", "rounds": 2}),
        (3, {"mode": 2, "tiles": few_kinds, "met": 2, "line": 5, "spare": 3}),
        (1, {"tiles": few_kinds, "plates": "CCCCC", "moves": 0, "met": 0, "line": 0, "spare": 0, "rounds": 2}),
        (1, {"mode": 2, "plates": "MMMMX", "rounds": 3}),
    )
    return Plan(
        main + tuple(Variant(name, seats, short | options, games=3, full=20) for seats, options in others),
        _holds,
    )


def _holds(ply: Ply) -> None:
    """Tiles, plates, dice and points."""
    state, rules = ply.now, ply.now.rules
    kinds = bag.kinds(rules.tiles)
    somewhere = Counter(dict(zip(kinds.ids, state.bag, strict=True)))
    for seat in range(state.seats):
        lying = [one.tile for one in state.grids[seat] if one]
        somewhere.update([*lying, *state.hands[seat]])
        assert rules.mode == 2 or len(lying) + len(state.hands[seat]) <= 12
        assert not state.done[seat] or len(lying) == 9
        assert 0 <= state.moves[seat] <= rules.moves
    somewhere.update(tile for column in state.columns for tile in column)
    somewhere.update(tile for step in state.agenda for tile in getattr(step, "tiles", ()))
    assert somewhere == Counter(dict(zip(kinds.ids, kinds.counts, strict=True)))
    assert not Counter(state.plates) - Counter(rules.plates)
    assert 0 <= len(state.plates) - len(state.dice) <= 1
    row = scoring.row(state.plates, state.dice)
    assert len(row.cloud + row.mountain + row.pending) == 2 * len(state.dice)
    assert not row.pending or len(state.plates) < 5, "a die is pending although all plates are open"
    assert state.scores == tuple(map(sum, zip((0,) * state.seats, *state.history, strict=False)))
    assert state.round <= rules.rounds and len(state.history) <= state.round
