"""A real JupyterLab and a real Chromium. Nothing that a page asks for may leave this machine.

def test_click(page, open_notebook, widget):
    open_notebook(page, ["import toolkit", "toolkit.play('math_storm')"])
    widget(page).get_by_role("button", name="Roll").click()

Opening costs seconds; the tests of a module that leave the kernel alone share one notebook:

def test_click(desk):
    desk.show("mine = table(3, 4); mine")
    desk.part("cell-4").click()
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
QUIET = {"checkForUpdates": False, "fetchNews": "false", "doNotDisturbMode": True}
OUTSIDE = re.compile(r"^(?:https?|wss?)://(?!127\.0\.0\.1[:/])")
NEVER = re.compile(r"(?!)")
VIEWPORT = {"width": 1280, "height": 900}
SECONDS = 1000

CELLS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
    .filter(cell => cell.type === "code" && cell.sharedModel.getSource().trim())
    .map(cell => ({
        count: cell.executionCount,
        errors: cell.outputs.toJSON().filter(output => output.output_type === "error")
            .map(output => `${output.ename}: ${output.evalue}`),
    }))"""
IDLE = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
RUN_ALL = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }"
PRELUDE = """
import ipywidgets, toolkit
from toolkit.games.math_storm.state import *

def table(*plies, seats=2, lang="en", **options):
    "A table at which this has been played: numbers of the spinner, faces of the die, and other actions."
    found = toolkit.play("math_storm", seats, lang=lang, **({"order": "seats", "seed": 1} | options))
    for ply in plies:
        found.play(Spun(ply) if isinstance(ply, int) else Rolled(ply) if isinstance(ply, str) else ply)
    return found
"""
RUN_FIRST = """async (code) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = 0;
    notebook.mode = "command";
    notebook.model.cells.get(0).sharedModel.setSource(code);
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
RUN_ASIDE = """async (code) => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const future = kernel.requestExecute({ code, store_history: false });
    const told = [];
    future.onIOPub = ({ header, content }) => { if (header.msg_type === "stream") told.push(content.text); };
    const { content } = await future.done;
    if (content.status !== "ok") throw new Error(content.traceback.join("\\n"));
    return told.join("");
}"""


expect.set_options(timeout=20 * SECONDS)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium or Chrome. Without one the tests are skipped, or fail where it is demanded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    found = found or next((path for path in ELSEWHERE if Path(path).is_file()), None)
    if found:
        return found
    reason = f"no browser was found; looked for {', '.join(BROWSERS)}"
    if os.environ.get("TOOLKIT_BROWSER") == "require" or os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(f"{reason}. Install one to run the browser tests")


class Lab:
    """A JupyterLab server and the folder it serves."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.shared: set[str] = set()

    def write(self, cells: list[str]) -> str:
        """Writes a notebook of these code cells and returns its path below the folder."""
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        path = f"{uuid4().hex}.ipynb"
        nbformat.write(book, self.folder / path)
        return path

    def stop_kernels(self) -> None:
        """Of every notebook but those that several tests share."""
        with urlopen(f"{self.url}/api/sessions") as answer:
            for session in json.load(answer):
                if session["path"] not in self.shared:
                    urlopen(Request(f"{self.url}/api/sessions/{session['id']}", method="DELETE")).close()


@pytest.fixture(scope="session")
def lab(chromium: str, serving: Any, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One server for all tests. The shipped notebooks stand below `notebooks/` as copies."""
    home, folder = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("served")
    shutil.copytree(root / "notebooks", folder / "notebooks", ignore=shutil.ignore_patterns(".*"))
    settings = home / "jupyterlab_settings_dir/@jupyterlab/apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(QUIET), "utf-8")
    command = (
        f"{sys.executable} -m jupyter lab --no-browser --allow-root --ip=127.0.0.1 --ServerApp.port_retries=0"
        " --IdentityProvider.token= --ServerApp.disable_check_xsrf=True --LabApp.expose_app_in_browser=True"
        " --LabApp.extension_manager=readonly --JupyterNotebookApp.expose_app_in_browser=True"
    ).split()
    with serving([*command, f"--ServerApp.root_dir={folder}"], home) as server:
        yield Lab(server.url, folder)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Of one module only: Playwright's event loop would be in the way of the notebook tests that follow."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def outside() -> list[str]:
    """Addresses off this machine that the page asked for: never reached, an error at the end of the test."""
    return []


@pytest.fixture
def page(browser: Browser, lab: Lab, outside: list[str]) -> Iterator[Page]:
    """A page of a new browser profile. At the end: no request left the machine, no script failed."""
    with visit(browser, lab, outside) as page:
        yield page


@contextmanager
def visit(
    browser: Browser, lab: Lab, outside: list[str], asks: re.Pattern[str] = NEVER, throws: re.Pattern[str] = NEVER
) -> Iterator[Page]:
    """A page of a new browser profile. `asks`, `throws`: addresses and errors that are the host's own."""
    context = browser.new_context(viewport=VIEWPORT, service_workers="block")
    context.route(OUTSIDE, lambda route: (outside.append(route.request.url), route.abort())[1])
    context.route_web_socket(OUTSIDE, lambda socket: (outside.append(socket.url), socket.close())[1])
    context.set_default_timeout(60 * SECONDS)
    failed: list[str] = []
    context.on("weberror", lambda error: failed.append(f"{error.error}\n{error.error.stack}"))
    yield context.new_page()
    context.close()
    lab.stop_kernels()
    outside[:] = [url for url in outside if not asks.search(url)]
    failed[:] = [error for error in failed if not throws.search(error)]
    assert not outside, "requests left this machine"
    assert not failed, "scripts failed in the page"


@pytest.fixture
def open_notebook(lab: Lab, outside: list[str]) -> Callable[..., Desk]:
    """`open_notebook(page, cells)`: a notebook of these code cells, or the one at this path below the
    server's folder, opened in a new workspace and run to the end. Fails where a cell fails."""
    return partial(_open, lab, outside)


def _open(lab: Lab, outside: list[str], page: Page, cells: list[str] | str) -> Desk:
    path = cells if isinstance(cells, str) else lab.write(cells)
    page.goto(f"{lab.url}/lab/workspaces/{uuid4().hex}/tree/{path}?reset")
    expect(page.locator(".jp-NotebookPanel .jp-Cell").first).to_be_visible(timeout=60 * SECONDS)
    page.wait_for_function(IDLE)
    page.evaluate(RUN_ALL)
    page.wait_for_function(f"() => ({CELLS})().every(cell => cell.count !== null || cell.errors.length)")
    page.wait_for_function(IDLE)
    _expect_no_errors(page)
    return Desk(page, outside)


def _expect_no_errors(page: Page) -> None:
    errors = [error for cell in page.evaluate(CELLS) for error in cell["errors"]]
    assert not errors, errors


class Desk:
    """An open notebook and the page that shows it. The kernel of the shared one knows `table` (see PRELUDE)."""

    def __init__(self, page: Page, outside: list[str]) -> None:
        self.page, self.outside = page, outside

    def show(self, code: str) -> Locator:
        """The board that the code ends in, shown by the first cell. Earlier ones are gone."""
        self.run("ipywidgets.Widget.close_all()")
        self.page.evaluate(RUN_FIRST, code)
        _expect_no_errors(self.page)
        board = self.page.locator(".tk").first
        expect(board.locator("section[data-table]").first).to_be_visible(timeout=60 * SECONDS)
        return board

    def run(self, code: str) -> str:
        """Runs code beside the cells, and returns what it prints. Fails where the code fails."""
        told: str = self.page.evaluate(RUN_ASIDE, code)
        return told.strip()

    def part(self, key: str, table: int = 0) -> Locator:
        """What has this key at a table of the first board."""
        return self.page.locator(".tk").first.locator(f'[data-table="{table}"] [data-key="{key}"]')

    def keep(self, locator: Locator) -> Callable[[], bool]:
        """A question: is this very element still in the page?"""
        element = locator.element_handle()
        return lambda: bool(element.evaluate("element => element.isConnected"))

    def focused(self) -> str:
        """The key of what has the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.className"))

    def picture(self, name: str) -> None:
        """Leaves a picture of the page in the folder TOOLKIT_SHOTS, for whoever wants to look."""
        if folder := os.environ.get("TOOLKIT_SHOTS"):
            self.page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.fixture(scope="module")
def shared_desk(browser: Browser, lab: Lab) -> Iterator[Desk]:
    path = lab.write([PRELUDE, "1 + 1", "2 + 2"])
    lab.shared.add(path)
    outside: list[str] = []
    with visit(browser, lab, outside) as page:
        yield _open(lab, outside, page, path)
        lab.shared.remove(path)


@pytest.fixture
def desk(shared_desk: Desk) -> Desk:
    """The notebook that the tests of a module share, in a window of the usual size."""
    shared_desk.page.evaluate("document.fullscreenElement && document.exitFullscreen()")
    shared_desk.page.set_viewport_size(VIEWPORT)
    shared_desk.page.mouse.move(0, 0)
    return shared_desk


@pytest.fixture
def widget() -> Callable[..., Locator]:
    """`widget(page, nth=0)`: the nth board on the page, once it can be seen."""

    def found(page: Page, nth: int = 0) -> Locator:
        board = page.locator(".tk").nth(nth)
        expect(board).to_be_visible(timeout=60 * SECONDS)
        return board

    return found


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """`axe(page, selector)`: what axe-core finds serious or critical inside `selector`, a line for each."""
    script = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

    def findings(page: Page, selector: str = ".tk") -> list[str]:
        page.evaluate(script)
        report = page.evaluate("selector => axe.run(selector, {resultTypes: ['violations']})", selector)
        return [
            f"{found['impact']} {found['id']}: {found['help']}: {node['html']}"
            for found in report["violations"]
            if found["impact"] in ("serious", "critical")
            for node in found["nodes"]
        ]

    return findings
