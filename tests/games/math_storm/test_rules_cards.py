"""Math Storm, rule by rule: question cards, the supervisors' word, the storm card and the chance card."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.games.math_storm.positions import (
    PLAIN,
    at,
    buzzed,
    challenge_card,
    chance_card,
    draw,
    due,
    ended,
    kinds,
    play,
    refusal,
    right,
    sealed,
    storm_card,
    tie_card,
    wrong,
)
from toolkit.core.game import CHANCE, HOST
from toolkit.core.words import BadInput
from toolkit.games.math_storm import rules
from toolkit.games.math_storm import views as game
from toolkit.games.math_storm.state import (
    Answer,
    Buzz,
    Draw,
    Judge,
    Move,
    Operate,
    Roll,
    Rolled,
    Skip,
    Spin,
    Spun,
    State,
    TimeUp,
)


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_a_card_has_30_seconds_for_each_star(stars):  # card.time
    view = game.view(chance_card(stars), 0)
    assert view["card"]["seconds"] == view["timer"]["seconds"] == 30 * stars
    assert "timer" in view and game.view(at(*PLAIN), 0)["timer"] is None


def test_after_the_time_it_is_too_late():  # card.time
    state = play(chance_card(), TimeUp())
    assert kinds(state)[0] == "late" and due(state) == Roll(1)
    assert refusal(state, Answer(0, "3")) == "due_roll"
    assert refusal(state, TimeUp()) == "no_card_open"


def test_other_seconds_may_be_set():  # card.seconds
    assert [game.view(chance_card(s, seconds=(7, 60, 3600)), None)["timer"]["seconds"] for s in (1, 2, 3)] == [
        7,
        60,
        3600,
    ]
    with pytest.raises(BadInput):
        rules.start(2, seconds=(0, 60, 90))


def test_every_card_has_a_clock_of_its_own():  # card.seconds
    first = play(chance_card(), Skip(0), "stop")
    second = draw(play(replace(first, pawns=((4, 6), (20, 30))), "+", Move(0, 0)))
    assert game.view(chance_card(), 0)["timer"]["id"] != game.view(second, 0)["timer"]["id"]


def test_one_answer_to_a_card():  # card.once
    state = wrong(buzzed(challenge_card((20, 30), (8, 9)), 1))
    assert rules.to_move(state) == (0, 2)
    for again in (Buzz(1), Answer(1, "5"), Skip(1)):
        assert refusal(state, again) == "not_your_turn"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "answer_blank"),
        ("  ", "answer_blank"),
        (None, "answer_blank"),
        ("=", "answer_blank"),
        ("ten", "answer_unreadable"),
    ],
)
def test_an_empty_or_unreadable_box_is_no_answer(text, reason):  # card.once
    state = chance_card()
    assert refusal(state, Answer(0, text)) == reason
    assert rules.to_move(state) == (0,), "the team may try again"
    assert isinstance(due(right(state)), Operate)


def test_a_team_may_give_no_answer():  # card.once
    state = play(chance_card(), Skip(0))
    assert kinds(state)[0] == "skipped" and due(state) == Roll(1)


def verdicts(state: State) -> set[tuple[int, bool]]:
    return {(a.of, a.ok) for a in rules.legal_actions(state, HOST) if isinstance(a, Judge)}


def test_the_supervisors_may_judge_every_open_card():  # card.supervisors
    assert verdicts(chance_card()) == {(0, True), (0, False)}
    assert verdicts(storm_card()) == {(0, True), (0, False)}
    assert verdicts(challenge_card((20, 30), (8, 9))) == {(s, ok) for s in (0, 1, 2) for ok in (True, False)}
    assert verdicts(tie_card()) == {(s, ok) for s in (0, 1) for ok in (True, False)}
    assert verdicts(at(*PLAIN)) == set()


def test_judged_before_the_answer_is_typed():  # card.judge
    assert isinstance(due(play(chance_card(), Judge(0, True))), Operate)
    assert due(play(chance_card(), Judge(0, False))) == Roll(1)
    assert due(play(storm_card(2), Judge(0, True))) == Spin("storm", 2, (0,))


def test_right_is_counted_wrong():  # card.judge
    state = play(right(chance_card()), Judge(0, False))
    assert kinds(state)[0] == "judged" and due(state) == Roll(1)
    assert state.pawns[0] == (10, 6)


def test_wrong_is_counted_right():  # card.judge
    state = play(wrong(chance_card(2)), Judge(0, True))
    assert due(state).ops == ("+", "+")
    assert state.turn == 0, "the next turn is taken back"


def test_late_is_counted_right():  # card.judge
    assert isinstance(due(play(chance_card(), TimeUp(), Judge(0, True))), Operate)
    assert due(play(storm_card(), TimeUp(), Judge(0, True))) == Spin("storm", 1, (0,))


def test_no_answer_is_counted_right():  # card.judge
    assert isinstance(due(play(chance_card(), Skip(0), Judge(0, True))), Operate)


def test_a_verdict_may_be_changed_again_but_not_repeated():  # card.judge
    state = play(right(storm_card()), Judge(0, False))
    assert due(state) == Roll(1) and state.held == (0, -1)
    assert refusal(state, Judge(0, False)) == "already_judged"
    assert due(play(state, Judge(0, True))) == Spin("storm", 1, (0,))


def test_a_verdict_stands_open_until_the_next_move():  # card.judge
    state = wrong(chance_card())
    assert verdicts(state) == {(0, True), (0, False)}
    assert verdicts(play(state, "stop")) == set()
    assert refusal(play(state, "stop"), Judge(0, True)) == "nothing_to_judge"
    assert refusal(play(right(storm_card()), Spun(3)), Judge(0, False)) == "nothing_to_judge"


def test_the_log_shows_the_verdict():  # card.judge
    state = play(wrong(chance_card()), Judge(0, True))
    assert state.events[0].kind == "judged" and dict(state.events[0].args) == {"ok": 1}
    given = game.view(state, None)["closed"]["given"]
    assert given[0]["judged"] and given[0]["ok"] and given[0]["text"], "what was typed stays"


def test_a_right_answer_counted_wrong_opens_the_card_again():  # card.judge
    state = right(buzzed(challenge_card((20, 30), (8, 9)), 2))
    assert isinstance(due(state), Spin)
    state = play(state, Judge(2, False))
    assert rules.to_move(state) == (0, 1)
    assert game.view(state, 0)["closed"] is None
    state = right(buzzed(state, 1))
    assert due(state) == Spin("challenge", 1, (1,), (2,)), "the one counted wrong goes back"


def test_the_last_seat_answers_when_the_card_is_open_again():  # card.judge
    state = play(right(buzzed(challenge_card(), 1)), Judge(1, False))
    assert rules.legal_actions(state, 0) == (Answer(0), Skip(0))


def test_the_first_answer_counted_right_closes_the_card_before_the_second():  # card.judge
    state = wrong(buzzed(challenge_card((20, 30), (8, 9)), 2))
    state = right(buzzed(state, 0))
    assert due(state) == Spin("challenge", 1, (0,), (2,))
    state = play(state, Judge(2, True))
    assert due(state) == Spin("challenge", 1, (2,)), "the second answer came after the first right one"
    assert due(play(state, Judge(2, False))) == Spin("challenge", 1, (0,), (2,))


def test_an_earlier_answer_counted_right_closes_an_open_card():  # card.judge
    state = buzzed(wrong(buzzed(challenge_card((20, 30), (8, 9)), 1)), 2)
    assert due(play(state, Judge(1, True))) == Spin("challenge", 1, (1,))


def test_a_verdict_on_another_leaves_the_buzz():  # card.judge
    state = buzzed(wrong(buzzed(challenge_card((20, 30), (8, 9)), 1)), 2)
    assert rules.to_move(play(state, Judge(1, False))) == (2,)
    assert rules.to_move(play(state, Judge(0, False))) == (2,)
    assert rules.to_move(play(state, Judge(2, False))) == (0,), "who has buzzed is judged: the others go on"


def test_silence_after_a_right_answer_is_not_judged():  # card.judge
    state = right(buzzed(challenge_card((20, 30), (8, 9)), 2))
    assert verdicts(state) == {(2, True), (2, False)}
    assert refusal(state, Judge(0, True)) == "nothing_to_judge"


def test_an_oral_answer_to_a_challenge_is_judged():  # card.judge
    card = challenge_card((20, 30), (8, 9))
    assert due(play(card, Judge(1, True))) == Spin("challenge", 1, (1,))
    state = play(card, Judge(2, False), Judge(1, True))
    assert due(state) == Spin("challenge", 1, (1,), (2,))


def test_late_answers_to_a_challenge_are_judged():  # card.judge
    state = play(wrong(buzzed(challenge_card((20, 30), (8, 9)), 1)), TimeUp())
    assert "nobody_moves" in kinds(state)
    assert due(play(state, Judge(2, True))) == Spin("challenge", 1, (2,), (1,))
    assert due(play(state, Judge(1, True))) == Spin("challenge", 1, (1,))
    assert "nobody_moves" in kinds(play(state, Judge(2, False))), "all wrong, and the time is still up"


def test_sealed_answers_are_judged_one_by_one():  # card.judge
    state = right(sealed((20, 30), (8, 9)), 0, 1, 2)
    assert due(state) == Spin("challenge", 1, (0, 1, 2))
    state = play(state, Judge(1, False))
    assert due(state) == Spin("challenge", 1, (0, 2), (1,))
    state = play(state, Judge(0, False))
    assert due(state) == Spin("challenge", 1, (2,), (0, 1))
    state = play(state, Judge(2, False))
    assert "nobody_moves" in kinds(state) and due(state) == Roll(1)
    assert due(play(state, Judge(1, True))) == Spin("challenge", 1, (1,), (0, 2))


def test_sealed_answers_are_judged_while_others_still_write():  # card.judge
    state = play(wrong(sealed((20, 30), (8, 9)), 1), Judge(1, True), Judge(2, False))
    assert rules.to_move(state) == (0,)
    assert kinds(state) == ["sealed"], "what is judged stays sealed"
    assert due(play(state, Skip(0))) == Spin("challenge", 1, (1,), (2,))


def test_late_sealed_answers_are_judged():  # card.judge
    state = play(right(sealed((20, 30), (8, 9)), 0), TimeUp())
    assert due(state) == Spin("challenge", 1, (0,))
    assert due(play(state, Judge(1, True))) == Spin("challenge", 1, (0, 1))
    assert due(play(state, Judge(2, False))) == Spin("challenge", 1, (0,), (2,))


def test_a_verdict_reaches_behind_the_end_of_the_game():  # card.judge
    last = draw(at((3, 4), (0, 50), turn=1, held={1: 0}, max_rounds=1, chips=(1, 0)))
    over = wrong(last)
    assert ended(over) and over.ending == "max_rounds"
    assert verdicts(over) == {(1, True), (1, False)}
    state = play(over, Judge(1, True))
    assert due(state) == Spin("storm", 1, (1,)) and state.ending == ""


def test_a_verdict_changes_a_tie_break():  # card.judge
    over = right(buzzed(tie_card(), 1))
    assert ended(over) and over.winner == 1
    state = play(over, Judge(1, False))
    assert rules.to_move(state) == (0,) and state.winner == -1
    assert right(state).winner == 0


def test_two_right_by_verdict_do_not_share_a_buzzer_tie_break():  # card.judge
    over = right(wrong(buzzed(tie_card(), 1)), 0)
    assert over.winner == 0
    assert play(over, Judge(1, True)).winner == 1, "its answer was the first"


def test_impossible_verdicts_are_refused():  # card.judge
    assert refusal(chance_card(), Judge(1, True)) == "nothing_to_judge", "it is not its card"
    assert refusal(chance_card(), Judge(7, True)) == "nothing_to_judge"
    assert refusal(at(*PLAIN), Judge(0, True)) == "nothing_to_judge"


def test_a_storm_card_is_drawn_as_soon_as_the_pawn_is_held():  # card.storm
    state = play(at((60, 50), (3, 4)), "+", Move(0, 0))
    assert due(state) == Draw("storm", (0,))
    state = wrong(draw(state))
    assert due(state) == Roll(1)
    assert due(play(state, "stop")) == Draw("storm", (0,)), "and again at the start of each later turn"
    assert due(play(wrong(draw(play(state, "stop"))), "stop")) == Draw("storm", (0,))


def test_with_next_turn_the_first_card_waits():  # card.storm
    state = play(at((60, 50), (3, 4), storm_card="next turn"), "+", Move(0, 0))
    assert state.held == (0, -1) and due(state) == Roll(1)
    assert due(play(state, "stop")) == Draw("storm", (0,))


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_right_comes_out_on_spin_times_stars(stars):  # card.storm.leave
    state = right(storm_card(stars))
    assert rules.to_move(state) == (CHANCE,)
    for number in range(10):
        assert play(state, Spun(number)).pawns[0] == (number * stars, 50)


def test_it_is_free_and_has_passed_when_it_leaves():  # card.storm.pass
    entered = play(at((60, 50), (3, 4)), "+", Move(0, 0))
    assert entered.passed[0] == (False, False), "not when it enters"
    state = play(right(draw(entered)), Spun(4))
    assert state.held[0] == -1 and state.passed[0] == (True, False)


def test_a_spin_of_0_leaves_it_free_on_0():  # card.storm.zero
    state = play(right(storm_card()), Spun(0))
    assert state.pawns[0] == (0, 50) and state.held[0] == -1 and state.passed[0] == (True, False)


def test_with_again_a_0_is_spun_again():  # card.storm.zero
    state = right(storm_card(storm_zero="again"))
    assert set(rules.chance_outcomes(state).values()) == {Fraction(1, 9)}
    assert refusal(state, Spun(0)) == "spinner"
    assert play(state, Spun(1)).pawns[0] == (1, 50)


def test_challenges_still_take_a_0_where_the_storm_does_not():  # card.storm.zero
    state = right(buzzed(challenge_card(storm_zero="again"), 0))
    assert due(play(state, Spun(0))) == Roll(1)


@pytest.mark.parametrize("answered", [wrong, lambda s: play(s, TimeUp()), lambda s: play(s, Skip(0))])
def test_wrong_or_late_stays_held(answered):  # card.storm.wrong
    state = answered(storm_card())
    assert state.held[0] == 0 and state.passed[0] == (False, False) and state.pawns[0] == (0, 50)
    assert "stays_held" in kinds(state)


def test_a_storm_card_ends_the_turn_either_way():  # card.storm.end
    assert due(wrong(storm_card())) == Roll(1)
    assert due(play(right(storm_card()), Spun(8))) == Roll(1)
    assert due(play(right(storm_card(2)), Spun(5))) == Roll(1), "out on 10, but no chance card"


def test_only_the_seat_in_turn_answers_a_chance_card():  # card.chance
    state = chance_card()
    assert rules.to_move(state) == (0,)
    assert rules.legal_actions(state, 0) == (Answer(0), Skip(0))
    assert refusal(state, Answer(1, "3")) == "not_your_turn"
    assert refusal(state, Buzz(0)) == "no_buzzer"


@pytest.mark.parametrize(
    ("die", "stars", "ops"),
    [
        ("plus-minus", 1, "+"),
        ("plus-minus", 2, "++"),
        ("plus-minus", 3, "+++"),
        ("four-operations", 1, "+"),
        ("four-operations", 2, "++"),
        ("four-operations", 3, "×"),
    ],
)
def test_right_wins_bonus_operations_by_stars(die, stars, ops):  # card.chance.bonus
    state = right(chance_card(stars, die=die))
    assert due(state).ops == tuple(ops) and due(state).seat == 0
    assert rules.to_move(state) == (0,)


def test_bonus_operations_have_to_be_played():  # card.chance.play
    state = right(chance_card(2))
    assert rules.legal_actions(state, 0) == (Move(0, 0), Move(0, 1))
    assert refusal(state, Rolled("+")) == "due_operate" and refusal(state, Skip(0)) == "due_operate"
    state = play(state, Move(0, 0))
    assert state.pawns[0] == (16, 6) and rules.to_move(state) == (0,)
    assert due(play(state, Move(0, 1))) == Draw("challenge", (0, 1)), "22: the cell reached counts again"


def test_bonus_operations_lead_to_chance_cards_again():  # card.chance.play
    state = replace(right(chance_card()), pawns=((10, 20), (8, 9)))
    assert due(play(state, Move(0, 0))) == Draw("chance", (0,))


def test_bonus_operations_lead_into_the_storm():  # card.chance.play
    state = replace(right(chance_card(2)), pawns=((10, 95), (8, 9)))
    state = play(state, Move(0, 1))
    assert state.held[0] == 1 and due(state) == Draw("storm", (0,))


def test_without_bonus_cells_the_cell_reached_draws_nothing():  # card.chance.play
    state = replace(right(chance_card(bonus_cells=False)), pawns=((10, 20), (8, 9)))
    assert due(play(state, Move(0, 0))) == Roll(1)


@pytest.mark.parametrize("answered", [wrong, lambda s: play(s, TimeUp()), lambda s: play(s, Skip(0))])
def test_wrong_or_late_ends_the_turn(answered):  # card.chance.wrong
    state = answered(chance_card())
    assert due(state) == Roll(1) and state.pawns[0] == (10, 6)
