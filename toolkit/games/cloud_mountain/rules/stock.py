"""The stock of tiles of a match: those of the box, or a teacher's own from a CSV, a mapping or pairs."""

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
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules.tiles import EXAMPLES, plain, tile

Pairs = tuple[tuple[str, int], ...]
"""Tiles and how many there are of each."""
COUNTS = range(1, 100)
"""How many there may be of one kind of tile."""
COLUMNS = ("tile", "count")
MAX_ROWS = 1_000
MAX_BYTES = 200_000
Cells = Mapping[str, tuple[str, str]]
"""The cells of a row, by column: text, and letter of the column."""


class TileFault(Fault, frozen=True):
    """A fault that has its text in the words of this game."""

    home = "cloud_mountain."


class TilesError(PackError):
    """Tiles that cannot be used. `faults`: all faults, with line and column where they have one."""

    head = "cloud_mountain.tiles.head"


def stock(source: str | Path | Mapping[str, int] | Iterable[Sequence[Any]]) -> Pairs:
    """Pairs (id, count), each id once: from a CSV (see `read`), a mapping or pairs.

    `BadInput` names the wrong tile or count.
    """
    if isinstance(source, str | Path):
        return read(source)
    counts: dict[str, int] = {}
    for pair in source.items() if isinstance(source, Mapping) else source:
        if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise BadInput("tile_pair", given=shown(pair), right='("cloud>17", 1)')
        text, count = tuple(pair)
        if type(count) is not int or count not in COUNTS:
            raise BadInput("tile_count", name=str(text)[:40], given=shown(count), right=_spoken(COUNTS))
        one = tile(text).id
        counts[one] = counts.get(one, 0) + count
    if crowded := next((one for one, count in counts.items() if count not in COUNTS), None):
        raise BadInput("tile_count", name=crowded, given=counts[crowded], right=_spoken(COUNTS))
    return tuple(counts.items())


def read(source: str | Path) -> Pairs:
    """The tiles of a CSV, given as a path or as its text: columns `tile` and `count`, one row for each kind.

    A `str` with a line break is the text. UTF-8 with or without BOM; cells are separated by `,`, `;` or a tab.
    `TilesError`, a `BadInput`, lists every fault of the file.
    """
    text = source if isinstance(source, str) and ("\n" in source or "\r" in source) else _text_of(Path(source))
    faults: list[Fault] = []
    rows = _rows(text.removeprefix("\ufeff"), faults)
    read_so_far: dict[str, tuple[int, int]] = {}
    for line, cells in rows:
        one, count = _tile_of(line, cells, faults), _count_of(line, cells, faults)
        if one in read_so_far:
            first = (("given", one), ("first", read_so_far[one][0]))
            faults.append(TileFault("tiles.twice", line, "tile", cells["tile"][1], line, first))
        elif one:
            read_so_far[one] = line, count
    if not rows and not faults:
        faults.append(TileFault.of("tiles.empty"))
    if faults:
        raise TilesError(sorted(faults, key=lambda fault: (fault.line, fault.letter)))
    return tuple((one, count) for one, (_, count) in read_so_far.items())


def _rows(text: str, faults: list[Fault]) -> list[tuple[int, Cells]]:
    """The rows below the names of the columns, with their line numbers."""
    lines, skipped = _lines(text)
    rows: list[tuple[int, Cells]] = []
    names: list[str] | None = None
    try:
        for record in lines:
            line = lines.line_num + skipped
            if names is None:
                names = [plain(name) for name in record]
                if not _has_columns(line, names, faults):
                    return []
            elif any(cell.strip() for cell in record):
                rows.append((line, _place(line, names, record, faults)))
    except csv.Error:
        line = lines.line_num + skipped
        faults.append(Fault("fault.quote", line, row=line))
    if len(rows) > MAX_ROWS:
        faults.append(TileFault.of("tiles.rows", given=len(rows), right=MAX_ROWS))
    return rows


def _lines(text: str) -> tuple[Any, int]:
    """A reader of the lines, and how many lines before the names of the columns it skips."""
    first, _, rest = text.replace("\r\n", "\n").replace("\r", "\n").partition("\n")
    skipped = int(first.casefold().startswith("sep="))  # some spreadsheet programs begin with such a line
    head = rest.partition("\n")[0] if skipped else first
    delimiter = first[4:5] if skipped and len(first) > 4 else max(",;\t", key=head.count)
    return csv.reader(io.StringIO(rest if skipped else f"{first}\n{rest}"), delimiter=delimiter, strict=True), skipped


def _has_columns(line: int, names: Sequence[str], faults: list[Fault]) -> bool:
    """Whether each column is there once; adds a fault for each that is not."""
    for name in COLUMNS:
        if names.count(name) != 1:
            key = "tiles.column_twice" if name in names else "tiles.column_missing"
            given = ", ".join(filter(None, names))[:80] or "—"
            faults.append(TileFault(key, line, row=line, args=(("name", name), ("given", given))))
    return not faults


def _place(line: int, names: Sequence[str], record: Sequence[str], faults: list[Fault]) -> Cells:
    """The cells of a row by column; adds a fault for each cell beyond the last column."""
    for at, cell in enumerate(record[len(names) :], len(names)):
        if cell.strip():
            letter = chr(65 + at % 26)
            faults.append(TileFault("tiles.cells", line, letter, letter, line, (("given", cell.strip()[:40]),)))
    padded = [*record, *[""] * len(names)]
    return {name: (padded[names.index(name)].strip(), chr(65 + names.index(name) % 26)) for name in COLUMNS}


def _tile_of(line: int, cells: Cells, faults: list[Fault]) -> str:
    """The tile of a row; "" and a fault if there is none."""
    text, letter = cells["tile"]
    try:
        return tile(text).id
    except BadInput:
        args = (("given", text[:40]), ("right", EXAMPLES))
        key = "tiles.tile" if text else "tiles.blank"
        faults.append(TileFault(key, line, "tile", letter, line, args if text else ()))
        return ""


def _count_of(line: int, cells: Cells, faults: list[Fault]) -> int:
    """The count of a row; adds a fault if it is not one of `COUNTS`."""
    text, letter = cells["count"]
    digits = plain(text)
    count = int(digits) if re.fullmatch("[0-9]{1,3}", digits) else 0
    if count not in COUNTS:
        args = (("given", text[:40]), ("right", _spoken(COUNTS)))
        key = "tiles.count" if text else "tiles.blank"
        faults.append(TileFault(key, line, "count", letter, line, args if text else ()))
    return count


def _text_of(path: Path) -> str:
    """The text of a file; `TilesError` if it cannot be read, is too large or is not UTF-8 (or UTF-16 with BOM)."""
    try:
        data = files.read(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise TilesError([TileFault.of("tiles.file", given=str(path)[-100:], reason=files.cause(error))]) from None
    if len(data) > MAX_BYTES:
        raise TilesError([TileFault.of("tiles.file_size", given=path.stat().st_size, right=MAX_BYTES)])
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
