"""The messages of the page, as typed values: reading one is apart from carrying it out.

A message that cannot be read is refused, with what would be right. Any error after that is the program's own. Every
message passes `checked` first, whoever takes it: what it holds then can be kept, told, and sent back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

import msgspec

from toolkit.core.shown import is_sendable, sendable, shown
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


class Guess(Message, frozen=True, tag="guess"):
    """The number that the class has worked out."""

    text: str


class Again(Message, frozen=True, tag="again"):
    """A new match in the place of the one that is at `step` ("": wherever it is). `sure`: although it is not over."""

    step: str = ""
    sure: bool = False


class Set(Message, frozen=True, tag="set"):
    """Something about how the table is shown: see `settings.SETTINGS`."""

    name: str
    value: Any


class Clock(Message, frozen=True, tag="clock"):
    """A command to the clock, and the seconds that the page shows."""

    do: Any = None
    left: Any = None


DEEP = 12
"""How many lists and objects of a message may be inside each other."""
WHOLE = 2**53
"""Integers of a message are smaller: a page counts no further."""
SHOWN = 40
"""So many letters of a message are told where it cannot be read."""
ID = 40
"""The greatest length of a message's `id` that is text."""
KINDS = ("play", "undo", "redo", "whatif", "goto", "why", "peek", "say", "guess", "again", "set", "clock")
_UNION = Play | Undo | Redo | WhatIf | Goto | Why | Peek | Say | Guess | Again | Set | Clock


def read(message: Any, more: tuple[str, ...] = ()) -> Message:
    """A message of the page. `BadInput` names what was given and the kinds there are; `more`: kinds read elsewhere."""
    known = checked(message, (*KINDS, *more))
    kind = known.get("kind")
    if kind not in KINDS:
        raise BadInput("message", given=shown(kind, SHOWN), right=", ".join((*KINDS, *more)))
    plain = {name: str(value) if name in ("step", "text") else value for name, value in known.items()}
    plain |= {name: known.get(name) is True for name in ("cut", "sure")}
    try:
        found: Message = msgspec.convert(plain, _UNION)
    except msgspec.ValidationError:
        raise unreadable(message, more) from None
    return found


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """The value of a setting: one that is known, or "" for none. `BadInput` for any other."""
    if value in (usual := ("", *known)):
        return str(value)
    raise BadInput("message", given=f"{name} {value}"[:40], right=", ".join(map(repr, usual)))


def checked(message: Any, right: Sequence[str] = ()) -> dict[str, Any]:
    """The message as plain values: texts without lone surrogates, whole numbers that a page can hold, finite ones.

    `BadInput` for whatever else is in it, and where it is no object or nests too deeply. `right`: the kinds there are.
    """
    if not isinstance(message, Mapping):
        raise BadInput("message", given=shown(message, SHOWN), right=", ".join(right))
    try:
        return {str(name): _plain(value, DEEP) for name, value in message.items()}
    except ValueError:
        raise BadInput("message", given=shown(message, SHOWN), right=", ".join(right)) from None


def field(message: Mapping[str, Any], name: str, right: Sequence[str] = ()) -> Any:
    """A field that a message of this kind needs. `BadInput` where it is missing."""
    if name not in message:
        raise BadInput("message", given=shown(message, SHOWN), right=", ".join(right))
    return message[name]


def _plain(value: Any, deep: int) -> Any:
    """The value, checked. ValueError for one that cannot be used."""
    match value:
        case None | bool():
            return value
        case str():
            return sendable(value)
        case int() if abs(value) < WHOLE:
            return value
        case float() if isfinite(value):
            return value
        case Mapping() if deep and all(isinstance(name, str) for name in value):
            return {sendable(name): _plain(one, deep - 1) for name, one in value.items()}
        case list() | tuple() if deep:
            return [_plain(one, deep - 1) for one in value]
    raise ValueError("no plain value")


def ident(message: Any) -> int | str | None:
    """The `id` of a message, to be sent back with the answer; `None` for one that no page gives."""
    found = message.get("id") if isinstance(message, Mapping) else None
    if isinstance(found, str):
        return found if len(found) <= ID and is_sendable(found) else None
    return found if type(found) is int and abs(found) < WHOLE else None


def unreadable(message: Any, more: tuple[str, ...] = ()) -> BadInput:
    """The refusal of a message that is of a known kind but cannot be read."""
    return BadInput("message", given=shown(message, SHOWN), right=", ".join((*KINDS, *more)))
