"""TODO: toolkit.games.math_storm.odds.checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf, isfinite
from numbers import Integral
from typing import Any

from toolkit.core.ruleset import ruleset
from toolkit.core.words import BadInput
from toolkit.games.math_storm.odds import tables
from toolkit.games.math_storm.odds.walks import Flags, Pair
from toolkit.games.math_storm.state import ASCII, DICE, LAST, STORM, Cell, Face, Operation, Pawn, Ruleset

Stars = tuple[float, float, float]

RIGHT: Stars = (0.9, 0.7, 0.5)
STARS: Stars = (1 / 3, 1 / 3, 1 / 3)


def _rules(die: str, options: Mapping[str, Any]) -> Ruleset:
    """The ruleset, without what makes no difference here. `BadInput` for an unknown die or option."""
    return tables.relevant(ruleset(Ruleset, {"die": die, **options}))


def _pair(a: Cell, b: Cell) -> Pair:
    for name, cell in (("a", a), ("b", b)):
        if isinstance(cell, bool) or not isinstance(cell, Integral) or cell not in tables.CELLS:
            raise BadInput("option_value", name=name, given=repr(cell), right=f"{STORM} … {LAST}")
    return int(a), int(b)


def _free(a: Cell, b: Cell) -> Pair:
    """Cells of two free pawns, which never both stand on the storm cell."""
    if _pair(a, b) == (STORM, STORM):
        raise BadInput("option_value", name="(a, b)", given="(0, 0)", right=f"(1 … {LAST}, 0 … {LAST})")
    return a, b


def _flags(passed: Iterable[Pawn]) -> Flags:
    """Which pawns have passed; never both: then the lap is over."""
    given = tuple(passed) if isinstance(passed, Iterable) and not isinstance(passed, str) else (passed,)
    if any(pawn not in (0, 1) for pawn in given) or (0 in given and 1 in given):
        raise BadInput("option_value", name="passed", given=repr(passed), right="() | (0,) | (1,)")
    return 0 in given, 1 in given


def _with_held(pawns: Pair, passed: Flags, held: Pawn) -> Pair:
    """The held pawn is on the storm cell and has not passed, the other one is elsewhere."""
    if held not in (0, 1) or passed[held]:
        right = " | ".join(str(pawn) for pawn in (None, 0, 1) if pawn is None or not passed[pawn])
        raise BadInput("option_value", name="held", given=repr(held), right=right)
    for pawn, allowed in ((held, f"{STORM}"), (1 - held, f"1 … {LAST}")):
        if (pawns[pawn] == STORM) != (pawn == held):
            raise BadInput("option_value", name="ab"[pawn], given=repr(pawns[pawn]), right=allowed)
    return pawns


def _face(face: Face | Sequence[Operation], rules: Ruleset) -> Face | tuple[Operation, ...]:
    """A face of the die as it is written here, or any operations."""
    if isinstance(face, str):
        found = "".join(ASCII.get(sign, sign) for sign in face) if face != "stop" else face
        if found in DICE[rules.die]:
            return found
        raise BadInput("option_value", name="face", given=repr(face), right=" | ".join(map(repr, DICE[rules.die])))
    signs = tuple(face) if isinstance(face, Sequence) else ()
    ops = tuple(ASCII.get(sign, sign) if isinstance(sign, str) else "" for sign in signs)
    if not ops or not {*ops} <= {*"+-×÷"}:
        raise BadInput("option_value", name="face", given=repr(face), right="('+', '-', '×', '÷')")
    return ops


def _three(name: str, given: Sequence[float], most: float) -> Stars:
    """Three numbers from 0 to `most`."""
    try:
        a, b, c = (float(value) for value in given)
    except (TypeError, ValueError):
        a = b = c = -1.0
    if not all(0 <= value <= most and isfinite(value) for value in (a, b, c)):
        one = "≥ 0" if most == inf else f"0 … {most:g}"
        raise BadInput("option_value", name=name, given=repr(given), right=f"({', '.join([one] * 3)})")
    return a, b, c
