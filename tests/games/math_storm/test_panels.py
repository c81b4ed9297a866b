"""Panels of Math Storm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.games.math_storm.brute import act, turn
from toolkit.core import panel as panel_
from toolkit.core import words
from toolkit.games.math_storm import panels, views
from toolkit.games.math_storm import rules as rules_
from toolkit.games.math_storm.odds import landing, routes, tables
from toolkit.games.math_storm.odds.routes import lap
from toolkit.games.math_storm.odds.walks import Spot
from toolkit.games.math_storm.panels import choices, where
from toolkit.games.math_storm.panels import seat as seat_
from toolkit.games.math_storm.state import DICE, Ask, Move, Operate, Pick, PickPawn, Rolled, State

EACH = pytest.mark.parametrize("die", DICE)


def states(die: str, seats: int, challenge: str, seed: int) -> Iterator[State]:
    state, rng = rules_.start(seats, die=die, challenge=challenge, max_rounds=12), Random(seed)
    while to_move := rules_.to_move(state):
        yield state
        state = rules_.apply(state, act(state, to_move, rng))
    yield state


@EACH
@pytest.mark.parametrize(("seats", "challenge"), [(1, "buzzer"), (2, "sealed"), (3, "buzzer")])
def test_panels_on_every_state_of_a_game(die: str, seats: int, challenge: str) -> None:
    for state in states(die, seats, challenge, seed=seats):
        for panel, seat in product(panels.PANELS, (None, *range(seats))):
            figure = panel.rows(state, seat)
            assert json.loads(json.dumps(figure.rows, allow_nan=False)) == list(figure.rows)
            check_rows(panel, figure.rows)
            same = views.determinize(state, seat, Random(9))
            assert panel.rows(same, seat) == figure


def check_rows(panel: panel_.Panel, rows: tuple[panel_.Row, ...]) -> None:
    charts = {chart.name for chart in panel.charts}
    for row in rows:
        assert row["chart"] in charts and row["series"] in ("now", "policy") and row["exact"]
        assert 0 <= row["p"] <= (choices.TURNS[1] if row["chart"] == "routes" else 1 + 1e-9)
    policy = sum(row["p"] for row in rows if row["series"] == "policy" and row["chart"] in ("cells", "aside"))
    assert policy <= 1 + 1e-9


def test_every_phrase_of_the_panels_has_words_in_both_languages() -> None:
    for die, seats in product(DICE, (1, 2)):
        for state in states(die, seats, "buzzer", seed=4):
            for panel, language in product(panels.PANELS, words.LANGS):
                figure = panel.rows(state, None)
                assert words.phrase(figure.title, language) and words.phrase(figure.note, language)
                keys = {row.get(field, "") for row in figure.rows for field in ("label", "name")}
                assert all(words.say(key[1:], language) for key in keys if key.startswith("@"))


def test_before_the_roll_the_panel_is_the_landing() -> None:
    state = turn(rules_.start(1).rules, Spot((27, 45)))
    rows = where.landing(state, None).rows
    now = {row["x"]: row["exact"] for row in rows if row["chart"] == "cells" and row["series"] == "now"}
    assert now == {18: "1/6", 27: "1/6", 45: "1/6", 72: "1/6", 99: "1/6"}
    assert {row["exact"] for row in rows if row["chart"] == "aside" and row["series"] == "now"} == {"2/6"}


def test_after_the_roll_the_panel_looks_beyond_the_best_route_and_the_ghost_beyond_another() -> None:
    state = rules_.apply(turn(rules_.start(1).rules, Spot((27, 45))), Rolled("+"))
    best = lap().best(27, 45, "+")
    shown = where.landing(state, None).rows
    for pawn, pawns in ((0, (72, 45)), (1, (27, 72))):
        ghost = panels.PANELS[0].peek(state, Move(0, pawn), None)
        cells = {row["x"] for row in ghost if row["chart"] == "cells" and row["series"] == "now"}
        assert cells == {*landing(*pawns)} - {"storm"}
        assert (ghost == shown) == (pawn == best.hops[0].pawn)
    bars = choices.routes(state, None).rows
    assert [(row["label"], row["best"]) for row in bars] == [(bars[0]["label"], True), (bars[1]["label"], False)]
    exactly = {r.label: pytest.approx(r.turns, abs=1e-6) for r in lap().routes(27, 45, "+")}
    assert {row["label"]: row["p"] for row in bars} == exactly
    (ghost,) = choices.peek_routes(state, Move(0, bars[1]["label"] == "45 → 72"), None)
    assert ghost["label"] == bars[1]["label"]


def test_pawns_of_one_cell_are_equal_or_told_apart() -> None:
    for passed, key in (((False, False), "same"), ((True, False), "best_pawn")):  # only the other one may be held again
        state = tables.solo(rules_.start(1).rules, (44, 44), passed, due=Operate(0, ("+",)))
        figure = choices.routes(state, None)
        assert len(figure.rows) == 2 and figure.note.key.endswith(f"note.{key}")


def test_chances_are_faces_of_the_die_or_per_cent() -> None:
    said = {seat_.exact(p) for p in (0, Fraction(1, 3), 0.04, 0.15, 0.0591, 0.0003, 1.0)}
    assert said == {"0", "2/6", "4%", "15%", "5.9%", "<0.1%", "100%"}


def test_a_held_pawn_comes_out_by_spin_times_stars() -> None:
    """The sample of the design: two stars, 8 in 100 right were it 80; here 7 in 100 for each of 0, 2, … 18."""
    state = tables.solo(rules_.start(1).rules, (0, 38), held=0, due=Ask("storm", 2, 150, (0,)))
    rows = [row for row in where.landing(state, None).rows if row["series"] == "now"]
    assert {row["x"]: row["exact"] for row in rows if row["chart"] == "cells"} == dict.fromkeys(range(0, 20, 2), "7%")
    assert [row["exact"] for row in rows if row["chart"] == "aside"] == ["30%"]


def test_picks_of_a_challenge_are_bars_too() -> None:
    state = tables.solo(rules_.start(1).rules, (95, 38), due=PickPawn(0, 12))
    rows = choices.routes(state, 0).rows
    assert {row["label"] for row in rows} == {"95 → 107", "38 → 50"}
    ghost = panels.PANELS[0].peek(state, Pick(0, 1), 0)
    assert {row["x"] for row in ghost if row["chart"] == "cells"} == {*landing(95, 50)} - {"storm"}
    assert panels.PANELS[0].peek(state, Pick(0, 1), seat=1) is None


def test_a_panel_says_whether_its_lap_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "_solved", {})
    state = rules_.start(1)
    assert not seat_.is_ready(state)
    choices.routes(state, None)
    assert seat_.is_ready(state)


def test_the_chart_of_a_lap_is_data() -> None:
    picture = lap().chart()
    heat = {(row["x"], row["y"]): row["p"] for row in picture.figure.rows if row["chart"] == "cells"}
    assert len(heat) == 121 and heat[10, 10] == pytest.approx(lap().turns(100, 100))
    line = {row["x"]: row["p"] for row in picture.figure.rows if row["chart"] == "right"}
    assert line[70] == pytest.approx(lap(right=(0.7, 0.7, 0.7)).start)
    fine = lap().chart(by=1).figure.rows
    assert sum(row["chart"] == "cells" for row in fine) == 101 * 101 - 1
