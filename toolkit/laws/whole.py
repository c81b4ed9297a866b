"""Laws about a whole match, and about how matches begin and end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import Decision, Seat, actor
from toolkit.core.match import Match
from toolkit.laws.fault import Fault, demand
from toolkit.laws.matches import Ply, random_plies
from toolkit.laws.trial import Trial, encoded

PAST = 12
"""Actions of the past whose knowledge is followed to the end of a match, for each seat; and if thorough."""
PAST_THOROUGH = 60
WRONG, WRONG_THOROUGH = 3, 40
"""Matches in which every open answer is wrong, and if thorough."""
SEED = "secret seed"


def a_match_begins(trial: Trial) -> None:
    """Always the same way, with a score and a rank for each seat, and with constants that can be used."""
    game, seats, options = trial.game, trial.setting.seats, trial.setting.options
    for name, fine in (
        ("RULES", type(game.RULES) is int and game.RULES >= 1),
        ("MAX_PLIES", type(game.MAX_PLIES) is int and game.MAX_PLIES >= 1),
        ("SECRET", isinstance(game.SECRET, bool)),
    ):
        demand(fine, "constant", name=name, given=repr(getattr(game, name)))
    state = game.start(seats, **options)
    demand(encoded(state) == encoded(game.start(seats, **options)), "start", seats=seats)
    frozen = not isinstance(state, msgspec.Struct) or state.__struct_config__.frozen
    demand(frozen, "not_frozen", given=type(state).__name__)
    scores, ranks = game.returns(state), game.ranks(state)
    demand(len(scores) == len(ranks) == seats, "scores_count", seats=seats, scores=scores, ranks=ranks)


def a_match_ends(trial: Trial) -> None:
    """Within `MAX_PLIES`, even if every open answer is wrong: `random_plies` raises where it does not."""
    for seed in range(WRONG_THOROUGH if trial.thorough else WRONG):
        plies = random_plies(trial.game, Random(seed), trial.setting.seats, trial.setting.options, skill=0.0)
        demand(sum(1 for _ in plies), "no_ply")


def the_same_seed_gives_the_same_match(trial: Trial) -> None:
    """Nothing but the numbers that a game is handed decides what happens."""
    one, two = (
        [ply.action for ply in random_plies(trial.game, Random(5), trial.setting.seats, trial.setting.options)]
        for _ in range(2)
    )
    at = next((at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), len(one))
    demand(one == two, "seed", at=at)


def played(trial: Trial, plies: Sequence[Ply], seed: int | str = 1, undo: str | None = None) -> Match[Any, Any]:
    """These plies as a match."""
    buttons = trial.kit.board.BUTTONS
    match: Match[Any, Any] = Match(
        trial.game, trial.setting.seats, seed=seed, undo=undo, buttons=buttons, **trial.setting.options
    )
    for ply in plies:
        match.play(ply.action)
    return match


def replay_gives_the_same(trial: Trial) -> None:
    """The record of the match gives the same states."""
    match = played(trial, trial.plies)
    again = Match.replay(json.loads(json.dumps(match.record())), trial.game)
    for at, (one, two) in enumerate(zip(match.states, again.states, strict=True)):
        demand(encoded(one) == encoded(two), "replay", at=at)
    demand(encoded(match.state) == encoded(trial.plies[-1].now), "replay", at=match.ply)


def undo_and_redo_lead_back(trial: Trial) -> None:
    """Undone to the start, but for an opening, and redone to the end it is the same record."""
    match = played(trial, trial.plies, undo="all")
    record = match.record()
    while match.may_undo():
        demand(match.undo(), "undo", at=match.ply)
        demand(encoded(match.state) == encoded(trial.plies[match.ply].then), "undo", at=match.ply)
    opened = any(trial.game.secret(ply.then) for ply in trial.plies[: match.ply])
    demand(match.ply == 0 or opened, "undo", at=match.ply)
    match.goto(0)
    demand(match.record()["log"] == [], "undo", at=0)
    while match.redo():
        pass
    demand(match.record() == record, "redo")


def a_seat_s_record_hides(trial: Trial) -> None:
    """The record made for a seat: no seed, and of others' actions nothing but what is public."""
    match = played(trial, trial.plies[: trial.rng.randrange(len(trial.plies)) + 1], seed=SEED)
    for seat in trial.seats:
        record = match.record(seat)
        demand(record["seed"] is None and SEED not in json.dumps(record), "record_seed", seat=seat)
        for ply, entry in zip(trial.plies, record["log"], strict=False):
            told = trial.game.redact(ply.then, match.state, ply.action, seat)
            same = entry == (None if told is None else json.loads(msgspec.json.encode(told)))
            demand(same, "record_tells", seat=seat, action=ply.action)
            demand(told == ply.action or actor(ply.action) != seat, "own_hidden", seat=seat, action=ply.action)


def a_seat_never_forgets(trial: Trial) -> None:
    """What a seat may know of a past action it may know for ever: `Match.hides` relies on it."""
    most = min(len(trial.plies), PAST_THOROUGH if trial.thorough else PAST)
    for seat in trial.viewers:
        for at in trial.rng.sample(range(len(trial.plies)), most):
            known = 0
            for now in range(at, len(trial.plies)):
                knows = _knowledge(trial, at, now, seat)
                if knows < known:
                    action = trial.plies[at].action
                    raise Fault("forgets", seat=repr(seat), action=action, at=at + 1, now=now + 1)
                known = knows


def _knowledge(trial: Trial, at: int, now: int, seat: Seat | None) -> int:
    """How much `seat` may know after ply `now` of the action of ply `at`: 0 nothing, 1 a blank one, 2 all."""
    then, action = trial.plies[at].then, trial.plies[at].action
    told = trial.game.redact(then, trial.plies[now].now, action, seat)
    if told == action:
        return 2
    return 1 if isinstance(told, Decision) else 0


def a_table_can_show_it(trial: Trial) -> None:
    """Board, panels and log can be drawn in both languages: at the end, and somewhere on the way."""
    from toolkit.table import picture
    from toolkit.table.session import Session

    somewhere = trial.plies[: trial.rng.randrange(len(trial.plies))]
    for plies in (somewhere, trial.plies):
        match = played(trial, plies)
        for lang in words.LANGS:
            table = Session(match, lang=lang)
            demand(table.scene() and picture.picture(match, lang) and table.text(), "not_drawn", lang=lang)
            table.rows()
