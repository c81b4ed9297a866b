"""What is kept on disk: made once, whole or not at all, and never an error."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toolkit.core import cache, words


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that is not there yet."""
    monkeypatch.setenv(cache.ENV, str(tmp_path / "kept"))
    new_kernel()
    return tmp_path / "kept"


def new_kernel() -> None:
    """Forgets what this process knows."""
    cache.forget()


class Maker:
    """Gives a value, and counts how often it was asked."""

    def __init__(self, value: Any) -> None:
        self.value, self.calls = value, 0

    def __call__(self) -> Any:
        self.calls += 1
        return self.value


ARRAY = np.arange(12, dtype=np.int16).reshape(3, 4)


@pytest.mark.parametrize(
    ("get", "value"),
    [
        (cache.cached_text, "风暴 0 … 100\n"),
        (cache.cached_json, {"p": [0.5, None]}),
        (cache.cached_array, ARRAY),
    ],
)
def test_made_once_and_the_same_in_the_next_kernel(folder: Path, get: Any, value: Any) -> None:
    make = Maker(value)
    first = get("thing", "key", make)
    new_kernel()
    second = get("thing", "key", make)
    assert make.calls == 1
    np.testing.assert_equal([first, second], [value, value])
    assert getattr(second, "dtype", None) == getattr(value, "dtype", None)


def test_each_caller_has_a_copy_of_its_own(folder: Path) -> None:
    cache.cached_json("thing", "key", lambda: {"rows": []})["rows"].append(1)
    assert cache.cached_json("thing", "key", lambda: {}) == {"rows": []}
    cache.cached_array("numbers", "key", lambda: ARRAY)[0, 0] = 99
    assert (cache.cached_array("numbers", "key", lambda: ARRAY) == ARRAY).all()


@pytest.mark.parametrize("damage", [b"", b"{}", b"f" * 64 + b"\n{}", None])
def test_a_damaged_file_is_made_again(folder: Path, damage: bytes | None) -> None:
    make = Maker({"a": "long enough to be cut"})
    cache.cached_json("thing", "key", make)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-3] if damage is None else damage)
    new_kernel()
    assert cache.cached_json("thing", "key", make) == make.value
    assert make.calls == 2
    assert file.read_bytes() == whole


def test_a_new_version_removes_the_old_one_and_nothing_else(folder: Path) -> None:
    for name, key, version in [("spec", "a", "1"), ("spec", "b", "1"), ("spec-x", "a", "1"), ("lap", "a", "1")]:
        cache.cached_text(name, key, lambda: "old", version=version)
    fresh, dead, foreign = folder / ".spec.cache-1", folder / ".spec.cache-2", folder / "notes.txt"
    for file in (fresh, dead, foreign):
        file.touch()
    os.utime(dead, (0, 0))
    cache.cached_text("spec", "a", lambda: "new", version="2")
    names = sorted(file.name.rsplit("-", 2)[0] for file in folder.glob("*.cache") if file.name[0] != ".")
    assert names == ["lap", "spec", "spec-x"]
    assert fresh.exists() and foreign.exists() and not dead.exists()


def test_a_folder_that_cannot_be_written_is_said_once(folder: Path) -> None:
    folder.write_text("a file stands in its place: root may write everywhere else")
    make = Maker("text")
    with pytest.warns(RuntimeWarning) as said:
        assert [cache.cached_text("thing", key, make) for key in "aab"] == ["text"] * 3
    assert len(said) == 1
    assert str(folder) in str(said[0].message)
    assert make.calls == 2, "kept in memory"
    for lang in words.LANGS:
        assert words.say("error.cache", lang, folder="/x", reason="full", env=cache.ENV)


def test_a_folder_that_is_full_but_filled_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.cached_text("thing", "key", lambda: "text")
    new_kernel()
    monkeypatch.setattr(Path, "write_bytes", lambda *given: pytest.fail("nothing is to be written"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache.cached_text("thing", "key", lambda: pytest.fail("it is there")) == "text"


def test_several_processes_at_once(folder: Path) -> None:
    program = (
        "import sys; from toolkit.core import cache; sys.stdin.read(1)\n"
        "for i in range(40):\n"
        "    cache.forget()\n"
        "    text = cache.cached_text('thing', str(i % 2), lambda: str(i % 2) * 300_000, version=str(i // 20))\n"
        "    assert text == str(i % 2) * 300_000, i\n"
    )
    run = [sys.executable, "-W", "error", "-c", program]
    several = [subprocess.Popen(run, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate(b"x")[1].decode() for process in several] == [""] * 4
    assert all(file.suffix == ".cache" for file in folder.iterdir()), "nothing half written is left"


def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.ENV, raising=False)
    assert cache.folder().is_absolute() and "toolkit" in cache.folder().parts


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of values that came with the package; empty."""
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "shipped")
    return tmp_path / "shipped"


def never() -> Any:
    raise AssertionError("it came with the package")


@pytest.mark.parametrize(
    ("get", "value"),
    [(cache.cached_text, "风暴"), (cache.cached_json, {"p": [0.5, None]}), (cache.cached_array, ARRAY)],
)
def test_what_is_shipped_is_never_made_nor_kept_again(folder: Path, shipped: Path, get: Any, value: Any) -> None:
    """Also with libraries of another version than those it was made with."""
    get("thing", "key", lambda: value, version="library 1", recipe="ours 1")
    assert cache.ship(shipped) == 1
    new_kernel()
    for file in folder.iterdir():
        file.unlink()
    np.testing.assert_equal(get("thing", "key", never, version="library 2", recipe="ours 1"), value)
    assert not list(folder.iterdir())


def test_what_is_shipped_is_only_for_the_files_it_was_made_by(folder: Path, shipped: Path) -> None:
    cache.cached_text("thing", "key", lambda: "old", recipe="ours 1")
    cache.cached_text("other", "key", lambda: "has no recipe")
    cache.ship(shipped)
    new_kernel()
    assert len(list(shipped.iterdir())) == 1
    assert cache.cached_text("thing", "key", lambda: "new", version="2", recipe="ours 2") == "new"
    (file,) = shipped.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    new_kernel()
    assert cache.cached_text("thing", "key", lambda: "again", version="3", recipe="ours 1") == "again", "damaged"


def test_whoever_waits_is_told_once_while_a_value_is_made(folder: Path) -> None:
    told: list[str] = []

    @contextmanager
    def tell() -> Iterator[None]:
        told.append("begins")
        yield
        told.append("ends")

    ours = cache.told.set(tell)
    try:
        cache.cached_text("thing", "key", lambda: str(told))
        cache.cached_text("thing", "key", never)
    finally:
        cache.told.reset(ours)
    assert told == ["begins", "ends"]
    assert cache.cached_text("thing", "key", never) == "['begins']"
