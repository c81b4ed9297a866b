"""What the table says in words: what each tile wants, where dice belong, choices, and whose grid is looked at."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from tests.games.cloud_mountain.test_board import drawn, parts, phase, session, until, walk
from tests.support.markup import Page
from tests.support.tables import do
from toolkit.core import words
from toolkit.core.match import Bot
from toolkit.core.playout import random_policy
from toolkit.core.say import Say
from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.board import text
from toolkit.games.cloud_mountain.rules.plates import sides
from toolkit.games.cloud_mountain.rules.tiles import tile

EN, ZH = Say("cloud_mountain", "en").t, Say("cloud_mountain", "zh").t
WANTED = {
    "all": "“all six faces”: each of the faces 1 to 6 is among the ten dice.",
    "two:5": "“two of 5”: at least two of the ten dice show 5.",
    "no:2": "“no 2”: none of the ten dice shows 2.",
    "sum>30": "“total > 30”: the sum of all ten dice is higher than 30. Equal is not enough.",
    "cloud<18": "“cloud sum < 18”: the sum of the cloud dice is lower than 18. Equal is not enough.",
    "mountain:6": "“mountain has 6”: at least one mountain die shows 6.",
    "cloud-no:3": "“cloud without 3”: no cloud die shows 3.",
    "mountain:odd": "“mountain sum odd”: the sum of the mountain dice is odd. One fish of the yin-yang means odd, "
    "both mean even.",
    "cloud:even": "“cloud sum even”: the sum of the cloud dice is even. Both fish of the yin-yang mean even, "
    "one means odd.",
    "mountain>cloud": "“mountain beats cloud”: the sum of the mountain dice is higher than the sum of the cloud dice.",
}


@pytest.mark.parametrize("id", WANTED)
def test_a_tile_says_what_it_wants(id: str) -> None:
    assert text.wants(EN, tile(id).id) == WANTED[id]


@pytest.mark.parametrize("t", [EN, ZH], ids=["en", "zh"])
def test_every_tile_of_the_box_says_what_it_wants_and_a_reversed_one_that_it_wants_the_opposite(t: Any) -> None:
    said = {text.wants(t, id, turned) for id, turned in product(odds.ALL, (False, True))}
    assert len(said) == 2 * len(odds.ALL) and not any("{" in one or "@" in one for one in said)


def test_pointing_at_a_tile_shows_its_sentence_and_never_a_chance() -> None:
    for options in ({}, {"mode": 2}):
        here = until(session(**options), phase("spend"))
        page = Page(here.scene())
        view = here.view()
        lying = [one for grid in view["grids"] for one in grid]
        tips = [attrs["data-tip"] for attrs in page.all("data-tip")]
        assert {text.wants(EN, one["tile"], one["reversed"]) for one in lying} <= set(tips), "of both grids"
        assert {text.wants(EN, id) for id in view["hands"][here.eyes]} <= set(tips)
        assert not any("%" in tip or "in 100" in tip for tip in tips if tip)


@pytest.mark.parametrize(
    ("plates", "dice", "said"),
    [
        ("", [], "Five plates lie face down: 2 cloud, 2 mountain, 1 chaos."),
        ("C", [], "Stage 1: a cloud plate. Both dice will be cloud dice."),
        ("CM", [(1, 2), (3, 4)], "Stage 2: a mountain plate. Both dice are mountain dice."),
        ("CX", [(1, 2)], "Stage 2: chaos. The first die will look left, the second right."),
        ("CX", [(1, 2), (4, 1)], "Stage 2: chaos. The 4 looks left: cloud. The 1 looks right and waits for plate 3."),
        (
            "X",
            [(4, 1)],
            "Stage 1: chaos. The 4 looks right and waits for plate 2. The 1 looks right and waits for plate 2.",
        ),
        ("CCMMX", [(1, 1)] * 5, "Stage 5: chaos. The 1 looks left: mountain. The 1 looks left: mountain."),
    ],
)
def test_a_sentence_says_where_the_dice_of_a_stage_belong(plates: str, dice: list[Any], said: str) -> None:
    view = {
        "plates": plates,
        "stage": len(plates),
        "hidden": {"C": 2, "M": 2, "X": 1},
        "dice": [
            {"stage": stage, "face": face, "side": side}
            for stage, (pair, where) in enumerate(zip(dice, sides(plates), strict=False), 1)
            for face, side in zip(pair, where, strict=True)
        ],
    }
    assert text.dice_said(view, EN) == said


def test_the_title_line_the_box_and_the_board_name_one_stage() -> None:
    here = session(rounds=1)
    for view in walk(here, calm=1):
        if view["due"]["phase"] not in ("turn", "roll"):
            continue
        head = text.headline(here.snapshot().seen, here.snapshot().say)
        stage = drawn(here)["stage"]
        assert head.title == f"Stage {stage} of 5" and head.subtitle.endswith(f"stage {stage} of 5")


def test_what_scores_stands_on_the_board_as_the_ruleset_has_it() -> None:
    scene = session(met=2, line=5, spare=0).scene()
    shown = " ".join("".join(found).strip() for tag, _, found in Page(scene).elements if tag in ("text", "tspan"))
    assert all(points in shown for points in ("+2", "+5", "+0"))
    assert "2 for each met tile, 5 for each line of three met tiles, 0 for each kept tile" in scene


def test_choices_are_words_and_name_cells_as_the_board_does() -> None:
    here = until(session(seed=5), phase("spend", 2))
    view, found = here.view(), drawn(here)["choices"]
    grid = view["grids"][here.eyes]
    for one in found:
        act = one["action"]
        if act["type"] == "replace":
            old = grid[act["cell"]]["tile"]
            assert one["bold"] == text.name(EN, act["tile"])
            assert one["rest"] == f"for {text.name(EN, old)} on cell {act['cell'] + 1}"
        elif act["type"] == "swap":
            assert one["bold"] == f"{act['a'] + 1} ⇄ {act['b'] + 1}"
    numbers = ["".join(found) for tag, attrs, found in Page(here.scene()).elements if attrs.get("class") == "cellno"]
    assert numbers == [str(n) for n in range(1, 10)], "laid tiles keep the number of their cell"
    charted = {words.label(row["label"], "en") for row in here.rows()["t0.advice"]}
    assert {one["bold"] for one in found[:4] if one["action"]["type"] == "swap"} <= charted


def test_after_a_round_the_winners_grid_is_large_whoever_plays_here() -> None:
    for seed, bots in product(range(4), ({}, {0: Bot("random", random_policy, 1.0)})):
        here = until(session(3 if not bots else 2, seed=seed, rounds=2, bots=bots), phase("next"))
        totals = [points["total"] for points in here.view()["scored"]["points"]]
        assert totals[drawn(here)["eyes"]] == max(totals)
        here.handle({"kind": "set", "name": "eyes", "value": 1})
        assert drawn(here)["eyes"] == 1, "and any other on a click"


def test_tiles_may_be_laid_openly() -> None:
    here = until(session(3, laying="open", rounds=1), phase("lay"))
    assert here.view()["hidden_grids"] == [] and here.eyes == 0, "no curtain, and somebody's tiles are large"
    assert here.match.options["laying"] == "open" and "laying" not in session().match.options
    assert here.may_branch, "there is nothing to hide"
    for view in walk(here, calm=1):
        if view["due"]["phase"] != "lay":
            break
        assert here.eyes in view["to_move"], "who is done makes room for the next"
    assert here.view()["due"]["phase"] == "turn" and here.may_undo
    closed = until(session(3, laying="hidden"), phase("lay"))
    assert closed.eyes is None and len(closed.view()["hidden_grids"]) == 3
    lay = {"type": "lay", "seat": 2, "tile": here.state.hands[2][0], "cell": 0, "reversed": False}
    assert do(closed, lay) is not None
    assert json.loads(parts(closed, "data-send")["look-1"]["data-send"] or "")["value"] == 1
