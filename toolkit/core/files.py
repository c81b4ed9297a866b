"""Files that people name, and tables for spreadsheet programs.

A file that cannot be written is an error with its path and the reason, in the reader's language.

>>> spreadsheet_cell("=HYPERLINK(1)"), spreadsheet_cell("-5")
("'=HYPERLINK(1)", '-5')
"""

from __future__ import annotations

import csv
import io
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from toolkit.core import words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput


class NoFile(OSError):
    """Something that has a path and is no file: a pipe, a device."""


CAUSES: tuple[tuple[type[Exception], str], ...] = (
    (FileNotFoundError, "missing"),
    (NotADirectoryError, "missing"),
    (PermissionError, "forbidden"),
    (IsADirectoryError, "folder"),
    (NoFile, "special"),
    (UnicodeError, "encoding"),
    (ValueError, "name"),
)
FULL = (28, 122)
"""The error numbers of a full disk and of a used-up quota."""


def cause(error: Exception) -> str:
    """Why the system refused: a key below `reason` in the common words."""
    if isinstance(error, OSError) and error.errno in FULL:
        return "full"
    return next((key for kind, key in CAUSES if isinstance(error, kind)), "other")


class Written(type(Path())):  # type: ignore[misc] # which of the two classes of paths depends on the system
    """The path of a file that has just been written; a notebook shows a sentence that says so."""

    def __repr__(self) -> str:
        return words.say("said.written", words.current(), path=str(self))


def read(path: str | Path, most: int) -> bytes:
    """The bytes of an ordinary file, at most `most`; one more where there are more, so that the caller can tell.

    OSError if it cannot be read, and for anything that is no file: that might never end.
    """
    path = Path(path)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(str(path))
    if not stat.S_ISREG(mode):
        raise NoFile(str(path))
    with path.open("rb") as file:
        return file.read(most + 1)


def write(path: str | Path, text: str) -> Path:
    """Writes the text to the file as UTF-8 and returns its path. `BadInput` if that is not possible."""
    try:
        found: Path = Written(path)
        found.write_bytes(text.encode("utf-8"))
    except (OSError, TypeError, ValueError) as error:
        raise BadInput("save", given=shown(str(path)[-90:], 100), reason=cause(error)) from error
    return found


_FORMULA = re.compile("['\\s\0\u200b-\u200f\u2060\ufeff]*[=+\\-@＝＋－＠]|'*[\t\r\n\0]")
"""How a cell begins that a spreadsheet program may run, after OWASP's page "CSV Injection" and ASVS 1.2.10; their signs
in full width too; blanks and signs without a width before them are passed over. Cells that begin with apostrophes and
then so are guarded as well, so that `cell_text` can tell a guard from a written one."""
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def spreadsheet_cell(value: Any) -> str | int | float:
    """A value as a cell of CSV that no spreadsheet program runs as a formula.

    Text that begins like a formula gets an apostrophe in front. Numbers stay as they are, negative ones and those in
    a text too. True is 1, False 0, `None` an empty cell.
    """
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int | float):
        return value
    text = "" if value is None else str(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def cell_text(cell: str) -> str:
    """The text of a cell, without the apostrophe that `spreadsheet_cell`, or a person, put before it."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def spreadsheet(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], delimiter: str = ",") -> str:
    """CSV as spreadsheet programs read it: byte order mark, Windows line ends, a head of columns, guarded cells."""
    return sheet([columns, *([row[name] for name in columns] for row in rows)], delimiter)


def sheet(rows: Iterable[Sequence[Any]], delimiter: str = ",") -> str:
    """The same of rows of any length."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows([spreadsheet_cell(cell) for cell in row] for row in rows)
    return "\ufeff" + out.getvalue()
