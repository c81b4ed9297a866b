"""The games there are: a table for a notebook's output, and a mapping for code."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from toolkit.core import book, registry, words
from toolkit.core.open_game import about


class Catalogue(Mapping[str, dict[str, Any]]):
    """The games by name: title, seats, and the ruleset's fields with their defaults."""

    def __init__(self) -> None:
        self._games = {kit.name: self._entry(kit.rules) for kit in registry.kits()}

    @staticmethod
    def _entry(game: Any) -> dict[str, Any]:
        return {
            "title": {lang: words.say(f"{game.NAME}.title", lang) for lang in words.LANGS},
            "about": {lang: _about(game, lang) for lang in words.LANGS},
            "seats": (game.SEATS[0], game.SEATS[-1]),
            "ruleset": msgspec.to_builtins(game.ruleset(game.start(game.SEATS[-1]))),
        }

    def __getitem__(self, name: str) -> dict[str, Any]:
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        lang = words.current()
        lines = [
            f'toolkit.play("{name}")  {game["title"][lang]}, {_seats(game["seats"], lang)}. {game["about"][lang]}'
            for name, game in self._games.items()
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        lang = words.current()
        rows = "".join(
            f"<tr><td><code>toolkit.play(&quot;{name}&quot;)</code></td><td><b>{html.escape(game['title'][lang])}</b></td>"
            f"<td>{_seats(game['seats'], lang)}</td>"
            f"<td style='text-align:left'>{html.escape(game['about'][lang])}</td></tr>"
            for name, game in self._games.items()
        )
        return f"<table>{rows}</table>"


def _about(game: Any, lang: str) -> str:
    """One sentence about a game: in its own words, or the first lines of its docstring."""
    own = words.find(f"{game.NAME}.about", lang)
    return about(game).partition("\n\n")[0] if own is None else own


def _seats(seats: tuple[int, int], lang: str) -> str:
    return words.say("catalogue.seats", lang, low=seats[0], high=seats[1])


class Rulings:
    """The options of a game: what each is called, its default, and the rule behind it."""

    def __init__(self, name: str) -> None:
        self.name = registry.kit(name).name

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Field, default, label and rule, in the current language."""
        lang = words.current()
        plain = Catalogue()[self.name]["ruleset"]
        return [
            (
                field,
                repr(tuple(value) if isinstance(value, list) else value),
                words.say(f"{self.name}.ruleset.{field}", lang),
                self._rule(field, lang),
            )
            for field, value in plain.items()
        ]

    def _rule(self, field: str, lang: str) -> str:
        """The rule that an option is about; "" in a game without a rulebook."""
        id = words.find(f"{self.name}.ruleset_rule.{field}", lang)
        return "" if id is None else book.rule(self.name, id, lang).text

    def __repr__(self) -> str:
        lines = (f"{field} = {default}  {label}. {rule}" for field, default, label, rule in self.rows())
        return "\n".join(lines).replace("`", "")

    def _repr_html_(self) -> str:
        from toolkit.page.environment import inline

        body = "".join(
            f"<tr><td style='text-align:left'><code>{field}</code></td>"
            f"<td style='text-align:left'><code>{html.escape(default)}</code></td>"
            f"<td style='text-align:left'><b>{html.escape(label)}.</b> {inline(rule)}</td></tr>"
            for field, default, label, rule in self.rows()
        )
        return f"<table>{body}</table>"
