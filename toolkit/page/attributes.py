"""TODO: toolkit.page.attributes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from toolkit.page.environment import face

SEAT_CLASSES = ("sa", "sb", "sc", "sd", "se")


def attributes(**values: Any) -> Markup:
    """` data-name="…"` for every value: text as it is, anything else as JSON."""
    return Markup("").join(
        Markup(' data-{}="{}"').format(name, value if isinstance(value, str) else _json(value))
        for name, value in values.items()
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def seat_class(seat: int) -> str:
    """The class that gives an element its seat's colours."""
    return SEAT_CLASSES[seat] if seat >= 0 else "nobody"


def _attribute_makers(steps: Mapping[str, str], legal: list[dict[str, Any]]) -> dict[str, Callable[..., Any]]:
    """What makes an element act. A legal action carries its step; anything else is asked about instead."""
    known = {_frozen(action) for action in legal}

    def can(action: Mapping[str, Any]) -> bool:
        return _frozen(action) in known

    def step(action: Mapping[str, Any]) -> str:
        if action["type"] == "chance":
            return steps["-1"]
        return steps.get(str(action.get("seat", -2)), "")

    def act(action: Mapping[str, Any]) -> Markup:
        return attributes(action=action, step=step(action)) if can(action) else why(action)

    def why(action: Mapping[str, Any]) -> Markup:
        return attributes(why={"action": action})

    def drop(pairs: Mapping[str, Mapping[str, Any]], place: Any = None) -> Markup:
        """A place: what it takes of `pairs` (piece → action or message), and what it is to a piece’s why."""
        taken = {piece: do for piece, do in pairs.items() if "kind" in do or can(do)}
        found = attributes(drop=taken) if taken else Markup("")
        found += attributes(place=place) if place is not None else Markup("")
        at = next((step(do) for do in taken.values() if "type" in do), "")
        return found + attributes(step=at) if at else found

    def drag(piece: str, about: Mapping[str, Any] | None = None, field: str = "") -> Markup:
        """A piece; `about`: the action that is asked about where no place takes it, `field` what the place fills."""
        return attributes(drag=piece) + (attributes(about={"action": about, "field": field}) if about else Markup(""))

    def ask(action: Mapping[str, Any], field: str) -> Markup:
        return attributes(ask={"action": action, "field": field}, step=step(action))

    return {
        "act": act,
        "why": why,
        "ask": ask,
        "peek": lambda action: attributes(peek=action),
        "send": lambda message: attributes(send=message),
        "command": attributes(ask={"message": {"kind": "say"}, "field": "text"}),
        "face": face,
        "can": can,
        "drag": drag,
        "drop": drop,
    }


def _frozen(action: Mapping[str, Any]) -> Any:
    """An action as something that a set can hold."""
    return _json(dict(sorted(action.items())))
