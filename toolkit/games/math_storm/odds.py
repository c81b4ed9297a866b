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
from functools import lru_cache
from math import inf, isfinite
from numbers import Integral
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from toolkit.core.game import BadInput, Seat, ruleset
from toolkit.games.math_storm import lap as solver
from toolkit.games.math_storm import tables
from toolkit.games.math_storm import walks as ways
from toolkit.games.math_storm.state import (
    ASCII,
    BONUS,
    DICE,
    LAST,
    STORM,
    Ask,
    Cell,
    Draw,
    Face,
    Operate,
    Operation,
    Pawn,
    PickPawn,
    Ruleset,
    Spin,
    SpinOrder,
    SpinPlace,
    State,
)
from toolkit.games.math_storm.walks import Flags, Pair, Spot, Spread, Walk, leaving, mixed, placing, walks

if TYPE_CHECKING:
    from toolkit.games.math_storm.panels import Picture

T = TypeVar("T")
Chances = dict[Cell | str, Fraction]
Stars = tuple[float, float, float]

RIGHT: Stars = (0.9, 0.7, 0.5)
STARS: Stars = (1 / 3, 1 / 3, 1 / 3)
KINDS = ("chance", "challenge", "storm", "setback")
ENDED = ("lost", "stop")


class Route(Walk, frozen=True):
    """A way to play a roll, and the expected number of further turns to the next chip, this one not counted.

    `cost`: the same without the waiting in the storm, which is equal for all routes: what they are compared by.
    """

    turns: float = inf
    cost: float = inf


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


Rolled = Mapping[Face, Sequence[Walk]]


def rolled(rules: Ruleset, pawns: Pair, passed: Flags) -> Rolled:
    """By face, every legal way to play it."""
    return {face: walks(rules, pawns, passed, face) for face in ways.die(rules)}


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
        from toolkit.games.math_storm.panels import lap_picture

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


def further(lap: Lap, state: State, seat: Seat) -> float:
    """Expected number of turns that `seat` has still to begin before its next chip."""
    return sum(0.0 if spot.chip else p * lap.turns_from(spot) for spot, p in spread(lap, state, seat).items())


def spread(lap: Lap, state: State, seat: Seat) -> Spread:
    """Where `seat` will stand when its turn is over, or where it stands, if it is not in the middle of one.

    Choices are the lap solver's; answers are right with its chances; a challenge is played as if alone at the table.
    Only what everybody may know counts.
    """
    spot = Spot(state.pawns[seat], state.passed[seat], state.held[seat])
    for step in reversed(state.agenda):
        match step:
            case SpinPlace(seat=who) if who == seat:
                return placing(lap.rules, step.first)
            case SpinOrder() | SpinPlace() if spot.pawns == (STORM, STORM):
                return placing(lap.rules)
            case Operate(seat=who) if who == seat:
                return _after_walk(lap, min(lap.play(*_where(spot), step.ops, step.bonus), key=by_cost), spot.passed)
            case PickPawn(seat=who) if who == seat:
                return {lap.picks(spot, step.steps)[0][1]: 1.0}
            case Spin() if seat in step.right + step.wrong:
                return _after_spin(lap, step.kind, step.stars, spot, seat in step.right)
            case Draw() | Ask() if _asked(state, step, seat):
                stars = lap.stars if isinstance(step, Draw) else _only(step.stars)
                return after_card(lap, step.kind, spot, stars)
    return {spot: 1.0}


def _asked(state: State, step: Draw | Ask, seat: Seat) -> bool:
    """Whether the card decides where the seat will stand; a challenge is taken to do so in one's own turn."""
    waiting = step.seats if isinstance(step, Draw) else step.waiting
    return step.kind != "tie" and seat in waiting and (step.kind != "challenge" or seat == state.turn)


def _only(stars: int) -> Stars:
    return float(stars == 1), float(stars == 2), float(stars == 3)


def _where(spot: Spot) -> tuple[Pair, Flags]:
    return spot.pawns, spot.passed


def _after_walk(lap: Lap, walk: Walk, passed: Flags) -> Spread:
    """Where the seat stands once the cards that the walk leads to are answered."""
    if walk.then != "storm":
        spot = Spot(walk.pawns, passed)
        return after_card(lap, walk.then, spot, lap.stars) if walk.then else {spot: 1.0}
    spot = Spot(walk.pawns, passed, walk.hops[-1].pawn)
    return after_card(lap, "storm", spot, lap.stars) if lap.at_once else {spot: 1.0}


@lru_cache(maxsize=1 << 14)
def after_card(lap: Lap, kind: str, spot: Spot, stars: Stars) -> Spread:
    """After a card of which only the chances of its stars are known."""
    parts = []
    for number, (w, r) in enumerate(zip(stars, lap.right, strict=True), 1):
        parts.append((w * r, _after_right(lap, kind, spot, number)))
        wrong = _after_spin(lap, kind, number, spot, False) if kind == "challenge" else {spot: 1.0}
        parts.append((w * (1 - r), wrong))
    return mixed(parts)


def _after_right(lap: Lap, kind: str, spot: Spot, stars: int) -> Spread:
    if kind != "chance":
        return _after_spin(lap, kind, stars, spot, True)
    bonus = lap.play(spot.pawns, spot.passed, BONUS[lap.die][stars - 1], True)
    return _after_walk(lap, min(bonus, key=by_cost), spot.passed)


def _after_spin(lap: Lap, kind: str, stars: int, spot: Spot, right: bool) -> Spread:
    """After the spin of a storm card, or of a challenge and the better pick."""
    if kind == "storm":
        return leaving(lap.rules, spot, stars)
    told = lap.facts
    steps = told.forth[stars - 1] if right else [-k for k in told.back[stars - 1]]
    return mixed((1 / len(steps), {lap.picks(spot, k)[0][1]: 1.0}) for k in steps)


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
