"""The plain table of Las Vegas Royale: what it says in every phase, and what may be typed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import toolkit
from tests.games.las_vegas_royale.positions import lying, play, roll, table, turn
from tests.support.games_at_random import random_plies
from toolkit.core import words
from toolkit.core.match import Match, decode
from toolkit.core.say import Say
from toolkit.core.seen import Seen
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.board import BOARD, geometry, text
from toolkit.games.las_vegas_royale.rules import PHASES
from toolkit.games.las_vegas_royale.state import Place, State
from toolkit.table import commands
from toolkit.table.commands import suggestions
from toolkit.table.session import Session

TILES = (("A1", "B2", "D2"), ("E1", "F1", "H2"), ("E2", "F2", "G1"), ("G2", "H1", "B1"), ("A2", "C1", "D1"))


def states(seed: int = 1) -> list[State]:
    """A state of every phase, from random games with all mini-games."""
    met: dict[str, State] = {}
    for at in range(40):
        seats, options = 2 + at % 3, {"tiles": TILES[at % len(TILES)], "rounds": 2}
        if at % 5 == 4:
            del options["tiles"]
        for ply in random_plies(game, Random(f"{seed}:{at}"), seats, options):
            met.setdefault(game.due(ply.now).phase, ply.now)
    return list(met.values())


STATES = states()


def session(state: State, lang: str) -> Session:
    """A table at this position; its match has no past."""
    match: Match[Any, Any] = Match(game, state.seats, seed=1, buttons=BOARD.BUTTONS)
    match.states[0] = state
    return Session(match, lang=lang)


def test_every_phase_is_met() -> None:
    assert {game.due(state).phase for state in STATES} == {*PHASES, "over"}


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: game.due(state).phase)
def test_every_phase_is_drawn_with_all_its_choices(state: State, lang: str) -> None:
    here = session(state, lang)
    scene, shown = here.scene(), here.snapshot()
    assert "{" not in here.text() and words.say("las_vegas_royale.view.casinos", lang) in scene
    for action in here.legal():
        if action["type"] not in ("stop", "chance"):
            assert f'data-key="choice-{1 + [a for a in here.legal() if "seat" in a].index(action)}"' in scene
    assert suggestions(shown)


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("state", STATES, ids=lambda state: game.due(state).phase)
def test_every_choice_can_be_typed(state: State, lang: str) -> None:
    here = session(state, lang)
    legal = [action for action in here.legal() if action["type"] != "stop"]
    for action in legal:
        one = session(state, lang)
        line = next(word for word, meant in lines(one) if meant == action)
        assert one.handle({"kind": "say", "text": line}) is None, line
        assert one.match.ply and (action["type"] == "chance" or one.match.log[0] == decode(game, action))


def lines(here: Session) -> list[tuple[str, dict[str, Any]]]:
    shown = here.snapshot()
    return list(commands._words(shown, shown.legal, (here.lang,)).items())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("5", "None of your dice shows 5"),
        ("place 9", "There is no casino 9"),
        ("close 4", "First choose a number to place"),
        ("put 3 big", "First choose a number to place"),
        ("roll", "somebody has to choose"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_reason(line: str, said: str) -> None:
    here = session(roll(table(), "1123"), "en")
    here.handle({"kind": "say", "text": line})
    assert said in here.scene() and here.match.ply == 0


def test_the_table_of_casinos() -> None:
    state = turn(lying(table("F1 B2 D1"), {4: "aabBgg"}), "5", 5)
    say = Say("las_vegas_royale", "en")
    head, *rows = geometry.casinos(game.view(state, None), say)
    assert head == ("", "", "", "", "A", "B", "C", "grey")
    assert rows[3] == ("4", "", "80", "70", "2", "3+", "", "2") and rows[4][:5] == ("5", "", "90", "80", "1")
    assert rows[0][1] == "F1"


def test_the_big_die_of_a_roll_is_marked() -> None:
    view = game.view(roll(table(), "1123", big=5), None)
    assert text.rolled(view, Say("las_vegas_royale", "en")) == "1 1 2 3 6 6 6 5+"


def test_what_is_hidden_is_not_on_the_page() -> None:
    """The token that is hidden and the piles that are split stand on no public table."""
    state = turn(table("A1 B2 D1"), "1", 1)
    for tokens in (1, 2, 3):
        here = Session(_match(state), lang="en")
        here.match.play(game.legal_actions(state, 0)[tokens - 1])
        other = Session(_match(state), lang="en")
        other.match.play(game.legal_actions(state, 0)[tokens % 3])
        assert here.scene() == other.scene()


def _match(state: State) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(game, state.seats, seed=1, buttons=BOARD.BUTTONS)
    match.states[0] = state
    return match


def test_the_headline_says_who_has_won() -> None:
    say, over = Say("las_vegas_royale", "en"), next(s for s in STATES if game.due(s).phase == "over")
    seen = Seen(game.view(over, None), game.due(over), ranks=(1, *[2] * (over.seats - 1)))
    assert BOARD.headline(seen, say).title == "Team A wins!"
    seen = Seen(game.view(over, None), game.due(over), ranks=(1, 1, *[3] * (over.seats - 2)))
    assert BOARD.headline(seen, say).title == "The win is shared"


def test_a_game_is_opened_by_name_and_played_by_typing() -> None:
    here = toolkit.play("las_vegas_royale", seats=3, tiles=("A2", "D2", "H1"), seed=4)
    here.say("roll", "4")
    assert [type(action).__name__ for action in here.match.log[-2:]] == ["Rolled", "Place"]
    again = toolkit.load(here.record())
    assert again.match.state == here.match.state


def test_three_bots_play_a_whole_game() -> None:
    here = toolkit.play("las_vegas_royale", seats=3, rounds=1, bots=dict.fromkeys(range(3), "sensible"), seed=2)
    assert here.match.state.ending == "rounds"


def test_one_person_against_bots_is_asked_for_its_dice_alone() -> None:
    here = toolkit.play("las_vegas_royale", seats=3, rounds=1, first="named", bots={1: "sensible", 2: "random"}, seed=2)
    assert here.match.game.due(here.match.state).phase == "hand" and here.match.state.turn == 0
    before = here.match.state
    here.say("roll")
    placed = play(here.match.state, Place(0, here.match.state.agenda[-1].small[0]))
    assert placed.casinos != before.casinos
