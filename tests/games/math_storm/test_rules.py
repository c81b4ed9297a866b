"""Math Storm, rule by rule: board, set-up, turns, operations, and the cell that is reached.

Every test names the paragraph of the rulebook that it holds the engine to; cards, challenges and the end have files
of their own.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.games.math_storm.positions import (
    PLAIN,
    at,
    chance_card,
    draw,
    due,
    kinds,
    legal_pawns,
    placing,
    play,
    question,
    refusal,
    right,
)
from toolkit.cards import box, deck
from toolkit.core import book
from toolkit.core.game import CHANCE
from toolkit.core.words import BadInput
from toolkit.games.math_storm import rules as game
from toolkit.games.math_storm import views
from toolkit.games.math_storm.board.geometry import corner
from toolkit.games.math_storm.rules.moves import takers
from toolkit.games.math_storm.state import Draw, Drawn, EndTurn, Move, Operate, Roll, Rolled, Spun, kind, operations


def test_the_board_has_the_cells_0_to_100():  # parts.board
    assert [kind(cell) for cell in range(101)] and corner(100)
    with pytest.raises(IndexError):
        kind(101)


def test_cell_0_is_the_storm_cell():  # parts.storm
    assert [cell for cell in range(101) if kind(cell) == "storm"] == [0]


def test_chance_cells_end_in_0():  # parts.chance
    assert [cell for cell in range(101) if kind(cell) == "chance"] == list(range(10, 101, 10))


def test_challenge_cells_have_two_equal_digits():  # parts.challenge
    assert [cell for cell in range(101) if kind(cell) == "challenge"] == list(range(11, 100, 11))


def test_all_other_cells_are_plain():  # parts.plain
    assert sum(kind(cell) == "plain" for cell in range(101)) == 101 - 1 - 10 - 9


def test_the_board_is_a_hundred_chart():  # parts.chart
    assert corner(1) < corner(2) and corner(1)[1] == corner(10)[1]
    for cell in range(1, 91):
        assert corner(cell + 10)[0] == corner(cell)[0], "one row down is ten more"
        assert corner(cell + 10)[1] > corner(cell)[1]


def test_the_spinner_stops_on_0_to_9():  # parts.spinner
    assert [spun.number for spun in game.chance_outcomes(game.start(2))] == list(range(10))
    assert refusal(game.start(2), Spun(10)) == "spinner"


def test_spins_are_equally_likely():  # parts.spinner.fair
    assert set(game.chance_outcomes(game.start(2)).values()) == {Fraction(1, 10)}


@pytest.mark.parametrize(
    ("die", "faces"),
    [
        ("plus-minus", ["+", "-", "++", "+++", "+-", "stop"]),
        ("four-operations", ["+", "-", "×", "÷", "++", "+-"]),
    ],
)
def test_a_die_has_six_faces(die, faces):  # parts.die, parts.dice.lower, parts.dice.upper
    outcomes = game.chance_outcomes(at(*PLAIN, die=die))
    assert [rolled.face for rolled in outcomes] == faces
    assert set(outcomes.values()) == {Fraction(1, 6)}
    for other in {"+", "-", "×", "÷", "++", "+++", "+-", "stop", "x", ""} - set(faces):
        assert refusal(at(*PLAIN, die=die), Rolled(other)) == "no_such_face"


def test_the_die_of_a_match_is_the_lower_one_unless_told():  # parts.die
    assert game.start(2).rules.die == "plus-minus"
    with pytest.raises(BadInput) as caught:
        game.start(2, die="d6")
    assert caught.value.args_ == {"name": "die", "given": "'d6'", "right": "'four-operations' | 'plus-minus'"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_teams_have_two_pawns_each(seats):  # parts.teams
    assert [len(pair) for pair in game.start(seats).pawns] == [2] * seats


def test_one_team_may_play_alone():  # parts.solo
    assert game.to_move(game.start(1)) == (CHANCE,)


@pytest.mark.parametrize("seats", [0, 5, -1, "2", 2.0, True, None])
def test_no_other_number_of_teams_plays(seats):  # parts.teams
    with pytest.raises(BadInput) as caught:
        game.start(seats)
    assert (caught.value.key, caught.value.args_["right"]) == ("seats", "1–4")


def test_the_rules_treat_both_pawns_alike():  # parts.pawns
    start = at((1, 1), die="four-operations")
    done = ((False, False), (True, False), (False, True))
    for a, b, op, (first, second) in product(range(0, 101, 7), range(1, 101, 3), "+-×÷", done):
        here = replace(start, pawns=((a, b),), passed=((first, second),))
        there = replace(start, pawns=((b, a),), passed=((second, first),))
        result, pawns = takers(here, 0, op)
        assert takers(there, 0, op) == (result, tuple(sorted(1 - pawn for pawn in pawns)))


def test_a_card_has_one_to_three_stars_and_a_number():  # parts.cards
    outcomes = game.chance_outcomes(play(at((4, 6), (20, 30)), "+", Move(0, 0)))
    assert {card.stars for card in outcomes} == {1, 2, 3}
    assert len({card.number for card in outcomes}) == len(outcomes)
    for drawn in (Drawn(0, 5), Drawn(4, 5), Drawn(2, 5), Drawn(1, 0), Drawn(3, 361)):
        assert refusal(play(at((4, 6), (20, 30)), "+", Move(0, 0)), drawn) == "no_such_card"


@pytest.mark.parametrize("stars", [(1, 1, 1), (2, 1, 0), (0, 0, 1), (1, 100, 3)])
def test_stars_come_by_their_weights(stars):  # parts.stars
    outcomes = game.chance_outcomes(play(at((4, 6), (20, 30), stars=stars), "+", Move(0, 0)))
    for star, weight in enumerate(stars, 1):
        assert outcomes.p(lambda card, star=star: card.stars == star) == Fraction(weight, sum(stars))
    for card in outcomes:
        assert outcomes[card] == Fraction(stars[card.stars - 1], sum(stars) * 120), "all cards of a kind alike"


def test_stars_of_weight_0_are_never_drawn():  # parts.stars
    assert refusal(play(at((4, 6), (20, 30), stars=(2, 1, 0)), "+", Move(0, 0)), Drawn(3, 241)) == "no_such_card"
    for stars in ((0, 0, 0), (1, 1), (-1, 1, 1), (1, 1, 101), "111"):
        with pytest.raises(BadInput) as caught:
            game.start(2, stars=stars)
        assert caught.value.args_["name"] == "stars"


def test_questions_come_from_a_numbered_box():  # parts.box
    assert game.start(2).rules.cards == f"lower/{deck.GENERATOR}/1"
    assert game.start(2, die="four-operations").rules.cards == f"upper/{deck.GENERATOR}/1"
    other = chance_card(cards="upper/1/77")
    assert question(other) == box.deck("upper/1/77").card(113) != box.deck(f"lower/{deck.GENERATOR}/1").card(113)
    with pytest.raises(BadInput) as caught:
        game.start(2, cards="middle/1/1")
    assert caught.value.key == "deck"


def test_a_card_comes_back_when_all_of_its_stars_were_asked():  # parts.again
    before = play(at((4, 6), (20, 30), stars=(1, 1, 0)), "+", Move(0, 0))
    gone = tuple(range(2, 121))
    last = replace(before, asked=(gone, (), ()))
    outcomes = game.chance_outcomes(last)
    assert outcomes[Drawn(1, 1)] == Fraction(1, 2) and Drawn(1, 2) not in outcomes
    assert refusal(last, Drawn(1, 2)) == "no_such_card"
    assert play(last, Drawn(1, 1)).asked == ((*gone, 1), (), ())
    all_gone = replace(before, asked=((*gone, 1), (130,), ()))
    assert game.chance_outcomes(all_gone)[Drawn(1, 2)] == Fraction(1, 240)
    assert Drawn(2, 130) not in game.chance_outcomes(all_gone)
    assert play(all_gone, Drawn(1, 2)).asked == ((2,), (130,), ()), "the others are back in the box"


def test_chips_count_the_laps():  # parts.chips
    state = right(draw(at((0, 50), (3, 4), held={0: 0}, passed={0: (False, True)}, chips=(4, 0))))
    assert game.returns(play(state, Spun(3))) == (5, 0)


def test_all_pawns_begin_on_the_storm_cell():  # setup.start
    assert game.start(4).pawns == ((0, 0),) * 4


def test_spins_settle_the_order():  # setup.order
    state = play(game.start(3), Spun(2), Spun(9), Spun(5))
    assert state.order == (1, 2, 0)


@pytest.mark.parametrize(
    ("order", "expected"), [("high", (1, 0, 2)), ("low", (2, 0, 1))], ids=["highest first", "lowest first"]
)
def test_which_number_plays_first(order, expected):  # setup.order.high
    assert play(game.start(3, order=order), Spun(5), Spun(9), Spun(0)).order == expected


def test_order_by_seats_takes_no_spin():  # setup.order.high
    state = game.start(3, order="seats")
    assert state.order == (0, 1, 2)
    assert kinds(play(state, Spun(4))) == ["placed"]


def test_tied_seats_spin_again_among_themselves():  # setup.tie
    state = play(game.start(4), Spun(3), Spun(7), Spun(3), Spun(7))
    assert views.view(state, None)["due"]["group"] == [1, 3]
    state = play(state, Spun(1), Spun(1))
    assert views.view(state, None)["due"]["group"] == [1, 3], "still tied"
    state = play(state, Spun(1), Spun(2))
    assert views.view(state, None)["due"]["group"] == [0, 2]
    assert play(state, Spun(8), Spun(0)).order == (3, 1, 0, 2)


def test_a_tie_in_the_middle_stays_between_the_others():  # setup.tie
    state = play(game.start(4), Spun(5), Spun(9), Spun(5), Spun(1))
    assert views.view(state, None)["due"]["group"] == [0, 2]
    assert play(state, Spun(0), Spun(9)).order == (1, 2, 0, 3)


def test_the_order_stays_the_same_in_every_round():  # setup.order.stays
    state = play(game.start(3), Spun(2), Spun(9), Spun(5), *[Spun(3)] * 6)
    turns = []
    for _ in range(9):
        turns.append(state.turn)
        state = play(state, "stop")
    assert turns == [1, 2, 0] * 3


def test_each_team_spins_for_each_pawn_in_that_order():  # setup.place
    state = play(game.start(2), Spun(2), Spun(9), Spun(4), Spun(4), Spun(0), Spun(7))
    assert state.order == (1, 0)
    assert state.pawns == ((0, 7), (4, 4))
    assert due(state) == Roll(1)


def test_both_pawns_never_stand_on_0_after_the_start():  # setup.zero
    assert refusal(placing(), Spun(0)) == "spinner"
    assert placing().pawns[0] == (0, 0) and play(placing(), Spun(6)).pawns[0] == (0, 6)


def test_only_the_second_spin_is_made_again():  # setup.zero.again
    first = game.chance_outcomes(game.start(2, order="seats"))
    second = game.chance_outcomes(placing())
    for number in range(1, 10):
        assert first[Spun(0)] * second[Spun(number)] == Fraction(1, 90)


def test_with_both_zero_both_the_team_spins_again_for_both():  # setup.zero.again
    state = play(placing(both_zero="both"), Spun(0))
    assert views.view(state, None)["due"] | {"seat": 0} == {"phase": "place", "seat": 0}
    assert play(state, Spun(3), Spun(0)).pawns[0] == (3, 0)


def test_a_pawn_on_0_second_is_no_zero_pair():  # setup.zero
    assert play(game.start(1), Spun(5), Spun(0)).pawns == ((5, 0),)


def test_teams_take_turns_and_roll():  # turn.roll
    state = at(*PLAIN)
    for seat in (0, 1, 2, 0):
        assert due(state) == Roll(seat)
        assert game.to_move(state) == (CHANCE,)
        state = play(state, "stop")


def test_operations_are_done_from_left_to_right():  # turn.face
    assert [operations(face) for face in ("+", "++", "+++", "+-")] == [("+",), ("+", "+"), ("+",) * 3, ("+", "-")]
    state = play(at((10, 7), *PLAIN), "+-", Move(0, 1))
    assert state.pawns[0] == (10, 17), "first the plus"
    assert play(state, Move(0, 0)).pawns[0] == (7, 17), "then the minus"


def test_stop_ends_the_turn():  # turn.stop
    state = play(at((27, 45), *PLAIN), "stop")
    assert state.pawns[0] == (27, 45) and due(state) == Roll(1)


def test_a_held_pawn_makes_the_turn_one_storm_card():  # turn.held
    state = at((0, 50), (3, 4), held={0: 0})
    assert refusal(state, Rolled("+")) == "due_draw"
    assert due(state) == Draw("storm", (0,))
    assert due(play(at((0, 50), (3, 4), held={0: 0}, turn=1), "stop")) == Draw("storm", (0,))


def test_the_operands_are_the_own_pawns():  # op.operands
    assert play(at((2, 3), (50, 49)), "+", Move(0, 0)).pawns == ((5, 3), (50, 49))
    assert refusal(play(at((2, 3), (50, 49)), "+"), Move(1, 0)) == "not_your_turn"


@pytest.mark.parametrize(("pawn", "after"), [(0, (72, 45)), (1, (27, 72))])
def test_the_player_picks_the_pawn(pawn, after):  # op.choose
    state = play(at((27, 45), *PLAIN), "+")
    assert game.legal_actions(state, 0) == (Move(0, 0), Move(0, 1))
    assert play(state, Move(0, pawn)).pawns[0] == after
    assert refusal(state, Move(0, 2)) == "no_such_pawn"


@pytest.mark.parametrize(("pawns", "after"), [((0, 0), "over"), ((1, 1), (27, 99)), ((1, 0), (99, 72))])
def test_the_next_operation_uses_the_new_positions(pawns, after):  # op.next
    state = play(at((27, 45), *PLAIN), "++", Move(0, pawns[0]))
    if after == "over":
        state = play(state, Move(0, pawns[1]))
        assert state.held[0] == pawns[1] and state.pawns[0] == (0, 45)
    else:
        assert play(state, Move(0, pawns[1])).pawns[0] == after


def test_plus_adds():  # op.plus
    for a, b in product(range(1, 51, 7), range(0, 50, 3)):
        assert play(at((a, b), *PLAIN), "+", Move(0, 0)).pawns[0] == (a + b, b)


def test_minus_takes_the_smaller_from_the_larger():  # op.minus
    for a, b in product(range(1, 101, 9), range(0, 100, 7)):
        if a != b:
            assert play(at((a, b), *PLAIN), "-", Move(0, 1)).pawns[0] == (a, abs(a - b))


def test_times_multiplies():  # op.times
    for a, b in product(range(1, 11), range(1, 11)):
        state = play(at((a, b), *PLAIN, die="four-operations"), "×", Move(0, 1))
        assert state.pawns[0] == (a, a * b)


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [(12, 4, 3), (4, 12, 3), (7, 7, 1), (9, 1, 9), (100, 1, 100), (0, 8, 0), (8, 0, 0), (12, 5, None), (5, 12, None)],
)
def test_division_has_a_result_where_nothing_is_left_over(a, b, result):  # op.divide
    state = play(at((a, b), *PLAIN, die="four-operations"), "÷")
    if result is None:
        assert kinds(state)[:2] == ["rolled", "lost"]
        assert due(state) == Roll(1) and state.pawns[0] == (a, b)
    else:
        assert views.view(state, 0)["due"]["result"] == result


def test_0_divided_is_0_and_only_the_pawn_on_0_may_take_it():  # op.divide
    state = play(at((0, 8), *PLAIN, die="four-operations"), "÷")
    assert legal_pawns(state) == [0]
    assert play(state, Move(0, 0)).pawns[0] == (0, 8)


@pytest.mark.parametrize(
    ("a", "b", "result"), [(12, 5, 2), (5, 12, 2), (99, 100, 1), (12, 4, 3), (7, 7, 1), (0, 8, None), (8, 0, None)]
)
def test_quotient_drops_what_is_left_over(a, b, result):  # op.divide.quotient
    state = play(at((a, b), *PLAIN, die="four-operations", division="quotient"), "÷")
    if result is None:
        assert kinds(state)[:2] == ["rolled", "lost"] and due(state) == Roll(1)
    else:
        assert legal_pawns(state) == [0, 1]
        assert play(state, Move(0, 0)).pawns[0] == (result, b)


def test_either_pawn_takes_1_to_100():  # op.range
    assert legal_pawns(play(at((1, 0), *PLAIN), "+")) == [0, 1]
    assert legal_pawns(play(at((40, 60), *PLAIN), "+")) == [0, 1]
    assert legal_pawns(play(at((40, 60), *PLAIN, passed={0: (True, False)}), "+")) == [0, 1], "passed or not"


def test_pawns_share_cells_and_block_nothing():  # op.share
    state = play(at((20, 7), (27, 27), (27, 9)), "+", Move(0, 1))
    assert state.pawns == ((20, 27), (27, 27), (27, 9))
    assert play(at((8, 16), (3, 4)), "-", Move(0, 1)).pawns[0] == (8, 8), "one's own as well"


def test_the_pawn_on_the_result_may_take_it_and_nothing_moves():  # op.same
    state = play(at((12, 6), *PLAIN), "-", Move(0, 1))
    assert state.pawns[0] == (12, 6)
    assert kinds(state)[0] == "unmoved"


@pytest.mark.parametrize("pawn", [0, 1])
def test_a_result_of_0_leads_back_to_the_storm_cell(pawn):  # op.zero
    state = play(at((9, 9), *PLAIN), "-", Move(0, pawn))
    assert state.pawns[0][pawn] == 0 and state.pawns[0][1 - pawn] == 9


def test_a_set_back_is_no_card_and_no_pass():  # op.zero.setback
    state = play(at((9, 9), *PLAIN), "-", Move(0, 0))
    assert state.held[0] == -1 and state.passed[0] == (False, False)
    assert due(state) == Roll(1)


def test_a_0_may_come_between_two_operations():  # op.zero
    state = play(at((9, 9), *PLAIN, die="four-operations"), "+-", Move(0, 0))
    assert state.pawns[0] == (18, 9)
    chain = replace(at((9, 9), *PLAIN), agenda=(EndTurn(), Operate(0, ("-", "+"))))
    assert play(chain, Move(0, 1), Move(0, 1)).pawns[0] == (9, 9), "9 − 9 = 0, then 9 + 0"


def test_a_pawn_may_not_take_a_0_beside_one_on_0():  # op.zero.both
    state = play(at((0, 7), *PLAIN, die="four-operations"), "×")
    assert legal_pawns(state) == [0]
    assert refusal(state, Move(0, 1)) == "both_on_storm"


def test_a_pawn_on_0_may_take_a_0_even_if_it_has_passed():  # op.zero.stay
    state = play(at((0, 7), *PLAIN, die="four-operations", passed={0: (True, False)}), "×")
    assert legal_pawns(state) == [0]
    state = play(state, Move(0, 0))
    assert state.pawns[0] == (0, 7) and state.passed[0] == (True, False)
    assert state.events[0].rule == "op.zero.stay"


def test_a_result_over_100_leads_into_the_storm():  # op.over
    state = play(at((60, 50), *PLAIN), "+", Move(0, 1))
    assert state.pawns[0] == (60, 0) and state.held[0] == 1


def test_what_enters_the_storm_is_held_and_the_rest_is_dropped():  # storm.enter
    state = play(at((60, 50), *PLAIN), "+++", Move(0, 0))
    assert state.held == (0, -1, -1, -1)[: len(state.held)]
    assert due(state) == Draw("storm", (0,))
    assert not any(isinstance(step, Operate) for step in state.agenda)
    assert kinds(state) == ["over", "entered"]


def test_a_passed_pawn_may_not_enter_by_more_than_100():  # op.passed
    state = play(at((60, 50), *PLAIN, passed={0: (True, False)}), "+")
    assert legal_pawns(state) == [1]
    assert refusal(state, Move(0, 0)) == "passed_may_not_enter"


def test_a_passed_pawn_may_not_enter_by_0():  # op.passed
    state = play(at((9, 9), *PLAIN, passed={0: (False, True)}), "-")
    assert legal_pawns(state) == [0]
    assert refusal(state, Move(0, 1)) == "passed_may_not_enter"


def test_passing_of_the_other_lets_it_enter_again():  # op.passed
    state = at((0, 50), held={0: 0}, passed={0: (False, True)})
    state = play(right(draw(state)), Spun(9))
    assert state.pawns[0] == (9, 50)
    state = play(replace(state, pawns=((60, 50),)), "+")
    assert legal_pawns(state) == [0, 1]


def test_only_the_pawn_of_the_last_operation_decides():  # cell.last
    state = play(at((5, 6), (8, 9)), "+-", Move(0, 0))
    assert state.pawns[0] == (11, 6) and isinstance(due(state), Operate)
    assert due(play(state, Move(0, 1))) == Roll(1), "pawn 0 stands on 11, but pawn 1 moved last, to 5"
    assert due(play(at((13, 2), (8, 9)), "-", Move(0, 0))) == Draw("challenge", (0, 1))


def test_a_pawn_that_stood_there_draws_nothing():  # cell.moved
    state = at((20, 10), (8, 9))
    assert due(play(state, "-", Move(0, 1))) == Roll(1)
    assert due(play(state, "-", Move(0, 0))) == Draw("chance", (0,)), "this one has come to 10"


def test_with_unmoved_it_draws_a_card():  # cell.moved
    assert due(play(at((20, 10), (8, 9), unmoved=True), "-", Move(0, 1))) == Draw("chance", (0,))
    assert due(play(at((22, 11), (8, 9), unmoved=True), "-", Move(0, 1))) == Draw("challenge", (0, 1))


def test_unmoved_bonus_operations_never_draw():  # cell.moved
    state = right(chance_card(3, unmoved=True, die="four-operations"))
    assert state.pawns[0] == (10, 6)
    state = replace(state, pawns=((10, 1), (20, 30)))
    assert due(play(state, Move(0, 0))) == Roll(1), "10 × 1 = 10: else it would go on without end"


def test_a_cell_left_and_reached_again_by_the_last_operation_counts():  # cell.moved
    state = play(at((5, 10), (8, 9)), "+-", Move(0, 1))
    assert state.pawns[0] == (5, 15)
    assert due(play(state, Move(0, 1))) == Draw("chance", (0,)), "15 − 5 = 10"


def test_no_card_while_a_pawn_stands_on_0():  # cell.storm
    assert due(play(at((0, 11), (8, 9)), "+", Move(0, 0))) == Draw("challenge", (0, 1)), "it has left 0"
    back = play(at((0, 22), (8, 9), die="four-operations"), "+", Move(0, 1))
    assert due(back) == Roll(1)
    chain = replace(at((20, 20), (8, 9)), agenda=(EndTurn(), Operate(0, ("-", "+"))))
    assert due(play(chain, Move(0, 0), Move(0, 1))) == Roll(1), "0 + 20 = 20, unmoved beside a pawn on 0"


@pytest.mark.parametrize("end", [10, 100, 11, 99, 12])
def test_chance_cells_and_challenge_cells_draw_their_cards(end):  # cell.card
    state = play(at((end - 3, 3), (8, 9)), "+", Move(0, 0))
    expected = {"chance": Draw("chance", (0,)), "challenge": Draw("challenge", (0, 1)), "plain": Roll(1)}
    assert due(state) == expected[kind(end)]


def test_cells_crossed_between_operations_never_count():  # cell.crossed
    state = play(at((4, 6), (8, 9)), "++", Move(0, 0))
    assert state.pawns[0] == (10, 6) and isinstance(due(state), Operate)
    assert due(play(state, Move(0, 0))) == Roll(1), "16 is plain"


def test_every_paragraph_that_rules_is_named_by_a_test():
    """The book's own list: what the source says and what we ruled."""
    ruled = {paragraph.id for paragraph in book.book("math_storm", "en") if paragraph.origin}
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    comments = " ".join(re.findall(r"^def .*\):  # (.*)$", tests, re.MULTILINE))
    named = set(re.findall(r"[\w.]+", comments))
    assert ruled - named == set(), "no test names these"
    assert named - {paragraph.id for paragraph in book.book("math_storm", "en")} == set(), "no such paragraph"
