"""A moment in a real page: large where the eyes are, said once, gone with the next action; hidden results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.bare_page import bare_page
from tests.support.live_table import Live
from tests.support.tables import match_at_table, session, walk
from tests.table.test_moments import go_on
from toolkit.games.math_storm.state import Rolled, Spun
from toolkit.table.session import Session

LAPTOP, PROJECTOR = (934, 646), (1366, 768)
FILL = "element => getComputedStyle(element).fill.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b / 3, 0)"
SIZE = "element => parseFloat(getComputedStyle(element).fontSize)"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    with bare_page(browser) as page:
        page.add_style_tag(content="body { margin: 0 } #before { display: none }")
        yield page


def stopped(show: str = "all", face: str = "stop", **options: Any) -> Session:
    """Foxes have rolled: by default STOP, and it is the turn of the others."""
    match = match_at_table("math_storm", 2, names=("Foxes", "Owls"), seed=1, order="seats", **options)
    for spin in (4, 9, 1, 2):
        match.play(Spun(spin))
    match.play(Rolled(face))
    return Session(match, show=show)


def opened(page: Any, session: Session, size: tuple[int, int], full: bool = False) -> Live:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    live = Live(page, session)
    if full:
        page.evaluate("document.querySelector('.tk').requestFullscreen()")
        page.wait_for_selector(".tk[data-fullscreen]")
    page.evaluate("frame()")
    return live


def inside(page: Any, locator: Any, size: tuple[int, int]) -> bool:
    box = locator.bounding_box()
    return bool(box) and box["y"] >= 0 and box["y"] + box["height"] <= size[1] and box["x"] + box["width"] <= size[0]


@pytest.mark.parametrize(("size", "full", "least"), [(LAPTOP, False, 24), (PROJECTOR, True, 34)])
def test_a_rolled_stop_is_seen_large_and_the_next_team_can_roll_at_once(
    page: Any, size: tuple[int, int], full: bool, least: int
) -> None:
    live = opened(page, stopped(), size, full)
    title, face, roll = live.part("moment-title"), page.locator(".tk-face"), page.locator("[data-hotkey=r]")
    assert title.inner_text() == "Foxes rolled STOP"
    assert title.evaluate(SIZE) >= least
    assert all(inside(page, one, size) for one in (title, face, roll))
    assert face.bounding_box()["width"] >= (160 if full else 80)
    roll.click()
    live.settle()
    assert "STOP" not in (title.inner_text() if title.count() else ""), "gone with the next action"


def test_a_moment_is_said_to_a_screen_reader_without_the_letter_of_its_pawn(page: Any) -> None:
    match = match_at_table("math_storm", 2, names=("Foxes", "Owls"), seed=1, order="seats")
    for spin in (4, 9, 1, 2):
        match.play(Spun(spin))
    live = opened(page, Session(match), LAPTOP)
    match.play(Rolled("stop"))
    live.session.refresh()
    page.evaluate("(data) => { model.put(data); return frame(); }", live.data())
    said = page.locator(".tk-live[aria-live=polite]").inner_text()
    assert "Foxes rolled STOP The turn ends, no pawn moves." in said


@pytest.mark.parametrize(("size", "full"), [(LAPTOP, False), (PROJECTOR, True)])
def test_the_end_fills_the_column_and_play_again_begins_anew(page: Any, size: tuple[int, int], full: bool) -> None:
    here = stopped(chips=1)
    while go_on(here, 1, 1.0):
        pass
    live = opened(page, here, size, full)
    began: list[bool] = []
    here.move_on = lambda: began.append(True)
    field, again = live.part("ending"), live.part("again")
    assert field.locator("strong").evaluate(SIZE) >= (60 if full else 34)
    assert all(inside(page, one, size) for one in (field, live.part("over"), again))
    assert live.part("turn").count() == 0
    for theme in ("light", "dark"):
        page.evaluate("(theme) => document.querySelector('.tk').setAttribute('data-theme', theme)", theme)
        letter, shape = (field.locator(f".tk-badge {part}").evaluate(FILL) for part in ("text", ".shape"))
        assert abs(letter - shape) > 120, "a dark letter on a light badge, or the other way round"
    again.click()
    live.settle()
    assert began == [True]


def test_the_class_types_its_number_and_then_sees_the_result(page: Any) -> None:
    live = opened(page, stopped("after", "+"), LAPTOP)
    assert "13" not in page.locator(".tk-result").inner_text() and page.locator(".can").count() == 0
    field = page.locator(".tk-guess input")
    field.fill("12")
    field.press("Enter")
    live.settle()
    assert "12 is not it" in live.part("told").inner_text()
    page.locator(".tk-guess input").fill("13")
    page.locator(".tk-guess input").press("Enter")
    live.settle()
    assert live.part("told").inner_text() == "13 is right!"
    assert "4 + 9 = 13" in page.locator(".tk-result").first.inner_text()
    assert page.locator(".can").count() == 1 and page.locator(".tk-guess").count() == 0


def test_how_results_are_shown_is_chosen_at_the_table(page: Any) -> None:
    live = opened(page, stopped("all", "+"), LAPTOP)
    assert page.locator(".tk-panel").count()
    live.part("menu").locator("summary").click()
    live.part("show").select_option("none")
    live.settle()
    assert page.locator(".tk-panel").count() == 0 and "= ?" in page.locator(".tk-equation").first.inner_text()


@pytest.mark.parametrize(("size", "full"), [((720, 780), False), (LAPTOP, False), (PROJECTOR, True)])
def test_a_paused_card_says_so_within_its_edge(page: Any, size: tuple[int, int], full: bool) -> None:
    here = session()
    next(None for _ in walk(here, 1) if (here.view()["card"] or {}).get("kind") == "challenge")
    assert here.handle({"kind": "clock", "do": "pause"}) is None
    live = opened(page, here, size, full)
    word, card = live.part("clock-paused").bounding_box(), page.locator(".tk-card").bounding_box()
    assert card["x"] < word["x"] and word["x"] + word["width"] < card["x"] + card["width"]
    title = page.locator(".tk-card-head > b:not(.tk-paused-word)")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth"), "its title runs under the clock"
