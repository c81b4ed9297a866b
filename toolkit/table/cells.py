"""How long a screen is kept: a cell that is run again lets go of what its last run has made and shown.

ipywidgets keeps every widget until somebody closes it, so that a page that is loaded again finds them all. A screen is
kept like that as long as one of its cells stands as it was run. After that it lives as long as somebody has it in a
variable; then it is closed, and its match, its log and its charts are given back.

Which cell is run is known in a notebook alone. What is made elsewhere is kept, as every widget is.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

from ipywidgets import Widget
from ipywidgets.widgets import widget as registry

ENOUGH = 8
"""So many screens are let go before the memory is swept: a sweep takes about as long as drawing one."""

_screens: dict[str, weakref.WeakSet[Any]] = {}
"""By cell: what its last run has made or shown."""
_homes: weakref.WeakKeyDictionary[Any, set[str | None]] = weakref.WeakKeyDictionary()
"""By screen: the cells that have made or shown it; `None` stands for elsewhere."""
_shells: weakref.WeakSet[Any] = weakref.WeakSet()
_gone = {"since the last sweep": 0}


def keep(screen: Widget) -> None:
    """Keeps a screen that is made or shown now, until the cell that does so is run again."""
    cell = _cell()
    _homes.setdefault(screen, set()).add(cell)
    if cell is not None:
        _screens.setdefault(cell, weakref.WeakSet()).add(screen)
    if screen.comm is not None:
        registry._instances[screen.model_id] = screen


def weakly(method: Callable[..., Any]) -> Callable[..., Any]:
    """A bound method that does not keep its object alive, and does nothing once that is gone."""
    known = weakref.WeakMethod(method)

    def call(*args: Any) -> Any:
        found = known()
        return found(*args) if found else None

    return call


def _cell() -> str | None:
    """The cell that is run now; `None` elsewhere, as in the handler of a button."""
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None
    if shell not in _shells:
        _shells.add(shell)
        shell.events.register("pre_run_cell", lambda info: _let_go(getattr(info, "cell_id", None), shell))
        shell.events.register("post_run_cell", lambda result: _sweep())
    request = kernel.get_parent() or {}
    if request.get("header", {}).get("msg_type") != "execute_request":
        return None
    found = request.get("metadata", {}).get("cellId")
    return found if isinstance(found, str) else None


def _let_go(cell: str | None, shell: Any) -> None:
    """Of what this cell has made and shown: a new run begins."""
    for screen in tuple(_screens.pop(cell, ())) if cell is not None else ():
        homes = _homes[screen]
        homes.discard(cell)
        if not homes and screen.comm is not None and not _is_inside_another(screen):
            registry._instances.pop(screen.model_id, None)
            _forget_output(screen, shell)
            _gone["since the last sweep"] += 1


def _is_inside_another(screen: Widget) -> bool:
    """Whether a box holds it: the box may stand in another cell."""
    boxes = (getattr(widget, "children", ()) for widget in tuple(registry._instances.values()))
    return any(screen is child for children in boxes for child in children)


def _forget_output(screen: Widget, shell: Any) -> None:
    """Takes a screen out of `Out`, whose entry is that of the run that is being replaced."""
    outputs = shell.user_ns.get("_oh", {})
    for number in [number for number, value in outputs.items() if value is screen]:
        del outputs[number]
        for names in (shell.user_ns, shell.user_ns_hidden):
            names.pop(f"_{number}", None)


def _sweep() -> None:
    """A screen and its sessions know each other, so that only Python's collector finds them."""
    if _gone["since the last sweep"] >= ENOUGH:
        _gone["since the last sweep"] = 0
        gc.collect()
