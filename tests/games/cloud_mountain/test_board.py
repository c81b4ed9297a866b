"""The table of Cloud & Mountain without a browser: what the scene shows, and what it lets a seat do."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.markup import Page, check_markup
from tests.support.tables import do, match_at_table
from toolkit.core import words
from toolkit.core.match import Bot, decode
from toolkit.core.playout import random_policy
from toolkit.core.say import Say
from toolkit.core.words import BadInput
from toolkit.games import cloud_mountain
from toolkit.games.cloud_mountain import board, odds
from toolkit.games.cloud_mountain.board import text
from toolkit.games.cloud_mountain.board.area import PlayArea, chances
from toolkit.games.cloud_mountain.odds import met
from toolkit.games.cloud_mountain.rules import plates as plates_
from toolkit.games.cloud_mountain.state import LINES
from toolkit.table import picture
from toolkit.table.session import Session
from toolkit.table.widget import Table

Until = Callable[[dict[str, Any]], bool]


def session(seats: int = 2, lang: str = "en", seed: int = 3, seat: int | None = None, **options: Any) -> Session:
    return Session(match_at_table(cloud_mountain, seats, seed=seed, **options), lang=lang, seat=seat)


def walk(here: Session, seed: int = 1, calm: float = 0.7) -> Iterator[dict[str, Any]]:
    """A random game through messages; `calm`: how often a seat holds where it may. Gives each view."""
    rng = random.Random(seed)
    for _ in range(3000):
        yield here.view()
        legal = [action for action in here.legal() if action["type"] != "stop"]
        if not legal and here.view()["due"]["phase"] == "lay":
            assert here.handle({"kind": "set", "name": "eyes", "value": here.view()["to_move"][0]}) is None
            continue
        if not legal:
            return
        calmer = [action for action in legal if action["type"] in ("hold", "lay", "done")]
        assert do(here, rng.choice(calmer if calmer and rng.random() < calm else legal)) is None


def until(here: Session, reached: Until, seed: int = 1) -> Session:
    for view in walk(here, seed):
        if reached(view):
            return here
    raise AssertionError("the game never came there")


def phase(name: str, stage: int = 0) -> Until:
    return lambda view: view["due"]["phase"] == name and stage in (0, view["stage"])


def laying(here: Session, seat: int = 0) -> Session:
    """Before the first tile is laid, with the curtain lifted for a seat."""
    until(here, phase("lay"))
    here.handle({"kind": "set", "name": "eyes", "value": seat})
    return here


def parts(here: Session, attribute: str) -> dict[str, dict[str, str | None]]:
    """What has the attribute, by key."""
    return {str(attrs["data-key"]): attrs for attrs in check_markup(here.scene()).all(attribute)}


def drawn(here: Session) -> Any:
    """What the board's templates read."""
    shown = here.snapshot()
    return board.context(shown.seen, shown.say, lambda action: "")


def seen_tiles(markup: str, ids: list[str]) -> set[str]:
    """Which of the tiles stand in markup by their ids or in words."""
    found = set()
    for id in ids:
        name = board.name(Say("cloud_mountain", "en").t, id)
        spoken = re.compile(rf'[">:, ]{re.escape(name).replace(">", "&gt;").replace("<", "&lt;")}, (?:\d|met|failed)')
        if f"&#34;{id}&#34;" in markup or spoken.search(markup):
            found.add(id)
    return found


# the markup contract


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"mode": 1, "rounds": 1}),
        (2, {"mode": 1, "reversible": "always", "rounds": 1}),
        (4, {"mode": 1, "rounds": 1}),
        (1, {"mode": 2, "rounds": 1}),
        (3, {"mode": 2, "rounds": 2}),
        (4, {"mode": 2, "reversible": "never", "rounds": 1, "line": 0}),
    ],
)
def test_every_scene_keeps_the_markup_contract(seats: int, options: dict[str, Any], lang: str) -> None:
    here = session(seats, lang, seed=seats, **options)
    phases = set()
    for number, view in enumerate(walk(here, seats)):
        new = view["due"]["phase"] not in phases
        phases.add(view["due"]["phase"])
        if number % 5 and not new:
            continue
        here.book = new
        page = check_markup(here.scene())
        for attrs in page.all("data-action"):
            applies(here, json.loads(attrs["data-action"] or ""))
        for attrs in page.all("data-drop"):
            for action in json.loads(attrs["data-drop"] or "").values():
                applies(here, action)
            assert attrs.get("data-step") or "kind" in next(iter(json.loads(attrs["data-drop"] or "").values()))
        ElementTree.fromstring(picture.picture(here.match, lang))
    laid = {"place", "choose"} if options["mode"] == 2 else {"lay"}
    assert phases >= {"turn", "roll", "spend", "over"} | laid


def applies(here: Session, action: dict[str, Any]) -> None:
    if action.get("type") != "chance" and "kind" not in action:
        here.match.game.apply(here.state, decode(here.match.game, action))


def test_everything_that_is_legal_can_be_done_on_the_board_or_in_the_column() -> None:
    for options in ({"mode": 1, "reversible": "always"}, {"mode": 2}):
        for view in walk(session := session_of(options), 4):
            if view["due"]["phase"] not in ("lay", "place", "choose", "next"):
                continue
            page = Page(session.scene())
            shown = [json.loads(attrs["data-action"] or "") for attrs in page.all("data-action")]
            shown += [do for attrs in page.all("data-drop") for do in json.loads(attrs["data-drop"] or "").values()]
            missing = [action for action in session.legal() if action not in shown and action["type"] != "stop"]
            assert not [a for a in missing if not a.get("reversed") or options["mode"] == 2]


def session_of(options: dict[str, Any]) -> Session:
    return session(2, seed=6, rounds=1, moves=5, **options)


# what the board says


def test_tiles_carry_their_exact_chances_and_verdicts() -> None:
    here = until(session(), phase("spend", 3))
    view = here.view()
    faces = [one["face"] for one in view["dice"]]
    exact = odds.chances(view["plates"], list(zip(faces[::2], faces[1::2], strict=True)))
    context = drawn(here)
    for spot, lies in zip(context["own"], view["grids"][here.eyes], strict=True):
        assert spot.p == exact[lies["tile"]]
        assert spot.look == {0: "failed", 1: "met"}.get(spot.p, "")
    assert {spot.tile.id for spot in context["hand"]} == set(view["hands"][here.eyes])


def test_a_reversed_tile_has_the_other_chance() -> None:
    here = until(session(mode=2), phase("place"))
    hand = drawn(here)["hand"]
    upright, turned = hand[0], hand[1]
    assert (upright.reversed, turned.reversed) == (False, True)
    assert upright.tile == turned.tile and upright.p + turned.p == 1


def test_lines_light_up_where_the_round_is_scored_for_them() -> None:
    seen = 0
    for seed in range(12):
        here = until(session(4, seed=seed), phase("next"))
        scored, context = here.view()["scored"], drawn(here)
        keys = {line["key"] for line in context["lit_lines"]}
        keys |= {line["key"] for other in context["others"] for line in other["lines"]}
        assert keys == {f"line-{seat}-{line}" for seat in range(4) for line in scored["lines"][seat]}
        seen += len(keys)
        row = " ".join("".join(text) for tag, _, text in Page(here.scene()).elements if tag == "tr")
        assert all(str(points["total"]) in row for points in scored["points"])
    assert seen > 10, "the seeds had too few lines"


@pytest.mark.parametrize(
    ("plates", "stage", "looks"),
    [
        ("X", 1, ("east", "east")),
        ("CX", 2, ("west", "east")),
        ("XXC", 1, ("east", "east")),
        ("XXC", 2, ("east", "east")),
        ("CMXXC", 3, ("west", "east")),
        ("CCMMX", 5, ("west", "west")),
        ("CCMXX", 4, ("west", "west")),
    ],
)
def test_arrows_of_chaos_point_where_its_dice_look(plates: str, stage: int, looks: tuple[str, str]) -> None:
    assert text.looks(plates, stage) == looks
    for rest in product("CM", repeat=5 - len(plates)):
        row = plates + "".join(rest)
        for second, way in enumerate(looks):
            there = [kind for kind in (row[stage:] if way == "east" else row[stage - 2 :: -1]) if kind != "X"]
            assert not there or plates_.side(row, stage - 1, bool(second)) == there[0]


def test_the_score_table_says_how_many_lines_and_what_they_bring() -> None:
    for seed in range(12):
        here = until(session(4, seed=seed), phase("next"))
        scored = here.view()["scored"]
        cells = ["".join(text) for tag, _, text in Page(here.scene()).elements if tag == "small"]
        assert [cell for cell in cells if "×" in cell] == [f"{len(lines)} × 3" for lines in scored["lines"] if lines]


def test_a_die_that_waits_goes_over_to_its_side() -> None:
    for seed in range(30):
        here = session(seed=seed, plates="CCMMX")
        until(here, phase("lay"))
        if here.view()["plates"] == "X":
            assert {die["side"] for die in drawn(here)["dice"]} == {"pending"}
            before = {die["key"]: die["box"].y for die in drawn(here)["dice"]}
            until(here, phase("spend", 2))
            after = {die["key"]: die["box"].y for die in drawn(here)["dice"]}
            assert all(after[key] != y for key, y in before.items())
            return
    raise AssertionError("no chaos plate came first")


def test_choices_come_with_what_they_are_worth_and_hold_is_among_the_first() -> None:
    here = until(session(seed=5), phase("spend", 2))
    found = drawn(here)["choices"]
    assert "hold" in [one["action"]["type"] for one in found[:5]]
    swaps = [(one["action"]["a"], one["action"]["b"]) for one in found if one["action"]["type"] == "swap"]
    assert len(swaps) == len(set(swaps)), "which spare is spent on a swap makes no choice of its own"
    worth = [float(one["worth"]) for one in found if one["action"]["type"] != "hold"]
    assert worth == sorted(worth, reverse=True)
    assert here.handle({"kind": "peek", "action": found[0]["action"]}) is None
    peeked = drawn(here)
    assert any("ghost" in spot.marks for spot in peeked["own"])
    assert f"{float(peeked['expected']):.1f}" == found[0]["worth"]


# whose tiles


def test_behind_the_curtain_nothing_of_a_hand_is_in_the_page() -> None:
    here = until(session(), phase("lay"))
    state = here.state
    tiles = [id for hand in state.hands for id in hand]
    assert here.eyes is None
    assert not seen_tiles(here.scene(), tiles)
    assert [action for action in here.legal() if action["type"] == "lay"] == []
    assert not seen_tiles(picture.picture(here.match, "en"), tiles)
    here.handle({"kind": "set", "name": "eyes", "value": 1})
    markup = here.scene()
    assert seen_tiles(markup, list(state.hands[1])) == set(state.hands[1])
    assert not seen_tiles(markup, [id for id in state.hands[0] if id not in state.hands[1]])
    charted = {row.get("tile") for rows in here.rows().values() for row in rows}
    assert not charted & (set(state.hands[0]) - set(state.hands[1]))
    here.handle({"kind": "set", "name": "eyes", "value": None})
    assert not seen_tiles(here.scene(), tiles)


def test_a_seat_that_does_not_look_cannot_act() -> None:
    here = laying(session(), 1)
    lay = {"type": "lay", "seat": 0, "tile": here.state.hands[0][0], "cell": 0, "reversed": False}
    assert do(here, lay) == words.say("error.not_yours", "en")
    assert here.state.grids[0][0] is None


def test_the_curtain_falls_when_its_seat_is_done_and_rises_for_the_last_round_of_choices() -> None:
    here = laying(session(), 0)
    for view in walk(here, 2, calm=1):
        if view["done"] == [True, False]:
            break
    assert here.eyes is None and here.view()["due"]["phase"] == "lay"
    assert "look-1" in parts(here, "data-send") and "look-0" not in parts(here, "data-send")
    until(here, phase("spend"))
    assert here.eyes == here.view()["due"]["seat"]


def test_one_person_among_bots_needs_no_curtain() -> None:
    bots = {0: Bot("random", random_policy, 1.0)}
    here = until(session(bots=bots), phase("lay"))
    assert here.eyes == 1
    assert seen_tiles(here.scene(), list(here.state.hands[1])) == set(here.state.hands[1])
    assert not seen_tiles(here.scene(), [id for id in here.state.hands[0] if id not in here.state.hands[1]])


def test_a_table_of_one_seat_sees_that_seat() -> None:
    match = match_at_table(cloud_mountain, 2, seed=3)
    mine, other = Session(match, seat=0), Session(match, seat=1)
    until(Session(match), phase("lay"))
    assert seen_tiles(mine.scene(), list(match.state.hands[0])) == set(match.state.hands[0])
    assert not seen_tiles(other.scene(), [id for id in match.state.hands[0] if id not in match.state.hands[1]])
    other.handle({"kind": "set", "name": "eyes", "value": 0})
    assert not seen_tiles(other.scene(), [id for id in match.state.hands[0] if id not in match.state.hands[1]])


def test_where_nothing_is_secret_everybody_may_look_at_any_grid() -> None:
    here = until(session(3), phase("spend", 2))
    look = {key: json.loads(attrs["data-send"] or "") for key, attrs in parts(here, "data-send").items()}
    other = (here.eyes + 1) % 3
    assert here.handle(look[f"other-{other}"]) is None
    assert here.eyes == other
    assert here.handle({"kind": "set", "name": "eyes", "value": 9})
    assert here.handle({"kind": "set", "name": "eyes", "value": "0"})
    assert here.eyes == other


def test_looking_back_shows_no_more_than_now() -> None:
    here = laying(session(), 0)
    for view in walk(here, 2, calm=1):
        if view["laid"][0] == 4:
            break
    ply = here.match.ply
    here.handle({"kind": "goto", "ply": ply - 2})
    here.handle({"kind": "set", "name": "eyes", "value": None})
    assert not seen_tiles(here.scene(), [id for hand in here.state.hands for id in hand])


# who rolls


def test_anybody_may_turn_and_roll_and_a_table_of_bots_does_not_wait() -> None:
    match = match_at_table(cloud_mountain, 2, seed=3)
    seats = [Session(match, seat=seat) for seat in (0, 1)]
    for here in seats:
        assert {"type": "chance"} in here.legal()
    assert do(seats[1], {"type": "chance"}) is None
    bots = {seat: Bot("random", random_policy, 1.0) for seat in range(2)}
    assert session(bots=bots, rounds=1).view()["due"]["phase"] == "over"


# what has been opened, and what is still hidden


def test_nobody_undoes_the_opening_of_the_grids() -> None:
    here = until(session(rounds=2), lambda view: view["due"]["phase"] == "lay" and view["laid"] == [1, 0])
    assert here.may_undo and here.handle({"kind": "undo"}) is None, "as long as all is hidden a move can be taken back"
    until(here, phase("turn", 1))
    opened = here.ply
    assert not here.may_undo and 'data-key="tool-undo"' in here.scene()
    assert here.handle({"kind": "undo"}) == words.say("error.undo_opened", "en")
    with pytest.raises(BadInput, match="everybody has seen it"):
        here.match.undo(host=True)
    here.handle({"kind": "goto", "ply": opened - 1})
    here.handle({"kind": "set", "name": "eyes", "value": here.view()["to_move"][0]})
    done = {"type": "done", "seat": here.eyes}
    assert do(here, done) == words.say("error.undo_opened", "en") and here.confirm is None
    here.handle({"kind": "goto", "ply": opened})
    until(here, lambda view: view["round"] == 2 and view["due"]["phase"] == "lay")
    here.handle({"kind": "goto", "ply": opened - 1})
    here.handle({"kind": "set", "name": "eyes", "value": done["seat"]})
    assert do(here, done) == words.say("error.undo_opened", "en"), "nor from the next laying"
    assert until(session(1), phase("turn", 1)).may_undo, "alone there is nothing to open"


def test_no_what_if_opens_a_hidden_hand() -> None:
    table = Table(match_at_table(cloud_mountain, 2, seed=3), lang="en")
    here = laying(table.session)
    refused = words.say("error.whatif_secret", "en")
    for message in ({"kind": "whatif"}, {"kind": "say", "text": "what if"}):
        assert table.handle(message) == refused and len(table.sections) == 1
    with pytest.raises(BadInput):
        table.fork()
    assert Session(here.match, seat=1).may_branch is False
    until(here, phase("turn", 1))
    assert table.handle({"kind": "say", "text": "what if"}) is None and len(table.sections) == 2
    here.handle({"kind": "goto", "ply": here.ply - 5})
    assert table.handle({"kind": "whatif"}) is None, "what has been opened may be tried again"
    assert laying(session(1)).may_branch, "there is nobody to hide from"


# pieces and places


def test_a_place_says_why_it_does_not_take_a_piece() -> None:
    here = laying(session())
    tile = here.state.hands[0][0]
    assert do(here, {"type": "lay", "seat": 0, "tile": tile, "cell": 4, "reversed": False}) is None
    found = parts(here, "data-drag")
    piece, place = found["hand-1"], parts(here, "data-place")["cell-4"]
    about = json.loads(piece["data-about"] or "")
    asked = about["action"] | {about["field"]: json.loads(place["data-place"] or "")}
    error = here.handle({"kind": "why", "about": {"action": asked}})
    assert error == words.say("cloud_mountain.why.cell_taken", "en", cell=4)


def test_a_spare_on_the_swap_space_makes_the_nine_change_places() -> None:
    here = until(session(mode=2), phase("spend", 4))
    swap = json.loads(parts(here, "data-drop")["swap"]["data-drop"] or "")
    assert here.handle(swap["h0"]) is None
    seat, spent = here.eyes, here.view()["hands"][here.eyes][0]
    before = here.view()["grids"][seat]
    pairs = json.loads(parts(here, "data-drop")["cell-8"]["data-drop"] or "")
    assert pairs["c0"] == {"type": "swap", "seat": seat, "tile": spent, "a": 0, "b": 8}
    assert do(here, pairs["c0"]) is None
    after = here.view()["grids"][seat]
    assert (after[0], after[8]) == (before[8], before[0])
    assert here.pick == ""


def test_what_is_put_aside_is_forgotten_with_the_next_look() -> None:
    here = until(session(mode=2), phase("spend", 4))
    for message in ({"kind": "undo"}, {"kind": "goto", "ply": 0}, {"kind": "set", "name": "eyes", "value": 0}):
        here.handle({"kind": "set", "name": "pick", "value": "swap:nothing" * 20})
        assert 0 < len(here.pick) <= 80
        check_markup(here.scene())
        here.handle(message)
        assert here.pick == ""


def test_what_is_typed_and_cannot_be_done_is_told_the_reason() -> None:
    here = laying(session())
    one, two, three = list(dict.fromkeys(here.state.hands[0]))[:3]
    other = next(id for id in here.match.game.start(2).rules.tiles or odds.ALL if id not in here.state.hands[0])

    def why(text: str, key: str, **args: Any) -> None:
        assert here.handle({"kind": "say", "text": text}) == words.say(key, "en", **args), text

    assert here.handle({"kind": "say", "text": f"lay {one.replace(':', ' : ')} 5"}) is None
    why("done", "cloud_mountain.why.not_nine", n=8)
    why(f"lay {two} 5", "cloud_mountain.why.cell_taken", cell=4)
    assert here.cited == "one.lay"
    why(f"{two} 5", "cloud_mountain.why.cell_taken", cell=4)
    why(f"摆 {other} 1", "cloud_mountain.why.not_in_hand", tile=other)
    why("take 1", "cloud_mountain.why.cell_empty", cell=0)
    why(f"lay {two} 1 reversed", "cloud_mountain.why.not_reversible")
    why(f"swap {two} 9 1", "cloud_mountain.why.due_laying")
    why("roll", "cloud_mountain.why.not_chance")
    why(f"lay {three} 10", "error.cell", given=10, right="1 … 9")
    why("Help", "cloud_mountain.command.help")
    assert here.cited == "" and "refusal-rule" not in here.scene()
    told = here.handle({"kind": "say", "text": "fly away"}) or ""
    assert told.count(",") <= 7 and all(word in told for word in ("lay", "move", "take", "undo"))


@pytest.mark.parametrize(("mode", "lang"), [(1, "en"), (2, "zh")])
def test_a_round_by_typing_alone(mode: int, lang: str) -> None:
    here = session(lang=lang, mode=mode, rounds=1, seed=8)

    def word(name: str) -> str:
        return re.split("[,，]", words.find(f"cloud_mountain.command.{name}", lang) or "")[0].strip()

    for _ in range(200):
        view = here.view()
        due = view["due"]["phase"]
        if due == "over":
            break
        if due == "lay" and here.eyes is None:
            here.handle({"kind": "set", "name": "eyes", "value": view["to_move"][0]})
            continue
        lay = next((a for a in here.legal() if a["type"] in ("lay", "done")), None)
        typed = {
            "spend": word("hold"),
            "choose": f"{word('choose')} {next((n for n, c in enumerate(view['columns'] or (), 1) if c), 0)}",
        }.get(due, word("chance"))
        if lay:
            typed = word("done") if lay["type"] == "done" else f"{word('lay')} {lay['tile']} {lay['cell'] + 1}"
        assert here.handle({"kind": "say", "text": typed}) is None, typed
    assert here.view()["due"]["phase"] == "over"


def test_chances_are_asked_of_what_lies_in_sight_only() -> None:
    here = until(session(), phase("lay"))
    assert not chances(here.match.game.view(here.state, None))
    seen = PlayArea(here.view(), -1, {}, None, None)
    assert not seen.acts
    assert all(len(line) == 3 for line in LINES)


def test_board_and_panels_ask_for_the_chances_of_a_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    here, asked = until(session(), phase("spend")), []
    count = met.met_ways
    monkeypatch.setattr(met, "met_ways", lambda positions, tiles: asked.append(positions) or count(positions, tiles))
    met.chances_at.cache_clear()
    here.refresh()
    here.scene()
    here.rows()
    assert len(asked) == 1 and len(asked[0]) == 1
