"""Where a roll can lead, and how far it is to the next chip: the exact answers behind the panels.

    landing(27, 45)                       {18: Fraction(1, 6), 72: …, "storm": …}
    triggers(27, 45)["chance"]            the chance that some choice of pawns draws a chance card
    lap().turns(27, 45)                   expected turns to the next chip
    lap().best(27, 45, "+-")              the best route
    lap(die="four-operations").start      the mean over the placing spins

What a roll can do is asked of the engine's `result`, `may_take` and `triggered`. The solver is in `lap`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from toolkit.games.math_storm.odds import walks as ways
from toolkit.games.math_storm.odds.checks import RIGHT, STARS, _flags, _free, _rules
from toolkit.games.math_storm.odds.routes import Chances, Lap, Rolled, Route, lap, rolled
from toolkit.games.math_storm.state import Cell, Face, Pawn, Ruleset

__all__ = [
    "ENDED",
    "KINDS",
    "RIGHT",
    "STARS",
    "Lap",
    "Route",
    "ends",
    "kinds",
    "landing",
    "landing_policy",
    "lap",
    "rolled",
    "triggers",
    "triggers_policy",
]

T = TypeVar("T")
KINDS = ("chance", "challenge", "storm", "setback")
ENDED = ("lost", "stop")


def landing(a: Cell, b: Cell, die: str = "plus-minus", passed: Iterable[Pawn] = (), **options: Any) -> Chances:
    """For each cell the chance that some choice of pawns makes the last operation of one roll put its pawn there.

    Also if the pawn stays where it was. "storm": over 100 by any operation, which drops the rest. A stop and a lost
    division count for no cell; cards are not looked into. Chances of different cells do not exclude each other.
    `options`: fields of the ruleset. `BadInput` for impossible positions.
    """
    rules, pawns, flags = _rules(die, options), _free(a, b), _flags(passed)
    return ends(rolled(rules, pawns, flags), rules)


def landing_policy(
    a: Cell,
    b: Cell,
    die: str = "plus-minus",
    passed: Iterable[Pawn] = (),
    right: Sequence[float] = RIGHT,
    stars: Sequence[float] = STARS,
    **options: Any,
) -> Chances:
    """The same where the pawns are chosen by the lap solver: one cell a face, so the chances sum to at most 1."""
    found, pawns, flags = lap(die, right, stars, **options), _free(a, b), _flags(passed)
    return ends(found.policy(pawns, flags), found.rules)


def triggers(
    a: Cell, b: Cell, die: str = "plus-minus", passed: Iterable[Pawn] = (), **options: Any
) -> dict[str, Fraction]:
    """The chances that some choice of pawns ends one roll on a "chance" card, a "challenge", in the "storm", or with a
    "setback": the pawn of the last operation back on the storm cell."""
    rules, pawns, flags = _rules(die, options), _free(a, b), _flags(passed)
    return kinds(rolled(rules, pawns, flags), rules)


def triggers_policy(
    a: Cell,
    b: Cell,
    die: str = "plus-minus",
    passed: Iterable[Pawn] = (),
    right: Sequence[float] = RIGHT,
    stars: Sequence[float] = STARS,
    **options: Any,
) -> dict[str, Fraction]:
    """The same where the pawns are chosen by the lap solver."""
    found, pawns, flags = lap(die, right, stars, **options), _free(a, b), _flags(passed)
    return kinds(found.policy(pawns, flags), found.rules)


def ends(faces: Rolled, rules: Ruleset) -> Chances:
    """How likely each end is among what a roll offers; cells in order, the storm last."""
    found = _any({face: {walk.end for walk in walks}.difference(ENDED) for face, walks in faces.items()}, rules)
    return dict(sorted(found.items(), key=lambda item: (item[0] == "storm", item[0])))


def kinds(faces: Rolled, rules: Ruleset) -> dict[str, Fraction]:
    """How likely each of KINDS is among what a roll offers."""
    offered = {
        face: {"setback" if walk.setback else walk.then for walk in walks} - {""} for face, walks in faces.items()
    }
    return {**dict.fromkeys(KINDS, Fraction(0)), **_any(offered, rules)}


def _any(offered: Mapping[Face, Iterable[T]], rules: Ruleset) -> dict[T, Fraction]:
    """The chance of the faces that offer each thing."""
    law = ways.die(rules)
    total: dict[T, int] = {}
    for face, things in offered.items():
        for thing in things:
            total[thing] = total.get(thing, 0) + law.weight(face)
    return {thing: Fraction(weight, law.total) for thing, weight in total.items()}
