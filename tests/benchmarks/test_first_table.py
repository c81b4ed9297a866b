"""The first table of a machine against the first table of a kernel, in CPU seconds of fresh processes.

Aim: ≤ 1.5 × where the package came as a wheel. `cold` makes everything, as in a clone that was never opened.

    pytest tests/benchmarks/test_first_table.py -s
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from toolkit.core import cache

PROGRAM = """
import sys, time
from pathlib import Path
begin = time.process_time()
from toolkit.core import cache
cache.SHIPPED = Path(sys.argv[1])
import toolkit
toolkit.play(sys.argv[2], 2, seed=1)
print(time.process_time() - begin)
"""
GAMES = ("math_storm", "cloud_mountain")


def test_first_table(tmp_path, capsys, monkeypatch):
    from toolkit import cli

    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "shipped")
    cli.ship()
    lines = []
    for game in GAMES:
        times = {"warm": [], "wheel": [], "cold": []}
        first_table(game, tmp_path / "none", tmp_path / "warm")
        for round in range(3):
            times["warm"].append(first_table(game, tmp_path / "none", tmp_path / "warm"))
            times["wheel"].append(first_table(game, tmp_path / "shipped", tmp_path / f"wheel{game}{round}"))
            times["cold"].append(first_table(game, tmp_path / "none", tmp_path / f"cold{game}{round}"))
        base = median(times["warm"])
        lines += [
            f"  {game:16}{name:8}{median(took):6.2f} s {median(took) / base:6.2f} × warm"
            for name, took in times.items()
        ]
    with capsys.disabled():
        print("\nthe first table of a process, CPU", *lines, sep="\n")


def first_table(game: str, shipped: Path, kept: Path) -> float:
    env = {**os.environ, cache.ENV: str(kept)}
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(shipped), game], env=env, capture_output=True, check=True)
    return float(run.stdout)
