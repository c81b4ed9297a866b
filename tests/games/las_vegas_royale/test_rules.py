"""The game, a round, a turn, the payout and the end: one test for each paragraph of the rulebook."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import (
    PAIRS,
    choices,
    go_on,
    kinds,
    lying,
    notes,
    owning,
    paid,
    passing,
    pay,
    play,
    refused,
    roll,
    table,
    turn,
    won,
)
from toolkit.core.game import CHANCE, HOST
from toolkit.core.words import BadInput
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.rules import returns, run
from toolkit.games.las_vegas_royale.state import (
    BANK,
    HAND,
    NO_DICE,
    NOTES,
    TILES,
    Auto,
    Begins,
    Boards,
    Dealt,
    Draw,
    Laid,
    Pass,
    Place,
    Rolled,
    Stop,
)


def test_there_are_90_banknotes():  # parts.notes
    assert dict(zip(NOTES, BANK, strict=True)) == {30: 11, 40: 11, 50: 13, 60: 15, 70: 13, 80: 11, 90: 9, 100: 7}
    assert sum(BANK) == 90
    assert game.chance_outcomes(game.start(3, tiles="A1 B1 C1"))[Dealt(100, 30)] == Fraction(2 * 7 * 11, 90 * 89)


def test_a_team_has_seven_small_dice_and_one_big_one_that_counts_two():  # parts.dice
    state = table()
    assert state.hands == (HAND,) * 3 == ((7, 1),) * 3
    assert game.view(turn(state, "4", 4, big=4), 0)["casinos"][3]["weights"][0] == 3
    assert won(paid("A1 B2 D1", {4: "aaB"})) == [], "two small dice tie with the big one"
    assert won(paid("A1 B2 D1", {4: "aaBb"})) == [(4, 1, 80), (4, 0, 70)]


def test_a_roll_of_a_full_hand_has_4752_different_outcomes():  # parts.dice
    law = game.chance_outcomes(table())
    assert len(law) == 792 * 6 and law[Rolled((1,) * 7, 1)] == Fraction(1, 6**8)


@pytest.mark.parametrize("seats", [0, 1, 6, "3", True])
def test_two_to_five_teams_play(seats):  # parts.teams
    assert list(game.SEATS) == [2, 3, 4, 5]
    with pytest.raises(BadInput, match="2–5"):
        game.start(seats)


def test_a_game_is_three_rounds():  # game.rounds
    assert game.start(3).rules.rounds == 3
    state, rng, met = game.start(3), Random(5), Counter()
    while seats := game.to_move(state):
        law = game.chance_outcomes(state) if seats == (CHANCE,) else None
        state = game.apply(state, law.sample(rng) if law else rng.choice(game.legal_actions(state, seats[0])))
        met.update(kinds(state))
    assert met["round_over"] == 3 == len(state.history) and met["over"] == 1
    assert met["round"] == 2, "the first round has begun before the first action"


@pytest.mark.parametrize("rounds", [0, 8])
def test_there_may_be_one_to_seven_rounds(rounds):  # game.rounds.number
    assert game.start(2, rounds=7).rules.rounds == 7 and 7 * 12 <= 90 < 8 * 12
    with pytest.raises(BadInput, match="rounds"):
        game.start(2, rounds=rounds)


def test_the_team_that_begins_is_drawn():  # game.first
    state = play(game.start(3, tiles="A1 B2 D1"), *(Dealt(*pair) for pair in PAIRS))
    law = game.chance_outcomes(state)
    assert law[Begins(2)] == Fraction(1, 3)
    assert play(state, Begins(2)).turn == 2
    assert table(first="named").turn == 0


def test_who_took_the_higher_note_of_casino_6_begins_the_next_round():  # game.next_first
    assert paid("A1 B2 D1", {6: "bba", 5: "cca"}).first == 1
    assert paid("A1 B2 D1", {6: "ba", 5: "cca"}).first == 2, "a tie at casino 6: casino 5 counts"
    assert paid("F1 B2 D1", {6: "ggg", 5: "ggb", 2: "c"}).first == 2, "what the grey dice take does not count"
    next_round = play(paid("A1 B2 D1", {6: "bba"}), *(Dealt(*pair) for pair in PAIRS))
    assert next_round.turn == 1 and next_round.round == 2


def test_if_nobody_took_a_higher_note_the_next_team_begins():  # game.next_first.nobody
    assert paid("A1 B2 D1", {6: "ba", 5: "bc"}).first == 1
    assert paid("A1 B2 D1", {}).first == 1


def test_a_round_begins_with_everything_cleared():  # round.clear
    state = play(paid("A2 E1 D2", {6: "bba"}), Dealt(50, 40))
    assert state.hands == (HAND,) * 3 and state.boards == replace(Boards(), bar=((0, 0),) * 3, side=((0, 0),) * 3)
    assert all(casino.dice == (NO_DICE,) * 3 and not casino.grey for casino in state.casinos) and not state.paid


def test_two_chips_at_the_start_of_every_round():  # round.chips
    state = table()
    assert state.chips == (2, 2, 2)
    after = passing(state)
    assert after.chips == (1, 2, 2)
    begun = play(go_on(pay(after)), Dealt(50, 40))
    assert begun.chips == (3, 4, 4), "what was not spent stays"


def test_three_boards_each_on_a_random_side():  # round.minis
    state = game.start(3)
    assert game.chance_outcomes(state)[Laid("H2")] == Fraction(1, 16)
    state = play(state, Laid("C1"))
    law = game.chance_outcomes(state)
    assert len(law) == 14 and Laid("C2") not in law
    state = play(state, Laid("A2"), Laid("H1"))
    assert state.tiles == ("C1", "A2", "H1") and game.due(state).phase == "deal"


def test_boards_are_drawn_from_all_eight_for_every_round():  # round.minis.anew
    def second_round(**options):
        state = play(game.start(3, first="named", **options), Laid("C1"), Laid("A2"), Laid("B2"))
        state = play(state, *(Dealt(*pair) for pair in PAIRS))
        return go_on(pay(state))

    assert len(game.chance_outcomes(second_round())) == len(TILES)
    kept = second_round(boards="once")
    assert Dealt(100, 90) in game.chance_outcomes(kept)
    assert play(kept, Dealt(50, 40)).tiles == ("C1", "A2", "B2")


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("A2 D2 X9", "'X9'"),
        (("A2", "A1", "D1"), "A2, A1"),
        (("A2", "A2", "D1"), "A2, A2"),
        ("A1 B1 C1 D1", "4"),
        ("A1", "1"),
        (7, "7"),
        (("A1", 2, "B1"), "2"),
    ],
)
def test_three_mini_games_can_be_named(tiles, said):  # round.minis.given
    assert game.start(3, tiles="a2, d2 h1").tiles == game.start(3, tiles=["A2", "D2", "H1"]).tiles == ("A2", "D2", "H1")
    assert game.start(3, tiles=()).tiles == ()
    for lang in ("en", "zh"):
        with pytest.raises(BadInput) as caught:
            game.start(3, tiles=tiles)
        assert said in caught.value.say(lang)


def test_a_game_can_be_played_without_mini_games():  # round.minis.none
    state = table("", minis=False)
    assert state.tiles == () and "activated" not in kinds(turn(state, "1", 1))
    assert won(paid("", {1: "aab"}, minis=False)) == [(1, 0, 50), (1, 1, 40)]
    assert game.due(play(paid("", {1: "aab"}, minis=False), Dealt(50, 40))).phase == "deal"
    with pytest.raises(BadInput, match="minis=False"):
        game.start(3, tiles="A1 B1 C1", minis=False)


def test_the_best_pair_of_notes_goes_to_casino_6():  # round.notes
    pairs = [(60, 60), (90, 30), (100, 100), (30, 30), (70, 50), (80, 30)]
    state = play(game.start(3, tiles="A1 B2 D1", first="named"), *(Dealt(*pair) for pair in pairs))
    assert [one.notes for one in state.casinos] == [(30, 30), (80, 30), (60, 60), (70, 50), (90, 30), (100, 100)]
    assert sum(state.deck) == 78


def test_notes_that_nobody_wins_are_out():  # round.notes.spent
    there = {6: "aab", 5: "ab"}  # 100 and 90 are taken
    assert sum(paid("A1 B2 D1", there).deck) == 78
    back = paid("A1 B2 D1", there, notes_return=True)
    assert sum(back.deck) == 88 and back.deck[-1] == 6 and back.deck[0] == 11


def test_two_teams_play_with_neutral_dice():  # round.neutral
    state = table(seats=2, neutral_2p=True)
    assert game.to_move(state) == (CHANCE,) and game.due(state).phase == "neutral"
    state = play(state, Rolled((1, 1, 1, 2, 5, 5, 6), 5))
    assert [one.neutral for one in state.casinos] == [(3, 0), (1, 0), (0, 0), (0, 0), (2, 1), (1, 0)]
    assert state.turn == 0 and "activated" not in kinds(state)
    assert won(go_on(pay(lying(state, {5: "aaaNn", 4: "aN"}, "none")))) == [(4, 3, 80), (4, 0, 70)]


def test_only_two_teams_do_and_only_if_asked():  # round.neutral.who
    assert game.due(table(seats=2)).phase == game.due(table(seats=3, neutral_2p=True)).phase == "hand"


def test_a_team_without_dice_is_skipped_until_dice_come_back():  # turn.skip
    state = lying(table("H2 B2 D1"), {4: "bbbbbbbB"})
    state = turn(state, "5", 5)
    assert state.turn == 2
    framed = replace(
        state, boards=replace(state.boards, frame=(1, False)), casinos=lying(state, {4: "bbbbbbB"}).casinos
    )
    state = turn(framed, "1", 1)
    state = play(state, (6, 6), choices(play(state, (6, 6)))[0])
    assert state.hands[1] == (1, 0) and "unframed" in kinds(state)
    assert turn(state, "5", 5).turn == 1


def test_all_dice_in_hand_are_rolled_once():  # turn.roll
    state = table()
    assert game.due(state).phase == "hand" and game.to_move(state) == (CHANCE,)
    assert refused(state, Rolled((1, 2, 3), 4)) == ("no_such_outcome", "turn.roll")
    assert refused(state, Place(0, 6)) == ("due_hand", "turn.roll")
    assert game.to_move(roll(state, "1")) == (0,)


def test_all_dice_of_one_number_go_to_its_casino():  # turn.place
    state = roll(table(), "4433", big=4)
    assert choices(state) == [Place(0, 3), Place(0, 4), Place(0, 6), Pass(0)]
    assert refused(state, Place(0, 5)) == ("not_rolled", "turn.place")
    assert refused(state, Place(0, 7)) == ("no_such_casino", "turn.place")
    state = play(state, Place(0, 4))
    assert state.casinos[3].dice[0] == (2, 1) and state.hands[0] == (5, 0) and state.turn == 1


def test_passing_costs_a_chip():  # turn.pass
    state = roll(table(), "1")
    after = play(state, Pass(0))
    assert after.chips == (1, 2, 2) and after.hands[0] == HAND and after.turn == 1
    poor = owning(state, 0)
    assert Pass(0) not in choices(poor) and refused(poor, Pass(0)) == ("no_chip", "turn.pass")


def test_only_the_number_of_the_closed_casino_is_a_free_pass():  # turn.free
    def stuck(**options):
        state = table("E1 B2 D1", **options)
        return roll(replace(state, boards=replace(state.boards, closed=6)), "")

    state = stuck()
    assert choices(state) == [Pass(0)] and play(state, Pass(0)).chips[0] == 2
    assert refused(state, Place(0, 6)) == ("casino_closed", "entry.sign")
    dear = stuck(free_pass=False)
    assert play(dear, Pass(0)).chips[0] == 1
    assert kinds(play(owning(dear, 0), Pass(0))) == ["passed_free"], "who has no chip cannot pay one"


def test_dice_at_casinos_1_to_3_activate_the_mini_game_once():  # turn.activate
    for number, tile in enumerate(["A1", "B2", "D1"], 1):
        state = turn(table(), f"{number}" * 2, number)
        assert [e.get("tile") for e in state.events if e.kind == "activated"] == [tile]
    assert "activated" not in kinds(turn(table(), "4", 4))


def test_what_can_do_nothing_is_not_offered():  # turn.may
    state = lying(table("F1 B2 D1"), {})
    none_left = replace(state, boards=replace(state.boards, clusters=()))
    assert game.due(turn(state, "1", 1)).phase == "block" and game.due(turn(none_left, "1", 1)).phase == "hand"


def test_after_so_many_turns_all_dice_lie_down_by_themselves():  # turn.cap
    state = table("E1 B2 D1", turns=1)
    state = replace(state, boards=replace(state.boards, closed=6), turns=(2, 0, 0))
    state = roll(state, "1123", big=3)
    assert state.hands[0] == NO_DICE and kinds(state) == ["rolled", "put_all"] and state.turn == 1
    assert [casino.dice[0] for casino in state.casinos] == [(5, 0), (1, 0), (1, 1), (0, 0), (0, 0), (0, 0)]


def test_clockwise_until_nobody_has_dice():  # turn.end
    first = table()
    second = turn(first, "4", 4)
    assert [first.turn, second.turn, turn(second, "4", 4).turn] == [0, 1, 2]
    assert turn(lying(first, {5: "bbbbbbbB"}), "4", 4).turn == 2
    last = replace(first, hands=(NO_DICE, NO_DICE, (1, 0)), turn=2, agenda=(Draw("hand", 2),))
    last = roll(last, "5")
    over = play(last, Place(2, 5))
    assert game.due(over).phase == "count" and "payout" in kinds(over)


def test_the_order_of_the_payout():  # pay.order
    def order(tiles, **options):
        state, seen = lying(table(tiles, **options), {1: "aab", 2: "aab", 3: "aab"}, "none"), []
        boards = replace(
            state.boards, high_five=0, side=((1, 0), *[NO_DICE] * 2), slots=((0, False), *[None] * 5), frame=(0, False)
        )
        state = pay(replace(state, boards=boards))
        while game.to_move(state) == (CHANCE,) and game.due(state).phase in ("count", "prime"):
            phase = game.due(state).phase
            (action, *_) = game.chance_outcomes(state)
            seen.append(action.what if phase == "count" else "B1")
            state = play(state, action)
            if game.due(state).phase == "black":
                state = play(state, choices(state)[0])
        return seen

    casinos = list("123456")
    assert order("B1 C2 G1") == ["B1", "C2", *casinos, "C1", "G2", "H1", "H2", "G1"]
    assert order("A1 C2 D1", bad_luck="after")[:7] == [*casinos, "C2"]


def test_equal_weights_are_out_at_every_rank():  # pay.ties
    assert won(paid("A1 B2 D1", {4: "aaabbc", 5: "aabbc", 6: "aaabbcc"})) == [
        (4, 0, 80),
        (4, 1, 70),
        (5, 2, 90),
        (6, 0, 100),
    ]
    assert won(paid("A1 B2 D1", {4: "abcddee"}, seats=5)) == []


def test_the_strongest_takes_the_higher_note_and_the_second_the_lower():  # pay.rank
    state = paid("A1 B2 D1", {4: "aaabbc"})
    assert notes(state, 0) == [80] and notes(state, 1) == [70] and notes(state, 2) == []


def test_grey_and_neutral_dice_rank_and_nobody_moves_up():  # pay.bank
    assert won(paid("F1 B2 D1", {4: "gggaab"})) == [(4, 3, 80), (4, 0, 70)]
    state = paid("F1 B2 D1", {4: "gggaab"})
    assert notes(state, 0) == [70] and notes(state, 1) == []
    assert won(paid("F1 B2 D1", {4: "ggaab"})) == [(4, 1, 80)], "grey dice tie as well"
    assert won(paid("A1 B2 D1", {4: "nNaab"}, seats=2)) == [(4, 3, 80), (4, 0, 70)]
    assert won(paid("A1 B2 D1", {4: "Naa"}, seats=2)) == []


def test_a_closed_casino_pays_as_well():  # pay.closed
    def closed(**options):
        state = lying(table("E1 B2 D1", **options), {4: "aab", 5: "a"}, "none")
        return won(go_on(pay(replace(state, boards=replace(state.boards, closed=4)))))

    assert closed() == [(4, 0, 80), (4, 1, 70), (5, 0, 90)]
    assert closed(closed_pays=False) == [(5, 0, 90)]


def test_rewards_of_30k_and_more_are_notes_and_smaller_ones_chips():  # pay.reward
    state = table("D1 B2 A1")
    assert turn(state, "1", 1).chips[0] == 3
    three = turn(lying(state, {4: "a", 5: "a"}), "1", 1)
    assert notes(three, 0) == [30] and three.chips[0] == 2


def test_after_the_last_round_the_most_money_wins():  # end.game
    state = owning(owning(owning(table(rounds=1), 0, [100], 1), 1, [90, 30], 0), 2, [30], 8)
    over = go_on(pay(state))
    assert game.returns(over) == (110, 120, 110) and game.to_move(over) == () and over.ending == "rounds"
    assert game.ranks(over)[1] == 1 and kinds(over)[-1] == "won"


def test_equal_money_is_decided_by_notes_then_by_chips():  # end.winner
    state = owning(owning(owning(table(rounds=1), 0, [100], 1), 1, [30, 70], 1), 2, [60, 50], 0)
    assert game.ranks(state) == (3, 1, 2), "two notes and a chip beat two notes"
    with_chip = owning(state, 0, [40, 60], 1)
    assert game.ranks(with_chip) == (1, 1, 3)


def test_else_the_win_is_shared():  # end.shared
    over = go_on(pay(owning(owning(owning(table(rounds=1), 0, [100]), 1, [100]), 2, [90])))
    assert game.ranks(over) == (1, 1, 3) and over.events[-1].get("winners") == (0, 1)


def test_the_teacher_may_stop_the_game():
    state = roll(table(), "1")
    assert game.legal_actions(state, HOST) == (Stop(),)
    over = play(state, Stop())
    assert over.ending == "stop" and game.to_move(over) == () and returns(over) == (20, 20, 20)
    assert refused(over, Pass(0)) == ("over", "end.game")


def test_a_turn_goes_round_a_single_team_too():
    state = lying(table(), {4: "bbbbbbbB", 5: "cccccccC"})
    assert run(replace(state, agenda=(Auto("next", 0),))).turn == 0
