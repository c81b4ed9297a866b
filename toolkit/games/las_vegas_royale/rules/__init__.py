"""The rules of Las Vegas Royale as the functions of the game protocol.

`apply` looks up the phase of the step that is due in `PHASES`. Phases are in `setup`, `turns`, `minis` and `payout`;
the sixteen mini-games are the table `minis.MINIS`; dice and money are moved by `dice` and `money`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, HOST, Action, Decision, IllegalAction, Outcome, Seat
from toolkit.games.las_vegas_royale.rules import minis, payout, setup, turns
from toolkit.games.las_vegas_royale.rules.moves import sober
from toolkit.games.las_vegas_royale.rules.payout import finish, ranks, returns
from toolkit.games.las_vegas_royale.rules.phase import Phase
from toolkit.games.las_vegas_royale.rules.refusals import refusal
from toolkit.games.las_vegas_royale.rules.setup import start
from toolkit.games.las_vegas_royale.state import Auto, State, Stop

__all__ = ["PHASES", "apply", "chance_outcomes", "legal_actions", "ranks", "returns", "start", "to_move"]

STOP = (Stop(),)
PHASES: Mapping[str, Phase] = setup.PHASES | turns.PHASES | minis.PHASES | payout.PHASES


def _sober(state: State, step: Auto) -> State:
    return sober(state, step.seat)


AUTOS: Mapping[str, Any] = turns.AUTOS | payout.AUTOS | {"sober": _sober}


def to_move(state: State) -> tuple[Seat, ...]:
    """The seat that is to decide, `(CHANCE,)`, or `()` if the game is over."""
    if not state.agenda:
        return ()
    step = state.agenda[-1]
    return (step.seat,) if PHASES[step.phase].options else (CHANCE,)


def legal_actions(state: State, seat: Seat) -> tuple[Any, ...]:
    """What the seat may choose; for `HOST` the end of the game."""
    if not state.agenda:
        return ()
    if seat == HOST:
        return STOP
    step = state.agenda[-1]
    options = PHASES[step.phase].options
    return options(state, step) if options and seat == step.seat else ()


def chance_outcomes(state: State) -> Dist[Any]:
    """The law of what is drawn, rolled or counted next. `IllegalAction` if chance is not to move."""
    step = state.agenda[-1] if state.agenda else None
    law = PHASES[step.phase].law if step else None
    if law is None:
        raise IllegalAction("not_chance", "turn.place")
    return law(state, step)


def apply(state: State, action: Action) -> State:
    """The state after the action. `IllegalAction`, with reason and rule, if it is refused."""
    if not state.agenda:
        raise IllegalAction("over", "end.game")
    if isinstance(action, Stop):
        return finish(replace(state, events=()), "stop")
    step = state.agenda[-1]
    phase = PHASES[step.phase]
    does = phase.does.get(type(action))
    if does is None:
        raise IllegalAction(f"due_{step.phase}", phase.rule)
    if isinstance(action, Decision) and action.seat != step.seat:
        raise IllegalAction("not_your_turn", phase.rule, seat=action.seat)
    if isinstance(action, Outcome) and action not in chance_outcomes(state):
        raise IllegalAction("no_such_outcome", phase.rule)
    if isinstance(action, Decision) and action not in legal_actions(state, step.seat):
        raise refusal(state, action, phase.rule)
    return run(does(replace(state, agenda=state.agenda[:-1], events=()), step, action))


def run(state: State) -> State:
    """Carries out what happens by itself, until a decision or an outcome is due."""
    while state.agenda and isinstance(step := state.agenda[-1], Auto):
        state = AUTOS[step.phase](replace(state, agenda=state.agenda[:-1]), step)
    return state
