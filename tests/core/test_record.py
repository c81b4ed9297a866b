"""Records: what is written replays, and one that cannot be used is refused with what was given and would be right."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import toolkit
from tests.core.matches import LONG, bots, everybody_answers, started, wrong_answer
from tests.support.games_at_random import go_on
from toolkit.cards import deck
from toolkit.core import words
from toolkit.core.game import IllegalAction
from toolkit.core.match import Match
from toolkit.core.record import checksum
from toolkit.core.words import BadInput
from toolkit.games import math_storm as game
from toolkit.games.math_storm import views


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


def test_a_record_is_json_and_replays():
    match = go_on(started(3, names=["Ada", "Ben", "Cem"], die="four-operations"), LONG)
    record = match.record()
    assert json.loads(json.dumps(record)) == record
    for given in (record, json.dumps(record), json.dumps(record).encode()):
        again = Match.replay(given, game)
        assert again.states == match.states and again.log == match.log
        assert again.record() == record and again.seed == 1 and again.names == match.names
    go_on(match, 20, seed=2)
    assert go_on(again, 20, seed=2).log == match.log, "and is played on as it would have been"


def test_a_record_holds_what_is_at_the_cursor():
    match = go_on(started(), LONG)
    match.goto(7)
    assert len(match.record()["log"]) == 7


def test_a_record_does_not_depend_on_later_defaults():
    assert started().record()["options"] == json.loads(json.dumps(views.view(game.start(2), None)["rules"]))
    assert started().record()["options"]["cards"] == f"lower/{deck.GENERATOR}/1"


def test_a_record_names_the_bots():
    assert started(bots=bots(1, skill=0.5)).record()["bots"] == {"1": ["random", 0.5]}


def test_a_record_for_a_seat_has_no_seed_and_no_sealed_answer():
    match = everybody_answers(3)
    match.play(wrong_answer(match, 1))
    for seat in (0, 2):
        record = match.record(seat)
        assert (record["seed"], record["seat"]) == (None, seat)
        assert record["log"][-1] == {"type": "answer", "seat": 1, "value": None}
        with pytest.raises(BadInput) as caught:
            Match.replay(record, game)
        assert caught.value.key == "record_hidden" and caught.value.args_["number"] == len(match.log)
    assert match.record(1)["log"][-1]["value"] is not None
    public = go_on(started(), LONG)
    assert Match.replay(public.record(0), game).log == public.log, "nothing is hidden there"
    assert Match.replay(public.record(0), game).seed != public.seed


def test_a_record_written_by_hand_needs_no_check():
    record = go_on(started(), LONG).record()
    del record["check"], record["seed"]
    assert Match.replay(record | {"seed": None, "log": record["log"][:5]}, game).ply == 5


DEEP: Any = []
for _ in range(3_000):
    DEEP = [DEEP]
STRANGE: list[Any] = [
    10**5_000,
    "\ud800",
    float("nan"),
    float("inf"),
    DEEP,
    object(),
    {"a": "\udfff"},
    "x" * 10**5,
    True,
    None,
    -1,
]


@pytest.mark.parametrize("game", ["math_storm", "cloud_mountain"])
def test_a_mutated_record_is_refused_in_a_sentence_or_is_a_legal_match(game: str, full: bool) -> None:
    rng = random.Random(game)
    whole = toolkit.play(game, seed=1, show="none").record()
    del whole["check"]
    for _ in range(2_000 if full else 120):
        given = copy.deepcopy(whole)
        at: Any = rng.choice([given, given, given["options"], *given["log"]])
        name = rng.choice([*at, "more", "\ud800"])
        at[name] = rng.choice(STRANGE) if rng.random() < 0.7 else rng.choice([0, 1, 2, "a", [], {}, ["a", "b"], [None]])
        try:
            table = toolkit.load(given)
        except BadInput as error:
            assert len(str(error)) < 600, name
            str(error).encode()
            error.say("zh").encode()
        else:
            assert toolkit.load(table.match.record()).match.state == table.match.state


@pytest.mark.parametrize("tiles", ["/etc/passwd", "missing.csv", "/dev/zero", "tile,count\nall,2\n"])
def test_a_record_names_no_file(tiles: str) -> None:
    record = toolkit.play("cloud_mountain", seed=1, show="none").record() | {"check": None}
    del record["check"]
    record["options"]["tiles"] = tiles
    with pytest.raises(BadInput) as caught:
        toolkit.load(record)
    assert caught.value.key == "option_value" and "root:" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_or_a_device_is_no_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path, tmp_path / "missing.csv"):
        for use in (toolkit.load, toolkit.pack, lambda path: toolkit.play("cloud_mountain", tiles=path)):
            with pytest.raises(BadInput) as caught:
                use(path)
            for lang in words.LANGS:
                assert caught.value.say(lang).encode()


BOTS: list[Any] = [{"9" * 5_000: ["random", 1]}, {"\ud800": ["random", 1]}, {"1": [10**400, 1]}, {"1": DEEP}]


@pytest.mark.parametrize("number", range(len(BOTS)))
def test_bots_of_a_record_are_few_seats(number: int) -> None:
    record = toolkit.play("math_storm", seed=1, show="none").record()
    del record["check"]
    with pytest.raises(BadInput):
        toolkit.load(record | {"bots": BOTS[number]})
