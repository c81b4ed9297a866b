"""Sheets as Chromium prints them: how many pages, how large, and whether everything stands on its card."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from toolkit.cards import card, families, generate
from toolkit.cards.packs import pack
from toolkit.core import words
from toolkit.teaching.printing import PAPERS, Sheet, print_board, print_cards

LONG = "The school library bought a number of new books. "
LONG_ZH = "学校图书馆新买了一批图书，借走了一些。"
PACK = f"""stars,answer,prompt_en,prompt_zh,kind,wrong1,solution_en,solution_zh
1,85,"{(LONG * 9)[:300]}","{(LONG_ZH * 20)[:300]}",,,"{(LONG * 20)[:600]}","{(LONG_ZH * 40)[:600]}"
2,7 r 5,{"W" * 60},,,,,
3,"a rather long answer, of forty letters..",q,,choice,another one,,
"""
OVERFLOWS = """() => [...document.querySelectorAll(".qcard, .qcard *")]
    .filter(({scrollWidth, scrollHeight, clientWidth, clientHeight}) =>
        clientWidth && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
    .filter(({tagName}) => tagName !== "FOOTER").map(({outerHTML}) => outerHTML.slice(0, 200))"""
BOXES = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
    const box = element.getBoundingClientRect(), page = element.closest(".page").getBoundingClientRect();
    return [box.left - page.left, box.top - page.top, box.width, box.height].map((px) => px / 96 * 25.4);
})"""
LINES = """() => [...document.querySelectorAll(".prompt")].map((prompt) => {
    const range = document.createRange();
    range.selectNodeContents(prompt);
    return [prompt.textContent, new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size];
})"""


@pytest.fixture
def paper(browser, tmp_path: Path):
    """`paper(sheet)`: the page with print styles, and the sizes in millimetres of the pages of its PDF."""
    context = browser.new_context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))

    def printed(sheet: Sheet):
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(sheet.save(tmp_path / "sheet.html").as_uri())
        data = page.pdf(prefer_css_page_size=True, print_background=True)
        assert len(asked) == 1, "it fetches something"
        asked.clear()
        return page, sizes(data)

    yield printed
    context.close()


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page of a PDF, in whole millimetres."""
    parts = [pdf, *(inflated(part) for part in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL))]
    boxes = [box for part in parts for box in re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", part)]
    return [(round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) for width, height in boxes]


def inflated(part: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(part)
    except zlib.error:
        return b""


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("kind", ["A4", "letter"])
def test_cards_fill_as_many_pages_as_they_say(paper, kind: str, lang: str) -> None:
    sheet = print_cards("upper/1/1", numbers=[*range(1, 10), *range(241, 246)], paper=kind, lang=lang)
    page, found = paper(sheet)
    assert found == [tuple(map(round, PAPERS[kind]))] * sheet.pages == [tuple(map(round, PAPERS[kind]))] * 4
    cards = page.evaluate(BOXES, ".qcard")
    assert len(cards) == 28 and {(round(w, 1), round(h, 1)) for _, _, w, h in cards} == {(63, 88)}
    fronts, backs = (page.evaluate(BOXES, f".{side} .qcard") for side in ("fronts", "backs"))
    for front, back in zip(fronts[:3], reversed(backs[:3]), strict=True):
        assert front[0] + front[2] == pytest.approx(PAPERS[kind][0] - back[0], abs=0.2)
        assert front[1] == pytest.approx(back[1], abs=0.2)


@pytest.mark.parametrize("lang", words.LANGS)
def test_everything_stands_on_its_card(paper, lang: str) -> None:
    made = [generate.question(family, stars, 3) for family in families.FAMILIES for stars in card.STARS]
    page, _ = paper(print_cards([*made, *pack(PACK)], lang=lang))
    assert page.evaluate(OVERFLOWS) == []
    equations = {text: lines for text, lines in page.evaluate(LINES) if re.fullmatch(r"[\d\s+−×÷=□()]+", text)}
    assert len(equations) > 15 and set(equations.values()) == {1}


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("kind", PAPERS)
def test_the_board_is_one_page_and_its_pieces_two_more(paper, kind: str, lang: str) -> None:
    page, found = paper(print_board(paper=kind, lang=lang))
    wide, high = PAPERS[kind]
    assert found == [(round(wide), round(high))] * 3
    ((left, top, width, height),) = page.evaluate(BOXES, ".board")
    assert width == pytest.approx(265 if kind == "A3" else 180, abs=0.5)
    assert min(left, top) > 5 and left + width < wide - 5 and top + height < high - 5
    assert page.locator(".board .pawn").count() == 0 and page.locator(".board [data-cell]").count() == 101
    pieces = page.evaluate(BOXES, "figure")
    assert len(pieces) == 8 + 12 + 2 + 1, "pawns, chips, dice, a spinner"
    assert all(min(x, y) > 0 and x + w < wide and y + h < high for x, y, w, h in pieces)
    pawn = page.evaluate(BOXES, "figure .pawn")[0]
    assert pawn[2] < width / 10, "a pawn is larger than a cell"


def test_a_dark_screen_is_printed_light(browser, tmp_path: Path) -> None:
    page = browser.new_page(color_scheme="dark")
    page.goto(print_board(lang="en").save(tmp_path / "board.html").as_uri())
    paint = "(selector) => getComputedStyle(document.querySelector(selector)).fill"
    assert page.evaluate(paint, ".cell.plain") == "rgb(255, 255, 255)"
    page.close()
