"""What a seat may know: the view, the redacted log, and the state dealt anew."""

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
    """The step that waits."""
    if not state.agenda:
        return Due("over")
    step = state.agenda[-1]
    return Due(PHASE[type(step)], getattr(step, "seat", CHANCE))


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """What `seat` may know, as JSON; `None` is a spectator. While nine are laid, hands and grids of others are secret.

    Cells are 0 … 8 row by row; sides are "cloud", "mountain", "pending"; lines are numbered as in `state.LINES`.
    """
    down = Counter(state.rules.plates) - Counter(state.plates)
    hidden = _hidden(state, seat)
    return {
        "game": "cloud_mountain",
        "seats": state.seats,
        "rules": msgspec.to_builtins(state.rules),
        "mode": state.rules.mode,
        "round": state.round,
        "rounds": state.rules.rounds,
        "stage": state.stage,
        "first": state.first,
        "to_move": list(to_move(state)),
        "plates": state.plates,
        "hidden": {plate: down[plate] for plate in PLATES},
        "dice": _dice(state),
        **tally(state),
        "grids": [_grid(EMPTY if other in hidden else grid) for other, grid in enumerate(state.grids)],
        "laid": [9 - grid.count(None) for grid in state.grids],
        "hidden_grids": hidden,
        "hands": [[] if other in hidden else list(hand) for other, hand in enumerate(state.hands)],
        "hand_sizes": [len(hand) for hand in state.hands],
        "done": list(state.done),
        "moves": list(state.moves),
        "columns": [list(column) or None for column in state.columns] or None,
        "taking": _taking(state),
        "due": _due(state),
        "scored": _scored(state) if state.scored else None,
        "scores": list(state.scores),
        "history": [list(gained) for gained in state.history],
        "ranks": list(ranks(state)),
        "ending": state.ending,
        "events": [msgspec.to_builtins(e) for e in state.events if e.seen_by is None or seat in e.seen_by],
    }


def _hidden(state: State, seat: Seat | None) -> list[Seat]:
    """The seats whose hands and grids this viewer may not see now."""
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
    """The seat that is placing a column, and the tiles it still has to lay."""
    step = state.agenda[-1] if state.agenda else None
    return {"seat": step.seat, "tiles": list(step.tiles)} if isinstance(step, Placing) else None


def _due(state: State) -> dict[str, Any]:
    """The step that waits: its phase, and its seat or −1."""
    if not state.agenda:
        return {"phase": "over", "seat": -1}
    step = state.agenda[-1]
    return {"phase": PHASE[type(step)], "seat": getattr(step, "seat", -1)}


def _scored(state: State) -> dict[str, Any]:
    """By seat: the cells that are met, the full lines, and what each was worth."""
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
    """While nine tiles are laid; a seat alone has nobody to hide them from."""
    return state.secret and state.seats > 1


def redact(then: State, now: State, action: Action, seat: Seat | None) -> Action | None:
    """Nothing of the tiles that others have drawn and laid, as long as that laying is going on."""
    if not (isinstance(action, Drawn | Lay | Shift | Take | Flip) and then.secret and now.secret):
        return action
    if then.round != now.round:
        return action
    owner = getattr(then.agenda[-1] if isinstance(action, Drawn) else action, "seat", seat)
    return action if owner == seat else None


def determinize(state: State, seat: Seat | None, rng: Rng) -> State:
    """The same state with the hands and grids that `seat` cannot see dealt anew from all tiles it cannot see."""
    others = _hidden(state, seat)
    if not others:
        return state
    ids = kinds(state.rules.tiles).ids
    unseen = [tile for tile, count in zip(ids, state.bag, strict=True) for _ in range(count)]
    unseen += [tile for other in others for tile in _held(state, other)]
    rng.shuffle(unseen)
    hands, grids = state.hands, state.grids
    for other in others:
        held, lie = len(hands[other]), 9 - grids[other].count(None)
        hands = put(hands, other, ordered(state.rules, [unseen.pop() for _ in range(held)]))
        grids = put(grids, other, _dealt(state, [unseen.pop() for _ in range(lie)], rng))
    bag = refill(state.rules, (0,) * len(ids), unseen)
    return replace(state, bag=bag, hands=hands, grids=grids)


def _held(state: State, seat: Seat) -> list[str]:
    return [*state.hands[seat], *(one.tile for one in state.grids[seat] if one is not None)]


def _dealt(state: State, tiles: list[str], rng: Rng) -> Grid:
    """These tiles on any cells, any way round that the ruleset allows."""
    grid: list[Placed | None] = [None] * len(CELLS)
    for cell, tile in zip(rng.sample(list(CELLS), len(tiles)), tiles, strict=True):
        grid[cell] = Placed(tile, state.rules.may_reverse and rng.random() < 0.5)
    return tuple(grid)


def enclose(state: State, seat: Seat | None = None) -> dict[str, Any] | None:
    """Nothing: a teacher's tiles are part of the ruleset."""
    return None


def unpack(enclosed: dict[str, Any]) -> None:
    """Nothing is ever enclosed."""


def fill(state: State, action: Action, rng: Rng, skill: float = 1.0) -> Action:
    """The action itself: none of this game has blanks."""
    return action
