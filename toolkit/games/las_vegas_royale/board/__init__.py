"""The table of Las Vegas Royale on the plain board: casinos as a grid, what each seat owns, buttons, typed lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from toolkit.core.kit import Headline, PlainBoard, Say, Seen, Spell
from toolkit.core.plain import Choice, Fact, Group, Plain
from toolkit.core.seen import Json, View
from toolkit.games.las_vegas_royale.board import geometry, text, typed


class Board(PlainBoard):
    """The plain board with the words and the order of this game."""

    def __init__(self) -> None:
        super().__init__()
        self.BUTTONS = frozenset({"next_round", "hand", "jackpot", "prime", "fifty", "choice", "count"})

    def size(self, view: View) -> tuple[int, int]:
        """Width and height of the picture."""
        return geometry.size(view)

    def headline(self, seen: Seen, say: Say) -> Headline:
        """Whose turn it is, what is to be done, and the round."""
        return text.headline(seen, say)

    def context(self, seen: Seen, say: Say, act: Callable[[Json], str]) -> Plain:
        """What lies on the table, in words, and a button for each choice."""
        plain = super().context(replace(seen, view={}), say, act)
        groups = tuple(replace(group, choices=tuple(_named(group, say))) for group in plain.groups)
        facts, columns = tuple(_facts(seen, say)), tuple(_columns(seen, say)) + plain.columns
        grid = Fact("casinos", say.t("view.casinos"), grid=geometry.casinos(seen.view, say))
        return Plain(facts, columns, (grid,), groups, seen.due.seat)

    def commands(self, seen: Seen, spell: Spell) -> Iterable[tuple[str, Json]]:
        """What may be typed for legal actions."""
        return typed.commands(seen, spell)

    def parse(self, seen: Seen, typed_line: str, spell: Spell) -> Json | None:
        """The action that a typed line asks for, legal or not."""
        return typed.parse(seen, typed_line, spell)


def _named(group: Group, say: Say) -> Iterator[Choice]:
    for choice in group.choices:
        none = text.is_none(choice.action)
        yield replace(choice, text=say.t("action.black_none"), whole=say.t("action.black_none")) if none else choice


def _facts(seen: Seen, say: Say) -> Iterator[Fact]:
    view = seen.view
    if rolled := text.rolled(view, say):
        yield Fact("roll", say.t("view.roll"), rolled)
    if black := view["asked"].get("black"):
        yield Fact("black", say.t("view.black"), " ".join(map(str, black)))
    if view["tiles"]:
        yield Fact("extras", say.t("view.extras"), text.tiles(view, say))
    for at, (tile, marker) in enumerate(text.markers(view, say)):
        yield Fact(f"marker-{at}", say.t(f"mini.{tile}"), marker)


def _columns(seen: Seen, say: Say) -> Iterator[Fact]:
    view = seen.view
    yield Fact("money", say.t("view.money"), seats=tuple(f"{k}K" for k in view["money"]))
    yield Fact("chips", say.t("view.chips"), seats=tuple(map(str, view["chips"])))
    yield Fact("notes", say.t("view.notes"), seats=tuple(" ".join(map(str, notes)) or "–" for notes in view["notes"]))
    yield Fact("hands", say.t("view.hands"), seats=tuple(text.dice(hand, say) for hand in view["hands"]))


BOARD = Board()
