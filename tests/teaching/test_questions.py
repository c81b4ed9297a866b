"""Questions to order: what is asked for is what comes, and no answer is shown before it is asked for."""

from __future__ import annotations

from typing import Any

import pytest

import toolkit
from toolkit.core import words
from toolkit.core.words import BadInput
from toolkit.teaching.questions import Questions

pytestmark = pytest.mark.usefixtures("english")


def test_the_same_seed_gives_the_same_different_questions() -> None:
    one = toolkit.questions(n=60, seed="class 3b")
    assert one == toolkit.questions(n=60, seed="class 3b") != toolkit.questions(n=60, seed=2)
    assert len({(q.prompt, q.choices) for q in one}) == 60
    assert {q.family for q in one} >= {f"L{k}" for k in range(1, 9)} and {q.stars for q in one} == {2}
    assert {q.band for q in toolkit.questions(band="upper", n=20)} == {"upper"}
    assert isinstance(one[2:5], Questions) and len(one[2:5] + one[:1]) == 4


@pytest.mark.parametrize("lang", words.LANGS)
def test_the_table_holds_no_answer_until_it_is_asked_for(lang: str) -> None:
    words.set_current(lang)
    made = toolkit.questions(["L1", "L3"], n=6)
    shown, key = repr(made) + made._repr_html_(), repr(made.answers()) + made.answers()._repr_html_()
    for one in made:
        assert one.prompt.get(lang) in shown and one.steps[-1].get(lang) in key
        assert one.steps[-1].get(lang) not in shown
    assert len(repr(made).splitlines()) == 7


@pytest.mark.parametrize(
    "wrong",
    [
        {"family": "L9"},
        {"family": []},
        {"band": "middle"},
        {"stars": 4},
        {"stars": True},
        {"stars": ()},
        {"n": 0},
        {"n": 10**6},
        {"family": "U1", "n": 40},
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(wrong: Any) -> None:
    with pytest.raises(BadInput):
        toolkit.questions(**wrong)
