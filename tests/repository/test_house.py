"""The house: one door for what is loaded by name, nothing of a game outside its folder, no file too long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolkit import games

EXAMPLES = {"core/book.py", "core/words.py"}
"""Their doctests say texts of a game, and run."""
MOST_LINES = 500
WORDS = re.compile(r"math[ _-]?storm|cloud[ _&-]*mountain|las[ _-]?vegas|数学风暴|云山|拉斯维加斯", re.IGNORECASE)


def sources(root: Path, *endings: str) -> Iterator[Path]:
    return (path for ending in endings for path in sorted((root / "toolkit").rglob(f"*{ending}")))


def strings(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, but for its docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    strays = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs | strays:
            yield node.value


def test_one_door_for_what_is_loaded_by_name(root: Path) -> None:
    named = re.compile(r"\bimport_module\(|\b__import__\(|\bresolve_name\(|\bentry_points\(")
    doors = [path for path in sources(root, ".py") if named.search(path.read_text("utf-8"))]
    assert [path.relative_to(root / "toolkit").as_posix() for path in doors] == ["core/door.py", "core/registry.py"]


def test_no_module_says_the_name_of_a_game(root: Path) -> None:
    named = {}
    for path in sources(root, ".py"):
        place = path.relative_to(root / "toolkit")
        texts = [text for text in strings(ast.parse(path.read_text("utf-8"))) if WORDS.search(text)]
        if texts and place.parts[0] != "games":
            named[place.as_posix()] = texts
    assert not named


@pytest.mark.parametrize("ending", [".js", ".css", ".jinja", ".toml"])
def test_no_other_file_is_about_one_game(root: Path, ending: str) -> None:
    """Neither its name nor the words and colours that only it has."""
    outside = [path for path in sources(root, ending) if path.relative_to(root / "toolkit").parts[0] != "games"]
    assert outside
    assert not [path.name for path in outside if WORDS.search(path.read_text("utf-8"))]


def test_no_module_imports_one_game(root: Path) -> None:
    """Only `toolkit.games` lists them; whoever needs one gets its kit."""
    for path in sources(root, ".py"):
        place = path.relative_to(root / "toolkit")
        if place.parts[0] == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = getattr(node, "module", None) or ""
            assert not any(module.startswith(f"toolkit.games.{name}") for name in games.NAMES), place


@pytest.mark.parametrize("ending", [".py", ".js", ".css", ".jinja"])
def test_no_file_is_too_long_to_be_read_at_once(root: Path, ending: str) -> None:
    """Whatever grows longer is two things, and is split between them."""
    files = [path for room in ("toolkit", "tests") for path in sorted((root / room).rglob(f"*{ending}"))]
    lines = {path.relative_to(root).as_posix(): len(path.read_text("utf-8").splitlines()) for path in files}
    assert files
    assert not {name: count for name, count in lines.items() if count > MOST_LINES}
