"""Words in two languages: catalogues, and the paragraphs of the rulebooks.

    say("button.undo", "zh")                          -> the common catalogue, toolkit/words/zh.toml
    say("math_storm.event.moved", "en", cell=72)      -> the game's catalogue
    rule("math_storm", "storm.enter", "en")           -> one paragraph of the rulebook

A text is a format string. Beside Python's own format specs it knows `{n:?chip|chips}` one or many,
`{who:seat}` the name of a seat, or of several, `{cells:list}` a list, and `{kind:@cell}` the word `cell.<kind>` of the
same catalogue.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

import msgspec
import msgspec.inspect

LANGS = ("en", "zh")
LETTERS = "ABCDEFGH"
COMMON = ("{lang}.toml", "lesson.{lang}.toml", "study.{lang}.toml")
"""The files of the common catalogue."""
_state = {"lang": "en"}
_asked: ContextVar[str] = ContextVar("asked", default="")


def current() -> str:
    """The language of errors and of new tables."""
    return _asked.get() or _state["lang"]


@contextmanager
def speaking(lang: str | None) -> Iterator[str]:
    """This language for what is done within, errors too; `None`: the current one. `BadInput` for an unknown one."""
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
    """`BadInput` for a language there are no words in."""
    _state["lang"] = known_lang(lang)


def known_lang(lang: str) -> str:
    if lang not in LANGS:
        raise BadInput("lang", given=repr(lang), right=" | ".join(map(repr, LANGS)))
    return lang


@cache
def catalogue(lang: str, game: str = "") -> Mapping[str, str]:
    """All texts of one catalogue, by dotted key."""
    root = resources.files("toolkit")
    common = [root / "words" / name.format(lang=lang) for name in COMMON]
    paths = [root / "games" / game / "words" / f"{lang}.toml"] if game else common
    return {key: text for path in paths for key, text in _flat(tomllib.loads(path.read_text("utf-8")))}


def _flat(table: Mapping[str, Any], head: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{head}{key}.")
        else:
            yield f"{head}{key}", value


@cache
def _find(key: str, lang: str) -> tuple[str, str]:
    """The text and the prefix of its catalogue."""
    common = catalogue(lang)
    if key in common:
        return common[key], ""
    game, _, rest = key.partition(".")
    if rest and (resources.files("toolkit") / "games" / game / "words").is_dir():
        return catalogue(lang, game)[rest], f"{game}."
    raise KeyError(key)


_GAP = "\u2063"
"""Before a Latin name: becomes a space behind a Chinese sign, as in 传给 C 队, and nothing elsewhere."""
_GAPS = ((re.compile(f"(?<=[\u4e00-\u9fff]){_GAP}"), " "), (re.compile(_GAP), ""))


class _Words(Formatter):
    def __init__(self, lang: str, prefix: str, names: Sequence[str]) -> None:
        self.lang, self.prefix, self.names = lang, prefix, names

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "seat" and isinstance(value, Sequence):
            return say("list.separator", self.lang).join(self.format_field(one, spec) for one in value)
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


def say(key: str, lang: str, names: Sequence[str] = (), /, **args: Any) -> str:
    """The text of `key` in `lang`, filled in. `KeyError` for a key or a field that is not there."""
    text, prefix = _find(key, lang)
    if "{" not in text:
        return text
    filled = _Words(lang, prefix, names).vformat(text, (), args)
    for gap, sign in _GAPS if _GAP in filled else ():
        filled = gap.sub(sign, filled)
    return filled


def find(key: str, lang: str) -> str | None:
    """The text of `key` as it stands in its catalogue, or `None`."""
    try:
        return _find(key, lang)[0]
    except KeyError:
        return None


def say_phrase(phrase: Phrase, lang: str, names: Sequence[str] = ()) -> str:
    return say(phrase.key, lang, names, **dict(phrase.args))


def say_label(text: str, lang: str, names: Sequence[str] = ()) -> str:
    """A label of a row: each word that begins with "@" is a key, the others stay as they are."""
    if "@" not in text:
        return text
    return " ".join(say(part[1:], lang, names) if part.startswith("@") else part for part in text.split(" "))


def seat_name(seat: int, lang: str) -> str:
    """The name of a seat that was given none; one that no match has is told by its number."""
    return say("seat.name", lang, letter=LETTERS[seat] if 0 <= seat < len(LETTERS) else seat)


Plain = int | str | tuple["Plain", ...]
"""What an event or a phrase carries."""


class Phrase(msgspec.Struct, frozen=True):
    """Words to be said later, in whichever language: a catalogue key and what fills it."""

    key: str
    args: tuple[tuple[str, Plain], ...] = ()

    @classmethod
    def of(cls, key: str, **args: Plain) -> Phrase:
        return cls(key, tuple(args.items()))


class BadInput(ValueError):
    """What a caller gave cannot be used: says what was given and what would be right, in the reader's language.

    `key` stands below `error` in the common words. `lang`: the language that was asked for in the call.
    """

    def __init__(self, key: str, **args: Any) -> None:
        super().__init__(key)
        self.key, self.args_, self.lang = key, args, ""

    def say(self, lang: str | None = None) -> str:
        pass

        return say(f"error.{self.key}", lang or self.lang or current(), **self.args_)

    def __str__(self) -> str:
        return self.say()

    def __reduce__(self) -> tuple[Any, ...]:
        return _bad_input, (self.key, self.args_, self.lang)


def _bad_input(key: str, args: dict[str, Any], lang: str) -> BadInput:
    error = BadInput(key, **args)
    error.lang = lang
    return error


@cache
def texts(lang: str, package: str = "toolkit") -> Mapping[str, Any]:
    """The texts of the questions that a package has."""
    path = resources.files(package) / "words" / f"quiz.{lang}.toml"
    return tomllib.loads(path.read_text("utf-8"))
