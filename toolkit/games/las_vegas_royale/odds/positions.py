"""The state that a view shows: what a computer player thinks about. A secret in it is any value that it can have."""

from __future__ import annotations

from typing import Any

import msgspec

from toolkit.games.las_vegas_royale.state import (
    HANDICAP,
    JACKPOT,
    NOTES,
    Ask,
    Auto,
    Betting,
    Boards,
    Casino,
    Choosing,
    Guessing,
    Paid,
    Picking,
    Placing,
    Priming,
    Ruleset,
    Slotting,
    Splitting,
    State,
    Step,
    Turned,
)

View = dict[str, Any]


def state_of(view: View) -> State:
    """The state of a view in which a seat is to decide. What follows this turn or this payout is left open."""
    step = _step(view)
    before = (Auto("next", view["turn"]),) if view["turn"] >= 0 else ()
    return State(
        rules=msgspec.convert(view["rules"], Ruleset),
        deck=tuple(view["deck"]),
        hands=_pairs(view["hands"]),
        notes=tuple(tuple(notes.count(note) for note in NOTES) for notes in view["notes"]),
        chips=tuple(view["chips"]),
        agenda=(*before, step),
        casinos=tuple(map(_casino, view["casinos"])),
        tiles=tuple(view["tiles"]),
        boards=_boards(view["boards"]),
        round=view["round"],
        first=view["first"],
        turn=view["turn"],
        turns=tuple(view["turns"]),
        paid=msgspec.convert(view["paid"], tuple[Paid, ...]),
        history=tuple(map(tuple, view["history"])),
    )


def _pairs(given: list[Any]) -> tuple[Any, ...]:
    return tuple(map(tuple, given))


def _casino(one: View) -> Casino:
    return Casino(tuple(one["notes"]), _pairs(one["dice"]), tuple(one["black"]), one["grey"], _pair(one["neutral"]))


def _pair(given: list[int]) -> tuple[int, int]:
    return given[0], given[1]


def _boards(given: View) -> Boards:
    chip, note, move = (given["traded"][reward] for reward in HANDICAP)
    return Boards(
        jackpot=JACKPOT.index(given["pot"]),
        high_five=given["high_five"],
        power=given["power"],
        closed=given["closed"],
        arrow=given["arrow"],
        bar=_pairs(given["bar"]),
        clusters=tuple(given["clusters"]),
        traded=(chip, note, move),
        side=_pairs(given["side"]),
        slots=tuple(map(_die, given["slots"])),
        frame=_die(given["frame"]),
    )


def _die(given: View | None) -> tuple[int, bool] | None:
    return None if given is None else (given["seat"], given["big"])


def _step(view: View) -> Step:
    """The step that is due."""
    phase, seat, asked, roll = view["due"]["phase"], view["due"]["seat"], view["asked"], view["roll"]
    turned = Turned(roll["seat"], _pair(roll["placed"]), tuple(roll["small"]), roll["big"]) if roll else Turned(seat)
    steps: dict[str, Any] = {
        "place": lambda: Placing(seat, turned.small, turned.big),
        "guess": lambda: Guessing(seat, asked["of"], asked["hidden"] or 1),
        "black": lambda: Priming(seat, *asked["black"]),
        "bet": lambda: Betting(seat, asked["space"], asked["last"]),
        "split": lambda: Splitting(seat, asked["of"]),
        "pick": lambda: Picking(seat, asked["by"], (0, 0, 3)),
        "slot": lambda: Slotting(seat, turned),
        "choose": lambda: Choosing(seat, turned, *asked["black"]),
    }
    found: Step = steps.get(phase, lambda: Ask(phase, seat))()
    return found
