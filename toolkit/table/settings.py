"""What a `set` message changes at a table: how it is shown and what is open, never the match."""

from __future__ import annotations

from typing import Any

from toolkit.core import words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.table import messages
from toolkit.table.onlooker import Onlooker

SETTINGS = ("lang", "book", "tab", "drawer", "hints", "confirm", "eyes", "pick", "show", "reveal")
DRAWERS = ("say", "pad", "log")
"""A line for typed moves, a scratch pad, the log. The rulebook is apart: it opens at a rule."""
MOST_PICK = 80
"""So many letters of a rule, or of the first half of an action, are kept."""


def change(table: Onlooker, name: str, value: Any) -> None:
    """Sets one of `SETTINGS`. `BadInput` for another name, a value that it cannot have, or one not to be set here."""
    match name:
        case "lang":
            table.lang = words.known_lang(value)
        case "book":
            table.book = bool(value)
            table.rule = value[:MOST_PICK] if isinstance(value, str) and value else table.rule
            table.drawer = "" if table.book else table.drawer
        case "tab":
            table.tab = messages.one_of(name, value, tuple(panel.name for panel in table.panels))
            table.book, table.drawer = False, ""
        case "drawer":
            table.drawer = messages.one_of(name, value, DRAWERS)
            table.book = table.book and not table.drawer
        case "hints" if type(value) is int:
            table.hints = max(0, min(value, 9))
        case "confirm":
            table.confirm = table.stop_asked() if value == "stop" else None
        case "eyes":
            if table.curtain.lift(value, table.state):
                table.pick, table.preview = "", None
        case "pick":
            table.pick = str(value)[:MOST_PICK]
        case "show" if table.seat is None:
            table.showing.set(value)
        case "show":
            raise BadInput("not_yours")
        case "reveal":
            table.sight.reveal(table.ply)
        case _:
            raise BadInput("message", given=f"{name[:40]} {shown(value)}", right=", ".join(SETTINGS))
