"""The mini-games by themselves: equilibria, stop tables, chances. Values are Fractions in K, tracks as in the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from toolkit.core.dist import Dist, sums
from toolkit.games.las_vegas_royale.odds import checks
from toolkit.games.las_vegas_royale.odds.groups import group_weights
from toolkit.games.las_vegas_royale.rules.payout import may_split
from toolkit.games.las_vegas_royale.rules.phase import BLACK
from toolkit.games.las_vegas_royale.state import (
    BOX,
    FIFTY,
    HIGH_FIVE_WEIGHT,
    JACKPOT,
    PUNCH,
    Splitting,
)

SUMS: Dist[int] = sums(2)


class Punch(NamedTuple):
    """The equilibrium of A1: how often to hide and to guess 1, 2, 3 tokens, and what it is worth to who hides."""

    hide: dict[int, Fraction]
    guess: dict[int, Fraction]
    value: Fraction


@cache
def lucky_punch() -> Punch:
    """A1 between two that play it as well as can be.

    If i tokens are hidden with chance h(i), a guess i takes h(i) · reward(i) away: that has to be the same for every
    guess. If i is guessed with chance g(i), hiding i brings (1 − g(i)) · reward(i): that has to be the same as well.
    """
    total = sum((Fraction(1, reward) for reward in PUNCH.values()), Fraction(0))
    hide = {tokens: Fraction(1, reward) / total for tokens, reward in PUNCH.items()}
    value = (len(PUNCH) - 1) / total
    guess = {tokens: 1 - value / reward for tokens, reward in PUNCH.items()}
    if min(guess.values()) < 0:
        raise ValueError("with these rewards the smallest is never hidden: the formula does not hold")
    return Punch(hide, guess, value)


class Jackpot(NamedTuple):
    """A2 with one amount in the pot. `long_run`: what an activation brings on average over a long time."""

    chance: Fraction
    mean: Fraction
    long_run: Fraction


def jackpot(pot: int = JACKPOT[0]) -> Jackpot:
    """The chance that the black dice win, what this roll is worth, and the long run. `BadInput` for another amount."""
    here = JACKPOT[checks.pot(pot)]
    chance = BLACK.p(lambda roll: roll.low == roll.high or roll.low + roll.high == 7)
    long_run = sum((share * amount for share, amount in zip(_long_run(chance), JACKPOT, strict=True)), Fraction(0))
    return Jackpot(chance, chance * here, chance * long_run)


def _long_run(chance: Fraction) -> list[Fraction]:
    """How often each place of the marker is met: after k losses in a row it stands on place k, at most the last."""
    shares = [chance * (1 - chance) ** k for k in range(len(JACKPOT) - 1)]
    return [*shares, (1 - chance) ** (len(JACKPOT) - 1)]


Best = Literal["stop", "higher", "lower"]


class Bets(NamedTuple):
    """B2 in one situation: what is best, and what each choice is worth."""

    best: Best
    stop: Fraction
    higher: Fraction
    lower: Fraction

    @property
    def value(self) -> Fraction:
        return max(self.stop, self.higher, self.lower)


class Fifty(NamedTuple):
    """B2: its value before the first roll, and the best choice on each space after each sum."""

    value: Fraction
    table: dict[tuple[int, int], Bets]


@cache
def fifty_fifty() -> Fifty:
    """B2 by backward induction: the last space pays at once, and from each other one the best of three choices."""
    table: dict[tuple[int, int], Bets] = {}
    last = len(FIFTY) - 1
    for space in range(last - 1, -1, -1):
        for total in SUMS:
            after = {s: Fraction(FIFTY[last]) if space + 1 == last else table[space + 1, s].value for s in SUMS}
            higher = sum((p * after[s] for s, p in SUMS.items() if s > total), Fraction(0))
            lower = sum((p * after[s] for s, p in SUMS.items() if s < total), Fraction(0))
            stop = Fraction(FIFTY[space])
            choices: dict[Best, Fraction] = {"stop": stop, "higher": higher, "lower": lower}
            table[space, total] = Bets(max(choices, key=lambda c: choices[c]), stop, higher, lower)
    value = sum((p * table[0, s].value for s, p in SUMS.items()), Fraction(0))
    return Fifty(value, dict(sorted(table.items())))


def high_five(weight: int = 0, small: int = 7, big: int = 1) -> Fraction:
    """C1: the chance that the next roll can bring the weight at its casino to five.

    `weight`: what lies there already; `small`, `big`: the dice in hand. `BadInput` for impossible numbers.
    """
    there = checks.whole("weight", weight, 0)
    return group_weights(small, big).one.p(lambda group: group > 0 and there + group >= HIGH_FIVE_WEIGHT)


class Pile(NamedTuple):
    """One way to split the tokens of G1: the sizes and the sums of both piles."""

    sizes: tuple[int, int]
    sums: tuple[int, int]


class Box(NamedTuple):
    """G1: every split that differs, and the value of the box to who picks."""

    splits: tuple[Pile, ...]
    value: Fraction


@cache
def black_box() -> Box:
    """G1 between two that play it as well as can be: half of all, whatever the sizes.

    Who picks either pile with the same chance gets half of all tokens on average, whatever the split. Who splits can
    keep it down to that: with piles of three, who picks knows nothing. So the value is half of the sum.
    """
    whole = sum(token * n for token, n in BOX.items())
    splits = set()
    for one in may_split(None, Splitting(0, 1)):  # type: ignore[arg-type]
        first = one.sixty + one.twenty + one.empty, 60 * one.sixty + 20 * one.twenty
        second = sum(BOX.values()) - first[0], whole - first[1]
        small, large = sorted((first, second))
        splits.add(Pile((small[0], large[0]), (small[1], large[1])))
    return Box(tuple(sorted(splits)), Fraction(whole, 2))
