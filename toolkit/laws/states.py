"""Laws about one state, asked of the first and of every later one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, HOST, Decision, HostAction, IllegalAction, Outcome
from toolkit.laws.fault import Fault, demand
from toolkit.laws.matches import Ply
from toolkit.laws.trial import Trial, no_json

MANY = 40
"""More outcomes than this are tried by a sample."""


def who_must_act(trial: Trial, ply: Ply) -> None:
    """`to_move` is empty exactly where nobody has a legal action; seats not to move have none."""
    to_move = trial.game.to_move(ply.now)
    known = to_move == (CHANCE,) or (isinstance(to_move, tuple) and set(to_move) <= set(trial.seats))
    demand(known and len(set(to_move)) == len(to_move), "to_move", given=to_move, last=len(trial.seats) - 1)
    for seat in trial.seats:
        legal = trial.game.legal_actions(ply.now, seat)
        if seat in to_move:
            demand(legal, "no_action", seat=seat)
        else:
            demand(not legal, "not_to_move", seat=seat, action=next(iter(legal), None))
        for action in legal:
            demand(isinstance(action, Decision) and action.seat == seat, "not_own", seat=seat, action=action)
            demand(legal.count(action) == 1, "twice", seat=seat, action=action)
    for action in trial.game.legal_actions(ply.now, HOST):
        demand(isinstance(action, HostAction), "not_host", action=action)


def legal_actions_apply(trial: Trial, ply: Ply) -> None:
    """Every one of them, once it is filled in; a blank one is refused."""
    for action in trial.legal(ply.now):
        trial.applied(ply.now, trial.filled(ply.now, action))
        if isinstance(action, Decision) and action.blank:
            trial.refuse(ply.now, action, "blank")


def chance_is_a_distribution(trial: Trial, ply: Ply) -> None:
    """Positive weights that sum to one; every outcome applies. Where chance is not to move there is no law."""
    if trial.game.to_move(ply.now) != (CHANCE,):
        return _no_law(trial, ply.now)
    law = trial.game.chance_outcomes(ply.now)
    demand(isinstance(law, Dist), "no_law", given=law)
    weights = law.weights.values()
    whole = all(type(weight) is int and weight > 0 for weight in weights) and sum(weights) == law.total
    demand(whole, "weights", given=list(weights))
    few: list[Any] = list(law)
    if len(few) > MANY and not trial.thorough:
        few = trial.rng.sample(few, MANY)
    demand(len(few) < len(law) or sum(law.values()) == Fraction(1), "weights", given=list(weights))
    for outcome in few:
        demand(isinstance(outcome, Outcome), "not_outcome", action=outcome)
        trial.applied(ply.now, outcome)


def _no_law(trial: Trial, state: Any) -> None:
    try:
        trial.game.chance_outcomes(state)
    except IllegalAction:
        return
    raise Fault("law_anyway")


def views_tell_no_more_than_they_may(trial: Trial, ply: Ply) -> None:
    """JSON, the same when all that is hidden is dealt anew, and what the seat may do follows from it."""
    game, seat = trial.game, trial.viewer(ply)
    view = game.view(ply.now, seat)
    demand(isinstance(view, dict) and no_json(view) is None, "view_json", seat=repr(seat), given=repr(no_json(view)))
    before = game.view(ply.then, seat).get("rules")
    demand(view.get("rules") == before and game.ruleset(ply.now) == game.ruleset(ply.then), "rules_changed")
    other = game.determinize(ply.now, seat, trial.rng)
    again = game.view(other, seat)
    differ = [key for key in view if again.get(key) != view[key]]
    demand(again == view, "view_tells", seat=repr(seat), keys=", ".join(differ))
    demand(game.to_move(other) == game.to_move(ply.now), "to_move_tells", seat=repr(seat))
    if seat is not None:
        legal = game.legal_actions(other, seat)
        demand(legal == game.legal_actions(ply.now, seat), "legal_tells", seat=seat)
        for action in legal:
            trial.applied(other, trial.filled(other, action))


def scores_and_ranks_agree(trial: Trial, ply: Ply) -> None:
    """One of each for a seat; somebody is first; who has more is not behind."""
    scores, ranks = trial.game.returns(ply.now), trial.game.ranks(ply.now)
    given = {"scores": scores, "ranks": ranks}
    demand(len(scores) == len(ranks) == len(trial.seats), "scores_count", seats=len(trial.seats), **given)
    counted = all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    ordered = all(ranks[i] < ranks[j] for i in trial.seats for j in trial.seats if scores[i] > scores[j])
    demand(counted and ordered, "ranks", **given)
