"""Tabletop games for Jupyter: boards to play on, with exact odds beside them.

    import toolkit

    toolkit.play("math_storm", seats=2, seed=1)

Everything is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.ui.table import Table

__version__ = "0.1.0"
__all__ = ["catalogue", "lang", "load", "play", "rulings", "show"]


def play(
    game: str,
    seats: int | Sequence[str] = 2,
    *,
    seed: int | str | None = None,
    lang: str | None = None,
    bots: Mapping[int, Any] | None = None,
    undo: str | None = None,
    seat: int | None = None,
    **ruleset: Any,
) -> Table:
    """A table to play at: board and panels in one widget.

    `game`: a name of `catalogue()`. `seats`: how many, or their names. `seed`: same seed, same dice and cards.
    `lang`: "en" or "zh". `bots`: by seat, a name or `(name, chance of a right answer)`. `undo`: "all", "host", "none".
    `seat`: the only seat that plays at this table. `ruleset`: the fields of the game's ruleset.
    `BadInput` (a `ValueError`) tells what was given and what would be right.
    """
    from toolkit import games
    from toolkit.core import words
    from toolkit.core.game import BadInput
    from toolkit.core.match import Match
    from toolkit.ui.table import Table
    from toolkit.ui.table import bots as seated

    language = words.known_lang(lang if lang is not None else words.current())
    rules = games.load(game)
    names = () if isinstance(seats, int) else tuple(seats)
    count = seats if isinstance(seats, int) else len(names)
    if seat is not None and (isinstance(seat, bool) or seat not in range(count)):
        raise BadInput("seat", given=repr(seat), right=f"0 … {count - 1}")
    match = Match(rules, count, seed=seed, names=names, bots=seated(rules, bots), undo=undo, **ruleset)
    return Table(match, seat=seat, lang=language)


def load(record: Any, *, lang: str | None = None) -> Table:
    """Resumes a match from its record: a dict, JSON text, or a file's path. `BadInput` tells what is wrong."""
    from toolkit import games
    from toolkit.core import words
    from toolkit.core.match import Match, read_record
    from toolkit.ui.table import Table
    from toolkit.ui.table import bots as seated

    language = words.known_lang(lang if lang is not None else words.current())
    if isinstance(record, Path) or (isinstance(record, str) and not record.lstrip().startswith(("{", "["))):
        record = _read(Path(record))
    given = read_record(record)
    rules = games.load(given["game"])
    bots = {int(key): tuple(value) for key, value in given.get("bots", {}).items()}
    return Table(Match.replay(record, rules, bots=seated(rules, bots)), lang=language)


def _read(path: Path) -> str:
    from toolkit.core.game import BadInput

    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("record_file", given=str(path), reason=type(error).__name__) from None


def catalogue() -> Any:
    """The games there are, with seats, and the fields of their rulesets."""
    from toolkit.ui.catalogue import Catalogue

    return Catalogue()


def rulings(game: str) -> Any:
    """What can be ruled otherwise in a game: every field of its ruleset, its default, and the rule behind it."""
    from toolkit.ui.catalogue import Rulings

    return Rulings(game)


def lang(language: str) -> None:
    """The language of what follows: "en" or "zh"."""
    from toolkit.core import words

    words.set_current(language)


def show(chart: Any) -> Any:
    """A chart as a picture that needs no network: an Altair chart, or what `.chart()` of the odds gives."""
    from toolkit.ui import charts

    return charts.show(chart)
