"""The record of a match as JSON: what its fields are, and whether it is whole."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from toolkit.core.shown import is_sendable, shorten, shown
from toolkit.core.words import BadInput

FORMAT = 1
MOST = 40_000_000
"""The greatest length of a record or a lesson as text: with the largest pack it is shorter, however it is written."""

RECORD: dict[str, type | tuple[type, ...]] = {
    "toolkit": int,
    "game": str,
    "rules": int,
    "seats": int,
    "options": dict,
    "seed": (int, str, type(None)),
    "log": list,
}
OPTIONAL: dict[str, type | tuple[type, ...]] = {"names": list, "bots": dict, "enclosed": dict}


def read_record(record: Any) -> dict[str, Any]:
    """A record as a checked dict, from a dict or JSON text. `BadInput` names the field and what should be there."""
    if isinstance(record, str | bytes | bytearray):
        try:
            if len(record) > MOST:
                raise ValueError("too long")
            record = json.loads(record)
        except (ValueError, RecursionError):
            raise BadInput("record_json", given=shown(record)) from None
    if not isinstance(record, Mapping):
        raise BadInput("record_json", given=shown(record))
    version = record.get("toolkit", FORMAT)
    if type(version) is int and version != FORMAT:
        raise BadInput("record_version", given=version, right=FORMAT)
    for name, type_ in (RECORD | OPTIONAL).items():
        if name not in record and name in RECORD:
            raise BadInput("record_field", name=name)
        if name in record and (not isinstance(record[name], type_) or isinstance(record[name], bool)):
            raise BadInput("record_value", name=name, given=shorten(record[name]), right=_type_name(type_))
    bots = record.get("bots", {})
    if not all(_is_seat(seat) and isinstance(bot, list | tuple) for seat, bot in bots.items()):
        raise BadInput("record_value", name="bots", given=shorten(bots), right='{"1": ["random", 0.5]}')
    rest = {name: value for name, value in record.items() if name != "check"}
    if "check" in record and not _whole(rest, record["check"]):
        raise BadInput("record_edited")
    for name, value in rest.items():
        if not _is_json(value):
            raise BadInput("record_value", name=shown(name), given=shown(value), right="JSON")
    return rest


def _is_seat(key: Any) -> bool:
    """Whether a key of `bots` is a seat: "1", or 1 in a record that was not JSON yet."""
    return type(key) is int or (isinstance(key, str) and re.fullmatch("[0-9]{1,2}", key) is not None)


def _is_json(value: Any) -> bool:
    """Whether JSON can hold the value, and any machine can read it again: no lone surrogates, no numbers that go on."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return is_sendable(text)


def _whole(record: Mapping[str, Any], check: Any) -> bool:
    try:
        return bool(checksum(record) == check)
    except (TypeError, ValueError):  # it holds what no JSON can hold, so it was never saved like that
        return False


def checksum(record: Mapping[str, Any]) -> str:
    """Tells a record that was cut or edited from one that is whole; a record written by hand has none."""
    text = json.dumps(record, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _type_name(type_: type | tuple[type, ...]) -> str:
    types = type_ if isinstance(type_, tuple) else (type_,)
    return " | ".join({"NoneType": "null"}.get(one.__name__, one.__name__) for one in types)
