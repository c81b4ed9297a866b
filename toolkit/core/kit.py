"""A game as it is brought to a table: its rules, its board, its panels, its computer players, its words.

    KIT = Kit(rules=nim)                                        # a module of rules is enough: all else has a default
    KIT = Kit(rules=nim, panels=(chances, next_outcome(nim)))   # with a panel of its own

`Game` (in `game`) is what the rules answer, `Board` is how they are drawn and spoken to. The README has a whole game as
an example; `toolkit.laws.check(KIT)` asks whether it keeps the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import msgspec
from msgspec.structs import force_setattr

from toolkit.core.game import Event, Game, Seat
from toolkit.core.keys import Keys
from toolkit.core.lessons import Lessons
from toolkit.core.moment import Ending, Moment
from toolkit.core.open_game import complete, has_chance
from toolkit.core.panel import Panel
from toolkit.core.plain import Headline, PlainBoard, next_outcome, text
from toolkit.core.policy import Graded, Policy, random_policy
from toolkit.core.result import Result
from toolkit.core.say import Say
from toolkit.core.seen import Json, Seen, View

__all__ = [
    "Board",
    "Ending",
    "Headline",
    "Kit",
    "Moment",
    "PlainBoard",
    "Result",
    "Say",
    "Seen",
    "check_types",
    "next_outcome",
    "text",
]

Spell = Callable[[str], Sequence[str]]
"""The words that may be typed for a key below `command` in the game's words."""


class Board(Protocol):
    """How a game is drawn and spoken to: an object, or a module of these names. `PlainBoard` answers all of it."""

    @property
    def BUTTONS(self) -> frozenset[str]:
        """Phases in which a person asks for chance by a button; elsewhere its outcome is drawn at once."""

    @property
    def UNLOGGED(self) -> frozenset[str]:
        """Kinds of events that everybody sees on the board, and the log leaves out."""

    @property
    def LARGE(self) -> bool:
        """Whether the pieces of one seat are drawn large, as that seat sees them."""

    def size(self, view: View) -> tuple[int, int]:
        """Width and height of the board, in units of its drawing."""

    def headline(self, seen: Seen, say: Say) -> Headline:
        """Whose turn it is and what is to be done, in words."""

    def context(self, seen: Seen, say: Say, act: Callable[[Json], str]) -> Any:
        """All that the board's templates read; they know it as `b`. `act`: the attributes of a legal action."""

    def moments(self, events: Sequence[Event], seen: Seen, say: Say) -> Iterable[Moment]:
        """What is shown large of the events since a person last acted, oldest first: a roll that moves nobody, say.

        `events` are those that whoever looks may know.
        """

    def ending(self, seen: Seen, say: Say) -> Ending:
        """How the match has ended, where nobody is to move any more."""

    def results(self, view: View) -> Iterable[Result]:
        """The numbers that a class can work out itself before it chooses, from a view that is not covered."""

    def commands(self, seen: Seen, spell: Spell) -> Iterable[tuple[str, Json]]:
        """What may be typed for legal actions, besides the words of the catalogue."""

    def parse(self, seen: Seen, typed: str, spell: Spell) -> Json | None:
        """The action that a typed line asks for, legal or not; `None` where it is no action of this game.

        `BadInput` where it names something that the game does not have.
        """

    def hidden(self, view: View) -> tuple[Seat, ...]:
        """The seats whose pieces are a secret in this view: one screen draws a curtain before them."""

    def star(self, view: View) -> Seat | None:
        """The seat whose pieces everybody is to look at now, such as the winner of a round; `None`: no other than
        whoever is due."""


RANDOM: Mapping[str, Callable[[], Policy]] = MappingProxyType({"random": lambda: random_policy})


def _as_it_is(view: Json) -> Json:
    return view


class Kit(msgspec.Struct, frozen=True):
    """A game and what belongs to it. Only `rules` is needed: a `Game`, or a module that has some of it."""

    rules: Game[Any, Any]
    board: Board = PlainBoard()
    panels: tuple[Panel, ...] | None = None
    """Left out: the law of the next outcome, of a game with chance."""
    stacked: bool = False
    """Whether the first two panels are shown one below the other instead of side by side, where room is short."""
    bots: Mapping[str, Callable[[], Policy] | Graded] = RANDOM
    """By name; the later ones play better. One that is `Graded` plays as well as it is told to."""
    package: str = ""
    """Where `words/`, `book/`, and `board/*.jinja` with `board.css` are; "": words come from their keys, and the
    board is drawn as a list."""
    families: Mapping[str, Any] = {}
    """Families of question cards about this game, by name."""
    keys: Keys = Keys()
    """The answers of its notebooks."""
    answered: Callable[[Sequence[Any], Sequence[Any]], tuple[Any, ...]] | None = None
    """What was answered in a match, from its log and states, for the report of a lesson: of a game with cards."""
    veil: Callable[[Json], Json] = _as_it_is
    """The view without the answers that a teacher keeps back until they are revealed."""
    cover: Callable[[Json], Json] = _as_it_is
    """The view without the results that a class works out first: what a choice would lead to (see `Seen.revealed`)."""
    lessons: Lessons = Lessons()
    """What a teacher may choose before a lesson, and what the report shows besides answers."""
    prints: Callable[[Json], Mapping[str, Any]] | None = None
    """What `board/print.html.jinja` and `board/print_pieces.html.jinja` read, from the public view of a new match:
    "view", the view that is printed, and more. With them goes `board/print.css`. `None`: nothing is printed."""
    pictures: Callable[[], Iterable[Any]] = tuple
    """The pictures (`core.picture.Picture`) that its notebooks show by themselves: `toolkit warm` prepares them."""

    def __post_init__(self) -> None:
        force_setattr(self, "rules", complete(self.rules))
        if self.panels is None:
            force_setattr(self, "panels", (next_outcome(self.rules),) if has_chance(self.rules) else ())

    @property
    def name(self) -> str:
        return self.rules.NAME


def check_types(game: Game[Any, Any], board: Board) -> None:
    """Does nothing: where a kit calls it, mypy holds the game's modules against the protocols."""
