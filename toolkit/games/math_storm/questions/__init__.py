"""Questions about the board: the families L8, U8 and B. What is right is what the engine's own moves say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.cards.families import bugs
from toolkit.cards.families.draft import (
    LETTERS,
    Draft,
    Family,
    Fill,
    Form,
    Params,
    Said,
    between,
    lettered,
    one_of,
    picked,
)
from toolkit.core.game import Rng
from toolkit.games.math_storm.questions import steps
from toolkit.games.math_storm.questions.rolls import (
    EXCHANGED,
    FACES,
    GOALS,
    JUDGES,
    LOST,
    NONE,
    SLIPS,
    SPECIAL,
    Outcome,
    Pair,
    cell_of,
    ends_of,
    faces_that,
    reaches,
    routes,
    sign,
    told,
    two_cells,
    which,
)
from toolkit.games.math_storm.rules import moves
from toolkit.games.math_storm.state import DICE, LAST, Face, Pawn, kind

WORDS = "toolkit.games.math_storm"


def draw_landing(rng: Rng) -> Params:
    """0: plus, 1: minus; the cells."""
    while True:
        op, (a, b) = between(rng, 0, 1), two_cells(rng)
        r = moves.result("+-"[op], a, b)
        if r is not None and r > 1 and (rng.random() < 0.5 or kind(min(r, LAST)) != "plain"):
            return op, a, b


def landing(op: int, a: int, b: int) -> Draft:
    """Pawns on 23 and 47, plus: 70, a chance cell."""
    route = routes((a, b), "+-"[op])[0]
    hop = route.hops[0]
    high, low = max(a, b), min(a, b)
    found = {
        "BRD.wraps": cell_of(hop.r - LAST) if hop.r > LAST else (),
        "BRD.other_kind": ((hop.r, SPECIAL[hop.end[1]]),) if hop.end[1] in SPECIAL else (),
        "ADD.carry_written": sum(map(cell_of, bugs.carry_written(a, b)), ()) if op == 0 else (),
        "OP.swapped": cell_of(high - low if op == 0 else high + low),
        "ADD.carry_lost": sum(map(cell_of, bugs.carry_lost(a, b)), ()) if op == 0 else (),
        "SUB.smaller_from_larger": sum(map(cell_of, bugs.smaller_from_larger(high, low)), ()) if op else (),
        "SUB.no_decrement": sum(map(cell_of, bugs.no_decrement(high, low)), ()) if op else (),
        "CNT.off_by_one": cell_of(hop.r - 1) if op == 0 else (),
        "SUB.off_by_one": (*cell_of(hop.r + 1), *cell_of(hop.r - 1)) if op else (),
    }
    numbers: dict[str, Fill] = {"a": a, "b": b, "high": high, "low": low}
    name = "landing_minus" if op else "landing_plus"
    return which(name, (op, a, b), route.end, found, numbers, told(route), (a, b))


RATES = {NONE: 0.1, "+": 0.4}
"""What would come too often, so often only."""


def _draw_face(family: str, high: int) -> Callable[[Rng], Params]:
    def draw(rng: Rng) -> Params:
        """The kind of cell (0: chance, 1: challenge), the cells; one face reaches it, at times none."""
        while True:
            goal, pawns = between(rng, 0, 1), two_cells(rng, high)
            found = faces_that(family, pawns, GOALS[goal], reaches)
            if len(found) == 1 and rng.random() < RATES.get(found[0], 1):
                return goal, *pawns

    return draw


def _face_draft(family: str) -> Callable[..., Draft]:
    def draft(goal: int, a: int, b: int) -> Draft:
        """Which face reaches a chance cell?"""
        options = (*FACES[family], NONE)
        (right,) = faces_that(family, (a, b), GOALS[goal], reaches)
        led = {bug: faces_that(family, (a, b), GOALS[goal], judge) for bug, judge in JUDGES.items()}
        wrong = picked(options, {bug: [face for face in ends if face != right] for bug, ends in led.items()})
        letter = LETTERS[options.index(right)]
        numbers: dict[str, Fill] = {"a": a, "b": b, "kind": Said(GOALS[goal]), "letter": letter}
        lines = [Said("face", {"face": sign(face), "ends": ends_of((a, b), face)}) for face in FACES[family]]
        texts = [Said("none") if face == NONE else sign(face) for face in options]
        return Draft(
            "face",
            (goal, a, b),
            letter,
            numbers,
            {},
            wrong,
            ("board.face",),
            lines=(*lines, Said("so", {"letter": letter})),
            choices=lettered(texts),
            board=(a, b),
        )

    return draft


LONG = tuple(face for face in DICE["plus-minus"] if len(face) > 1 and face != "stop")

LONG_MIX = ("+++",) * 6 + ("++",) * 3 + ("+-",)


def draw_order(rng: Rng) -> Params:
    """The face and the cells; one challenge cell alone can be reached, and not by every choice of pawns."""
    while True:
        face, pawns = LONG.index(one_of(rng, LONG_MIX)), two_cells(rng, 60)
        found = routes(pawns, LONG[face])
        ends = {route.end[0] for route in found if route.card == "challenge"}
        if len(ends) == 1 and len({route.end for route in found}) > 1 and found[0].hops[0].r not in ends:
            return face, *pawns


def order(face: int, a: int, b: int) -> Draft:
    """Pawns on 27 and 45, ++: the challenge cell you can reach is 99."""
    found = routes((a, b), LONG[face])
    best = next(route for route in found if route.card == "challenge")
    answer = best.end[0]
    last = best.hops[-1]
    plus = last.op == "+"
    led = {
        "BRD.midway_cell": tuple(hop.r for route in found for hop in route.hops[:-1] if hop.end[1] == "challenge"),
        "WORD.stopped_early": (best.hops[0].r,),
        "BRD.wraps": tuple(route.hops[-1].r - LAST for route in found if LAST < route.hops[-1].r < 2 * LAST),
        "BRD.one_pawn": tuple(r.end[0] for r in found if len({h.pawn for h in r.hops}) == 1 and r.end[0] <= LAST),
        "BRD.other_kind": tuple(route.end[0] for route in found if route.card == "chance"),
        "ADD.carry_lost": bugs.carry_lost(last.start, last.other) if plus else (),
        "CNT.off_by_one": (answer - 1,) if plus else (),
        "OP.swapped": (abs(last.start - last.other) if plus else last.start + last.other,),
    }
    numbers: dict[str, Fill] = {"a": a, "b": b, "face": sign(LONG[face]), "first": best.hops[0].text}
    lines = tuple(Said("takes", {"text": hop.text, "start": hop.start, "kind": Said(hop.end[1])}) for hop in best.hops)
    others = {bug: tuple(dict.fromkeys(values)) for bug, values in led.items() if values}
    end = Said("end_on", {"answer": answer})
    return Draft(
        "order", (face, a, b), answer, numbers, {}, others, ("board.order",), lines=(*lines, end), board=(a, b)
    )


def draw_operation(rng: Rng) -> Params:
    """0: which operation, 1: which cell; the kind of cell (0: chance, 1: challenge), the cells of the pawns."""
    if rng.random() < 0.2:
        return 0, *_draw_face("U8", 60)(rng)
    while True:
        goal, pawns = between(rng, 0, 1), two_cells(rng, 12 if rng.random() < 0.6 else 60)
        found = faces_that("U8", pawns, GOALS[goal], reaches)
        if len(found) == 1 and found != (NONE,) and (found[0] in "×÷" or rng.random() < 0.2):
            return 1, goal, *pawns


def operation(form: int, goal: int, a: int, b: int) -> Draft:
    if form == 0:
        draft = _face_draft("U8")(goal, a, b)
        return draft._replace(params=(0, *draft.params))
    return reached(goal, a, b)


def reached(goal: int, a: int, b: int) -> Draft:
    """8 and 5: one operation reaches a chance cell, 40."""
    (op,) = faces_that("U8", (a, b), GOALS[goal], reaches)
    high, low = max(a, b), min(a, b)
    results = {face: routes((a, b), face)[0] for face in FACES["U8"]}
    hop = results[op].hops[0]
    swapped = results[op.translate(EXCHANGED)].hops
    led = {
        "OP.swapped": tuple(other.r for other in swapped),
        "BRD.other_kind": tuple(r.end[0] for r in results.values() if r.card == SPECIAL[GOALS[goal]]),
        **{bug: work(high, low) for bug, (sign, work) in SLIPS.items() if sign == op},
    }
    main = {bug: tuple(dict.fromkeys(values)) for bug, values in led.items() if values}
    numbers: dict[str, Fill] = {"a": a, "b": b, "kind": Said(GOALS[goal])}
    lines = [Said("face", {"face": sign(face), "ends": ends_of((a, b), face)}) for face in FACES["U8"]]
    end = Said("end_on", {"answer": hop.r, "text": hop.text})
    return Draft(
        "reached",
        (1, goal, a, b),
        hop.r,
        numbers,
        {},
        main,
        ("board.face",),
        lines=(*lines, end),
        board=(a, b),
    )


def draw_legal(rng: Rng) -> Params:
    """0: ÷ comes out, 1: it does not, 2: × stays on the board, 3: × leads into the storm; the cells."""
    while True:
        case, (a, b) = between(rng, 0, 3), two_cells(rng)
        r = moves.result("÷" if case < 2 else "×", a, b)
        small = min(a, b) < 10
        if case == 0 and r is not None and 2 <= r <= 25:
            return 0, a, b
        if case == 1 and r is None and small and max(a, b) > 2 * min(a, b):
            return 1, a, b
        if case > 1 and small and r is not None and 70 < r < 200 and (r > LAST) == (case == 3):
            return 1, a, b


def legal(times: int, a: int, b: int) -> Draft:
    """Pawns on 42 and 8, ÷: no result. On 12 and 9, ×: over 100, into the storm."""
    op = "×" if times else "÷"
    route = routes((a, b), op)[0]
    high, low = max(a, b), min(a, b)
    if times:
        r = a * b
        found: dict[str, tuple[Outcome, ...]] = {
            "BRD.wraps": cell_of(r - LAST) if r > LAST else (),
            "OP.swapped": cell_of(a + b),
            "MUL.neighbour": tuple(
                end for n in sorted(bugs.product_neighbours(a, b), reverse=True) for end in cell_of(n)
            ),
            "MUL.carry_lost": sum(map(cell_of, bugs.product_carry_lost(high, low)), ()),
        }
    else:
        q = high // low
        found = {
            "DIV.order": (LOST,) if not route.lost else (),
            "DIV.remainder_lost": cell_of(q) if route.lost else (),
            "DIV.neighbour": (*cell_of(q + 1), *(() if route.lost else cell_of(q - 1))),
            "OP.swapped": cell_of(high - low),
        }
    found["BRD.other_kind"] = ((route.end[0], SPECIAL[route.end[1]]),) if route.end[1] in SPECIAL else ()
    numbers: dict[str, Fill] = {"a": a, "b": b, "high": high, "low": low}
    lines = told(route)
    if route.lost:
        lines = (Said("rest", {"high": high, "low": low, "q": high // low, "r": high % low}),)
    return which("times" if times else "divide", (times, a, b), route.end, found, numbers, lines, (a, b))


Option = tuple[Face, Pawn]


def _options(pawns: Pair) -> tuple[Option, ...]:
    """The operations that have a result on the board, each by either pawn."""
    faces = [face for face in FACES["U8"] if all(route.end[0] <= LAST for route in routes(pawns, face))]
    return tuple((face, pawn) for face in faces for pawn in (0, 1))


def _after(pawns: Pair, option: Option) -> Pair:
    return next(route.pawns for route in routes(pawns, option[0]) if route.hops[0].pawn == option[1])


def draw_pair(rng: Rng) -> Params:
    """0: which roll and which pawn, 1: which cell; the kind of cell, the cells of the pawns. After one choice alone
    the next + reaches a cell of that kind."""
    form = 0 if rng.random() < 0.2 else 1
    while True:
        goal, pawns = between(rng, 0, 1), two_cells(rng, 60 if form else 48)
        found = [o for o in _options(pawns) if reaches(_after(pawns, o), "+", GOALS[goal])]
        if len(found) == 1 and (form == 0 or found[0][0] in "×÷" or rng.random() < 0.5):
            return form, goal, *pawns


def pair(form: int, goal: int, a: int, b: int) -> Draft:
    """Which roll, and which pawn, so that the next + reaches a chance cell? Or: which cell is that?"""
    pawns, what = (a, b), GOALS[goal]
    options = _options(pawns)
    after = {option: _after(pawns, option) for option in options}
    (right,) = (option for option in options if reaches(after[option], "+", what))
    numbers: dict[str, Fill] = {"a": a, "b": b, "kind": Said(what)}
    lines = tuple(_table(pawns, face) for face in dict.fromkeys(face for face, _ in options))
    if form:
        return _second_cell(goal, pawns, right, numbers, lines)
    led = {
        "BRD.midway_cell": [o for o in options if kind(after[o][o[1]]) == what],
        "BRD.other_kind": [o for o in options if reaches(after[o], "+", SPECIAL[what])],
        "BRD.one_pawn": [(right[0], 1 - right[1])],
        "OP.swapped": [o for o in options if reaches(after[o], "-", what)],
        "CNT.off_by_one": [o for o in options if JUDGES["CNT.off_by_one"](after[o], "+", what)],
        **{bug: _slipped(pawns, options, bug, what) for bug in SLIPS if bug != "CNT.off_by_one"},
    }
    letter = LETTERS[options.index(right)]
    texts = [Said("move", {"face": sign(face), "cell": pawns[pawn]}) for face, pawn in options]
    return Draft(
        "pair",
        (0, goal, a, b),
        letter,
        numbers,
        {},
        picked(options, {bug: [o for o in ends if o != right] for bug, ends in led.items()}),
        ("board.pair",),
        lines=(*lines, Said("so", {"letter": letter})),
        choices=lettered(texts),
        board=pawns,
    )


def _second_cell(goal: int, pawns: Pair, right: Option, numbers: dict[str, Fill], lines: tuple[Said, ...]) -> Draft:
    """12 and 30: × is too much, − leaves 18 and 12 … after one roll alone + reaches a chance cell: which?"""
    last = routes(_after(pawns, right), "+")[0].hops[0]
    stays = routes(_after(pawns, (right[0], 1 - right[1])), "+")[0].hops[0]
    first = routes(pawns, right[0])[0].hops[0]
    led: dict[str, tuple[int, ...]] = {
        "WORD.stopped_early": (first.r,),
        "BRD.one_pawn": (stays.r,),
        "OP.swapped": (abs(last.start - last.other),),
        "CNT.off_by_one": (last.r - 1,),
        "ADD.carry_lost": bugs.carry_lost(last.start, last.other),
    }
    found = {bug: values for bug, values in led.items() if values}
    end = Said("end_on", {"answer": last.r, "text": last.text})
    lines = (*lines, end)
    params = (1, goal, *pawns)
    return Draft("second", params, last.r, numbers, {}, found, ("board.pair",), lines=lines, board=pawns)


def _slipped(pawns: Pair, options: Sequence[Option], bug: str, goal: str) -> list[Option]:
    """What seems right if the first operation is worked out by a pattern."""
    op, work = SLIPS[bug]
    found = []
    for face, pawn in options:
        wrong = work(max(pawns), min(pawns)) if face == op else ()
        if any(0 < r <= LAST and reaches((r, pawns[1 - pawn]), "+", goal) for r in wrong):
            found.append((face, pawn))
    return found


def _table(pawns: Pair, face: Face) -> Said:
    """A line of the table: the result, and the next sum after either choice."""
    numbers: dict[str, Fill] = {"face": sign(face), "text": routes(pawns, face)[0].hops[0].text}
    for pawn in (0, 1):
        end = routes(_after(pawns, (face, pawn)), "+")[0]
        numbers |= {f"next{pawn}": end.hops[0].text, f"kind{pawn}": Said(end.end[1]), f"cell{pawn}": pawns[pawn]}
    return Said("table", numbers)


FAMILIES = {
    "L8": Family(
        "lower",
        (Form(draw_landing, landing), Form(_draw_face("L8", 60), _face_draft("L8")), Form(draw_order, order)),
        WORDS,
    ),
    "U8": Family(
        "upper",
        (Form(draw_operation, operation), Form(draw_legal, legal), Form(draw_pair, pair)),
        WORDS,
    ),
    "B": Family(
        "",
        (
            Form(steps.draw_steps, steps.steps_on),
            Form(steps.draw_judgement, steps.judgement),
            Form(steps.draw_ranking, steps.ranking),
        ),
        WORDS,
    ),
}
