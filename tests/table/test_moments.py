"""What happened is a moment: shown large until a person acts next. The end of a match, and playing again."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import toolkit
from tests.support.lessons import play
from tests.support.markup import check_markup
from tests.support.tables import match_at_table
from toolkit.core import words
from toolkit.core.game import CHANCE
from toolkit.core.kit import Moment
from toolkit.core.match import Bot, decode
from toolkit.core.playout import random_policy
from toolkit.games.math_storm.state import Rolled, Spun
from toolkit.table.session import Session
from toolkit.table.widget import Table

TEAMS = ("Foxes", "Owls")
each_lang = pytest.mark.parametrize("lang", words.LANGS)


def math(*outcomes: Any, lang: str = "en", bots: Any = None, **options: Any) -> Session:
    """A table of two teams. `outcomes`: what is spun and rolled first; the first four numbers place the pawns."""
    match = match_at_table(
        "math_storm", 2, names=TEAMS, seed=options.pop("seed", 1), order="seats", bots=bots, **options
    )
    for one in outcomes:
        match.play(Spun(one) if isinstance(one, int) else Rolled(one) if isinstance(one, str) else one)
    match.advance()
    here = Session(match, lang=lang)
    return here


def cloud(seats: int = 2, lang: str = "en", **options: Any) -> Session:
    return Session(match_at_table("cloud_mountain", seats, seed=3, moves=4, **options), lang=lang)


def go_on(here: Session, seed: int, skill: float) -> bool:
    """One action of whoever is due; whether there was one."""
    rng = random.Random(f"{seed} {here.ply}")
    legal = [a for a in here.legal() if a["type"] not in ("stop", "judge", "timeup", "skip")]
    if not legal and here.view()["due"]["phase"] == "lay":
        return here.handle({"kind": "set", "name": "eyes", "value": here.view()["to_move"][0]}) is None
    if not legal or not here.match.to_move:
        return False
    action = rng.choice([a for a in legal if a["type"] in ("lay", "hold", "done")] or legal)
    if action["type"] != "chance":
        game = here.match.game
        action = msgspec.to_builtins(game.fill(here.state, decode(game, action), rng, skill))
    assert play(here, action) is None
    return True


def until(here: Session, reached: Callable[[Moment], bool], seed: int = 1, skill: float = 0.6) -> Moment:
    """Plays until the last moment is as wanted."""
    for _ in range(1500):
        shown = here.snapshot()
        if shown.moments and reached(shown.moments[-1]):
            return shown.moments[-1]
        assert go_on(here, seed, skill), "the match was over before"
    raise AssertionError("no such moment came")


def over(here: Session, seed: int = 1, skill: float = 1.0) -> Session:
    while go_on(here, seed, skill):
        pass
    assert not here.match.to_move
    return here


def texts(here: Session) -> dict[str, str]:
    """What is said to a screen reader, by key."""
    page = check_markup(here.scene())
    return {
        str(attrs.get("data-key")): " ".join("".join(text).split())
        for _, attrs, text in page.elements
        if "data-live" in attrs
    }


def shown(here: Session) -> Moment:
    return here.snapshot().moments[-1]


@each_lang
def test_a_rolled_stop_is_a_moment_until_the_next_team_has_rolled(lang: str) -> None:
    here = math(6, 7, 1, 2, lang=lang)
    here.match.play(Rolled("stop"))
    here.refresh()
    said = texts(here)["moment-title"], texts(here)["moment-text"]
    assert (
        said
        == {
            "en": ("Foxes rolled STOP", "The turn ends, no pawn moves."),
            "zh": ("Foxes掷出“停”", "回合结束，棋子都不动。"),
        }[lang]
    )
    assert (shown(here).kind, shown(here).seat) == ("die", 0)
    label = words.say("math_storm.label.die", lang, face="stop")
    assert f'aria-label="{label}"' in here.scene()
    assert 'data-hotkey="r"' in here.scene(), "what the next team may do waits below it"
    assert play(here, {"type": "chance"}) is None
    assert "Foxes" not in texts(here).get("moment-title", "")


def test_a_lost_operation_is_a_moment() -> None:
    here = math(7, 5, 1, 2, "÷", die="four-operations")
    moment = shown(here)
    assert moment.title == "Foxes: operation lost" and moment.facts["face"] == "÷"
    assert "there is no ÷ to do" in moment.text


def test_a_roll_that_moves_nobody_is_a_moment() -> None:
    here = math(2, 1, 3, 4, "-")
    assert play(here, {"type": "move", "seat": 0, "pawn": 1}) is None
    moment = shown(here)
    assert moment.kind == "sum" and moment.title == "Foxes: no pawn moves" and moment.facts["text"] == "2 − 1 = 1"
    assert 'class="tk-sum">2 − 1 = 1<' in here.scene()


def test_right_and_wrong_are_moments_with_card_steps_and_supervisors() -> None:
    for skill, tone, sign in ((1.0, "met", "✓"), (0.0, "failed", "✕")):
        here = math(seed=4)
        until(here, lambda m, tone=tone: m.kind == "card" and m.tone == tone, skill=skill)
        scene = here.scene()
        card = here.view()["closed"]
        assert f'data-key="closed-{card["number"]}"' in scene and 'data-key="steps"' in scene
        assert 'data-key="judge"' in scene, "the supervisors can be reached"
        assert sign in scene and texts(here)["moment-title"]


def test_an_old_card_does_not_stay_into_the_next_turn() -> None:
    here = math(seed=4)
    until(here, lambda m: m.kind == "card", skill=0.0)
    assert "tk-closed" in here.scene()
    go_on(here, 1, 0.0)
    assert "tk-closed" not in here.scene()


def test_the_time_that_is_up_is_a_moment() -> None:
    here = math(seed=4)
    while here.view()["card"] is None:
        assert go_on(here, 1, 1.0)
    here.clock.end()
    here.clock.running = True
    assert here.handle({"kind": "play", "step": here.clock.id, "action": {"type": "timeup"}}) is None
    assert shown(here).title == "Time is up" and shown(here).tone == "failed"


def test_a_chip_is_a_moment() -> None:
    here = math()
    moment = until(here, lambda m: m.kind == "chip", skill=1.0)
    assert moment.title == f"{TEAMS[moment.seat]} won a chip!"
    assert here.view()["chips"][moment.seat] == moment.facts["chips"]


@pytest.mark.parametrize(("seats", "rows"), [(1, 1), (2, 2)])
def test_a_counted_round_is_a_moment_with_its_table(seats: int, rows: int) -> None:
    here = cloud(seats, rounds=2)
    moment = until(here, lambda m: m.kind == "counted")
    assert moment.title.startswith("Round 1")
    assert here.scene().count('data-key="scored-row-') == rows
    go_on(here, 1, 1.0)
    assert 'data-key="scored-row-' not in here.scene()


def test_what_the_computer_did_is_shown_too_the_latest_large_the_earlier_ones_as_lines() -> None:
    """Three computers play after one person: several moments can come before that person acts again."""
    bots = {seat: Bot("random", random_policy, 0.5) for seat in (1, 2, 3)}
    match = match_at_table("math_storm", 4, seed=2, order="seats", bots=bots)
    here = Session(match)
    most: tuple[Moment, ...] = ()
    for _ in range(60):
        if not go_on(here, 2, 0.5) or here.snapshot().ending:
            break
        now = here.snapshot().moments
        most = max(most, now, key=len)
        if len(now) > 1:
            said = texts(here)
            assert now[-1].title == said["moment-title"]
            assert now[-2].title in said["moments-before"]
    assert len(most) > 1 and any(moment.seat in bots for moment in most)


def test_a_moment_belongs_to_its_place_in_the_match() -> None:
    here = math(6, 7, 1, 2)
    here.match.play(Rolled("stop"))
    here.refresh()
    ply, moment = here.ply, shown(here)
    go_on(here, 1, 1.0)
    assert here.handle({"kind": "goto", "ply": ply}) is None
    assert shown(here) == moment
    assert here.handle({"kind": "goto", "ply": here.match.ply}) is None
    assert here.handle({"kind": "undo"}) is None
    assert shown(here) == moment


@each_lang
@pytest.mark.parametrize("make", [lambda lang: math(chips=1, lang=lang), lambda lang: cloud(rounds=1, lang=lang)])
def test_the_end_has_the_winner_all_seats_and_what_comes_next(make: Callable[[str], Session], lang: str) -> None:
    here = over(make(lang))
    end = here.snapshot().ending
    assert end is not None
    ranks = here.match.game.ranks(here.state)
    assert end.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert [one.rank for one in end.standings] == sorted(ranks)
    scene = here.scene()
    page = check_markup(scene)
    stripes = scene.split('class="tk-stripes"')[1].split("</div>")[0]
    assert stripes.count("<i ") == len(end.winners)
    assert end.title in texts(here)["end-said"]
    assert {"again"} <= {str(attrs["data-key"]) for attrs in page.all("data-key")}
    assert 'data-key="turn"' not in scene


def test_the_end_says_how_the_cards_went() -> None:
    here = over(math(chips=1))
    given = here.kit.answered(here.match.log, here.match.states)  # type: ignore[misc]
    right = sum(one.ok for one in given)
    assert f"{len(given)} cards answered: {right} right" in here.scene()


@pytest.mark.parametrize("name", ["Foxes", "Team A", "3S", "Max", "红队", "Ross", "’"])
def test_sentences_fit_any_name(name: str) -> None:
    for lang in words.LANGS:
        won = words.say("ending.won", lang, (name,), who=0)
        turn = words.say("math_storm.turn.headline", lang, (name,), who=0)
        assert name in won and name in turn
        if lang == "en":
            assert won == f"{name} won!"
            assert turn == (f"{name}’ turn" if name[-1] in "sS" else f"{name}’s turn")


def test_no_english_text_is_of_one_alone_or_of_many() -> None:
    """A team may be called Foxes: “Foxes’s turn” and “Foxes rolls” are both wrong."""
    for game in ("", "math_storm", "cloud_mountain"):
        for key, text in words.catalogue("en", game).items():
            assert "seat}’s" not in text, key
            after = text.partition(":seat} ")[2].split(" ")[0].strip(".,:!?")
            assert after not in ("has", "is", "goes") and not (after.endswith("s") and key.startswith("event.")), key


# play again


def test_play_again_is_a_new_match_of_the_same_teams_and_options() -> None:
    table = toolkit.play("math_storm", list(TEAMS), seed=1, chips=1, order="seats", bots={1: "random"})
    over(table.session)
    old = table.match
    assert table.handle({"kind": "again", "step": table.session.snapshot().results.step}) is None
    new = table.match
    assert new is not old and new.seed != old.seed and new.to_move
    assert (new.options, new.names, list(new.bots)) == (old.options, old.names, list(old.bots))
    assert not old.to_move, "the match that is over stays as it is"
    assert 'data-key="ending"' not in table.scene


def test_tables_of_one_match_move_on_together() -> None:
    match = match_at_table("cloud_mountain", 2, seed=3, moves=2, rounds=1)
    one, two = Table(match), Table(match)
    over(one.session)
    assert one.handle({"kind": "again"}) is None
    assert one.match is two.match and one.match is not match
    assert 'data-key="ending"' not in two.scene


def test_a_match_that_goes_on_is_not_given_up_without_a_question() -> None:
    table = toolkit.play("math_storm", 2, seed=1)
    old = table.match
    assert table.handle({"kind": "say", "text": "play again"}) is None
    assert table.match is old and table.session.confirm
    assert words.say("table.again", "en") in table.scene
    assert table.handle(dict(table.session.confirm)) is None
    assert table.match is not old


def test_a_double_click_begins_one_match() -> None:
    table = toolkit.play("math_storm", 2, seed=1, chips=1)
    over(table.session)
    message = {"kind": "again", "step": table.session.snapshot().results.step}
    assert table.handle(message) is None
    new = table.match
    assert table.handle(message) == words.say("error.stale", "en")
    assert table.match is new and not table.session.confirm


def test_a_table_of_one_seat_does_not_end_the_match_of_the_others() -> None:
    here = Session(match_at_table("math_storm", 2, seed=1), seat=0)
    assert here.handle({"kind": "again"}) == words.say("error.not_yours", "en")


def test_a_moment_of_chance_needs_a_person_or_the_last_plies() -> None:
    match = match_at_table("math_storm", 2, seed=1, bots={s: Bot("random", random_policy, 1.0) for s in (0, 1)})
    assert match.to_move == () and CHANCE not in match.bots
    assert Session(match).snapshot().ending is not None
    assert len(match.since_person(match.ply)) <= 200


def test_a_lesson_ends_with_its_report_and_another_match_in_the_time_that_is_left() -> None:
    given = toolkit.lesson(2, seed=5, chips=1, save=None, order="seats").start()
    lesson = given.shown
    lesson.countdown.act("add", more=-600)
    while go_on(lesson.session, 5, 1.0):
        pass
    given.update()
    assert 'data-key="end-report"' in given.scene and words.say("report.title", "en") in given.scene
    old, left = given.match, lesson.countdown.left
    assert given.handle({"kind": "again", "step": given.session.snapshot().results.step}) is None
    assert given.match is not old and given.match.to_move and given.match.seed != old.seed
    assert given.match.options == old.options
    assert abs(given.shown.countdown.left - left) < 5 and given.shown.countdown.running
