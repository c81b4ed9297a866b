"""TODO: toolkit.core.picture."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from msgspec import Struct

from toolkit.core.panel import Figure, Panel
from toolkit.core.words import current, say_phrase


class Picture(Struct, frozen=True):
    """A figure and how it is drawn: what `toolkit.show` draws, and a notebook shows by itself."""

    panel: Panel
    figure: Figure

    def __repr__(self) -> str:
        return " ".join(say_phrase(phrase, current()) for phrase in (self.figure.title, self.figure.note))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        # By name: games do not know who draws.
        return import_module("toolkit").show(self)._repr_mimebundle_(include, exclude)
