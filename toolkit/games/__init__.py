"""The games: each a package of pure functions with the same file names."""

from __future__ import annotations

from typing import Any

from toolkit.core import registry

NAMES = ("math_storm", "cloud_mountain", "las_vegas_royale")
"""The built-in games, in the order in which they are listed. Others come through `toolkit.core.registry`."""


def load(name: str) -> Any:
    """The module of a game. `BadInput` names the games there are."""
    return registry.kit(name).rules
