"""Sessions at a table without a browser: one of Math Storm, and short ways to play on through messages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from toolkit.core import registry
from toolkit.core.game import CHANCE
from toolkit.core.match import Match, decode
from toolkit.table.session import Session


def match_at_table(game: Any, seats: int = 2, **options: Any) -> Match[Any, Any]:
    """A match as `toolkit.play` opens it: people ask for their dice, and chance and bots have gone on until then."""
    kit = registry.known(game)
    match: Match[Any, Any] = Match(kit.rules, seats, buttons=kit.board.BUTTONS, **options)
    match.advance()
    return match


def session(seed: int = 3, seats: int = 2, lang: str = "en", **options: Any) -> Session:
    return Session(match_at_table("math_storm", seats, seed=seed, **options), lang=lang)


def step_of(here: Session, action: dict[str, Any]) -> str:
    return here.match.step(action.get("seat", CHANCE if action["type"] == "chance" else -2), here.ply)


def do(here: Session, action: dict[str, Any]) -> str | None:
    return here.handle({"kind": "play", "step": step_of(here, action), "action": action})


def filled(here: Session, action: dict[str, Any], rng: random.Random, skill: float = 0.7) -> dict[str, Any]:
    if action["type"] == "chance":
        return action
    game = here.match.game
    return msgspec.to_builtins(game.fill(here.state, decode(game, action), rng, skill))


def walk(here: Session, seed: int, limit: int = 250) -> Iterator[None]:
    """A random game through messages."""
    rng = random.Random(seed)
    for _ in range(limit):
        yield
        legal = [a for a in here.legal() if a["type"] not in ("stop", "judge")]
        if not legal or not here.match.to_move:
            return
        assert do(here, filled(here, rng.choice(legal), rng)) is None


def until(here: Session, phase: str, seed: int = 1) -> Session:
    for _ in walk(here, seed):
        if here.view()["due"]["phase"] == phase:
            return here
    raise AssertionError(f"no {phase} came")
