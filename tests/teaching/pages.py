"""Lessons on a page: what the start page and a running lesson are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import toolkit
from toolkit.teaching.lesson import Lesson


def lesson(save: Path | None = None, **given: Any) -> Lesson:
    return toolkit.lesson(save=save, **({"seed": 5, "order": "seats"} | given))


def do(here: Any, what: str, value: Any = None, **rest: Any) -> str | None:
    error: str | None = here.handle({"kind": "lesson", "do": what, "value": value, **rest})
    return error


def choose(here: Any, name: str, value: str) -> str | None:
    return do(here, "choose", value, name=name)
