"""The bag: how many there are of each kind of tile. Tiles are drawn one at a time, so that it needs no secret order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from toolkit.core.dist import Dist
from toolkit.core.game import IllegalAction
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules import stock, tiles
from toolkit.games.cloud_mountain.state import COLUMN, HAND, Drawn, Ruleset, TileId, put

Counts = tuple[int, ...]


class Kinds(Struct, frozen=True):
    """The kinds of tiles of a match, in their order: ids, how many of each, and the outcomes that draw one."""

    ids: tuple[TileId, ...]
    counts: Counts
    outcomes: tuple[Drawn, ...]
    place: Mapping[TileId, int]
    """By id: its index."""


@lru_cache(maxsize=64)
def kinds(pairs: stock.Pairs) -> Kinds:
    """The kinds of `Ruleset.tiles`; for `()` those of the box."""
    ids, counts = zip(*(pairs or stock.DEFAULT), strict=True)
    return Kinds(ids, counts, tuple(map(Drawn, ids)), {one: index for index, one in enumerate(ids)})


def ordered(rules: Ruleset, hand: Iterable[TileId]) -> tuple[TileId, ...]:
    """The tiles in the order of their kinds."""
    return tuple(sorted(hand, key=kinds(rules.tiles).place.__getitem__))


@lru_cache(maxsize=512)
def draws(pairs: stock.Pairs, bag: Counts) -> Dist[Drawn]:
    """The law of the next tile: every tile in the bag is equally likely."""
    by_count: dict[int, list[Drawn]] = {}
    for outcome, count in zip(kinds(pairs).outcomes, bag, strict=True):
        if count:
            by_count.setdefault(count, []).append(outcome)
    return Dist.boxes((count * len(outcomes), outcomes) for count, outcomes in sorted(by_count.items()))


def drop(rules: Ruleset, bag: Counts, tile: TileId) -> Counts:
    """The bag without one such tile. `IllegalAction` if it has none."""
    index = kinds(rules.tiles).place.get(tile, -1)
    if index < 0 or not bag[index]:
        raise IllegalAction("no_such_tile", "parts.bag", tile=tile)
    return put(bag, index, bag[index] - 1)


def refill(rules: Ruleset, bag: Counts, back: Iterable[TileId]) -> Counts:
    """The bag with these tiles back in it."""
    place, counts = kinds(rules.tiles).place, list(bag)
    for tile in back:
        counts[place[tile]] += 1
    return tuple(counts)


def stocked(given: Any) -> stock.Pairs:
    """The option `tiles` as the ruleset has it: in the order of the rules; `()` for the tiles of the box.

    `BadInput` if it is not what `stock.stock` takes.
    """
    if not isinstance(given, Path | Iterable):
        raise BadInput("option_value", name="tiles", given=shown(given), right='"tiles.csv" | {"cloud:6": 2, …}')
    pairs = tuple(sorted(stock.stock(given), key=lambda pair: tiles.tile(pair[0]).order))
    return () if dict(pairs) == dict(stock.DEFAULT) else pairs


def enough(rules: Ruleset, seats: int) -> None:
    """Checks that the bag has enough tiles for a round; `BadInput` if not."""
    there = sum(kinds(rules.tiles).counts)
    # In mode 2 stage 4 needs most: each seat has nine tiles in its grid, and there is one more column than seats.
    needed = HAND * seats + (COLUMN if rules.mode == 2 else 0)
    if there < needed:
        raise BadInput("tiles_few", given=there, right=needed, seats=seats)
