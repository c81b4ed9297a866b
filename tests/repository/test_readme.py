"""The README: its example of a game of one's own is tested, its cells run, and the files that it names exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

HEAD = "## A game of your own\n"


@pytest.fixture
def blocks(root: Path) -> list[str]:
    """The Python of the section, block by block."""
    _, _, rest = (root / "README.md").read_text("utf-8").partition(HEAD)
    return re.findall(r"^```python\n(.*?)^```$", rest.partition("\n## ")[0], re.MULTILINE | re.DOTALL)


def test_the_module_is_the_one_that_is_tested(root: Path, blocks: list[str]) -> None:
    assert blocks[0] == (root / "tests/examples/pig.py").read_text("utf-8")


def test_the_cells_run(blocks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pig.py").write_text(blocks[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, Any] = {}
    try:
        for block in blocks[1:]:
            exec(compile(block, "README.md", "exec"), names)
        assert Path(names["pig"].__file__).parent == tmp_path
    finally:
        sys.modules.pop("pig", None)
    assert len(blocks) == 2 and [type(action).__name__ for action in names["table"].match.log][:2] == ["Roll", "Rolled"]


def test_what_a_module_needs_is_named(root: Path) -> None:
    from toolkit.core.open_game import NEEDED

    _, _, rest = (root / "README.md").read_text("utf-8").partition(HEAD)
    sentence = re.search(r"A module needs (.*?)\.", rest, re.DOTALL)
    assert sentence and set(re.findall(r"`(\w+)`", sentence[1])) == {*NEEDED, "chance_outcomes"}


def test_the_files_it_names_are_there(root: Path) -> None:
    """Of "How it is built" and "Where to look": a path below `toolkit/` or the whole clone, or a name of its own."""
    _, _, rest = (root / "README.md").read_text("utf-8").partition("\n## How it is built\n")
    named = set(re.findall(r"`([\w/<>.]+(?:/|\.(?:py|js|css|jinja|toml)))`", rest.partition("\n## Rulings\n")[0]))
    assert len(named) > 50
    patterns = {name: name.replace("<game>", "*").rstrip("/") for name in named}
    gone = {
        name for name, pattern in patterns.items() if not any((*(root / "toolkit").rglob(pattern), *root.glob(pattern)))
    }
    assert not gone
