"""One playing of a game: seed, log and cursor, and the list of states that undo walks along.

    match = Match(math_storm, seats=2, seed=1)
    match.chance()                 # nature's turn: the outcome is drawn by the seed and the ply, and logged
    match.play(Move(0, pawn=1))    # a decision
    match.undo(), match.redo()
    Match.replay(match.record(), math_storm)

Every change is one logged action, so a record replays without a random generator.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import pairwise
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Action, Decision, Game, IllegalAction, Seat, actor
from toolkit.core.policy import Policy, decide
from toolkit.core.record import FORMAT, checksum, read_record
from toolkit.core.ruleset import ruleset
from toolkit.core.shown import is_sendable, shorten, shown
from toolkit.core.words import BadInput, told

S = TypeVar("S")
A = TypeVar("A", bound=Action)
MOST_SEED = 1_000
"""The greatest length of a seed: letters of a text, bits of a number."""
UNDO = ("all", "host", "none")
MOST_SINCE = 200
"""Plies that are looked back at for what a person did last."""


class Bot(msgspec.Struct, frozen=True):
    """Who plays a seat: a policy, the chance that it answers a question right, and its strength, if it has one."""

    name: str
    policy: Policy
    skill: float = 1.0
    strength: float | None = None

    @property
    def recorded(self) -> list[Any]:
        """As a record has it."""
        return [self.name, self.skill] if self.strength is None else [self.name, self.skill, self.strength]


class Mark(NamedTuple):
    """A moment of a match."""

    ply: int
    serial: int
    log: tuple[Any, ...]
    states: tuple[Any, ...]
    stamps: tuple[int, ...]


class Match(Generic[S, A]):
    """A match of `game`. Safe to use from several threads: every method holds one re-entrant lock.

    `seats`: how many; `seed`: a whole number or text (default: a fresh one); `names`: one a seat;
    `bots`: by seat; `undo`: "all", "host" (the teacher only) or "none"; `options`: the ruleset.
    `buttons`: the phases in which a person asks for chance, as at a table; without any, dice roll by themselves.
    `BadInput` names what cannot be used.
    """

    def __init__(
        self,
        game: Game[S, A],
        seats: int = 2,
        *,
        seed: int | str | None = None,
        names: Sequence[str] = (),
        bots: Mapping[Seat, Bot] | None = None,
        undo: str | None = None,
        buttons: Set[str] = frozenset(),
        **options: Any,
    ) -> None:
        self.game = game
        first = game.start(seats, **options)
        self.options: dict[str, Any] = msgspec.to_builtins(game.ruleset(first))
        """The whole ruleset: a record does not depend on what a later version takes as default."""
        self.seed = secrets.randbelow(2**53) if seed is None else _seed(seed)
        self.seats = seats
        self.names = _names(names, seats)
        self.bots = _bots(bots or {}, seats)
        self.undo_policy = _undo(undo, game)
        self.buttons = frozenset(buttons)
        self.lock = threading.RLock()
        self.log: list[A] = []
        self.states: list[S] = [first]
        self._stamps = [0]
        self._serial = 0
        self.ply = 0
        self.next: Match[S, A] | None = None
        """The match that was begun in its place, see `again`."""
        self._open: dict[Seat | None, list[int]] = {}
        self._begun: dict[Seat, list[int]] = {}
        self._watchers: list[Callable[[], None]] = []

    def __repr__(self) -> str:
        return f"Match({self.game.NAME}, {self.seats} seats, ply {self.ply})"

    @property
    def state(self) -> S:
        """The state at the cursor."""
        return self.states[self.ply]

    @property
    def to_move(self) -> tuple[Seat, ...]:
        return self.game.to_move(self.state)

    def legal_actions(self, seat: Seat) -> tuple[A, ...]:
        return self.game.legal_actions(self.state, seat)

    # changes

    def play(self, action: A) -> S:
        """Applies and logs an action; what had been undone is cut off. `IllegalAction` changes nothing."""
        with self.lock:
            state, ply = self.game.apply(self.state, action), self.ply
            for known in (*self._open.values(), *self._begun.values()):
                del known[ply + 1 :]
            # The log comes last, and is cut first: an interrupt anywhere here leaves a match that can be played on.
            del self.log[ply:]
            del self.states[ply + 1 :], self._stamps[ply + 1 :]
            self._serial += 1
            self._stamps.append(self._serial)
            self.states.append(state)
            self.log.append(action)
            self.ply = ply + 1
            self._tell()
            return state

    def mark(self) -> Mark:
        """Where the match is now, for `back_to`."""
        with self.lock:
            return Mark(self.ply, self._serial, tuple(self.log), tuple(self.states), tuple(self._stamps))

    def back_to(self, mark: Mark) -> None:
        """The match as it was at `mark`, later moves that could be redone included: nothing since then has happened.

        For moves that failed or were interrupted on their way; `undo` is what people do.
        """
        with self.lock:
            if mark.serial == self._serial:
                self._to(mark.ply)
                return
            self._open, self._begun = {}, {}
            self.log, self.states, self._stamps = list(mark.log), list(mark.states), list(mark.stamps)
            self.ply = mark.ply
            self._tell()

    def chance(self) -> A:
        """Draws the outcome that is due and plays it. The draw depends on seed and ply alone: undo cannot re-roll."""
        with self.lock:
            if self.to_move != (CHANCE,):
                raise IllegalAction("not_chance")
            action = self.game.chance_outcomes(self.state).sample(Random(f"{self.seed}:{self.ply}"))
            self.play(action)
            return action

    def bot_action(self, seat: Seat) -> A:
        """The action that the bot of `seat` chooses now, with blanks filled in."""
        rng = Random(f"{self.seed}:{self.ply}:{seat}")
        bot = self.bots[seat]
        return decide(self.game, self.state, seat, bot.policy, rng, bot.skill)

    def advance(self) -> int:
        """Plays chance and bots until a person is to act or the match is over; how many plies that were.

        Where several seats are to move, bots wait for the people: a buzzer is no race against a computer.
        """
        with self.lock:
            start = self.ply
            while not self.pauses(self.state) and (seats := self.to_move):
                if seats == (CHANCE,):
                    self.chance()
                else:
                    self.play(self.bot_action(seats[0]))
            return self.ply - start

    def waits(self, state: S) -> bool:
        """Whether the outcome that is due waits for a person to ask for it, by pressing "roll".

        The dice of a bot do not, nor those of nobody where no person plays.
        """
        due = self.game.due(state)
        people = any(seat not in self.bots for seat in range(self.seats))
        return due.phase in self.buttons and (due.seat not in self.bots if due.seat >= 0 else people)

    def pauses(self, state: S) -> bool:
        """Whether a person is to act: to decide, or to ask for a roll."""
        seats = self.game.to_move(state)
        return self.waits(state) if seats == (CHANCE,) else any(seat not in self.bots for seat in seats)

    def undo(self, host: bool = False) -> bool:
        """Back to where a person last acted. False at the start. `BadInput` where this match has no undo.

        An opening cannot be undone, not even by the host: everyone has seen it. `goto` still works.
        """
        with self.lock:
            if self.undo_policy == "none" or (self.undo_policy == "host" and not host):
                raise BadInput("undo", given=self.undo_policy)
            self.stay_open(self._before())
            return self._to(self._before())

    def may_undo(self, host: bool = False) -> bool:
        """Whether `undo` would lead anywhere."""
        allowed = self.undo_policy == "all" or (self.undo_policy == "host" and host)
        return allowed and self.ply > 0 and not self._opened_since(self._before())

    def _before(self) -> int:
        return next((p for p in range(self.ply - 1, -1, -1) if self.pauses(self.states[p])), 0)

    def since_person(self, ply: int) -> range:
        """The plies up to `ply` that have followed from what a person did last: an action, or a roll asked for.

        The teacher and the clock count as people. What computers play among themselves is followed `MOST_SINCE` plies.
        """
        least = max(0, ply - MOST_SINCE)
        back = range(ply - 1, least - 1, -1)
        acted = (at for at in back if actor(self.log[at]) == HOST or self.pauses(self.states[at]))
        return range(next(acted, least) + 1, ply + 1)

    def again(self) -> Match[S, A]:
        """A new match of the same seats and options, with a new seed. Whoever asks later gets the same one."""
        with self.lock:
            if self.next is None:
                self.next = self.fork(0)
                self.next.advance()
                self._tell()
            return self.next

    def stay_open(self, ply: int) -> None:
        """`BadInput` where going back to `ply` would let seats decide anew in secret what all have seen since."""
        if self._opened_since(ply):
            raise BadInput("undo_opened")

    def _opened_since(self, ply: int) -> bool:
        secret = self.game.secret
        return any(secret(then) and not secret(next_) for then, next_ in pairwise(self.states[ply : self.ply + 1]))

    def redo(self) -> bool:
        """On to where a person acted next, as it was."""
        with self.lock:
            last = len(self.log)
            return self._to(next((p for p in range(self.ply + 1, last) if self.pauses(self.states[p])), last))

    def goto(self, ply: int) -> bool:
        """Moves the cursor to `ply`, 0 … len(log). Later moves are kept until a new one is played."""
        with self.lock:
            return self._to(self._known_ply(ply))

    def _known_ply(self, ply: int) -> int:
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= len(self.log):
            raise BadInput("ply", given=shown(ply), right=f"0 … {len(self.log)}")
        return ply

    def _to(self, ply: int) -> bool:
        if ply == self.ply:
            return False
        self.ply = ply
        self._tell()
        return True

    # questions

    def step(self, seat: Seat, ply: int | None = None) -> str:
        """The name of the open decision of `seat`: others who act at the same time do not change it."""
        with self.lock:
            at = self.ply if ply is None else ply
            return str(self._stamps[self._begin(seat, at) if seat >= 0 else at])

    def _begin(self, seat: Seat, at: int) -> int:
        """The ply at which the decision of `seat` that is open at `at` began; each is found from the one before."""
        begun = self._begun.setdefault(seat, [0])
        for now in range(len(begun), at + 1):
            begun.append(begun[-1] if self._same_decision(seat, now) else now)
        return begun[at]

    def _same_decision(self, seat: Seat, ply: int) -> bool:
        last = actor(self.log[ply - 1])
        return last >= 0 and last != seat and seat in self.game.to_move(self.states[ply - 1])

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls `callback` after every change; returns a function that stops it."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback) if callback in self._watchers else None

    def _tell(self) -> None:
        for callback in tuple(self._watchers):
            callback()

    def fork(self, ply: int | None = None, seed: int | str | None = None) -> Match[S, A]:
        """A match of its own with the same past up to `ply`, and another future: it draws a new seed.

        It shares the lock of this match: whoever uses both holds one lock, so that no two wait for each other.
        Its past is the true one, secrets included: no seat is to have one from which that past `hides` something.
        """
        with self.lock:
            at = self.ply if ply is None else self._known_ply(ply)
            new: Match[S, A] = Match(
                self.game,
                self.seats,
                seed=seed,
                names=self.names,
                bots=self.bots,
                undo=self.undo_policy,
                buttons=self.buttons,
                **self.options,
            )
            new.lock = self.lock
            for action in self.log[:at]:
                new.play(action)
            return new

    def hides(self, seat: Seat | None, ply: int | None = None) -> bool:
        """Whether the log up to `ply` holds what `seat` may not know now; `None` is a spectator."""
        with self.lock:
            end = self.ply if ply is None else self._known_ply(ply)
            known = self._known(seat)
            return any(self._redacted(seat, at) for at in range(min(known, end), end))

    def is_asked(self, ply: int | None = None) -> bool:
        """Whether a card is open at `ply` that is open at the cursor too: another future would tell its answer."""
        with self.lock:
            then = self.game.due(self.states[self.ply if ply is None else self._known_ply(ply)]).timer
            now = self.game.due(self.state).timer
            return then is not None and now is not None and then.id == now.id

    def _known(self, seat: Seat | None) -> int:
        """How many entries at the head of the log `seat` knows at the cursor.

        Kept for every ply, each found from the one before: what a seat knows it does not forget, so that only the
        first entry hidden from it has to be asked about again.
        """
        counts = self._open.setdefault(seat, [0])
        for now in range(len(counts), self.ply + 1):
            known = counts[-1]
            while known < now and not self._redacted(seat, known, now):
                known += 1
            counts.append(known)
        return counts[self.ply]

    def _redacted(self, seat: Seat | None, at: int, now: int | None = None) -> bool:
        state = self.states[self.ply if now is None else now]
        return self.game.redact(self.states[at], state, self.log[at], seat) != self.log[at]

    # records

    def record(self, seat: Seat | None = None) -> dict[str, Any]:
        """The match as JSON. Made for a seat, it carries no seed and nothing that seat may not know."""
        with self.lock:
            log = self.log[: self.ply] if seat is None else self._log_for(seat)
            record: dict[str, Any] = {
                "toolkit": FORMAT,
                "game": self.game.NAME,
                "rules": self.game.RULES,
                "seats": self.seats,
                "options": self.options,
                "seed": self.seed,
                "log": [None if action is None else msgspec.to_builtins(action) for action in log],
            }
            if self.names:
                record["names"] = list(self.names)
            if self.bots:
                record["bots"] = {str(s): bot.recorded for s, bot in self.bots.items()}
            if enclosed := self.game.enclose(self.state, seat):
                record["enclosed"] = enclosed
            if seat is not None:
                record |= {"seed": None, "seat": seat}
            plain: dict[str, Any] = json.loads(json.dumps(record))  # lists where there were tuples
            return plain | {"check": checksum(plain)}

    def _log_for(self, seat: Seat) -> list[A | None]:
        now = self.state
        return [
            self.game.redact(then, now, action, seat)
            for then, action in zip(self.states, self.log[: self.ply], strict=False)
        ]

    @classmethod
    def replay(
        cls,
        record: Any,
        game: Game[S, A],
        bots: Mapping[Seat, Bot] | None = None,
        buttons: Set[str] = frozenset(),
    ) -> Match[S, A]:
        """The match of a record. `BadInput` says what is wrong with it, and with which entry of its log."""
        given = read_record(record)
        if given["game"] != game.NAME:
            raise BadInput("record_game", given=shown(given["game"]), right=repr(game.NAME))
        if given["rules"] != game.RULES:
            raise BadInput("record_rules", given=shown(given["rules"]), right=game.RULES)
        forget = game.unpack(given["enclosed"]) if "enclosed" in given else None
        try:
            match: Match[S, A] = cls(
                game,
                given["seats"],
                seed=given["seed"],
                names=given.get("names", ()),
                bots=bots,
                buttons=buttons,
                **recorded_options(game, given["options"]),
            )
            for number, entry in enumerate(given["log"], 1):
                match._replay_entry(number, entry)
        except BaseException:
            if forget is not None:
                forget()  # nothing of a refused record is kept
            raise
        return match

    def _replay_entry(self, number: int, entry: Any) -> None:
        if entry is None:
            raise BadInput("record_hidden", number=number)
        try:
            action = decode(self.game, entry)
            if isinstance(action, Decision) and action.blank:
                raise BadInput("record_hidden", number=number)
            self.play(action)
        except msgspec.ValidationError:
            raise BadInput("record_entry", number=number, given=shorten(entry)) from None
        except IllegalAction as error:
            reason = words.say(f"{self.game.NAME}.why.{error.reason}", words.current(), self.names, **told(error.args_))
            raise BadInput("record_illegal", number=number, given=shorten(entry), reason=reason) from error


def decode(game: Game[Any, Any], data: Any) -> Any:
    """An action from JSON data. `msgspec.ValidationError` where it is none of this game."""
    return msgspec.convert(data, game.ACTIONS)


def known_options(game: Game[Any, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fields of the ruleset. `BadInput` for a name that is no option, be it a parameter of `Match`."""
    known = game.RULESET.__struct_fields__
    for name in options:
        if name not in known:
            raise BadInput("option", given=name, right=", ".join(known))
    return options


def recorded_options(game: Game[Any, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fields of the ruleset, as a record has them. `BadInput` for a name that is no option, or another kind of value.

    A caller of `start` may name a file in the place of what is in it; a record never does.
    """
    ruleset(game.RULESET, options)
    return options


def _seed(seed: Any) -> int | str:
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= MOST_SEED:
        return seed
    if isinstance(seed, str) and len(seed) <= MOST_SEED and is_sendable(seed):
        return seed
    raise BadInput("seed", given=shown(seed))


def _names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(name, str) and name.strip() and is_sendable(name) for name in names)
    ):
        raise BadInput("names", given=shown(names), right=seats)
    if names and len(names) != seats:
        raise BadInput("names", given=shown(list(names)), right=seats)
    found = tuple(name.strip()[:40] for name in names)
    for at, name in enumerate(found):
        if name.casefold() in map(str.casefold, found[:at]):
            raise BadInput("names_twice", given=shown(name))
    return found


def _bots(bots: Mapping[Seat, Bot], seats: int) -> dict[Seat, Bot]:
    for seat in bots:
        if isinstance(seat, bool) or seat not in range(seats):
            raise BadInput("bot_seat", given=shown(seat), right=f"0 … {seats - 1}")
    return dict(bots)


def _undo(undo: str | None, game: Game[Any, Any]) -> str:
    if undo is None:
        return "none" if game.SECRET else "all"
    if undo not in UNDO:
        raise BadInput("option_value", name="undo", given=shown(undo), right=" | ".join(map(repr, UNDO)))
    return undo
