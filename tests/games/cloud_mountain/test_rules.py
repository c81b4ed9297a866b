"""Cloud & Mountain, rule by rule: what is on the table, the rounds, the five stages, the plates.

Every test names the paragraph of the rulebook that it holds the engine to; the two modes, and the tiles and points,
have files of their own.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.games.cloud_mountain.positions import (
    TWELVE,
    begin,
    drawn,
    due,
    event,
    go_to,
    in_bag,
    kinds,
    laid,
    lay_all,
    play,
    refusal,
    sides,
    to_end,
)
from tests.support.games_at_random import go_on
from toolkit.core import book, words
from toolkit.core.game import CHANCE, HOST, IllegalAction
from toolkit.core.match import Match
from toolkit.core.words import BadInput
from toolkit.games import cloud_mountain as game
from toolkit.games.cloud_mountain import rules
from toolkit.games.cloud_mountain.rules import scoring
from toolkit.games.cloud_mountain.rules.stock import DEFAULT
from toolkit.games.cloud_mountain.state import Deal, Done, Hold, Lay, Laying, Rolled, Spending, Step, Stop, Turned


def test_nine_tiles_are_laid_before_all_dice_are_known():  # intro.aim
    state = laid()
    assert state.grids[0].count(None) == 0 and len(state.dice) == 1
    assert len(game.view(go_to(state, "over"), None)["dice"]) == 10


def test_the_dice_have_the_faces_1_to_6_all_equally_likely():  # parts.dice, parts.dice.fair
    outcomes = rules.chance_outcomes(begin("C"))
    assert {(roll.first, roll.second) for roll in outcomes} == set(product(range(1, 7), repeat=2))
    assert set(outcomes.values()) == {Fraction(1, 36)}
    for wrong in (Rolled(0, 1), Rolled(1, 7), Rolled(-1, 10)):
        assert refusal(begin("C"), wrong) == "no_such_face"


def test_the_die_board_has_a_cloud_row_and_a_mountain_row():  # parts.board
    view = game.view(laid_dice("CM", 61, 52), None)
    assert view["sums"] == {"cloud": 7, "mountain": 7, "pending": 0, "total": 14}
    assert view["counts"] == {"cloud": 2, "mountain": 2, "pending": 0}


def laid_dice(plates: str, *dice: int):
    """The first stages with these plates and rolls; what lies between them does not matter."""
    state = rules.start(1)
    for plate, roll in zip(plates, dice, strict=True):
        state = play(go_to(state, "turn"), plate, roll)
    return state


def test_there_are_three_kinds_of_plates():  # parts.plates
    assert {turned.plate for turned in rules.chance_outcomes(rules.start(2))} == {"C", "M", "X"}


def test_two_plates_are_cloud_two_mountain_one_chaos():  # parts.plates.five
    view = game.view(rules.start(2), None)
    assert (view["rules"]["plates"], view["hidden"]) == ("CCMMX", {"C": 2, "M": 2, "X": 1})
    assert rules.start(1, plates=" xmｃxm").rules.plates == "CMMXX"


@pytest.mark.parametrize("plates", ["", "CCMM", "CCMMXX", "XXXXX", "CCMMY", 5, None, ["C"] * 5])
def test_no_other_plates_make_a_row(plates):  # parts.plates.five
    with pytest.raises(BadInput) as caught:
        rules.start(2, plates=plates)
    assert caught.value.key == ("plate" if plates == "CCMMY" else "plate_deck")
    assert caught.value.say("en") and caught.value.say("zh")


def test_tiles_come_out_of_a_bag():  # parts.bag
    state = begin("C", 61)
    assert due(state) == ("draw", 0) and in_bag(state) == dict(DEFAULT)
    state = play(state, "all", "all", "two:6")
    assert [in_bag(state).get(tile, 0) for tile in ("all", "two:6", "two:5")] == [0, 0, 1]
    assert refusal(state, "all") == refusal(state, "sum>36") == refusal(state, "") == "no_such_tile"


def test_the_bag_holds_62_tiles_or_a_teacher_s_own(tmp_path):  # parts.tiles
    assert len(DEFAULT) == 61 and sum(count for _, count in DEFAULT) == 62
    assert [pair for pair in DEFAULT if pair[1] > 1] == [("all", 2)]
    own = {"Cloud > 16": 20, "all": 4}
    (tmp_path / "tiles.csv").write_text("tile;count\nall;4\ncloud>16;20\n")
    for given in (own, tuple(own.items()), list(map(list, own.items())), str(tmp_path / "tiles.csv")):
        assert rules.start(2, tiles=given).rules.tiles == (("all", 4), ("cloud>16", 20)), "in the order of the rules"
    for box in ((), {}, dict(DEFAULT)):
        assert rules.start(2, tiles=box).rules.tiles == ()


@pytest.mark.parametrize(("seats", "mode", "least"), [(1, 1, 12), (4, 1, 48), (1, 2, 15), (2, 2, 27), (4, 2, 51)])
def test_the_bag_must_hold_enough(seats, mode, least):  # parts.tiles
    assert to_end(rules.start(seats, mode=mode, rounds=1, moves=0, tiles={"all": least})).ending == "rounds"
    with pytest.raises(BadInput) as caught:
        rules.start(seats, mode=mode, tiles={"all": least - 1})
    assert (caught.value.key, caught.value.args_) == (
        "tiles_few",
        {"given": least - 1, "right": least, "seats": seats},
    )


@pytest.mark.parametrize(
    ("tiles", "key"),
    [
        (7, "option_value"),
        (None, "option_value"),
        ({"cloud": 20}, "tile"),
        ({"all": 0}, "tile_count"),
        ({"all": True}, "tile_count"),
        ([1, 2], "tile_pair"),
    ],
)
def test_tiles_that_are_none(tiles, key):  # parts.tiles
    with pytest.raises(BadInput) as caught:
        rules.start(2, tiles=tiles)
    assert caught.value.key == key and caught.value.say("en") and caught.value.say("zh")


def test_every_tile_in_the_bag_is_equally_likely():  # parts.bag.fair
    law = rules.chance_outcomes(begin("C", 61))
    assert {one.tile: p for one, p in law.items()} == {tile: Fraction(count, 62) for tile, count in DEFAULT}
    law = rules.chance_outcomes(play(begin("C", 61), "all"))
    assert {one.tile: p for one, p in law.items()} == {tile: Fraction(1, 61) for tile, _ in DEFAULT}


def test_points_are_kept_on_the_score_track():  # parts.track
    state = go_to(laid(seats=2, rounds=2), "next")
    view = game.view(state, None)
    assert view["scores"] == view["history"][0] == list(rules.returns(state))
    view = game.view(to_end(state), None)
    assert view["scores"] == [sum(gained) for gained in zip(*view["history"], strict=True)]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_teams_play(seats):  # parts.teams
    state = to_end(rules.start(seats, rounds=1, moves=0))
    assert len(rules.returns(state)) == seats and rules.to_move(state) == ()


@pytest.mark.parametrize("seats", [0, 5, -1, "2", 2.0, True, None])
def test_no_other_number_of_teams_plays(seats):  # parts.teams
    with pytest.raises(BadInput) as caught:
        rules.start(seats)
    assert (caught.value.key, caught.value.args_["right"]) == ("seats", "1–4")


def test_points_are_counted_after_each_of_three_rounds():  # game.rounds
    state = rules.start(2, mode=2)
    for number in (1, 2):
        state = go_to(state, "next")
        assert (state.round, len(state.history)) == (number, number)
        assert kinds(state)[-3:] == ["scored", "scored", "round_won"]
        state = rules.apply(state, next(iter(rules.chance_outcomes(state))))
    state = to_end(state)
    assert len(state.history) == 3 and kinds(state)[-2] == "over"
    assert event(state, "over")["reason"] == "rounds"


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_another_number_of_rounds(rounds):  # game.rounds.number
    assert len(to_end(rules.start(1, mode=2, rounds=rounds)).history) == rounds


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("rounds", value) for value in (0, 21, "3", None, True)),
        *(("mode", value) for value in (0, 3, "1", True)),
        *(("reversible", value) for value in ("", "mode 1", True)),
        *((name, value) for name in ("met", "line", "spare") for value in (-1, 21, 0.5)),
        *(("moves", value) for value in (-1, 201)),
        ("dice", 10),
    ],
)
def test_values_that_options_do_not_have(name, value):  # game.rounds.number, game.mode
    with pytest.raises(BadInput) as caught:
        rules.start(2, **{name: value})
    assert caught.value.key == ("option" if name == "dice" else "option_value")
    assert caught.value.say("en") and caught.value.say("zh")


def test_mode_1_draws_twelve_at_the_beginning_and_mode_2_three_at_a_time():  # game.modes, game.mode
    assert rules.start(2).rules.mode == 1
    assert len(drawn().hands[0]) == 12
    assert {len(column) for column in go_to(rules.start(2, mode=2), "choose").columns} == {3}


@pytest.mark.parametrize("mode", [1, 2])
def test_a_round_begins_with_all_tiles_in_the_bag_and_all_plates_face_down(mode):  # game.start
    state = go_to(rules.start(2, mode=mode), "next")
    assert len(state.plates) == 5 and state.grids[0][0] is not None, "the last round still lies there"
    assert refusal(state, Hold(0)) == "due_nextround"
    assert refusal(state, "all" if mode == 1 else "C") == "due_nextround"
    state = rules.apply(state, next(iter(rules.chance_outcomes(state))))
    view = game.view(state, None)
    assert kinds(state)[0] == "next_round" and view["round"] == 2 and view["scored"] is None
    assert view["laid"] == view["hand_sizes"] == [0, 0] and view["dice"] == [] and not any(view["done"])
    assert len(state.plates) == (1 if mode == 1 else 0)
    assert sum(state.bag) == (62 if mode == 1 else 61)


def test_every_plate_that_is_face_down_is_equally_likely():  # game.hidden
    def law(state):
        return {turned.plate: p for turned, p in rules.chance_outcomes(state).items()}

    assert law(rules.start(1)) == {"C": Fraction(2, 5), "M": Fraction(2, 5), "X": Fraction(1, 5)}
    state = go_to(begin("C", 61), "turn")
    assert law(state) == {"C": Fraction(1, 4), "M": Fraction(1, 2), "X": Fraction(1, 4)}
    assert law(go_to(begin("C", 61, plates="CXXXX"), "turn")) == {"X": 1}
    assert law(go_to(rules.start(1), "next")) == law(rules.start(1)), "a new round, a new row"


def steps(state) -> list[Step]:
    return list(reversed(state.agenda))


def test_a_round_has_five_stages_of_a_plate_and_two_dice():  # stage.five, stage.turn, stage.roll
    names = [type(step).__name__ for step in steps(rules.start(1)) if not isinstance(step, Deal | Laying | Spending)]
    assert names == ["Turn", "Roll"] * 5 + ["Score"]
    view = game.view(to_end(rules.start(1, rounds=1)), None)
    assert (len(view["plates"]), view["stage"], len(view["dice"])) == (5, 5, 10)
    assert [(die["stage"], die["first"]) for die in view["dice"]] == list(product(range(1, 6), (True, False)))


def test_plates_and_dice_come_in_turn():  # stage.turn, stage.roll
    assert due(rules.start(1)) == ("turn", -1) and due(begin("C")) == ("roll", -1)
    assert refusal(rules.start(1), 61) == "due_turn"
    assert refusal(begin("C"), "M") == "due_roll"
    assert event(begin("C"), "turned") == {"plate": "C", "stage": 1, "seat": CHANCE}
    assert refusal(begin("C", plates="CXXXX"), "all") == "due_roll"


def test_a_plate_that_is_not_face_down_is_not_turned():  # stage.turn
    state = go_to(begin("X", 61), "turn")
    assert refusal(state, "X") == "no_such_plate"
    assert refusal(state, Turned("?")) == "no_such_plate"


def test_a_cloud_plate_makes_cloud_dice():  # plate.cloud
    assert sides(begin("C", 61)) == ["cloud", "cloud"]


def test_a_mountain_plate_makes_mountain_dice():  # plate.mountain
    assert sides(begin("M", 61)) == ["mountain", "mountain"]


def test_a_chaos_plate_asks_its_neighbours():  # plate.chaos, plate.chaos.which
    assert sides(laid_dice("CXM", 11, 61, 11))[2:4] == ["cloud", "mountain"], "the first looks left, the second right"
    assert sides(laid_dice("MXC", 11, 61, 11))[2:4] == ["mountain", "cloud"]
    assert sides(laid_dice("CXC", 11, 61, 11))[2:4] == ["cloud", "cloud"]


@pytest.mark.parametrize(("first", "last", "side"), [("XCMCM", "MMCCX", "cloud"), ("XMCMC", "CCMMX", "mountain")])
def test_at_an_end_of_the_row_both_dice_ask_the_only_neighbour(first, last, side):  # plate.end
    assert sides(laid_dice(first, *[61] * 5))[:2] == [side, side]
    assert sides(laid_dice(last, *[61] * 5))[8:] == [side, side]


def test_a_die_is_pending_while_its_plate_is_face_down():  # plate.pending
    state = laid_dice("CX", 11, 61)
    view = game.view(state, None)
    assert sides(state) == ["cloud", "cloud", "cloud", "pending"]
    assert view["sums"] == {"cloud": 8, "mountain": 0, "pending": 1, "total": 9}
    assert view["counts"]["pending"] == 1
    state = play(go_to(state, "turn"), "M")
    assert event(state, "resolved") == {"face": 1, "side": "mountain", "seat": CHANCE}
    state = laid_dice("X", 61)
    assert sides(state) == ["pending", "pending"]
    state = play(go_to(state, "turn"), "C")
    assert [dict(one.args) for one in state.events[1:]] == [{"face": face, "side": "cloud"} for face in (6, 1)]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        # By plate the sides of its first and second die.
        ("CXXMX", "CC CM CM MM MM"),
        ("XXCMX", "CC CC CC MM MM"),
        ("XMXXC", "MM MM MC MC CC"),
        ("XXXXM", "MM MM MM MM MM"),
        ("CXXXX", "CC CC CC CC CC"),
        ("XXMX", "MM MM MM M?"),
        ("CXX", "CC C? C?"),
        ("XXX", "?? ?? ??"),
    ],
)
def test_dice_look_on_past_other_chaos_plates(row, expected):  # plate.many
    names = {"C": "cloud", "M": "mountain", "?": "pending"}
    found = scoring.sides(row)
    assert [list(pair) for pair in found] == [[names[side] for side in pair] for pair in expected.split()]


def test_the_teacher_may_stop_at_any_moment_and_others_have_to_wait():  # end.stop
    for state in (rules.start(2), begin("C"), drawn(seats=2), laid(seats=2), go_to(rules.start(2, mode=2), "place")):
        assert rules.legal_actions(state, HOST) == (Stop(),)
        over = play(state, Stop())
        assert (over.ending, rules.to_move(over), rules.legal_actions(over, HOST)) == ("stop", (), ())
        assert refusal(over, Stop()) == refusal(over, 61) == refusal(over, Done(0)) == "over"
        assert game.view(over, None)["due"]["phase"] == "over"


def test_a_round_that_is_not_finished_does_not_count():  # end.stop
    state = go_to(laid(seats=2, rounds=3), "next")
    later = play(go_to(state, "spend"), Stop())
    assert later.scores == state.scores and game.view(later, None)["scored"] is None
    assert game.view(play(state, Stop()), None)["scored"] is not None, "between two rounds the last one still lies"


@pytest.mark.parametrize("mode", [1, 2])
def test_a_record_plays_again_with_a_teacher_s_own_tiles(mode):  # parts.tiles
    match = Match(game, 2, seed=5, mode=mode, tiles={"all": 9, "cloud>16": 30}, rounds=1, moves=3)
    go_on(match, 10_000)
    assert match.state.ending == "rounds"
    record = json.loads(json.dumps(match.record()))
    assert record["options"]["tiles"] == [["all", 9], ["cloud>16", 30]]
    again = Match.replay(record, game)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(match.state)


def test_every_refusal_tells_what_would_be_right():  # one.done, one.lay
    state = lay_all(drawn())
    for action in (Lay(0, "all", 0), Lay(0, TWELVE[9], 0), Lay(0, TWELVE[9], 9), Done(1)):
        with pytest.raises(IllegalAction) as caught:
            play(state, action)
        for lang in words.LANGS:
            assert words.say(f"cloud_mountain.why.{caught.value.reason}", lang, (), **caught.value.args_)
            assert book.rule("cloud_mountain", caught.value.rule, lang).text


def test_every_paragraph_that_rules_is_named_by_a_test():
    """The book's own list: what the source says and what we ruled."""
    ruled = {paragraph.id for paragraph in book.book("cloud_mountain", "en") if paragraph.origin}
    files = ("test_rules.py", "test_rules_modes.py", "test_rules_scoring.py")
    tests = "".join((Path(__file__).parent / name).read_text("utf-8") for name in files)
    comments = " ".join(re.findall(r"^def .*\):  # (.*)$", tests, re.MULTILINE))
    named = set(re.findall(r"[\w.]+", comments))
    assert ruled - named == set(), "no test names these"
    assert named - {paragraph.id for paragraph in book.book("cloud_mountain", "en")} == set(), "no such paragraph"
