"""The values of a lesson's report: one answer, and what is counted of several."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from toolkit.core import words


class Row(msgspec.Struct, frozen=True):
    """One answer of a seat.

    `time`: the time of day; `ply`: of the match; `number`: of the card; `answer`: `None` if none was given; `ok`: the
    verdict, a teacher's if `override_by_teacher`; `pattern`: the error pattern that fits, if it is exactly one.
    """

    time: str
    seat: int
    ply: int
    number: int
    item_id: str
    family: str
    stars: int
    answer: str | None
    ok: bool
    seconds_used: int
    hints: int
    pattern: str = ""
    override_by_teacher: bool = False
    taken_back: bool = False
    late: bool = False
    """The verdict was changed when the match had gone on: it counts here and not on the board."""

    @property
    def bug(self) -> str:
        """The error pattern, if the answer counts as wrong; otherwise ""."""
        return "" if self.ok else self.pattern

    @property
    def blank(self) -> bool:
        """Whether nothing was answered and no teacher has decided: neither right nor wrong."""
        return self.answer is None and not self.override_by_teacher


class Tally(msgspec.Struct, frozen=True):
    """How many answers a seat gave to a family, and how many of them are right. Blanks are not counted."""

    family: str
    seat: int
    right: int
    all: int


class Score(msgspec.Struct, frozen=True):
    """The score of a seat; `rank`: 1 is first, ties share."""

    seat: int
    rank: int
    points: int


class Hard(msgspec.Struct, frozen=True):
    """A question that not everybody answered right: how many did, of all that answered it."""

    row: Row
    """One of its answers."""
    right: int
    all: int


def read_rows(data: Any, seats: int = len(words.LETTERS)) -> tuple[Row, ...]:
    """Rows as `save_rows` wrote them, of so many seats. `ValueError` for anything else."""
    rows = tuple(msgspec.convert(data, list[Row]))
    for row in rows:
        if row.seat not in range(seats) or row.stars not in range(10) or row.ply < 0:
            raise ValueError(row)
        datetime.fromisoformat(row.time)
    return rows
