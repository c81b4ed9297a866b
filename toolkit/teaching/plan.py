"""The plan of a lesson: the choices of its start page, as a value that makes the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec
from msgspec.structs import replace

from toolkit.cards import packs
from toolkit.cards.card import BANDS, STARS
from toolkit.core import registry, words
from toolkit.core.match import Match, known_options
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.table.showing import SHOW

GAME = next(kit.name for kit in registry.kits() if kit.answered)
"""The game that lessons are about: the one that says what was answered in it."""
DIE = {"lower": "plus-minus", "upper": "four-operations"}
"""The operation die of each band."""

Band = Literal["lower", "upper"]
Reveal = Literal["at once", "end", "never"]
End = Literal["chips", "rounds", "time"]
Show = Literal["all", "after", "none"]
OFF = 0.0
"""The stretch that stands for no time limit for cards."""

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "teams": tuple(registry.kit(GAME).rules.SEATS),
    "band": BANDS,
    "star1": (0, 1, 2, 3),
    "star2": (0, 1, 2, 3),
    "star3": (0, 1, 2, 3),
    "minutes": (0, 10, 15, 20, 25, 30, 35, 40, 45, 60, 90),
    "stretch": (1.0, 1.5, 2.0, 4.0, OFF),
    "reveal": get_args(Reveal),
    "end": get_args(End),
    "chips": (1, 2, 3, 4, 5),
    "rounds": (2, 3, 4, 5, 6, 8, 10, 12, 15, 20),
    "challenge": ("sealed", "buzzer"),
    "show": SHOW,
}
"""By choice, the values that the start page offers. A value that was given in code is offered as well."""
RANGES = {"minutes": (0, 600), "chips": (1, 20), "rounds": (1, 1000)}
"""The least and the greatest value that may be given in code."""


class Plan(msgspec.Struct, frozen=True):
    """The choices of one lesson.

    `names`: one for each team, "" for a team without a name; `stars`: the weights of the three star levels; `cards`:
    the name of a pack, or "" for generated cards; `show`: when results and odds are shown; `minutes`: the length of the
    lesson, 0 for no limit; `stretch`: how many times as long a card may take, see `OFF`; `ruleset`: options of the
    game, which override these choices.
    """

    names: tuple[str, ...] = ("", "")
    band: Band = "lower"
    stars: tuple[int, int, int] = (1, 1, 1)
    cards: str = ""
    minutes: int = 30
    stretch: float = 1.0
    reveal: Reveal = "at once"
    end: End = "chips"
    chips: int = 2
    rounds: int = 8
    challenge: str = "sealed"
    show: Show = "all"
    seed: int | str | None = None
    ruleset: dict[str, Any] = {}

    @property
    def teams(self) -> int:
        return len(self.names)

    def options(self) -> dict[str, Any]:
        """The options of the game's ruleset that this plan sets. `BadInput` if its pack is not known."""
        stars: tuple[int, ...] = self.stars
        if self.cards:
            box = packs.known(self.cards)
            stars = tuple(weight if box.cards(star) else 0 for star, weight in zip(STARS, stars, strict=True))
        options = {
            "die": DIE[self.band],
            "cards": self.cards,
            "stars": stars,
            "challenge": self.challenge,
            "chips": self.chips if self.end == "chips" else 0,
            "rounds": self.rounds if self.end == "rounds" else 0,
        }
        return options | self.ruleset

    def match(self, lang: str) -> Match[Any, Any]:
        """A new match of this plan. `BadInput` if the ruleset refuses it."""
        names: tuple[str, ...] = ()
        if any(self.names):
            names = tuple(name or words.seat_name(seat, lang) for seat, name in enumerate(self.names))
        kit = registry.kit(GAME)
        options = known_options(kit.rules, self.options())
        return Match(kit.rules, self.teams, seed=self.seed, names=names, buttons=kit.board.BUTTONS, **options)

    def nameless(self) -> Plan:
        """The same plan without the names of teams."""
        return replace(self, names=("",) * self.teams)

    def get(self, name: str) -> Any:
        """The value of a choice of the start page; "star1" … are the weights."""
        return self.stars[int(name[4:]) - 1] if name[:4] == "star" and name[4:] else getattr(self, name)

    def offers(self, name: str) -> tuple[Any, ...]:
        """The values to choose from, with the one that is chosen now. `KeyError` for an unknown choice."""
        now = self.get(name)
        if now in CHOICES[name]:
            return CHOICES[name]
        return tuple(sorted((*CHOICES[name], now)))

    def change(self, name: str, value: str) -> Plan:
        """The plan with another value for a choice, written as the page writes it. `BadInput` if it is not offered."""
        if name.startswith("name-"):
            return self._named(int(name[5:]), value)
        if name == "cards":
            return replace(self, cards=value and packs.known(value).name)
        if name not in CHOICES:
            raise BadInput("message", given=name[:40], right=", ".join(CHOICES))
        chosen = next((one for one in self.offers(name) if str(one) == value), None)
        if chosen is None:
            raise BadInput("option_value", name=name, given=value[:40], right=_listed(self.offers(name)))
        if name == "teams":
            return replace(self, names=(*self.names, "", "", "", "")[:chosen])
        if name[:4] == "star":
            at = int(name[4:]) - 1
            return replace(self, stars=(*self.stars[:at], chosen, *self.stars[at + 1 :]))
        return replace(self, **{name: chosen})

    def _named(self, seat: int, name: str) -> Plan:
        if seat not in range(self.teams):
            raise BadInput("seat", given=seat, right=f"0 … {self.teams - 1}")
        names = list(self.names)
        names[seat] = name.strip()[:40]
        return replace(self, names=tuple(names))


def plan(teams: int | Sequence[str], **given: Any) -> Plan:
    """The plan with these choices, see `Plan`. `teams`: how many, or their names.

    `BadInput` names a choice that cannot be used.
    """
    names = _teams(teams)
    types = {field.name: field.type for field in msgspec.structs.fields(Plan)}
    made = Plan(names, **{name: _converted(name, value, types[name]) for name, value in given.items()})
    if made.stretch not in CHOICES["stretch"]:
        raise BadInput("option_value", name="stretch", given=shown(made.stretch), right=_right("stretch"))
    made.match(words.current())
    return made


def _converted(name: str, value: Any, type: Any) -> Any:
    """The value of a choice in its type. `BadInput` if that is not possible, or it is out of range."""
    try:
        converted = msgspec.convert(value, type)
    except msgspec.ValidationError:
        if name == "seed":
            raise BadInput("seed", given=shown(value)) from None
        raise BadInput("option_value", name=name, given=shown(value), right=_right(name)) from None
    if name in RANGES and not RANGES[name][0] <= converted <= RANGES[name][1]:
        raise BadInput("option_value", name=name, given=shown(value), right=_right(name))
    return converted


def _teams(teams: Any) -> tuple[str, ...]:
    """The names of the teams, blank ones if only their number is given."""
    seats = CHOICES["teams"]
    count = teams if isinstance(teams, int) else len(teams) if isinstance(teams, Sequence) else 0
    if isinstance(teams, bool | str) or count not in seats:
        raise BadInput("seats", given=shown(teams), right=f"{seats[0]}–{seats[-1]}")
    if isinstance(teams, int):
        return ("",) * count
    if not all(isinstance(name, str) for name in teams):
        raise BadInput("names", given=shown(teams), right=count)
    return tuple(name.strip()[:40] for name in teams)


def _right(name: str) -> str:
    """The values that a choice may have, for an error."""
    if name == "stars":
        return "(0 … 100, 0 … 100, 0 … 100)"
    if name == "cards":
        return 'None | toolkit.pack("my_cards.csv")'
    if name == "stretch":
        return '1 | 1.5 | 2 | 4 | "off"'
    if name in RANGES:
        return f"{RANGES[name][0]} … {RANGES[name][1]}"
    return _listed(CHOICES[name])


def _listed(values: Sequence[Any]) -> str:
    return " | ".join(map(repr, values))
