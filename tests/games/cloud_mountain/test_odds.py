"""The odds of Cloud & Mountain beside brute force, beside closed forms, and beside the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tests.games.cloud_mountain import brute
from tests.games.cloud_mountain.brute import BOX, KINDS
from toolkit.core.dist import sums as rolled
from toolkit.core.game import CHANCE
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain import odds, views
from toolkit.games.cloud_mountain import rules as rules_
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.odds import decisions, joint_law, layouts, multisets, search
from toolkit.games.cloud_mountain.odds import decisions as stakes
from toolkit.games.cloud_mountain.odds.layouts import Worth
from toolkit.games.cloud_mountain.odds.positions import position
from toolkit.games.cloud_mountain.odds.search import best
from toolkit.games.cloud_mountain.state import LINES, Hold, Placed, State

F = Fraction


def test_every_tile_at_random_positions_is_what_brute_force_counts(full: bool) -> None:
    rng = Random(1)
    some = list(brute.places(rng, 200 if full else 12, 6))
    assert {10 - 2 * len(dice) for _, dice, _ in some} == {0, 2, 4, 6}
    for place in some:
        plates, dice, deck = place
        assert odds.chances(plates, dice, deck=deck) == {one: brute.chance(place, one) for one in KINDS}, place


def test_a_chance_from_the_page_of_the_rules() -> None:
    """Cloud, chaos: the 2 lies with the cloud dice, the 1 waits for the plate on its right."""
    found = odds.chances("CX", [(6, 5), (2, 1)])
    assert found["cloud:6"] == found["cloud:2"] == 1 and found["no:5"] == found["cloud-no:6"] == 0
    assert found["no:3"] == F(5, 6) ** 6
    assert found["mountain:1"] + found["mountain-no:1"] == 1
    assert odds.plates("CX", [(6, 5), (2, 1)])[3] == {"C": F(1, 3), "M": F(2, 3)}
    assert odds.pending("CX", [(6, 5), (2, 1)]) == {(2, 2): {"cloud": F(1, 3), "mountain": F(2, 3)}}


@pytest.mark.parametrize(
    "place", [("", (), "CCMMX"), ("X", (), "CCMMX"), ("C", ((3, 3),), "CMXXX"), ("MC", ((1, 2),), "CCMMM")], ids=str
)
def test_far_from_the_end_chances_are_the_closed_forms(place: brute.Place) -> None:
    plates, dice, deck = place
    found, seen = odds.chances(plates, dice, deck=deck), Counter(face for pair in dice for face in pair)
    unknown = 10 - seen.total()
    for face in range(1, 7):
        none, one = F(5, 6) ** unknown, unknown * F(1, 6) * F(5, 6) ** (unknown - 1) if unknown else 0
        assert found[f"no:{face}"] == (0 if seen[face] else none)
        assert found[f"two:{face}"] == (1 - none - one, 1 - none, 1)[min(seen[face], 2)]
    missing = 6 - len(seen)
    assert found["all"] == sum((-1) ** k * comb(missing, k) * F(6 - k, 6) ** unknown for k in range(missing + 1))
    total = rolled(unknown) + sum(face * count for face, count in seen.items())
    assert found["sum>35"] == total.p(lambda x: x > 35) and found["sum<40"] == total.p(lambda x: x < 40)
    for name, side, other in (("cloud", "C", "M"), ("mountain", "M", "C")):
        parts = [lies(row, dice, side) for row in brute.rows(plates, deck)]
        again = [lies(row, dice, other) for row in brute.rows(plates, deck)]
        n = len(parts)
        assert found[f"{name}-no:4"] == sum(F(5, 6) ** left * (4 not in known) for known, left in parts) / n
        assert found[f"{name}>17"] == sum((rolled(left) + sum(known)).p(lambda x: x > 17) for known, left in parts) / n
        assert found[f"{name}:odd"] == sum((rolled(left) + sum(known)).p(lambda x: x % 2) for known, left in parts) / n
        won = F(0)
        for (known, left), (they, others) in zip(parts, again, strict=True):
            gap = sum(they) - sum(known)
            won += sum(p for x, p in (rolled(left) + rolled(others).map(lambda x: -x)).items() if x > gap)
        assert found[f"{name}>{'mountain' if name == 'cloud' else 'cloud'}"] == won / n


def lies(row: str, dice: tuple, side: str) -> tuple[list[int], int]:
    """Known faces on a side, and how many dice are to come there."""
    faces = [face for pair in dice for face in pair]
    where = brute.sides(row)
    return [face for face, at in zip(faces, where, strict=False) if at == side], where[len(faces) :].count(side)


def test_chances_obey_the_laws_wherever_we_are() -> None:
    for plates, dice, deck in brute.places(Random(3), 60, 10):
        found = odds.chances(plates, dice, deck=deck)
        assert all(0 <= p <= 1 for p in found.values())
        assert found["cloud:odd"] + found["cloud:even"] == found["mountain:3"] + found["mountain-no:3"] == 1
        assert found["cloud>mountain"] + found["mountain>cloud"] <= 1
        assert found["sum>30"] >= found["sum>35"] and found["cloud<15"] <= found["cloud<18"]
        found_sums = odds.sums(plates, dice, deck)
        assert all(sum(law.values()) == 1 for law in found_sums)
        assert found_sums.cloud.mean + found_sums.mountain.mean == found_sums.total.mean
        assert found["cloud>14"] == found_sums.cloud.p(lambda x: x > 14)


def test_the_chance_now_is_the_mean_of_the_chances_after_the_next_roll_and_plate() -> None:
    now = odds.chances("XM", [(4, 2)])
    rolls = odds.batch([("XM", [(4, 2), pair]) for pair in product(range(1, 7), repeat=2)])
    assert all(sum(after[one] for after in rolls) / 36 == p for one, p in now.items())
    next_plate = odds.plates("XM", [(4, 2), (5, 5)])[3]
    turned = {plate: odds.chances("XM" + plate, [(4, 2), (5, 5)]) for plate in next_plate}
    now = odds.chances("XM", [(4, 2), (5, 5)])
    assert all(sum(p * turned[plate][one] for plate, p in next_plate.items()) == now[one] for one in now)


def test_a_batch_is_the_same_one_by_one_and_tiles_of_ones_own_count_too() -> None:
    some = [(plates, dice) for plates, dice, _ in brute.places(Random(4), 12, 10, decks=False)]
    assert odds.batch(some) == [odds.chances(*one) for one in some]
    own = ["Cloud > ７", "sum<60", "mountain>0"]
    assert list(odds.chances("C", tiles=own)) == ["cloud>7", "sum<60", "mountain>0"]
    place = ("CMX", ((1, 2), (3, 4), (5, 5)), "CCMMX")
    assert odds.chances(*place[:2], own) == {
        one: brute.chance(place, one) for one in ("cloud>7", "sum<60", "mountain>0")
    }


def test_plates_pending_dice_and_sums_are_what_brute_force_counts() -> None:
    for place in brute.places(Random(5), 10, 4):
        plates, dice, deck = place
        rows = brute.rows(plates, deck)
        for at, law in odds.plates(plates, dice, deck).items():
            assert law == {one: F(n, len(rows)) for one, n in Counter(row[at - 1] for row in rows).items()}
        for (stage, which), law in odds.pending(plates, dice, deck).items():
            lying = Counter(brute.sides(row)[2 * stage + which - 3] for row in rows)
            assert law == {{"C": "cloud", "M": "mountain"}[one]: F(n, len(rows)) for one, n in lying.items()}
        found = odds.sums(plates, dice, deck)
        assert all(found.cloud[x] == brute.share(place, lambda c, m, x=x: sum(c) == x) for x in found.cloud)
        assert all(found.mountain[x] == brute.share(place, lambda c, m, x=x: sum(m) == x) for x in found.mountain)
        assert all(found.total[x] == brute.share(place, lambda c, m, x=x: sum(c) + sum(m) == x) for x in found.total)
        assert all(found.cloud_dice[k] == brute.share(place, lambda c, m, k=k: len(c) == k) for k in found.cloud_dice)


def test_the_table_counts_every_roll_once_and_knows_its_bounds() -> None:
    for n in range(7):
        table = multisets.table(n)
        rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n))
        assert {tuple(c): w for c, w in zip(table.counts.tolist(), table.weights.tolist(), strict=True)} == {
            tuple(roll.count(face) for face in range(1, 7)): count for roll, count in rolls.items()
        }
        above = [sum(count for roll, count in rolls.items() if sum(roll) > x) for x in range(6 * n + 1)]
        assert list(multisets.above(n)) == above
    assert multisets.table(20).weights.sum() == 6**20 < 2**53
    with pytest.raises(ValueError, match="from 0 to 20"):
        multisets.table(21)
    with pytest.raises(ValueError, match="57"):
        multisets.ways(multisets.table(3).weights.repeat(2)[:57, None])


def test_a_law_of_several_tiles_has_no_more_than_twelve() -> None:
    assert joint_law.law(position(), BOX[:12]).sum() == 30 * 6**10
    with pytest.raises(ValueError, match="12"):
        joint_law.law(position(), BOX[:13])


def some_grid(rng: Random, empty: float = 0.0) -> list[tuple[str, bool] | None]:
    return [None if rng.random() < empty else (one, rng.random() < 0.3) for one in rng.sample(BOX, 9)]


def test_a_layout_is_what_brute_force_counts(full: bool) -> None:
    rng = Random(6)
    for place in brute.places(rng, 40 if full else 8, 6 if full else 4):
        plates, dice, deck = place
        for cells, met, line in ((some_grid(rng), 1, 3), (some_grid(rng, 0.3), 2, 5)):
            found = layouts.layout(cells, plates, dice, deck=deck, met=met, line=line)
            assert found == brute.score(place, cells, met, line), (place, cells)
            ids = [one and one[0] for one in cells]
            turned = [at for at, one in enumerate(cells) if one and one[1]]
            assert layouts.layout(ids, plates, dice, turned, deck=deck, met=met, line=line) == found
            lines = layouts.lines(ids, plates, dice, turned, deck=deck)
            one_line = brute.score(place, [*cells[:3], *[None] * 6], 0, 1)
            assert lines[0] == one_line.get(1, 0)
            tiles = sum(
                odds.chances(plates, dice, [one[0]], deck)[one[0]]
                if not one[1]
                else 1 - odds.chances(plates, dice, [one[0]], deck)[one[0]]
                for one in cells
                if one
            )
            assert found.mean == met * tiles + line * sum(lines)


def test_tiles_hang_together_so_that_chances_do_not_multiply() -> None:
    nine = ["no:1", "no:2", "no:3", "sum>35", "cloud>17", "all", "cloud>mountain", "mountain<21", "cloud:6"]
    single = odds.chances(tiles=nine)
    together = layouts.lines(nine)[0]
    assert together == F(3, 6) ** 10 != single["no:1"] * single["no:2"] * single["no:3"]
    assert layouts.lines([*nine[:2], "all", *nine[3:5], "no:3", *nine[6:]])[0] == 0


def test_the_best_layout_is_the_best_of_all(full: bool) -> None:
    rng = Random(7)
    for place, n, line in zip(
        brute.places(rng, 6 if full else 3, 4), (9, 9, 10, 10, 11, 11), (3, 1, 0, 3, 9, 3), strict=False
    ):
        tiles = rng.sample(BOX, n)
        found = search.best_layout(tiles, *place[:2], deck=place[2], line=line)
        assert found.mean == brute.all_layouts(place, tiles, line), (place, tiles)
        assert found.mean == layouts.layout(found.layout, *place[:2], deck=place[2], line=line).mean
        assert sorted((*found.layout, *found.spares)) == sorted(tiles)


def test_the_best_layout_of_twelve_is_the_best_of_all(full: bool) -> None:
    """All 9,979,200 of them."""
    if not full:
        pytest.skip("with --full")
    place = ("CX", ((6, 5), (2, 1)), "CCMMX")
    tiles = Random(8).sample(BOX, 12)
    assert search.best_layout(tiles, *place[:2]).mean == brute.all_layouts(place, tiles)


def test_where_tiles_may_lie_reversed_the_best_layout_says_which(full: bool) -> None:
    rng = Random(9)
    tiles = rng.sample(BOX, 9)
    place = ("MXC", ((2, 2), (4, 6), (1, 5)), "CCMMX")
    found = search.best_layout(tiles, *place[:2], reversible=True)
    assert found.mean == layouts.layout(found.layout, *place[:2], found.reversed).mean
    assert found.mean >= search.best_layout(tiles, *place[:2]).mean
    worth = Worth(position(*place[:2]), tiles, reversible=True)
    for _ in range(50 if full else 10):  # no way to turn one or two tiles, or to change two, is better
        cells = [tiles.index(one) + 9 * (at in found.reversed) for at, one in enumerate(found.layout)]
        rng.shuffle(cells)
        better = True
        while better:
            tries = [
                [*cells[:a], cells[b], *cells[a + 1 : b], cells[a], *cells[b + 1 :]]
                for a, b in combinations(range(9), 2)
            ]
            tries += [[*cells[:a], (cells[a] + 9) % 18, *cells[a + 1 :]] for a in range(9)]
            most = max(tries, key=lambda one: worth.of(np.array(one)))
            better = worth.of(np.array(most)) > worth.of(np.array(cells))
            cells = most if better else cells
        assert worth.mean(int(worth.of(np.array(cells)))) <= found.mean


def test_of_equally_good_layouts_it_is_always_the_same_one() -> None:
    tiles, all_known = BOX[:12], ("CCMMX", [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
    first = search.best_layout(tiles, *all_known)
    best.cache_clear()
    assert search.best_layout(tiles, *all_known) == first


def test_the_best_place_of_a_column_is_the_best_of_all() -> None:
    rng = Random(10)
    for place, laid in zip(brute.places(rng, 6, 10), (6, 6, 3, 6, 8, 7), strict=True):
        plates, dice, deck = place
        tiles = rng.sample(BOX, laid + min(3, 9 - laid))
        cells: list = [(one, rng.random() < 0.4) for one in tiles[:laid]] + [None] * (9 - laid)
        rng.shuffle(cells)
        for reversible in (True, False):
            found = search.best_column(cells, tiles[laid:], plates, dice, deck=deck, reversible=reversible)
            means = {}
            free = [at for at, one in enumerate(cells) if one is None]
            for turns in product((False, True) if reversible else (False,), repeat=len(tiles) - laid):
                for where in permutations(free, len(tiles) - laid):
                    grid = list(cells)
                    for one, cell, turn in zip(tiles[laid:], where, turns, strict=True):
                        grid[cell] = (one, turn)
                    means[where, turns] = layouts.layout(grid, plates, dice, deck=deck).mean
            assert found.mean == max(means.values()) == means[found.cells, found.reversed]


def spending(mode: int, seed: int, **options: object) -> State:
    """A state in which a seat may spend, in the middle of a game of bots."""
    rng, state = Random(seed), rules_.start(2, mode=mode, **options)
    bots, met = [BOTS["layout"](), BOTS["random"]()], 0
    while True:
        seat = rules_.to_move(state)[0]
        if seat == CHANCE:
            state = rules_.apply(state, rules_.chance_outcomes(state).sample(rng))
            continue
        legal, view = rules_.legal_actions(state, seat), views.view(state, seat)
        met += view["due"]["phase"] == "spend"
        if met > seed % 3 and view["due"]["phase"] == "spend":
            return state
        state = rules_.apply(state, bots[seat](view, legal, rng))


@pytest.mark.parametrize(
    ("mode", "options"), [(1, {}), (2, {}), (1, {"reversible": "always", "met": 2, "line": 5, "spare": 3})]
)
def test_advice_is_the_engine_applied_and_the_layout_asked_again(mode: int, options: dict) -> None:
    for seed in range(3):
        state = spending(mode, seed, **options)
        (seat,) = rules_.to_move(state)
        found, rules = decisions.advice(state, seat), state.rules
        assert set(found) == set(rules_.legal_actions(state, seat))
        for action, worth in found.items():
            after = rules_.apply(state, action)
            kept = rules.spare * len(after.hands[seat])
            law = layouts.layout(
                after.grids[seat], state.plates, state.dice, deck=rules.plates, met=rules.met, line=rules.line
            )
            assert worth == law.mean + kept, action
        at = position(state.plates, state.dice, rules.plates)
        assert stakes.advice_on(state.grids[seat], state.hands[seat], at, rules, seat) == found


def test_a_column_is_worth_what_its_best_action_makes_of_the_grid() -> None:
    state, rng = rules_.start(2, mode=2), Random(11)
    for _ in range(60):
        seat = rules_.to_move(state)[0]
        if seat == CHANCE:
            state = rules_.apply(state, rules_.chance_outcomes(state).sample(rng))
            continue
        legal = rules_.legal_actions(state, seat)
        sees = stakes.SeatView.of(views.view(state, seat), seat)
        if sees.phase == "choose" and None in sees.grid:
            assert list(stakes.choose_worths(sees)) == list(legal)
            for choice, worth in stakes.choose_worths(sees).items():
                column = state.columns[choice.column]
                found = search.best_column(sees.grid, column, state.plates, state.dice)
                assert worth == found.mean
        if sees.phase == "place":
            worths = stakes.lay_worths(sees)
            assert set(worths) == set(legal)
            best = max(worths, key=worths.__getitem__)
            after = rules_.apply(state, best)
            again = stakes.SeatView.of(views.view(after, seat), seat)
            left = (
                max(stakes.lay_worths(again).values())
                if again.taking
                else layouts.layout(after.grids[seat], state.plates, state.dice).mean
            )
            assert left == worths[best]
        state = rules_.apply(state, rng.choice(legal))


def test_without_spares_holding_is_all_there_is() -> None:
    state = spending(1, 0)
    (seat,) = rules_.to_move(state)
    bare = replace(state, hands=((), ()))
    assert list(decisions.advice(bare, seat)) == [Hold(seat)]
    with pytest.raises(BadInput, match="0 … 1"):
        decisions.advice(state, 7)


def test_chances_are_read_like_a_dict() -> None:
    (found,) = odds.batch([("C", [(6, 5)])], tiles=["cloud:6", "no:6", "no:3"])
    same = {"cloud:6": F(1), "no:6": F(0), "no:3": F(5, 6) ** 8}
    assert found == same and same == found and found != same | {"no:3": F(1)}
    assert repr(found) == repr(same) and dict(found) == found.exact() == same and list(found) == list(same)
    assert (len(found), "all" in found, found.get("all")) == (3, False, None)
    assert found.floats() == {one: float(p) for one, p in same.items()}
    with pytest.raises(TypeError):
        found["no:3"] = F(1)  # type: ignore[index]


WRONG = [
    (lambda: odds.chances("CA"), "'CA'", "C, M, X"),
    (lambda: odds.chances("CCC"), "'CCC'", "'CCMMX'"),
    (lambda: odds.chances(5), "5", "C, M, X"),
    (lambda: odds.chances("C", deck="XXXXX"), "'XXXXX'", "'CCMMX'"),
    (lambda: odds.chances("C", deck="CM"), "'CM'", "'CCMMX'"),
    (lambda: odds.chances("C", [(1, 2), (3, 4)]), "2", "0 | 1"),
    (lambda: odds.chances("CMX", [(1, 2)]), "1", "2 | 3"),
    (lambda: odds.chances("", [(1, 2)]), "1", "0"),
    (lambda: odds.chances("C", [(0, 2)]), "0", "1 … 6"),
    (lambda: odds.chances("C", [(1.5, 2)]), "1.5", "1 … 6"),
    (lambda: odds.chances("C", [(1, 2, 3)]), "(1, 2, 3)", "(6, 5)"),
    (lambda: odds.chances("C", [7]), "7", "(6, 5)"),
    (lambda: odds.chances("C", 7), "7", "(6, 5)"),
    (lambda: odds.chances(tiles=["cloud:7"]), "'cloud:7'", "cloud:odd"),
    (lambda: odds.chances(tiles=[None]), "None", "cloud:odd"),
    (lambda: layouts.layout(BOX[:8]), "8", "nine"),
    (lambda: layouts.layout(BOX[:9], reversed=[9]), "9", "0 … 8"),
    (lambda: search.best_layout(BOX[:8]), "8", "9 … 12"),
    (lambda: search.best_layout(BOX[:13]), "13", "9 … 12"),
    (lambda: search.best_column(BOX[:9], BOX[:1]), "1", "0"),
    (lambda: search.best_column([None] * 9, BOX[:4]), "4", "1 … 3"),
    (lambda: odds.chances(["C", "M"]), "plates cannot be ['C', 'M']", "C, M, X"),
    (lambda: odds.chances("C", deck=["C"]), "deck cannot be ['C']", "C, M, X"),
    (lambda: odds.chances(tiles=5), "5", "cloud:odd"),
    (lambda: odds.chances(tiles=[["all"]]), "['all']", "cloud:odd"),
    (lambda: odds.batch(None), "positions cannot be None", "('CX', [(6, 5)])"),
    (lambda: odds.batch(["C"]), "positions cannot be 'C'", "('CX', [(6, 5)])"),
    (lambda: odds.batch([("C",)]), "positions cannot be ('C',)", "('CX', [(6, 5)])"),
    (lambda: layouts.layout(None), "tiles cannot be None", "('sum>35', True)"),
    (lambda: layouts.layout([{"tile": "all"}] * 9), "tiles cannot be {'tile': 'all'}", "('sum>35', True)"),
    (lambda: layouts.layout([("all", 5)] * 9), "tiles cannot be ('all', 5)", "('sum>35', True)"),
    (lambda: layouts.layout(BOX[:9], reversed=5), "reversed cannot be 5", "[0, 4, 8]"),
    (lambda: layouts.lines(BOX[:9], reversed=None), "reversed cannot be None", "[0, 4, 8]"),
    (lambda: layouts.layout(BOX[:9], reversed=[True]), "True", "0 … 8"),
    (lambda: layouts.layout(BOX[:9], met=-1), "met cannot be -1", "0 … 20"),
    (lambda: layouts.layout(BOX[:9], line=1.5), "line cannot be 1.5", "0 … 20"),
    (lambda: layouts.layout(BOX[:9], met=10**9), "met cannot be 1000000000", "0 … 20"),
    (lambda: search.best_layout(None), "tiles cannot be None", "'all'"),
    (lambda: search.best_layout("all"), "tiles cannot be 'all'", "'all'"),
    (lambda: search.best_layout(BOX[:9], met=10**12), "met cannot be 1000000000000", "0 … 20"),
    (lambda: search.best_layout(BOX[:9], reversible=1), "reversible cannot be 1", "True | False"),
    (lambda: search.best_column(None, BOX[:1]), "tiles cannot be None", "('sum>35', True)"),
    (lambda: search.best_column([None] * 9, None), "column cannot be None", "'all'"),
    (lambda: search.best_column([None] * 9, BOX[:1], line=True), "line cannot be True", "0 … 20"),
    (lambda: decisions.advice(None, 0), "state cannot be None", "table.match.state"),
    (lambda: decisions.advice(rules_.start(2), True), "True", "0 … 1"),
]


@pytest.mark.parametrize(("call", "given", "right"), WRONG)
def test_what_cannot_be_is_refused_with_what_would_be_right(call: object, given: str, right: str) -> None:
    with pytest.raises(BadInput) as caught:
        call()  # type: ignore[operator]
    assert given in caught.value.say("en") and right in caught.value.say("en")
    assert given.replace(" cannot be ", " 不能是 ") in caught.value.say("zh")
    assert right in caught.value.say("zh") or right == "nine"


def test_what_is_written_otherwise_is_understood() -> None:
    assert odds.chances(" ｃ x", [[6, 5]]) == odds.chances("CX", ((6, 5),))
    placed = [Placed("all", True), None, ("all", True), {"tile": "all", "reversed": True}, *["no:6"] * 5]
    assert layouts.layout(placed) == layouts.layout(["all", None, "all", "all", *["no:6"] * 5], reversed=[0, 2, 3])
    assert LINES[0] == (0, 1, 2)
