"""Typed commands: every action of a table as text, in the table's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NoReturn

from msgspec.structs import replace

from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, IllegalAction
from toolkit.core.seen import Json
from toolkit.core.words import BadInput, Phrase
from toolkit.table.messages import Again, Clock, Goto, Message, Play, Redo, Set, Undo, WhatIf, Why
from toolkit.table.snapshot import Snapshot

HELP = "help"
TABLE: dict[str, Callable[[Snapshot], Message | str]] = {
    "undo": lambda shown: Undo(),
    "redo": lambda shown: Redo(),
    "rules": lambda shown: Set("book", not shown.book),
    "hint": lambda shown: Set("hints", shown.hints + 1),
    "pause": lambda shown: Clock("pause"),
    "resume": lambda shown: Clock("resume"),
    "more": lambda shown: Clock("add"),
    "off": lambda shown: Clock("off"),
    "now": lambda shown: Goto(shown.now),
    "whatif": lambda shown: WhatIf(),
    "reveal": lambda shown: Set("reveal", True),
    "again": lambda shown: Again(),
    "help": lambda shown: HELP,
}
"""Words below `command` that stand for a message of the table, whatever the game."""
MOST = 6
"""At most this many ways to go on are suggested: with twelve tiles and nine cells there are over a hundred."""


def parse(shown: Snapshot, text: str) -> Message | str:
    """The message that a typed line means, or `HELP`. `BadInput` lists what could be typed now.

    A line that is understood but cannot be done is asked about, so that the rules give the reason.
    """
    typed = unicodedata.normalize("NFKC", text).strip()
    line = typed.lower()
    known = _words(shown, shown.legal, words.LANGS)
    if line in known:
        return _play(shown, known[line])
    for name, message in TABLE.items():
        if line in _spellings(f"command.{name}", words.LANGS):
            return message(shown)
    answers = [action for action in shown.legal if _is_answer(action)]
    if answers and typed:
        return _play(shown, _answer(shown.name, answers, typed))
    return _parsed(shown, line) or _unknown(shown, typed)


def _play(shown: Snapshot, action: Json) -> Play:
    seat = CHANCE if action["type"] == "chance" else action.get("seat", HOST)
    return Play(action, shown.steps.get(str(seat), ""))


def _is_answer(action: Json) -> bool:
    return "value" in action and action["value"] is None


def _unknown(shown: Snapshot, typed: str) -> NoReturn:
    raise BadInput("command", given=typed[:40], right=", ".join(suggestions(shown)))


def _parsed(shown: Snapshot, line: str) -> Message | None:
    """The action that the game's board reads from the line, even if no legal action is spelt like that."""
    seen = shown.seen
    if not seen.acting:
        return None
    action = shown.kit.board.parse(seen, line, partial(_own_spellings, shown.name, words.LANGS))
    if action is None or action in shown.legal:
        return None if action is None else _play(shown, action)
    if action["type"] == "chance":
        raise BadInput("not_yours") if seen.to_move == (CHANCE,) else IllegalAction("not_chance")
    return Why({"action": action})


def _spellings(key: str, langs: Sequence[str]) -> list[str]:
    """All that may be typed for it, in these languages."""
    texts = ((words.find(key, lang) or "").replace("，", ",") for lang in langs)
    return [word.strip().lower() for text in texts for word in text.split(",") if word.strip()]


def _own_spellings(game: str, langs: Sequence[str], key: str) -> list[str]:
    """What may be typed for a key below `command` of the game; "@…": for that key of the common catalogue."""
    return _spellings(key[1:] if key.startswith("@") else f"{game}.command.{key}", langs)


def _words(shown: Snapshot, legal: Sequence[Json], langs: Sequence[str]) -> dict[str, Json]:
    """The words that may be typed, with their legal actions; a word that could mean two actions means none."""
    meanings: dict[str, Json] = {}
    twice = set()
    for word, action in _all_words(shown, legal, langs):
        if meanings.setdefault(word, action) != action:
            twice.add(word)
    return {word: action for word, action in meanings.items() if word not in twice}


def _all_words(shown: Snapshot, legal: Sequence[Json], langs: Sequence[str]) -> Iterator[tuple[str, Json]]:
    spell = partial(_own_spellings, shown.name, langs)
    seen = shown.seen if legal is shown.legal else replace(shown.seen, legal=tuple(legal))
    yield from shown.kit.board.commands(seen, spell)
    for action in legal:
        for word in spell(action["type"]):
            yield word, action
            yield from ((f"{word} {tail}", action) for tail in _tails(action, langs))


def _tails(action: Json, langs: Sequence[str]) -> list[str]:
    """The rest of a line where several actions of a kind are legal: "skip b", "judge a right"."""
    seat = action.get("seat", action.get("of"))
    letter = words.LETTERS[seat].lower() if isinstance(seat, int) and seat >= 0 else ""
    if "ok" in action:
        return [f"{letter} {word}" for word in _spellings(f"command.{'right' if action['ok'] else 'wrong'}", langs)]
    return [letter] if letter else []


def help_phrase(shown: Snapshot) -> Phrase:
    """How moves are typed: the game's own words, or what can be typed now."""
    own = f"{shown.name}.command.help"
    if words.find(own, shown.lang) is not None:
        return Phrase.of(own)
    return Phrase.of("plain.help", right=words.say("list.separator", shown.lang).join(suggestions(shown)))


def suggestions(shown: Snapshot) -> list[str]:
    """A few things to type, in the table's language: one of each kind first; "undo" comes last."""
    typed = tuple(action for action in shown.legal if action["type"] not in ("stop", "timeup"))
    ways: dict[str, str] = {}
    for word, action in _words(shown, typed, (shown.lang,)).items():
        ways.setdefault(repr(action), word)
    ways |= {repr(action): _answer_form(shown, typed, action) for action in typed if _is_answer(action)}
    undo = _spellings("command.undo", (shown.lang,))[:1] if shown.may_undo else []
    return [*_few(typed, ways), *undo] or _spellings("command.rules", (shown.lang,))[:1]


def _few(typed: Sequence[Json], ways: dict[str, str]) -> list[str]:
    """The first action of each kind, then more of those of seats; of the supervisors' one is enough, at the end."""
    told = [action for action in typed if repr(action) in ways]
    own = [action for action in told if "of" not in action]
    kinds = {action["type"]: action for action in reversed(own)}
    own.sort(key=lambda action: action is not kinds[action["type"]])
    judged = [action for action in told if "of" in action]
    return [ways[repr(action)] for action in [*own[: max(MOST, len(kinds))], *judged[:1]]]


def _answer_form(shown: Snapshot, typed: Sequence[Json], action: Json) -> str:
    """How an answer is typed; its letter goes before it where several seats may answer."""
    several = sum(map(_is_answer, typed)) > 1
    key = "table.answer_of" if several else "table.answer"
    return words.say(key, shown.lang, letter=words.LETTERS[action["seat"]].lower())


def _answer(name: str, answers: Sequence[Json], typed: str) -> Json:
    """The answer that the text gives; "b 39" where several seats may give one."""
    for word in _own_spellings(name, words.LANGS, "answer"):
        if typed.lower().startswith(f"{word} "):
            typed = typed[len(word) + 1 :].strip()
    for action in answers:
        letter = words.LETTERS[action["seat"]].lower()
        head, _, rest = typed.partition(" ")
        if head.lower() == letter and rest:
            return {**action, "value": rest}
    if len(answers) == 1:
        return {**answers[0], "value": typed}
    letters = " / ".join(f"{words.LETTERS[action['seat']].lower()} …" for action in answers)
    raise BadInput("command", given=typed[:40], right=letters)
