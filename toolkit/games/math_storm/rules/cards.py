"""Question cards: drawing, answers and verdicts, their consequences, and the verdicts of supervisors."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from toolkit.cards import box
from toolkit.core.dist import Dist
from toolkit.core.game import Event, IllegalAction, Seat
from toolkit.games.math_storm.rules.moves import (
    back,
    finish,
    forward,
    hold,
    leave,
    open_card,
    ordered,
    over,
    place,
    run,
)
from toolkit.games.math_storm.state import (
    BONUS,
    SPINNER,
    STORM,
    Answer,
    Ask,
    Buzz,
    Draw,
    Drawn,
    Given,
    Hop,
    Judge,
    Operate,
    Pick,
    PickPawn,
    Skip,
    Spin,
    Spun,
    State,
    Stop,
    TimeUp,
    operations,
    put,
)

RULE = {"storm": "card.storm", "chance": "card.chance", "challenge": "card.challenge", "tie": "tie.cards"}


@lru_cache(maxsize=64)
def draws(deck: str, stars: tuple[int, int, int], asked: tuple[tuple[int, ...], ...]) -> Dist[Drawn]:
    """The chances of the cards: first a number of stars, by the weights, then any card of that level in the box.

    `asked`: by stars, the numbers of the cards that are out of the box.
    """
    levels = enumerate(zip(stars, asked, strict=True), 1)
    return Dist.boxes((weight, _in_box(deck, star, gone)) for star, (weight, gone) in levels if weight)


@lru_cache(maxsize=256)
def _in_box(deck: str, star: int, gone: tuple[int, ...]) -> tuple[Drawn, ...]:
    """The cards of one level that are in the box; when the last one has been asked, all of them are in it again."""
    if not gone:
        return tuple(Drawn(star, number) for number in box.deck(deck).cards(star))
    numbers, cards = frozenset(gone), _in_box(deck, star, ())
    return tuple(card for card in cards if card.number not in numbers) or cards


def draw(state: State, step: Draw, action: Drawn) -> State:
    """Opens the card. `BadInput` if the match comes from a record for one seat, which holds only the cards it met."""
    if not _may_draw(state, action):
        raise IllegalAction("no_such_card", RULE[step.kind], stars=action.stars, number=action.number)
    box.deck(state.rules.cards).card(action.number)
    everybody = step.kind in ("challenge", "tie")
    ask = Ask(
        kind=step.kind,
        stars=action.stars,
        number=action.number,
        waiting=ordered(state, step.seats) if everybody else step.seats,
        sealed=everybody and state.rules.challenge == "sealed",
        cards=step.cards,
    )
    seat = step.seats[0] if len(step.seats) == 1 else state.turn
    args = (("kind", step.kind), ("stars", action.stars), ("number", action.number))
    return replace(
        state,
        agenda=(*state.agenda[:-1], ask),
        asked=_add_asked(state, action),
        drawn=state.drawn + 1,
        closed=None,
        events=(Event("drew", seat, args, RULE[step.kind]),),
    )


def _add_asked(state: State, action: Drawn) -> tuple[tuple[int, ...], ...]:
    """The numbers out of the box after this card; the last card of its level has put all the others back."""
    gone = state.asked[action.stars - 1]
    now = (action.number,) if action.number in gone else (*gone, action.number)
    return put(state.asked, action.stars - 1, now)


def _may_draw(state: State, action: Drawn) -> bool:
    if action.stars not in (1, 2, 3) or not state.rules.stars[action.stars - 1]:
        return False
    numbers = box.deck(state.rules.cards).cards(action.stars)
    gone = state.asked[action.stars - 1]
    return action.number in numbers and (action.number not in gone or len(gone) == len(numbers))


def verdict(state: State, ask: Ask, text: str) -> bool:
    """Whether the text is right. `IllegalAction` if it is blank or cannot be read as an answer."""
    checked = box.deck(state.rules.cards).card(ask.number).check(text)
    if checked.kind in ("blank", "unreadable"):
        raise IllegalAction(f"answer_{checked.kind}", "card.once", given=text.strip()[:40])
    return checked.ok


def must_buzz(ask: Ask) -> bool:
    """Whether seats have to buzz before they may answer."""
    return not ask.sealed and len(ask.waiting) > 1 and ask.buzzed < 0


def buzz(state: State, ask: Ask, action: Buzz) -> State:
    if not must_buzz(ask):
        raise IllegalAction("no_buzzer", "challenge.buzzer")
    event = Event("buzzed", action.seat, rule="challenge.buzzer")
    return replace(state, agenda=(*state.agenda[:-1], replace(ask, buzzed=action.seat)), events=(event,))


def answer(state: State, ask: Ask, action: Answer) -> State:
    if must_buzz(ask):
        raise IllegalAction("buzz_first", "challenge.buzzer")
    if action.value is None:
        raise IllegalAction("answer_blank", "card.once", given="")
    given = Given(action.seat, action.value.strip(), verdict(state, ask, action.value))
    return _take(state, ask, given)


def skip(state: State, ask: Ask, action: Skip) -> State:
    return _take(state, ask, Given(action.seat, None, False))


def _take(state: State, ask: Ask, given: Given) -> State:
    """Takes in an answer; its seat may not answer again."""
    waiting = tuple(seat for seat in ask.waiting if seat != given.seat)
    ask = replace(ask, waiting=waiting, buzzed=-1, given=(*ask.given, given))
    state = replace(state, agenda=(*state.agenda[:-1], ask), events=())
    return settle(state, (given.seat,))


def settle(state: State, fresh: tuple[Seat, ...]) -> State:
    """Closes the card if it is decided, with all its consequences; `fresh`: seats whose answers have just come in.

    The state with the answers but without the consequences is kept as `before`, for a later verdict of a supervisor.
    """
    ask = open_card(state)
    assert ask is not None
    events = tuple(_answer_event(ask, given) for given in ask.given if given.seat in fresh)
    if not is_decided(ask):
        return replace(state, events=events)
    if ask.sealed:
        events = tuple(_answer_event(replace(ask, sealed=False), given) for given in ask.given)
    if ask.late:
        events = (*events, *(Event("late", seat, rule="card.time") for seat in ask.waiting))
    rest = replace(state, agenda=state.agenda[:-1], closed=ask, events=events)
    after = FOLLOW[ask.kind](rest, ask)
    return replace(run(after), before=state)


def is_decided(ask: Ask) -> bool:
    """Whether the card can be closed: the time is up, all have answered, or one is right and the card is not sealed."""
    if ask.late or not ask.waiting:
        return True
    return not ask.sealed and any(given.ok for given in ask.given)


def _answer_event(ask: Ask, given: Given) -> Event:
    if ask.sealed:
        return Event("sealed", given.seat, rule="challenge.sealed")
    if given.judged:
        return Event("judged", given.seat, (("ok", int(given.ok)),), "card.judge")
    if given.text is None:
        return Event("skipped", given.seat, rule="card.once")
    args = (("value", given.text), ("ok", int(given.ok)))
    return Event("answered", given.seat, args, RULE[ask.kind])


def _valid_answers(ask: Ask) -> tuple[Given, ...]:
    """The answers that count: with the buzzer none after the first right one. A late verdict may make it the first."""
    first = next((at for at, given in enumerate(ask.given, 1) if given.ok), len(ask.given))
    return ask.given if ask.sealed else ask.given[:first]


def _rights(ask: Ask) -> tuple[Seat, ...]:
    return tuple(given.seat for given in _valid_answers(ask) if given.ok)


def _wrongs(ask: Ask) -> tuple[Seat, ...]:
    """The seats with a wrong answer. No answer is not a wrong one, unless a supervisor judges it."""
    return tuple(g.seat for g in _valid_answers(ask) if not g.ok and (g.text is not None or g.judged))


def _after_storm(state: State, ask: Ask) -> State:
    if _rights(ask):
        return replace(state, agenda=(*state.agenda, Spin("storm", ask.stars, _rights(ask))))
    seat = (ask.waiting or (ask.given[-1].seat,))[0]
    return replace(state, events=(*state.events, Event("stays_held", seat, rule="card.storm.wrong")))


def _after_chance(state: State, ask: Ask) -> State:
    if not _rights(ask):
        return state
    seat, face = _rights(ask)[0], BONUS[state.rules.die][ask.stars - 1]
    event = Event("bonus", seat, (("face", face), ("stars", ask.stars)), "card.chance.bonus")
    due = Operate(seat, operations(face), fresh=False, bonus=True)
    return replace(state, agenda=(*state.agenda, due), events=(*state.events, event))


def _after_challenge(state: State, ask: Ask) -> State:
    right, wrong = ordered(state, _rights(ask)), ordered(state, _wrongs(ask))
    alone = state.seats == 1 and state.rules.solo_back
    if not right and not (wrong and alone):
        return replace(state, events=(*state.events, Event("nobody_moves", rule="challenge.nobody")))
    return replace(state, agenda=(*state.agenda, *_spins(state, ask.stars, right, wrong)))


def _spins(state: State, stars: int, right: tuple[Seat, ...], wrong: tuple[Seat, ...]) -> tuple[Spin, ...]:
    """One spin for all, or one for each seat; the agenda ends with the first in turn order."""
    if state.rules.challenge_spin == "shared":
        return (Spin("challenge", stars, right, wrong),)
    movers = reversed(ordered(state, right + wrong))
    return tuple(
        Spin("challenge", stars, (seat,)) if seat in right else Spin("challenge", stars, (), (seat,)) for seat in movers
    )


def _after_tie(state: State, ask: Ask) -> State:
    tied = tuple(seat for seat in state.order if seat in (*ask.waiting, *(given.seat for given in ask.given)))
    right = _rights(ask)
    if len(right) == 1:
        return over(state, right[0])
    if ask.cards >= state.rules.tie_cards:
        return over(state)
    return replace(state, agenda=(*state.agenda, Draw("tie", tied, ask.cards + 1)))


FOLLOW: dict[str, Callable[[State, Ask], State]] = {
    "storm": _after_storm,
    "chance": _after_chance,
    "challenge": _after_challenge,
    "tie": _after_tie,
}


def spins(state: State, step: Spin) -> range:
    """The numbers that count. In the storm 0 does not if the ruleset says that it is spun again."""
    return SPINNER[1:] if step.kind == "storm" and state.rules.storm_zero == "again" else SPINNER


def spin(state: State, step: Spin, action: Spun) -> State:
    if action.number not in spins(state, step):
        low, high = spins(state, step)[0], SPINNER[-1]
        raise IllegalAction("spinner", "setup.place", number=action.number, low=low, high=high)
    steps = action.number * step.stars
    args = (("number", action.number), ("stars", step.stars), ("steps", steps))
    state = replace(state, agenda=state.agenda[:-1])
    if step.kind == "storm":
        return run(_leave_storm(state, step.right[0], action.number, step.stars))
    movers = ordered(state, step.right + step.wrong) if steps else ()
    due = tuple(PickPawn(seat, steps if seat in step.right else -steps) for seat in reversed(movers))
    event = Event("spun", movers[0] if len(movers) == 1 else state.turn, args, "challenge.steps")
    return run(replace(state, agenda=(*state.agenda, *due), events=(event,)))


def _leave_storm(state: State, seat: Seat, number: int, stars: int) -> State:
    pawn, cell = state.held[seat], number * stars
    hop = Hop(seat, pawn, STORM, cell, f"{number} × {stars} = {cell}")
    args = (("pawn", pawn), ("number", number), ("stars", stars), ("cell", cell))
    event = Event("left_storm", seat, args, "card.storm.leave" if cell else "card.storm.zero")
    return leave(place(replace(state, events=(event,)), seat, pawn, cell, hop, fresh=not state.face), seat)


def pick(state: State, step: PickPawn, action: Pick) -> State:
    seat, pawn = action.seat, action.pawn
    if pawn not in (0, 1):
        raise IllegalAction("no_such_pawn", "op.choose", pawn=pawn)
    if state.held[seat] == pawn:
        raise IllegalAction("pawn_held", "challenge.back", pawn=pawn)
    start = state.pawns[seat][pawn]
    if step.steps > 0:
        cell, storm = forward(state, seat, pawn, step.steps)
    else:
        cell, storm = back(start, -step.steps), False
    sign = "+" if step.steps > 0 else "−"
    hop = Hop(seat, pawn, start, cell, f"{sign}{abs(step.steps)}", storm=storm)
    args = (("pawn", pawn), ("start", start), ("cell", cell), ("steps", step.steps))
    event = Event("stepped", seat, args, "challenge.forward" if step.steps > 0 else "challenge.back")
    moved = place(replace(state, agenda=state.agenda[:-1], events=(event,)), seat, pawn, cell, hop)
    return run(hold(moved, seat, pawn) if storm else moved)


def time_up(state: State, action: TimeUp) -> State:
    ask = open_card(state)
    if ask is None:
        raise IllegalAction("no_card_open", "card.time")
    late = replace(ask, late=True, buzzed=-1)
    return settle(replace(state, agenda=(*state.agenda[:-1], late), events=(), before=None), ())


def judge(state: State, action: Judge) -> State:
    """Takes a supervisor's verdict: on an open card in place of an answer, or on the answers just given."""
    source = state if open_card(state) is not None else state.before
    ask = open_card(source) if source is not None else None
    if source is None or ask is None or action.of not in _accountable(ask):
        raise IllegalAction("nothing_to_judge", "card.judge", of=action.of)
    at = next((at for at, given in enumerate(ask.given) if given.seat == action.of), len(ask.given))
    old = ask.given[at] if at < len(ask.given) else Given(action.of, None, False)
    if old.judged and old.ok == action.ok:
        raise IllegalAction("already_judged", "card.judge", of=action.of)
    judged = replace(old, ok=action.ok, judged=True)
    waiting = tuple(seat for seat in ask.waiting if seat != action.of)
    buzzed = -1 if ask.buzzed == action.of else ask.buzzed
    ask = replace(ask, given=put(ask.given, at, judged), waiting=waiting, buzzed=buzzed)
    return settle(replace(source, agenda=(*source.agenda[:-1], ask), events=(), before=None), (action.of,))


def _accountable(ask: Ask) -> tuple[Seat, ...]:
    """The seats whose answer, or silence, may be judged; not the silence of seats that a right answer has cut off."""
    silent = ask.waiting if ask.late or not is_decided(ask) else ()
    return tuple(sorted((*silent, *(given.seat for given in ask.given))))


def judgeable(state: State) -> tuple[Judge, ...]:
    """The verdicts that a supervisor may give now."""
    source = state if open_card(state) is not None else state.before
    ask = open_card(source) if source is not None else None
    if ask is None:
        return ()
    made = {(given.seat, given.ok) for given in ask.given if given.judged}
    return tuple(Judge(seat, ok) for seat in _accountable(ask) for ok in (True, False) if (seat, ok) not in made)


def stop(state: State, action: Stop) -> State:
    return finish(replace(state, events=(), before=None), "stop")


HOST: dict[type, Callable[[State, Any], State]] = {TimeUp: time_up, Judge: judge, Stop: stop}
