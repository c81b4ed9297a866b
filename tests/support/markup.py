"""The markup contract of every scene: a scene read as a page would read it, and what must hold in it."""

from __future__ import annotations

import json
from html.parser import HTMLParser

VOID = {"input", "br", "img", "hr", "meta"}


class Page(HTMLParser):
    """A scene read as a page would: every element with its attributes, and whether all of them are closed in order."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.feed(markup)
        self.close()
        assert not self.open, f"not closed: {[tag for tag, _ in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        text: list[str] = []
        self.elements.append((tag, dict(attrs), text))
        if tag not in VOID:
            self.open.append((tag, text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for _, text in self.open:
            text.append(data)

    def all(self, attribute: str) -> list[dict[str, str | None]]:
        return [attrs for _, attrs, _ in self.elements if attribute in attrs]


def check_markup(markup: str) -> Page:
    page, table = Page(markup), ""
    keys = []
    for attrs in page.all("data-key"):
        table = attrs.get("data-table") or table
        keys.append(f"{table}/{attrs['data-key']}")
    doubled = {key for key in keys if keys.count(key) > 1}
    assert not doubled, f"keys stand twice: {doubled}"
    assert not page.all("id"), "ids would repeat when a table is shown twice"
    for name in ("data-action", "data-why", "data-peek", "data-send", "data-ask"):
        for attrs in page.all(name):
            assert isinstance(json.loads(attrs[name] or ""), dict)
    for tag, attrs, text in page.elements:
        if tag in ("button", "input") or "data-action" in attrs:
            spoken = (attrs.get("aria-label") or "".join(text)).strip()
            assert spoken or attrs.get("aria-labelledby"), f"<{tag} {attrs}> says nothing to a screen reader"
        if "data-action" in attrs:
            assert attrs.get("data-step"), f"{attrs} belongs to no step"
    return page
