"""Tabletop games for Jupyter: boards to play on, with exact odds beside them.

    import toolkit

    toolkit.play("math_storm", seats=2, seed=1)

Exact laws of dice and cards, computed and not simulated (`help(toolkit.Dist)`; they live in `toolkit.core.dist`):

    toolkit.dice(4).highest(3)                   # four dice, the sum of the best three: a table with bars
    toolkit.sums(6) > toolkit.sums(4)            # Fraction(26724643, 30233088)
    toolkit.show(toolkit.sums(2))                # as a chart
    toolkit.Dist({"win": 1, "lose": 3})          # a law of your own
    toolkit.compare(law, seen=law.sample(1000))  # beside what is seen

The odds of each game are in `toolkit.games.<game>.odds`. Everything is loaded when it is first used.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from toolkit.core.dist import Dist as Dist
    from toolkit.core.dist import dice as dice
    from toolkit.core.dist import draws as draws
    from toolkit.core.dist import sums as sums
    from toolkit.table.widget import Table
    from toolkit.teaching.lesson import Lesson
    from toolkit.teaching.questions import Questions
    from toolkit.teaching.quiz import Quiz

__version__ = "0.1.0"
__all__ = [
    "Dist",
    "catalogue",
    "check",
    "compare",
    "dice",
    "draws",
    "lang",
    "laws",
    "lesson",
    "load",
    "pack",
    "play",
    "print_board",
    "print_cards",
    "questions",
    "quiz",
    "rulings",
    "show",
    "sums",
]


def __getattr__(name: str) -> Any:
    """`toolkit.laws` and the laws of dice, as soon as they are asked for."""
    if name == "laws":
        import toolkit.laws as found

        return found
    if name in ("Dist", "dice", "draws", "sums"):
        from toolkit.core import dist

        return getattr(dist, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What a notebook offers when a name is completed: what is public."""
    return sorted(__all__)


def play(
    game: Any,
    seats: int | Sequence[str] = 2,
    *,
    seed: int | str | None = None,
    lang: str | None = None,
    bots: Mapping[Any, Any] | None = None,
    undo: str | None = None,
    seat: int | None = None,
    show: str = "all",
    **ruleset: Any,
) -> Table:
    """A table to play at: board and panels in one widget.

    `game`: a name of `catalogue()`, or a game of your own: a module of rules, or a `toolkit.core.kit.Kit`.
    `seats`: how many, or their names. `seed`: same seed, same dice and cards.
    `lang`: "en" or "zh". `bots`: computer players by seat or its letter: a name, `(name, chance of a right answer)`, or
    `("gentle", chance, strength)` with the strength from 0, random, to 1, its best. `undo`: "all", "host", "none".
    `seat`: the only seat that plays at this table. `show`: results and odds are shown at once ("all"), "after" the
    class has said its number, or never ("none"). `ruleset`: the fields of the game's ruleset.
    `BadInput` (a `ValueError`) says what was given and what would be right.
    """
    from toolkit.core import registry, words
    from toolkit.core.match import Match
    from toolkit.table.widget import Table, known_seat
    from toolkit.table.widget import bots as seated

    with words.speaking(lang) as language:
        kit = registry.known(game)
        names = tuple(seats) if isinstance(seats, list | tuple) else ()
        count: Any = len(names) if names else seats
        ruleset |= _box(ruleset)
        match = Match(
            kit.rules,
            count,
            seed=seed,
            names=names,
            bots=seated(kit, bots),
            undo=undo,
            buttons=kit.board.BUTTONS,
            **ruleset,
        )
        match.advance()
        return Table(match, seat=known_seat(seat, match), lang=language, show=show)


def _box(ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """The pack's name instead of the pack; its faults that are worth a look become a warning."""
    cards: Any = ruleset.get("cards")
    if not hasattr(cards, "report"):
        return {}
    if notes := cards.report():
        warnings.warn(notes, UserWarning, stacklevel=3)
    return {"cards": cards.name}


def load(record: Any, game: Any = None, *, lang: str | None = None) -> Table:
    """Resumes a match from its record: a dict, JSON text, or a file's path. `BadInput` says what is wrong.

    `game`: a game of your own, as for `play`, if it has not been played since the notebook was started.
    """
    from toolkit.core import registry, words
    from toolkit.core.match import Match
    from toolkit.core.record import read_record
    from toolkit.table.widget import Table
    from toolkit.table.widget import bots as seated

    with words.speaking(lang) as language:
        if isinstance(record, Path) or (isinstance(record, str) and not record.lstrip().startswith(("{", "["))):
            record = _read(Path(record))
        given = read_record(record)
        kit = registry.kit(given["game"]) if game is None else registry.known(game)
        bots = {int(key): tuple(value) for key, value in given.get("bots", {}).items()}
        match = Match.replay(record, kit.rules, bots=seated(kit, bots), buttons=kit.board.BUTTONS)
        match.advance()
        return Table(match, lang=language)


def _read(path: Path) -> str:
    from toolkit.core import files
    from toolkit.core.record import MOST
    from toolkit.core.shown import shown
    from toolkit.core.words import BadInput

    try:
        return files.read(path, MOST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadInput("record_file", given=shown(str(path)[-90:], 100), reason=files.cause(error)) from None


def lesson(
    game: Any = "",
    teams: int | Sequence[str] | None = None,
    minutes: int = 30,
    *,
    cards: Any = None,
    stretch: float | str | None = 1,
    reveal: str = "at once",
    show: str = "all",
    bots: Mapping[Any, Any] | None = None,
    lang: str | None = None,
    seed: int | str | None = None,
    save: str | Path | bool | None = True,
    **choices: Any,
) -> Lesson:
    """A game as a lesson: a start page on which all of this can still be changed, the game, and a report.

    `game`: as for `play`; left out, the first game that has question cards. `teams`: how many, or their names.
    `minutes`: of the lesson; 0: no countdown. `show`, `bots`: as for `play`. `save`: the file next to the notebook that
    holds the last move; `True`: one named after the game; `None`: none.
    Of a game with question cards: `cards`: a pack, else those of the game. `stretch`: the time for a card, times 1,
    1.5, 2 or 4; "off": no limit. `reveal`: answers are shown "at once", at the "end", or "never".
    `choices`: the game's own, such as `band="upper"`, `stars=(2, 1, 1)`, `end="time"`, `rounds=5`, and other fields of
    its ruleset. `BadInput` for what cannot be used; it names the choices there are.
    """
    from toolkit.core import registry, words
    from toolkit.teaching import plan
    from toolkit.teaching.lesson import lesson as begin

    if teams is None and isinstance(game, int | list | tuple):  # lesson(3), lesson(["Reds", "Blues"])
        game, teams = "", game
    with words.speaking(lang) as language:
        made = plan.plan(
            game or next(kit.name for kit in registry.kits() if kit.answered),
            teams,
            bots=bots,
            minutes=minutes,
            cards=getattr(cards, "name", "" if cards is None else cards),
            stretch=plan.OFF if stretch in ("off", None) else stretch,
            reveal=reveal,
            show=show,
            seed=seed,
            **choices,
        )
        return begin(made, save, language)


def pack(source: Any, title: str = "") -> Any:
    """A teacher's question cards: a CSV or JSON file, or its text. `toolkit.play("math_storm", cards=pack)`.

    One card a row, at most 5,000. The first row names the columns, in any order; those with * are needed:

        stars *        1, 2 or 3 (or ★, ★★, ★★★): how hard it is
        prompt_en *    the question; or prompt_zh, or both. One that is missing is filled with the other
        answer *       85, or 4 R 5 for a quotient with remainder, or the right choice as it is written
        kind           int (if empty), quotient_remainder, or choice
        wrong1 … wrong3           wrong answers: the other choices, or usual errors
        hint1, hint2              shown one after the other when a pupil asks
        solution_en, solution_zh  shown after the answer
        family, band, id, tags    what the report sorts by: any text; band is lower or upper

    `toolkit.cards.packs.example("en")` is such a file as text. Save a spreadsheet as “CSV UTF-8”; commas, semicolons
    and tabs are all read. `PackError` (a `ValueError`) lists every fault with line and column, and nothing is loaded.
    """
    from toolkit.cards import packs

    return packs.pack(source, title)


def print_cards(cards: Any, **options: Any) -> Any:
    """Question cards as one HTML file to print, nine to a page, two-sided: `print_cards(pack).save("cards.html")`.

    `cards`: a pack, a box such as `"lower/1/1"`, or questions.
    Options: `stars`, `numbers`, `game` (its dice and pieces follow), `paper` ("A4", "letter"), `lang`.
    """
    from toolkit.teaching import printing

    return printing.print_cards(cards, **_known(options, "stars", "numbers", "game", "paper", "lang"))


def print_board(game: str = "", **options: Any) -> Any:
    """Board, pieces to cut out and what else a game needs on paper, in true size, as one HTML file to print.

    `game`: by default the first that has something to print. Options: `paper` ("A4", "A3", "letter"), `lang`.
    """
    from toolkit.teaching import printing

    return printing.print_board(game, **_known(options, "paper", "lang"))


def _known(options: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """The options, all of which are among the names. `BadInput` in the language that they ask for."""
    from toolkit.core import words
    from toolkit.core.words import BadInput

    with words.speaking(options.get("lang")):
        for name in options:
            if name not in names:
                raise BadInput("option", given=name, right=", ".join(names))
    return options


def catalogue() -> Any:
    """The games there are, with seats, and the fields of their rulesets."""
    from toolkit.table.catalogue import Catalogue

    return Catalogue()


def rulings(game: str) -> Any:
    """The options of a game: every field of its ruleset, its default, and the rule behind it."""
    from toolkit.table.catalogue import Rulings

    return Rulings(game)


def lang(language: str) -> None:
    """The language of what follows: "en" or "zh"."""
    from toolkit.core import words

    words.set_current(language)


def show(chart: Any) -> Any:
    """As a picture that needs no network: an Altair chart, a law or chances, or what `.chart()` of the odds gives."""
    from toolkit.charts import picture

    return picture.show(chart)


def questions(family: Any = None, band: str = "lower", stars: Any = 2, n: int = 20, seed: int | str = 1) -> Questions:
    """`n` different questions, the same for the same seed; shown without their answers.

    `family`: "L1" … "L8", "U1" … "U8", "B", several in turn, or `None` for all of the band "lower" or "upper".
    `stars`: 1, 2 or 3, or several in turn. `BadInput` for an unknown family, band or number of stars.
    """
    from toolkit.teaching.questions import questions

    return questions(family, band, stars, n, seed)


def quiz(
    questions: Iterable[Any],
    *,
    hints: bool = True,
    reveal: Literal["at once", "end", "never"] = "at once",
    seconds: float | None = None,
    lang: str | None = None,
) -> Quiz:
    """A quiz of these questions, one card at a time. `results()` and `csv()` tell how it went.

    `hints`: a nudge, a step, and, where answers are told at once, the solution. `reveal`: when the page says whether an
    answer is right: "at once", at the "end", "never". `seconds`: for the whole quiz. `BadInput` for what is wrong.
    """
    from toolkit.teaching.quiz import quiz

    return quiz(questions, hints=hints, reveal=reveal, seconds=seconds, lang=lang)


def check(id: str, answer: Any = ...) -> None:
    """Prints whether the answer to the question `id` of a notebook, such as "03.q2", is right.

    A number, a `Fraction`, a text such as "1/6", "17 %", "1 in 6" or "27 + 45", or a set of cells.

    `BadInput` for an unknown id.
    """
    from toolkit.teaching.check import check

    check(id, answer)


def compare(exact: Mapping[Any, Any], seen: Any = None, n: int = 0, guess: Any = None) -> Any:
    """Exact chances by name next to what was `seen` in `n` rolls, and how far guesses are off: a picture and a table.

    `seen`: counts by name, or a list of results. `guess`: `{"storm": "1 in 4"}`, in any spelling that `check` reads.
    """
    from toolkit.teaching.compare import compare

    return compare(exact, seen, n, guess)
