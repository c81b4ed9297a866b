"""What a notebook calls with something that cannot be: refused by name, in the language that the call asks for."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import toolkit
from toolkit.core import words
from toolkit.core.faults import PackError
from toolkit.core.words import BadInput

HAN = re.compile("[\u4e00-\u9fff]")
NOWHERE = "no such folder/file"
CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: toolkit.play("chess"), "math_storm"),
    (lambda: toolkit.play("math_storm", bots="solver"), "{1: 'random'}"),
    (lambda: toolkit.play("math_storm", bots=["solver"]), "['solver']"),
    (lambda: toolkit.play("math_storm", "Foxes", seat=0), "'Foxes'"),
    (lambda: toolkit.play("math_storm", seat=2), "0, 1"),
    (lambda: toolkit.play("math_storm", seat="0"), "'0'"),
    (lambda: toolkit.play("math_storm", ["Foxes", " foxes "]), "'foxes'"),
    (lambda: toolkit.play("math_storm", cards="my.csv"), "toolkit.pack("),
    (lambda: toolkit.play("math_storm", stars=(0, 0, 0)), "(0, 0, 0)"),
    (lambda: toolkit.lesson(["A", "A"]), "'A'"),
    (lambda: toolkit.lesson(bots={7: "solver"}), "7"),
    (lambda: toolkit.lesson(tables=2), "tables"),
    (lambda: toolkit.lesson(undo="none"), "undo"),
    (lambda: toolkit.lesson(cards=5), "toolkit.pack("),
    (lambda: toolkit.lesson(seed=1.5), "1.5"),
    (lambda: toolkit.lesson(save=5), "save"),
    (lambda: toolkit.lesson(save="a\0b"), "save"),
    (lambda: toolkit.lesson(stars=5), "(0 … 100, 0 … 100, 0 … 100)"),
    (lambda: toolkit.lesson(save=None).say("roll"), "lesson.start()"),
    (lambda: toolkit.lesson(save=None).story(), "lesson.start()"),
    (lambda: toolkit.lesson(save=None).goto(0), "lesson.start()"),
    (lambda: toolkit.load("a\0b"), "a\\x00b"),
    (lambda: toolkit.load(NOWHERE), NOWHERE),
    (lambda: toolkit.load([1, 2]), "[1, 2]"),
    (lambda: toolkit.pack(None), "None"),
    (lambda: toolkit.pack(5), "5"),
    (lambda: toolkit.pack([]), "[]"),
    (lambda: toolkit.pack(NOWHERE), NOWHERE),
    (lambda: toolkit.pack("stars,answer,prompt_en\n1,5,q\n").save(NOWHERE + ".csv"), NOWHERE),
    (lambda: toolkit.questions(5), "5"),
    (lambda: toolkit.questions([["L1"]]), "[['L1']]"),
    (lambda: toolkit.print_cards(5), "5"),
    (lambda: toolkit.print_cards(None), "None"),
    (lambda: toolkit.print_cards("lower/1/1", numbers="5"), "[1, 2, 3]"),
    (lambda: toolkit.print_cards("lower/1/1", foo=1), "stars, numbers, game, paper, lang"),
    (lambda: toolkit.print_board(foo=1), "paper, lang"),
    (lambda: toolkit.print_board().save(NOWHERE), NOWHERE),
    (lambda: toolkit.show(5), "5"),
    (lambda: _quiz().undo(), "quiz.hand_in()"),
    (lambda: _quiz().record(), "quiz.hand_in()"),
    (lambda: _quiz().say("roll"), "quiz.hand_in()"),
    (lambda: _quiz().save(NOWHERE), NOWHERE),
]


def _quiz() -> Any:
    return toolkit.quiz(toolkit.questions("L1", n=2))


@pytest.mark.parametrize(("call", "named"), CALLS)
def test_what_cannot_be_is_refused_by_name(call: Callable[[], object], named: str) -> None:
    with pytest.raises(BadInput) as refused:
        call()
    for lang in words.LANGS:
        said = refused.value.say(lang)
        assert named in said and bool(HAN.search(said)) == (lang == "zh"), said
        assert not re.search(r"Error|…\.$|: \.$", said), said


@pytest.mark.parametrize(
    "call",
    [
        lambda lang: toolkit.play("math_storm", die="d6", lang=lang),
        lambda lang: toolkit.play("math_storm", cards="pack:000000000000", lang=lang),
        lambda lang: toolkit.load({"toolkit": 7}, lang=lang),
        lambda lang: toolkit.lesson(chips=99, lang=lang),
        lambda lang: toolkit.quiz([], lang=lang),
        lambda lang: toolkit.print_cards("lower/1/1", stars=4, lang=lang),
        lambda lang: toolkit.print_cards("lower/1/1", foo=4, lang=lang),
        lambda lang: toolkit.print_board("chess", lang=lang),
    ],
)
def test_the_refusal_is_in_the_language_of_the_call(call: Callable[[str], object]) -> None:
    for lang in words.LANGS:
        with pytest.raises(BadInput) as refused:
            call(lang)
        assert str(refused.value) == refused.value.say(lang) == str(pickle.loads(pickle.dumps(refused.value)))
        assert bool(HAN.search(str(refused.value))) == (lang == "zh") and words.current() == "en"


def test_what_an_author_of_cards_should_know_is_told_where_they_are_played() -> None:
    box = toolkit.pack("stars,answer,prompt_en\n1,5,q\n1,5,q\n")
    with pytest.warns(UserWarning, match="question was asked already in line 2"):
        toolkit.play("math_storm", cards=box)
    with pytest.warns(UserWarning, match="第 2 行已经有了"):
        toolkit.lesson(cards=box, save=None, lang="zh")
    assert "worth a look" in repr(box)


def test_the_figures_of_the_readme(root: Path) -> None:
    """A line with figures beside it gives them."""
    from fractions import Fraction

    odds: Any = None
    told = 0
    for line in (root / "README.md").read_text("utf-8").splitlines():
        if found := re.fullmatch(r"from (toolkit\.games\.\w+) import odds", line):
            odds = import_module(f"{found[1]}.odds")
        elif found := re.match(r"(odds\.\S.*?)  # (\{.*?\})", line):
            shown = re.sub(r"\b(\d+)/(\d+)\b", r"Fraction(\1, \2)", found[2])
            assert eval(found[1], {"odds": odds}) == eval(shown, {"Fraction": Fraction})
            told += 1
    assert told > 1, "no figures"


def test_a_pack_error_keeps_its_language() -> None:
    with pytest.raises(PackError) as refused, words.speaking("zh"):
        toolkit.pack("stars,answer,prompt_en\n9,5,q\n")
    assert HAN.search(str(refused.value)) and str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
