"""The repository itself: style, types, layers, scripts, and what must not lie in it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import symtable
import sys
from pathlib import Path

import pytest

from toolkit import games

MACHINE_PATH = re.compile(r"(?<![\w.:/~*])/(?:home|root|tmp|work|opt|srv|mnt)/[\w.-]+")
REGISTRY = re.compile(
    r"https?://[^\s\"']+/(?:simple|packages)/"
    r"|//[\w.-]*\b(?:debian|npmjs|pypi|pythonhosted)\b"
    r"|--(?:extra-)?index[-]url|--find[-]links|\[\[tool\.uv\.index\]\]"
)
LARGEST = 400_000  # bytes
CORE_MAY_IMPORT = {*sys.stdlib_module_names, "msgspec", "numpy", "toolkit"}
CORE_MAY_IMPORT_LATE = CORE_MAY_IMPORT | {"platformdirs"}


def run(root: Path, *command: str) -> None:
    """Runs a check at the top of the repository; what it printed is the message of a failure."""
    plain = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=root, env=plain, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        pytest.fail(f"{' '.join(command)}\n{done.stdout}{done.stderr}", pytrace=False)


def test_ruff_finds_nothing(root):
    run(root, sys.executable, "-m", "ruff", "check", "--output-format=concise")


def test_everything_is_formatted(root):
    run(root, sys.executable, "-m", "ruff", "format", "--check")


def test_types_of_core_and_games(root):
    run(root, sys.executable, "-m", "mypy")


def lint_imports() -> str:
    command = shutil.which("lint-imports", path=Path(sys.executable).parent)
    assert command, "import-linter is not installed beside this Python"
    return command


def test_layers(root):
    run(root, lint_imports(), "--no-cache")


@pytest.fixture(scope="module")
def copied(root, tmp_path_factory) -> Path:
    """A folder with a copy of the package and of its import contracts."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(root / "toolkit", folder / "toolkit", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", folder)
    return folder


def broken(folder: Path) -> tuple[int, list[str]]:
    """The exit code of the import contracts in a folder, and the names of those that are broken."""
    plain = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = (lint_imports(), "--no-cache")
    done = subprocess.run(command, cwd=folder, env=plain, capture_output=True, text=True, encoding="utf-8")
    return done.returncode, re.findall(r"^(.+) BROKEN$", done.stdout, re.MULTILINE)


def test_the_contracts_of_a_copy_are_kept(copied):
    assert broken(copied) == (0, [])


ROOMS = "The rooms: each stands on those below it"


@pytest.mark.parametrize(
    ("file", "line", "contracts"),
    [
        ("core/dist/law.py", "import toolkit.cards.card", [ROOMS]),
        ("games/math_storm/views.py", "import toolkit.table.clock", [ROOMS]),
        ("page/still.py", "import altair", ["Only charts knows Altair"]),
        ("charts/sizes.py", "import toolkit.charts.makers", ["No circle between the files of a room"]),
    ],
)
def test_a_bad_import_breaks_its_contract(copied, file, line, contracts):
    path = copied / "toolkit" / file
    good = path.read_text("utf-8")
    path.write_text(f"{good}\n{line}\n", "utf-8")
    try:
        assert broken(copied) == (1, contracts)
    finally:
        path.write_text(good, "utf-8")


def bound(root: Path, init: Path) -> set[str]:
    """The names that a package's `__init__` binds, except for modules of the package under their own names."""
    code, package = init.read_text("utf-8"), ".".join(init.parent.relative_to(root).parts)
    symbols = symtable.symtable(code, str(init), "exec").get_symbols()
    names = {one.get_name() for one in symbols if one.is_assigned() or one.is_imported() or one.is_namespace()}
    for node in ast.parse(code).body:
        if isinstance(node, ast.ImportFrom) and node.module == package:
            names -= {alias.name for alias in node.names if alias.asname in (None, alias.name)}
    return names


def test_no_file_has_a_name_that_its_package_binds(root):
    """One would silently replace the other, depending on which is imported first."""
    for init in sorted((root / "toolkit").rglob("__init__.py")):
        inside = {path.stem for path in init.parent.iterdir() if path.suffix in ("", ".py")}
        twice = bound(root, init) & inside
        assert not twice, init


EVERY_GAME_HAS = {
    "": {"state.py", "views.py", "bots.py", "keys.py", "rules", "odds", "panels", "board", "words", "book"},
    "rules": {"__init__.py"},
    "odds": {"__init__.py", "checks.py"},
    "panels": {"__init__.py", "seat.py"},
    "board": {"__init__.py", "geometry.py", "text.py", "typed.py"},
    "words": {"en.toml", "zh.toml"},
    "book": {"en.md", "zh.md"},
}
A_GAME_MAY_HAVE = {"kit.py", "questions", "answers.py", "lessons.py"}


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_the_same_folders_and_files(root, name):
    """Who knows one game's folder knows them all. Helpers beside an `__init__` may differ."""
    game = root / "toolkit" / "games" / name
    for folder, wanted in EVERY_GAME_HAS.items():
        assert wanted <= {path.name for path in (game / folder).iterdir()}, folder
    top = {path.name for path in game.iterdir()} - {"__init__.py", "__pycache__"}
    assert top <= EVERY_GAME_HAS[""] | A_GAME_MAY_HAVE


def imports(tree: ast.AST) -> set[str]:
    """The top-level packages that a piece of code imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("folder", ["core", "games"])
def test_core_and_games_need_only_numpy_and_msgspec(root, folder):
    for path in sorted((root / "toolkit" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        assert imports(tree) <= CORE_MAY_IMPORT_LATE, path
        at_once = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert set().union(*map(imports, at_once)) <= CORE_MAY_IMPORT, path


def test_scripts_of_the_front_end_parse(root, tmp_path):
    node = shutil.which("node")
    if not node:
        pytest.skip("Node is not installed")
    scripts = sorted((root / "toolkit/page/static").glob("*.js"))
    assert scripts
    for script in scripts:
        module = tmp_path / f"{script.stem}.mjs"  # the ending tells Node that it is a module
        shutil.copyfile(script, module)
        run(root, node, "--check", str(module))


@pytest.fixture(scope="module")
def files(root) -> list[Path]:
    """What is in the repository, or will be with the next commit."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(listing, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a clone")
    return [path for name in done.stdout.decode().split("\0") if name and (path := root / name).is_file()]


def test_no_lock_file(files):
    assert not [path for path in files if path.name == "uv.lock"]


def test_no_large_file(files):
    assert not [path for path in files if path.stat().st_size > LARGEST]


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["machine path", "registry"])
def test_no_address_of_one_machine(files, pattern):
    found = []
    for path in files:
        text = path.read_bytes().decode("utf-8", "ignore")
        found += [f"{path}: {match.group()}" for match in pattern.finditer(text)]
    assert not found
