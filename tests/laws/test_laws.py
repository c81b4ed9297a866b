"""Every law can be broken: small games with one thing wrong each, and what the report says of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import toolkit
from tests.examples import pig
from tests.laws import sealed
from toolkit import laws
from toolkit.core import words
from toolkit.core.dist import Dist
from toolkit.core.game import CHANCE, Event, IllegalAction
from toolkit.core.kit import Kit, PlainBoard
from toolkit.core.panel import Chart, Figure, Panel, row
from toolkit.core.words import BadInput, Phrase

SHORT: Mapping[str, Any] = {"seats": 2, "matches": 2, "goal": 15}


def changed(game: Any, **parts: Any) -> Any:
    """The game with other functions in the place of some of its own."""
    own = {name: value for name, value in vars(game).items() if not name.startswith("_") and name != "KIT"}
    return SimpleNamespace(**own | {"NAME": f"{game.NAME}_changed"} | parts)


def never_refuses(state: Any, action: Any) -> Any:
    try:
        return pig.apply(state, action)
    except IllegalAction:
        return state


def fails_on_hold(state: Any, action: Any) -> Any:
    if action in pig.legal_actions(state, state.seat) and isinstance(action, pig.Hold):
        raise KeyError("points")
    return pig.apply(state, action)


numbers = count()


def counts_its_calls(state: Any, action: Any) -> Any:
    return replace(pig.apply(state, action), scores=(next(numbers) % 17, 0))


def changes_its_mind(state: Any, seat: int) -> Any:
    return pig.legal_actions(state, seat)[: 1 if next(numbers) % 5 == 0 else 2]


def starts_with_a_list(seats: int, **options: Any) -> Any:
    return pig.State(pig.RULESET(**options), [0] * seats)  # type: ignore[arg-type]


def writes_into_it(state: Any, action: Any) -> Any:
    found = pig.apply(state, action)
    if isinstance(state.scores, list):
        state.scores[0] += 1
    return found


def forgets_after_a_round(then: Any, now: Any, action: Any, seat: Any) -> Any:
    return None if now.round > then.round + 1 and action.seat != seat else sealed.redact(then, now, action, seat)


def hides_its_own(then: Any, now: Any, action: Any, seat: Any) -> Any:
    return None if now.round > then.round and action.seat == seat else sealed.redact(then, now, action, seat)


def hides_nothing(then: Any, now: Any, action: Any, seat: Any) -> Any:
    return action


def leaks(state: Any, seat: Any) -> Figure:
    hidden = sum(number or 0 for number in state.picked)
    return Figure((row("sum", Fraction(hidden), label="sum"),), Phrase.of("plain.facts"), Phrase.of("plain.facts"))


def holds_a_fraction(state: Any, seat: Any) -> Figure:
    strange = {"chart": "sum", "series": "now", "p": Fraction(1, 2), "exact": "1/2"}
    return Figure((strange,), Phrase.of("plain.facts"), Phrase.of("plain.facts"))


def with_panel(game: Any, rows: Callable[..., Figure]) -> Kit:
    return Kit(rules=game, panels=(Panel("sum", (Chart("sum", "bars"),), rows),))


class TornBoard(PlainBoard):
    def context(self, *args: Any) -> Any:
        raise ZeroDivisionError


def last_first(state: Any) -> tuple[int, ...]:
    scores = pig.returns(state)
    return tuple(1 + sum(other < score for other in scores) for score in scores)


BROKEN: list[tuple[str, Any, str]] = [
    ("a_match_begins", changed(pig, RULES=0), "`RULES` is 0"),
    ("a_match_begins", changed(pig, start=lambda seats, **o: pig.State(pig.RULESET(**o), (next(numbers), 0))), "start"),
    ("a_match_begins", changed(pig, returns=lambda state: (1,)), "(1,)"),
    ("who_must_act", changed(pig, to_move=lambda state: pig.to_move(state) and (0, 1)), "Seat 1"),
    ("who_must_act", changed(pig, to_move=lambda state: [state.seat]), "[0]"),
    ("who_must_act", changed(pig, legal_actions=lambda state, seat: (pig.Roll(seat),)), "Seat 1 is not to move"),
    ("who_must_act", changed(pig, legal_actions=lambda state, seat: pig.legal_actions(state, seat) * 2), "twice"),
    ("legal_actions_apply", changed(pig, apply=fails_on_hold), "KeyError: 'points'"),
    ("nothing_else_applies", changed(pig, apply=never_refuses), "is not legal, but `apply` accepts it"),
    ("apply_is_a_function", changed(pig, apply=counts_its_calls), "the second time"),
    ("apply_is_a_function", changed(pig, start=starts_with_a_list, apply=writes_into_it), "has changed the state"),
    ("apply_is_a_function", changed(pig, start=starts_with_a_list), "unhashable type: 'list'"),
    ("actions_travel", changed(pig, ACTIONS=pig.Roll | pig.Hold), "ValidationError"),
    ("chance_is_a_distribution", changed(pig, chance_outcomes=lambda state: {pig.Rolled(1): 1}), "no `Dist`"),
    (
        "chance_is_a_distribution",
        changed(pig, chance_outcomes=lambda state: Dist.point(pig.Rolled(9))),
        "Rolled(pips=9)",
    ),
    ("views_tell_no_more_than_they_may", changed(pig, view=lambda state, seat: {"seats": {1, 2}}), "{1, 2}"),
    ("views_tell_no_more_than_they_may", changed(sealed, view=lambda state, seat: {"all": list(state.picked)}), "all"),
    ("the_log_tells_no_more_than_the_view", changed(sealed, redact=hides_nothing), "treats them differently"),
    ("a_seat_never_forgets", changed(sealed, redact=forgets_after_a_round), "no longer at ply"),
    ("a_seat_s_record_hides", changed(sealed, redact=hides_its_own), "its own Pick("),
    ("panels_too", with_panel(changed(sealed), leaks), "The panel sum changes"),
    ("panels_too", with_panel(changed(pig), holds_a_fraction), "Fraction(1, 2)"),
    ("scores_and_ranks_agree", changed(pig, ranks=last_first), "ranks"),
    ("everything_has_words", changed(pig, events=lambda state: (Event("odd", seen_by=(7,)),)), "(7,)"),
    ("a_match_ends", changed(pig, MAX_PLIES=3), "not over after 3 plies"),
    ("the_same_seed_gives_the_same_match", changed(pig, legal_actions=changes_its_mind), "from ply"),
    ("replay_gives_the_same", changed(pig, apply=counts_its_calls), ""),
    ("undo_and_redo_lead_back", changed(pig, apply=counts_its_calls), ""),
    ("a_table_can_show_it", Kit(rules=changed(pig), board=TornBoard()), "ZeroDivisionError"),
]


@pytest.mark.parametrize(("law", "game", "found"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_broken_law_is_found(law: str, game: Any, found: str) -> None:
    rules = game.rules if isinstance(game, Kit) else game
    options = SHORT if "pig" in rules.NAME else {"seats": 2, "matches": 9}
    report = laws.check(game, strict=False, **options)
    broken = {one.law: one for one in report.broken}
    assert law in broken, report
    assert found in broken[law].say("en")
    for lang in words.LANGS:
        said = broken[law].say(lang)
        assert said.startswith("✗ ") and "{" not in said.partition("\n")[0]
    with pytest.raises(laws.LawBroken):
        laws.check(game, **options)


def test_every_law_is_in_this_table() -> None:
    asked_elsewhere = {"the_game_s_own_laws"}
    assert {law for law, _, _ in BROKEN} | asked_elsewhere == {law.name for law in laws.LAWS}


def test_every_law_and_everything_found_has_words() -> None:
    places = {"Fault": 0, "demand": 1, "refuse": 2}
    found = {"raised"}
    for path in Path(laws.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "attr", getattr(getattr(node, "func", None), "id", ""))
            if name in places and isinstance(key := node.args[places[name]], ast.Constant):
                found.add(key.value)
    there = {key.removeprefix("laws.found.") for key in words.catalogue("en") if key.startswith("laws.found.")}
    assert found == there
    laws_there = {key.removeprefix("laws.law.") for key in words.catalogue("en") if key.startswith("laws.law.")}
    assert laws_there == {law.name for law in laws.LAWS}


def test_a_law_of_one_game_alone() -> None:
    def never_above_ten(ply: laws.Ply) -> None:
        assert ply.now.turn_total <= 10, "too much"

    report = laws.check(pig, holds=never_above_ten, strict=False, **SHORT)
    (broken,) = report.broken
    assert broken.law == "the_game_s_own_laws" and "too much" in broken.say("en")
    assert not laws.check(pig, holds=lambda ply: None, **SHORT).broken


def test_the_report_says_how_often_each_law_held() -> None:
    report = laws.check(pig, **SHORT)
    held = {asked.law: asked.held for asked in report.laws}
    assert held["legal_actions_apply"] == report.plies + 2 and held["replay_gives_the_same"] == report.matches == 2
    assert "the_game_s_own_laws" not in held and "everything_has_words" not in held, "nothing to ask"
    assert repr(report).count("✓") == len(report.laws) and "✗" not in repr(report)
    assert f"pig: all laws hold in 2 random matches of 2 seats, {report.plies} plies" in repr(report)
    assert "全部成立" in repr(laws.check(pig, lang="zh", **SHORT))
    assert "<li" in report._repr_html_()


def test_what_was_found_can_be_seen_again() -> None:
    game = changed(pig, apply=fails_on_hold)
    with pytest.raises(laws.LawBroken) as found:
        laws.check(game, **SHORT)
    broken = found.value.broken
    assert broken.call in str(found.value)
    with pytest.raises(laws.LawBroken) as again:
        eval(broken.call, {"toolkit": toolkit})
    assert again.value.broken == broken
    table = toolkit.load(broken.record, game)
    assert table.match.ply == broken.ply == len(table.match.log)
    action = table.match.log[-1]
    assert broken.action == {
        "type": action.__struct_config__.tag,
        **{f: getattr(action, f) for f in action.__struct_fields__},
    }


def test_a_law_broken_at_the_start_says_so() -> None:
    report = laws.check(changed(pig, legal_actions=lambda state, seat: ()), strict=False, **SHORT)
    (broken,) = (one for one in report.broken if one.law == "who_must_act")
    assert broken.action is None and "At the start" in broken.say("en")


def test_words_are_demanded_of_a_game_that_has_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "pig_with_words" / "words"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    texts = {
        "title": "Pig",
        "event.rolls": "{who:seat} rolls {pips}.",
        "why.not_now": "Not now.",
        "event.loses": "{oh}",
    }
    for lang in words.LANGS:
        (folder / f"{lang}.toml").write_text("".join(f'"{key}" = "{text}"\n' for key, text in texts.items()), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = Kit(rules=changed(pig, NAME="pig_with_words"), package="pig_with_words")
    broken = {one.law: one.say("en") for one in laws.check(game, strict=False, **SHORT).broken}
    assert "event.keeps" in broken["everything_has_words"] or "event.loses" in broken["everything_has_words"]


def test_what_cannot_be_asked_for_is_refused_by_name() -> None:
    for wrong, named in (
        ({"game": "chess"}, "chess"),
        ({"game": SimpleNamespace(NAME="half")}, "to_move"),
        ({"seats": 9}, "9"),
        ({"seats": (2, "3")}, "'3'"),
        ({"matches": 0}, "matches"),
        ({"seed": "x"}, "seed"),
        ({"gaol": 9}, "gaol"),
    ):
        with pytest.raises(BadInput) as refused:
            laws.check(**{"game": pig, "lang": "zh"} | wrong)
        assert named in str(refused.value)


def test_laws_are_loaded_when_they_are_asked_for() -> None:
    code = "import sys, toolkit; assert 'msgspec' not in sys.modules; print(toolkit.laws.check.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "check" and "laws" in toolkit.__all__
    assert not hasattr(toolkit, "lore")


def test_a_random_player_plays_chance_and_seats() -> None:
    plies = list(laws.random_plies(pig.KIT.rules, Random(1), 2, {"goal": 20}))
    assert [ply.number for ply in plies] == list(range(len(plies)))
    assert {type(ply.action) for ply in plies} == {pig.Roll, pig.Hold, pig.Rolled}
    assert pig.to_move(plies[-1].now) == () and pig.to_move(plies[0].now) == (CHANCE,)
