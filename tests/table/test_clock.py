"""The clock of a table."""

from __future__ import annotations

import pytest

from tests.support.tables import session, until
from toolkit.core.words import BadInput
from toolkit.table.clock import Clock


def test_the_clock_ends_a_card_once_and_a_late_end_is_ignored() -> None:
    here = until(session(), "card")
    now = [100.0]
    here.clock = Clock(lambda: now[0])
    here.clock.follow(here.view()["timer"])
    end = {"kind": "play", "step": here.clock.id, "action": {"type": "timeup"}}
    ply = here.match.ply
    here.handle(end)
    assert here.match.ply == ply, "the time is not up yet"
    now[0] += here.clock.total
    here.handle(end)
    assert here.match.ply > ply
    kinds = [event.kind for state in here.match.states for event in state.events]
    ply = here.match.ply
    here.handle(end)
    assert here.match.ply == ply and "late" in kinds


def test_the_clock_pauses_goes_on_takes_more_and_can_be_off() -> None:
    now = [0.0]
    clock = Clock(lambda: now[0])
    clock.follow({"id": "1", "seconds": 60})
    now[0] = 10
    clock.act("pause")
    now[0] = 500
    assert clock.left == 50
    clock.act("add")
    assert (clock.left, clock.running) == (80, False)
    clock.act("resume")
    now[0] = 510
    assert clock.left == 70
    clock.act("off")
    clock.follow({"id": "2", "seconds": 30})
    now[0] = 1000
    assert not clock.running and not clock.ends("2")
    with pytest.raises(BadInput):
        clock.act("stop")
