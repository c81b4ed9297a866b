"""Target tiles: how a tile is written, and when it is met.

    all                             every face is there
    two:6   no:6                    at least two dice show 6; no die does
    sum>35  cloud<15  mountain>14   the sum of all, of the cloud, of the mountain dice; equal fails
    cloud:6     cloud-no:6          some cloud die shows 6; no cloud die does; the same for mountain
    cloud:odd   mountain:even       parity of the sum of one side
    cloud>mountain                  the contest of the sums, and the other way round

Input may have spaces, capitals and full-width signs; ids are always written like this.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from toolkit.core.shown import shown
from toolkit.core.words import BadInput, Plain
from toolkit.games.cloud_mountain.state import TileId

FACES = range(1, 7)
DICE = 10
MOST = 6 * DICE
KINDS = ("all", "two", "no", "total", "sum", "has", "without", "parity", "contest")
EXAMPLES = "all, two:6, no:6, sum>35, cloud>17, mountain<21, cloud:6, mountain-no:6, cloud:odd, mountain>cloud"


class Tile(Struct, frozen=True):
    """One kind of target tile. `number`: the face, or the bound of a sum; 0 if it has neither."""

    id: str
    kind: str
    """One of `KINDS`."""
    scope: str
    """The dice that it looks at: "all", "cloud" or "mountain"; for a contest the side that must win."""
    sign: str = ""
    """">", "<", "odd", "even" or ""."""
    number: int = 0

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Sort key: the order of tiles in the rules."""
        place = ("all", "cloud", "mountain").index(self.scope)
        return KINDS.index(self.kind), place, ("", ">", "<", "odd", "even").index(self.sign), self.number


_FORM = re.compile(
    r"(?P<all>all)"
    r"|(?P<dice>two|no):(?P<face>[1-6])"
    r"|(?P<sum>sum|cloud|mountain)(?P<than>[<>])(?P<bound>[0-9]{1,3})"
    r"|(?P<side>cloud|mountain)(?P<without>-?no)?:(?P<seen>[1-6])"
    r"|(?P<of>cloud|mountain):(?P<parity>odd|even)"
    r"|(?P<left>cloud|mountain)(?P<beats>[<>])(?P<right>cloud|mountain)"
)
_DASHES = str.maketrans("_‐‑‒–—−", "-------")


def tile(text: str) -> Tile:
    """The tile with this spelling. `BadInput` if there is none."""
    one = _read(text) if isinstance(text, str) else None
    if one is None:
        raise BadInput("tile", given=shown(text), right=EXAMPLES)
    return one


@lru_cache(maxsize=1 << 10)
def _read(text: str) -> Tile | None:
    return _parse(plain(text))


def plain(text: str) -> str:
    """The text without spaces and capitals, full-width letters, digits and signs replaced by the usual ones."""
    return "".join(unicodedata.normalize("NFKC", text).translate(_DASHES).casefold().split())


def _parse(text: str) -> Tile | None:
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    if form["all"]:
        return Tile("all", "all", "all")
    if form["dice"]:
        return Tile(text, form["dice"], "all", "", int(form["face"]))
    if form["sum"]:
        return _bounded(form["sum"], form["than"], int(form["bound"]))
    if form["side"]:
        without = bool(form["without"])
        written = f"{form['side']}{'-no' if without else ''}:{form['seen']}"
        return Tile(written, "without" if without else "has", form["side"], "", int(form["seen"]))
    if form["of"]:
        return Tile(text, "parity", form["of"], form["parity"])
    high, low = (form["left"], form["right"]) if form["beats"] == ">" else (form["right"], form["left"])
    return Tile(f"{high}>{low}", "contest", high, ">") if high != low else None


def _bounded(of: str, sign: str, bound: int) -> Tile | None:
    if bound > MOST:
        return None
    kind, scope = ("total", "all") if of == "sum" else ("sum", of)
    return Tile(f"{of}{sign}{bound}", kind, scope, sign, bound)


def met(tile_id: str, cloud: Sequence[int], mountain: Sequence[int], pending: Sequence[int] = ()) -> bool:
    """Whether these faces meet the tile, by the rules. `BadInput` for an unknown tile.

    Pending dice count among all dice, but on neither side. The sum of no dice is 0, and even.
    """
    asked = tile(tile_id)
    faces = {"all": (*cloud, *mountain, *pending), "cloud": cloud, "mountain": mountain}[asked.scope]
    match asked.kind:
        case "all":
            return set(faces) == set(FACES)
        case "two":
            return faces.count(asked.number) >= 2
        case "no" | "without":
            return asked.number not in faces
        case "has":
            return asked.number in faces
        case "total" | "sum":
            return sum(faces) > asked.number if asked.sign == ">" else sum(faces) < asked.number
        case "parity":
            return sum(faces) % 2 == (asked.sign == "odd")
        case _:
            return sum(faces) > sum(mountain if asked.scope == "cloud" else cloud)


@lru_cache(maxsize=512)
def named(id: TileId, prefix: str = "") -> tuple[tuple[str, Plain], ...]:
    """The arguments for an event about a tile: its id, the key of its name below `tile_name`, and the number after it.

    `prefix`: before the names of the arguments.
    """
    one = tile(id)
    return ((f"{prefix}tile", id), (f"{prefix}name", _name(one)), (f"{prefix}mark", _mark(one)))


def _name(one: Tile) -> str:
    match one.kind:
        case "parity":
            return f"{one.scope}_{one.sign}"
        case "sum" | "has" | "without" | "contest":
            return f"{one.scope}_{one.kind}"
    return one.kind


def _mark(one: Tile) -> str:
    if one.kind in ("total", "sum"):
        return f" {one.sign} {one.number}"
    return f" {one.number}" if one.number else ""
