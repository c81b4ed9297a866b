"""Reading a pack is bounded work whatever the file holds, and what was written is what is read."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import toolkit
from toolkit.cards import packs
from toolkit.cards.pack_text import COLUMNS, MAX_ROWS
from toolkit.cards.packs import MAX_BYTES, Pack, pack
from toolkit.core import words
from toolkit.core.faults import PackError
from toolkit.core.files import cell_text, spreadsheet_cell
from toolkit.core.record import MOST
from toolkit.core.words import BadInput
from toolkit.teaching import saved

OURS = str(Path(packs.__file__).parents[1])
HEAD = "stars,answer,prompt_en,wrong1,wrong2,wrong3,solution_zh\n"


def calls(do: Callable[[], Any]) -> int:
    """How many functions of ours it calls: the same on any machine."""
    found = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal found
        found += event == "call" and frame.f_code.co_filename.startswith(OURS)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do()
    except BadInput:
        pass
    finally:
        sys.setprofile(before)
    return found


HOSTILE = {
    "empty rows": lambda n: HEAD + ",,,,,,\n" * n,
    "open quotation marks": lambda n: HEAD + 'x",",\n' * n,
    "quotation marks in pairs": lambda n: HEAD + ',"""\n' * n,
    "many columns": lambda n: ",".join(["id"] * n) + "\n1\n",
    "many cells": lambda n: HEAD + "a," * n,
    "long chains": lambda n: HEAD + "".join(f"1,{i},{i} + {' - '.join('7' * 20)} = □,5,6,8\n" for i in range(n)),
    "signs alone": lambda n: HEAD + "".join(f"1,{i},{'-' * 50}{i},5,6,8\n" for i in range(n)),
    "large numbers": lambda n: HEAD + "".join(f"1,{i},q{i},{'9' * 12},{'8' * 12},-{'7' * 12}\n" for i in range(n)),
    "long words": lambda n: HEAD + "".join(f"1,{i} 只,q{i},{i + 1} 只,,,{'只' * 590}\n" for i in range(n)),
    "nested": lambda n: "[" * n + "]" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_twice_the_rows_are_twice_the_work(name: str) -> None:
    small, large = (calls(lambda n=n: pack(HOSTILE[name](n))) for n in (150, 300))  # type: ignore[misc]
    assert large <= 2.6 * small + 500


def test_two_thousand_cards_of_anything_are_bounded_work() -> None:
    texts = ["-5 + 3", "1 + 2 × 3", "((((", "9" * 40, "＝1", "余", "½", "a b", "100 ÷ 0", "-" * 40]
    rows = "".join(f"1,{n},{texts[n % 10]} {n},{n + 1},{n + 2},{n + 3},{texts[n % 7] * 9}\n" for n in range(2_000))
    assert calls(lambda: pack(HEAD + rows)) < 2_000 * 600


def test_a_sheet_of_empty_rows_is_read() -> None:
    """One that a spreadsheet program has saved with all its empty rows: 3 MB."""
    box = pack(HEAD + "1,5,q,,,,\n" + ",,,,,,\n" * 400_000)
    assert len(box) == 1


def test_a_text_of_a_hundred_thousand_letters_is_a_fault_at_once() -> None:
    for text in ("1,%s,q,,,,\n", "1,5,%s,,,,\n", "1,5,q,%s,,,\n", "1,5,q,,,,%s\n"):
        for letters in ("x" * 100_000, "1 " * 50_000, "，" * 100_000, "只 " * 50_000):
            with pytest.raises(PackError) as caught:
                pack(HEAD + text % letters)
            assert len(str(caught.value)) < 1_000


PLAIN = "{0} {n} @home @ =1+1 ＝1 ''-3 '= -5 -5,5 + − ; , a 中文 ½ 5² %s sep=; <b> \\n \\r □ A B |cmd r 1 ' #N/A"
BLANK = (" =1", "\t=2", "\r=1", "\n", "\r\n", "\u2028", "\u00a0", "\u200b=", "\ufeff=", "7 r 5", "1 000", '"', '""')
PARTS = (*PLAIN.split(), *BLANK)


def tricky(rng: random.Random) -> str:
    """A text with what a file or a spreadsheet program may take for something else."""
    return "".join(rng.choice(PARTS) for _ in range(rng.randrange(1, 5)))


def card(rng: random.Random, number: int) -> dict[str, Any]:
    """A card of JSON, of any kind, its texts tricky."""
    kind = rng.choice(["int", "int", "quotient_remainder", "choice"])
    made: dict[str, Any] = {"stars": rng.choice([1, 2, 3]), "kind": kind, "prompt_en": f"{tricky(rng)} {number}"}
    if kind == "int":
        made |= {"answer": rng.choice([5, -5, "-7", "1 000", "８"]), "wrong1": 11, "wrong2": "-12"}
    elif kind == "quotient_remainder":
        made |= {"answer": "7 r 5", "wrong1": "7", "wrong2": "6余5"}
    else:
        made |= {"answer": f"{tricky(rng)}x", "wrong1": f"{tricky(rng)}y"}
    for column in ("family", "hint1", "hint2", "solution_en", "solution_zh", "prompt_zh", "tags"):
        if rng.random() < 0.5:
            made[column] = tricky(rng)
    return made


def test_what_is_written_is_what_is_read(full: bool) -> None:
    """The identity, through CSV with every delimiter and through JSON, for packs of any texts."""
    rng, read = random.Random(1), 0
    for _ in range(3_000 if full else 300):
        try:
            box = pack(json.dumps([card(rng, n) for n in range(3)]))
        except PackError as error:
            assert str(error)
            continue
        read += 1
        cards = list(box)
        for text in (
            box.csv(),
            box.csv(";"),
            box.csv("\t"),
            box.json(),
            pack(box.csv()).json(),
            pack(box.json()).csv(),
        ):
            again = pack(text)
            assert (again.name, list(again)) == (box.name, cards)
        for one in cards:
            assert one.check(one.answer).ok
        assert list(packs.from_embedded(box.embed())) == cards
    assert read > 100


def test_a_saved_match_with_a_tricky_pack_is_loaded() -> None:
    box = pack(HEAD + "".join(f"{1 + n % 3},{n},''-3 + {n},,,,\n" for n in range(9)))
    record = toolkit.play("math_storm", cards=box, seed=1).record()
    packs.forget()
    assert toolkit.load(record).record() == record


SIGNS = ("=1", "+x", "-x", "@x", "＝1", "＋1", "－x", "＠x", "'=1", "\tx", "\rx", "\nx", "\0x")
BLANKS = (" =1", "\u3000=1", "\u200b=1", "\r=1")


@pytest.mark.parametrize("text", [*SIGNS, *BLANKS])
def test_a_cell_that_could_be_run_is_guarded_and_comes_back(text: str) -> None:
    """The signs of OWASP's list, in full width too, also behind blanks: one guard for packs, quizzes, reports."""
    assert spreadsheet_cell(text) == f"'{text}"
    assert cell_text(f"'{text}") == text


@pytest.mark.parametrize("text", ["-5", "+5", "-5.5", "-5,5", "5", "", "a=b", "'tis", "1 - 2", "−5"])
def test_ordinary_cells_stay_as_they_are(text: str) -> None:
    assert spreadsheet_cell(text) == text == cell_text(text)


def test_the_csv_of_a_quiz_is_guarded() -> None:
    quiz = toolkit.quiz(toolkit.questions("L1", n=1), reveal="end")
    for typed in (" =1+1", "＝1", "\t=2"):
        quiz.handle({"kind": "note", "number": 0, "text": typed})
        assert f"'{typed}" in quiz.csv()


CASES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Year 4\nstars,answer,prompt_en\n1,42,q\n": ("header_below", ("2",)),
    ",Quiz\n,\nQuestion,Answer 1,Correct answer\n": ("header_other", ("3", "correct answer", "prompt_en")),
    "::Sum::What is 4 plus 5?{#\n 9\n}\n": ("foreign", ("GIFT",)),
    "#separator:tab\n#html:true\nfront\tback\n": ("foreign", ("Anki",)),
    "stars,answer,prompt_en,wrong1\n1,Paris,q,Lyon\n": ("answer_or_choice", ("Paris", "kind", "choice")),
    "stars,answer,prompt_en\n1,10²,q\n": ("answer", ("10²",)),
    "stars,answer,prompt_en\n1,5²,q\n": ("answer", ("5²",)),
    '[{"stars": 1, "answer": "\\ud800", "prompt_en": "q"}]': ("control", ("U+D800",)),
    '[{"\\ud800": 1, "stars": {}, "prompt_en": "q"}]': ("type", ("{}",)),
}  # fmt: skip


@pytest.mark.parametrize("text", CASES)
def test_what_cannot_be_read_is_named_with_what_would_be_right(text: str) -> None:
    key, named = CASES[text]
    with pytest.raises(PackError) as caught:
        pack(text)
    fault = next(one for one in caught.value.faults if one.key == f"fault.{key}")
    for lang in words.LANGS:
        said = fault.say(lang)
        said.encode()
        assert all(part in said for part in named if part.isascii()), said


@pytest.mark.parametrize(("data", "ending"), [(b"PK\x03\x04rest", ".xlsx"), (b"\xd0\xcf\x11\xe0rest", ".xls")])
def test_a_workbook_is_named_as_one(data: bytes, ending: str) -> None:
    with pytest.raises(PackError, match=rf"\({ending}\).*CSV UTF-8"):
        pack(data)


def test_three_texts_without_a_kind_are_a_choice_and_it_is_said() -> None:
    box = pack("stars,answer,prompt_en,wrong1,wrong2\n1,Paris,Capital of France?,Lyon,Nice\n1,1/2,Half?,1/4,2\n")
    assert [one.kind for one in box] == ["choice", "choice"]
    assert [note.key for note in box.warnings if note.line] == ["warning.guessed", "warning.guessed"]
    assert "“Paris”" in box.report("en") and "“Paris”" in box.report("zh")


def test_the_letter_of_a_choice_means_that_choice() -> None:
    """“Which one is a vowel?”, with B, E and F to choose from: a button sends the letter before the text."""
    for number in range(30):
        (one,) = pack(f"stars,kind,answer,prompt_en,wrong1,wrong2\n1,choice,E,Which one is a vowel ({number})?,B,F\n")
        for choice in one.choices:
            assert one.check(choice.value).value == choice.value
        right = next(choice for choice in one.choices if choice.text.en == "E")
        assert one.check(right.value).ok and one.check("F").value in {c.value for c in one.choices if c.text.en == "F"}


def altered(record: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The record with another right answer to its first card, and no checksum."""
    changed = json.loads(json.dumps(record))
    changed.pop("check", None)
    cards = changed["enclosed"]["cards"]
    first = next(iter(cards))
    cards[first]["answer"] = 999
    return changed | more


@pytest.fixture
def record() -> Any:
    rows = "".join(f"{1 + n % 3},{n},What is {n}?,,,,\n" for n in range(60))
    found = toolkit.play("math_storm", cards=pack(HEAD + rows), seed=1).record()
    packs.forget()
    yield found
    packs.forget()


def test_nothing_of_a_refused_record_is_kept(record: dict[str, Any]) -> None:
    part = json.loads(json.dumps(record))
    part["enclosed"]["cards"] = dict(list(part["enclosed"]["cards"].items())[:20])
    del part["check"]
    for wrong in ({"log": [{"type": "fly"}]}, {"seats": 99}, {"options": {"tiles": "/etc/passwd"}}):
        with pytest.raises(BadInput):
            toolkit.load(altered(part, **wrong))
        assert packs._known == {}
    table = toolkit.load(record)
    assert packs.known(table.match.options["cards"]).card(1).answer == 0


def test_a_pack_has_its_name_by_its_content(record: dict[str, Any]) -> None:
    with pytest.raises(PackError, match="cut or changed"):
        toolkit.load(altered(record))
    part = altered(record)
    part["enclosed"]["cards"] = dict(list(part["enclosed"]["cards"].items())[:20])
    toolkit.load(part)  # a part of a pack cannot be compared with its name
    with pytest.raises(PackError, match="cut or changed"):
        toolkit.load(record)
    packs.forget()
    assert toolkit.load(record).record() == record


def test_the_largest_pack_can_be_saved_and_resumed() -> None:
    """5,000 cards that fill the largest file: match and lesson, written in any way, are read again."""
    rows = "".join(f"{1 + n % 3},{n},{'x' * 290} {n},,,,{'y' * 590}\n" for n in range(MAX_ROWS))
    text = HEAD + rows
    assert MAX_BYTES * 0.89 < len(text) < MAX_BYTES
    box = pack(text)
    assert len(box) == MAX_ROWS
    record = json.dumps(toolkit.play("math_storm", cards=box, seed=1).record(), indent=1)
    assert len(record) * 3 < MOST, "also where every sign is written as \\u5b57"
    lesson = toolkit.lesson(cards=box, save=None).start()
    saved_text = lesson.shown.json()  # type: ignore[attr-defined]
    packs.forget()
    assert len(packs.known(toolkit.load(record).match.options["cards"])) == MAX_ROWS
    packs.forget()
    assert saved.read(saved_text).match.options["cards"] == box.name and len(packs.known(box.name)) == MAX_ROWS
    packs.forget()


def test_columns_of_the_schema_are_those_of_a_pack() -> None:
    assert set(Pack.of(toolkit.questions("L1", n=2)).csv().lstrip("\ufeff").split("\r\n")[0].split(",")) == set(COLUMNS)
