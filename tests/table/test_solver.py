"""What is solved in the background: each question once, for tables that are open, and never while a lock is held."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import toolkit
from tests.examples import pig
from toolkit.core.kit import Kit, PlainBoard
from toolkit.core.panel import Chart, Figure, Panel
from toolkit.games.cloud_mountain.panels import worth
from toolkit.games.math_storm.odds import routes
from toolkit.table import solver
from toolkit.table.solver import Solver

NOTHING = Figure((), pig.text(""), pig.text(""))
LONG = 60.0
"""Seconds after which something waits for ever."""


class Work:
    """Pieces of work that are done when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, work: Callable[[], None]) -> None:
        self.waiting.append(work)

    def do(self) -> int:
        """Does all that waits, and what it asks for; how much that was."""
        done = 0
        while self.waiting:
            assert done < 50, "it never rests"
            self.waiting.pop(0)()
            done += 1
        return done


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    found = Work()
    monkeypatch.setattr(Solver.__init__, "__defaults__", (found,))
    return found


def panel(ready: Callable[[Any], bool], rows: Callable[..., Figure] = lambda *_: NOTHING) -> Panel:
    return Panel("slow", (Chart("slow", "bars"),), rows, ready=ready)


def slow_pig(rows: Callable[..., Figure] = lambda *_: NOTHING) -> Any:
    """A table of Pig with a panel that is never ready."""
    kit = Kit(rules=pig, board=PlainBoard(ask=False), panels=(panel(lambda state: False, rows),))
    return toolkit.play(kit, seed=3)


def test_a_panel_that_is_never_ready_is_asked_once_for_each_state(work: Work) -> None:
    asked: list[Any] = []

    def rows(state: Any, seat: Any) -> Figure:
        asked.append(state)
        return NOTHING

    table = slow_pig(rows)
    assert work.do() == 1 and len(asked) == 2, "once in the background, once for the page"
    table.publish()
    assert work.do() == 0
    table.say("roll")
    assert work.do() == 1


def test_a_panel_that_fails_is_not_asked_again_and_again(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(state: Any, seat: Any) -> Figure:
        raise ZeroDivisionError

    from toolkit.table import trouble

    monkeypatch.setitem(trouble.errors, "raise", False)
    table = slow_pig(rows)
    assert work.do() == 1
    assert "cannot be drawn" in table.scene


def test_a_closed_table_asks_for_nothing(work: Work) -> None:
    table = slow_pig()
    solves = table.session.sight.odds.solver
    table.close()
    scene = table.scene
    work.do()
    assert solves.is_ready(panel(lambda state: False), table.match.state, None) is False
    assert not work.waiting and table.scene == scene


def test_a_finished_match_has_nothing_to_solve(work: Work, root: Any) -> None:
    """The shipped record, as the first thing in a kernel: no lap is known, and none is asked about."""
    routes.forget()
    table = toolkit.load(root / "notebooks" / "records" / "first_game.json")
    while table.match.to_move:
        table.match.play(next(one for one in table.match.legal_actions(-2)))
    table.publish()
    assert work.do() == 0
    assert all(shown.ready for shown in table.session.snapshot().panels)


def test_a_curtain_that_is_down_is_solved_once(work: Work) -> None:
    table = toolkit.play("cloud_mountain", seed=2, reversible="always")
    worth.BEST.clear()
    for _ in range(40):
        if table.match.state.secret:
            break
        table.handle({"kind": "play", "step": table.match.step(-1), "action": {"type": "chance"}})
    assert table.session.viewer is None
    work.do()
    table.publish()
    assert work.do() == 0


@pytest.mark.parametrize("game", ["math_storm", "cloud_mountain"])
def test_a_what_if_and_its_match_never_wait_for_each_other(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fork's panels come back from a thread while the first match is clicked, again and again."""
    table = toolkit.play(game, seed=1, **({"reversible": "always"} if game == "cloud_mountain" else {}))
    assert table.handle({"kind": "whatif"}) is None
    main, fork = table.sections
    assert fork.lock is main.lock, "one lock for both: nobody holds one and waits for the other"
    stop = threading.Event()

    def solved() -> None:
        while not stop.is_set():
            for section in (fork, main):
                section._solved()  # type: ignore[attr-defined]

    clicks = threading.Thread(target=lambda: [table.handle(one) for one in CLICKS], daemon=True)
    thread = threading.Thread(target=solved, daemon=True)
    thread.start()
    clicks.start()
    clicks.join(LONG)
    stop.set()
    thread.join(LONG)
    assert not clicks.is_alive() and not thread.is_alive()


CLICKS: list[dict[str, Any]] = [
    {"kind": "set", "name": "book", "value": at % 2 == 0, "table": at % 2} for at in range(12)
]


def test_the_solver_holds_no_lock_of_a_match_while_it_hands_over(work: Work) -> None:
    table = slow_pig()
    held: list[bool] = []
    table.session.publish = lambda: held.append(is_held(table.match.lock))
    work.do()
    assert held == [False]


def is_held(lock: Any) -> bool:
    """Whether another thread cannot take the lock."""
    found: list[bool] = []

    def attempt() -> None:
        found.append(lock.acquire(blocking=False))
        if found[0]:
            lock.release()

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    return not found[0]


def test_a_lap_that_is_known_is_there_while_another_one_is_solved() -> None:
    lap = routes.lap()
    with routes._solving:
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(routes.lap()))
        thread.start()
        thread.join(LONG)
        assert found == [lap]


def test_the_thread_in_the_background_does_one_thing_at_a_time_and_ends() -> None:
    background, running, most, done = solver.Background(), [0], [0], threading.Semaphore(0)

    def piece() -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        running[0] -= 1
        done.release()

    for _ in range(20):
        background(piece)
    background(lambda: 1 / 0)  # an error ends nothing
    background(piece)
    assert all(done.acquire(timeout=LONG) for _ in range(21)) and most == [1]


def test_four_threads_that_play_and_undo_harm_nothing() -> None:
    table = toolkit.play("math_storm", seed=1, show="none")
    errors: list[BaseException] = []

    def plays() -> None:
        try:
            for _ in range(12):
                table.say("roll")
                table.say("undo")
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=plays) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert errors == [] and not any(thread.is_alive() for thread in threads)
    assert toolkit.load(table.record()).match.state == table.match.state
