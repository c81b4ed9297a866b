"""Lessons without a page: moves that follow from the ply alone, and a process that plays them until it is killed.

python -m tests.support.lessons FILE
    for each line on stdin, a child goes on with the lesson in FILE and tells its plies
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from toolkit.core.game import CHANCE
from toolkit.core.match import decode
from toolkit.teaching import plan as plans
from toolkit.teaching import saved as saved_
from toolkit.teaching.autosave import Autosave
from toolkit.teaching.lesson_session import LessonSession

PLAN = plans.plan("math_storm", 2, seed=5, end="time", order="seats")
NOT_NOW = ("stop", "judge", "timeup", "skip")


def session(path: Path | str | None, plan: plans.Plan = PLAN, saved: saved_.Saved | None = None) -> LessonSession:
    """A lesson; one that was saved goes on in its file."""
    keep = Autosave(path)
    if saved:
        keep.take()
    return LessonSession(plan, keep, "en", lambda *_: None, saved)


def session_of(here: Any) -> Any:
    """The session of a lesson's game, or the session itself."""
    return getattr(here, "session", here)


def play(here: Any, action: dict[str, Any]) -> str | None:
    seat = action.get("seat", CHANCE if action["type"] == "chance" else -2)
    return here.handle({"kind": "play", "step": here.match.step(seat, here.ply), "action": action})


def move(here: Any, skill: float = 0.7, **wanted: Any) -> dict[str, Any]:
    """Plays one legal action, chosen by the ply; of those that have what is `wanted`, if there are any."""
    rng = Random(f"move {here.ply}")
    game = session_of(here)
    legal = [action for action in game.legal() if action["type"] not in NOT_NOW]
    liked = [action for action in legal if wanted.items() <= action.items()]
    action = rng.choice(liked or legal)
    if action["type"] != "chance":
        rules = here.match.game
        action = msgspec.to_builtins(rules.fill(game.state, decode(rules, action), rng, skill))
    assert play(here, action) is None
    return action


def to_card(here: Any, kind: str | None = None, limit: int = 400) -> dict[str, Any]:
    """Plays until a card is open, one that is asked of that kind."""
    for _ in range(limit):
        card: dict[str, Any] | None = session_of(here).view()["card"]
        if card and kind in (None, card["kind"]):
            return card
        move(here)
    raise AssertionError("no such card came")


def at_first_card(kind: str) -> LessonSession:
    """A lesson in which the first card is open, one of that kind."""
    for seed in range(1, 60):
        here = session(None, replace(PLAN, seed=seed))
        if to_card(here)["kind"] == kind:
            return here
    raise AssertionError(f"no lesson begins with a {kind} card")


def answers(here: Any, count: int) -> None:
    """Plays until so many answers have been given."""
    for _ in range(1000):
        if len(here.report.kept) >= count:
            return
        move(here)
    raise AssertionError("too few cards came")


def _serve(path: str) -> None:
    """One child for each line: it plays, and tells every move once that is saved, until somebody kills it."""
    for _ in range(3):
        move(session(None))
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            _go_on(path)
        print("child", child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


def _go_on(path: str) -> None:
    try:
        text = Autosave(path).read()
        saved = saved_.read(text) if text is not None else None
        here = session(path, saved.plan if saved else PLAN, saved)
        os.write(1, f"at {here.ply}\n".encode())
        while here.match.to_move:
            move(here)
            os.write(1, f"at {here.ply}\n".encode())
    finally:
        os._exit(0)


if __name__ == "__main__":
    _serve(sys.argv[1])
