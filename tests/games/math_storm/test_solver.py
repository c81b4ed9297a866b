"""The values that are kept on disk: they are made again when any file changes that they depend on."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

import toolkit
from toolkit.games.math_storm.odds import routes, solver, tables
from toolkit.games.math_storm.state import DICE, Ruleset

ROOT = Path(toolkit.__file__).parent
GAME = "toolkit.games.math_storm"
ENGINE = {(solver.PACKAGE / name).resolve() for name in solver.ENGINE}


def file_of(module: str) -> Path | None:
    """The file of a module of the game; None for any other name."""
    place = ROOT.parent / module.replace(".", "/")
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None) if module.startswith(f"{GAME}.") else None


def imported(file: Path, seen: set[Path]) -> set[Path]:
    """The files of the game that a file is made of: itself and all that it imports from, directly or not."""
    if file in seen:
        return seen
    seen.add(file)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [file_of(f"{node.module}.{alias.name}") for alias in node.names]
            # A package whose modules are imported gives nothing of its own.
            for other in modules if all(modules) else [*modules, file_of(node.module)]:
                if other:
                    imported(other, seen)
    return seen


def test_every_file_of_the_game_that_the_solver_imports_is_in_its_key() -> None:
    files = imported(Path(solver.__file__), set())
    assert {file.resolve() for file in files} == {
        file for file in ENGINE if file.is_relative_to(solver.PACKAGE.resolve())
    }


def test_no_other_code_of_the_toolkit_runs_while_a_lap_is_solved() -> None:
    for cached in (tables.facts, tables.layer, tables._results, tables._refused, tables._cards):
        cached.cache_clear()
    ran: set[str] = set()

    def note(frame: Any, event: str, arg: Any) -> None:
        if event == "call":
            ran.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for die in DICE:
            solver.solve(Ruleset(die=die), (0.9, 0.7, 0.5), (1 / 3, 1 / 3, 1 / 3))
    finally:
        sys.setprofile(before)
    ours = {path for path in map(Path, ran) if path.is_relative_to(ROOT)}
    assert {path.resolve() for path in ours} <= ENGINE


def test_a_change_in_any_of_these_files_makes_kept_values_old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names, version = solver.ENGINE, solver.version.__wrapped__
    versions = {version()}
    for index, name in enumerate(names):
        changed = tmp_path / f"{index}.py"
        changed.write_bytes((solver.PACKAGE / name).read_bytes() + b"\n")
        monkeypatch.setattr(solver, "ENGINE", (*names[:index], str(changed), *names[index + 1 :]))
        versions.add(version())
    assert len(versions) == len(names) + 1


def test_laps_can_be_forgotten() -> None:
    rules = Ruleset()
    solved = routes.solved(rules)
    assert routes.is_solved(rules) and routes.solved(rules) is solved
    routes.forget()
    assert not routes.is_solved(rules) and routes.solved(rules) is not solved
