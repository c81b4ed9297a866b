"""Questions about the board, solved by playing: every face and every choice of pawns through the engine's `apply`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from msgspec.structs import replace

from tests.support.quiz_arithmetic import numbers_in, question_of
from toolkit.cards.card import Question
from toolkit.games.math_storm.rules import apply, legal_actions, start
from toolkit.games.math_storm.state import (
    DICE,
    Ask,
    Draw,
    EndTurn,
    Operate,
    Pick,
    PickPawn,
    Roll,
    Rolled,
    Spin,
    Spun,
    State,
)

KIND = {"chance": "chance cell", "challenge": "challenge cell"}


def alone(pawns: tuple[int, int], die: str = "plus-minus", **more: object) -> State:
    """A seat alone, in the middle of its turn."""
    state = start(1, die=die, cards="lower/1/1")
    return replace(state, pawns=(pawns,), order=(0,), turn=0, round=1, **{"agenda": (EndTurn(),), **more})


@cache
def plays(pawns: tuple[int, int], face: str) -> tuple[State, ...]:
    """Every way to play a face, played to its end."""
    die = next(die for die, faces in DICE.items() if face in faces)
    return tuple(_plays(apply(alone(pawns, die, agenda=(EndTurn(), Roll(0))), Rolled(face))))


def _plays(state: State) -> Iterator[State]:
    due = state.agenda[-1] if state.agenda else None
    if not isinstance(due, Operate):
        yield state
        return
    for action in legal_actions(state, 0):
        yield from _plays(apply(state, action))


def card_of(state: State) -> str:
    """The card that is due: "chance", "challenge", "storm" or ""."""
    due = state.agenda[-1] if state.agenda else None
    return due.kind if isinstance(due, Draw | Ask) else ""


def kind_of(cell: int) -> str:
    return "chance cell" if cell % 10 == 0 else "challenge cell" if cell % 11 == 0 else "plain cell"


def pawns_of(card: Question) -> tuple[int, int]:
    a, b = numbers_in(question_of(card))[:2]
    assert set(card.board) == {a, b}
    return a, b


def goal_of(card: Question) -> str:
    return "challenge" if "challenge" in question_of(card) else "chance"


def choice(card: Question, text: str) -> str:
    (value,) = (one.value for one in card.choices if one.text.en == text)
    return value


def landing(card: Question) -> str:
    face = re.findall(r"You roll (\S)\.", card.prompt.en)[0].replace("−", "-")
    found = plays(pawns_of(card), face)
    state = found[0]
    if state.hops and state.hops[-1].storm:
        return choice(card, "into the storm")
    if not state.hops:
        return choice(card, "no result")
    cell = state.hops[-1].end
    return choice(card, f"{cell}, {kind_of(cell)}")


def face(card: Question) -> str:
    goal, pawns = goal_of(card), pawns_of(card)
    right = [
        one.value
        for one in card.choices
        if not one.text.en.startswith("none")
        and any(card_of(state) == goal for state in plays(pawns, one.text.en.replace("−", "-")))
    ]
    return right[0] if len(right) == 1 else choice(card, "none of them") if not right else "several"


def order(card: Question) -> int:
    text = re.findall(r"You roll (\S+),", card.prompt.en)[0].replace("−", "-")
    (answer,) = {s.hops[-1].end for s in plays(pawns_of(card), text) if card_of(s) == "challenge"}
    return answer


def operation(card: Question) -> str | int:
    if card.choices:
        return face(card)
    goal, pawns = goal_of(card), pawns_of(card)
    (answer,) = (s[0].hops[-1].end for op in "+-×÷" for s in [plays(pawns, op)] if card_of(s[0]) == goal)
    return answer


def pair(card: Question) -> str | int:
    """After which first operation, and which pawn, the next + draws the card."""
    goal, pawns = goal_of(card), pawns_of(card)
    found: dict[str, int] = {}
    for op in "+-×÷":
        for state in plays(pawns, op):
            if not state.hops or state.hops[-1].storm:
                continue
            for after in plays(state.pawns[0], "+"):
                if card_of(after) == goal:
                    sign = op.replace("-", "−")
                    found[f"{sign}, pawn on {state.hops[-1].start}"] = after.hops[-1].end
    assert len(found) == 1, (card.prompt, found)
    ((text, cell),) = found.items()
    return choice(card, text) if card.choices else cell


def steps(card: Question) -> int:
    cell, spin = numbers_in(card.prompt.en)
    return walk(cell, spin * card.prompt.en.count("★") * (1 if "you are right" in card.prompt.en else -1)).pawns[0][0]


def walk(cell: int, by: int, partner: int = 1, passed: bool = False) -> State:
    """The steps of a challenge, made by the engine."""
    pick = PickPawn(0, by)
    return apply(alone((cell, partner), agenda=(EndTurn(), pick), passed=((passed, False),)), Pick(0, 0))


def judgement(card: Question) -> str:
    text, stars = card.prompt.en, question_of(card).count("★")
    if "storm card" in text:
        (spin,) = numbers_in(question_of(card))
        other = "has passed" in text
        held = alone((0, 50), passed=((False, other),), held=(0,), agenda=(EndTurn(), Spin("storm", stars, (0,))))
        state = apply(held, Spun(spin))
        return choice(card, f"{state.pawns[0][0]}, {'and a chip' if state.chips[0] else 'no chip'}")
    cell, spin, *_ = numbers_in(question_of(card))
    state = walk(cell, spin * stars, 0 if "stands on 0" in text else 1, "has passed the storm already" in text)
    end = state.pawns[0][0]
    return choice(card, "into the storm" if state.hops[-1].storm else f"{end}, {kind_of(end)}")


def ranking(card: Question) -> str:
    spin, stars = numbers_in(card.prompt.en)[0], question_of(card).count("★")
    rows = re.findall(r"eam (\d) on (\d+) (?:is )?(right|wrong)", card.prompt.en)
    ends = {
        team: walk(int(cell), spin * stars * (1 if said == "right" else -1)).pawns[0][0] for team, cell, said in rows
    }
    assert len(ends) == len(set(ends.values())) == 3
    return choice(card, ", ".join(sorted(ends, key=lambda team: -ends[team])))


SOLVE: dict[tuple[str, int], Callable[[Question], str | int]] = {
    ("L8", 1): landing,
    ("L8", 2): face,
    ("L8", 3): order,
    ("U8", 1): operation,
    ("U8", 2): landing,
    ("U8", 3): pair,
    ("B", 1): steps,
    ("B", 2): judgement,
    ("B", 3): ranking,
}
