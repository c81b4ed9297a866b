"""A lesson as the text of a file: its plan, its match, the answers so far, and the time left.

The text has a checksum, so that a file that was edited by hand is refused. `writer` names the page that saves there: of
two lessons in one folder each can tell its own file from the other's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from toolkit.core import registry
from toolkit.core.match import Match
from toolkit.core.record import MOST, checksum
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.table.widget import bots as seated
from toolkit.teaching.plan import LONGEST as MOST_MINUTES
from toolkit.teaching.plan import Plan
from toolkit.teaching.rows import Row, read_rows

FORMAT = 2
LONGEST = MOST
"""The greatest length of a lesson's file, in characters."""
MOST_SECONDS = 2 * 60 * MOST_MINUTES
"""The most seconds that a lesson may have left."""


class Saved(msgspec.Struct, frozen=True):
    """A lesson as it was saved. `left`: the seconds that it still has, or `None` if it has no time limit."""

    plan: Plan
    match: Match[Any, Any]
    rows: tuple[Row, ...]
    left: float | None
    saved: datetime
    writer: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.names

    @property
    def round(self) -> int | None:
        """The round that is played; `None` for a game that does not count rounds."""
        found = getattr(self.match.state, "round", None)
        return found if type(found) is int else None

    @property
    def over(self) -> bool:
        """Whether the game is over: there is only the report to look at."""
        return not self.match.to_move


def write(
    plan: Plan,
    match: Match[Any, Any],
    rows: Sequence[Mapping[str, Any]],
    left: float | None,
    now: Callable[[], datetime] = datetime.now,
    writer: str = "",
) -> str:
    """A lesson as the text of a file. `left`, `writer`: see `Saved`; `now`: the time of day."""
    data: dict[str, Any] = {
        "toolkit_lesson": FORMAT,
        "writer": writer,
        "saved": now().isoformat("T", "seconds"),
        "plan": msgspec.to_builtins(plan),
        "match": match.record(),
        "report": list(rows),
        "left": None if left is None else round(left, 1),
    }
    plain = json.loads(json.dumps(data))
    return json.dumps(plain | {"check": checksum(plain)}, ensure_ascii=False)


def read(text: str, game: str = "") -> Saved:
    """The lesson in the text of a file. `game`: the only one that it may be about.

    `BadInput` if it is not a lesson, or was edited, or is of another version or game.
    """
    data = _data(text)
    try:
        return _lesson(data, game)
    except BadInput:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # whatever is in a file that a person has chosen, or that has been damaged
        raise _damaged(text) from None


def _lesson(data: Mapping[str, Any], game: str) -> Saved:
    plan = _plan(data["plan"])
    if game and plan.game != game:
        raise BadInput("record_game", given=shown(plan.game), right=repr(game))
    kit = registry.kit(plan.game)
    given = data["match"]
    bots = {int(seat): tuple(bot) for seat, bot in given.get("bots", {}).items()}
    match = Match.replay(given, kit.rules, bots=seated(kit, bots), buttons=plan.buttons())
    found = Saved(
        plan=plan,
        match=match,
        rows=read_rows(data["report"], match.seats),
        left=msgspec.convert(data["left"], float | None),
        saved=datetime.fromisoformat(data["saved"]),
        writer=msgspec.convert(data["writer"], str),
    )
    if match.seats != plan.teams or not (found.left is None or 0 <= found.left <= MOST_SECONDS):
        raise ValueError("the time left, or the number of teams")
    return found


def _plan(data: Any) -> Plan:
    plan = msgspec.convert(data, Plan)
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in plan.chosen.items()}
    packless = msgspec.structs.replace(plan, chosen=known, cards="")  # its pack comes with the match
    packless.checked()
    return msgspec.structs.replace(packless, cards=plan.cards)


def writer_of(text: str) -> str:
    """Who wrote the text of a file; "" if it is no lesson."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return str(data.get("writer", "")) if isinstance(data, dict) else ""


def _damaged(text: str) -> BadInput:
    return BadInput("lesson_file", given=shown(text[:40]))


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _data(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise _damaged(text)
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise _damaged(text) from None
    if not isinstance(data, dict) or "toolkit_lesson" not in data:
        raise _damaged(text)
    if data["toolkit_lesson"] != FORMAT or isinstance(data["toolkit_lesson"], bool):
        raise BadInput("record_version", given=str(data["toolkit_lesson"])[:20], right=FORMAT)
    check = data.pop("check", None)
    try:
        whole = check == checksum(data)
    except (TypeError, ValueError, RecursionError):
        raise _damaged(text) from None
    if not whole:
        raise BadInput("record_edited")
    return data
