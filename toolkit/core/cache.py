"""What costs seconds and never changes, kept on disk from one kernel to the next.

    bundle = cached_text("vega", "found", make_bundle, version="1.9.0")

A thing has a name ("vega"), a key (which one of that name) and a version (what makes it old). It is made when
it is asked for the first time, written whole under another name and then renamed, so that several processes
may ask at once. A file without its own checksum is made again. Writing one removes those of other versions.

The folder is the user's cache folder, or `TOOLKIT_CACHE_DIR`. Where it cannot be written, one warning says so
and things are kept in memory.
"""

from __future__ import annotations

import io
import json
import os
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

ENV = "TOOLKIT_CACHE_DIR"
ABANDONED = 3600.0
"""Seconds after which a half-written file belongs to a process that has died."""

T = TypeVar("T")

_memory: dict[Path, bytes] = {}
_warned: set[Path] = set()


def folder() -> Path:
    """Where files are kept: `TOOLKIT_CACHE_DIR`, or the user's cache folder. It need not exist."""
    if given := os.environ.get(ENV):
        return Path(given)
    try:
        from platformdirs import user_cache_path
    except ImportError:
        return Path.home() / ".cache" / "toolkit"
    return user_cache_path("toolkit", appauthor=False)


def fingerprint(*parts: str | bytes | Path) -> str:
    """A short digest of texts, and of the contents of files: what to give as `version`."""
    digest = sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:16]


def cached_text(name: str, key: str, make: Callable[[], str], *, version: str = "") -> str:
    """The text that `make()` gives."""
    return _cached(name, key, version, lambda: make().encode(), bytes.decode)


def cached_json(name: str, key: str, make: Callable[[], Any], *, version: str = "") -> Any:
    """The JSON value that `make()` gives; each call answers a fresh copy."""
    return _cached(name, key, version, lambda: json.dumps(make()).encode(), json.loads)


def cached_array(name: str, key: str, make: Callable[[], NDArray[Any]], *, version: str = "") -> NDArray[Any]:
    """The array of numbers that `make()` gives, with its shape and type; each call answers a fresh copy."""
    return _cached(name, key, version, lambda: _pack(make()), _unpack)


def _pack(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def _unpack(data: bytes) -> NDArray[Any]:
    array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    return array


def _cached(name: str, key: str, version: str, make: Callable[[], bytes], read: Callable[[bytes], T]) -> T:
    path = folder() / f"{name}-{fingerprint(version)}-{fingerprint(key)}.cache"
    data = _memory.get(path)
    if data is None:
        data = _load(path)
        if data is None:
            data = make()
            _store(path, data)
        _memory[path] = data
    return read(data)


def _load(path: Path) -> bytes | None:
    """What the file holds after its checksum; `None` where it is missing, unreadable or damaged."""
    try:
        checksum, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if checksum == sha256(data).hexdigest().encode() else None


def _store(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}-{token_hex(4)}")
        try:
            half.write_bytes(sha256(data).hexdigest().encode() + b"\n" + data)
            half.replace(path)
        except OSError:
            with suppress(OSError):
                half.unlink()
            raise
    except OSError as error:
        # Windows refuses to replace a file that another process reads: then it is there already.
        if _load(path) != data:
            _warn(path.parent, error)
    else:
        _sweep(path)


def _sweep(path: Path) -> None:
    """Remove what other versions of the same thing have left, and what dead processes were writing."""
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
    if where in _warned:
        return
    _warned.add(where)
    from toolkit.core import files, words

    text = words.say("error.cache", words.current(), folder=str(where), reason=files.cause(error), env=ENV)
    warnings.warn(text, RuntimeWarning, stacklevel=2)
