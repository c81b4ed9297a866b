"""The solved lap of one seat, and the routes: the ways to play a roll, each with its expected further turns.

lap("plus-minus")                   solved once in this process, and kept on disk
lap().routes(27, 45, "+-")          every way to play a face
solved(state.rules).play(…)         the same for a ruleset, without checks
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, isfinite
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core import cache
from toolkit.core.chances import Chances
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.picture import Picture
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, Phrase
from toolkit.games.math_storm.odds import solver, tables
from toolkit.games.math_storm.odds.checks import (
    RIGHT,
    STARS,
    Stars,
    check_held,
    read_face,
    read_free_pair,
    read_pair,
    read_passed,
    read_rules,
    read_stars,
)
from toolkit.games.math_storm.odds.walks import Flags, Pair, Spot, Walk, die_law, picks, placing, walks
from toolkit.games.math_storm.state import LAST, Cell, Face, Operation, Pawn, Ruleset

CellChances = Chances[Cell | str]
"""By cell, or "storm": the chance to land there."""
Plays = Mapping[Face, Sequence[Walk]]
"""By face, ways to play it."""


class Route(Walk, frozen=True):
    """A way to play a roll, with the expected number of turns after this one to the next chip.

    `cost`: `turns` without the waiting in the storm. The waiting is the same for all routes, and infinite if no answer
    is ever right, so routes are compared by their cost.
    """

    turns: float = inf
    cost: float = inf


def rolled(rules: Ruleset, pawns: Pair, passed: Flags) -> Plays:
    """Every legal way to play each face."""
    return {face: walks(rules, pawns, passed, face) for face in die_law(rules)}


class Lap(Struct, frozen=True, eq=False):
    """The solved lap of one seat alone at the table; made by `lap()`.

    `right`: the chance of a right answer to a card of 1, 2, 3 stars; `stars`: the chances of such cards, which sum
    to 1.
    """

    rules: Ruleset
    right: Stars
    stars: Stars
    solution: solver.Solution

    def __repr__(self) -> str:
        return f"Lap({self.die!r}, right={self.right}, start={self.start:.4f})"

    @property
    def die(self) -> str:
        return self.rules.die

    @property
    def wait(self) -> float:
        """Expected turns that a held pawn waits in the storm, whatever is chosen: 1/q − 1.

        q is the chance of a right answer to a storm card; `inf` if it is 0. The number of cards until the first right
        answer is geometric with mean 1/q, and the turn that brings it is no waiting.
        """
        q = sum(w * r for w, r in zip(self.stars, self.right, strict=True))
        return 1 / q - 1 if q else inf

    @property
    def start(self) -> float:
        """Expected turns of the first lap, the mean over the placing spins."""
        return sum(p * self.turns_from(spot) for spot, p in placing(self.rules).items())

    @property
    def proof(self) -> solver.Proof:
        return self.solution.proof

    @property
    def residual(self) -> float:
        """The most that one more exact sweep of the solver changes any value, in turns."""
        return self.solution.proof.residual

    def turns(self, a: Cell, b: Cell, passed: Iterable[Pawn] = (), held: Pawn | None = None) -> float:
        """Expected turns to the next chip from the start of a turn, that turn included.

        Pawns 0 and 1 are on `a` and `b`; `passed`: which of them have passed the storm; `held`: which one is held
        there (its cell is 0). `inf` if no answer is ever right. `BadInput` for an impossible position.
        """
        flags = read_passed(passed)
        if held is None:
            return self.turns_from(Spot(read_free_pair(a, b), flags))
        return self.turns_from(Spot(check_held(read_pair(a, b), flags, held), flags, held))

    def turns_from(self, spot: Spot) -> float:
        """`turns` from a spot, without checks."""
        return self._cost(spot) + self._waits(spot.passed)

    def routes(
        self,
        a: Cell,
        b: Cell,
        face: Face | Sequence[Operation],
        passed: Iterable[Pawn] = (),
        bonus: bool = False,
    ) -> tuple[Route, ...]:
        """Every legal way to play a face, or any sequence of operations, with its expected further turns.

        `bonus`: a chance card pays the operations. `BadInput` for an impossible position or operation.
        """
        pawns, flags = read_free_pair(a, b), read_passed(passed)
        return self.play(pawns, flags, read_face(face, self.rules), bonus)

    def best(self, a: Cell, b: Cell, face: Face | Sequence[Operation], passed: Iterable[Pawn] = ()) -> Route:
        """The route with the fewest expected further turns."""
        return min(self.routes(a, b, face, passed), key=by_cost)

    def play(
        self, pawns: Pair, passed: Flags, ops: Sequence[Operation] | Face, bonus: bool = False
    ) -> tuple[Route, ...]:
        """`routes` without checks."""
        waits, routes = self._waits(passed), []
        for walk in walks(self.rules, pawns, passed, ops, bonus):
            cost = self._due(walk, passed)
            routes.append(Route(walk.hops, walk.results, walk.pawns, walk.end, walk.then, cost + waits, cost))
        return tuple(routes)

    def policy(self, pawns: Pair, passed: Flags) -> dict[Face, tuple[Walk]]:
        """The one best way to play each face."""
        plays = rolled(self.rules, pawns, passed)
        return {face: (min(walks, key=lambda walk: self._due(walk, passed)),) for face, walks in plays.items()}

    def picks(self, spot: Spot, steps: int) -> tuple[tuple[Pawn, Spot], ...]:
        """Which pawn may make the steps of a challenge (below 0: back) and where it leads; the best pawn first."""
        return tuple(sorted(picks(self.rules, spot, steps), key=lambda pick: self._cost(pick[1])))

    def chart(self, by: int = 10) -> Picture:
        """Turns by the cells of both pawns, in squares of `by` × `by` cells; turns by the chance of a right answer."""
        return lap_picture(self, by)

    @property
    def facts(self) -> tables.Facts:
        return tables.facts(self.rules)

    @property
    def at_once(self) -> bool:
        """Whether a pawn that enters the storm by a roll draws its card in the same turn."""
        return self.facts.at_once

    def _cost(self, spot: Spot) -> float:
        if spot.held >= 0:
            return 1 + self._after(spot.pawns[1 - spot.held], spot.passed)
        return self._value(tables.TURN, spot.pawns, spot.passed)

    def _due(self, walk: Walk, passed: Flags) -> float:
        """The cost of a walk: see `Route`."""
        if walk.then == "storm":
            partner = walk.pawns[1 - walk.hops[-1].pawn]
            return self._after(partner, passed) + (0 if self.at_once else 1)
        return self._value(tables.CARD[walk.then], walk.pawns, passed)

    def _value(self, due: int, pawns: Pair, passed: Flags) -> float:
        first = 1 if passed[1] else 0
        return float(self.solution.table[any(passed) * tables.ONE, due, pawns[first], pawns[1 - first]])

    def _after(self, partner: Cell, passed: Flags) -> float:
        """Turns after the turn in which a pawn leaves the storm: none if that ends the lap."""
        return 0.0 if any(passed) else float(self.solution.after[partner])

    def _waits(self, passed: Flags) -> float:
        return self.wait * (2 - sum(passed))


def by_cost(route: Route) -> float:
    return route.cost


_solved: dict[tuple[Ruleset, Stars, Stars], Lap] = {}
"""The laps solved in this process; `forget` empties it."""
_solving = Lock()


def lap(die: str = "plus-minus", right: Sequence[float] = RIGHT, stars: Sequence[float] = STARS, **options: Any) -> Lap:
    """The lap of one seat alone at the table, solved once and kept.

    `right`: the chance of a right answer to a card of 1, 2, 3 stars; `stars`: how often such cards come, as weights;
    `options`: fields of the ruleset. `BadInput` for an unknown die or option, or a number out of range.
    """
    return solved(read_rules(die, options), right, stars)


def solved(rules: Ruleset, right: Sequence[float] = RIGHT, stars: Sequence[float] | None = None) -> Lap:
    """`lap` for a ruleset; `stars`: by default those of the ruleset."""
    key = _key(rules, right, stars)
    if (known := _solved.get(key)) is not None:
        return known  # while another lap is being solved
    with _solving:
        if (known := _solved.get(key)) is None:
            known = _solved[key] = Lap(*key, solver.solution(*key))
        return known


def is_solved(rules: Ruleset, right: Sequence[float] = RIGHT, stars: Sequence[float] | None = None) -> bool:
    """Whether `solved` returns at once."""
    return _key(rules, right, stars) in _solved


def forget() -> None:
    """Forgets the laps solved in this process; those on disk stay."""
    with _solving:
        _solved.clear()


def _key(rules: Ruleset, right: Sequence[float], stars: Sequence[float] | None) -> tuple[Ruleset, Stars, Stars]:
    weights = read_stars("stars", rules.stars if stars is None else stars, inf)
    if not sum(weights):
        raise BadInput("no_stars", name="stars", given=shown(stars), right="(1, 1, 1)")
    total = sum(weights)
    return (
        tables.relevant(rules),
        read_stars("right", right, 1),
        (weights[0] / total, weights[1] / total, weights[2] / total),
    )


PERCENTS = range(10, 101, 10)
"""The chances of a right answer, in per cent, that the chart of a lap compares."""
RISE = (0.0, 30.0)
"""Domain of the turns from the start, wide enough for one right answer in ten."""


def write_turns(turns: float) -> str:
    """Expected turns as text, to one decimal."""
    return f"{turns:.1f}" if isfinite(turns) else "∞"


def right_percents() -> dict[str, int]:
    """The assumed chances of a right answer, in per cent, as arguments of a phrase: `right1`, `right2`, `right3`."""
    return {f"right{stars}": round(100 * chance) for stars, chance in enumerate(RIGHT, 1)}


def lap_picture(lap: Lap, by: int = 10) -> Picture:
    """Turns by the cells of both pawns, in squares of `by` × `by` cells; turns by the chance of a right answer."""
    note = Phrase.of("math_storm.panel.lap.note", turns=write_turns(lap.start), **right_percents())
    figure = Figure((*_heat_rows(lap, by), *_right_rows(lap)), Phrase.of("math_storm.panel.lap.title"), note)
    panel = Panel("lap", _lap_charts(by), lambda state, seat: lap_picture(solved(state.rules), by).figure)
    return Picture(panel, figure)


def _lap_charts(by: int) -> tuple[Chart, ...]:
    top, own = float(LAST // by), "tens" if by > 1 else "cell"
    cells = Chart(
        "cells",
        "heat",
        x=(0.0, top),
        y=(0.0, top),
        x_title=f"math_storm.panel.lap.{own}",
        y_title="math_storm.panel.lap.other",
    )
    right = Chart(
        "right", "lines", x=(0.0, 100.0), y=RISE, x_title="math_storm.panel.lap.right", y_title="math_storm.panel.turns"
    )
    return tuple(replace(chart, percent=False, height=260) for chart in (cells, right))


def _heat_rows(lap: Lap, by: int) -> Iterator[Row]:
    """The mean of the turns in each square of cells; neither pawn has passed."""
    squares: dict[tuple[int, int], list[float]] = {}
    for a, b in tables.PAIRS:
        if a or b:
            squares.setdefault((a // by, b // by), []).append(lap.turns(a, b))
    for (x, y), turns in squares.items():
        mean = sum(turns) / len(turns)
        yield row("cells", mean, x=x, y=y, **({"text": f"{mean:.1f}"} if by > 1 else {}))


def _right_rows(lap: Lap) -> Iterator[Row]:
    """Turns from the start if the chance of a right answer is the same for 1, 2 and 3 stars."""
    for percent, start in zip(PERCENTS, _starts(lap), strict=True):
        yield row("right", start, x=percent)


def _starts(lap: Lap) -> list[float]:
    """Turns from the start for each of PERCENTS: as many laps are solved for it, so the figures are kept on disk."""

    def make() -> list[float]:
        keys = [_key(lap.rules, (percent / 100,) * 3, lap.stars) for percent in PERCENTS]
        return [(_solved.get(key) or Lap(*key, solver.solve(*key))).start for key in keys]

    recipe = cache.fingerprint(solver.version(), Path(__file__), Path(__file__).with_name("walks.py"))
    starts: list[float] = cache.cached_json("starts", repr((lap.rules, lap.stars)), make, version=recipe, recipe=recipe)
    return starts
