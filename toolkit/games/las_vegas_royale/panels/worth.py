"""The panel of a turn's choices: what each placement, and passing, is worth at the end of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.core.game import CHANCE, Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase
from toolkit.games.las_vegas_royale.odds.placing import Placement, Worth, placement
from toolkit.games.las_vegas_royale.panels.seat import WORDS, nothing, number, phrase
from toolkit.games.las_vegas_royale.rules import to_move
from toolkit.games.las_vegas_royale.state import Place, Placing, State

PLAYOUTS = 40
"""For each choice: a second or two at the beginning of a round, less later."""
MONEY = (0.0, 600.0)


_kept: dict[State, Placement] = {}
"""The last positions that were asked for."""
MOST = 64


def solved(state: State) -> Placement:
    """The worths of all choices of the seat that is to place its roll. All of that is public."""
    found = _kept.get(state)
    if found is None:
        found = placement(state, state.agenda[-1].seat, n=PLAYOUTS)
        if len(_kept) >= MOST:
            _kept.pop(next(iter(_kept)), None)
        _kept[state] = found
    return found


def is_due(state: State) -> bool:
    """Whether a roll is to be placed."""
    return bool(state.agenda) and isinstance(state.agenda[-1], Placing) and to_move(state) != (CHANCE,)


def worths(state: State, seat: Seat | None) -> Figure:
    """A bar for each choice: the money of the seat at the end of the round, with its interval unless it is proven."""
    if not is_due(state):
        return nothing("worth", "no_roll")
    found, who = solved(state), state.agenda[-1].seat
    return Figure(tuple(_rows(found)), phrase("worth.title", who=who), _note(found))


def _rows(found: Placement) -> Iterator[Row]:
    for order, (action, worth) in enumerate(found.worths.items()):
        yield _row(action, worth, order, action == found.best, found.proven)


def _row(action: Any, worth: Worth, order: int, best: bool, proven: bool) -> Row:
    interval: dict[str, Any] = {} if proven else {"lo": round(worth.low, 2), "hi": round(worth.high, 2)}
    text = f"{number(worth.money)}K"
    return row("worth", worth.money, label=_label(action), order=order, best=best, text=text, **interval)


def _label(action: Any) -> str:
    return f"@{WORDS}.casino {action.casino}" if isinstance(action, Place) else f"@{WORDS}.pass"


def _note(found: Placement) -> Phrase:
    best, money = found.best, number(found.worths[found.best].money)
    named = {"casino": best.casino, "money": money} if isinstance(best, Place) else {"money": money}
    key = "place" if isinstance(best, Place) else "pass"
    if found.proven:
        lead = found.worths[best].lead or 0.0
        return phrase(f"worth.proven.{key}", lead=f"{lead:+.1f}", **named)
    return phrase(f"worth.played.{key}", n=found.n, **named)


def peek(state: State, action: Any, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of the choice under the pointer."""
    if not is_due(state) or action not in solved(state).worths:
        return None
    found = solved(state)
    order = list(found.worths).index(action)
    return (_row(action, found.worths[action], order, False, found.proven),)


def ready(state: State) -> bool:
    """Whether the panel answers at once: nothing is to be placed, or it has been asked for this position before."""
    return not is_due(state) or state in _kept
