"""The answers of this game's notebooks: there are none yet."""

from __future__ import annotations

from toolkit.core.keys import Keys

KEYS = Keys()
