"""TODO: toolkit.core."""

from __future__ import annotations
