"""Hot reload: with `ANYWIDGET_HMR=1` in the kernel's environment, a script or style sheet is on the page once saved.

anywidget itself watches the files of a widget, but our scripts reach it as one text made from many files.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
import weakref
from collections.abc import Callable
from pathlib import Path

from toolkit.page import frontend

PAUSE = 0.4
"""Seconds between two looks at the files."""

_followers: list[weakref.WeakMethod[Callable[[], None]]] = []
_starting = threading.Lock()


def follow(changed: Callable[[], None]) -> None:
    """Calls the method `changed` whenever a file of the front end has been saved, as long as its object lives.

    The calls come from another thread. Without `ANYWIDGET_HMR=1` there are none.
    """
    if os.environ.get("ANYWIDGET_HMR") != "1":
        return
    with _starting:
        if not _followers:
            threading.Thread(target=_watch, args=(_saved(),), name="toolkit hot reload", daemon=True).start()
        _followers.append(weakref.WeakMethod(changed))


def _watch(before: dict[str, int]) -> None:
    """Looks at the files again and again. Ends when nobody follows any more."""
    while _living():
        time.sleep(PAUSE)
        now = _saved()
        if now != before:
            before = now
            _announce()


def _saved() -> dict[str, int]:
    """When each file was saved last. A file that is just being replaced is left out."""
    times = {}
    for file in map(str, frontend.files()):
        try:
            times[file] = Path(file).stat().st_mtime_ns
        except OSError:
            continue
    return times


def _announce() -> None:
    frontend.forget()
    try:
        frontend.front_end(), frontend.css()
    except (OSError, ValueError) as error:  # the page keeps what it has
        warnings.warn(f"The front end cannot be reloaded: {error}", stacklevel=1)
        return
    for changed in _living():
        changed()


def _living() -> list[Callable[[], None]]:
    with _starting:
        _followers[:] = [follower for follower in _followers if follower() is not None]
        return [changed for follower in _followers if (changed := follower())]
