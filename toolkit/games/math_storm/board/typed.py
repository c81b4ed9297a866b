"""The words that may be typed at a table of Math Storm, besides the words of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.core.kit import Seen, Spell
from toolkit.core.seen import Json


def commands(seen: Seen, spell: Spell) -> Iterable[tuple[str, Json]]:
    """For a move or a pick the number under the pawn, "full" or "ring"; to buzz, the letter of the seat; for chance the
    word on the button, and that on the other button too."""
    view = seen.view
    for action in seen.legal:
        if action["type"] in ("move", "pick"):
            yield str(view["pawns"][action["seat"]][action["pawn"]]), action
            yield from ((word, action) for word in spell(("full", "ring")[action["pawn"]]))
        elif action["type"] == "buzz":
            yield "abcd"[action["seat"]], action
        elif action["type"] == "chance":
            keys = ("roll", "spin") if view["due"]["phase"] == "roll" else ("spin", "roll")
            yield from ((word, action) for key in keys for word in spell(key))


def parse(seen: Seen, typed: str, spell: Spell) -> Json | None:
    """None: a typed line that matches no legal action means no action of this game."""
    return None
