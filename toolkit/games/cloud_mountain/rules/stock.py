"""TODO: toolkit.games.cloud_mountain.rules.stock."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from toolkit.core import files
from toolkit.core.faults import Fault, PackError
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules.tiles import EXAMPLES, _plain, tile

Pairs = tuple[tuple[str, int], ...]
"""Tiles and how many there are of each."""
COUNTS = range(1, 100)
COLUMNS = ("tile", "count")
MAX_ROWS = 1_000
MAX_BYTES = 200_000


class TileFault(Fault, frozen=True):
    """A fault that has its text in the words of this game."""

    home = "cloud_mountain."


class TilesError(PackError):
    """Tiles that cannot be used. `faults`: every one of them, by line and column where there are lines."""

    head = "cloud_mountain.tiles.head"


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
            faults.append(TileFault("tiles.twice", line, "tile", _letter(cells, "tile"), line, first))
        elif one:
            found[one] = line, count
    if not rows and not faults:
        faults.append(TileFault.of("tiles.empty"))
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
        faults.append(TileFault.of("tiles.rows", given=len(found), right=MAX_ROWS))
    return found


def _header(line: int, names: Sequence[str], faults: list[Fault]) -> bool:
    """Whether the columns are there, each once."""
    for name in COLUMNS:
        if names.count(name) != 1:
            key = "tiles.column_twice" if name in names else "tiles.column_missing"
            given = ", ".join(filter(None, names))[:80] or "—"
            faults.append(TileFault(key, line, row=line, args=(("name", name), ("given", given))))
    return not faults


def _placed(line: int, names: Sequence[str], record: Sequence[str], faults: list[Fault]) -> Cells:
    for at, cell in enumerate(record[len(names) :], len(names)):
        if cell.strip():
            letter = chr(65 + at % 26)
            faults.append(TileFault("tiles.cells", line, letter, letter, line, (("given", cell.strip()[:40]),)))
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
        faults.append(TileFault(key, line, "tile", letter, line, args if text else ()))
        return ""


def _count_of(line: int, cells: Cells, faults: list[Fault]) -> int:
    text, letter = cells["count"]
    plain = _plain(text)
    count = int(plain) if re.fullmatch("[0-9]{1,3}", plain) else 0
    if count not in COUNTS:
        args = (("given", text[:40]), ("right", _spoken(COUNTS)))
        key = "tiles.count" if text else "tiles.blank"
        faults.append(TileFault(key, line, "count", letter, line, args if text else ()))
    return count


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TilesError([TileFault.of("tiles.file_size", given=path.stat().st_size, right=MAX_BYTES)])
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, TilesError):
            raise
        raise TilesError([TileFault.of("tiles.file", given=str(path)[-100:], reason=files.cause(error))]) from None
    try:
        return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TilesError([TileFault("tiles.encoding", line, row=line)]) from None


def _spoken(numbers: range) -> str:
    return f"{numbers[0]} … {numbers[-1]}"


@cache
def _default() -> Pairs:
    return read((resources.files(__package__) / "tiles.csv").read_text("utf-8"))


DEFAULT: Pairs = _default()
"""The 62 tiles of the box, of 61 kinds."""
BOX = tuple(id for id, _ in DEFAULT)
"""The ids of these kinds."""
