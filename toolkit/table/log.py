"""The log in words: each line is made once for a language and a viewer."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any

from toolkit.core import words
from toolkit.core.game import HOST, Event, Outcome, Seat
from toolkit.core.match import Match
from toolkit.core.open_game import reports_events
from toolkit.core.plain import action_event
from toolkit.table.snapshot import Line

KEPT = 8_192
"""Plies whose lines are kept."""


class Log:
    """`unlogged`: kinds of events that everybody sees on the board."""

    def __init__(self, match: Match[Any, Any], unlogged: Set[str]) -> None:
        self.match, self.unlogged = match, unlogged
        self._of = lru_cache(maxsize=KEPT)(self._made)
        self._outcomes: dict[str, Mapping[str, int]] = {"0": {}}

    def lines(
        self, ply: int, lang: str, viewer: Seat | None, most: int | None = None, covered: bool = False
    ) -> tuple[Line, ...]:
        """The lines up to `ply`, oldest first; the last `most` of them.

        `covered`: those of `ply` itself do not tell the result of the choice that is due, see `Kit.cover`.
        """
        found: list[Line] = []
        for at in range(ply, -1, -1):
            found += reversed(self._of(self.match.step(HOST, at), at, lang, viewer, covered and at == ply))
            if most is not None and len(found) >= most:
                break
        return tuple(reversed(found[:most]))

    def _made(self, step: str, ply: int, lang: str, viewer: Seat | None, covered: bool) -> tuple[Line, ...]:
        match = self.match
        said = [(event, _said(match, event, lang, covered)) for event in self.events(ply, viewer)]
        return tuple(
            Line(f"log-{step}-{index}", event.seat, text, event.rule)
            for index, (event, text) in enumerate(said)
            if event.kind not in self.unlogged
        )

    def events(self, ply: int, viewer: Seat | None) -> tuple[Event, ...]:
        """The events of a ply that the viewer may know."""
        return tuple(event for event in self._events(ply, viewer) if _is_seen(event, viewer))

    def _events(self, ply: int, viewer: Seat | None) -> tuple[Event, ...]:
        """The events of a ply; of a game that reports none, the action, as far as the viewer may know it."""
        game, now = self.match.game, self.match.states[ply]
        if ply == 0 or reports_events(game, now):
            return game.events(now)
        action = game.redact(self.match.states[ply - 1], now, self.match.log[ply - 1], viewer)
        return () if action is None else (action_event(action),)

    def outcomes(self, ply: int) -> Mapping[str, int]:
        """By tag, the ply of the last outcome of chance of that kind, up to `ply`; each found from the one before."""
        back = ply
        while (found := self._outcomes.get(self.match.step(HOST, back))) is None:
            back -= 1
        for at in range(back + 1, ply + 1):
            action = self.match.log[at - 1]
            if isinstance(action, Outcome):
                found = {**found, str(type(action).__struct_config__.tag): at}
            self._outcomes[self.match.step(HOST, at)] = found
        return found


def _is_seen(event: Event, viewer: Seat | None) -> bool:
    return event.seen_by is None or viewer in event.seen_by


def _said(match: Match[Any, Any], event: Event, lang: str, covered: bool) -> str:
    args = {"who": event.seat, **dict(event.args)}
    name, without = match.game.NAME, f"{match.game.NAME}.covered.{event.kind}"
    is_known = covered and words.find(without, lang) is not None
    return words.say(without if is_known else f"{name}.event.{event.kind}", lang, match.names, **args)
