"""Math Storm in real JupyterLab: turns and whole games, by mouse alone and by keyboard alone.

A game is played twice: in the page, and by a match with the same seed in this process, which says at every step where
each pawn must stand. What a card asks is read off the page. `TOOLKIT_SHOTS` names a folder for pictures of all that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from toolkit.cards import box as box_
from toolkit.cards import card as card_
from toolkit.core.match import Match
from toolkit.games import math_storm
from toolkit.games.math_storm import state
from toolkit.games.math_storm.board.geometry import place_pawns
from toolkit.games.math_storm.bots import solver_bot

CHARTS = ("landing", "kinds", "routes")
AT_THE_END = """line => {
    const [inner, outer] = [line, line.closest(".tk-log")].map((element) => element.getBoundingClientRect());
    return inner.bottom <= outer.bottom && inner.top >= outer.top;
}"""


def chart(board: Locator, panel: str) -> Locator:
    return board.locator(f'[data-panel="t0.{panel}"] svg')


def drawn(board: Locator, panel: str) -> str:
    """The marks of a chart, as they are now."""
    return str(chart(board, panel).evaluate("svg => svg.innerHTML"))


def wait_for_change(board: Locator, panel: str, before: str) -> None:
    svg = chart(board, panel).element_handle()
    board.page.wait_for_function("([svg, before]) => svg.innerHTML !== before", arg=[svg, before])


def test_a_turn_by_mouse(desk):
    board = desk.show("mine = table(4, 9, 7, 8, seed=2); mine")  # the seed rolls plus, then plus
    page, pawn, log = desk.page, desk.part("pawn-0-0"), board.locator(".tk-log li")
    for name in CHARTS:
        expect(chart(board, name)).to_be_visible()
    stay = [desk.keep(chart(board, name)) for name in CHARTS] + [desk.keep(pawn)]
    before = {name: drawn(board, name) for name in CHARTS}

    board.get_by_role("button", name="Roll the die").click()
    expect(desk.part("choice-0")).to_contain_text("4 → 13")
    expect(board.locator(".tk-choices")).to_be_focused()  # the group: none of the choices looks chosen
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    expect(board.locator(".route.ghost")).to_have_count(0)
    rolled = drawn(board, "routes")

    desk.part("choice-1").hover()
    expect(desk.part("label-ghost-0-1-9-13")).to_have_text("4 + 9 = 13")
    wait_for_change(board, "routes", rolled)
    desk.picture("turn-1-hover")

    lines = log.count()
    desk.part("choice-1").click()
    expect(pawn).to_have_attribute("style", "transform:translate(202.0px,106.5px)")
    expect(desk.part("pawn-0-1")).to_have_attribute("style", "transform:translate(142.0px,171.5px)")
    expect(log).to_have_count(lines + 1)
    expect(log.last).to_have_text("9 + 4 = 13: Team A’s ring pawn goes from 9 to 13 (plain cell).")
    assert log.last.evaluate(AT_THE_END), "the newest line is not in sight in its box"
    expect(desk.part("choice-1")).to_be_focused()  # the roll has a second operation
    for name in CHARTS:
        wait_for_change(board, name, before[name])
    desk.picture("turn-2-moved")
    assert all(still() for still in stay), "a pawn or a chart was replaced instead of changed"


def test_a_turn_by_keyboard(desk):
    board = desk.show("mine = table(4, 9, 7, 8, seed=2); mine")
    page, press = desk.page, desk.page.keyboard.press
    enter_by_tab(page)
    press("r")
    expect(board.locator(".tk-choices")).to_be_focused()
    expect(board.locator(".route.ghost")).to_have_count(0)  # nothing is previewed before a key asks for it
    press("Tab")
    expect(desk.part("choice-0")).to_be_focused()
    expect(board.locator(".route.ghost")).not_to_have_count(0)  # focus previews as the pointer does

    press("Shift+Tab")  # to the board, which is one tab stop: the first cell with something to do
    expect(desk.part("cell-4")).to_be_focused()
    for key, number in (("ArrowDown", 14), ("ArrowRight", 15), ("ArrowUp", 5), ("ArrowUp", 0), ("ArrowDown", 5)):
        press(key)
        expect(desk.part(f"cell-{number}")).to_be_focused()
    for keys, number in (
        (["4", "0", "Enter"], 40),
        (["]"], 41),
        (["["], 40),
        (["["], 39),
        (["1", "0", "0", "Enter"], 100),
    ):
        for key in keys:
            press(key)
        expect(desk.part(f"cell-{number}")).to_be_focused()
    press("ArrowRight")
    expect(desk.part("cell-100")).to_be_focused()
    desk.picture("keys-1-cell")

    press("9")
    press("Enter")
    expect(desk.part("cell-9")).to_be_focused()
    press("Enter")  # on the cell of a pawn: that pawn goes
    expect(board.locator(".tk-log li").last).to_contain_text("ring pawn goes from 9 to 13")
    expect(desk.part("cell-9")).to_be_focused()
    press("Tab")
    expect(desk.part("choice-0")).to_be_focused()
    press("1")
    expect(board.locator(".tk-log li").last).to_contain_text("4 + 13 = 17: Team A’s full pawn goes from 4 to 17")
    expect(board.locator('[data-hotkey="r"]')).to_be_focused()
    assert desk.run("print(mine.match.ply)") == "7"


def test_a_key_held_down_plays_once(desk):
    desk.show("mine = table(); mine")
    enter_by_tab(desk.page, "chance")
    for _ in range(5):
        desk.page.keyboard.down("Enter")  # the second and later ones are repeats
        desk.page.wait_for_timeout(150)
    desk.page.keyboard.up("Enter")
    assert desk.run("print(mine.match.ply)") == "1"


def test_typed_commands_and_the_drawer_by_keyboard(desk):
    desk.show("mine = table(4, 9, 7, 8, seed=2); mine")
    page, press = desk.page, desk.page.keyboard.press
    box = desk.part("command-input")
    enter_by_tab(page, "command-input")
    expect(box).to_be_focused()
    for said, ply in (("roll", 5), ("13", 5), ("9", 6), ("undo", 5), ("ring", 6)):
        page.keyboard.type(said)
        press("Enter")
        expect(desk.part("slider-input")).to_have_attribute("value", str(ply))
        if said == "13":  # nothing stands there: the refusal tells what could be typed, and the text stays
            expect(desk.part("refusal")).to_contain_text("4, 9")
            expect(box).to_have_value("13")
            press("Control+a")
        else:
            expect(box).to_have_value("")
    page.keyboard.type("rules")
    press("Enter")
    expect(desk.part("drawer")).to_be_visible()
    press("Escape")
    expect(desk.part("drawer")).to_have_count(0)
    expect(box).to_be_focused()


def enter_by_tab(page: Page, key: str = "") -> None:
    """From the cell in command mode into the table, by Tab alone, to a key that begins so."""
    page.locator(".jp-Cell").first.focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(
            "key => document.activeElement.closest('.tk')?.contains(document.activeElement) &&"
            " (document.activeElement.dataset.key ?? '').startsWith(key)",
            key,
        ):
            return
    raise AssertionError(f"Tab does not lead to {key or 'the table'}")


def test_a_whole_game_by_mouse(desk):
    def roll(board: Locator) -> None:
        board.locator(".tk-go .tk-button").click()

    def choose(board: Locator, key: str) -> None:
        desk.part(key).click()

    def answer(board: Locator, text: str) -> None:
        field = board.locator(".tk-answer input").first
        field.click()
        field.press_sequentially(text)
        board.locator(".tk-answer .primary").first.click()

    whole_game(desk, seed=150, roll=roll, choose=choose, answer=answer)


def test_a_whole_game_by_keyboard(desk):
    """The focus is where the next key belongs, after every step: otherwise a key would be lost."""
    press = desk.page.keyboard.press
    hotkeys = {"choice-0": "1", "choice-1": "2", "pick-0": "1", "pick-1": "2", "buzz-0": "a", "buzz-1": "b"}

    def roll(board: Locator) -> None:
        expect(board.locator('[data-hotkey="r"]')).to_be_focused()
        press("r")

    def choose(board: Locator, key: str) -> None:
        expect(board.locator(".tk-do :focus")).to_have_count(1)
        press(hotkeys[key])

    def answer(board: Locator, text: str) -> None:
        expect(board.locator(".tk-answer input").first).to_be_focused()
        desk.page.keyboard.type(text)
        press("Enter")

    whole_game(desk, seed=165, roll=roll, choose=choose, answer=answer, begin=lambda page: enter_by_tab(page, "chance"))
    expect(desk.part("ending")).to_be_focused()  # not the button: an Enter too many must not wipe the end away
    press("Tab")
    expect(desk.part("again")).to_be_focused()
    press("Enter")
    expect(desk.part("ending")).to_have_count(0)
    expect(desk.page.locator('.tk [data-hotkey="r"]')).to_be_focused()


def whole_game(
    desk: Any,
    seed: int,
    roll: Callable[[Locator], None],
    choose: Callable[[Locator, str], None],
    answer: Callable[[Locator, str], None],
    begin: Callable[[Page], None] = lambda page: None,
) -> None:
    """Two seats, two chips. Both play what the lap solver would, and know all answers but the third."""
    board, match = (
        desk.show(f"mine = toolkit.play('math_storm', 2, seed={seed}); mine"),
        Match(math_storm, 2, seed=seed),
    )
    begin(desk.page)
    cards = 0
    for phase, action in plies(match):
        same_position(desk, match)
        if action is None:
            roll(board)
            match.chance()
            continue
        if phase == "card" and isinstance(action, state.Answer):
            cards += 1
            card = card_on(board, match)
            action = msgspec.structs.replace(
                action, value=str(card.distractors[0].value if cards == 3 else card.answer)
            )
            if cards in (1, 3):
                desk.picture(f"game-{seed}-card-{cards}")
            answer(board, str(action.value))
        else:
            key = {"route": "choice", "pick": "pick", "card": "buzz"}[phase]
            choose(board, f"{key}-{getattr(action, 'pawn', action.seat)}")
        match.play(action)
        if match.ply % 25 == 0:
            desk.picture(f"game-{seed}-ply-{match.ply}")
    same_position(desk, match)
    desk.picture(f"game-{seed}-over")
    assert max(match.state.chips) == 2
    winner = match.state.chips.index(2)
    first = desk.part("over").locator("li").first
    expect(first).to_have_attribute("data-key", f"rank-{winner}")
    expect(first.get_by_role("img", name="2 chips")).to_be_visible()
    expect(desk.part("ending")).to_contain_text("2 chips")
    assert desk.run("print(mine.match.record()['check'])") == match.record()["check"]


def plies(match: Match[Any, Any]) -> Iterator[tuple[str, Any]]:
    """What a person does next, until the end: the phase, and the action, or `None` for a roll or a spin."""
    solver = solver_bot()
    while seats := match.to_move:
        phase = match.game.view(match.state, None)["due"]["phase"]
        if phase == "draw":
            match.chance()
        elif seats[0] < 0:
            yield phase, None
        else:
            yield phase, solver(match.game.view(match.state, seats[0]), match.legal_actions(seats[0]), Random(1))


def same_position(desk: Any, match: Match[Any, Any]) -> None:
    """The page shows this ply of the match: every pawn at its place, chips and places in words."""
    while match.game.view(match.state, None)["due"]["phase"] == "draw":
        match.chance()
    expect(desk.part("slider-input")).to_have_attribute("value", str(match.ply))
    spots = {
        spot.key: f"transform:translate({spot.x:.1f}px,{spot.y:.1f}px)"
        for spot in place_pawns(match.game.view(match.state, None))
    }
    shown = desk.part("board").evaluate(
        "(board, keys) => Object.fromEntries(keys.map((key) =>"
        " [key, board.querySelector(`[data-key=\"${key}\"]`).getAttribute('style')]))",
        list(spots),
    )
    assert shown == spots
    for seat, chips in enumerate(match.state.chips):
        purse = desk.part(f"seat-{seat}").locator(".tk-purse")
        assert (purse.get_attribute("aria-label") or "").startswith(f"{chips} chip")


def card_on(board: Locator, match: Match[Any, Any]) -> card_.Question:
    """The card on the page, found by the number printed on it."""
    number = int(board.locator(".tk-card .tk-number").inner_text().removeprefix("No. "))
    card = box_.deck(match.state.rules.cards).card(number)
    expect(board.locator(".tk-card .tk-question")).to_have_text(card.prompt.en)
    return card
