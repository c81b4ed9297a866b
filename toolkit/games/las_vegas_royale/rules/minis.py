"""The sixteen mini-games as one table, `MINIS`: when an activation can do something, and what it begins with.

What is then to be chosen or rolled are phases, in `PHASES`. Those that only count in the payout are in `payout`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from toolkit.core.game import Seat
from toolkit.games.las_vegas_royale.rules.dice import at, count, kinds, mark, places, tell, weight, weights
from toolkit.games.las_vegas_royale.rules.money import gain
from toolkit.games.las_vegas_royale.rules.moves import (
    bar_guests,
    drink,
    may_block,
    may_close,
    may_drink,
    may_move,
    may_side,
    may_slot,
    may_trade,
    put_block,
    put_closed,
    put_die,
    put_frame,
    put_side,
    put_slot,
    take_die,
    trade,
)
from toolkit.games.las_vegas_royale.rules.phase import Phase, black, push
from toolkit.games.las_vegas_royale.state import (
    CHIP,
    CHOICE,
    FIFTY,
    HIGH_FIVE_WEIGHT,
    JACKPOT,
    NO_DICE,
    PUNCH,
    Activate,
    Ask,
    Auto,
    Bet,
    Betting,
    BlackRolled,
    Block,
    Choosing,
    Close,
    Decline,
    Draw,
    Drink,
    Fetch,
    Frame,
    Guess,
    Guessing,
    Halt,
    Hide,
    Put,
    Reward,
    RollChoice,
    RollFifty,
    Side,
    Slot,
    Slotting,
    State,
    TileId,
    Trade,
    Turned,
)


class Mini(NamedTuple):
    """One mini-game. `how`: "must" and "may" ask a seat, "auto" does not, "payout" begins when notes are paid."""

    name: str
    """The head of its paragraphs in the rulebook."""
    how: str
    useful: Callable[[State, Turned], bool]
    """Whether an activation by `Turned.seat` can do something now."""
    begin: Callable[[State, Turned], State]


def activate(state: State, turned: Turned, tile: TileId) -> State:
    """The mini-game is activated once; where it can do nothing, nothing happens. Rulebook: `turn.activate`."""
    mini = MINIS[tile]
    if not mini.useful(state, turned):
        return state
    return mini.begin(tell(state, "activated", turned.seat, "turn.activate", tile=tile), turned)


def _always(state: State, turned: Turned) -> bool:
    return True


def _never(state: State, turned: Turned) -> bool:
    return False


def _nothing(state: State, turned: Turned) -> State:
    return state


def _asks(phase: Any) -> Callable[[State, Turned], State]:
    return lambda state, turned: push(state, Ask(phase, turned.seat))


def _offers(options: Callable[[State, Any], tuple[Any, ...]]) -> Callable[[State, Turned], bool]:
    """Whether there is anything to choose but to decline."""
    return lambda state, turned: any(not isinstance(action, Decline) for action in options(state, turned))


# A1


def _may_hide(state: State, step: Ask) -> tuple[Hide, ...]:
    return tuple(Hide(step.seat, tokens) for tokens in PUNCH)


def _hide(state: State, step: Ask, action: Hide) -> State:
    left = (step.seat + 1) % state.seats
    return push(tell(state, "hid", step.seat, "punch.hide"), Guessing(left, step.seat, action.tokens))


def _may_guess(state: State, step: Guessing) -> tuple[Guess, ...]:
    return tuple(Guess(step.seat, tokens) for tokens in PUNCH)


def _guess(state: State, step: Guessing, action: Guess) -> State:
    state = replace(state, opened=state.opened + 1)
    state = tell(state, "guessed", step.seat, "punch.guess", tokens=action.tokens, hidden=step.hidden)
    if action.tokens == step.hidden:
        return tell(state, "punch_lost", step.of, "punch.right")
    return gain(state, step.of, PUNCH[step.hidden], "punch_won", "punch.wrong")


# A2


def _begin_jackpot(state: State, turned: Turned) -> State:
    return push(state, Draw("jackpot", turned.seat))


def _jackpot(state: State, step: Draw, action: BlackRolled) -> State:
    state = _rolled(state, step.seat, action, "jackpot.roll")
    marker = state.boards.jackpot
    if action.low == action.high or action.low + action.high == 7:
        state = gain(state, step.seat, JACKPOT[marker], "jackpot_won", "jackpot.win")
        return mark(state, jackpot=0)
    marker = min(marker + 1, len(JACKPOT) - 1)
    return tell(mark(state, jackpot=marker), "jackpot_up", step.seat, "jackpot.up", pot=JACKPOT[marker])


def _rolled(state: State, seat: Seat, action: BlackRolled, rule: str) -> State:
    return tell(state, "black_rolled", seat, rule, low=action.low, high=action.high)


# B2


def _begin_fifty(state: State, turned: Turned) -> State:
    return push(state, RollFifty(turned.seat))


def _fifty(state: State, step: RollFifty, action: BlackRolled) -> State:
    state = _rolled(state, step.seat, action, "fifty.roll")
    total, space = action.low + action.high, step.space
    if step.last:
        won = total > step.last if step.higher else total < step.last
        if not won:
            return tell(state, "fifty_lost", step.seat, "fifty.lose", total=total)
        space += 1
        if space == len(FIFTY) - 1:
            return gain(state, step.seat, FIFTY[space], "fifty_won", "fifty.end")
    return push(state, Betting(step.seat, space, total))


def may_bet(state: State, step: Betting) -> tuple[Halt | Bet, ...]:
    """To stop, or to bet on what can still come. Rulebook: `fifty.bet`."""
    higher, lower = Bet(step.seat, True), Bet(step.seat, False)
    return (Halt(step.seat), *((higher,) if step.last < 12 else ()), *((lower,) if step.last > 2 else ()))


def _bet(state: State, step: Betting, action: Bet) -> State:
    state = tell(state, "bet_higher" if action.higher else "bet_lower", step.seat, "fifty.bet", last=step.last)
    return push(state, RollFifty(step.seat, step.space, step.last, action.higher))


def _halt(state: State, step: Betting, action: Halt) -> State:
    amount = FIFTY[step.space]
    if amount:
        return gain(state, step.seat, amount, "fifty_won", "fifty.stop")
    return tell(state, "fifty_left", step.seat, "fifty.stop")


# C1, D1, D2


def _earns_five(state: State, turned: Turned) -> bool:
    mine = weights(state, at(state, "C1"))[turned.seat]
    return state.boards.high_five < 0 and mine >= HIGH_FIVE_WEIGHT


def _take_five(state: State, turned: Turned) -> State:
    return tell(mark(state, high_five=turned.seat), "five_taken", turned.seat, "five.take")


def _is_somewhere(state: State, turned: Turned) -> bool:
    return any(True for _ in places(state, turned.seat))


def _pay_day(state: State, turned: Turned) -> State:
    n = sum(1 for _ in places(state, turned.seat))
    return gain(state, turned.seat, n * CHIP, "payday", "payday.pay", n=n)


def _earns_power(state: State, turned: Turned) -> bool:
    seat, here = turned.seat, weights(state, at(state, "D2"))
    return state.boards.power != seat and all(here[seat] > other for o, other in enumerate(here) if o != seat)


def _take_power(state: State, turned: Turned) -> State:
    return tell(mark(state, power=turned.seat), "power_gained", turned.seat, "power.gain")


# E2


def _may_knock(state: State, turned: Turned) -> bool:
    return bool(bar_guests(state, turned.seat)) or state.boards.bar[turned.seat] != NO_DICE


def _knock(state: State, turned: Turned) -> State:
    """Who has a choice is asked, clockwise; the others' dice go by themselves."""
    state = push(state, Auto("sober", turned.seat))
    asked = []
    for other in bar_guests(state, turned.seat):
        either = kinds(state.hands[other])
        if len(either) == 1:
            state = drink(state, other, either[0])
        else:
            asked.append(Ask("drink", other))
    return push(state, *reversed(asked))


def _drink(state: State, step: Ask, action: Drink) -> State:
    return drink(state, step.seat, action.big)


# H1, H2


def _begin_slot(state: State, turned: Turned) -> State:
    return push(state, Slotting(turned.seat, turned))


def _offers_slot(state: State, turned: Turned) -> bool:
    return len(may_slot(state, Slotting(turned.seat, turned))) > 1


def _begin_choice(state: State, turned: Turned) -> State:
    return push(state, RollChoice(turned.seat, replace(turned, placed=NO_DICE)))


def _roll_choice(state: State, step: RollChoice, action: BlackRolled) -> State:
    state = _rolled(state, step.seat, action, "choice.roll")
    due = Choosing(step.seat, step.turned, action.low, action.high)
    return push(state, due) if may_choose(state, due) else tell(state, "choice_none", step.seat, "choice.must")


def may_choose(state: State, step: Choosing) -> tuple[Any, ...]:
    """All that one of the two results allows. Rulebook: `choice.results`."""
    return tuple(action for result in sorted({step.low, step.high}) for action in _of_result(state, step, result))


def _of_result(state: State, step: Choosing, result: int) -> tuple[Any, ...]:
    seat = step.seat
    if result in CHOICE:
        return (Reward(seat, result),)
    if result == 4:
        others = (tile for tile in state.tiles if tile != "H2" and at(state, tile) != state.boards.closed)
        return tuple(Activate(seat, tile) for tile in others if MINIS[tile].useful(state, step.turned))
    if result == 5:
        return may_move(state, step)
    return tuple(Frame(seat, big) for big in kinds(state.hands[seat]))


def _reward(state: State, step: Choosing, action: Reward) -> State:
    return gain(state, step.seat, CHOICE[action.result], "choice_reward", "choice.money")


def _other(state: State, step: Choosing, action: Activate) -> State:
    return activate(state, step.turned, action.tile)


def _frame(state: State, step: Choosing, action: Frame) -> State:
    return put_frame(state, step.seat, action.big)


def _decline(state: State, step: Any, action: Decline) -> State:
    return tell(state, "declined", action.seat, "turn.may")


def _double(state: State, turned: Turned) -> bool:
    return count(state.boards.side[turned.seat]) == 0 and weight(_own_double(state, turned.seat)) > 0


def _own_double(state: State, seat: Seat) -> tuple[int, int]:
    return state.casinos[at(state, "G2") - 1].dice[seat]


MINIS: dict[TileId, Mini] = {
    "A1": Mini("punch", "must", _always, _asks("hide")),
    "A2": Mini("jackpot", "auto", _always, _begin_jackpot),
    "B1": Mini("prime", "payout", _never, _nothing),
    "B2": Mini("fifty", "may", _always, _begin_fifty),
    "C1": Mini("five", "auto", _earns_five, _take_five),
    "C2": Mini("badluck", "payout", _never, _nothing),
    "D1": Mini("payday", "auto", _is_somewhere, _pay_day),
    "D2": Mini("power", "auto", _earns_power, _take_power),
    "E1": Mini("entry", "may", _always, _asks("close")),
    "E2": Mini("knock", "must", _may_knock, _knock),
    "F1": Mini("block", "may", _offers(may_block), _asks("block")),
    "F2": Mini("handicap", "may", _offers(may_trade), _asks("trade")),
    "G1": Mini("box", "payout", _never, _nothing),
    "G2": Mini("double", "may", _double, _asks("side")),
    "H1": Mini("nice", "may", _offers_slot, _begin_slot),
    "H2": Mini("choice", "must", _always, _begin_choice),
}

PHASES: dict[str, Phase] = {
    "hide": Phase("punch.hide", {Hide: _hide}, _may_hide),
    "guess": Phase("punch.guess", {Guess: _guess}, _may_guess),
    "jackpot": Phase("jackpot.roll", {BlackRolled: _jackpot}, law=black),
    "fifty": Phase("fifty.roll", {BlackRolled: _fifty}, law=black),
    "bet": Phase("fifty.bet", {Bet: _bet, Halt: _halt}, may_bet),
    "close": Phase("entry.move", {Close: put_closed, Decline: _decline}, may_close),
    "drink": Phase("knock.others", {Drink: _drink}, may_drink),
    "block": Phase("block.put", {Block: put_block, Decline: _decline}, may_block),
    "trade": Phase("handicap.take", {Trade: trade, Decline: _decline}, may_trade),
    "move": Phase("handicap.move", {Put: put_die, Fetch: take_die}, may_move),
    "side": Phase("double.put", {Side: put_side, Decline: _decline}, may_side),
    "slot": Phase("nice.put", {Slot: put_slot, Decline: _decline}, may_slot),
    "choice": Phase("choice.roll", {BlackRolled: _roll_choice}, law=black),
    "choose": Phase(
        "choice.results",
        {Reward: _reward, Activate: _other, Put: put_die, Fetch: take_die, Frame: _frame},
        may_choose,
    ),
}
