"""Whatever a page sends: an answer in words, the match as it was, and nothing raised."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import toolkit
from tests.support.tables import filled
from toolkit.core import registry, words
from toolkit.table import messages
from toolkit.table.screen import Screen
from toolkit.table.session import Session
from toolkit.table.widget import Table

LONGEST = 260
NESTED: Any = []
for _ in range(3_000):
    NESTED = [NESTED]
HOSTILE: list[Any] = [
    None, True, False, 0, -0.0, 0.0, 1, -1, 10**300, 10**5_000, -(2**63), float("inf"), float("nan"), 1e308,
    "", "\ud800", "a\udfffb", "x" * 5_000, "{0}", "@home", "\r=1", "<script>", "\x00", [], {}, [[]], NESTED,
    {"a": NESTED},
    {"type": "stop"}, {"type": "\ud800"}, "resume", "stop", "lang", "zh", object(), b"bytes", {1: 2}, (),
]  # fmt: skip
KINDS = (
    *messages.KINDS,
    "close",
    "lesson",
    "fly",
    "note",
    "answer",
    "go",
    "toggle",
    "hand_in",
    "hint",
    "begin",
    "file",
)
FIELDS = (
    "id",
    "table",
    "action",
    "step",
    "cut",
    "ply",
    "about",
    "text",
    "name",
    "value",
    "do",
    "left",
    "number",
    "sure",
)
NAMES = ("lang", "book", "hints", "confirm", "eyes", "pick", "show", "drawer", "\ud800")
OPENING = {"math_storm": {}, "cloud_mountain": {"reversible": "always"}}


@pytest.fixture
def acks(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What screens send besides traits."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(Screen, "send", lambda self, content, buffers=None: found.append(content))
    return found


def hostile(rng: random.Random, here: Session | None) -> Any:
    """A message: of a known kind or none, with values that fit or do not."""
    if rng.random() < 0.03:
        return rng.choice(HOSTILE)
    message: dict[Any, Any] = {"kind": rng.choice(KINDS) if rng.random() < 0.9 else rng.choice(HOSTILE)}
    for name in rng.sample(FIELDS, rng.randrange(6)):
        message[name] = rng.choice(HOSTILE)
    if rng.random() < 0.3:
        message |= {"name": rng.choice(NAMES), "value": rng.choice(HOSTILE)}
    if here is not None and rng.random() < 0.4 and (legal := here.legal()):
        action = dict(rng.choice(legal))
        if rng.random() < 0.8:
            action[rng.choice((*action, "seat", "more"))] = rng.choice(HOSTILE)
        message |= (
            {"action": action, "about": {"action": action}, "step": here.match.step(action.get("seat", -1))}
            if (type(action.get("seat", -1)) is int)
            else {"action": action, "about": {"action": action}}
        )
    return message


def fires(table: Screen, acks: list[dict[str, Any]], content: Any) -> str | None:
    """Sends the message as a page would. What the page is told; it can be sent, and is a sentence of its length."""
    acks.clear()
    table._receive(None, content)
    (ack,) = [message for message in acks if message["kind"] == "ack"]
    json.dumps(ack, allow_nan=False, ensure_ascii=False).encode()
    json.dumps(table.scene, ensure_ascii=False).encode()
    error = ack["error"]
    assert error is None or 0 < len(error) <= LONGEST, error
    return error


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", OPENING)
def test_a_hostile_message_is_refused_in_a_sentence_and_changes_nothing(
    game: str, seed: int, acks: list[dict[str, Any]], full: bool
) -> None:
    rng = random.Random(f"{game} {seed}")
    table = toolkit.play(game, seed=seed, lang=rng.choice(words.LANGS), show="none", **OPENING[game])
    for _ in range(3_000 if full else 80):
        here, before = table.session, table.match.record()
        message = hostile(rng, here)
        error = fires(table, acks, message)
        if error is not None:
            assert table.match.record() == before, message
        if rng.random() < 0.3 and table.session.live and (legal := [a for a in here.legal() if a["type"] != "stop"]):
            action = filled(here, rng.choice(legal), rng)
            table.handle({"kind": "play", "step": here.match.step(action.get("seat", -1)), "action": action})
        replayed = toolkit.load(table.match.record()).match if rng.random() < 0.02 else table.match
        assert replayed.state == table.match.state, "what has been played is legal"


def test_a_hostile_message_harms_no_quiz(acks: list[dict[str, Any]], full: bool) -> None:
    rng = random.Random(1)
    for reveal in ("at once", "end"):
        quiz = toolkit.quiz(toolkit.questions("L1", n=5), reveal=reveal)
        for _ in range(3_000 if full else 150):
            message = hostile(rng, None)
            if isinstance(message, dict) and rng.random() < 0.5:
                message["number"] = rng.randrange(5)
            fires(quiz, acks, message)
            assert len(quiz.results()) == 5


CASES: list[Callable[[], Any]] = [
    lambda: {"kind": True, "table": -0.0},
    lambda: {"kind": "undo", "table": 0.0},
    lambda: {"kind": "clock", "do": "pause", "left": 10**300},
    lambda: {"kind": "say", "text": "\ud800"},
    lambda: {"kind": "set", "name": "hints", "value": float("inf")},
    lambda: {"kind": "set", "name": "eyes", "value": 0.0},
    lambda: {"kind": "peek", "action": NESTED},
]


@pytest.mark.parametrize("case", range(len(CASES)))
@pytest.mark.parametrize("game", OPENING)
def test_a_message_that_once_raised_is_answered(game: str, case: int, acks: list[dict[str, Any]]) -> None:
    table = toolkit.play(game, seed=1, show="none")
    fires(table, acks, CASES[case]())
    table.publish()


@pytest.mark.parametrize("given", ["\ud800", NESTED, 10**400, float("nan"), "x" * 500, True])
def test_an_id_that_no_page_gives_is_not_sent_back(given: Any, acks: list[dict[str, Any]]) -> None:
    table = toolkit.play("math_storm", seed=1, show="none")
    acks.clear()
    table._receive(None, {"kind": "undo", "id": given})
    assert acks[0]["id"] is None
    table._receive(None, {"kind": "undo", "id": 7})
    assert acks[-1]["id"] == 7


def test_a_preview_is_a_legal_action_and_goes_with_its_state() -> None:
    """`False` equals 0, and is no pawn."""
    table = toolkit.play("math_storm", seed=3, show="none")
    here = table.session
    for _ in range(60):
        if legal := [a for a in here.legal() if a["type"] == "move"]:
            break
        table.handle({"kind": "play", "step": here.match.step(-1), "action": {"type": "chance"}})
        for action in here.legal():
            if action["type"] not in ("chance", "stop", "judge", "move"):
                table.match.play(
                    registry.kit("math_storm").rules.fill(here.state, here._decode(action), random.Random(1))
                )
                table.match.advance()
                break
    (first, *_) = legal
    table.handle({"kind": "peek", "action": {**first, "pawn": bool(first["pawn"])}})
    assert here.preview == first and type(here.preview["pawn"]) is int
    table.match.goto(0)
    assert here.preview is None


@pytest.mark.parametrize("seat", [0, None])
def test_why_tells_nothing_of_a_seat_that_does_not_act_here(seat: int | None) -> None:
    """Every tile gets the same answer, be it in the other's hand or not; so it does behind the curtain."""
    table = toolkit.play("cloud_mountain", seed=2, seat=seat, show="none")
    for _ in range(40):
        if table.match.game.due(table.match.state).phase == "lay":
            break
        table.handle({"kind": "play", "step": table.match.step(-1), "action": {"type": "chance"}})
    assert table.match.game.due(table.match.state).phase == "lay"
    told = {
        table.handle({"kind": "why", "about": {"action": {"type": "lay", "seat": 1, "tile": one, "cell": cell}}})
        for one in ("all", "two:6", "cloud>17", table.match.state.hands[1][0])
        for cell in (0, 4, 99)
    }
    assert told == {words.say("error.not_yours", "en")}


def test_a_closed_table_is_let_go() -> None:
    table = toolkit.play("math_storm", seed=1)
    match = table.match
    watchers = len(match._watchers)
    other = Table(match)
    assert len(match._watchers) == watchers + 1
    other.close()
    assert len(match._watchers) == watchers


def test_a_click_at_the_end_of_a_long_match_asks_no_more_than_at_its_beginning() -> None:
    """The decision that is open is found from the ply before, not by going back to where it began."""
    table = toolkit.play("math_storm", seed=1, show="none")
    match, asked = table.match, []
    whole = match._same_decision
    match._same_decision = lambda seat, at: asked.append(at) or whole(seat, at)  # type: ignore[method-assign,func-returns-value]
    for _ in range(3):
        for at in range(len(match.log) + 1):
            match.step(0, at)
    assert len(asked) <= len(match.log)


def test_a_what_if_tells_no_answer_of_a_card_that_is_open() -> None:
    """Once it has been answered, its past can be played on in another way."""
    table = toolkit.play("math_storm", seed=3, show="none")
    here, rng = table.session, random.Random(1)
    while here.match.game.due(here.state).timer is None:
        action = filled(here, rng.choice([one for one in here.legal() if one["type"] != "stop"]), rng)
        table.handle({"kind": "play", "step": here.match.step(action.get("seat", -1)), "action": action})
    asked = here.match.ply
    for lang in words.LANGS:
        here.lang = lang
        assert table.handle({"kind": "whatif"}) == words.say("error.whatif_card", lang) and len(table.sections) == 1
    assert not here.may_branch
    table.handle({"kind": "goto", "ply": 0})
    assert table.handle({"kind": "whatif"}) is None, "before it was drawn"
    table.handle({"kind": "close"})
    table.handle({"kind": "goto", "ply": asked})
    while here.match.is_asked(asked):
        action = filled(here, next(one for one in here.legal() if one["type"] in ("answer", "skip", "buzz")), rng)
        table.handle({"kind": "play", "step": here.match.step(action["seat"]), "action": action})
    table.handle({"kind": "goto", "ply": asked})
    assert table.handle({"kind": "whatif"}) is None and len(table.sections) == 2
