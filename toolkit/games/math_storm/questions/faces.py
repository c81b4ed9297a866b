"""Questions about which face, or which operation, reaches a kind of cell, and about the cell that it reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import LETTERS, Draft, Fill, Params, Said, between, lettered, one_of, picked
from toolkit.core.game import Rng
from toolkit.games.math_storm.odds.walks import Pair, Walk
from toolkit.games.math_storm.questions.rolls import (
    BELIEFS,
    EXCHANGED,
    FACES,
    GOALS,
    NONE,
    SLIPS,
    SPECIAL,
    Sum,
    draw_cells,
    end_of,
    list_ends,
    may_reach,
    pick_faces,
    plays,
    sums,
    write_face,
)
from toolkit.games.math_storm.state import DICE, LAST

RATES = {NONE: 0.1, "+": 0.4}
"""The share of the drawn questions that is kept, by the right answer; those left out would come too often."""


def drawer_of_face(family: str, high: int) -> Callable[[Rng], Params]:
    def draw_face(rng: Rng) -> Params:
        """The kind of cell (0: chance, 1: challenge), the cells; one face reaches it, at times none."""
        while True:
            goal, pawns = between(rng, 0, 1), draw_cells(rng, high)
            right = pick_faces(family, pawns, GOALS[goal], may_reach)
            if len(right) == 1 and rng.random() < RATES.get(right[0], 1):
                return goal, *pawns

    return draw_face


def drafter_of_face(family: str) -> Callable[..., Draft]:
    def draft_face(goal: int, a: int, b: int) -> Draft:
        """Which face reaches a chance cell?"""
        options = (*FACES[family], NONE)
        (right,) = pick_faces(family, (a, b), GOALS[goal], may_reach)
        led = {bug: pick_faces(family, (a, b), GOALS[goal], belief) for bug, belief in BELIEFS.items()}
        wrong = picked(options, {bug: [face for face in faces if face != right] for bug, faces in led.items()})
        letter = LETTERS[options.index(right)]
        numbers: dict[str, Fill] = {"a": a, "b": b, "kind": Said(GOALS[goal]), "letter": letter}
        texts = [Said("none") if face == NONE else write_face(face) for face in options]
        return Draft(
            "face",
            (goal, a, b),
            letter,
            numbers,
            {},
            wrong,
            ("board.face",),
            lines=(*_list_faces(family, (a, b)), Said("so", {"letter": letter})),
            choices=lettered(texts),
            board=(a, b),
        )

    return draft_face


def _list_faces(family: str, pawns: Pair) -> list[Said]:
    """A line for each face of the family: the ends that it can have."""
    return [Said("face", {"face": write_face(face), "ends": list_ends(pawns, face)}) for face in FACES[family]]


LONG = tuple(face for face in DICE["plus-minus"] if len(face) > 1 and face != "stop")

LONG_MIX = ("+++",) * 6 + ("++",) * 3 + ("+-",)


def draw_order(rng: Rng) -> Params:
    """The face and the cells; only one challenge cell can be reached, and not by every choice of pawns."""
    while True:
        face, pawns = LONG.index(one_of(rng, LONG_MIX)), draw_cells(rng, 60)
        walks = plays(pawns, LONG[face])
        goals = {walk.end for walk in walks if walk.then == "challenge"}
        if len(goals) == 1 and len({walk.end for walk in walks}) > 1 and walks[0].results[0] not in goals:
            return face, *pawns


def draft_order(face: int, a: int, b: int) -> Draft:
    """Pawns on 27 and 45, ++: the challenge cell you can reach is 99."""
    walks = plays((a, b), LONG[face])
    best = next(walk for walk in walks if walk.then == "challenge")
    answer, steps = end_of(best)[0], sums(best, LONG[face])
    numbers: dict[str, Fill] = {"a": a, "b": b, "face": write_face(LONG[face]), "first": steps[0].text}
    lines = [Said("takes", {"text": one.text, "start": one.hop.start, "kind": Said(one.end[1])}) for one in steps]
    lines.append(Said("end_on", {"answer": answer}))
    midway = [one for walk in walks for one in sums(walk, LONG[face])[:-1]]
    wrong = _different(
        {
            "BRD.midway_cell": tuple(one.result for one in midway if one.end[1] == "challenge"),
            "WORD.stopped_early": best.results[:1],
            **_wrong_ends(walks),
            **_wrong_sums(steps[-1]),
        }
    )
    return Draft("order", (face, a, b), answer, numbers, {}, wrong, ("board.order",), lines=tuple(lines), board=(a, b))


def _wrong_ends(walks: Sequence[Walk]) -> dict[str, tuple[int, ...]]:
    """By error pattern, the cells where it ends a roll."""
    one_pawn = (walk.end for walk in walks if len({hop.pawn for hop in walk.hops}) == 1)
    return {
        "BRD.wraps": tuple(walk.results[-1] - LAST for walk in walks if LAST < walk.results[-1] < 2 * LAST),
        "BRD.one_pawn": tuple(end for end in one_pawn if isinstance(end, int)),
        "BRD.other_kind": tuple(end_of(walk)[0] for walk in walks if walk.then == "chance"),
    }


def _wrong_sums(last: Sum) -> dict[str, tuple[int, ...]]:
    """By error pattern, the results that it gives for a plus or minus."""
    a, b = last.hop.start, last.hop.partner
    if last.op == "+":
        return {
            "ADD.carry_lost": bugs.carry_lost(a, b),
            "CNT.off_by_one": (last.result - 1,),
            "OP.swapped": (abs(a - b),),
        }
    return {"OP.swapped": (a + b,)}


def _different(led: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """The patterns that lead somewhere, each with its different numbers."""
    return {bug: tuple(dict.fromkeys(values)) for bug, values in led.items() if values}


def draw_operation(rng: Rng) -> Params:
    """0: which operation, 1: which cell; the kind of cell (0: chance, 1: challenge), the cells of the pawns."""
    if rng.random() < 0.2:
        return 0, *drawer_of_face("U8", 60)(rng)
    while True:
        goal, pawns = between(rng, 0, 1), draw_cells(rng, 12 if rng.random() < 0.6 else 60)
        right = pick_faces("U8", pawns, GOALS[goal], may_reach)
        if len(right) == 1 and right != (NONE,) and (right[0] in "×÷" or rng.random() < 0.2):
            return 1, goal, *pawns


def draft_operation(form: int, goal: int, a: int, b: int) -> Draft:
    if form == 0:
        draft = drafter_of_face("U8")(goal, a, b)
        return draft._replace(params=(0, *draft.params))
    return _draft_reached(goal, a, b)


def _draft_reached(goal: int, a: int, b: int) -> Draft:
    """8 and 5: one operation reaches a chance cell, 40."""
    (op,) = pick_faces("U8", (a, b), GOALS[goal], may_reach)
    high, low = max(a, b), min(a, b)
    walks = {face: plays((a, b), face)[0] for face in FACES["U8"]}
    (right,) = sums(walks[op], op)
    led = {
        "OP.swapped": walks[op.translate(EXCHANGED)].results,
        "BRD.other_kind": tuple(end_of(walk)[0] for walk in walks.values() if walk.then == SPECIAL[GOALS[goal]]),
        **{bug: tuple(work(high, low)) for bug, (face, work) in SLIPS.items() if face == op},
    }
    numbers: dict[str, Fill] = {"a": a, "b": b, "kind": Said(GOALS[goal])}
    end = Said("end_on", {"answer": right.result, "text": right.text})
    return Draft(
        "reached",
        (1, goal, a, b),
        right.result,
        numbers,
        {},
        _different(led),
        ("board.face",),
        lines=(*_list_faces("U8", (a, b)), end),
        board=(a, b),
    )
