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
from toolkit.games.cloud_mountain.rules.stock import DEFAULT
from toolkit.games.math_storm.state import DICE
from toolkit.teaching.printing import PAPERS, Sheet, print_board, print_cards
from toolkit.teaching.typeset import Face, mirrored

GAMES = ("math_storm", "cloud_mountain")
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
    own = [print_board(game, paper=paper, lang=lang) for game in GAMES for paper in PAPERS for lang in words.LANGS]
    return [cards, evil, print_cards("upper/1/7", numbers=[1], game="math_storm", lang="en"), *own]


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


def test_every_piece_of_a_game_is_there_to_cut_out() -> None:
    """As many tiles and plates as the box has; both dice with all their faces, and the spinner with its numbers."""
    html = print_board("cloud_mountain", lang="en").html
    assert html.count('<g class="tile ') == sum(count for _, count in DEFAULT)
    assert html.count('<g class="plate ') == 5 and "Each line of three: 3." in html
    assert html.count('<tr><th scope="row">') == 5 and html.count('colspan="4"') == 4, "rounds, and teams"
    storm = print_board("math_storm", lang="en").html
    assert storm.count('class="fold"') == sum(map(len, DICE.values())) and storm.count('class="flap"') == 14
    assert storm.count('class="sector') == 10 and "needle" not in storm.split("</style>")[1]
    cards = print_cards("lower/1/1", numbers=[1], game="math_storm", lang="en").html.split("</style>")[1]
    assert cards.count('class="fold"') == storm.count('class="fold"') and "board-place" not in cards


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_stands_outside_its_page(paper: str) -> None:
    """Rows of tiles and their page: what is cut out has its true size, and fits with its margin."""
    width, height = PAPERS[paper]
    html = print_board("cloud_mountain", paper=paper, lang="en").html
    for part in html.split('<section class="page')[1:]:
        cut = re.search(r"--cut:([\d.]+)mm;.*?--across:(\d+)", part)
        if cut:
            size, across = float(cut[1]), int(cut[2])
            rows = -(-part.count("<figure>") // across)
            assert across * size <= width - 16 and rows * size + 16 + 2 * width / 52 * 2 <= height


def test_what_is_written_reads_well(tmp_path: Path) -> None:
    path = print_board(lang="en").save(tmp_path / "board.html")
    assert repr(path) == f"{path} is written." and path.exists() and path == tmp_path / "board.html"
    words.set_current("zh")
    assert repr(path) == f"已写入 {path}。"
    words.set_current("en")


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
        lambda: print_cards("lower/1/1", game="chess"),
    ],
)
def test_bad_input(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput) as caught:
        call()
    assert caught.value.say("en") != caught.value.say("zh")
