"""The panels beside the table: the next roll, what a choice is worth, who takes what, the mini-game that is due.

Every row follows from what everybody knows: no panel shows what is hidden in A1 or G1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.core.game import Seat
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.words import LETTERS
from toolkit.games.las_vegas_royale.odds.groups import group_weights
from toolkit.games.las_vegas_royale.odds.payouts import standing_money
from toolkit.games.las_vegas_royale.panels import minis, worth
from toolkit.games.las_vegas_royale.panels.seat import TONES, WORDS, nothing, number, percent, phrase, subject
from toolkit.games.las_vegas_royale.rules import apply
from toolkit.games.las_vegas_royale.state import Place, State

WEIGHT = (0.0, 9.0)


def groups(state: State, seat: Seat | None) -> Figure:
    """The law of the strongest number in the next roll of the seat's hand."""
    who = subject(state, seat)
    hand = state.hands[who]
    if not state.agenda or not any(hand):
        return nothing("groups", "no_dice")
    law = group_weights(*hand)
    note = phrase("groups.note", mean=number(law.largest.mean), one=number(law.one.mean))
    return Figure(tuple(_law(hand)), phrase("groups.title", who=who), note)


def _law(hand: tuple[int, int]) -> Iterator[Row]:
    for chart, law in zip(("largest", "one"), reversed(group_weights(*hand)), strict=True):
        for weight, p in law.items():
            name = f"@{WORDS}.{chart} {weight}"
            yield row(chart, p, x=weight, label=name, name=name, text=percent(p))


def peek_groups(state: State, action: Any, seat: Seat | None) -> tuple[Row, ...] | None:
    """The law of the roll after this placement."""
    if not isinstance(action, Place):
        return None
    hand = apply(state, action).hands[action.seat]
    return tuple(_law(hand)) if any(hand) else None


def takes(state: State, seat: Seat | None) -> Figure:
    """What each seat would take from the casinos if the round were paid out now."""
    if not any(casino.notes for casino in state.casinos):
        return nothing("takes", "no_notes")
    money = standing_money(state)
    best = max(money)
    who = tuple(s for s, k in enumerate(money) if k == best)
    note = phrase("takes.note", who=who, k=best) if best else phrase("takes.nobody")
    return Figure(_money(state), phrase("takes.title"), note)


def _money(state: State) -> tuple[Row, ...]:
    return tuple(
        row("takes", float(k), label=LETTERS[seat], order=seat, tone=TONES[seat], text=f"{k}K")
        for seat, k in enumerate(standing_money(state))
    )


def peek_takes(state: State, action: Any, seat: Seat | None) -> tuple[Row, ...] | None:
    """The same after a placement, before its mini-game."""
    return _money(apply(state, action)) if isinstance(action, Place) else None


PANELS = (
    Panel(
        name="worth",
        charts=(
            Chart(
                "worth",
                "bars",
                x=worth.MONEY,
                x_title=f"{WORDS}.money",
                percent=False,
                grows=True,
                width=380,
                height=170,
                labels=90,
            ),
        ),
        rows=worth.worths,
        peek=worth.peek,
        ready=worth.ready,
    ),
    Panel(
        name="takes",
        charts=(
            Chart("takes", "bars", x=(0.0, 400.0), x_title=f"{WORDS}.money", percent=False, grows=True, height=120),
        ),
        rows=takes,
        peek=peek_takes,
    ),
    Panel(
        name="groups",
        charts=(
            Chart("largest", "law", x=WEIGHT, y=(), x_title=f"{WORDS}.largest", width=380, height=110),
            Chart("one", "law", x=WEIGHT, y=(), x_title=f"{WORDS}.one", width=380, height=110),
        ),
        rows=groups,
        peek=peek_groups,
        stacked=True,
    ),
    Panel(name="mini", charts=(Chart("mini", "bars", x=(0.0, 1.0), height=100),), rows=minis.mini),
)
