"""Math Storm, rule by rule: laps, the end of the game, the tie-break, and the options of a match."""

from __future__ import annotations

import json
from typing import Any

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
    forwards,
    kinds,
    legal_pawns,
    placing,
    play,
    refusal,
    right,
    sealed,
    storm_card,
    tie_card,
    wrong,
)
from toolkit.core.game import HOST
from toolkit.core.words import BadInput
from toolkit.games.math_storm import rules as game
from toolkit.games.math_storm import views
from toolkit.games.math_storm.state import Answer, Buzz, Draw, Move, Roll, Rolled, Skip, Spun, State, Stop, TimeUp


def lap(chips: tuple[int, ...] = (0, 0), **build: Any) -> State:
    """Seat 0 has answered right: the held pawn comes out with the next spin, and the other has passed."""
    build = {"held": {0: 0}, "passed": {0: (False, True)}, "chips": chips, **build}
    target = build.pop("target", None)
    state = at((0, 50), (3, 4), **build)
    state = state if target is None else replace(state, rules=replace(state.rules, chips=target))
    return right(draw(state))


def test_both_passed_is_a_lap_and_a_chip():  # lap.chip, intro.aim
    state = play(lap(), Spun(7))
    assert state.chips == (1, 0)
    assert kinds(state)[:2] == ["left_storm", "chip"]


def test_one_passed_is_no_lap():  # lap.chip
    assert play(right(storm_card()), Spun(7)).chips == (0, 0)


def test_a_new_lap_clears_both_marks():  # lap.clear
    state = play(lap(), Spun(7))
    assert state.passed[0] == (False, False)
    assert legal_pawns(play(play(state, "stop"), "-")) == [0, 1]
    entering = play(replace(play(state, "stop"), pawns=((60, 50), (3, 4))), "+")
    assert legal_pawns(entering) == [0, 1], "in any order again"


def test_a_spin_of_0_completes_a_lap_too():  # lap.chip
    state = play(lap(), Spun(0))
    assert state.chips == (1, 0) and state.pawns[0] == (0, 50)


def test_the_game_ends_by_chips_rounds_or_the_teacher():  # end.ways
    by_chips = play(lap((1, 0)), Spun(3), "stop")
    by_rounds = play(at(*PLAIN, turn=2, round=5, rounds=5, tie_cards=0), "stop")
    by_teacher = play(at(*PLAIN), Stop())
    assert [s.ending for s in (by_chips, by_rounds, by_teacher)] == ["chips", "rounds", "stop"]
    assert all(map(ended, (by_chips, by_rounds, by_teacher)))
    assert by_chips.events[-2].rule == "end.chips" and by_rounds.events[-2].rule == "end.rounds"


def test_the_usual_target_is_2_chips():  # end.chips
    assert not ended(play(lap((0, 0)), Spun(3), "stop"))
    assert ended(play(lap((1, 0)), Spun(3), "stop"))


def test_another_target_or_none():  # end.chips
    assert ended(play(lap((0, 0), target=1), Spun(3), "stop"))
    assert not ended(play(lap((1, 0), target=3), Spun(3), "stop"))
    assert not ended(play(lap((9, 0), target=0), Spun(3), "stop"))
    for chips in (-1, 21, "2", 1.5, None):
        with pytest.raises(BadInput) as caught:
            game.start(2, chips=chips)
        assert caught.value.args_["right"] == "0 … 20"


def test_the_round_is_played_to_its_end():  # end.equal
    state = play(lap((1, 0)), Spun(3))
    assert state.chips == (2, 0) and due(state) == Roll(1)
    assert ended(play(state, "stop"))


def test_the_last_seat_of_the_round_ends_the_game_at_once():  # end.equal
    last = right(draw(at((3, 4), (0, 50), turn=1, held={1: 0}, passed={1: (False, True)}, chips=(0, 1))))
    assert ended(play(last, Spun(3)))


def test_both_may_reach_the_target_in_the_same_round():  # end.equal
    state = play(lap((1, 1), held={0: 0, 1: 0}, passed={0: (False, True), 1: (False, True)}), Spun(3))
    state = play(right(draw(replace(state, pawns=((3, 50), (0, 4))))), Spun(5))
    assert state.chips == (2, 2) and due(state) == Draw("tie", (0, 1), 1)


def test_without_equal_turns_the_game_ends_with_that_turn():  # end.equal
    assert ended(play(lap((1, 0), equal_turns=False), Spun(3)))


def test_the_game_ends_after_so_many_rounds():  # end.rounds
    state = at(*PLAIN, turn=1, round=3, rounds=3, chips=(1, 0, 0))
    state = play(state, "stop")
    assert due(state) == Roll(2) and ended(play(state, "stop"))
    assert not ended(play(at(*PLAIN, turn=2, round=2, rounds=3), "stop"))
    assert not ended(play(at(*PLAIN, turn=2, round=50, rounds=0), "stop"))


def test_whichever_comes_first():  # end.rounds
    assert play(lap((1, 0), round=3, rounds=9), Spun(3), "stop").ending == "chips"
    assert play(at(*PLAIN, turn=2, round=9, rounds=9, chips=(1, 0, 0)), "stop").ending == "rounds"


def test_every_game_ends_after_60_rounds():  # end.max_rounds
    assert play(at(*PLAIN, turn=2, round=60, chips=(0, 1, 0)), "stop").ending == "max_rounds"
    assert not ended(play(at(*PLAIN, turn=2, round=59), "stop"))
    assert play(at(*PLAIN, turn=2, round=4, max_rounds=4, chips=(0, 1, 0)), "stop").ending == "max_rounds"
    assert play(at(*PLAIN, turn=2, round=4, max_rounds=4, rounds=50, chips=(0, 1, 0)), "stop").ending == "max_rounds"


def test_rounds_are_counted_when_the_first_seat_plays_again():  # end.max_rounds
    state = play(game.start(2, order="seats"), *[Spun(3)] * 4)
    rounds = []
    for _ in range(5):
        rounds.append(state.round)
        state = play(state, "stop")
    assert rounds == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    "state",
    [
        game.start(3),
        play(game.start(2), Spun(3), Spun(3)),
        placing(),
        at(*PLAIN),
        play(at(*PLAIN), "++"),
        play(at((4, 6), (20, 30)), "+", Move(0, 0)),
        chance_card(),
        storm_card(),
        right(storm_card()),
        buzzed(challenge_card(), 1),
        wrong(sealed(), 1),
        right(sealed(), 0, 1),
        forwards((95, 50)),
        tie_card(),
    ],
    ids=lambda state: type(due(state)).__name__,
)
def test_the_teacher_may_stop_at_any_moment(state):  # end.stop
    assert Stop() in game.legal_actions(state, HOST)
    over = play(state, Stop())
    assert ended(over) and over.ending == "stop" and over.agenda == ()
    assert over.pawns == state.pawns and over.chips == state.chips, "what is still open is dropped"
    assert game.legal_actions(over, HOST) == ()
    assert refusal(over, Stop()) == "over"


def test_a_stopped_game_has_no_tie_break():  # end.stop
    over = play(at(*PLAIN, chips=(1, 1, 0)), Stop())
    assert ended(over) and kinds(over) == ["ending", "shared"]


def test_the_most_chips_win():  # end.winner
    over = play(at(*PLAIN, chips=(0, 3, 1)), Stop())
    assert game.ranks(over) == (3, 1, 2)
    assert over.events[-1].kind == "won" and dict(over.events[-1].args) == {"winners": (1,)}


@pytest.mark.parametrize("action", [Rolled("+"), Spun(3), Move(0, 0), Buzz(0), Answer(0, "3"), TimeUp()])
def test_nothing_is_played_after_the_end(action):  # end.winner
    assert refusal(play(at(*PLAIN), Stop()), action) == "over"


def test_challenge_cards_among_the_tied_decide():  # tie.cards
    state = play(at(*PLAIN, (1, 2), turn=3, round=2, rounds=2, chips=(1, 0, 1, 1)), "stop")
    assert due(state) == Draw("tie", (0, 2, 3), 1)
    assert kinds(state)[-2:] == ["ending", "tie"]
    state = draw(state, 2)
    assert game.to_move(state) == (0, 2, 3) or set(game.to_move(state)) == {0, 2, 3}
    assert refusal(state, Buzz(1)) == "not_your_turn"
    assert game.ranks(state) == (1, 4, 1, 1)


def test_no_chips_at_all_is_a_tie_as_well():  # tie.cards
    assert due(play(at(*PLAIN, turn=2, rounds=1), "stop")) == Draw("tie", (0, 1, 2), 1)


def test_the_first_right_answer_wins():  # tie.first
    over = right(wrong(buzzed(tie_card(), 0)))
    assert ended(over) and over.winner == 1
    assert game.ranks(over) == (2, 1) and game.returns(over) == (1, 1)
    assert over.events[-1].kind == "won"


def test_a_card_that_nobody_has_right_is_followed_by_another():  # tie.first
    state = wrong(wrong(buzzed(tie_card(), 0)))
    assert due(state) == Draw("tie", (0, 1), 2)
    assert due(play(tie_card(), TimeUp())) == Draw("tie", (0, 1), 2)
    assert due(play(tie_card(), Skip(0), Skip(1))) == Draw("tie", (0, 1), 2)


def test_wrong_answers_to_a_tie_break_card_move_nothing():  # tie.first
    state = wrong(wrong(buzzed(tie_card(), 0)))
    assert state.pawns == PLAIN[:2] and state.chips == (1, 1)


def test_several_sealed_right_answers_are_followed_by_another_card():  # tie.first
    card = tie_card(*PLAIN, challenge="sealed")
    assert due(card).sealed
    assert due(right(card, 0, 1, 2)) == Draw("tie", (0, 1, 2), 2)
    state = play(right(card, 1, 2), Skip(0))
    assert due(state) == Draw("tie", (0, 1, 2), 2), "whoever was wrong or silent stays in"
    assert right(wrong(draw(state), 0, 2), 1).winner == 1


def test_one_sealed_right_answer_wins():  # tie.first
    assert right(wrong(tie_card(challenge="sealed"), 0), 1).winner == 1
    assert play(right(tie_card(challenge="sealed"), 0), TimeUp()).winner == 0


@pytest.mark.parametrize(("cards", "given"), [(1, 1), (3, 3), (10, None)])
@pytest.mark.parametrize("mode", ["buzzer", "sealed"])
def test_after_the_last_tie_break_card_the_win_is_shared(cards, given, mode):  # tie.limit
    options = {} if given is None else {"tie_cards": given}
    state = tie_card(challenge=mode, **options)
    for count in range(1, cards + 1):
        assert due(state).cards == count
        state = play(state, TimeUp()) if mode == "buzzer" else right(state, 0, 1)
        state = state if count == cards else draw(state)
    assert ended(state) and state.winner == -1 and game.ranks(state) == (1, 1)
    assert kinds(state)[-1] == "shared"


def test_without_tie_cards_the_win_is_shared_at_once():  # tie.limit
    over = play(at(*PLAIN, turn=2, rounds=1, tie_cards=0, chips=(1, 1, 0)), "stop")
    assert ended(over) and game.ranks(over) == (1, 1, 3)


def test_stopped_teams_that_are_level_share():  # tie.shared
    over = play(at(*PLAIN, chips=(2, 1, 2)), Stop())
    assert game.ranks(over) == (1, 3, 1)
    assert dict(over.events[-1].args) == {"winners": (0, 2)}
    assert game.ranks(play(tie_card(), Stop())) == (1, 1), "in the middle of a tie-break too"


def test_alone_there_is_no_tie():  # tie.cards
    over = play(at((3, 4), turn=0, rounds=1), "stop")
    assert ended(over) and game.ranks(over) == (1,)


def test_every_option_has_an_impossible_value_that_is_named():
    usual = views.view(game.start(2), None)["rules"]
    for name in usual:
        with pytest.raises(BadInput) as caught:
            game.start(2, **{name: {"no": "value"}})
        assert caught.value.args_["name" if caught.value.key == "option_value" else "given"]
        assert caught.value.args_["right"]


def test_an_unknown_option_is_named():
    with pytest.raises(BadInput) as caught:
        game.start(2, speed=3)
    assert caught.value.key == "option" and caught.value.args_["given"] == "speed"
    assert "max_rounds" in caught.value.args_["right"]


def test_options_may_be_given_as_json_holds_them():
    rules = json.loads(json.dumps(views.view(game.start(3, stars=(1, 2, 3)), None)["rules"]))
    assert game.start(3, **rules).rules == game.start(3, stars=(1, 2, 3)).rules
