"""Rounds of Cloud & Mountain in a real browser: by dragging, by clicking, and by keyboard alone.

The page has no kernel: its messages go to a session in this process (`live_table`), which is asked what has come of
them. `TOOLKIT_SHOTS` names a folder for pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.live_table import Live, live_table
from tests.support.tables import match_at_table
from toolkit.games import cloud_mountain
from toolkit.table.session import Session


@pytest.fixture
def open_table(browser: Any) -> Any:
    """`open_table(seats, …)`: a table in a page of its own, closed at the end of the test."""
    opened: list[Any] = []

    def found(seats: int = 2, width: int = 1240, lang: str = "en", **options: Any) -> Live:
        session = Session(match_at_table(cloud_mountain, seats, **({"seed": 3, "rounds": 1} | options)), lang=lang)
        opened.append(live_table(browser, session, width))
        live: Live = opened[-1].__enter__()
        return live

    yield found
    for one in opened:
        one.__exit__(None, None, None)


def picture(live: Live, name: str) -> None:
    if folder := os.environ.get("TOOLKIT_SHOTS"):
        live.page.screenshot(path=Path(folder) / f"cloud-mountain-{name}.png", full_page=True)


def due(live: Live) -> str:
    found: str = live.session.view()["due"]["phase"]
    return found


def chance(live: Live) -> None:
    """Turns plates and rolls, as long as that is what is due."""
    while due(live) in ("next", "turn", "roll"):
        live.page.locator('[data-hotkey="r"]').click()
        live.settle()


def grid(live: Live, seat: int) -> list[str | None]:
    """What lies in a seat's grid, whoever looks."""
    return [one.tile if one else None for one in live.session.state.grids[seat]]


def test_a_round_of_mode_1_by_mouse(open_table):
    live = open_table()
    chance(live)
    assert due(live) == "lay"
    live.part("look-0").click()
    live.settle()
    hand = live.session.state.hands[0]

    live.drag("hand-0", "cell-4")
    assert grid(live, 0)[4] == hand[0]
    live.part("hand-7").click()
    assert live.part("hand-7").get_attribute("data-tk-chosen") is not None
    assert live.page.locator('[data-key="own"] [data-tk-target]').count() == 8
    live.part("cell-0").click()
    live.settle()
    assert grid(live, 0)[0] == hand[7]
    live.drag("cell-0", "cell-4")  # they change places
    assert (grid(live, 0)[0], grid(live, 0)[4]) == (hand[0], hand[7])
    live.drag("hand-5", "cell-0")  # where a tile lies already
    assert grid(live, 0)[0] == hand[0]
    assert "already" in live.part("refusal").inner_text()
    live.drag("cell-0", "hand-0")  # back to the hand, to its own place
    assert grid(live, 0)[0] is None
    assert hand[0] in live.session.state.hands[0]
    assert "58 changes left" in live.part("count").inner_text()
    picture(live, "laying")

    lay_by_dragging(live)
    live.part("done").click()
    live.settle()
    assert live.session.state.done == (True, False)
    assert live.session.eyes is None and live.part("look-1").is_visible()
    live.part("other-1").click()  # the small grid lifts the curtain as well
    live.settle()
    lay_by_clicking(live)
    live.part("done").click()
    live.settle()
    chance(live)

    seat, before = live.session.eyes, grid(live, live.session.eyes)
    assert due(live) == "spend"
    best = live.page.locator('[data-key="spend"] .tk-choice').first
    best.hover()
    live.page.wait_for_selector(".spot.is-ghost")
    picture(live, "choice")
    spent = live.session.state.hands[seat][0]
    live.drag("hand-0", "cell-8")
    assert grid(live, seat)[8] == spent
    live.drag("hand-0", "swap")
    assert live.session.pick == f"swap:{live.session.state.hands[seat][0]}"
    live.drag("cell-0", "cell-1")
    assert (grid(live, seat)[0], grid(live, seat)[1]) == (before[1], before[0])
    assert len(live.session.state.hands[seat]) == 1
    while due(live) != "over":
        chance(live)
        if due(live) == "spend":
            live.part("spend-hold").click()
            live.settle()
    assert live.page.locator(".tk-score tbody tr").count() == 2
    assert live.part("over").locator("li").count() == 2
    picture(live, "over")


def lay_by_dragging(live: Live) -> None:
    seat = live.session.eyes
    for cell in range(9):
        if grid(live, seat)[cell] is None:
            live.drag(first_piece(live), f"cell-{cell}")


def lay_by_clicking(live: Live) -> None:
    seat = live.session.eyes
    for cell in range(9):
        if grid(live, seat)[cell] is None:
            live.part(first_piece(live)).click()
            live.part(f"cell-{cell}").click()
            live.settle()


def first_piece(live: Live) -> str:
    return str(live.page.locator('[data-key="hand"] [data-drag]').first.get_attribute("data-key"))


def test_a_round_of_mode_2_by_mouse(open_table):
    live = open_table(mode=2, lang="zh")
    reversed_tiles = 0
    while due(live) != "over":
        chance(live)
        if due(live) == "choose":
            buttons = live.page.locator('[data-key="columns"] [data-action], [data-key="choose"] [data-action]')
            buttons.nth(live.session.state.stage % buttons.count()).click()
            live.settle()
            picture(live, f"column-{live.session.state.stage}")
        elif due(live) == "place":
            seat = live.session.eyes
            cell = grid(live, seat).index(None)
            turned = live.session.view()["taking"]["tiles"]
            live.drag("hand-0r" if len(turned) == 2 else "hand-0", f"cell-{cell}")
            reversed_tiles += live.session.state.grids[seat][cell].reversed
        elif due(live) == "spend":
            live.part("hand-1r").click()
            live.part("cell-2").click()
            live.settle()
            assert live.session.state.grids[live.session.eyes][2].reversed
            live.part("spend-hold").click()
            live.settle()
    assert reversed_tiles == 6
    picture(live, "over-zh")


def by_keys(live: Live, *keys: str) -> None:
    for key in keys:
        live.page.keyboard.press(key)
    live.settle()


def enter(live: Live, wanted: Callable[[str], bool]) -> None:
    """Tab until the focus is there."""
    for _ in range(30):
        if wanted(live.focused()):
            return
        live.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead there; it ends on {live.focused()}")


def test_a_round_of_mode_1_by_keyboard(open_table):
    """One tab stop for the whole board: arrows go from the hand to the grid, digits jump to a cell."""
    live = open_table(1)
    live.page.focus("#before")
    while due(live) != "lay":
        enter(live, lambda key: key.startswith("chance-"))
        by_keys(live, "r")
    enter(live, lambda key: key.startswith(("hand-", "cell-")))
    seat, hand = 0, live.session.state.hands[0]
    by_keys(live, "1", "1", "Enter")  # the first tile of the hand
    assert live.focused() == "hand-0"
    by_keys(live, "Enter", "5", "Enter", "Enter")
    assert (grid(live, seat)[4], live.focused()) == (hand[0], "cell-4")
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        by_keys(live, "1", "1", "Enter", "Enter", str(cell + 1), "Enter", "Enter")
    assert None not in grid(live, seat)
    by_keys(live, "1", "Enter", "Enter", "ArrowRight", "Enter")  # the tile of cell 1 to cell 2, and that one back
    assert grid(live, seat)[:2] == [hand[2], hand[1]]
    by_keys(live, "d")
    assert live.session.state.done == (True,)
    while due(live) != "over":
        if due(live) == "spend":
            by_keys(live, "h")
        else:
            enter(live, lambda key: key.startswith("chance-"))
            by_keys(live, "r")
    picture(live, "keyboard")


def test_a_round_of_mode_2_by_keyboard(open_table):
    live = open_table(mode=2)
    live.page.focus("#before")
    while due(live) != "over":
        if due(live) in ("turn", "roll"):
            enter(live, lambda key: key.startswith("chance-"))
            by_keys(live, "r")
        elif due(live) == "choose":
            taken = [number for number, column in enumerate(live.session.view()["columns"], 1) if column]
            enter(live, lambda key: key.startswith(("choose", "column-", "cell-")))
            by_keys(live, "Tab") if live.focused().startswith("cell-") else None
            by_keys(live, str(10 + taken[0])[0], str(10 + taken[0])[1], "Enter", "Enter") if live.focused().startswith(
                "column-"
            ) else by_keys(live, str(taken[0]))
        elif due(live) == "place":
            seat = live.session.eyes
            cell = grid(live, seat).index(None)
            enter(live, lambda key: key.startswith(("hand-", "cell-")))
            by_keys(live, "3", "1", "Enter", "Enter", str(cell + 1), "Enter", "Enter")
            assert live.session.state.grids[seat][cell].reversed
        else:
            by_keys(live, "h")
    assert live.part("over").locator("li").count() == 2


@pytest.mark.parametrize("width", [360, 620, 1240, 1800])
def test_the_board_fits_at_every_width(open_table, width):
    """Nothing sticks out, and what can be clicked is at least 24 px high."""
    live = open_table(4, width=width)
    chance(live)
    live.part("look-2").click()
    live.settle()
    assert live.page.evaluate("document.documentElement.scrollWidth") <= width
    for key in ("hand-0", "cell-8", "done"):
        box = live.part(key).bounding_box()
        assert box["height"] >= (24 if key != "cell-8" else 40)
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    picture(live, f"width-{width}")


def test_the_table_has_no_serious_fault_for_screen_readers(open_table, axe):
    for options in ({"seats": 2}, {"seats": 3, "mode": 2}):
        live = open_table(**options)
        assert axe(live.page) == []
        chance(live)
        if due(live) == "lay":
            assert axe(live.page) == []
            live.part("look-0").click()
            live.settle()
            lay_by_clicking(live)
        assert axe(live.page) == []


def test_a_tile_is_laid_in_jupyterlab(desk):
    """The same with a server, a kernel and the charts: nothing is asked of the network."""
    board = desk.show("mine = toolkit.play('cloud_mountain', seed=3); mine")
    page = desk.page
    for button in ("Turn over plate 1", "Roll two dice"):
        board.get_by_role("button", name=button).click()
    desk.part("look-1").click()
    tile, cell = desk.part("hand-2"), desk.part("cell-4")
    expect(tile).to_be_visible()
    for part, act in ((tile, page.mouse.down), (cell, page.mouse.up)):
        part.scroll_into_view_if_needed()
        box = part.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        act()
    expect(desk.part("count")).to_contain_text("1 of 9 laid")
    expect(board.locator('[data-panel="t0.tiles"] svg')).to_be_visible()
    assert desk.run("print([one and one.tile for one in mine.match.state.grids[1]][4] is not None)") == "True"
    desk.picture("cloud-mountain-lab")
