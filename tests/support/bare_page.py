"""A page with the front end's modules and nothing else: no server, no kernel.

Chromium gets the files as they are; Python's side of a table is a stand-in for the widget's model, a few lines of
script: `show(data)` opens a view, `model.put(data)` is a batch of traits, `model.answer(error)` an ack.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[2] / "toolkit" / "page" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css"}
ORIGIN = "http://table.test"

PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/hosts.css">
<button id="before">before</button><div id="out"></div>
<script type="module">
import { morph } from "/morph.js";
import { vegaKit } from "/vega.js";
import table from "/table.js";
class Model {
  constructor(data) {
    Object.assign(this, { data, heard: {}, sent: [] });
    this.widget_manager = { kernel: { status: "idle", connectionStatus: "connected" } };
  }
  get(name) { return this.data[name]; }
  send(message) { this.sent.push(message); }
  on(name, call) { (this.heard[name] ??= []).push(call); }
  off(name, call) { this.heard[name] = (this.heard[name] ?? []).filter((other) => other !== call); }
  fire(name, ...rest) { for (const call of this.heard[name] ?? []) call(...rest); }
  put(data) { Object.assign(this.data, data); for (const name in data) this.fire("change:" + name); }
  answer(error = null) {
    const { id } = this.sent.findLast(({ kind }) => kind !== "peek");
    this.fire("msg:custom", { kind: "ack", id, error });
  }
}
Object.assign(window, { morph, vegaKit });
window.frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
window.show = (data) => {
  window.model = new Model({ scene: "", rows: {}, specs: {}, lang: "en", clock: {}, ply: 0, ...data });
  table.initialize({ model });
  again();
};
window.again = () => {
  window.hide = table.render({ model, el: document.getElementById("out").appendChild(document.createElement("div")) });
};
window.ready = true;
</script>"""


@contextmanager
def bare_page(browser: Any) -> Iterator[Any]:
    """The page. At the end: no script has failed."""
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/*", fulfil)
    page.set_default_timeout(10_000)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.ready")
    yield page
    page.close()
    assert faults == []


def fulfil(route: Any) -> None:
    """Answers for the one origin there is; nothing else is reached."""
    url = route.request.url
    file = STATIC / url.removeprefix(ORIGIN).lstrip("/")
    if url == f"{ORIGIN}/":
        route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")
    elif url.startswith(ORIGIN) and file.is_file():
        route.fulfill(body=file.read_text("utf-8"), content_type=f"{TYPES[file.suffix]}; charset=utf-8")
    else:
        route.abort()


def section(inner: str, **attributes: str) -> str:
    """A scene of one table."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<section data-key="t0" data-table="0"{more}>{inner}</section>'


def show(page: Any, scene: str, **data: object) -> None:
    """Opens a view of this scene."""
    page.evaluate("(data) => show(data)", {"scene": scene, **data})


def put(page: Any, **data: object) -> None:
    """A batch of traits, and the frame in which the view has taken it."""
    page.evaluate("async (data) => { model.put(data); await frame(); }", data)


def sent(page: Any) -> list[dict[str, Any]]:
    """What went up, without numbers and without previews."""
    letters = page.evaluate("model.sent")
    return [{k: v for k, v in letter.items() if k != "id"} for letter in letters if letter["kind"] != "peek"]


def stop_time(page: Any) -> None:
    """From now on the clock of the page goes on by `page.clock.run_for` alone."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def focused(page: Any) -> str | None:
    """The key of what has the focus."""
    return page.evaluate("document.activeElement.dataset.key ?? null")
