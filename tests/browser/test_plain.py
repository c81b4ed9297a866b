"""A game of one's own in real JupyterLab: Pig by mouse and by keyboard, and what a teacher sees of its errors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

GOAL = 20
PARTS = {
    "torn": ("        case Hold():\n", '        case Hold():\n            {}["points"]\n'),
    "undrawn": ("    law = turn(state.turn_total)\n", "    law = turn(20 / (state.turn_total == 0))\n"),
}
"""Pig with one mistake each: in `apply`, and in its panel."""
TABLE = "import {0}; mine = toolkit.play({0}, ['Foxes', 'Owls'], goal={1}, seed=3); mine"


@pytest.fixture
def games(lab: Any, root: Path) -> None:
    """The module of the README beside the notebook, and two that have a mistake."""
    text = (root / "tests/examples/pig.py").read_text("utf-8")
    (lab.folder / "pig.py").write_text(text, "utf-8")
    for name, (right, wrong) in PARTS.items():
        assert right in text
        (lab.folder / f"{name}.py").write_text(text.replace(right, wrong).replace('"pig"', f'"{name}"'), "utf-8")


def ply(desk: Any, number: int) -> None:
    """Waits until the page shows that ply."""
    expect(desk.part("slider-input")).to_have_attribute("value", str(number))


def moved(desk: Any, before: int) -> None:
    """Waits until the move has come back, then until the page shows the ply of the match."""
    expect(desk.part("slider-input")).not_to_have_attribute("value", str(before))
    ply(desk, now(desk, "mine.match.ply"))


def now(desk: Any, expression: str) -> int:
    return int(desk.run(f"print({expression})"))


def over(desk: Any) -> None:
    """The page names the winner, and every team by its rank."""
    winner = desk.run("print(mine.match.names[mine.match.state.scores.index(max(mine.match.state.scores))])").strip()
    expect(desk.part("ending")).to_contain_text(f"{winner} won!")
    expect(desk.part("over").locator("li").first).to_contain_text(winner)
    expect(desk.part("over").locator("li")).to_have_count(2)
    expect(desk.part("turn")).to_have_count(0)


def test_pig_is_played_to_its_end_by_mouse(desk: Any, games: None) -> None:
    desk.show(TABLE.format("pig", GOAL))
    desk.picture("pig")
    for _ in range(60):
        hold, before = now(desk, "mine.match.state.turn_total") >= 8, now(desk, "mine.match.ply")
        desk.part("choice-2" if hold else "choice-1").click()
        moved(desk, before)
        if not now(desk, "len(mine.match.to_move)"):
            break
    over(desk)
    assert now(desk, "max(mine.match.state.scores)") >= GOAL
    expect(desk.page.locator(".tk-choice")).to_have_count(0)
    desk.picture("pig-over")
    desk.part("tool-undo").click()
    expect(desk.part("choice-2")).to_be_visible()


def test_pig_is_played_to_its_end_by_keyboard(desk: Any, games: None) -> None:
    desk.show(TABLE.format("pig", GOAL))
    desk.part("choice-1").focus()
    for number in range(60):
        hold, before = now(desk, "mine.match.state.turn_total") >= 8, now(desk, "mine.match.ply")
        if number % 2:
            desk.page.keyboard.press("2" if hold else "1")
        else:  # the buttons by the focus, as Tab and Enter would
            desk.part("choice-2" if hold else "choice-1").focus()
            desk.page.keyboard.press("Enter")
        moved(desk, before)
        if not now(desk, "len(mine.match.to_move)"):
            break
        assert desk.page.evaluate("Boolean(document.activeElement.closest('.tk'))"), "the focus stays at the table"
    over(desk)
    assert desk.focused() == "ending", "no further Enter wipes the end away"


def test_a_typed_command_plays_and_chance_has_a_key(desk: Any, games: None) -> None:
    desk.show("import pig; from toolkit.core.kit import Kit; mine = toolkit.play(Kit(rules=pig), seed=3); mine")
    desk.part("command-input").fill("roll")
    desk.page.keyboard.press("Enter")
    ply(desk, 1)
    expect(desk.part("turn")).to_contain_text("Team A: chance is due")
    desk.picture("pig-chance")
    desk.part("log-list").focus()
    desk.page.keyboard.press("r")
    ply(desk, 2)
    expect(desk.part("lines")).to_contain_text("Team A: rolls, pips 3")
    desk.part("whatif").click()
    expect(desk.part("choice-1", table=1)).to_be_visible()
    assert now(desk, "mine.match.ply") == 2


def test_the_law_of_the_next_outcome_shows_while_the_pointer_rests(desk: Any, games: None) -> None:
    board = desk.show(TABLE.format("pig", GOAL))
    ghosts = board.locator('[data-panel="t0.next"] svg path[stroke="#18212d"]')
    expect(board.locator('[data-panel="t0.next"] svg')).to_contain_text("17%")
    expect(ghosts).to_have_count(0)
    desk.part("choice-1").hover()
    expect(ghosts).to_have_count(6)
    desk.picture("pig-peek")
    desk.page.mouse.move(0, 0)
    expect(ghosts).to_have_count(0)


def test_an_error_in_apply_is_seen_with_its_traceback(desk: Any, games: None) -> None:
    board = desk.show(TABLE.format("torn", GOAL))
    desk.part("choice-1").click()
    ply(desk, 2)
    desk.part("choice-2").click()
    expect(desk.part("refusal")).to_contain_text("An error in the game torn itself (KeyError).")
    desk.part("trouble").locator("summary").click()
    expect(board.locator("pre")).to_contain_text("KeyError: 'points'")
    expect(board.locator("pre")).to_contain_text("torn.py")
    desk.picture("error-apply")
    assert now(desk, "mine.match.ply") == 2 == now(desk, "len(mine.match.log)")
    expect(board.locator("[data-tk-waiting]")).to_have_count(0)
    desk.part("choice-1").click()
    ply(desk, 4)
    expect(board.locator("pre")).to_have_count(0)


def test_an_error_while_drawing_leaves_the_last_scene_and_undo_leads_back(desk: Any, games: None) -> None:
    board = desk.show(TABLE.format("undrawn", GOAL))
    desk.part("choice-1").click()
    fault = board.locator(".tk-fault")
    expect(fault).to_contain_text("The game undrawn cannot be drawn")
    fault.locator("summary").click()
    expect(fault.locator("pre")).to_contain_text("ZeroDivisionError")
    desk.picture("error-drawing")
    expect(board.locator("[data-tk-waiting]")).to_have_count(0)
    ply(desk, 0)
    fault.get_by_role("button").click()
    expect(fault).to_have_count(0)
    expect(desk.part("choice-1")).to_be_visible()
    assert now(desk, "mine.match.ply") == 0


@pytest.mark.parametrize(("theme", "lang"), [("light", "en"), ("dark", "zh")])
def test_axe_finds_nothing_serious(desk: Any, games: None, axe: Any, theme: str, lang: str) -> None:
    desk.show(TABLE.format("torn", GOAL))
    desk.part("choice-1").click()
    ply(desk, 2)
    desk.run(f"mine.theme = '{theme}'; mine.handle({{'kind': 'set', 'name': 'lang', 'value': '{lang}'}})")
    desk.part("tool-rules").click()
    expect(desk.part("drawer")).to_be_visible()
    desk.part("choice-2").click()
    desk.part("trouble").locator("summary").click()
    desk.page.wait_for_timeout(600)  # what slides in has arrived
    desk.picture(f"pig-{theme}-{lang}")
    assert not axe(desk.page, ".tk")


def test_on_a_narrow_page_nothing_is_cut_off(desk: Any, games: None) -> None:
    board = desk.show("import pig; mine = toolkit.play(pig, 4, seed=3); mine")
    desk.page.set_viewport_size({"width": 360, "height": 800})
    left = "window.jupyterapp.commands.execute('application:toggle-left-area')"
    desk.page.evaluate(left)
    try:
        desk.page.wait_for_function("document.querySelector('.tk').clientWidth > 150")
        desk.picture("pig-360")
        wide = "root => [...root.querySelectorAll('.tk-plain, .tk-do, table')].map(e => e.scrollWidth - e.clientWidth)"
        assert max(board.evaluate(wide)) <= 1
        expect(desk.part("choice-1")).to_be_visible()
        signs = board.locator(".tk-each thead svg")
        expect(signs).to_have_count(4)
        assert re.fullmatch("ABCD", "".join(signs.all_text_contents()).replace(" ", "").replace("\n", ""))
    finally:
        desk.page.evaluate(left)
