"""A lesson as the text of a file: its plan, its match, the answers so far, and the time left.

The text has a checksum, so that a file that was edited by hand is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from toolkit.core import registry
from toolkit.core.match import Match
from toolkit.core.record import checksum
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.teaching.plan import GAME, Plan
from toolkit.teaching.report import Row, read_rows

FORMAT = 1
LONGEST = 5_000_000
"""The greatest length of a lesson's file, in characters."""


class Saved(msgspec.Struct, frozen=True):
    """A lesson as it was saved. `left`: the seconds that it still has, or `None` if it has no time limit."""

    plan: Plan
    match: Match[Any, Any]
    rows: tuple[Row, ...]
    left: float | None
    saved: datetime

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def round(self) -> int:
        return int(self.match.state.round)


def write(
    plan: Plan,
    match: Match[Any, Any],
    rows: Sequence[Mapping[str, Any]],
    left: float | None,
    now: Callable[[], datetime] = datetime.now,
) -> str:
    """A lesson as the text of a file. `left`: see `Saved`; `now`: the time of day."""
    data: dict[str, Any] = {
        "toolkit_lesson": FORMAT,
        "saved": now().isoformat("T", "seconds"),
        "plan": msgspec.to_builtins(plan),
        "match": match.record(),
        "report": list(rows),
        "left": None if left is None else round(left, 1),
    }
    plain = json.loads(json.dumps(data))
    return json.dumps(plain | {"check": checksum(plain)}, ensure_ascii=False)


def read(text: str) -> Saved:
    """The lesson in the text of a file. `BadInput` if it is not a lesson, or was edited, or is of another version."""
    data = _data(text)
    kit = registry.kit(GAME)
    try:
        return Saved(
            plan=msgspec.convert(data["plan"], Plan),
            match=Match.replay(data["match"], kit.rules, buttons=kit.board.BUTTONS),
            rows=read_rows(data["report"]),
            left=msgspec.convert(data["left"], float | None),
            saved=datetime.fromisoformat(data["saved"]),
        )
    except (KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("lesson_file", given=shown(text[:40])) from None


def _data(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadInput("lesson_file", given=shown(text[:40]))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("lesson_file", given=shown(text[:40])) from None
    if not isinstance(data, dict) or "toolkit_lesson" not in data:
        raise BadInput("lesson_file", given=shown(text[:40]))
    if data["toolkit_lesson"] != FORMAT:
        raise BadInput("record_version", given=str(data["toolkit_lesson"])[:20], right=FORMAT)
    check = data.pop("check", None)
    if check != checksum(data):
        raise BadInput("record_edited")
    return data
