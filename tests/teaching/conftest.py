"""Tests of what is said in the current language begin and end in English."""

from __future__ import annotations

from typing import Any

import pytest

from toolkit.core import words


@pytest.fixture
def english() -> Any:
    words.set_current("en")
    yield
    words.set_current("en")
