"""What the table says in words: whose turn it is, what was rolled, the markers of the mini-games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.core.game import CHANCE
from toolkit.core.kit import Headline, Say, Seen
from toolkit.games.las_vegas_royale.state import HANDICAP

Action = dict[str, Any]
SETTING_UP = ("lay", "deal", "first", "neutral", "next_round")


def headline(seen: Seen, say: Say) -> Headline:
    """Title, instruction, and the number of the round."""
    view, phase = seen.view, seen.due.phase
    subtitle = say.t("subtitle.text", round=view["round"], rounds=view["rounds"])
    if phase == "over":
        won = [seat for seat, rank in enumerate(seen.ranks) if rank == 1]
        title = say.t("over.won", who=won[0]) if len(won) == 1 else say.t("over.shared")
        return Headline(title, say.t("do.over"), subtitle)
    asked = {"last": 0, "stake": 0} | view["asked"]
    done = say.t(f"do.{phase}", last=asked["last"], stake=asked["stake"])
    if seen.due.seat != CHANCE:
        return Headline(say.t("turn.headline", who=seen.due.seat), done, subtitle)
    key = "turn.setup" if phase in SETTING_UP else "turn.payout"
    number = view["round"] + (phase == "next_round")
    return Headline(say.t(key, round=number), done, subtitle)


def dice(pair: list[int], say: Say) -> str:
    """Dice in hand: their number, and whether the big one is among them."""
    n = sum(pair)
    return say.t("column.dice", n=n) if pair[1] else str(n)


def rolled(view: Any, say: Say) -> str:
    """The faces that lie rolled; the big die is marked by "+"."""
    roll = view["roll"]
    if not roll:
        return ""
    big = [f"{roll['big']}+"] if roll["big"] else []
    return " ".join([*map(str, roll["small"]), *big])


def tiles(view: Any, say: Say) -> str:
    """The mini-games with the numbers of their casinos."""
    return " · ".join(f"{number} {say.t(f'mini.{tile}')}" for number, tile in enumerate(view["tiles"], 1))


def markers(view: Any, say: Say) -> Iterator[tuple[str, str]]:
    """What the markers of the mini-games in play say now, each with its mini-game."""
    boards, asked, seats = view["boards"], view["asked"], range(view["seats"])
    if "A2" in view["tiles"]:
        yield "A2", say.t("extra.pot", k=boards["pot"])
    for tile, key in (("C1", "high_five"), ("D2", "power")):
        if boards[key] >= 0:
            yield tile, say.t(f"extra.{key}", who=boards[key])
    if boards["closed"]:
        yield "E1", say.t("extra.closed", casino=boards["closed"])
    if boards["clusters"]:
        yield "F1", say.t("extra.clusters", sizes=boards["clusters"])
    if "F2" in view["tiles"]:
        yield "F2", say.t("extra.traded", **_free(boards["traded"]))
    for tile, key in (("E2", "bar"), ("G2", "side")):
        there = [seat for seat in seats if boards[key] and any(boards[key][seat])]
        yield from ((tile, say.t(f"extra.{key}", who=seat, n=sum(boards[key][seat]))) for seat in there)
    for number, die in enumerate(boards["slots"], 1):
        if die:
            yield "H1", say.t("extra.slot", number=number, who=die["seat"])
    if boards["frame"]:
        yield "H2", say.t("extra.frame", who=boards["frame"]["seat"])
    if "sizes" in asked:
        yield "G1", say.t("extra.piles", one=asked["sizes"][0], two=asked["sizes"][1])
    if "stake" in asked:
        yield "B2", say.t("extra.stake", stake=asked["stake"], last=asked["last"])


def _free(covered: dict[str, int]) -> dict[str, int]:
    return {reward: spaces - covered[reward] for reward, spaces in HANDICAP.items()}


def is_none(action: Action) -> bool:
    """Whether it is the choice of B1 that puts no die anywhere."""
    return action["type"] == "black" and not action["numbers"]
