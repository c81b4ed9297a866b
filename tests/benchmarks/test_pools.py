"""The odds of Cloud & Mountain beside icepool, dyce and plain numpy.

    OPENBLAS_NUM_THREADS=1 uv run --group bench pytest tests/benchmarks/test_pools.py -s

Answers are compared first. Peers stand in their fastest spelling that was found: sums and numbers of a face as sums
of dice (not as multisets), each made once for as many dice; what is seen of faces by an evaluator that only keeps what
it needs. What they cache by themselves lives as long as one answer. The tables here are warm, as they are from the
second question of a session on; "cold" makes them anew. No answer is taken from a cache of answers.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.benchmarks.race import race, report
from tests.games.cloud_mountain import brute
from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.odds import joint_law, layouts, multisets, search, sheet
from toolkit.games.cloud_mountain.odds import layouts as layouts_
from toolkit.games.cloud_mountain.odds import met as met_
from toolkit.games.cloud_mountain.odds import search as search_
from toolkit.games.cloud_mountain.odds.positions import Position, position, splits
from toolkit.games.cloud_mountain.rules.tiles import Tile, met, tile
from toolkit.games.cloud_mountain.state import LINES

REVEALS = [
    ("", ()),
    ("C", ()),
    ("C", ((6, 5),)),
    ("CX", ((6, 5),)),
    ("CX", ((6, 5), (2, 1))),
    ("CXM", ((6, 5), (2, 1))),
    ("CXM", ((6, 5), (2, 1), (3, 3))),
    ("CXMM", ((6, 5), (2, 1), (3, 3))),
    ("CXMM", ((6, 5), (2, 1), (3, 3), (1, 4))),
    ("CXMMC", ((6, 5), (2, 1), (3, 3), (1, 4))),
    ("CXMMC", ((6, 5), (2, 1), (3, 3), (1, 4), (2, 6))),
]
"""The eleven positions of a round."""
NINE = (
    "all",
    "two:6",
    "no:3",
    "sum>35",
    "cloud>17",
    "mountain<21",
    "cloud:6",
    "mountain-no:2",
    "cloud>mountain",
)
CACHES: tuple[Any, ...] = (
    sheet.sheet,
    met_._plan,
    multisets.table,
    multisets.rows,
    multisets._codes,
    multisets._next,
    multisets.above,
    multisets.ahead,
)
"""All that holds a table."""
Timed = tuple[Callable[[], object], int]
"""A contender, and how often it answers in one round."""


def compare(capsys: pytest.CaptureFixture[str], title: str, rounds: int = 7, **contenders: Timed) -> None:
    """Races them, and reports how many times as fast as the fastest peer each is."""
    runs = {name: (lambda run=run, n=n: [run() for _ in range(n)]) for name, (run, n) in contenders.items()}
    times = race(rounds, **runs)
    work = {name: n for name, (_, n) in contenders.items()}
    peers = [name for name in times if not name.startswith("table")]
    fastest = min(peers, key=lambda name: statistics.median(times[name]) / work[name])
    with capsys.disabled():
        report(title, times, fastest, work)


def clear() -> None:
    """Every table anew."""
    for cached in CACHES:
        cached.cache_clear()


def test_all_chances_at_the_start_of_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    icepool, dyce = pytest.importorskip("icepool"), pytest.importorskip("dyce")
    assert odds.chances() == by_icepool(icepool)("", ()) == by_dyce(dyce)("", ())

    def cold() -> object:
        clear()
        return odds.chances()

    compare(
        capsys,
        "all tile chances at one position, the start of a round",
        table=(odds.chances, 50),
        table_cold=(cold, 1),
        icepool=(lambda: by_icepool(icepool)("", ()), 1),
        icepool_tile_by_tile=(lambda: by_icepool(icepool, plain)("", ()), 1),
        dyce=(lambda: by_dyce(dyce)("", ()), 1),
    )


def test_the_reveals_of_a_round_in_one_batch(capsys: pytest.CaptureFixture[str]) -> None:
    icepool, dyce = pytest.importorskip("icepool"), pytest.importorskip("dyce")
    found = odds.batch(REVEALS)
    assert found == [by_icepool(icepool)(*one) for one in REVEALS] == [by_dyce(dyce)(*one) for one in REVEALS]
    compare(
        capsys,
        "all tile chances at the 11 reveals of a round",
        table=(lambda: odds.batch(REVEALS), 100),
        icepool=(lambda: [by_icepool(icepool)(*one) for one in REVEALS], 1),
        icepool_tile_by_tile=(lambda: [by_icepool(icepool, plain)(*one) for one in REVEALS], 1),
        dyce=(lambda: [by_dyce(dyce)(*one) for one in REVEALS], 1),
    )


def plain(function: Any) -> Any:
    """Nothing kept."""
    return function


Peer = Callable[[str, Any], dict[str, Fraction]]


def by_icepool(icepool: Any, keep: Callable[[Any], Any] = cache) -> Peer:
    """Dice of icepool, each sum made once; new ones for every answer. Without `keep`: made for each tile and split."""
    d6 = icepool.d6

    class Seen(icepool.MultisetEvaluator):  # type: ignore[misc, name-defined]
        """How many of some faces come."""

        def next_state(self, state: Any, order: Any, outcome: int, count: int) -> int:
            return (state or 0) + (count > 0 and outcome in self.wanted)

        def __init__(self, wanted: frozenset[int]) -> None:
            self.wanted = wanted

    def covered(n: int, wanted: frozenset[int]) -> Fraction:
        law = Seen(wanted).evaluate(d6.pool(n))
        return Fraction(law.probability("==", len(wanted)))

    return mixture(
        keep(lambda n: n @ d6),
        keep(lambda n: n @ (d6 == 6).map({False: 0, True: 1})),
        keep(covered),
        lambda law: list(law.items()),
        lambda first, second: first - second,
        keep,
    )


def by_dyce(dyce: Any) -> Peer:
    """The same with dyce, which has no evaluators: the faces by inclusion and exclusion."""
    d6, hit = dyce.H(6), dyce.H({0: 5, 1: 1})

    def covered(n: int, wanted: frozenset[int]) -> Fraction:
        p = Fraction(0)
        for i in range(len(wanted) + 1):
            none = n @ dyce.H({0: 6 - i, 1: i} if i else {0: 6}) if n else {0: 1}
            ways = len(list(combinations(wanted, i))) * none.get(0, 0)
            p += Fraction((-1) ** i * ways, 6**n)
        return p

    return mixture(
        cache(lambda n: n @ d6 if n else dyce.H({0: 1})),
        cache(lambda n: n @ hit if n else dyce.H({0: 1})),
        cache(covered),
        lambda law: list(law.items()),
        lambda first, second: first - second,
    )


def mixture(
    sums: Callable[[int], Any],
    hits: Callable[[int], Any],
    covered: Callable[[int, frozenset[int]], Fraction],
    items: Callable[[Any], list[tuple[int, int]]],
    less: Callable[[Any, Any], Any],
    keep: Callable[[Any], Any] = cache,
) -> Peer:
    """All chances as a mixture over plate rows, whatever the dice are made with."""

    def share(law: Any, event: Callable[[int], bool]) -> Fraction:
        good = total = 0
        for outcome, count in items(law):
            total += count
            if event(outcome):
                good += count
        return Fraction(good, total)

    def sides(asked: Tile, known: tuple[int, ...], left: int, sure: Callable[..., Fraction]) -> Fraction:
        face, lying = asked.number, known.count(asked.number)
        if asked.kind in ("has", "without", "no", "two"):
            least = 2 if asked.kind == "two" else 1
            p = Fraction(1) if lying >= least else sure("hits", left, least - lying - 1)
            return p if asked.kind in ("has", "two") else 1 - p
        if asked.kind == "all":
            missing = frozenset(range(1, 7)) - set(known)
            return covered(left, missing)
        if asked.kind == "parity":
            odd = sure("odd", left, 0)
            return odd if (sum(known) % 2 == 0) == (asked.sign == "odd") else 1 - odd
        bound = face - sum(known)
        return sure("above", left, bound) if asked.sign == ">" else 1 - sure("above", left, bound - 1)

    def answer(plates: str, dice: Any) -> dict[str, Fraction]:
        @keep
        def sure(what: str, n: int, bound: int) -> Fraction:
            if what == "odd":
                return share(sums(n), lambda x: x % 2 == 1)
            return share((hits if what == "hits" else sums)(n), lambda x: x > bound)

        at = position(plates, dice)
        found = splits(at)
        rows = sum(split.rows for split in found)
        chances = {}
        for one in brute.KINDS:
            asked = tile(one)
            if asked.scope == "all":
                chances[one] = sides(asked, at.faces, at.unknown, sure)
                continue
            p = Fraction(0)
            for split in found:
                side, left = (
                    (split.cloud, split.cloud_left) if asked.scope == "cloud" else (split.mountain, split.mountain_left)
                )
                if asked.kind == "contest":
                    gap = sum(split.cloud) - sum(split.mountain)
                    law = contest(split.cloud_left, split.mountain_left)
                    up = 1 if asked.scope == "cloud" else -1
                    won = share(law, lambda x, gap=gap, up=up: up * (x + gap) > 0)
                    p += split.rows * won
                else:
                    p += split.rows * sides(asked, side, left, sure)
            chances[one] = p / rows
        return chances

    @keep
    def contest(cloud: int, mountain: int) -> Any:
        return less(sums(cloud), sums(mountain))

    return answer


SIXTY: tuple[Callable[[int, list[int]], bool], ...] = (
    *(lambda s, c, n=n: s > n for n in range(24, 46)),
    *(lambda s, c, f=f: c[f] > 0 for f in range(1, 7)),
    *(lambda s, c, f=f: c[f] > 1 for f in range(1, 7)),
    *(lambda s, c, f=f: c[f] > 2 for f in range(1, 7)),
    *(lambda s, c, n=n: sum(map(bool, c)) == n for n in range(1, 7)),
    *(lambda s, c, n=n: max(c) >= n for n in range(2, 8)),
    *(lambda s, c, n=n: s % n == 0 for n in range(2, 7)),
    *(lambda s, c, f=f: c[f] > c[7 - f] for f in (1, 2, 3)),
)
"""Predicates of the sum of ten dice and of how often each face comes (index 0: nothing)."""
ROLL = (3, 6, 1, 1, 5, 4, 6, 2)


def test_sixty_predicates_given_k_of_ten_dice(capsys: pytest.CaptureFixture[str]) -> None:
    icepool, dyce = pytest.importorskip("icepool"), pytest.importorskip("dyce")
    assert len(SIXTY) == 60
    table = multisets.table(10)
    met_by = np.array(
        [
            [event(total, [0, *row]) for event in SIXTY]
            for total, row in zip(table.sums.tolist(), table.counts.tolist(), strict=True)
        ]
    )
    ways = multisets.ways(met_by)

    def looked_up(k: int) -> list[int]:
        found: list[int] = ways[multisets.row(ROLL[:k])].tolist()
        return found

    def counted(rolls: Any, k: int) -> list[int]:
        """Sum and counts once for each multiset, then all predicates."""
        found = [0] * 60
        before = Counter(ROLL[:k])
        for roll, weight in rolls:
            faces = [0] * 7
            for face in roll:
                faces[face] += 1
            for face, n in before.items():
                faces[face] += n
            total = sum(face * n for face, n in enumerate(faces))
            for at, event in enumerate(SIXTY):
                if event(total, faces):
                    found[at] += weight
        return found

    def with_icepool(k: int) -> list[int]:
        return counted(icepool.d6.pool(10 - k).expand().items(), k)

    def with_dyce(k: int) -> list[int]:
        return counted(((10 - k) @ dyce.P(6)).rolls_with_counts(), k)

    ks = (0, 2, 4, 6, 8)
    assert all(looked_up(k) == with_icepool(k) == with_dyce(k) for k in ks)
    compare(
        capsys,
        "60 predicates given k of ten dice, k = 0, 2, 4, 6, 8",
        table=(lambda: [looked_up(k) for k in ks], 200),
        table_cold=(lambda: multisets.ways(met_by)[[multisets.row(ROLL[:k]) for k in ks]], 1),
        icepool=(lambda: [with_icepool(k) for k in ks], 1),
        dyce=(lambda: [with_dyce(k) for k in ks], 1),
    )
    for k in ks:
        compare(
            capsys,
            f"60 predicates given {k} of ten dice",
            table=(lambda k=k: looked_up(k), 200),
            icepool=(lambda k=k: with_icepool(k), 1 if k < 6 else 5),
            dyce=(lambda k=k: with_dyce(k), 1 if k < 6 else 5),
        )


def forget() -> None:
    """Laws and layouts anew; tables stay."""
    for cached in (joint_law._law, layouts.score, search.best, search.placings, search.place):
        cached.cache_clear()


def test_the_joint_law_of_nine_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    icepool = pytest.importorskip("icepool")
    codes, weights = ready_codes(position())
    law = np.bincount(codes, weights, 512)

    def fresh_law() -> Any:
        forget()
        return joint_law.law(position(), NINE)

    def whole() -> object:
        forget()
        return layouts_.layout(NINE)

    assert (fresh_law() == law).all()
    assert with_pools(icepool)() == {code: int(ways) for code, ways in enumerate(law) if ways}
    compare(
        capsys,
        f"joint law of nine tiles: {len(codes):,} weighted states; floor: one weighted bincount over ready codes",
        table=(fresh_law, 5),
        table_to_the_law_of_the_score=(whole, 5),
        floor=(lambda: np.bincount(codes, weights, 512), 5),
    )
    compare(
        capsys,
        "joint law of nine tiles",
        table=(fresh_law, 5),
        table_to_the_law_of_the_score=(whole, 5),
        icepool=(with_pools(icepool), 1),
    )


def ready_codes(at: Position) -> tuple[Any, Any]:
    """The code of every pair of multisets, by the plain rule, and how many ways it stands for."""
    codes, weights = [], []
    for split in splits(at):
        cloud, mountain = multisets.table(split.cloud_left), multisets.table(split.mountain_left)
        left, right = faces_of(cloud.counts), faces_of(mountain.counts)
        own = [[met(one, roll, ()) for one in NINE] for roll in left]
        other = [[met(one, (), roll) for one in NINE] for roll in right]
        for a, roll in enumerate(left):
            for b, back in enumerate(right):
                code = 0
                for bit, one in enumerate(NINE):
                    of = tile(one)
                    if of.scope == "cloud" and of.kind != "contest":
                        holds = own[a][bit]
                    elif of.scope == "mountain" and of.kind != "contest":
                        holds = other[b][bit]
                    else:
                        holds = met(one, roll, back)
                    code |= holds << bit
                codes.append(code)
        weights.append(np.multiply.outer(cloud.weights, mountain.weights).ravel() * float(split.rows))
    return np.array(codes, dtype=np.int64), np.concatenate(weights)


def faces_of(counts: Any) -> list[tuple[int, ...]]:
    return [tuple(face for face, n in enumerate(row, 1) for _ in range(n)) for row in counts.tolist()]


def with_pools(icepool: Any) -> Callable[[], dict[int, int]]:
    """One evaluator over the pools of cloud and of mountain dice, with no more state than the tiles need."""

    class Code(icepool.MultisetEvaluator):  # type: ignore[misc, name-defined]
        def next_state(self, state: Any, order: Any, outcome: int, cloud: int, mountain: int) -> Any:
            c, m, every, bits = state or (0, 0, True, 0)
            both = cloud + mountain
            bits |= (outcome == 6 and both > 1) << 1 | (outcome == 3 and not both) << 2
            bits |= (outcome == 6 and cloud > 0) << 6 | (outcome == 2 and not mountain) << 7
            return c + outcome * cloud, m + outcome * mountain, every and both > 0, bits

        def extra_outcomes(self, outcomes: Any) -> Any:
            return range(1, 7)

        def final_outcome(self, state: Any, *rest: Any) -> int:
            c, m, every, bits = state
            found = bits | every | (c + m > 35) << 3 | (c > 17) << 4 | (m < 21) << 5 | (c > m) << 8
            return int(found)

    def answer() -> dict[int, int]:
        found: Counter[int] = Counter()
        for split in splits(position()):
            law = Code().evaluate(icepool.d6.pool(split.cloud_left), icepool.d6.pool(split.mountain_left))
            for code, ways in law.items():
                found[code] += ways * split.rows
        return dict(sorted(found.items()))

    return answer


def test_the_best_layout(capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(4)
    for plates, dice in (("C", ((6, 3),)), ("CX", ((6, 5), (2, 1)))):
        tiles = rng.sample(brute.BOX, 12)
        enumerate_all = enumeration(position(plates, dice), tiles)

        def search_for(tiles: list[str] = tiles, plates: str = plates, dice: Any = dice) -> Fraction:
            forget()
            return search_.best_layout(tiles, plates, dice).mean

        assert search_for() == enumerate_all()
        compare(
            capsys,
            f"the best of 9,979,200 layouts at {plates}, proven; enumeration: all in numpy, made before the clock",
            rounds=7,
            table=(search_for, 3),
            enumeration=(enumerate_all, 1),
        )


@cache
def others() -> Any:
    """(8, 831600): corners a, c, g, i and edges b, d, f, h of eleven; of each eight that are turned or mirrored one."""
    found = [
        (a, c, g, i, *edges)
        for four in combinations(range(11), 4)
        for a, c, g, i in permutations(four)
        if a == min(four) and c < g
        for edges in permutations([one for one in range(11) if one not in four], 4)
    ]
    return np.ascontiguousarray(np.array(found, dtype=np.intp).T)


def enumeration(at: Position, tiles: list[str]) -> Callable[[], Fraction]:
    made = others()
    assert made.shape == (8, 9_979_200 // 12)

    def run() -> Fraction:
        forget()
        worth = layouts.Worth(at, tiles)
        three = np.ascontiguousarray(worth.three[:12, :12, :12]).ravel()
        best = 0
        for centre in range(12):
            a, c, g, i, b, d, f, h = made + (made >= centre)
            cells = (a, b, c, d, np.intp(centre), f, g, h, i)
            points = worth.one[centre] + sum(worth.one.take(one) for one in (a, b, c, d, f, g, h, i))
            for x, y, z in LINES:
                points += three.take((cells[x] * 12 + cells[y]) * 12 + cells[z])
            best = max(best, int(points.max()))
        return worth.mean(best)

    return run
