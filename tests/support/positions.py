"""Positions of Math Storm in the shared notebook of the browser tests (`desk`), and how they are shown there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

POSITIONS = {
    "start": "toolkit.play('math_storm', 2, seed=1)",
    "route": "table(4, 9, 7, 8, '++')",
    "storm": "table(9, 8, 1, 2, '×', Move(0, 0), '-', Move(1, 0), '×', Move(0, 0), die='four-operations')",
    "sealed": "table(5, 6, 1, 2, 3, 4, 7, 8, '+', Move(0, 0), seats=4, challenge='sealed', seed=2)",
    "buzzer": "table(5, 6, 1, 2, 3, 4, 7, 8, '+', Move(0, 0), seats=4, seed=2)",
    "rules": "table(4, 9, 7, 8, '++', Move(0, 0))",
    "over": "table(4, 9, 7, 8, '++', Move(0, 0), Stop())",
}
"""Positions that between them show every part of a table; at "rules" the drawer is open."""


def show(desk: Any, position: str) -> Locator:
    """The board at this position; at "rules" its drawer is open."""
    board: Locator = desk.show(f"mine = {POSITIONS[position]}; mine")
    if position == "rules":
        desk.part("tool-rules").click()
        expect(desk.part("drawer")).to_be_visible()
    return board


def put(desk: Any, theme: str, lang: str) -> None:
    """Sets theme and language of the table, and waits until the page has them."""
    desk.run(f"mine.theme = '{theme}'; mine.handle({{'kind': 'set', 'name': 'lang', 'value': '{lang}'}})")
    root = desk.page.locator(".tk").first
    expect(root).to_have_attribute("data-theme", theme)
    expect(root).to_have_attribute("lang", lang)


def ply(desk: Any, number: int) -> None:
    """Waits until the page shows that ply."""
    expect(desk.part("slider-input")).to_have_attribute("value", str(number))
