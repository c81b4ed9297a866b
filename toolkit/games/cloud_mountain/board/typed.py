"""What may be typed at a table of Cloud & Mountain, besides the words of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.core.kit import Seen, Spell
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.board.text import Action
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS


def commands(seen: Seen, spell: Spell) -> Iterable[tuple[str, Action]]:
    """What may be typed besides the catalogue's words: "lay sum>35 5", "turn 5", "swap all 1 9", "2" for a column."""
    for action in seen.legal:
        tail = _tail(action)
        if action["type"] == "choose":
            yield str(action["column"] + 1), action
        if tail:
            backwards = f" {spell('reversed')[0]}" if action.get("reversed") else ""
            yield from ((f"{word} {tail}{backwards}", action) for word in spell(action["type"]))
            if action["type"] in ("lay", "replace"):
                yield f"{tail}{backwards}", action


KINDS = ("chance", "lay", "shift", "take", "flip", "done", "choose", "replace", "swap", "hold")
CELLS_OF = {"lay": 1, "replace": 1, "shift": 2, "take": 1, "flip": 1, "swap": 2, "choose": 1}


def parse(seen: Seen, said: str, spell: Spell) -> Action | None:
    """The action that a typed line asks for, whether it can be done or not: "lay sum > 35 5" with the tile as it may be
    written, "done" too early. `None` for what is no action; `BadInput` for a tile or a cell that there is not.
    """
    heads = [(word, kind) for kind in KINDS for word in spell(kind) if f"{said} ".startswith(f"{word} ")]
    head, kind = max(heads, key=lambda found: len(found[0]), default=("", ""))
    words = said[len(head) :].split()
    kind = kind or ("replace" if seen.due.phase == "spend" else "lay")
    n = CELLS_OF.get(kind, 0)
    backwards = bool(words) and words[-1] in spell("reversed")
    words = words[: len(words) - backwards]
    written, numbers = "".join(words[: len(words) - n]), words[len(words) - n :]
    tiled = kind in ("lay", "replace", "swap")
    if len(numbers) < n or not all(map(str.isdecimal, numbers)) or bool(written) != tiled or (not head and not n):
        return None
    return _read(kind, seen.seat, [int(one) - 1 for one in numbers], written, backwards)


def _read(kind: str, seat: int, cells: list[int], written: str, backwards: bool) -> Action:
    if kind != "choose" and (strange := [cell for cell in cells if cell not in CELLS]):
        raise BadInput("cell", given=strange[0] + 1, right="1 … 9")
    found: Action = {"type": kind} if kind == "chance" else {"type": kind, "seat": seat}
    if written:
        found["tile"] = tile(written).id
    if kind in ("lay", "replace"):
        return found | {"cell": cells[0], "reversed": backwards}
    if kind == "swap":
        return found | {"a": min(cells), "b": max(cells)}
    names = {"shift": ("cell", "to"), "take": ("cell",), "flip": ("cell",), "choose": ("column",)}.get(kind, ())
    return found | dict(zip(names, cells, strict=True))


def _tail(action: Action) -> str:
    """What follows the word of an action; cells are 1 … 9."""
    match action["type"]:
        case "lay" | "replace":
            return f"{action['tile']} {action['cell'] + 1}"
        case "shift":
            return f"{action['cell'] + 1} {action['to'] + 1}"
        case "take" | "flip":
            return str(action["cell"] + 1)
        case "swap":
            return f"{action['tile']} {action['a'] + 1} {action['b'] + 1}"
        case "choose":
            return str(action["column"] + 1)
    return ""
