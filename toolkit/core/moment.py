"""What happened, to be shown large: a moment that lasts until a person acts next, and the end of a match.

A board makes moments of the events since a person last acted (`Board.moments`), and the end of the state in which
nobody moves any more (`Board.ending`); the table shows them.

    Moment("stop", "Foxes rolled STOP", "The turn ends. No pawn moves.", seat=0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from toolkit.core.game import CHANCE, Event, Seat
from toolkit.core.say import Say
from toolkit.core.seen import Seen
from toolkit.core.words import Plain


class Moment(msgspec.Struct, frozen=True):
    """One thing that happened. `kind`: for the game's template, which draws what caused it."""

    kind: str
    title: str
    """A few words, written large."""
    text: str = ""
    """A sentence below."""
    seat: Seat = CHANCE
    """Whose colour it has; `CHANCE`: nobody's."""
    facts: Mapping[str, Plain] = {}
    """What the picture needs to know: the arguments of the event."""
    tone: str = ""
    """"met" or "failed" for a verdict."""
    can_open: bool = False
    """Whether its picture has more to read, which stays within reach at the end of the match."""

    @property
    def line(self) -> str:
        """The moment as one short line, once another has followed it."""
        return self.title


class Standing(msgspec.Struct, frozen=True):
    """One seat at the end. `text`: what it has, such as "2 chips"."""

    seat: Seat
    rank: int
    text: str = ""


class Ending(msgspec.Struct, frozen=True):
    """How a match has ended. `text`: by what; `summary`: how it went, in a sentence."""

    title: str
    text: str = ""
    summary: str = ""
    winners: tuple[Seat, ...] = ()
    """Whose colours fill the field, one stripe each; none where a seat played alone."""
    standings: tuple[Standing, ...] = ()
    """The seats, from the first rank to the last."""


def ending(seen: Seen, say: Say, has: Sequence[str] = (), text: str = "", title: str = "") -> Ending:
    """The end of a match by its ranks. `has`: by seat, what it has; `title`: other words than who has won."""
    ranks = seen.ranks
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    first = tuple(seat for seat in order if ranks[seat] == 1)
    if not title:
        title = say.w("ending.won", who=first[0]) if len(first) == 1 else say.w("ending.shared", who=first)
    return Ending(
        title=title,
        text=text,
        winners=first,
        standings=tuple(Standing(seat, ranks[seat], has[seat] if has else "") for seat in order),
    )


def facts(event: Event) -> dict[str, Plain]:
    """The arguments of an event by name."""
    return dict(event.args)
