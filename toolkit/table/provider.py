"""The protocol of anything that a screen shows: a match, a page of a lesson, a quiz."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from toolkit.core.panel import Panel, Row


class Provider(Protocol):
    """Takes messages of the page and answers with a scene; it knows nothing of widgets."""

    publish: Callable[[], None]
    """Set by the screen: has everything sent down anew."""

    @property
    def key(self) -> str:
        """The name of the section on the page."""

    @property
    def lang(self) -> str: ...

    @property
    def ply(self) -> int: ...

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held while a message is handled."""

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels whose charts the scene has."""

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes a message of the page; the refusal in words, or `None`."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls `callback` when something changes that no message asked for; returns a function that stops it."""

    def close(self) -> None:
        """It is no longer shown: nothing goes on in the background."""

    def refresh(self) -> None:
        """Something has changed that no message asked for."""

    def scene(self) -> str:
        """Markup of one section of the page."""

    def rows(self) -> dict[str, list[Row]]:
        """Rows by the key of their chart, `<key>.<panel>`."""

    def clocks(self) -> dict[str, dict[str, Any]]:
        """The clocks that the page counts down, by name."""

    def text(self) -> list[str]:
        """The same in lines of words."""
