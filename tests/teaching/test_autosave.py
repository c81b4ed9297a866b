"""The file of a lesson: always whole, whatever happens to the process that writes it or to the folder it lies in."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.lessons import PLAN, answers, move, session
from toolkit.core.words import BadInput
from toolkit.teaching import autosave
from toolkit.teaching import saved as plans
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.lesson import Lesson
from toolkit.teaching.lesson_session import LessonSession


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    keep = Autosave(tmp_path / "lesson.json")
    assert keep.read() is None
    for text in ("one", "zwei 二", "three"):
        assert keep.write(text) and keep.read() == text
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.json"]


def test_a_relative_path_is_beside_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keep = Autosave("lesson.json")
    monkeypatch.chdir("/")
    keep.write("here")
    assert (tmp_path / "lesson.json").read_text() == "here"


def test_the_file_is_on_the_disk_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda number: (done.append("sync"), real_sync(number))[1])
    monkeypatch.setattr(Path, "replace", lambda self, to: (done.append("rename"), real_replace(self, to))[1])
    autosave.replace(tmp_path / "lesson.json", "text")
    assert done[:2] == ["sync", "rename"]


def test_the_time_of_day_can_be_handed_in(tmp_path: Path) -> None:
    time = datetime(2031, 5, 6, 9, 59, 58, 700_000)
    keep = Autosave(tmp_path / "lesson.json", now=lambda: time)
    here = LessonSession(PLAN, keep, "en", lambda *_: None)
    answers(here, 1)
    assert here.report.rows[0].time == "2031-05-06 09:59:58" and keep.saved == time
    time += timedelta(minutes=2)
    answers(here, 2)
    assert [row.time[-8:] for row in here.report.rows[:2]] == ["09:59:58", "10:01:58"]
    text = keep.read()
    assert text is not None and plans.read(text).saved == time.replace(microsecond=0)
    assert "10:01" in here.scene()


def test_a_write_that_fails_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Autosave(tmp_path / "lesson.json")
    keep.write("before")

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.warns(RuntimeWarning, match="no space is left"):
        assert not keep.write("after")
    assert keep.read() == "before" and len(list(tmp_path.iterdir())) == 1


def test_halves_of_the_dead_are_cleared_away(tmp_path: Path) -> None:
    keep = Autosave(tmp_path / "lesson.json")
    old, new = tmp_path / ".lesson.json-aa.half", tmp_path / ".lesson.json-bb.half"
    for half in (old, new):
        half.write_text("ha")
    os.utime(old, (0, 0))
    keep.read()
    assert not old.exists() and new.exists(), "another process may be writing the new one"
    keep.erase()
    assert not new.exists()


def test_what_was_there_is_set_aside_and_erased_with_the_rest(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("mine")
    keep = Autosave(tmp_path / "lesson[1].json")
    for text in ("one", "two"):
        keep.write(text)
        keep.set_aside()
    keep.write("three")
    assert {path.name: path.read_text() for path in tmp_path.glob("lesson*")} == {
        "lesson[1].before-1.json": "one",
        "lesson[1].before-2.json": "two",
        "lesson[1].json": "three",
    }
    keep.erase()
    assert list(tmp_path.iterdir()) == [other]


def test_a_folder_that_cannot_be_written_costs_one_warning_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "no folder").write_text("")
    with pytest.warns(RuntimeWarning, match="cannot be saved in") as told:
        here = session(tmp_path / "no folder" / "lesson.json")
        answers(here, 2)
        assert here.handle({"kind": "undo"}) is None
    assert len(told) == 1
    assert "cannot be saved in" in here.scene()
    assert plans.read(here.json()).match.ply == here.match.ply
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        move(here)


def test_a_folder_that_can_be_written_again_is_used_again(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    with pytest.warns(RuntimeWarning):
        here = session(folder / "lesson.json")
    folder.mkdir()
    move(here)
    assert "cannot be saved in" not in here.scene()
    assert plans.read((folder / "lesson.json").read_text("utf-8")).match.ply == here.ply


def broken(text: str) -> Iterator[str]:
    yield from (
        "",
        "{",
        "[]",
        "{}",
        '{"toolkit_lesson": 2}',
        '{"toolkit_lesson": 3}',
        text[: len(text) // 2],
        text.replace('"minutes": 30', '"minutes": 31'),
    )
    yield text.replace("toolkit_lesson", "lesson")
    yield "x" * (plans.LONGEST + 1)


def test_a_damaged_file_is_told_about_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    here = session(path)
    answers(here, 2)
    for text in broken(path.read_text("utf-8")):
        path.write_text(text, "utf-8")
        lesson = Lesson(PLAN, str(path))
        assert "stays as it is" in lesson.scene and 'data-key="resume"' not in lesson.scene, text[:40]
        with pytest.raises(BadInput, match="no saved lesson"):
            lesson.resume()
        assert path.read_text("utf-8") == text
        lesson.start()
        assert [kept.read_text("utf-8") for kept in tmp_path.glob("lesson.before-*")] == [text], "lost"
        lesson.keep.erase()
    path.write_bytes(b"\xff\xfe\xff")
    assert "stays as it is" in Lesson(PLAN, str(path)).scene


def reference(moves: int) -> list[int]:
    """The plies after each move of the lesson that the killed processes play."""
    here = session(None)
    plies = [here.ply]
    while len(plies) <= moves and here.match.to_move:
        move(here)
        plies.append(here.ply)
    return plies


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_at_any_moment_it_holds_the_last_move_or_the_one_before(tmp_path: Path, full: bool) -> None:
    path, rng, plies = tmp_path / "lesson.json", random.Random(7), reference(400)
    saved = 0
    with _server(path) as server:
        for _ in range(200 if full else 20):
            known = _kill_one(server, rng.random() * 0.15)
            if not known:
                assert not path.exists() or plans.read(path.read_text("utf-8")).match.ply in plies
                continue
            held = plies.index(plans.read(path.read_text("utf-8")).match.ply)
            assert held - plies.index(known[-1]) in (0, 1)
            saved += 1
            if held > 300:
                path.unlink()
    assert saved, "every process was killed before its first move"


class _server:
    """A process that has everything imported, and whose children play."""

    def __init__(self, path: Path) -> None:
        here = str(Path(__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([here, *filter(None, sys.path)])}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.lessons", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def __enter__(self) -> Any:
        assert self.process.stdout and self.process.stdout.readline() == "ready\n"
        return self.process

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def _kill_one(server: Any, after: float) -> list[int]:
    """Starts a child, kills it so many seconds after its first sign of life, and returns the plies that it told."""
    server.stdin.write("go\n")
    server.stdin.flush()
    known: list[int] = []
    child = 0
    while (line := server.stdout.readline().split()) != ["dead"]:
        assert line, "the server has died"
        if line[0] == "child":
            child = int(line[1])
        else:
            known.append(int(line[1]))
        if child and known:
            time.sleep(after)
            os.kill(child, signal.SIGKILL)
            child = 0
    return known


def test_a_file_that_is_held_for_a_moment_is_replaced_all_the_same(tmp_path, monkeypatch):
    """Windows refuses to replace a file that another program reads: it is tried again, and given up in the end."""
    keep, asked, waited = Autosave(tmp_path / "lesson.json"), [0], []
    assert keep.write("one")
    whole = Path.replace

    def held(self: Path, target: Path) -> Path:
        asked[0] += 1
        if asked[0] < 3:
            raise PermissionError("held")
        return whole(self, target)

    monkeypatch.setattr(autosave, "HELD", True)
    monkeypatch.setattr(autosave.time, "sleep", waited.append)
    monkeypatch.setattr(Path, "replace", held)
    assert keep.write("two") and keep.read() == "two" and len(waited) == 2
    asked[0] = -100
    with pytest.warns(RuntimeWarning):
        assert not keep.write("three")
    assert keep.read() == "two" and not list(tmp_path.glob(".*.half"))
