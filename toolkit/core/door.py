"""The door through which a module is loaded by its name, without being imported where it is used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def module(name: str) -> ModuleType:
    """A module by its full name."""
    return import_module(name)
