"""The options of a match, checked against the types of a game's ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

from toolkit.core.shown import shown
from toolkit.core.words import BadInput

R = TypeVar("R", bound=msgspec.Struct)


def ruleset(kind: type[R], options: Mapping[str, Any]) -> R:
    """The options as the game's ruleset. `BadInput` names the option, what was given and what would be right."""
    types = _types(kind)
    for name in options:
        if name not in types:
            raise BadInput("option", given=name, right=", ".join(types))
    values = {}
    for name, value in options.items():
        try:
            values[name] = msgspec.convert(value, types[name])
        except msgspec.ValidationError:
            raise BadInput("option_value", name=name, given=shown(value), right=_asked_for(types[name])) from None
    return kind(**values)


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of every field; resolving them takes longer than a turn."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _asked_for(type_: Any) -> str:
    """A type as a caller would write its values."""
    info = msgspec.inspect.type_info(type_)
    return _describe(info)


def _describe(info: Any) -> str:
    match info:
        case msgspec.inspect.LiteralType(values=values):
            return " | ".join(repr(value) for value in values)
        case msgspec.inspect.BoolType():
            return "True | False"
        case msgspec.inspect.IntType(ge=None, le=None):
            return "int"
        case msgspec.inspect.IntType(ge=low, le=high):
            return f"{'' if low is None else low} … {'' if high is None else high}".strip()
        case msgspec.inspect.TupleType(item_types=items):
            return "(" + ", ".join(_describe(item) for item in items) + ")"
        case msgspec.inspect.StrType():
            return '"…"'
        case _:
            return str(type(info).__name__)
