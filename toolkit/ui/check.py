"""The questions at the end of a notebook: `check("03.q2", "1/6")` prints one line, right or not yet.

No answer is written down here: each is asked of the engine and the odds when it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, Literal, NamedTuple

from toolkit.core import words
from toolkit.core.game import BadInput
from toolkit.core.reading import plain_text, worth

Form = Literal["chance", "number", "cells"]
Value = Fraction | frozenset[int]

TOLERANCE = {"chance": Fraction(1, 200), "number": Fraction(1, 20)}
"""How far a decimal may be off: two places of a chance, one of another number. Fractions are taken at their word."""


class Key(NamedTuple):
    """The answer; `said`: what fills the sentence about it; `slips`: for a known misconception, whether it shows."""

    answer: Value
    said: Mapping[str, Any]
    slips: Mapping[str, Callable[[Any], bool]]


class Decimal(NamedTuple):
    """A number that was written as a decimal or in percent: it may be rounded."""

    value: Fraction


CHECKS: dict[str, tuple[Form, Callable[[], Key]]] = {}


def check(id: str, answer: Any = ...) -> None:
    """Prints whether the answer to the question `id` of a notebook is right, or what to look at.

    A number, a `Fraction`, a text such as "1/6", "17 %" or "27 + 45"; where cells are asked for, a set or list of them.
    A decimal may be off by 0.005 for a chance, by 0.05 for another number. `BadInput` for an id there is not.
    """
    print(verdict(id, answer, words.current()))


def verdict(id: str, answer: Any, lang: str) -> str:
    """The line that `check` prints."""
    form, key = _found(id)
    if answer is ... or answer is None or (isinstance(answer, str) and not answer.strip()):
        return words.say("check.blank", lang, id=id)
    given = _read(form, answer)
    if given is None:
        return words.say("check.unreadable", lang, id=id, form=words.say(f"check.form.{form}", lang))
    known = key()
    if _same(form, given, known.answer):
        return words.say("check.right", lang, id=id, why=words.say(f"check.{id}.why", lang, **known.said))
    slip = next((name for name, shows in known.slips.items() if shows(_plain(given))), "nudge")
    return words.say("check.wrong", lang, id=id, nudge=words.say(f"check.{id}.{slip}", lang, **known.said))


def _answer(id: str) -> Any:
    """The right answer, as somebody would write it: for tests only."""
    answer = _found(id)[1]().answer
    return set(answer) if isinstance(answer, frozenset) else answer if answer.denominator > 1 else int(answer)


def _found(id: Any) -> tuple[Form, Callable[[], Key]]:
    if not isinstance(id, str) or id not in CHECKS:
        raise BadInput("check_id", given=repr(id)[:40], right=", ".join(CHECKS))
    return CHECKS[id]


def _read(form: Form, answer: Any) -> Value | Decimal | None:
    return _cells(answer) if form == "cells" else _number(answer)


def _cells(answer: Any) -> frozenset[int] | None:
    """Whole numbers in a set, a list, a tuple, a range, or a text."""
    if isinstance(answer, str):
        plain = plain_text(answer)
        found = re.findall("[0-9]+", plain)
        return frozenset(map(int, found)) if found and re.fullmatch(r"[0-9\s,;\u3001{}()\[\]]+", plain) else None
    if not isinstance(answer, Iterable) or isinstance(answer, Mapping | bytes):
        return None
    numbers = [_number(one) for one in answer]
    if not all(isinstance(one, Fraction) and one.denominator == 1 for one in numbers):
        return None
    return frozenset(int(_plain(one)) for one in numbers)


def _number(answer: Any) -> Fraction | Decimal | None:
    if isinstance(answer, str):
        return _text(plain_text(answer))
    if isinstance(answer, bool) or not isinstance(answer, Real):
        return None
    if isinstance(answer, Rational):
        return Fraction(int(answer.numerator), int(answer.denominator))
    return Decimal(Fraction(float(answer))) if isfinite(answer) else None


def _text(plain: str) -> Fraction | Decimal | None:
    """A sum, a fraction, a decimal, a percentage."""
    percent = plain.endswith("%")
    plain = plain.removesuffix("%").strip()
    if re.fullmatch(r"[+-]?[0-9]{1,9}\.[0-9]{1,9}", plain) or (percent and re.fullmatch("[0-9]{1,3}", plain)):
        return Decimal(Fraction(plain) / (100 if percent else 1))
    return None if percent else worth(plain)


def _same(form: Form, given: Value | Decimal, right: Value) -> bool:
    if isinstance(given, Decimal) and isinstance(right, Fraction):
        return abs(given.value - right) <= TOLERANCE[form]
    return given == right


def _plain(given: Any) -> Any:
    """Without regard to how it was written."""
    return given.value if isinstance(given, Decimal) else given


def _near(value: Any) -> Callable[[Any], bool]:
    """Whether a number is this one, give or take a hundredth."""
    return lambda given: abs(given - Fraction(value)) <= Fraction(1, 100)


def _of(id: str, form: Form) -> Callable[[Callable[[], Key]], Callable[[], Key]]:
    """Makes a function the key of the question `id`."""

    def named(function: Callable[[], Key]) -> Callable[[], Key]:
        CHECKS[id] = form, function
        return function

    return named


def _exact(number: Any) -> str:
    return str(Fraction(number))


@_of("02.q1", "number")
def _stretched_time() -> Key:
    """Seconds of a card with two stars, its time stretched to the double."""
    from toolkit.core import quiz

    plain = Fraction(2 * quiz.SECONDS)
    return Key(2 * plain, {"answer": 2 * plain}, {"unstretched": _near(plain)})


@_of("02.q2", "number")
def _smaller_from_larger() -> Key:
    """63 − 29, the smaller digit taken from the larger one in each column."""
    from toolkit.core.families import bugs

    (wrong,) = bugs.smaller_from_larger(63, 29)
    right = 63 - 29
    return Key(Fraction(wrong), {"answer": wrong, "right": right}, {"correct": _near(right)})


@_of("02.q3", "number")
def _likely() -> Key:
    """Of the last three questions that could show a pattern, how many must before it is called likely."""
    from toolkit.core import diagnosis

    return Key(Fraction(diagnosis.LIKELY), {"answer": diagnosis.LIKELY, "of": diagnosis.LAST}, {})


def _ends(a: int, b: int) -> dict[str, frozenset[Any]]:
    """By face, where the last operation can put its pawn."""
    from toolkit.games.math_storm import odds
    from toolkit.games.math_storm.state import Ruleset

    return {
        face: frozenset(walk.end for walk in walks)
        for face, walks in odds.rolled(Ruleset(), (a, b), (False, False)).items()
    }


def _faces(a: int, b: int, *wanted: Any) -> tuple[list[str], Fraction]:
    """The faces that can lead to one of these ends, and their share."""
    ends = _ends(a, b)
    found = [face for face, reached in ends.items() if reached & set(wanted)]
    return found, Fraction(len(found), len(ends))


@_of("03.q1", "cells")
def _twice_plus() -> Key:
    """Pawns on 14 and 25: the cells that ++ can lead to."""
    right = _ends(14, 25)["++"]
    (middle,) = _ends(14, 25)["+"]
    low, high = sorted(right)
    slips = {"midway": lambda given: middle in given, "one": lambda given: given < right}
    return Key(right, {"middle": middle, "low": low, "high": high}, slips)


@_of("03.q2", "chance")
def _into_the_storm() -> Key:
    """Pawns on 14 and 25: the chance that a roll can lead into the storm."""
    from toolkit.games.math_storm import odds

    faces, p = _faces(14, 25, "storm")
    ends = len(odds.landing(14, 25))
    alike = {Fraction(1, ends), Fraction(1, ends + 1)}
    return Key(p, _told(faces, p), {"ends": lambda given: any(_near(one)(given) for one in alike)})


@_of("03.q3", "chance")
def _one_or_the_other() -> Key:
    """Pawns on 36 and 18: the chance that a roll can lead to 72 or to 90."""
    faces, p = _faces(36, 18, 72, 90)
    added = _faces(36, 18, 72)[1] + _faces(36, 18, 90)[1]
    return Key(p, _told(faces, p), {"added": _near(added)})


@_of("03.q4", "chance")
def _not_due() -> Key:
    """Eight rolls without a stop: the chance of one at the ninth."""
    faces, p = _faces(14, 25, "stop")
    streak = {(1 - p) ** 9, 1 - (1 - p) ** 9, (1 - p) ** 8}
    slips = {
        "streak": lambda given: any(_near(one)(given) for one in streak),
        "due": lambda given: given > p,
    }
    return Key(p, _told(faces, p), slips)


def _told(faces: list[str], p: Fraction) -> dict[str, Any]:
    return {"faces": faces, "n": len(faces), "of": int(len(faces) / p), "answer": p}


@_of("04.q1", "number")
def _which_pawn() -> Key:
    """Pawns on 26 and 28, a plus: the cell of the pawn that should go."""
    from toolkit.games.math_storm import odds

    route = odds.lap().best(26, 28, "+")
    hop, other = route.hops[0], route.pawns[1 - route.hops[0].pawn]
    said = {"answer": hop.start, "sum": hop.end, "other": other, "total": hop.end + other}
    return Key(Fraction(hop.start), said, {})


@_of("04.q2", "number")
def _waiting() -> Key:
    """Turns that a pawn waits in the storm on average, if every answer is right with chance 1/2."""
    from toolkit.games.math_storm import odds

    wait = Fraction(odds.lap(right=(0.5, 0.5, 0.5)).wait).limit_denominator(1000)
    return Key(wait, {"answer": _exact(wait), "cards": _exact(wait + 1)}, {"cards": _near(wait + 1)})


@_of("04.q3", "chance")
def _three_stars_and_right() -> Key:
    """A storm card has three stars and is answered right."""
    from toolkit.games.math_storm import odds

    stars, right = (Fraction(p).limit_denominator(1000) for p in (odds.STARS[2], odds.RIGHT[2]))
    said = {"stars": _exact(stars), "right": _exact(right), "answer": _exact(stars * right)}
    return Key(stars * right, said, {"certain": _near(right), "added": _near(stars + right)})


@_of("04.q4", "number")
def _narrower() -> Key:
    """How many times as wide the ± of 20 laps is as that of 2,000."""
    few, many = 20, 2_000
    times = Fraction(many, few)
    root = Fraction(float(times) ** 0.5).limit_denominator(1000)
    return Key(root, {"times": _exact(times), "answer": _exact(root)}, {"in_step": _near(times)})
