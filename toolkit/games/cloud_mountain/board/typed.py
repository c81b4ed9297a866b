"""Typed commands: a line for each legal action, and the reader of lines for actions that are not legal.

    lay sum>35 5    swap all 1 9    turn 5    2 (a column)    hold    done

Cells are 1 … 9 in a line and 0 … 8 in an action. `spell(key)`: the words for an action in the table's language.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.core.kit import Seen, Spell
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.board.text import Action
from toolkit.games.cloud_mountain.rules.tiles import tile
from toolkit.games.cloud_mountain.state import CELLS


def commands(seen: Seen, spell: Spell) -> Iterable[tuple[str, Action]]:
    """Every line that may be typed for a legal action, besides the words that all games have, with its action."""
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
"""The actions that may be typed."""
CELLS_OF = {"lay": 1, "replace": 1, "shift": 2, "take": 1, "flip": 1, "swap": 2, "choose": 1}
"""How many numbers end the line of an action."""


def parse(seen: Seen, said: str, spell: Spell) -> Action | None:
    """The action that a line asks for, legal or not, so that a refusal can give the reason: "done" too early.

    The tile may be written in any way that `tile` reads, as in "lay sum > 35 5". `None` for a line that asks for no
    action; `BadInput` for an unknown tile or a cell outside 1 … 9.
    """
    heads = [(word, kind) for kind in KINDS for word in spell(kind) if f"{said} ".startswith(f"{word} ")]
    head, kind = max(heads, key=lambda pair: len(pair[0]), default=("", ""))
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
    action: Action = {"type": kind} if kind == "chance" else {"type": kind, "seat": seat}
    if written:
        action["tile"] = tile(written).id
    if kind in ("lay", "replace"):
        return action | {"cell": cells[0], "reversed": backwards}
    if kind == "swap":
        return action | {"a": min(cells), "b": max(cells)}
    names = {"shift": ("cell", "to"), "take": ("cell",), "flip": ("cell",), "choose": ("column",)}.get(kind, ())
    return action | dict(zip(names, cells, strict=True))


def _tail(action: Action) -> str:
    """The part of a line after the word of its action."""
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
