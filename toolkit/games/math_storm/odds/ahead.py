"""From any state of a match: where a seat will be when its turn is over, and how many turns it has to its next chip.

further(lap, state, seat)    expected turns that the seat has still to begin
spread(lap, state, seat)     the spots where its turn can end, with their chances
"""

from __future__ import annotations

from functools import lru_cache

from toolkit.core.game import Seat
from toolkit.games.math_storm.odds.checks import Stars
from toolkit.games.math_storm.odds.routes import Lap, by_cost
from toolkit.games.math_storm.odds.walks import Flags, Spot, Spread, Walk, leaving, mix, placing
from toolkit.games.math_storm.state import BONUS, STORM, Ask, Draw, Operate, PickPawn, Spin, SpinOrder, SpinPlace, State


def further(lap: Lap, state: State, seat: Seat) -> float:
    """Expected number of turns that `seat` has still to begin before its next chip."""
    return sum(0.0 if spot.chip else p * lap.turns_from(spot) for spot, p in spread(lap, state, seat).items())


def spread(lap: Lap, state: State, seat: Seat) -> Spread:
    """The chances of the spots where `seat` will be when its turn is over; between turns, the spot where it is.

    The lap solver makes the choices; answers are right with its chances; a challenge is played as if alone at the
    table. Nothing is used that not everybody may know.
    """
    spot = Spot(state.pawns[seat], state.passed[seat], state.held[seat])
    for step in reversed(state.agenda):
        match step:
            case SpinPlace(seat=who) if who == seat:
                return placing(lap.rules, step.first)
            case SpinOrder() | SpinPlace() if spot.pawns == (STORM, STORM):
                return placing(lap.rules)
            case Operate(seat=who) if who == seat:
                plays = lap.play(spot.pawns, spot.passed, step.ops, step.bonus)
                return _after_walk(lap, min(plays, key=by_cost), spot.passed)
            case PickPawn(seat=who) if who == seat:
                return {lap.picks(spot, step.steps)[0][1]: 1.0}
            case Spin() if seat in step.right + step.wrong:
                return _after_spin(lap, step.kind, step.stars, spot, seat in step.right)
            case Draw() | Ask() if _is_asked(state, step, seat):
                stars = lap.stars if isinstance(step, Draw) else _certain(step.stars)
                return after_card(lap, step.kind, spot, stars)
    return {spot: 1.0}


def _is_asked(state: State, step: Draw | Ask, seat: Seat) -> bool:
    """Whether the card decides where the seat will be; a challenge is assumed to do so only in the seat's own turn."""
    waiting = step.seats if isinstance(step, Draw) else step.waiting
    return step.kind != "tie" and seat in waiting and (step.kind != "challenge" or seat == state.turn)


def _certain(stars: int) -> Stars:
    """The chances of 1, 2, 3 stars when the number of stars is known."""
    return float(stars == 1), float(stars == 2), float(stars == 3)


def _after_walk(lap: Lap, walk: Walk, passed: Flags) -> Spread:
    """After the walk and the cards that it leads to."""
    if walk.then != "storm":
        spot = Spot(walk.pawns, passed)
        return after_card(lap, walk.then, spot, lap.stars) if walk.then else {spot: 1.0}
    spot = Spot(walk.pawns, passed, walk.hops[-1].pawn)
    return after_card(lap, "storm", spot, lap.stars) if lap.at_once else {spot: 1.0}


@lru_cache(maxsize=1 << 14)
def after_card(lap: Lap, kind: str, spot: Spot, stars: Stars) -> Spread:
    """After a card of that kind. `stars`: the chances of 1, 2, 3 stars."""
    parts = []
    for number, (w, r) in enumerate(zip(stars, lap.right, strict=True), 1):
        parts.append((w * r, _after_right(lap, kind, spot, number)))
        wrong = _after_spin(lap, kind, number, spot, False) if kind == "challenge" else {spot: 1.0}
        parts.append((w * (1 - r), wrong))
    return mix(parts)


def _after_right(lap: Lap, kind: str, spot: Spot, stars: int) -> Spread:
    if kind != "chance":
        return _after_spin(lap, kind, stars, spot, True)
    bonus = lap.play(spot.pawns, spot.passed, BONUS[lap.die][stars - 1], True)
    return _after_walk(lap, min(bonus, key=by_cost), spot.passed)


def _after_spin(lap: Lap, kind: str, stars: int, spot: Spot, right: bool) -> Spread:
    """After the spin of a storm card; or after that of a challenge and the better pick."""
    if kind == "storm":
        return leaving(lap.rules, spot, stars)
    by_stars = lap.facts.forth if right else lap.facts.back
    steps = [k if right else -k for k in by_stars[stars - 1]]
    return mix((1 / len(steps), {lap.picks(spot, k)[0][1]: 1.0}) for k in steps)
