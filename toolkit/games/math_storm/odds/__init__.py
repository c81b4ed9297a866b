"""The exact answers behind the panels: where a roll can lead, and how far it is to the next chip.

    landing(27, 45)                       {18: 1/6, 72: …, "storm": …}
    triggers(27, 45)["chance"]            the chance that some choice of pawns draws a chance card
    lap().turns(27, 45)                   expected turns to the next chip
    lap().best(27, 45, "+-")              the best route
    lap(die="four-operations").start      expected turns from the start, the mean over the placing spins

The ways to play a roll are in `walks`, which asks the engine; the solved lap is in `routes`, its solver in `solver`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from toolkit.core.chances import Chances
from toolkit.games.math_storm.odds.checks import RIGHT, STARS, read_free_pair, read_passed, read_rules
from toolkit.games.math_storm.odds.routes import CellChances, Lap, Plays, Route, lap, rolled
from toolkit.games.math_storm.odds.walks import die_law
from toolkit.games.math_storm.state import Cell, Face, Pawn, Ruleset

__all__ = [
    "KINDS",
    "RIGHT",
    "STARS",
    "Lap",
    "Route",
    "landing",
    "landing_policy",
    "lap",
    "triggers",
    "triggers_policy",
]


def __dir__() -> list[str]:
    """What a notebook offers when a name is completed: what is public."""
    return sorted(__all__)


T = TypeVar("T")
KINDS = ("chance", "challenge", "storm", "setback")
"""The kinds of end that a roll can have; "setback": the pawn of the last operation goes back to the storm cell."""
ENDED = ("lost", "stop")
"""Ends of a walk on which no pawn lands."""


def landing(a: Cell, b: Cell, die: str = "plus-minus", passed: Iterable[Pawn] = (), **options: Any) -> CellChances:
    """The chance of each cell that a pawn can land there: that with the face rolled, some choice of pawns makes the
    last operation put its pawn there.

    A pawn that stays where it was counts as landing there. "storm": some operation gives more than 100, which drops
    the rest of the roll. A stop and a lost division count for no cell; cards are not looked into. One face can reach
    several cells, so the chances can sum to more than 1. Pawns are on `a` and `b`, those in `passed` have passed the
    storm; `options`: fields of the ruleset. `BadInput` for an impossible position or an unknown option.
    """
    rules, pawns, flags = read_rules(die, options), read_free_pair(a, b), read_passed(passed)
    return ends(rolled(rules, pawns, flags), rules)


def landing_policy(
    a: Cell,
    b: Cell,
    die: str = "plus-minus",
    passed: Iterable[Pawn] = (),
    right: Sequence[float] = RIGHT,
    stars: Sequence[float] = STARS,
    **options: Any,
) -> CellChances:
    """`landing` if the lap solver chooses the pawns: one cell for each face, so the chances sum to at most 1.

    `right`, `stars`: the chances that the solver reckons with, as in `lap`.
    """
    solved, pawns, flags = lap(die, right, stars, **options), read_free_pair(a, b), read_passed(passed)
    return ends(solved.policy(pawns, flags), solved.rules)


def triggers(a: Cell, b: Cell, die: str = "plus-minus", passed: Iterable[Pawn] = (), **options: Any) -> Chances[str]:
    """For each of KINDS, the chance that some choice of pawns ends one roll that way. Arguments as for `landing`."""
    rules, pawns, flags = read_rules(die, options), read_free_pair(a, b), read_passed(passed)
    return kinds(rolled(rules, pawns, flags), rules)


def triggers_policy(
    a: Cell,
    b: Cell,
    die: str = "plus-minus",
    passed: Iterable[Pawn] = (),
    right: Sequence[float] = RIGHT,
    stars: Sequence[float] = STARS,
    **options: Any,
) -> Chances[str]:
    """`triggers` if the lap solver chooses the pawns."""
    solved, pawns, flags = lap(die, right, stars, **options), read_free_pair(a, b), read_passed(passed)
    return kinds(solved.policy(pawns, flags), solved.rules)


def ends(plays: Plays, rules: Ruleset) -> CellChances:
    """The chance that a roll can be played to each end; cells in order, the storm last."""
    offered = {face: {walk.end for walk in walks}.difference(ENDED) for face, walks in plays.items()}
    return Chances.of(dict(sorted(_chances(offered, rules).items(), key=lambda item: (item[0] == "storm", item[0]))))


def kinds(plays: Plays, rules: Ruleset) -> Chances[str]:
    """The chance that a roll can be played to each of KINDS."""
    offered = {
        face: {"setback" if walk.setback else walk.then for walk in walks} - {""} for face, walks in plays.items()
    }
    return Chances.of({**dict.fromkeys(KINDS, Fraction(0)), **_chances(offered, rules)})


def _chances(offered: Mapping[Face, Iterable[T]], rules: Ruleset) -> dict[T, Fraction]:
    """For each thing, the chance of the faces that offer it."""
    law = die_law(rules)
    total: dict[T, int] = {}
    for face, things in offered.items():
        for thing in things:
            total[thing] = total.get(thing, 0) + law.weight(face)
    return {thing: Fraction(weight, law.total) for thing, weight in total.items()}
