"""The table without a browser: messages in, scene and rows out; the markup contract in random games."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import toolkit
from toolkit import games
from toolkit.core import words
from toolkit.core.game import CHANCE
from toolkit.core.match import Bot, Match, decode
from toolkit.core.playout import random_policy
from toolkit.core.words import BadInput
from toolkit.table import picture
from toolkit.table.clock import Clock
from toolkit.table.session import Session

VOID = {"input", "br", "img", "hr", "meta"}


class Page(HTMLParser):
    """A scene read as a page would: every element with its attributes, and whether all of them are closed in order."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.feed(markup)
        self.close()
        assert not self.open, f"not closed: {[tag for tag, _ in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        text: list[str] = []
        self.elements.append((tag, dict(attrs), text))
        if tag not in VOID:
            self.open.append((tag, text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for _, text in self.open:
            text.append(data)

    def all(self, attribute: str) -> list[dict[str, str | None]]:
        return [attrs for _, attrs, _ in self.elements if attribute in attrs]


def session(seed: int = 3, seats: int = 2, lang: str = "en", **options: Any) -> Session:
    return Session(Match(games.load("math_storm"), seats, seed=seed, **options), lang=lang)


def step_of(here: Session, action: dict[str, Any]) -> str:
    return here.match.step(action.get("seat", CHANCE if action["type"] == "chance" else -2), here.ply)


def do(here: Session, action: dict[str, Any]) -> str | None:
    return here.handle({"kind": "play", "step": step_of(here, action), "action": action})


def filled(here: Session, action: dict[str, Any], rng: random.Random, skill: float = 0.7) -> dict[str, Any]:
    if action["type"] == "chance":
        return action
    game = here.match.game
    return msgspec.to_builtins(game.fill(here.state, decode(game, action), rng, skill))


def walk(here: Session, seed: int, limit: int = 250) -> Iterator[None]:
    """A random game through messages."""
    rng = random.Random(seed)
    for _ in range(limit):
        yield
        legal = [a for a in here.legal() if a["type"] not in ("stop", "judge")]
        if not legal or not here.match.to_move:
            return
        assert do(here, filled(here, rng.choice(legal), rng)) is None


def until(here: Session, phase: str, seed: int = 1) -> Session:
    for _ in walk(here, seed):
        if here.view()["due"]["phase"] == phase:
            return here
    raise AssertionError(f"no {phase} came")


# the markup contract


def check_markup(markup: str) -> Page:
    page, table = Page(markup), ""
    keys = []
    for attrs in page.all("data-key"):
        table = attrs.get("data-table") or table
        keys.append(f"{table}/{attrs['data-key']}")
    doubled = {key for key in keys if keys.count(key) > 1}
    assert not doubled, f"keys stand twice: {doubled}"
    assert not page.all("id"), "ids would repeat when a table is shown twice"
    for name in ("data-action", "data-why", "data-peek", "data-send", "data-ask"):
        for attrs in page.all(name):
            assert isinstance(json.loads(attrs[name] or ""), dict)
    for tag, attrs, text in page.elements:
        if tag in ("button", "input") or "data-action" in attrs:
            spoken = (attrs.get("aria-label") or "".join(text)).strip()
            assert spoken or attrs.get("aria-labelledby"), f"<{tag} {attrs}> says nothing to a screen reader"
        if "data-action" in attrs:
            assert attrs.get("data-step"), f"{attrs} belongs to no step"
    return page


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {"challenge": "sealed"}), (3, {"die": "four-operations"}), (4, {"order": "seats"})],
)
def test_every_scene_keeps_the_markup_contract(seats: int, options: dict[str, Any], lang: str) -> None:
    here = session(seats=seats, lang=lang, **options)
    game = here.match.game
    for number, _ in enumerate(walk(here, seed=seats)):
        if number % 4:
            continue
        here.book = number % 20 == 0
        page = check_markup(here.scene())
        for attrs in page.all("data-action"):
            action = json.loads(attrs["data-action"] or "")
            if action["type"] != "chance":
                game.apply(here.state, game.fill(here.state, decode(game, action), random.Random(1)))
        json.dumps(here.rows())


def test_the_board_is_well_formed_xml() -> None:
    here = session()
    for number, _ in enumerate(walk(here, seed=5)):
        if number % 25 == 0:
            root = ElementTree.fromstring(picture.picture(here.match, "zh"))
            assert root.tag.endswith("svg")


def test_a_name_that_is_markup_is_shown_as_text() -> None:
    here = session(names=("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'))
    until(here, "roll")
    markup = here.scene() + picture.picture(here.match, "en")
    assert "<script" not in markup and "<img" not in markup
    assert "&lt;script&gt;" in markup


def test_the_answer_is_not_in_the_page_before_it_is_given() -> None:
    for seed in range(12):
        here = until(session(seed=seed), "card", seed)
        view = here.view()
        assert "answer" not in view["card"] and "steps" not in view["card"]
        assert here.view()["closed"] is None
        assert "tk-closed" not in here.scene()


# messages


def test_a_click_moves_board_and_rows() -> None:
    here = until(session(), "route")
    before = here.scene(), here.rows()
    seat = here.view()["due"]["seat"]
    assert do(here, {"type": "move", "seat": seat, "pawn": here.view()["due"]["pawns"][0]}) is None
    assert here.scene() != before[0]
    assert here.rows() != before[1]


def test_a_late_click_is_refused_as_stale() -> None:
    here = until(session(), "route")
    due = here.view()["due"]
    message = {
        "kind": "play",
        "step": step_of(here, {"type": "move", "seat": due["seat"]}),
        "action": {"type": "move", "seat": due["seat"], "pawn": due["pawns"][0]},
    }
    assert here.handle(message) is None
    ply = here.match.ply
    assert here.handle(message) == words.say("error.stale", "en")
    assert here.match.ply == ply


def test_what_another_seat_answers_leaves_my_step_alone() -> None:
    here = next(s for s in (session(seed=n, seats=3, challenge="sealed") for n in range(99)) if challenge(s))
    mine, other = here.view()["card"]["waiting"][:2]
    step = here.match.step(mine)
    assert do(here, {"type": "answer", "seat": other, "value": "1"}) is None
    assert here.match.step(mine) == step
    assert here.handle({"kind": "play", "step": step, "action": {"type": "skip", "seat": mine}}) is None


def challenge(here: Session) -> bool:
    return any((here.view()["card"] or {}).get("kind") == "challenge" for _ in walk(here, 7))


MALFORMED: list[Any] = [
    {},
    {"kind": None},
    {"kind": "fly"},
    {"kind": "play"},
    {"kind": "play", "step": "0", "action": None},
    {"kind": "play", "step": "0", "action": {"type": "move"}},
    {"kind": "play", "step": "0", "action": {"type": "move", "seat": "0", "pawn": 0}},
    {"kind": "play", "step": "0", "action": {"type": "move", "seat": 0, "pawn": 0, "extra": 1}},
    {"kind": "play", "step": "0", "action": {"type": "rolled", "face": "+"}},
    {"kind": "play", "step": "0", "action": {"type": "spun", "number": 9}},
    {"kind": "play", "step": [], "action": {"type": "chance"}},
    {"kind": "goto"},
    {"kind": "goto", "ply": -1},
    {"kind": "goto", "ply": 10**9},
    {"kind": "goto", "ply": True},
    {"kind": "goto", "ply": "3"},
    {"kind": "set", "name": "lang", "value": "fr"},
    {"kind": "set", "name": "colour", "value": "red"},
    {"kind": "set", "name": "hints", "value": "many"},
    {"kind": "clock", "do": "explode"},
    {"kind": "why"},
    {"kind": "why", "about": {"action": {"type": "move", "seat": 9, "pawn": 0}}},
    {"kind": "say", "text": "fly"},
    {"kind": "say", "text": ""},
]


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("message", MALFORMED, ids=lambda m: json.dumps(m)[:50])
def test_a_malformed_message_is_refused_in_words_and_harms_nothing(message: Any, lang: str) -> None:
    here = until(session(lang=lang), "roll")
    record = here.match.record()
    error = here.handle(message)
    assert error
    assert any("\u4e00" <= char <= "\u9fff" for char in error) == (lang == "zh")
    assert not re.search("xpected|required|invalid|Error|nknown", error), "Python's words"
    assert here.match.record() == record
    check_markup(here.scene())


def test_what_chance_does_cannot_be_peeked_at() -> None:
    table = toolkit.play("math_storm", seed=3)
    until(table.session, "roll")
    assert {"type": "chance"} in table.session.legal()
    assert table.handle({"kind": "peek", "action": {"type": "chance"}}) is None and table.session.preview is None


def test_why_not_names_the_reason_and_the_rule() -> None:
    """Pawns on 6 and 6, the full one has passed: 6 − 6 = 0 would bring it back into the storm."""
    here = until(session(), "route")
    state, due = here.state, here.view()["due"]
    seat = due["seat"]
    changed = msgspec.structs.replace(
        state,
        pawns=((6, 6),) * state.seats,
        passed=((True, False),) * state.seats,
        agenda=(*state.agenda[:-1], msgspec.structs.replace(state.agenda[-1], ops=("-",))),
    )
    here.match.states[here.match.ply] = changed
    page = check_markup(here.scene())
    abouts = [json.loads(attrs["data-why"] or "") for attrs in page.all("data-why")]
    assert {"action": {"type": "move", "seat": seat, "pawn": 0}} in abouts
    error = here.handle({"kind": "why", "about": {"action": {"type": "move", "seat": seat, "pawn": 0}}})
    assert error == words.say("math_storm.why.passed_may_not_enter", "en", result=0, own=6)
    assert here.rule == "op.passed"
    here.book = True
    marked = [attrs["data-key"] for attrs in Page(here.scene()).all("aria-current")]
    assert "rule-op.passed" in marked


def test_a_typed_command_reaches_every_action() -> None:
    """A whole game by typing alone, in both languages."""
    for lang, roll, none in (("en", "roll", "no answer"), ("zh", "掷", None)):
        here = session(lang=lang, seed=11, chips=1)
        skip = none or words.find("math_storm.command.skip", lang).split(",")[0].split("，")[0]
        for _ in range(400):
            view = here.view()
            if not view["to_move"]:
                break
            phase = view["due"]["phase"]
            if phase in ("order", "place", "roll", "spin"):
                typed = roll
            elif phase in ("route", "pick"):
                legal = next(a for a in here.legal() if a["type"] in ("move", "pick"))
                full, ring = (words.find(f"math_storm.command.{n}", "en").split(",")[0] for n in ("full", "ring"))
                typed = (full, ring)[legal["pawn"]]
            elif view["card"]["must_buzz"]:
                typed = "ab"[view["card"]["waiting"][0]]
            else:
                typed = str(here.match.game.fill(here.state, *blank_answer(here)).value) if _ % 5 else skip
            assert here.handle({"kind": "say", "text": typed}) is None, typed
        assert here.view()["due"]["phase"] == "over"


def blank_answer(here: Session) -> tuple[Any, random.Random]:
    found = next(a for a in here.legal() if a["type"] == "answer")
    return decode(here.match.game, found), random.Random(1)


# undo, looking back, what if


def test_ten_undos_take_ten_steps_back_and_redo_brings_them_again() -> None:
    here = session()
    plies = [here.match.ply]
    for number, _ in enumerate(walk(here, 2)):
        if here.match.ply != plies[-1]:
            plies.append(here.match.ply)
        if number == 25:
            break
    for back in reversed(plies[-11:-1]):
        assert here.handle({"kind": "undo"}) is None
        assert here.match.ply == back
    for on in plies[-10:]:
        assert here.handle({"kind": "redo"}) is None
        assert here.match.ply == on


def test_playing_from_the_past_asks_first_and_then_cuts() -> None:
    here = until(session(), "route", 4)
    for number, _ in enumerate(walk(here, 4)):
        if number == 12:
            break
    length = len(here.match.log)
    ply = next(p for p, s in enumerate(here.match.states) if here.match.game.view(s, None)["due"]["phase"] == "route")
    assert here.handle({"kind": "goto", "ply": ply}) is None
    action = next(a for a in here.legal() if a["type"] == "move")
    assert do(here, action) is None
    assert len(here.match.log) == length and here.confirm
    assert "confirm-yes" in here.scene()
    assert here.handle({**here.confirm}) is None
    assert here.match.ply == len(here.match.log) and here.match.log[ply] == decode(here.match.game, action)


def test_what_if_forks_into_a_second_table_and_leaves_the_match_alone() -> None:
    table = toolkit.play("math_storm", seed=3)
    table.say("spin", "spin", "spin", "spin", "spin", "spin", "roll")
    record = table.record()
    assert table.handle({"kind": "whatif", "table": 0}) is None
    assert [s.key for s in table.sessions] == ["t0", "t1"]
    check_markup(table.scene)
    fork = table.sessions[1]
    assert fork.match.seed != table.match.seed
    action = next(a for a in fork.legal() if a["type"] == "move")
    table.handle({"kind": "play", "table": 1, "step": step_of(fork, action), "action": action})
    assert fork.match.ply > table.match.ply
    assert table.record() == record
    assert {key.split(".")[0] for key in table.rows} == {"t0", "t1"}
    table.handle({"kind": "close", "table": 1})
    assert len(table.sessions) == 1


def test_looking_back_moves_one_table_and_not_the_other() -> None:
    match = Match(games.load("math_storm"), 2, seed=3)
    one, two = Session(match), Session(match)
    until(one, "route")
    one.handle({"kind": "goto", "ply": 1})
    assert (one.ply, two.ply) == (1, match.ply)


def test_a_table_of_one_seat_plays_that_seat_alone() -> None:
    here = Session(Match(games.load("math_storm"), 2, seed=3, order="seats"), seat=1)
    assert here.view()["due"]["seat"] == 0
    assert here.handle({"kind": "play", "step": here.match.step(CHANCE), "action": {"type": "chance"}})
    assert here.match.ply == 0
    assert not [action for action in here.legal() if action["type"] in ("stop", "judge", "chance")]


# bots, threads, time


def test_bots_play_on_until_a_person_is_due() -> None:
    here = Session(
        Match(games.load("math_storm"), 2, seed=3, order="seats", bots={1: Bot("random", random_policy, 0.5)})
    )
    for _ in walk(here, 1):
        seats = here.match.to_move
        assert seats != (1,)
        assert 1 not in here.mine()


def test_messages_on_two_threads_lose_nothing() -> None:
    table = toolkit.play("math_storm", seed=3)

    def undo_and_redo() -> None:
        for _ in range(20):
            table.handle({"kind": "undo"})
            table.handle({"kind": "redo"})

    def speak() -> None:
        for number in range(20):
            table.handle({"kind": "set", "name": "lang", "value": words.LANGS[number % 2]})

    table.say("spin", "spin", "spin")
    record = table.record()
    threads = [threading.Thread(target=work) for work in (undo_and_redo, speak)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.record() == record
    check_markup(table.scene)


def test_the_clock_ends_a_card_once_and_a_late_end_is_ignored() -> None:
    here = until(session(), "card")
    now = [100.0]
    here.clock = Clock(lambda: now[0])
    here.clock.follow(here.view()["timer"])
    end = {"kind": "play", "step": here.clock.id, "action": {"type": "timeup"}}
    ply = here.match.ply
    here.handle(end)
    assert here.match.ply == ply, "the time is not up yet"
    now[0] += here.clock.total
    here.handle(end)
    assert here.match.ply > ply
    kinds = [event.kind for state in here.match.states for event in state.events]
    ply = here.match.ply
    here.handle(end)
    assert here.match.ply == ply and "late" in kinds


def test_the_clock_pauses_goes_on_takes_more_and_can_be_off() -> None:
    now = [0.0]
    clock = Clock(lambda: now[0])
    clock.follow({"id": "1", "seconds": 60})
    now[0] = 10
    clock.act("pause")
    now[0] = 500
    assert clock.left == 50
    clock.act("add")
    assert (clock.left, clock.running) == (80, False)
    clock.act("resume")
    now[0] = 510
    assert clock.left == 70
    clock.act("off")
    clock.follow({"id": "2", "seconds": 30})
    now[0] = 1000
    assert not clock.running and not clock.ends("2")
    with pytest.raises(BadInput):
        clock.act("stop")


def test_a_table_has_a_stable_name_a_still_picture_and_a_sentence() -> None:
    table = toolkit.play("math_storm", seed=3)
    assert repr(table) == "Table(math_storm, ply 0)"
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == repr(table)
    assert data["text/html"] == toolkit.load(table.record())._repr_mimebundle_()[0]["text/html"]
    assert "Team A" in table.text()
