"""Match: seeds, undo and redo, forks, bots, step names, threads, and every argument that is refused."""

from __future__ import annotations

import threading
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.core.matches import LONG, bots, everybody_answers, started, until, wrong_answer
from tests.support.games_at_random import go_on, random_action
from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Decision, IllegalAction
from toolkit.core.match import Bot, Match
from toolkit.core.playout import random_policy
from toolkit.core.words import BadInput
from toolkit.games import math_storm as game
from toolkit.games.math_storm.state import Answer, Drawn, Move, Rolled, Skip, Spun, Stop, TimeUp


def test_a_match_starts_at_ply_0():
    match = started(3, names=["Ada", " Ben ", "Cem"])
    assert (match.ply, match.log, match.seats) == (0, [], 3)
    assert match.names == ("Ada", "Ben", "Cem")
    assert repr(match) == "Match(math_storm, 3 seats, ply 0)"
    assert match.state == game.start(3) and match.to_move == (CHANCE,)
    assert match.legal_actions(0) == ()


def test_same_seed_and_same_choices_same_match():
    one, two = (go_on(started(seed="class 3b"), LONG) for _ in range(2))
    assert one.log == two.log and one.record() == two.record()
    assert go_on(started(seed="class 3c"), LONG).log != one.log


def test_without_a_seed_every_match_is_another():
    seeds = {Match(game).seed for _ in range(20)}
    assert len(seeds) == 20 and all(0 <= seed < 2**53 for seed in seeds), "also exact in JavaScript"


def test_a_refused_action_changes_nothing():
    match = go_on(started(), LONG)
    before = (match.ply, list(match.log), list(match.states))
    for action in (Move(7, 0), Spun(3), Answer(0, "1"), Rolled("stop"), Drawn(1, 1), TimeUp()):
        try:
            game.apply(match.state, action)
        except IllegalAction:
            with pytest.raises(IllegalAction):
                match.play(action)
    assert (match.ply, match.log, match.states) == before


def test_chance_is_refused_where_somebody_chooses():
    match = until(started(), lambda state: game.to_move(state) == (0,))
    with pytest.raises(IllegalAction, match="not_chance"):
        match.chance()


def test_undo_to_the_start_and_redo_to_the_end():
    match = go_on(started(), LONG)
    record, states = match.record(), list(match.states)
    plies = [match.ply]
    while match.undo():
        plies.append(match.ply)
        assert match.state is states[match.ply]
    chosen = [ply for ply in range(LONG) if game.to_move(states[ply]) != (CHANCE,)]
    assert plies == [LONG, *reversed(chosen), 0], "back to where somebody chose"
    assert not match.undo()
    while match.redo():
        assert match.state is states[match.ply]
    assert match.ply == LONG and not match.redo()
    assert match.record() == record


def test_undo_and_the_same_choices_meet_the_same_chance():
    match = go_on(started(), LONG)
    log = list(match.log)
    match.goto(10)
    for action in log[10:]:
        match.chance() if match.to_move == (CHANCE,) else match.play(action)
    assert match.log == log


def test_playing_after_an_undo_cuts_what_came_later():
    match = go_on(started(), LONG)
    match.goto(12)
    match.play(Stop())
    assert len(match.log) == match.ply == 13 and len(match.states) == 14
    assert not match.redo()


def test_goto_keeps_what_lies_behind():
    match = go_on(started(), LONG)
    record = match.record()
    assert match.goto(5) and match.ply == 5 and match.record()["log"] == record["log"][:5]
    assert not match.goto(5)
    assert match.goto(LONG) and match.record() == record


@pytest.mark.parametrize("ply", [-1, LONG + 1, 1.0, "3", True, None])
def test_goto_and_fork_refuse_what_is_no_ply(ply):
    match = go_on(started(), LONG)
    with pytest.raises(BadInput) as caught:
        match.goto(ply)
    assert caught.value.args_ == {"given": repr(ply), "right": f"0 … {LONG}"}
    assert match.ply == LONG
    if ply is not None:
        with pytest.raises(BadInput):
            match.fork(ply)


@pytest.mark.parametrize(
    ("undo", "host", "allowed"), [("all", False, True), ("host", False, False), ("host", True, True)]
)
def test_who_may_undo(undo, host, allowed):
    match = go_on(started(undo=undo), LONG)
    if allowed:
        assert match.undo(host=host)
    else:
        with pytest.raises(BadInput) as caught:
            match.undo(host=host)
        assert caught.value.key == "undo" and match.ply == LONG


def test_a_match_without_undo():
    match = go_on(started(undo="none"), LONG)
    for host in (False, True):
        with pytest.raises(BadInput):
            match.undo(host)
    assert started().undo_policy == "all", "in Math Storm hands are open"


def test_where_a_roll_waits_undo_goes_back_to_it():
    match = started()
    match.waits = lambda state: True
    assert match.advance() == 0
    go_on(match, 1)
    assert match.undo() and match.ply == 0


def test_a_watcher_is_told_of_every_change():
    match, told = started(), []
    stop = match.watch(lambda: told.append(match.ply))
    go_on(match, 3)
    match.goto(1)
    match.goto(1)
    match.undo()
    match.undo()
    match.redo()
    stop()
    stop()
    go_on(match, 2)
    assert told == [1, 2, 3, 1, 0, 3]


def test_a_watcher_is_not_told_of_what_was_refused():
    match, told = started(), []
    match.watch(lambda: told.append(1))
    with pytest.raises(IllegalAction):
        match.play(Move(0, 0))
    assert told == []


def test_a_fork_has_the_same_past_and_another_future():
    match = go_on(started(names=["Ada", "Ben"], challenge="sealed"), LONG)
    fork = match.fork(40)
    assert fork.log == match.log[:40] and fork.states == match.states[:41]
    assert (fork.names, fork.options, fork.undo_policy) == (match.names, match.options, match.undo_policy)
    assert fork.seed != match.seed, "what-if does not show the next roll"
    go_on(fork, 10)
    assert match.ply == LONG and len(match.log) == LONG


def test_a_fork_may_be_seeded_and_starts_where_the_match_stands():
    match = go_on(started(), LONG)
    match.goto(20)
    one, two = (go_on(match.fork(seed=9), 30).log for _ in range(2))
    assert one == two and one[:20] == match.log[:20] and one != match.log[:50]


def test_bots_alone_play_to_the_end():
    one, two = (started(3, bots=bots(0, 1, 2)) for _ in range(2))
    assert one.advance() == len(one.log) and one.to_move == ()
    two.advance()
    assert one.record() == two.record()
    assert Match.replay(one.record(), game, bots=bots(0, 1, 2)).record() == one.record()


def test_bots_play_until_a_person_is_to_act():
    match = started(bots=bots(1))
    rng = Random(3)
    for _ in range(30):
        match.advance()
        if not match.to_move:
            break
        assert 0 in match.to_move
        match.play(random_action(game, match.state, rng) if match.to_move == (0,) else match.legal_actions(0)[-1])
    decisions = [action.seat for action in match.log if isinstance(action, Decision)]
    assert {0, 1} == set(decisions)


def test_bots_wait_for_people_who_answer_at_the_same_time():
    match = everybody_answers()
    other = match.fork()
    other.bots = bots(1, 2)
    assert other.advance() == 0, "a person has not answered yet"
    other.play(wrong_answer(other, 0))
    assert other.advance() > 0


def test_undo_goes_back_to_where_a_person_acted():
    match = started(bots=bots(1))
    match.advance()
    decision = match.ply
    assert match.to_move == (0,)
    match.play(match.legal_actions(0)[0])
    match.advance()
    assert match.undo() and match.ply == decision
    assert match.redo() and match.ply > decision


def test_a_bot_s_answer_depends_on_seed_ply_and_seat_alone():
    match = until(started(bots=bots(0, 1)), lambda state: game.to_move(state) == (1,))
    assert match.bot_action(1) == match.bot_action(1)


def test_other_seats_do_not_touch_the_name_of_a_step():
    match = everybody_answers(3)
    before = {seat: match.step(seat) for seat in range(3)}
    match.play(wrong_answer(match, 1))
    assert {seat: match.step(seat) for seat in (0, 2)} == {seat: before[seat] for seat in (0, 2)}
    assert match.step(1) != before[1], "its own answer is in"
    match.play(Skip(0))
    assert match.step(2) == before[2] and match.step(0) != before[0]


def test_the_clock_touches_the_name_of_every_step():
    match = everybody_answers(3)
    before = {seat: match.step(seat) for seat in (CHANCE, HOST, 0, 1, 2)}
    match.play(TimeUp())
    assert all(match.step(seat) != name for seat, name in before.items())


def test_a_buzz_ends_the_others_step_when_they_may_go_on():
    match = everybody_answers(3, challenge="buzzer")
    before = match.step(0)
    match.play(game.legal_actions(match.state, 2)[0])
    match.play(wrong_answer(match, 2))
    assert 0 in match.to_move and match.step(0) != before


def test_every_ply_has_another_step_for_host_and_chance():
    match = go_on(started(), LONG)
    for seat in (CHANCE, HOST):
        assert len({match.step(seat, ply) for ply in range(LONG + 1)}) == LONG + 1


def test_undo_and_another_move_give_a_new_step():
    match = until(started(), lambda state: len(game.legal_actions(state, 0)) == 2)
    step = match.step(0)
    first, second = match.legal_actions(0)
    match.play(first)
    after = match.step(HOST)
    match.undo()
    assert match.step(0) == step, "the same decision"
    match.redo()
    assert match.step(HOST) == after, "as it was"
    match.undo()
    match.play(second)
    assert match.step(HOST) not in (after, step)


@pytest.mark.parametrize("pairs", [2, 4])
def test_threads_that_play_and_undo_at_once_leave_a_whole_log(pairs):
    match = started(3, challenge="sealed", chips=20)
    told, failures = [], []
    match.watch(lambda: told.append(match.ply))

    def meddle(number: int) -> None:
        rng = Random(f"thread:{number}")
        try:
            for _ in range(150):
                _meddle_once(match, rng)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=meddle, args=(number,)) for number in range(pairs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == [] and not any(thread.is_alive() for thread in threads)
    assert len(match.states) == len(match.log) + 1 and 0 <= match.ply <= len(match.log) and told
    for then, action, now in zip(match.states, match.log, match.states[1:], strict=False):
        assert game.apply(then, action) == now, "no action was logged behind another state"
    assert len({match.step(HOST, ply) for ply in range(len(match.states))}) == len(match.states)
    assert Match.replay(match.record(), game).state == match.state


def _meddle_once(match: Match[Any, Any], rng: Random) -> None:
    """One change of any kind; what another thread made impossible is refused, and that is all."""
    if rng.random() < 0.2:
        with suppress(BadInput):  # a ply that another thread has just cut off
            rng.choice((match.undo, match.redo, lambda: match.goto(rng.randrange(match.ply + 1)), match.record))()
        return
    try:
        if match.to_move == (CHANCE,):
            match.chance()
        else:
            match.play(random_action(game, match.state, rng))
    except IllegalAction:
        pass
    except BadInput as error:
        assert error.key == "ply"


@pytest.mark.parametrize(
    ("build", "key"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": 0}, "seats"),
        ({"seats": "two"}, "seats"),
        ({"seats": 2.0}, "seats"),
        ({"seats": True}, "seats"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": [1]}, "seed"),
        ({"names": ["Ada"]}, "names"),
        ({"names": "AB"}, "names"),
        ({"undo": "sometimes"}, "option_value"),
        ({"bots": {2: Bot("random", random_policy)}}, "bot_seat"),
        ({"bots": {"0": Bot("random", random_policy)}}, "bot_seat"),
        ({"die": "d6"}, "option_value"),
        ({"chips": -1}, "option_value"),
        ({"speed": 3}, "option"),
        ({"cards": "nowhere"}, "deck"),
    ],
)
def test_a_match_that_cannot_be(build, key):
    with pytest.raises(BadInput) as caught:
        Match(game, **build)
    assert caught.value.key == key
    assert isinstance(caught.value, ValueError)
    for lang in words.LANGS:
        words.set_current(lang)
        assert str(caught.value) == caught.value.say(lang)
    words.set_current("en")
