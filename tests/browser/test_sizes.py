"""Every part of a table at every width and in full screen, in real JupyterLab: nothing sticks out, little jumps."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.games_at_random import go_on
from tests.support.positions import POSITIONS, ply, put, show
from toolkit.core.match import Match
from toolkit.games import math_storm


@pytest.mark.parametrize("position", POSITIONS)
def test_nothing_sticks_out(desk, position):
    """At every width, in both languages; 470 is what a window of 1240 leaves at 200 % with the side bar closed."""
    board = show(desk, position)
    found = []
    for lang, widths in (("en", (360, 470, 520, 800, 1240, 1800)), ("zh", (1240, 800, 360))):
        put(desk, "light", lang)
        for width in widths:
            widen(desk, board, width)
            desk.picture(f"{position}-{width}-{lang}")
            found += [f"{lang} {width}: {line}" for line in overflows(board)]
            if width > 1000 and position in ("sealed", "buzzer"):
                assert board.evaluate(MIDDLE) <= 810, f"{lang} {width}: turn, answers and log are not seen at once"
    assert not found, "\n".join(found)


def test_the_table_keeps_its_height_through_a_game(desk):
    """At a desk's width little jumps under the hand: only a long sentence or card makes the table a bit higher."""
    match = go_on(Match(math_storm, 2, seed=4, rounds=4), 400)
    record = json.dumps(json.dumps(match.record()))
    board = desk.show(f"mine = toolkit.load({record}); mine")
    widen(desk, board, 1240)
    heights: list[int] = []
    for at in range(0, match.ply + 1):
        desk.run(f"mine.goto({at})")
        ply(desk, at)
        heights.append(round(board.evaluate("e => e.getBoundingClientRect().height")))
    assert heights.count(min(heights)) > 0.8 * len(heights) and max(heights) < min(heights) + 70, heights


def widen(desk: Any, board: Locator, width: int) -> None:
    """Makes the window so wide that the table has that width, give or take the notebook's scroll bar."""
    page = desk.page
    for _ in range(6):
        missing = round(width - board.evaluate("board => board.getBoundingClientRect().width"))
        if abs(missing) < 3:
            break
        page.set_viewport_size({**page.viewport_size, "width": page.viewport_size["width"] + missing})
        page.wait_for_timeout(150)  # the notebook and the charts take the new width
    assert abs(missing) < 20, f"the table does not become {width} wide"


def test_full_screen(desk):
    board = show(desk, "storm")
    page = desk.page
    desk.part("tool-fullscreen").click()
    expect(board).to_have_attribute("data-fullscreen", "")
    expect(board.locator(".tk-card")).to_be_in_viewport(ratio=0.99)
    for width, height in ((1280, 900), (1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        desk.picture(f"projector-{width}")
        assert overflows(board) == []
        assert board.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 1")
    page.evaluate("document.exitFullscreen()")
    expect(board).not_to_have_attribute("data-fullscreen", "")


def overflows(board: Locator) -> list[str]:
    """Elements of a table that are wider than their box, or stand out of the table or of their chart."""
    return list(board.evaluate(OVERFLOWS))


MIDDLE = """root => {
    const [column, turn, log] = [".tk-do", ".tk-turn", ".tk-log"].map((name) => root.querySelector(name));
    if (column.scrollHeight > column.clientHeight + 1) return Infinity;
    return log.getBoundingClientRect().bottom - turn.getBoundingClientRect().top;
}"""
"""How high the middle column is from the turn to the end of the log; it never scrolls inside."""
OVERFLOWS = """root => {
    const found = [], sides = (element) => element.getBoundingClientRect();
    const isOut = (inner, outer, by) => inner.right > outer.right + by || inner.left < outer.left - by;
    const report = (what, { localName, className, textContent }) =>
        found.push(`${what}: ${localName}.${className.baseVal ?? className} ${textContent.trim().slice(0, 40)}`);
    for (const element of root.querySelectorAll(".tk-scene *")) {
        const box = sides(element), host = element.closest(".tk-chart");
        if (!box.width || !box.height || element.closest(".tk-sr, details:not([open]) > :not(summary)")) continue;
        if (isOut(box, sides(root), 1)) report("out of the table", element);
        if (host && element.localName === "text" && isOut(box, sides(host), 2)) report("out of its chart", element);
        if (!(element instanceof HTMLElement) || element.matches("input, code, .tk-main")) continue;
        const { scrollWidth, clientWidth } = element;
        if (scrollWidth > clientWidth + 1 && getComputedStyle(element).display !== "inline")
            report(`${scrollWidth} in ${clientWidth}`, element);
    }
    return found;
}"""
