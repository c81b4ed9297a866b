"""One view of a table in a real browser, with a stand-in for the widget's model.

Grids and pieces are in `test_view_pieces`, the sandglass is in `test_view_clock`.
"""

from __future__ import annotations

import pytest

from tests.support.bare_page import bare_page, focused, put, section, sent, show, stop_time


@pytest.fixture
def page(browser):
    with bare_page(browser) as page:
        yield page


CHOICES = section(
    '<p class="tk-nokernel">Run all cells.</p><p data-key="turn" data-live="polite">{turn}</p>'
    '<button data-key="undo" data-send=\'{{"kind":"undo"}}\'>undo</button>'
    '<button data-key="roll" data-hotkey="r" data-action=\'{{"type":"chance"}}\''
    ' data-peek=\'{{"type":"chance"}}\'>roll</button>'
    '<button data-key="stay" data-action=\'{{"type":"stay"}}\' data-peek=\'{{"type":"stay"}}\'>stay</button>'
    '<button data-key="closed" aria-disabled="true" data-action=\'{{"type":"x"}}\''
    " data-why='{{\"number\":4}}'>closed</button>",
    data_step="17",
)


def test_a_click_plays_and_waits_for_its_answer(page):
    show(page, CHOICES.format(turn="A"))
    page.click("[data-key=roll]")
    page.click("[data-key=stay]")  # the same step: it would only be stale
    assert sent(page) == [{"kind": "play", "table": 0, "step": "17", "action": {"type": "chance"}}]
    assert page.locator("[data-tk-waiting]").count() == 1
    page.evaluate("async () => { model.answer(); await frame(); }")
    assert page.locator("[data-tk-waiting]").count() == 0


def test_only_a_late_answer_shows_that_a_button_waits(page):
    stop_time(page)
    show(page, CHOICES.format(turn="A"))
    late = page.locator("[data-tk-slow]")
    page.click("[data-key=roll]")
    page.clock.run_for(100)
    assert late.count() == 0
    page.clock.run_for(50)
    assert late.get_attribute("data-key") == "roll"
    page.evaluate("model.answer()")
    page.clock.run_for(50)
    assert late.count() == 0
    page.click("[data-key=undo]")
    page.clock.run_for(60)
    page.evaluate("model.answer()")
    page.clock.run_for(500)
    assert late.count() == 0


def test_ten_quick_undos_all_arrive(page):
    show(page, CHOICES.format(turn="A"))
    page.evaluate("for (let i = 0; i < 10; i++) document.querySelector('[data-key=undo]').click()")
    assert len(sent(page)) == 10
    assert len({message["id"] for message in page.evaluate("model.sent")}) == 10


def test_a_refused_choice_shakes_and_a_closed_one_says_why(page):
    stop_time(page)
    show(page, CHOICES.format(turn="A"))
    page.click("[data-key=roll]")
    page.evaluate("model.answer('no')")
    page.clock.run_for(50)
    assert page.locator("[data-key=roll][data-tk-refused]").count() == 1
    page.click("[data-key=closed]", force=True)
    assert sent(page)[-1] == {"kind": "why", "table": 0, "about": {"number": 4}}


def test_keys_do_not_leave_the_table(page):
    show(page, CHOICES.format(turn="A"))
    page.evaluate("window.outside = []; document.addEventListener('keydown', (e) => outside.push(e.key))")
    page.focus("[data-key=stay]")
    for key in ["x", "m", "d", "a", "r", "ArrowDown", "Escape"]:
        page.keyboard.press(key)
    assert page.evaluate("outside") == []
    assert sent(page)[-1]["action"] == {"type": "chance"}


def test_undo_has_its_key_outside_fields_only(page):
    field = '<input data-key="q" data-ask=\'{{"action":{{"type":"answer","value":null}},"field":"value"}}\'>'
    show(page, CHOICES.format(turn="A").replace("</section>", field.format() + "</section>"))
    page.focus("[data-key=roll]")
    page.keyboard.press("Control+z")
    assert sent(page) == [{"kind": "undo", "table": 0}]
    page.fill("[data-key=q]", "12")
    page.keyboard.press("Control+z")
    assert len(sent(page)) == 1
    page.fill("[data-key=q]", "39")
    page.keyboard.press("Enter")
    assert sent(page)[-1] == {
        "kind": "play",
        "table": 0,
        "step": "17",
        "action": {"type": "answer", "value": "39"},
    }


def test_focus_goes_on_when_its_element_has_gone(page):
    show(page, CHOICES.format(turn="A"))
    page.focus("[data-key=roll]")
    put(page, scene=section('<button data-key="next" data-focus>next</button>'))
    assert focused(page) == "next"
    put(page, scene=section("<p>over</p>"))
    assert page.evaluate("document.activeElement.className") == "tk"
    page.focus("#before")
    put(page, scene=CHOICES.format(turn="B"))
    assert page.evaluate("document.activeElement.id") == "before"


def test_only_what_changed_is_read(page):
    show(page, CHOICES.format(turn="A's turn"))
    assert page.text_content("[aria-live=polite]") == ""
    put(page, scene=CHOICES.format(turn="B's turn"))
    assert page.text_content("[aria-live=polite]") == "B's turn"


def test_scene_and_answer_come_in_one_frame(page):
    show(page, CHOICES.format(turn="A"))
    seen = page.evaluate("""async () => {
      const text = () => document.querySelector("[data-key=turn]").textContent;
      const waits = () => document.querySelectorAll("[data-tk-waiting]").length;
      document.querySelector("[data-key=roll]").click();
      model.put({ scene: model.get("scene").replace(">A<", ">B<"), rows: {} });
      model.answer();
      const before = [text(), waits()];
      await frame();
      return [before, [text(), waits()]];
    }""")
    assert seen == [["A", 1], ["B", 0]]


def test_previews_are_asked_once_the_pointer_rests(page):
    stop_time(page)
    show(page, CHOICES.format(turn="A"))
    page.hover("[data-key=roll]")
    page.hover("[data-key=stay]")
    page.clock.run_for(100)
    page.hover("#before")
    page.clock.run_for(100)
    asked = page.evaluate("model.sent")
    assert [(letter["kind"], letter["action"]) for letter in asked] == [("peek", {"type": "stay"}), ("peek", None)]


def test_without_a_kernel_the_table_says_so(page):
    show(page, CHOICES.format(turn="A"))
    assert page.is_hidden(".tk-nokernel")
    page.evaluate("model.fire('comm:close')")
    assert page.is_visible(".tk-nokernel")
    assert page.text_content("[aria-live=polite]") == "Run all cells."
    page.click("[data-key=roll]")
    page.evaluate("async () => { model.answer(); await frame(); }")
    assert page.is_hidden(".tk-nokernel")


def test_without_a_kernel_all_that_is_dead_is_grey(page):
    show(page, section('<button class="tk-button">Hint</button><button class="tk-choice">4</button><select></select>'))
    page.evaluate("model.fire('comm:close')")
    for name in (".tk-button", ".tk-choice", "select"):
        assert float(page.locator(f".tk {name}").evaluate("e => getComputedStyle(e).opacity")) < 0.5


def test_hidden_names_are_not_left_in_the_live_regions(page):
    heard = "document.querySelector('[aria-live=polite]').textContent"
    show(page, section('<p data-live="polite" data-key="turn">Mia’s turn</p>'))
    page.evaluate(
        "async scene => { model.put({ scene }); await frame(); }",
        section('<p data-live="polite" data-key="turn">Noah’s turn</p>'),
    )
    assert page.evaluate(heard) == "Noah’s turn"
    page.evaluate("async scene => { model.put({ scene }); await frame(); }", section("<p>Team B</p>", data_quiet=""))
    assert page.evaluate(heard) == ""


def test_a_menu_closes_when_something_else_is_done(page):
    menu = '<details data-menu data-key="menu"><summary>More</summary><button data-key="in">in</button></details>'
    show(page, section(menu + '<button data-key="out">out</button>'))
    page.click("summary")
    page.click("[data-key=in]")
    assert page.locator("details[open]").count() == 1
    page.click("[data-key=out]")
    assert page.locator("details[open]").count() == 0


def test_silence_for_eight_seconds_is_no_kernel(page):
    stop_time(page)
    show(page, CHOICES.format(turn="A"))
    page.click("[data-key=roll]")
    page.clock.run_for(7900)
    assert page.is_hidden(".tk-nokernel")
    page.clock.run_for(200)
    assert page.is_visible(".tk-nokernel")
    assert page.locator("[data-tk-waiting]").count() == 0


def test_a_busy_kernel_is_said_to_be_busy(page):
    stop_time(page)
    show(page, CHOICES.format(turn="A").replace("<section", "<section data-busy='Busy.' data-silent='No answer.'"))
    notice = page.locator(".tk-notice")
    page.evaluate("model.widget_manager.kernel.status = 'busy'")
    page.click("[data-key=roll]")
    page.clock.run_for(7900)
    assert notice.is_hidden()
    page.clock.run_for(60_000)
    assert notice.inner_text() == "Busy." == page.text_content("[aria-live=polite]")
    assert page.is_hidden(".tk-nokernel") and page.locator("[data-tk-waiting]").count() == 1
    page.evaluate("model.answer()")
    page.clock.run_for(100)
    assert notice.is_hidden() and page.locator("[data-tk-waiting]").count() == 0
    page.evaluate("model.widget_manager.kernel.status = 'unknown'")
    page.click("[data-key=stay]")
    page.clock.run_for(8100)
    assert notice.inner_text() == "No answer."


def test_a_file_is_saved_in_the_view_that_asked_for_it(page):
    show(page, CHOICES.format(turn="A"))
    page.evaluate("""() => {
      window.saved = [];
      HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
      again();
    }""")
    page.locator("[data-key=roll]").first.click()
    offered = "model.fire('msg:custom', {kind: 'file', name: 'a.csv', text: '', for: model.sent.at(-1).id})"
    page.evaluate(offered)
    assert page.evaluate("saved") == ["a.csv"]
    page.evaluate("model.answer()")
    page.evaluate("model.fire('msg:custom', {kind: 'file', name: 'b.csv', text: '', for: 1})")
    assert page.evaluate("saved") == ["a.csv"]


def test_a_slider_sends_where_it_comes_to_rest(page):
    stop_time(page)
    show(
        page,
        section(
            '<input type="range" max="9" value="1" aria-label="move" data-key="s"'
            ' data-send=\'{"kind":"goto"}\' data-field="ply">'
        ),
    )
    page.focus("[data-key=s]")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.clock.run_for(100)
    assert sent(page) == [{"kind": "goto", "ply": 4, "table": 0}]


def test_typed_commands_empty_their_field_when_accepted(page):
    box = (
        '<input data-key="say" data-ask=\'{"message":{"kind":"say","text":null},"field":"text"}\'>'
        '<button data-submit="say" data-key="go">go</button>'
    )
    show(page, section(box))
    page.fill("[data-key=say]", "roll")
    page.click("[data-key=go]")
    assert sent(page) == [{"kind": "say", "text": "roll", "table": 0}]
    page.evaluate("async () => { model.answer('what?'); await frame(); }")
    assert page.input_value("[data-key=say]") == "roll"
    page.click("[data-key=go]")
    page.evaluate("async () => { model.answer(); await frame(); }")
    assert page.input_value("[data-key=say]") == ""


def test_only_what_came_with_a_move_turns(page):
    die = '<svg viewBox="0 0 9 9" width="50"><g class="turns" data-key="die-{}"><rect width="9" height="9"/></g></svg>'
    running = "document.querySelector('.turns').getAnimations().length"
    show(page, section(die.format(11)))
    assert page.evaluate(running) == 0
    put(page, scene=section(die.format(12)))
    assert page.evaluate(running) == 1
    page.emulate_media(reduced_motion="reduce")
    put(page, scene=section(die.format(13)))
    assert page.evaluate(running) == 0


CHART = '<div class="tk-chart" data-keep data-key="chart" data-panel="t0.law" style="width:300px"></div>'


def test_a_chart_is_embedded_once_and_then_gets_rows(page):
    page.evaluate("""() => {
      window.calls = [];
      const given = (rows) => rows.map(({ toolkit_row, ...row }) => row); // without the number that keeps its mark
      vegaKit.load = () => { vegaKit.embed = async (host, spec, options) => {
        calls.push(["embed", given(spec.datasets.rows), options.renderer]);
        host.innerHTML = '<svg width="260" viewBox="0 0 260 150"></svg>';
        const set = (name, value) => (calls.push([name, value]), view);
        const data = (name, rows) => set(name, given(rows));
        const view = { runAsync: async () => view, resize: () => view, data };
        view.signal = (name, value) => (value === undefined ? 250 : set(name, value));
        return { view, finalize: () => calls.push(["finalize"]) };
      }; };
    }""")
    spec = {"data": {"name": "rows"}, "usermeta": {"toolkit": {"grow": "wide"}}, "mark": "bar"}
    show(page, section(CHART), specs={"t0.law": spec}, rows={"t0.law": [{"p": 1}]})
    page.evaluate("frame()")
    put(page, rows={"t0.law": [{"p": 2}]})
    put(page, rows={"t0.law": [{"p": 2}]})
    put(page, scene=section(CHART + "<p>more</p>"))
    put(page, scene=section("<p>none</p>"))
    as_wide_as_its_panel = ["wide", 300 - (260 - 250)]
    assert page.evaluate("calls") == [
        ["embed", [{"p": 1}], "svg"],
        as_wide_as_its_panel,
        ["rows", [{"p": 2}]],
        ["finalize"],
    ]


def test_nothing_is_left_when_a_view_closes(page):
    show(page, CHOICES.format(turn="A"))
    page.evaluate("hide()")
    heard = page.evaluate("Object.entries(model.heard).filter(([, calls]) => calls.length).map(([name]) => name)")
    assert heard == ["change:clock"]  # noted by the model itself, for all its views
    assert page.evaluate("document.querySelectorAll('.tk').length") == 0


def test_theme_size_and_language_are_the_roots(page):
    show(page, section("<p>A</p>", data_scale="1.5", data_theme="dark"), lang="zh")
    root = "document.querySelector('.tk')"
    assert page.evaluate(f"[{root}.lang, {root}.dataset.theme, {root}.style.getPropertyValue('--scale')]") == [
        "zh",
        "dark",
        "1.5",
    ]
    assert page.evaluate(f"getComputedStyle({root}).fontSize") == "22.5px"


def test_two_views_of_one_model_both_follow(page):
    show(page, CHOICES.format(turn="A"))
    page.evaluate("again()")
    put(page, scene=CHOICES.format(turn="B"))
    assert page.locator("[data-key=turn]").all_text_contents() == ["B", "B"]


def test_full_screen_is_the_pages_own_business(page):
    tools = '<div class="tk-bar"><button data-key="full" data-send=\'{"kind":"fullscreen"}\'>full</button></div>'
    show(page, section(f'{tools}<button data-key="roll" data-focus>roll</button>'))
    page.click("[data-key=full]")
    page.wait_for_function("document.querySelector('.tk[data-fullscreen]')")
    assert focused(page) == "full"  # the strip of full screen has the same buttons
    assert sent(page) == []
    page.evaluate("document.exitFullscreen()")
    page.wait_for_function("!document.querySelector('.tk[data-fullscreen]')")


def test_escape_leaves_the_drawer_from_anywhere(page):
    way = '<button data-key="close" data-escape data-send=\'{"kind":"set","name":"book","value":false}\'>close</button>'
    show(page, section(way + '<input data-key="q" data-ask="{}">'))
    page.focus("[data-key=q]")
    page.keyboard.press("Escape")
    assert sent(page) == [{"kind": "set", "name": "book", "value": False, "table": 0}]


def test_the_cited_rule_is_scrolled_to_and_the_page_is_not(page):
    rules = "".join(f'<p data-key="r{i}" style="height:90px"{{{i}}}>{i}</p>' for i in range(20))
    drawer = section(f'<div data-key="book" style="height:300px;overflow-y:auto">{rules}</div>')
    marks = [""] * 20
    show(page, drawer.format(*marks))
    marks[12] = ' data-scroll="3-move"'
    put(page, scene=drawer.format(*marks))
    top = "document.querySelector('[data-key=book]').scrollTop"
    assert page.evaluate(top) > 600
    page.evaluate(f"{top} = 0")
    put(page, scene=drawer.format(*marks).replace(">0<", ">zero<"))
    assert page.evaluate(f"[{top}, scrollY]") == [0, 0]
