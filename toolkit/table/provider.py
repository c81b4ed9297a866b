"""TODO: toolkit.table.provider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class Provider(Protocol):
    """What a table can show: a match (`Session`), a page of a lesson, a quiz. It knows nothing of widgets."""

    key: str
    lang: str
    publish: Callable[[], None]
    """Set by the table: has everything sent down anew."""

    @property
    def ply(self) -> int: ...

    @property
    def lock(self) -> Any:
        """Held while a message is handled."""

    @property
    def panels(self) -> Any:
        """The panels whose charts the scene has."""

    def handle(self, message: Mapping[str, Any]) -> str | None:
        """Takes a message of the page; the refusal in words, or `None`."""

    def watch(self, callback: Callable[[], None]) -> None:
        """Calls `callback` when something changes that no message asked for."""

    def refresh(self) -> None:
        """Something has."""

    def scene(self) -> str: ...

    def rows(self) -> dict[str, list[dict[str, Any]]]: ...

    def clocks(self) -> dict[str, dict[str, Any]]: ...

    def text(self) -> list[str]:
        """The same in lines of words."""
