"""A file that is replaced after every move and can always be read: a second file is written, and then renamed.

    keep = Autosave("lesson.json")
    keep.write(text)      # True; or False, with one warning, if the folder cannot be written
    keep.read()           # the last text that was written completely, or None

A process that is killed while writing leaves the file as it was, and next to it an unfinished one (".half") that the
next process removes.

Two lessons may have been told to save in one file, as when a notebook was copied. Whoever finds that the file is not as
it was left writes beside it instead, into "lesson-2.json" and so on, and says so: nothing is replaced.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from glob import escape
from pathlib import Path
from secrets import token_hex

from toolkit.core import files, words
from toolkit.core.shown import shown
from toolkit.core.words import BadInput

ABANDONED = 60.0
"""Seconds after which an unfinished file is taken to belong to a process that has died."""


class Autosave:
    """`path`: relative to the folder that Python runs in, which is the notebook's. `None`: nothing is saved.

    `now`: the time of day. `BadInput` for something that cannot be a path.
    """

    def __init__(self, path: str | Path | None, now: Callable[[], datetime] = datetime.now) -> None:
        if path is not None and (not isinstance(path, str | Path) or not str(path) or "\0" in str(path)):
            raise BadInput("option_value", name="save", given=shown(path), right='None | "my_lesson.json"')
        self.path = None if path is None else Path(path).absolute()
        self.now = now
        self.failed = ""
        """Why the last attempt to write failed, a key below `reason` in the words; "" if it did not."""
        self.saved: datetime | None = None
        self.other = ""
        """The name of the file that another lesson writes now, if that was noticed and not yet answered."""
        self.is_mine: Callable[[str], bool] = lambda text: False
        """Whether this page wrote a text: a folder that is kept the same on two machines touches its files."""
        self._first = self.path
        self._mark: tuple[int, ...] | None = None
        self._warned = False

    @property
    def name(self) -> str:
        return self.path.name if self.path else ""

    def write(self, text: str) -> bool:
        """Replaces the text of the file. True if the new text is safely on the disk."""
        if self.path is None:
            return False
        try:
            if _mark(self.path) != self._mark:
                self._step_aside()
            replace(self.path, text)
            self._mark = _mark(self.path)
        except OSError as error:
            self._fail(error)
            return False
        self.failed, self.saved = "", self.now()
        return True

    def _step_aside(self) -> None:
        """Somebody else has written the file, or removed it: from now on another one is written, unless it is gone."""
        assert self.path is not None and self._first is not None
        if _mark(self.path) is None or self._is_own():
            return
        self.other = self.path.name
        number = 2
        while (path := self._numbered(number)).exists():
            number += 1
        self.path = path

    def _is_own(self) -> bool:
        assert self.path is not None
        with suppress(OSError, UnicodeError):
            return self._mark is not None and self.is_mine(self.path.read_text("utf-8-sig"))
        return False

    def _numbered(self, number: int) -> Path:
        assert self._first is not None
        return self._first.with_name(f"{self._first.stem}-{number}{self._first.suffix}")

    def all(self) -> dict[str, Path]:
        """By name, the files of lessons in the folder: the one that was asked for, and those beside it."""
        if self._first is None:
            return {}
        with suppress(OSError):
            beside = self._first.parent.glob(f"{escape(self._first.stem)}-*{escape(self._first.suffix)}")
            numbered = sorted((int(tail), path) for path in beside if (tail := _tail(path, self._first)).isdecimal())
            return {path.name: path for path in (self._first, *(path for _, path in numbered)) if path.is_file()}
        return {}

    def take(self, name: str = "") -> None:
        """From now on the file of this name is written, as it is found now; "": the one that was asked for."""
        if self._first is None:
            return
        self.path = self.all().get(name, self._first)
        self._mark, self.other = _mark(self.path), ""

    def _fail(self, error: OSError) -> None:
        self.failed = files.cause(error)
        if not self._warned and self.path is not None:
            self._warned = True
            folder = str(self.path.parent)
            warnings.warn(
                words.say("lesson.unsaved", words.current(), folder=folder, reason=self.failed),
                RuntimeWarning,
                stacklevel=3,
            )

    def read(self) -> str | None:
        """The text of the file, or `None` if there is no file. `OSError` or `UnicodeError` if it cannot be read."""
        return None if self.path is None else self.read_beside(self.path)

    def read_beside(self, path: Path) -> str | None:
        """The same for another file of `all`."""
        self._clear_halves(ABANDONED)
        try:
            return path.read_text("utf-8-sig")
        except (FileNotFoundError, NotADirectoryError):
            return None

    def set_aside(self) -> None:
        """Renames the file, if there is one, so that a new lesson does not replace it."""
        self.take()
        if self.path is None or not self.path.exists():
            return
        with suppress(OSError):
            number = 1
            while (aside := self._aside(str(number))).exists():
                number += 1
            self.path.rename(aside)
            self._mark = None

    def erase(self) -> None:
        """Removes the file, those that were set aside, and unfinished ones."""
        if self.path is None:
            return
        self._clear_halves()
        aside = f"{escape(self.path.stem)}.before-*{escape(self.path.suffix)}"
        for path in (self.path, *self.path.parent.glob(aside)):
            with suppress(OSError):
                path.unlink()
        self._mark, self.other = None, ""

    def erase_all(self) -> None:
        """Removes every file of `all`, with what was set aside for it."""
        for name in (*self.all(), ""):
            self.take(name)
            self.erase()

    def _aside(self, number: str) -> Path:
        assert self.path is not None
        return self.path.with_name(f"{self.path.stem}.before-{number}{self.path.suffix}")

    def _clear_halves(self, age: float = 0.0) -> None:
        assert self.path is not None
        with suppress(OSError):
            for half in list(self.path.parent.glob(f".{escape(self.path.name)}-*.half")):
                if time.time() - half.stat().st_mtime >= age:
                    half.unlink()


def _tail(path: Path, first: Path) -> str:
    """What the name of a file beside the first has more: "2" in "lesson-2.json"."""
    return path.name[len(first.stem) + 1 : len(path.name) - len(first.suffix)]


def _mark(path: Path) -> tuple[int, ...] | None:
    """Which file lies there, and in which state; `None` if there is none. `OSError` if the folder cannot be read."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size)


def replace(path: Path, text: str) -> None:
    """Writes a file completely or not at all: a second file, written through to the disk, is renamed.

    `OSError` if it cannot be written.
    """
    half = path.with_name(f".{path.name}-{token_hex(4)}.half")
    try:
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _rename(half, path)
    except OSError:
        with suppress(OSError):
            half.unlink()
        raise
    _sync_folder(path.parent)


HELD = os.name == "nt"
"""Whether a file may be held by whoever reads it."""
TRIES = 5
PAUSE = 0.05
"""Seconds before a rename is tried again, and twice as long before each further time."""


def _rename(half: Path, path: Path) -> None:
    """Renames the file. Windows refuses that while another program reads the old one, which mostly takes a moment."""
    for attempt in range(TRIES):
        try:
            half.replace(path)
            return
        except PermissionError:
            if not HELD or attempt == TRIES - 1:
                raise
        time.sleep(PAUSE * 2**attempt)


def _sync_folder(folder: Path) -> None:
    """Makes sure that the new name outlasts a power cut as well. Not every system can open a folder."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
