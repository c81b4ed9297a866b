"""Contenders in turn: CPU time of one process, round by round, and their ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

ROUNDS = 7


def race(rounds: int = ROUNDS, **contenders: Callable[[], object]) -> dict[str, list[float]]:
    """Seconds of CPU of each contender, round by round; every one runs once before the clock starts."""
    for run in contenders.values():
        run()
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            begin = time.process_time()
            run()
            times[name].append(time.process_time() - begin)
    return times


def report(title: str, times: Mapping[str, list[float]], base: str, work: Mapping[str, int] | None = None) -> None:
    """Prints medians and minima as ratios to `base`; with `work` (pieces a round) speeds instead of times."""
    print(f"\n{title}")
    for name, took in times.items():
        middle, least = statistics.median(took), min(took)
        base_middle, base_least = statistics.median(times[base]), min(times[base])
        if work is None:
            print(f"  {name:<28} {middle / base_middle:8.2f} × {base}   (minima {least / base_least:.2f})")
            continue
        each, base_each = middle / work[name], base_middle / work[base]
        minima = base_least / work[base] / (least / work[name])
        print(f"  {name:<28} {1 / each:10,.0f} /s {base_each / each:8.2f} × {base}   (minima {minima:.2f})")
