"""The odds against brute force: every roll, every bet, every split counted one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.las_vegas_royale.positions import lying, pay, play, table, turn
from toolkit.core.words import BadInput
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale import odds
from toolkit.games.las_vegas_royale.odds.matrix import equilibrium
from toolkit.games.las_vegas_royale.odds.tables import SUMS
from toolkit.games.las_vegas_royale.state import FIFTY, JACKPOT, PUNCH, Guess, Hide, Pick, Split

FACES = range(1, 7)
PAIRS = list(product(FACES, FACES))


@pytest.mark.parametrize(("small", "big"), [(0, 1), (1, 0), (1, 1), (3, 0), (3, 1), (5, 1)])
def test_the_groups_of_a_roll_are_counted(small, big):
    one: Counter[int] = Counter()
    largest: Counter[int] = Counter()
    for faces in product(FACES, repeat=small + big):
        weights = Counter(faces[:small])
        if big:
            weights[faces[-1]] += 2
        one[weights[4]] += 1
        largest[max(weights.values())] += 1
    found, total = odds.group_weights(small, big), 6 ** (small + big)
    assert found.one == {weight: Fraction(n, total) for weight, n in sorted(one.items())}
    assert found.largest == {weight: Fraction(n, total) for weight, n in sorted(largest.items())}


def test_a_full_hand_by_its_4752_rolls():
    law, largest = game.chance_outcomes(table()), Counter()
    for roll, n in law.weights.items():
        weights = Counter(roll.small)
        weights[roll.big] += 2
        largest[max(weights.values())] += n
    assert {w: Fraction(n, 6**8) for w, n in largest.items()} == dict(odds.group_weights().largest)


def test_an_empty_hand_has_no_group():
    assert odds.group_weights(0, 0).largest == odds.group_weights(0, 0).one == {0: Fraction(1)}


def test_who_takes_which_note():
    assert odds.payout(weights={"A": 3, "B": 3, "C": 1}, notes=(60, 40)) == {"A": 0, "B": 0, "C": 60}
    assert odds.payout({"A": 3, "grey": 4, "B": 1}, (60, 40)) == {"A": 40, "grey": 60, "B": 0}
    assert odds.payout({"A": 0}, (60,)) == {"A": 0}


def test_payouts_by_the_words_of_the_rulebook():
    """Each rank by itself: an owner is out if anybody has as much; then the first gets the higher note."""
    for weights in product(range(4), repeat=4):
        left = [i for i in range(4) if weights[i] and weights.count(weights[i]) == 1]
        order = sorted(left, key=lambda i: -weights[i])
        wanted = dict.fromkeys(range(4), 0) | dict(zip(order, (90, 30), strict=False))
        assert odds.payout(dict(enumerate(weights)), (90, 30)) == wanted


def test_lucky_punch_is_an_equilibrium():
    found = odds.lucky_punch()
    assert sum(found.hide.values()) == sum(found.guess.values()) == 1 and found.value == Fraction(240, 13)
    for guess in PUNCH:
        assert sum(p * PUNCH[h] for h, p in found.hide.items() if h != guess) == found.value, "no guess is better"
    for hide in PUNCH:
        assert sum(p * PUNCH[hide] for g, p in found.guess.items() if g != hide) == found.value, "no hiding is better"


def test_the_payoffs_of_lucky_punch_are_those_of_the_rules():
    state = turn(table("A1 B2 D1"), "1", 1)
    table_ = [[Fraction(_punch(state, h, g)) for g in PUNCH] for h in PUNCH]
    rows, columns = equilibrium(table_)
    assert rows == list(odds.lucky_punch().hide.values()) and columns == list(odds.lucky_punch().guess.values())


def _punch(state, hidden, guess):
    return game.returns(play(state, Hide(0, hidden), Guess(1, guess)))[0] - game.returns(state)[0]


@pytest.mark.parametrize("pot", JACKPOT)
def test_the_jackpot_by_all_36_rolls(pot):
    wins = sum(a == b or a + b == 7 for a, b in PAIRS)
    assert odds.jackpot(pot).chance == Fraction(wins, 36) == Fraction(1, 3)
    assert odds.jackpot(pot).mean == Fraction(wins * pot, 36)


def test_the_jackpot_in_the_long_run_is_the_fixed_law_of_its_marker():
    share = [Fraction(1)] + [Fraction(0)] * 5
    for _ in range(400):
        share = [Fraction(1, 3), *(Fraction(2, 3) * p for p in share[:4]), Fraction(2, 3) * (share[4] + share[5])]
        share = [Fraction(round(p * 10**12), 10**12) for p in share]
    mean = sum(p * amount for p, amount in zip(share, JACKPOT, strict=True)) / 3
    assert abs(mean - odds.jackpot().long_run) < Fraction(1, 10**6)


def test_fifty_fifty_by_an_independent_recursion():
    def worth(space: int, last: int) -> Fraction:
        if space == 4:
            return Fraction(60)
        bets = [
            Fraction(sum(deep(space + 1, a + b) for a, b in PAIRS if (a + b > last) is up and a + b != last), 36)
            for up in (True, False)
        ]
        return max(Fraction(FIFTY[space]), *bets)

    known: dict[tuple[int, int], Fraction] = {}

    def deep(space: int, last: int) -> Fraction:
        if (space, last) not in known:
            known[space, last] = worth(space, last)
        return known[space, last]

    found = odds.fifty_fifty()
    assert found.value == Fraction(sum(deep(0, a + b) for a, b in PAIRS), 36)
    assert {key: bets.value for key, bets in found.table.items()} == {
        (space, last): deep(space, last) for space in range(4) for last in SUMS
    }
    assert found.table[3, 7].best == found.table[2, 7].best == "stop" and found.table[0, 4].best == "higher"


@pytest.mark.parametrize(("weight", "small", "big"), [(0, 5, 1), (2, 4, 1), (3, 2, 0), (5, 1, 0), (0, 4, 0)])
def test_high_five_by_all_rolls(weight, small, big):
    hits = 0
    for faces in product(FACES, repeat=small + big):
        group = faces[:small].count(1) + (2 if big and faces[-1] == 1 else 0)
        hits += group > 0 and weight + group >= 5
    assert odds.high_five(weight, small, big) == Fraction(hits, 6 ** (small + big))


def test_black_box_is_worth_half_whatever_its_sizes():
    found = odds.black_box()
    assert found.value == 50 and all(sum(pile.sums) == 100 and sum(pile.sizes) == 6 for pile in found.splits)
    tokens = (60, 20, 20, 0, 0, 0)
    wanted = set()
    for chosen in product((False, True), repeat=6):
        if 0 < sum(chosen) < 6:
            one = sum(chosen), sum(t for t, c in zip(tokens, chosen, strict=True) if c)
            small, large = sorted([one, (6 - one[0], 100 - one[1])])
            wanted.add(((small[0], large[0]), (small[1], large[1])))
    assert {tuple(pile) for pile in found.splits} == wanted
    state = pay(lying(table("G1 B2 D1"), {1: "aab"}, "none"))
    while game.due(state).phase == "count":
        state = play(state, *game.chance_outcomes(state))
    for split in game.legal_actions(state, 1):
        both = [game.returns(play(state, split, Pick(0, pile)))[0] - game.returns(state)[0] for pile in (1, 2)]
        assert sum(both) == 100
    assert Split(1, 0, 0, 3) in game.legal_actions(state, 1)


def test_prime_time_by_all_rolls_and_all_choices_of_the_rules():
    state = pay(lying(table("B1 E1 D1"), {1: "aab", 3: "bba", 4: "abb", 5: "ab", 6: "aabb"}, "none"))
    found = odds.prime_time(state)
    assert found.seat == 0 and found.now == odds.standing_money(state)[0]
    mean = Fraction(0)
    for a, b in PAIRS:
        rolled = play(state, (a, b))
        best = 0
        for action in game.legal_actions(rolled, 0):
            after = play(rolled, action)
            while game.due(after).phase == "count":
                after = play(after, *game.chance_outcomes(after))
            best = max(best, game.returns(after)[0] - game.returns(state)[0])
        assert found.rolls[min(a, b), max(a, b)][1] == best
        mean += Fraction(best, 36)
    assert found.mean == mean > found.now


def test_prime_time_is_nobodys_without_a_leader():
    assert odds.prime_time(lying(table("B1 E1 D1"), {1: "ab"})).seat == -1
    assert odds.prime_time(table("A1 E1 D1")).rolls == {}


def test_the_money_on_a_casino_rises_with_its_number():
    found = odds.casino_money(20_000)
    totals = [found[number].total for number in FACES]
    assert totals == sorted(totals) and totals[5] > 1.7 * totals[0]
    mean = Fraction(sum(k * n for k, n in zip(range(30, 110, 10), (11, 11, 13, 15, 13, 11, 9, 7), strict=True)), 90)
    assert abs(sum(totals) / 12 - float(mean)) < 0.5 and found == odds.casino_money(20_000)


def test_the_money_on_casinos_against_notes_dealt_by_the_rules():
    rng, totals, rounds = Random(3), [0] * 6, 400
    for _ in range(rounds):
        state = game.start(2, tiles="A1 B1 C1")
        while game.due(state).phase == "deal":
            state = game.apply(state, game.chance_outcomes(state).sample(rng))
        totals = [total + sum(one.notes) for total, one in zip(totals, state.casinos, strict=True)]
    for number, money in odds.casino_money(20_000).items():
        spread = money.stderr * (20_000 / rounds) ** 0.5
        assert abs(totals[number - 1] / rounds - money.total) < 5 * spread


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: odds.group_weights(8, 1), "8"),
        (lambda: odds.group_weights(1, 2), "big"),
        (lambda: odds.payout({"A": -1}, (60, 40)), "-1"),
        (lambda: odds.payout([3, 2], (60, 40)), "weights"),
        (lambda: odds.payout({"A": 1}, (40, 60)), "(40, 60)"),
        (lambda: odds.payout({"A": 1}, (65,)), "65"),
        (lambda: odds.jackpot(35), "35"),
        (lambda: odds.high_five(-1), "weight"),
        (lambda: odds.casino_money(1), "rounds"),
        (lambda: odds.placement(table(), 3), "3"),
        (lambda: odds.placement(table(), 0, n=1), "n"),
    ],
)
def test_impossible_numbers_are_named(call, said):
    for lang in ("en", "zh"):
        with pytest.raises(BadInput) as caught:
            call()
        assert said in caught.value.say(lang)


def test_small_matrix_games():
    zero, one = Fraction(0), Fraction(1)
    assert equilibrium([[one, zero, -one], [zero, zero, zero]])[0] == [zero, one]
    assert equilibrium([[zero, -one, one], [one, zero, -one], [-one, one, zero]])[0] == [Fraction(1, 3)] * 3
    assert equilibrium([[one, one], [zero, zero]])[0] == [one, zero]
    with pytest.raises(ValueError, match="matrix"):
        equilibrium([])


def test_what_was_closed_pays_as_the_ruleset_says():
    state = lying(table("E1 B2 D1", closed_pays=False), {4: "aab"})
    closed = replace(state, boards=replace(state.boards, closed=4))
    assert odds.standing_money(state) == (80, 70, 0) and odds.standing_money(closed) == (0, 0, 0)
