"""The payout of a round: prime time, bad luck, the casinos from 1 to 6, then the rewards of mini-games; and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from toolkit.core.dist import Dist
from toolkit.core.game import Seat
from toolkit.core.words import Plain
from toolkit.games.las_vegas_royale.rules.dice import (
    at,
    at_casino,
    is_open,
    standing,
    tell,
    weight,
    weights,
)
from toolkit.games.las_vegas_royale.rules.money import fine, gain, gain_all, money
from toolkit.games.las_vegas_royale.rules.phase import Phase, black, push
from toolkit.games.las_vegas_royale.state import (
    BOX,
    CASINOS,
    DOUBLE,
    FINE,
    GOLD,
    HIGH_FIVE,
    NO_DICE,
    NOTES,
    SLOTS,
    Auto,
    Black,
    BlackRolled,
    Count,
    Counted,
    Draw,
    Number,
    Paid,
    Pick,
    Picking,
    Priming,
    Split,
    Splitting,
    State,
    put,
)


def payout(state: State) -> State:
    """Nobody has dice in hand: the parts of the payout become due. Rulebook: `pay.order`."""
    parts: list[Any] = [Count(what) for what in _parts(state)]
    if at(state, "B1"):
        parts.insert(0, Auto("find_prime"))
    return push(tell(replace(state, turn=-1), "payout", -1, "turn.end"), Auto("end_round"), *reversed(parts))


def _parts(state: State) -> Iterator[str]:
    """Casinos and mini-games in the order in which they pay; a mini-game only where somebody can win or lose by it."""
    boards, before = state.boards, state.rules.bad_luck == "before"
    fines = ["C2"] if at(state, "C2") else []
    yield from fines if before else []
    yield from map(str, CASINOS)
    yield from fines if not before else []
    rewards = {
        "C1": boards.high_five >= 0,
        "G2": any(dice != NO_DICE for dice in boards.side),
        "H1": any(boards.slots),
        "H2": boards.frame is not None,
        "G1": bool(at(state, "G1")),
    }
    yield from (tile for tile, due in rewards.items() if due)


def count_law(state: State, step: Count) -> Dist[Counted]:
    """It is certain what is counted next."""
    return Dist.point(Counted(step.what))


def _count(state: State, step: Count, action: Counted) -> State:
    return REWARDS[step.what](state) if step.what in REWARDS else _casino(state, int(step.what))


# B1


def find_prime(state: State, step: Auto) -> State:
    """Who would take the higher note here rolls the black dice. Rulebook: `prime.who`."""
    leads = standing(weights(state, at(state, "B1")))[:1]
    if not leads or leads[0] >= state.seats:
        return tell(state, "prime_nobody", -1, "prime.nobody")
    return push(state, Draw("prime", leads[0]))


def _roll_prime(state: State, step: Draw, action: BlackRolled) -> State:
    state = tell(state, "black_rolled", step.seat, "prime.who", low=action.low, high=action.high)
    return push(state, Priming(step.seat, action.low, action.high))


def may_prime(state: State, step: Priming) -> tuple[Black, ...]:
    """None, one or both of the black dice, each into the casino of its number. Rulebook: `prime.put`."""
    both = [number for number in (step.low, step.high) if is_open(state, number)]
    choices = [(), *((number,) for number in dict.fromkeys(both)), tuple(both)]
    return tuple(Black(step.seat, numbers) for numbers in dict.fromkeys(choices))


def _prime(state: State, step: Priming, action: Black) -> State:
    for number in action.numbers:
        here = state.casinos[number - 1].black
        state = at_casino(state, number, black=put(here, step.seat, here[step.seat] + 1))
        state = tell(state, "primed", step.seat, "prime.put", casino=number)
    return state if action.numbers else tell(state, "not_primed", step.seat, "prime.put")


# C2


def debtors(weights: Sequence[int]) -> tuple[Seat, ...]:
    """The seats with the lowest weight; `weights`: of seats alone."""
    return tuple(seat for seat, mine in enumerate(weights) if mine == min(weights))


def _fines(state: State) -> State:
    who = debtors(weights(state, at(state, "C2"))[: state.seats])
    state = tell(state, "bad_luck", -1, "badluck.who", seats=who, fine=FINE)
    for seat in who:
        state = fine(state, seat)
    return state


# Casinos


def takes(weights: Sequence[int], notes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Who takes which note, after ties are removed: pairs of owner and note. Rulebook: `pay.rank`."""
    return tuple(zip(standing(weights), notes, strict=False))


def _casino(state: State, number: Number) -> State:
    here, notes = weights(state, number), state.casinos[number - 1].notes
    for tied in tied_groups(here):
        state = _tell_tie(state, number, tied)
    pays = state.rules.closed_pays or is_open(state, number)
    won = takes(here, notes) if pays else ()
    for rank, (owner, note) in enumerate(won):
        state = replace(state, paid=(*state.paid, Paid(number, owner, note, rank == 0)))
        if owner < state.seats:
            state = gain(state, owner, note, "note", "pay.rank", casino=number)
        else:
            state = tell(state, "bank_note", -1, "pay.bank", owner=_bank(state, owner), k=note, casino=number)
    state = _returned(state, [*notes[len(won) :], *(note for owner, note in won if owner >= state.seats)])
    return state if won else tell(state, "no_note", -1, "pay.rank" if pays else "pay.closed", casino=number)


def _returned(state: State, notes: Sequence[int]) -> State:
    """Notes that no seat has won, back among those that are drawn, if the ruleset says so."""
    if not state.rules.notes_return:
        return state
    return replace(state, deck=tuple(n + notes.count(note) for note, n in zip(NOTES, state.deck, strict=True)))


def tied_groups(weights: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Owners of equal weight, group by group, the strongest first. Rulebook: `pay.ties`."""
    owners = sorted((owner for owner, mine in enumerate(weights) if mine), key=lambda owner: -weights[owner])
    for _, group in groupby(owners, lambda owner: weights[owner]):
        tied = tuple(group)
        if len(tied) > 1:
            yield tied


def _bank(state: State, owner: int) -> str:
    return "grey" if owner == state.seats else "neutral"


def _tell_tie(state: State, number: Number, tied: Sequence[int]) -> State:
    seats = tuple(owner for owner in tied if owner < state.seats)
    banks = [_bank(state, owner) for owner in tied if owner >= state.seats]
    args: dict[str, Plain] = {"seats": seats, "casino": number} if seats else {"casino": number}
    if not banks:
        return tell(state, "tied", -1, "pay.ties", **args)
    owner = "both" if len(banks) == 2 else banks[0]
    return tell(state, "tied_with" if seats else "bank_ties", -1, "pay.ties", **args, owner=owner)


# Rewards


def _high_five(state: State) -> State:
    return gain(state, state.boards.high_five, HIGH_FIVE, "five_pays", "five.pay")


def _double(state: State) -> State:
    for seat, amount in takes([weight(dice) for dice in state.boards.side], DOUBLE):
        state = gain(state, seat, amount, "double_pays", "double.pay")
    return state


def _slots(state: State) -> State:
    for number, (die, amount) in enumerate(zip(state.boards.slots, SLOTS, strict=True), 1):
        if die is not None:
            state = gain(state, die[0], amount, "slot_pays", "nice.pay", number=number)
    return state


def _frame(state: State) -> State:
    die = state.boards.frame
    return state if die is None else gain(state, die[0], GOLD, "frame_pays", "choice.gold")


def _box(state: State) -> State:
    home = at(state, "G1")
    winner = next((one.owner for one in state.paid if one.casino == home and one.higher), state.seats)
    if winner >= state.seats:
        return tell(state, "box_nobody", -1, "box.who")
    return push(state, Splitting((winner + 1) % state.seats, winner))


REWARDS = {"C2": _fines, "C1": _high_five, "G2": _double, "H1": _slots, "H2": _frame, "G1": _box}


def may_split(state: State, step: Splitting) -> tuple[Split, ...]:
    """Every first pile that leaves something for the second. Rulebook: `box.split`."""
    sixty, twenty, empty = (range(BOX[token] + 1) for token in (60, 20, 0))
    piles = (Split(step.seat, a, b, c) for a in sixty for b in twenty for c in empty)
    return tuple(pile for pile in piles if 1 <= pile.sixty + pile.twenty + pile.empty <= sum(BOX.values()) - 1)


def _split(state: State, step: Splitting, action: Split) -> State:
    first = (action.sixty, action.twenty, action.empty)
    state = tell(state, "split", step.seat, "box.split", one=sum(first), two=sum(BOX.values()) - sum(first))
    return push(state, Picking(step.of, step.seat, first))


def may_pick(state: State, step: Picking) -> tuple[Pick, ...]:
    return Pick(step.seat, 1), Pick(step.seat, 2)


def _pick(state: State, step: Picking, action: Pick) -> State:
    there = (BOX[60], BOX[20], BOX[0])
    pile = step.first if action.pile == 1 else tuple(n - taken for n, taken in zip(there, step.first, strict=True))
    state = replace(state, opened=state.opened + 1)
    amounts = [60] * pile[0] + [20] * pile[1]
    return gain_all(state, step.seat, amounts, "picked", "box.pick", pile=action.pile, n=sum(pile))


# The end of a round


def end_round(state: State, step: Auto) -> State:
    """Notes the money of this round; the next round is due, or the game is over. Rulebook: `game.next_first`."""
    total = returns(state)
    state = replace(state, history=(*state.history, total))
    state = tell(state, "round_over", -1, "game.rounds", round=state.round, rounds=state.rules.rounds)
    if state.round == state.rules.rounds:
        return finish(state, "rounds")
    higher = [one.owner for one in state.paid if one.higher and one.owner < state.seats]
    first = higher[-1] if higher else (state.first + 1) % state.seats
    return push(replace(state, first=first), Draw("next_round"))


def finish(state: State, ending: str) -> State:
    """The end of the game, with its events."""
    state = tell(replace(state, agenda=(), turn=-1, ending=ending), "over", -1, "end.game", reason=ending)
    won = tuple(seat for seat, rank in enumerate(ranks(state)) if rank == 1)
    best = money(state, won[0])
    if len(won) == 1:
        return tell(state, "won", won[0], "end.winner", total=best)
    return tell(state, "shared", -1, "end.shared", winners=won, total=best)


def returns(state: State) -> tuple[int, ...]:
    """The money of each seat, in K: notes, and 10K for a chip."""
    return tuple(money(state, seat) for seat in range(state.seats))


def ranks(state: State) -> tuple[int, ...]:
    """1 = first: by money, then banknotes, then chips; ties share. Rulebook: `end.winner`."""
    keys = [(money(state, seat), sum(state.notes[seat]), state.chips[seat]) for seat in range(state.seats)]
    return tuple(1 + sum(other > mine for other in keys) for mine in keys)


PHASES: dict[str, Phase] = {
    "count": Phase("pay.order", {Counted: _count}, law=count_law),
    "prime": Phase("prime.who", {BlackRolled: _roll_prime}, law=black),
    "black": Phase("prime.put", {Black: _prime}, may_prime),
    "split": Phase("box.split", {Split: _split}, may_split),
    "pick": Phase("box.pick", {Pick: _pick}, may_pick),
}

AUTOS: dict[str, Any] = {"find_prime": find_prime, "end_round": end_round}
