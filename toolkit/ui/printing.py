"""Sheets to print: question cards, and the board with what is to be cut out.

    print_cards(pack).save("cards.html")       # nine to a page, the answers on the other side
    print_board(paper="A3").save("board.html")

A sheet is one HTML file without a script, a link or a picture from elsewhere. It is light, whatever the screen is,
and as large as it says: cards of 63 × 88 mm with a margin of 3 mm inside the cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup

from toolkit.core import files, quiz, words
from toolkit.core.game import BadInput
from toolkit.core.packfaults import told
from toolkit.core.packrows import bare_prompt
from toolkit.core.quiz import Cards, Question
from toolkit.ui import assets, scene

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
CARD = (63.0, 88.0)
ACROSS, DOWN = 3, 3
INSIDE = (57.0, 82.0)
"""A card without its margin."""
BOARD = {"A4": 180.0, "A3": 265.0, "letter": 180.0}
"""Width of the board in millimetres."""
BOARDS = ("math_storm",)
CHIPS = 12

LINE = 1.4
"""Height of a line, by the size of its letters."""
SPACE = 0.36
_WORD = re.compile("[\u2e80-\uffff]|[^\u2e80-\uffff \n]+ ?| ")
_TERM = r"[\d□○+−×÷=<>()\u2460-\u2469]"
_EQUATION = re.compile(rf"(?<={_TERM}) (?={_TERM})|(?<=[\d□]) (?=r [\d□])|(?<=[\d□] r) (?=[\d□])")

T = TypeVar("T")


class Sheet:
    """A file to print. `html` is all of it; `pages` how many pages it has, of which paper."""

    def __init__(self, html: str, what: str, pages: int, paper: str) -> None:
        self.html, self.what, self.pages, self.paper = html, what, pages, paper

    def __repr__(self) -> str:
        return f"Sheet({self.what}, {self.pages} pages, {self.paper})"

    def save(self, path: str | Path) -> Path:
        """Writes the file and returns its path. `BadInput` where that is not possible."""
        return files.write(path, self.html)


class Face(NamedTuple):
    """One side of a card: sizes of letters in millimetres, chosen so that the text fits."""

    number: int
    stars: int
    text: str
    size: float
    lines: tuple[str, ...] = ()
    small: float = 0.0


def print_cards(
    cards: Cards | str | Iterable[Question],
    *,
    stars: int | None = None,
    numbers: Iterable[int] | None = None,
    paper: str = "A4",
    lang: str | None = None,
) -> Sheet:
    """Question cards, nine to a page; after each page its answers, for printing on both sides (long edge).

    `cards`: a pack, a deck or its name, or questions. `stars`, `numbers`: only those. `BadInput` for what cannot be.
    """
    with words.speaking(lang) as language:
        paper = _known_paper(paper, ("A4", "letter"))
        chosen, title = _chosen(cards, _known_stars(stars), _known_numbers(numbers))
    pages: list[tuple[list[Face | None], list[Face | None]]] = []
    for part in _rows(chosen, ACROSS * DOWN):
        fronts = _filled([_front(number, card, language) for number, card in part])
        backs = _filled([_back(number, card, language) for number, card in part])
        pages.append((fronts, list(mirrored(backs))))
    heading = " · ".join(filter(None, (told("print.cards", language), title)))
    html = _page("cards", heading, "print.how_cards", paper, language, pages=pages, pack=title)
    return Sheet(html, f"{len(chosen)} cards", 2 * len(pages), paper)


def _chosen(
    cards: Cards | str | Iterable[Question], stars: int | None, numbers: Sequence[int] | None
) -> tuple[list[tuple[int, Question]], str]:
    """The cards with their numbers, and what the box is called. `BadInput` where there is none."""
    box: Any = quiz.deck(cards) if isinstance(cards, str) else cards
    if hasattr(box, "cards"):
        levels = quiz.STARS if stars is None else (stars,)
        there = sorted(number for level in levels for number in box.cards(level))
        chosen = there if numbers is None else [number for number in numbers if box.stars(number) in levels]
        found, title = [(number, box.card(number)) for number in chosen], getattr(box, "title", box.name)
    else:
        each, title = enumerate(_questions(box), 1), ""
        found = [(n, one) for n, one in each if (numbers is None or n in numbers) and stars in (None, one.stars)]
    if not found:
        raise BadInput("card", given=repr(stars if numbers is None else numbers), right="1 …")
    return found, title


def _questions(given: Any) -> list[Question]:
    found = list(given) if isinstance(given, Iterable) else []
    if not found or not all(isinstance(one, Question) for one in found):
        raise BadInput("print_cards", given=repr(given)[:60], right='toolkit.pack("my_cards.csv") | "lower/1/1"')
    return found


def _known_stars(stars: Any) -> int | None:
    if stars is not None and (isinstance(stars, bool) or stars not in quiz.STARS):
        raise BadInput("stars", given=repr(stars), right=" | ".join(map(str, quiz.STARS)))
    return None if stars is None else int(stars)


def _known_numbers(numbers: Any) -> list[int] | None:
    found = list(numbers) if isinstance(numbers, Iterable) and not isinstance(numbers, str) else [numbers]
    if numbers is not None and not all(isinstance(number, int) for number in found):
        raise BadInput("option_value", name="numbers", given=repr(numbers), right="[1, 2, 3]")
    return None if numbers is None else found


def _known_paper(paper: str, papers: Sequence[str]) -> str:
    if paper not in papers:
        raise BadInput("option_value", name="paper", given=repr(paper), right=" | ".join(map(repr, papers)))
    return paper


def _rows(items: Sequence[T], length: int) -> Iterator[Sequence[T]]:
    return (items[at : at + length] for at in range(0, len(items), length))


def _filled(faces: list[Face]) -> list[Face | None]:
    return [*faces, *[None] * (ACROSS * DOWN - len(faces))]


def mirrored(faces: Sequence[Face | None]) -> Iterator[Face | None]:
    """Each row from right to left: behind every question its own answer, when the paper turns on its long edge."""
    for row in _rows(faces, ACROSS):
        yield from reversed(row)


def _front(number: int, card: Question, lang: str) -> Face:
    """The question, and what there is to choose from on lines of its own."""
    bare = bare_prompt(card, lang)
    choices = card.prompt.get(lang).removeprefix(bare).strip()
    text = "\n".join([bare, *choices.split("  ")]) if choices else bare
    return Face(number, card.stars, *_set(text, 60, 9, 1.8, whole=4.4))


def _back(number: int, card: Question, lang: str) -> Face:
    """The answer, and below it as much of the worked steps as there is room for."""
    text, size = _set(card.told(card.answer, lang), 16, 11, 3, whole=5)
    steps, small = _set("\n".join(step.get(lang) for step in card.steps), 46, 4, 2.6, whole=2.9)
    if height(steps, small) > 48:
        steps = _cut(steps, small)
    return Face(number, card.stars, text, size, tuple(steps.split("\n")) if steps else (), small)


def _set(text: str, high: float, most: float, least: float, whole: float) -> tuple[str, float]:
    """The text and the size of its letters: equations, or else words, stay whole down to the size `whole`."""
    for kept in (held_together(text), text):
        size = fitting(kept, high, most, whole, unbroken=True)
        if fits(kept, high, size, unbroken=True):
            return kept, size
    return text, fitting(text, high, most, least)


def _cut(text: str, size: float) -> str:
    """What stands on the card of a text that is too long for it, with an ellipsis."""
    while height(text + "…", size) > 48:
        text = text[: -max(1, len(text) // 20)]
    return text.rstrip() + "…"


def held_together(text: str) -> str:
    """The text with equations that no line end breaks."""
    return _EQUATION.sub("\u00a0", text)


def fitting(text: str, high: float, most: float, least: float, unbroken: bool = False) -> float:
    """The largest size of letters, in tenths of a millimetre, at which the text fits; at least `least`."""
    size = most
    while size > least and not fits(text, high, size, unbroken):
        size = round(size - 0.1, 1)
    return size


def fits(text: str, high: float, size: float, unbroken: bool = False) -> bool:
    """Whether the text is at most so high, and, `unbroken`, no word is longer than a line."""
    widest = max(map(_width, _WORD.findall(text)), default=0.0) if unbroken else 0.0
    return widest <= _room(size) and height(text, size) <= high


def height(text: str, size: float) -> float:
    """About how high the text stands."""
    return size * LINE * sum(_lines(line, _room(size)) for line in text.split("\n"))


def _room(size: float) -> float:
    """How many ems a line of a card takes."""
    return 0.97 * INSIDE[0] / size


def _lines(text: str, room: float) -> int:
    """How many lines of so many ems a text takes: broken between words, and after any Chinese letter."""
    lines, used = 1, 0.0
    for word in _WORD.findall(text):
        wide = _width(word)
        if used and used + wide - SPACE * word.endswith(" ") > room:
            lines, used = lines + 1, 0.0
        lines, used = lines + max(0, ceil(wide / room) - 1), used + min(wide, room)
    return lines


def _width(word: str) -> float:
    """In ems, of the widest letters that a system is likely to have: bold, and of DejaVu's width."""
    return sum(_letter(letter) for letter in word)


def _letter(letter: str) -> float:
    if letter in " \u00a0":
        return SPACE
    if letter in ".,:;!()[]|’il":
        return 0.46
    if letter in "MWmw%@":
        return 1.1
    return 1.0 if letter > "\u2e7f" or letter in "…□○★" else 0.72


def print_board(game: str = "math_storm", *, paper: str = "A4", lang: str | None = None) -> Sheet:
    """The empty board, and on a second page the pawns and chips to cut out. `BadInput` for what cannot be."""
    with words.speaking(lang) as language:
        if game not in BOARDS:
            raise BadInput("game", given=repr(game), right=", ".join(BOARDS))
        width = BOARD[_known_paper(paper, tuple(BOARD))]
    say = scene.Words(game, language, ())
    title = words.say(f"{game}.title", language)
    more = _empty(game, say) | {
        "board_width": width,
        "board": f"{game}/board.svg.jinja",
        "pawn_size": round(width / 15, 1),
        "chip_size": round(width / 12, 1),
        "teams": [words.seat_name(seat, language) for seat in range(4)],
        "kinds_of_cell": [
            (kind, words.say(f"{game}.cell.{kind}", language)) for kind in ("storm", "chance", "challenge")
        ],
        "chips": CHIPS,
    }
    return Sheet(_page("board", title, "print.how_board", paper, language, **more), f"board of {game}", 2, paper)


def _empty(game: str, say: scene.Words) -> dict[str, Any]:
    """What the board's template needs, with every pawn off the board."""
    module = import_module(f"toolkit.games.{game}")
    board = import_module(f"toolkit.games.{game}.board")
    view = module.view(module.start(module.SEATS[0]), None)
    view |= {"pawns": [], "passed": [], "held": [], "hops": []}
    found: dict[str, Any] = board.context(view, None, say.t, say.w, lambda action: "")
    return found | {"v": view, "t": say.t, "w": say.w, "reach": (), "seat_class": scene.seat_class}


def _page(kind: str, title: str, how: str, paper: str, lang: str, **more: Any) -> str:
    width, height = PAPERS[paper]
    style = assets.css(picture=True) + (assets.STATIC / "print.css").read_text("utf-8")
    return (
        scene.environment()
        .get_template("print.html.jinja")
        .render(
            kind=kind,
            title=title,
            how=told(how, lang),
            say_of=lambda key, **args: told(f"print.{key}", lang, **args),
            lang="zh-Hans" if lang == "zh" else lang,
            css=Markup(style),
            paper=paper,
            width=width,
            height=height,
            card=CARD,
            across=ACROSS,
            down=DOWN,
            **more,
        )
    )
