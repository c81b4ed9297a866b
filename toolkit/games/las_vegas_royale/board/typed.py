"""Typed commands: a line for each legal action, and the reader of lines for actions that are not legal.

    4 (place at casino 4)    pass    use 5 big    block 3 6    trade 4 chip    split 1 0 2    activate d2

A die is small unless "big" is said. `spell(key)`: the words for it in the table's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolkit.core.kit import Seen, Spell
from toolkit.games.las_vegas_royale.board.text import Action, is_none

FIELDS = {
    "place": ("casino",),
    "use": ("casino", "big"),
    "hide": ("tokens",),
    "guess": ("tokens",),
    "close": ("casino",),
    "drink": ("big",),
    "block": ("size", "casino"),
    "put": ("casino", "big"),
    "fetch": ("casino", "big"),
    "side": ("small", "big"),
    "split": ("sixty", "twenty", "empty"),
    "pick": ("pile",),
    "slot": ("number", "big"),
    "reward": ("result",),
    "frame": ("big",),
}
"""The fields of each kind of action, in the order in which they are typed. In `side` both are numbers of dice."""
ALONE = ("roll", "pass", "decline", "halt")


def commands(seen: Seen, spell: Spell) -> Iterable[tuple[str, Action]]:
    """Every line that may be typed for a legal action, besides the words that all games have, with its action."""
    for action in seen.legal:
        kind = action["type"]
        if kind == "place":
            yield str(action["casino"]), action
        if kind == "bet":
            yield from ((word, action) for word in spell("bet_higher" if action["higher"] else "bet_lower"))
        if is_none(action):
            yield from ((word, action) for word in spell("black_none"))
        for tail in _tails(action, spell):
            yield from ((f"{word} {tail}".strip(), action) for word in spell(kind))
            if kind == "drink":
                yield tail, action


def _tails(action: Action, spell: Spell) -> Iterator[str]:
    """What follows the word of an action; a small die may be left unsaid."""
    kind = action["type"]
    if kind == "trade":
        yield from (f"{action['casino']} {word}" for word in spell(action["reward"]))
    elif kind == "activate":
        yield action["tile"].lower()
    elif kind == "black":
        yield " ".join(map(str, action["numbers"]))
    elif kind in FIELDS:
        numbers = " ".join(str(action[name]) for name in FIELDS[kind] if type(action[name]) is int)
        if type(action.get("big")) is not bool:
            yield numbers
        else:
            yield from (f"{numbers} {word}".strip() for word in spell("big" if action["big"] else "small"))
            if not action["big"] and numbers:
                yield numbers


def parse(seen: Seen, said: str, spell: Spell) -> Action | None:
    """The action that a line asks for, legal or not, so that a refusal can give the reason; `None` for none."""
    if any(said == word for word in spell("chance")):
        return {"type": "chance"}
    for kind in ALONE:
        if said in spell(kind):
            return {"type": kind, "seat": seen.seat}
    heads = [(word, kind) for kind in FIELDS for word in spell(kind) if f"{said} ".startswith(f"{word} ")]
    head, kind = max(heads, key=lambda pair: len(pair[0]), default=("", "place"))
    parts = said[len(head) :].split()
    return _read(kind, seen.seat, parts, spell)


def _read(kind: str, seat: int, parts: list[str], spell: Spell) -> Action | None:
    """The action of a kind with these words behind it; `None` where they do not fit."""
    action: Action = {"type": kind, "seat": seat}
    names = list(FIELDS[kind])
    if names[-1] == "big" and kind != "side":
        names.pop()
        action["big"] = bool(parts) and parts[-1] in spell("big")
        if parts and parts[-1] in (*spell("big"), *spell("small")):
            parts = parts[:-1]
    if len(parts) != len(names) or not all(part.isdecimal() for part in parts):
        return None
    return action | dict(zip(names, map(int, parts), strict=True))
