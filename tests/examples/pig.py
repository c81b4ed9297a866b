"""Pig: roll as often as you dare. A 1 loses what the turn has brought, holding keeps it. First to the goal wins."""

import sys
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Decision, Event, IllegalAction, Outcome
from toolkit.core.kit import Kit, PlainBoard, next_outcome, text
from toolkit.core.panel import Chart, Figure, Panel, row

NAME, SEATS = "pig", range(2, 5)


class RULESET(Struct, frozen=True):
    goal: int = 100


class Roll(Decision, frozen=True, tag="roll"): ...


class Hold(Decision, frozen=True, tag="hold"): ...


class Rolled(Outcome, frozen=True, tag="rolled"):
    pips: int


ACTIONS = Roll | Hold | Rolled
DIE = Dist.uniform(Rolled(pips) for pips in range(1, 7))


class State(Struct, frozen=True):
    rules: RULESET
    scores: tuple[int, ...]
    turn_total: int = 0
    seat: int = 0  # whose turn it is
    agenda: tuple[str, ...] = ()  # what is still due
    events: tuple[Event, ...] = ()


def start(seats, **options):
    return State(RULESET(**options), (0,) * seats)


def to_move(state):
    if max(state.scores) >= state.rules.goal:
        return ()  # the game is over
    return (CHANCE,) if state.agenda else (state.seat,)


def legal_actions(state, seat):
    if seat != state.seat or to_move(state) != (seat,):
        return ()
    return (Roll(seat), Hold(seat)) if state.turn_total else (Roll(seat),)


def chance_outcomes(state):
    return DIE


def apply(state, action):
    if action not in (DIE if state.agenda else legal_actions(state, state.seat)):
        raise IllegalAction("not_now")
    match action:
        case Roll():
            return replace(state, agenda=("roll",), events=())
        case Rolled(pips=1):
            return turn_ends(state, 0, "loses")
        case Rolled(pips=pips):
            told = Event("rolls", state.seat, (("pips", pips),))
            return replace(state, turn_total=state.turn_total + pips, agenda=(), events=(told,))
        case Hold():
            return turn_ends(state, state.turn_total, "keeps")


def turn_ends(state, points, kind):
    scores = tuple(score + points * (seat == state.seat) for seat, score in enumerate(state.scores))
    told = Event(kind, state.seat, (("points", state.turn_total),))
    return State(state.rules, scores, seat=(state.seat + 1) % len(scores), events=(told,))


def returns(state):
    return state.scores


# That is the game. A panel of its own: what the turn will bring if it is held at 20, as exact fractions.


@cache
def turn(total, hold_at=20):
    if total >= hold_at:
        return Dist.point(total)
    return DIE.then(lambda rolled: turn(total + rolled.pips, hold_at) if rolled.pips > 1 else Dist.point(0))


def hold_at_20(state, seat):
    law = turn(state.turn_total)
    rows = tuple(row("turn", p, x=total, text=f"{float(p):.0%}") for total, p in law.items())
    return Figure(rows, text("Hold at 20"), text(f"The turn brings {float(law.mean):.2f} points on average."))


PANEL = Panel("turn", (Chart("turn", "law", x=(0, 26), y=()),), hold_at_20)
GAME = sys.modules[__name__]
KIT = Kit(rules=GAME, board=PlainBoard(ask=False), panels=(PANEL, next_outcome(GAME)))
