"""All families: every card solved again from what is printed on it, its steps, hints and wrong answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise, permutations
from math import gcd
from random import Random
from statistics import mean

import pytest

from tests.support.quiz_arithmetic import (
    FROM_THE_LEFT,
    carries,
    halves,
    holds,
    numbers_in,
    question_of,
    relations,
    solved,
    texts,
    worth,
)
from tests.support.quiz_board import SOLVE as BOARD
from tests.support.quiz_board import kind_of
from toolkit.cards import card as card_
from toolkit.cards import generate
from toolkit.cards.card import Question, spell
from toolkit.cards.families import FAMILIES, FEW, bugs
from toolkit.cards.generate import question
from toolkit.cards.reading import _tight, plain_text
from toolkit.core import words

CELLS = [(family, stars) for family in FAMILIES for stars in card_.STARS]
CAP = {"en": 190, "zh": 90}
"""Longest prompt in characters, without what there is to choose from."""


@pytest.fixture(scope="session")
def seeds(request: pytest.FixtureRequest) -> range:
    return range(1961 if request.config.getoption("--full", default=False) else 60)


@pytest.fixture(scope="session", params=CELLS, ids=lambda cell: f"{cell[0]}-{cell[1]}")
def cell(request: pytest.FixtureRequest, seeds: range) -> list[Question]:
    """51 cells of 1,961 cards are 100,011."""
    return [question(*request.param, seed) for seed in seeds]


def solve_equation(card: Question) -> card_.Value:
    """The prompt holds with the answer, and with no number near it."""
    assert holds(solved(card.prompt.en, card.answer)) and holds(solved(card.prompt.zh, card.answer))
    if isinstance(card.answer, int):
        assert not any(true(solved(card.prompt.en, card.answer + off)) for off in (-10, -2, -1, 1, 2, 10))
    return card.answer


def true(relation: str) -> bool:
    try:
        return holds(relation)
    except (AssertionError, ZeroDivisionError, ValueError):
        return False


def solve_two_sums(card: Question) -> str:
    left, right = map(worth, question_of(card).split("○"))
    return ">" if left > right else "<" if left < right else "="


def solve_nearest(card: Question) -> str:
    (goal,) = numbers_in(question_of(card))
    return min(card.choices, key=lambda choice: abs(worth(choice.text.en) - goal)).value


def solve_order(card: Question) -> str:
    found = dict(re.findall(r"([①②③]) (\d+ [+−] \d+)", card.prompt.en))
    right = "".join(sorted(found, key=lambda mark: worth(found[mark])))
    return next(choice.value for choice in card.choices if choice.text.en == right == choice.text.zh)


Reader = tuple[str, str, Callable[..., int]]
STORIES: dict[tuple[str, int], tuple[Reader, ...]] = {
    ("L6", 1): (
        ("gives her|more come|in all|altogether", "又|一共", lambda a, b: a + b),
        ("left\\?|stay on", "还剩", lambda a, b: a - b),
    ),
    ("L6", 2): (
        ("put there|did he get|came in\\?|still fold", "放上去|得到多少|进来了多少|还要", lambda had, now: now - had),
        ("were sold|has he read|were used", "卖出了|看了多少|卖掉了|用掉了", lambda had, left: had - left),
        ("How many more|How much longer", "多多少|多跳|长多少", lambda a, b: a - b),
    ),
    ("L6", 3): (
        ("left[. ]|still on", "还剩|车上还有", lambda gone, left: gone + left),
        ("Now (he|there|\\d+ children)", "现在", lambda new, now: now - new),
        ("more than|more pears than", "比[^，。]*多看? ?\\d", lambda a, more: a - more),
        ("fewer|shorter", "比[^，。]*[少短]跳? ?\\d", lambda a, fewer: a + fewer),
    ),
    ("U7", 1): (
        (
            "more (eggs|chairs|flowers)|he read \\d+ more",
            "还有|又看了|还种了",
            lambda groups, each, more: groups * each + more,
        ),
        ("are left|are free|have left", "还剩|还空", lambda groups, each, gone: groups * each - gone),
    ),
    ("U7", 2): (
        ("How many more", "多多少", lambda n, d, c: c - n // d),
        ("How many fewer", "少多少", lambda n, d, c: n // d - c),
    ),
    ("U7", 3): (
        ("needed", "至少", lambda a, b, d, extra: -(-(a + b) // d)),
        ("she make|for how many|full bunches|be filled", "最多能|最多够|能装满", lambda a, b, d, extra: (a + b) // d),
    ),
}
"""What the words mean, in English and in Chinese: the answer from the numbers in the order in which they are told."""


def solve_story(card: Question) -> int:
    found = []
    for lang, place in (("en", 0), ("zh", 1)):
        text = card.prompt.get(lang)
        means = [one[2] for one in STORIES[card.family, card.stars] if re.search(one[place], text, re.IGNORECASE)]
        assert len(means) == 1, text
        found.append(means[0](*numbers_in(text)))
    assert found[0] == found[1], card.prompt
    return found[0]


def solve_sequence(card: Question) -> int:
    """One rule for all, or one for every other step, or one for every other number."""
    row = [int(part) if part != "□" else None for part in re.split(", ", card.prompt.en)]
    place = row.index(None)
    found = set()
    for rule in (one_rule, two_rules, two_rows):
        right = [n for n in range(1, 101) if rule([n if value is None else value for value in row])]
        if right:
            assert len(right) == 1, (card.prompt, place)
            found.add(right[0])
            break
    (answer,) = found
    return answer


def one_rule(row: list[int]) -> bool:
    return len({b - a for a, b in pairwise(row)}) == 1


def two_rules(row: list[int]) -> bool:
    steps = [b - a for a, b in pairwise(row)]
    return len(row) > 5 and len(set(steps[::2])) == len(set(steps[1::2])) == 1


def two_rows(row: list[int]) -> bool:
    return one_rule(row[::2]) and one_rule(row[1::2])


def solve_brackets(card: Question) -> str:
    """The only place of the brackets that makes the target."""
    target, bare = re.findall(r"makes (\d+): (.*)", card.prompt.en)[0]
    a, first, b, second, c = bare.split()
    ways = [f"({a} {first} {b}) {second} {c}", f"{a} {first} ({b} {second} {c})"]
    (right,) = (way for way in ways if worth(way, whole=False) == int(target))
    assert worth(bare, whole=False) != int(target) and worth(right) == int(target)
    return right


def solve_multiple(card: Question) -> str:
    (a,) = numbers_in(question_of(card))
    (right,) = (choice.value for choice in card.choices if int(choice.text.en) % a == 0)
    return right


def solve_pairs(card: Question) -> card_.Value:
    n = numbers_in(card.prompt.en)[0]
    if not card.choices:
        return sum(n % d == 0 for d in range(1, n + 1) if d * d <= n)
    pairs = {choice.value: numbers_in(choice.text.en) for choice in card.choices}
    return "".join(value for value, (x, y) in pairs.items() if x * y == n)


def solve_common(card: Question) -> int:
    a, b = numbers_in(card.prompt.en)[-2:]
    common = [n for n in range(1, 101) if n % a == n % b == 0]
    assert common[0] == a * b // gcd(a, b)
    return common[-1] if "largest" in card.prompt.en else common[0]


SOLVE: dict[tuple[str, int], Callable[[Question], card_.Value]] = {
    **{(family, stars): solve_equation for family in FAMILIES for stars in card_.STARS},
    ("L5", 1): solve_two_sums,
    ("L5", 2): solve_nearest,
    ("L5", 3): solve_order,
    **{(family, stars): solve_story for family in ("L6", "U7") for stars in card_.STARS},
    **{("L7", stars): solve_sequence for stars in card_.STARS},
    ("U5", 3): solve_brackets,
    ("U6", 1): solve_multiple,
    ("U6", 2): solve_pairs,
    ("U6", 3): solve_common,
    **BOARD,
}


def test_the_answer_is_right(cell: list[Question]) -> None:
    for card in cell:
        assert SOLVE[card.family, card.stars](card) == card.answer, card
        assert card.check(card.answer).ok and card.check(card.told(card.answer, "en")).ok, card
        assert card.check(spell(card.answer, "zh")).ok and card.check(card.told(card.answer, "zh")).ok, card
        assert isinstance(card.answer, str) or 1 <= card.answer <= 100, card
        assert max(numbers_in(question_of(card))) <= 100, card


def test_every_step_holds_and_the_last_one_ends_with_the_answer(cell: list[Question]) -> None:
    for card in cell:
        assert 2 <= len(card.steps) <= 13
        box = card.answer if card.kind in ("int", "quotient_remainder") else "□"
        for lang in words.LANGS:
            found = [relations(step.get(lang), box) for step in card.steps]
            assert all(holds(relation) for step in found for relation in step if "□" not in relation), card.steps
            assert sum(map(bool, found)) >= len(found) - 2 or card.family in ("L8", "U8", "B"), card.steps
            last = card.steps[-1].get(lang).rstrip("。.”）")
            assert ends_with(card, last, lang), (last, card.answer)


def test_steps_name_the_kinds_of_cells(cell: list[Question]) -> None:
    for card in cell if cell[0].family in ("L8", "U8") else ():
        named = [found for step in card.steps for found in re.findall(r"= (\d+)(?: \(|: |, )(\w+ \w+)\b", step.en)]
        kinds = [(n, kind) for n, kind in named if kind.endswith("cell") or kind == "into the"]
        assert kinds or card.answer == choice_of(card, "no result"), card.steps
        for n, kind in kinds:
            assert kind == ("into the" if int(n) > 100 else kind_of(int(n))), card.steps


def choice_of(card: Question, text: str) -> str:
    return next((one.value for one in card.choices if one.text.en == text), "")


def ends_with(card: Question, last: str, lang: str) -> bool:
    if card.kind == "int" and card.unit.en:
        return last.endswith(f"{card.answer} {card.unit.get(lang)}")
    if isinstance(card.answer, int):
        return numbers_in(last)[-1] == card.answer
    return re.split("[=“]", last)[-1].strip().endswith(spell(card.answer, lang)) or last.endswith(str(card.answer))


def test_both_languages_say_the_same(cell: list[Question]) -> None:
    """The same numbers and equations in the same order; Chinese without Latin letters but for those of the choices."""
    for card in cell:
        letters = "".join(choice.value for choice in card.choices)
        for text in texts(card):
            assert not set(re.findall("[A-Za-z]", text.zh)) - set(letters), text
            assert not re.search("[\u3000-\u9fff\uff00-\uffef{}]", text.en), text
            assert numbers_in(text.zh) == numbers_in(text.en) or text is not card.prompt, text
            assert [part.replace("……", " r ") for part in relations(text.zh)] == relations(text.en), text
        assert len(question_of(card)) <= CAP["en"] and len(card.prompt.zh.split("  ")[0]) <= CAP["zh"], card.prompt
        for choice in card.choices:
            assert f"{choice.value} {choice.text.en}" in card.prompt.en or choice.value in "><="
            assert f"{choice.value} {choice.text.zh}" in card.prompt.zh or choice.value in "><="


def test_hints_do_not_give_the_answer(cell: list[Question]) -> None:
    for card in cell:
        assert len(card.hints) == 2
        for lang in words.LANGS:
            shown = {part for n in numbers_in(card.prompt.get(lang)) for part in (n, n % 10, n - n % 10)}
            for hint in card.hints:
                new = set(numbers_in(hint.get(lang))) - shown
                assert card.answer not in new, (card.prompt, hint)
                assert isinstance(card.answer, int) or card.kind == "choice" or card.answer not in hint.get(lang)
                assert not re.search(r"answer is|所以选|选 [A-F]", hint.get(lang)), hint


def test_wrong_answers_are_wrong_different_and_each_of_one_pattern(cell: list[Question]) -> None:
    for card in cell:
        wrong = {one.value: one.bug for one in card.distractors}
        assert len(wrong) == len(card.distractors) >= (2 if (card.family, card.stars) == ("L5", 1) else 3), card
        for value, bug in wrong.items():
            verdict = card.check(spell(value, "zh"))
            assert (verdict.kind, verdict.value, verdict.bug) == ("wrong", value, bug), (card, value)
            assert bug in bugs.BUGS
        if card.kind == "choice":
            names = [_tight(plain_text(text)) for one in card.choices for text in {one.text.en, one.text.zh}]
            assert len(set(names)) == len(names) and set(wrong) < {one.value for one in card.choices}, card


def test_wrong_answers_follow_from_their_patterns(cell: list[Question]) -> None:
    """What can be read off the equation: the order of the operations, brackets, half the way, the sign turned."""
    for card in cell:
        chain = re.fullmatch(r"([\d\s+−×÷()]+) = □", card.prompt.en)
        if not chain or card.family not in ("L4", "U4", "U5"):
            continue
        text = chain[1]
        led = {
            "ORD.left_to_right": {worth(text, FROM_THE_LEFT, whole=False)},
            "ORD.brackets_ignored": {worth(re.sub("[()]", "", text), whole=False)},
            "ORD.mult_before_div": {worth(text, {"+": 1, "−": 1, "÷": 2, "×": 3}, whole=False)},
            "ORD.add_before_sub": {worth(text, {"−": 1, "+": 2, "×": 3, "÷": 3}, whole=False)},
            "WORD.stopped_early": set(halves(re.sub("[()]", "", text))),
            "OP.swapped": set(turned(text)),
        }
        for one in card.distractors:
            assert one.bug not in led or one.value in led[one.bug], (card.prompt.en, one)


def turned(text: str) -> Iterator[Fraction]:
    """One sign changed, or both."""
    signs = [match.start() for match in re.finditer("[+−×÷]", text)]
    for first in "+−×÷":
        for second in "+−×÷":
            for third in "+−×÷" if len(signs) > 2 else "+":
                changed = list(text)
                for place, sign in zip(signs, (first, second, third), strict=False):
                    changed[place] = sign
                with suppress(ZeroDivisionError):
                    yield abs(worth("".join(changed), whole=False))


WRONG = {"ADD.carry_lost": bugs.carry_lost, "SUB.smaller_from_larger": bugs.smaller_from_larger}


def test_choices_are_what_a_pattern_leads_to() -> None:
    """L5: the bug run on the printed sums picks the choice that is said to be its."""
    for seed in range(100):
        card = question("L5", 2, seed)
        (goal,) = numbers_in(question_of(card))
        for one in card.distractors:
            if one.bug not in WRONG:
                continue
            seen = {}
            for choice in card.choices:
                a, sign, b = choice.text.en.split()
                found = WRONG[one.bug](int(a), int(b)) if (sign == "+") == one.bug.startswith("ADD") else ()
                seen[choice.value] = abs((found or (worth(choice.text.en),))[0] - goal)
            assert min(seen, key=lambda value: seen[value]) == one.value, card


@pytest.mark.parametrize("family, stars", CELLS)
def test_there_are_enough_questions(family: str, stars: int) -> None:
    rng, found = Random(1), set()
    for _ in range(8000):
        found.add(FAMILIES[family].draw(rng, stars).params)
        if (family, stars) not in FEW and len(found) >= 200:
            break
    assert len(found) == FEW.get((family, stars), 200)


def test_no_letter_is_right_too_often() -> None:
    for family, stars in CELLS:
        drawn = [FAMILIES[family].draw(Random(n), stars) for n in range(120)]
        right = Counter(
            one.answer for one in drawn if one.choices and one.choices[0].value == "A" and one.answer in "ABCDEF"
        )
        if sum(right.values()) > 100:
            assert max(right.values()) < 0.5 * sum(right.values()), (family, stars, right)


def test_the_stories_vary_and_read_naturally(cell: list[Question]) -> None:
    if cell[0].family not in ("L6", "U7"):
        return
    openings = Counter(re.sub(r"\d+", "", card.prompt.en) for card in cell)
    assert len(openings) >= 8 and max(openings.values()) < len(cell) / 3
    for card in cell:
        assert card.unit.en and card.unit.zh and min(numbers_in(card.prompt.en)) > 1, card.prompt
        assert card.prompt.en.endswith("?") and card.prompt.zh.endswith("？")


def load(card: Question) -> float:
    """How hard: what the table of difficulty factors names, for each family its own."""
    measure = MEASURES.get(card.family, equation_load)
    return measure(card) + max(numbers_in(question_of(card))) / 100


def equation_load(card: Question) -> float:
    """Operations, carries and borrows, a remainder, an empty place other than the result, precedence, brackets."""
    prompt = card.prompt.en
    if card.kind == "expression":
        return 6
    first = prompt.partition("=")[0]
    hard = prompt.count(" r ") + ("□" in first) + ("(" in prompt) * prompt.count("−") + ("÷" in prompt)
    for side in re.sub("[()]", "", solved(prompt, card.answer)).split("="):
        side = side.partition(" r ")[0]
        hard += len(re.findall("[+−×÷]", side))
        if not re.search("[×÷]", side):
            hard += carries(side)
        elif re.search(r"[+−÷].*[×]", side):
            hard += 1
        for a, b in re.findall(r"(\d\d) × (\d)\b", side):
            hard += int(a) % 10 * int(b) > 9
        for a, b in re.findall(r"\b(\d) × (\d\d)", side):
            hard += int(a) * (int(b) % 10) > 9
    return hard


def story_load(card: Question) -> float:
    """Steps, numbers told, what is unknown (2 where it is the start, 1 the change), carries and borrows."""
    first = relations(card.steps[0].en)[0]
    unknown = 2 * first.startswith("□") + (not first.startswith("□") and not first.endswith("□")) if "□" in first else 0
    work = [one for step in card.steps for one in relations(step.en) if "□" not in one]
    hard = sum(carries(one.partition("=")[0]) for one in work if not re.search("[×÷<]", one))
    remainder, division = any(" r " in one for one in work), any("÷" in one for one in work)
    return 2 * unknown + hard + len(work) + 2 * remainder + division + len(numbers_in(card.prompt.en))


def sums_load(card: Question) -> float:
    """Sums to compare, with carries and borrows."""
    sums = re.findall(r"\d+ [+−] \d+", card.prompt.en)
    return sum(carries(one) for one in sums) + len(set("".join(re.findall("[+−]", card.prompt.en))))


def sequence_load(card: Question) -> float:
    """Rules, steps other than 2, 5 and 10, an empty place other than the next, carries and borrows."""
    rules = set(re.findall(r"[+−] \d+", " ".join(relations(card.steps[0].en) + relations(card.steps[1].en))))
    odd = sum(rule.split()[1] not in ("2", "5", "10") for rule in rules)
    work = (carries(one.partition("=")[0]) for step in card.steps for one in relations(step.en))
    return 3 * len(rules) + odd + (not card.prompt.en.endswith("□")) + sum(work) / 4


def lists_load(card: Question) -> float:
    """Multiplications that are to be found."""
    return sum(one.count("×") for step in card.steps for one in relations(step.en))


def depth_load(card: Question) -> float:
    """Operations ahead, then the size of the numbers; for steps and storm the lines of working."""
    if card.family == "B":
        return sum(len(relations(step.en)) for step in card.steps) * 2
    deep = {("L8", 2): 2, ("U8", 3): 2}.get((card.family, card.stars), 1)
    if (card.family, card.stars) == ("L8", 3):
        deep = len(card.steps) - 1
    return 10 * deep + mean(card.board) / 10


MEASURES = {
    "L5": sums_load,
    "L6": story_load,
    "U7": story_load,
    "L7": sequence_load,
    "U6": lists_load,
    **dict.fromkeys(("L8", "U8", "B"), depth_load),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_more_stars_are_harder(family: str) -> None:
    one, two, three = (mean(load(question(family, stars, seed)) for seed in range(100)) for stars in card_.STARS)
    assert one < two < three, (one, two, three)


def test_every_text_is_used_and_there_in_both_languages() -> None:
    forms = {(f, FAMILIES[f].draw(Random(n), stars).form) for f, stars in CELLS for n in range(120)}
    for lang in words.LANGS:
        there = set()
        for package in {family.words for family in FAMILIES.values()}:
            tables = {key: value for key, value in words.table("quiz", lang, package).items() if key in FAMILIES}
            there |= {(family, form) for family, table in tables.items() for form in table if form != "term"}
        assert there == forms
    for package in {family.words for family in FAMILIES.values()}:
        en, zh = (words.table("quiz", lang, package) for lang in words.LANGS)
        for family, table in en.items():
            for form, texts_ in table.items() if family in FAMILIES else ():
                assert shape(texts_) == shape(zh[family][form]), (family, form)


def shape(value: object) -> object:
    """The keys and the lengths of lists."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    return [shape(part) for part in value] if isinstance(value, list) else ""


def test_same_seed_same_card_in_every_band() -> None:
    card = question("B", 2, 7)
    other = question("B", 2, 7, "upper")
    assert (card.band, other.band) == ("lower", "upper") and card.prompt == other.prompt and card.id == other.id
    assert "B" in generate.families("lower") and "B" in generate.families("upper")
    assert generate.families("lower") == ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "B")
    assert len(FAMILIES) == 17 and "X1" not in FAMILIES


def test_orders_of_three_are_all_asked() -> None:
    right = {card.told(card.answer, "en")[2:] for card in (question("L5", 3, seed) for seed in range(100))}
    assert right == {"".join(order) for order in permutations("①②③")}
