"""The templates as texts: lines that a review can read, no part that nobody uses, and what becomes of their layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

import toolkit
from toolkit.page.environment import environment

PACKAGE = Path(toolkit.__file__).parent
TEMPLATES = sorted(PACKAGE.rglob("*.jinja"))
LONGEST = 140


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def tree(path: Path) -> nodes.Template:
    return environment().parse(path.read_text("utf-8"))


def asked_of_imports(read: nodes.Template) -> set[str]:
    """The macros of other templates that this one calls."""
    whole = {imported.target for imported in read.find_all(nodes.Import)}
    gets = read.find_all(nodes.Getattr)
    some = (word for imported in read.find_all(nodes.FromImport) for word in imported.names)
    named = {word if isinstance(word, str) else word[0] for word in some}
    return named | {get.attr for get in gets if isinstance(get.node, nodes.Name) and get.node.name in whole}


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_line_can_be_read_in_a_diff(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert not [(number, len(line)) for number, line in enumerate(lines, 1) if len(line) > LONGEST]


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_every_template_says_what_it_is_and_reads(path: Path) -> None:
    assert path.read_text("utf-8").startswith("{#- ")


def test_every_macro_is_used() -> None:
    trees = {path: tree(path) for path in TEMPLATES}
    elsewhere = set().union(*map(asked_of_imports, trees.values()))
    for path, read in trees.items():
        here = {word.name for word in read.find_all(nodes.Name) if word.ctx == "load"}
        unused = {macro.name for macro in read.find_all(nodes.Macro)} - here - elsewhere
        assert not unused, name(path)


def test_indentation_is_not_sent_to_the_page() -> None:
    source = "<ul>\n    {% for n in (1, 2) %}\n    <li>{{ n }}  {{ text }}</li>\n\t{% endfor %}\n</ul>"
    made = environment().from_string(source).render(text="a\n  b")
    assert made == "<ul>\n<li>1  a\n  b</li>\n<li>2  a\n  b</li>\n</ul>"


def test_a_tag_over_several_lines_is_sent_as_one() -> None:
    source = '<b class="a"\n    {%- if on %} hidden{% endif %}\n    data-key="k"\n    {{- more }}>\n    x = 1\n</b>'
    made = environment().from_string(source).render(on=True, more=' title="t"')
    assert made == '<b class="a" hidden data-key="k" title=&#34;t&#34;>\nx = 1\n</b>'
