"""The questions at the end of a notebook: `check("03.q2", "1/6")` prints one line, right or not yet.

This module reads and judges answers. The right answers of a game's notebooks come from the game's `keys` module, which
is loaded when one of them is needed. No answer is written down: the engine and the odds work out each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from toolkit.cards.reading import plain_text
from toolkit.core import registry, words
from toolkit.core.keys import Check, Form, Value
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.teaching.numbers import Read, Unread, read, read_chance

TOLERANCE = {"chance": Fraction(1, 200), "number": Fraction(1, 20)}
"""How far a decimal may be off: two decimal places for a chance, one for another number. A fraction must be exact."""


def checks(games: Iterable[str] | None = None) -> dict[str, Check]:
    """All checks of these games, `None`: of all games, in the order of the notebooks."""
    kits = registry.kits() if games is None else map(registry.kit, games)
    return {id: check for kit in kits for id, check in kit.keys.checks().items()}


def check(id: str, answer: Any = ...) -> None:
    """Prints whether the answer to the question `id` of a notebook is right, or a hint.

    `answer`: a number, a `Fraction`, or a text such as "1/6", "17 %", "1 in 6" or "27 + 45"; for cells, a set or list.
    A decimal may be off by 0.005 for a chance, by 0.05 for another number. `BadInput` for an unknown id.
    """
    print(verdict(id, answer, words.current()))


def verdict(id: str, answer: Any, lang: str) -> str:
    """The line that `check` prints. `BadInput` for an unknown id."""
    form, key = _check(id)
    if answer is ... or answer is None or (isinstance(answer, str) and not answer.strip()):
        return words.say("check.blank", lang, id=id)
    given = _read(form, answer)
    if isinstance(given, Unread):
        form_ = words.say(f"check.form.{form}", lang)
        return words.say(f"check.{given.key}", lang, id=id, form=form_, **given.says)
    known = key()
    if _same(form, given, known.answer):
        return words.say("check.right", lang, id=id, why=words.say(f"check.{id}.why", lang, **known.said))
    if known.about and known.about(_plain(given)):
        return words.say("check.right", lang, id=id, why=words.say(f"check.{id}.about", lang, **known.said))
    slip = next((name for name, shows in known.slips.items() if shows(_plain(given))), "nudge")
    return words.say("check.wrong", lang, id=id, nudge=words.say(f"check.{id}.{slip}", lang, **known.said))


def answer_of(id: str) -> Any:
    """The right answer as a person would write it: for tests only."""
    answer = _check(id)[1]().answer
    return set(answer) if isinstance(answer, frozenset) else answer if answer.denominator > 1 else int(answer)


def _check(id: Any) -> Check:
    games = [kit.name for kit in registry.kits() if isinstance(id, str) and id.startswith(kit.keys.notebooks or "?")]
    known = checks(games)
    if not isinstance(id, str) or id not in known:
        raise BadInput("check_id", given=shown(id), right=", ".join(checks()))
    return known[id]


def _read(form: Form, answer: Any) -> frozenset[int] | Read | Unread:
    if form == "cells":
        return _cells(answer)
    return read_chance(answer) if form == "chance" else read(answer)


def _cells(answer: Any) -> frozenset[int] | Unread:
    """Whole numbers in a set, a list, a tuple, a range or a text."""
    if isinstance(answer, str):
        plain = plain_text(answer)
        cells = re.findall("[0-9]+", plain)
        whole = cells and re.fullmatch(r"[0-9\s,;\u3001{}()\[\]]+", plain)
        return frozenset(map(int, cells)) if whole else Unread()
    if not isinstance(answer, Iterable) or isinstance(answer, Mapping | bytes):
        return Unread()
    numbers = [read(one) for one in answer]
    if not all(isinstance(one, Read) and not one.rounded and one.value.denominator == 1 for one in numbers):
        return Unread()
    return frozenset(int(one.value) for one in numbers if isinstance(one, Read))


def _same(form: Form, given: frozenset[int] | Read, right: Value) -> bool:
    if isinstance(given, Read) and isinstance(right, Fraction):
        return abs(given.value - right) <= (TOLERANCE[form] if given.rounded else 0)
    return given == right


def _plain(given: Any) -> Any:
    """The value, however it was written."""
    return given.value if isinstance(given, Read) else given
