"""A table in a real browser without a server or a kernel: the page's messages go to a `Session` in this process.

with live_table(browser, session) as live:
    live.part("roll").click()
    live.session.view()
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.bare_page import bare_page
from toolkit.page import frontend
from toolkit.table.session import Session

LINK = """() => {
    model.send = async (message) => {
        const { error, ...data } = await up(message);
        model.put(data);
        model.fire("msg:custom", { kind: "ack", id: message.id, error });
    };
}"""


class Live:
    """A page, and the session that it shows."""

    def __init__(self, page: Any, session: Session) -> None:
        self.page, self.session = page, session
        page.add_style_tag(content=frontend.css())
        page.expose_function("up", self.up)
        page.evaluate("(data) => show(data)", self.data())
        page.evaluate(LINK)

    def data(self) -> dict[str, Any]:
        """What a table sends down; no charts."""
        return {"scene": self.session.scene(), "clock": self.session.clocks(), "lang": self.session.lang}

    def up(self, message: dict[str, Any]) -> dict[str, Any]:
        error = self.session.handle(message)
        return {"error": error, **self.data()}

    def part(self, key: str) -> Any:
        return self.page.locator(f'[data-key="{key}"]')

    def focused(self) -> str:
        """The key of what has the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.className"))

    def settle(self) -> None:
        """Every message has been answered, and the answer is drawn."""
        self.page.wait_for_function("!document.querySelector('[data-tk-waiting]')")
        self.page.evaluate("frame()")

    def drag(self, key: str, to: str, steps: int = 6) -> None:
        """The middle of one part to the middle of another, by the mouse."""
        for part, act in ((key, self.page.mouse.down), (to, self.page.mouse.up)):
            self.part(part).scroll_into_view_if_needed()
            box = self.part(part).bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps)
            act()
        self.settle()


@contextmanager
def live_table(browser: Any, session: Session, width: int = 1200) -> Iterator[Live]:
    with bare_page(browser) as page:
        page.set_viewport_size({"width": width, "height": 900})
        yield Live(page, session)
