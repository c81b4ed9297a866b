"""A lesson about a game without question cards, in real JupyterLab: start, play, pause, another day, the report.

`TOOLKIT_SHOTS` names a folder for pictures of all that.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

CELL = """import toolkit
lesson = toolkit.lesson("cloud_mountain", ["Foxes", "Owls"], rounds=1, seed=4, bots={{"B": "gentle"}}, save="{file}")
lesson"""
PLAY = """
while lesson.match.to_move{until}:
    legal = [action for action in lesson.session.legal() if action["type"] in ("lay", "done", "hold", "chance")]
    action = sorted(legal, key=lambda one: one["type"])[0]
    step = lesson.match.step(action.get("seat", -1))
    assert lesson.handle({{"kind": "play", "step": step, "action": action}}) is None
"""
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
RUN = f"""async (code) => {{
    const {{ content }} = await {KERNEL}.requestExecute({{ code, store_history: false }}).done;
    if (content.status !== "ok") throw new Error(content.traceback.join("\\n"));
}}"""
IDLE = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }"


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("TOOLKIT_SHOTS"):
        page.wait_for_timeout(400)
        page.screenshot(path=Path(folder) / f"any-{name}.png")


def test_a_lesson_without_cards_from_its_start_page_to_its_report(
    page: Page,
    open_notebook: Callable[..., Any],
    widget: Callable[..., Locator],
    axe: Callable[..., list[str]],
    lab: Any,
) -> None:
    file = f"{uuid4().hex}.json"
    page.set_viewport_size({"width": 1366, "height": 768})
    open_notebook(page, [CELL.format(file=file)])
    board = widget(page)

    def part(key: str) -> Locator:
        return board.locator(f'[data-key="{key}"]')

    expect(part("player-1")).to_have_value("gentle:0.5")
    expect(part("box-cards")).to_have_count(0)
    part("player-1").select_option("gentle:0.25")
    expect(part("player-1").locator('option[value="gentle:0.25"]')).to_have_attribute("selected", "")
    assert axe(page) == []
    shot(page, "1-start")
    part("start").click()
    board.locator('[data-hotkey="r"]').click()
    expect(part("slider-input")).to_have_attribute("value", "1")
    board.locator('[data-hotkey="r"]').click()
    expect(board.locator('[data-key="hand"]')).to_be_visible()

    part("lesson-run").click()
    expect(part("paused")).to_contain_text("PAUSED")
    time = part("countdown").inner_text()
    page.wait_for_timeout(2100)
    assert part("countdown").inner_text() == time
    shot(page, "2-paused")
    assert axe(page) == []
    part("paused-go-on").click()
    expect(part("paused")).to_have_count(0)

    page.evaluate(RUN, PLAY.format(until=" and lesson.match.state.stage < 3"))
    ply = part("slider-input").get_attribute("value")
    page.reload()
    page.wait_for_function(IDLE)
    page.evaluate(RUN_ALL)
    expect(part("resume-box")).to_contain_text("A saved lesson is here.", timeout=60_000)
    expect(board).not_to_contain_text("Foxes, round")
    part("resume").click()
    expect(part("slider-input")).to_have_attribute("value", str(ply))

    page.evaluate(RUN, PLAY.format(until=""))
    board.locator('[data-key="menu"] summary').click()
    part("lesson-report").click()
    expect(part("scores").locator("li")).to_have_count(2)
    expect(part("entries").locator("tbody tr")).to_have_count(4)
    expect(part("entries")).to_contain_text("Luck of the plates")
    assert axe(page) == []
    shot(page, "3-report")
    with page.expect_download() as download:
        part("csv").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\xef\xbb\xbf")
    part("tool-lang").click()
    expect(part("entries")).to_contain_text("木牌的运气")
    shot(page, "4-report-zh")
