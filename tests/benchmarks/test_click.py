"""From a click to the repainted board and to moved bars, against an empty widget's echo in the same notebook.

Aims: board ≤ 1.5 × echo, bars ≤ 2.5 × echo. Nothing is asserted about time: machines differ, ratios less so.

    pytest tests/benchmarks/test_click.py -s
"""

from __future__ import annotations

from statistics import median, quantiles
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import browser, chromium, lab, open_notebook, outside, page, widget  # noqa: F401
from tests.browser.test_math_storm import plies
from toolkit.cards import box
from toolkit.core.match import Match
from toolkit.games import math_storm
from toolkit.games.math_storm import state

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
