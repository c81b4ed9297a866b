"""TODO: toolkit.games.math_storm.odds.routes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isfinite
from threading import Lock
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.picture import Picture
from toolkit.core.words import BadInput, Phrase
from toolkit.games.math_storm.odds import solver, tables
from toolkit.games.math_storm.odds import walks as ways
from toolkit.games.math_storm.odds.checks import (
    RIGHT,
    STARS,
    Stars,
    _face,
    _flags,
    _free,
    _pair,
    _rules,
    _three,
    _with_held,
)
from toolkit.games.math_storm.odds.tables import SPOTS
from toolkit.games.math_storm.odds.walks import Flags, Pair, Spot, Walk, placing, walks
from toolkit.games.math_storm.state import LAST, Cell, Face, Operation, Pawn, Ruleset

Chances = dict[Cell | str, Fraction]


class Route(Walk, frozen=True):
    """A way to play a roll, and the expected number of further turns to the next chip, this one not counted.

    `cost`: the same without the waiting in the storm, which is equal for all routes: what they are compared by.
    """

    turns: float = inf
    cost: float = inf


Rolled = Mapping[Face, Sequence[Walk]]


def rolled(rules: Ruleset, pawns: Pair, passed: Flags) -> Rolled:
    """By face, every legal way to play it."""
    return {face: walks(rules, pawns, passed, face) for face in ways.die(rules)}


class Lap(Struct, frozen=True, eq=False):
    """The solved lap of one seat alone at the table; made by `lap()`.

    `right`: chances of a right answer by stars; `stars`: chances of cards by stars, summing to 1.
    `wait`: expected turns that each way out of the storm costs beside the choices, 1/q − 1 for q the chance of a right
    answer to a storm card; `inf` where nobody is ever right.
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
        q = sum(w * r for w, r in zip(self.stars, self.right, strict=True))
        return 1 / q - 1 if q else inf

    @property
    def start(self) -> float:
        """Expected turns from the first turn on, the mean over the placing spins."""
        return sum(p * self.turns_from(spot) for spot, p in placing(self.rules).items())

    @property
    def proof(self) -> solver.Proof:
        return self.solution.proof

    @property
    def residual(self) -> float:
        """The most that one more exact sweep changes any value, in turns."""
        return self.solution.proof.residual

    def turns(self, a: Cell, b: Cell, passed: Iterable[Pawn] = (), held: Pawn | None = None) -> float:
        """Expected turns to the next chip from the start of a turn, that turn included.

        Pawns 0 and 1 stand on `a` and `b`; `passed`: which of them have passed the storm; `held`: which one is held
        there (it stands on 0). Never, where no answer is ever right, is `inf`. `BadInput` for positions that cannot be.
        """
        flags = _flags(passed)
        if held is None:
            return self.turns_from(Spot(_free(a, b), flags))
        return self.turns_from(Spot(_with_held(_pair(a, b), flags, held), flags, held))

    def turns_from(self, spot: Spot) -> float:
        """The same for a spot."""
        return self._cost(spot) + self._waits(spot.passed)

    def routes(
        self,
        a: Cell,
        b: Cell,
        face: Face | Sequence[Operation],
        passed: Iterable[Pawn] = (),
        bonus: bool = False,
    ) -> tuple[Route, ...]:
        """Every legal way to play a face, or any operations, with its expected further turns.

        `bonus`: the operations are those of a chance card. `BadInput` for an impossible position or operation.
        """
        pawns, flags = _free(a, b), _flags(passed)
        return self.play(pawns, flags, _face(face, self.rules), bonus)

    def best(self, a: Cell, b: Cell, face: Face | Sequence[Operation], passed: Iterable[Pawn] = ()) -> Route:
        """The route with the fewest expected further turns."""
        return min(self.routes(a, b, face, passed), key=by_cost)

    def play(
        self, pawns: Pair, passed: Flags, ops: Sequence[Operation] | Face, bonus: bool = False
    ) -> tuple[Route, ...]:
        """`routes` without checks."""
        waits, found = self._waits(passed), []
        for walk in walks(self.rules, pawns, passed, ops, bonus):
            cost = self._due(walk, passed)
            found.append(Route(walk.hops, walk.pawns, walk.end, walk.then, cost + waits, cost))
        return tuple(found)

    def policy(self, pawns: Pair, passed: Flags) -> dict[Face, tuple[Walk]]:
        """The best way to play every face."""
        faces = rolled(self.rules, pawns, passed)
        return {face: (min(found, key=lambda walk: self._due(walk, passed)),) for face, found in faces.items()}

    def picks(self, spot: Spot, steps: int) -> tuple[tuple[Pawn, Spot], ...]:
        """Where the steps of a challenge lead (below 0: back), the best pawn first."""
        return tuple(sorted(ways.picks(self.rules, spot, steps), key=lambda pick: self._cost(pick[1])))

    def chart(self, by: int = 10) -> Picture:
        """Turns over the cells of both pawns, `by` of them in a square; turns against the chance of a right answer."""
        return lap_picture(self, by)

    @property
    def facts(self) -> tables.Facts:
        return tables.facts(self.rules)

    @property
    def at_once(self) -> bool:
        """Whether a pawn that a roll takes into the storm draws its card in the same turn."""
        return self.facts.at_once

    def _cost(self, spot: Spot) -> float:
        if spot.held >= 0:
            return 1 + self._after(spot.pawns[1 - spot.held], spot.passed)
        return self._value(tables.TURN, spot.pawns, spot.passed)

    def _due(self, walk: Walk, passed: Flags) -> float:
        if walk.then == "storm":
            partner = walk.pawns[1 - walk.hops[-1].pawn]
            return self._after(partner, passed) + (0 if self.at_once else 1)
        return self._value(tables.CARD[walk.then], walk.pawns, passed)

    def _value(self, due: int, pawns: Pair, passed: Flags) -> float:
        first = 1 if passed[1] else 0
        return float(self.solution.table[any(passed) * tables.ONE, due, pawns[first], pawns[1 - first]])

    def _after(self, partner: Cell, passed: Flags) -> float:
        """Turns from the one after a pawn has left the storm: none where that ends the lap."""
        return 0.0 if any(passed) else float(self.solution.after[partner])

    def _waits(self, passed: Flags) -> float:
        return self.wait * (2 - sum(passed))


def by_cost(route: Route) -> float:
    return route.cost


_solved: dict[tuple[Ruleset, Stars, Stars], Lap] = {}
_solving = Lock()


def lap(die: str = "plus-minus", right: Sequence[float] = RIGHT, stars: Sequence[float] = STARS, **options: Any) -> Lap:
    """The lap of one seat alone at the table, solved once and kept.

    `right`: the chance of a right answer to a card of 1, 2, 3 stars; `stars`: how often such cards come (weights);
    `options`: fields of the ruleset. `BadInput` names what cannot be used.
    """
    return solved(_rules(die, options), right, stars)


def solved(rules: Ruleset, right: Sequence[float] = RIGHT, stars: Sequence[float] | None = None) -> Lap:
    """`lap` for a ruleset; `stars`: by default its own."""
    key = _key(rules, right, stars)
    with _solving:
        if key not in _solved:
            _solved[key] = Lap(*key, solver.solution(*key))
        return _solved[key]


def is_solved(rules: Ruleset, right: Sequence[float] = RIGHT, stars: Sequence[float] | None = None) -> bool:
    """Whether `solved` answers at once."""
    return _key(rules, right, stars) in _solved


def _key(rules: Ruleset, right: Sequence[float], stars: Sequence[float] | None) -> tuple[Ruleset, Stars, Stars]:
    weights = _three("stars", rules.stars if stars is None else stars, inf)
    if not sum(weights):
        raise BadInput("no_stars", name="stars", given=repr(stars), right="(1, 1, 1)")
    total = sum(weights)
    return (
        tables.relevant(rules),
        _three("right", right, 1),
        (weights[0] / total, weights[1] / total, weights[2] / total),
    )


RISE = (0.0, 30.0)
"""The same where one answer in ten is right."""


def _turns(turns: float) -> str:
    return f"{turns:.1f}" if isfinite(turns) else "∞"


def _rights() -> dict[str, int]:
    """The chances of a right answer, in percent, that the turns are reckoned with."""
    return {f"right{stars}": round(100 * chance) for stars, chance in enumerate(RIGHT, 1)}


def lap_picture(lap: Lap, by: int = 10) -> Picture:
    """Turns over the cells of both pawns, `by` of them in a square; turns against the chance of a right answer."""
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
    charts = tuple(replace(chart, percent=False, height=260) for chart in (cells, right))
    note = Phrase.of("math_storm.panel.lap.note", turns=_turns(lap.start), **_rights())
    figure = Figure((*_heat_rows(lap, by), *_right_rows(lap)), Phrase.of("math_storm.panel.lap.title"), note)
    return Picture(Panel("lap", charts, lambda state, seat: lap_picture(solved(state.rules), by).figure), figure)


def _heat_rows(lap: Lap, by: int) -> Iterator[Row]:
    """Turns from a square of cells, nobody passed: the mean over its positions."""
    squares: dict[tuple[int, int], list[float]] = {}
    for a, b in SPOTS:
        if a or b:
            squares.setdefault((a // by, b // by), []).append(lap.turns(a, b))
    for (x, y), turns in squares.items():
        mean = sum(turns) / len(turns)
        yield row("cells", mean, x=x, y=y, **({"text": f"{mean:.1f}"} if by > 1 else {}))


def _right_rows(lap: Lap) -> Iterator[Row]:
    """Turns from the start where every answer is right with the same chance."""
    for percent in range(10, 101, 10):
        start = solved(lap.rules, (percent / 100,) * 3, lap.stars).start
        yield row("right", start, x=percent)
