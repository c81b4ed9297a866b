"""Why a decision that is due is refused all the same, in the words of the rulebook."""

from __future__ import annotations

from toolkit.core.game import Decision, IllegalAction
from toolkit.games.las_vegas_royale.rules.dice import at, is_open, kinds
from toolkit.games.las_vegas_royale.state import CASINOS, Block, Close, Fetch, Pass, Place, Put, State, Trade, Use


def refusal(state: State, action: Decision, rule: str) -> IllegalAction:
    """The reason why `action` is not among the legal actions of its seat."""
    if isinstance(action, Pass):
        return IllegalAction("no_chip", "turn.pass")
    if isinstance(action, Place | Use | Close | Block | Trade | Put | Fetch):
        return _at_casino(state, action, rule)
    return IllegalAction("not_offered", rule)


def _at_casino(state: State, action: Place | Use | Close | Block | Trade | Put | Fetch, rule: str) -> IllegalAction:
    number, seat = action.casino, action.seat
    if number not in CASINOS:
        return IllegalAction("no_such_casino", rule, casino=number)
    if isinstance(action, Close):
        home = at(state, "E1") == number
        return IllegalAction("closed_home" if home else "closed_already", "entry.move", casino=number)
    if not is_open(state, number):
        return IllegalAction("casino_closed", "entry.sign", casino=number)
    if isinstance(action, Place):
        return IllegalAction("not_rolled", "turn.place", casino=number)
    if isinstance(action, Trade) and not state.casinos[number - 1].grey:
        return IllegalAction("no_grey", "handicap.take", casino=number)
    if isinstance(action, Use | Put) and action.big not in kinds(state.hands[seat]):
        return IllegalAction("no_such_die", rule)
    if isinstance(action, Fetch) and action.big not in kinds(state.casinos[number - 1].dice[seat]):
        return IllegalAction("nothing_there", rule, casino=number)
    return IllegalAction("not_offered", rule)
