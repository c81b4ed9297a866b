"""Math Storm, rule by rule: challenges, by the buzzer and sealed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.math_storm.positions import (
    at,
    buzzed,
    challenge_card,
    draw,
    due,
    forwards,
    kinds,
    legal_pawns,
    play,
    refusal,
    right,
    sealed,
    wrong,
)
from toolkit.games.math_storm import rules as game
from toolkit.games.math_storm import views
from toolkit.games.math_storm.state import (
    Answer,
    Buzz,
    Draw,
    EndTurn,
    Judge,
    Move,
    Pick,
    PickPawn,
    Roll,
    Skip,
    Spin,
    Spun,
    State,
    TimeUp,
)


def test_a_challenge_card_is_for_every_team():  # card.challenge
    assert game.to_move(challenge_card((20, 30), (8, 9), (1, 2))) == (0, 1, 2, 3)
    state = draw(play(at((20, 30), (5, 6), (8, 9), turn=1), "+", Move(1, 0)))
    assert game.to_move(state) == (1, 2, 0), "in turn order"


def test_the_buzzer_is_usual_and_sealed_may_be_chosen():  # challenge.answers
    assert game.start(2).rules.challenge == "buzzer"
    assert not due(challenge_card()).sealed and due(sealed()).sealed


def test_a_team_buzzes_and_then_answers_alone():  # challenge.buzzer
    state = challenge_card((20, 30), (8, 9))
    assert game.legal_actions(state, 2) == (Buzz(2), Skip(2))
    assert refusal(state, Answer(2, "5")) == "buzz_first"
    state = buzzed(state, 2)
    assert game.to_move(state) == (2,)
    assert refusal(state, Buzz(0)) == "not_your_turn" and refusal(state, Answer(0, "5")) == "not_your_turn"
    assert refusal(state, Buzz(2)) == "no_buzzer"


def test_after_a_wrong_answer_the_others_may_buzz():  # challenge.buzzer
    state = wrong(buzzed(challenge_card((20, 30), (8, 9)), 2))
    assert game.to_move(state) == (0, 1)
    assert game.legal_actions(state, 0) == (Buzz(0), Skip(0))


def test_the_last_team_answers_without_buzzing():  # challenge.buzzer
    state = wrong(buzzed(challenge_card(), 1))
    assert game.legal_actions(state, 0) == (Answer(0), Skip(0))
    assert game.legal_actions(play(challenge_card(), Skip(1)), 0) == (Answer(0), Skip(0))


def test_the_first_right_answer_closes_the_card():  # challenge.first
    state = wrong(buzzed(challenge_card((20, 30), (8, 9), (1, 2)), 3))
    state = right(buzzed(state, 1))
    assert due(state) == Spin("challenge", 1, (1,), (3,)), "1 goes forward, 3 was wrong before it"
    state = play(state, Spun(5))
    assert game.to_move(state) == (1,) and due(state) == PickPawn(1, 5)
    state = play(state, Pick(1, 0))
    assert due(state) == PickPawn(3, -5)


def test_who_gave_no_answer_stays():  # challenge.silent
    card = challenge_card((20, 30), (8, 9))
    assert due(right(buzzed(card, 1))) == Spin("challenge", 1, (1,), ())
    assert due(right(play(card, Skip(0), Skip(2)))) == Spin("challenge", 1, (1,), ())


def test_who_buzzed_and_fell_silent_stays():  # challenge.silent
    state = play(buzzed(challenge_card((20, 30), (8, 9)), 2), Skip(2))
    assert due(right(buzzed(state, 0))) == Spin("challenge", 1, (0,), ())


def test_who_buzzed_and_was_too_late_stays():  # challenge.silent
    state = play(wrong(buzzed(challenge_card((20, 30), (8, 9)), 1)), Buzz(2), TimeUp())
    assert kinds(state)[:2] == ["late", "late"] and "nobody_moves" in kinds(state)


def test_sealed_answers_are_given_without_seeing_the_others():  # challenge.sealed
    state = sealed((20, 30), (8, 9))
    assert game.to_move(state) == (0, 1, 2)
    assert refusal(state, Buzz(0)) == "no_buzzer"
    state = wrong(state, 2)
    assert kinds(state) == ["sealed"] and game.to_move(state) == (0, 1)
    for seat in (0, 1, None):
        assert views.view(state, seat)["card"]["given"] == [{"seat": 2}]
    assert set(views.view(state, 2)["card"]["given"][0]) == {"seat", "text"}, "its own, but not yet the verdict"


def test_sealed_answers_are_opened_when_all_are_in():  # challenge.sealed
    state = right(wrong(sealed((20, 30), (8, 9)), 2, 1), 0)
    assert kinds(state) == ["answered"] * 3
    assert len(views.view(state, None)["closed"]["given"]) == 3


def test_sealed_answers_are_opened_when_the_time_is_up():  # challenge.sealed
    state = play(right(sealed((20, 30), (8, 9)), 1), TimeUp())
    assert due(state) == Spin("challenge", 1, (1,), ()), "who has not answered stays"
    assert kinds(state) == ["answered", "late", "late"]


def test_a_record_for_a_seat_hides_what_is_sealed():  # challenge.sealed
    then = sealed((20, 30), (8, 9))
    answer, skip = Answer(1, "12"), Skip(1)
    for action in (answer, skip):
        now = play(then, action)
        assert views.redact(then, now, action, 1) == action
        assert views.redact(then, now, action, 0) == views.redact(then, now, action, None) == Answer(1)
        opened = right(now, 0, 2)
        assert views.redact(then, opened, action, 0) == action


def test_sealed_answers_are_dealt_anew_for_who_cannot_see_them():  # challenge.sealed
    state = right(sealed((20, 30), (8, 9)), 1, 2)
    dealt = [due(views.determinize(state, 1, Random(seed))).given for seed in range(30)]
    assert all(given[0] == due(state).given[0] for given in dealt), "its own stays"
    assert len({given[1].text for given in dealt}) > 10
    judged = due(views.determinize(play(state, Judge(2, False)), 1, Random(1))).given
    assert judged[1].judged and not judged[1].ok, "what was judged aloud is known"


def test_sealed_all_right_go_forward():  # challenge.sealed.right
    state = right(sealed((20, 30), (8, 9)), 2, 0, 1)
    assert due(state) == Spin("challenge", 1, (0, 1, 2), ())


def test_sealed_right_go_forward_and_wrong_go_back():  # challenge.sealed.mix
    state = right(wrong(sealed((20, 30), (8, 9)), 0, 2), 1)
    state = play(state, Spun(4))
    assert [step for step in reversed(state.agenda) if isinstance(step, PickPawn)] == [
        PickPawn(0, -4),
        PickPawn(1, 4),
        PickPawn(2, -4),
    ]


def test_sealed_with_a_blank_between_right_and_wrong():  # challenge.sealed.mix
    state = play(right(wrong(sealed((20, 30), (8, 9)), 2), 0), Skip(1))
    assert due(state) == Spin("challenge", 1, (0,), (2,))


@pytest.mark.parametrize("mode", ["buzzer", "sealed"])
def test_all_wrong_nobody_moves(mode):  # challenge.nobody
    state = challenge_card((20, 30), (8, 9), challenge=mode)
    for seat in (1, 2, 0):
        state = wrong(buzzed(state, seat) if mode == "buzzer" and seat else state, seat)
    assert kinds(state)[-2:] == ["nobody_moves", "turn"] and due(state) == Roll(1)
    assert state.pawns == ((11, 6), (20, 30), (8, 9))


@pytest.mark.parametrize("mode", ["buzzer", "sealed"])
def test_nobody_answers_nobody_moves(mode):  # challenge.silent
    assert "nobody_moves" in kinds(play(challenge_card(challenge=mode), TimeUp()))
    assert "nobody_moves" in kinds(play(challenge_card(challenge=mode), Skip(1), Skip(0)))


def alone(**options: Any) -> State:
    return draw(play(at((5, 6), **options), "+", Move(0, 0)))


@pytest.mark.parametrize("mode", ["buzzer", "sealed"])
def test_a_team_alone_goes_back(mode):  # challenge.solo
    state = wrong(alone(challenge=mode))
    assert due(state) == Spin("challenge", 1, (), (0,))
    assert play(state, Spun(3), Pick(0, 0)).pawns == ((8, 6),)
    assert due(right(alone(challenge=mode))) == Spin("challenge", 1, (0,), ())


def test_a_team_alone_that_is_silent_stays():  # challenge.solo
    assert due(play(alone(), TimeUp())) == due(play(alone(), Skip(0))) == Roll(0)


def test_without_solo_back_it_stays():  # challenge.solo
    assert due(wrong(alone(solo_back=False))) == Roll(0)


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_steps_are_the_spin_times_the_stars(stars):  # challenge.steps
    state = right(buzzed(challenge_card(stars=stars), 1))
    for number in range(1, 10):
        assert due(play(state, Spun(number))) == PickPawn(1, number * stars)
    assert due(play(state, Spun(0))) == Roll(1), "no steps, nothing to choose"


def test_one_spin_for_all():  # challenge.spin
    state = play(right(sealed((20, 30), (8, 9)), 0, 1, 2), Spun(6))
    assert [step.steps for step in state.agenda if isinstance(step, PickPawn)] == [6, 6, 6]


def test_with_own_each_of_them_spins():  # challenge.spin
    state = right(wrong(sealed((20, 30), (8, 9), challenge_spin="own", turn=0), 1), 0, 2)
    assert views.view(state, None)["due"]["seat"] == 0
    state = play(state, Spun(2))
    assert due(state) == PickPawn(0, 2)
    state = play(state, Pick(0, 0), Spun(0))
    assert views.view(state, None)["due"]["seat"] == 2, "seat 1 has spun a 0"
    state = play(state, Spun(9), Pick(2, 1))
    assert state.pawns == ((13, 6), (20, 30), (8, 18)) and due(state) == Roll(1)


def test_pawns_are_picked_after_the_spin_in_turn_order():  # challenge.order
    state = draw(play(at((20, 30), (5, 6), (8, 9), turn=1), "+", Move(1, 0)))
    state = right(buzzed(wrong(buzzed(state, 0)), 1))
    assert due(state) == Spin("challenge", 1, (1,), (0,))
    state = play(state, Spun(7))
    assert due(state) == PickPawn(1, 7), "first the team whose turn it is"
    assert game.legal_actions(state, 1) == (Pick(1, 0), Pick(1, 1))
    assert refusal(state, Pick(0, 0)) == "not_your_turn" and refusal(state, Pick(1, 2)) == "no_such_pawn"
    state = play(state, Pick(1, 1))
    assert due(state) == PickPawn(0, -7)
    assert play(state, Pick(0, 1)).pawns == ((20, 23), (11, 13), (8, 9))


def test_forward_past_100_leads_into_the_storm():  # challenge.forward
    state = play(forwards((95, 50)), Pick(1, 0))
    assert state.pawns[1] == (0, 50) and state.held[1] == 0
    assert due(state) == Draw("storm", (1,)) and state.turn == 1, "its card comes at its own next turn"
    assert play(forwards((91, 50)), Pick(1, 0)).pawns[1] == (100, 50), "100 itself is no storm"


def test_the_card_of_the_seat_in_turn_waits_as_well():  # challenge.forward
    own = replace(at((95, 50), (3, 4)), agenda=(EndTurn(), PickPawn(0, 9)))
    state = play(own, Pick(0, 0))
    assert state.held[0] == 0 and due(state) == Roll(1)
    assert due(play(state, "stop")) == Draw("storm", (0,))


def test_a_passed_pawn_stops_on_100():  # challenge.hundred
    state = forwards((95, 98), passed={1: (True, False)})
    assert play(state, Pick(1, 0)).pawns[1] == (100, 98) and play(state, Pick(1, 0)).held[1] == -1
    assert play(state, Pick(1, 1)).held[1] == 1


def test_a_pawn_stops_on_100_while_its_partner_is_on_0():  # challenge.hundred
    assert play(forwards((95, 0)), Pick(1, 0)).pawns[1] == (100, 0)


def test_a_pawn_stops_on_100_while_its_partner_is_held():  # challenge.hundred
    state = play(forwards((95, 0), held={1: 1}), Pick(1, 0))
    assert state.pawns[1] == (100, 0) and state.held[1] == 1


def test_a_pawn_on_100_that_cannot_enter_stays():  # challenge.hundred
    assert play(forwards((100, 7), passed={1: (True, False)}), Pick(1, 0)).pawns[1] == (100, 7)


def test_back_ends_on_1():  # challenge.back
    assert play(forwards((3, 50), -9), Pick(1, 0)).pawns[1] == (1, 50)
    assert play(forwards((10, 50), -9), Pick(1, 0)).pawns[1] == (1, 50)
    assert play(forwards((11, 50), -9), Pick(1, 0)).pawns[1] == (2, 50)


def test_a_pawn_on_0_stays_when_it_goes_back():  # challenge.back
    assert play(forwards((0, 50), -9), Pick(1, 0)).pawns[1] == (0, 50)
    assert play(forwards((0, 50), 9), Pick(1, 0)).pawns[1] == (9, 50), "but it may go forward"


@pytest.mark.parametrize("steps", [9, -9])
def test_a_held_pawn_does_not_move(steps):  # challenge.back
    state = forwards((0, 50), steps, held={1: 0})
    assert game.legal_actions(state, 1) == (Pick(1, 1),)
    assert refusal(state, Pick(1, 0)) == "pawn_held"
    assert play(state, Pick(1, 1)).pawns[1] == (0, 50 + steps)


def test_a_passed_pawn_moves_like_any_other():  # challenge.back
    assert legal_pawns(forwards((5, 50), 3, passed={1: (True, False)}), 1) == [0, 1]


@pytest.mark.parametrize("end", [20, 22])
def test_steps_draw_no_card(end):  # challenge.cells
    state = play(forwards((end - 9, 50)), Pick(1, 0))
    assert state.pawns[1][0] == end and due(state) == Roll(1)


def test_a_challenge_ends_the_turn():  # challenge.end
    state = play(right(sealed(), 0, 1), Spun(1), Pick(0, 0))
    assert state.turn == 0 and due(state) == PickPawn(1, 1)
    assert due(play(state, Pick(1, 0))) == Roll(1)
