"""The score of the round, and the worth of each choice. Kept tiles are included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from msgspec.structs import replace

from toolkit.core.game import Action, Decision, IllegalAction, Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.cloud_mountain import rules as engine
from toolkit.games.cloud_mountain.odds import decisions, layouts
from toolkit.games.cloud_mountain.odds.decisions import SeatView, seat_view
from toolkit.games.cloud_mountain.odds.layouts import Grid
from toolkit.games.cloud_mountain.odds.search import Best, best, place
from toolkit.games.cloud_mountain.panels.seat import WORDS, bars, exact, label, nothing, number, phrase, public
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import CELLS, HAND, LINES, Choose, Hold, Lay, Replace, State, Swap

TOP = 40
"""The end of the axis of points: nine tiles, eight lines and three spares make 36. For other rulesets see `_reach`."""
HIGHEST = 0.3
"""Where the axis of their chances ends, if no bar is higher."""
FEW = 6
"""The number of choices that are shown."""


def score(state: State, seat: Seat | None) -> Figure:
    """The law of the points of the round, and that of the best that the seat could have."""
    mine = seat_view(state, seat)
    if mine is None:
        return nothing("score", "hidden")
    if _is_slow(state):
        for layout in _layouts_due(state):
            BEST.solve(layout)
    goal = _goal(mine)
    if mine.grid.count(None) == len(CELLS) and goal is None:
        return nothing("score", "no_tiles")
    rows = [*_score_rows(mine, mine.grid)]
    if goal is None:
        note = _certain_note(mine) if len(rows) == 1 else _score_note(mine, "mine")
    else:
        rows += _score_rows(mine, goal, "policy")
        note = _goal_note(mine, goal)
    return Figure(tuple(rows), phrase("score.title", who=mine.seat), note)


def _score_note(mine: SeatView, key: str, /, **more: Plain) -> Phrase:
    args: dict[str, Plain] = {"mine": number(mine.expected), "spares": mine.kept, "who": mine.seat}
    return phrase(f"score.note.{key}", **args | more)


def _certain_note(mine: SeatView) -> Phrase:
    return _score_note(mine, "certain", mine=int(mine.expected))


def _goal_note(mine: SeatView, goal: Grid) -> Phrase:
    """The note that compares the seat's grid with the best one."""
    reached = mine.expected_of(goal)
    key = _goal_key(mine, reached)
    if key.startswith("settled"):
        return _score_note(mine, key, mine=int(mine.expected), best=int(reached))
    return _score_note(mine, key, best=number(reached))


def _goal_key(mine: SeatView, reached: Fraction) -> str:
    if mine.phase in ("next", "over"):
        return "settled_best" if reached == mine.expected else "settled"
    if mine.phase in ("choose", "place"):
        return mine.phase
    return "is_best" if reached == mine.expected else "best"


def _score_rows(mine: SeatView, cells: Grid, series: str = "now") -> Iterator[Row]:
    """The law of the points, kept tiles included."""
    law = layouts.score(mine.at, cells, mine.met, mine.line) + mine.kept * mine.spare
    for bar in bars("score", law, law.mean, HIGHEST, f"@{WORDS}.points", series):
        yield bar | _reach(mine)


def _reach(mine: SeatView) -> dict[str, int]:
    """The end of the axis of points, where the ruleset gives more than usual: the highest score of a round."""
    most = len(CELLS) * mine.met + len(LINES) * mine.line + (HAND - len(CELLS)) * mine.spare
    return {"reach": ceil(most / 10) * 10} if most > TOP else {}


def _goal(mine: SeatView) -> Grid | None:
    """The best grid that the seat could have now; `None` if there is nothing to compare with.

    While nine are laid: the best layout of all its tiles. While columns are on offer or being laid: its grid with the
    best column laid in the best way.
    """
    if mine.phase == "choose" and mine.columns and None in mine.grid:
        worths = decisions.choose_worths(mine)
        column = mine.columns[max(worths, key=worths.__getitem__).column]
        return _placed(replace(mine, taking=column))
    if mine.phase == "place" and mine.taking:
        return _placed(mine)
    if len(mine.tiles) < len(CELLS) or (mine.phase != "lay" and (mine.may_reverse or not mine.hand)):
        return None
    goal = BEST.solve((mine.at, mine.tiles, mine.met, mine.line, mine.may_reverse))
    return tuple((one, cell in goal.reversed) for cell, one in enumerate(goal.layout))


def _placed(mine: SeatView) -> Grid:
    """The grid with the rest of the column laid in the best way."""
    cells = list(mine.grid)
    column = place(mine.at, mine.grid, mine.taking, mine.met, mine.line, mine.may_reverse)
    for one, cell, turned in zip(column.tiles, column.cells, column.reversed, strict=True):
        cells[cell] = one, turned
    return tuple(cells)


Asked = tuple[Any, ...]
"""The arguments of `search.best`."""


class Solved:
    """The best layouts that are known. Unlike a cache of `functools` it can say whether it holds one.

    Two threads use it: that of the table, and one in the background. Either may clear it at any moment, so nothing is
    read after it has been tested or written.
    """

    def __init__(self, most: int) -> None:
        self._most, self._layouts = most, dict[Asked, Best]()

    def solve(self, asked: Asked) -> Best:
        """The best layout, found now or before."""
        known = self._layouts.get(asked)
        if known is not None:
            return known
        solved = best(*asked)
        if len(self._layouts) >= self._most:
            self._layouts.clear()
        self._layouts[asked] = solved
        return solved

    def has(self, asked: Asked) -> bool:
        """Whether `solve` answers at once."""
        return asked in self._layouts

    def clear(self) -> None:
        """Forgets all of them."""
        self._layouts.clear()


BEST = Solved(1 << 8)


def _is_slow(state: State) -> bool:
    """Whether the best layouts take long: with reversed tiles there are many more."""
    return state.rules.mode == 1 and state.rules.may_reverse and state.secret


def _layouts_due(state: State) -> list[Asked]:
    """The best layouts to be solved while seats lay: one for the tiles of each seat."""
    rules, due = state.rules, []
    for cells, hand in zip(state.grids, state.hands, strict=True):
        held = tuple(sorted((*hand, *(one.tile for one in cells if one is not None))))
        if len(held) >= len(CELLS):
            due.append((public(state), held, rules.met, rules.line, True))
    return due


def ready(state: State) -> bool:
    """Whether the best layouts of this laying are solved."""
    return not _is_slow(state) or all(map(BEST.has, _layouts_due(state)))


def peek_score(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The rows of the score after an action; after a column is chosen, with it laid in the best way."""
    mine = seat_view(state, seat)
    if mine is None or not isinstance(action, Decision) or action.seat != mine.seat:
        return None
    if isinstance(action, Choose):
        column = mine.columns[action.column] if action.column in range(len(mine.columns)) else ()
        if not column or None not in mine.grid:
            return None
        return tuple(_score_rows(mine, _placed(replace(mine, taking=column))))
    try:
        after = seat_view(engine.apply(state, action), mine.seat)
    except IllegalAction:
        return None
    return None if after is None or after.at != mine.at else tuple(_score_rows(after, after.grid))


def choices(state: State, seat: Seat | None) -> Figure:
    """The actions of the seat, best first, each as if it were the last action of the round."""
    mine = seat_view(state, seat)
    if mine is None:
        return nothing("advice", "hidden")
    if mine.phase == "lay":
        return _laying(mine)
    worths = _worths(state, mine)
    if not worths:
        return nothing("advice", "no_choice")
    shown = _shown(worths)
    rows = tuple(_choice_row(mine, action, worths[action], order) for order, action in enumerate(shown))
    return Figure(rows, phrase(f"advice.{mine.phase}", who=mine.seat), _choice_note(mine, worths, shown[0]))


def _worths(state: State, mine: SeatView) -> Mapping[Any, Fraction]:
    """The worth of each action that the seat may take now."""
    return decisions.worths(mine) if mine.seat in engine.to_move(state) else {}


def _shown(worths: Mapping[Any, Fraction]) -> list[Any]:
    """The best few, always with hold. Of swaps that differ only in the spent spare the first one."""
    once = {_effect(action): action for action in reversed(worths)}
    order = {action: place for place, action in enumerate(worths)}
    ranked = sorted(once.values(), key=lambda action: (-worths[action], not isinstance(action, Hold), order[action]))
    shown = ranked[:FEW]
    hold = next((action for action in ranked if isinstance(action, Hold)), None)
    return shown if hold is None or hold in shown else [*shown[:-1], hold]


def _effect(action: Any) -> Any:
    """Equal for actions that change the grid in the same way and spend as many spares."""
    return (action.a, action.b) if isinstance(action, Swap) else action


def _choice_row(mine: SeatView, action: Any, worth: Fraction, order: int) -> Row:
    """A bar of expected points."""
    bar = row("advice", worth, label=_choice(action), order=order, best=order == 0)
    return bar | {"text": number(worth), "exact": exact(worth)} | _reach(mine)


def _choice(action: Any) -> str:
    """A short label of an action; cells are 1 … 9."""
    match action:
        case Choose(column=column):
            return f"@{WORDS}.column.{column + 1}"
        case Replace(tile=one, cell=cell, reversed=turned) | Lay(tile=one, cell=cell, reversed=turned):
            return f"{label(one, turned)} → {cell + 1}"
        case Swap(a=a, b=b):
            return f"{a + 1} ⇄ {b + 1}"
        case _:
            return f"@{WORDS}.hold"


def _choice_note(mine: SeatView, worths: Mapping[Any, Fraction], first: Any) -> Phrase:
    args: dict[str, Plain] = {"worth": number(worths[first])}
    hold = worths.get(Hold(mine.seat))
    if hold is not None:
        args["gap"] = number(worths[first] - hold)
    match first:
        case Choose(column=column):
            key = "adjusters" if None not in mine.grid else "column"
            return phrase(f"advice.note.{key}", n=column + 1, **args)
        case Replace(tile=one, cell=cell, reversed=turned) | Lay(tile=one, cell=cell, reversed=turned):
            key = "replace" if isinstance(first, Replace) else "place"
            return phrase(f"advice.note.{key}", cell=cell, reversed=int(turned), **dict(named(one)), **args)
        case Swap(a=a, b=b):
            return phrase("advice.note.swap", a=a, b=b, **args)
        case _:
            return phrase("advice.note.hold", **args)


def _laying(mine: SeatView) -> Figure:
    """While nine are laid: the layout so far, and the best one."""
    goal = _goal(mine)
    if goal is None:
        return nothing("advice", "no_tiles")
    reached = mine.expected_of(goal)
    values = {"mine": mine.expected, "best": reached}
    rows = tuple(
        row("advice", worth, label=f"@{WORDS}.{name}", order=order, text=number(worth))
        | {"exact": exact(worth)}
        | ({"tone": "best"} if name == "best" else {})
        | _reach(mine)
        for order, (name, worth) in enumerate(values.items())
    )
    note = "laid" if reached > mine.expected else "laid_best"
    numbers = {name: number(worth) for name, worth in values.items()}
    return Figure(rows, phrase("advice.lay", who=mine.seat), phrase(f"advice.note.{note}", **numbers))


def peek_choice(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of an action. If it is not shown, its bar is drawn over that of hold, or else of the best.

    While nine are laid the bar is drawn over that of the layout so far.
    """
    mine = seat_view(state, seat)
    if mine is None or not isinstance(action, Decision) or action.seat != mine.seat:
        return None
    if mine.phase == "lay":
        rows = peek_score(state, action, seat)
        return None if rows is None else (_over_mine(state, action, mine),)
    worths = _worths(state, mine)
    if action not in worths:
        return None
    shown = {one: order for order, one in enumerate(_shown(worths))}
    same = next((one for one in shown if _effect(one) == _effect(action)), None)
    if same is not None:
        return (_choice_row(mine, action, worths[action], shown[same]),)
    over = next((one for one in shown if isinstance(one, Hold)), next(iter(shown)))
    return (_choice_row(mine, action, worths[action], shown[over]) | {"label": _choice(over), "best": False},)


def _over_mine(state: State, action: Decision, mine: SeatView) -> Row:
    after = seat_view(engine.apply(state, action), mine.seat)
    assert after is not None
    return _choice_row(mine, action, after.expected, 0) | {"label": f"@{WORDS}.mine", "best": False}
