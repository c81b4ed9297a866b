"""What happened, in large: a roll that moves nobody, the verdict on a card, a chip; and the end of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.core.game import CHANCE, Event
from toolkit.core.kit import Ending, Moment, Say, Seen
from toolkit.core.moment import ending as by_ranks
from toolkit.core.moment import facts
from toolkit.core.seen import View

VERDICTS = ("answered", "judged", "skipped", "late")
FOLLOW = ("stays_held", "bonus", "nobody_moves")
"""Kinds of events that say what comes of a card."""


def moments(events: Sequence[Event], seen: Seen, say: Say) -> Iterable[Moment]:
    """The moments, oldest first. Their kinds: "die", "sum", "spin", "card", "chip", "note"."""
    told: list[Event] = []
    for event, after in zip(events, (*events[1:], None), strict=False):
        if event.kind in VERDICTS or (event.kind in FOLLOW and told):
            told.append(event)
            if after is None or after.kind not in (*VERDICTS, *FOLLOW):
                yield _card(told, seen.view, say)
                told = []
        elif moment := _moment(event, seen.view, say):
            yield moment


def _moment(event: Event, view: View, say: Say) -> Moment | None:
    """The moment of one event, if it is one."""
    known = facts(event)
    match event.kind:
        case "rolled" if known["face"] == "stop":
            title = say.t("moment.stop", who=event.seat)
            return Moment("die", title, say.t("moment.stop_note"), event.seat, {"face": "stop"})
        case "lost":
            return Moment("die", say.t("moment.lost", who=event.seat), _said(event, say), event.seat, {"face": "÷"})
        case "unmoved" if not _goes_on(event, view):
            return Moment("sum", say.t("moment.unmoved", who=event.seat), _said(event, say), event.seat, known)
        case "spun" if not known["steps"]:
            return Moment("spin", say.t("moment.nobody"), _said(event, say), CHANCE, known)
        case "chip":
            return Moment("chip", say.t("moment.chip", who=event.seat), _said(event, say), event.seat, known)
        case "order_tie" | "both_zero" | "tie":
            return Moment("note", say.t(f"moment.{event.kind}"), _said(event, say), event.seat)
    return None


def _goes_on(event: Event, view: View) -> bool:
    """Whether the next operation of the same roll is due."""
    due = view["due"]
    return due["phase"] == "route" and due["seat"] == event.seat and not due["bonus"]


def _said(event: Event, say: Say) -> str:
    """The event in words, as the log tells it."""
    return say.t(f"event.{event.kind}", who=event.seat, **facts(event))


def _card(told: Sequence[Event], view: View, say: Say) -> Moment:
    """The verdict on a card, and what comes of it. While the card is still open it is a note above it."""
    verdicts = [event for event in told if event.kind in VERDICTS]
    right = tuple(event.seat for event in verdicts if event.get("ok"))
    seats = right or tuple(event.seat for event in verdicts)
    late, alone = any(event.kind == "late" for event in verdicts), len(verdicts) == 1
    if right:
        title = say.t("moment.right", who=right)
    elif late:
        title = say.t("moment.late")
    elif alone:
        title = say.t("moment.blank" if verdicts[0].kind == "skipped" else "moment.wrong", who=seats)
    else:
        title = say.t("moment.none_right")
    follow = [event for event in told if event.kind in FOLLOW]
    said = " ".join(_said(event, say) for event in follow)
    seat = seats[0] if len(seats) == 1 else CHANCE
    kind = "note" if view["card"] or not view["closed"] else "card"
    return Moment(kind, title, said, seat, tone="met" if right else "failed", can_open=kind == "card")


def ending(seen: Seen, say: Say) -> Ending:
    """The end by chips. The pawns of every seat are drawn by the template."""
    view = seen.view
    chips = [say.t("seat.chips", n=n) for n in view["chips"]]
    return by_ranks(seen, say, chips, say.t("over.text", chips=max(view["chips"]), round=view["round"]))
