"""The protocol of a game: pure functions over a frozen value.

A game is a *module* that has the functions of `Game`. A state is a value, chance is an ordinary logged action,
and `to_move` alone says who must act:

    state = game.start(2)
    while seats := game.to_move(state):
        if seats == (CHANCE,):
            action = game.chance_outcomes(state).sample(rng)
        else:
            action = choose(game.legal_actions(state, seats[0]))
        state = game.apply(state, action)
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from toolkit.core.dist import Dist
from toolkit.core.words import Plain

Seat = int
"""A seat 0 … n−1, or one of the two below."""
CHANCE: Seat = -1
"""Nature: dice, spinners, shuffled cards."""
Rng = Random
"""A source of random numbers: handed to a game, which has none of its own."""
HOST: Seat = -2
"""The teacher and the clock: may act besides whoever is to move, and are never to move themselves."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One logged change. Concrete actions are tagged unions of the three kinds below."""

    actor: ClassVar[Seat] = HOST


class Decision(Action, frozen=True):
    """A choice of one seat. A field that is `None` is still blank and has to be filled in."""

    seat: Seat

    @property
    def blank(self) -> bool:
        return any(getattr(self, name) is None for name in self.__struct_fields__)


class Outcome(Action, frozen=True):
    """An outcome of chance."""

    actor: ClassVar[Seat] = CHANCE


class HostAction(Action, frozen=True):
    """An action of the teacher or the clock."""


def actor(action: Action) -> Seat:
    """The seat that acts: a seat number, `CHANCE` or `HOST`."""
    return action.seat if isinstance(action, Decision) else action.actor


class Event(msgspec.Struct, frozen=True):
    """One fact of the last `apply`: what happened, to whom, by which rule, and who may know it."""

    kind: str
    seat: Seat = CHANCE
    args: tuple[tuple[str, Plain], ...] = ()
    rule: str = ""
    seen_by: tuple[Seat, ...] | None = None
    """`None`: everybody."""

    def get(self, name: str, default: Any = None) -> Any:
        return dict(self.args).get(name, default)


class IllegalAction(Exception):
    """An action that the rules refuse.

    `reason` is a key below `why` in the game's words, `rule` the paragraph of the rulebook, `args` fills the words.
    """

    def __init__(self, reason: str, rule: str = "", **args: Plain) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.args_ = reason, rule, args

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.args_.items())
        return f"{self.reason} ({given})" if given else self.reason

    def __reduce__(self) -> tuple[Any, ...]:
        return _illegal, (self.reason, self.rule, self.args_)


def _illegal(reason: str, rule: str, args: dict[str, Plain]) -> IllegalAction:
    return IllegalAction(reason, rule, **args)


class Timer(msgspec.Struct, frozen=True):
    """The time limit of an open card. `id` changes with every card; `seconds` is the limit as the rules give it."""

    id: str
    seconds: float
    each: tuple[Seat, ...] = ()
    """The seats of which each has this time, if they answer one after the other at one screen."""


class Due(msgspec.Struct, frozen=True):
    """The step that waits: its phase (a word of the game, "over" at the end), its seat, and its time limit.

    `seat` is `CHANCE` where the step belongs to nobody, or to several seats at once.
    """

    phase: str
    seat: Seat = CHANCE
    timer: Timer | None = None


S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Game(Protocol[S, A]):
    """The rules of a game, as a module of functions.

    mypy checks a module against this where its kit hands it to `toolkit.core.kit.check_types`. A module that leaves
    some of it out can be played as well: `toolkit.core.open_game.complete` says what each default is.
    """

    NAME: str
    RULES: int
    """Version of the rules: goes into every record."""
    ACTIONS: Any
    """The tagged union of the action types."""
    SEATS: range
    MAX_PLIES: int
    """No match is longer than this."""
    SECRET: bool
    """Whether seats hold secrets from each other all through (a curtain at a shared screen, no undo)."""

    @property
    def RULESET(self) -> type[msgspec.Struct]:
        """The options of a match, each with its default."""

    def start(self, seats: int, **options: Any) -> S:
        """The first state. `BadInput` for an impossible number of seats or option."""

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """Who must act: `()` nobody, the game is over; `(CHANCE,)` nature; several: at the same time."""

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """The actions that `seat` may take now; for `HOST` those of the teacher and the clock."""

    def chance_outcomes(self, state: S) -> Dist[A]:
        """The law of the next outcome, where chance is to move."""

    def apply(self, state: S, action: A) -> S:
        """The state after `action`. `IllegalAction` where the rules refuse it."""

    def view(self, state: S, seat: Seat | None) -> dict[str, Any]:
        """All that `seat` may know, as JSON; `None` is a spectator."""

    def ruleset(self, state: S) -> msgspec.Struct:
        """The whole ruleset of this match, a `RULESET`."""

    def due(self, state: S) -> Due:
        """The step that waits; its phase is "over" at the end. It reveals no secret of a seat."""

    def events(self, state: S) -> tuple[Event, ...]:
        """The facts of the last `apply`, each with who may know it."""

    def redact(self, then: S, now: S, action: A, seat: Seat | None) -> A | None:
        """The part of an action applied to `then` that `seat` may know in state `now`; `None`: nothing.

        Once a seat may know an action it may know it for ever.
        """

    def determinize(self, state: S, seat: Seat | None, rng: Random) -> S:
        """The state with all that `seat` cannot see dealt anew."""

    def secret(self, state: S) -> bool:
        """Whether seats decide behind each other's backs here, until all is opened: undo does not lead back into it."""

    def returns(self, state: S) -> tuple[int, ...]:
        """The scores so far."""

    def ranks(self, state: S) -> tuple[int, ...]:
        """1 = first; tie-breaks included, ties share."""

    def enclose(self, state: S, seat: Seat | None = None) -> dict[str, Any] | None:
        """All that a record carries besides its log, as JSON, such as a teacher's cards; `None`: nothing.

        In a record made for a seat only what was asked: the rest is still to come.
        """

    def unpack(self, enclosed: dict[str, Any]) -> Callable[[], None] | None:
        """Makes the result of `enclose` known on this machine. `BadInput` if it is damaged.

        What it returns makes that undone, where the record turns out to be of no use.
        """

    def fill(self, state: S, action: A, rng: Random, skill: float = 1.0) -> A:
        """A blank action filled in, right with chance `skill`."""
