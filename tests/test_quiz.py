"""Question cards against an evaluator of their own: every answer, every worked step, every wrong answer."""

from __future__ import annotations

import doctest
import hashlib
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from statistics import mean

import msgspec
import pytest

from toolkit.core import quiz
from toolkit.core.families import FAMILIES, FEW, bugs
from toolkit.core.game import BadInput
from toolkit.core.quiz import Question, deck, question, spell

CELLS = [(family, stars) for family in FAMILIES for stars in quiz.STARS]
DECKS = {
    "lower/1/1": "0bcdcde9624fc6d1",
    "lower/1/20260131": "3f677813eacd2519",
    "upper/1/1": "7132d16af34ed93b",
    "upper/1/7": "9d5d45ce56ab3bc8",
}
"""Digests of whole decks. Where one changes, old matches meet other cards: raise `quiz.GENERATOR` instead."""


@pytest.fixture(scope="session")
def seeds(request: pytest.FixtureRequest) -> range:
    return range(5000 if request.config.getoption("--full", default=False) else 200)


@pytest.fixture(params=CELLS, ids=lambda cell: f"{cell[0]}-{cell[1]}")
def cell(request: pytest.FixtureRequest, seeds: range) -> list[Question]:
    family, stars = request.param
    return [question(family, stars, seed) for seed in seeds]


TERM = r"(?:\d+|□)"
SIGN = r"(?:[-+−×÷=<]|……| r )"
RELATION = re.compile(rf"{TERM}(?:\s*{SIGN}\s*{TERM})+")
Whole = Fraction | tuple[int, int]


def value_of(side: str) -> Fraction:
    """× and ÷ before + and −, from the left; nothing on the way is negative or broken."""
    total = Fraction(0)
    for sign, product in re.findall(r"(^|[+−])\s*([\d×÷\s]+)", side):
        factor = Fraction(1)
        for operation, number in re.findall(r"(^|[×÷])\s*(\d+)", product.strip()):
            factor = factor / int(number) if operation == "÷" else factor * int(number)
            assert factor.denominator == 1, side
        total += -factor if sign == "−" else factor
        assert total >= 0, side
    return total


def holds(relation: str) -> bool:
    """Whether all sides are worth the same, or the first is less than the second."""
    if "<" in relation:
        less, more = relation.split("<")
        return value_of(less) < value_of(more)
    sides = [side.replace("……", " r ").strip() for side in relation.split("=")]
    if any(" r " in side for side in sides):
        division, pair = sides
        (n, d), (q, r) = map(int, re.split(r"\s*÷\s*", division)), map(int, re.split(r"\s*r\s*", pair))
        return n == d * q + r and 0 <= r < d
    return len({value_of(side) for side in sides}) == 1


def solved(text: str, answer: quiz.Value) -> str:
    """The text with the answer in its boxes."""
    parts = iter(str(answer).split(" r ")) if "r □" in text or "……□" in text else iter([str(answer)] * 9)
    return re.sub("□", lambda _: next(parts), text)


def relations(text: str, answer: quiz.Value) -> list[str]:
    return [solved(found, answer) for found in RELATION.findall(text)]


def texts(card: Question) -> Iterator[quiz.Text]:
    yield from (card.prompt, *card.hints, *card.steps)


def numbers_in(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def test_the_answer_solves_the_prompt(cell: list[Question]) -> None:
    for card in cell:
        for lang in quiz.LANGS:
            assert holds(solved(card.prompt.get(lang), card.answer)), card
        assert card.check(str(card.answer)).ok and card.check(spell(card.answer, "zh")).ok
        assert not any(n > 100 for n in numbers_in(f"{card.prompt.en} {card.answer}")), card


def test_no_other_answer_solves_the_prompt(cell: list[Question]) -> None:
    for card in cell[:10]:
        if card.kind == "int":
            right = [n for n in range(101) if solves(card, n)]
        else:
            right = [f"{q} r {r}" for q in range(50) for r in range(50) if solves(card, f"{q} r {r}")]
        assert right == [card.answer]


def solves(card: Question, answer: quiz.Value) -> bool:
    try:
        return holds(solved(card.prompt.en, answer))
    except AssertionError:
        return False


def test_every_step_holds_and_the_last_one_is_the_answer(cell: list[Question]) -> None:
    for card in cell:
        assert len(card.steps) >= 2
        for step in card.steps:
            for lang in quiz.LANGS:
                found = relations(step.get(lang), card.answer)
                assert any("=" in relation for relation in found) and all(map(holds, found)), step
        for lang in quiz.LANGS:
            end = re.split(r"[=“（]", card.steps[-1].get(lang))[-1].rstrip("。.”）")
            assert end.strip() == spell(card.answer, lang), card.steps[-1]


def test_both_languages_say_the_same_in_their_own_letters(cell: list[Question]) -> None:
    for card in cell:
        for text in texts(card):
            assert not re.search("[A-Za-z]", text.zh), text
            assert not re.search("[\u3000-\u9fff\uff00-\uffef{}]", text.en), text
            equations = [part.replace("……", " r ") for part in RELATION.findall(text.zh)]
            assert equations == RELATION.findall(text.en), text


def test_what_is_written_and_what_is_carried(cell: list[Question]) -> None:
    for card in cell:
        for text in texts(card):
            for found in re.findall(
                r"(\d+)\. Write (\d+), carry (\d+)|(\d+)，写 (\d+) 进 (\d+)", f"{text.en}{text.zh}"
            ):
                ones, digit, carried = (int(part) for part in found if part)
                assert ones == 10 * carried + digit, text
            assert ("Write" in text.en) == ("写 " in text.zh)


def test_hints_do_not_give_the_answer(cell: list[Question]) -> None:
    for card in cell:
        assert len(card.hints) == 2
        for hint in card.hints:
            for lang in quiz.LANGS:
                shown = {part for n in numbers_in(card.prompt.get(lang)) for part in (n, n % 10, n - n % 10)}
                assert card.answer not in set(numbers_in(hint.get(lang))) - shown, (card.prompt, hint)
                assert card.kind == "int" or spell(card.answer, lang) not in hint.get(lang)


def test_wrong_answers_are_wrong_different_and_each_of_one_pattern(cell: list[Question]) -> None:
    for card in cell:
        wrong = {one.value: one.bug for one in card.distractors}
        assert len(wrong) == len(card.distractors) >= 3 and card.answer not in wrong
        for value, bug in wrong.items():
            verdict = card.check(spell(value, "zh"))
            assert (verdict.kind, verdict.value, verdict.bug) == ("wrong", value, bug)
            assert bug in bugs.BUGS


def test_the_main_patterns_lead_to_different_answers(cell: list[Question]) -> None:
    for card in cell[:100]:
        seed = card.id.split("-")[2]
        draft = FAMILIES[card.family].draw(Random(f"{card.family}:{card.stars}:{seed}"), card.stars)
        led = [{v for v in values if v != draft.answer} for values in draft.main.values()]
        assert draft.params == card.params and all(led)
        assert set(draft.main) <= {one.bug for one in card.distractors}


def test_a_card_says_what_it_is(cell: list[Question]) -> None:
    for card in cell:
        assert card.band == {"L": "lower", "U": "upper"}[card.family[0]] and card.family in quiz.families(
            card.band
        )
        assert card.seconds == 30 * card.stars and card.skills
        again = question(card.family, card.stars, card.id.split("-")[2])
        assert again == card and hash(again) == hash(card)
        assert msgspec.json.decode(msgspec.json.encode(card), type=Question) == card


@pytest.mark.parametrize("family, stars", CELLS)
def test_there_are_enough_questions(family: str, stars: int) -> None:
    rng = Random(1)
    found = {FAMILIES[family].draw(rng, stars).params for _ in range(6000)}
    assert len(found) == FEW[family, stars] if (family, stars) in FEW else len(found) >= 200


@pytest.mark.parametrize(
    "pattern, right, wrong",
    [
        (bugs.carry_lost(47, 38), 85, [75]),
        (bugs.carry_written(47, 38), 85, [715]),
        (bugs.carry_swapped(47, 38), 85, [121]),
        (bugs.carry_lost(28, 35, 19), 82, [62]),
        (bugs.carry_written(28, 35, 19), 82, [622]),
        (bugs.misaligned(47, 3), 50, [77]),
        (bugs.counted_start(47, 38), 85, [84]),
        (bugs.smaller_from_larger(63, 29), 34, [46]),
        (bugs.smaller_from_larger(63, 17, 28), 18, [34]),
        (bugs.no_decrement(63, 29), 34, [44]),
        (bugs.zero_minus_n(80, 27), 53, [67]),
        (bugs.zero_gives_zero(80, 27), 53, [60]),
        (bugs.one_short_or_long(34), 34, [35, 33]),
        (bugs.product_neighbours(7, 8), 56, [49, 63, 48, 64]),
        (bugs.shared_digit(7, 8), 56, [54]),
        (bugs.reversed_digits(56), 56, [65]),
        (bugs.carry_lost(41, 38), 79, []),
        (bugs.smaller_from_larger(69, 23), 46, []),
        (bugs.zero_minus_n(63, 29), 34, []),
        (bugs.reversed_digits(70), 70, []),
    ],
)
def test_error_patterns(pattern: tuple[int, ...], right: int, wrong: list[int]) -> None:
    assert list(pattern) == wrong and right not in wrong


def card_of(family: str, stars: int, *numbers: int) -> Question:
    return quiz._worded(family, stars, 0, FAMILIES[family].forms[stars - 1].draft(*numbers))


@pytest.mark.parametrize(
    "card, wrong",
    [
        (card_of("L1", 2, 47, 38), {75: "ADD.carry_lost", 715: "ADD.carry_written", 84: "CNT.off_by_one"}),
        (card_of("L2", 2, 63, 29), {46: "SUB.smaller_from_larger", 92: "OP.swapped", 35: "SUB.off_by_one"}),
        (card_of("L2", 3, 80, 27), {67: "SUB.zero_minus_n", 60: "SUB.zero_gives_zero"}),
        (card_of("L3", 2, 1, 63, 29), {92: "MISS.wrong_inverse"}),
        (card_of("L3", 2, 0, 18, 25), {7: "MISS.wrong_inverse"}),
        (card_of("L3", 3, 38, 24, 17), {62: "EQ.answer_next", 79: "EQ.add_all"}),
        (
            card_of("U1", 2, 7, 8),
            {49: "MUL.neighbour", 64: "MUL.neighbour", 15: "OP.swapped", 65: "DIG.reversed"},
        ),
        (card_of("U2", 1, 56, 7), {7: "DIV.neighbour", 9: "DIV.neighbour"}),
        (card_of("U2", 2, 47, 6), {"7": "DIV.remainder_lost", "6 r 11": "DIV.remainder_too_big"}),
        (card_of("U2", 3, 6, 7, 5), {42: "DIV.remainder_lost", 37: "OP.swapped"}),
    ],
    ids=lambda value: value.prompt.en if isinstance(value, Question) else "",
)
def test_cards_of_the_table_of_patterns(card: Question, wrong: dict[quiz.Value, str]) -> None:
    assert wrong.items() <= {one.value: one.bug for one in card.distractors}.items()


def load(card: Question) -> float:
    """Operations, carries and borrows, a remainder, an empty place other than the result, size of numbers."""
    first = card.prompt.en.partition("=")[0]
    hard = card.prompt.en.count(" r ") + ("□" in first)
    for side in solved(card.prompt.en, card.answer).split("="):
        terms = re.findall(r"([+−×÷]?)\s*(\d+)", side.partition(" r ")[0])
        so_far = int(terms[0][1])
        for sign, term in terms[1:]:
            n, hard = int(term), hard + 1
            hard += (sign == "+" and so_far % 10 + n % 10 > 9) + (sign == "−" and so_far % 10 < n % 10)
            so_far += n if sign == "+" else -n if sign == "−" else 0
    return hard + max(numbers_in(f"{card.prompt.en} {card.answer}")) / 100


@pytest.mark.parametrize("family", FAMILIES)
def test_more_stars_are_harder(family: str, seeds: range) -> None:
    one, two, three = (mean(load(question(family, stars, seed)) for seed in seeds) for stars in quiz.STARS)
    assert one < two < three


SUM, DIFFERENCE = card_of("L1", 2, 47, 38), card_of("L3", 2, 1, 63, 29)
FACT, DIVISION, DIVIDEND = card_of("U1", 2, 7, 8), card_of("U2", 2, 47, 6), card_of("U2", 3, 6, 7, 5)


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
    ],
    ids=["sum", "difference", "fact", "dividend", "division"],
)
def test_right_however_it_is_written(card: Question, spellings: str) -> None:
    for spelling in spellings.split("|"):
        assert card.check(spelling) == quiz.Verdict("right", card.answer), spelling


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
        assert card.check(text) == quiz.Verdict("blank"), text
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


def test_wrong_answers_are_read() -> None:
    assert SUM.check(75) == quiz.Verdict("wrong", 75, "ADD.carry_lost")
    assert SUM.check("47+38=75").bug == "ADD.carry_lost"
    assert SUM.check("-85") == SUM.check("−85") == quiz.Verdict("wrong", -85)
    assert SUM.check("1,000") == SUM.check("1 000") == SUM.check("１，０００") == quiz.Verdict("wrong", 1000)
    assert SUM.check("7 r 5").kind == "unreadable"
    assert DIVISION.check("7") == DIVISION.check("7 r 0") == quiz.Verdict("wrong", "7", "DIV.remainder_lost")
    assert DIVISION.check("6余11").bug == "DIV.remainder_too_big"
    assert spell("7 r 5", "en") == "7 r 5" and spell("7 r 5", "zh") == "7……5" and spell(85, "zh") == "85"


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_a_place_for_every_card(name: str) -> None:
    box = deck(name)
    assert box.name == name and deck(name) is box
    prompts = set()
    for stars in quiz.STARS:
        numbers = box.cards(stars)
        assert numbers == range(120 * stars - 119, 120 * stars + 1)
        for number in numbers:
            card = box.card(number)
            assert box.stars(number) == card.stars == stars and box.card(number) is card
            assert question(card.family, stars, card.id.split("-", 2)[2]) == card
            assert card.family in quiz.RECIPES[box.band, box.version][stars - 1]
            prompts.add(card.prompt)
    assert len(prompts) == 360


def test_no_deck_runs_out_of_questions(seeds: range) -> None:
    for (band, version), seed in (
        (recipe, seed) for recipe in quiz.RECIPES for seed in seeds[:: len(seeds) // 20]
    ):
        box = quiz.Deck(band, version, seed)
        assert len({box.card(number).prompt for number in range(1, 361)}) == 360


@pytest.mark.parametrize("name", DECKS)
def test_decks_stay_as_they_are(name: str) -> None:
    box = deck(name)
    cards = [box.card(number) for number in range(1, 361)]
    content = [(c.id, c.params, c.prompt, c.kind, c.answer, c.distractors) for c in cards]
    assert hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16] == DECKS[name]


def test_a_card_takes_less_than_a_millisecond() -> None:
    start = time.perf_counter()
    for number in range(1, 361):
        quiz.Deck("upper", 1, 987654).card(number)
    assert time.perf_counter() - start < 0.36


@pytest.mark.parametrize(
    "call, key",
    [
        (lambda: deck("lower/1"), "deck"),
        (lambda: deck("lower/2/7"), "deck"),
        (lambda: deck("middle/1/7"), "deck"),
        (lambda: deck("lower/1/07"), "deck"),
        (lambda: deck("lower/1/-7"), "deck"),
        (lambda: deck(""), "deck"),
        (lambda: deck("lower/1/7").card(0), "card"),
        (lambda: deck("lower/1/7").card(361), "card"),
        (lambda: deck("lower/1/7").stars(361), "card"),
        (lambda: deck("lower/1/7").cards(4), "stars"),
        (lambda: question("L1", 0, 1), "stars"),
        (lambda: question("X1", 1, 1), "family"),
        (lambda: quiz.families("middle"), "band"),
        (lambda: SUM.prompt.get("fr"), "lang"),
    ],
)
def test_bad_input_says_what_would_be_right(call, key: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput) as caught:
        call()
    assert caught.value.key == key and caught.value.args_["given"] and caught.value.args_["right"]


def test_every_text_is_used_and_there_in_both_languages() -> None:
    forms = {
        f"{family}.{FAMILIES[family].draw(Random(n), stars).form}"
        for family, stars in CELLS
        for n in range(500)
    }
    for lang in quiz.LANGS:
        tables = {k: v for k, v in quiz._texts(lang).items() if k in FAMILIES}
        assert {f"{family}.{form}" for family, table in tables.items() for form in table} == forms


def test_chants_are_the_multiplication_table() -> None:
    digits = "零一二三四五六七八九"
    for a in range(2, 10):
        for b in range(a, 10):
            tens, ones = divmod(a * b, 10)
            ten = "" if not tens else "一十" if a * b == 10 else "十" if tens == 1 else f"{digits[tens]}十"
            product = (ten or "得") + (digits[ones] if ones else "")
            assert quiz._chant((b, a)) == digits[a] + digits[b] + product


def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(quiz) == (0, 3)


def test_quiz_needs_no_numpy() -> None:
    code = "import sys, toolkit.core.quiz; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
