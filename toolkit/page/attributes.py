"""The attributes that make an element of a scene act: what the page's scripts read.

`data-action` is a legal action and `data-step` the open decision it belongs to; anything that is not legal becomes
`data-why`, which asks for the reason. `data-peek`, `data-send`, `data-ask`, `data-drag` and `data-drop` are explained
at the methods that write them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from toolkit.core.game import CHANCE, HOST

SEAT_CLASSES = ("sa", "sb", "sc", "sd", "se")
NOTHING = Markup("")


def attributes(**values: Any) -> Markup:
    """` data-name="…"` for every value: text as it is, anything else as JSON."""
    return NOTHING.join(
        Markup(' data-{}="{}"').format(name, value if isinstance(value, str) else as_json(value))
        for name, value in values.items()
    )


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def seat_class(seat: int) -> str:
    """The class that gives an element its seat's colours."""
    return SEAT_CLASSES[seat] if seat >= 0 else "nobody"


class Attributes:
    """Writes the attributes of a scene. `steps`: by seat, the name of its open decision; `legal`: what may be done."""

    def __init__(self, steps: Mapping[str, str], legal: Iterable[Mapping[str, Any]]) -> None:
        self._steps = steps
        self._legal = {_frozen(action) for action in legal}

    @staticmethod
    def none() -> Attributes:
        """For a picture that nobody can act on."""
        return _Silent({}, ())

    def can(self, action: Mapping[str, Any]) -> bool:
        """Whether the action is legal here and now."""
        return _frozen(action) in self._legal

    def _step(self, action: Mapping[str, Any]) -> str:
        seat = CHANCE if action["type"] == "chance" else action.get("seat", HOST)
        return self._steps.get(str(seat), "")

    def act(self, action: Mapping[str, Any]) -> Markup:
        """A legal action with its step; what is not legal is asked about instead."""
        return attributes(action=action, step=self._step(action)) if self.can(action) else self.why(action)

    def why(self, action: Mapping[str, Any]) -> Markup:
        """A click asks why this cannot be done."""
        return attributes(why={"action": action})

    def peek(self, action: Mapping[str, Any]) -> Markup:
        """While the pointer rests here, board and panels show what the action would lead to."""
        return attributes(peek=action)

    def choice(self, action: Mapping[str, Any]) -> Markup:
        """A legal action that shows what it leads to."""
        return self.act(action) + self.peek(action)

    def send(self, message: Mapping[str, Any]) -> Markup:
        """A click sends this message."""
        return attributes(send=message)

    def ask(self, action: Mapping[str, Any], field: str) -> Markup:
        """An input that fills a field of the action."""
        return attributes(ask={"action": action, "field": field}, step=self._step(action))

    def command(self) -> Markup:
        """The input for typed commands."""
        return attributes(ask={"message": {"kind": "say"}, "field": "text"})

    def number(self) -> Markup:
        """The input for a number that the class has worked out."""
        return attributes(ask={"message": {"kind": "guess"}, "field": "text"})

    def drop(self, pairs: Mapping[str, Mapping[str, Any]], place: Any = None) -> Markup:
        """A place: which of `pairs` (piece → action or message) it takes, and what it is to a piece's why."""
        taken = {piece: do for piece, do in pairs.items() if "kind" in do or self.can(do)}
        at = next((self._step(do) for do in taken.values() if "type" in do), "")
        written = attributes(drop=taken) if taken else NOTHING
        written += attributes(place=place) if place is not None else NOTHING
        return written + attributes(step=at) if at else written

    def drag(self, piece: str, about: Mapping[str, Any] | None = None, field: str = "") -> Markup:
        """A piece; `about`: the action that is asked about where no place takes it, `field` what the place fills."""
        return attributes(drag=piece) + (attributes(about={"action": about, "field": field}) if about else NOTHING)


class _Silent(Attributes):
    def act(self, action: Mapping[str, Any]) -> Markup:
        return NOTHING

    why = peek = choice = act

    def send(self, message: Mapping[str, Any]) -> Markup:
        return NOTHING

    def drop(self, pairs: Mapping[str, Mapping[str, Any]], place: Any = None) -> Markup:
        return NOTHING

    def drag(self, piece: str, about: Mapping[str, Any] | None = None, field: str = "") -> Markup:
        return NOTHING


def _frozen(action: Mapping[str, Any]) -> str:
    """An action as something that a set can hold."""
    return as_json(dict(sorted(action.items())))
