"""Error patterns: every row of a table of examples, every wrong answer of the families, and when a finding is made."""

from __future__ import annotations

import doctest
import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from toolkit.cards import card as card_
from toolkit.cards import diagnosis, families
from toolkit.cards.card import Question, Text
from toolkit.cards.diagnosis import Attempt, diagnose, findings, pattern, patterns, separates
from toolkit.cards.families import bugs
from toolkit.cards.generate import question
from toolkit.core import words

TABLE = """
ADD.carry_lost            47 + 38 = □          75
ADD.carry_written         47 + 38 = □          715
ADD.carry_swapped         47 + 38 = □          121
ADD.misaligned            47 + 3 = □           77
ADD.zero                  47 + 0 = □           0
ADD.zero                  47 + 0 = □           48
CNT.off_by_one            47 + 38 = □          84
SUB.smaller_from_larger   63 − 29 = □          46
SUB.no_decrement          63 − 29 = □          44
SUB.zero_minus_n          80 − 27 = □          67
SUB.zero_gives_zero       80 − 27 = □          60
SUB.off_by_one            63 − 29 = □          35
OP.swapped                63 − 29 = □          92
OP.swapped                7 × 8 = □            15
MUL.neighbour             7 × 8 = □            48
MUL.neighbour             7 × 8 = □            64
MUL.shared_digit          7 × 8 = □            54
MUL.zero_one              7 × 0 = □            7
MUL.zero_one              9 × 1 = □            10
MUL.carry_lost            14 × 6 = □           64
DIG.reversed              7 × 8 = □            65
DIV.neighbour             56 ÷ 7 = □           9
DIV.remainder_lost        47 ÷ 6 = □ r □       7
DIV.remainder_too_big     47 ÷ 6 = □ r □       6 r 11
ORD.left_to_right         18 − 3 × 4 = □       60
ORD.mult_before_div       24 ÷ 4 × 3 = □       2
ORD.add_before_sub        20 − 8 + 5 = □       7
ORD.brackets_ignored      5 × (9 − 4) = □      41
EQ.answer_next            8 + 4 = □ + 5        12
EQ.add_all                8 + 4 = □ + 5        17
MISS.wrong_inverse        27 + □ = 45          72
MISS.wrong_inverse        □ − 18 = 25          7
WORD.stopped_early        63 − 17 − 28 = □     46
"""
RIGHT = {
    "47 + 38 = □": 85,
    "47 + 3 = □": 50,
    "47 + 0 = □": 47,
    "63 − 29 = □": 34,
    "80 − 27 = □": 53,
    "7 × 8 = □": 56,
    "7 × 0 = □": 0,
    "9 × 1 = □": 9,
    "14 × 6 = □": 84,
    "56 ÷ 7 = □": 8,
    "47 ÷ 6 = □ r □": "7 r 5",
    "18 − 3 × 4 = □": 6,
    "24 ÷ 4 × 3 = □": 18,
    "20 − 8 + 5 = □": 17,
    "5 × (9 − 4) = □": 25,
    "8 + 4 = □ + 5": 7,
    "27 + □ = 45": 18,
    "□ − 18 = 25": 43,
    "63 − 17 − 28 = □": 18,
}
SEVERAL = {
    "7 × 0 = □": ("MUL.zero_one", "OP.swapped"),
    "9 × 1 = □": ("MUL.zero_one", "OP.swapped"),
    "8 + 4 = □ + 5, 17": ("EQ.add_all", "SUB.no_decrement"),
}
"""Where the numbers of the table leave two patterns possible: 12 − 5 with the ten left over is 17 as well."""


def card(prompt: str, zh: str = "") -> Question:
    """A question that somebody wrote."""
    plain = replace(question("L1", 1, 1), params=(), distractors=(), family="pack")
    kind = "int" if isinstance(RIGHT[prompt], int) else "quotient_remainder"
    return replace(plain, id=prompt, prompt=Text(prompt, zh or prompt), answer=RIGHT[prompt], kind=kind)


@pytest.mark.parametrize("row", TABLE.strip().split("\n"), ids=lambda row: " ".join(row.split()))
def test_a_written_question_shows_the_patterns_of_the_table(row: str) -> None:
    bug, prompt, wrong = re.split(r"\s{2,}", row)
    fits = diagnose(card(prompt), wrong)
    assert fits == SEVERAL.get(prompt) or SEVERAL.get(f"{prompt}, {wrong}", (bug,))
    assert (
        diagnose(card(prompt), str(RIGHT[prompt])) == diagnose(card(prompt), "") == diagnose(card(prompt), "?!") == ()
    )


def test_a_prompt_is_read_in_either_language_and_only_if_it_is_an_equation() -> None:
    assert diagnose(replace(card("47 + 38 = □"), prompt=Text("Add forty-seven and 38.", "４７＋３８＝？")), "75")
    for text in ("What is 47 + 38?", "147 + 38 = □", "47 + 38 = 2 × □", "((47 + 38", "5 ÷ 0 + 1 = □", "", "□"):
        assert patterns(replace(card("47 + 38 = □"), prompt=Text(text, text))) == {}


def test_the_wrong_answers_of_every_family_are_diagnosed_as_their_pattern() -> None:
    for family in families.FAMILIES:
        for stars in card_.STARS:
            for seed in range(10):
                asked = question(family, stars, seed)
                assert all(fits for fits in patterns(asked).values())
                for wrong in asked.distractors:
                    assert diagnose(asked, str(wrong.value)) == (wrong.bug,), (asked.id, wrong)


SUM, TAKE, TIMES = card("47 + 38 = □"), card("63 − 29 = □"), card("7 × 8 = □")
LOST, LARGER = "ADD.carry_lost", "SUB.smaller_from_larger"


def found(*history: tuple[Question, str | None, bool]) -> list[tuple[str, str]]:
    return [(one.sure, one.bug) for one in findings(history)]


def test_may_be_after_one_and_likely_after_two_of_the_last_three_that_could_show_it() -> None:
    lost, right, slip = (SUM, "75", False), (SUM, "85", True), (SUM, "99", False)
    elsewhere = (TIMES, "50", False)
    assert found(lost) == [("may", LOST)]
    assert found(lost, lost) == [("likely", LOST)]
    assert found(lost, right, elsewhere, elsewhere, lost) == [("likely", LOST)]
    assert found(lost, right, slip, lost) == [("may", LOST)]
    assert found(lost, lost, right, right, right) == []
    assert found(slip, right, elsewhere) == found() == []
    (finding,) = findings([lost, right, lost])
    assert (finding.shown, finding.items) == (2, 3)
    assert "carried ten" in finding.say("en") and "2" in finding.say("en") and "进位" in finding.say("zh")


def test_nothing_is_said_where_several_fit() -> None:
    both = card("7 × 0 = □")
    assert found((both, "7", False)) == []
    assert not separates(both, diagnose(both, "7")) and separates(TIMES, ("OP.swapped", "MUL.neighbour"))
    swapped = (TIMES, "15", False)
    assert found(swapped, (both, "7", False), (TAKE, "92", False)) == [("likely", "OP.swapped")]


def test_likely_ones_come_first_and_blanks_and_overrides_count_for_nothing() -> None:
    take = (TAKE, "46", False)
    assert found(take, take, (SUM, "75", False)) == [("likely", LARGER), ("may", LOST)]
    assert found(take, (TAKE, None, False), (TAKE, " ", False), (TAKE, "??", False), take) == [("likely", LARGER)]
    assert found((TAKE, "46", True)) == []
    assert found((TAKE, "34", False)) == []
    assert findings([Attempt(TAKE, "46", False)]) == findings([take])


def test_every_pattern_has_a_name_an_explanation_and_an_example_in_both_languages() -> None:
    listed = {row.split()[0] for row in TABLE.strip().split("\n")}
    assert listed | set(bugs.BUGS) <= set(diagnosis.known())
    en, zh = (words.table("diagnosis", lang) for lang in words.LANGS)
    assert {head: list(table) for head, table in en.items()} == {head: list(table) for head, table in zh.items()}
    for bug in diagnosis.known():
        english, chinese = pattern(bug, "en"), pattern(bug, "zh")
        assert all([*english, *chinese]) and not re.search("[一-鿿]", "".join(english))
        assert re.search("[一-鿿]", chinese.name) and re.search("[一-鿿]", chinese.says)
    names = {pattern(bug, lang).name for bug in diagnosis.known() for lang in words.LANGS}
    assert len(names) == 2 * len(diagnosis.known())


def test_an_example_shows_its_own_pattern() -> None:
    """What the examples claim is what the patterns do, where the example is an equation."""
    shape = re.compile(r"^(.*?) = ([\d r]+?)(?: or .*)? instead of ([\d r]+)$")
    for bug in diagnosis.known():
        if told := shape.match(pattern(bug, "en").example):
            prompt, wrong, right = told.groups()
            asked = replace(SUM, prompt=Text(f"{prompt} = □", f"{prompt} = □"))
            if " r " in right:
                asked = replace(asked, kind="quotient_remainder", answer=right)
            else:
                asked = replace(asked, answer=int(right))
            assert asked.check(wrong).kind == "wrong" and bug in diagnose(asked, wrong), bug
            numbers = sorted(re.findall(r"\d+", pattern(bug, "en").example))
            assert sorted(re.findall(r"\d+", pattern(bug, "zh").example)) == numbers, bug


def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(diagnosis) == (0, 4)


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [("-5 + 3 = □", -2), ("-(5 + 3) × 2 = □", -16), ("2 × -5 - 1 = □", -11), ("3 - -4 = □", 7), ("8 ÷ -2 + 1 = □", -3)],
)
def test_an_expression_with_negative_numbers_is_worked_out(prompt: str, answer: int) -> None:
    """The steps of the right order end in the answer: a sign before a number takes nothing away."""
    from toolkit.cards.packs import pack

    (one,) = pack(f'[{{"stars": 1, "answer": {answer}, "prompt_en": "{prompt}", "wrong1": 8}}]')
    assert one.answer == answer and diagnosis.diagnose(one, "8") is not None
    tokens = re.findall(r"[0-9]+|[-+×÷()]", prompt.partition("=")[0].replace(" ", ""))
    steps = diagnosis._steps(diagnosis._signed(tokens), diagnosis.RIGHT_ORDER)
    assert steps[-1] == answer


def test_every_text_of_signs_and_numbers_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in operations, not in seconds: no text makes more of them than it has signs, brackets and numbers."""
    rng, done = random.Random(1), [0]

    def counted(sign: str) -> Any:
        def work(a: Any, b: Any) -> Any:
            done[0] += 1
            return old[sign](a, b)

        return work

    old = dict(diagnosis.SIGNS)
    monkeypatch.setattr(diagnosis, "SIGNS", {sign: counted(sign) for sign in old})
    for _ in range(3_000):
        tokens = [rng.choice(["-", "-", "+", "×", "÷", "(", ")", "5", "100", "0"]) for _ in range(rng.randrange(1, 30))]
        done[0] = 0
        diagnosis._ordered(diagnosis._signed(tokens))
        assert done[0] <= 10 * len(tokens), tokens
