"""One random match under the laws: the game, chance for the checks, and every action seen so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec

from toolkit.core import book, words
from toolkit.core.game import HOST, Action, IllegalAction, Seat
from toolkit.core.kit import Kit
from toolkit.core.open_game import action_types
from toolkit.laws.fault import Fault
from toolkit.laws.matches import Ply

Said = tuple[str, str, tuple[tuple[str, Any], ...]]
"""The key of a text, the rule that it names, and what fills it in."""
Holds = Callable[[Ply], None]
"""A law of one game alone: raises an error where it is broken."""


class Setting(NamedTuple):
    """The match that is played: how many seats, which options, which seed."""

    seats: int
    options: Mapping[str, Any]
    seed: int


class Trial:
    """`thorough`: what is slow is tried on every outcome, not on a sample. `holds`: the game's own laws."""

    def __init__(self, kit: Kit, setting: Setting, thorough: bool = False, holds: Holds | None = None) -> None:
        self.kit, self.game, self.setting = kit, kit.rules, setting
        self.thorough, self.holds = thorough, holds
        self.seats = range(setting.seats)
        self.viewers: tuple[Seat | None, ...] = (*self.seats, None)
        self.label = f"{kit.name}:{setting.seats}:{sorted(setting.options.items())}:{setting.seed}"
        self.rng = Random(self.label)
        """Chance for the law that is asked now."""
        self._chances: dict[str, Random] = {}
        self.pool: dict[Action, None] = dict.fromkeys(examples(self.game, setting.seats))
        self.travelled: set[Action] = set()
        self.said: dict[Said, None] = {}
        """Every event and refusal so far."""
        self.unsaid: list[Said] = []
        """Those for which no words have been looked for yet."""
        self.rules = {lang: {paragraph.id for paragraph in book.book(kit.name, lang)} for lang in words.LANGS}
        """The ids of the rulebooks, by language."""
        self.plies: list[Ply] = []

    def chance_of(self, law: str) -> Random:
        """Each law has chance of its own, so that what it tries does not depend on which others are asked."""
        if law not in self._chances:
            self._chances[law] = Random(f"{self.label}:{law}")
        return self._chances[law]

    def note(self, key: str, rule: str, args: tuple[tuple[str, Any], ...]) -> None:
        """Notes an event or a refusal."""
        said = key, rule, args
        if said not in self.said:
            self.said[said] = None
            self.unsaid.append(said)

    def viewer(self, ply: Ply) -> Seat | None:
        """Everybody looks in turn."""
        return self.viewers[ply.number % len(self.viewers)]

    def filled(self, state: Any, action: Any) -> Any:
        """The action with its blanks filled in, right or wrong."""
        return self.game.fill(state, action, self.rng, self.rng.random())

    def legal(self, state: Any) -> list[Any]:
        """All that may happen, but for outcomes."""
        return [a for seat in (*self.game.to_move(state), HOST) for a in self.game.legal_actions(state, seat)]

    def applied(self, state: Any, action: Any) -> Any:
        """The state after a legal action."""
        try:
            return self.game.apply(state, action)
        except IllegalAction as error:
            raise Fault("refused", action=action, reason=error) from error
        except Exception as error:
            raise Fault("apply_raises", action=action, error=error) from error

    def refuse(self, state: Any, action: Any, key: str) -> None:
        """`Fault` unless `apply` refuses the action; `key` says what is wrong then."""
        try:
            self.game.apply(state, action)
        except IllegalAction as error:
            self.note(f"why.{error.reason}", error.rule, tuple(sorted(error.args_.items())))
        except Exception as error:
            raise Fault("apply_raises", action=action, error=error) from error
        else:
            raise Fault(key, action=action)


def examples(game: Any, seats: int) -> Iterator[Any]:
    """Actions of every kind with small numbers in them, whether or not a match ever has such."""
    small: dict[Any, Sequence[Any]] = {int: (0, 1, 2), bool: (False, True)}
    for kind in action_types(game):
        fields = msgspec.structs.fields(kind)
        values = [range(seats) if f.name == "seat" else small.get(_plain_type(f.type), (None,)) for f in fields]
        for given in product(*values):
            if None not in given:
                yield kind(*given)


def _plain_type(type_: Any) -> Any:
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


def spoil(action: Any, seats: int) -> Iterator[Any]:
    """The action of another seat, and with one of its numbers or words out of range."""
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "seat":
            yield from (msgspec.structs.replace(action, seat=seat) for seat in (-3, -2, -1, *range(seats + 1), 99))
        elif type(value) is int:
            yield from (msgspec.structs.replace(action, **{name: n}) for n in (-1, value - 1, value + 1, 10**9))
        elif type(value) is str:
            yield from (msgspec.structs.replace(action, **{name: wrong}) for wrong in ("", "\0"))


def covers(template: Any, action: Any) -> bool:
    """Whether the action is the template, filled in."""
    return type(template) is type(action) and all(
        getattr(template, name) in (None, getattr(action, name)) for name in template.__struct_fields__
    )


def encoded(state: Any) -> bytes:
    """A state as JSON text; a value that JSON does not know by its `repr`."""
    return msgspec.json.encode(state, enc_hook=repr)


ATOMS = frozenset((str, int, float, bool, NoneType))


def no_json(value: Any) -> Any:
    """The first part that is not JSON, or is a type of the engine's own; `None` if there is none."""
    if type(value) in ATOMS:
        return None
    if isinstance(value, dict):
        strange = next((key for key in value if type(key) is not str), None)
        return _first(value.values()) if strange is None else strange
    return _first(value) if type(value) in (list, tuple) else value


def _first(values: Iterable[Any]) -> Any:
    for value in values:
        if type(value) not in ATOMS and (found := no_json(value)) is not None:
            return found
    return None
