"""The sandglass in one view of a table, in a real browser: it runs out once, counts on, and can be stopped."""

from __future__ import annotations

import pytest

from tests.support.bare_page import bare_page, section, sent, show, stop_time


@pytest.fixture
def page(browser):
    with bare_page(browser) as page:
        yield page


GLASS = section(
    '<span data-key="clock" data-deadline="t0" data-said-half="half" data-said-ten="ten seconds"'
    ' data-said-end="time is up">'
    "<span data-time>1:00</span></span>"
)


def glass(**changes: object) -> dict:
    return {"t0": {"step": "9", "total": 60, "left": 60, "running": True, "off": False, "table": 0} | changes}


def test_the_glass_runs_out_once(page):
    stop_time(page)
    show(page, GLASS, clock=glass())
    assert page.text_content("[data-time]") == "1:00"
    page.clock.run_for(22_000)
    assert page.text_content("[data-time]") == "0:38"
    put_now = "(scene) => model.put({ scene })"
    page.evaluate(put_now, GLASS.replace("1:00", "0:59"))
    page.clock.run_for(100)
    assert page.text_content("[data-time]") == "0:38"
    page.clock.run_for(9000)
    assert page.text_content("[aria-live=polite]") == "half"
    page.clock.run_for(20_000)
    assert page.text_content("[aria-live=polite]") == "ten seconds"
    assert page.locator(".late").count() == 1
    page.clock.run_for(20_000)
    assert page.text_content("[aria-live=assertive]") == "time is up"
    assert sent(page) == [{"kind": "play", "table": 0, "step": "9", "action": {"type": "timeup"}}]


def test_a_view_opened_later_counts_on(page):
    stop_time(page)
    show(page, GLASS, clock=glass())
    page.clock.run_for(20_000)
    page.evaluate("hide(); again()")
    page.clock.run_for(100)
    assert page.text_content("[data-time]") == "0:40"


def test_pausing_tells_what_is_left(page):
    stop_time(page)
    pause = GLASS.replace(
        "</section>",
        '<button data-key="pause" data-send=\'{"kind":"clock","do":"pause"}\'>pause</button></section>',
    )
    show(page, pause, clock=glass())
    page.clock.run_for(20_500)
    page.click("[data-key=pause]")
    assert sent(page)[-1] == {"kind": "clock", "do": "pause", "left": 40, "table": 0}
    page.evaluate("(clock) => model.put({ clock })", glass(left=40, running=False))
    page.clock.run_for(30_000)
    assert page.text_content("[data-time]") == "0:40"
