"""Whoever interrupts the kernel while a message is carried out: it has been carried out, or it has not come."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import toolkit
from tests.support.tables import filled, match_at_table
from toolkit.core import registry, words
from toolkit.core.match import Bot, Match
from toolkit.core.playout import random_policy
from toolkit.table.session import Session

OURS = str(Path(toolkit.__file__).parent)
OPENING = {"math_storm": {}, "cloud_mountain": {"rounds": 1}}
Place = tuple[str, int]


def at_ply(game: str, plies: int) -> Session:
    """A table in the middle of a match with a bot, always the same."""
    bots = {1: Bot("random", random_policy, 0.5)}
    here = Session(match_at_table(game, 2, seed=5, bots=bots, **OPENING[game]))
    rng = random.Random(1)
    while here.match.ply < plies:
        here.handle(message(here, rng))
    return here


def message(here: Session, rng: random.Random) -> dict[str, Any]:
    action = filled(here, rng.choice([one for one in here.legal() if one["type"] != "stop"]), rng)
    return {"kind": "play", "step": here.match.step(action.get("seat", -1)), "action": action}


def interrupted(do: Callable[[], Any], stop: Callable[[Place], bool]) -> bool:
    """Does it, interrupted at the first line of ours for which `stop` says so; whether it was."""
    fired = False

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal fired
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        if event == "line" and not fired and stop((frame.f_code.co_filename, frame.f_lineno)):
            fired = True
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def lines(do: Callable[[], Any]) -> list[Place]:
    """The lines that it comes by, each once."""
    found: dict[Place, None] = {}
    interrupted(do, lambda place: found.setdefault(place) is not None)
    return list(found)


def looks(here: Session) -> tuple[Any, ...]:
    """All that the next message starts from."""
    match = here.match
    kept = here.at, here.preview, here.confirm, here.hints, here.pick, here.clock.id, here.eyes
    return match.record(), match.ply, len(match.log), len(match.states), match.to_move, kept


@pytest.mark.parametrize("plies", [6, 40])
@pytest.mark.parametrize("game", OPENING)
def test_a_message_is_taken_whole_or_not_at_all(game: str, plies: int, full: bool) -> None:
    here = at_ply(game, plies)
    sent, start, mark = message(here, random.Random(2)), looks(here), here.match.mark()
    places = lines(lambda: here.handle(sent))
    done = looks(here)
    assert done != start and len(places) > 100
    rng = random.Random(game)
    for place in places if full else rng.sample(places, min(100, len(places))):
        here = at_ply(game, plies)
        assert interrupted(lambda: here.handle(sent), place.__eq__), place  # noqa: B023 (called at once)
        now = looks(here)
        assert now in (start, done), f"half of it, after {place}"
        if now == start:
            assert here.handle(sent) is None
            assert looks(here) == done, f"it can be sent again, after {place}"
    assert mark.ply == start[1]


def test_a_message_that_was_interrupted_leaves_its_language_to_nobody() -> None:
    here = at_ply("math_storm", 6)
    here.lang = "zh"
    for place in lines(lambda: here.handle({"kind": "peek"})):
        assert interrupted(lambda: here.handle({"kind": "peek"}), place.__eq__), place
        assert words.current() == "en", place


@pytest.mark.parametrize("game", OPENING)
def test_a_redo_is_kept_by_a_message_that_was_interrupted(game: str) -> None:
    here = at_ply(game, 12)
    here.match.undo()
    before = looks(here)
    sent = message(here, random.Random(3))

    def cut_off(*_: Any) -> Any:
        raise KeyboardInterrupt

    here.match.advance = cut_off  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        here.handle(sent)
    assert looks(here) == before and here.match.redo()


@pytest.mark.parametrize("game", OPENING)
def test_what_an_interrupt_has_stopped_goes_on_with_the_next_message(game: str) -> None:
    """Interrupted while the table was opened, or by a move of Python: nobody is asked, and no click could help."""
    kit = registry.kit(game)
    bots = {0: Bot("random", random_policy, 0.5)}
    match: Match[Any, Any] = Match(kit.rules, 2, seed=5, buttons=kit.board.BUTTONS, bots=bots)
    here = Session(match)
    for ply in range(30):
        if match.to_move and not match.pauses(match.state):
            here.handle({"kind": "peek"})
            assert match.pauses(match.state) or not match.to_move, ply
        if not match.to_move:
            break
        here.handle(message(here, random.Random(ply)))
        if match.ply > 2:
            match.goto(match.ply - 1)
            last = match.log[-1]
            match.play(last)


def test_a_move_by_python_is_played_whole_or_not_at_all() -> None:
    table = toolkit.play("math_storm", seed=3, bots={1: "random"}, show="none")
    before = table.record()

    def cut_off(*_: Any) -> Any:
        raise KeyboardInterrupt

    table.match.advance = cut_off  # type: ignore[method-assign]
    action = table.match.game.chance_outcomes(table.match.state).mode
    with pytest.raises(KeyboardInterrupt):
        table.play(action)
    assert table.record() == before
