"""Tiles, points and the end of Cloud & Mountain, rule by rule.

Every test names the paragraph of the rulebook that it holds the engine to. Rounds end with five rolls such as 61, under
the plates C, C, M, M, X unless others are named; the last two dice then are mountain dice.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.cloud_mountain.positions import TWELVE, event, finished, go_to, kinds, laid, met
from toolkit.games.cloud_mountain import rules as game
from toolkit.games.cloud_mountain import views
from toolkit.games.cloud_mountain.rules.scoring import score
from toolkit.games.cloud_mountain.rules.stock import DEFAULT
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import LINES

LOW = (11, 11, 11, 11, 11)
NINE = ("no:6",) * 9
"""Nine tiles that `LOW` meets."""


def bounds(kind: str) -> dict[str, list[int]]:
    """By scope and sign the numbers on the tiles of a kind that are in the bag."""
    found: dict[str, list[int]] = {}
    for one in (tile(id) for id, _ in DEFAULT):
        if one.kind == kind:
            found.setdefault(f"{one.scope}{one.sign}", []).append(one.number)
    return found


def test_all_faces():  # tile.all
    assert met("all", 12, 34, 56, 11, 11)
    assert not met("all", 12, 34, 55, 11, 11)


def test_a_repeated_face_is_there_twice_or_more():  # tile.two, tile.two.several
    assert not met("two:6", 61, 11, 11, 11, 11)
    assert met("two:6", 61, 11, 11, 11, 16), "on whatever side"
    assert met("two:6", 66, 66, 11, 11, 11)
    assert bounds("two") == bounds("no") == {"all": [1, 2, 3, 4, 5, 6]}


def test_a_missing_face():  # tile.no
    assert met("no:6", *LOW) and not met("no:6", 11, 11, 11, 11, 16)


def test_the_total_is_higher_or_lower_and_equal_fails():  # tile.total
    assert [met(f"sum{sign}10", *LOW) for sign in "<>"] == [False, False]
    assert met("sum>9", *LOW) and met("sum<11", *LOW)
    assert not met("sum>11", *LOW) and not met("sum<9", *LOW)


def test_the_numbers_on_the_totals():  # tile.total.numbers
    assert bounds("total") == {"all>": [30, 35, 40], "all<": [30, 35, 40]}


def test_the_sum_of_one_side():  # tile.sum
    dice = (12, 34, 66, 66, 66)  # cloud 10, mountain 36
    assert met("cloud>9", *dice) and met("cloud<11", *dice)
    assert not met("cloud>10", *dice) and not met("cloud<10", *dice)
    assert met("mountain>35", *dice) and not met("mountain>36", *dice) and not met("mountain<36", *dice)


def test_the_numbers_on_the_sums():  # tile.sum.numbers
    up, down = [14, 17, 20], [15, 18, 21]
    assert bounds("sum") == {"cloud>": up, "cloud<": down, "mountain>": up, "mountain<": down}


def test_a_face_on_one_side():  # tile.has
    assert met("cloud:6", 61, 11, 11, 11, 11) and not met("mountain:6", 61, 11, 11, 11, 11)
    assert met("mountain:6", 11, 11, 61, 11, 11) and not met("cloud:6", 11, 11, 61, 11, 11)


def test_one_side_without_a_face():  # tile.without
    assert not met("cloud-no:6", 61, 11, 11, 11, 11) and met("mountain-no:6", 61, 11, 11, 11, 11)


def test_the_parity_of_one_side():  # tile.parity
    dice = (12, 11, 11, 11, 11)  # cloud 5, mountain 6
    assert [met(f"{side}:{sign}", *dice) for side in ("cloud", "mountain") for sign in ("odd", "even")] == [
        *(True, False),
        *(False, True),
    ]


def test_the_contest_of_the_sides():  # tile.contest
    for dice, cloud, mountain in (
        ((66, 66, 11, 11, 11), True, False),
        (LOW, False, True),
        ((11, 14, 11, 11, 12), 0, 0),
    ):
        assert (met("cloud>mountain", *dice), met("mountain>cloud", *dice)) == (cloud, mountain)


def test_a_side_without_dice_has_the_sum_0():  # tile.empty
    for id in ("mountain:even", "mountain<15", "mountain-no:1", "cloud>mountain"):
        assert met(id, *LOW, plates="CCCCX")
    for id in ("mountain:odd", "mountain:1", "mountain>0", "mountain>cloud"):
        assert not met(id, *LOW, plates="CCCCX")


def test_chaos_dice_count_where_they_lie():  # tile.sum
    dice = (11, 65, 11, 11, 11)
    assert met("cloud:6", *dice, plates="CXMCM") and met("mountain:5", *dice, plates="CXMCM")
    assert met("mountain:6", *dice, plates="MXCCM") and met("cloud:5", *dice, plates="MXCCM")


@pytest.mark.parametrize("id", [id for id, _ in DEFAULT])
def test_a_reversed_tile_is_met_exactly_when_its_condition_is_not(id):  # reversed.met
    rng = Random(id)
    for _ in range(10):
        dice = [10 * rng.randint(1, 6) + rng.randint(1, 6) for _ in range(5)]
        assert met(id, *dice, reversed=True) != met(id, *dice)


@pytest.mark.parametrize("points", [0, 1, 4, 20])
def test_a_met_tile_gives_points(points):  # score.met
    state = finished(("no:6", "all", "no:5", *["all"] * 6), *LOW, met=points)
    assert game.returns(state) == (2 * points,)
    assert event(state, "scored") == {"met": 2, "lines": 0, "spares": 0, "points": 2 * points, "seat": 0}
    assert game.start(1).rules.met == 1


@pytest.mark.parametrize("line", LINES)
def test_there_are_eight_lines(line):  # score.lines
    tiles = ["no:6" if cell in line else "all" for cell in range(9)]
    view = views.view(finished(tiles, *LOW), None)
    assert view["scored"]["lines"] == [[LINES.index(line)]]
    assert [cell for cell in range(9) if view["scored"]["met"][0][cell]] == sorted(line)


def test_a_line_gives_three_points_more():  # score.line
    tiles = ["no:6"] * 3 + ["all"] * 6
    assert game.returns(finished(tiles, *LOW)) == (3 + 3,)
    assert game.returns(finished(tiles, *LOW, line=5)) == (3 + 5,)
    assert game.returns(finished(NINE, *LOW)) == (9 + 8 * 3,)
    assert game.returns(finished(tiles, *LOW, reversed=(0,))) == (2,)
    assert game.returns(finished(tiles, *LOW, reversed=(8,))) == (3 + 1 + 3,)


def test_a_kept_tile_gives_a_point():  # score.spare, score.spare.number
    state = finished(["all"] * 9, *LOW, hand=("all", "two:6"))
    assert game.returns(state) == (2,) and len(state.hands[0]) == 2
    assert game.returns(finished(["all"] * 9, *LOW, hand=("all", "two:6"), spare=7)) == (14,)
    view = views.view(finished(NINE, *LOW, hand=TWELVE[:3], met=2, line=4, spare=5), None)
    assert view["scored"]["points"] == [{"met": 18, "lines": 32, "spares": 15, "total": 65}]


def scores(*totals: int):
    """The last round has been counted and gave nothing; these are the totals."""
    state = go_to(laid(seats=len(totals), rounds=1, met=0, line=0, spare=0), "roll", stage=5)
    return game.apply(replace(state, scores=totals), next(iter(game.chance_outcomes(state))))


def test_the_most_points_win():  # end.winner
    state = scores(3, 9, 4)
    assert kinds(state)[-2:] == ["over", "won"] and event(state, "won") == {"points": 9, "seat": 1}
    assert (game.returns(state), game.ranks(state), state.ending) == ((3, 9, 4), (3, 1, 2), "rounds")
    assert game.to_move(state) == () and views.view(state, None)["due"] == {"phase": "over", "seat": -1}
    alone = finished(NINE, *LOW, rounds=1)
    assert event(alone, "total") == {"points": 33, "seat": 0} and "round_won" not in kinds(alone)


def test_a_tie_is_shared():  # end.shared
    state = scores(9, 3, 9)
    assert event(state, "shared")["winners"] == (0, 2) and game.ranks(state) == (1, 3, 1)


def test_a_round_may_be_won_by_several():  # game.rounds
    state = go_to(laid(seats=2, met=0, line=0, spare=0), "next")
    assert event(state, "round_won") == {"round": 1, "winners": (0, 1), "points": 0, "seat": -1}
    assert score(replace(state, round=3)).ending == "rounds"
