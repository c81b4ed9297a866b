"""What is at stake: the score of the round, and what each choice is worth. Kept tiles are counted in."""

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
from toolkit.games.cloud_mountain.odds.decisions import Eyes
from toolkit.games.cloud_mountain.odds.layouts import Grid
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.odds.search import Best, best, place
from toolkit.games.cloud_mountain.panels.seat import WORDS, bars, label, look, nothing, number, phrase, public
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import CELLS, HAND, LINES, Choose, Hold, Lay, Replace, State, Swap

TOP = 40
"""Where the axis of points ends: nine tiles, eight lines and three spares are 36. Other rulesets: see `_reach`."""
HIGHEST = 0.6
"""Where the axis of their chances ends."""
FEW = 6
"""So many choices are shown."""


def score(state: State, seat: Seat | None) -> Figure:
    """The law of the points of the round, and of the best that could be had beside it."""
    sees = look(state, seat)
    if sees is None:
        return nothing("score", "hidden")
    if _slow(state):
        for each in _keys(state):
            _solved(*each)
    goal = _goal(sees)
    if sees.grid.count(None) == len(CELLS) and goal is None:
        return nothing("score", "no_tiles")
    rows = [*_score_rows(sees, sees.grid)]
    args: dict[str, Plain] = {"mine": number(sees.expected), "spares": sees.kept, "who": sees.seat}
    key = "mine"
    if goal is None and len(rows) == 1:
        key, args["mine"] = "certain", int(sees.expected)
    elif goal is not None:
        rows += _score_rows(sees, goal, "policy")
        reached = sees.expected_of(goal)
        args |= {"best": number(reached)}
        key = _goal_key(sees, reached)
        if key.startswith("settled"):
            args |= {"mine": int(sees.expected), "best": int(reached)}
    return Figure(tuple(rows), phrase("score.title", who=sees.seat), phrase(f"score.note.{key}", **args))


def _goal_key(sees: Eyes, reached: Fraction) -> str:
    if sees.phase in ("next", "over"):
        return "settled_best" if reached == sees.expected else "settled"
    if sees.phase in ("choose", "place"):
        return sees.phase
    return "is_best" if reached == sees.expected else "best"


def _score_rows(sees: Eyes, cells: Grid, series: str = "now") -> Iterator[Row]:
    """The law of the points, kept tiles included."""
    law = layouts.score(sees.at, cells, sees.met, sees.line) + sees.kept * sees.spare
    for found in bars("score", law, law.mean, HIGHEST, f"@{WORDS}.points", series):
        yield found | _reach(sees)


def _reach(sees: Eyes) -> dict[str, int]:
    """Where the axis of points must end, if the ruleset gives more than usual: at the most that a round can bring."""
    most = len(CELLS) * sees.met + len(LINES) * sees.line + (HAND - len(CELLS)) * sees.spare
    return {"reach": ceil(most / 10) * 10} if most > TOP else {}


def _goal(sees: Eyes) -> Grid | None:
    """The grid that would be best: of all its tiles while they are laid; of the columns on offer, or of the own one."""
    if sees.phase == "choose" and sees.columns and None in sees.grid:
        worths = decisions.columns(sees)
        column = sees.columns[max(worths, key=worths.__getitem__).column]
        return _placed(replace(sees, taking=column))
    if sees.phase == "place" and sees.taking:
        return _placed(sees)
    if len(sees.tiles) < len(CELLS) or (sees.phase != "lay" and (sees.may_reverse or not sees.hand)):
        return None
    goal = _solved(sees.at, sees.tiles, sees.met, sees.line, sees.may_reverse)
    return tuple((one, cell in goal.reversed) for cell, one in enumerate(goal.layout))


def _placed(sees: Eyes) -> Grid:
    """The grid with the rest of the column laid as well as can be."""
    cells = list(sees.grid)
    found = place(sees.at, sees.grid, sees.taking, sees.met, sees.line, sees.may_reverse)
    for one, cell, turned in zip(found.tiles, found.cells, found.reversed, strict=True):
        cells[cell] = one, turned
    return tuple(cells)


_known: dict[tuple[Any, ...], Best] = {}


def _solved(at: Position, tiles: tuple[str, ...], met: int, line: int, reversible: bool) -> Best:
    key = (at, tiles, met, line, reversible)
    if key not in _known:
        if len(_known) > 1 << 8:
            _known.clear()
        _known[key] = best(*key)
    return _known[key]


def _slow(state: State) -> bool:
    """Where tiles may lie reversed too, the best layout takes a moment."""
    return state.rules.mode == 1 and state.rules.may_reverse and state.secret


def _keys(state: State) -> list[tuple[Any, ...]]:
    """What is to be solved while seats lay: the tiles of each of them."""
    rules, found = state.rules, []
    for cells, hand in zip(state.grids, state.hands, strict=True):
        held = tuple(sorted((*hand, *(one.tile for one in cells if one is not None))))
        if len(held) >= len(CELLS):
            found.append((public(state), held, rules.met, rules.line, True))
    return found


def ready(state: State) -> bool:
    """Whether the best layouts of this laying are known."""
    return not _slow(state) or all(key in _known for key in _keys(state))


def peek_score(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The score after what is looked at; after a column is chosen, laid as well as can be."""
    sees = look(state, seat)
    if sees is None or not isinstance(action, Decision) or action.seat != sees.seat:
        return None
    if isinstance(action, Choose):
        column = sees.columns[action.column] if action.column in range(len(sees.columns)) else ()
        if not column or None not in sees.grid:
            return None
        return tuple(_score_rows(sees, _placed(replace(sees, taking=column))))
    try:
        after = look(engine.apply(state, action), sees.seat)
    except IllegalAction:
        return None
    return None if after is None or after.at != sees.at else tuple(_score_rows(after, after.grid))


def choices(state: State, seat: Seat | None) -> Figure:
    """What the seat can do now, the best first, each as if it were the last action of the round."""
    sees = look(state, seat)
    if sees is None:
        return nothing("advice", "hidden")
    if sees.phase == "lay":
        return _laying(sees)
    worths = _worths(state, sees)
    if not worths:
        return nothing("advice", "no_choice")
    shown = _shown(worths)
    rows = tuple(_choice_row(sees, action, worths[action], order) for order, action in enumerate(shown))
    return Figure(rows, phrase(f"advice.{sees.phase}", who=sees.seat), _choice_note(sees, worths, shown[0]))


def _worths(state: State, sees: Eyes) -> Mapping[Any, Fraction]:
    """The worth of each action that the seat may take now."""
    if sees.seat not in engine.to_move(state):
        return {}
    if sees.phase == "choose":
        return decisions.columns(sees)
    if sees.phase == "place":
        return decisions.lays(sees)
    return decisions.spends(sees) if sees.phase == "spend" else {}


def _shown(worths: Mapping[Any, Fraction]) -> list[Any]:
    """The best few, of swaps that only spend another spare the first; holding is always among them."""
    once = {_what(action): action for action in reversed(worths)}
    order = {action: place for place, action in enumerate(worths)}
    ranked = sorted(once.values(), key=lambda action: (-worths[action], not isinstance(action, Hold), order[action]))
    shown = ranked[:FEW]
    hold = next((action for action in ranked if isinstance(action, Hold)), None)
    return shown if hold is None or hold in shown else [*shown[:-1], hold]


def _what(action: Any) -> Any:
    return (action.a, action.b) if isinstance(action, Swap) else action


def _choice_row(sees: Eyes, action: Any, worth: Fraction, order: int) -> Row:
    """A bar of expected points."""
    exact = f"{worth.numerator}/{worth.denominator}"
    found = row("advice", worth, label=_choice(action), order=order, best=order == 0)
    return found | {"text": number(worth), "exact": exact} | _reach(sees)


def _choice(action: Any) -> str:
    """An action in few words; cells are counted from 1."""
    match action:
        case Choose(column=column):
            return f"@{WORDS}.column.{column + 1}"
        case Replace(tile=one, cell=cell, reversed=turned) | Lay(tile=one, cell=cell, reversed=turned):
            return f"{cell + 1} ← {label(one, turned)}"
        case Swap(a=a, b=b):
            return f"{a + 1} ⇄ {b + 1}"
        case _:
            return f"@{WORDS}.hold"


def _choice_note(sees: Eyes, worths: Mapping[Any, Fraction], first: Any) -> Phrase:
    args: dict[str, Plain] = {"worth": number(worths[first])}
    hold = worths.get(Hold(sees.seat))
    if hold is not None:
        args["gap"] = number(worths[first] - hold)
    match first:
        case Choose(column=column):
            key = "adjusters" if None not in sees.grid else "column"
            return phrase(f"advice.note.{key}", n=column + 1, **args)
        case Replace(tile=one, cell=cell, reversed=turned) | Lay(tile=one, cell=cell, reversed=turned):
            key = "replace" if isinstance(first, Replace) else "place"
            return phrase(f"advice.note.{key}", cell=cell, reversed=int(turned), **dict(named(one)), **args)
        case Swap(a=a, b=b):
            return phrase("advice.note.swap", a=a, b=b, **args)
        case _:
            return phrase("advice.note.hold", **args)


def _laying(sees: Eyes) -> Figure:
    """While nine are laid: the layout so far, and the best one."""
    goal = _goal(sees)
    if goal is None:
        return nothing("advice", "no_tiles")
    reached = sees.expected_of(goal)
    values = {"mine": sees.expected, "best": reached}
    rows = tuple(
        row("advice", worth, label=f"@{WORDS}.{name}", order=order, text=number(worth))
        | {"exact": f"{worth.numerator}/{worth.denominator}", "best": name == "best"}
        | _reach(sees)
        for order, (name, worth) in enumerate(values.items())
    )
    note = "laid" if reached > sees.expected else "laid_best"
    said = {name: number(worth) for name, worth in values.items()}
    return Figure(rows, phrase("advice.lay", who=sees.seat), phrase(f"advice.note.{note}", **said))


def peek_choice(state: State, action: Action, seat: Seat | None) -> tuple[Row, ...] | None:
    """The bar of a choice; of one not shown over that of holding, or else the best; while nine are laid over mine."""
    sees = look(state, seat)
    if sees is None or not isinstance(action, Decision) or action.seat != sees.seat:
        return None
    if sees.phase == "lay":
        rows = peek_score(state, action, seat)
        return None if rows is None else (_over_mine(state, action, sees),)
    worths = _worths(state, sees)
    if action not in worths:
        return None
    shown = {one: order for order, one in enumerate(_shown(worths))}
    same = next((one for one in shown if _what(one) == _what(action)), None)
    if same is not None:
        return (_choice_row(sees, action, worths[action], shown[same]),)
    over = next((one for one in shown if isinstance(one, Hold)), next(iter(shown)))
    return (_choice_row(sees, action, worths[action], shown[over]) | {"label": _choice(over), "best": False},)


def _over_mine(state: State, action: Decision, sees: Eyes) -> Row:
    after = look(engine.apply(state, action), sees.seat)
    assert after is not None
    return _choice_row(sees, action, after.expected, 0) | {"label": f"@{WORDS}.mine", "best": False}
