"""Exact finite distributions: computed with integer weights, answered in Fractions.

>>> die = Dist.uniform(range(1, 7))
>>> two = 2 @ die
>>> two[7], two.p([10, 11, 12]), two.mean, two.variance
(Fraction(1, 6), Fraction(1, 6), Fraction(7, 1), Fraction(35, 6))
>>> two.given(lambda total: total >= 10)
Dist({10: 3, 11: 2, 12: 1})
>>> die > die, two >= 10, (die - die)[0]
(Fraction(5, 12), Fraction(1, 6), Fraction(1, 6))
>>> coin = Dist({"heads": 1, "tails": 1})
>>> coin.then(lambda side: die if side == "heads" else Dist.point(0)).mean
Fraction(7, 4)

Pools of dice are sorted tuples, because order does not matter; so are hands of cards. Where it does matter which die
came first, `dice(3, ordered=True)` keeps the order of rolling.

>>> dice(3).p(lambda roll: len(set(roll)) == 1)
Fraction(1, 36)
>>> dice(4).highest(3).mean
Fraction(15869, 1296)
>>> dice(3, ordered=True).p(lambda roll: roll[0] < roll[1] < roll[2])
Fraction(5, 54)
>>> draws({"ace": 4, "other": 48}, 2)
Dist({('ace', 'ace'): 1, ('ace', 'other'): 32, ('other', 'other'): 188})
>>> from random import Random
>>> dice(3).sample(Random(7))
(1, 5, 6)
>>> sums(3).sample(4, rng=7)
[10, 8, 10, 13]

In a notebook a law shows its table with bars; `toolkit.show(law)` or `law.chart()` draws it.

>>> print(sums(2, sides=2))
3 outcomes, mean 3, standard deviation 0.7071
2  1/4  25.0%  ██████████
3  1/2  50.0%  ████████████████████
4  1/4  25.0%  ██████████

Whatever cannot be computed is a `BadInput` (a `ValueError`), which says what was given and what would be right.
"""

from __future__ import annotations

from toolkit.core.dist.law import Chance, Dist
from toolkit.core.dist.pools import dice, draws, hypergeometric, sums

__all__ = ["Chance", "Dist", "dice", "draws", "hypergeometric", "sums"]


def __dir__() -> list[str]:
    """What is public: the names that a notebook completes."""
    return __all__
