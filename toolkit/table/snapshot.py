"""TODO: toolkit.table.snapshot."""

from __future__ import annotations

import msgspec

from toolkit.core.game import Seat


class Line(msgspec.Struct, frozen=True):
    """One line of what happened."""

    key: str
    seat: Seat
    text: str
    rule: str
