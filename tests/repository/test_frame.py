"""The repository itself: style, types, layers, scripts, and what must not lie in it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_layers(root):
    command = shutil.which("lint-imports", path=Path(sys.executable).parent)
    assert command, "import-linter is not installed beside this Python"
    run(root, command, "--no-cache")


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
