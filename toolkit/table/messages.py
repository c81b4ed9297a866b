"""The messages of the page, as typed values: reading one is apart from carrying it out.

A message that cannot be read is refused, with what would be right. Any error after that is the program's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from toolkit.core.words import BadInput


class Message(msgspec.Struct, frozen=True, tag_field="kind"):
    """A message of the page; unknown fields are ignored."""


class Play(Message, frozen=True, tag="play"):
    """An action for the open decision `step`; `cut`: what came later may be cut off."""

    action: dict[str, Any]
    step: str = ""
    cut: bool = False


class Undo(Message, frozen=True, tag="undo"):
    pass


class Redo(Message, frozen=True, tag="redo"):
    pass


class WhatIf(Message, frozen=True, tag="whatif"):
    pass


class Goto(Message, frozen=True, tag="goto"):
    """Looks at an earlier ply."""

    ply: Any


class Why(Message, frozen=True, tag="why"):
    """Asks why `about["action"]` is refused."""

    about: dict[str, Any]


class Peek(Message, frozen=True, tag="peek"):
    """The pointer rests on a legal action, or on none."""

    action: Any = None


class Say(Message, frozen=True, tag="say"):
    """A typed command."""

    text: str


class Set(Message, frozen=True, tag="set"):
    """Something about how the table is shown: see `Session.SETTINGS`."""

    name: str
    value: Any


class Clock(Message, frozen=True, tag="clock"):
    """A command to the clock, and the seconds that the page shows."""

    do: Any = None
    left: Any = None


KINDS = ("play", "undo", "redo", "whatif", "goto", "why", "peek", "say", "set", "clock")
_UNION = Play | Undo | Redo | WhatIf | Goto | Why | Peek | Say | Set | Clock


def read(message: Any, more: tuple[str, ...] = ()) -> Message:
    """A message of the page. `BadInput` names what was given and the kinds there are; `more`: kinds read elsewhere."""
    kind = message.get("kind") if isinstance(message, Mapping) else None
    if kind not in KINDS:
        raise BadInput("message", given=repr(kind)[:40], right=", ".join((*KINDS, *more)))
    plain = {name: str(value) if name in ("step", "text") else value for name, value in message.items()}
    try:
        found: Message = msgspec.convert(plain | {"cut": message.get("cut") is True}, _UNION)
    except msgspec.ValidationError:
        raise unreadable(message, more) from None
    return found


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """The value of a setting: one that is known, or "" for none. `BadInput` for any other."""
    if value in (usual := ("", *known)):
        return str(value)
    raise BadInput("message", given=f"{name} {value}"[:40], right=", ".join(map(repr, usual)))


def unreadable(message: Any, more: tuple[str, ...] = ()) -> BadInput:
    """The refusal of a message that is of a known kind but cannot be read."""
    shown = repr(dict(message) if isinstance(message, Mapping) else message)[:80]
    return BadInput("message", given=shown, right=", ".join((*KINDS, *more)))
