"""The defaults for rules that leave parts of the protocol out, and what cannot be a game."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from tests.examples import pig
from tests.laws import sealed
from toolkit import games
from toolkit.core import open_game
from toolkit.core.game import CHANCE, Decision, Due, IllegalAction, Outcome
from toolkit.core.open_game import Completed, NoOptions, complete
from toolkit.core.words import BadInput


class Take(Decision, frozen=True, tag="take"):
    n: int


class Nim(NamedTuple):
    left: int = 5
    seat: int = 0


def nim(**more: Any) -> Any:
    """A game without chance, events, options: nothing but what is needed."""
    parts = {
        "NAME": "nim",
        "SEATS": (2,),
        "ACTIONS": Take,
        "start": lambda seats: Nim(),
        "to_move": lambda state: (state.seat,) if state.left else (),
        "legal_actions": lambda state, seat: tuple(
            Take(seat, n) for n in (1, 2) if n <= state.left and seat == state.seat
        ),
        "apply": lambda state, action: Nim(state.left - action.n, 1 - state.seat),
        "returns": lambda state: (int(not state.left and state.seat == 1), int(not state.left and state.seat == 0)),
    }
    return SimpleNamespace(**{name: part for name, part in (parts | more).items() if part is not None})


def test_whatever_is_left_out_has_a_default() -> None:
    game = complete(nim())
    state = game.start(2)
    assert game.RULES == 1 and game.MAX_PLIES == 10_000 and not game.SECRET and game.RULESET is NoOptions
    assert game.view(state, None) == {"left": 5, "seat": 0, "returns": [0, 0]}
    assert game.ruleset(state) == NoOptions() and game.events(state) == () and not game.secret(state)
    assert game.due(state) == Due("choice", 0)
    over = Nim(0, 1)
    assert game.due(over) == Due("over") and game.ranks(over) == (1, 2) and game.ranks(state) == (1, 1)
    action = Take(0, 2)
    assert game.redact(state, over, action, 1) == action == game.fill(state, action, Random(1))
    assert game.determinize(state, 1, Random(1)) is state and game.enclose(state) is None
    with pytest.raises(IllegalAction):
        game.chance_outcomes(state)
    assert not open_game.has_chance(game) and open_game.has_chance(pig)
    assert not open_game.reports_events(game, state)


def test_the_scores_are_in_the_view_once() -> None:
    game = pig.KIT.rules
    state = game.start(2)
    assert game.view(state, 0) == {"scores": (0, 0), "turn_total": 0, "seat": 0, "agenda": ()}
    assert open_game.reports_events(game, state)


def test_fields_of_the_state_are_known_by_their_names() -> None:
    game = pig.KIT.rules
    rolling = game.apply(game.start(3, goal=30), pig.Roll(0))
    assert game.ruleset(rolling) == pig.RULESET(goal=30)
    assert game.due(rolling) == Due("chance", 0), "the seat whose turn it is"
    assert [event.kind for event in game.events(game.apply(rolling, pig.Rolled(4)))] == ["rolls"]


def test_chance_has_no_law_where_it_is_not_to_move() -> None:
    game = pig.KIT.rules
    state = game.start(2)
    with pytest.raises(IllegalAction):
        game.chance_outcomes(state)
    assert game.to_move(game.apply(state, pig.Roll(0))) == (CHANCE,)
    assert game.chance_outcomes(game.apply(state, pig.Roll(0))) == pig.DIE


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"seats": 1}, "2–4"),
        ({"seats": 5}, "5"),
        ({"seats": True}, "True"),
        ({"seats": "2"}, "'2'"),
        ({"seats": 2, "gaol": 9}, "gaol"),
        ({"seats": 2, "goal": "many"}, "'many'"),
    ],
)
def test_start_is_asked_only_for_what_there_is(given: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        pig.KIT.rules.start(**given)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadInput, match="goal"):
        complete(nim()).start(2, goal=3)


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ({"apply": None, "returns": None}, "apply, returns"),
        ({"NAME": "a game"}, "'a game'"),
        ({"NAME": 7}, "7"),
        ({"SEATS": ()}, r"\(\)"),
        ({"SEATS": range(1, 9)}, r"range\(1, 9\)"),
        ({"SEATS": 2}, "2"),
        ({"ACTIONS": Nim}, "Nim"),
        ({"ACTIONS": Take | int}, "int"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_cannot_be_a_game_is_refused_by_name(part: dict[str, Any], named: str, lang: str) -> None:
    with pytest.raises(BadInput, match=named) as refused:
        complete(nim(**part))
    assert refused.value.say(lang)


def test_an_action_without_a_tag_is_refused() -> None:
    class Untagged(Outcome, frozen=True):
        pips: int

    with pytest.raises(BadInput, match="Untagged"):
        complete(nim(ACTIONS=Take | Untagged))


def test_a_class_or_an_object_can_be_a_game() -> None:
    class Rules:
        NAME, SEATS, ACTIONS = "nim", (2,), Take
        start, to_move, legal_actions = (
            staticmethod(getattr(nim(), name)) for name in ("start", "to_move", "legal_actions")
        )
        apply, returns = staticmethod(nim().apply), staticmethod(nim().returns)

    for rules in (Rules, Rules()):
        game = complete(rules)
        assert game.to_move(game.apply(game.start(2), Take(0, 1))) == (1,)
        assert repr(game) == "<game Rules>"


def test_a_whole_game_is_itself() -> None:
    for name in games.NAMES:
        assert complete(games.load(name)) is games.load(name)


def test_a_completed_module_is_pickled_by_its_name() -> None:
    game = complete(sealed)
    assert isinstance(game, Completed) and repr(game) == "<game tests.laws.sealed>"
    again = pickle.loads(pickle.dumps(game))
    assert again.NAME == "sealed" and again.start(2) == game.start(2)


def test_what_a_game_says_of_itself_is_its_docstring() -> None:
    assert open_game.about(pig.KIT.rules).startswith("Pig: roll as often as you dare.")
    assert open_game.about(games.load("math_storm")) == ""


def test_a_state_may_be_a_dataclass() -> None:
    @dataclass(frozen=True)
    class Heap:
        left: int = 5
        seat: int = 0
        seen: tuple[int, ...] = field(default=(1, 2))

    game = complete(nim(start=lambda seats: Heap()))
    assert game.view(game.start(2), None) == {"left": 5, "seat": 0, "seen": (1, 2), "returns": [0, 0]}


def test_the_ruleset_is_checked_by_its_types() -> None:
    class Heaps(Struct, frozen=True):
        heaps: tuple[int, ...] = (5,)

    given: list[Any] = []
    game = complete(nim(RULESET=Heaps, start=lambda seats, heaps=(5,): given.append(heaps) or Nim()))
    game.start(2, heaps=[3, 4])
    assert given == [(3, 4)]
