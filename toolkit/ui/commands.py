"""Typed commands: every action of a table as text, in the table's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from toolkit.core import words
from toolkit.core.game import BadInput

if TYPE_CHECKING:
    from toolkit.ui.session import Session

TABLE = ("undo", "redo", "rules", "hint", "pause", "resume", "more", "off", "now", "whatif")


class Command(msgspec.Struct, frozen=True):
    kind: str
    data: dict[str, Any]


def parse(session: Session, text: str) -> Command:
    """The message that a typed line stands for. `BadInput` tells what could be typed now."""
    typed = unicodedata.normalize("NFKC", text).strip()
    said = typed.lower()
    legal = session.legal()
    known = _words(session, legal, words.LANGS)
    if said in known:
        return Command("play", {"action": known[said]})
    for name in TABLE:
        if said in _spellings(f"command.{name}", words.LANGS):
            return _table_command(session, name)
    answers = [action for action in legal if "value" in action and action["value"] is None]
    if answers and typed:
        return _answer(session.name, answers, typed)
    raise BadInput("command", given=typed[:40], right=", ".join(suggestions(session, legal)))


def _spellings(key: str, langs: tuple[str, ...]) -> list[str]:
    """All that may be typed for it, in these languages."""
    found: list[str] = []
    for lang in langs:
        text = words.find(key, lang) or ""
        found += [word.strip().lower() for word in text.replace("，", ",").split(",") if word.strip()]
    return found


def _words(session: Session, legal: list[dict[str, Any]], langs: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """What may be typed for every legal action; a word that could mean two of them means none."""
    found: dict[str, dict[str, Any]] = {}
    twice = set()
    for word, action in _all_words(session, legal, langs):
        if found.setdefault(word, action) != action:
            twice.add(word)
    return {word: action for word, action in found.items() if word not in twice}


def _all_words(
    session: Session, legal: list[dict[str, Any]], langs: tuple[str, ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    def spell(key: str) -> list[str]:
        return _spellings(f"{session.name}.command.{key}", langs)

    yield from session.board.commands(session.view(), legal, spell)
    for action in legal:
        for word in spell(action["type"]):
            yield word, action
            yield from ((f"{word} {tail}", action) for tail in _tails(action, langs))


def _tails(action: dict[str, Any], langs: tuple[str, ...]) -> list[str]:
    """What follows the word where several actions of a kind are legal: "skip b", "judge a right"."""
    seat = action.get("seat", action.get("of"))
    letter = words.LETTERS[seat].lower() if isinstance(seat, int) and seat >= 0 else ""
    if "ok" in action:
        return [f"{letter} {word}" for word in _spellings(f"command.{'right' if action['ok'] else 'wrong'}", langs)]
    return [letter] if letter else []


def suggestions(session: Session, legal: list[dict[str, Any]]) -> list[str]:
    """One way to type each action, in the table's language; the supervisors' word and "undo" come last."""
    typed = [action for action in legal if action["type"] not in ("stop", "timeup")]
    found: dict[str, str] = {}
    for word, action in _words(session, typed, (session.lang,)).items():
        found.setdefault(repr(action), word)
    for action in typed:
        if "value" in action and action["value"] is None:
            found[repr(action)] = _answer_form(session, typed, action)
    first = [found[repr(action)] for action in typed if "of" not in action and repr(action) in found]
    judged = [found[repr(action)] for action in typed if "of" in action and repr(action) in found]
    undo = (
        _spellings("command.undo", (session.lang,))[:1] if session.ply and session.match.undo_policy != "none" else []
    )
    return [*first, *judged[:1], *undo] or _spellings("command.rules", (session.lang,))[:1]


def _answer_form(session: Session, typed: list[dict[str, Any]], action: dict[str, Any]) -> str:
    """How an answer is typed; its letter goes before it where several seats may answer."""
    several = sum("value" in other and other["value"] is None for other in typed) > 1
    key = "table.answer_of" if several else "table.answer"
    return words.say(key, session.lang, letter=words.LETTERS[action["seat"]].lower())


def _answer(name: str, answers: list[dict[str, Any]], typed: str) -> Command:
    """The text as an answer; "b 39" where several seats may give one."""
    for word in _spellings(f"{name}.command.answer", words.LANGS):
        if typed.lower().startswith(f"{word} "):
            typed = typed[len(word) + 1 :].strip()
    for action in answers:
        letter = words.LETTERS[action["seat"]].lower()
        head, _, rest = typed.partition(" ")
        if head.lower() == letter and rest:
            return Command("play", {"action": {**action, "value": rest}})
    if len(answers) == 1:
        return Command("play", {"action": {**answers[0], "value": typed}})
    letters = " / ".join(f"{words.LETTERS[action['seat']].lower()} …" for action in answers)
    raise BadInput("command", given=typed[:40], right=letters)


def _table_command(session: Session, name: str) -> Command:
    match name:
        case "rules":
            return Command("set", {"name": "book", "value": not session.book})
        case "hint":
            return Command("set", {"name": "hints", "value": session.hints + 1})
        case "pause" | "resume" | "off":
            return Command("clock", {"do": name})
        case "more":
            return Command("clock", {"do": "add"})
        case "now":
            return Command("goto", {"ply": session.match.ply})
        case _:
            return Command(name, {})
