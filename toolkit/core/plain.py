"""A board for nothing: what is known as a list, a button for each legal action, and the law of the next outcome.

Words come from the game's catalogue where it has one (`view.<key>`, `action.<type>`, `event.<kind>` …), else from
their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, Game, IllegalAction, Outcome, Seat
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.say import Say
from toolkit.core.seen import Json, Seen, View
from toolkit.core.words import Phrase

MOST_BARS = 24
"""More outcomes than this are not shown one by one: the rarest are counted together."""

TOLD_ELSEWHERE = ("game", "rules", "seats", "due", "to_move", "events", "ranks", "agenda")
"""Keys of a view that the table shows in places of their own."""


class Headline(msgspec.Struct, frozen=True):
    """Whose turn it is, what is to be done, and what stands beside the title."""

    title: str
    instruction: str = ""
    subtitle: str = ""


class Fact(msgspec.Struct, frozen=True):
    """One line of what is known; `seats` where there is a value for each seat."""

    key: str
    label: str
    text: str = ""
    seats: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    key: str
    text: str
    action: Json


class Plain(msgspec.Struct, frozen=True):
    """What the plain templates read."""

    facts: tuple[Fact, ...]
    choices: tuple[Choice, ...]
    ranks: tuple[int, ...]


class PlainBoard:
    """Answers all that a table asks of a board. A board of one's own overrides what it draws differently."""

    BUTTONS: frozenset[str] = frozenset({"chance"})
    UNLOGGED: frozenset[str] = frozenset()
    LARGE = False

    def size(self, view: View) -> tuple[int, int]:
        return 600, 60 + 30 * len(view)

    def headline(self, seen: Seen, say: Say) -> Headline:
        if not seen.to_move:
            return Headline(say.w("plain.won", who=[seat for seat, rank in enumerate(seen.ranks) if rank == 1]))
        if seen.to_move == (CHANCE,):
            return Headline(say.w("plain.chance"), say.w("plain.ask"))
        return Headline(say.w("plain.turn", who=list(seen.to_move)), say.w("plain.choose"))

    def context(self, seen: Seen, say: Say, act: Callable[[Json], str]) -> Plain:
        known = {key: value for key, value in seen.view.items() if key not in TOLD_ELSEWHERE}
        facts = tuple(_fact(key, value, len(seen.ranks), say) for key, value in known.items())
        choices = (action for action in seen.legal if "seat" in action)
        listed = tuple(Choice(f"{n}", action_text(action, say), action) for n, action in enumerate(choices, 1))
        return Plain(facts, listed, seen.ranks)

    def commands(self, seen: Seen, spell: Callable[[str], Sequence[str]]) -> Iterable[tuple[str, Json]]:
        """The word of the action with its values: "take 3"; for chance "roll"."""
        for action in seen.legal:
            tail = " ".join(_value(value) for name, value in action.items() if name not in ("type", "seat"))
            yield f"{action['type']} {tail}".strip().lower(), action

    def parse(self, seen: Seen, typed: str, spell: Callable[[str], Sequence[str]]) -> Json | None:
        """An action that is understood although it is not legal now: none."""
        return None

    def hidden(self, view: View) -> tuple[Seat, ...]:
        """The seats whose pieces are a secret now: none."""
        return ()


def action_text(action: Mapping[str, Any], say: Say) -> str:
    """An action in words: of the game's catalogue (`action.<type>`), or its type and its values."""
    args = {name: value for name, value in action.items() if name not in ("type", "seat")}
    if words.find(f"{say.game}.action.{action['type']}", say.lang) is not None:
        return say.t(f"action.{action['type']}", **args)
    told = [_value(value) if len(args) == 1 else f"{name} {_value(value)}" for name, value in args.items()]
    return " ".join([str(action["type"]).replace("_", " "), ", ".join(told)]).strip()


def _fact(key: str, value: Any, seats: int, say: Say) -> Fact:
    label = say.t(f"view.{key}")
    if isinstance(value, list | tuple) and len(value) == seats > 1:
        return Fact(key, label, seats=tuple(map(_value, value)))
    return Fact(key, label, _value(value))


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return " · ".join(map(_value, value)) or "–"
    return "✓" if value is True else "–" if value is False or value is None else str(value)


def next_outcome(game: Game[Any, Any]) -> Panel:
    """The panel of the law of the next outcome of chance, and of the one that an action would lead to."""

    def rows(state: Any, seat: Seat | None) -> Figure:
        found = _law(game, state)
        note = "plain.panel.note" if found else "plain.panel.none"
        return Figure(found, Phrase.of("plain.panel.title"), Phrase.of(note))

    def peek(state: Any, action: Any, seat: Seat | None) -> tuple[Row, ...] | None:
        try:
            return _law(game, game.apply(state, action)) or None
        except IllegalAction:
            return None

    return Panel(name="next", charts=(Chart("next", "bars", height=180),), rows=rows, peek=peek)


def _law(game: Game[Any, Any], state: Any) -> tuple[Row, ...]:
    if game.SECRET or game.secret(state) or game.to_move(state) != (CHANCE,):
        return ()
    law = list(game.chance_outcomes(state).items())
    likely = set(sorted(range(len(law)), key=lambda place: -law[place][1])[:MOST_BARS])
    bars = [row("next", p, label=_label(outcome)) for place, (outcome, p) in enumerate(law) if place in likely]
    rest = sum((p for place, (_, p) in enumerate(law) if place not in likely), Fraction(0))
    return tuple([*bars, row("next", rest, label="@plain.panel.rest")] if rest else bars)


def _label(outcome: Outcome) -> str:
    """An outcome in a few words: its values, or its type where it has none."""
    fields = {name: value for name, value in msgspec.to_builtins(outcome).items() if name != "type"}
    return " ".join(map(_value, fields.values())) or str(type(outcome).__struct_config__.tag)
