"""The browser fixtures themselves: a small widget in a real notebook, clicked."""

from playwright.sync_api import expect

COUNTER = '''
import anywidget


class Counter(anywidget.AnyWidget):
    _esm = """
    export default {
        render({ model, el }) {
            el.innerHTML = '<div class="tk"><button aria-label="count">0</button></div>';
            const button = el.querySelector("button");
            const show = ({ count }) => { button.textContent = count; };
            button.addEventListener("click", () => model.send({ kind: "click" }));
            model.on("msg:custom", show);
            return () => model.off("msg:custom", show);
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


Counter()
'''


def test_quick_clicks_all_arrive(page, open_notebook, widget, axe):
    open_notebook(page, [COUNTER])
    button = widget(page).get_by_role("button", name="count")
    for _ in range(10):
        button.click()
    expect(button).to_have_text("10")
    assert axe(page) == []


def test_axe_finds_what_has_no_name(page, axe):
    page.set_content('<main class="tk"><button></button></main>')
    assert [line for line in axe(page) if line.startswith("critical button-name")]


def test_what_would_leave_the_machine_is_stopped(page, outside):
    answered = "fetch('https://example.invalid/x').then(() => true, () => false)"
    assert page.evaluate(answered) is False
    assert outside == ["https://example.invalid/x"]
    outside.clear()


def test_a_saved_notebook_shows_the_still_picture_where_the_table_is_dead(page, lab, open_notebook, widget):
    open_notebook(page, ["import toolkit", "toolkit.play('math_storm', seed=1)"])
    expect(widget(page)).to_be_visible()
    picture = page.locator(".tk-still img")
    expect(picture).to_be_hidden()
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    expect(page.locator(".jp-NotebookPanel")).to_have_count(1)
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    lab.stop_kernels()
    page.reload()  # on the machine that saved it, so the notebook is trusted; its table is not in the new kernel
    expect(picture).to_be_visible(timeout=60_000)
    error = page.get_by_text("Error displaying widget")
    expect(error).to_have_count(1)
    expect(error).to_be_hidden()
