"""Sheets to print: question cards, and the board with its pieces to cut out.

    print_cards(pack).save("cards.html")       # nine to a page, the answers on the other side
    print_board(paper="A3").save("board.html")

What the pages of a game hold is the game's own: `board/print.html.jinja` has its board, `board/print_pieces.html.jinja`
what is to be cut out; both read what its kit gives with `prints`. A sheet is one HTML file without scripts, links or
pictures from elsewhere. It is light even on a dark screen, and has its true size on paper: cards of 63 × 88 mm with a
margin of 3 mm inside the cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from toolkit.cards import box as box_
from toolkit.cards import card as card_
from toolkit.cards.box import Cards
from toolkit.cards.card import Question
from toolkit.cards.pack_rows import bare_prompt
from toolkit.core import files, registry, words
from toolkit.core.kit import Kit, Say, Seen
from toolkit.core.shown import shown
from toolkit.core.words import BadInput
from toolkit.page import environment, frontend
from toolkit.page.attributes import Attributes, seat_class
from toolkit.teaching.typeset import ACROSS, CARD, DOWN, STEPS, Face, fit, height, mirrored, shorten, split

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
BOARD = {"A4": 180.0, "A3": 265.0, "letter": 180.0}
"""Width of the board in millimetres."""
MARGIN = 12.0
"""Millimetres at each edge of a page of pieces that are left free."""
KEEP = '.save("print.html")'
PAGE = '<section class="page'
"""How each page of a sheet begins."""


class Sheet:
    """A file to print. `html`: the whole file; `what`: what is on it; `pages`: how many there are, on which `paper`."""

    def __init__(self, html: str, what: str, pages: int, paper: str) -> None:
        self.html, self.what, self.pages, self.paper = html, what, pages, paper

    def __repr__(self) -> str:
        return words.say("said.sheet", words.current(), what=self.what, pages=self.pages, paper=self.paper, call=KEEP)

    def save(self, path: str | Path) -> Path:
        """Writes the file and returns its path. `BadInput` if that is not possible."""
        return files.write(path, self.html)


def print_cards(
    cards: Cards | str | Iterable[Question],
    *,
    stars: int | None = None,
    numbers: Iterable[int] | None = None,
    game: str = "",
    paper: str = "A4",
    lang: str | None = None,
) -> Sheet:
    """Question cards, nine to a page; after each page its answers, for printing on both sides (long edge).

    `cards`: a pack, a deck or its name, or questions. `stars`, `numbers`: only these cards. `game`: its dice and pieces
    follow, to cut out. `paper`: "A4" or "letter".
    `BadInput` for an unusable argument, and if there is no card to print.
    """
    with words.speaking(lang) as language:
        paper = _known_paper(paper, ("A4", "letter"))
        level = None if stars is None else card_.known_stars(stars)
        chosen, title = _chosen(cards, level, _known_numbers(numbers))
        kit = _printable(game) if game else None
    pages: list[tuple[list[Face | None], list[Face | None]]] = []
    for part in split(chosen, ACROSS * DOWN):
        fronts = _filled([_front(number, card, language) for number, card in part])
        backs = _filled([_back(number, card, language) for number, card in part])
        pages.append((fronts, list(mirrored(backs))))
    heading = " · ".join(filter(None, (words.say("print.cards", language), title)))
    more = _pieces(kit, paper, language) if kit else {}
    html = _page("cards", heading, "print.how_cards", paper, language, kit=kit, pages=pages, pack=title, **more)
    return Sheet(html, words.say("lesson.cards", language, n=len(chosen)), html.count(PAGE), paper)


def _chosen(
    cards: Cards | str | Iterable[Question], stars: int | None, numbers: Sequence[int] | None
) -> tuple[list[tuple[int, Question]], str]:
    """The cards with their numbers, and the title of the box. `BadInput` if there is no card."""
    box: Any = box_.deck(cards) if isinstance(cards, str) else cards
    if isinstance(box, Cards):
        levels = card_.STARS if stars is None else (stars,)
        there = sorted(number for level in levels for number in box.cards(level))
        chosen = there if numbers is None else [number for number in numbers if box.stars(number) in levels]
        numbered, title = [(number, box.card(number)) for number in chosen], box.title
    else:
        each, title = enumerate(_questions(box), 1), ""
        numbered = [(n, one) for n, one in each if (numbers is None or n in numbers) and stars in (None, one.stars)]
    if not numbered:
        raise BadInput("card", given=shown(stars if numbers is None else numbers), right="1 …")
    return numbered, title


def _questions(given: Any) -> list[Question]:
    cards = list(given) if isinstance(given, Iterable) else []
    if not cards or not all(isinstance(one, Question) for one in cards):
        raise BadInput("print_cards", given=shown(given), right='toolkit.pack("my_cards.csv") | "lower/1/1"')
    return cards


def _known_numbers(numbers: Any) -> list[int] | None:
    if numbers is None:
        return None
    listed = list(numbers) if isinstance(numbers, Iterable) and not isinstance(numbers, str) else [numbers]
    if not all(isinstance(number, int) for number in listed):
        raise BadInput("option_value", name="numbers", given=shown(numbers), right="[1, 2, 3]")
    return listed


def _known_paper(paper: str, papers: Sequence[str]) -> str:
    if paper not in papers:
        raise BadInput("option_value", name="paper", given=shown(paper), right=" | ".join(map(repr, papers)))
    return paper


def _filled(faces: list[Face]) -> list[Face | None]:
    """The faces of a page, `None` for each empty place."""
    return [*faces, *[None] * (ACROSS * DOWN - len(faces))]


def _front(number: int, card: Question, lang: str) -> Face:
    """The question, with each choice on a line of its own."""
    bare = bare_prompt(card, lang)
    choices = card.prompt.get(lang).removeprefix(bare).strip()
    text = "\n".join([bare, *choices.split("  ")]) if choices else bare
    return Face(number, card.stars, *fit(text, 60, 9, 1.8, whole=4.4))


def _back(number: int, card: Question, lang: str) -> Face:
    """The answer, and below it as much of the worked steps as fits."""
    text, size = fit(card.told(card.answer, lang), 16, 11, 3, whole=5)
    steps, small = fit("\n".join(step.get(lang) for step in card.steps), 46, 4, 2.6, whole=2.9)
    if height(steps, small) > STEPS:
        steps = shorten(steps, small)
    return Face(number, card.stars, text, size, tuple(steps.split("\n")) if steps else (), small)


def print_board(game: str = "", *, paper: str = "A4", lang: str | None = None) -> Sheet:
    """The empty board of a game, and its pieces to cut out.

    `game`: one that has something to print, by default the first of them. `paper`: "A4", "A3" or "letter".
    `BadInput` for an unknown game or paper.
    """
    with words.speaking(lang) as language:
        kit = _printable(game)
        _known_paper(paper, tuple(BOARD))
    html = _page(
        f"{kit.name}/print.html.jinja",
        words.say(f"{kit.name}.title", language),
        "print.how_board",
        paper,
        language,
        kit=kit,
        **_pieces(kit, paper, language),
    )
    return Sheet(html, words.say(f"{kit.name}.title", language), html.count(PAGE), paper)


def _printable(game: str) -> Kit:
    """The kit of a game with something to print; "": the first. `BadInput` names those there are."""
    printable = {kit.name: kit for kit in registry.kits() if kit.prints is not None}
    if game and game not in printable:
        raise BadInput("game", given=shown(game), right=", ".join(printable))
    return printable[game or next(iter(printable))]


def _pieces(kit: Kit, paper: str, lang: str) -> dict[str, Any]:
    """What the pages of a game read: a new match without pieces on the board, and what its kit gives."""
    assert kit.prints is not None
    game, say = kit.rules, Say(kit.name, lang)
    state = game.start(game.SEATS[0])
    more = dict(kit.prints(game.view(state, None)))
    seen = Seen(more.pop("view"), game.due(state), still=True)
    width, height = PAPERS[paper]
    return {
        "v": seen.view,
        "b": kit.board.context(seen, say, Attributes.none().choice),
        "t": say.t,
        "w": say.w,
        "seat_class": seat_class,
        "pieces_of": f"{kit.name}/print_pieces.html.jinja",
        "board_of": f"{kit.name}/board.svg.jinja",
        "board_width": BOARD[paper],
        "teams": [words.seat_name(seat, lang) for seat in range(max(game.SEATS))],
        "room": (width - 2 * MARGIN, height - 2 * MARGIN),
        **more,
    }


def _page(template: str, title: str, how: str, paper: str, lang: str, *, kit: Kit | None = None, **more: Any) -> str:
    width, height = PAPERS[paper]
    style = frontend.print_css(kit)
    return (
        environment.environment()
        .get_template("cards.html.jinja" if template == "cards" else template)
        .render(
            title=title,
            how=words.say(how, lang),
            say_of=lambda key, **args: words.say(f"print.{key}", lang, **args),
            lang="zh-Hans" if lang == "zh" else lang,
            css=Markup(style),
            paper=paper,
            width=width,
            height=height,
            card=CARD,
            across=ACROSS,
            down=DOWN,
            **{"pieces_of": ""} | more,
        )
    )
