"""TODO: toolkit.games.math_storm.board.typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def commands(view: dict[str, Any], legal: Iterable[dict[str, Any]], spell: Any) -> Iterable[tuple[str, dict[str, Any]]]:
    """What may be typed beside the catalogue's words: the number under the pawn, "full" or "ring", a seat's letter, and
    for chance what the button says; what the other one says is understood too."""
    for action in legal:
        if action["type"] in ("move", "pick"):
            yield str(view["pawns"][action["seat"]][action["pawn"]]), action
            yield from ((word, action) for word in spell(("full", "ring")[action["pawn"]]))
        elif action["type"] == "buzz":
            yield "abcd"[action["seat"]], action
        elif action["type"] == "chance":
            keys = ("roll", "spin") if view["due"]["phase"] == "roll" else ("spin", "roll")
            yield from ((word, action) for key in keys for word in spell(key))
