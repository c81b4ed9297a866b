"""Texts by their keys: of our games, of a game from elsewhere, as phrases and as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolkit.core import book, words
from toolkit.core.faults import Fault, PackError
from toolkit.core.game import CHANCE


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Announces a game that somebody else wrote; forgotten again after the test."""
    monkeypatch.setattr(words, "_homes", {})
    yield lambda package=None: words.add_home("nim", package)
    monkeypatch.undo()
    words.catalogue.cache_clear()
    words._find.cache_clear()


def test_a_game_without_words_is_said_by_its_keys(nim: Any) -> None:
    nim()
    say = words.say
    assert say("nim.title", "en") == "nim" and say("nim.event.took", "en", who=0, n=3) == "Team A: took, n 3"
    assert say("nim.event.took_back", "en", ("Ann", "Ben"), who=(0, 1), all=True) == "Ann, Ben: took back, all True"
    assert say("nim.event.took", "zh", who=0, n=3) == "A 队：took，n 3"
    assert say("nim.event.dealt", "en", who=CHANCE, cards=(3, 4)) == "dealt, cards 3, 4"
    assert say("nim.why.too_many", "en") == "too many" and say("nim.why.too_many", "en", right=3) == "too many, right 3"
    assert say("nim.panel.next.name", "en") == "next" and say("nim.panel.next.title", "en") == "next"
    assert say("nim.ruleset.last_wins", "en", n=1) == "last wins" and words.label("@nim.heap.tall 3", "en") == "tall 3"
    assert words.phrase(words.Phrase.of("nim.event.took", who=1, n=1), "en") == "Team B: took, n 1"
    assert words.find("nim.title", "en") is None and not words.catalogue("en", "nim")
    assert words.home("nim") is None and book.book("nim", "en") == ()
    with pytest.raises(KeyError):
        book.rule("nim", "take", "en")


def test_a_game_may_bring_words_and_a_book(nim: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "nim_of_ours"
    (package / "words").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "words" / "en.toml").write_text('title = "Nim"\n[event]\ntook = "{who:seat} took {n}."\n')
    monkeypatch.syspath_prepend(tmp_path)
    nim("nim_of_ours")
    assert words.say("nim.title", "en") == "Nim" and words.say("nim.event.took", "en", who=0, n=3) == "Team A took 3."
    assert words.say("nim.about", "en") == "about" and words.say("nim.title", "zh") == "nim"
    assert book.book("nim", "en") == ()
    (package / "book").mkdir()
    (package / "book" / "en.md").write_text("# Nim {#nim}\n\nTake from one heap. {#take .source}\n")
    assert book.rule("nim", "take", "en").text == "Take from one heap."
    nim()
    assert words.say("nim.title", "en") == "nim" and book.book("nim", "en") == ()


def test_a_text_that_one_of_our_games_lacks_is_a_mistake(nim: Any) -> None:
    for announced in (False, True):
        if announced:
            words.add_home("math_storm", "toolkit.games.math_storm")
        assert words.say("math_storm.title", "en") and book.book("math_storm", "en")
        with pytest.raises(KeyError):
            words.say("math_storm.no_such_key", "en")
    for key in ("nim", "nim.title", "button.no_such_key"):
        with pytest.raises(KeyError):
            words.say(key, "en")


def test_a_file_of_texts_as_tables() -> None:
    assert words.table("quiz", "en")["answer"]["pair"] == "{q} r {r}"
    assert words.table("quiz", "en") is words.table("quiz", "en")
    assert "B" in words.table("quiz", "zh", "toolkit.games.math_storm")
    with pytest.raises(words.BadInput):
        words.table("quiz", "fr")
    heads = Counter(key for file in words.COMMON for key, _ in words._flat(words.table(file, "en")))
    assert set(heads.values()) == {1}, "no key is in two files of the common catalogue"


def test_a_refusal_as_a_phrase() -> None:
    error = words.BadInput("seat", given=(7,), right=3)
    assert error.phrase() == words.Phrase.of("error.seat", given="(7,)", right=3)
    assert words.phrase(error.phrase(), "zh") == error.say("zh")
    pack = PackError([Fault.of("fault.empty"), Fault.of("fault.json")])
    assert words.phrase(pack.phrase("zh"), "en") == pack.say("zh")
