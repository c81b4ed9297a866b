"""`check` at the end of the notebooks, and the copy of each with the right answers."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy
import pytest

import toolkit
from tests.support.books import BOOKS, code
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.games.math_storm.odds import routes
from toolkit.teaching import check as checks

pytestmark = pytest.mark.usefixtures("english")
CELL = re.compile(r'toolkit\.check\("(\d\d\.q\d)", \.\.\.\)')


def told(id: str, answer: Any, lang: str = "en") -> str:
    return checks.verdict(id, answer, lang)


def key(id: str, name: str, lang: str = "en") -> str:
    """The part of a text before its first field."""
    return (words.find(f"check.{id}.{name}", lang) or "?").partition("{")[0]


CHECKED = [path for path in sorted((BOOKS / "en").glob("*.ipynb")) if CELL.search("".join(code("en", path)))]


@pytest.mark.parametrize("lang", words.LANGS)
@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.stem)
def test_a_copy_with_the_right_answers_is_all_right(
    path: Path, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every cell runs, and every check says right; those of the notebook are all those there are for it."""
    monkeypatch.chdir(tmp_path)
    filled = [CELL.sub(lambda at: f'toolkit.check("{at[1]}", answer("{at[1]}"))', text) for text in code(lang, path)]
    out = io.StringIO()
    names: dict[str, Any] = {"answer": checks.answer_of, "__name__": "__main__"}
    with contextlib.redirect_stdout(out):
        for text in filled:
            # The long simulations are the same cells that nbval runs.
            exec(compile(text.replace("laps(2_000", "laps(50"), path.name, "exec"), names)
    ids = [id for id in checks.checks() if id.startswith(path.name[:3].replace("_", "."))]
    said = [line for line in out.getvalue().splitlines() if re.match(r"\d\d\.q\d", line)]
    assert 2 <= len(ids) <= 4 and len(said) == len(ids)
    for id, line in zip(ids, said, strict=True):
        assert line.startswith(words.say("check.right", lang, id=id, why="")), line
        assert told(id, ..., lang) == words.say("check.blank", lang, id=id)


def test_the_answers_are_what_another_way_of_counting_gives() -> None:
    """The faces by hand; not through the odds."""
    found = {id: checks.answer_of(id) for id in checks.checks()}
    assert found["03.q1"] == {39 + 14, 39 + 25}
    reach = {
        "+": {54},
        "-": {18},
        "++": {54 + 18, 54 + 36},
        "+++": {54 + 36, 72 + 18, "storm"},
        "+-": {54 - 36, 54 - 18},
        "stop": set(),
    }
    assert found["03.q3"] == Fraction(sum(bool(ends & {72, 90}) for ends in reach.values()), 6)
    highest = {"+": 39, "-": 11, "++": 39 + 25, "+++": 64 + 39, "+-": 25, "stop": 0}
    assert found["03.q2"] == Fraction(sum(total > 100 for total in highest.values()), 6)
    assert found["03.q4"] == Fraction(1, 6)
    assert found["04.q2"] == sum(Fraction(1, 2**k) * (k - 1) for k in range(1, 60)).limit_denominator(1000)
    assert found["04.q3"] == Fraction(1, 3) * Fraction(1, 2) and found["04.q4"] ** 2 == 100
    stay = {start: routes.lap().turns(54, 26 + 28 - start) for start in (26, 28)}
    assert found["04.q1"] == min(stay, key=stay.__getitem__) and (54 + 26) % 10 == 0
    assert (found["02.q1"], found["02.q2"], found["02.q3"]) == (120, 46, 2)


def test_the_answers_about_ten_dice_and_sums_are_what_closed_forms_give() -> None:
    found = {id: checks.answer_of(id) for id in checks.checks(["cloud_mountain"])}
    six, other = Fraction(1, 6), Fraction(5, 6)
    assert found["05.q1"] == 1 - Fraction(4, 6) ** 3
    assert found["05.q2"] == 10 * six * other**9
    assert found["05.q3"] == Fraction(4, 6) ** 10
    # How often ten dice have 35, by inclusion and exclusion.
    assert found["06.q1"] == Fraction(sum((-1) ** k * comb(10, k) * comb(34 - 6 * k, 9) for k in range(5)), 6**10)
    assert found["06.q2"] == 70 - 40
    assert found["06.q3"] == 2 + 2
    cloud, mountain = 6 + 5 + 1 + 3 + 2, 6 + 5 + 2
    two = [sum(pair) for pair in product(range(1, 7), repeat=2)]
    assert found["06.q4"] == Fraction(sum(mountain + more > cloud for more in two), 36)


def test_the_answers_about_what_changes_and_nine_tiles_are_what_counting_by_hand_gives() -> None:
    found = {id: checks.answer_of(id) for id in checks.checks(["cloud_mountain"])}
    other = Fraction(5, 6)
    assert found["07.q1"] == Fraction("CMM".count("M"), 3)
    assert found["07.q2"] == Fraction("CCMM".count("C"), 4)
    assert found["07.q3"] == ((1 - other**4) + (1 - other**3)) / 2
    assert found["07.q4"] == other**2
    assert found["08.q1"] == 0
    above = {n: Fraction(sum(sum(roll) > 20 for roll in product(range(1, 7), repeat=n)), 6**n) for n in (4, 5, 6)}
    # Chaos lies at an end in 2 of 5 places; inside, its neighbours differ in 4 of 6 pairs.
    inside = Fraction(3, 5) * Fraction(4, 6)
    assert found["08.q2"] == inside * above[5] + (1 - inside) * (above[4] + above[6]) / 2
    assert (found["08.q3"], found["08.q4"]) == (Fraction(19, 2), Fraction(-1, 5))


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("03.q2", Fraction(1, 6)),
        ("03.q2", "1/6"),
        ("03.q2", "１／６"),
        ("03.q2", "1 ÷ 6"),
        ("03.q2", "one in six"),
        ("03.q2", "⅙"),
        ("03.q2", ".167"),
        ("03.q2", "0,167"),
        ("03.q2", "0.1666666667"),
        ("03.q2", 0.16666666666666666),
        ("03.q2", "1/6 = 0.167"),
        ("03.q2", "六分之一"),
        ("03.q2", "17 %"),
        ("03.q2", "16.7%"),
        ("03.q2", 0.17),
        ("03.q2", numpy.float64(1 / 6)),
        ("02.q1", 120),
        ("02.q1", numpy.int64(120)),
        ("02.q1", "60 + 60"),
        ("02.q1", "2 × 60"),
        ("02.q1", 120.04),
        ("03.q1", {53, 64}),
        ("03.q1", [64, 53, 53]),
        ("03.q1", "53，64"),
        ("03.q1", "{53, 64}"),
        ("03.q1", numpy.array([53, 64])),
        ("08.q4", "−1/5"),
        ("08.q4", "-0.2"),
        ("08.q1", "0 %"),
    ],
)
def test_a_right_answer_is_right_however_it_is_written(id: str, answer: Any) -> None:
    assert told(id, answer).startswith(f"{id}: right.")


@pytest.mark.parametrize(
    ("id", "answer", "slip"),
    [
        ("03.q1", {39, 53, 64}, "midway"),
        ("03.q1", {53}, "one"),
        ("03.q1", {5}, "nudge"),
        ("03.q2", "1/10", "ends"),
        ("03.q2", 0.3, "nudge"),
        ("03.q3", 0.5, "added"),
        ("03.q4", 0.9, "due"),
        ("03.q4", (5 / 6) ** 9, "streak"),
        ("03.q4", 0.02, "nudge"),
        ("04.q1", 26, "nudge"),
        ("04.q2", 2, "cards"),
        ("04.q3", 0.5, "certain"),
        ("04.q3", "5/6", "added"),
        ("04.q4", 100, "in_step"),
        ("02.q1", 60, "unstretched"),
        ("02.q2", 34, "correct"),
        ("05.q1", 1, "added"),
        ("05.q1", 0.3, "none"),
        ("05.q2", 0.032, "which"),
        ("05.q2", 0.84, "some"),
        ("05.q3", (5 / 6) ** 20, "product"),
        ("05.q3", "1/36", "pair"),
        ("05.q3", 0.028, "pair"),
        ("05.q3", 0.026, "product"),
        ("05.q3", 0.32, "added"),
        ("06.q1", 0, "nothing"),
        ("06.q1", "1/51", "alike"),
        ("06.q2", 40, "same"),
        ("06.q2", 29, "one_off"),
        ("06.q3", 5, "split"),
        ("06.q3", 6, "cloud"),
        ("06.q4", "33/36", "equal"),
        ("06.q4", "1/2", "half"),
        ("07.q1", "1/2", "kinds"),
        ("07.q1", "2/5", "before"),
        ("07.q2", "1/4", "apart"),
        ("07.q3", 0.42, "branch"),
        ("07.q3", 0.52, "branch"),
        ("07.q4", (5 / 6) ** 10, "before"),
        ("07.q4", 0.5, "due"),
        ("08.q1", 0.13, "product"),
        ("08.q2", 0.09, "product"),
        ("08.q3", 6.5, "bare"),
        ("08.q3", 5, "tiles"),
        ("08.q3", 6, "times"),
        ("08.q4", 0.8, "kept"),
        ("08.q4", 0.2, "sign"),
    ],
)
def test_a_known_misconception_gets_its_own_nudge_and_no_answer(id: str, answer: Any, slip: str) -> None:
    for lang in words.LANGS:
        line = told(id, answer, lang)
        assert line.startswith(words.say("check.wrong", lang, id=id, nudge=key(id, slip, lang)))
        right = checks.answer_of(id)
        assert not set(map(str, right if isinstance(right, set) else [right])) & set(
            re.findall(r"\d+/\d+|\d+", line[6:])
        )


@pytest.mark.parametrize("answer", ["many", True, object(), {"a": 1}, float("nan"), "1//6", "import os", "9**9**9"])
def test_what_is_no_answer_says_how_to_write_one(answer: Any) -> None:
    assert told("03.q2", answer) == words.say(
        "check.unreadable", "en", id="03.q2", form=words.say("check.form.chance", "en")
    )


def test_a_number_that_is_meant_in_percent_and_a_ratio_are_asked_back() -> None:
    assert '"17 %"' in told("03.q2", 17) and '"32 %"' in told("03.q2", "32") and '"17 %"' in told("03.q2", 17, "zh")
    assert "1/6" in told("03.q2", "1:5") and "1/5" in told("03.q2", "1:5")


def test_what_the_printed_figures_give_is_right_as_far_as_they_go() -> None:
    """Notebook 04 prints ± 1.7, 0.9 and 0.94 for 20 laps and ± 0.13 for 2,000."""
    for answer in ("13", 13, "1.7/0.13", 0.9 / 0.13, "0.94 ÷ 0.13", 9):
        assert told("04.q4", answer).startswith(f"04.q4: right. {key('04.q4', 'about')}")
    assert told("04.q4", 10).startswith(f"04.q4: right. {key('04.q4', 'why')}")
    for answer in (5, 20, 100):
        assert "not yet" in told("04.q4", answer)


def test_near_is_near_for_decimals_alone() -> None:
    assert "right" in told("03.q2", 0.1666) and "right" in told("03.q2", 0.171) and "not yet" in told("03.q2", 0.18)
    assert "not yet" in told("03.q2", "17/100") and "not yet" in told("03.q2", "1/5")


def test_an_unknown_id_says_what_there_is(capsys: Any) -> None:
    for unknown in ("03.q9", "3.q1", "q1", 7):
        with pytest.raises(BadInput, match=r"02\.q1.*08\.q4"):
            toolkit.check(unknown, 1)  # type: ignore[arg-type]
    toolkit.check("03.q4")
    assert capsys.readouterr().out == words.say("check.blank", "en", id="03.q4") + "\n"


def test_no_answer_stands_in_the_source() -> None:
    """Neither in the words nor in the functions that ask the engine."""
    for lang in words.LANGS:
        for id in checks.checks():
            right = checks.answer_of(id)
            about = ("about",) if checks.checks()[id][1]().about else ()
            for name in ("why", *about, *checks.checks()[id][1]().slips, "nudge"):
                text = words.find(f"check.{id}.{name}", lang)
                plain = re.findall(r"\d+/\d+|\d+", re.sub(r"\{[^}]*\}", "", text or "!"))
                assert text and not set(map(str, right if isinstance(right, set) else [right])) & set(plain), (id, name)
