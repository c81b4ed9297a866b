"""Where one roll, one spin or one pick can lead, for a seat alone at the table, from any position.

    walks(rules, (27, 45), (False, False), "+-")    every legal way to play a face
    leaving(rules, spot, stars=2)                   where a held pawn comes out

Rolls ask the engine's `result`, `may_take` and `triggered`; spins and picks are played by its `apply`. The odds, the
panels and the question cards all take the ways to play a roll from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from toolkit.core.dist import Dist
from toolkit.games.math_storm import rules as engine
from toolkit.games.math_storm.odds import tables
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import (
    LAST,
    STORM,
    Cell,
    Face,
    Hop,
    Operation,
    Pawn,
    PickPawn,
    Roll,
    Ruleset,
    Spin,
    SpinPlace,
    State,
    operations,
)

Pair = tuple[Cell, Cell]
Flags = tuple[bool, bool]


class Walk(Struct, frozen=True):
    """One legal way to play a roll.

    `hops`: the moves, one for each operation; `results`: the number each operation gives, also if it is over 100;
    `pawns`: cells afterwards; `end`: where the last operation put its pawn, or "storm" (over 100), "lost" (a division
    without a result), "stop"; `then`: the card that is due, or "".
    """

    hops: tuple[Hop, ...]
    results: tuple[int, ...]
    pawns: Pair
    end: Cell | str
    then: str = ""

    @property
    def label(self) -> str:
        """Short: "27 → 72", "27→72→27", "27→72, 45→27"; with three operations "● 99  ○ 45": where both pawns go."""
        paths: dict[Pawn, list[str]] = {}
        for hop, result in zip(self.hops, self.results, strict=True):
            paths.setdefault(hop.pawn, [str(hop.start)]).append(str(result))
        if len(self.hops) > 2:
            ends = [paths[pawn][-1] if pawn in paths else str(self.pawns[pawn]) for pawn in (0, 1)]
            return f"● {ends[0]}  ○ {ends[1]}"
        arrow = " → " if len(self.hops) == 1 else "→"
        return ", ".join(arrow.join(path) for path in paths.values())

    @property
    def setback(self) -> bool:
        """Whether the last operation took its pawn back to the storm cell."""
        return self.end == STORM and self.hops[-1].start != STORM

    def __str__(self) -> str:
        return " → ".join(hop.text for hop in self.hops) or str(self.end)


class Spot(Struct, frozen=True):
    """The position of a seat at the end of a turn. `chip`: it has just finished a lap."""

    pawns: Pair
    passed: Flags = (False, False)
    held: Pawn = -1
    chip: bool = False


Spread = Mapping[Spot, float]
"""Chances of the spots where a seat may be; they sum to 1."""


@cache
def die_law(rules: Ruleset) -> Dist[Face]:
    """The chances of the faces."""
    return engine.chance_outcomes(tables.solo(rules, (1, 1), due=Roll(0))).map(lambda rolled: rolled.face)


@lru_cache(maxsize=1 << 16)
def walks(
    rules: Ruleset, pawns: Pair, passed: Flags, ops: Sequence[Operation] | Face, bonus: bool = False
) -> tuple[Walk, ...]:
    """Every legal way to play a face, or the operations that are left of it; `bonus`: a chance card pays them."""
    left = operations(ops) if isinstance(ops, str) else tuple(ops)
    return tuple(_walk(rules, pawns, passed, left, bonus)) if left else (Walk((), (), pawns, "stop"),)


def _walk(rules: Ruleset, pawns: Pair, passed: Flags, left: tuple[Operation, ...], bonus: bool) -> Iterator[Walk]:
    r = moves.result(left[0], *pawns, rules.division)
    if r is None:
        yield Walk((), (), pawns, "lost")
        return
    for pawn in (0, 1):
        start, other = pawns[pawn], pawns[1 - pawn]
        if moves.may_take(r, start, other, passed[pawn]):
            continue
        storm = r > LAST
        end = STORM if storm else r
        hop = Hop(0, pawn, start, end, engine.equation(left[0], start, other, r), other, storm)
        moved = (end, other) if pawn == 0 else (other, end)
        if storm:
            yield Walk((hop,), (r,), moved, "storm", "storm")
        elif len(left) == 1:
            yield Walk((hop,), (r,), moved, r, tables.card_due(rules, bonus, r, start, other))
        else:
            for rest in _walk(rules, moved, passed, left[1:], bonus):
                yield Walk((hop, *rest.hops), (r, *rest.results), rest.pawns, rest.end, rest.then)


@lru_cache(maxsize=64)
def placing(rules: Ruleset, first: Cell = -1) -> Spread:
    """Where the pawns may be after the placing spins; `first`: the cell of pawn 0 if it is already placed, else −1."""
    spread, again = _placing(tables.relevant(rules), first)
    if first < 0 or not again:
        return {spot: p / (1 - again) for spot, p in spread.items()}
    return mix([(1.0, spread), (again, placing(rules))])


def _placing(rules: Ruleset, first: Cell) -> tuple[Spread, float]:
    """The same, but not scaled to 1, and the chance that both spins have to be made again."""
    parts: list[tuple[float, Spread]] = []
    again = 0.0
    state = tables.solo(rules, (max(first, STORM), STORM), due=SpinPlace(0, first))
    for spun, p in engine.chance_outcomes(state).floats().items():
        then = engine.apply(state, spun)
        due = then.agenda[-1]
        if not isinstance(due, SpinPlace):
            parts.append((p, {Spot(then.pawns[0]): 1.0}))
        elif first >= 0:
            again += p
        else:
            spread, more = _placing(rules, due.first)
            parts.append((p, spread))
            again += p * more
    return mix(parts), again


@lru_cache(maxsize=1 << 12)
def leaving(rules: Ruleset, spot: Spot, stars: int) -> Spread:
    """Where the held pawn comes out after a right answer to a storm card of that many stars."""
    state = tables.solo(rules, spot.pawns, spot.passed, spot.held, Spin("storm", stars, (0,)))
    outcomes = engine.chance_outcomes(state).floats()
    return mix((p, {_spot(engine.apply(state, spun)): 1.0}) for spun, p in outcomes.items())


@lru_cache(maxsize=1 << 14)
def picks(rules: Ruleset, spot: Spot, steps: int) -> tuple[tuple[Pawn, Spot], ...]:
    """For each pawn that may make the steps of a challenge (below 0: back), where they lead; pawn −1 for no steps."""
    if not steps:
        return ((-1, spot),)
    state = tables.solo(rules, spot.pawns, spot.passed, spot.held, PickPawn(0, steps))
    legal = engine.legal_actions(state, 0)
    return tuple((pick.pawn, _spot(engine.apply(state, pick))) for pick in legal)


def _spot(state: State) -> Spot:
    return Spot(state.pawns[0], state.passed[0], state.held[0], state.chips[0] > 0)


def mix(parts: Iterable[tuple[float, Spread]]) -> Spread:
    """The chances of the spots if first a part is drawn, by its chance, then a spot of that part."""
    total: dict[Spot, float] = {}
    for share, part in parts:
        if share:
            for spot, p in part.items():
                total[spot] = total.get(spot, 0.0) + share * p
    return total
