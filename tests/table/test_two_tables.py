"""Several tables at one match, and what a session must not do: play, or hang anything on the match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.tables import match_at_table, session, until, walk
from toolkit.core import registry
from toolkit.core.game import CHANCE
from toolkit.core.match import Bot, Match
from toolkit.core.policy import random_policy
from toolkit.table.session import Session
from toolkit.table.widget import Table


def held(match: Match[Any, Any]) -> dict[str, Any]:
    """All that a match holds, but for its watchers."""
    return {name: value for name, value in vars(match).items() if name != "_watchers"}


@pytest.mark.parametrize("name", registry.names())
def test_a_constructor_plays_nothing(name: str) -> None:
    kit = registry.kit(name)
    bots = {seat: Bot("random", random_policy) for seat in range(2)}
    match: Match[Any, Any] = Match(kit.rules, 2, seed=1, bots=bots, buttons=kit.board.BUTTONS)
    before = held(match)
    Session(match)
    Session(match, seat=0)
    Table(match)
    assert held(match) == before and match.ply == 0
    assert match.advance() > 0, "there was something to play"


@pytest.mark.parametrize("name", registry.names())
def test_a_table_of_one_seat_is_drawn_at_every_step(name: str) -> None:
    match = match_at_table(name, 2, seed=3)
    whole, mine, seen = Session(match), Session(match, seat=1), set()
    for _ in walk(whole, 1, limit=100):
        due = whole.view()["due"]
        if (due["phase"], due["seat"]) not in seen:
            seen.add((due["phase"], due["seat"]))
            assert 'data-key="turn"' in mine.scene(), due
    assert len(seen) >= 3, seen


def test_two_tables_do_not_disturb_each_other() -> None:
    """Each has its language, its ply, its refusal and its preview; the match knows of neither."""
    match = match_at_table("math_storm", 2, seed=3)
    one, two = Table(match, lang="en"), Table(match, lang="zh")
    until(one.session, "route")
    before = two.scene, two.rows, two.session.ply
    one.handle({"kind": "goto", "ply": 1})
    one.handle({"kind": "set", "name": "book", "value": True})
    one.handle({"kind": "nonsense"})
    assert (two.scene, two.rows, two.session.ply) == before
    one.handle({"kind": "goto", "ply": match.ply})
    action = next(action for action in two.session.legal() if action["type"] == "move")
    step = match.step(action["seat"])
    assert two.handle({"kind": "play", "step": step, "action": action}) is None
    assert one.session.ply == two.session.ply == match.ply
    assert one.session.refusal is None, "what one table was told is no longer told after a move"
    assert one.handle({"kind": "play", "step": step, "action": action}), "the same click at the other table comes late"


def test_whether_a_roll_waits_does_not_depend_on_who_looks() -> None:
    """A table of one seat, opened last, does not change for whom dice wait; nor does one of a game of bots."""
    match = match_at_table("math_storm", 2, seed=3, order="seats")
    waits = match.waits(match.state)
    Session(match, seat=1)
    Session(match, seat=0)
    assert match.to_move == (CHANCE,) and match.waits(match.state) == waits is True
    assert {"type": "chance"} in Session(match).legal()


def test_the_what_if_of_one_table_is_not_the_other_s() -> None:
    match = match_at_table("math_storm", 2, seed=3)
    one, two = Table(match), Table(match)
    until(one.session, "route")
    ply = match.ply
    assert one.handle({"kind": "whatif"}) is None
    branch = one.sections[1]
    assert isinstance(branch, Session) and branch.match is not match
    for _ in walk(branch, 5, limit=10):
        pass
    assert branch.match.ply > ply and match.ply == ply
    assert len(two.sections) == 1


def test_a_snapshot_is_made_once_a_change() -> None:
    here = until(session(), "route")
    shown = here.snapshot()
    assert here.snapshot() is shown and here.scene() == here.scene() and here.rows() is not None
    assert here.snapshot() is shown
    here.handle({"kind": "peek", "action": next(a for a in here.legal() if a["type"] == "move")})
    assert here.snapshot() is not shown and here.snapshot().seen.preview is not None
    assert shown.seen.preview is None, "a snapshot does not change"
