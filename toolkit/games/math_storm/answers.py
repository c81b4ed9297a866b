"""What was answered in a match: one entry for each answer, for a report. Read off the log, so that undo undoes it.

answered(match.log[: match.ply], match.states)
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from toolkit.core.game import Action, Seat
from toolkit.games.math_storm.rules.moves import open_card
from toolkit.games.math_storm.state import Answer, Ask, Judge, Skip, State, TimeUp

Key = tuple[int, Seat]
"""Which card of the match, counted from 1, and who answers it."""


class Answered(Struct, frozen=True):
    """`ply`: the move that gave the answer; `text`: `None` where there was none; `judged`: a supervisor spoke."""

    ply: int
    seat: Seat
    number: int
    stars: int
    text: str | None
    ok: bool
    judged: bool = False


def answered(log: Sequence[Action], states: Sequence[State]) -> tuple[Answered, ...]:
    """All answers in the order in which they were given; `states[n]` is the state after n moves of the log."""
    found: dict[Key, Answered] = {}
    for ply, action in enumerate(log, 1):
        then, now = states[ply - 1], states[ply]
        match action:
            case Answer(seat=seat) | Skip(seat=seat):
                _note(found, ply, then, now, seat)
            case TimeUp():
                for seat in _waiting(then):
                    _note(found, ply, then, now, seat)
            case Judge(of=seat):
                _judge(found, ply, then, action)
    return tuple(sorted(found.values(), key=lambda one: one.ply))


def _waiting(state: State) -> tuple[Seat, ...]:
    ask = open_card(state)
    return ask.waiting if ask else ()


def _note(found: dict[Key, Answered], ply: int, then: State, now: State, seat: Seat) -> None:
    ask = open_card(then)
    if ask is None:
        return
    after = open_card(now) or now.closed or ask
    given = next((given for given in after.given if given.seat == seat), None)
    text, ok = (given.text, given.ok) if given else (None, False)
    found[then.drawn, seat] = Answered(ply, seat, ask.number, ask.stars, text, ok)


def _judge(found: dict[Key, Answered], ply: int, then: State, action: Judge) -> None:
    """A word on an answer changes its entry; one that comes instead of an answer is an entry of its own."""
    source = then if open_card(then) is not None else then.before
    ask: Ask | None = open_card(source) if source is not None else None
    if source is None or ask is None:
        return
    old = found.get((source.drawn, action.of)) or Answered(ply, action.of, ask.number, ask.stars, None, False)
    found[source.drawn, action.of] = replace(old, ok=action.ok, judged=True)
