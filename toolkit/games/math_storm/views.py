"""The parts of a state that a seat may know: its view, its log, the states it takes for possible; and blank answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.cards import box, card, packs
from toolkit.core.game import Action, Due, Event, Rng, Seat, Timer
from toolkit.games.math_storm.rules import equation, ranks, to_move
from toolkit.games.math_storm.rules.cards import must_buzz
from toolkit.games.math_storm.rules.moves import back, forward, open_card, takers
from toolkit.games.math_storm.state import (
    BONUS,
    DICE,
    LAST,
    STORM,
    Answer,
    Ask,
    Draw,
    Given,
    Operate,
    PickPawn,
    Roll,
    Ruleset,
    Skip,
    Spin,
    SpinOrder,
    SpinPlace,
    State,
    put,
)

PHASE = {
    SpinOrder: "order",
    SpinPlace: "place",
    Roll: "roll",
    Operate: "route",
    Draw: "draw",
    Ask: "card",
    Spin: "spin",
    PickPawn: "pick",
}
"""The name of each step in a view."""


def ruleset(state: State) -> Ruleset:
    """The options of this match."""
    return state.rules


def events(state: State) -> tuple[Event, ...]:
    """The facts of the last action."""
    return state.events


def due(state: State) -> Due:
    """The step that waits, with the time limit of an open card."""
    if not state.agenda:
        return Due("over")
    step = state.agenda[-1]
    return Due(PHASE[type(step)], _seat(state, step), _timer(state))


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """All that `seat` may know, as JSON; `None` is a spectator. Only answers to a sealed challenge are secret."""
    timer = _timer(state)
    return {
        "game": "math_storm",
        "seats": state.seats,
        "rules": msgspec.to_builtins(state.rules),
        "round": state.round,
        "turn": state.turn,
        "order": list(state.order),
        "to_move": list(to_move(state)),
        **_pieces(state),
        "face": state.face,
        "due": _due(state),
        "card": _card(state, open_card(state), seat),
        "closed": _closed(state),
        "timer": {"id": timer.id, "seconds": timer.seconds} if timer else None,
        "hops": [msgspec.to_builtins(hop) for hop in state.hops],
        "ending": state.ending,
        "ranks": list(ranks(state)),
        "bonus": list(BONUS[state.rules.die]),
        "faces": list(DICE[state.rules.die]),
        "winner": state.winner,
        "events": [msgspec.to_builtins(e) for e in state.events if e.seen_by is None or seat in e.seen_by],
    }


def _pieces(state: State) -> dict[str, Any]:
    """Pawns and chips, by seat."""
    return {
        "pawns": [list(pair) for pair in state.pawns],
        "passed": [list(pair) for pair in state.passed],
        "held": list(state.held),
        "chips": list(state.chips),
    }


def _due(state: State) -> dict[str, Any]:
    """The step that waits: its phase, its seat, and the effects of a choice."""
    if not state.agenda:
        return {"phase": "over", "seat": -1}
    step = state.agenda[-1]
    due: dict[str, Any] = {"phase": PHASE[type(step)], "seat": _seat(state, step)}
    if isinstance(step, Operate):
        due |= _operation(state, step)
    if isinstance(step, PickPawn):
        due |= {"steps": step.steps, "ends": [_end(state, step, pawn) for pawn in (0, 1)]}
    if isinstance(step, Spin | Draw):
        due["kind"] = step.kind
    if isinstance(step, Spin):
        due["stars"] = step.stars
    if isinstance(step, SpinOrder):
        due |= {"group": list(step.group), "spins": list(step.spins)}
    return due


def _operation(state: State, step: Operate) -> dict[str, Any]:
    """The operation that is due: its result (`None`: none), and the pawns that may take it."""
    r, pawns = takers(state, step.seat, step.ops[0])
    return {
        "ops": list(step.ops),
        "result": r,
        "pawns": list(pawns),
        "bonus": step.bonus,
        "fresh": step.fresh,
        "text": equation(step.ops[0], *state.pawns[step.seat], r or 0),
        "over": r is not None and r > LAST,
        "zero": r == STORM,
    }


def _end(state: State, step: PickPawn, pawn: int) -> dict[str, Any]:
    """Where the steps of a challenge lead with this pawn, and whether that is into the storm."""
    if step.steps > 0:
        cell, storm = forward(state, step.seat, pawn, step.steps)
    else:
        cell, storm = back(state.pawns[step.seat][pawn], -step.steps), False
    return {"cell": cell, "storm": storm}


def _timer(state: State) -> Timer | None:
    """The time limit of the open card."""
    ask = open_card(state)
    if ask is None:
        return None
    each = tuple(sorted((*ask.waiting, *(given.seat for given in ask.given)))) if ask.sealed else ()
    return Timer(f"{state.drawn}-{ask.number}", state.rules.seconds[ask.stars - 1], each)


def _seat(state: State, step: Any) -> Seat:
    """The seat of a step; −1 if several seats may answer; the seat in turn if several move or draw."""
    if isinstance(step, SpinOrder):
        return step.group[len(step.spins)]
    if isinstance(step, Spin):
        movers = step.right + step.wrong
        return movers[0] if len(movers) == 1 else state.turn
    if isinstance(step, Ask):
        return step.buzzed if step.buzzed >= 0 else step.waiting[0] if len(step.waiting) == 1 else -1
    if isinstance(step, Draw):
        return step.seats[0] if len(step.seats) == 1 else state.turn
    seat: Seat = step.seat
    return seat


def _card(state: State, ask: Ask | None, seat: Seat | None) -> dict[str, Any] | None:
    """An open card, without its answer."""
    if ask is None:
        return None
    question = box.deck(state.rules.cards).card(ask.number)
    return {
        "kind": ask.kind,
        "stars": ask.stars,
        "number": ask.number,
        "family": question.family,
        "seconds": state.rules.seconds[ask.stars - 1],
        "prompt": {"en": question.prompt.en, "zh": question.prompt.zh},
        "hints": [{"en": hint.en, "zh": hint.zh} for hint in question.hints],
        "waiting": list(ask.waiting),
        "sealed": ask.sealed,
        "buzzed": ask.buzzed,
        "must_buzz": must_buzz(ask),
        "given": [_sealed_json(given, seat) if ask.sealed else _given_json(given) for given in ask.given],
        "cards": ask.cards,
    }


def _sealed_json(given: Given, seat: Seat | None) -> dict[str, Any]:
    """A sealed answer: other seats see only that it is in; its own seat sees the text, but not whether it is right."""
    return {"seat": given.seat, "text": given.text} if given.seat == seat else {"seat": given.seat}


def _given_json(given: Given) -> dict[str, Any]:
    return {"seat": given.seat, "text": given.text, "ok": given.ok, "judged": given.judged}


def _closed(state: State) -> dict[str, Any] | None:
    """The last card once it is decided, with its answer and the steps to it."""
    ask = state.closed
    if ask is None:
        return None
    question = box.deck(state.rules.cards).card(ask.number)
    return {
        "kind": ask.kind,
        "stars": ask.stars,
        "number": ask.number,
        "prompt": {"en": question.prompt.en, "zh": question.prompt.zh},
        "answer": {lang: question.told(question.answer, lang) for lang in ("en", "zh")},
        "steps": [{"en": step.en, "zh": step.zh} for step in question.steps],
        "given": [_given_json(given) for given in ask.given],
        "late": ask.late,
    }


def secret(state: State) -> bool:
    """Never: the teacher may undo any answer to correct it, a sealed one too."""
    return False


def redact(then: State, now: State, action: Action, seat: Seat | None) -> Action | None:
    """The action as `seat` may see it: while a card is sealed, answers and skips of other seats are blank answers."""
    asked, ask = open_card(then), open_card(now)
    if not isinstance(action, Answer | Skip) or action.seat == seat:
        return action
    if asked is None or ask is None or not ask.sealed or then.drawn != now.drawn:
        return action
    return Answer(action.seat)


def determinize(state: State, seat: Seat | None, rng: Rng) -> State:
    """The same state with random answers in place of the sealed ones that `seat` cannot see."""
    ask = open_card(state)
    if ask is None or not ask.sealed:
        return state
    given = ask.given
    for index, one in enumerate(given):
        if one.seat != seat:
            text = str(rng.randrange(100))
            ok = one.ok if one.judged else box.deck(state.rules.cards).card(ask.number).check(text).ok
            given = put(given, index, replace(one, text=text, ok=ok))
    return replace(state, agenda=(*state.agenda[:-1], replace(ask, given=given)))


def fill(state: State, action: Action, rng: Rng, skill: float = 1.0) -> Action:
    """The action with a blank answer filled in: right with chance `skill`, else one of the card's wrong answers."""
    ask = open_card(state)
    if not isinstance(action, Answer) or action.value is not None or ask is None:
        return action
    question = box.deck(state.rules.cards).card(ask.number)
    if rng.random() < skill:
        return replace(action, value=str(question.answer))
    wrong = [str(distractor.value) for distractor in question.distractors] or [_wrong(question)]
    return replace(action, value=wrong[int(rng.random() * len(wrong))])


def _wrong(question: card.Question) -> str:
    """A wrong answer to a card whose author has listed none."""
    return next(text for text in ("0", "1", "1 r 1", "A", "B") if question.check(text).kind == "wrong")


def enclose(state: State, seat: Seat | None = None) -> dict[str, Any] | None:
    """The pack of a teacher, so that the match can go on elsewhere; for a seat only the cards that have been answered.

    `None` for a generated box, which is the same everywhere.
    """
    if not state.rules.cards.startswith("pack:"):
        return None
    asked = {number for level in state.asked for number in level}
    if (ask := open_card(state)) is not None:
        asked.discard(ask.number)
    return packs.known(state.rules.cards).embed(None if seat is None else asked)


def unpack(enclosed: dict[str, Any]) -> Callable[[], None]:
    """Registers the enclosed cards under the name of their pack; what it returns takes them away again."""
    return packs.unpack(enclosed)
