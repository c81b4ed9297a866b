"""What each choice of a turn is worth: exact where few dice are left to two seats, else by many play-outs."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

from toolkit.core.game import Rng, Seat
from toolkit.core.playout import Estimate, results, summary
from toolkit.games.las_vegas_royale.odds import checks, exact, one_round, search
from toolkit.games.las_vegas_royale.odds.policy import sensible
from toolkit.games.las_vegas_royale.rules import apply, legal_actions, to_move
from toolkit.games.las_vegas_royale.state import CASINOS, State

NODES = 2_000
"""Positions that the search over the rules may look at: about a second."""
FEW = 3
"""More dice than these in the hands of two seats are not searched over the rules."""
PLAYOUTS = 100
SECRETS = ("hide", "guess", "split", "pick")
"""Phases whose choices have equilibria of their own: see `tables`."""
RANKS = [(number, higher) for number in CASINOS for higher in (True, False)]


class Worth(NamedTuple):
    """One action: the money of its seat at the end of the round in K, and the chance of each note.

    `low` and `high` end the interval that contains the true mean in about 95 of 100 cases; where the value is proven
    they are the same as `money`. `notes`: by casino and whether it is the higher note; those without a chance are left
    out. `lead`: the expected difference to the other seat; `None` but for two seats that are proven.
    """

    money: float
    low: float
    high: float
    notes: dict[tuple[int, bool], float]
    lead: float | None = None


class Placement(NamedTuple):
    """Every legal action with its worth. `proven`: exact, for two seats that each play for the difference of money.

    `n`: the play-outs of each action, 0 where it is proven.
    """

    proven: bool
    n: int
    worths: dict[Any, Worth]

    @property
    def best(self) -> Any:
        """The best action: where it is proven by the difference, else by money. `None` if nothing is to be chosen."""
        worth = self.worths
        return max(
            worth, key=lambda a: (worth[a].lead or 0.0, worth[a].money) if self.proven else worth[a].money, default=None
        )


def placement(
    state: State, seat: Seat, *, n: int = PLAYOUTS, seed: int | str = 1, executor: Executor | None = None
) -> Placement:
    """The worth of every legal action of `seat`, passing included; nothing where it has nothing to choose.

    In a play-out all seats play as `policy.sensible` does. The same seed gives the same figures, whatever the executor.
    Choices that are made in secret are left to the equilibria of A1 and G1. `BadInput` for another seat, or n < 2.
    """
    checks.seat(state, seat)
    checks.whole("n", n, 2)
    if to_move(state) != (seat,) or state.agenda[-1].phase in SECRETS:
        return Placement(False, 0, {})
    proven = _proven(state, seat)
    if proven is not None:
        return Placement(True, 0, proven)
    return Placement(
        False, n, {a: played(apply(state, a), seat, n, seed, executor) for a in legal_actions(state, seat)}
    )


def _proven(state: State, seat: Seat) -> dict[Any, Worth] | None:
    """The exact worths, where two seats have few enough dice left."""
    if state.seats != 2:
        return None
    if exact.is_plain(state) and state.agenda[-1].phase == "place":
        return (
            {a: _exactly(v) for a, v in exact.solve(state, seat).items()} if exact.cost(state) <= exact.LIMIT else None
        )
    if sum(map(sum, state.hands)) > FEW:
        return None
    solved = search.solve(state, seat, NODES)
    return {a: _exactly(v) for a, v in solved.vectors.items()} if solved else None


def _exactly(vector: Any) -> Worth:
    lead, money, *chances = map(float, vector)
    notes = {rank: p for rank, p in zip(RANKS, chances, strict=True) if p}
    return Worth(money, money, money, notes, lead)


def played(state: State, seat: Seat, n: int, seed: int | str = 1, executor: Executor | None = None) -> Worth:
    """The worth of a position to a seat, from `n` play-outs."""
    game: Any = one_round
    found = results(
        game,
        state,
        partial(one_round.result, seat=seat),
        n=n,
        seed=seed,
        policies=[play_sensibly] * state.seats,
        executor=executor,
    )
    money: Estimate = summary([float(k) for k, _ in found])
    took = Counter(rank for _, notes in found for rank in notes)
    low, high = money.interval()
    return Worth(money.mean, low, high, {rank: took[rank] / n for rank in RANKS if took[rank]})


def play_sensibly(state: Any, legal: Any, rng: Rng) -> Any:
    """`policy.sensible` as a policy of play-outs."""
    return legal[0] if len(legal) == 1 else sensible(state, legal, rng)


play_sensibly.needs_state = True  # type: ignore[attr-defined]
