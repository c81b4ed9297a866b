"""The games: each a package of pure functions with the same file names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from toolkit.core.words import BadInput

NAMES = ("math_storm", "cloud_mountain")


def load(name: str) -> Any:
    """The module of a game. `BadInput` names the games there are."""
    if name not in NAMES:
        raise BadInput("game", given=repr(name), right=", ".join(NAMES))
    return import_module(f"toolkit.games.{name}")
