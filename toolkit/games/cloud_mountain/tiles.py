"""Target tiles: how one is written, when it is met, which ones are in the bag.

    all                             every face is there
    two:6   no:6                    at least two dice show 6; no die does
    sum>35  cloud<15  mountain>14   a sum of all, of the cloud, of the mountain dice; equal fails
    cloud:6     cloud-no:6          some cloud die shows 6; no cloud die does; the same for mountain
    cloud:odd   mountain:even       parity of the sum of one side
    cloud>mountain                  the contest of the sums, and the other way round

What is read may have spaces, capitals and full-width signs; what is given back is always written like this.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec import Struct

from toolkit.core.game import BadInput
from toolkit.core.packfaults import Fault, PackError

Pairs = tuple[tuple[str, int], ...]
"""Tiles and how many there are of each."""

FACES = range(1, 7)
DICE = 10
MOST = 6 * DICE
KINDS = ("all", "two", "no", "total", "sum", "has", "without", "parity", "contest")
EXAMPLES = "all, two:6, no:6, sum>35, cloud>17, mountain<21, cloud:6, mountain-no:6, cloud:odd, mountain>cloud"
COUNTS = range(1, 100)
COLUMNS = ("tile", "count")
MAX_ROWS = 1_000
MAX_BYTES = 200_000


class Tile(Struct, frozen=True):
    """One kind of target tile. `number` is the face or the bound of a sum; 0 where there is neither."""

    id: str
    kind: str
    """One of `KINDS`."""
    scope: str
    """The dice that it looks at, "all", "cloud" or "mountain"; of a contest the side that has to win."""
    sign: str = ""
    """">", "<", "odd", "even" or ""."""
    number: int = 0

    @property
    def order(self) -> tuple[int, int, int, int]:
        """Where it comes among tiles, as the rules list them."""
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
    """The tile that is written so. `BadInput` for what is none."""
    found = _written(text) if isinstance(text, str) else None
    if found is None:
        raise BadInput("tile", given=repr(text)[:60], right=EXAMPLES)
    return found


@lru_cache(maxsize=1 << 10)
def _written(text: str) -> Tile | None:
    return _parsed(_plain(text))


def _plain(text: str) -> str:
    """Without spaces and capitals; full-width letters, digits and signs as the plain ones."""
    return "".join(unicodedata.normalize("NFKC", text).translate(_DASHES).casefold().split())


def _parsed(text: str) -> Tile | None:
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
    """Whether the faces that lie meet the tile, as the rules say it.

    Pending dice count among all, and on neither side. No dice on a side: their sum is 0, and even.
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


class TilesError(PackError):
    """Tiles that cannot be used. `faults`: every one of them, by line and column where there are lines."""

    head = "tiles.head"


def stock(source: str | Path | Mapping[str, int] | Iterable[Sequence[Any]]) -> Pairs:
    """Tiles as pairs (id, count), each id once: from a CSV (see `read`), a mapping or pairs.

    `BadInput` names the tile or the count that is wrong.
    """
    if isinstance(source, str | Path):
        return read(source)
    found: dict[str, int] = {}
    for pair in source.items() if isinstance(source, Mapping) else source:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise BadInput("tile_pair", given=repr(pair)[:60], right='("cloud>17", 1)')
        text, count = tuple(pair)
        if type(count) is not int or count not in COUNTS:
            raise BadInput("tile_count", name=str(text)[:40], given=repr(count)[:40], right=_spoken(COUNTS))
        one = tile(text).id
        found[one] = found.get(one, 0) + count
    if crowded := next((one for one, count in found.items() if count not in COUNTS), None):
        raise BadInput("tile_count", name=crowded, given=found[crowded], right=_spoken(COUNTS))
    return tuple(found.items())


def read(source: str | Path) -> Pairs:
    """The tiles of a CSV with the columns `tile` and `count`, a row for each kind: a path, or the text itself.

    A `str` with a line break in it is the text. UTF-8 with or without BOM; `,`, `;` or a tab between the cells.
    `TilesError`, a `BadInput`, has every fault of the file.
    """
    text = source if isinstance(source, str) and ("\n" in source or "\r" in source) else _text_of(Path(source))
    faults: list[Fault] = []
    rows = _rows(text.removeprefix("\ufeff"), faults)
    found: dict[str, tuple[int, int]] = {}
    for line, cells in rows:
        one, count = _tile_of(line, cells, faults), _count_of(line, cells, faults)
        if one in found:
            first = (("given", one), ("first", found[one][0]))
            faults.append(Fault("tiles.twice", line, "tile", _letter(cells, "tile"), line, first))
        elif one:
            found[one] = line, count
    if not rows and not faults:
        faults.append(Fault.of("tiles.empty"))
    if faults:
        raise TilesError(sorted(faults, key=lambda fault: (fault.line, fault.letter)))
    return tuple((one, count) for one, (_, count) in found.items())


Cells = Mapping[str, tuple[str, str]]
"""The cells of a row: by column their text, and the letter of the column."""


def _rows(text: str, faults: list[Fault]) -> list[tuple[int, Cells]]:
    first, _, rest = text.replace("\r\n", "\n").replace("\r", "\n").partition("\n")
    skipped = int(first.casefold().startswith("sep="))  # what some spreadsheet programs put before the names
    head = rest.partition("\n")[0] if skipped else first
    delimiter = first[4:5] if skipped and len(first) > 4 else max(",;\t", key=head.count)
    lines = csv.reader(io.StringIO(rest if skipped else f"{first}\n{rest}"), delimiter=delimiter, strict=True)
    found: list[tuple[int, Cells]] = []
    names: list[str] | None = None
    try:
        for record in lines:
            line = lines.line_num + skipped
            if names is None:
                names = [_plain(name) for name in record]
                if not _header(line, names, faults):
                    return []
            elif any(cell.strip() for cell in record):
                found.append((line, _placed(line, names, record, faults)))
    except csv.Error:
        line = lines.line_num + skipped
        faults.append(Fault("fault.quote", line, row=line))
    if len(found) > MAX_ROWS:
        faults.append(Fault.of("tiles.rows", given=len(found), right=MAX_ROWS))
    return found


def _header(line: int, names: Sequence[str], faults: list[Fault]) -> bool:
    """Whether the columns are there, each once."""
    for name in COLUMNS:
        if names.count(name) != 1:
            key = "tiles.column_twice" if name in names else "tiles.column_missing"
            given = ", ".join(filter(None, names))[:80] or "—"
            faults.append(Fault(key, line, row=line, args=(("name", name), ("given", given))))
    return not faults


def _placed(line: int, names: Sequence[str], record: Sequence[str], faults: list[Fault]) -> Cells:
    for at, cell in enumerate(record[len(names) :], len(names)):
        if cell.strip():
            letter = chr(65 + at % 26)
            faults.append(Fault("tiles.cells", line, letter, letter, line, (("given", cell.strip()[:40]),)))
    padded = [*record, *[""] * len(names)]
    return {name: (padded[names.index(name)].strip(), chr(65 + names.index(name) % 26)) for name in COLUMNS}


def _letter(cells: Cells, name: str) -> str:
    return cells[name][1]


def _tile_of(line: int, cells: Cells, faults: list[Fault]) -> str:
    text, letter = cells["tile"]
    try:
        return tile(text).id
    except BadInput:
        args = (("given", text[:40]), ("right", EXAMPLES))
        key = "tiles.tile" if text else "tiles.blank"
        faults.append(Fault(key, line, "tile", letter, line, args if text else ()))
        return ""


def _count_of(line: int, cells: Cells, faults: list[Fault]) -> int:
    text, letter = cells["count"]
    plain = _plain(text)
    count = int(plain) if re.fullmatch("[0-9]{1,3}", plain) else 0
    if count not in COUNTS:
        args = (("given", text[:40]), ("right", _spoken(COUNTS)))
        key = "tiles.count" if text else "tiles.blank"
        faults.append(Fault(key, line, "count", letter, line, args if text else ()))
    return count


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TilesError([Fault.of("tiles.file_size", given=path.stat().st_size, right=MAX_BYTES)])
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, TilesError):
            raise
        raise TilesError([Fault.of("tiles.file", given=str(path)[-100:], reason=type(error).__name__)]) from None
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TilesError([Fault("tiles.encoding", line, row=line)]) from None


def _spoken(numbers: range) -> str:
    return f"{numbers[0]} … {numbers[-1]}"


@cache
def _default() -> Pairs:
    return read((resources.files(__package__) / "tiles.csv").read_text("utf-8"))


DEFAULT: Pairs = _default()
"""The 62 tiles of the box, of 61 kinds."""
