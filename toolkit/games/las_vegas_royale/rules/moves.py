"""What mini-games do with dice: `may_…` is what may be chosen, the others carry it out.

Where a mini-game may be declined, its first option is to decline.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.core.game import Seat
from toolkit.games.las_vegas_royale.rules.dice import (
    add,
    add_grey,
    at,
    count,
    from_hand,
    is_open,
    kinds,
    mark,
    more,
    one,
    open_casinos,
    remove,
    tell,
    to_hand,
)
from toolkit.games.las_vegas_royale.rules.money import gain
from toolkit.games.las_vegas_royale.rules.phase import push
from toolkit.games.las_vegas_royale.state import (
    BAR,
    CASINOS,
    HANDICAP,
    NO_DICE,
    WHEEL,
    Ask,
    Block,
    Choosing,
    Close,
    Decline,
    Drink,
    Fetch,
    Put,
    Side,
    Slot,
    Slotting,
    State,
    Trade,
    put,
)

REWARDS = tuple(HANDICAP)


# E1


def may_close(state: State, step: Any) -> tuple[Decline | Close, ...]:
    """Any casino but the one of E1, and but where the sign is. Rulebook: `entry.move`."""
    free = (number for number in CASINOS if number not in (at(state, "E1"), state.boards.closed))
    return (Decline(step.seat), *(Close(step.seat, number) for number in free))


def put_closed(state: State, step: Ask, action: Close) -> State:
    """Moves the sign; the arrow goes on and pays."""
    arrow = (state.boards.arrow + 1) % len(WHEEL)
    state = mark(state, closed=action.casino, arrow=arrow)
    state = tell(state, "closed", step.seat, "entry.move", casino=action.casino)
    if WHEEL[arrow]:
        return gain(state, step.seat, WHEEL[arrow], "wheel_pays", "entry.wheel")
    return tell(state, "wheel_nothing", step.seat, "entry.wheel")


# E2


def bar_guests(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that put a die into the bar, clockwise. Rulebook: `knock.others`."""
    others = ((seat + step) % state.seats for step in range(1, state.seats))
    return tuple(s for s in others if count(state.hands[s]) and count(state.boards.bar[s]) < BAR)


def may_drink(state: State, step: Ask) -> tuple[Drink, ...]:
    return tuple(Drink(step.seat, big) for big in kinds(state.hands[step.seat]))


def drink(state: State, seat: Seat, big: bool) -> State:
    """A die of the hand goes into the bar."""
    state = from_hand(state, seat, one(big))
    state = mark(state, bar=put(state.boards.bar, seat, more(state.boards.bar[seat], one(big))))
    return tell(state, "drinks", seat, "knock.others", die=_kind(big))


def sober(state: State, seat: Seat) -> State:
    """The seat takes all its dice back from the bar. Rulebook: `knock.back`."""
    dice = state.boards.bar[seat]
    if dice == NO_DICE:
        return state
    state = mark(to_hand(state, seat, dice), bar=put(state.boards.bar, seat, NO_DICE))
    return tell(state, "sober", seat, "knock.back", n=count(dice))


def _kind(big: bool) -> str:
    return "big" if big else "small"


# F1


def may_block(state: State, step: Any) -> tuple[Decline | Block, ...]:
    """Every size that is left, at every open casino. Rulebook: `block.put`."""
    sizes = sorted(set(state.boards.clusters))
    blocks = tuple(Block(step.seat, size, number) for size in sizes for number in open_casinos(state))
    return (Decline(step.seat), *blocks)


def put_block(state: State, step: Ask, action: Block) -> State:
    """Puts a cluster of grey dice into a casino."""
    left = list(state.boards.clusters)
    left.remove(action.size)
    state = add_grey(mark(state, clusters=tuple(left)), action.casino, action.size)
    return tell(state, "blocked", step.seat, "block.put", n=action.size, casino=action.casino)


# F2


def may_trade(state: State, step: Any) -> tuple[Decline | Trade, ...]:
    """A grey die of an open casino for a reward that has a free space. Rulebook: `handicap.take`."""
    seat, covered = step.seat, state.boards.traded
    free = [reward for at, reward in enumerate(REWARDS) if covered[at] < HANDICAP[reward]]
    if "move" in free and not any(_movable(state, seat)):
        free.remove("move")
    grey = [number for number in open_casinos(state) if state.casinos[number - 1].grey]
    return (Decline(seat), *(Trade(seat, number, reward) for number in grey for reward in free))  # type: ignore[arg-type]


def trade(state: State, step: Ask, action: Trade) -> State:
    """Takes the grey die and gives the reward."""
    seat, space = step.seat, REWARDS.index(action.reward)
    covered: Any = put(state.boards.traded, space, state.boards.traded[space] + 1)
    state = add_grey(mark(state, traded=covered), action.casino, -1)
    state = tell(state, "traded", seat, "handicap.take", casino=action.casino)
    if action.reward == "move":
        return push(state, Ask("move", seat))
    return gain(state, seat, {"chip": 10, "note": 30}[action.reward], "handicap_pays", "handicap.rewards")


def _movable(state: State, seat: Seat) -> Iterator[Put | Fetch]:
    hand = kinds(state.hands[seat])
    for number in open_casinos(state):
        yield from (Put(seat, number, big) for big in hand)
    for number in open_casinos(state):
        yield from (Fetch(seat, number, big) for big in kinds(state.casinos[number - 1].dice[seat]))


def may_move(state: State, step: Ask | Choosing) -> tuple[Put | Fetch, ...]:
    """A die from the hand into an open casino, or one back from it. Rulebook: `handicap.move`, `choice.move`."""
    return tuple(_movable(state, step.seat))


def put_die(state: State, step: Ask | Choosing, action: Put) -> State:
    """A die of the hand goes into a casino; nothing is activated."""
    state = add(from_hand(state, step.seat, one(action.big)), step.seat, action.casino, one(action.big))
    return tell(state, "put", step.seat, _move_rule(step), die=_kind(action.big), casino=action.casino)


def take_die(state: State, step: Ask | Choosing, action: Fetch) -> State:
    """An own die comes back from a casino."""
    state = to_hand(remove(state, step.seat, action.casino, one(action.big)), step.seat, one(action.big))
    return tell(state, "fetched", step.seat, _move_rule(step), die=_kind(action.big), casino=action.casino)


def _move_rule(step: Ask | Choosing) -> str:
    return "choice.move" if isinstance(step, Choosing) else "handicap.move"


# G2


def may_side(state: State, step: Ask) -> tuple[Decline | Side, ...]:
    """Any number of the own dice at this casino. Rulebook: `double.put`."""
    small, big = state.casinos[at(state, "G2") - 1].dice[step.seat]
    moves = (Side(step.seat, s, b) for s in range(small + 1) for b in range(big + 1) if s or b)
    return (Decline(step.seat), *moves)


def put_side(state: State, step: Ask, action: Side) -> State:
    """Moves dice to the side table."""
    seat, dice = step.seat, (action.small, action.big)
    state = remove(state, seat, at(state, "G2"), dice)
    state = mark(state, side=put(state.boards.side, seat, more(state.boards.side[seat], dice)))
    return tell(state, "sided", seat, "double.put", n=count(dice))


# H1


def may_slot(state: State, step: Slotting) -> tuple[Decline | Slot, ...]:
    """One of the dice rolled in this turn, on the slot of its number. Rulebook: `nice.put`."""
    turned, home = step.turned, at(state, "H1")
    dice = {(number, False) for number in turned.small} | {(home, big) for big in kinds(turned.placed)}
    if turned.big:
        dice.add((turned.big, True))
    slots = state.boards.slots
    free = (die for die in sorted(dice) if slots[die[0] - 1] is None or is_open(state, die[0]))
    return (Decline(step.seat), *(Slot(step.seat, number, big) for number, big in free))


def put_slot(state: State, step: Slotting, action: Slot) -> State:
    """Puts the die on the slot; the one that lay there goes to the casino of its number."""
    seat, number, die = step.seat, action.number, one(action.big)
    if number == at(state, "H1") and step.turned.placed[action.big]:
        state = remove(state, seat, number, die)
    else:
        state = from_hand(state, seat, die)
    before = state.boards.slots[number - 1]
    state = mark(state, slots=put(state.boards.slots, number - 1, (seat, action.big)))
    state = tell(state, "slotted", seat, "nice.put", number=number, die=_kind(action.big))
    if before is None:
        return state
    state = add(state, before[0], number, one(before[1]))
    return tell(state, "unslotted", before[0], "nice.push", number=number)


# H2


def put_frame(state: State, seat: Seat, big: bool) -> State:
    """Puts a die of the hand into the gold frame; the one that lay there returns to its owner. `choice.frame`."""
    before = state.boards.frame
    state = mark(from_hand(state, seat, one(big)), frame=(seat, big))
    state = tell(state, "framed", seat, "choice.frame", die=_kind(big))
    if before is None:
        return state
    return tell(to_hand(state, before[0], one(before[1])), "unframed", before[0], "choice.frame")
