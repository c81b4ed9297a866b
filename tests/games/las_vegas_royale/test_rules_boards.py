"""The mini-games E to H: one test for each paragraph of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import (
    choices,
    go_on,
    kinds,
    lying,
    notes,
    pay,
    play,
    refused,
    roll,
    table,
    turn,
)
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.rules.payout import debtors, takes
from toolkit.games.las_vegas_royale.state import (
    BOX,
    NO_DICE,
    Activate,
    Block,
    Close,
    Decline,
    Draw,
    Drink,
    Fetch,
    Frame,
    Pick,
    Place,
    Put,
    Reward,
    Side,
    Slot,
    Split,
    State,
    Trade,
)

# E1


def test_the_closed_sign_moves_to_another_casino():  # entry.move
    state = turn(table("A1 E1 D1"), "2", 2)
    assert choices(state) == [Decline(0), *(Close(0, n) for n in (1, 3, 4, 5, 6))]
    assert refused(state, Close(0, 2)) == ("closed_home", "entry.move")
    closed = play(state, Close(0, 5))
    assert closed.boards.closed == 5
    again = turn(closed, "2", 2)
    assert choices(again) == [Decline(1), *(Close(1, n) for n in (1, 3, 4, 6))]
    assert refused(again, Close(1, 5)) == ("closed_already", "entry.move")
    assert play(again, Decline(1)).boards == again.boards


def test_the_arrow_pays_only_when_the_sign_moved():  # entry.wheel
    state, got = table("A1 E1 D1", seats=2), []
    for number in (3, 4, 5, 6, 1, 3, 4):
        seat = state.turn
        state = play(turn(replace(state, hands=((7, 1),) * 2), "2", 2), Close(seat, number))
        got.append((state.boards.arrow, sum(e.get("k") for e in state.events if e.kind == "wheel_pays")))
    assert got == [(0, 20), (1, 0), (2, 30), (3, 0), (4, 10), (5, 0), (0, 20)]


def test_no_die_enters_or_leaves_the_closed_casino():  # entry.sign
    state = lying(table("E1 H2 F2"), {5: "aagg", 4: "a"})
    state = replace(state, boards=replace(state.boards, closed=5))
    rolled = roll(state, "5566", big=5)
    assert Place(0, 5) not in choices(rolled) and refused(rolled, Place(0, 5)) == ("casino_closed", "entry.sign")
    trading = turn(state, "33", 3)
    assert not any(isinstance(action, Trade) and action.casino == 5 for action in choices(trading))
    moving = play(turn(state, "22", 2), (5, 5))
    assert {action.casino for action in choices(moving)} == {1, 2, 3, 4, 6}
    assert refused(moving, Fetch(0, 5, False)) == ("casino_closed", "entry.sign")


# E2


def test_every_other_team_with_dice_puts_one_into_the_bar():  # knock.others
    state = lying(table("E2 B2 D1", seats=4), {4: "bbbbbbbccccccC"})
    state = turn(state, "11", 1)
    # Seat 1 has only its big die, which goes by itself; seat 2 only a small one; seat 3 chooses.
    assert choices(state) == [Drink(3, False), Drink(3, True)]
    after = play(state, Drink(3, True))
    assert after.boards.bar == ((0, 0), (0, 1), (1, 0), (0, 1)) and after.hands[3] == (7, 0)
    assert after.turn == 3, "seats 1 and 2 have no dice in hand any more"


def test_who_has_two_in_the_bar_is_left_alone():  # knock.others
    state = table("E2 B2 D1")
    state = replace(state, boards=replace(state.boards, bar=(NO_DICE, (2, 0), (0, 1))), hands=((7, 1), (5, 1), (7, 0)))
    after = turn(state, "11", 1)
    assert after.boards.bar == (NO_DICE, (2, 0), (1, 1)) and after.turn == 1


def test_you_take_your_own_dice_back():  # knock.back
    state = lying(table("E2 B2 D1"), {4: "bbbbbbbBcccccccC"})
    state = replace(
        state, boards=replace(state.boards, bar=((1, 1), NO_DICE, NO_DICE)), hands=((6, 0), *state.hands[1:])
    )
    after = turn(state, "1", 1)
    assert after.boards.bar[0] == NO_DICE and after.hands[0] == (6, 1) and after.turn == 0


# F1


def test_nine_grey_dice_in_five_clusters():  # block.clusters
    assert table("F1 B2 D1").boards.clusters == (1, 1, 2, 2, 3)


def test_a_whole_cluster_goes_anywhere_open():  # block.put
    state = turn(table("F1 B2 D1"), "1", 1)
    assert len(choices(state)) == 1 + 3 * 6
    after = play(state, Block(0, 2, 6))
    assert after.casinos[5].grey == 2 and after.boards.clusters == (1, 1, 2, 3)
    closed = replace(state, boards=replace(state.boards, closed=6))
    assert refused(closed, Block(0, 2, 6)) == ("casino_closed", "entry.sign")
    assert refused(state, Block(0, 4, 6))[0] == "not_offered"
    assert play(state, Decline(0)).boards.clusters == (1, 1, 2, 2, 3)


# F2


def test_grey_dice_lie_in_all_casinos_at_the_start():  # handicap.start
    assert [one.grey for one in table("F2 B2 D1").casinos] == [1, 1, 1, 2, 2, 2]
    assert [one.grey for one in table("A1 B2 D1").casinos] == [0] * 6


def test_a_grey_die_covers_a_space():  # handicap.take
    state = turn(table("F2 B2 D1"), "1", 1)
    assert len(choices(state)) == 1 + 6 * 3
    after = play(state, Trade(0, 4, "chip"))
    assert after.casinos[3].grey == 1 and after.boards.traded == (1, 0, 0)
    none_there = replace(state, casinos=(*state.casinos[:5], replace(state.casinos[5], grey=0)))
    assert refused(none_there, Trade(0, 6, "chip")) == ("no_grey", "handicap.take")


def test_two_spaces_for_a_chip_three_for_30k_four_for_a_move():  # handicap.rewards
    def with_covered(*covered: int) -> State:
        state = table("F2 B2 D1")
        return turn(replace(state, boards=replace(state.boards, traded=covered)), "1", 1)

    assert play(with_covered(1, 2, 3), Trade(0, 4, "chip")).chips[0] == 3
    assert notes(play(with_covered(1, 2, 3), Trade(0, 4, "note")), 0) == [30]
    assert {a.reward for a in choices(with_covered(2, 2, 3))[1:]} == {"note", "move"}
    assert {a.reward for a in choices(with_covered(2, 3, 3))[1:]} == {"move"}
    assert game.due(with_covered(2, 3, 4)).phase == "hand", "all spaces are covered: it can do nothing"


def test_a_move_puts_a_die_down_or_takes_one_back():  # handicap.move
    state = play(turn(lying(table("F2 B2 D1"), {4: "gg", 5: "A"}), "1", 1), Trade(0, 4, "move"))
    assert set(choices(state)) == {*(Put(0, n, False) for n in range(1, 7)), Fetch(0, 1, False), Fetch(0, 5, True)}
    put = play(state, Put(0, 2, False))
    assert put.casinos[1].dice[0] == (1, 0) and "activated" not in kinds(put)
    back = play(state, Fetch(0, 5, True))
    assert back.hands[0] == (6, 1) and back.casinos[4].dice[0] == NO_DICE
    assert refused(state, Put(0, 2, True))[0] == "no_such_die"
    assert refused(state, Fetch(0, 6, True))[0] == "nothing_there"


# G1


def test_who_took_the_higher_note_here_gets_the_box():  # box.who
    def box(there: str) -> State:
        return go_on(pay(lying(table("G1 F1 D1"), {1: there}, "none")))

    assert game.to_move(box("aab")) == (1,) and game.view(box("aab"), 0)["asked"] == {"of": 0}
    assert game.to_move(box("ccb")) == (0,)
    assert game.due(box("gga")).phase == game.due(box("abab")).phase == "next_round"


def test_six_tokens_in_two_piles_none_of_them_empty():  # box.split
    state = go_on(pay(lying(table("G1 B2 D1"), {1: "aab"}, "none")))
    assert len(choices(state)) == 2 * 3 * 4 - 2
    assert refused(state, Split(1, 0, 0, 0))[0] == refused(state, Split(1, 1, 2, 3))[0] == "not_offered"
    halves = Counter(one.sixty + one.twenty + one.empty for one in choices(state))
    assert set(halves) == {1, 2, 3, 4, 5} and sum(BOX.values()) == 6


def test_the_winner_sees_only_sizes_and_picks():  # box.pick
    before = go_on(pay(lying(table("G1 B2 D1"), {1: "aab"}, "none")))
    state = play(before, Split(1, 1, 1, 0))
    assert game.view(state, 1)["asked"]["first"] == [1, 1, 0]
    for viewer in (0, 2, None):
        assert game.view(state, viewer)["asked"] == {"by": 1, "sizes": [2, 4], "first": None}
        assert game.redact(before, state, Split(1, 1, 1, 0), viewer) is None
    one, two = play(state, Pick(0, 1)), play(state, Pick(0, 2))
    assert (notes(one, 0), one.chips[0]) == ([50, 60], 4), "20K are two chips"
    assert (notes(two, 0), two.chips[0]) == ([50], 4)
    assert game.redact(before, one, Split(1, 1, 1, 0), 2) == Split(1, 1, 1, 0)


# G2


def test_dice_move_to_the_side_table_once():  # double.put
    state = turn(lying(table("G2 B2 D1"), {1: "aA"}), "1", 1)
    assert choices(state) == [Decline(0), *(Side(0, s, b) for s in range(3) for b in range(2) if s or b)]
    after = play(state, Side(0, 1, 1))
    assert after.boards.side[0] == (1, 1) and after.casinos[0].dice[0] == (1, 0)
    again = replace(after, turn=0, agenda=(Draw("hand", 0),))
    assert game.due(turn(again, "1", 1)).phase != "side"
    declined = replace(play(state, Decline(0)), turn=0, agenda=(Draw("hand", 0),))
    assert game.due(turn(declined, "1", 1)).phase == "side", "leaving it does not use it up"


def test_the_side_table_pays_60k_and_30k_without_ties():  # double.pay
    def pays(*side: tuple[int, int]) -> list[list[int]]:
        state = table("G2 B2 D1", seats=4)
        after = go_on(pay(replace(state, boards=replace(state.boards, side=side))))
        return [notes(after, seat) for seat in range(4)]

    assert pays((2, 0), (1, 1), (1, 0), NO_DICE) == [[30], [60], [], []]
    assert pays((2, 0), (0, 1), (1, 0), NO_DICE) == [[], [], [60], []]
    assert pays((2, 0), (0, 1), NO_DICE, NO_DICE) == [[]] * 4


# H1


def test_one_die_goes_on_the_slot_of_its_number():  # nice.put
    state = turn(table("H1 B2 D1"), "1135", 1, big=3)
    assert choices(state) == [
        Decline(0),
        Slot(0, 1, False),
        Slot(0, 3, False),
        Slot(0, 3, True),
        Slot(0, 5, False),
        Slot(0, 6, False),
    ]
    placed = play(state, Slot(0, 1, False))
    assert placed.casinos[0].dice[0] == (1, 0) and placed.boards.slots[0] == (0, False) and placed.hands[0] == (5, 1)
    rest = play(state, Slot(0, 3, True))
    assert rest.casinos[0].dice[0] == (2, 0) and rest.boards.slots[2] == (0, True) and rest.hands[0] == (5, 0)
    assert refused(state, Slot(0, 2, False)) == ("not_offered", "nice.put")


def test_the_die_that_lay_there_goes_to_the_casino():  # nice.push
    state = table("H1 A1 B2")
    state = replace(
        state, boards=replace(state.boards, slots=(None, (1, True), *[None] * 4)), hands=((7, 1), (7, 0), (7, 1))
    )
    after = play(turn(state, "12", 1), Slot(0, 2, False))
    assert after.boards.slots[1] == (0, False) and after.casinos[1].dice[1] == (0, 1)
    assert kinds(after) == ["slotted", "unslotted"] and after.turn == 1


def test_a_taken_slot_of_the_closed_casino_cannot_be_used():  # nice.closed
    state = table("H1 E1 B2")
    boards = replace(state.boards, closed=4, slots=(None, None, None, (1, False), *[None] * 2))
    state = turn(replace(state, boards=boards, hands=((7, 1), (6, 1), (7, 1))), "145", 1)
    assert Slot(0, 4, False) not in choices(state) and Slot(0, 5, False) in choices(state)
    free = replace(state, boards=replace(boards, slots=(None,) * 6))
    assert Slot(0, 4, False) in choices(free), "a free slot is no casino"


def test_the_slots_pay_at_the_payout():  # nice.pay
    state = table("H1 B2 D1")
    slots = tuple((number % 3, False) for number in range(6))
    after = go_on(pay(replace(state, boards=replace(state.boards, slots=slots))))
    assert after.chips == (3, 4, 2)
    assert [notes(after, seat) for seat in range(3)] == [[40], [50], [30, 60]]


# H2


def choice(*rolled: int, there: dict[int, str] | None = None, tiles: str = "H2 C1 F1", faces: str = "11") -> State:
    return play(turn(lying(table(tiles), there or {}), faces, 1), rolled)


def test_my_choice_rolls_two_black_dice():  # choice.roll
    assert game.due(turn(table("H2 C1 F1"), "1", 1)).phase == "choice"


def test_one_of_the_two_results_must_be_used_if_possible():  # choice.must
    assert choices(choice(2, 3)) == [Reward(0, 2), Reward(0, 3)]
    assert Decline(0) not in choices(choice(4, 5))
    state = lying(table("H2 C1 B1"), {4: "aaaaaaA"})
    nothing = play(turn(state, "1", 1), (4, 6))
    assert "choice_none" in kinds(nothing) and nothing.turn == 1
    assert choices(play(turn(state, "1", 1), (1, 6))) == [Reward(0, 1)]


def test_what_each_result_allows():  # choice.results
    state = choice(4, 6, faces="11")
    assert choices(state) == [Activate(0, "F1"), Frame(0, False), Frame(0, True)]
    assert choices(choice(3, 3)) == [Reward(0, 3)]
    assert refused(state, Reward(0, 1)) == ("not_offered", "choice.results")


@pytest.mark.parametrize(("result", "chips", "got"), [(1, 3, []), (2, 4, []), (3, 2, [30])])
def test_one_two_and_three_are_money(result, chips, got):  # choice.money
    after = play(choice(result, result), Reward(0, result))
    assert after.chips[0] == chips and notes(after, 0) == got


def test_four_activates_another_mini_game_that_can_do_something():  # choice.other
    assert choices(choice(4, 4)) == [Activate(0, "F1")], "C1 asks for a weight of five"
    five = choice(4, 4, there={2: "aaaaa"})
    assert Activate(0, "C1") in choices(five) and play(five, Activate(0, "C1")).boards.high_five == 0
    assert game.due(play(choice(4, 4), Activate(0, "F1"))).phase == "block"
    assert "choice_none" in kinds(choice(4, 4, tiles="H2 C2 G1"))
    state = table("H2 E1 F1")
    closed = replace(state, boards=replace(state.boards, closed=3))
    assert choices(play(turn(closed, "1", 1), (4, 4))) == [Activate(0, "E1")]


def test_the_other_mini_game_goes_on_as_it_always_does():  # choice.other
    state = play(choice(4, 4, tiles="H2 G2 F1", there={2: "aa"}), Activate(0, "G2"))
    assert choices(state) == [Decline(0), Side(0, 1, 0), Side(0, 2, 0)]


def test_five_moves_a_die():  # choice.move
    state = choice(5, 5, there={6: "A"})
    assert set(choices(state)) == {*(Put(0, n, False) for n in range(1, 7)), Fetch(0, 1, False), Fetch(0, 6, True)}
    assert "activated" not in kinds(play(state, Put(0, 3, False)))


def test_six_puts_a_die_into_the_gold_frame():  # choice.frame
    state = table("H2 C1 F1")
    state = replace(state, boards=replace(state.boards, frame=(2, True)), hands=((7, 1), (7, 1), (7, 0)))
    after = play(turn(state, "11", 1), (6, 6), Frame(0, False))
    assert after.boards.frame == (0, False) and after.hands[2] == (7, 1) and after.hands[0] == (4, 1)


def test_the_gold_frame_pays_60k():  # choice.gold
    state = table("H2 C1 F1")
    after = go_on(pay(replace(state, boards=replace(state.boards, frame=(2, True)))))
    assert notes(after, 2) == [60]


# The pure functions that odds use as well


def test_who_takes_what_and_who_pays():
    assert takes([3, 3, 1], (60, 40)) == ((2, 60),)
    assert takes([4, 3, 1], (60, 40)) == ((0, 60), (1, 40))
    assert takes([0, 0], (60, 40)) == ()
    assert debtors([2, 0, 0]) == (1, 2)
