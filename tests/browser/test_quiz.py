"""A quiz in a real page: the keyboard alone, and what axe says. Python's side is a real quiz, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import toolkit
from tests.support.bare_page import bare_page
from toolkit.page import frontend
from toolkit.teaching.quiz import Quiz

LINK = """() => {
  model.send = async (message) => {
    model.sent.push(message);
    const { error, scene, clock, lang } = await window.python(message);
    model.put({ scene, clock, lang });
    model.fire("msg:custom", { kind: "ack", id: message.id, error });
  };
}"""
BUSY = ".tk [data-tk-waiting]"


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., tuple[Any, Quiz]]]:
    """`opened(questions, **options)`: the page that shows such a quiz, and the quiz."""
    with bare_page(browser) as page:

        def show(questions: Any, **options: Any) -> tuple[Any, Quiz]:
            quiz = toolkit.quiz(questions, **options)

            def python(message: dict[str, Any]) -> dict[str, Any]:
                error = quiz.handle(message)
                return {"error": error, "scene": quiz.scene, "clock": quiz.clock, "lang": quiz.lang}

            page.expose_function("python", python)
            page.add_style_tag(content=frontend.css())
            page.evaluate("(data) => show(data)", {"scene": quiz.scene, "clock": quiz.clock, "lang": quiz.lang})
            page.evaluate(LINK)
            return page, quiz

        yield show


def settled(page: Any) -> None:
    page.wait_for_function(f"() => !document.querySelector('{BUSY}')")
    page.evaluate("frame()")


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.key ?? ''"))


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
        settled(page)


def test_a_quiz_by_keyboard_alone(opened: Any, axe: Any) -> None:
    """Answer, solution, next question, hint, hand in: the focus is always where the next thing is to be done."""
    page, quiz = opened(toolkit.questions(["L1", "L5"], stars=1, n=4, seed=5))
    asked = [entry.question for entry in quiz.sitting.entries]
    page.focus('[data-key="ask-0"]')
    page.keyboard.type(str(asked[0].answer))
    press(page, "Enter")
    assert quiz.results()[0]["ok"] is True and focused(page) == "next-0"
    assert axe(page) == []
    press(page, "Enter")
    assert focused(page) == "option-1-1"
    press(page, str(next(choice.value for choice in asked[1].choices if choice.value != asked[1].answer)))
    page.keyboard.press("Tab")
    while focused(page) != "answer-1":
        page.keyboard.press("Tab")
    press(page, "Enter")
    assert quiz.results()[1]["ok"] is False and focused(page) == "next-1"
    press(page, "Enter", "Tab", "Tab")
    assert focused(page) == "hint-2"
    press(page, "Enter")
    assert page.locator('[data-key="hint-2-1"]').inner_text() == asked[2].hints[0].en
    page.focus('[data-key="hand-in"]')
    press(page, "Enter")
    assert focused(page) == "confirm-yes"
    press(page, "Enter")
    assert focused(page) == "over" and "1 of 4 right" in page.locator(".tk-result").inner_text()
    assert axe(page) == []


def test_typed_text_is_kept_on_the_way_and_can_be_changed(opened: Any, axe: Any) -> None:
    page, quiz = opened(toolkit.questions("L1", n=3), reveal="end", seconds=300, lang="zh")
    page.click('[data-key="begin"]')
    settled(page)
    page.fill('[data-key="ask-0"]', "12")
    page.click('[data-key="next-0"]')  # not handed in, only left
    settled(page)
    assert focused(page) == "ask-1"
    page.click('[data-key="back-1"]')
    settled(page)
    assert page.input_value('[data-key="ask-0"]') == "12"
    page.fill('[data-key="ask-0"]', "13")
    press(page, "Enter")
    assert quiz.results()[0]["answer"] == "13" and focused(page) == "ask-1"
    assert axe(page) == []
    page.click('[data-key="tool-lang"]')
    settled(page)
    assert page.locator(".tk-card-head > b").inner_text() == "Question 2 of 3"
    assert page.locator("section[data-table]").get_attribute("lang") == "en"


def test_a_quiz_in_jupyterlab(page: Any, open_notebook: Any, widget: Any, axe: Any) -> None:
    """Keys stay in the quiz: `x`, `a` and `d` `d` cut, add and delete no cell."""
    open_notebook(page, ["import toolkit\n\ntoolkit.quiz(toolkit.questions('L1', n=2, seed=5))"])
    one = toolkit.questions("L1", n=2, seed=5)[0]
    board = widget(page)
    board.locator('[data-key="ask-0"]').fill(f"= {one.answer}")
    page.keyboard.press("Enter")
    expect(board.locator(".tk-verdict")).to_contain_text("Right")
    expect(board.locator(":focus")).to_have_attribute("data-key", "next-0")
    for key in "xadd":
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect(board.locator('[data-key="ask-1"]')).to_be_focused()
    expect(page.locator(".jp-NotebookPanel .jp-CodeCell")).to_have_count(1)
    assert axe(page) == []
