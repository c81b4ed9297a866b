"""What a seat may know: its view, its log, and the state with what it cannot see dealt anew.

Only two things are secret: the tokens hidden in A1 until they are guessed, and the piles of G1 until one is picked.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.core.game import Action, Due, Event, Rng, Seat
from toolkit.games.las_vegas_royale.rules import ranks, returns, to_move
from toolkit.games.las_vegas_royale.rules.dice import weights
from toolkit.games.las_vegas_royale.rules.payout import may_split
from toolkit.games.las_vegas_royale.state import (
    CASINOS,
    FIFTY,
    HANDICAP,
    JACKPOT,
    NOTES,
    PUNCH,
    Betting,
    Choosing,
    Guessing,
    Hide,
    Picking,
    Placing,
    Priming,
    RollChoice,
    RollFifty,
    Ruleset,
    Slotting,
    Split,
    Splitting,
    State,
)


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
    return Due(step.phase, step.seat)


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Everything that `seat` may know, as JSON; `None` is a spectator.

    Dice of one owner in one place are [small, big]; money is in K. `casinos` are by number from 1, their `weights` by
    owner: seats, then the grey dice, then the neutral ones.
    """
    step = due(state)
    return {
        "game": "las_vegas_royale",
        "seats": state.seats,
        "rules": msgspec.to_builtins(state.rules),
        "round": state.round,
        "rounds": state.rules.rounds,
        "turn": state.turn,
        "turns": list(state.turns),
        "first": state.first,
        "to_move": list(to_move(state)),
        "due": {"phase": step.phase, "seat": step.seat},
        "roll": _roll(state),
        "asked": _asked(state, seat),
        "hands": [list(hand) for hand in state.hands],
        "casinos": [_casino(state, number) for number in CASINOS],
        "tiles": list(state.tiles),
        "boards": _boards(state),
        "notes": [_notes(purse) for purse in state.notes],
        "chips": list(state.chips),
        "money": list(returns(state)),
        "deck": list(state.deck),
        "paid": [msgspec.to_builtins(one) for one in state.paid],
        "history": [list(money) for money in state.history],
        "ranks": list(ranks(state)),
        "ending": state.ending,
        "events": [msgspec.to_builtins(event) for event in state.events],
    }


def _notes(purse: tuple[int, ...]) -> list[int]:
    """Notes one by one, the highest first."""
    return [note for note, n in zip(NOTES[::-1], purse[::-1], strict=True) for _ in range(n)]


def _casino(state: State, number: int) -> dict[str, Any]:
    one = state.casinos[number - 1]
    return {
        "number": number,
        "tile": state.tiles[number - 1] if number <= len(state.tiles) else "",
        "closed": state.boards.closed == number,
        "notes": list(one.notes),
        "dice": [list(dice) for dice in one.dice],
        "black": list(one.black),
        "grey": one.grey,
        "neutral": list(one.neutral),
        "weights": list(weights(state, number)),
    }


def _boards(state: State) -> dict[str, Any]:
    """The markers of the mini-games; `pot` and `traded` are in K and by reward."""
    boards = state.boards
    return {
        "pot": JACKPOT[boards.jackpot],
        "high_five": boards.high_five,
        "power": boards.power,
        "closed": boards.closed,
        "arrow": boards.arrow,
        "bar": [list(dice) for dice in boards.bar],
        "clusters": list(boards.clusters),
        "traded": dict(zip(HANDICAP, boards.traded, strict=True)),
        "side": [list(dice) for dice in boards.side],
        "slots": [_die(die) for die in boards.slots],
        "frame": _die(boards.frame),
    }


def _die(die: tuple[Seat, bool] | None) -> dict[str, Any] | None:
    return None if die is None else {"seat": die[0], "big": die[1]}


def _roll(state: State) -> dict[str, Any] | None:
    """The dice of a hand that lie rolled and not placed, and those just placed here; `None` where there are none."""
    match state.agenda[-1] if state.agenda else None:
        case Placing(seat=seat, small=small, big=big):
            return {"seat": seat, "small": list(small), "big": big, "placed": [0, 0]}
        case Slotting(turned=one) | RollChoice(turned=one) | Choosing(turned=one):
            return {"seat": one.seat, "small": list(one.small), "big": one.big, "placed": list(one.placed)}
    return None


def _asked(state: State, seat: Seat | None) -> dict[str, Any]:
    """What the mini-game that is due is about; a secret only for the seat whose secret it is."""
    match state.agenda[-1] if state.agenda else None:
        case Guessing(of=of, hidden=hidden):
            return {"of": of, "hidden": hidden if seat == of else None}
        case Priming(low=low, high=high) | Choosing(low=low, high=high):
            return {"black": [low, high]}
        case RollFifty(space=space, last=last, higher=higher) if last:
            return {"space": space, "stake": FIFTY[space], "last": last, "higher": higher}
        case Betting(space=space, last=last):
            return {"space": space, "stake": FIFTY[space], "last": last}
        case Splitting(of=of):
            return {"of": of}
        case Picking(by=by, first=first):
            piles = {"sizes": [sum(first), 6 - sum(first)], "first": list(first) if seat == by else None}
            return {"by": by, **piles}
    return {}


def secret(state: State) -> bool:
    """Whether a seat has just decided what another seat has to guess or to pick."""
    return bool(state.agenda) and isinstance(state.agenda[-1], Guessing | Picking)


def redact(then: State, now: State, action: Action, seat: Seat | None) -> Action | None:
    """The action as `seat` may see it in the log; `None` for a secret of another seat that is not open yet."""
    closed = isinstance(action, Hide | Split) and now.opened == then.opened
    return None if closed and seat != action.seat else action  # type: ignore[attr-defined]


def determinize(state: State, seat: Seat | None, rng: Rng) -> State:
    """The state with another secret, if `seat` cannot know it: as many tokens as before, or piles of the same sizes."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, Guessing) and seat != step.of:
        return _with(state, replace(step, hidden=rng.choice(sorted(PUNCH))))
    if isinstance(step, Picking) and seat != step.by:
        piles = [(one.sixty, one.twenty, one.empty) for one in may_split(state, Splitting(step.by, step.seat))]
        same = [pile for pile in piles if sum(pile) == sum(step.first)]
        return _with(state, replace(step, first=rng.choice(same)))
    return state


def _with(state: State, step: Any) -> State:
    return replace(state, agenda=(*state.agenda[:-1], step))


def enclose(state: State, seat: Seat | None = None) -> dict[str, Any] | None:
    """Nothing to embed in a record."""
    return None


def unpack(enclosed: dict[str, Any]) -> None:
    """Nothing to read from a record."""


def fill(state: State, action: Action, rng: Rng, skill: float = 1.0) -> Action:
    """The action itself: no action of this game has a blank."""
    return action
