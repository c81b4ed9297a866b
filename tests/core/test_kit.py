"""What a kit adds to rules, and that mypy holds a game against the protocols."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.test_open_game import nim
from tests.examples import pig
from toolkit import games
from toolkit.core import registry
from toolkit.core.kit import Kit, PlainBoard, text
from toolkit.core.words import LANGS, phrase
from toolkit.games import math_storm

GOOD = """
from toolkit.core.kit import check_types
from toolkit.games import cloud_mountain, math_storm
from toolkit.games.cloud_mountain import board as tiles
from toolkit.games.math_storm import board as cells

check_types(math_storm, cells)
check_types(cloud_mountain, tiles)
"""
BAD = """
import half
import flat
from toolkit.core.kit import PlainBoard, check_types
from toolkit.games import math_storm

check_types(half, PlainBoard())
check_types(math_storm, flat)
"""


def test_rules_alone_make_a_kit() -> None:
    kit = Kit(rules=pig)
    assert kit.name == "pig" and isinstance(kit.board, PlainBoard) and kit.package == ""
    assert [panel.name for panel in kit.panels or ()] == ["next"] and list(kit.bots) == ["random"]
    assert kit.rules.MAX_PLIES == 10_000, "the rules are completed"


def test_a_game_without_chance_has_no_panel_of_it() -> None:
    assert Kit(rules=nim()).panels == ()


def test_a_text_of_ones_own_is_the_same_in_every_language() -> None:
    assert {phrase(text("Hold at {20}"), lang, ()) for lang in LANGS} == {"Hold at {20}"}


@pytest.mark.parametrize("name", games.NAMES)
def test_every_built_in_game_is_held_against_the_protocols(root: Path, name: str) -> None:
    assert "check_types(" in (root / "toolkit/games" / name / "kit.py").read_text("utf-8")
    assert registry.kit(name).package == f"toolkit.games.{name}"


@pytest.fixture(scope="module")
def mypy(root: Path, tmp_path_factory: pytest.TempPathFactory):
    """`mypy(code, **modules)`: what mypy says of the code; `modules`: texts of modules that it imports."""
    folder = tmp_path_factory.mktemp("types")

    def run(code: str, **modules: str) -> str:
        for name, lines in (modules | {"kit": code}).items():
            (folder / f"{name}.py").write_text(lines, "utf-8")
        options = ["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache")]
        command = [sys.executable, "-m", "mypy", *options, "kit.py"]
        plain = {**os.environ, "NO_COLOR": "1", "MYPYPATH": str(root)}
        done = subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True, encoding="utf-8")
        assert not done.stderr, done.stderr
        return done.stdout

    return run


def test_mypy_passes_both_games(mypy) -> None:
    assert mypy(GOOD).startswith("Success")


HALF = ("determinize", "returns")
FLAT = (
    "BUTTONS",
    "LARGE",
    "UNLOGGED",
    "commands",
    "context",
    "ending",
    "headline",
    "moments",
    "results",
    "size",
    "star",
)


def test_mypy_names_what_a_game_or_a_board_misses(mypy) -> None:
    names = [name for name in math_storm.__all__ if name not in HALF]
    half = "".join(f"from toolkit.games.math_storm import {name} as {name}\n" for name in names)
    flat = "".join(f"from toolkit.games.math_storm.board import {name} as {name}\n" for name in FLAT)
    found = mypy(BAD, half=half, flat=flat)
    first, second = found.split("kit.py:8: error:")
    assert 'kit.py:7: error: Argument 1 to "check_types"' in first and "determinize, returns" in first, found
    assert 'Argument 2 to "check_types"' in second and "hidden, parse" in second, found
