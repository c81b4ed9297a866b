"""The patch, in a real browser."""

from __future__ import annotations

import pytest

from tests.support.bare_page import bare_page


@pytest.fixture
def page(browser):
    with bare_page(browser) as page:
        yield page


def patch(page, before: str, after: str, during: str = "") -> None:
    """Puts `before` into the page, runs `during`, and patches it to `after`."""
    script = (
        "([before, during]) => { window.root = document.getElementById('out'); morph(root, before); eval(during); }"
    )
    page.evaluate(script, [before, during])
    page.evaluate("(after) => morph(root, after)", after)


def test_focus_and_typed_text_survive(page):
    before = '<p data-key="a">1</p><input data-key="q-1" value="">'
    during = "const q = root.querySelector('input'); q.focus(); q.value = '3'; q.setSelectionRange(0, 1); window.q = q;"
    patch(page, before, '<p data-key="b">2</p><p>3</p><input data-key="q-1" value="" class="x">', during)
    assert page.evaluate("[q.isConnected, document.activeElement === q, q.value, q.selectionEnd]") == [
        True,
        True,
        "3",
        1,
    ]


def test_a_new_question_has_an_empty_field(page):
    during = "root.querySelector('input').value = '39'"
    patch(page, '<input data-key="q-1">', '<input data-key="q-2">', during)
    assert page.evaluate("root.querySelector('input').value") == ""


def test_old_log_lines_are_neither_moved_nor_added(page):
    lines = [f'<li data-key="l{i}">line {i}</li>' for i in range(6)]
    during = """
      window.touched = new Set();
      new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records) {
          for (const node of [...addedNodes, ...removedNodes]) if (node.dataset) touched.add(node.dataset.key);
        }
      }).observe(root, { childList: true, subtree: true });
    """
    patch(page, f"<ol>\n{chr(10).join(lines[:4])}\n</ol>", f"<ol>\n{chr(10).join(lines[2:])}\n</ol>", during)
    assert page.evaluate("frame().then(() => [...touched].sort())") == ["l0", "l1", "l4", "l5"]
    assert page.evaluate("root.textContent.match(/line \\d/g).join()") == "line 2,line 3,line 4,line 5"


def test_only_the_piece_that_changed_its_place_moves(page):
    pieces = {name: f'<i data-key="{name}">{name}</i>' for name in "abcd"}
    during = """
      window.moved = [];
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) moved.push(node.dataset.key);
      }).observe(root, { childList: true });
    """
    patch(page, "".join(pieces[n] for n in "abcd"), "".join(pieces[n] for n in "bcda"), during)
    assert page.evaluate("frame().then(() => [root.textContent, moved.join()])") == ["bcda", "a"]


def test_a_pawn_stays_the_same_element_while_it_glides(page):
    svg = (
        '<div class="tk" style="--move:60s"><svg viewBox="0 0 600 600"><g class="moves" data-key="pawn"'
        ' style="transform:translate({x}px,0px)"><circle r="9"/></g></svg></div>'
    )
    during = "window.pawn = root.querySelector('[data-key=pawn]'); pawn.getBoundingClientRect();"
    patch(page, svg.format(x=0), svg.format(x=300), during)
    page.evaluate("pawn.getBoundingClientRect()")
    assert page.evaluate(
        "[pawn.isConnected, pawn === root.querySelector('[data-key=pawn]'), pawn.getAnimations().length]"
    ) == [True, True, 1]
    page.evaluate("(next) => morph(root, next)", svg.format(x=300).replace("</svg>", "<g data-key='new'></g></svg>"))
    assert page.evaluate("pawn.getAnimations().length") == 1


def test_an_attribute_of_a_picture_changes_in_place(page):
    during = "window.bar = root.querySelector('rect')"
    patch(
        page,
        '<svg viewBox="0 0 9 9"><rect width="1"/></svg>',
        '<svg viewBox="0 0 9 9"><rect width="5"/></svg>',
        during,
    )
    assert page.evaluate("[bar.isConnected, bar.getAttribute('width'), bar.namespaceURI.endsWith('svg')]") == [
        True,
        "5",
        True,
    ]


def test_islands_are_left_alone(page):
    host = '<div data-keep data-key="chart" data-panel="{panel}"></div>'
    during = """
      root.firstChild.innerHTML = "<b data-key='inner'>chart</b>";
      window.inside = root.firstChild.firstChild;
    """
    patch(page, host.format(panel="a"), host.format(panel="b") + "<p>more</p>", during)
    assert page.evaluate("[inside.isConnected, root.firstChild.dataset.panel, root.children.length]") == [
        True,
        "b",
        2,
    ]


def test_markup_in_text_stays_text(page):
    patch(page, "<p>a</p>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>")
    assert page.evaluate("[root.querySelectorAll('img').length, root.textContent]") == [
        0,
        "<img src=x onerror=alert(1)>",
    ]


def test_a_keyed_piece_changes_its_home(page):
    during = "window.piece = root.querySelector('i')"
    patch(
        page,
        '<div data-key="x"><i data-key="p">1</i></div><div data-key="y"></div>',
        '<div data-key="y"><i data-key="p">1</i></div>',
        during,
    )
    assert page.evaluate("[piece.isConnected, piece.parentNode.dataset.key, root.children.length]") == [
        True,
        "y",
        1,
    ]


def test_a_new_wrapper_takes_the_old_piece_in(page):
    during = "window.piece = root.querySelector('i')"
    patch(page, '<i data-key="p">1</i>', '<div data-key="box"><i data-key="p">2</i></div>', during)
    assert page.evaluate(
        "[piece.isConnected, piece.parentNode.dataset.key, piece.textContent, root.children.length]"
    ) == [True, "box", "2", 1]


def test_two_tables_may_use_the_same_keys(page):
    one = '<section data-table="{n}" data-key="t{n}"><i data-key="p">{{{n}}}</i></section>'
    both = one.format(n=0) + one.format(n=1)
    patch(page, both.format(1, 2), both.format(3, 4))
    assert page.evaluate("[...root.querySelectorAll('i')].map((e) => e.textContent).join()") == "3,4"


def test_what_the_reader_opened_stays_open(page):
    during = "root.querySelector('details').open = true; root.querySelector('p').setAttribute('data-tk-waiting', '')"
    patch(
        page,
        "<details><summary>t</summary></details><p>1</p>",
        "<details><summary>u</summary></details><p>2</p>",
        during,
    )
    assert page.evaluate(
        "[root.querySelector('details').open, root.querySelector('p').hasAttribute('data-tk-waiting')]"
    ) == [True, True]


def test_a_slider_follows_the_scene_unless_it_is_held(page):
    slider = '<input type="range" max="9" value="{}">'
    during = "root.querySelector('input').value = '7'"
    patch(page, slider.format(1), slider.format(2), during)
    assert page.evaluate("root.querySelector('input').value") == "2"
    page.evaluate(
        "(html) => { root.querySelector('input').value = '7'; morph(root, html, { busy: () => true }); }",
        slider.format(3),
    )
    assert page.evaluate("root.querySelector('input').value") == "7"


def test_what_has_not_changed_is_not_touched(page):
    """Not even what the page itself has changed there, such as the clock's figures."""
    log = '<ol data-key="log"><li data-key="l1">one</li></ol>'
    during = "root.querySelector('li').textContent = 'by the page'; root.querySelector('ol').className = 'late'"
    patch(page, f'<p data-key="turn">A</p>{log}', f'<div><p data-key="turn">B</p></div>{log}', during)
    assert page.evaluate("root.innerHTML") == (
        '<div><p data-key="turn">B</p></div><ol data-key="log" class="late"><li data-key="l1">by the page</li></ol>'
    )


def test_a_part_that_has_gone_from_the_page_is_put_in_anew(page):
    log = '<ol data-key="log"><li data-key="l1">one</li></ol>'
    patch(page, f"<p>A</p>{log}", f"<p>B</p>{log}", "root.querySelector('ol').remove()")
    assert page.evaluate("root.innerHTML") == f"<p>B</p>{log}"


def test_elements_that_end_others_are_patched_as_the_browser_reads_them(page):
    inner = '<p data-key="a">x<p data-key="b">y</p></p>'
    patch(page, f"<i>1</i>{inner}", f"<i>2</i>{inner}")
    assert page.evaluate("root.innerHTML") == '<i>2</i><p data-key="a">x</p><p data-key="b">y</p><p></p>'


def test_random_scenes_are_patched_to_the_letter(page):
    """Whatever stood before, the patch ends in the markup that was asked for."""
    wrong = page.evaluate("""() => {
      let seed = 7;
      const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
      const make = (depth, free) => {
        let html = "";
        for (let i = random(6); i > 0; i--) {
          const tag = ["p", "i", "b"][random(3)];
          const key = random(2) && free.length ? ` data-key="${free.splice(random(free.length), 1)}"` : "";
          const inner = depth ? make(depth - 1, free) : "t" + random(3);
          html += `<${tag}${key} class="c${random(3)}">${inner}</${tag}>` + (random(3) ? "" : "\\n");
        }
        return html;
      };
      const root = document.getElementById("out");
      const wrong = [];
      for (let round = 0; round < 400; round++) {
        const html = make(3, [..."abcdefghijklmnop"]) || "<p></p>";
        const wanted = document.createElement("div");
        wanted.innerHTML = html;
        morph(root, html);
        if (root.innerHTML !== wanted.innerHTML) wrong.push([html, root.innerHTML]);
      }
      return wrong.slice(0, 1);
    }""")
    assert wrong == []
