"""Lessons of Cloud & Mountain: how much is played, and what each seat made of a round.

The score of a round is told apart by what made it: what the layout was worth as soon as it lay open, what the plates
and what the dice that came later brought more or less than was to be expected, and what the spares brought.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from toolkit.core.game import Action, Game, Seat
from toolkit.core.lessons import Choice, Column, Entry, Lessons
from toolkit.games.cloud_mountain.odds.layouts import Grid, grid, mean
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.rules.scoring import points
from toolkit.games.cloud_mountain.state import Rolled, State, Turned

COLUMNS = (
    Column("round", total=False),
    Column("points"),
    Column("met"),
    Column("lines"),
    Column("spares"),
    Column("expected", "mean"),
    Column("plates", "gain"),
    Column("dice", "gain"),
    Column("moves", "gain"),
)


def account(game: Game[Any, Any], log: Sequence[Action], states: Sequence[State]) -> tuple[Entry, ...]:
    """A line for each seat in each round that has been scored."""
    found: list[Entry] = []
    begin = 0
    for ply in range(1, len(log) + 1):
        if len(states[ply].history) > len(states[ply - 1].history):
            found += [_line(log, states, seat, begin, ply) for seat in range(states[ply].seats)]
            begin = ply
    return tuple(found)


def _line(log: Sequence[Action], states: Sequence[State], seat: Seat, begin: int, end: int) -> Entry:
    """The line of a seat; the round lasts from the state `begin` to its scoring in the state `end`."""
    last, scored = states[end], points(states[end], seat)
    opened = next((ply for ply in range(begin + 1, end + 1) if _is_open(states[ply], seat)), end)
    gains = {"plates": Fraction(0), "dice": Fraction(0), "moves": Fraction(0)}
    now = expected = _worth(states[opened], seat)
    for ply in range(opened + 1, end + 1):
        then, now = now, _worth(states[ply], seat)
        gains[_cause(log[ply - 1])] += now - then
    counts = (len(last.history), scored.total, sum(scored.met), len(scored.lines), scored.spares)
    return Entry(end, seat, (*counts, expected, *gains.values()))


def _is_open(state: State, seat: Seat) -> bool:
    """Whether all nine of the seat lie, and nobody lays in secret any more."""
    return not state.secret and None not in state.grids[seat] and bool(state.plates)


def _cause(action: Action) -> str:
    return "plates" if isinstance(action, Turned) else "dice" if isinstance(action, Rolled) else "moves"


def _worth(state: State, seat: Seat) -> Fraction:
    """The expected score of the round with the grid as it is, kept tiles included."""
    rules = state.rules
    at = Position(state.plates, state.dice, "".join(sorted(rules.plates)))
    return _mean(at, grid(state.grids[seat]), rules.met, rules.line) + len(state.hands[seat]) * rules.spare


@lru_cache(maxsize=1 << 12)
def _mean(at: Position, cells: Grid, met: int, line: int) -> Fraction:
    return mean(at, cells, met, line)


LESSONS = Lessons(
    choices=(
        Choice("mode", (1, 2), 1),
        Choice("reversible", ("mode 2", "never", "always"), "mode 2"),
        Choice("rounds", (1, 2, 3, 4, 5), 3, "end", least=1, most=20),
    ),
    columns=COLUMNS,
    account=account,
)
