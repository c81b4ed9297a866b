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
