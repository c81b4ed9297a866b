"""Reads the arguments of the public odds functions; `BadInput` names the one that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite
from numbers import Integral
from typing import Any

from toolkit.core.ruleset import ruleset
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.math_storm.odds import tables
from toolkit.games.math_storm.odds.walks import Flags, Pair
from toolkit.games.math_storm.state import ASCII, DICE, LAST, STORM, Cell, Face, Operation, Pawn, Ruleset

Stars = tuple[float, float, float]
"""One number for cards of 1, 2 and 3 stars."""

RIGHT: Stars = (0.9, 0.7, 0.5)
"""The chances of a right answer that are assumed unless others are given."""
STARS: Stars = (1 / 3, 1 / 3, 1 / 3)
"""The chances of 1, 2, 3 stars that are assumed unless others are given."""


def read_rules(die: str, options: Mapping[str, Any]) -> Ruleset:
    """The ruleset, with every option that makes no difference to the odds at its default."""
    return tables.relevant(ruleset(Ruleset, {"die": die, **options}))


def read_pair(a: Cell, b: Cell) -> Pair:
    """The cells of two pawns, as plain integers."""
    for name, cell in (("a", a), ("b", b)):
        if isinstance(cell, bool) or not isinstance(cell, Integral) or cell not in tables.CELLS:
            raise BadInput("option_value", name=name, given=shown(cell), right=f"{STORM} … {LAST}")
    return int(a), int(b)


def read_free_pair(a: Cell, b: Cell) -> Pair:
    """The cells of two free pawns, which are never both on the storm cell."""
    pair = read_pair(a, b)
    if pair == (STORM, STORM):
        raise BadInput("option_value", name="(a, b)", given="(0, 0)", right=f"(1 … {LAST}, 0 … {LAST})")
    return pair


def read_passed(passed: Iterable[Pawn]) -> Flags:
    """Which pawns have passed; never both, because then the lap is over."""
    pawns = tuple(passed) if isinstance(passed, Iterable) and not isinstance(passed, str) else (passed,)
    if any(pawn not in (0, 1) for pawn in pawns) or (0 in pawns and 1 in pawns):
        raise BadInput("option_value", name="passed", given=shown(passed), right="() | (0,) | (1,)")
    return 0 in pawns, 1 in pawns


def check_held(pawns: Pair, passed: Flags, held: Pawn) -> Pair:
    """The same pawns, if `held` is on the storm cell and has not passed, and the other pawn is elsewhere."""
    if held not in (0, 1) or passed[held]:
        right = " | ".join(str(pawn) for pawn in (None, 0, 1) if pawn is None or not passed[pawn])
        raise BadInput("option_value", name="held", given=shown(held), right=right)
    for pawn, allowed in ((held, f"{STORM}"), (1 - held, f"1 … {LAST}")):
        if (pawns[pawn] == STORM) != (pawn == held):
            raise BadInput("option_value", name="ab"[pawn], given=shown(pawns[pawn]), right=allowed)
    return pawns


def read_face(face: Face | Sequence[Operation], rules: Ruleset) -> Face | tuple[Operation, ...]:
    """A face of the die, or any operations, in the signs that are used here: "x" becomes "×"."""
    if isinstance(face, str):
        written = "".join(ASCII.get(sign, sign) for sign in face) if face != "stop" else face
        if written in DICE[rules.die]:
            return written
        raise BadInput("option_value", name="face", given=shown(face), right=" | ".join(map(repr, DICE[rules.die])))
    signs = tuple(face) if isinstance(face, Sequence) else ()
    ops = tuple(ASCII.get(sign, sign) if isinstance(sign, str) else "" for sign in signs)
    if not ops or not {*ops} <= {*"+-×÷"}:
        raise BadInput("option_value", name="face", given=shown(face), right="('+', '-', '×', '÷')")
    return ops


def read_stars(name: str, given: Sequence[float], most: float) -> Stars:
    """Three numbers from 0 to `most`."""
    try:
        a, b, c = (float(value) for value in given)
    except (TypeError, ValueError):
        a = b = c = -1.0
    if not all(0 <= value <= most and isfinite(value) for value in (a, b, c)):
        one = "≥ 0" if most == inf else f"0 … {most:g}"
        raise BadInput("option_value", name=name, given=shown(given), right=f"({', '.join([one] * 3)})")
    return a, b, c
