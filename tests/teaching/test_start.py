"""The start page of a lesson without a browser: choices, refusals, names, and the ruleset they become."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import toolkit
from tests.support.markup import Page, check_markup
from tests.teaching.pages import choose, do, lesson
from toolkit.core import words
from toolkit.core.words import BadInput


def controls(page: Page) -> list[dict[str, str | None]]:
    return [attrs for tag, attrs, _ in page.elements if tag in ("input", "select", "textarea")]


@pytest.mark.parametrize("lang", words.LANGS)
def test_the_start_page_keeps_the_markup_contract(lang: str, tmp_path: Path) -> None:
    for given in (
        {},
        {"teams": ["Mia", "Noah", "Ada", "Bo"], "end": "time"},
        {"minutes": 33, "rounds": 7, "end": "rounds"},
    ):
        page = check_markup(lesson(lang=lang, **given).scene)
        for attrs in controls(page):
            assert attrs.get("data-key") and attrs.get("data-send") and attrs.get("data-field")
        tags = [(tag, attrs) for tag, attrs, _ in page.elements]
        assert all(
            attrs.get("type") == "button" for tag, attrs in tags if tag == "button" and attrs["data-key"] == "start"
        )
        assert sum("data-focus" in attrs for _, attrs in tags) == 1


def test_every_control_has_a_label_of_its_own() -> None:
    scene = lesson().scene
    for select in re.findall(r"<label[^>]*>.*?</label>", scene, re.DOTALL):
        assert re.sub(r"<[^>]*>", "", select).strip() or "aria-label" in select
    assert scene.count("<fieldset") == scene.count("<legend>")
    named = re.findall(r"<label[^>]*>\s*<span>[^<]+</span>\s*<select|<select[^>]* aria-label", scene)
    assert scene.count("<select") == len(named)


def test_every_choice_can_be_made_and_is_shown() -> None:
    here = lesson()
    for name in here.shown.plan.controls:
        usual = str(here.shown.plan.get(name))
        for value in here.shown.plan.offers(name):
            assert choose(here, "end", name) is None if name in ("chips", "rounds") else True
            assert choose(here, name, str(value)) is None, (name, value)
            assert here.shown.plan.get(name) == value
            chosen = rf'value="{re.escape(str(value))}"[^>]*(?: checked| selected)'
            assert re.search(chosen, here.scene), (name, value)
        choose(here, name, usual)


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"teams": 5}, "seats"),
        ({"teams": True}, "seats"),
        ({"teams": "AB"}, "seats"),
        ({"teams": [1, 2]}, "names"),
        ({"band": "middle"}, "option_value"),
        ({"minutes": -1}, "option_value"),
        ({"minutes": "long"}, "option_value"),
        ({"stars": (0, 0, 0)}, "no_stars"),
        ({"stars": (1, 1)}, "option_value"),
        ({"stretch": 3}, "option_value"),
        ({"reveal": "later"}, "option_value"),
        ({"end": "bell"}, "option_value"),
        ({"chips": 0}, "option_value"),
        ({"challenge": "shout"}, "option_value"),
        ({"lang": "fr"}, "lang"),
        ({"dice": 3}, "option"),
        ({"cards": "pack:000000000000"}, None),
    ],
)
def test_what_cannot_be_is_refused_by_name(given: dict[str, Any], key: str | None) -> None:
    with pytest.raises(BadInput) as refused:
        toolkit.lesson(save=None, **given)
    assert key is None or refused.value.key == key


def test_the_page_cannot_choose_what_is_not_offered() -> None:
    here = lesson()
    before = here.shown.plan
    for name, value in (
        ("chips", "99"),
        ("band", "x"),
        ("name-7", "x"),
        ("seed", "3"),
        ("names", "x"),
        ("cards", "pack:0"),
    ):
        assert choose(here, name, value), name
    assert choose(here, "name-x", "y") and here.handle({"kind": "lesson"}) and here.handle({"kind": "nonsense"})
    assert here.shown.plan == before and 'data-key="refusal"' in here.scene
    assert here.handle({"kind": "set", "name": "lang", "value": "zh"}) is None and "开始上课" in here.scene


def test_the_choices_become_the_ruleset() -> None:
    here = lesson(band="upper", stars=(3, 1, 0), end="rounds", rounds=4).start()
    options = here.match.options
    assert options["die"] == "four-operations" and options["cards"].startswith("upper/")
    assert options["stars"] == (3, 1, 0) and (options["chips"], options["rounds"]) == (0, 4)
    assert options["challenge"] == "sealed"
    assert lesson().start().match.options["chips"] == 2
    timed = lesson(end="time").start().match.options
    assert (timed["chips"], timed["rounds"]) == (0, 0)
    assert lesson(challenge="buzzer", both_zero="both").start().match.options["both_zero"] == "both"


def test_a_blank_name_is_filled_in_the_language_of_the_table() -> None:
    here = lesson(teams=["", "Blues"], lang="zh").start()
    assert here.match.names == ("A 队", "Blues")
    assert lesson(teams=3).start().match.names == ()


def test_two_teams_of_one_name_cannot_start() -> None:
    here = lesson(lang="zh")
    assert choose(here, "name-0", "B 队") is None, "the second team will be called so"
    refused = do(here, "start")
    assert refused and "'B 队'" in refused and refused.count("给每个队") == 1 and not here.started
    assert choose(here, "name-1", "Owls") is None and do(here, "start") is None and here.started
