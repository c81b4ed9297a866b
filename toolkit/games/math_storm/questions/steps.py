"""Questions about steps, storm, laps and challenges: the family B, for both bands."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, offered, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.questions.rolls import OVER, Pair, cell_of, which
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import LAST, STORM, Cell, Pawn, Ruleset, State, kind


def alone(pawns: Pair, passed: tuple[bool, bool] = (False, False), held: Pawn = -1) -> State:
    """A seat by itself, as far as the engine's moves need it."""
    return State(Ruleset(), pawns=(pawns,), passed=(passed,), held=(held,), chips=(0,), agenda=())


def draw_steps(rng: Rng) -> Params:
    """0: forward, 1: back; the cell, the spin, the stars of the card. Nobody comes to the end of the board."""
    while True:
        form, cell, spin, stars = between(rng, 0, 1), between(rng, 2, 98), between(rng, 2, 9), between(rng, 2, 3)
        steps = spin * stars
        if (cell - steps > 3 and cell != 2 * steps) if form else cell + steps < LAST:
            return form, cell, spin, stars


def steps_on(form: int, cell: int, spin: int, stars: int) -> Draft:
    """On 27, spinner 6, ★★, right: forward to 39."""
    steps = spin * stars
    to = moves.back(cell, steps) if form else moves.forward(alone((cell, 1)), 0, 0, steps)[0]
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


def draw_judgement(rng: Rng) -> Params:
    """0: over 100; how the pawn and its partner stand, cell, spin, stars. 1: out of the storm; whether the partner has
    passed, spin, stars."""
    while True:
        stars, spin = between(rng, 2, 3), between(rng, 2, 9)
        if rng.random() < 0.1 and spin != 2:
            return 1, between(rng, 0, 1), spin, stars
        cell = between(rng, 75, 98)
        if cell + spin <= LAST < cell + spin * stars:
            return 0, between(rng, 0, 2), cell, spin, stars


def judgement(form: int, *numbers: int) -> Draft:
    return lap(*numbers) if form else over_the_end(*numbers)


def over_the_end(stand: int, cell: int, spin: int, stars: int) -> Draft:
    """On 95, 12 steps forward: into the storm; a pawn that has passed stops on 100, and so it does while its partner
    stands on 0."""
    steps = spin * stars
    state = alone((cell, STORM if stand == 2 else 1), (stand == 1, False))
    end, storm = moves.forward(state, 0, 0, steps)
    right = OVER if storm else (end, kind(end))
    found = {
        "BRD.pass_forgotten": ((LAST, kind(LAST)) if storm else OVER,),
        "BRD.wraps": cell_of(cell + steps - LAST),
        "BRD.star_forgotten": cell_of(cell + spin),
        "BRD.count_start": cell_of(cell + spin * stars - 1) if cell + steps - 1 < LAST else (),
    }
    values: dict[str, Fill] = {"cell": cell, "spin": spin, "stars": stars, "row": "★" * stars, "steps": steps}
    total = {"cell": cell, "steps": steps, "total": cell + steps, "over": cell + steps - LAST}
    lines = (
        Said("times", {"spin": spin, "stars": stars, "steps": steps}),
        Said("total", total),
        Said("enters" if storm else f"stops_{STANDS[stand]}"),
    )
    return which(f"over_{STANDS[stand]}", (0, stand, cell, spin, stars), right, found, values, lines, (cell,))


Left = tuple[Cell, int]
"""Where the pawn that left the storm stands, and the chips."""


def lap(passed: int, spin: int, stars: int) -> Draft:
    """Spinner 6, ★★, out of the storm: on 12; and a chip, if the other pawn has passed."""
    steps = spin * stars
    chips = moves.leave(alone((STORM, 50), (False, bool(passed)), held=0), 0).chips[0]
    right: Left = (steps, chips)
    found: dict[str, tuple[Left, ...]] = {
        "BRD.pass_forgotten": ((steps, 1 - chips),),
        "BRD.star_forgotten": ((spin, chips),),
        "OP.swapped": ((spin + stars, chips),),
    }
    shown = offered(right, found, (passed, spin, stars))
    letter = LETTERS[shown.index(right)]
    texts = [Said("chip" if chip else "no_chip", {"cell": cell}) for cell, chip in shown]
    lines = (
        Said("times", {"spin": spin, "stars": stars, "steps": steps}),
        Said("lap" if chips else "no_lap", {"steps": steps}),
        Said("so", {"letter": letter}),
    )
    numbers: dict[str, Fill] = {"spin": spin, "stars": stars, "row": "★" * stars, "steps": steps}
    return Draft(
        "leaves_second" if passed else "leaves_first",
        (1, passed, spin, stars),
        letter,
        numbers,
        {},
        picked(shown, found),
        ("board.lap",),
        lines=lines,
        choices=lettered(texts),
    )


TEAMS = (1, 2, 3)


def draw_ranking(rng: Rng) -> Params:
    """Spin, stars, three cells, three times right (1) or wrong (0); nobody comes to an end of the board."""
    while True:
        spin, stars = between(rng, 2, 9), between(rng, 2, 3)
        cells, rights = [between(rng, 30, 70) for _ in TEAMS], [between(rng, 0, 1) for _ in TEAMS]
        after = {_step(c, r, spin * stars) for c, r in zip(cells, rights, strict=True)}
        if sum(rights) in (1, 2) and len(set(cells)) == len(after) == 3:
            return spin, stars, *cells, *rights


def _step(cell: Cell, right: int, steps: int) -> Cell:
    """All answers of a sealed challenge count: right ones forward, wrong ones back."""
    return moves.forward(alone((cell, 1)), 0, 0, steps)[0] if right else moves.back(cell, steps)


def ranking(spin: int, stars: int, *flat: int) -> Draft:
    """Who is in front after the challenge?"""
    cells, rights = flat[:3], flat[3:]
    steps = spin * stars
    rows = list(zip(cells, rights, strict=True))
    after = [_step(cell, right, steps) for cell, right in rows]
    right = _ranks(after)
    led = {
        "BRD.star_forgotten": _ranks([_step(cell, right, spin) for cell, right in rows]),
        "BRD.wrong_stays": _ranks([_step(cell, 1, steps) if right else cell for cell, right in rows]),
        "OP.swapped": _ranks([_step(cell, 1 - right, steps) for cell, right in rows]),
        "WORD.stopped_early": _ranks(cells),
        "CMP.turned": _ranks([-cell for cell in after]),
    }
    found = {bug: (text,) for bug, text in led.items() if text not in ("", right)}
    shown = offered(right, found, (spin, stars, *flat))
    letter = LETTERS[shown.index(right)]
    numbers: dict[str, Fill] = {"spin": spin, "stars": stars, "row": "★" * stars, "steps": steps, "letter": letter}
    lines = [Said("times", {"spin": spin, "stars": stars, "steps": steps})]
    for team, (cell, ok), end in zip(TEAMS, rows, after, strict=True):
        numbers |= {f"cell{team}": cell, f"said{team}": Said("right" if ok else "wrong")}
        text = f"{cell} {'+' if ok else '−'} {steps} = {end}"
        lines.append(Said("team", {"team": team, "text": text}))
    lines.append(Said("rank", {"order": right, "letter": letter}))
    return Draft(
        "ranking",
        (spin, stars, *flat),
        letter,
        numbers,
        {},
        picked(shown, found),
        ("board.challenge",),
        lines=tuple(lines),
        choices=lettered(shown),
    )


def _ranks(cells: Sequence[Cell]) -> str:
    """The teams, the one in front first; "" where two stand on the same cell."""
    teams = sorted(TEAMS, key=lambda team: -cells[team - 1])
    return ", ".join(map(str, teams)) if len(set(cells)) == len(cells) else ""
