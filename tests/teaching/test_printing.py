"""Sheets to print: one file each, nothing in it runs or is fetched, and answers lie behind their questions."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from toolkit.cards import box as box_
from toolkit.cards.packs import pack
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.teaching.printing import PAPERS, Sheet, print_board, print_cards
from toolkit.teaching.typeset import Face, mirrored

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


class Reader(HTMLParser):
    """The tags and attributes of a page, and the numbers on its cards, page by page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.pages: list[list[str]] = []
        self.text: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "section":
            self.pages.append([])

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.pages and (found := re.search(r"(?:No\.|第) (\d+)", data)):
            self.pages[-1].append(found[1])


def sheets() -> list[Sheet]:
    cards = print_cards("upper/1/7", numbers=range(1, 12), lang="zh")
    evil = print_cards(pack(f'stars,answer,prompt_en,solution_en\n1,5,"{EVIL}","{EVIL}"\n', title=EVIL), lang="en")
    return [cards, evil, *(print_board(paper=paper, lang=lang) for paper in PAPERS for lang in words.LANGS)]


@pytest.mark.parametrize("sheet", sheets(), ids=repr)
def test_a_sheet_is_one_file_that_runs_and_fetches_nothing(sheet: Sheet, tmp_path: Path) -> None:
    page = Reader(sheet.html)
    assert not {"script", "link", "img", "a", "iframe", "object", "form", "base"} & set(page.tags)
    assert not {name for name in page.attributes if name.startswith("on") or name in ("src", "href", "srcset")}
    css = re.sub(r"/\*.*?\*/", "", sheet.html[sheet.html.index("<style>") : sheet.html.index("</style>")], flags=re.S)
    assert not re.search(r"url\(|@import|expression\(", css)
    assert sheet.html.startswith("<!doctype html>") and sheet.html.count('class="page') == sheet.pages
    assert 'data-theme="light"' in sheet.html and sheet.save(tmp_path / "x.html").read_text("utf-8") == sheet.html
    assert not [name for name in dir(sheet) if name.startswith("_repr_")]


def test_markup_is_shown_as_text() -> None:
    page = Reader(sheets()[1].html)
    assert "".join(page.text).count(EVIL) >= 3


def test_behind_every_question_lies_its_answer() -> None:
    page = Reader(print_cards("lower/1/1", numbers=range(1, 12), lang="en").html)
    assert page.pages[0] == [str(number) for number in range(1, 10)]
    assert page.pages[1] == ["3", "2", "1", "6", "5", "4", "9", "8", "7"]
    assert page.pages[2:] == [["10", "11"], ["11", "10"]]
    row: list[Face | None] = [Face(n, 1, "", 9) for n in (1, 2, 3, 4)] + [None, None]
    assert [face and face.number for face in mirrored(row)] == [3, 2, 1, None, None, 4]


def test_which_cards_are_printed() -> None:
    box = box_.deck("lower/1/1")
    assert repr(print_cards(box)) == repr(print_cards("lower/1/1"))
    assert repr(print_cards(box)).startswith("360 cards on 80 pages (A4).")
    assert repr(print_cards(box, stars=2, paper="letter")).startswith("120 cards on 28 pages (letter).")
    own = pack("stars,answer,prompt_en\n1,5,one\n2,6,two\n2,7,three\n", title="Our own")
    assert Reader(print_cards(own, stars=2).html).pages == [["2", "3"], ["3", "2"]]
    assert Reader(print_cards(list(own), numbers=[1, 3], lang="zh").html).pages == [["1", "3"], ["3", "1"]]
    assert "Our own" in print_cards(own).html and "答案" in print_cards(own, lang="zh").html
    assert repr(print_board(paper="A3")).startswith("Math Storm on 3 pages (A3).")


@pytest.mark.parametrize(
    "call",
    [
        lambda: print_cards("lower/1/1", paper="A3"),
        lambda: print_cards("lower/1/1", numbers=[361]),
        lambda: print_cards("lower/1/1", stars=4),
        lambda: print_cards("lower/9/1"),
        lambda: print_cards([]),
        lambda: print_cards("lower/1/1", lang="fr"),
        lambda: print_board(paper="A5"),
        lambda: print_board("chess"),
    ],
)
def test_bad_input(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput) as caught:
        call()
    assert caught.value.say("en") != caught.value.say("zh")
