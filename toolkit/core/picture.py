"""A figure with its panel: what a notebook shows by itself."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from toolkit.core import registry
from toolkit.core.panel import Figure, Panel
from toolkit.core.words import current, phrase


class Picture(Struct, frozen=True):
    """A figure and how it is drawn: what `toolkit.show` draws, and a notebook shows by itself."""

    panel: Panel
    figure: Figure

    def __repr__(self) -> str:
        return " ".join(phrase(one, current()) for one in (self.figure.title, self.figure.note))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return registry.module("toolkit").show(self)._repr_mimebundle_(include, exclude)
