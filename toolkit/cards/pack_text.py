"""The rows of a pack of question cards, read from a spreadsheet's CSV or from JSON; no cell is looked into yet.

    rows = read(text, faults, notes)

Whatever the text is, reading it takes time in proportion to its length.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from toolkit.core.faults import Fault
from toolkit.core.files import cell_text
from toolkit.core.shown import cut, shorten

COLUMNS = (
    "id",
    "band",
    "stars",
    "family",
    "prompt_zh",
    "prompt_en",
    "kind",
    "answer",
    "wrong1",
    "wrong2",
    "wrong3",
    "hint1",
    "hint2",
    "solution_zh",
    "solution_en",
    "tags",
)
LEAST = "stars, answer, prompt_en"
"""Columns to begin with."""
NEEDED = ("stars", "answer")
PROMPTS = ("prompt_en", "prompt_zh")
WRONG = ("wrong1", "wrong2", "wrong3")
MAX_ROWS = 5_000
DELIMITERS = ",;\t"
LINES = 3_000
"""The greatest number of lines of one row of CSV: more than all its cells may have."""
UNREAD = 100
"""After so many wrong quotation marks the rest of a file is not read."""


HEADS = 30
"""So many lines below the first one are looked at for the names of the columns."""
_HEADING = re.compile("question|answer|prompt|correct|题目|题干|问题|答案|选项")
"""What the columns are called in the tables of other programs."""
LOOKED = 20_000
"""In so many letters at the beginning of a file, the signs of another form are looked for."""
FOREIGN = {
    "GIFT (Moodle)": re.compile(r"^::[^\n]*::|^[^\n,;\t]*(?<!\\)\{[=~#]", re.MULTILINE),
    "Anki": re.compile(r"^#(?:separator|html|deck|notetype|columns|tags)[ a-z]*:", re.MULTILINE),
}
"""Forms that other programs write and a pack cannot be read from, by name."""


class Cell(NamedTuple):
    """The text in one place of a file. `letter`: the column of a spreadsheet."""

    text: str
    line: int = 0
    letter: str = ""


class Row(NamedTuple):
    """One card of a file, not yet checked. `cells`: by column, for the columns that the file has."""

    line: int
    number: int
    """The row of the spreadsheet; 0 in JSON."""
    cells: Mapping[str, Cell]

    def text(self, column: str) -> str:
        """The text in the column; of a spreadsheet without the apostrophe that keeps it from being run as a formula."""
        text = self.cells.get(column, Cell("")).text.replace("\r\n", "\n").replace("\r", "\n").strip()
        return cell_text(text).strip() if self.number else text

    def fault(self, column: str, key: str, **args: Any) -> Fault:
        """A fault in this column of the row."""
        cell = self.cells.get(column, Cell("", self.line))
        return Fault(key, cell.line, column, cell.letter, self.number, tuple(args.items()))


def read(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    """The rows of a CSV or JSON text. Appends what is wrong to `faults`, what is only worth a look to `notes`."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    reader = _json_rows if text.lstrip()[:1] in ("{", "[") else _csv_rows
    rows = reader(text, faults, notes)
    if len(rows) > MAX_ROWS:
        faults.append(Fault.of("fault.rows", given=len(rows), right=MAX_ROWS))
        return []
    if not rows and not faults:
        faults.append(Fault.of("fault.empty"))
    return rows


def _csv_rows(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    if foreign := next((kind for kind, mark in FOREIGN.items() if mark.search(text[:LOOKED])), ""):
        faults.append(Fault.of("fault.foreign", given=foreign, right=LEAST))
        return []
    records = _records(text, faults)
    head = next(records, None)
    if head is None:
        return []
    names = _names(head[2])
    if not set(names) & set(COLUMNS):
        faults.append(_no_header(head[0], names, records))
        return []
    _header(head[0], names, faults, notes)
    rows = []
    for line, number, cells in records:
        if any(cell.strip() for cell in cells):
            rows.append(Row(line, number, _placed(line, number, names, cells, faults)))
    return rows


def _records(text: str, faults: list[Fault]) -> Iterator[tuple[int, int, list[str]]]:
    """The records of a CSV text, each with its line in the file and its row in a spreadsheet."""
    lines = text.split("\n")
    first = lines[0]
    at = number = int(first[:4].casefold() == "sep=")
    delimiter = first[4:5] if at and len(first) > 4 else max(DELIMITERS, key=lambda d: _names_in(first, d))
    width = lines[min(at, len(lines) - 1)].count(delimiter)
    unread = 0
    while at < len(lines):
        number += 1
        record, used = _record(lines, at, delimiter)
        if record is None:
            faults.append(Fault("fault.quote", at + 1, row=number))
            unread += 1
            at = _resumed(lines, at + 1, delimiter, width) if unread < UNREAD else len(lines)
        else:
            yield at + 1, number, record
            at += used


def _record(lines: Sequence[str], at: int, delimiter: str) -> tuple[list[str] | None, int]:
    """The record that begins in a line, and how many lines it takes; `None` if its quotation marks are wrong."""
    following = (f"{lines[number]}\n" for number in range(at, min(at + LINES, len(lines))))
    try:
        reader = csv.reader(following, delimiter=delimiter, strict=True)
        return next(reader), reader.line_num
    except (csv.Error, TypeError, ValueError):  # also where "sep=" names what can be no delimiter
        return None, 0


def _resumed(lines: Sequence[str], at: int, delimiter: str, width: int) -> int:
    """After a wrong quotation mark, the next line with as many cells as there are columns."""
    return next((n for n in range(at, len(lines)) if lines[n].count(delimiter) >= width), len(lines))


def _names_in(line: str, delimiter: str) -> int:
    """How many names of columns a line holds if it is cut at this delimiter."""
    return len({part.strip(' "').casefold() for part in line.split(delimiter)} & set(COLUMNS))


def _names(cells: Sequence[str]) -> list[str]:
    return [cell.strip().casefold() for cell in cells]


def _no_header(line: int, names: Sequence[str], records: Iterator[tuple[int, int, list[str]]]) -> Fault:
    """The fault of a file whose first line names no column. A line further down may be meant to."""
    right = ("right", LEAST)
    for further, _, cells in islice(records, HEADS):
        others = _names(cells)
        if set(others) & set(COLUMNS):
            return Fault("fault.header_below", line, row=line, args=(("first", further),))
        if sum(bool(_HEADING.search(name)) for name in others) > 1:
            args = (("first", further), ("given", _listed(others)), right)
            return Fault("fault.header_other", line, row=line, args=args)
    return Fault("fault.header", line, row=line, args=(("given", _listed(names)), right))


def _listed(names: Sequence[str]) -> str:
    return cut(" ".join(name for name in names if name), 80) or "—"


def _header(line: int, names: Sequence[str], faults: list[Fault], notes: list[Fault]) -> None:
    """Faults of the names of columns. Unknown ones are only noted."""
    seen: set[str] = set()
    for at, name in enumerate(names):
        if name in COLUMNS and name in seen:
            faults.append(Fault("fault.column_twice", line, name, letter(at), line, (("name", name),)))
        elif name and name not in COLUMNS:
            args = (("given", name[:40]), ("right", ", ".join(COLUMNS)))
            notes.append(Fault("fault.column_unknown", line, name[:40], letter(at), line, args))
        seen.add(name)
    missing = [name for name in NEEDED if name not in names]
    faults.extend(Fault("fault.column_missing", line, row=line, args=(("name", name),)) for name in missing)
    if not set(names) & set(PROMPTS):
        faults.append(Fault("fault.prompt_missing", line, row=line))


def _placed(line: int, number: int, names: Sequence[str], cells: Sequence[str], faults: list[Fault]) -> dict[str, Cell]:
    """The cells by column. A cell with line breaks moves the line of the cells after it."""
    placed = {name: Cell("", line, letter(at)) for at, name in enumerate(names) if name in COLUMNS}
    for at, text in enumerate(cells):
        if at < len(names) and names[at]:
            placed[names[at]] = Cell(text, line, letter(at))
        elif text.strip():
            args = (("given", text.strip()[:40]),)
            faults.append(Fault("fault.cells", line, letter(at), letter(at), number, args))
        line += text.count("\n")
    return placed


def letter(at: int) -> str:
    """The name of a column in a spreadsheet: 0 → A, 25 → Z, 26 → AA."""
    return (letter(at // 26 - 1) if at > 25 else "") + chr(65 + at % 26)


def _json_rows(text: str, faults: list[Fault], notes: list[Fault]) -> list[Row]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        faults.append(Fault("fault.json", error.lineno, str(error.colno)))
        return []
    except (RecursionError, ValueError):
        faults.append(Fault.of("fault.json"))
        return []
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        faults.append(Fault("fault.json_shape", 1, args=(("given", _short(data)),)))
        return []
    rows = []
    for card, lines in zip(cards, _places(text), strict=True):
        if isinstance(card, dict):
            rows.append(json_row(card, lines, faults, notes))
        else:
            faults.append(Fault("fault.json_card", lines[""], args=(("given", _short(card)),)))
    return rows


def json_row(card: Mapping[str, Any], lines: Mapping[str, int], faults: list[Fault], notes: list[Fault]) -> Row:
    """A card of JSON as a row. `lines`: the lines of its fields, by name, and its own line under ""."""
    start = lines.get("", 0)
    cells = {name: Cell("", start) for name in (*NEEDED, *PROMPTS)}
    for name, value in card.items():
        line = lines.get(name, start)
        if name not in COLUMNS:
            args = (("given", name[:40]), ("right", ", ".join(COLUMNS)))
            notes.append(Fault("fault.column_unknown", line, name[:40], args=args))
        elif (text := _json_text(value)) is None:
            faults.append(Fault("fault.type", line, name, args=(("given", _short(value)),)))
            cells.pop(name, None)
        else:
            cells[name] = Cell(text, line)
    return Row(start, 0, cells)


def _json_text(value: Any) -> str | None:
    """A value of JSON as the text of a cell; `None` if it cannot be one."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    if value is None or isinstance(value, str):
        return value or ""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12 else None


_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}\[\]]|[^\s{}\[\],:"]+')


def _places(text: str) -> list[dict[str, int]]:
    """For each item in the list of cards of a JSON text, the lines of its fields, and its own line under ""."""
    places: list[dict[str, int]] = []
    path: list[tuple[str, str]] = []
    cards = [("[", "")] if text.lstrip().startswith("[") else [("{", ""), ("[", "cards")]
    key, line, end = "", 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        if token[2]:
            key = json.loads(token[1])
            if path[:-1] == cards:
                places[-1][key] = line
            continue
        if token[0] in ("}", "]"):
            path.pop()
        else:
            if path == cards:
                places.append({"": line})
            if token[0] in ("{", "["):
                path.append((token[0], key))
                places = [] if path == cards else places
        key = ""
    return places


def _short(value: Any) -> str:
    return shorten(value, 40)
