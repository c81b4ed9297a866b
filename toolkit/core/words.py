"""Texts in two languages: where they are kept, and how they are filled in.

    say("button.undo", "zh")                      # the common catalogue: toolkit/words/zh.toml and others
    say("math_storm.event.moved", "en", cell=72)  # the game's catalogue: games/math_storm/words/en.toml
    phrase(Phrase.of("quiz.score", n=3, of=5), "en")
    label("@math_storm.cell.storm 12", "zh")      # a label of a chart: some of its words are keys
    table("quiz", "en")["answer"]["pair"]         # a file as nested tables

A text is a format string. In addition to Python's own format specs there are `{n:?chip|chips}` (one or many),
`{who:seat}` (the name of a seat, or of several), `{who:seat’s}` (whose something is: “Team A’s”, “Foxes’”; a language
without such an ending writes `{who:seat}`), `{cells:list}` (a list) and `{kind:@cell}` (the text `cell.<kind>` of
the same catalogue).

A game that somebody else wrote is announced with `add_home`. Whatever it has no text for is said by its key, in plain
words: `nim.why.too_many` as "too many".
"""

from __future__ import annotations

import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

import msgspec
import msgspec.inspect

from toolkit.core.shown import cut, shown

LANGS = ("en", "zh")
LETTERS = "ABCDEFGH"
COMMON = ("", "lesson", "study", "packs", "laws", "chances")
"""The files of the common catalogue, as `table` names them."""
_state = {"lang": "en"}
_asked: ContextVar[str] = ContextVar("asked", default="")


def current() -> str:
    """The language of errors and of new tables."""
    return _asked.get() or _state["lang"]


@contextmanager
def speaking(lang: str | None) -> Iterator[str]:
    """Uses this language inside the `with` block, for errors too. `None`: the current one. `BadInput` if unknown."""
    language = current() if lang is None else known_lang(lang)
    token = _asked.set(language)
    try:
        yield language
    except BadInput as error:
        error.lang = error.lang or language
        raise
    finally:
        _asked.reset(token)


def set_current(lang: str) -> None:
    """Sets the language of errors and of new tables. `BadInput` if there are no texts in it."""
    _state["lang"] = known_lang(lang)


def known_lang(lang: str) -> str:
    """The language itself. `BadInput` if there are no texts in it."""
    if lang not in LANGS:
        raise BadInput("lang", given=shown(lang), right=" | ".join(map(repr, LANGS)))
    return lang


@cache
def table(file: str, lang: str, package: str = "toolkit") -> Mapping[str, Any]:
    """The texts of `words/<file>.<lang>.toml` in a package, as nested tables. File "": `words/<lang>.toml`.

    `BadInput` for an unknown language, `FileNotFoundError` if the package has no such file.
    """
    return _read(resources.files(package), file, lang)


def _read(folder: Traversable, file: str, lang: str) -> Mapping[str, Any]:
    path = folder / "words" / ".".join(filter(None, (file, known_lang(lang), "toml")))
    return tomllib.loads(path.read_text("utf-8"))


_homes: dict[str, str | None] = {}
"""Games outside `toolkit.games`, by name: the package that holds their `words/` and `book/`, or `None`."""


def add_home(game: str, package: str | None) -> None:
    """Names the package in which a game keeps `words/` and `book/`; `None`: it has neither.

    A text that is missing there is said by its key, see `say`. A second call for the same game replaces the first.
    """
    _homes[game] = package
    catalogue.cache_clear()
    _find.cache_clear()


def home(game: str) -> Traversable | None:
    """The folder that holds the `words/` and `book/` of a game; `None` for a game without, and for an unknown one."""
    if game in _homes:
        package = _homes[game]
        return resources.files(package) if package else None
    return _built_in(game)


def _built_in(game: str) -> Traversable | None:
    """The folder of one of our own games. Found by path, so that no game is imported to say its title."""
    folder = resources.files("toolkit") / "games" / game
    return folder if (folder / "words").is_dir() else None


@cache
def catalogue(lang: str, game: str = "") -> Mapping[str, str]:
    """All texts of a game, or the common ones, by dotted key; empty for a game without texts."""
    if not game:
        return {key: text for file in COMMON for key, text in _flat(table(file, lang))}
    folder = home(game)
    if folder is None or not (folder / "words" / f"{known_lang(lang)}.toml").is_file():
        return {}
    return dict(_flat(_read(folder, "", lang)))


def _flat(table: Mapping[str, Any], head: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{head}{key}.")
        else:
            yield f"{head}{key}", value


@lru_cache(maxsize=8192)
def _find(key: str, lang: str) -> tuple[str, str] | None:
    """The text and the prefix of its catalogue; `None` if there is none."""
    common = catalogue(lang)
    if key in common:
        return common[key], ""
    game, _, rest = key.partition(".")
    own = catalogue(lang, game) if rest else {}
    return (own[rest], f"{game}.") if rest in own else None


_GAP = "\u2063"
"""Put before a Latin name. It becomes a space after a Chinese sign, as in 传给 C 队, and nothing elsewhere."""
_GAPS = ((re.compile(f"(?<=[\u4e00-\u9fff]){_GAP}"), " "), (re.compile(_GAP), ""))


class _Words(Formatter):
    def __init__(self, lang: str, prefix: str, names: Sequence[str]) -> None:
        self.lang, self.prefix, self.names = lang, prefix, names

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "seat" and isinstance(value, Sequence):
            return say("list.separator", self.lang).join(self.format_field(one, spec) for one in value)
        if spec == "seat’s":
            return possessive(self.format_field(value, "seat"))
        if spec == "list":
            return say("list.separator", self.lang).join(str(one) for one in value)
        if spec == "seat":
            name = self.names[value] if 0 <= value < len(self.names) else seat_name(value, self.lang)
            return f"{_GAP}{name}" if self.lang == "zh" and name[:1].isascii() else name
        if spec.startswith("?"):
            one, _, many = spec[1:].partition("|")
            return one if value == 1 else many
        if spec.startswith("@"):
            return say(f"{self.prefix}{spec[1:]}.{value}", self.lang, self.names)
        return str(super().format_field(value, spec))


def possessive(name: str) -> str:
    """Whose something is, in English: "Team A’s", and "Foxes’" after an s."""
    return f"{name}’" if name[-1:].casefold() == "s" else f"{name}’s"


def say(key: str, lang: str, names: Sequence[str] = (), /, **args: Any) -> str:
    """The text of `key` in `lang`, filled in; `names`: what the seats are called.

    `KeyError` for a field that is not given, and for a key that has no text. A game that was announced by `add_home`
    need not have a text for every key: what is missing is said by the key and the arguments.
    """
    entry = _find(key, lang)
    if entry is None:
        return _by_key(key, lang, names, args)
    text, prefix = entry
    if "{" not in text:
        return text
    filled = _Words(lang, prefix, names).vformat(text, (), args)
    for gap, sign in _GAPS if _GAP in filled else ():
        filled = gap.sub(sign, filled)
    return filled


def _by_key(key: str, lang: str, names: Sequence[str], args: Mapping[str, Any]) -> str:
    """A text made of a key: nim.title → "nim", nim.event.took → "Team A: took, n 3", nim.panel.next.name → "next".

    `KeyError` for any other key: one of ours that has no text is a mistake.
    """
    game, *parts = key.split(".")
    if not parts or game not in _homes or _built_in(game):
        raise KeyError(key)
    if parts[-1] in ("title", "name"):
        parts.pop()
    text = (parts[-1] if parts else game).replace("_", " ")
    if key.startswith((f"{game}.event.", f"{game}.why.")):
        facts = (f"{name.replace('_', ' ')} {_plainly(value, lang)}" for name, value in args.items() if name != "who")
        text = say("list.facts", lang).join((text, *facts))
    who = args.get("who", -1)
    return say("list.who", lang, names, who=who, text=text) if _is_seat(who) else text


def _plainly(value: Any, lang: str) -> str:
    return say("list.separator", lang).join(map(str, value)) if isinstance(value, tuple) else str(value)


def _is_seat(who: Any) -> bool:
    """Whether `who` is a seat or several of them, and not chance or the host."""
    seats = who if isinstance(who, tuple) else (who,)
    return bool(seats) and all(isinstance(seat, int) and seat >= 0 for seat in seats)


def find(key: str, lang: str) -> str | None:
    """The text of `key` with its fields still open, or `None` if there is none."""
    found = _find(key, lang)
    return found[0] if found else None


def phrase(phrase: Phrase, lang: str, names: Sequence[str] = ()) -> str:
    """The text of a phrase. `KeyError` as for `say`."""
    return say(phrase.key, lang, names, **dict(phrase.args))


def label(text: str, lang: str, names: Sequence[str] = ()) -> str:
    """A label of a row: each word that begins with "@" is a key, the others stay as they are; "@@" stands for "@"."""
    if "@" not in text:
        return text
    return " ".join(_part(part, lang, names) for part in text.split(" "))


def _part(part: str, lang: str, names: Sequence[str]) -> str:
    if part.startswith("@@"):
        return part[1:]
    return say(part[1:], lang, names) if part.startswith("@") else part


def plain(text: str) -> str:
    """The text of a person as a label that says it as it is: no word of it is a key."""
    return " ".join(f"@{part}" if part.startswith("@") else part for part in text.split(" "))


def seat_name(seat: int, lang: str) -> str:
    """The name of a seat that was given none: by its letter, or by its number if no match has such a seat."""
    return say("seat.name", lang, letter=LETTERS[seat] if 0 <= seat < len(LETTERS) else seat)


Plain = int | str | tuple["Plain", ...]
"""The values that an event or a phrase carries."""


class Phrase(msgspec.Struct, frozen=True):
    """A text to be said later, in either language: a catalogue key and what fills it in."""

    key: str
    args: tuple[tuple[str, Plain], ...] = ()

    @classmethod
    def of(cls, key: str, **args: Plain) -> Phrase:
        return cls(key, tuple(args.items()))


GIVEN = 100
"""The greatest number of letters of what was given, or of its name, in an error."""
SAID = 1_000
"""The same for whatever else an error says."""


class BadInput(ValueError):
    """A caller's value cannot be used. The text says what was given and what would be right, in the reader's language.

    `key` is below `error` in the common catalogue. `lang`: the language asked for in the call, "" if none was. What was
    given is cut short here, once for every error.
    """

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key)
        self.key, self.args_, self.lang = key, args, ""

    def say(self, lang: str | None = None) -> str:
        """The error as text; `None`: in the language of the call, or else in the current one."""
        return say(f"error.{self.key}", lang or self.lang or current(), **told(self.args_))

    def phrase(self, lang: str | None = None) -> Phrase:
        """The error as a phrase, so that a page can say it in the language it has then.

        `lang`: the language of an error that must be said at once, as a list of faults.
        """
        return Phrase.of(f"error.{self.key}", **told(self.args_))

    def __str__(self) -> str:
        return self.say()

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the sentence alone. `%tb`, once the cell has ended, shows where it came from."""
        if sys.exc_info()[1] is self:
            return [f"{type(self).__name__}: {self}"]
        return "".join(traceback.format_exception(self)).splitlines()

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_input, (self.key, self.args_, self.lang)


def told(args: Mapping[str, Any]) -> dict[str, Any]:
    """What fills in an error: texts cut short, other values as text. Numbers stay, unless no text can hold them."""
    return {name: _told(value, GIVEN if name in ("given", "name") else SAID) for name, value in args.items()}


def _told(value: Any, most: int) -> Any:
    if isinstance(value, int) and abs(value) < 2**63:
        return value
    if isinstance(value, int | list | tuple | dict):
        return shown(value, most)
    try:
        return cut(str(value), most)
    except Exception:  # whatever it is, the sentence about it must be said
        return shown(value, most)


class BadLaw(BadInput):
    """A law that cannot be made or asked so: whoever calls has given something wrong.

    In the code of a game that is an error of the game, and not of whoever plays it.
    """


def _bad_input(key: str, args: dict[str, Any], lang: str) -> BadInput:
    error = BadInput(key, **args)
    error.lang = lang
    return error
