"""Cells and pieces in one view of a table, in a real browser: the same by keys, by dragging and by clicks."""

from __future__ import annotations

import pytest

from tests.support.bare_page import bare_page, focused, put, section, sent, show


@pytest.fixture
def page(browser):
    with bare_page(browser) as page:
        yield page


GRID = section(
    '<svg viewBox="0 0 300 300" width="300"><g data-nav="grid" data-key="grid" role="grid">'
    + "".join(
        f'<g data-cell="{n}" data-key="cell-{n}" role="gridcell" tabindex="-1" aria-label="{n}"'
        f'{" data-focus" if n == 5 else ""} data-action=\'{{"type":"go","cell":{n}}}\'>'
        f'<rect x="{100 * ((n - 1) % 3)}" y="{100 * ((n - 1) // 3)}" width="98" height="98"/></g>'
        for n in range(1, 10)
    )
    + "</g></svg>",
    data_step="3",
)


def test_a_grid_is_one_tab_stop_with_arrows(page):
    show(page, GRID)
    page.focus("#before")
    page.keyboard.press("Tab")
    assert focused(page) == "cell-5"
    for key, cell in [
        ("ArrowDown", 8),
        ("ArrowRight", 9),
        ("ArrowRight", 9),
        ("[", 8),
        ("]", 9),
        ("ArrowUp", 6),
    ]:
        page.keyboard.press(key)
        assert focused(page) == f"cell-{cell}"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert focused(page) == "cell-1"
    assert sent(page) == []
    page.keyboard.press("Enter")
    assert sent(page)[0]["action"] == {"type": "go", "cell": 1}
    assert page.locator('[data-cell][tabindex="0"]').count() == 1
    assert page.is_visible(".tk-ring")


def test_the_tab_stop_outlives_a_patch(page):
    show(page, GRID)
    page.focus("#before")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    put(page, scene=GRID.replace('width="98"', 'width="90"'))
    assert focused(page) == "cell-4"
    assert (
        page.evaluate("[...document.querySelectorAll('[tabindex=\"0\"]')].map((e) => e.dataset.key).join()") == "cell-4"
    )


PLACES = section(
    '<svg viewBox="0 0 300 100" width="300">'
    '<g data-key="tile" data-drag="tile-3" tabindex="0" aria-label="tile 3">'
    '<rect class="base" width="80" height="80"/></g>'
    '<g data-key="spot" data-drop=\'{"tile-3":{"type":"place","stage":1}}\' tabindex="0" aria-label="stage 1">'
    '<rect class="base" x="200" width="80" height="80"/></g></svg>',
    data_step="5",
)
PLACED = [{"kind": "play", "table": 0, "step": "5", "action": {"type": "place", "stage": 1}}]


def test_a_piece_is_dragged_and_patches_wait(page):
    show(page, PLACES)
    page.hover("[data-key=tile]")
    page.mouse.down()
    page.mouse.move(120, 80, steps=4)
    assert page.locator(".tk-ghost svg rect").count() == 1
    put(page, scene=PLACES.replace("tile 3", "tile three"))
    assert page.get_attribute("[data-key=tile]", "aria-label") == "tile 3"
    page.hover("[data-key=spot]")
    assert page.locator("[data-key=spot][data-tk-over]").count() == 1
    page.mouse.up()
    assert sent(page) == PLACED
    page.evaluate("frame()")
    assert page.get_attribute("[data-key=tile]", "aria-label") == "tile three"
    assert page.locator(".tk-ghost, [data-tk-lifted], [data-tk-chosen], [data-tk-target]").count() == 0


REFUSING = section(
    '<svg viewBox="0 0 300 100" width="300">'
    '<g data-key="bin" data-drop=\'{"t1":{"kind":"set","name":"pick","value":"x"}}\'><rect width="90" height="90"/>'
    '<g data-key="one" data-drag="t1" tabindex="0" aria-label="one"'
    ' data-about=\'{"action":{"type":"place","stage":null},"field":"stage"}\'><rect width="40" height="40"/></g>'
    '<g data-key="two" data-drag="t2" tabindex="0" aria-label="two"><rect x="45" width="40" height="40"/></g></g>'
    '<g data-key="spot" data-place="3" tabindex="0" aria-label="stage 3">'
    '<rect x="200" width="80" height="80"/></g></svg>',
    data_step="5",
)
WHY = {"kind": "why", "table": 0, "about": {"action": {"type": "place", "stage": 3}}}


def test_a_place_that_does_not_take_the_piece_is_asked_why(page):
    show(page, REFUSING)
    page.hover("[data-key=one]")
    page.mouse.down()
    page.hover("[data-key=spot]")
    page.mouse.up()
    assert sent(page) == [WHY]
    page.click("[data-key=one]")
    page.click("[data-key=spot]")
    assert sent(page) == [WHY, WHY]
    assert page.locator("[data-key=one][data-tk-chosen]").count() == 1, "what was refused stays chosen"


def test_a_piece_in_a_place_is_chosen_and_the_place_round_it_takes_pieces_and_sends_messages(page):
    show(page, REFUSING)
    page.click("[data-key=one]")
    page.click("[data-key=two]")
    assert page.locator("[data-key=two][data-tk-chosen]").count() == 1
    assert sent(page) == []
    page.click("[data-key=one]")
    page.locator("[data-key=bin]").click(position={"x": 80, "y": 80}, force=True)
    assert sent(page) == [{"kind": "set", "name": "pick", "value": "x", "table": 0}]


def test_two_clicks_do_the_same(page):
    show(page, PLACES)
    page.click("[data-key=tile]")
    assert page.locator("[data-key=tile][data-tk-chosen]").count() == 1
    assert page.locator("[data-key=spot][data-tk-target]").count() == 1
    page.click("[data-key=spot]")
    assert sent(page) == PLACED


def test_two_keys_do_the_same_and_escape_lets_go(page):
    show(page, PLACES)
    page.focus("[data-key=tile]")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator("[data-tk-chosen]").count() == 0
    page.keyboard.press("Space")
    page.focus("[data-key=spot]")
    page.keyboard.press("Enter")
    assert sent(page) == PLACED
