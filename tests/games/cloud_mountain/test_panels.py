"""Panels of Cloud & Mountain."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.cloud_mountain.positions import adjusting, drawn, due, go_to, laid, play
from toolkit.core import words
from toolkit.core.game import CHANCE
from toolkit.games import cloud_mountain as game
from toolkit.games.cloud_mountain import odds, panels, views
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.panels import seat as seat_
from toolkit.games.cloud_mountain.panels import worth as stakes
from toolkit.games.cloud_mountain.state import Hold, Replace, State, Swap

GAMES = [
    (1, 1, {}),
    (2, 1, {}),
    (2, 2, {}),
    (4, 2, {"plates": "CMXXX", "met": 3, "line": 20}),
    (2, 1, {"reversible": "always", "plates": "CCCCX"}),
]
each_game = pytest.mark.parametrize(("seats", "mode", "options"), GAMES)


def states(seats: int, mode: int, options: dict, seed: int = 3) -> Iterator[State]:
    state, rng = game.start(seats, mode=mode, rounds=1, moves=4, **options), Random(seed)
    bots = [BOTS["layout" if seat % 2 == 0 else "random"]() for seat in range(seats)]
    while to_move := game.to_move(state):
        yield state
        seat = rng.choice(to_move)
        if seat == CHANCE:
            action = game.chance_outcomes(state).sample(rng)
        else:
            action = bots[seat](views.view(state, seat), game.legal_actions(state, seat), rng)
        state = game.apply(state, action)
    yield state


@each_game
def test_panels_on_every_state_of_a_game(seats: int, mode: int, options: dict) -> None:
    for state in states(seats, mode, options):
        for panel, seat in product(panels.PANELS, (None, *range(seats))):
            figure = panel.rows(state, seat)
            assert json.loads(json.dumps(figure.rows, allow_nan=False)) == list(figure.rows)
            check_rows(panel, figure.rows)
            hidden = views.determinize(state, seat, Random(9))
            assert panel.rows(hidden, seat) == figure, (panel.name, seat)
            for lang in words.LANGS:
                assert words.phrase(figure.title, lang) and words.phrase(figure.note, lang)
                labels = {row[field] for row in figure.rows for field in ("label", "name") if field in row}
                assert all("@" not in words.label(label, lang) for label in labels)


def check_rows(panel: Any, rows: tuple) -> None:
    charts = {chart.name: chart for chart in panel.charts}
    together: dict[Any, float] = defaultdict(float)
    for row in rows:
        chart = charts[row["chart"]]
        assert row["series"] in ("now", "policy") and row["exact"]
        low, high = chart.x[0], max(chart.x[1], row.get("reach", 0))
        assert low <= row.get("x", low) <= high
        assert row["p"] >= 0 and (row["p"] <= 1 or not chart.percent)
        if chart.kind == "law":
            together[chart.name, row["series"]] += row["p"]
        elif "part" in row:
            together[row["label"], row["order"]] += row["p"]
    assert all(total == pytest.approx(1) for total in together.values()), together
    parts = [row["part"] for row in rows if "part" in row]
    assert sum(part == 0 for part in parts) == len({(row["label"], row["order"]) for row in rows if "part" in row})


@each_game
def test_ghosts_are_the_panels_after_the_action(seats: int, mode: int, options: dict) -> None:
    rng = Random(5)
    for state in states(seats, mode, options):
        for seat in game.to_move(state):
            if seat == CHANCE:
                continue
            legal = game.legal_actions(state, seat)
            for action in rng.sample(legal, min(4, len(legal))):
                ghost = stakes.peek_score(state, action, seat)
                after = game.apply(state, action)
                if ghost and views.view(after, None)["plates"] == state.plates and not hasattr(action, "column"):
                    now = [row for row in stakes.score(after, seat).rows if row["series"] == "now"]
                    assert [(row["x"], row["p"]) for row in ghost] == [(row["x"], row["p"]) for row in now]
                for panel in panels.PANELS:
                    rows = panel.peek(state, action, seat) if panel.peek else ()
                    assert rows is None or all(row["series"] == "now" for row in rows)
                    if rows and seats > 1:
                        other = (seat + 1) % seats
                        assert panel.peek(state, action, other) is None, "who looks on chooses nothing"


def test_bars_of_tiles_say_which_and_whether_they_are_certain() -> None:
    hand = ("cloud:6", "cloud-no:6", "two:6", "all", "sum>35")
    state = replace(game.start(1), plates="CM", dice=((6, 6), (1, 2)), hands=(hand,))
    rows = {row["tile"]: row for row in panels.tiles(state, 0).rows}
    chances = odds.chances("CM", [(6, 6), (1, 2)])
    assert {one: row["exact"] for one, row in rows.items()} == {one: exact(chances[one]) for one in rows}
    assert [rows[one]["tone"] for one in ("cloud:6", "cloud-no:6", "all")] == ["met", "failed", "now"]
    assert words.label(rows["sum>35"]["label"], "en") == "total > 35"
    assert rows["two:6"]["text"] == "100%"


def exact(p: Fraction) -> str:
    return f"{p.numerator}/{p.denominator}"


def test_what_is_nearly_certain_is_not_called_certain() -> None:
    assert [seat_.percent(Fraction(n, 10_000)) for n in (0, 1, 5_000, 9_999, 10_000)] == [
        "0%",
        "1%",
        "50%",
        "99%",
        "100%",
    ]


def test_beliefs_are_stacked_and_a_die_waits_with_its_face() -> None:
    state = replace(game.start(1), plates="CX", dice=((1, 1), (2, 4)))
    rows = [row for row in panels.hidden(state, None).rows if row["chart"] == "hidden"]
    assert {row["label"] for row in rows} == {
        "@cloud_mountain.panel.die 4",
        *(f"@cloud_mountain.panel.plate {n}" for n in (3, 4, 5)),
    }
    die = {row["tone"]: row["exact"] for row in rows if "die" in row["label"]}
    assert die == {"cloud": "1/3", "mountain": "2/3"}


def test_the_best_layout_stands_beside_mine_while_laying_and_is_as_good_in_the_end() -> None:
    state, bot = drawn(), BOTS["layout"]()
    figure = stakes.score(state, 0)
    goal = best(seat_.public(state), tuple(sorted(state.hands[0])))
    (mean,) = [row for row in figure.rows if row["series"] == "policy" and "mark" in row]
    assert mean["exact"] == exact(goal.mean + 3) and figure.note.key.endswith(".best")
    for _ in range(9):
        state = game.apply(state, bot(views.view(state, 0), game.legal_actions(state, 0), Random(1)))
    assert stakes.score(state, 0).note.key.endswith("is_best")
    values = [row["exact"] for row in stakes.choices(state, 0).rows]
    assert values == [exact(goal.mean + 3)] * 2


def test_advice_shows_the_best_few_and_holding_and_ghosts_the_others_over_holding() -> None:
    state = play(laid(), "M", 34)
    worths = decisions.advice(state, 0)
    figure = stakes.choices(state, 0)
    assert len(figure.rows) == stakes.FEW and sum(row["best"] for row in figure.rows) == 1
    assert figure.rows[0]["exact"] == exact(max(worths.values()))
    (hold,) = [row for row in figure.rows if row["label"].endswith(".hold")]
    assert hold["exact"] == exact(worths[Hold(0)])
    worst = min(worths, key=worths.__getitem__)
    (ghost,) = stakes.peek_choice(state, worst, 0)
    assert ghost["label"] == hold["label"] and ghost["exact"] == exact(worths[worst])
    swaps = {action: worth for action, worth in worths.items() if isinstance(action, Swap)}
    assert len({(action.a, action.b) for action in swaps}) == 36 and len(set(swaps.values())) <= 36
    assert stakes.peek_choice(state, Replace(0, "no such", 3), 0) is None


def test_best_layouts_with_reversed_tiles_are_found_in_the_background() -> None:
    state = drawn(seats=2, reversible="always")
    panel = next(panel for panel in panels.PANELS if panel.name == "score")
    stakes.BEST.clear()
    assert not panel.ready(state)
    panel.rows(state, 0)
    assert panel.ready(state) and panel.ready(drawn())


class Interrupted:
    """A value that calls `interrupt` whenever it is hashed: another thread gets its turn in the middle of a look-up."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self.interrupt = interrupt

    def __hash__(self) -> int:
        self.interrupt()
        return 1

    def __eq__(self, other: object) -> bool:
        return self is other


def test_a_best_layout_is_given_back_even_if_another_thread_clears_them(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = stakes.Solved(8)
    monkeypatch.setattr(stakes, "best", lambda *asked: "the best")
    for turn in range(6):  # the thread is interrupted at its first look into the cache, its second, …
        looks = iter(range(100))
        position = Interrupted(lambda looks=looks, turn=turn: solved.clear() if next(looks) == turn else None)
        assert [solved.solve((position,)) for _ in range(3)] == ["the best"] * 3
    for number in range(20):
        assert solved.solve((number,)) == "the best"
    assert [number for number in range(20) if solved.has((number,))], "the last ones are kept"
    assert not solved.has((0,)), "and not all of them"


def test_columns_on_offer_are_charted_for_whoever_may_still_choose_and_the_note_speaks_of_them() -> None:
    state = adjusting(seats=2)
    chooser = due(state)[1]
    rows = panels.tiles(state, chooser).rows
    held = [*state.hands[chooser], *(one.tile for one in state.grids[chooser] if one is not None)]
    assert sorted(row["tile"] for row in rows) == sorted(held), "what is left of the columns is none of its tiles"
    for seats in (1, 2, 3, 4):
        choosing = go_to(game.start(seats, mode=2), "choose", 4)
        figure = panels.tiles(choosing, due(choosing)[1])
        assert len(figure.rows) <= panels.MANY
        grid = [row for row in figure.rows if row["order"] < 9]
        told, said = grid or figure.rows, dict(figure.note.args)
        assert said["met"] == sum(row["tone"] == "met" for row in told), "the note speaks of what the chart shows"


def test_a_settled_round_is_told_as_settled() -> None:
    for mode in (1, 2):
        state = go_to(game.start(2, mode=mode), "next")
        key = stakes.score(state, 0).note.key.rpartition(".")[2]
        assert key in ("settled", "settled_best", "certain")
        figure = panels.hidden(state, 0)
        assert not figure.rows and figure.note.key.endswith(".open"), "no empty chart"


@pytest.mark.parametrize(("met", "line", "reach"), [(1, 3, None), (10, 20, 260), (0, 5, 50)])
def test_the_axis_of_points_ends_at_the_most_that_the_ruleset_gives(met: int, line: int, reach: int | None) -> None:
    state = go_to(game.start(1, mode=1, met=met, line=line), "spend")
    for figure in (stakes.score(state, 0), stakes.choices(state, 0)):
        assert {row.get("reach") for row in figure.rows} == {reach}
    worths = {row["p"] for row in stakes.choices(state, 0).rows}
    assert len(worths) > 1, "bars differ in length"
