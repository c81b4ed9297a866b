"""The mini-games A to D: one test for each paragraph of the rulebook."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import (
    choices,
    go_on,
    kinds,
    lying,
    notes,
    owning,
    paid,
    pay,
    play,
    refused,
    table,
    turn,
    won,
)
from toolkit.core.game import CHANCE
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.rules import minis
from toolkit.games.las_vegas_royale.rules.money import payment, worth
from toolkit.games.las_vegas_royale.state import (
    JACKPOT,
    NO_DICE,
    NOTES,
    TILES,
    Bet,
    Black,
    BlackRolled,
    Block,
    Draw,
    Fetch,
    Guess,
    Halt,
    Hide,
    Roll,
    State,
    Use,
)


def test_the_sixteen_mini_games_are_one_table():
    assert tuple(minis.MINIS) == TILES and len(TILES) == 16
    assert [tile for tile, mini in minis.MINIS.items() if mini.how == "payout"] == ["B1", "C2", "G1"]
    assert [tile for tile, mini in minis.MINIS.items() if mini.how == "may"] == ["B2", "E1", "F1", "F2", "G2", "H1"]


# A1


def test_one_to_three_tokens_are_hidden():  # punch.hide
    state = turn(table("A1 B2 D1"), "1", 1)
    assert choices(state) == [Hide(0, 1), Hide(0, 2), Hide(0, 3)]
    hidden = play(state, Hide(0, 3))
    assert game.view(hidden, 0)["asked"]["hidden"] == 3
    for viewer in (1, 2, None):
        assert game.view(hidden, viewer)["asked"]["hidden"] is None
        assert game.redact(state, hidden, Hide(0, 3), viewer) is None
    assert game.secret(hidden) and not game.secret(state)


def test_the_team_to_the_left_guesses():  # punch.guess
    state = play(turn(table("A1 B2 D1"), "1", 1), Hide(0, 3))
    assert choices(state) == [Guess(1, 1), Guess(1, 2), Guess(1, 3)]
    assert refused(state, Guess(2, 3)) == ("not_your_turn", "punch.guess")
    after = play(state, Guess(1, 1))
    assert game.redact(turn(table("A1 B2 D1"), "1", 1), after, Hide(0, 3), 2) == Hide(0, 3), "open for ever"
    last = replace(table("A1 B2 D1"), agenda=(Draw("hand", 2),), turn=2)
    assert game.to_move(play(turn(last, "1", 1), Hide(2, 1))) == (0,)


@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_a_right_guess_leaves_nothing(tokens):  # punch.right
    state = play(turn(table("A1 B2 D1"), "1", 1), Hide(0, tokens), Guess(1, tokens))
    assert game.returns(state) == (20, 20, 20) and state.turn == 1


@pytest.mark.parametrize(("tokens", "chips", "got"), [(1, 4, []), (2, 2, [30]), (3, 2, [40])])
def test_a_wrong_guess_pays(tokens, chips, got):  # punch.wrong
    state = play(turn(table("A1 B2 D1"), "1", 1), Hide(0, tokens), Guess(1, tokens % 3 + 1))
    assert state.chips[0] == chips and notes(state, 0) == got


# A2


def jackpot(marker: int = 0) -> State:
    state = table("A2 B2 D1")
    return turn(replace(state, boards=replace(state.boards, jackpot=marker)), "1", 1)


def test_the_jackpot_is_rolled_with_two_black_dice():  # jackpot.roll
    law = game.chance_outcomes(jackpot())
    assert len(law) == 21 and law[BlackRolled(2, 5)] == Fraction(1, 18) and law[BlackRolled(4, 4)] == Fraction(1, 36)


@pytest.mark.parametrize("roll", [(1, 6), (2, 5), (3, 4), (1, 1), (6, 6)])
def test_seven_or_a_double_wins_it(roll):  # jackpot.win
    for marker, amount in enumerate(JACKPOT):
        state = play(jackpot(marker), roll)
        assert notes(state, 0) == [amount] and state.boards.jackpot == 0


def test_otherwise_it_rises_up_to_80k():  # jackpot.up
    for marker in range(6):
        state = play(jackpot(marker), (1, 2))
        assert state.boards.jackpot == min(marker + 1, 5) and notes(state, 0) == []


# B1


def test_who_leads_here_rolls_at_the_payout():  # prime.who
    state = pay(lying(table("B1 A1 D1"), {1: "aabb" + "c"}, "none"))
    assert game.to_move(state) == (CHANCE,) and game.due(state).seat == 2, "the tied ones are out"
    assert choices(turn(table("B1 A1 D1"), "1", 1)) == [], "nothing is activated by dice"


def test_black_dice_count_as_small_ones_of_that_team():  # prime.put
    state = pay(lying(table("B1 E1 D1"), {1: "aab", 4: "abb", 5: "ab"}, "none"))
    rolled = play(state, (4, 5))
    assert choices(rolled) == [Black(0, ()), Black(0, (4,)), Black(0, (5,)), Black(0, (4, 5))]
    assert won(go_on(play(rolled, Black(0, ())))) == [(1, 0, 50), (1, 1, 40), (4, 1, 80), (4, 0, 70)]
    assert won(go_on(play(rolled, Black(0, (4, 5)))))[2:] == [(5, 0, 90), (5, 1, 80)]
    assert choices(play(state, (4, 4))) == [Black(0, ()), Black(0, (4,)), Black(0, (4, 4))]
    closed = play(replace(state, boards=replace(state.boards, closed=4)), (4, 5))
    assert choices(closed) == [Black(0, ()), Black(0, (5,))]
    assert refused(closed, Black(0, (4,)))[0] == "not_offered"


def test_nothing_happens_if_no_team_leads():  # prime.nobody
    for there in ({1: "ab"}, {}, {1: "nNab"}):
        state = pay(lying(table("B1 F1 D1", seats=2), there, "none"))
        assert game.due(state).phase == "count" and "prime_nobody" in kinds(state)
    assert game.due(pay(lying(table("B1 F1 D1"), {1: "gggaa"}, "none"))).phase == "count"


# B2


def fifty(*actions) -> State:
    return play(turn(table("B2 A1 D1"), "1", 1), *actions)


def test_fifty_fifty_begins_with_a_roll():  # fifty.roll
    assert game.due(fifty()).phase == "fifty" and game.due(fifty((3, 4))).phase == "bet"


def test_stop_or_bet_on_the_next_sum():  # fifty.bet
    assert choices(fifty((3, 4))) == [Halt(0), Bet(0, True), Bet(0, False)]
    assert choices(fifty((6, 6))) == [Halt(0), Bet(0, False)]
    assert choices(fifty((1, 1))) == [Halt(0), Bet(0, True)]
    assert game.view(fifty((3, 4), Bet(0, True), (4, 4)), 1)["asked"] == {"space": 1, "stake": 10, "last": 8}


@pytest.mark.parametrize(("higher", "roll"), [(True, (1, 2)), (True, (3, 4)), (False, (3, 4)), (False, (6, 6))])
def test_a_wrong_or_an_equal_sum_leaves_nothing(higher, roll):  # fifty.lose
    state = fifty((3, 4), Bet(0, True), (4, 4), Bet(0, False), (3, 4), Bet(0, higher), roll)
    assert game.returns(state) == (20, 20, 20) and state.turn == 1


def test_who_stops_gets_what_the_space_shows():  # fifty.stop
    assert fifty((3, 4), Halt(0)).chips[0] == 2
    assert fifty((3, 4), Bet(0, True), (4, 4), Halt(0)).chips[0] == 3
    two = fifty((3, 4), Bet(0, True), (4, 4), Bet(0, False), (3, 4), Halt(0))
    assert notes(two, 0) == [30]


def test_four_wins_are_60k_at_once():  # fifty.end
    up, down = [Bet(0, True), (4, 4)], [Bet(0, False), (3, 4)]
    assert notes(fifty((3, 4), *up, *down, *up, Halt(0)), 0) == [40]
    state = fifty((3, 4), *up, *down, *up, *down)
    assert notes(state, 0) == [60] and state.turn == 1


# C1


def test_five_here_take_the_token_for_good():  # five.take
    state = table("C1 B2 D1")
    assert turn(state, "1111", 1).boards.high_five == -1
    assert turn(state, "111", 1, big=1).boards.high_five == 0, "the big die counts two"
    assert turn(lying(state, {1: "aaa"}), "11", 1).boards.high_five == 0
    taken = turn(lying(turn(state, "11111", 1), {1: "aaaaabbb"}), "111", 1)
    assert taken.boards.high_five == 0 and notes(go_on(pay(taken)), 0).count(100) == 1


def test_high_five_pays_100k_at_the_payout():  # five.pay
    state = turn(table("C1 B2 D1"), "11111", 1)
    assert notes(state, 0) == []
    assert 100 in notes(go_on(pay(state)), 0)


# C2


def fines(there: dict[int, str], **options) -> dict[int, int]:
    state = pay(lying(table("C2 B2 D1", **options), there, "none"))
    return {event.seat: event.get("k") for event in go_on(state, 1).events if event.kind == "fined"}


def test_the_lowest_weight_here_pays_50k():  # badluck.who
    assert set(fines({1: "aabbc"})) == {2}
    assert set(fines({1: "aab"})) == {2}, "no dice are a weight of 0"
    assert set(fines({1: "a"})) == {1, 2}
    assert set(fines({})) == {0, 1, 2}
    assert set(fines({1: "aabbccc"})) == {0, 1}, "whoever is tied for the lowest pays, though ties are removed later"


def test_the_fine_is_paid_before_the_notes():  # badluck.when
    poor = {6: "ccb"}  # seat 2 wins 100K at casino 6, and is lowest at casino 1
    before = paid("C2 B2 D1", poor | {1: "aabb"})
    after = paid("C2 B2 D1", poor | {1: "aabb"}, bad_luck="after")
    assert notes(before, 2) == [100] and before.chips[2] == 0
    assert notes(after, 2) == [50] and after.chips[2] == 2


@pytest.mark.parametrize(
    ("had", "chips", "kept", "chips_after"),
    [
        ([50], 2, [], 2),
        ([30, 40], 2, [], 4),
        ([60], 0, [], 1),
        ([70], 0, [], 2),
        ([80], 0, [30], 0),
        ([100], 0, [50], 0),
        ([90, 100], 0, [40, 100], 0),
        ([30, 30, 60], 0, [30, 30], 1),
        ([30, 40, 100], 0, [100], 2),
        ([40, 40, 90], 0, [30, 90], 0),
        ([30], 3, [], 1),
        ([40], 0, [], 0),
        ([], 7, [], 2),
        ([], 3, [], 0),
        ([], 0, [], 0),
    ],
)
def test_a_fine_takes_as_little_as_is_enough(had, chips, kept, chips_after):  # badluck.pay
    state = pay(lying(owning(table("C2 B2 D1"), 2, had, chips), {1: "aabb"}, "none"))
    after = go_on(state, 1)
    assert (notes(after, 2), after.chips[2]) == (kept, chips_after)
    assert game.returns(after)[2] == max(0, game.returns(state)[2] - 50)


def test_every_fine_is_paid_in_full_where_it_can_be():  # badluck.pay
    rng = Random(1)
    for _ in range(300):
        purse, chips = tuple(rng.choice((0, 0, 0, 1, 2)) for _ in NOTES), rng.randrange(7)
        kept, left, change = payment(purse, chips)
        paid_out = worth(purse) + 10 * chips - worth(kept) - 10 * left - change
        assert paid_out == min(50, worth(purse) + 10 * chips)


# D1


@pytest.mark.parametrize(
    ("there", "chips", "got"),
    [({}, 3, []), ({4: "a"}, 4, []), ({4: "a", 5: "A"}, 2, [30]), (dict.fromkeys(range(2, 7), "a"), 2, [60])],
)
def test_pay_day_pays_10k_for_each_casino(there, chips, got):  # payday.pay
    state = turn(lying(table("D1 B2 A1"), there), "1", 1)
    assert state.chips[0] == chips and notes(state, 0) == got


# D2


def test_strictly_the_strongest_takes_the_power_token():  # power.gain
    state = table("D2 B2 F1", seats=4)
    assert turn(state, "1", 1).boards.power == 0
    assert turn(lying(state, {1: "bb"}), "1", 1).boards.power == -1
    assert turn(lying(state, {1: "bb"}), "11", 1).boards.power == -1, "a tie is not enough"
    assert turn(lying(state, {1: "bb"}), "111", 1).boards.power == 0
    assert turn(lying(state, {1: "gg"}), "11", 1).boards.power == -1, "grey dice are an owner"


def held(there: str, holder: int = 0, turn_of: int = 1, seats: int = 3) -> State:
    """Seat `holder` has the token, and seat `turn_of` is to roll."""
    state = lying(table("D2 F1 H2", seats=seats), {1: there})
    boards = replace(state.boards, power=holder)
    return replace(state, boards=boards, turn=turn_of, agenda=(Draw("hand", turn_of),))


def test_a_tie_returns_the_token_and_who_passes_takes_it():  # power.lose
    assert turn(held("aa"), "11", 1).boards.power == -1
    assert turn(held("aa"), "111", 1).boards.power == 1
    assert turn(held("aabb" + "b", holder=1), "4", 4).boards.power == 1
    passed = turn(held("aa"), "111", 1)
    assert [e.kind for e in passed.events if e.kind.startswith("power")] == ["power_passes"]


def test_grey_dice_that_pass_return_the_token():  # power.lose
    state = turn(held("aa"), "22", 2)
    assert game.due(state).phase == "block"
    assert play(state, Block(1, 1, 1)).boards.power == 0
    assert play(state, Block(1, 2, 1)).boards.power == -1
    assert play(state, Block(1, 3, 1)).boards.power == -1


def test_without_dice_there_the_token_returns():  # power.lose
    state = play(turn(held("a", turn_of=0), "33", 3), (5, 5))
    after = play(state, Fetch(0, 1, False))
    assert after.boards.power == -1 and after.casinos[0].dice[0] == NO_DICE


def test_the_token_puts_a_die_anywhere_instead_of_a_roll():  # power.use
    state = held("aa", turn_of=0)
    state = turn(replace(state, turn=2, agenda=(Draw("hand", 2),)), "4", 4)
    assert state.turn == 0 and game.due(state).phase == "power"
    assert len(choices(state)) == 1 + 6 * 2
    assert game.due(play(state, Roll(0))).phase == "hand"
    used = play(state, Use(0, 5, True))
    assert used.casinos[4].dice[0] == (0, 1) and used.hands[0] == (5, 0) and used.turn == 1
    assert used.boards.power == 0, "it stays with its holder"
    assert game.due(play(state, Use(0, 2))).phase == "block", "the mini-game there is activated"
    assert refused(state, Use(0, 7))[0] == "no_such_casino"
    closed = replace(state, boards=replace(state.boards, closed=5))
    assert refused(closed, Use(0, 5)) == ("casino_closed", "entry.sign")
