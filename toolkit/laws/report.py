"""What a check of the laws has found: a sentence for each law, and where a broken one can be seen."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.words import Phrase

KEPT, BROKEN = "✓", "✗"


class Broken(msgspec.Struct, frozen=True):
    """A law that does not hold. `found`: what is wrong, in words.

    The match is the one of `seats`, `options` and `seed`; `ply` is the number of actions played until then, and
    `action` the last of them as JSON, `None` at the start. `record` is the match up to there, for `toolkit.load`.
    """

    law: str
    found: Phrase
    game: str
    seats: int
    options: Mapping[str, Any]
    seed: int
    ply: int
    action: Mapping[str, Any] | None
    record: Mapping[str, Any]
    thorough: bool = False

    def say(self, lang: str) -> str:
        """The law, what was found, where, and the call that finds it again."""
        place = "laws.at_start" if self.action is None else "laws.at"
        lines = [
            f"{BROKEN} {words.say(f'laws.law.{self.law}', lang)}",
            words.phrase(self.found, lang),
            words.say(place, lang, ply=self.ply, action=self.action),
            words.say("laws.again", lang, call=self.call),
        ]
        return "\n  ".join(lines)

    @property
    def call(self) -> str:
        """The call that plays this match again."""
        named = {**({"thorough": True} if self.thorough else {}), **self.options}
        options = "".join(f", {name}={value!r}" for name, value in named.items())
        return f"toolkit.laws.check({self.game!r}, seats={self.seats}, seed={self.seed}, matches=1{options})"


class Asked(msgspec.Struct, frozen=True):
    """A law, and on how many plies (or in how many matches) it held. `broken`: how it does not hold."""

    law: str
    unit: str
    held: int
    broken: Broken | None = None

    def say(self, lang: str) -> str:
        """The law as a sentence, with its sign and count."""
        if self.broken:
            return self.broken.say(lang)
        return f"{KEPT} {words.say(f'laws.law.{self.law}', lang)}{words.say(f'laws.{self.unit}', lang, n=self.held)}"


class Report(msgspec.Struct, frozen=True):
    """The result of `toolkit.laws.check`. `lang`: the language asked for; "": the current one."""

    game: str
    seats: tuple[int, ...]
    matches: int
    plies: int
    laws: tuple[Asked, ...]
    lang: str = ""

    @property
    def broken(self) -> tuple[Broken, ...]:
        """The laws that do not hold, each with the first match that broke it."""
        return tuple(asked.broken for asked in self.laws if asked.broken)

    def _head(self, lang: str) -> str:
        key = "laws.some_broken" if self.broken else "laws.all_kept"
        seats = words.say("list.separator", lang).join(map(str, self.seats))
        counts = {"n": len(self.broken), "matches": self.matches, "plies": self.plies, "seats": seats}
        return words.say(key, lang, game=self.game, **counts)

    def __str__(self) -> str:
        lang = self.lang or words.current()
        return "\n".join((self._head(lang), *(asked.say(lang) for asked in self.laws)))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        lang = self.lang or words.current()
        lines = (html.escape(asked.say(lang)).replace("\n", "<br>&emsp;") for asked in self.laws)
        items = "".join(f"<li style='list-style:none'>{line}</li>" for line in lines)
        return f"<div lang='{lang}'><b>{html.escape(self._head(lang))}</b><ul>{items}</ul></div>"


class LawBroken(AssertionError):
    """A law that a game breaks. `broken` says which, what was found, and where."""

    def __init__(self, broken: Broken, lang: str = "") -> None:
        super().__init__(broken, lang)
        self.broken, self.lang = broken, lang

    def __str__(self) -> str:
        return self.broken.say(self.lang or words.current())
