"""What happened, in large: a round that is counted; the end of a match; and what a class can work out by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from toolkit.core.game import CHANCE, Event, Seat
from toolkit.core.kit import Ending, Moment, Result, Say, Seen
from toolkit.core.moment import ending as by_ranks
from toolkit.core.moment import facts
from toolkit.core.seen import View
from toolkit.games.cloud_mountain.board.area import chances
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.cloud_mountain.odds.decisions import SeatView

IN_100 = Fraction(1, 200)
"""How far a chance in whole per cent may be off."""
IN_TENTHS = Fraction(1, 20)


def moments(events: Sequence[Event], seen: Seen, say: Say) -> Iterable[Moment]:
    """The round that has been counted. Its picture is the table of points."""
    for event in events:
        known = facts(event)
        if event.kind == "round_won":
            winners: tuple[Seat, ...] = event.get("winners")
            seat = winners[0] if len(winners) == 1 else CHANCE
            title = say.t(f"moment.{'won' if seat >= 0 else 'level'}", round=known["round"], who=winners)
            yield Moment("counted", title, say.t("moment.points", n=known["points"]), seat, known, can_open=True)
        elif event.kind == "scored" and len(seen.ranks) == 1:
            title = say.t("moment.counted", round=seen.view["round"])
            yield Moment(
                "counted", title, say.t("event.scored", who=event.seat, **known), event.seat, known, can_open=True
            )


def ending(seen: Seen, say: Say) -> Ending:
    """The end by points."""
    view = seen.view
    points = [say.t("seat.score", n=n) for n in view["scores"]]
    title = say.t("over.alone", n=view["scores"][0]) if view["seats"] == 1 else ""
    return by_ranks(seen, say, points, say.t("over.text", n=max(view["scores"]), rounds=view["round"]), title)


def results(view: View) -> Iterable[Result]:
    """The chances of the tiles in sight, in per cent or as they are, and what choices are worth in points."""
    if view["scored"]:
        return
    for p in chances(view).values():
        for chance in (p, 1 - p):
            yield Result(chance, IN_100)
            yield Result(100 * chance, 100 * IN_100)
    seat = view["due"]["seat"]
    if view["due"]["phase"] in ("choose", "place", "spend") and seat not in view["hidden_grids"]:
        for worth in decisions.worths(SeatView.of(view, seat)).values():
            yield Result(worth, IN_TENTHS)
