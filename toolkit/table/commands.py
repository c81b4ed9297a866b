"""Typed commands: every action of a table as text, in the table's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, IllegalAction
from toolkit.core.words import BadInput

if TYPE_CHECKING:
    from toolkit.table.session import Session


TABLE = ("undo", "redo", "rules", "hint", "pause", "resume", "more", "off", "now", "whatif", "help")
MOST = 6
"""So many ways to go on are told: with twelve tiles and nine cells there are over a hundred."""


class Command(msgspec.Struct, frozen=True):
    kind: str
    data: dict[str, Any]


def parse(session: Session, text: str) -> Command:
    """The message that a typed line stands for. `BadInput` tells what could be typed now.

    What is understood but cannot be done is asked about, so that the rules give the reason.
    """
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
    return _meant(session, legal, said) or _unknown(session, legal, typed)


def _unknown(session: Session, legal: list[dict[str, Any]], typed: str) -> NoReturn:
    raise BadInput("command", given=typed[:40], right=", ".join(suggestions(session, legal)))


def _meant(session: Session, legal: list[dict[str, Any]], said: str) -> Command | None:
    """An action that the game's board reads from the line, though it is none of the legal ones as they are spelt."""
    seats, reads = session.acting(), getattr(session.board, "meant", None)
    if not seats or not reads:
        return None
    to_move = session.match.game.to_move(session.state)
    seat = next((seat for seat in seats if seat in to_move), seats[0])
    action = reads(session.view(), seat, said, lambda key: _spellings(f"{session.name}.command.{key}", words.LANGS))
    if action is None or action in legal:
        return action and Command("play", {"action": action})
    if action["type"] == "chance":
        raise BadInput("not_yours") if to_move == (CHANCE,) else IllegalAction("not_chance")
    return Command("why", {"about": {"action": action}})


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
    """A few things to type, in the table's language: one of each kind first; "undo" comes last."""
    typed = [action for action in legal if action["type"] not in ("stop", "timeup")]
    found: dict[str, str] = {}
    for word, action in _words(session, typed, (session.lang,)).items():
        found.setdefault(repr(action), word)
    for action in typed:
        if "value" in action and action["value"] is None:
            found[repr(action)] = _answer_form(session, typed, action)
    undo = _spellings("command.undo", (session.lang,))[:1] if session.may_undo else []
    return [*_few(typed, found), *undo] or _spellings("command.rules", (session.lang,))[:1]


def _few(typed: list[dict[str, Any]], found: dict[str, str]) -> list[str]:
    """The first action of each kind, then more of those of seats; of the supervisors' one is enough, at the end."""
    told = [action for action in typed if repr(action) in found]
    own = [action for action in told if "of" not in action]
    kinds = {action["type"]: action for action in reversed(own)}
    own.sort(key=lambda action: action is not kinds[action["type"]])
    judged = [action for action in told if "of" in action]
    return [found[repr(action)] for action in [*own[: max(MOST, len(kinds))], *judged[:1]]]


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
