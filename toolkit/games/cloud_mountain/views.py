"""Hidden information: the view of a seat, its log, and the state with everything it cannot see dealt anew."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.core.game import CHANCE, Action, Due, Event, Rng, Seat
from toolkit.games.cloud_mountain.rules import ranks, to_move
from toolkit.games.cloud_mountain.rules.bag import kinds, ordered, refill
from toolkit.games.cloud_mountain.rules.plates import sides
from toolkit.games.cloud_mountain.rules.scoring import points, tally
from toolkit.games.cloud_mountain.state import (
    CELLS,
    EMPTY,
    PLATES,
    Choosing,
    Deal,
    Drawn,
    Flip,
    Grid,
    Lay,
    Laying,
    NextRound,
    Placed,
    Placing,
    Roll,
    Ruleset,
    Shift,
    Spending,
    State,
    Take,
    Turn,
    put,
)

PHASE = {
    NextRound: "next",
    Turn: "turn",
    Roll: "roll",
    Deal: "draw",
    Laying: "lay",
    Choosing: "choose",
    Placing: "place",
    Spending: "spend",
}


def ruleset(state: State) -> Ruleset:
    """The options of this match."""
    return state.rules


def events(state: State) -> tuple[Event, ...]:
    """The facts of the last action."""
    return state.events


def due(state: State) -> Due:
    """The step that is due, as its phase and seat."""
    if not state.agenda:
        return Due("over")
    step = state.agenda[-1]
    return Due(PHASE[type(step)], getattr(step, "seat", CHANCE))


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON; `None` is a spectator.

    While nine are laid, hands and grids of other seats are secret. Cells are 0 … 8 row by row; sides are "cloud",
    "mountain", "pending"; lines are numbered as in `state.LINES`.
    """
    step = due(state)
    return {
        **_match(state),
        "to_move": list(to_move(state)),
        **_plates_and_dice(state),
        **_tiles(state, _hidden(state, seat)),
        "taking": _taking(state),
        "due": {"phase": step.phase, "seat": step.seat},
        "scored": _scored(state) if state.scored else None,
        "scores": list(state.scores),
        "history": [list(gained) for gained in state.history],
        "ranks": list(ranks(state)),
        "ending": state.ending,
        "events": [msgspec.to_builtins(e) for e in state.events if e.seen_by is None or seat in e.seen_by],
    }


def _match(state: State) -> dict[str, Any]:
    """The game, its options, and how far it has come."""
    return {
        "game": "cloud_mountain",
        "seats": state.seats,
        "rules": msgspec.to_builtins(state.rules),
        "mode": state.rules.mode,
        "round": state.round,
        "rounds": state.rules.rounds,
        "stage": state.stage,
        "first": state.first,
    }


def _plates_and_dice(state: State) -> dict[str, Any]:
    """The open plates, how many of each kind are hidden, the dice with their sides, and their sums."""
    down = Counter(state.rules.plates) - Counter(state.plates)
    return {
        "plates": state.plates,
        "hidden": {plate: down[plate] for plate in PLATES},
        "dice": _dice(state),
        **tally(state),
    }


def _tiles(state: State, hidden: list[Seat]) -> dict[str, Any]:
    """Grids, hands and columns; those of hidden seats are only counted."""
    return {
        "grids": [_grid(EMPTY if other in hidden else grid) for other, grid in enumerate(state.grids)],
        "laid": [9 - grid.count(None) for grid in state.grids],
        "hidden_grids": hidden,
        "hands": [[] if other in hidden else list(hand) for other, hand in enumerate(state.hands)],
        "hand_sizes": [len(hand) for hand in state.hands],
        "done": list(state.done),
        "moves": list(state.moves),
        "columns": [list(column) or None for column in state.columns] or None,
    }


def _hidden(state: State, seat: Seat | None) -> list[Seat]:
    """The seats whose hands and grids this viewer may not see."""
    return [other for other in range(state.seats) if other != seat] if state.secret else []


def _dice(state: State) -> list[dict[str, Any]]:
    return [
        {"stage": stage, "first": first, "face": face, "side": side}
        for stage, (pair, where) in enumerate(zip(state.dice, sides(state.plates), strict=False), 1)
        for first, face, side in zip((True, False), pair, where, strict=True)
    ]


def _grid(grid: Grid) -> list[dict[str, Any] | None]:
    return [None if one is None else {"tile": one.tile, "reversed": one.reversed} for one in grid]


def _taking(state: State) -> dict[str, Any] | None:
    """The seat that lays a column, and the tiles it still has to lay."""
    step = state.agenda[-1] if state.agenda else None
    return {"seat": step.seat, "tiles": list(step.tiles)} if isinstance(step, Placing) else None


def _scored(state: State) -> dict[str, Any]:
    """By seat: the cells that are met, the full lines, and the points for each."""
    table = [points(state, seat) for seat in range(state.seats)]
    return {
        "met": [list(one.met) for one in table],
        "lines": [list(one.lines) for one in table],
        "points": [
            {
                "met": one.tile_points,
                "lines": one.line_points,
                "spares": one.spare_points,
                "total": one.total,
            }
            for one in table
        ],
    }


def secret(state: State) -> bool:
    """Whether something is hidden from a seat: while nine are laid by more than one."""
    return state.secret and state.seats > 1


def redact(then: State, now: State, action: Action, seat: Seat | None) -> Action | None:
    """The action as `seat` may see it in the log; `None` for tiles that others draw and lay, until all are done.

    `then`: the state before the action; `now`: the state that is looked at.
    """
    if not (isinstance(action, Drawn | Lay | Shift | Take | Flip) and then.secret and now.secret):
        return action
    if then.round != now.round:
        return action
    owner = getattr(then.agenda[-1] if isinstance(action, Drawn) else action, "seat", seat)
    return action if owner == seat else None


def determinize(state: State, seat: Seat | None, rng: Rng) -> State:
    """The state with the hands and grids that `seat` cannot see dealt anew, from all tiles that it cannot see."""
    others = _hidden(state, seat)
    if not others:
        return state
    ids = kinds(state.rules.tiles).ids
    unseen = [tile for tile, count in zip(ids, state.bag, strict=True) for _ in range(count)]
    unseen += [tile for other in others for tile in _held(state, other)]
    rng.shuffle(unseen)
    hands, grids = state.hands, state.grids
    for other in others:
        held, laid = len(hands[other]), 9 - grids[other].count(None)
        hands = put(hands, other, ordered(state.rules, [unseen.pop() for _ in range(held)]))
        grids = put(grids, other, _dealt(state, [unseen.pop() for _ in range(laid)], rng))
    bag = refill(state.rules, (0,) * len(ids), unseen)
    return replace(state, bag=bag, hands=hands, grids=grids)


def _held(state: State, seat: Seat) -> list[str]:
    return [*state.hands[seat], *(one.tile for one in state.grids[seat] if one is not None)]


def _dealt(state: State, tiles: list[str], rng: Rng) -> Grid:
    """A grid with these tiles on random cells, reversed at random if the ruleset allows it."""
    grid: list[Placed | None] = [None] * len(CELLS)
    for cell, tile in zip(rng.sample(list(CELLS), len(tiles)), tiles, strict=True):
        grid[cell] = Placed(tile, state.rules.may_reverse and rng.random() < 0.5)
    return tuple(grid)


def enclose(state: State, seat: Seat | None = None) -> dict[str, Any] | None:
    """Nothing to embed in a record: a teacher's tiles are part of the ruleset."""
    return None


def unpack(enclosed: dict[str, Any]) -> None:
    """Nothing to read from a record."""


def fill(state: State, action: Action, rng: Rng, skill: float = 1.0) -> Action:
    """The action itself: no action of this game has a blank."""
    return action
