"""Errors in a game's own code: logged, shown to the teacher, no harm to the match, and an answer for the page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import toolkit
from tests.examples import pig
from tests.support.markup import check_markup
from toolkit.core.dist import Dist
from toolkit.core.kit import Kit, PlainBoard
from toolkit.core.panel import Chart, Figure, Panel
from toolkit.table import session
from toolkit.table.widget import Table


def torn(board: PlainBoard | None = None, panels: tuple[Panel, ...] | None = None, **parts: Any) -> Kit:
    """Pig with other functions in the place of some of its own, its dice rolled at once."""
    rules = SimpleNamespace(**vars(pig) | {"NAME": "torn", "KIT": None} | parts)
    return Kit(rules=rules, board=board or PlainBoard(ask=False), panels=panels)


def fails_on_hold(state: Any, action: Any) -> Any:
    if action in pig.legal_actions(state, state.seat) and isinstance(action, pig.Hold):
        return {}["points"]
    return pig.apply(state, action)


def fails_in_a_turn(value: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which raises an error where the turn has brought something."""

    def found(state: Any, *rest: Any) -> Any:
        if state.turn_total:
            raise ZeroDivisionError("in a turn")
        return value(state, *rest)

    return found


class TornBoard(PlainBoard):
    def context(self, seen: Any, *rest: Any) -> Any:
        if seen.view["turn_total"]:
            raise ZeroDivisionError("in a turn")
        return super().context(seen, *rest)


NOTHING = Figure((), pig.text(""), pig.text(""))
TORN = {
    "board.context": torn(board=TornBoard(ask=False)),
    "view": torn(view=fails_in_a_turn(pig.KIT.rules.view)),
    "panel.rows": torn(panels=(Panel("torn", (Chart("torn", "bars"),), fails_in_a_turn(lambda *_: NOTHING)),)),
}


@pytest.fixture(autouse=True)
def shown() -> Iterator[None]:
    """As for a teacher: errors are not raised."""
    session.errors["raise"] = False
    yield
    session.errors["raise"] = True


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What tables send to the page besides traits."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(Table, "send", lambda self, content, buffers=None: found.append(content))
    return found


def click(table: Table, kind: str, seat: int = 0) -> None:
    """As the page would."""
    action = {"type": kind, "seat": seat}
    table._receive(None, {"kind": "play", "id": 7, "step": table.match.step(seat), "action": action})


def test_an_error_in_apply_is_shown_with_its_traceback(sent: list[dict[str, Any]], caplog: Any) -> None:
    table = toolkit.play(torn(apply=fails_on_hold), seed=3)
    table.say("roll")
    record, scene = table.record(), table.scene
    with caplog.at_level(logging.ERROR, "toolkit"):
        click(table, "hold")
    assert "an error in torn" in caplog.text and "KeyError: 'points'" in caplog.text
    assert sent == [{"kind": "ack", "id": 7, "error": sent[0]["error"]}]
    assert sent[0]["error"].startswith("An error in the game torn itself (KeyError).")
    page = check_markup(table.scene)
    (traceback,) = ("".join(text) for tag, _, text in page.elements if tag == "pre")
    assert traceback.startswith("Traceback") and traceback.rstrip().endswith("KeyError: 'points'")
    assert "fails_on_hold" in traceback and "session.py" not in traceback, "from the game's own code on"
    assert table.record() == record
    assert table.say("roll"), "the match goes on"
    assert "<pre" not in table.scene and scene != table.scene


def test_a_law_that_cannot_be_made_is_an_error_of_the_game_and_no_refusal(caplog: Any) -> None:
    """The player has done nothing wrong, though laws say what is wrong with them as every bad input does."""

    def without_weights(state: Any, action: Any) -> Any:
        return Dist({}) if isinstance(action, pig.Hold) and state.turn_total else pig.apply(state, action)

    with caplog.at_level(logging.ERROR, logger="toolkit"):
        table = toolkit.play(torn(apply=without_weights), seats=2, seed=1)
        while not table.match.state.turn_total:
            table.say("roll")
        assert "error in the game" in table.say("hold")
    assert "Dist({})" in table.session.trouble and "BadLaw" in caplog.text


def test_a_table_of_one_seat_shows_no_traceback() -> None:
    table = toolkit.play(torn(apply=fails_on_hold), seed=3, seat=0)
    table.say("roll")
    assert "(KeyError)" in table.say("hold")
    assert "<pre" not in table.scene and "(KeyError)" in table.scene


def test_in_tests_it_is_raised_and_the_page_gets_an_answer_all_the_same(sent: list[dict[str, Any]]) -> None:
    session.errors["raise"] = True
    table = toolkit.play(torn(apply=fails_on_hold), seed=3)
    table.say("roll")
    with pytest.raises(KeyError):
        click(table, "hold")
    assert [message["kind"] for message in sent] == ["ack"] and sent[0]["error"]
    kit = TORN["board.context"]
    with pytest.raises(ZeroDivisionError):
        toolkit.play(kit, seed=3).say("roll")


@pytest.mark.parametrize("name", TORN)
def test_an_error_while_drawing_leaves_the_last_scene(name: str, sent: list[dict[str, Any]], caplog: Any) -> None:
    table = toolkit.play(TORN[name], seed=3)
    last, place = table.scene, table.session.snapshot().seen.view
    with caplog.at_level(logging.ERROR, "toolkit"):
        click(table, "roll")
    assert "an error in torn" in caplog.text and "ZeroDivisionError: in a turn" in caplog.text
    assert [message["id"] for message in sent] == [7] and "cannot be drawn" in sent[0]["error"]
    assert table.scene.endswith(last) and table.match.ply == 2
    page = check_markup(table.scene)
    (traceback,) = ("".join(text) for tag, _, text in page.elements if tag == "pre")
    assert traceback.rstrip().endswith("ZeroDivisionError: in a turn")
    assert page.all("data-live")[0]["data-key"] == "fault-text"
    table._receive(None, {"kind": "undo", "id": 8})
    assert sent[-1] == {"kind": "ack", "id": 8, "error": None}
    assert "tk-fault" not in table.scene and table.session.snapshot().seen.view == place


def test_the_error_is_shown_in_the_language_of_the_table() -> None:
    table = toolkit.play(TORN["view"], seed=3, lang="zh")
    assert "画不出来" in (table.handle({"kind": "say", "text": "roll"}) or "") and "画不出来" in table.scene


def test_no_traceback_of_a_drawing_for_one_seat() -> None:
    table = toolkit.play(TORN["board.context"], seed=3, seat=0)
    click(table, "roll")
    assert "cannot be drawn" in table.scene and "<pre" not in table.scene


def test_one_table_s_error_does_not_reach_another_table_of_the_match() -> None:
    one = toolkit.play(TORN["board.context"], seed=3)
    two = Table(one.match)
    assert "cannot be drawn" in (one.handle({"kind": "say", "text": "roll"}) or "")
    assert one.match.ply == 2 and "cannot be drawn" in two.scene and "tk-table" in two.scene


def test_what_python_asks_for_is_raised_where_it_was_asked() -> None:
    table = toolkit.play(TORN["view"], seed=3)
    with pytest.raises(ZeroDivisionError):
        table.play(pig.Roll(0)), table.play(pig.Rolled(4))
    with pytest.raises(ZeroDivisionError):
        Table(table.match)
