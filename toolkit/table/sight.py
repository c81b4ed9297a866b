"""What a table sees of a match: the view, covered or not, and what happened, how it ended, what can be worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Seat
from toolkit.core.kit import Ending, Kit, Moment, Result
from toolkit.core.match import Match
from toolkit.core.panel import Panel
from toolkit.core.say import Say
from toolkit.core.seen import Json, Seen
from toolkit.table.log import Log
from toolkit.table.odds import Looked, Odds
from toolkit.table.showing import Showing
from toolkit.table.snapshot import PanelShown, ShowShown


class At(Struct, frozen=True):
    """Where a table looks, for whom, whose pieces are large, what the pointer rests on, and what is laid aside."""

    ply: int
    viewer: Seat | None
    large: Seat | None
    preview: Json | None
    picked: str
    legal: tuple[Json, ...]
    acting: tuple[Seat, ...]


class Sight:
    """The eyes of one table. `veil`: takes from a view what the page must not show yet."""

    def __init__(
        self,
        match: Match[Any, Any],
        kit: Kit,
        log: Log,
        odds: Odds,
        showing: Showing,
        veil: Callable[[Json], Json] | None,
    ) -> None:
        self.match, self.kit, self.log, self.odds, self.showing = match, kit, log, odds, showing
        self.veil = veil or (lambda view: view)

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The panels whose charts the page knows; none where odds are never shown."""
        return () if self.showing.show == "none" else self.kit.panels or ()

    def reveal(self, ply: int) -> None:
        """Shows results and odds until the next decision. `BadInput` where they are never shown."""
        self.showing.reveal(self.match.step(HOST, ply))

    def guess(self, ply: int, viewer: Seat | None, text: str) -> None:
        """A number of the class: one that is right here is revealed."""
        self.showing.guess(self.match.step(HOST, ply), text, self.results(ply, viewer))

    def is_revealed(self, ply: int) -> bool:
        """Whether the results and odds of the step that is open at `ply` are shown."""
        return self.showing.is_revealed(self.match.step(HOST, ply))

    def is_covered(self, ply: int) -> bool:
        """Whether somebody chooses at `ply` before the result is shown."""
        return not self.is_revealed(ply) and self.match.game.to_move(self.match.states[ply]) != (CHANCE,)

    def look(self, at: At, say: Say) -> tuple[Seen, tuple[PanelShown, ...]]:
        """One look, and the panels in words. Where results are not revealed, no panel is asked."""
        game, state, revealed = self.match.game, self.match.states[at.ply], self.is_revealed(at.ply)
        asked = self.panels if revealed else ()
        panels = self.odds.show(asked, Looked(state, at.viewer, at.preview), say)
        view = self.veil(game.view(state, at.viewer))
        seen = Seen(
            view=view if revealed else self.kit.cover(view),
            due=game.due(state),
            to_move=game.to_move(state),
            ranks=game.ranks(state),
            viewer=at.viewer,
            large=at.large,
            preview=at.preview,
            picked=at.picked,
            legal=at.legal,
            acting=at.acting,
            figures={panel.name: panel.rows for panel in panels if panel.ready},
            outcomes=self.log.outcomes(at.ply),
            revealed=revealed,
            peek=lambda name, action: self.odds.rows_after(asked, name, Looked(state, at.viewer, action)),
        )
        return seen, panels

    def moments(self, ply: int, seen: Seen, say: Say) -> tuple[Moment, ...]:
        """What happened since a person last acted, as the board tells it."""
        plies = self.match.since_person(ply)
        events = [event for at in plies for event in self.log.events(at, seen.viewer)]
        return tuple(self.kit.board.moments(events, seen, say))

    def ending(self, ply: int, seen: Seen, say: Say) -> Ending | None:
        """The end of the match, with what was answered in it; `None` while it goes on."""
        if seen.to_move:
            return None
        end, answered = self.kit.board.ending(seen, say), self.kit.answered
        if answered is None or not (given := answered(self.match.log[:ply], self.match.states)):
            return end
        right, blank = sum(one.ok for one in given), sum(one.text is None and not one.judged for one in given)
        count = {"n": len(given), "right": right, "wrong": len(given) - right - blank, "blank": blank}
        return replace(end, summary=end.summary or say.w("ending.cards", **count))

    def results(self, ply: int, viewer: Seat | None) -> Iterable[Result]:
        """The numbers that the class can work out here; each is computed when it is asked for."""
        return self.kit.board.results(self.match.game.view(self.match.states[ply], viewer))

    def shown(self, at: At, lang: str, may_set: bool) -> ShowShown:
        """When results and odds are shown, and what was said about the last number of the class."""
        show, step, revealed = self.showing.show, self.match.step(HOST, at.ply), self.is_revealed(at.ply)
        told, ok = self.showing.told(step) or (None, False)
        asks = show == "after" and not revealed and any(True for _ in self.results(at.ply, at.viewer))
        text = "" if told is None else words.phrase(told, lang)
        return ShowShown(show, step, revealed, asks, text, ok, may_set)

    def why(self, reason: str, ply: int, lang: str) -> str:
        """The key of a refusal's words; while results are covered, of those that do not tell one, if there are any."""
        name = self.kit.name
        covered = f"{name}.covered.{reason}"
        return f"{name}.why.{reason}" if self.is_revealed(ply) or words.find(covered, lang) is None else covered
