"""When results and odds are shown at a table: at once, after the class has said its number, or never.

A reveal belongs to one open step; with the next decision all is hidden again. Whatever is hidden is not in the page:
the view is covered before it is drawn (`Kit.cover`), and no panel is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.cards.reading import single_number
from toolkit.core.result import Result
from toolkit.core.shown import shown
from toolkit.core.words import BadInput, Phrase

SHOW = ("all", "after", "none")
LONGEST = 40
"""Letters of a number that are read and said again."""


class Showing:
    """`show`: one of `SHOW`. Steps are named as by `Match.step`."""

    def __init__(self, show: str) -> None:
        self.show = known_show(show)
        self._revealed = ""
        self._told: tuple[str, Phrase, bool] | None = None

    def set(self, value: Any) -> None:
        """Another way to show. `BadInput` if there is none of that name."""
        self.show = known_show(value)

    def is_revealed(self, step: str) -> bool:
        return self.show == "all" or (self.show == "after" and step == self._revealed)

    def reveal(self, step: str) -> None:
        """Shows results and odds until the next step. `BadInput` where they are never shown."""
        if self.show == "none":
            raise BadInput("reveal_never")
        self._revealed = step

    def guess(self, step: str, text: str, results: Iterable[Result]) -> None:
        """A number of the class: what is right is revealed, anything else is answered in a sentence."""
        number, given = single_number(text), text.strip()[:LONGEST]
        if self.show == "none":
            raise BadInput("reveal_never")
        if self.show == "all":
            raise BadInput("guess_none")
        if number is None:
            self._told = step, Phrase.of("show.unreadable" if given else "show.blank", given=given), False
        elif any(result.is_met(number) for result in results):
            self._told = step, Phrase.of("show.right", given=given), True
            self.reveal(step)
        else:
            self._told = step, Phrase.of("show.wrong", given=given), False

    def told(self, step: str) -> tuple[Phrase, bool] | None:
        """What is said about the last number of this step, and whether it was right."""
        return None if self._told is None or self._told[0] != step else self._told[1:]

    @property
    def mark(self) -> tuple[Any, ...]:
        """All that what is shown depends on."""
        return self.show, self._revealed, self._told


def known_show(value: Any) -> str:
    """One of `SHOW`. `BadInput` for anything else."""
    if value not in SHOW:
        raise BadInput("option_value", name="show", given=shown(value), right=" | ".join(map(repr, SHOW)))
    return str(value)
