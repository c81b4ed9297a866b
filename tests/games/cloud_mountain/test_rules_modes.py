"""The two modes of Cloud & Mountain, rule by rule: drawing, laying, columns, spares, adjusters, reversed tiles.

Every test names the paragraph of the rulebook that it holds the engine to.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.games.cloud_mountain.positions import (
    SPARES,
    TWELVE,
    adjusting,
    begin,
    columns,
    drawn,
    due,
    event,
    go_to,
    in_bag,
    kinds,
    laid,
    lay_all,
    legal,
    play,
    refusal,
    tiles_of,
)
from toolkit.games.cloud_mountain import rules as game
from toolkit.games.cloud_mountain import views
from toolkit.games.cloud_mountain.state import (
    CELLS,
    Choose,
    Done,
    Drawn,
    Flip,
    Hold,
    Lay,
    Placed,
    Replace,
    Shift,
    Swap,
    Take,
)


def test_every_team_draws_twelve_after_plate_and_dice():  # one.draw
    state = begin("C", 61, seats=2)
    assert due(state) == ("draw", 0)
    for tile in TWELVE:
        state = play(state, tile)
    assert due(state) == ("draw", 1) and state.hands == (TWELVE, ())
    assert event(state, "drawn") == {"n": 12, "seat": 0}
    assert refusal(state, Lay(0, "all", 0)) == "due_deal"
    assert due(go_to(state, "lay")) == ("lay", -1)


def test_a_hand_is_kept_in_the_order_of_the_rules():  # one.draw
    assert drawn(TWELVE[::-1]).hands[0] == TWELVE


def test_nine_are_laid_and_three_are_spares():  # one.lay
    state = drawn()
    assert len(legal(state, Lay)) == 12 * 9 and legal(state, Done) == []
    state = play(state, Lay(0, "all", 4))
    assert tiles_of(state)[4] == "all" and "all" not in state.hands[0]
    assert len(legal(state, Lay)) == 11 * 8
    state = play(lay_all(drawn()), Done(0))
    assert tiles_of(state) == list(TWELVE[:9]) and state.hands[0] == SPARES


def test_a_tile_that_is_there_twice_is_one_choice():  # one.lay
    hand = ("all", *TWELVE[:11])
    assert len(legal(drawn(hand), Lay)) == 11 * 9
    twice = play(drawn(hand), Lay(0, "all", 0), Lay(0, "all", 1))
    assert tiles_of(twice)[:3] == ["all", "all", ""] and "all" not in twice.hands[0]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Lay(0, "all", 1), "not_in_hand"),
        (Lay(0, "sum>99", 1), "not_in_hand"),
        (Lay(0, "two:6", 0), "cell_taken"),
        (Lay(0, "two:6", 9), "no_such_cell"),
        (Lay(0, "two:6", -1), "no_such_cell"),
        (Lay(0, "two:6", 1, True), "not_reversible"),
        (Shift(0, 1, 2), "cell_empty"),
        (Shift(0, 0, 0), "same_cell"),
        (Shift(0, 0, 9), "no_such_cell"),
        (Take(0, 1), "cell_empty"),
        (Flip(0, 0), "not_reversible"),
        (Done(0), "not_nine"),
        (Hold(0), "due_laying"),
        (Choose(0, 0), "due_laying"),
        (Drawn("two:5"), "due_laying"),
        (Lay(1, "two:6", 1), "not_your_turn"),
    ],
)
def test_what_cannot_be_laid(action, reason):  # one.lay, one.move
    assert refusal(play(drawn(), Lay(0, "all", 0)), action) == reason


def test_all_lay_at_the_same_time():  # one.together
    state = drawn(seats=3)
    assert game.to_move(state) == (0, 1, 2)
    state = play(lay_all(lay_all(state, 2), 0), Done(2))
    assert game.to_move(state) == (0, 1) and kinds(state) == ["done"]
    state = play(lay_all(state, 1), Done(1), Done(0))
    assert kinds(state) == ["done", "all_done"] and due(state) == ("turn", -1)


def test_hands_and_grids_are_secret_until_all_are_done():  # one.together
    state = play(lay_all(drawn(seats=2)), Done(0))
    own, other, public = (views.view(state, seat) for seat in (0, 1, None))
    assert own["hidden_grids"] == [1] and own["hands"] == [list(SPARES), []]
    assert other["hands"][0] == [] and other["grids"][0] == [None] * 9
    assert public["hidden_grids"] == [0, 1] and public["hands"] == [[], []]
    assert other["laid"] == [9, 0] and other["hand_sizes"] == [3, 12], "how many is for all to see"
    state = play(lay_all(state, 1), Done(1))
    assert views.view(state, None)["hands"] == [list(hand) for hand in state.hands]
    assert views.view(state, None)["hidden_grids"] == []


def test_tiles_are_laid_openly_where_the_ruleset_says_so():  # one.open
    state = play(lay_all(drawn(seats=2, laying="open")), Done(0))
    for seat in (0, 1, None):
        seen = views.view(state, seat)
        assert seen["hidden_grids"] == [] and seen["hands"] == [list(hand) for hand in state.hands]
        assert None not in seen["grids"][0], "the tiles of seat 0 are there for all"
    assert game.to_move(state) == (1,), "all else is as ever"


def test_the_log_keeps_the_secret_as_long_as_the_table():  # one.together
    then = drawn(seats=2)
    now = play(then, Lay(0, "all", 0))
    dealt = begin("C", 12, seats=2)
    for seat, told in ((0, Lay(0, "all", 0)), (1, None), (None, None)):
        assert views.redact(then, now, Lay(0, "all", 0), seat) == told
        assert views.redact(dealt, then, Drawn("all"), seat) == (Drawn("all") if seat == 0 else None)
    done = play(lay_all(then), Done(0))
    assert views.redact(lay_all(then), done, Done(0), 1) == Done(0)
    opened = play(lay_all(done, 1), Done(1))
    assert views.redact(then, opened, Lay(0, "all", 0), 1) == Lay(0, "all", 0)


def test_what_is_unseen_may_be_anything_that_is_left():  # one.together
    state = play(lay_all(drawn(seats=2, reversible="always")), Done(0))
    dealt = [views.determinize(state, 1, Random(seed)) for seed in range(200)]
    for other in dealt:
        assert other.hands[1] == state.hands[1] and other.grids[1] == state.grids[1]
        assert views.view(other, 1) == views.view(state, 1)
    assert {tile for other in dealt for tile in tiles_of(other)} == {*in_bag(state), *TWELVE}
    assert any(one.reversed for other in dealt for one in other.grids[0])
    assert views.determinize(laid(seats=2), 1, Random(1)) == laid(seats=2), "nothing is hidden any more"


def test_tiles_that_lie_may_be_moved_exchanged_and_taken_back():  # one.move
    state = play(drawn(), Lay(0, "all", 0), Lay(0, "two:6", 1))
    assert tiles_of(play(state, Shift(0, 0, 8)))[::8] == ["", "all"]
    assert tiles_of(play(state, Shift(0, 0, 1)))[:2] == ["two:6", "all"]
    back = play(state, Take(0, 1))
    assert tiles_of(back)[:2] == ["all", ""] and back.hands[0] == TWELVE[1:]
    assert {action.to for action in legal(state, Shift)} == set(CELLS)
    assert len(legal(state, Shift)) == 16 and len(legal(state, Take)) == 2


def test_a_team_may_move_tiles_so_often():  # one.moves
    state = play(drawn(moves=2), Lay(0, "all", 0), Shift(0, 0, 1))
    assert state.moves == (1,)
    state = play(state, Take(0, 1))
    assert state.moves == (0,) and legal(lay_all(state), Shift) == []
    assert [type(action) for action in game.legal_actions(lay_all(state), 0)] == [Done]
    assert refusal(lay_all(state), Shift(0, 0, 1)) == refusal(lay_all(state), Take(0, 0)) == "no_moves_left"
    assert game.start(1).rules.moves == 60
    later = go_to(play(lay_all(state), Done(0)), "next")
    assert go_to(game.apply(later, next(iter(game.chance_outcomes(later)))), "lay").moves == (2,)


def test_a_team_that_is_done_stays_so():  # one.done
    state = play(lay_all(drawn(seats=2)), Done(0))
    for action in (Shift(0, 0, 1), Take(0, 0), Done(0)):
        assert refusal(state, action) == "done_already"
    assert game.legal_actions(state, 0) == ()


def test_spares_are_spent_in_stages_2_to_4_after_plate_and_dice():  # one.spend, one.last
    state, met = laid(), []
    while not state.scored:
        if due(state)[0] == "spend":
            met.append((state.stage, len(state.dice)))
            state = play(state, Hold(0))
        else:
            state = game.apply(state, game.chance_outcomes(state).sample(Random(1)))
    assert met == [(2, 2), (3, 3), (4, 4)]


def test_teams_spend_in_seat_order():  # one.order
    state = go_to(laid(seats=3), "spend")
    for seat in range(3):
        assert due(state) == ("spend", seat)
        assert refusal(state, Hold((seat + 1) % 3)) == "not_your_turn"
        state = play(state, Hold(seat))
    assert due(state) == ("turn", -1)


def test_as_many_spares_as_a_team_likes_one_after_the_other():  # spend.action, spend.many
    state = go_to(laid(), "spend")
    assert len(game.legal_actions(state, 0)) == 3 * (9 + 36) + 1
    state = play(state, Replace(0, SPARES[0], 0), Swap(0, SPARES[1], 1, 2))
    assert due(state) == ("spend", 0) and state.hands == (SPARES[2:],)
    state = play(state, Replace(0, SPARES[2], 0))
    assert due(state) == ("turn", -1), "nothing is left to spend"
    later = go_to(state, "roll", stage=4)
    assert due(play(later, 61)) == ("turn", -1), "in later stages it is not asked"


def test_a_spare_replaces_a_tile_that_goes_back_into_the_bag():  # spend.replace
    before = go_to(laid(), "spend")
    state = play(before, Replace(0, "cloud:odd", 4))
    assert tiles_of(state) == [*TWELVE[:4], "cloud:odd", *TWELVE[5:9]]
    assert in_bag(state) == in_bag(before) | {"cloud>14": 1}
    told = event(state, "replaced")
    assert (told["tile"], told["cell"], told["old_tile"]) == ("cloud:odd", 4, "cloud>14")


def test_a_spare_is_spent_to_swap_two_tiles():  # spend.swap
    before = go_to(laid(), "spend")
    state = play(before, Swap(0, "cloud:odd", 0, 8))
    assert tiles_of(state) == [TWELVE[8], *TWELVE[1:8], TWELVE[0]]
    assert in_bag(state) == in_bag(before) | {"cloud:odd": 1}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Replace(0, "all", 4), "not_in_hand"),
        (Replace(0, "cloud:odd", 9), "no_such_cell"),
        (Replace(0, "cloud:odd", 4, True), "not_reversible"),
        (Swap(0, "all", 0, 1), "not_in_hand"),
        (Swap(0, "cloud:odd", 1, 1), "swap_cells"),
        (Swap(0, "cloud:odd", 2, 1), "swap_cells"),
        (Swap(0, "cloud:odd", 0, 9), "no_such_cell"),
        (Lay(0, "cloud:odd", 4), "due_spending"),
    ],
)
def test_what_a_spare_cannot_do(action, reason):  # spend.replace, spend.swap
    assert refusal(go_to(laid(), "spend"), action) == reason


def test_hold_keeps_what_is_left():  # spend.hold
    state = play(go_to(laid(), "spend"), Replace(0, SPARES[0], 0), Hold(0))
    assert event(state, "held") == {"n": 2, "seat": 0}
    assert due(state) == ("turn", -1) and state.hands == (SPARES[1:],)
    assert due(go_to(state, "spend")) == ("spend", 0)


def test_the_first_player_is_team_a_and_the_mark_goes_on():  # two.first, two.first.later
    state = go_to(game.start(3, mode=2), "choose")
    assert state.first == 0 and due(state) == ("choose", 0)
    later = go_to(state, "next")
    assert later.first == 4 % 3
    again = go_to(game.apply(later, next(iter(game.chance_outcomes(later)))), "choose")
    assert due(again) == ("choose", 1)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_columns_of_three_are_drawn_one_more_than_teams(seats):  # two.draw
    state = game.start(seats, mode=2)
    assert due(state) == ("draw", -1)
    state = go_to(state, "turn")
    assert [len(column) for column in state.columns] == [3] * (seats + 1)
    assert sum(state.bag) == 62 - 3 * (seats + 1) and state.plates == ""
    assert event(state, "columns")["n"] == seats + 1
    assert refusal(game.start(seats, mode=2), "C") == "due_deal"


def test_teams_choose_clockwise_from_the_first_player():  # two.choose
    state = go_to(game.start(3, mode=2), "choose", stage=2)
    for seat in (1, 2, 0):
        assert due(state) == ("choose", seat)
        state = game.apply(state, legal(state, Choose, seat)[0])
        state = go_to(state, "draw" if seat == 0 else "choose")


def test_a_column_that_is_taken_is_gone():  # two.choose
    state = columns("all", "all", "two:6", seats=2)
    assert [action.column for action in legal(state, Choose)] == [0, 1, 2]
    assert refusal(state, Choose(0, 3)) == refusal(state, Choose(0, -1)) == "no_such_column"
    state = play(state, Choose(0, 0))
    assert views.view(state, 1)["columns"][0] is None
    assert refusal(state, Choose(1, 1)) == "due_placing"
    state = go_to(state, "choose")
    assert refusal(state, Choose(1, 0)) == "column_taken"
    assert [action.column for action in legal(state, Choose, 1)] == [1, 2]


def test_the_three_tiles_are_laid_at_once_upright_or_reversed():  # two.lay
    state = play(columns("all", "two:6", "no:1"), Choose(0, 0))
    assert due(state) == ("place", 0)
    assert views.view(state, None)["taking"] == {"seat": 0, "tiles": ["all", "two:6", "no:1"]}
    assert len(legal(state, Lay)) == 3 * 9 * 2
    state = play(state, Lay(0, "two:6", 8, True))
    assert state.grids[0][8] == Placed("two:6", True)
    for action, reason in (
        (Lay(0, "two:6", 0), "not_in_hand"),
        (Lay(0, "all", 8), "cell_taken"),
        (Lay(0, "all", 9), "no_such_cell"),
        (Shift(0, 8, 0), "due_placing"),
        (Hold(0), "due_placing"),
    ):
        assert refusal(state, action) == reason
    state = play(state, Lay(0, "all", 0), Lay(0, "no:1", 1))
    assert due(state) == ("draw", -1) and views.view(state, None)["taking"] is None


def test_after_the_choice_the_mark_goes_on_and_the_rest_into_the_bag():  # two.mark
    state = go_to(game.start(2, mode=2), "choose")
    state = go_to(game.apply(state, Choose(0, 0)), "choose")
    assert state.first == 0
    state = go_to(game.apply(state, Choose(1, 1)), "draw")
    assert state.first == 1 and event(state, "mark") == {"seat": 1}
    assert state.columns == () and sum(state.bag) == 62 - 6
    alone = go_to(play(columns("all", "two:6", "no:1"), Choose(0, 0)), "draw")
    assert alone.first == 0 and "mark" not in kinds(alone)


def test_in_stage_4_the_column_is_three_adjusters():  # two.adjust
    state = adjusting()
    assert (state.stage, due(state)) == (4, ("spend", 0)) and len(state.hands[0]) == 3
    tile, old = state.hands[0][0], tiles_of(state)
    assert len(legal(state, Swap)) == 36 * len(set(state.hands[0]))
    assert tiles_of(play(state, Replace(0, tile, 3))) == [*old[:3], tile, *old[4:]]
    swapped = play(state, Swap(0, tile, 3, 5))
    assert tiles_of(swapped) == [*old[:3], old[5], old[4], old[3], *old[6:]]
    assert swapped.grids[0][5] == state.grids[0][3], "as it lay, upright or reversed"


def test_the_mark_goes_on_after_stage_4_too():  # two.adjust.mark
    state = go_to(adjusting(seats=2), "turn", stage=4)
    assert state.first == 4 % 2
    assert go_to(adjusting(seats=3), "turn", stage=4).first == 4 % 3


def test_adjusters_that_are_not_used_are_kept_to_the_end():  # two.adjust.keep, two.last
    state = adjusting()
    turned = play(state, Replace(0, state.hands[0][0], 3, True))
    assert turned.grids[0][3] == Placed(state.hands[0][0], True)
    kept = play(turned, Hold(0))
    assert due(kept) == ("turn", -1) and sum(kept.bag) == 62 - 9 - 2, "the other column has gone back"
    over = go_to(kept, "next")
    assert (over.stage, len(over.dice)) == (5, 5)
    assert over.hands == kept.hands and event(over, "scored")["spares"] == 2


@pytest.mark.parametrize(
    ("mode", "reversible", "may"),
    [
        *((1, "mode 2", False), (2, "mode 2", True)),
        *((1, "never", False), (2, "never", False)),
        *((1, "always", True), (2, "always", True)),
    ],
)
def test_where_tiles_may_be_reversed(mode, reversible, may):  # reversed.when
    state = game.start(1, mode=mode, reversible=reversible)
    laying = go_to(state, "lay" if mode == 1 else "place")
    assert {action.reversed for action in legal(laying, Lay)} == {False, may}
    spending = go_to(state, "spend")
    assert {action.reversed for action in legal(spending, Replace)} == {False, may}


def test_a_tile_that_lies_may_be_turned_where_all_may_be_reversed():  # reversed.when
    state = play(drawn(reversible="always"), Lay(0, "all", 0))
    assert legal(state, Flip) == [Flip(0, 0)]
    turned = play(state, Flip(0, 0))
    assert turned.grids[0][0] == Placed("all", True) and turned.moves == (59,)
    assert play(turned, Flip(0, 0)).grids[0][0] == Placed("all")
    assert refusal(state, Flip(0, 1)) == "cell_empty" and refusal(state, Flip(0, 9)) == "no_such_cell"
    assert play(turned, Take(0, 0)).hands[0] == TWELVE
