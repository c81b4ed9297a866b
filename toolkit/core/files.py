"""Files that people name: what cannot be written or read is told with its path and the reason, in their language."""

from __future__ import annotations

from pathlib import Path

from toolkit.core.words import BadInput

CAUSES: tuple[tuple[type[Exception], str], ...] = (
    (FileNotFoundError, "missing"),
    (NotADirectoryError, "missing"),
    (PermissionError, "forbidden"),
    (IsADirectoryError, "folder"),
    (UnicodeError, "encoding"),
    (ValueError, "name"),
)
FULL = (28, 122)
"""The numbers of a full disk, and of a full share of one."""


def cause(error: Exception) -> str:
    """Why the system refused: a key below `reason` in the common words."""
    if isinstance(error, OSError) and error.errno in FULL:
        return "full"
    return next((key for kind, key in CAUSES if isinstance(error, kind)), "other")


def write(path: str | Path, text: str) -> Path:
    """Writes the text to the file and returns its path. `BadInput` where that is not possible."""
    try:
        path = Path(path)
        path.write_bytes(text.encode("utf-8"))
    except (OSError, TypeError, ValueError) as error:
        raise BadInput("save", given=repr(str(path)), reason=cause(error)) from error
    return path
