"""Where dice lie, and how they are moved. Every move asks at once whether the power token (D2) changes hands.

Owners are numbered: the seats 0, 1 …, then the grey dice, then the neutral ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from toolkit.core.game import Event, Seat
from toolkit.core.words import Plain
from toolkit.games.las_vegas_royale.state import CASINOS, NO_DICE, Boards, Casino, Dice, Number, State, TileId, put


def tell(state: State, kind: str, seat: Seat, rule: str, **args: Plain) -> State:
    """The state with one more event."""
    return replace(state, events=(*state.events, Event(kind, seat, tuple(args.items()), rule)))


def mark(state: State, **markers: Any) -> State:
    """The state with other markers of the mini-games."""
    boards: Boards = replace(state.boards, **markers)
    return replace(state, boards=boards)


def weight(dice: Dice) -> int:
    """What dice count: the big one 2."""
    return dice[0] + 2 * dice[1]


def count(dice: Dice) -> int:
    return dice[0] + dice[1]


def one(big: bool) -> Dice:
    return (0, 1) if big else (1, 0)


def more(dice: Dice, other: Dice) -> Dice:
    return dice[0] + other[0], dice[1] + other[1]


def less(dice: Dice, other: Dice) -> Dice:
    return dice[0] - other[0], dice[1] - other[1]


def kinds(dice: Dice) -> tuple[bool, ...]:
    """The kinds of dice that are there: `False` small, `True` big."""
    return tuple(big for big in (False, True) if dice[big])


def at(state: State, tile: TileId) -> Number:
    """The casino at which a mini-game lies; 0 if it is not in play."""
    return state.tiles.index(tile) + 1 if tile in state.tiles else 0


def is_open(state: State, number: Number) -> bool:
    return number != state.boards.closed


def open_casinos(state: State) -> tuple[Number, ...]:
    return tuple(number for number in CASINOS if number != state.boards.closed)


def casino_weights(casino: Casino) -> tuple[int, ...]:
    """The weight of every owner at a casino: seats, then grey, then neutral."""
    own = [small + 2 * big + black for (small, big), black in zip(casino.dice, casino.black, strict=True)]
    return (*own, casino.grey, weight(casino.neutral))


def weights(state: State, number: Number) -> tuple[int, ...]:
    return casino_weights(state.casinos[number - 1])


def standing(weights: Sequence[int]) -> tuple[int, ...]:
    """The owners that are left after ties are removed, the strongest first. Rulebook: `pay.ties`."""
    return _standing(tuple(weights))


@lru_cache(maxsize=16_384)
def _standing(weights: tuple[int, ...]) -> tuple[int, ...]:
    left = [owner for owner, mine in enumerate(weights) if mine and weights.count(mine) == 1]
    return tuple(sorted(left, key=lambda owner: -weights[owner]))


def places(state: State, seat: Seat) -> Iterator[Number]:
    """The casinos in which a seat has dice."""
    for number, casino in enumerate(state.casinos, 1):
        if casino.dice[seat] != NO_DICE:
            yield number


def at_casino(state: State, number: Number, **changes: Any) -> State:
    """The state with other dice or notes at one casino."""
    casino = replace(state.casinos[number - 1], **changes)
    return settled(replace(state, casinos=put(state.casinos, number - 1, casino)))


def add(state: State, seat: Seat, number: Number, dice: Dice) -> State:
    """Dice of a seat come to a casino."""
    here = state.casinos[number - 1].dice
    return at_casino(state, number, dice=put(here, seat, more(here[seat], dice)))


def remove(state: State, seat: Seat, number: Number, dice: Dice) -> State:
    """Dice of a seat leave a casino."""
    here = state.casinos[number - 1].dice
    return at_casino(state, number, dice=put(here, seat, less(here[seat], dice)))


def add_grey(state: State, number: Number, dice: int) -> State:
    """Grey dice come to a casino, or leave it."""
    return at_casino(state, number, grey=state.casinos[number - 1].grey + dice)


def to_hand(state: State, seat: Seat, dice: Dice) -> State:
    return replace(state, hands=put(state.hands, seat, more(state.hands[seat], dice)))


def from_hand(state: State, seat: Seat, dice: Dice) -> State:
    return replace(state, hands=put(state.hands, seat, less(state.hands[seat], dice)))


def settled(state: State) -> State:
    """The power token where it belongs after dice have moved. Rulebook: `power.lose`."""
    holder = state.boards.power
    if holder < 0:
        return state
    here = weights(state, at(state, "D2"))
    mine, top = here[holder], max(other for owner, other in enumerate(here) if owner != holder)
    if mine > top:
        return state
    strongest = here.index(top)
    passed = 0 < mine < top and here.count(top) == 1 and strongest < state.seats
    if passed:
        return tell(mark(state, power=strongest), "power_passes", strongest, "power.lose", before=holder)
    return tell(mark(state, power=-1), "power_returns", holder, "power.lose")
