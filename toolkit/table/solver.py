"""Panels that take long to solve: computed in the background, so that the table says so and goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from toolkit.core.game import Seat
from toolkit.core.panel import Panel

Start = Callable[[Callable[[], None]], None]


def start_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


class Solver:
    """`start` runs a piece of work, by default in a thread of its own; `done` is called after each."""

    def __init__(self, done: Callable[[], None], start: Start = start_thread) -> None:
        self._done, self._start = done, start
        self._solving: set[str] = set()

    def is_ready(self, panel: Panel, state: Any, viewer: Seat | None) -> bool:
        """Whether the panel answers at once; if not, it is solved in the background, once at a time."""
        if panel.ready is None or panel.ready(state):
            return True
        if panel.name not in self._solving:
            self._solving.add(panel.name)
            self._start(lambda: self._solve(panel, state, viewer))
        return False

    def _solve(self, panel: Panel, state: Any, viewer: Seat | None) -> None:
        try:
            panel.rows(state, viewer)
        finally:
            self._solving.discard(panel.name)
            self._done()
