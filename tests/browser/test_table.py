"""What every table does in real JupyterLab, shown with Math Storm: keys, clock, drawer, slider, languages."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Locator, expect

from tests.support.positions import POSITIONS, ply, put, show
from toolkit.core import words
from toolkit.games.math_storm import state

PANELS = ("landing", "kinds", "routes")
CHINESE = re.compile("[\u4e00-\u9fff]")
CELLS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .map((cell) => [cell.cell_type, cell.getSource()])"""
AT_REST = """() => document.querySelector(".tk").getAnimations({ subtree: true })
    .every(({ playState }) => playState !== "running")"""
"""Nothing fades, glides or turns any more."""
KEYS = (
    *(
        "ArrowDown",
        "ArrowUp",
        *"jk0179xcvzabddmyr00",
        "Shift+M",
        "Delete",
        "Backspace",
        "Control+Shift+Minus",
        "Control+S",
    ),
    *("Enter", "Shift+Enter", "Control+Enter", "Alt+Enter", "Space", "Shift+Space", "Escape"),
)
"""What edits, cuts, joins, converts or runs cells in JupyterLab."""


@pytest.mark.parametrize("position", POSITIONS)
def test_axe_finds_nothing_serious(desk, axe, position):
    show(desk, position)
    found = []
    for theme, lang in (("light", "en"), ("dark", "zh")):
        put(desk, theme, lang)
        desk.page.wait_for_function(AT_REST)
        desk.picture(f"{position}-{theme}-{lang}")
        assert board_hint(desk) == token(desk, "--ink-3"), "JupyterLab's rule for placeholders has won"
        found += [f"{theme} {lang} {line}" for line in axe(desk.page, ".tk")]
    assert not found, "\n".join(found)


def board_hint(desk) -> str:
    """The colour in which the line for typed moves says what could be typed."""
    return str(desk.part("command-input").evaluate("field => getComputedStyle(field, '::placeholder').color"))


def token(desk, name: str) -> str:
    """A colour of the style sheet, as the browser computes it."""
    return str(
        desk.part("command-input").evaluate(
            """(field, name) => {
                const probe = field.parentElement.appendChild(document.createElement("i"));
                probe.style.color = `var(${name})`;
                const colour = getComputedStyle(probe).color;
                probe.remove();
                return colour;
            }""",
            name,
        )
    )


def test_quick_clicks_are_all_heard(desk):
    desk.show("mine = table(4, 9, 7, 8, *['stop'] * 8); mine")
    ply(desk, 12)
    desk.part("tool-undo").click(click_count=10)
    ply(desk, 2)
    desk.part("tool-redo").evaluate("button => { for (let n = 0; n < 10; n++) button.click(); }")
    ply(desk, 12)
    desk.show("mine = table(4, 6, 7, 8, '+', Move(0, 0), stars=(1, 0, 0)); mine")
    desk.part("clock-add").click(click_count=10)
    expect(desk.page.locator(".tk [data-time]")).to_have_text(re.compile("5:[12]"))
    left = float(desk.run("print(mine.session.clock.left)"))
    assert 310 < left <= 330


def test_no_key_reaches_the_notebook(desk):
    desk.show("mine = table(4, 9, 7, 8, seed=2); mine")
    page = desk.page
    before = page.evaluate(CELLS)
    keys = (f".tk [data-key='{key}']" for key in ("cell-55", "log-list", "tool-rules", "command-input"))
    for place in (".tk", *keys, ".tk .tk-do button"):
        page.locator(place).first.focus()
        for key in KEYS:
            page.keyboard.press(key)
            assert page.evaluate("Boolean(document.activeElement.closest('.tk'))"), f"{key} on {place} left the table"
    assert page.evaluate(CELLS) == before
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    expect(page.locator(".jp-NotebookPanel .jp-mod-editMode")).to_have_count(0)
    assert desk.run("print(mine.match.ply)").isdigit()


def test_board_and_charts_work_without_a_network(desk):
    board = show(desk, "route")
    for panel in PANELS:
        expect(board.locator(f'[data-panel="t0.{panel}"] svg [class*="mark-rect"] path')).not_to_have_count(0)
    expect(board.locator("svg.board [data-cell]")).to_have_count(101)
    assert desk.outside == []


def test_the_language_changes_at_once(desk):
    board = show(desk, "route")
    titles, axes = board.locator(".tk-panel h3"), board.locator(".tk-chart svg text")
    english = titles.all_inner_texts()
    expect(desk.part("tool-lang")).to_have_text(words.say("button.language", "en"))
    desk.part("tool-lang").click()
    expect(board).to_have_attribute("lang", "zh")
    expect(board.locator("section[data-table]")).to_have_attribute("lang", "zh-CN")
    expect(board.locator(".tk-title")).to_have_text(words.say("math_storm.title", "zh"))
    expect(board.locator(".stormname")).to_have_text(words.say("math_storm.cell.storm_short", "zh"))
    for panel in PANELS:
        chart = board.locator(f'[data-panel="t0.{panel}"] svg')
        expect(chart).to_contain_text(CHINESE)
    for text in titles.all_inner_texts() + board.locator(".tk-log li").all_inner_texts():
        assert CHINESE.search(text), text
    assert not re.search("[A-Za-z]{3}", " ".join(axes.all_text_contents()))
    desk.part("tool-lang").click()
    expect(titles).to_have_text(english)
    for panel in PANELS:
        expect(board.locator(f'[data-panel="t0.{panel}"] svg')).not_to_contain_text(CHINESE)


def test_the_rulebook_shows_what_just_happened(desk):
    board = desk.show("mine = table(4, 9, 7, 8, '++', Move(0, 0), chips=3, lang='zh'); mine")
    now = board.locator(".tk-drawer [aria-current]")
    desk.part("tool-rules").click()
    rule = desk.run("print(mine.session.rule)")
    expect(now).to_have_attribute("data-key", f"rule-{rule}")
    expect(now).to_contain_text(CHINESE)
    assert in_its_box(now)
    expect(now).to_be_in_viewport()
    for origin in ("source", "ruling"):
        marked = board.locator(f".tk-drawer-body p.{origin}")
        assert marked.count() > 5
        expect(marked.first.locator(".tk-origin")).to_have_text(words.say(f"book.{origin}", "zh"))
    looks = [board.locator(f".tk-drawer-body p.{origin}:not(.is-now)").first for origin in ("source", "ruling")]
    assert len({look.evaluate("p => getComputedStyle(p).borderLeftStyle") for look in looks}) == 2
    rows = board.locator(".tk-fields tbody tr")
    expect(rows).to_have_count(len(state.Ruleset.__struct_fields__))
    expect(board.locator(".tk-fields .is-changed code").first).to_have_text(re.compile("order|chips"))
    expect(desk.part("field-chips")).to_contain_text("3")

    desk.part("choice-0").click()  # the drawer stays, and follows
    expect(now).not_to_have_attribute("data-key", f"rule-{rule}")
    assert in_its_box(now)
    desk.picture("drawer-zh")
    desk.part("drawer-close").click()
    expect(desk.part("drawer")).to_have_count(0)


def test_a_refusal_leads_to_its_rule(desk):
    board = desk.show("mine = table(0, 5, 1, 2, '×', die='four-operations'); mine")
    refused = desk.part("choice-1")
    expect(refused).to_have_attribute("aria-disabled", "true")
    refused.click(force=True)
    reason = words.say("math_storm.why.both_on_storm", "en", result=0)
    expect(desk.part("refusal")).to_contain_text(reason)
    expect(board.locator(".tk-live[aria-live=polite]")).to_contain_text(reason)
    desk.picture("refusal")
    assert desk.run("print(mine.match.ply)") == "5"
    desk.part("refusal-rule").click()
    now = board.locator(".tk-drawer [aria-current]")
    expect(now).to_have_count(1)
    assert in_its_box(now)
    marked = now.get_attribute("data-key")
    desk.part("choice-0").click()
    expect(desk.part("refusal")).to_have_count(0)
    expect(now).not_to_have_attribute("data-key", str(marked))


def in_its_box(element: Locator) -> bool:
    """Whether it is in sight inside the drawer."""
    return bool(
        element.evaluate("""element => {
            const [inner, outer] = [element, element.closest(".tk-drawer")].map((e) => e.getBoundingClientRect());
            return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.height > 0;
        }""")
    )


def test_the_slider_and_what_if(desk):
    board = desk.show("mine = table(4, 9, 7, 8, '+', Move(0, 0), 'stop', 'stop', seed=3); mine")
    section, slider = board.locator('section[data-table="0"]'), desk.part("slider-input")
    ply(desk, 8)
    slider.fill("2")
    ply(desk, 2)
    expect(section).to_have_class(re.compile("is-past"))
    expect(board.locator(".tk-log li").last).to_contain_text("starts on 9")
    slider.press("ArrowRight")
    ply(desk, 3)
    expect(slider).to_be_focused()
    assert desk.run("print(mine.match.ply)") == "8"

    roll = board.locator('[data-hotkey="r"]')
    roll.click()
    expect(desk.part("confirm")).to_be_visible()
    expect(desk.part("confirm-yes")).to_be_focused()
    desk.picture("confirm")
    desk.page.keyboard.press("Escape")
    expect(desk.part("confirm")).to_have_count(0)
    expect(roll).to_be_focused()
    ply(desk, 3)

    desk.part("whatif").click()
    other = board.locator('section[data-table="1"]')
    expect(other).to_be_visible()
    expect(other.locator(".tk-chart svg")).to_have_count(3)
    other.locator('[data-hotkey="r"]').click()
    expect(desk.part("slider-input", table=1)).to_have_attribute("value", "4")
    expect(slider).to_have_attribute("max", "8")
    ply(desk, 3)
    desk.picture("what-if")
    desk.part("tool-close", table=1).click()
    expect(other).to_have_count(0)

    desk.part("now").click()
    ply(desk, 8)
    expect(section).not_to_have_class(re.compile("is-past"))
    slider.fill("3")
    ply(desk, 3)
    roll.click()
    desk.part("confirm-yes").click()
    ply(desk, 4)
    expect(slider).to_have_attribute("max", "4")
    expect(section).not_to_have_class(re.compile("is-past"))


def test_the_sandglass_in_the_page(desk):
    board = desk.show("mine = table(4, 6, 7, 8, '+', Move(0, 0), stars=(1, 0, 0)); mine")
    time, run, page = board.locator("[data-time]"), desk.part("clock-run"), desk.page

    def seconds() -> int:
        minutes, rest = time.inner_text().split(":")
        return 60 * int(minutes) + int(rest)

    def wait_until_below(bound: int) -> None:
        face = [time.element_handle(), bound]
        page.wait_for_function("([time, bound]) => Number(time.textContent.replace(':', '')) < bound", arg=face)

    wait_until_below(29)
    level, face = board.locator("[data-deadline]").evaluate(
        "glass => [Number(glass.style.getPropertyValue('--sand-left')), glass.querySelector('[data-time]').textContent]"
    )  # both at once: no second passes between them
    assert abs(level * 30 - int(face.split(":")[1])) < 1.1
    run.click()
    expect(run).to_have_text(words.say("button.resume", "en"))
    expect(run).to_be_focused()
    left = seconds()
    page.wait_for_timeout(1300)
    assert seconds() == left < 29
    desk.part("clock-add").click()
    expect(time).to_have_text(f"0:{left + 30}")
    run.click()
    wait_until_below(left + 29)
    desk.part("clock-limit").click()
    expect(board.locator("[data-deadline]")).to_be_hidden()
    expect(desk.part("clock-limit")).to_be_focused()
    desk.part("clock-limit").click()
    expect(time).to_be_visible()


def test_time_is_up_once(desk):
    board = desk.show("mine = table(4, 6, 7, 8, '+', Move(0, 0), seconds=(2, 2, 2)); mine")
    expect(board.locator(".tk-live[aria-live=assertive]")).to_have_text(words.say("clock.end", "en"))
    expect(board.locator(".tk-log li").filter(has_text="time is up")).to_have_count(1)
    expect(board.locator('[data-hotkey="r"]')).to_be_visible()
    played = desk.run("print(sum(type(action).__name__ == 'TimeUp' for action in mine.match.log), mine.match.ply)")
    desk.page.wait_for_timeout(1500)
    assert played.startswith("1 ")
    assert (
        desk.run("print(sum(type(action).__name__ == 'TimeUp' for action in mine.match.log), mine.match.ply)") == played
    )


def test_two_views_of_one_table(desk):
    desk.show("mine = table(4, 9, 7, 8, seed=2); display(mine); mine")
    views = desk.page.locator(".tk")
    expect(views).to_have_count(2)
    for view in (views.nth(0), views.nth(1)):
        expect(view.locator(".tk-chart svg")).to_have_count(3)
    views.nth(1).locator('[data-hotkey="r"]').click()
    for view in (views.nth(0), views.nth(1)):
        expect(view.locator(".tk-choice")).to_have_count(2)
    views.nth(0).locator(".tk-choice").first.click()
    for view in (views.nth(0), views.nth(1)):
        expect(view.locator('[data-key="pawn-0-0"]')).to_have_attribute("style", "transform:translate(142.0px,171.5px)")


def test_what_people_write_stays_text(desk):
    evil = "<img src=x onerror='window.broken = 1'>"
    board = desk.show(
        f"mine = toolkit.play('math_storm', [{evil!r}, '</section><b>B</b>'], order='seats', seed=1); mine"
    )
    desk.run("for number in (4, 6, 7, 8): mine.play(Spun(number))\nmine.play(Rolled('+')); mine.play(Move(0, 0))")
    expect(board.locator(".tk-seat b").first).to_have_text(evil)
    expect(board.locator(".tk-log")).to_contain_text(evil)
    field = board.locator(".tk-answer input")
    field.fill(evil)
    field.press("Enter")
    expect(desk.part("refusal")).to_contain_text("cannot be read as an answer")
    expect(field).to_have_value(evil[:40])
    field.fill("<b>1</b>")
    box = desk.part("command-input")
    box.fill("<script>window.broken = 1</script>")
    box.press("Enter")
    expect(desk.part("refusal")).to_contain_text("<script>")
    assert board.locator("img, script, section[data-table] b b").count() == 0
    assert desk.page.evaluate("window.broken") is None
    desk.picture("bad-names")


def test_scrolled_away_and_without_a_kernel(page, open_notebook, widget, lab):
    """Cells that are out of sight are taken out of the page: what happened meanwhile is there when they come back.
    Without a kernel the table says so; a notebook that comes from elsewhere shows the picture."""
    desk = open_notebook(
        page, ["import toolkit", "mine = toolkit.play('math_storm', 2, seed=1)", "mine", *["1 + 1"] * 14]
    )
    board = widget(page)
    roll = board.locator('[data-hotkey="r"]')
    roll.click()
    expect(board.locator(".tk-log li")).to_have_count(1)
    page.evaluate(GO_TO, -1)
    expect(board).not_to_be_in_viewport()
    desk.run("mine.say('spin'); mine.say('spin')")
    page.evaluate(GO_TO, 2)
    expect(board.locator(".tk-log li")).to_have_count(4)  # the order is settled, a pawn placed
    expect(board.locator(".tk-chart svg")).to_have_count(3)
    roll.click()
    expect(board.locator(".tk-log li")).to_have_count(5)

    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    line = board.locator(".tk-nokernel")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    expect(line).to_be_visible()  # a new kernel knows nothing of this table
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(line).to_be_hidden()
    expect(board.locator(".tk-log li")).to_have_count(0)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    expect(line).to_have_text(words.say("table.no_kernel", "en"))
    expect(line).to_be_visible()
    expect(board.locator(".tk-live[aria-live=polite]")).to_have_text(words.say("table.no_kernel", "en"))
    colours = board.locator(".tk-tool").evaluate_all("tools => tools.map((tool) => getComputedStyle(tool).color)")
    assert len(set(colours)) == 1, "a tool is not greyed"
    expect(board.locator(".tk-log li")).to_have_count(0)

    path = page.evaluate("window.jupyterapp.shell.currentWidget.context.path")
    as_if_from_elsewhere(lab.folder / path)
    page.goto(f"{lab.url}/lab/workspaces/reopened/tree/{path}?reset")
    still = page.locator(".jp-OutputArea img")
    expect(still).to_have_attribute("alt", re.compile("Math Storm"))
    assert still.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") > 500
    expect(page.locator(".tk")).to_have_count(0)


def as_if_from_elsewhere(path: Path) -> None:
    """JupyterLab trusts, and tries to revive, the widgets of a notebook that it has saved itself."""
    book = nbformat.read(path, as_version=4)
    book.cells.append(nbformat.v4.new_markdown_cell("A change by another hand."))
    nbformat.write(book, path)


GO_TO = """(index) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const cells = notebook.widgets;
    return notebook.scrollToItem((index + cells.length) % cells.length, "center");
}"""
