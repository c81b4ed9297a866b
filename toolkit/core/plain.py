"""A board without drawing one: what is known as a list, a button for each legal action, the law of the next outcome.

Words come from the game's catalogue where it has one (`view.<key>`, `action.<type>`, `event.<kind>` …), else from
their keys. A value of the view is drawn by its shape:

    {"turn_total": 14}              a fact: its label and its value
    {"scores": [34, 51]}            one for each seat: under the sign of the seat
    {"cells": [["×", "○", ""], …]}  rows of equal length, and not as many as there are seats: a grid
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, Action, Event, Game, Outcome, Seat, actor
from toolkit.core.moment import Ending, Moment, ending
from toolkit.core.open_game import complete
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.result import Result
from toolkit.core.say import Say
from toolkit.core.seen import Json, Seen, View
from toolkit.core.words import Phrase

MOST_BARS = 12
"""More outcomes than this are not shown one by one: the rarest are counted together."""
MOST_AHEAD = 40
"""At most this many actions are tried for the law that they lead to."""
ONE_BY_ONE = 4
"""More actions of one type than this are buttons side by side under the name of the type."""
SHOWN_ELSEWHERE = ("game", "rules", "seat", "seats", "due", "to_move", "events", "ranks", "agenda")
"""Keys of a view that the table shows in places of their own."""
SCORES = "returns"
"""The key of a view under which the default of `view` gives scores that no field of the state holds."""


class Headline(msgspec.Struct, frozen=True):
    """Whose turn it is, what is to be done, and a note behind the title of the table."""

    title: str
    instruction: str = ""
    subtitle: str = ""
    scores: tuple[str, ...] = ()
    """What each seat has reached, in a word or a number, for the strip over a board in full screen; (): nothing."""


class Fact(msgspec.Struct, frozen=True):
    """One value that is known, in one of three forms: a text, a text for each seat, or rows of a grid."""

    key: str
    label: str
    text: str = ""
    seats: tuple[str, ...] = ()
    grid: tuple[tuple[str, ...], ...] = ()

    @property
    def short(self) -> bool:
        """Whether the value is a number or a word, and can be written large."""
        return len(self.text) <= 8


class Choice(msgspec.Struct, frozen=True):
    """A button. `number`: its place among all, from 1; `whole`: its text without what is said over its group.

    `blank`: the field of an open answer, which is typed in as text; "" for a choice.
    """

    number: int
    text: str
    whole: str
    action: Json
    blank: str = ""


class Group(msgspec.Struct, frozen=True):
    """Buttons below each other; or `many` of one seat and type, side by side, under the name of the type."""

    choices: tuple[Choice, ...]
    many: bool = False
    label: str = ""


class Plain(msgspec.Struct, frozen=True):
    """All that the plain templates read."""

    facts: tuple[Fact, ...]
    """A text each."""
    columns: tuple[Fact, ...]
    """A text for each seat."""
    grids: tuple[Fact, ...]
    groups: tuple[Group, ...]
    seat: Seat
    """Whose turn it is; `CHANCE`: nobody's, or that of several."""


class PlainBoard:
    """Answers all that a table asks of a board. A board of one's own overrides what it draws differently.

    `ask`: whether a person asks for each outcome of chance by a button; else it is drawn at once.
    """

    UNLOGGED: frozenset[str] = frozenset()
    LARGE = False

    def __init__(self, ask: bool = True) -> None:
        self.BUTTONS: frozenset[str] = frozenset({"chance"} if ask else ())

    def size(self, view: View) -> tuple[int, int]:
        rows = sum(len(value) if _is_grid(value) else 1 for value in view.values())
        return 600, 90 + 40 * rows

    def headline(self, seen: Seen, say: Say) -> Headline:
        """Whose turn it is; at the end, who has won."""
        scores = _scores(seen.view, len(seen.ranks))
        if not seen.to_move:
            first = [seat for seat, rank in enumerate(seen.ranks) if rank == 1]
            return Headline(say.w("plain.won", who=first), scores=scores)
        if seen.to_move == (CHANCE,):
            title = say.w("plain.chance_of", who=seen.due.seat) if seen.due.seat >= 0 else say.w("plain.chance")
            return Headline(title, say.w("plain.ask"), scores=scores)
        waits = not seen.still and not set(seen.acting) & set(seen.to_move)
        task = say.w("plain.wait") if waits else say.w("plain.choose")
        return Headline(say.w("plain.turn", who=list(seen.to_move)), task, scores=scores)

    def context(self, seen: Seen, say: Say, act: Callable[[Json], str]) -> Plain:
        """What is known and what can be done, in words."""
        known = (_fact(key, value, len(seen.ranks), say) for key, value in seen.view.items() if _is_shown(key))
        forms: dict[str, list[Fact]] = {"facts": [], "columns": [], "grids": []}
        for fact in known:
            forms["columns" if fact.seats else "grids" if fact.grid else "facts"].append(fact)
        if not seen.to_move:
            ranks = tuple(say.w("plain.first", n=rank) for rank in seen.ranks)
            forms["columns"].append(Fact("ranks", say.w("plain.place"), seats=ranks))
        found = {name: tuple(facts) for name, facts in forms.items()}
        return Plain(**found, groups=_groups(seen, say), seat=seen.due.seat)

    def moments(self, events: Sequence[Event], seen: Seen, say: Say) -> Iterable[Moment]:
        """None: what happened is in the log."""
        return ()

    def ending(self, seen: Seen, say: Say) -> Ending:
        """By the ranks; what each seat has is on the board."""
        return ending(seen, say)

    def results(self, view: View) -> Iterable[Result]:
        """None: there is nothing to work out."""
        return ()

    def commands(self, seen: Seen, spell: Callable[[str], Sequence[str]]) -> Iterable[tuple[str, Json]]:
        """The word of an action with its values, as in "take 3"; for chance the words of the table."""
        for action in seen.legal:
            if action["type"] == "chance":
                yield from ((word, action) for word in spell("@plain.command.chance"))
            else:
                tail = " ".join(_value(value) for value in _values(action).values())
                yield f"{action['type'].replace('_', ' ')} {tail}".strip().lower(), action

    def parse(self, seen: Seen, typed: str, spell: Callable[[str], Sequence[str]]) -> Json | None:
        """An action that is understood although it is not legal now: none."""
        return None

    def hidden(self, view: View) -> tuple[Seat, ...]:
        """The seats whose pieces are a secret now: none."""
        return ()

    def star(self, view: View) -> Seat | None:
        """Nobody's pieces are drawn large."""
        return None


def text(said: str) -> Phrase:
    """A text of one's own as a phrase, the same in every language: the title of a panel, for example."""
    return Phrase.of("plain.text", text=said)


def _is_shown(key: str) -> bool:
    return key not in SHOWN_ELSEWHERE and not key.startswith("_")


def _values(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in ("type", "seat")}


def action_text(action: Mapping[str, Any], say: Say) -> str:
    """An action in words: of the game's catalogue (`action.<type>`), or its type and its values."""
    args = _values(action)
    if words.find(f"{say.game}.action.{action['type']}", say.lang) is not None:
        return say.t(f"action.{action['type']}", **args)
    known = {name: value for name, value in args.items() if value is not None}
    texts = [_value(value) if len(known) == 1 else f"{name} {_value(value)}" for name, value in known.items()]
    separator = say.w("list.separator")
    return " ".join([_capital(action["type"]), separator.join(texts)]).strip()


def _capital(key: str) -> str:
    text = key.replace("_", " ")
    return text[:1].upper() + text[1:]


def _scores(view: View, seats: int) -> tuple[str, ...]:
    """The first value of a view that is a number for each seat; () where there is none."""
    each = (value for key, value in view.items() if _is_shown(key) and isinstance(value, list | tuple))
    found = next((value for value in each if len(value) == seats > 1 and all(type(one) is int for one in value)), ())
    return tuple(map(_value, found))


def _groups(seen: Seen, say: Say) -> tuple[Group, ...]:
    """The actions of seats; those of a type that has many in a group of its own."""
    numbered = list(enumerate((action for action in seen.legal if "seat" in action), 1))
    alike = Counter(_kind(action) for _, action in numbered)

    def many(one: tuple[int, Json]) -> tuple[Seat, str] | None:
        kind = _kind(one[1])
        return kind if alike[kind] > ONE_BY_ONE else None

    return tuple(_group(list(members), kind is not None, say) for kind, members in groupby(numbered, many))


def _group(members: Sequence[tuple[int, Json]], many: bool, say: Say) -> Group:
    """Buttons of a group; where there are many, the type and the names of values are said once, over them."""
    type_ = members[0][1]["type"]
    named = many and words.find(f"{say.game}.action.{type_}", say.lang) is None
    separator = say.w("list.separator")
    choices = []
    for number, action in members:
        whole = action_text(action, say)
        values = separator.join(map(_value, _values(action).values()))
        blank = next((name for name, value in _values(action).items() if value is None), "")
        choices.append(Choice(number, values or whole if named else whole, whole, action, blank))
    names = separator.join(name.replace("_", " ") for name in _values(members[0][1]))
    return Group(tuple(choices), many, say.w("list.group", text=_capital(type_), names=names) if named else "")


def _kind(action: Mapping[str, Any]) -> tuple[Seat, str]:
    return action["seat"], action["type"]


def _fact(key: str, value: Any, seats: int, say: Say) -> Fact:
    own = words.find(f"{say.game}.view.{key}", say.lang)
    label = say.w("plain.score") if key == SCORES and own is None else _capital(say.t(f"view.{key}"))
    if isinstance(value, list | tuple) and len(value) == seats > 1:
        return Fact(key, label, seats=tuple(map(_value, value)))
    if _is_grid(value):
        return Fact(key, label, grid=tuple(tuple(map(_value, line)) for line in value))
    return Fact(key, label, _value(value))


def _is_grid(value: Any) -> bool:
    """Whether it is rows of single values, all of the same length."""
    if not isinstance(value, list | tuple) or len(value) < 2:
        return False
    rows = all(isinstance(line, list | tuple) and len(line) == len(value[0]) > 1 for line in value)
    return rows and not any(isinstance(cell, list | tuple | Mapping) for line in value for cell in line)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return " · ".join(map(_value, value)) or "–"
    return "✓" if value is True else "–" if value is False or value is None else str(value)


def action_event(action: Action) -> Event:
    """An action as an event, for a game that reports none of its own."""
    fields = {name: value for name, value in msgspec.to_builtins(action).items() if name not in ("type", "seat")}
    plain = {name: value if isinstance(value, int) else _value(value) for name, value in fields.items()}
    return Event(str(type(action).__struct_config__.tag), actor(action), tuple(plain.items()))


def next_outcome(game: Game[Any, Any]) -> Panel:
    """The panel of the law of the next outcome of chance, and of the one that an action would lead to.

    Where a choice comes first, and whatever leads to chance leads to the same law, that law is shown; where laws
    differ, their outcomes without a bar until the pointer rests on an action. `game`: a module of rules, whole or not.
    """
    whole = complete(game)

    def rows(state: Any, seat: Seat | None) -> Figure:
        ahead = _ahead(whole, state)
        if len(set(ahead.values())) <= 1:
            law = next(iter(ahead.values()), ())
            return Figure(_rows(law, _outcomes(ahead)), _TITLE, _note(ahead))
        outcomes = _outcomes(ahead)
        empty = (row("next", Fraction(0), label=label, order=order, text="") for label, order in outcomes.items())
        return Figure(tuple(empty), _TITLE, Phrase.of("plain.panel.several"))

    def peek(state: Any, action: Any, seat: Seat | None) -> tuple[Row, ...] | None:
        return _rows(_law_after(whole, state, action), _outcomes(_ahead(whole, state))) or None

    return Panel(name="next", charts=(Chart("next", "bars", height=200),), rows=rows, peek=peek)


Law = tuple[tuple[str, Fraction], ...]
"""Outcomes in words, each with its chance."""
_TITLE = Phrase.of("plain.panel.title")


def _ahead(game: Game[Any, Any], state: Any) -> dict[Action | None, Law]:
    """The law that is due, under `None`; else those that legal actions lead to, of the first `MOST_AHEAD`."""
    if now := _law(game, state):
        return {None: now}
    seats = () if game.to_move(state) == (CHANCE,) else game.to_move(state)
    actions = [action for seat in seats for action in game.legal_actions(state, seat)][:MOST_AHEAD]
    laws = {action: _law_after(game, state, action) for action in actions if not action.blank}
    return {action: law for action, law in laws.items() if law}


def _law_after(game: Game[Any, Any], state: Any, action: Action) -> Law:
    """The law that an action leads to; none where it cannot be played.

    An error of the rules is left to whoever plays the action: looking ahead must not keep the board from being drawn.
    """
    try:
        return _law(game, game.apply(state, action))
    except Exception:
        return ()


def _law(game: Game[Any, Any], state: Any) -> Law:
    """The outcomes in the order of `chance_outcomes`, the rarest together; none where seats hold secrets."""
    if game.SECRET or game.secret(state) or game.to_move(state) != (CHANCE,):
        return ()
    law: dict[str, Fraction] = {}
    for outcome, p in game.chance_outcomes(state).items():
        label = outcome_text(outcome)
        law[label] = law.get(label, Fraction(0)) + p
    likely = set(sorted(law, key=lambda label: -law[label])[:MOST_BARS])
    rest = sum((p for label, p in law.items() if label not in likely), Fraction(0))
    shown = tuple((label, p) for label, p in law.items() if label in likely)
    return (*shown, ("@plain.panel.rest", rest)) if rest else shown


def _outcomes(ahead: Mapping[Any, Law]) -> dict[str, int]:
    """The outcomes of several laws, each with its place among the bars."""
    labels = dict.fromkeys(label for law in ahead.values() for label, _ in law)
    return {label: place for place, label in enumerate(labels)}


def _rows(law: Law, places: Mapping[str, int]) -> tuple[Row, ...]:
    return tuple(row("next", p, label=label, order=places.get(label, len(places))) for label, p in law)


def _note(ahead: Mapping[Action | None, Law]) -> Phrase:
    if not ahead:
        return Phrase.of("plain.panel.none")
    types = dict.fromkeys(str(type(action).__struct_config__.tag) for action in ahead if action is not None)
    return Phrase.of("plain.panel.after", types=tuple(map(_capital, types))) if types else Phrase.of("plain.panel.note")


def outcome_text(outcome: Outcome) -> str:
    """An outcome in a few words: its values, or its type where it has none."""
    fields = {name: value for name, value in msgspec.to_builtins(outcome).items() if name != "type"}
    return " ".join(map(_value, fields.values())) or str(type(outcome).__struct_config__.tag)
