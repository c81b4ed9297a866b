"""Values that take seconds to make and never change, kept on disk from one kernel to the next.

    bundle = cached_text("vega", "bundle", make_bundle, version="1.9.0")

A value has a name ("vega"), a key (which one of that name) and a version (what makes it outdated). It is made at the
first request, written completely under another name and then renamed, so several processes may ask at once. A file
whose checksum is missing or wrong is made again. Writing a value removes those of other versions.

The folder is the user's cache folder, or `TOOLKIT_CACHE_DIR`. If it cannot be written, one warning says so and values
are kept in memory only.

A wheel brings what the first table needs in a folder of its own (`shipped`), which is only read: nobody waits for the
first charts. What is there depends on our own files alone (`recipe`); it stays right with another version of Altair.
"""

from __future__ import annotations

import io
import json
import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

ENV = "TOOLKIT_CACHE_DIR"
ABANDONED = 3600.0
"""Seconds after which a half-written file belongs to a process that has died."""

SHIPPED = Path(__file__).resolve().parents[1] / "_shipped"
"""What `toolkit ship` puts into a wheel. A clone has no such folder."""

told: ContextVar[Callable[[], AbstractContextManager[object]]] = ContextVar("told", default=nullcontext)
"""Entered while a value is made, so that whoever waits can say what for."""

T = TypeVar("T")

# All that this process remembers; `forget` empties them.
_memory: dict[Path, bytes] = {}
_recipes: dict[Path, str] = {}
_warned: set[Path] = set()


@contextmanager
def telling(say: Callable[[], object]) -> Iterator[None]:
    """Inside, `say` is called before the first value that has to be made, and only then."""
    is_said = False

    @contextmanager
    def tell() -> Iterator[None]:
        nonlocal is_said
        if not is_said:
            say()
        is_said = True
        yield

    ours = told.set(tell)
    try:
        yield
    finally:
        told.reset(ours)


def forget() -> None:
    """Drops everything that this process remembers: values are read from the disk again, and a warning comes again."""
    _memory.clear()
    _recipes.clear()
    _warned.clear()


def folder() -> Path:
    """The folder of the files: `TOOLKIT_CACHE_DIR`, or the user's cache folder. It need not exist."""
    if given := os.environ.get(ENV):
        return Path(given)
    try:
        from platformdirs import user_cache_path
    except ImportError:
        return Path.home() / ".cache" / "toolkit"
    return user_cache_path("toolkit", appauthor=False)


def fingerprint(*parts: str | bytes | Path) -> str:
    """A short digest of texts and of the contents of files, to be used as `version`. OSError if a file is missing."""
    digest = sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:16]


def cached_text(name: str, key: str, make: Callable[[], str], *, version: str = "", recipe: str | None = None) -> str:
    """The text that `make()` returns. `recipe`: the version of a shipped value, if it can be shipped."""
    return _cached(name, key, (version, recipe), lambda: make().encode(), bytes.decode)


def cached_json(name: str, key: str, make: Callable[[], Any], *, version: str = "", recipe: str | None = None) -> Any:
    """The JSON value that `make()` returns; every call gives a fresh copy. `recipe`: see `cached_text`."""
    return _cached(name, key, (version, recipe), lambda: json.dumps(make()).encode(), json.loads)


def cached_array(
    name: str, key: str, make: Callable[[], NDArray[Any]], *, version: str = "", recipe: str | None = None
) -> NDArray[Any]:
    """The array of numbers that `make()` returns, with its shape and type; every call gives a fresh copy.

    `recipe`: see `cached_text`.
    """
    return _cached(name, key, (version, recipe), lambda: _pack(make()), _unpack)


def _pack(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def _unpack(data: bytes) -> NDArray[Any]:
    array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    return array


def _cached(
    name: str, key: str, versions: tuple[str, str | None], make: Callable[[], bytes], read: Callable[[bytes], T]
) -> T:
    version, recipe = versions
    path = folder() / _file(name, version, key)
    data = _memory.get(path)
    if data is None:
        shipped = None if recipe is None else _load(SHIPPED / _file(name, recipe, key))
        data = _load(path) if shipped is None else shipped
        if data is None:
            with told.get()():
                data = make()
            _store(path, data)
        _memory[path] = data
        if recipe is not None:
            _recipes[path] = _file(name, recipe, key)
    return read(data)


def _file(name: str, version: str, key: str) -> str:
    return f"{name}-{fingerprint(version)}-{fingerprint(key)}.cache"


def ship(target: Path) -> int:
    """Writes all values with a recipe that this process knows into `target`, and nothing else there; how many."""
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.cache"):
        old.unlink()
    for path, name in _recipes.items():
        (target / name).write_bytes(_with_checksum(_memory[path]))
    return len(_recipes)


def _with_checksum(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode() + b"\n" + data


def _load(path: Path) -> bytes | None:
    """The content of a file without its checksum; `None` if the file is missing, unreadable or damaged."""
    try:
        checksum, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if checksum == sha256(data).hexdigest().encode() else None


def _store(path: Path, data: bytes) -> None:
    """Writes the content with its checksum; a folder that cannot be written is worth a warning, never an error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}-{token_hex(4)}")
        try:
            half.write_bytes(_with_checksum(data))
            half.replace(path)
        except OSError:
            with suppress(OSError):
                half.unlink()
            raise
    except OSError as error:
        # Windows refuses to replace a file while another process reads it: then the file is there already.
        if _load(path) != data:
            _warn(path.parent, error)
    else:
        _sweep(path)


def _sweep(path: Path) -> None:
    """Removes values of the same name in other versions, and the half-written files of dead processes."""
    name, version, _ = path.name.rsplit("-", 2)
    for other in path.parent.glob("*.cache*"):
        parts = other.name.rsplit("-", 2)
        with suppress(OSError):
            if other.name.startswith("."):
                if time.time() - other.stat().st_mtime > ABANDONED:
                    other.unlink()
            elif len(parts) == 3 and parts[0] == name and parts[1] != version:
                other.unlink()


def _warn(where: Path, error: OSError) -> None:
    """Warns once that this folder cannot be written."""
    if where in _warned:
        return
    _warned.add(where)
    from toolkit.core import files, words

    text = words.say("error.cache", words.current(), folder=str(where), reason=files.cause(error), env=ENV)
    warnings.warn(text, RuntimeWarning, stacklevel=2)
