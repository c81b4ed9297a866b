"""The one widget: shows scenes that Python draws, and takes clicks as messages.

Down go traits, one batch a change; up come messages, never traits. A screen holds the sections of one page: a match or
another `Provider`, and below it a *what if*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from toolkit.charts import makers
from toolkit.core import words
from toolkit.core.panel import Panel
from toolkit.core.shown import sendable
from toolkit.page import frontend, reload, still
from toolkit.table import cells, messages, notice, scene, trouble
from toolkit.table.provider import Provider


class Screen(anywidget.AnyWidget):
    """Shows `first`, and below it a second section that may be added later."""

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    scene = traitlets.Unicode().tag(sync=True)
    rows = traitlets.Dict().tag(sync=True)
    specs = traitlets.Dict().tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)
    ply = traitlets.Int().tag(sync=True)
    lang = traitlets.Unicode("en").tag(sync=True)
    theme = traitlets.Unicode("").tag(sync=True)
    """"light", "dark", or "" to follow the notebook."""

    def __init__(self, first: Provider) -> None:
        self.sections: list[Provider] = [first]
        self._busy = False
        self._last = ""
        self._watching: dict[int, Callable[[], None]] = {}
        self._asked: Any = None
        """The number of the message that is being carried out."""
        self._drawn: tuple[list[tuple[str, str, Panel]], dict[str, Any]] = ([], {})
        with notice.while_making(first.lang):
            super().__init__(_esm=frontend.front_end(), _css=frontend.css())
            self._seat_down(first)
            self.publish()
        self.on_msg(self._receive)
        reload.follow(self._dress)
        cells.keep(self)

    @property
    def shown(self) -> Provider:
        """The first section."""
        return self.sections[0]

    def text(self) -> str:
        """The page in words: what it is, and the sentence of every panel."""
        return "\n".join([repr(self), *self.shown.text()])

    def still(self) -> str:
        """The HTML that a notebook shows without a kernel: only what is public, and always the same."""
        return ""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, a still picture of what is public for a notebook without a kernel, and a line of text."""
        found = super()._repr_mimebundle_(**kwargs)
        data, *meta = found if isinstance(found, tuple) else (found,)
        data = dict(data or {}) | {"text/plain": repr(self), "text/html": self.still()}
        return (data, *meta) if meta else data

    def _ipython_display_(self) -> None:
        cells.keep(self)
        still.show(self._repr_mimebundle_())

    def open(self) -> None:
        super().open()
        self.comm.on_msg(cells.weakly(self._handle_msg))  # the kernel's list of comms keeps no screen alive

    # up

    def _receive(self, _: Any, content: Any, buffers: Any = None) -> None:
        """One message of the page. Whatever it is, the page gets an answer."""
        error: str | None = words.say("error.unanswered", self.shown.lang)
        with self.shown.lock:
            self._asked = messages.ident(content)
            try:
                error = self.handle(content)
            finally:
                self.send({"kind": "ack", "id": self._asked, "error": error and sendable(error)})
                self._asked = None

    def offer(self, file: Mapping[str, Any]) -> None:
        """A file to save, in the one view where it was asked for: `name`, `text`, `type`."""
        asked = {} if self._asked is None else {"for": self._asked}
        self.send({"kind": "file", **file, **asked})

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes a message as if the page had sent it; the refusal in words, or `None`."""
        with self.shown.lock:
            with self._quiet():
                error = self._handle(message)
            return self._show() or error

    def close(self) -> None:
        """Lets go of what is shown: nothing is solved or drawn for a table that is closed."""
        for section in getattr(self, "sections", ()):
            self._let_go(section)
        layout = self.layout if self.comm is not None else None
        super().close()
        if layout is not None:  # ipywidgets makes one for each widget, and closes none
            layout.close()

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Changes meanwhile are shown together at the end, not one by one."""
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def _handle(self, message: Mapping[str, Any]) -> str | None:
        at = message.get("table") if isinstance(message, Mapping) else None
        section = self.sections[at] if type(at) is int and at in range(len(self.sections)) else self.shown
        if isinstance(message, Mapping) and message.get("kind") == "close":
            self._clear_beside()
            return None
        try:
            return section.handle(message)
        except Exception as error:  # no message may harm the page, whatever part of the program fails
            return self._internal(error)

    def _internal(self, error: Exception) -> str:
        """An error that the section itself did not tell: it is logged, and the page says that it is internal."""
        name = getattr(self.shown, "name", "")
        trouble.log(name, error)
        trouble.raise_in_tests(error)
        return words.say("error.internal", self.shown.lang, game=name, kind=type(error).__name__)

    # down

    def show(self, shown: Provider) -> None:
        """Another scene in the place of what is shown."""
        self._clear_beside()
        if self.shown is not shown:
            self._let_go(self.shown)
        self.sections[:] = [shown]
        self._seat_down(shown)

    def show_beside(self, branch: Provider) -> None:
        """A second section below the first, in the place of one that is there."""
        self._clear_beside()
        self._seat_down(branch)
        self.sections.append(branch)

    def _clear_beside(self) -> None:
        for section in self.sections[1:]:
            self._let_go(section)
        del self.sections[1:]

    def _seat_down(self, shown: Provider) -> None:
        if stop := self._watching.pop(id(shown), None):
            stop()
        changed = cells.weakly(self._changed)
        shown.publish = cells.weakly(self.update)
        self._watching[id(shown)] = shown.watch(lambda: changed(shown))

    def _let_go(self, shown: Provider) -> None:
        """The section is no longer shown here: it is not watched, and has nothing solved."""
        if stop := self._watching.pop(id(shown), None):
            stop()
            shown.publish = lambda: None
            shown.close()

    def _changed(self, shown: Provider) -> None:
        if not self._busy and shown in self.sections:
            shown.refresh()
            self.update()

    def publish(self) -> None:
        """Everything as it stands now, in one batch; only what differs is sent. An error of the game is raised."""
        with self.shown.lock:
            scene, specs = sendable("".join(section.scene() for section in self.sections)), self._specs()
            rows = {name: rows for section in self.sections for name, rows in section.rows().items()}
            clock = {name: clock for section in self.sections for name, clock in section.clocks().items()}
            with self.hold_sync():
                self.scene, self.specs, self.rows, self.clock = scene, specs, rows, clock
                self.ply, self.lang = self.shown.ply, self.shown.lang
            self._last = scene

    def update(self) -> None:
        """Everything as it stands now; where the game cannot be drawn, the last scene stays, and says so."""
        self._show()

    def _show(self) -> str | None:
        try:
            self.publish()
        except Exception as error:
            return self._report(error)
        return None

    def _report(self, error: Exception) -> str:
        """An error in the game's own board or panels, above the last scene. What is said of it."""
        lang, name = self.shown.lang, getattr(self.shown, "name", "")
        text = words.say("error.not_drawn", lang, game=name, kind=type(error).__name__)
        traceback = trouble.log(name, error)
        self.scene = scene.fault(text, traceback if self.is_shared() else "", lang) + self._last
        trouble.raise_in_tests(error)
        return text

    def is_shared(self) -> bool:
        """Whether a teacher looks here, and not one seat alone."""
        return True

    def _dress(self) -> None:
        """Scripts and styles as they are now; what is shown stays."""
        with self.shown.lock, self.hold_sync():
            self._esm, self._css = frontend.front_end(), frontend.css()

    def _specs(self) -> dict[str, Any]:
        """Vega-Lite specs by panel, without rows: they change with the language alone."""
        drawn = [(section.key, section.lang, panel) for section in self.sections for panel in section.panels]
        if self._drawn[0] != drawn:  # making one takes as long as drawing a whole scene
            self._drawn = drawn, {f"{key}.{panel.name}": makers.spec(panel, lang) for key, lang, panel in drawn}
        return self._drawn[1]
