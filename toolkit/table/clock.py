"""The sandglass of a table. The page counts; here is what it counts from, so that a late page cannot end a new card."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from toolkit.core.shown import shown
from toolkit.core.words import BadInput

MORE = 30


class Clock:
    """Seconds left for one card. `id` changes with every card and every change of the time left."""

    def __init__(self, now: Callable[[], float] = time.monotonic, stretch: float = 1.0) -> None:
        self.now = now
        self.stretch = stretch
        """How many times as long a card has as it says."""
        self.timer: Mapping[str, Any] | None = None
        self.total = 0.0
        self.running = False
        self.off = False
        """Switched off: stays so for the cards to come."""
        self._held: frozenset[str] = frozenset()
        self._runs = False
        self._left = 0.0
        self._since = 0.0
        self._used = 0.0
        self._counted: float | None = None

    @property
    def left(self) -> float:
        return max(0.0, self._left - (self.now() - self._since)) if self.running else self._left

    @property
    def paused(self) -> bool:
        """Whether it stands though there is time left to count."""
        return self.timer is not None and not self.off and not self.running and self._left > 0

    def hold(self, why: str, left: Any = None) -> None:
        """Stands until `release` is called for every reason that it was held for, whichever card is open by then.

        `left`: what the page shows, as for `act`.
        """
        if not self._held:
            self._runs = self.running
            if self.running:
                self.act("pause", left)
        self._held |= {why}

    def release(self, why: str) -> None:
        """Goes on if it ran when it was held, and nothing else holds it."""
        was = bool(self._held)
        self._held -= {why}
        if was and not self._held and self._runs and not self.off:
            self.act("resume")

    @property
    def used(self) -> float:
        """Seconds since the card was opened, pauses left out; counted without a time limit as well."""
        return self._used + (0.0 if self._counted is None else self.now() - self._counted)

    @property
    def id(self) -> str:
        return "" if self.timer is None else str(self.timer["id"])

    def follow(self, timer: Mapping[str, Any] | None) -> bool:
        """The timer of the card that is open now, or none. True where it is another card than before."""
        if (timer and timer["id"]) == (self.timer and self.timer["id"]):
            return False
        self.timer = timer
        self.total = self._left = float(timer["seconds"]) * self.stretch if timer else 0.0
        self._since = self.now()
        self._used, self._counted = 0.0, self._since if timer else None
        self.running = timer is not None and not self.off
        if self._held:
            self._runs = self.running
            if self.running:
                self.act("pause")
        return True

    def ends(self, id: str) -> bool:
        """Whether the time of this very card is up by now, give or take a second of the page's clock."""
        return self.timer is not None and id == self.id and self.running and self.left <= 1.0

    def end(self) -> None:
        """The time is up."""
        self._left, self.running = 0.0, False

    def act(self, do: Any, left: Any = None, more: float = MORE) -> None:
        """`pause`, `resume`, `add` 30 s or `more`, `off`, `on`. `left`: what the page shows, taken if it is near."""
        if do not in ("pause", "resume", "add", "off", "on"):
            raise BadInput("option_value", name="clock", given=shown(do), right="pause, resume, add, off, on")
        if self._held and do in ("resume", "on"):
            self._runs, self.off = self.timer is not None, self.off and do != "on"
            return
        counted = self.left
        if isinstance(left, int | float) and not isinstance(left, bool) and counted - 3 < left < counted + 3:
            counted = float(left)
        self._left, self._since = counted, self.now()
        if do == "add":
            self._left += more
            self.total = max(self.total, self._left)
        elif do in ("off", "on"):
            self.off = do == "off"
        self.running = self.timer is not None and not self.off and (do != "pause" and (self.running or do != "add"))
        self._count(do)

    def _count(self, do: str) -> None:
        """A pause is no time used."""
        used = self.used
        if do == "pause":
            self._used, self._counted = used, None
        elif self._counted is None and do != "add" and self.timer is not None:
            self._counted = self.now()

    def rescale(self, stretch: float) -> None:
        """Another stretch from now on; the card that is open gets its share of it at once."""
        share, self.stretch = stretch / self.stretch, stretch
        self._left, self._since = self.left * share, self.now()
        self.total *= share

    def json(self) -> dict[str, Any]:
        """The values that the page counts down from."""
        return {
            "step": self.id,
            "total": round(self.total, 1),
            "left": round(self.left, 1),
            "running": self.running,
            "off": self.off,
        }
