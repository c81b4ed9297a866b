"""The keys of notebooks 02 to 04: their right answers, computed by the engine, the odds and the question families."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkit.core.keys import Key, Keys, near, written

KEYS = Keys(notebooks=("02", "03", "04"))


@KEYS.key("02.q1", "number")
def _stretched_time() -> Key:
    """The seconds for a card with two stars if all times are doubled."""
    from toolkit.cards import card

    plain = Fraction(2 * card.SECONDS)
    return Key(2 * plain, {"answer": 2 * plain}, {"unstretched": near(plain)})


@KEYS.key("02.q2", "number")
def _smaller_from_larger() -> Key:
    """63 − 29 by a child who takes the smaller digit from the larger one in each column."""
    from toolkit.cards.families import bugs

    (wrong,) = bugs.smaller_from_larger(63, 29)
    right = 63 - 29
    return Key(Fraction(wrong), {"answer": wrong, "right": right}, {"correct": near(right)})


@KEYS.key("02.q3", "number")
def _likely() -> Key:
    """How many of the last questions that could show a pattern must show it before it is called likely."""
    from toolkit.cards import diagnosis

    return Key(Fraction(diagnosis.LIKELY), {"answer": diagnosis.LIKELY, "of": diagnosis.LAST}, {})


def _ends(a: int, b: int) -> dict[str, frozenset[Any]]:
    """By face, the cells where the last operation can put its pawn."""
    from toolkit.games.math_storm.odds import routes
    from toolkit.games.math_storm.state import Ruleset

    plays = routes.rolled(Ruleset(), (a, b), (False, False))
    return {face: frozenset(walk.end for walk in walks) for face, walks in plays.items()}


def _faces(a: int, b: int, *wanted: Any) -> tuple[list[str], Fraction]:
    """The faces that can lead to one of these ends, and their chance."""
    ends = _ends(a, b)
    leading = [face for face, reached in ends.items() if reached & set(wanted)]
    return leading, Fraction(len(leading), len(ends))


@KEYS.key("03.q1", "cells")
def _twice_plus() -> Key:
    """Pawns on 14 and 25: the cells that ++ can lead to."""
    right = _ends(14, 25)["++"]
    (middle,) = _ends(14, 25)["+"]
    low, high = sorted(right)
    slips = {"midway": lambda given: middle in given, "one": lambda given: given < right}
    return Key(right, {"middle": middle, "low": low, "high": high}, slips)


@KEYS.key("03.q2", "chance")
def _into_the_storm() -> Key:
    """Pawns on 14 and 25: the chance that a roll can lead into the storm."""
    from toolkit.games.math_storm import odds

    faces, p = _faces(14, 25, "storm")
    ends = len(odds.landing(14, 25))
    alike = {Fraction(1, ends), Fraction(1, ends + 1)}
    return Key(p, _explain(faces, p), {"ends": lambda given: any(near(one)(given) for one in alike)})


@KEYS.key("03.q3", "chance")
def _one_or_the_other() -> Key:
    """Pawns on 36 and 18: the chance that a roll can lead to 72 or to 90."""
    faces, p = _faces(36, 18, 72, 90)
    added = _faces(36, 18, 72)[1] + _faces(36, 18, 90)[1]
    return Key(p, _explain(faces, p), {"added": near(added)})


@KEYS.key("03.q4", "chance")
def _not_due() -> Key:
    """The chance of a stop on the ninth roll, after eight rolls without one."""
    faces, p = _faces(14, 25, "stop")
    streak = {(1 - p) ** 9, 1 - (1 - p) ** 9, (1 - p) ** 8}
    slips = {
        "streak": lambda given: any(near(one)(given) for one in streak),
        "due": lambda given: given > p,
    }
    return Key(p, _explain(faces, p), slips)


def _explain(faces: list[str], p: Fraction) -> dict[str, Any]:
    """The words of an answer that is a share of the faces."""
    return {"faces": faces, "n": len(faces), "of": int(len(faces) / p), "answer": p}


@KEYS.key("04.q1", "number")
def _which_pawn() -> Key:
    """Pawns on 26 and 28, and a plus: the cell of the pawn that should move."""
    from toolkit.games.math_storm.odds import routes

    route = routes.lap().best(26, 28, "+")
    hop, other = route.hops[0], route.pawns[1 - route.hops[0].pawn]
    said = {"answer": hop.start, "sum": hop.end, "other": other, "total": hop.end + other}
    return Key(Fraction(hop.start), said, {})


@KEYS.key("04.q2", "number")
def _waiting() -> Key:
    """The mean number of turns that a pawn waits in the storm if every answer is right with chance 1/2."""
    from toolkit.games.math_storm.odds import routes

    wait = Fraction(routes.lap(right=(0.5, 0.5, 0.5)).wait).limit_denominator(1000)
    return Key(wait, {"answer": written(wait), "cards": written(wait + 1)}, {"cards": near(wait + 1)})


@KEYS.key("04.q3", "chance")
def _three_stars_and_right() -> Key:
    """The chance that a storm card has three stars and is answered right."""
    from toolkit.games.math_storm.odds import checks

    stars, right = (Fraction(p).limit_denominator(1000) for p in (checks.STARS[2], checks.RIGHT[2]))
    said = {"stars": written(stars), "right": written(right), "answer": written(stars * right)}
    return Key(stars * right, said, {"certain": near(right), "added": near(stars + right)})


@KEYS.key("04.q4", "number")
def _narrower() -> Key:
    """How many times wider the ± of 20 laps is than that of 2,000."""
    few, many = 20, 2_000
    times = Fraction(many, few)
    root = Fraction(float(times) ** 0.5).limit_denominator(1000)
    # The ± of few laps is itself uncertain: in 95 of 100 samples it is right to within 2 / √(2 (n − 1)) of its size.
    rough = Fraction(2 / (2 * (few - 1)) ** 0.5).limit_denominator(1000)
    low, high = root * (1 - rough), root * (1 + rough)
    said = {"times": written(times), "answer": written(root), "low": round(low), "high": round(high)}
    return Key(root, said, {"in_step": near(times)}, lambda given: low <= given <= high)
