"""What may be typed at a table of Math Storm, besides the words of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.core.kit import Seen, Spell
from toolkit.core.seen import Json


def commands(seen: Seen, spell: Spell) -> Iterable[tuple[str, Json]]:
    """The number under the pawn, "full" or "ring", a seat's letter, and for chance what the button says; what the
    other button says is understood too."""
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
    """None: every action of this game is legal as it is spelt, or none at all."""
    return None
