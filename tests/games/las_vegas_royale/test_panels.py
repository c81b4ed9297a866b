"""Panels of Las Vegas Royale: rows on every state of games, and figures that agree with odds and rules."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import lying, play, roll, table, turn
from tests.support.games_at_random import random_plies
from toolkit.core import words
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale import odds, panels
from toolkit.games.las_vegas_royale.panels import minis, worth
from toolkit.games.las_vegas_royale.state import NO_DICE, Bet, Hide, Place

QUICK = [panel for panel in panels.PANELS if panel.name != "worth"]


@pytest.mark.parametrize("seats", game.SEATS)
def test_panels_on_every_state_of_a_game(seats):
    for ply in random_plies(game, Random(seats), seats, {"rounds": 1}):
        for panel, seat in product(QUICK, (None, *range(seats))):
            figure = panel.rows(ply.now, seat)
            assert json.loads(json.dumps(figure.rows, allow_nan=False)) == list(figure.rows)
            assert {row["chart"] for row in figure.rows} <= {chart.name for chart in panel.charts}
            assert panel.rows(game.determinize(ply.now, seat, Random(9)), seat) == figure
            for lang in words.LANGS:
                assert words.phrase(figure.title, lang) and words.phrase(figure.note, lang)
                labels = {row[field] for row in figure.rows for field in ("label", "name") if field in row}
                assert all("@" not in words.label(label, lang) for label in labels)


def test_the_law_of_the_next_roll_and_its_ghost():
    state = roll(table(), "1123")
    rows = [row for row in panels.groups(state, 0).rows if row["chart"] == "largest"]
    assert {row["x"]: row["exact"] for row in rows} == {
        weight: f"{p.numerator}/{p.denominator}" for weight, p in odds.group_weights(7, 1).largest.items()
    }
    ghost = panels.peek_groups(state, Place(0, 1), 0)
    assert {row["x"] for row in ghost if row["chart"] == "largest"} == set(odds.group_weights(5, 1).largest)
    last = roll(replace(lying(state, {4: "aaaaaaaA"}), hands=((1, 0), *state.hands[1:]), agenda=table().agenda), "1")
    assert panels.peek_groups(last, Place(0, 1), 0) is None, "no dice are left to roll"


def test_what_everybody_would_take_now_and_after_a_choice():
    state = roll(lying(table(), {4: "bbc", 5: "bc"}), "4444")
    assert [row["p"] for row in panels.takes(state, 1).rows] == [0, 80, 70]
    assert [row["p"] for row in panels.peek_takes(state, Place(0, 4), 0)] == [80, 70, 0]
    assert panels.takes(state, 0).note.args == (("who", (1,)), ("k", 80))


def test_the_worth_of_a_choice_with_its_interval_or_proven():
    state = roll(lying(table(), {4: "aaaabbbbbccccc", 5: "abbbccc"}), "33")
    figure = worth.worths(state, None)
    assert worth.ready(state), "it is kept"
    assert all(row["lo"] < row["p"] < row["hi"] for row in figure.rows) and sum(row["best"] for row in figure.rows) == 1
    assert dict(figure.note.args)["n"] == worth.PLAYOUTS
    proven = roll(replace(lying(table("", seats=2, minis=False), {}), hands=((1, 0), NO_DICE), chips=(0, 0)), "5")
    (row,) = worth.worths(proven, 0).rows
    assert "lo" not in row and row["p"] == 90.0 and "proven" in worth.worths(proven, 0).note.key
    assert worth.peek(proven, Place(0, 5), 0)[0]["p"] == 90.0
    assert worth.worths(table(), 0).rows == () and worth.ready(table()) and worth.peek(table(), Place(0, 5), 0) is None


def test_the_panel_of_the_mini_game_that_is_due():
    hiding = turn(table("A1 B2 D1"), "1", 1)
    assert [row["exact"] for row in minis.mini(hiding, 0).rows] == ["6/13", "4/13", "3/13"]
    assert [row["exact"] for row in minis.mini(play(hiding, Hide(0, 2)), 1).rows] == ["1/13", "5/13", "7/13"]
    jackpot = turn(table("A2 B2 D1"), "1", 1)
    assert [row["exact"] for row in minis.mini(jackpot, 0).rows] == ["1/3"]
    bet = play(turn(table("B2 A1 D1"), "1", 1), (3, 4))
    assert [row["exact"] for row in minis.mini(bet, 0).rows] == ["5/12", "5/12"]
    high = play(bet, Bet(0, True), (6, 6))
    assert minis.mini(high, 0).note.key.endswith("bet_lower")
    assert minis.mini(table("C1 B2 D1"), 2).note.key.endswith("five_note")
    assert minis.mini(table("A1 B2 D1"), 2).rows == ()
