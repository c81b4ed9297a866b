"""The keys of notebooks 05 to 08: answers computed from the odds and the ruleset of Cloud & Mountain."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from toolkit.core.keys import Key, Keys, near, written


def _roll(n: int, event: Any) -> Fraction:
    """P(event) of n dice, a sorted tuple of faces."""
    from toolkit.core.dist import dice

    return dice(n).p(event)


def _about(p: Fraction, digits: int = 3) -> str:
    return f"{float(p):.{digits}f}"


def _line(*tiles: str) -> Fraction:
    """P of a row of these three tiles before the first plate."""
    from toolkit.games.cloud_mountain.odds import layouts

    return layouts.lines([*tiles, *[None] * 6])[0]


def _product(*tiles: str) -> Fraction:
    """The product of the chances of these tiles: right only if they were independent."""
    from toolkit.games.cloud_mountain import odds

    return prod(odds.chances(tiles=tiles).values(), start=Fraction(1))


KEYS = Keys(notebooks=("05", "06", "07", "08"))


@KEYS.key("05.q1", "chance")
def _five_or_six_of_three() -> Key:
    """At least one 5 or 6 among three dice."""
    p, one = (_roll(n, lambda roll: {5, 6} & set(roll)) for n in (3, 1))
    slips = {"added": near(3 * one), "none": near(1 - p)}
    return Key(p, {"answer": written(p), "other": written(1 - one)}, slips)


@KEYS.key("05.q2", "chance")
def _just_one_six() -> Key:
    """Exactly one 6 among ten dice."""
    p = _roll(10, lambda roll: roll.count(6) == 1)
    slips = {"which": near(p / 10), "some": near(_roll(10, lambda roll: 6 in roll))}
    return Key(p, {"answer": _about(p), "each": _about(p / 10, 4)}, slips)


@KEYS.key("05.q3", "chance")
def _neither_one_nor_two() -> Key:
    """`no:1` and `no:2` are both met."""
    from toolkit.games.cloud_mountain import odds
    from toolkit.games.cloud_mountain.odds import layouts

    both = layouts.layout(["no:1", "no:2", *[None] * 7], line=0)[2]
    one, product = odds.chances(tiles=["no:1"])["no:1"], _product("no:1", "no:2")
    pair = Fraction(1, 36)
    slips = {
        "pair": lambda given: abs(given - pair) < Fraction(1, 2000),
        "product": lambda given: abs(given - product) <= (product - both) / 2,
        "added": near(2 * one),
    }
    return Key(both, {"answer": _about(both), "product": _about(product)}, slips)


@KEYS.key("06.q1", "chance")
def _neither_more_nor_less() -> Key:
    """The total is 35, so that both `sum>35` and `sum<35` fail."""
    from toolkit.games.cloud_mountain import odds

    more, less = odds.chances(tiles=["sum>35", "sum<35"]).values()
    p = 1 - more - less
    total = odds.sums().total
    slips = {"nothing": lambda given: given == 0, "alike": lambda given: abs(given - Fraction(1, len(total))) <= p / 9}
    said = {"answer": _about(p, 4), "more": _about(more, 5), "sums": len(total)}
    return Key(p, said, slips)


@KEYS.key("06.q2", "number")
def _mirrored() -> Key:
    """The n for which `sum<n` is as likely as `sum>40`."""
    from toolkit.games.cloud_mountain import odds

    high = odds.chances(tiles=["sum>40"])["sum>40"]
    low = {n: odds.chances(tiles=[f"sum<{n}"])[f"sum<{n}"] for n in range(10, 61)}
    (n,) = (n for n, p in low.items() if p == high)
    slips = {"same": near(40), "one_off": lambda given: abs(given - n) == 1}
    return Key(Fraction(n), {"answer": n, "both": n + 40}, slips)


@KEYS.key("06.q3", "number")
def _chaos_first() -> Key:
    """The number of cloud dice with the plates X M C C M."""
    from toolkit.games.cloud_mountain import odds

    count = odds.sums("XMCCM", [(1, 1)] * 4).cloud_dice.mode
    return Key(Fraction(count), {"answer": count}, {"split": near(count + 1), "cloud": near(count + 2)})


@KEYS.key("06.q4", "chance")
def _last_two_mountain_dice() -> Key:
    """Cloud 17, mountain 13, two mountain dice to come: the mountain wins the contest."""
    from toolkit.games.cloud_mountain import odds

    def wins(cloud_die: int) -> Fraction:
        dice = [(6, 5), (6, 5), (2, 1), (cloud_die, 2)]
        return odds.chances("CMXCM", dice, tiles=["mountain>cloud"])["mountain>cloud"]

    p = wins(3)
    equal = wins(2)  # one point less for the clouds, so that a tie wins
    return Key(p, {"answer": written(p)}, {"equal": near(equal), "half": near(Fraction(1, 2))})


@KEYS.key("07.q1", "chance")
def _third_plate() -> Key:
    """C and X are open: P(the third plate is a mountain plate)."""
    from toolkit.games.cloud_mountain import odds

    p = odds.plates("CX", [(6, 5)])[3]["M"]
    before = odds.plates()[3]["M"]
    return Key(p, {"answer": written(p)}, {"kinds": near(Fraction(1, 2)), "before": near(before)})


@KEYS.key("07.q2", "chance")
def _both_pending() -> Key:
    """The first plate is chaos: P(both its dice become cloud dice)."""
    from toolkit.games.cloud_mountain import odds

    p = odds.plates("X", [(5, 2)])[2]["C"]
    alone = odds.pending("X", [(5, 2)])[1, 1]["cloud"]
    return Key(p, {"answer": written(p)}, {"apart": near(alone**2)})


@KEYS.key("07.q3", "chance")
def _two_rows_left() -> Key:
    """C, M, M are open, no cloud die shows 6: `cloud:6`, the mean over the two remaining plate rows."""
    from toolkit.games.cloud_mountain import odds

    dice = [(2, 3), (6, 1), (5, 4)]
    p = odds.chances("CMM", dice, tiles=["cloud:6"])["cloud:6"]
    after = [odds.chances(f"CMM{plate}", dice, tiles=["cloud:6"])["cloud:6"] for plate in "CX"]
    said = {"answer": _about(p), "after": [_about(one) for one in after]}
    return Key(p, said, {"branch": lambda given: any(near(one)(given) for one in after)})


@KEYS.key("07.q4", "chance")
def _eight_without_a_six() -> Key:
    """Eight dice are rolled, none shows 6: `no:6`."""
    from toolkit.games.cloud_mountain import odds

    p = odds.chances("CMXC", [(1, 2), (3, 4), (5, 1), (2, 3)], tiles=["no:6"])["no:6"]
    before = odds.chances(tiles=["no:6"])["no:6"]
    slips = {"before": near(before), "due": lambda given: given < p}
    return Key(p, {"answer": written(p), "before": _about(before)}, slips)


@KEYS.key("08.q1", "chance")
def _never_together() -> Key:
    """`cloud>17` and `cloud<18` in one line."""
    tiles = ("cloud>17", "cloud<18", "two:6")
    p = _line(*tiles)
    return Key(p, {"answer": written(p)}, {"product": near(_product(*tiles))})


@KEYS.key("08.q2", "chance")
def _one_brings_the_others() -> Key:
    """`cloud>14`, `cloud>17` and `cloud>20` in one line."""
    tiles = ("cloud>14", "cloud>17", "cloud>20")
    p = _line(*tiles)
    return Key(p, {"answer": _about(p)}, {"product": near(_product(*tiles))})


@KEYS.key("08.q3", "number")
def _expected_score() -> Key:
    """The mean if the chances of the tiles add up to 5 and those of the lines to 1.5."""
    from toolkit.games.cloud_mountain.state import Ruleset

    rules = Ruleset()
    tiles, lines = Fraction(5), Fraction(3, 2)
    mean = rules.met * tiles + rules.line * lines
    slips = {"bare": near(tiles + lines), "tiles": near(tiles), "times": near((rules.met + rules.line) * lines)}
    return Key(mean, {"answer": float(mean), "line": rules.line}, slips)


@KEYS.key("08.q4", "number")
def _worth_of_a_spare() -> Key:
    """The gain of a replace over hold, if it raises the mean of the nine from 8.4 to 9.2 and costs the spare."""
    from toolkit.games.cloud_mountain.state import Ruleset

    spare, gain = Ruleset().spare, Fraction(92 - 84, 10)
    slips = {"kept": near(gain), "sign": near(spare - gain)}
    return Key(gain - spare, {"answer": f"{float(gain - spare)}".replace("-", "−"), "spare": spare}, slips)
