"""Panels that take long to solve: computed in the background, so that the table says so and goes on."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from toolkit.core.game import Seat
from toolkit.core.panel import Panel

Start = Callable[[Callable[[], None]], None]


logger = logging.getLogger("toolkit")


class Background:
    """One thread for all tables: pieces of work are done one after the other, and with the last one it ends."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._runs = False

    def __call__(self, work: Callable[[], None]) -> None:
        """Does the work when it is its turn."""
        with self._lock:
            self._waiting.append(work)
            if self._runs:
                return
            self._runs = True
        threading.Thread(target=self._work, name="toolkit solver", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._runs = False
                    return
                work = self._waiting.popleft()
            try:
                work()
            except Exception:
                logger.exception("an error in the background")


in_background = Background()


class Question:
    """What a panel is asked: the rows of a state for a viewer. `answered`: it has been, or there was no answer."""

    def __init__(self, panel: Panel, state: Any, viewer: Seat | None) -> None:
        self.panel, self.state, self.viewer = panel, state, viewer
        self.answered = False

    def is_about(self, state: Any, viewer: Seat | None) -> bool:
        return self.state is state and self.viewer == viewer

    def is_ready(self) -> bool:
        return self.answered or self.panel.ready is None or self.panel.ready(self.state)


class Solver:
    """`start` runs a piece of work, by default in a thread in the background; `done` is called after each.

    Each question is worked at once at most, whatever comes of it: a panel that has nothing to solve, or fails, is then
    asked by the table itself. No lock is held while a question is worked at, nor while `done` is called.
    """

    def __init__(self, done: Callable[[], None], start: Start = in_background) -> None:
        self._done, self._start = done, start
        self._asked: dict[str, Question] = {}
        self._closed = False

    def is_ready(self, panel: Panel, state: Any, viewer: Seat | None) -> bool:
        """Whether the panel answers at once; if not, it is solved in the background, unless the table is closed."""
        if panel.ready is None or panel.ready(state):
            return True
        asked = self._asked.get(panel.name)
        if asked is None or not asked.is_about(state, viewer):
            if self._closed:
                return False
            asked = self._asked[panel.name] = Question(panel, state, viewer)
            self._start(partial(self._solve, asked))
        return asked.answered

    def close(self) -> None:
        """Nothing more is solved, and `done` is not called again."""
        self._closed = True
        self._asked.clear()

    def _solve(self, asked: Question) -> None:
        if self._asked.get(asked.panel.name) is not asked:
            return  # another question has taken its place
        try:
            if not asked.is_ready():
                asked.panel.rows(asked.state, asked.viewer)
        except Exception:
            logger.debug("a panel cannot be solved", exc_info=True)  # the table asks again, and tells
        finally:
            asked.answered = True
            if not self._closed:
                self._done()
