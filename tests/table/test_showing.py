"""Pupils calculate first: results and odds at once, after the class has said its number, or never."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

import toolkit
from tests.support.lessons import play
from tests.support.lessons import session as lesson_session
from tests.support.markup import check_markup
from tests.support.tables import match_at_table
from tests.table.test_moments import go_on
from toolkit.cards.reading import single_number
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.odds import decisions
from toolkit.games.math_storm.state import Rolled, Spun
from toolkit.table import picture
from toolkit.table.session import Session
from toolkit.teaching import plan as plans

GAMES = {
    "math_storm": [{"die": "plus-minus"}, {"die": "four-operations", "challenge_spin": "own"}],
    "cloud_mountain": [{"moves": 3, "rounds": 1}, {"mode": 2, "rounds": 1}],
}
VARIANTS = [(name, options) for name, several in GAMES.items() for options in several]
each_variant = pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)


def table(name: str, show: str, lang: str = "en", **options: Any) -> Session:
    return Session(match_at_table(name, 2, seed=5, **options), lang=lang, show=show)


def phases(here: Session, most: int = 260) -> Any:
    """Every step of a random match by its phase and seat; each phase a few times."""
    seen: dict[str, int] = {}
    for _ in range(most):
        phase = here.view()["due"]["phase"]
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] <= 4:
            yield phase
        if not go_on(here, 5, 0.8):
            break
    else:
        return


def sent(here: Session) -> str:
    """All that goes to the page: the scene, the rows of charts, the log and the text of the table."""
    return here.scene() + json.dumps(here.rows()) + " ".join([*here.text(), *(line.text for line in here.lines())])


def other_results(view: dict[str, Any]) -> dict[str, Any]:
    """The view of Math Storm with other results of what is due: all that a class would work out is changed."""
    due = dict(view["due"])
    if due["phase"] == "route" and due["result"] is not None:
        due |= {"result": due["result"] % 90 + 5, "over": not due["over"], "zero": False}
        due["text"] = due["text"].rpartition("= ")[0] + "= 12345" if "= " in due["text"] else due["text"][:-1] + "12345"
    if due["phase"] == "pick":
        due["ends"] = [{"cell": end["cell"] % 90 + 3, "storm": not end["storm"]} for end in due["ends"]]
    return view | {"due": due}


@pytest.mark.parametrize("show", ["none", "after"])
@pytest.mark.parametrize("options", GAMES["math_storm"], ids=str)
def test_what_math_storm_sends_does_not_depend_on_a_hidden_result(
    options: dict[str, Any], show: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same position with other results looks the same; where results are shown, it does not."""
    hidden = table("math_storm", show, **options)
    game, met = hidden.match.game, set()
    true_view = game.view
    for phase in phases(hidden):
        plain = revealed(hidden)
        before = sent(hidden), sent(plain)
        with monkeypatch.context() as patch:
            patch.setattr(game, "view", lambda state, seat: other_results(true_view(state, seat)))
            hidden.look_again()
            plain.look_again()
            after = sent(hidden), sent(plain)
        hidden.look_again()
        plain.look_again()
        assert after[0] == before[0], phase
        if phase in ("route", "pick"):
            met.add(phase)
            assert after[1] != before[1], phase
        check_markup(hidden.scene())
    assert met == {"route", "pick"}


def revealed(here: Session) -> Session:
    """A table where everything is shown, at the same place of the same match, for the same eyes."""
    plain = Session(here.match, lang=here.lang)
    plain.curtain.large = here.curtain.large
    return plain


@each_variant
def test_where_odds_are_never_shown_nobody_computes_them(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = table(name, "none", **options)
    for wanted in ("chances_of", "worths"):
        true = getattr(decisions, wanted)

        def counted(*args: Any, true: Any = true, wanted: str = wanted) -> Any:
            assert isinstance(args[0], dict) and args[0]["scored"], f"{wanted} is asked although nothing may be shown"
            return true(*args)

        monkeypatch.setattr(decisions, wanted, counted)
    for phase in phases(here):
        scene = here.scene()
        assert here.panels == () and here.rows() == {}
        assert "tk-chart" not in scene and "data-panel" not in scene, phase
        assert 'data-key="reveal"' not in scene


@each_variant
@pytest.mark.parametrize("lang", words.LANGS)
def test_a_reveal_shows_what_was_hidden_and_belongs_to_one_step(name: str, options: dict[str, Any], lang: str) -> None:
    here, met = table(name, "after", lang, **options), set()
    for phase in phases(here, 120):
        plain = revealed(here)
        if phase in (*met, "over") or not plain.rows():
            continue
        met.add(phase)
        assert not here.revealed and here.rows() == {} and 'data-key="reveal"' in here.scene()
        assert here.handle({"kind": "set", "name": "reveal", "value": True}) is None
        assert here.revealed and here.rows() == plain.rows()
        assert here.snapshot().seen.view == plain.snapshot().seen.view
        ply = here.ply
        assert go_on(here, 5, 0.8)
        assert not here.revealed or here.ply == ply, "with the next decision all is hidden again"
    assert len(met) > 2


def route() -> Session:
    """Foxes have 49 and 42 and have rolled plus."""
    match = match_at_table("math_storm", 2, names=("Foxes", "Owls"), seed=1, order="seats")
    for spin in (4, 9, 1, 2):
        match.play(Spun(spin))
    match.play(Rolled("+"))
    return Session(match, show="after")


def test_the_number_of_the_class_is_read_as_an_answer_is_and_reveals_what_is_right() -> None:
    for right in ("13", " １３ ", "4 + 9 = 13", "answer: 13"):
        here = route()
        assert "4 + 9 = ?" in here.scene() and "= 13" not in here.scene()
        assert here.handle({"kind": "guess", "text": right}) is None
        assert here.revealed and "4 + 9 = 13" in here.scene()
        assert words.say("show.right", "en", given=right.strip()) in here.scene()


def test_a_wrong_number_is_answered_in_a_sentence_and_blocks_nothing() -> None:
    here = route()
    for text, key in (
        ("12", "wrong"),
        ("", "blank"),
        ("4 + 9", "unreadable"),
        ("lots", "unreadable"),
        ("1/0", "unreadable"),
    ):
        assert here.handle({"kind": "guess", "text": text}) is None
        assert words.say(f"show.{key}", "en", given=text) in here.scene()
        assert not here.revealed
    assert play(here, {"type": "move", "seat": 0, "pawn": 0}) is None, "the class may go on without a number"
    assert 'data-key="told"' not in here.scene()


def test_chances_and_points_are_right_rounded_as_they_are_written() -> None:
    here = table("cloud_mountain", "after", moves=3, rounds=1)
    while here.view()["due"]["phase"] != "spend":
        assert go_on(here, 5, 1.0)
    p = next(p for p in decisions.chances_of(here.view()).values() if 0.01 < p < 0.99 and p.denominator > 3)
    for text in (f"{p.numerator}/{p.denominator}", f"{round(100 * p)} %", f"{float(p):.2f}"):
        assert any(result.is_met(single_number(text) or -1) for result in here.kit.board.results(here.view())), text
        assert here.handle({"kind": "guess", "text": text}) is None
        assert here.revealed
        here = Session(here.match, show="after")


def test_a_refusal_tells_no_result_while_it_is_hidden() -> None:
    """Pawns on 6 and 6, the full one has passed: 6 − 6 = 0 would bring it back into the storm."""
    here = route()
    state = here.state
    step = replace(state.agenda[-1], ops=("-",))
    here.match.states[here.match.ply] = replace(
        state, pawns=((6, 6),) * 2, passed=((True, False),) * 2, agenda=(*state.agenda[:-1], step)
    )
    action = {"type": "move", "seat": 0, "pawn": 0}
    for lang in words.LANGS:
        here.lang = lang
        assert here.handle({"kind": "why", "about": {"action": action}}) == words.say(
            "math_storm.covered.passed_may_not_enter", lang
        )


@each_variant
def test_a_still_picture_hides_what_the_table_hides(name: str, options: dict[str, Any]) -> None:
    found = set()
    here = table(name, "all", **options)
    for _ in phases(here):
        shown, hidden = (picture.picture(here.match, "en", revealed=revealed) for revealed in (True, False))
        found.add(shown != hidden)
        due = here.view()["due"]
        if due["phase"] == "route" and name == "math_storm":
            assert f"to {due['result']}?" not in hidden and 'class="can' not in hidden
    assert True in found
    given = toolkit.play(name, 2, seed=5, show="after", **options)
    assert given.picture() == picture.picture(given.match, given.session.lang, revealed=False)


def test_a_peek_brings_nothing_that_is_hidden() -> None:
    here = route()
    before = here.scene()
    assert here.handle({"kind": "peek", "action": {"type": "move", "seat": 0, "pawn": 1}}) is None
    assert here.rows() == {} and "ghost" not in here.scene() and "= 13" not in here.scene()
    assert before.count("<path") == here.scene().count("<path")


def test_the_log_does_not_tell_the_steps_of_a_challenge_before_they_are_made() -> None:
    here = table("math_storm", "none", chips=20)
    while here.view()["due"]["phase"] != "pick":
        assert go_on(here, 5, 1.0)
    due = here.match.game.view(here.state, None)["due"]
    line = here.lines()[-1].text
    assert line.endswith("steps.") and "=" not in line and f"{abs(due['steps'])} steps" not in line
    go_on(here, 5, 1.0)
    assert any(f"= {abs(due['steps'])} step" in line.text for line in here.lines()), "after the move it is told"


def test_what_cannot_be_shown_so_is_refused_in_words() -> None:
    for lang in words.LANGS:
        with pytest.raises(BadInput) as refused:
            toolkit.play("math_storm", show="later", lang=lang)
        assert "'later'" in str(refused.value) and "'after'" in str(refused.value)
    here = table("math_storm", "none")
    assert here.handle({"kind": "set", "name": "show", "value": "some"}) == words.say(
        "error.option_value", "en", name="show", given="'some'", right="'all' | 'after' | 'none'"
    )
    assert here.handle({"kind": "set", "name": "reveal", "value": True}) == words.say("error.reveal_never", "en")
    assert here.handle({"kind": "guess", "text": "3"}) == words.say("error.reveal_never", "en")
    assert table("math_storm", "all").handle({"kind": "guess", "text": "3"}) == words.say("error.guess_none", "en")
    alone = Session(match_at_table("math_storm", 2, seed=1), seat=0, show="after")
    assert alone.handle({"kind": "set", "name": "show", "value": "all"}) == words.say("error.not_yours", "en")
    assert 'data-key="show"' not in alone.scene()


def test_the_table_has_a_choice_and_a_what_if_keeps_it() -> None:
    given = toolkit.play("math_storm", 2, seed=1, show="after")
    assert '<option value="after" selected>' in given.scene
    assert given.handle({"kind": "set", "name": "show", "value": "none"}) is None
    assert '<option value="none" selected>' in given.scene and given.specs == {} and given.rows == {}
    assert given.session.branch().showing.show == "none" and given.fork().session.showing.show == "none"
    assert given.handle({"kind": "set", "name": "show", "value": "all"}) is None
    assert given.specs and given.rows


def test_a_lesson_hides_as_its_plan_says_and_keeps_what_is_chosen_on_the_way() -> None:
    made = plans.plan("math_storm", 2, seed=5, order="seats", show="after")
    here = lesson_session(None, made)
    assert here.session.showing.show == "after" and not here.session.revealed
    assert here.handle({"kind": "set", "name": "show", "value": "none"}) is None
    assert here.plan.show == "none"
    with pytest.raises(BadInput):
        plans.plan("math_storm", 2, show="later")
    given = toolkit.lesson(2, show="after", save=None)
    assert 'data-key="show-after"' in given.scene
    assert given.handle({"kind": "lesson", "do": "choose", "name": "show", "value": "none"}) is None
    assert given.start().session.showing.show == "none"
