"""A table in every host: JupyterLab, Notebook 7, Voilà, marimo; and wherever a cell of JupyterLab may put it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CELLS, IDLE, RUN_ALL, SECONDS, visit
from toolkit.core import words

CODE = ["import toolkit", "mine = toolkit.play('math_storm', 2, seed=1, order='seats')\nmine"]
MARIMO = """import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    import toolkit

    mine = toolkit.play("math_storm", 2, seed=1, order="seats")
    mo.hstack([mine, mo.ui.slider(0, 9)])
    return
"""
NOTEBOOK = """() => window.jupyterapp?.shell?.currentWidget?.content?.model?.sharedModel.cells
    .map((cell) => [cell.cell_type, cell.getSource()])"""
MARKS = {"marimo": ("data-theme", "light", "dark")}
"""By host: the attribute of the page's body that says whether it is light or dark."""


OWN = {
    "notebook": {"throws": re.compile(r"\A(?!.*\bblob:)", re.DOTALL)},  # our scripts come as a blob
    "voila": {"asks": re.compile(r"/(?:mathjax|@fortawesome)/")},
}
"""By host: what it asks the network for, or throws, by itself, with any notebook."""


@pytest.fixture
def page(browser: Any, lab: Any, outside: list[str], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page as elsewhere, but for what the host does by itself."""
    called = getattr(request.node, "callspec", None)
    with visit(browser, lab, outside, **(OWN.get(called.params.get("host"), {}) if called else {})) as page:
        yield page


@pytest.fixture(scope="module")
def marimo(serving: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a marimo app with a table beside a slider."""
    if find_spec("marimo") is None:
        pytest.skip("marimo is not installed")
    home = tmp_path_factory.mktemp("marimo")
    (home / "app.py").write_text(MARIMO, "utf-8")
    command = f"{sys.executable} -m marimo run app.py --headless --no-token --host 127.0.0.1"
    with serving(command.split(), home) as server:
        yield server.url


Opening = Callable[[Page, str, list[str]], None]


@pytest.fixture
def enter(lab: Any, request: pytest.FixtureRequest) -> Opening:
    """`enter(page, host, cells)`: these cells, run in the host."""

    def enter(page: Page, host: str, cells: list[str]) -> None:
        package = {"notebook": "notebook", "voila": "voila"}.get(host)
        if package and find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
        if host == "marimo":
            page.goto(request.getfixturevalue("marimo"))
            return
        path = lab.write(cells)
        way = {"lab": f"lab/workspaces/{uuid4().hex}/tree/{path}?reset", "notebook": f"notebooks/{path}"}
        page.goto(f"{lab.url}/{way.get(host, f'voila/render/{path}')}")
        if host == "voila":
            return
        expect(page.locator(".jp-Cell").first).to_be_visible(timeout=60 * SECONDS)
        page.wait_for_function(IDLE)
        page.evaluate(RUN_ALL)
        page.wait_for_function(f"() => ({CELLS})().every(cell => cell.count !== null || cell.errors.length)")

    return enter


@pytest.mark.parametrize("host", ["lab", "notebook", "voila", "marimo"])
def test_a_table_lives_in_every_host(page, enter, widget, host):
    enter(page, host, CODE)
    board = widget(page)
    roll = board.locator('[data-hotkey="r"]')
    log = board.locator(".tk-log li")
    expect(roll).to_be_visible(timeout=60 * SECONDS)
    assert board.bounding_box()["width"] > 500
    expect(board.locator("svg.board [data-cell]")).to_have_count(101)
    expect(board.locator(".tk-chart svg:visible").first).to_be_visible()
    expect(page.locator(".tk-still:visible")).to_have_count(0)
    before = page.evaluate(NOTEBOOK)

    expect(log).to_have_count(1)
    roll.click()
    expect(log).to_have_count(2)
    page.keyboard.press("r")
    expect(log).to_have_count(3)
    for place in ("svg.board [data-cell='55']", ".tk-tool"):
        board.locator(place).first.focus()
        for key in (*"xamydd00", "Control+Enter", "Shift+Enter", "Delete"):
            page.keyboard.press(key)
    assert page.evaluate(NOTEBOOK) == before
    expect(board).to_be_visible()
    expect(page.locator(".jp-Dialog")).to_have_count(0)

    mark, light, dark = MARKS.get(host, ("data-jp-theme-light", "true", "false"))
    for theme, value in (("dark", dark), ("light", light)):
        page.evaluate("([mark, value]) => document.body.setAttribute(mark, value)", [mark, value])
        expect(board).to_have_attribute("data-theme", theme)
        ground = board.locator("section").first.evaluate("e => getComputedStyle(e).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 300) == (theme == "dark"), ground
        ink = board.locator(".tk-chart svg text:visible").first.evaluate("e => getComputedStyle(e).fill")
        assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 380) == (theme == "dark"), ink


BOXED = """
import ipywidgets, toolkit
from IPython.display import display
def table(**options):
    return toolkit.play("math_storm", 2, seed=1, order="seats", **options)
def output(make):
    out = ipywidgets.Output()
    with out:
        display(make())
    return out
"""
PLACES = {
    "Output": "output(table)",
    "VBox of Outputs": "ipywidgets.VBox([output(table), ipywidgets.IntSlider()])",
    "interact": "_ = ipywidgets.interact(lambda n: table(), n=(0, 3))",
    "Tab of Outputs": "ipywidgets.Tab([output(table), output(lambda: toolkit.quiz(toolkit.questions('L1', n=1)))])",
    "Accordion": "ipywidgets.Accordion([output(lambda: toolkit.lesson(save=None))], selected_index=0)",
    "captured": "out = ipywidgets.Output()\n@out.capture()\ndef show(button): display(table())\nshow(None)\nout",
    "HBox": "ipywidgets.HBox([table(), ipywidgets.IntSlider()])",
    "two in an HBox": "ipywidgets.HBox([table(), table()])",
    "quiz in an HBox": "ipywidgets.HBox([toolkit.quiz(toolkit.questions('L1', n=1)), ipywidgets.IntSlider()])",
    "centred": "ipywidgets.VBox([table()], layout={'align_items': 'center'})",
}


def test_a_table_is_seen_wherever_a_cell_puts_it(page, open_notebook):
    open_notebook(page, [BOXED, *PLACES.values()])
    cells = page.locator(".jp-CodeCell")
    for number, place in enumerate(PLACES, start=1):
        cell = cells.nth(number)
        cell.scroll_into_view_if_needed()
        boards = cell.locator(".tk:visible")
        expect(boards, place).to_have_count(2 if place == "two in an HBox" else 1)
        expect(cell.locator(".tk-still:visible"), place).to_have_count(0)
        widths = [board.bounding_box()["width"] for board in boards.all()]
        room = cell.locator(".jp-OutputArea-output").first.bounding_box()["width"]
        sliders = [slider.bounding_box()["width"] + 4 for slider in cell.locator(".tk-view ~ .widget-slider").all()]
        taken = sum(widths) + sum(sliders)
        assert taken > room * (0.8 if place == "centred" else 0.93), (place, widths, room)
        assert taken < room + 1 and max(widths) - min(widths) < 2, (place, widths, room)
        if "HBox" in place and "two" not in place:
            assert sliders == [pytest.approx(304, abs=1)], "the slider keeps its width"


def test_a_table_is_replaced_by_update_display(page, open_notebook):
    shown = "handle = display(toolkit.play('math_storm', 2, seed=1), display_id='mine')"
    open_notebook(page, ["import toolkit", shown, "handle.update(toolkit.play('math_storm', 4, seed=1))"])
    expect(page.locator(".tk")).to_have_count(1)
    expect(page.locator(".tk .tk-seat")).to_have_count(4)
    expect(page.locator(".tk-still")).to_have_count(1)
    expect(page.locator(".tk-still")).to_be_hidden()


def test_a_file_is_saved_once_where_it_was_asked_for(page, open_notebook):
    open_notebook(
        page,
        [
            "import toolkit",
            "q = toolkit.quiz(toolkit.questions('L1', n=1)); q",
            "q.answer(1, '5'); q.hand_in()",
        ],
    )
    page.evaluate("""() => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1;
        return window.jupyterapp.commands.execute("notebook:create-output-view"); }""")
    expect(page.locator(".tk")).to_have_count(2)
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    with page.expect_download():
        page.locator(".tk").last.locator("[data-send*='file']").click()
    expect(page.locator(".tk [data-tk-waiting]")).to_have_count(0)
    page.evaluate("() => new Promise((done) => setTimeout(done, 500))")
    assert saved == ["quiz.csv"]


def test_a_shortcut_of_the_notebook_works_from_the_table(page, open_notebook, widget):
    open_notebook(page, CODE)
    changed = "window.jupyterapp.shell.currentWidget.context.model.dirty"
    page.evaluate("window.jupyterapp.shell.currentWidget.content.model.cells.get(0).sharedModel.setSource('1')")
    assert page.evaluate(changed)
    widget(page).locator("svg.board [data-cell='55']").focus()
    page.keyboard.press("Control+s")
    page.wait_for_function(f"() => !{changed}")
    assert page.evaluate("document.activeElement.dataset.cell") == "55"


def test_busy_is_not_gone_and_gone_is_told_at_once(page, open_notebook, widget):
    desk = open_notebook(page, [*CODE, "import time"])
    board = widget(page)
    kernel = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
    page.evaluate(f"() => {{ {kernel}.requestExecute({{ code: 'while True: time.sleep(0.1)' }}); }}")
    page.wait_for_function(f"() => {kernel}.status === 'busy'")
    board.locator('[data-hotkey="r"]').click()
    notice = board.locator(".tk-notice")
    expect(notice).to_have_text(words.say("table.busy", "en"))
    expect(board.locator(".tk-nokernel")).to_be_hidden()
    expect(board.locator(".tk-log li")).to_have_count(1)
    desk.picture("busy")
    page.evaluate(f"{kernel}.interrupt()")
    expect(board.locator(".tk-log li")).to_have_count(2)
    expect(notice).to_be_hidden()
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    expect(board.locator(".tk-nokernel")).to_be_visible()
