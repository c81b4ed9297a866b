"""What a turn needs is in sight: on a school laptop in JupyterLab with its side bar open, and in full screen.

Board, whose turn it is, teams, card or choices and the first chart lie inside what can be seen, none over another, no
box in them scrolls, and their letters are large enough. `TOOLKIT_SHOTS` names a folder for pictures.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

LAPTOP = (1366, 768)
SCREENS = (LAPTOP, (1024, 768), (1920, 1080), (820, 1180))
NAMES = "['Foxes', 'Owls', 'Hedgehogs of 3b']"
TURNS = {
    "order": f"toolkit.play('math_storm', {NAMES}, seed=1)",
    "roll": f"table(2, 7, 3, 4, 4, 5, seats={NAMES})",
    "choose": f"table(2, 7, 3, 4, 4, 5, '+', seats={NAMES})",
    "stopped": f"table(2, 7, 3, 4, 4, 5, 'stop', seats={NAMES})",
    "card": f"table(4, 6, 3, 4, 4, 5, '+', Move(0, 0), seats={NAMES})",
    "zh": f"table(2, 7, 3, 4, 4, 5, '+', seats={NAMES}, lang='zh')",
    "clouds": "clouds()",
    "lesson": "(lesson := toolkit.lesson(teams=3, save=None)).start() or lesson",
}
CLOUDS = """
def clouds():
    "A table where tiles lie, and the next plate is to be turned over."
    found = toolkit.play('cloud_mountain', 2, seed=1)
    match = found.match
    while found.session.view()['due']['phase'] != 'turn' or not found.session.view()['stage']:
        legal = match.legal_actions(match.to_move[0]) if match.to_move[0] >= 0 else ()
        ready = [one for one in legal if type(one).__name__ == 'Done']
        match.play((ready or legal)[0]) if legal else match.chance()
        match.advance()
    return found
"""
SMALLEST_IN_LAB, SMALLEST_IN_CHARTS, SMALLEST_IN_FULL_SCREEN = 13, 10.5, 16
"""Pixels. Beside a notebook the labels of a chart may be smaller: there is a sentence below it."""

FAULTS = """([root, charts, letters, inCharts]) => {
    const found = [], table = root.querySelector("section[data-table]");
    const box = (element) => element.getBoundingClientRect();
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
        && !element.closest(".tk-sr, .tk-live, details:not([open]) > :not(summary)")
        && !getComputedStyle(element).clipPath.startsWith("inset(50%");
    const scroller = document.fullscreenElement ? null : root.closest(".jp-WindowedPanel-outer");
    table.scrollIntoView({ block: "start" });
    const seen = scroller ? box(scroller) : { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
    const one = (name) => [...table.querySelectorAll(name)].find(isShown);
    const parts = { board: ".tk-board", turn: ".tk-turn", task: ".tk-card, .tk-result" };
    parts.teams = ".tk-seats, .tk-teams, .cm-board";
    if (charts) Object.assign(parts, { chart: ".tk-panel .tk-chart svg, .tk-panel .tk-say" });
    const boxes = [];
    for (const [part, name] of Object.entries(parts)) {
        const element = one(name);
        if (!element) { found.push(`no ${part}`); continue; }
        const { top, left, right, bottom, width, height } = box(element);
        boxes.push([part, box(element)]);
        if (Math.min(width, height) < 20) found.push(`${part} is ${width} × ${height}`);
        if (top < seen.top - 1 || left < seen.left - 1 || right > seen.right + 1 || bottom > seen.bottom + 1)
            found.push(`${part} is out of sight: ${[top, left, right, bottom].map(Math.round)}`);
    }
    for (const [a, first] of boxes)
        for (const [b, second] of boxes)
            if (a < b && ![a, b].includes("teams")
                && Math.min(first.right, second.right) - Math.max(first.left, second.left) > 1
                && Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 1)
                found.push(`${a} and ${b} lie over each other`);
    const shown = one(".tk-shown");
    for (const element of shown?.querySelectorAll("h3, .tk-chart svg, .tk-say") ?? []) {
        const { top, left, right, bottom, width } = box(element), room = box(shown);
        const end = Math.min(room.right, box(element.closest(".tk-panel")).right);
        const isOut = !isShown(element) || width < 2 || left > end - 1 || top > room.bottom - 1;
        const isCut = right > room.right + 1 || bottom > room.bottom + 1;
        if (!isOut && (isCut || element.scrollHeight > element.clientHeight + 1))
            found.push(`cut: ${element.textContent.slice(0, 30)}`);
    }
    for (const tab of table.querySelectorAll(".tk-tab"))
        if (isShown(tab) && (tab.scrollWidth > tab.clientWidth || box(tab).right > box(tab.parentElement).right + 1))
            found.push(`cut: the tab ${tab.textContent}`);
    for (const element of table.querySelectorAll("*")) {
        if (!isShown(element)) continue;
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
        if (scrolls && element.scrollHeight > element.clientHeight + 1 && element.clientHeight)
            found.push(`scrolls inside: ${element.className}`);
        const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const text = texts.map((node) => node.data.trim()).join("");
        if (!text || element.localName === "title" || element.closest("option")) continue;
        const matrix = element.getScreenCTM?.();
        const size = parseFloat(getComputedStyle(element).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
        const least = element.closest(".tk-chart") ? inCharts : letters;
        if (size < least - 0.05 && !element.closest(".tk-board .cm-board"))
            found.push(`${size.toFixed(1)} px: ${text.slice(0, 30)}`);
    }
    return [...new Set(found)];
}"""
"""What keeps a turn from being played at a glance; `charts`: whether one is to be there, the numbers are pixels."""


def show(desk: Any, turn: str, size: tuple[int, int]) -> Locator:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.run(CLOUDS)
    board: Locator = desk.show(f"mine = {TURNS[turn]}; mine")
    expect(board.locator(".tk-panel .tk-chart svg, .tk-panel .tk-say").first).to_be_attached()
    return board


def faults(board: Locator, charts: bool, letters: float, in_charts: float) -> list[str]:
    board.page.wait_for_timeout(400)  # charts draw themselves in their new width
    return list(board.evaluate(f"(root, asked) => ({FAULTS})([root, ...asked])", [charts, letters, in_charts]))


@pytest.mark.parametrize("turn", TURNS)
def test_on_a_laptop_a_turn_needs_no_scrolling(desk: Any, turn: str) -> None:
    board = show(desk, turn, LAPTOP)
    expect(board).to_have_attribute("data-layout", "two")
    charts = turn not in ("stopped", "lesson")  # they may have no room below a moment
    assert faults(board, charts, SMALLEST_IN_LAB, SMALLEST_IN_CHARTS) == []
    desk.picture(f"laptop-{turn}")


@pytest.mark.parametrize("turn", ["choose", "card", "clouds", "lesson"])
def test_in_full_screen_a_turn_fits_every_screen(desk: Any, turn: str) -> None:
    """Under a card there are no charts: the class looks at one thing. So it may be where a lesson begins."""
    board = show(desk, turn, LAPTOP)
    desk.part("tool-fullscreen").click()
    for size in SCREENS:
        desk.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(board).to_have_attribute("data-layout", "beside" if size[0] > size[1] else "below")
        least = SMALLEST_IN_FULL_SCREEN if size[0] >= LAPTOP[0] else SMALLEST_IN_LAB
        in_charts = 14.5 if size[0] >= LAPTOP[0] else 9  # of a narrow column a chart is drawn smaller
        assert faults(board, turn in ("choose", "clouds"), least, in_charts) == [], size
        desk.picture(f"full-{size[0]}-{turn}")
    desk.part("tool-leave").click()
    expect(board).not_to_have_attribute("data-fullscreen", "")


def test_without_a_side_bar_the_board_is_no_higher_than_the_room(desk: Any) -> None:
    """Whatever the window is, the whole table is seen at once."""
    board = show(desk, "roll", LAPTOP)
    for width, height, layout in ((1366, 768, "two"), (1500, 740, "two"), (1900, 1000, "three")):
        desk.page.set_viewport_size({"width": width, "height": height})
        desk.page.evaluate("window.jupyterapp.shell.collapseLeft()")
        expect(board).to_have_attribute("data-layout", layout)
        assert faults(board, True, SMALLEST_IN_LAB - 0.5, SMALLEST_IN_CHARTS) == [], (width, height)
    desk.page.evaluate("window.jupyterapp.shell.expandLeft()")


def test_drawers_open_in_the_place_of_the_charts_and_move_nothing(desk: Any) -> None:
    board = show(desk, "choose", LAPTOP)
    still = [board.locator(".tk-board"), desk.part("choice-0"), desk.part("choice-1"), desk.part("foot")]
    board.evaluate("root => root.scrollIntoView()")
    before = [part.bounding_box() for part in still]
    panels, log, drawer = desk.part("panels"), desk.part("log"), desk.part("drawer")

    desk.part("open-log").click()
    expect(log).to_be_visible()
    expect(panels).to_be_hidden()
    assert [part.bounding_box() for part in still] == before
    desk.page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    expect(panels).to_be_visible()

    desk.part("open-log").click()
    desk.part("choice-0").click()
    expect(log).to_be_hidden()

    desk.part("open-say").click()
    expect(desk.part("command-input")).to_be_focused()
    desk.page.keyboard.press("Escape")
    expect(desk.part("command-input")).to_be_hidden()

    show(desk, "choose", LAPTOP)
    board_before = board.locator(".tk-board").bounding_box()
    desk.part("tool-rules").click()
    expect(drawer).to_be_visible()
    assert board.locator(".tk-board").bounding_box() == board_before, "rules push nothing"
    expect(desk.part("choice-0")).to_be_in_viewport(ratio=1)
    expect(drawer).to_be_in_viewport(ratio=1)


def test_a_tab_shows_its_panel_and_no_other(desk: Any) -> None:
    show(desk, "roll", LAPTOP)
    first, other = desk.part("panel-landing"), desk.part("panel-kinds")
    expect(first.locator("svg").first).to_be_visible()
    expect(other).to_be_hidden()
    desk.part("tab-kinds").click()
    expect(other.locator("svg").first).to_be_visible()
    expect(first).to_be_hidden()
    assert other.locator(".tk-chart").evaluate("host => host.clientWidth") > 300, "as wide as the box"


def test_to_stop_is_asked_where_the_pointer_is(desk: Any) -> None:
    show(desk, "roll", LAPTOP)
    desk.part("menu").locator("summary").click()
    button = desk.part("tool-stop").bounding_box()
    desk.part("tool-stop").click()
    yes = desk.part("confirm-yes")
    expect(yes).to_be_in_viewport()
    box = yes.bounding_box()
    assert button and box and abs(box["y"] - button["y"]) < 120 and abs(box["x"] - button["x"]) < 320
    desk.part("confirm-no").click()
    expect(yes).to_have_count(0)


def test_full_screen_is_left_and_undone_by_the_mouse_alone(desk: Any) -> None:
    board = show(desk, "choose", LAPTOP)
    desk.part("tool-fullscreen").click()
    expect(board).to_have_attribute("data-fullscreen", "")
    for key in ("tool-undo", "tool-rules", "tool-leave"):
        box = desk.part(key).bounding_box()
        assert box and min(box["width"], box["height"]) >= 40, key
    expect(desk.part("team-0")).to_contain_text("Foxes")
    expect(board.locator(".tk-team.is-turn")).to_have_count(1)
    desk.part("tool-undo").click()
    expect(desk.part("choice-0")).to_have_count(0)
    desk.part("tool-rules").click()
    expect(desk.part("drawer")).to_be_in_viewport(ratio=1)
    desk.part("drawer-close").click()
    desk.part("tool-leave").click()
    expect(board).not_to_have_attribute("data-fullscreen", "")


def test_the_question_is_larger_than_the_clock(desk: Any) -> None:
    board = show(desk, "card", LAPTOP)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for _ in range(2):
        question, clock = (board.locator(f".tk-card {part}") for part in (".tk-question", "[data-time]"))
        assert question.evaluate(size) * 1.2 > clock.evaluate(size)
        desk.part("tool-fullscreen").click()
        expect(board).to_have_attribute("data-fullscreen", "")
        assert question.evaluate(size) > clock.evaluate(size)
        desk.part("tool-leave").click()
        expect(board).not_to_have_attribute("data-fullscreen", "")


def test_no_choice_looks_chosen_before_one_is_pointed_at(desk: Any) -> None:
    board = show(desk, "roll", LAPTOP)
    ghost = board.locator(".route.ghost")
    board.locator('[data-hotkey="r"]').focus()
    desk.page.keyboard.press("r")
    expect(board.locator(".tk-choices, [data-key^=chance]").first).to_be_visible()
    while not board.locator('[data-key="choice-0"]').count():
        desk.page.keyboard.press("r")
        desk.page.wait_for_timeout(300)
    desk.page.wait_for_timeout(300)
    expect(ghost).to_have_count(0)
    assert not desk.focused().startswith("choice"), "the focus is on the group"
    desk.page.keyboard.press("Tab")
    assert desk.focused() == "choice-0"
    expect(ghost.first).to_be_attached()


def test_the_log_begins_with_a_whole_line(desk: Any) -> None:
    desk.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    board = desk.show("mine = table(2, 7, 3, 4, 4, 5, '+', Move(0, 0), '-', Move(1, 1), seats=3); mine")
    desk.part("open-log").click()
    cut = """list => {
        const inset = parseFloat(getComputedStyle(list).clipPath.replace("inset(", "")) || 0;
        const box = list.getBoundingClientRect(), top = box.top + inset;
        return [...list.querySelectorAll("li")].filter((line) => {
            const { top: from, bottom: to } = line.getBoundingClientRect();
            return (from < top - 1 && to > top + 1) || (from < box.bottom - 1 && to > box.bottom + 1);
        }).map((line) => line.textContent);
    }"""
    assert board.locator(".tk-log-list").evaluate(cut) == []
