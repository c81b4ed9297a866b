"""The figures of a panel as data, for a data frame or a chart of one's own: the same columns for every panel."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from toolkit.core.panel import Panel, Row
from toolkit.core.words import BadInput
from toolkit.table.odds import Looked, say_rows
from toolkit.table.session import Session

COLUMNS = ("chart", "series", "label", "name", "x", "y", "value", "exact")
"""The keys of every row, in this order."""
FRACTION = re.compile(r"-?\d+(/\d+)?")


def names(session: Session) -> list[str]:
    """The names of the panels of a table."""
    return [panel.name for panel in _panels(session)]


def rows(session: Session, name: Any) -> list[dict[str, Any]]:
    """The rows of a panel at the ply that is shown, as `Table.data` says, without marks such as that of a mean.

    `BadInput` for an unknown name.
    """
    panel = next((panel for panel in _panels(session) if panel.name == name), None)
    if panel is None:
        raise BadInput("panel", given=repr(name)[:40], right=", ".join(map(repr, names(session))) or "–")
    at: Looked = Looked(session.state, session.viewer)
    found = panel.rows(at.state, at.viewer).rows
    return [_plain(row) for row in say_rows(found, session.snapshot().say) if "mark" not in row]


def _panels(session: Session) -> Iterable[Panel]:
    return session.kit.panels or ()


def _plain(row: Row) -> dict[str, Any]:
    """A row of a chart under the names of `COLUMNS`; what it lacks is None."""
    found = {column: row.get("p" if column == "value" else column) for column in COLUMNS}
    return found | {"exact": found["exact"] if FRACTION.fullmatch(str(found["exact"])) else None}
