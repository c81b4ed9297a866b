"""The wheel, built as the README says: what the first table needs is in it, and fresh."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

FIRST_TABLES = """
import json, sys, toolkit
from toolkit.core import registry
for name in registry.names():
    for lang in ("en", "zh"):
        table = toolkit.play(name, 2, seed=1, lang=lang)
        assert table.specs and "toolkit" in table._esm and "vega" in table._esm.lower()
made = sorted({"altair", "vl_convert"} & set(sys.modules))
print(json.dumps([toolkit.__file__, made]))
"""


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of a copy of the files that git knows of."""
    uv = shutil.which("uv")
    if uv is None or not (root / ".git").exists():
        pytest.skip("uv builds the wheel, from a clone")
    folder = tmp_path_factory.mktemp("wheel")
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True, check=True
    )
    for name in filter(None, names.stdout.decode().split("\0")):
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, folder / name)
    python = {**os.environ, "PYTHONPATH": str(folder)}
    subprocess.run([sys.executable, "-m", "toolkit", "ship"], cwd=folder, env=python, check=True, timeout=300)
    subprocess.run([uv, "build", "--quiet", "--out-dir", str(folder / "dist")], cwd=folder, check=True, timeout=300)
    (built,) = (folder / "dist").glob("*.whl")
    return built


def test_the_first_tables_of_a_wheel_make_nothing(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    kept = tmp_path / "kept"
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "TOOLKIT_CACHE_DIR": str(kept)}
    run = subprocess.run(
        [sys.executable, "-c", FIRST_TABLES], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    where, made = json.loads(run.stdout)
    assert where.startswith(str(tmp_path / "site"))
    assert made == []
    assert not kept.exists() or not list(kept.iterdir())


def test_no_code_of_others_is_in_git(root: Path) -> None:
    if not (root / ".git").exists():
        pytest.skip("not a clone")
    names = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in names if name.startswith("toolkit/_shipped/") or name.endswith(".min.js")]
