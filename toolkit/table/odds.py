"""The panels of a table in words: each figure is computed once for a state, each row is said once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import Game, Seat
from toolkit.core.match import decode
from toolkit.core.panel import SPOKEN, Figure, Panel, Row, as_ghost
from toolkit.core.say import Say
from toolkit.core.seen import Json
from toolkit.table.snapshot import PanelShown
from toolkit.table.solver import Solver


class Looked(msgspec.Struct, frozen=True):
    """The state that panels are asked about, for whom, and the action whose consequences are shown as a ghost."""

    state: Any
    viewer: Seat | None
    action: Json | None = None


class Odds:
    """The figures of one table; `key` names it on the page."""

    def __init__(self, game: Game[Any, Any], key: str, solver: Solver) -> None:
        self.game, self.key, self.solver = game, key, solver
        self._figures: dict[str, tuple[Any, Seat | None, Figure]] = {}

    def show(self, panels: Iterable[Panel], at: Looked, say: Say) -> tuple[PanelShown, ...]:
        """The panels in words; one that has to be solved first is not ready."""
        return tuple(self._show(panel, at, say) for panel in panels)

    def rows_after(self, panels: Iterable[Panel], name: str, at: Looked) -> tuple[Row, ...]:
        """The rows of a panel after an action; none while it is being solved, or where it has no exact answer."""
        panel = next((panel for panel in panels if panel.name == name), None)
        if panel is None or not self.solver.is_ready(panel, at.state, at.viewer):
            return ()
        return self._peek(panel, at)

    def _show(self, panel: Panel, at: Looked, say: Say) -> PanelShown:
        key = f"{self.key}.{panel.name}"
        if not self.solver.is_ready(panel, at.state, at.viewer):
            title = say.t(f"panel.{panel.name}.name")
            return PanelShown(panel.name, key, title, ready=False, tab=_tab(panel, title, say))
        figure = self._figure(panel, at)
        rows = figure.rows + as_ghost(self._peek(panel, at))
        title, note = say.phrase(figure.title), say.phrase(figure.note)
        return PanelShown(panel.name, key, title, note, True, say_rows(rows, say), _tab(panel, title, say))

    def _peek(self, panel: Panel, at: Looked) -> tuple[Row, ...]:
        if at.action is None or panel.peek is None:
            return ()
        return panel.peek(at.state, decode(self.game, at.action), at.viewer) or ()

    def _figure(self, panel: Panel, at: Looked) -> Figure:
        """Kept while the state is the same: resting the pointer on an action, or another language, changes no odds."""
        kept = self._figures.get(panel.name)
        if kept is None or kept[0] is not at.state or kept[1] != at.viewer:
            kept = self._figures[panel.name] = (at.state, at.viewer, panel.rows(at.state, at.viewer))
        return kept[2]


def _tab(panel: Panel, title: str, say: Say) -> str:
    """The short name of a panel: of the game's words, else its title."""
    return words.find(f"{say.game}.panel.{panel.name}.tab", say.lang) or title


def say_rows(rows: Iterable[Row], say: Say) -> tuple[Row, ...]:
    """Rows with their labels and names in words."""
    return tuple(row | {name: say.label(row[name]) for name in SPOKEN if name in row} for row in rows)
