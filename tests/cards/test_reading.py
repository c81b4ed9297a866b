"""Answers as they are written: right, wrong, blank, or not to be read."""

from __future__ import annotations

import msgspec
import pytest

from tests.cards.examples import (
    BRACKETS,
    DIFFERENCE,
    DIVIDEND,
    DIVISION,
    EQUAL,
    FACT,
    FREE,
    OUTCOME,
    PAIRS,
    SIGN,
    STORY,
    SUM,
)
from toolkit.cards import card as card_
from toolkit.cards.card import Question, spell
from toolkit.core import words


@pytest.mark.parametrize(
    "card, spellings",
    [
        (
            SUM,
            "85|８５| 85 |\u300085\u3000|= 85|＝８５|□=85|□ = 85|?=85|47+38=85|47 + 38 = 85|４７＋３８＝８５"
            "|085|+85|85.|85。",
        ),
        (DIFFERENCE, "34|63-34=29|63 − 34 = 29|63–34=29|□=34|６３－３４＝２９"),
        (FACT, "56|7×8=56|7*8=56|7x8=56|7 X 8 = 56|７ｘ８＝５６|=56"),
        (DIVIDEND, "47|47÷6=7r5|47/6=7 r 5|47÷6=7……5|47 ÷ 6 = 7 余 5|□=47"),
        (
            DIVISION,
            "7 r 5|7r5|7 R 5|７ｒ５|7……5|7...5|7…5|7..5|7······5|7⋯⋯5|7余5|7 余 5|7余数5|7 rem 5"
            "|7 remainder 5|= 7 r 5|=7……5|47÷6=7……5|47 / 6 = 7 r 5|47÷6=7余5|７……５。",
        ),
        (SIGN, ">|＞|大于|大于号|greater than|7+8>9+5|7 + 8 > 9 + 5|７＋８＞９＋５|answer: >"),
        (EQUAL, "=|＝|等于|equals|the same|7+8=9+6"),
        (OUTCOME, "{0}|{1}| {0} |{0}.|({0})|选{0}|答案是{0}|answer: {1}|{2}|{3}|{0} {2}|{0}. {3}"),
        (PAIRS, "AB|ab|BA|A, B|A，B|a b|A和B|A and B|A、B|2 and 12, 3 and 8|2 和 12、3 和 8|AAB"),
        (BRACKETS, "5×(9−4)|5*(9-4)|5 x (9 - 4)|５×（９－４）|5×[9−4]|5 × (9 − 4) = 25|(5×(9−4))|= 5 × (9 − 4)"),
        (FREE, "5×(9-4)|(9-4)×5|(9−4)*5=25"),
        (
            STORY,
            "15|15 stickers|15张|15 张|15张贴纸|答：15张。|27-12=15|27 − 12 = 15 stickers|Answer: 15 stickers.|１５",
        ),
    ],
    ids=lambda value: f"{value.family}-{value.stars}" if isinstance(value, Question) else "",
)
def test_right_however_it_is_written(card: Question, spellings: str) -> None:
    told = [card.answer, str(card.answer).lower(), *(card.told(card.answer, lang)[2:] for lang in words.LANGS)]
    for spelling in spellings.format(*told).split("|") if "{" in spellings else spellings.split("|"):
        verdict = card.check(spelling)
        assert verdict.ok and (verdict.value == card.answer or card.kind == "expression"), spelling


@pytest.mark.parametrize("card", [SUM, DIFFERENCE, FACT, DIVISION, DIVIDEND], ids=lambda card: card.family)
def test_blank_and_unreadable_are_no_answers(card: Question) -> None:
    for text in (
        "",
        " ",
        "\u3000",
        "\n",
        "=",
        "□",
        "□ =",
        "？",
        "\u200b",
        None,
        card.prompt.en,
        card.prompt.zh,
    ):
        assert card.check(text) == card_.Verdict("blank"), text
    for text in (
        "abc",
        "八十五",
        "8 5",
        "8,5",
        "7.5",
        "1/2",
        "--5",
        "7 r",
        "r 5",
        "7 r 5 r 1",
        "47 +",
        "1" * 5000,
        "😀",
    ):
        assert card.check(text).kind == "unreadable", text
        assert not card.check(text).ok


@pytest.mark.parametrize("card", [SIGN, OUTCOME, PAIRS, BRACKETS, FREE, STORY], ids=lambda card: card.kind)
def test_other_kinds_know_blank_and_unreadable(card: Question) -> None:
    for text in ("", " ", "\u3000", "□", None, card.prompt.en, card.prompt.zh):
        assert card.check(text).kind == "blank", text
    for text in (
        "八十五",
        "maybe",
        "--5",
        "1/",
        "😀",
        "7 r 5 r 1",
        "(",
        "1" * 5000,
        "__import__('os')",
        "2**9",
        "9//2",
    ):
        assert card.check(text).kind == "unreadable", text


def test_expressions_are_worked_out_exactly() -> None:
    for wrong in ("5 × 9 − 4", "(5×9)−4", "5×(9+4)", "25", "(9−4)×5", "5×(9−4)+0", "5÷(9-9)", "5 × (9 − 4) × 1"):
        assert BRACKETS.check(wrong).kind == "wrong", wrong
    assert BRACKETS.check("5*9-4").bug == "ORD.brackets_ignored"
    thirds = msgspec.structs.replace(BRACKETS, goal=card_.Goal(24, (3, 3, 8, 8)))
    assert thirds.check("8÷(3−8÷3)").ok and not thirds.check("8÷(3−2)×3").ok
    deep = "(" * 60 + "1" + ")" * 60
    assert thirds.check(deep).kind in ("wrong", "unreadable")
    for text in ("5×", "()", "5(9−4)", "5 9", "05×(9−4)", "x", "5.0×(9−4)", "5×(9−4)=abc"):
        assert BRACKETS.check(text).kind == "unreadable", text


def test_choices_that_are_wrong() -> None:
    assert SIGN.check("7+8<9+5").bug == "CMP.one_part" and SIGN.check("等于").bug == "CNT.off_by_one"
    assert SIGN.check("7+9>9+5").kind == "unreadable" and OUTCOME.check("G").kind == "unreadable"
    assert PAIRS.check("A").bug == "FAC.incomplete" and PAIRS.check("a c b").bug == "MUL.neighbour"
    assert STORY.check("27+12=39").bug == "WORD.keyword" and STORY.check("39 张").bug == "WORD.keyword"
    assert STORY.check("15 kg").kind == "unreadable"
    assert STORY.told(15, "en") == "15 stickers" and STORY.told(15, "zh") == "15 张"
    assert SIGN.told(">", "en") == ">" and DIVISION.told("7 r 5", "zh") == "7……5"


def test_wrong_answers_are_read() -> None:
    assert SUM.check(75) == card_.Verdict("wrong", 75, "ADD.carry_lost")
    assert SUM.check("47+38=75").bug == "ADD.carry_lost"
    assert SUM.check("-85") == SUM.check("−85") == card_.Verdict("wrong", -85)
    assert SUM.check("1,000") == SUM.check("1 000") == SUM.check("１，０００") == card_.Verdict("wrong", 1000)
    assert SUM.check("7 r 5").kind == "unreadable"
    assert DIVISION.check("7") == DIVISION.check("7 r 0") == card_.Verdict("wrong", "7", "DIV.remainder_lost")
    assert DIVISION.check("6余11").bug == "DIV.remainder_too_big"
    assert spell("7 r 5", "en") == "7 r 5" and spell("7 r 5", "zh") == "7……5" and spell(85, "zh") == "85"
