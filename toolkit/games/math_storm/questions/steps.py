"""Questions about steps, the storm, laps and challenges: the family B, for both bands."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, offered, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.odds.tables import solo
from toolkit.games.math_storm.questions.rolls import OVER, RULES, ask_end, ends_at
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import LAST, STORM, Cell, kind


def draw_steps(rng: Rng) -> Params:
    """0: forward, 1: back; the cell, the spin, the stars of the card. No pawn comes to an end of the board."""
    while True:
        form, cell, spin, stars = between(rng, 0, 1), between(rng, 2, 98), between(rng, 2, 9), between(rng, 2, 3)
        steps = spin * stars
        if (cell - steps > 3 and cell != 2 * steps) if form else cell + steps < LAST:
            return form, cell, spin, stars


def draft_steps(form: int, cell: int, spin: int, stars: int) -> Draft:
    """On 27, spinner 6, ★★, right answer: forward to 39."""
    steps = spin * stars
    to = moves.back(cell, steps) if form else moves.forward(solo(RULES, (cell, 1)), 0, 0, steps)[0]
    way = -1 if form else 1
    main = {
        "BRD.count_start": (to - way,),
        "BRD.star_forgotten": (cell + way * spin,),
        "OP.swapped": (cell - way * steps,),
    }
    other = {"WORD.stopped_early": (steps,), "MUL.neighbour": (cell + way * (spin + 1) * stars,)}
    if not 0 < cell - way * steps <= LAST:
        del main["OP.swapped"]
    numbers: dict[str, Fill] = {"cell": cell, "spin": spin, "stars": stars, "row": "★" * stars, "steps": steps}
    name = "back" if form else "forward"
    return Draft(name, (form, cell, spin, stars), to, numbers, main, other, ("board.steps",), board=(cell,))


STANDS = ("free", "passed", "partner")
"""The pawn is free to enter the storm; it has passed already; its partner is on the storm cell."""


def draw_judgement(rng: Rng) -> Params:
    """0: over 100; the index in STANDS, cell, spin, stars. 1: out of the storm; whether the partner has passed (1) or
    not (0), spin, stars."""
    while True:
        stars, spin = between(rng, 2, 3), between(rng, 2, 9)
        if rng.random() < 0.1 and spin != 2:
            return 1, between(rng, 0, 1), spin, stars
        cell = between(rng, 75, 98)
        if cell + spin <= LAST < cell + spin * stars:
            return 0, between(rng, 0, 2), cell, spin, stars


def draft_judgement(form: int, *numbers: int) -> Draft:
    return _draft_lap(*numbers) if form else _draft_over(*numbers)


def _draft_over(stand: int, cell: int, spin: int, stars: int) -> Draft:
    """On 95, 12 steps forward: into the storm. A pawn that has passed, or whose partner is on 0, stops on 100."""
    steps = spin * stars
    state = solo(RULES, (cell, STORM if stand == 2 else 1), (stand == 1, False))
    end, storm = moves.forward(state, 0, 0, steps)
    right = OVER if storm else (end, kind(end))
    wrong = {
        "BRD.pass_forgotten": ((LAST, kind(LAST)) if storm else OVER,),
        "BRD.wraps": ends_at(cell + steps - LAST),
        "BRD.star_forgotten": ends_at(cell + spin),
        "BRD.count_start": ends_at(cell + steps - 1) if cell + steps - 1 < LAST else (),
    }
    values: dict[str, Fill] = {"cell": cell, "spin": spin, "stars": stars, "row": "★" * stars, "steps": steps}
    total = {"cell": cell, "steps": steps, "total": cell + steps, "over": cell + steps - LAST}
    lines = (
        _times(spin, stars),
        Said("total", total),
        Said("enters" if storm else f"stops_{STANDS[stand]}"),
    )
    return ask_end(f"over_{STANDS[stand]}", (0, stand, cell, spin, stars), right, wrong, values, lines, (cell,))


def _draft_lap(passed: int, spin: int, stars: int) -> Draft:
    """Spinner 6, ★★, out of the storm: on 12; and a chip if the other pawn has passed. A choice is a cell and chips."""
    steps = spin * stars
    chips = moves.leave(solo(RULES, (STORM, 50), (False, bool(passed)), held=0), 0).chips[0]
    slips = {
        "BRD.pass_forgotten": (steps, 1 - chips),
        "BRD.star_forgotten": (spin, chips),
        "OP.swapped": (spin + stars, chips),
    }
    wrong = {bug: (left,) for bug, left in slips.items()}
    shown = offered((steps, chips), wrong, (passed, spin, stars))
    letter = LETTERS[shown.index((steps, chips))]
    numbers: dict[str, Fill] = {"spin": spin, "stars": stars, "row": "★" * stars, "steps": steps}
    chip = Said("lap" if chips else "no_lap", {"steps": steps})
    return Draft(
        "leaves_second" if passed else "leaves_first",
        (1, passed, spin, stars),
        letter,
        numbers,
        {},
        picked(shown, wrong),
        ("board.lap",),
        lines=(_times(spin, stars), chip, Said("so", {"letter": letter})),
        choices=lettered(Said("chip" if chips else "no_chip", {"cell": cell}) for cell, chips in shown),
    )


def _times(spin: int, stars: int) -> Said:
    """The line that works out the steps."""
    return Said("times", {"spin": spin, "stars": stars, "steps": spin * stars})


TEAMS = (1, 2, 3)


def draw_ranking(rng: Rng) -> Params:
    """Spin, stars, three cells, three times right (1) or wrong (0). No pawn comes to an end of the board."""
    while True:
        spin, stars = between(rng, 2, 9), between(rng, 2, 3)
        cells, rights = [between(rng, 30, 70) for _ in TEAMS], [between(rng, 0, 1) for _ in TEAMS]
        after = {_step(c, r, spin * stars) for c, r in zip(cells, rights, strict=True)}
        if sum(rights) in (1, 2) and len(set(cells)) == len(after) == 3:
            return spin, stars, *cells, *rights


def _step(cell: Cell, right: int, steps: int) -> Cell:
    """The cell after the steps: forward for a right answer, back for a wrong one; a sealed challenge counts both."""
    return moves.forward(solo(RULES, (cell, 1)), 0, 0, steps)[0] if right else moves.back(cell, steps)


def draft_ranking(spin: int, stars: int, *flat: int) -> Draft:
    """Who is in front after the challenge?"""
    steps, rows = spin * stars, list(zip(flat[:3], flat[3:], strict=True))
    after = [_step(cell, right, steps) for cell, right in rows]
    order = _ranks(after)
    guesses = _wrong_ranks(rows, spin, stars)
    wrong = {bug: (text,) for bug, text in guesses.items() if text not in ("", order)}
    shown = offered(order, wrong, (spin, stars, *flat))
    letter = LETTERS[shown.index(order)]
    numbers: dict[str, Fill] = {"spin": spin, "stars": stars, "row": "★" * stars, "steps": steps, "letter": letter}
    lines = [_times(spin, stars)]
    for team, (cell, right), end in zip(TEAMS, rows, after, strict=True):
        numbers |= {f"cell{team}": cell, f"said{team}": Said("right" if right else "wrong")}
        lines.append(Said("team", {"team": team, "text": f"{cell} {'+' if right else '−'} {steps} = {end}"}))
    return Draft(
        "ranking",
        (spin, stars, *flat),
        letter,
        numbers,
        {},
        picked(shown, wrong),
        ("board.challenge",),
        lines=(*lines, Said("rank", {"order": order, "letter": letter})),
        choices=lettered(shown),
    )


def _wrong_ranks(rows: Sequence[tuple[Cell, int]], spin: int, stars: int) -> dict[str, str]:
    """By error pattern, the order of the teams that it leads to; `rows`: cell, and right (1) or wrong (0)."""
    steps = spin * stars
    return {
        "BRD.star_forgotten": _ranks([_step(cell, right, spin) for cell, right in rows]),
        "BRD.wrong_stays": _ranks([_step(cell, 1, steps) if right else cell for cell, right in rows]),
        "OP.swapped": _ranks([_step(cell, 1 - right, steps) for cell, right in rows]),
        "WORD.stopped_early": _ranks([cell for cell, _ in rows]),
        "CMP.turned": _ranks([-_step(cell, right, steps) for cell, right in rows]),
    }


def _ranks(cells: Sequence[Cell]) -> str:
    """The teams, the one in front first; "" if two are on the same cell."""
    teams = sorted(TEAMS, key=lambda team: -cells[team - 1])
    return ", ".join(map(str, teams)) if len(set(cells)) == len(cells) else ""
