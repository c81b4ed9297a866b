"""From a click to the repainted board and to moved bars, against an empty widget's echo in the same notebook; and the
Python side of a click late in a match, against the same click early.

Aims: board ≤ 2 × echo, bars ≤ 2.5 × echo, ply 3,000 ≤ 1.2 × ply 30. Nothing is asserted about time: machines differ,
ratios less so.

    pytest tests/benchmarks/test_click.py -s
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random
from statistics import median, quantiles
from typing import Any

import msgspec
from playwright.sync_api import expect

from tests.benchmarks import race
from tests.browser.conftest import browser, chromium, lab, open_notebook, outside, page, widget  # noqa: F401
from tests.browser.test_math_storm import plies
from tests.support.games_at_random import random_action
from tests.support.tables import match_at_table
from toolkit.cards import box
from toolkit.core.match import Match
from toolkit.games import math_storm
from toolkit.games.math_storm import state
from toolkit.table.widget import Table

SCREEN = {"width": 1366, "height": 768}
SEED = 150  # a game to two chips with some 50 clicks
ECHO = '''
import anywidget


class Echo(anywidget.AnyWidget):
    _esm = """
    export default {
        render({ model, el }) {
            el.innerHTML = '<button class="echo">click</button><output class="echoed">0</output>';
            el.firstChild.addEventListener("click", () => model.send({ kind: "click" }));
            model.on("msg:custom", ({ count }) => { el.lastChild.textContent = count; });
        },
    };
    """

    def __init__(self):
        super().__init__()
        self.count = 0
        self.on_msg(self.clicked)

    def clicked(self, widget, content, buffers):
        self.count += 1
        self.send({"count": self.count})


Echo()
'''
FRAMES = """() => {
    const { port1, port2 } = new MessageChannel(), ask = window.requestAnimationFrame.bind(window);
    const waiting = [];
    window.inFrame = false;
    port1.onmessage = () => {
        window.inFrame = false;
        for (const done of waiting.splice(0)) done(performance.now());
    };
    window.afterFrame = (done) => (waiting.push(done), port2.postMessage(null));
    window.requestAnimationFrame = (call) => ask((time) => {
        if (!window.inFrame) port2.postMessage(null);
        window.inFrame = true;
        call(time);
    });
}"""
"""Tells a change made inside a frame, which is drawn at once, from one that waits for the next frame."""
TIME = """async ([button, groups]) => {
    const painted = (target) => new Promise((done) => {
        const observer = new MutationObserver(() => {
            observer.disconnect();
            if (window.inFrame) window.afterFrame(done);
            else window.requestAnimationFrame(() => window.afterFrame(done));
        });
        observer.observe(target, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(() => (observer.disconnect(), done(null)), 2000);
    });
    const changes = groups.map((group) => Promise.race(group.map(painted)));
    const start = performance.now();
    button.click();
    return (await Promise.all(changes)).map((end) => (end === null ? null : end - start));
}"""
"""Milliseconds until each group of elements has changed and the frame with it is drawn; null without a change."""
STILL = """() => document.querySelector(".tk").getAnimations({ subtree: true })
    .every(({ playState }) => playState !== "running")"""


def test_click_to_board_and_bars(page, open_notebook, widget, capsys):  # noqa: F811
    page.set_viewport_size(SCREEN)
    desk = open_notebook(page, ["import toolkit", ECHO, f"mine = toolkit.play('math_storm', 2, seed={SEED})\nmine"])
    table = widget(page)
    expect(table.locator(".tk-chart svg")).to_have_count(3)
    page.evaluate(FRAMES)
    times: dict[str, list[float]] = {"echo": [], "board": [], "bars": []}
    for key in clicks(desk, Match(math_storm, 2, seed=SEED)):
        page.wait_for_timeout(200)  # previews have come
        page.wait_for_function(STILL)  # pawns, dice and spinners have come to rest
        echo = measure(page, page.locator(".echo"), [page.locator(".echoed")])
        both = measure(page, table.locator(key), [table.locator("svg.board"), table.locator(".tk-chart")])
        for name, taken in zip(times, (*echo, *both), strict=True):
            times[name] += [] if taken is None else [taken]
    assert min(map(len, times.values())) >= 30, {name: len(taken) for name, taken in times.items()}
    with capsys.disabled():
        print(report(times))


def clicks(desk: Any, match: Match[Any, Any]) -> Any:
    """Selectors of all that is clicked in a game where both seats play what the solver would; answers are not timed."""
    for phase, action in plies(match):
        while match.game.view(match.state, None)["due"]["phase"] == "draw":
            match.chance()
        expect(desk.part("slider-input")).to_have_attribute("value", str(match.ply))
        if action is None:
            yield ".tk-go .tk-button"
            match.chance()
        elif isinstance(action, state.Answer):
            number = match.game.view(match.state, None)["card"]["number"]
            value = str(box.deck(match.state.rules.cards).card(number).answer)
            desk.run(f"mine.handle({{'kind': 'say', 'text': {value!r}}})")
            match.play(state.Answer(action.seat, value))
        else:
            key = {"route": "choice", "pick": "pick", "card": "buzz"}[phase]
            yield f'[data-key="{key}-{getattr(action, "pawn", action.seat)}"]'
            match.play(action)


def measure(page: Any, button: Any, targets: list[Any]) -> list[float | None]:  # noqa: F811
    groups = [target.element_handles() for target in targets]
    found: list[float | None] = page.evaluate(TIME, [button.element_handle(), groups])
    return found


def report(times: dict[str, list[float]]) -> str:
    lines = ["", "click →   n  median    p95  × echo (median, p95)"]
    echo = times["echo"]
    for name, taken in times.items():
        ratios = median(taken) / median(echo), p95(taken) / p95(echo)
        lines.append(f"{name:8}{len(taken):3}{median(taken):8.1f}{p95(taken):7.1f}  {ratios[0]:.2f}, {ratios[1]:.2f}")
    return "\n".join(lines)


def p95(taken: list[float]) -> float:
    return quantiles(taken, n=20)[-1]


def test_a_click_late_in_a_match(capsys):
    late = played_to(3000)
    early = tail(late, 30)
    times = race.race(**{"ply 30": move_and_undo(early), "ply 3,000": move_and_undo(late)}, rounds=40)
    with capsys.disabled():
        race.report("a move and its undo, through the table", times, "ply 30")


def played_to(ply: int) -> Match[Any, Any]:
    """A match without an end, at the first place from there on where a pawn can be moved and nothing is drawn then."""
    match = match_at_table("math_storm", 2, seed=1, chips=0, rounds=1000, max_rounds=1000)
    rng = Random(1)
    while match.ply < ply or not moves(match):
        match.play(random_action(match.game, match.state, rng, skill=1.0))
    return match


def moves(match: Match[Any, Any]) -> list[state.Move]:
    """The moves after which a person is to act."""
    legal = (action for seat in match.to_move if seat >= 0 for action in match.legal_actions(seat))
    found = [action for action in legal if isinstance(action, state.Move)]
    return [move for move in found if match.pauses(match.game.apply(match.state, move))]


def tail(match: Match[Any, Any], plies: int) -> Match[Any, Any]:
    """The last plies of a match as a match of their own: the same position, with a short past."""
    short = copy(match)
    short.log, short.ply = match.log[-plies:], plies
    short.states, short._stamps = match.states[-plies - 1 :], [0, *match._stamps[-plies:]]
    short._open, short._watchers = {}, []
    return short


def move_and_undo(match: Match[Any, Any]) -> Callable[[], None]:
    table = Table(match)
    action = moves(match)[0]

    def run() -> None:
        step = match.step(action.seat)
        refused = table.handle({"kind": "play", "step": step, "action": msgspec.to_builtins(action)})
        assert refused is None and table.handle({"kind": "undo"}) is None

    return run
