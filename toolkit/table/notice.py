"""A line in the notebook while something is made that takes seconds: a cell that says nothing looks broken."""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from toolkit.core import cache, words


@contextmanager
def while_making(lang: str) -> Iterator[None]:
    """Inside, the first value that `core.cache` has to make is announced in the cell; the line goes at the end.

    Outside a notebook nothing is shown.
    """
    lines: list[Line] = []
    try:
        with cache.telling(lambda: lines.append(Line(words.say("table.preparing", lang)))):
            yield
    finally:
        for line in lines:
            line.clear()


class Line:
    """One line of text below a running cell."""

    def __init__(self, text: str) -> None:
        self._shown = None
        if _is_notebook():
            from IPython.display import display

            content = {"text/plain": text, "text/html": f"<p role='status'>{html.escape(text)}</p>"}
            self._shown = display(content, raw=True, display_id=True)  # type: ignore[no-untyped-call]

    def clear(self) -> None:
        """An output that has been shown cannot be taken back; it is made empty."""
        if self._shown is not None:
            self._shown.update({"text/plain": "", "text/html": ""}, raw=True)


def _is_notebook() -> bool:
    """Whether a front end shows what is displayed: a kernel runs, and not a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and getattr(shell, "kernel", None) is not None
