"""A game of one's own at the plain board: facts, columns, grids, buttons, commands, panels, records, both languages."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import Struct
from msgspec.structs import replace

import toolkit
from tests.core.test_open_game import Take, nim
from tests.examples import pig
from tests.support.markup import Page, check_markup
from tests.support.tables import do, match_at_table, session, walk
from toolkit.core import registry, words
from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Decision, IllegalAction, Outcome
from toolkit.core.kit import Kit, PlainBoard
from toolkit.table import picture
from toolkit.table.session import Session


def own(game: Any, seats: int = 2, lang: str = "en", **options: Any) -> Session:
    return Session(match_at_table(game, seats, **{"seed": 3} | options), lang=lang)


def texts(page: Page, tag: str, key: str | None = None) -> list[str]:
    """What elements of this tag say, from the one with this key on."""
    found = [(attrs.get("data-key"), "".join(text).split()) for one, attrs, text in page.elements if one == tag]
    return [" ".join(text) for at, text in found if key is None or at == key]


def columns(page: Page) -> list[str]:
    """What the columns of the seats say, row by row."""
    cells = ((attrs.get("class") or "", "".join(text).strip()) for tag, attrs, text in page.elements if tag == "td")
    return [text for classes, text in cells if classes.startswith("s")]


class Put(Decision, frozen=True, tag="put"):
    row: int
    column: int


class Spin(Decision, frozen=True, tag="spin"):
    wheel: int


class Stopped(Outcome, frozen=True, tag="stopped"):
    at: int
    colour: str = "red"


class Bag(Struct, frozen=True):
    red: int = 3


class Cells(Struct, frozen=True):
    cells: tuple[tuple[str, ...], ...] = (("", "", ""), ("", "", ""), ("", "", ""))
    seat: int = 0
    known: bool = True
    nothing: None = None
    bag: Bag = Bag()
    note: str = "a sentence that is longer than a word"


def grid(**more: Any) -> Any:
    """Noughts and crosses without an end."""

    def apply(state: Cells, action: Put) -> Cells:
        if not 0 <= action.row < 3 or not 0 <= action.column < 3 or state.cells[action.row][action.column]:
            raise IllegalAction("taken")
        rows = [list(row) for row in state.cells]
        rows[action.row][action.column] = "×○"[action.seat]
        return replace(state, cells=tuple(map(tuple, rows)), seat=1 - state.seat)

    def legal_actions(state: Cells, seat: int) -> tuple[Put, ...]:
        free = ((row, column) for row in range(3) for column in range(3) if not state.cells[row][column])
        return tuple(Put(seat, *cell) for cell in free) if seat == state.seat else ()

    parts = {
        "NAME": "noughts",
        "SEATS": range(2, 3),
        "ACTIONS": Put,
        "start": lambda seats: Cells(),
        "to_move": lambda state: (state.seat,) if any("" in row for row in state.cells) else (),
        "legal_actions": legal_actions,
        "apply": apply,
        "returns": lambda state: tuple(sum(row.count(sign) for row in state.cells) for sign in "×○"),
    }
    return SimpleNamespace(**parts | more)


def wheels() -> Any:
    """Two wheels with different laws: the choice comes first."""

    class State(Struct, frozen=True):
        wheel: int = -1
        turned: int = 0

    def to_move(state: State) -> tuple[int, ...]:
        return (CHANCE,) if state.wheel >= 0 else (0,) if state.turned < 3 else ()

    law = {0: Dist.uniform(map(Stopped, (1, 2))), 1: Dist({Stopped(2): 1, Stopped(7, "blue"): 3})}
    return SimpleNamespace(
        NAME="wheels",
        SEATS=(1,),
        ACTIONS=Spin | Stopped,
        start=lambda seats: State(),
        to_move=to_move,
        legal_actions=lambda state, seat: (Spin(0, 0), Spin(0, 1)) if to_move(state) == (seat,) else (),
        chance_outcomes=lambda state: law[state.wheel],
        apply=lambda state, action: (
            State(action.wheel, state.turned) if isinstance(action, Spin) else State(-1, state.turned + 1)
        ),
        returns=lambda state: (state.turned,),
    )


@pytest.mark.parametrize("lang", words.LANGS)
def test_a_match_to_its_end_keeps_the_markup_contract(lang: str) -> None:
    for game, options in (
        (pig, {"goal": 20}),
        (Kit(rules=pig), {"goal": 15}),
        (grid(), {}),
        (wheels(), {}),
        (nim(), {}),
    ):
        seats = 1 if getattr(game, "NAME", "") == "wheels" else 2
        here = own(game, seats, lang, **options)
        for _ in walk(here, seed=2):
            check_markup(here.scene())
        assert not here.match.to_move and here.scene().count("tk-choice") == 0
        check_markup(here.scene())
        ElementTree.fromstring(picture.picture(here.match, lang))


def test_what_is_known_is_shown_by_its_shape() -> None:
    page = check_markup(own(grid()).scene())
    assert texts(page, "dt") == ["Known", "Nothing", "Bag", "Note"]
    assert texts(page, "dd") == ["✓", "–", "red 3", "a sentence that is longer than a word"]
    short = [attrs["class"] for _, attrs, _ in page.elements if "tk-fact" in (attrs.get("class") or "")]
    assert ["is-short" in (one or "") for one in short] == [True, True, True, False]
    assert texts(page, "figcaption") == ["Cells"]
    assert len([tag for tag, _, _ in page.elements if tag == "td"]) == 9 + 1 + 2, "a grid, a corner, and scores"
    assert "Score" in texts(page, "th"), "from `returns`, since no field holds it"


def test_a_value_for_each_seat_has_a_column_under_its_sign() -> None:
    here = own(pig, 3, names=("Foxes", "Owls", "Bears"), goal=30)
    page = check_markup(here.scene())
    assert texts(page, "dt") == ["Turn total"], "what the table shows elsewhere is not shown again"
    heads = [(attrs.get("class"), "".join(text).split()[-1]) for tag, attrs, text in page.elements if tag == "th"]
    assert heads[:3] == [("sa is-turn", "AFoxes"), ("sb", "BOwls"), ("sc", "CBears")]
    assert columns(page) == ["0", "0", "0"]


def test_the_end_says_who_is_first_and_every_place() -> None:
    here = own(pig, 2, goal=5, seed=3)
    while here.match.to_move:
        assert do(here, here.legal()[-1]) is None
    page = check_markup(here.scene())
    assert here.snapshot().head.title == "The game is over. First: Team A"
    assert columns(page)[-2:] == ["1", "2"] and "Place" in texts(page, "th")


def test_few_actions_are_buttons_below_each_other_with_their_keys() -> None:
    here = own(pig)
    assert do(here, {"type": "roll", "seat": 0}) is None
    page = check_markup(here.scene())
    keys = [(attrs["data-key"], attrs["data-hotkey"]) for attrs in page.all("data-hotkey")]
    assert keys == [("choice-1", "1"), ("choice-2", "2")]
    assert texts(page, "button", "choice-1") == ["Roll1"] and texts(page, "button", "choice-2") == ["Hold2"]
    assert [json.loads(attrs["data-peek"] or "")["type"] for attrs in page.all("data-peek")] == ["roll", "hold"]


def test_many_actions_of_a_kind_are_side_by_side_under_its_name() -> None:
    page = check_markup(own(grid()).scene())
    assert "Put: row, column" in texts(page, "h3")
    buttons = [attrs for tag, attrs, _ in page.elements if tag == "button" and "data-peek" in attrs]
    assert [attrs["aria-label"] for attrs in buttons][:2] == ["Put row 0, column 0", "Put row 0, column 1"]
    assert texts(page, "button", "choice-2") == ["0, 1"] and len(buttons) == 9


def test_an_open_answer_has_a_field() -> None:
    class Say(Decision, frozen=True, tag="say"):
        text: str | None = None

    game = grid(NAME="words", ACTIONS=Say, legal_actions=lambda state, seat: (Say(seat),) if seat == state.seat else ())
    page = check_markup(own(game).scene())
    (field,) = page.all("data-ask")[:1]
    assert json.loads(field["data-ask"] or "") == {"action": {"type": "say", "seat": 0, "text": None}, "field": "text"}
    assert field["data-step"] == "0" and field["aria-label"] == "Team A: Say"
    assert [attrs["data-submit"] for attrs in page.all("data-submit")] == [field["data-key"]]


def test_chance_is_asked_for_by_a_button_or_drawn_at_once() -> None:
    asked, at_once = own(Kit(rules=pig)), own(pig)
    for here in (asked, at_once):
        assert do(here, {"type": "roll", "seat": 0}) is None
    assert asked.match.to_move == (CHANCE,) and asked.legal()[-1] == {"type": "chance"}
    assert asked.snapshot().head.title == "Team A: chance is due"
    assert "Next outcome" in texts(check_markup(asked.scene()), "button")
    assert do(asked, {"type": "chance"}) is None
    assert asked.match.log == at_once.match.log, "the same seed, the same die"
    bots = toolkit.play(Kit(rules=pig), bots={0: "random", 1: "random"}, goal=20)
    assert bots.match.to_move == (), "the dice of a computer wait for nobody"


@pytest.mark.parametrize(("lang", "typed"), [("en", "next"), ("zh", "抽取"), ("en", "Next Outcome")])
def test_typed_commands_play_everything(lang: str, typed: str) -> None:
    table = toolkit.play(Kit(rules=pig), seed=3, lang=lang)
    assert table.say("roll", typed, "hold", "undo", "redo").endswith(
        "keeps" + (", " if lang == "en" else "，") + "points 3"
    )
    assert [type(action) for action in table.match.log] == [pig.Roll, pig.Rolled, pig.Hold]
    noughts = toolkit.play(grid(), lang=lang)
    noughts.say("put 1 2", "PUT 0 0")
    assert noughts.match.state.cells[1][2] == "×" and noughts.match.state.cells[0][0] == "○"


def test_help_lists_what_can_be_typed() -> None:
    for lang, first in (("en", "You can type: roll, undo."), ("zh", "可以输入：roll、撤销。")):
        table = toolkit.play(pig, seed=3, lang=lang)
        table.say("roll", "hold")
        assert table.say("help").startswith(first)
        assert first in (check_markup(table.scene).all("title")[-1]["title"] or "") or lang


def test_what_cannot_be_typed_is_refused_with_what_can() -> None:
    table = toolkit.play(pig, seed=3)
    assert table.say("hold") == "“hold” cannot be done now. You can type: roll."
    assert table.say("fly").endswith("You can type: roll.")
    assert table.handle({"kind": "why", "about": {"action": {"type": "hold", "seat": 1}}}) == "not now"


def test_the_log_lists_events_or_else_the_actions() -> None:
    table = toolkit.play(pig, seed=3)
    assert table.say("roll", "hold").splitlines() == ["Team A: rolls, pips 3", "Team A: keeps, points 3"]
    silent = toolkit.play(nim())
    assert silent.say("take 2", "take 1").splitlines() == ["Team A: take, n 2", "Team B: take, n 1"]
    silent.handle({"kind": "set", "name": "lang", "value": "zh"})
    assert silent.story().splitlines() == ["A 队：take，n 2", "B 队：take，n 1"]
    one = toolkit.play(wheels(), 1)
    assert one.say("spin 1", "next").splitlines()[1].startswith("stopped, at ")


def test_undo_what_if_record_and_still_picture() -> None:
    table = toolkit.play(pig, ["Foxes", "Owls"], seed=3, goal=30)
    table.say("roll", "roll", "hold", "roll")
    record = json.loads(json.dumps(table.record()))
    registry.forget()
    again = toolkit.load(record, pig)
    assert again.match.log == table.match.log and again.match.options == {"goal": 30}
    assert toolkit.load(record).match.states == table.match.states, "known from then on"
    fork = table.fork(2)
    fork.say("roll")
    assert fork.match.ply > 2 and table.match.ply == 7
    table.undo()
    assert table.match.ply < 7
    svg = table.picture()
    ElementTree.fromstring(svg)
    assert "Foxes" in svg and "Turn total" in svg and "<button" not in svg
    assert "Foxes" in toolkit.load(record).still() or "data:image/svg" in toolkit.load(record).still()


def test_bots_play_and_one_seat_waits_for_the_others() -> None:
    table = toolkit.play(pig, bots={1: "random"}, seed=3, goal=40)
    for _ in range(60):
        if table.match.to_move:
            assert table.match.to_move == (0,)
            table.say("hold" if table.match.state.turn_total > 8 else "roll")
    assert table.match.to_move == () and "tk-icon" in table.scene
    alone = Session(match_at_table(pig, 2, seed=3), seat=1)
    assert alone.snapshot().head.instruction == "Wait for the others."
    assert not check_markup(alone.scene()).all("data-peek")


def law(here: Session) -> dict[str, Fraction]:
    rows = here.rows()["t0.next"]
    return {row["label"]: Fraction(row["exact"]) for row in rows if row["series"] == "now" and row["p"]}


def ghost(here: Session) -> dict[str, Fraction]:
    rows = here.rows()["t0.next"]
    return {row["label"]: Fraction(row["exact"]) for row in rows if row["series"] == "ghost" and row["p"]}


def note(here: Session) -> str:
    return next(panel.note for panel in here.snapshot().panels if panel.name == "next")


def test_the_panel_shows_the_law_of_the_next_outcome() -> None:
    die = {str(pips): Fraction(1, 6) for pips in range(1, 7)}
    here = own(Kit(rules=pig))
    assert law(here) == die and note(here).endswith("after this choice: Roll."), "only a roll leads to chance"
    assert do(here, {"type": "roll", "seat": 0}) is None
    assert law(here) == die and note(here) == "How likely each outcome is, exactly."
    assert "hidden" not in here.scene().partition('data-panel="t0.next"')[2].partition(">")[0]


def test_where_laws_differ_the_pointer_chooses_one() -> None:
    here = own(wheels(), 1)
    labels = [row["label"] for row in here.rows()["t0.next"]]
    assert law(here) == {} and labels == ["1 red", "2 red", "7 blue"] and "Rest the pointer" in note(here)
    assert here.handle({"kind": "peek", "action": {"type": "spin", "seat": 0, "wheel": 1}}) is None
    assert ghost(here) == {"2 red": Fraction(1, 4), "7 blue": Fraction(3, 4)}
    places = {row["label"]: row["order"] for row in here.rows()["t0.next"]}
    assert places == {"1 red": 0, "2 red": 1, "7 blue": 2}, "a ghost is drawn where its label is"
    assert "hidden" not in here.scene().partition('data-panel="t0.next"')[2].partition(">")[0]
    assert here.handle({"kind": "peek", "action": {"type": "spin", "seat": 0, "wheel": 0}}) is None
    assert ghost(here) == {"1 red": Fraction(1, 2), "2 red": Fraction(1, 2)}
    here.handle({"kind": "peek", "action": None})
    assert "hidden" in here.scene().partition('data-panel="t0.next"')[2].partition(">")[0], "nothing to draw"


def test_the_rarest_of_many_outcomes_are_counted_together() -> None:
    outcomes = Dist({Stopped(at): 1 + (at < 3) for at in range(30)})
    game = SimpleNamespace(**vars(wheels()) | {"chance_outcomes": lambda state: outcomes, "NAME": "many"})
    found = law(own(game, 1))
    assert len(found) == 13 and sum(found.values()) == 1 and found["others"] == Fraction(18, 33)
    assert found["0 red"] == Fraction(2, 33)


def test_where_seats_decide_in_secret_no_law_is_shown() -> None:
    game = SimpleNamespace(**vars(wheels()) | {"secret": lambda state: True, "NAME": "hush"})
    assert law(own(game, 1)) == {}


def test_a_board_of_ones_own_overrides_what_it_draws_differently() -> None:
    class Short(PlainBoard):
        UNLOGGED = frozenset({"rolls"})

        def headline(self, seen: Any, say: Any) -> Any:
            return replace(super().headline(seen, say), subtitle="to 100")

    here = own(Kit(rules=pig, board=Short(ask=False)))
    assert do(here, {"type": "roll", "seat": 0}) is None
    assert "to 100" in here.scene() and here.lines() == ()


def test_the_drawer_shows_the_docstring_and_the_options() -> None:
    here = own(pig, goal=30)
    assert here.handle({"kind": "set", "name": "book", "value": True}) is None
    drawer = check_markup(here.scene())
    assert any("A 1 loses what the turn has brought" in text for text in texts(drawer, "p"))
    assert "goal goal" in texts(drawer, "th")
    assert "Pig: roll as often" in repr(toolkit.catalogue()) and "goal = 100" in repr(toolkit.rulings("pig"))


def test_built_in_games_are_drawn_by_their_own_boards() -> None:
    assert "tk-plain" not in session().scene()


def test_a_random_action_of_the_grid_is_always_drawn() -> None:
    here, rng = own(grid()), random.Random(4)
    while here.match.to_move:
        action = rng.choice(here.legal())
        here.handle({"kind": "peek", "action": action})
        check_markup(here.scene())
        assert do(here, action) is None
    assert Take is not None
