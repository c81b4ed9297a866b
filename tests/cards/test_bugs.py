"""Error patterns: what each makes of given numbers, and the wrong answers of cards."""

from __future__ import annotations

import pytest

from tests.cards.examples import card_of
from toolkit.cards import card as card_
from toolkit.cards.card import Question
from toolkit.cards.families import bugs
from toolkit.games.math_storm.questions import LONG


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
        (card_of("L4", 2, 1, 20, 8, 5), {7: "ORD.add_before_sub", 12: "WORD.stopped_early"}),
        (card_of("L5", 1, 7, 8, 9, 5), {"<": "CMP.one_part", "=": "CNT.off_by_one"}),
        (card_of("L6", 3, 2, 0, 27, 12), {39: "WORD.keyword"}),
        (card_of("L7", 3, 0, 20, 8, 3), {27: "SEQ.other_rule", 22: "OP.swapped", 35: "SEQ.too_far"}),
        (card_of("L8", 3, LONG.index("++"), 27, 45), {72: "WORD.stopped_early", 17: "BRD.wraps"}),
        (card_of("U3", 2, 0, 14, 6), {64: "MUL.carry_lost", 20: "OP.swapped"}),
        (card_of("U4", 2, 1, 18, 3, 4), {60: "ORD.left_to_right", 12: "WORD.stopped_early"}),
        (card_of("U4", 2, 2, 24, 4, 3), {2: "ORD.mult_before_div"}),
        (card_of("U5", 2, 0, 5, 9, 4), {41: "ORD.brackets_ignored", 5: "WORD.stopped_early"}),
        (card_of("U5", 3, 3, 5, 9, 4), {"5 × 9 − 4": "ORD.brackets_ignored", "5 × (9 + 4)": "OP.swapped"}),
        (card_of("U6", 3, 0, 6, 8), {2: "FAC.mixed", 48: "OP.swapped", 16: "WORD.stopped_early"}),
        (card_of("U7", 3, 0, 0, 26, 21, 6, 20), {7: "DIV.remainder_lost", 12: "WORD.extra_number"}),
        (card_of("U8", 1, 1, 0, 8, 5), {13: "OP.swapped", 48: "MUL.neighbour", 35: "MUL.neighbour"}),
        (card_of("B", 1, 0, 27, 6, 2), {33: "BRD.star_forgotten", 38: "BRD.count_start"}),
    ],
    ids=lambda value: value.prompt.en if isinstance(value, Question) else "",
)
def test_cards_of_the_table_of_patterns(card: Question, wrong: dict[card_.Value, str]) -> None:
    assert wrong.items() <= {one.value: one.bug for one in card.distractors}.items()


def test_wrong_outcomes_of_the_storm() -> None:
    card = card_of("B", 2, 0, 0, 90, 9, 3)
    told = {one.bug: card.told(one.value, "en")[2:] for one in card.distractors}
    assert card.told(card.answer, "en").endswith("into the storm")
    assert told == {
        "BRD.wraps": "17, plain cell",
        "BRD.star_forgotten": "99, challenge cell",
        "BRD.pass_forgotten": "100, chance cell",
    }
