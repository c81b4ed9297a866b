"""A lesson as a teacher gives it, in real JupyterLab: set-up, cards, a verdict by hand, a pause, the projector, a
kernel that is killed, going on, and the report. `TOOLKIT_SHOTS` names a folder for pictures of all that.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from toolkit.cards import box
from toolkit.cards import card as card_
from toolkit.core.match import Match
from toolkit.games import math_storm
from toolkit.games.math_storm.state import Answer, Judge, Move, Pick, Stop

NAMES = ("Reds", "Blues")
OPTIONS = {"order": "seats", "challenge": "sealed", "chips": 0, "stars": (2, 1, 1)}
CELL = """import toolkit
lesson = toolkit.lesson(minutes=40, end="time", stretch=4, seed=12, order="seats", save="{file}")
lesson"""
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
RUN = f"""(code) => {KERNEL}.requestExecute({{ code, store_history: false }}).done"""
KILL = f"""() => {{ {KERNEL}.requestExecute({{ code: "import os; os.kill(os.getpid(), 9)" }}); }}"""
IDLE = f"() => {KERNEL}?.status === 'idle'"


class Class:
    """The lesson in the page, and the same match in this process."""

    def __init__(self, page: Page, board: Locator) -> None:
        self.page, self.board = page, board
        self.match: Match[Any, Any] = Match(math_storm, 2, seed=12, names=NAMES, **OPTIONS)
        self.cards = 0

    def part(self, key: str) -> Locator:
        return self.board.locator(f'[data-key="{key}"]')

    def view(self) -> dict[str, Any]:
        while self.match.game.view(self.match.state, None)["due"]["phase"] in ("order", "place", "draw"):
            self.match.chance()
        return self.match.game.view(self.match.state, None)

    def same(self) -> None:
        self.view()
        expect(self.part("slider-input")).to_have_attribute("value", str(self.match.ply))

    def step(self, right: bool = True) -> None:
        """One move, as a class would make it: roll, choose, or answer."""
        view = self.view()
        seats = self.match.to_move
        if seats[0] < 0:
            self.board.locator('[data-hotkey="r"]').click()
            self.match.chance()
        elif view["due"]["phase"] == "card":
            self.answer(seats[0], right)
        else:
            pawn = self.match.legal_actions(seats[0])[0].pawn
            key, kind = ("pick", Pick) if view["due"]["phase"] == "pick" else ("choice", Move)
            self.part(f"{key}-{pawn}").click()
            self.match.play(kind(seats[0], pawn))
        self.same()

    def question(self) -> card_.Question:
        return box.deck(self.match.state.rules.cards).card(self.view()["card"]["number"])

    def answer(self, seat: int, right: bool = True) -> None:
        question = self.question()
        expect(self.board.locator(".tk-card .tk-question")).to_have_text(question.prompt.en)
        text = str(question.answer if right else question.distractors[0].value)
        key = f"ask-{self.view()['timer']['id']}-{seat}"
        self.part(key).fill(text)
        self.board.locator(f'[data-submit="{key}"]').click()
        self.match.play(Answer(seat, text))

    def to_card(self, alone: bool = False) -> None:
        """Plays until the next card is open, one for a single team if that is asked for."""
        while not (card := self.view()["card"]) or (alone and len(card["waiting"]) > 1):
            self.step()
        self.cards += 1

    def close_card(self) -> None:
        while self.view()["card"]:
            self.step()

    def shot(self, name: str) -> None:
        if folder := os.environ.get("TOOLKIT_SHOTS"):
            self.page.screenshot(path=Path(folder) / f"lesson-{name}.png")


def set_up(page: Page, board: Locator) -> None:
    """By keyboard: two names, more easy cards, then Start."""
    field = board.locator('[data-key^="name-0"]')
    field.focus()
    page.keyboard.type(NAMES[0])
    page.keyboard.press("Tab")
    expect(board.locator('[data-key="player-0"]')).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type(NAMES[1])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(board.locator('[data-key="band-lower"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(board.locator('[data-key="band-upper"]')).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(board.locator('[data-key="band-lower"]')).to_be_checked()
    board.locator('[data-key="stars-0"]').select_option("2")
    expect(board.locator('[data-key="stars-0"] option[value="2"]')).to_have_attribute("selected", "")


def test_a_lesson_as_a_teacher_gives_it(
    page: Page,
    open_notebook: Callable[..., None],
    widget: Callable[..., Locator],
    axe: Callable[..., list[str]],
    lab: Any,
) -> None:
    file = f"{uuid4().hex}.json"
    open_notebook(page, [CELL.format(file=file)])
    here = Class(page, widget(page))
    set_up(page, here.board)
    here.shot("1-start")
    assert axe(page) == []
    here.part("start").focus()
    page.keyboard.press("Enter")
    expect(here.part("slider-input")).to_be_visible(timeout=60_000)  # the first charts of a kernel are the slow ones
    here.same()
    expect(here.part("countdown")).to_contain_text("left of the lesson")

    a_pause(here, axe)
    a_verdict_by_hand(here)
    the_projector(here)
    the_pad_stays(here)
    a_killed_kernel(here, lab.folder / file)
    while here.cards < 8:
        here.to_card()
        here.close_card()
    the_report(here, axe)
    the_time_is_up(here, axe)
    erased(here, lab.folder / file)


def a_pause(here: Class, axe: Callable[..., list[str]]) -> None:
    here.to_card(alone=True)
    clock = here.board.locator(".tk-clock")
    expect(clock.locator("[data-time]")).to_be_visible()
    here.part("clock-run").click()
    expect(clock).to_have_class("tk-clock still")
    expect(here.part("paused")).to_contain_text("PAUSED")
    time, lesson = clock.inner_text(), here.part("countdown").inner_text()
    here.page.wait_for_timeout(2200)
    assert clock.inner_text() == time and here.part("countdown").inner_text() == lesson, "one pause stops both"
    here.part("hint").click()
    expect(here.part("hint-1")).to_be_visible()
    here.shot("2-card")
    assert axe(here.page) == []
    here.part("clock-run").click()
    expect(clock).not_to_have_class("tk-clock still")
    assert here.question().steps[0].en not in here.board.inner_html()
    here.step()
    expect(here.board.locator(".tk-closed")).to_contain_text("Answer:")


def a_verdict_by_hand(here: Class) -> None:
    here.to_card(alone=True)
    seat = here.match.to_move[0]
    here.step(right=False)
    expect(here.part(f"verdict-{seat}")).to_have_class("tk-note is-failed")
    here.board.locator('[data-key="judge"] summary').click()
    here.part(f"judge-{seat}-right").click()
    here.match.play(Judge(seat, True))
    here.same()
    expect(here.part(f"verdict-{seat}")).to_contain_text("by hand")
    here.shot("3-by-hand")


def the_projector(here: Class) -> None:
    here.to_card()
    here.part("tool-fullscreen").click()
    expect(here.board).to_have_attribute("data-fullscreen", "")
    expect(here.part("countdown")).to_be_visible()
    expect(here.part("strip-report")).to_be_visible()
    expect(here.board.locator(".tk-card .tk-question")).to_be_in_viewport()
    here.page.wait_for_timeout(300)
    here.shot("4-projector")
    expect(here.board.locator(".tk-clock")).to_be_in_viewport(ratio=0.99)
    here.page.evaluate("document.exitFullscreen()")
    expect(here.board).not_to_have_attribute("data-fullscreen", "")
    here.close_card()


def the_pad_stays(here: Class) -> None:
    here.part("open-pad").click()
    pad = here.board.locator('[data-key="pad"] textarea')
    pad.click()
    here.page.keyboard.type("12 + 9\n= 21 x dd")
    here.step()
    expect(pad).to_have_value("12 + 9\n= 21 x dd")
    expect(here.page.locator(".jp-Cell")).to_have_count(1)
    here.part("pad-clear").click()
    expect(pad).to_have_value("")
    here.part("open-pad").click()
    expect(pad).to_be_hidden()


def a_killed_kernel(here: Class, file: Path) -> None:
    """JupyterLab starts another kernel; the cell is run again, and one click goes on where the class was."""
    page = here.page
    before = page.evaluate(f"() => {KERNEL}.id")
    page.evaluate(KILL)
    dialog = page.locator(".jp-Dialog")
    expect(dialog).to_be_visible(timeout=60_000)
    dialog.get_by_role("button").last.click()
    page.wait_for_function(IDLE)
    assert before and file.exists()
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
    expect(here.part("resume-box")).to_contain_text("A saved lesson is here.", timeout=60_000)
    here.shot("5-resume")
    here.part("resume").click()
    here.same()
    expect(here.part("seat-0")).to_contain_text(NAMES[0])


def the_report(here: Class, axe: Callable[..., list[str]]) -> None:
    here.board.locator('[data-key="menu"] > summary').click()
    here.part("lesson-report").click()
    expect(here.part("report-close")).to_be_focused()
    rows = here.board.locator('[data-key="answers"] tbody tr')
    expect(rows).not_to_have_count(0)
    expect(rows.filter(has_text="by the teacher")).to_have_count(1)
    expect(here.board.locator('[data-panel="t0.report"] svg').first).to_be_visible()
    here.page.wait_for_timeout(500)
    here.shot("6-report")
    assert axe(here.page) == []
    with here.page.expect_download() as download:
        here.part("csv").click()
    data = Path(download.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    table = data.decode("utf-8-sig")
    assert table.startswith("Score,Math Storm")
    found = list(csv.DictReader(io.StringIO(table[table.index("Time,Team,Card") :])))
    assert len(found) == rows.count() and {row["Team"] for row in found} <= set(NAMES)
    assert all(row["Question"] and row["Right answer"] for row in found)
    assert sum(row["Verdict by the teacher"] == "Yes" for row in found) == 1
    here.part("hide").click()
    for name in NAMES:
        expect(here.board.locator(".tk-scene")).not_to_contain_text(name)
    here.part("report-close").click()
    here.same()


def the_time_is_up(here: Class, axe: Callable[..., list[str]]) -> None:
    here.page.evaluate(RUN, "lesson.shown.countdown.end(); lesson.publish()")
    expect(here.part("lesson-over")).to_contain_text("The time of the lesson is up.")
    here.step()  # nothing has stopped by itself
    here.shot("7-time-is-up")
    assert axe(here.page) == []
    here.part("over-stop").click()
    here.match.play(Stop())
    here.same()
    expect(here.part("over").locator("li")).to_have_count(2)
    expect(here.part("lesson-over")).to_have_count(0)


def erased(here: Class, file: Path) -> None:
    assert NAMES[0] in file.read_text("utf-8")
    here.board.locator('[data-key="menu"] > summary').click()
    here.part("lesson-ask").click()
    expect(here.part("erase-no")).to_be_focused()
    here.shot("8-erase")
    here.part("erase-yes").click()
    expect(here.part("start")).to_be_visible()
    assert not file.exists()
    expect(here.board.locator('[data-key^="name-0"]')).to_have_value("")
