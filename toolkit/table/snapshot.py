"""All that a table shows at one moment: a frozen value, made once after a change.

The scene, the rows of the charts and the typed commands are made from it; none of them asks the session again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from toolkit.core.game import Seat
from toolkit.core.kit import Ending, Headline, Kit, Moment
from toolkit.core.panel import Row
from toolkit.core.say import Say
from toolkit.core.seen import Json, Seen


class Line(msgspec.Struct, frozen=True):
    """One line of what happened."""

    key: str
    seat: Seat
    text: str
    rule: str


class PanelShown(msgspec.Struct, frozen=True):
    """A panel in words. `rows` are all rows of its charts; one that is still being solved is not `ready`."""

    name: str
    key: str
    title: str
    note: str = ""
    ready: bool = True
    rows: tuple[Row, ...] = ()
    tab: str = ""
    """A short name, of one or two words."""

    @property
    def figures(self) -> tuple[Row, ...]:
        """The rows of the table twin: what is so now, where there is any chance of it."""
        return tuple(row for row in self.rows if row["series"] != "ghost" and row["p"])

    @property
    def has_bars(self) -> bool:
        """Whether the chart has anything to show, the ghost included."""
        return any(row["p"] for row in self.rows)


class ClockShown(msgspec.Struct, frozen=True):
    """The clock of the open card; `id` is "" where there is none. Seconds."""

    id: str = ""
    left: float = 0.0
    running: bool = False
    off: bool = False
    paused: bool = False


class ShowShown(msgspec.Struct, frozen=True):
    """Whether results and odds are shown. `step`: of the decision that they belong to.

    `asks`: whether there is a number that the class can say first; `told`: what was said about the one it said last.
    """

    show: str = "all"
    step: str = ""
    revealed: bool = True
    asks: bool = False
    told: str = ""
    is_right: bool = False
    may_set: bool = True


class Snapshot(msgspec.Struct, frozen=True):
    """`key` names the table on the page. `last` is the number of plies in the log, `now` the ply of the match."""

    kit: Kit
    key: str
    say: Say
    seen: Seen
    head: Headline
    ply: int
    now: int
    last: int
    steps: Mapping[str, str]
    mine: tuple[Seat, ...]
    bots: tuple[Seat, ...]
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    panels: tuple[PanelShown, ...]
    clock: ClockShown
    moments: tuple[Moment, ...] = ()
    """What happened since a person last acted; the last one is shown large."""
    ending: Ending | None = None
    results: ShowShown = ShowShown()
    fork: bool = False
    live: bool = True
    may_undo: bool = False
    may_branch: bool = False
    hints: int = 0
    book: bool = False
    tab: str = ""
    """The name of the panel that is shown in the place of the first ones; "": those."""
    drawer: str = ""
    """What is open besides board and choices, "" for nothing: see `settings.DRAWERS`."""
    rule: str = ""
    """The paragraph of the rulebook that is marked: the rule used last, or that a refusal names."""
    cited: str = ""
    refusal: str = ""
    trouble: str = ""
    """The traceback of an error in the game itself."""
    confirm: Json | None = None
    """The message that is sent once its question has been answered with yes."""
    ruleset: Mapping[str, Any] = {}
    """The options of this match."""

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.kit.name

    @property
    def lang(self) -> str:
        return self.say.lang

    @property
    def legal(self) -> tuple[Json, ...]:
        return self.seen.legal

    @property
    def rows(self) -> dict[str, list[Row]]:
        """The rows of every panel that is ready, by the key of its chart."""
        return {panel.key: list(panel.rows) for panel in self.panels if panel.ready}
