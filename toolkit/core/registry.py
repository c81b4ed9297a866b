"""The one door for what is loaded by name: games with their kits, and what kits bring along.

Built-in games are named in `toolkit.games`; others come by the entry point `toolkit.games` of their package, or are
handed to `toolkit.play`, which brings them in here.
"""

from __future__ import annotations

import copyreg
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from types import ModuleType
from typing import Any

from toolkit.core import words
from toolkit.core.door import module as module
from toolkit.core.kit import Kit
from toolkit.core.open_game import Completed, complete
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

GROUP = "toolkit.games"
_kits: dict[str, Kit] = {}
"""By name, the kit that a new match is played with."""
_brought: dict[int, Kit] = {}
"""By the identity of its rules, every kit that was ever brought in: an open table keeps the game it was opened with."""


def names() -> tuple[str, ...]:
    """The games there are: built-in ones, those of entry points, then those brought in, each once."""
    return tuple(dict.fromkeys((*_built_in(), *_entry_points(), *_kits)))


def kit(name: str) -> Kit:
    """The kit of a game. `BadInput` names the games there are."""
    if name not in _kits:
        if name in _built_in():
            _kits[name] = module(f"toolkit.games.{name}.kit").KIT
        elif name in _entry_points():
            _load(_entry_points()[name])
        else:
            raise BadInput("game", given=shown(name), right=", ".join(names()))
    return _kits[name]


def _load(point: metadata.EntryPoint) -> None:
    """Brings in the game of an entry point. `ValueError` if it is called otherwise than its entry point."""
    found = bring(point.load())
    if found.name != point.name:
        raise ValueError(f"the entry point {point.name!r} leads to a game with the NAME {found.name!r}")


def bring(game: Any) -> Kit:
    """Makes a game known: a `Kit`, a module that has one as `KIT`, or rules alone: a module, a class, an object.

    A game of the same name that was brought in earlier is replaced, so that a notebook's cell can be run again.
    `BadInput` for anything else, for parts that are missing, and for a name that is taken.
    """
    found = game if isinstance(game, Kit) else getattr(game, "KIT", None)
    if not isinstance(found, Kit):
        if not isinstance(game, ModuleType) and not hasattr(game, "NAME") and not hasattr(game, "start"):
            raise BadInput("game", given=shown(game), right=", ".join(names()))
        found = Kit(rules=game)
    if found.name in _built_in():
        return _own(found)
    if any(key.startswith(f"{found.name}.") for key in words.catalogue(words.LANGS[0])):
        raise BadInput("game_word", given=shown(found.name))
    words.add_home(found.name, found.package or None)
    _kits[found.name] = _brought[id(found.rules)] = found
    return found


def _own(given: Kit) -> Kit:
    """The kit of a built-in game that was handed in as a module. `BadInput` for another game of the same name."""
    own = kit(given.name)
    if given.rules is not own.rules:
        raise BadInput("game_taken", given=shown(given.name))
    return own


def known(game: Any) -> Kit:
    """The kit of what `toolkit.play` was given: the name of a game, or the game itself."""
    return kit(game) if isinstance(game, str) else bring(game)


def of(rules: Any) -> Kit:
    """The kit of these rules, as a match holds them; of a game that was brought in again since, the earlier one."""
    if rules.NAME in _built_in():
        return kit(rules.NAME)
    return _brought.get(id(rules)) or bring(rules)


def kits() -> Iterator[Kit]:
    """All kits, loaded one after the other. One of an entry point that cannot be loaded is left out, with a warning."""
    for name in names():
        try:
            yield kit(name)
        except Exception as error:
            if name in _built_in():
                raise
            warnings.warn(f"the game {name!r} cannot be loaded: {error!r}", RuntimeWarning, stacklevel=2)


def forget() -> None:
    """Forgets the games that were brought in, and looks for entry points anew: for tests."""
    for name in set(_kits) - set(_built_in()):
        del _kits[name]
    _brought.clear()
    _entry_points.cache_clear()


@cache
def _built_in() -> tuple[str, ...]:
    found: tuple[str, ...] = module(GROUP).NAMES
    return found


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _completed_again(name: str) -> Any:
    return complete(module(name))


copyreg.pickle(Completed, lambda game: (_completed_again, (game.__name__,)))
