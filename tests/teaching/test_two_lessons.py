"""Two lessons that were told to save in one file, and files that somebody or something has damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.lessons import answers, move
from tests.teaching.pages import do, lesson
from toolkit.cards import packs
from toolkit.core import words
from toolkit.core.record import checksum
from toolkit.teaching import saved as saved_


def ply_in(path: Path) -> int:
    return saved_.read(path.read_text("utf-8")).match.ply


def test_a_copied_notebook_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    first = lesson(path, teams=["Mia", "Noah"]).start()
    answers(first.shown, 2)
    second = lesson(path, teams=["Ada", "Bo"], seed=6).start()
    move(second.shown)
    move(first.shown)
    first.publish()
    assert "Another lesson now saves in lesson.json. This one goes on in lesson-2.json" in first.scene
    assert 'data-key="beside-keep"' in first.scene and 'data-key="beside-other"' in first.scene
    assert ply_in(path) == second.match.ply and ply_in(tmp_path / "lesson-2.json") == first.match.ply
    for _ in range(5):
        move(first.shown)
        move(second.shown)
    assert ply_in(path) == second.match.ply and ply_in(tmp_path / "lesson-2.json") == first.match.ply
    second.publish()
    assert 'data-key="beside"' not in second.scene
    assert do(first, "beside", "keep") is None and 'data-key="beside"' not in first.scene


def test_each_class_goes_on_with_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    first = lesson(path).start()
    second = lesson(path, seed=6).start()
    answers(first.shown, 3)
    answers(second.shown, 1)
    page = lesson(path)
    assert list(page.shown.found) == ["lesson.json", "lesson-2.json"]
    assert page.scene.count('class="tk-box tk-resume"') == 2 and "File lesson-2.json." in page.scene
    assert do(page, "resume", "lesson-2.json") is None
    assert page.match.record() == first.match.record()
    move(page.shown)
    assert ply_in(tmp_path / "lesson-2.json") == page.match.ply and ply_in(path) == second.match.ply
    assert lesson(path).resume().match.record() == second.match.record()
    assert do(lesson(path), "resume", "../other.json")


def test_one_lesson_gone_on_with_twice_is_two(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    first = lesson(path).start()
    answers(first.shown, 1)
    second = lesson(path).resume()
    move(second.shown)
    move(first.shown)
    move(first.shown)
    first.publish()
    assert "lesson-2.json" in first.scene
    assert ply_in(path) == second.match.ply and ply_in(tmp_path / "lesson-2.json") == first.match.ply
    assert do(first, "beside", "other") is None and not first.started
    assert first.resume().match.record() == second.match.record()


def test_a_file_that_was_only_touched_is_still_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    here = lesson(path).start()
    os.utime(path, (1, 1))
    move(here.shown)
    assert ply_in(path) == here.match.ply and not here.keep.other
    path.unlink()
    move(here.shown)
    assert ply_in(path) == here.match.ply and not here.keep.other, "a file that was removed is written again"


def test_the_start_page_erases_all_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    first, second = lesson(path).start(), lesson(path).start()
    move(first.shown)
    move(second.shown)
    (tmp_path / "lesson-plan.txt").write_text("mine")
    page = lesson(path)
    assert do(page, "erase") is None
    assert [file.name for file in tmp_path.iterdir()] == ["lesson-plan.txt"]


DAMAGES: list[tuple[tuple[str, ...], Any]] = [
    (("left",), float("inf")),
    (("left",), float("nan")),
    (("left",), -5),
    (("left",), 1e300),
    (("left",), "soon"),
    (("left",), True),
    (("saved",), "yesterday"),
    (("saved",), 5),
    (("writer",), 7),
    (("toolkit_lesson",), True),
    (("plan",), None),
    (("plan", "names"), ["A", "B", "C"]),
    (("plan", "names"), ["A"] * 9),
    (("plan", "game"), "chess"),
    (("plan", "minutes"), -1),
    (("plan", "minutes"), 10**9),
    (("plan", "stretch"), 3.0),
    (("plan", "chosen"), {"band": "middle"}),
    (("plan", "chosen"), {"stars": [0, 0, 0]}),
    (("plan", "chosen"), {"stars": 1}),
    (("plan", "chosen"), {"nothing": 1}),
    (("plan", "players"), [{"name": "chess"}, None]),
    (("plan", "players"), [{"name": "gentle", "strength": 7.0}, None]),
    (("plan", "ruleset"), {"order": 5}),
    (("match",), []),
    (("match", "bots"), {"x": ["solver", 1.0]}),
    (("match", "bots"), {"1": [[], {}]}),
    (("match", "log"), [5]),
    (("report",), {}),
    (("report",), [{}]),
    (("report", "0", "seat"), 77),
    (("report", "0", "seat"), -3),
    (("report", "0", "stars"), 10**9),
    (("report", "0", "time"), "x"),
    (("report", "0", "ply"), 1.5),
]


@pytest.mark.parametrize("lang", words.LANGS)
def test_a_damaged_file_is_told_about_kept_and_set_aside(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "lesson.json"
    here = lesson(path).start()
    answers(here.shown, 2)
    whole = json.loads(path.read_text("utf-8"))
    for place, value in DAMAGES:
        data = json.loads(json.dumps(whole))
        inner: Any = data
        for name in place[:-1]:
            inner = inner[int(name) if name.isdecimal() else name]
        inner[place[-1]] = value
        data.pop("check")
        text = json.dumps(data | {"check": checksum(data)})
        path.write_text(text, "utf-8")
        page = lesson(path, lang=lang)
        assert 'data-key="broken-lesson.json"' in page.scene, (place, value)
        assert 'data-key="resume"' not in page.scene and 'data-key="start"' in page.scene
        assert path.read_text("utf-8") == text
        page.start()
        assert (tmp_path / "lesson.before-1.json").read_text("utf-8") == text, (place, value)
        page.keep.erase()


@pytest.mark.filterwarnings("ignore:Worth a look")
def test_what_people_call_things_is_never_read_as_a_key_of_words() -> None:
    pack = packs.pack(
        "id,stars,family,prompt_en,kind,answer\n"
        + "".join(f"a{n},1,@fractions @button.undo,{n} + 1 = □,int,{n + 1}\n" for n in range(12))
    )
    widget = lesson(teams=["@home", "@button.undo @@x"], cards=pack).start()
    answers(widget.shown, 3)
    assert do(widget, "report", True) is None
    assert "@home" in widget.scene and "@button.undo @@x" in widget.scene
    labels = [row["name"] for row in widget.rows["t0.report"]]
    assert labels and all(label.startswith("@fractions @button.undo, @") for label in labels)
    assert words.label(words.plain("@a b @@c"), "en") == "@a b @@c"
    assert words.label("@button.undo 12", "en") == "Undo 12"
