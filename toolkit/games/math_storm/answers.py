"""The answers given in a match, for a report: one entry for each. They are read from the log, so undo takes them back.

answered(match.log[: match.ply], match.states)
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Action, Seat
from toolkit.games.math_storm.rules.moves import open_card
from toolkit.games.math_storm.state import Answer, Ask, Judge, Skip, State, TimeUp


class Answered(Struct, frozen=True):
    """One answer. `ply`: the move that gave it; `number`, `stars`: of the card; `text`: `None` if the seat gave none;
    `judged`: the verdict is a supervisor's."""

    ply: int
    seat: Seat
    number: int
    stars: int
    text: str | None
    ok: bool
    judged: bool = False


Entries = dict[tuple[int, Seat], Answered]
"""Answers by the card, counted from 1 in the match, and the seat."""


def answered(log: Sequence[Action], states: Sequence[State]) -> tuple[Answered, ...]:
    """All answers in the order in which they were given; `states[n]` is the state after n moves of the log."""
    entries: Entries = {}
    for ply, action in enumerate(log, 1):
        then, now = states[ply - 1], states[ply]
        match action:
            case Answer(seat=seat) | Skip(seat=seat):
                _note(entries, ply, then, now, seat)
            case TimeUp():
                for seat in _waiting(then):
                    _note(entries, ply, then, now, seat)
            case Judge(of=seat):
                _judge(entries, ply, then, action)
    return tuple(sorted(entries.values(), key=lambda entry: entry.ply))


def _waiting(state: State) -> tuple[Seat, ...]:
    ask = open_card(state)
    return ask.waiting if ask else ()


def _note(entries: Entries, ply: int, then: State, now: State, seat: Seat) -> None:
    ask = open_card(then)
    if ask is None:
        return
    after = open_card(now) or now.closed or ask
    given = next((given for given in after.given if given.seat == seat), None)
    text, ok = (given.text, given.ok) if given else (None, False)
    entries[then.drawn, seat] = Answered(ply, seat, ask.number, ask.stars, text, ok)


def _judge(entries: Entries, ply: int, then: State, action: Judge) -> None:
    """A verdict on an answer changes its entry; a verdict instead of an answer makes a new one."""
    source = then if open_card(then) is not None else then.before
    ask: Ask | None = open_card(source) if source is not None else None
    if source is None or ask is None:
        return
    old = entries.get((source.drawn, action.of)) or Answered(ply, action.of, ask.number, ask.stars, None, False)
    entries[source.drawn, action.of] = replace(old, ok=action.ok, judged=True)
