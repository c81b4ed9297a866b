"""Monte Carlo: plays a state to its end many times, and says how certain the mean is.

    estimate(game, state, value, n=2_000, seed=1)                      # Estimate(mean=…, n=2000, stderr=…)
    estimate(game, state, value, n=2_000, seed=1, executor=executor)   # the same figures, sooner

`executor` is any `concurrent.futures.Executor`: threads, processes, or those of Dask and MPI. Playout i draws from
`Random(f"{seed}:{i}")` alone, so the executor and the chunks change nothing but the time. Between processes everything
is pickled: `value` and policies must be functions of a module. The state is played as it is, secrets included; a caller
who may not know them deals them anew first (`game.determinize`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import chain
from math import fsum, sqrt
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from toolkit.core import registry
from toolkit.core.game import CHANCE, Action, Game
from toolkit.core.policy import Policy, decide, random_policy

S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")

__all__ = ["Estimate", "Policy", "estimate", "play_out", "random_policy", "results", "summary"]

DEFAULT_CHUNKS = 32
"""Enough to keep a classroom machine's cores evenly busy, few enough that pickling does not count."""


class Estimate(msgspec.Struct, frozen=True):
    """The mean of `n` independent playouts and its standard error, both in the unit of the value."""

    mean: float
    n: int
    stderr: float

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """(lo, hi), z standard errors to either side; with 1.96 about 95 of 100 intervals contain the true mean.

        The normal approximation, by the central limit theorem.
        """
        return self.mean - z * self.stderr, self.mean + z * self.stderr

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {1.96 * self.stderr:.2g} (95 %, n = {self.n:,})"


def play_out(
    game: Game[S, A],
    state: S,
    policies: Sequence[Policy] | None,
    rng: Random,
    *,
    limit: int = 100_000,
    skill: float = 1.0,
) -> S:
    """The state at the end of one match played on from `state`.

    `policies` holds one policy for each seat; `None` means `random_policy` for all. Chance is sampled from
    `chance_outcomes`; if several seats are to move, the lowest acts first. Open answers are filled in, correctly with
    probability `skill` (0 to 1). RuntimeError if the match is not over after `limit` plies.
    """
    for _ in range(limit):
        seats = game.to_move(state)
        if not seats:
            return state
        state = game.apply(state, _choose(game, state, min(seats), policies, rng, skill))
    if game.to_move(state):
        raise RuntimeError(f"{_name(game)}: not over after {limit:,} plies")
    return state


def estimate(
    game: Game[S, A],
    state: S,
    value: Callable[[S], float],
    *,
    n: int,
    seed: int | str,
    policies: Sequence[Policy] | None = None,
    executor: Executor | None = None,
    chunks: int | None = None,
    limit: int = 100_000,
    skill: float = 1.0,
) -> Estimate:
    """The mean of `value(final state)` over `n` playouts from `state`, with its standard error.

    `value` is a number in any unit, or 0/1 for a probability. `chunks` is the number of tasks for the executor.
    `policies`, `limit`, `skill` and RuntimeError as in `play_out`. ValueError if n < 2 (one playout has no
    error bar) or chunks < 1.
    """
    if n < 2:
        raise ValueError(f"n must be at least 2 for an error bar, not {n}")
    found = results(
        game,
        state,
        value,
        n=n,
        seed=seed,
        policies=policies,
        executor=executor,
        chunks=chunks,
        limit=limit,
        skill=skill,
    )
    return summary([float(one) for one in found])


def results(
    game: Game[S, A],
    state: S,
    value: Callable[[S], V],
    *,
    n: int,
    seed: int | str,
    policies: Sequence[Policy] | None = None,
    executor: Executor | None = None,
    chunks: int | None = None,
    limit: int = 100_000,
    skill: float = 1.0,
) -> list[V]:
    """`value(final state)` of each of `n` playouts in their order, whatever it is; the rest as in `estimate`."""
    parts = _split(n, (1 if executor is None else DEFAULT_CHUNKS) if chunks is None else chunks)
    # Modules cannot be pickled: they travel by name.
    sent = game.__name__ if isinstance(game, ModuleType) else game
    task: Callable[[range], list[V]] = partial(_values, sent, state, value, seed, policies, limit, skill)
    done = map(task, parts) if executor is None else executor.map(task, parts)
    return list(chain.from_iterable(done))


def _split(n: int, chunks: int) -> list[range]:
    """The numbers 0 … n − 1 in `chunks` runs of nearly equal length, none of them empty."""
    if chunks < 1:
        raise ValueError(f"chunks must be at least 1, not {chunks}")
    chunks = min(chunks, n)
    return [range(n * i // chunks, n * (i + 1) // chunks) for i in range(chunks)]


def _values(
    game: Game[S, A] | str,
    state: S,
    value: Callable[[S], V],
    seed: int | str,
    policies: Sequence[Policy] | None,
    limit: int,
    skill: float,
    numbers: range,
) -> list[V]:
    """The values of the playouts with these numbers. `game` may be the name of a module."""
    found: Any = registry.module(game) if isinstance(game, str) else game
    return [value(play_out(found, state, policies, Random(f"{seed}:{i}"), limit=limit, skill=skill)) for i in numbers]


def summary(values: Sequence[float]) -> Estimate:
    """The mean of at least two values, and its standard error from the sample variance."""
    # fsum rounds only once, at the end; two passes keep a small spread around a large mean exact.
    n = len(values)
    mean = fsum(values) / n
    variance = fsum((x - mean) ** 2 for x in values) / (n - 1)
    return Estimate(mean, n, sqrt(variance / n))


def _choose(game: Game[S, A], state: S, seat: int, policies: Sequence[Policy] | None, rng: Random, skill: float) -> A:
    """The next action: of chance, or of the policy of a seat."""
    if seat == CHANCE:
        return game.chance_outcomes(state).sample(rng)
    policy = random_policy if policies is None else policies[seat]
    return decide(game, state, seat, policy, rng, skill)


def _name(game: Any) -> str:
    """The name of a game, for errors."""
    return str(getattr(game, "__name__", type(game).__name__))
