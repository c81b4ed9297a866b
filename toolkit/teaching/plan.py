"""The plan of a lesson: the choices of its start page, as a value that makes the match.

Every lesson has teams, who plays them, and a length; a game with question cards also cards, their time and when answers
are shown. All other choices are the game's own: `core/lessons.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec
from msgspec.structs import replace

from toolkit.cards import packs
from toolkit.core import registry, words
from toolkit.core.kit import Kit
from toolkit.core.lessons import Choice, Chosen, choices_of
from toolkit.core.match import Bot, Match, known_options
from toolkit.core.policy import Graded
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.table.showing import SHOW
from toolkit.table.widget import bots as seated

Reveal = Literal["at once", "end", "never"]
Show = Literal["all", "after", "none"]
OFF = 0.0
"""The stretch that stands for no time limit for cards."""
GENERAL: Mapping[str, tuple[Any, ...]] = {
    "minutes": (0, 10, 15, 20, 25, 30, 35, 40, 45, 60, 90),
    "stretch": (1.0, 1.5, 2.0, 4.0, OFF),
    "reveal": get_args(Reveal),
    "show": SHOW,
}
"""By choice, the values that the start page of every game offers."""
LONGEST = 600
"""The most minutes of a lesson."""
STRENGTHS = (0.25, 0.5, 0.75)
"""The strengths of a computer player that the start page offers."""
PERSON = ""
PLAYER = ":"
"""Stands between the name of a computer player and its strength, as the page writes them."""


class Player(msgspec.Struct, frozen=True):
    """A computer player of a team. `strength`: see `policy.Graded`; `None` for one that has no strength to choose."""

    name: str
    skill: float = 1.0
    strength: float | None = None

    @property
    def written(self) -> str:
        """As the start page writes it."""
        return self.name if self.strength is None else f"{self.name}{PLAYER}{self.strength:g}"


class Plan(msgspec.Struct, frozen=True):
    """The choices of one lesson.

    `names`: one for each team, "" for a team without a name; `players`: by team, the computer that plays it, or `None`;
    `chosen`: the game's own choices, by name; `cards`: the name of a pack, or "" for those of the game; `show`: when
    results and odds are shown; `minutes`: the length of the lesson, 0 for no limit; `stretch`: how many times as long a
    card may take, see `OFF`; `ruleset`: options of the game, which override these choices.
    """

    game: str
    names: tuple[str, ...] = ("", "")
    players: tuple[Player | None, ...] = (None, None)
    chosen: dict[str, Any] = {}
    cards: str = ""
    minutes: int = 30
    stretch: float = 1.0
    reveal: Reveal = "at once"
    show: Show = "all"
    seed: int | str | None = None
    ruleset: dict[str, Any] = {}

    @property
    def teams(self) -> int:
        return len(self.names)

    @property
    def kit(self) -> Kit:
        return registry.kit(self.game)

    @property
    def asks(self) -> bool:
        """Whether the game has question cards."""
        return self.kit.answered is not None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The game's own choices."""
        return choices_of(self.kit.lessons, self.kit.rules.RULESET)

    @property
    def all_chosen(self) -> Chosen:
        """The value of every choice of the game."""
        return {choice.name: self.chosen.get(choice.name, choice.usual) for choice in self.choices}

    def shown(self, group: str) -> tuple[Choice, ...]:
        """The choices of a box of the start page, as far as others leave them open."""
        now = self.all_chosen
        return tuple(
            one for one in self.choices if one.group == group and (one.only is None or now[one.only[0]] == one.only[1])
        )

    def options(self) -> dict[str, Any]:
        """The options of the game's ruleset that this plan sets. `BadInput` if its pack is not known."""
        options = dict(self.kit.lessons.options(self.all_chosen))
        if self.cards:
            options["cards"] = packs.known(self.cards).name
        return options | self.ruleset

    def match(self, lang: str) -> Match[Any, Any]:
        """A new match of this plan. `BadInput` if the ruleset refuses it, or no people play."""
        names: tuple[str, ...] = ()
        if any(self.names):
            names = tuple(name or words.seat_name(seat, lang) for seat, name in enumerate(self.names))
        kit = self.kit
        if all(self.players):
            raise BadInput("lesson_people")
        return Match(
            kit.rules,
            self.teams,
            seed=self.seed,
            names=names,
            bots=self.bots(),
            buttons=self.buttons(),
            **known_options(kit.rules, self.options()),
        )

    def bots(self) -> dict[int, Bot]:
        given = {
            seat: (one.name, one.skill) if one.strength is None else (one.name, one.skill, one.strength)
            for seat, one in enumerate(self.players)
            if one is not None
        }
        return seated(self.kit, given)

    def buttons(self) -> frozenset[str]:
        """The phases in which chance waits for a button."""
        return frozenset(self.kit.board.BUTTONS - self.kit.lessons.at_once(self.all_chosen))

    def nameless(self) -> Plan:
        """The same plan without the names of teams."""
        return replace(self, names=("",) * self.teams)

    def get(self, name: str) -> Any:
        """The value of a control of the start page. `KeyError` if there is none of this name."""
        if name in GENERAL or name == "teams":
            return getattr(self, name)
        if (seat := _place(name, "player")) is not None:
            one = self.players[seat]
            return one.written if one else PERSON
        choice, at = self._control(name)
        value = self.all_chosen[choice.name]
        return value if at is None else value[at]

    def offers(self, name: str) -> tuple[Any, ...]:
        """The values to choose from, with the one that is chosen now. `KeyError` if there is no such control."""
        offered, now = self._offered(name), self.get(name)
        if now in offered:
            return offered
        return tuple(sorted((*offered, now), key=lambda one: (isinstance(one, str), one)))

    def _offered(self, name: str) -> tuple[Any, ...]:
        if name == "teams":
            return tuple(self.kit.rules.SEATS)
        if _place(name, "player") is not None:
            return players_of(self.kit)
        return GENERAL[name] if name in GENERAL else self._control(name)[0].values

    def _control(self, name: str) -> tuple[Choice, int | None]:
        """The choice of a control, and the place of its part, if it has parts."""
        for choice in self.choices:
            if name in choice.names:
                return choice, choice.names.index(name) if choice.parts else None
        raise KeyError(name)

    @property
    def controls(self) -> tuple[str, ...]:
        """The names of all controls that are no text."""
        own = (name for choice in self.choices for name in choice.names)
        seats = (f"player-{seat}" for seat in range(self.teams))
        return ("teams", *(GENERAL if self.asks else ("minutes",)), *seats, *own)

    def change(self, name: str, value: str) -> Plan:
        """The plan with another value for a control, written as the page writes it. `BadInput` if it is not offered."""
        if (seat := _place(name, "name")) is not None:
            return self._named(seat, value)
        if name == "cards" and self.asks:
            return replace(self, cards=value and packs.known(value).name)
        if name not in self.controls:
            raise BadInput("message", given=name[:40], right=", ".join((*self.controls, "name-0")))
        chosen = self._typed(name, value)
        if name == "teams":
            none = (None,) * chosen
            return replace(self, names=(*self.names, *[""] * chosen)[:chosen], players=(*self.players, *none)[:chosen])
        if (seat := _place(name, "player")) is not None:
            players = list(self.players)
            players[seat] = _player(chosen)
            return replace(self, players=tuple(players))
        return replace(self, **{name: chosen}) if name in GENERAL else self._choose(name, chosen)

    def _typed(self, name: str, value: str) -> Any:
        """The value of a control from the text of the page."""
        if name not in (*GENERAL, "teams") and _place(name, "player") is None:
            choice, _ = self._control(name)
            if choice.look == "number":
                number = int(value) if value.strip().lstrip("-").isdecimal() and len(value) < 12 else None
                if number is None or not choice.accepts(number):
                    raise BadInput("option_value", name=name, given=shown(value[:40]), right=choice.right)
                return number
        found = next((one for one in self.offers(name) if str(one) == value), None)
        if found is None:
            raise BadInput("option_value", name=name, given=shown(value[:40]), right=listed(self.offers(name)))
        return found

    def _choose(self, name: str, value: Any) -> Plan:
        choice, at = self._control(name)
        if at is not None:
            parts = list(self.all_chosen[choice.name])
            parts[at] = value
            value = tuple(parts)
        return replace(self, chosen=self.chosen | {choice.name: value})

    def _named(self, seat: int, name: str) -> Plan:
        if seat not in range(self.teams):
            raise BadInput("seat", given=seat, right=f"0 … {self.teams - 1}")
        names = list(self.names)
        names[seat] = name.strip()[:40]
        return replace(self, names=tuple(names))

    def checked(self) -> Plan:
        """The plan itself. `BadInput` names what cannot be used in it."""
        if self.teams not in self.kit.rules.SEATS or len(self.players) != self.teams:
            raise BadInput("seats", given=self.teams, right=_span(self.kit))
        if not 0 <= self.minutes <= LONGEST:
            raise BadInput("option_value", name="minutes", given=shown(self.minutes), right=f"0 … {LONGEST}")
        if self.stretch not in GENERAL["stretch"]:
            raise BadInput("option_value", name="stretch", given=shown(self.stretch), right=_right("stretch"))
        for name, value in self.chosen.items():
            _check_choice(self, name, value)
        self.match(words.current())
        return self


def _check_choice(plan: Plan, name: str, value: Any) -> None:
    choice = next((one for one in plan.choices if one.name == name), None)
    if choice is None:
        raise BadInput("option", given=name, right=", ".join(one.name for one in plan.choices))
    if not choice.accepts(value):
        raise BadInput("option_value", name=name, given=shown(value), right=choice.right)


def _place(name: str, kind: str) -> int | None:
    """The number of a control such as "name-1"; `None` for another kind."""
    head, _, tail = name.partition("-")
    return int(tail) if head == kind and tail.isdecimal() and len(tail) < 3 else None


def players_of(kit: Kit) -> tuple[str, ...]:
    """Who may play a team, as the start page writes it: a person, or one of the game's computer players."""
    found = [PERSON]
    for name, made in kit.bots.items():
        graded = isinstance(made, Graded)
        found += [Player(name, one, one).written for one in STRENGTHS] if graded else [name]
    return tuple(found)


def _player(written: str) -> Player | None:
    """The computer player that the page writes so, which answers as well as it plays; `None` for a person."""
    name, _, strength = written.partition(PLAYER)
    return Player(name, float(strength), float(strength)) if strength else Player(name) if name else None


def plan(game: Any, teams: Any = None, *, bots: Any = None, ruleset: Mapping[str, Any] = {}, **given: Any) -> Plan:
    """The plan with these choices, see `Plan`: general ones, those of the game, and options of its ruleset.

    `game`: its name, or the game itself; `teams`: how many, or their names, or `None` for as many as the game says.
    `BadInput` names a choice that cannot be used.
    """
    kit = registry.known(game)
    names = _teams(kit, _usual_teams(kit) if teams is None else teams)
    types = {field.name: field.type for field in msgspec.structs.fields(Plan)}
    general = {name: value for name, value in given.items() if name in types}
    own = {name: value for name, value in given.items() if name not in types}
    made = Plan(
        kit.name,
        names,
        _players(kit, bots, len(names)),
        ruleset=dict(ruleset),
        **{name: _converted(name, value, types[name]) for name, value in general.items()},
    )
    return _with_own(made, own).checked()


def _with_own(made: Plan, own: Mapping[str, Any]) -> Plan:
    """The plan with choices of the game and with options of its ruleset."""
    known = {choice.name: choice for choice in made.choices}
    fields = made.kit.rules.RULESET.__struct_fields__
    for name in own:
        if name not in known and name not in fields:
            raise BadInput("option", given=name, right=", ".join(dict.fromkeys((*known, *fields, *GENERAL))))
    chosen = {name: tuple(value) if isinstance(value, list) else value for name, value in own.items() if name in known}
    rest = {name: value for name, value in own.items() if name not in known}
    return replace(made, chosen=chosen, ruleset=made.ruleset | rest)


def _players(kit: Kit, bots: Any, teams: int) -> tuple[Player | None, ...]:
    """By team, the computer that `bots` names, as for `toolkit.play`."""
    made = seated(kit, bots)
    if beyond := [seat for seat in made if seat not in range(teams)]:
        raise BadInput("bot_seat", given=shown(beyond[0]), right=f"0 … {teams - 1}")
    players = (made.get(seat) for seat in range(teams))
    return tuple(None if one is None else Player(one.name, one.skill, one.strength) for one in players)


def _converted(name: str, value: Any, type: Any) -> Any:
    """The value of a general choice in its type. `BadInput` if that is not possible."""
    try:
        return msgspec.convert(value, type)
    except msgspec.ValidationError:
        if name == "seed":
            raise BadInput("seed", given=shown(value)) from None
        raise BadInput("option_value", name=name, given=shown(value), right=_right(name)) from None


def _usual_teams(kit: Kit) -> int:
    """The number of teams the game asks for, or the nearest it can be played by."""
    return min(kit.rules.SEATS, key=lambda seats: abs(seats - kit.lessons.teams))


def _teams(kit: Kit, teams: Any) -> tuple[str, ...]:
    """The names of the teams, blank ones if only their number is given."""
    count = teams if isinstance(teams, int) else len(teams) if isinstance(teams, Sequence) else 0
    if isinstance(teams, bool | str) or count not in kit.rules.SEATS:
        raise BadInput("seats", given=shown(teams), right=_span(kit))
    if isinstance(teams, int):
        return ("",) * count
    if not all(isinstance(name, str) for name in teams):
        raise BadInput("names", given=shown(teams), right=count)
    return tuple(name.strip()[:40] for name in teams)


def _span(kit: Kit) -> str:
    low, high = min(kit.rules.SEATS), max(kit.rules.SEATS)
    return str(low) if low == high else f"{low}–{high}"


def _right(name: str) -> str:
    """The values that a general choice may have, for an error."""
    right = {"cards": 'None | toolkit.pack("my_cards.csv")', "stretch": '1 | 1.5 | 2 | 4 | "off"'}
    return right.get(name) or (f"0 … {LONGEST}" if name == "minutes" else listed(GENERAL.get(name, ())))


def listed(values: Sequence[Any]) -> str:
    return " | ".join(map(repr, values))
