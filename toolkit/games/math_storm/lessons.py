"""Lessons of Math Storm: which cards come, when the game ends, and how it opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.core.lessons import Choice, Chosen, Lessons

DIE = {"lower": "plus-minus", "upper": "four-operations"}
"""The operation die of each band."""
OPENING = frozenset({"order", "place"})
"""The phases before the first turn."""


def options(chosen: Chosen) -> Mapping[str, Any]:
    """The options of the ruleset."""
    return {
        "die": DIE[chosen["band"]],
        "stars": tuple(chosen["stars"]),
        "challenge": chosen["challenge"],
        "chips": chosen["chips"] if chosen["end"] == "chips" else 0,
        "rounds": chosen["rounds"] if chosen["end"] == "rounds" else 0,
        "order": chosen["order"],
    }


def at_once(chosen: Chosen) -> frozenset[str]:
    """The spins that nobody presses a button for."""
    return OPENING if chosen["opening"] == "at once" else frozenset()


LESSONS = Lessons(
    choices=(
        Choice("band", tuple(DIE), "lower", "cards"),
        Choice("stars", (0, 1, 2, 3), (1, 1, 1), "cards", "list", ("★", "★★", "★★★"), "weight", 0, 100),
        Choice("challenge", ("sealed", "buzzer"), "sealed"),
        Choice("opening", ("at once", "spins"), "at once"),
        Choice("order", ("high", "low", "seats"), "high"),
        Choice("end", ("chips", "rounds", "time"), "chips", "end"),
        Choice("chips", (1, 2, 3, 4, 5), 2, "end", "list", least=1, most=20, only=("end", "chips")),
        Choice(
            "rounds", (2, 3, 4, 5, 6, 8, 10, 12, 15, 20), 8, "end", "list", least=1, most=1000, only=("end", "rounds")
        ),
    ),
    options=options,
    at_once=at_once,
    account=None,
)
