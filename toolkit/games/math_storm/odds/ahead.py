"""TODO: toolkit.games.math_storm.odds.ahead."""

from __future__ import annotations

from functools import lru_cache

from toolkit.core.game import Seat
from toolkit.games.math_storm.odds.checks import Stars
from toolkit.games.math_storm.odds.routes import Lap, by_cost
from toolkit.games.math_storm.odds.walks import Flags, Pair, Spot, Spread, Walk, leaving, mixed, placing
from toolkit.games.math_storm.state import BONUS, STORM, Ask, Draw, Operate, PickPawn, Spin, SpinOrder, SpinPlace, State


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
