"""A lesson about any game: start page, autosave, going on, report, all of it made from what the game's kit says."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import toolkit
from tests.examples import pig
from tests.support.markup import check_markup
from tests.teaching.pages import choose, do
from toolkit.core import registry, words
from toolkit.core.lessons import Choice, Entry, choices_of, points
from toolkit.core.match import Bot, Match, decode
from toolkit.core.words import BadInput
from toolkit.games import cloud_mountain
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.lessons import COLUMNS, account
from toolkit.teaching import plan as plans
from toolkit.teaching.lesson import Lesson


@pytest.fixture(autouse=True)
def _forget() -> Any:
    yield
    registry.forget()


def play(lesson: Lesson, plies: int = 10_000) -> None:
    """Plays at random, as a class would: each move by a message."""
    rng, rules = Random(1), lesson.match.game
    for _ in range(plies):
        if not lesson.match.to_move:
            return
        legal = [action for action in lesson.session.legal() if action["type"] not in ("stop", "judge", "timeup")]
        if not legal:
            lesson.handle({"kind": "set", "name": "eyes", "value": lesson.match.to_move[0]})
            continue
        done = [action for action in legal if action["type"] in ("lay", "done", "hold", "choose")]
        action = rng.choice(done or legal)
        if action["type"] != "chance":
            filled = rules.fill(lesson.match.state, decode(rules, action), rng, 0.6)
            action = msgspec.to_builtins(filled)
        seat = action.get("seat", -1)
        message = {"kind": "play", "step": lesson.match.step(seat), "action": action}
        assert lesson.handle(message) is None


def games(tmp_path: Path) -> list[tuple[Any, dict[str, Any]]]:
    return [(pig, {"goal": 30}), ("cloud_mountain", {"rounds": 1}), ("math_storm", {"end": "rounds", "rounds": 2})]


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("which", range(3))
def test_a_lesson_about_any_game_is_begun_saved_gone_on_with_and_reported(
    which: int, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game, options = games(tmp_path)[which]
    lesson = toolkit.lesson(game, ["Foxes", "Owls"], minutes=20, seed=4, lang=lang, **options)
    name = registry.known(game).name
    assert lesson.game == name and repr(lesson) == f"Lesson({name}, start page)"
    check_markup(lesson.scene)
    lesson.start()
    play(lesson, 12)
    check_markup(lesson.scene)
    assert (tmp_path / f"{name}_lesson.json").exists()

    again = toolkit.lesson(game, lang=lang)
    assert 'data-key="resume"' in again.scene and "Foxes" not in again.scene
    again.resume()
    assert again.match.record() == lesson.match.record()
    play(again)
    assert do(again, "report", True) is None
    check_markup(again.scene)
    scores = again.report().scores
    assert sorted(one.points for one in scores) == sorted(again.match.game.returns(again.match.state))
    assert [one.rank for one in scores] == sorted(again.match.game.ranks(again.match.state))
    best = next(one for one in scores if one.rank == 1)
    assert ("Foxes", "Owls")[best.seat] in again.scene

    over = toolkit.lesson(game, lang=lang)
    assert words.say("lesson.look", lang) in over.scene and words.say("lesson.resume", lang) not in over.scene
    over.resume()
    assert over.shown.page == "report", "a lesson that is over is looked at, not gone on with"


def test_a_game_that_says_nothing_offers_what_its_ruleset_has(tmp_path: Path) -> None:
    class Rules(msgspec.Struct, frozen=True):
        goal: int = 100
        fast: bool = False
        way: str = "x"

    kit = registry.known(pig)
    made = choices_of(kit.lessons, Rules)
    assert [(one.name, one.look) for one in made] == [("goal", "number"), ("fast", "row")]
    lesson = toolkit.lesson(pig, save=None)
    assert choose(lesson, "goal", "40") is None and choose(lesson, "goal", "many")
    assert lesson.start().match.options["goal"] == 40
    assert "Cards" not in toolkit.lesson(pig, save=None).scene, "no cards, no words about them"


def test_its_report_has_a_line_whenever_a_score_changes() -> None:
    lesson = toolkit.lesson(pig, goal=30, seed=4, save=None).start()
    play(lesson)
    entries = lesson.report().entries
    assert entries == points(lesson.match.game, lesson.match.log, lesson.match.states)
    for seat, score in enumerate(lesson.match.game.returns(lesson.match.state)):
        own = [entry for entry in entries if entry.seat == seat]
        assert sum(entry.values[0] or 0 for entry in own) == score
        assert not own or own[-1].values[1] == score


def test_the_first_game_with_cards_is_taken_if_none_is_named() -> None:
    assert toolkit.lesson(teams=3, save=None).game == "math_storm"
    assert toolkit.lesson(["Reds", "Blues"], save=None).shown.plan.names == ("Reds", "Blues")
    assert toolkit.lesson(3, save=None).shown.plan.teams == 3
    assert toolkit.lesson("cloud_mountain", teams=2, save=None).game == "cloud_mountain"
    with pytest.raises(BadInput, match="There is no game 'chess'"):
        toolkit.lesson("chess", save=None)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    play(toolkit.lesson(pig, save=file).start(), 3)
    other = toolkit.lesson("cloud_mountain", save=file)
    assert 'data-key="resume"' not in other.scene and "'pig'" in other.scene.replace("&#39;", "'")


def match(mode: int, seed: int) -> Match[Any, Any]:
    bots = {seat: Bot("gentle", BOTS["gentle"](0.5)) for seat in range(3)}  # type: ignore[call-arg]
    made: Match[Any, Any] = Match(cloud_mountain, 3, seed=seed, bots=bots, mode=mode, rounds=2)
    made.advance()
    return made


@pytest.mark.parametrize("mode", [1, 2])
def test_what_was_expected_and_what_came_on_top_make_the_points_of_a_round(mode: int) -> None:
    names = [column.name for column in COLUMNS]
    for seed in range(3):
        played = match(mode, seed)
        entries = account(played.game, played.log, played.states)
        assert len(entries) == 2 * 3
        for entry in entries:
            cells = dict(zip(names, entry.values, strict=True))
            assert cells["expected"] + cells["plates"] + cells["dice"] + cells["moves"] == cells["points"]
        for seat, score in enumerate(played.game.returns(played.state)):
            assert sum(entry.values[1] or 0 for entry in entries if entry.seat == seat) == score


def test_luck_is_luck_and_decisions_are_decisions() -> None:
    """Over many rounds plates and dice bring nothing, but for chance; a bot that knows better gains by its moves."""
    lucky: list[Fraction] = []
    for seed in range(10):
        played = match(1, 100 + seed)
        lucky += [Fraction(entry.values[6]) + Fraction(entry.values[7]) for entry in _entries(played)]
    mean = float(sum(lucky) / len(lucky))
    spread = (sum((float(one) - mean) ** 2 for one in lucky) / len(lucky)) ** 0.5
    assert abs(mean) < 4 * spread / len(lucky) ** 0.5


def _entries(played: Match[Any, Any]) -> tuple[Entry, ...]:
    return account(played.game, played.log, played.states)


def test_the_table_has_scores_and_lines_in_words(tmp_path: Path) -> None:
    lesson = toolkit.lesson("cloud_mountain", ["Foxes", "Owls"], rounds=1, seed=4, save=None).start()
    play(lesson)
    for lang in words.LANGS:
        rows = list(csv.reader(io.StringIO(lesson.report().csv(lang).removeprefix("\ufeff"))))
        assert rows[0] == [words.say("report.scores", lang), words.say("cloud_mountain.title", lang)]
        assert [row[1] for row in rows[2:4]] == [("Foxes", "Owls")[one.seat] for one in lesson.report().scores]
        assert words.say("cloud_mountain.report.plates", lang) in rows[6]
        assert len(rows) == 7 + 2
    hidden = lesson.report().csv("en", hidden=True)
    assert "Foxes" not in hidden and "Team A" in hidden


def test_who_plays_is_chosen_on_the_start_page() -> None:
    lesson = toolkit.lesson("cloud_mountain", save=None)
    assert lesson.shown.plan.offers("player-1") == ("", "random", "gentle:0.25", "gentle:0.5", "gentle:0.75", "layout")
    assert choose(lesson, "player-1", "gentle:0.75") is None and "75" in lesson.scene
    assert choose(lesson, "player-0", "layout") is None
    refused = do(lesson, "start")
    assert refused and "every team" in refused and not lesson.started
    assert choose(lesson, "player-0", "") is None and do(lesson, "start") is None
    assert lesson.match.bots[1].recorded == ["gentle", 0.75, 0.75]
    assert toolkit.load(lesson.match.record()).match.bots[1].recorded == ["gentle", 0.75, 0.75]


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ({"B": "gentle"}, ["gentle", 0.5, 0.5]),
        ({"b": ("gentle", 0.9)}, ["gentle", 0.9, 0.5]),
        ({1: ("gentle", 0.9, 0.1)}, ["gentle", 0.9, 0.1]),
        ({1: "solver"}, ["solver", 1.0]),
    ],
)
def test_a_computer_player_is_named_by_letter_and_strength(given: Any, right: list[Any]) -> None:
    table = toolkit.play("math_storm", 2, seed=1, bots=given)
    assert table.match.bots[1].recorded == right
    assert toolkit.lesson(teams=2, bots=given, save=None).start().match.bots[1].recorded == right


def test_a_strength_that_cannot_be_is_refused() -> None:
    for given in ({"B": ("gentle", 0.5, 2)}, {"B": ("solver", 0.5, 0.5)}, {"B": ("gentle", True)}):
        with pytest.raises(BadInput, match="0 … 1"):
            toolkit.play("math_storm", 2, bots=given)
    with pytest.raises(BadInput):
        toolkit.lesson(teams=2, bots={"C": "gentle"}, save=None)


def test_three_teams_need_few_presses_before_the_first_turn() -> None:
    for opening, most in (("at once", 0), ("spins", 9)):
        lesson = toolkit.lesson(teams=3, opening=opening, seed=2, save=None).start()
        presses = 0
        while lesson.match.game.due(lesson.match.state).phase != "roll":
            assert lesson.handle({"kind": "play", "step": lesson.match.step(-1), "action": {"type": "chance"}}) is None
            presses += 1
        assert presses == 0 if opening == "at once" else 6 <= presses <= most
    assert len(toolkit.lesson(teams=3, order="seats", save=None).start().session.lines()) >= 6, (
        "the log tells the spins"
    )


def test_a_plan_of_choices_keeps_what_it_is_told() -> None:
    made = plans.plan("math_storm", 2, stars=[3, 1, 0], rounds=7, end="rounds", both_zero="both")
    assert (
        made.get("stars-0") == 3 and made.offers("rounds")[3:6] == (5, 6, 7) and made.ruleset == {"both_zero": "both"}
    )
    assert Choice("n", (1, 2), 1, least=1, most=9).right == "1 … 9"
