"""The actions of seats with their tiles: laying nine, laying a column, spending spares.

`may_…` gives legal actions; the handlers of `rules.TABLE` apply one, or raise `IllegalAction` with reason and rule.
Actions are the same objects every time, because they are asked for very often.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from toolkit.core.game import Event, IllegalAction, Seat
from toolkit.core.words import Plain
from toolkit.games.cloud_mountain.rules.bag import ordered, refill
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import (
    CELLS,
    SEATS,
    Cell,
    Done,
    Flip,
    Grid,
    Hold,
    Lay,
    Laying,
    Placed,
    Placing,
    Replace,
    Shift,
    Spending,
    State,
    Swap,
    Take,
    TileId,
    put,
)

Move = Lay | Shift | Take | Flip | Done | Replace | Swap | Hold

EVERY_SEAT = range(SEATS[-1])
SHIFTS = tuple(
    tuple(tuple(Shift(seat, cell, to) for to in CELLS if to != cell) for cell in CELLS) for seat in EVERY_SEAT
)
TAKES = tuple(tuple(Take(seat, cell) for cell in CELLS) for seat in EVERY_SEAT)
FLIPS = tuple(tuple(Flip(seat, cell) for cell in CELLS) for seat in EVERY_SEAT)
DONE = tuple((Done(seat),) for seat in EVERY_SEAT)
HOLD = tuple(Hold(seat) for seat in EVERY_SEAT)
PAIRS = tuple(combinations(CELLS, 2))


@lru_cache(maxsize=2048)
def _lays(seat: Seat, tile: TileId, may_reverse: bool) -> tuple[tuple[Lay, ...], ...]:
    """Every `Lay` of a tile, by orientation and cell."""
    ways = (False, True) if may_reverse else (False,)
    return tuple(tuple(Lay(seat, tile, cell, way) for cell in CELLS) for way in ways)


@lru_cache(maxsize=2048)
def _spends(seat: Seat, tile: TileId, may_reverse: bool) -> tuple[Replace | Swap, ...]:
    """Every action with this spare in a full grid."""
    ways = (False, True) if may_reverse else (False,)
    replaces = (Replace(seat, tile, cell, way) for way in ways for cell in CELLS)
    return (*replaces, *(Swap(seat, tile, a, b) for a, b in PAIRS))


def may_lay(state: State, seat: Seat, tiles: tuple[TileId, ...]) -> Iterator[Lay]:
    """Each of the tiles on each free cell."""
    grid, both = state.grids[seat], state.rules.may_reverse
    free = [cell for cell in CELLS if grid[cell] is None]
    if free:
        for tile in dict.fromkeys(tiles):
            for by_cell in _lays(seat, tile, both):
                for cell in free:
                    yield by_cell[cell]


def may_arrange(state: State, seat: Seat) -> tuple[Move, ...]:
    """While nine are laid: laying tiles of the hand, moving, taking back and turning laid ones, and done."""
    grid = state.grids[seat]
    moves: list[Move] = list(may_lay(state, seat, state.hands[seat]))
    if state.moves[seat]:
        for cell in CELLS:
            if grid[cell] is not None:
                moves += SHIFTS[seat][cell]
                moves.append(TAKES[seat][cell])
                if state.rules.reversible == "always":
                    moves.append(FLIPS[seat][cell])
    return tuple(moves) if None in grid else (*moves, *DONE[seat])


def may_spend(state: State, seat: Seat) -> tuple[Move, ...]:
    """A replace or a swap with each spare, and hold."""
    both = state.rules.may_reverse
    return (
        *(action for tile in dict.fromkeys(state.hands[seat]) for action in _spends(seat, tile, both)),
        HOLD[seat],
    )


def arrange_lay(state: State, step: Laying, action: Lay) -> State:
    """Lays a tile of the hand, while nine are laid."""
    seat, hand = action.seat, _without(state.hands[action.seat], action.tile)
    grid = _laid(state, action)
    event = Event("laid", seat, _lay_args(action), "one.lay", (seat,))
    return replace(state, hands=put(state.hands, seat, hand), grids=put(state.grids, seat, grid), events=(event,))


def place(state: State, step: Placing, action: Lay) -> State:
    """Lays a tile of the chosen column; the rest of the column is still due."""
    seat, left = action.seat, _without(step.tiles, action.tile, "two.lay")
    grid = _laid(state, action)
    event = Event("placed", seat, _lay_args(action), "two.lay")
    due = (Placing(seat, left),) if left else ()
    return replace(state, grids=put(state.grids, seat, grid), agenda=(*state.agenda[:-1], *due), events=(event,))


def _lay_args(action: Lay | Replace) -> tuple[tuple[str, Plain], ...]:
    return (*named(action.tile), ("cell", action.cell), ("reversed", int(action.reversed)))


def _laid(state: State, action: Lay) -> Grid:
    """The seat's grid with the tile in it."""
    grid = state.grids[action.seat]
    _check_cells(action.cell)
    _check_orientation(state, action.reversed)
    if grid[action.cell] is not None:
        raise IllegalAction("cell_taken", "one.lay" if state.rules.mode == 1 else "two.lay", cell=action.cell)
    return put(grid, action.cell, Placed(action.tile, action.reversed))


def _without(tiles: tuple[TileId, ...], tile: TileId, rule: str = "one.draw") -> tuple[TileId, ...]:
    if tile not in tiles:
        raise IllegalAction("not_in_hand", rule, tile=tile)
    index = tiles.index(tile)
    return tiles[:index] + tiles[index + 1 :]


def _check_orientation(state: State, reversed: bool) -> None:
    if reversed and not state.rules.may_reverse:
        raise IllegalAction("not_reversible", "reversed.when")


def _check_cells(*cells: Cell) -> None:
    for cell in cells:
        if cell not in CELLS:
            raise IllegalAction("no_such_cell", "one.lay", cell=cell)


def _lying(state: State, seat: Seat, cell: Cell) -> Placed:
    """The tile on a cell, which the seat may still move."""
    _check_cells(cell)
    if not state.moves[seat]:
        raise IllegalAction("no_moves_left", "one.moves", most=state.rules.moves)
    one = state.grids[seat][cell]
    if one is None:
        raise IllegalAction("cell_empty", "one.move", cell=cell)
    return one


def _moved(state: State, seat: Seat, grid: Grid, event: Event) -> State:
    """The state with the grid after a move, one move fewer left."""
    return replace(
        state,
        grids=put(state.grids, seat, grid),
        moves=put(state.moves, seat, state.moves[seat] - 1),
        events=(event,),
    )


def shift(state: State, step: Laying, action: Shift) -> State:
    """Moves a laid tile; a tile on the other cell comes back in exchange."""
    seat, cell, to = action.seat, action.cell, action.to
    one = _lying(state, seat, cell)
    _check_cells(to)
    if cell == to:
        raise IllegalAction("same_cell", "one.move", cell=cell)
    grid = state.grids[seat]
    args = (*named(one.tile), ("cell", cell), ("to", to))
    return _moved(state, seat, _exchanged(grid, cell, to), Event("shifted", seat, args, "one.move", (seat,)))


def _exchanged(grid: Grid, a: Cell, b: Cell) -> Grid:
    return put(put(grid, a, grid[b]), b, grid[a])


def take(state: State, step: Laying, action: Take) -> State:
    """Takes a laid tile back into the hand."""
    seat, cell = action.seat, action.cell
    one = _lying(state, seat, cell)
    hand = ordered(state.rules, (*state.hands[seat], one.tile))
    event = Event("taken", seat, (*named(one.tile), ("cell", cell)), "one.move", (seat,))
    return _moved(replace(state, hands=put(state.hands, seat, hand)), seat, put(state.grids[seat], cell, None), event)


def flip(state: State, step: Laying, action: Flip) -> State:
    """Turns a laid tile."""
    seat, cell = action.seat, action.cell
    if state.rules.reversible != "always":
        raise IllegalAction("not_reversible", "reversed.when")
    one = _lying(state, seat, cell)
    turned = Placed(one.tile, not one.reversed)
    args = (*named(one.tile), ("cell", cell), ("reversed", int(turned.reversed)))
    return _moved(
        state, seat, put(state.grids[seat], cell, turned), Event("flipped", seat, args, "reversed.when", (seat,))
    )


def done(state: State, step: Laying, action: Done) -> State:
    """Ends the laying of a seat; after the last seat all grids are open."""
    seat = action.seat
    if None in state.grids[seat]:
        raise IllegalAction("not_nine", "one.done", n=state.grids[seat].count(None))
    state = replace(state, done=put(state.done, seat, True), events=(Event("done", seat, rule="one.done"),))
    if not all(state.done):
        return state
    opened = Event("all_done", rule="one.together")
    return replace(state, agenda=state.agenda[:-1], events=(*state.events, opened))


def replace_tile(state: State, step: Spending, action: Replace) -> State:
    """Puts a spare in the place of a tile, which goes back into the bag."""
    seat, cell = action.seat, action.cell
    hand = _without(state.hands[seat], action.tile, "spend.replace")
    _check_cells(cell)
    _check_orientation(state, action.reversed)
    old = state.grids[seat][cell]
    assert old is not None
    event = Event("replaced", seat, (*_lay_args(action), *named(old.tile, "old_")), "spend.replace")
    return replace(
        state,
        bag=refill(state.rules, state.bag, (old.tile,)),
        hands=put(state.hands, seat, hand),
        grids=put(state.grids, seat, put(state.grids[seat], cell, Placed(action.tile, action.reversed))),
        events=(event,),
    )


def swap(state: State, step: Spending, action: Swap) -> State:
    """Exchanges two tiles of the grid; the spare goes back into the bag."""
    seat = action.seat
    hand = _without(state.hands[seat], action.tile, "spend.swap")
    _check_cells(action.a, action.b)
    if action.a >= action.b:
        raise IllegalAction("swap_cells", "spend.swap")
    args = (*named(action.tile), ("a", action.a), ("b", action.b))
    return replace(
        state,
        bag=refill(state.rules, state.bag, (action.tile,)),
        hands=put(state.hands, seat, hand),
        grids=put(state.grids, seat, _exchanged(state.grids[seat], action.a, action.b)),
        events=(Event("swapped", seat, args, "spend.swap"),),
    )


def hold(state: State, step: Spending, action: Hold) -> State:
    """Ends the seat's spending in this stage."""
    event = Event("held", action.seat, (("n", len(state.hands[action.seat])),), "spend.hold")
    return replace(state, agenda=state.agenda[:-1], events=(event,))
