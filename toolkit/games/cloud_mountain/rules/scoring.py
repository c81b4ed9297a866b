"""The dice of each side, the points of a grid, and the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Event, Seat
from toolkit.games.cloud_mountain.rules.plates import sides
from toolkit.games.cloud_mountain.rules.tiles import met as is_met
from toolkit.games.cloud_mountain.state import LINES, Grid, NextRound, State


class Row(Struct, frozen=True):
    """The faces on the die board, in order of rolling."""

    cloud: tuple[int, ...]
    mountain: tuple[int, ...]
    pending: tuple[int, ...]


@lru_cache(maxsize=1024)
def row(plates: str, dice: tuple[tuple[int, int], ...]) -> Row:
    """The dice by side; `dice` may have one pair fewer than there are plates."""
    faces: dict[str, list[int]] = {"cloud": [], "mountain": [], "pending": []}
    for pair, where in zip(dice, sides(plates), strict=False):
        for face, side in zip(pair, where, strict=True):
            faces[side].append(face)
    return Row(tuple(faces["cloud"]), tuple(faces["mountain"]), tuple(faces["pending"]))


class Points(Struct, frozen=True):
    """The result of one seat in a round: for each cell whether its tile is met, the lines that are full, the points."""

    met: tuple[bool, ...]
    lines: tuple[int, ...]
    spares: int
    tile_points: int
    line_points: int
    spare_points: int

    @property
    def total(self) -> int:
        return self.tile_points + self.line_points + self.spare_points


def points(state: State, seat: Seat) -> Points:
    """The points of a seat with the dice rolled so far. Rulebook: `score.met` and those after it."""
    rules, dice = state.rules, row(state.plates, state.dice)
    met = tuple(_met(state.grids[seat], dice))
    lines = tuple(number for number, line in enumerate(LINES) if all(met[cell] for cell in line))
    spares = len(state.hands[seat])
    return Points(met, lines, spares, sum(met) * rules.met, len(lines) * rules.line, spares * rules.spare)


def _met(grid: Grid, dice: Row) -> Sequence[bool]:
    """For each cell whether its tile is met. A reversed tile is met if its condition is not; an empty cell never is."""
    return [
        one is not None and is_met(one.tile, dice.cloud, dice.mountain, dice.pending) != one.reversed for one in grid
    ]


def score(state: State) -> State:
    """Scores the round; then the next one is due, or the game is over."""
    table = [points(state, seat) for seat in range(state.seats)]
    gained = tuple(one.total for one in table)
    scores = tuple(before + more for before, more in zip(state.scores, gained, strict=True))
    events = tuple(_scored(seat, one) for seat, one in enumerate(table))
    state = replace(state, scores=scores, history=(*state.history, gained), events=state.events + events)
    if state.seats > 1:
        best = tuple(seat for seat, won in enumerate(gained) if won == max(gained))
        args = (("round", state.round), ("winners", best), ("points", max(gained)))
        state = replace(state, events=(*state.events, Event("round_won", args=args, rule="game.rounds")))
    if state.round == state.rules.rounds:
        return finish(state, "rounds")
    return replace(state, agenda=(NextRound(),))


def _scored(seat: Seat, one: Points) -> Event:
    args = (("met", sum(one.met)), ("lines", len(one.lines)), ("spares", one.spares), ("points", one.total))
    return Event("scored", seat, args, "score.met")


def finish(state: State, ending: str) -> State:
    """Ends the game. `ending`: "rounds" or "stop"."""
    rule = "end.stop" if ending == "stop" else "game.rounds"
    events = (*state.events, Event("over", args=(("reason", ending),), rule=rule), _winner(state))
    return replace(state, agenda=(), ending=ending, events=events)


def _winner(state: State) -> Event:
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    if state.seats == 1:
        return Event("total", 0, (("points", best),), "end.winner")
    if len(winners) == 1:
        return Event("won", winners[0], (("points", best),), "end.winner")
    return Event("shared", args=(("winners", winners), ("points", best)), rule="end.shared")


def tally(state: State) -> dict[str, Any]:
    """The sums and the numbers of dice by side, for the view."""
    dice = row(state.plates, state.dice)
    by_side = {"cloud": dice.cloud, "mountain": dice.mountain, "pending": dice.pending}
    return {
        "sums": {name: sum(faces) for name, faces in by_side.items()} | {"total": sum(map(sum, by_side.values()))},
        "counts": {name: len(faces) for name, faces in by_side.items()},
    }
