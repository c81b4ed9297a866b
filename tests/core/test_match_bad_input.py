"""Records and arguments that a match cannot use: each is refused with what was given and what would be right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.games_at_random import go_on
from toolkit.core import words
from toolkit.core.game import IllegalAction
from toolkit.core.match import Bot, Match
from toolkit.core.playout import random_policy
from toolkit.core.record import checksum
from toolkit.core.words import BadInput
from toolkit.games import math_storm as game

LONG = 60
"""Plies of the record that is spoilt here."""


def refused(given: Any) -> BadInput:
    """Why a record cannot be used; in both languages there are words for it."""
    with pytest.raises(BadInput) as caught:
        Match.replay(given, game)
    for lang in words.LANGS:
        assert caught.value.say(lang)
    return caught.value


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    return go_on(Match(game, seed=1), LONG).record()


def fresh(record: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The record with something changed, as if it had been saved like that."""
    rest = {name: value for name, value in (record | changed).items() if name != "check"}
    return rest | {"check": checksum(rest)}


def test_what_is_no_json(record):
    text = json.dumps(record)
    for given in (text[:-20], text[: len(text) // 2], "", "hello", b"\xff\xfe", "[" * 200_000):
        assert refused(given).key == "record_json"
    for given in ("[]", "3", "null", [record], None, 5):
        assert refused(given).key == "record_json"


@pytest.mark.parametrize("name", ["toolkit", "game", "rules", "seats", "options", "seed", "log"])
def test_a_field_is_missing(record, name):
    rest = {key: value for key, value in record.items() if key != name}
    error = refused(rest)
    assert (error.key, error.args_) == ("record_field", {"name": name})


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("toolkit", "1", "int"),
        ("toolkit", True, "int"),
        ("game", 3, "str"),
        ("rules", "1", "int"),
        ("rules", 1.0, "int"),
        ("seats", "2", "int"),
        ("seats", True, "int"),
        ("seats", None, "int"),
        ("options", [], "dict"),
        ("options", None, "dict"),
        ("seed", 1.5, "int | str | null"),
        ("seed", [1], "int | str | null"),
        ("seed", False, "int | str | null"),
        ("names", "Ada", "list"),
        ("names", None, "list"),
        ("bots", ["random"], "dict"),
        ("bots", {"Ada": ["random", 1]}, '{"1": ["random", 0.5]}'),
        ("bots", {"1": "random"}, '{"1": ["random", 0.5]}'),
        ("log", {}, "list"),
        ("log", "roll", "list"),
    ],
)
def test_a_field_has_another_type(record, name, value, right):
    error = refused(fresh(record, **{name: value}))
    assert error.key == "record_value"
    assert error.args_ == {"name": name, "given": json.dumps(value), "right": right}


def test_a_record_that_was_cut_or_edited(record):
    log = record["log"]
    moved = [entry | {"pawn": 1 - entry["pawn"]} if entry["type"] == "move" else entry for entry in log]
    assert moved != log
    for changed in ({"log": log[:-1]}, {"log": moved}, {"seed": 2}, {"names": ["Ada", "Ben"]}, {"check": "0" * 12}):
        assert refused(record | changed).key == "record_edited"
    for check in (None, 5, ["x"], ""):
        assert refused(record | {"check": check}).key == "record_edited"
    assert refused(record | {"extra": {1, 2}}).key == "record_edited", "no JSON holds that"


def test_of_another_version_game_or_rules(record):
    error = refused(fresh(record, toolkit=2))
    assert (error.key, error.args_) == ("record_version", {"given": 2, "right": 1})
    assert refused({"toolkit": 7, "moves": []}).key == "record_version", "whatever else it may hold"
    error = refused(fresh(record, game="chess"))
    assert (error.key, error.args_) == ("record_game", {"given": "'chess'", "right": "'math_storm'"})
    error = refused(fresh(record, rules=99))
    assert (error.key, error.args_) == ("record_rules", {"given": "99", "right": game.RULES})


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "castle"},
        {"type": "move", "seat": 0},
        {"type": "move", "seat": "0", "pawn": 1},
        {"type": "move", "seat": 0, "pawn": 1, "then": 2},
        {"type": "spun", "number": 10},
        {"seat": 0, "pawn": 1},
        {},
        [],
        "roll",
        7,
    ],
)
def test_an_entry_that_is_no_action(record, entry):
    error = refused(fresh(record, log=[*record["log"][:10], entry, *record["log"][11:]]))
    assert error.key == "record_entry"
    assert error.args_["number"] == 11 and error.args_["given"] == json.dumps(entry)


def test_an_entry_that_breaks_a_rule(record):
    for at, entry in ((0, {"type": "move", "seat": 0, "pawn": 1}), (20, {"type": "spun", "number": 3})):
        log = list(record["log"])
        assert log[at]["type"] != entry["type"]
        log[at] = entry
        error = refused(fresh(record, log=log))
        assert error.key == "record_illegal" and error.args_["number"] == at + 1
        assert isinstance(error.__cause__, IllegalAction)


def test_an_entry_after_the_end(record):
    log = [*record["log"][:10], {"type": "stop"}, {"type": "rolled", "face": "+"}]
    error = refused(fresh(record, log=log))
    assert (error.key, error.args_["number"]) == ("record_illegal", 12) and "over" in error.args_["reason"]


def test_a_hidden_entry(record):
    assert refused(fresh(record, log=[None])).args_["number"] == 1


def test_options_of_a_record(record):
    options = record["options"]
    error = refused(fresh(record, options=options | {"speed": 3}))
    assert error.key == "option" and error.args_["given"] == "speed" and "chips" in error.args_["right"]
    for name in ("seats", "seed", "game", "bots", "undo", "names", "self"):
        error = refused(fresh(record, options=options | {name: 1}))
        assert error.key == "option" and error.args_["given"] == name
    error = refused(fresh(record, options=options | {"die": "d20"}))
    assert error.key == "option_value" and error.args_["name"] == "die" and "plus-minus" in error.args_["right"]
    assert refused(fresh(record, seats=9)).key == "seats"
    assert refused({**record, "options": {1: 2}}).key in ("record_edited", "option")


@pytest.mark.parametrize("names", [["Ada"], ["Ada", ""], ["Ada", 5], ["a", "b", "c"], ["a", ["b"]]])
def test_names_of_a_record(record, names):
    assert refused(fresh(record, names=names)).key == "names"


@pytest.mark.parametrize(
    ("build", "key"),
    [
        ({"seats": 5}, "seats"),
        ({"seats": 0}, "seats"),
        ({"seats": "two"}, "seats"),
        ({"seats": 2.0}, "seats"),
        ({"seats": True}, "seats"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": [1]}, "seed"),
        ({"names": ["Ada"]}, "names"),
        ({"names": "AB"}, "names"),
        ({"undo": "sometimes"}, "option_value"),
        ({"bots": {2: Bot("random", random_policy)}}, "bot_seat"),
        ({"bots": {"0": Bot("random", random_policy)}}, "bot_seat"),
        ({"die": "d6"}, "option_value"),
        ({"chips": -1}, "option_value"),
        ({"speed": 3}, "option"),
        ({"cards": "nowhere"}, "deck"),
    ],
)
def test_a_match_that_cannot_be(build, key):
    with pytest.raises(BadInput) as caught:
        Match(game, **build)
    assert caught.value.key == key
    assert isinstance(caught.value, ValueError)
    for lang in words.LANGS:
        words.set_current(lang)
        assert str(caught.value) == caught.value.say(lang)
    words.set_current("en")
