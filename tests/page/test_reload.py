"""Hot reload of scripts and style sheets."""

from __future__ import annotations

import gc
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import toolkit
from toolkit.page import frontend, reload


@pytest.fixture
def static(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A copy of the scripts and style sheets, in the place of the real ones."""
    folder = Path(shutil.copytree(str(frontend.STATIC), tmp_path / "static"))
    monkeypatch.setattr(frontend, "STATIC", folder)
    monkeypatch.setattr(reload, "PAUSE", 0.02)
    yield folder
    frontend.forget()


class Heard:
    """Counts its calls."""

    def __init__(self) -> None:
        self.called = threading.Event()

    def call(self) -> None:
        self.called.set()


def test_a_table_gets_what_is_saved(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANYWIDGET_HMR", "1")
    heard = Heard()
    table = toolkit.play("math_storm", seed=3)
    reload.follow(heard.call)  # after the table, so that it is called after the table
    for name in ("clock.js", "style.css"):
        file = static / name
        heard.called.clear()
        file.write_text(file.read_text("utf-8") + f"/* {name} is saved */\n", "utf-8")
        assert heard.called.wait(20)
    assert "clock.js is saved" in table._esm and "style.css is saved" in table._css


@pytest.mark.filterwarnings("ignore:The front end cannot be reloaded")
def test_a_script_that_cannot_be_read_changes_nothing(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANYWIDGET_HMR", "1")
    heard = Heard()
    reload.follow(heard.call)
    (static / "clock.js").write_text("export * from './elsewhere.js';\n", "utf-8")
    assert not heard.called.wait(0.5)
    (static / "clock.js").write_text((Path(__file__).parents[2] / "toolkit/page/static/clock.js").read_text("utf-8"))
    assert heard.called.wait(20)


def test_without_the_variable_nobody_is_watching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANYWIDGET_HMR", raising=False)
    gc.collect()
    heard = Heard()
    reload.follow(heard.call)
    assert heard.call not in reload._living()
