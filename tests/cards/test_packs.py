"""Packs: what is written is what is read, every fault has its place, and nothing in a pack is ever run."""

from __future__ import annotations

import json
import pickle
import re
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import toolkit
from tests.support import lessons
from toolkit.cards import card as card_
from toolkit.cards import generate, pack_text, packs
from toolkit.cards.box import deck
from toolkit.cards.card import Text
from toolkit.cards.pack_text import COLUMNS
from toolkit.cards.packs import Pack, from_embedded, known, pack
from toolkit.core import faults as packfaults
from toolkit.core import words
from toolkit.core.faults import PackError
from toolkit.core.words import BadInput

HEAD = ",".join(COLUMNS)
ROWS = (
    'a1,lower,1,words,"小红有 27 枚邮票，比小丽多 12 枚。","Ann has 27, 12 more than Ben.\nAnd Ben?",int,15,39,,,'
    '先画图,"想""少""",27 − 12 = 15,27 − 12 = 15,add.word compare',
    "a2,upper,２,div,47 ÷ 6 = □……□,47 ÷ 6 = □ r □,,7余5,7,6r11,,,,,,",
    'a3,upper,★★★,=evil(),首都?,,choice,北京,上海,"=1+1",,,,"一\n二",one,地理；首都',
    "a4,,1,,,63 − 29 = □,,34,46,44,-5,-think,,,,",
)
CSV = "\n".join([HEAD, *ROWS]) + "\n"


def faults(source: str | bytes | Path) -> list[tuple[int, str, str]]:
    with pytest.raises(PackError) as caught:
        pack(source)
    assert isinstance(caught.value, BadInput)
    for lang in words.LANGS:
        lines = caught.value.say(lang).split("\n")
        one = len(caught.value.faults) == 1 and not caught.value.faults[0].line
        assert len(lines) == (1 if one else 1 + min(len(caught.value.faults), packfaults.SHOWN + 1))
    return [(fault.line, fault.letter or fault.column, fault.key) for fault in caught.value.faults]


def test_a_pack_is_read() -> None:
    box = pack(CSV)
    assert repr(box) == f"Pack({box.name}, 4 cards: 2 ★, 1 ★★, 1 ★★★; worth a look: 4, see report())"
    assert re.fullmatch("pack:[0-9a-f]{12}", box.name)
    assert [box.cards(stars) for stars in card_.STARS] == [(1, 4), (2,), (3,)] and box.stars(3) == 3
    word, division, capital, own = box
    assert word.prompt == Text("Ann has 27, 12 more than Ben.\nAnd Ben?", "小红有 27 枚邮票，比小丽多 12 枚。")
    assert word.check("15").ok and word.hints[1].en == '想"少"' and word.skills == ("add.word", "compare")
    assert division.check("7 r 5").ok and division.check("6……11").bug == "DIV.remainder_too_big"
    assert capital.check("北京").ok and capital.check(capital.answer).ok and not capital.check("上海").ok
    assert capital.prompt.en == capital.prompt.zh and len(capital.steps) == 1 and capital.skills == ("地理", "首都")
    assert own.id == "a4" and own.family == "pack" and own.band == "lower" and own.seconds == 30
    assert [wrong.bug for wrong in own.distractors] == ["SUB.smaller_from_larger", "SUB.no_decrement", ""]
    assert known(box.name) is box and pack(CSV, title="again").title == known(box.name).title == "again"


def test_what_a_spreadsheet_or_an_editor_makes_of_it_is_the_same_pack(tmp_path: Path) -> None:
    name = pack(CSV).name
    written = pack(CSV).csv(";")
    tabs = pack(CSV).csv("\t").removeprefix("\ufeff")
    for text in (
        CSV.replace("\n", "\r\n"),
        CSV.replace("\n", "\r"),
        "\ufeff" + CSV,
        written,
        "sep=;\n" + written[1:],
        tabs,
    ):
        assert pack(text).name == pack(text.encode()).name == name
    (tmp_path / "old.txt").write_bytes(tabs.encode("utf-16"))
    assert pack(tmp_path / "old.txt").name == pack(str(tmp_path / "old.txt")).name == name
    assert pack(CSV.replace(HEAD, HEAD.upper()) + ",,,,,,,,,,,,,,,\n\n").name == name


def test_the_answer_is_read_as_the_solution_shows_it() -> None:
    box = pack(
        "stars,answer,prompt_en,prompt_zh,solution_en,solution_zh\n"
        '1,20,q,题,"12 + 8 = 20\n20 pages","12 + 8 = 20\n一共有 20 页。"\n'
        "1,5,r,目,,\n"
    )
    pages, bare = box
    assert all(pages.check(text).ok for text in ("20", "20 pages", "20 Pages", "20页", "２０ 页"))
    assert pages.check("19 pages").value == 19 and pages.check("20 cats").kind == "unreadable"
    assert bare.check("5 pages").kind == "unreadable"


def test_csv_json_and_back(tmp_path: Path) -> None:
    box = pack(CSV, title="Our pack")
    for ending in (".csv", ".json"):
        again = pack(box.save(tmp_path / f"mine{ending}"))
        assert again.name == box.name and list(again) == list(box)
    data = (tmp_path / "mine.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf" + HEAD.encode() + b"\r\n") and b",'=evil()," in data and b",-5," in data
    for generated in ("lower/1/1", "upper/1/7"):
        cards = [deck(generated).card(number) for number in range(1, 361)]
        box = Pack.of(cards)
        assert pack(box.csv()).name == pack(box.json()).name == box.name and len(box) == 360
        for card, again in zip(cards, box, strict=True):
            assert (again.id, again.prompt, again.answer, again.steps) == (
                card.id,
                card.prompt,
                card.answer,
                card.steps,
            )


def test_apostrophes_survive_csv_and_json() -> None:
    asked = ("Write '+' or '-'.", "'=' or '<'?", "'='", "=1+1", "-5", "'-5", "x'=5", "'tis 4", "＝ or ＜")
    cards = [{"stars": 1, "answer": n, "prompt_en": prompt} for n, prompt in enumerate(asked)]
    box = pack(json.dumps(cards))
    assert [one.prompt.en for one in box] == list(asked)
    for text in (box.csv(), box.csv(";"), box.json()):
        assert [one.prompt.en for one in pack(text)] == list(asked) and pack(text).name == box.name
    by_hand = pack("stars,answer,prompt_en\n1,4,'=2+2\n1,4,Is '=' right?\n")
    assert [one.prompt.en for one in by_hand] == ["=2+2", "Is '=' right?"]


def test_json_is_as_the_schema_says() -> None:
    schema = json.loads((resources.files("toolkit.cards") / "pack.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    assert valid(json.loads(pack(CSV).json()))
    assert set(schema["$defs"]["card"]["properties"]) == set(COLUMNS)
    assert schema["properties"]["cards"]["maxItems"] == pack_text.MAX_ROWS
    card = {"stars": 2, "answer": "7 r 5", "prompt_zh": "?", "tags": ["a", "b"]}
    assert valid({"cards": [card]}) and list(pack(json.dumps([card]))) == list(pack(json.dumps({"cards": [card]})))
    for wrong in (
        {"stars": 4},
        {"answer": ""},
        {"answer": 1.5},
        {"prompt_zh": ""},
        {"band": "middle"},
        {"kind": "essay"},
    ):
        text = json.dumps({"cards": [card | wrong]})
        assert not valid(json.loads(text)) and faults(text)


BROKEN = """id,band,stars,family,prompt_zh,prompt_en,kind,answer,wrong1,wrong2,wrong3,hint1
1,lower,1,L1,47 + 38 = □,,int,85,75,715,121,
2,middle,4,L1,,,essay,85,,,,
3,lower,,L1,"two
lines",,int,abc,75,x,,
4,lower,1,L1,q,,int,85,85,75,75,,more
5,lower,1,L1,\x07bell,%s,,,,,,
6,lower,1,%s,q,,choice,1.5,,,,
7,lower,1,L1,q,,choice,1.5,15,,,
"8,lower
8,lower,1,L1,"w,,int,5,,,,
4,lower,1,L1,v,,quotient_remainder,7,,,,
6,lower,1,L1,"several
lines",,int,7,,,,
10,lower,1,L1,w,,int,6,,,,
11,lower,1,L1,w,,int,8,,,,
"9,lower
"""


def test_every_fault_at_once_with_line_and_column() -> None:
    assert faults(BROKEN % ("p" * 301, "f" * 41)) == [
        (3, "B", "fault.band"),
        (3, "C", "fault.stars"),
        (3, "F", "fault.prompt"),
        (3, "G", "fault.kind"),
        (4, "C", "fault.blank"),
        (5, "H", "fault.answer"),
        (6, "I", "fault.wrong_right"),
        (6, "K", "fault.wrong_twice"),
        (6, "M", "fault.cells"),
        (7, "E", "fault.control"),
        (7, "F", "fault.long"),
        (7, "H", "fault.blank"),
        (8, "D", "fault.long"),
        (8, "I", "fault.choices"),
        (9, "H", "fault.alike"),
        (10, "", "fault.quote"),
        (11, "", "fault.quote"),
        (12, "A", "fault.id_twice"),
        (12, "H", "fault.answer"),
        (13, "A", "fault.id_twice"),
        (16, "H", "fault.two_answers"),
        (17, "", "fault.quote"),
    ]


def test_a_fault_says_where_and_what_would_be_right() -> None:
    with pytest.raises(PackError) as caught:
        pack('stars,answer,prompt_en\n1,5,"a\nb"\n7,abc,q\n')
    stars, answer = caught.value.faults
    assert stars.say("en") == "Line 4 (row 3), column “stars” (A): “7” is no number of stars. Write 1 | 2 | 3."
    assert answer.say("en").endswith("“abc” cannot be read as a whole number. Write it like 85.")
    with pytest.raises(PackError) as caught:
        pack("id,stars,answer,prompt_en\na,1,5,q\n\na,1,6,q\n")
    assert [fault.say("en") for fault in caught.value.faults] == [
        "Line 4, column “id” (A): The id “a” was used already in line 2. Give each card an id of its own, or none.",
        "Line 4, column “answer” (C): The same question stands in line 2 with another answer, “5”. "
        "Put one of them right, or delete it.",
    ]
    assert stars.say("zh") == "第 4 行（表格第 3 行）“stars”列（A）：难度系数不能是“7”。请写 1 | 2 | 3。"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "source, found",
    [
        ("\n", [(1, "", "fault.header")]),
        ("a,b\n1,2\n", [(1, "", "fault.header")]),
        ("stars,prompt_en,stars\n", [(1, "C", "fault.column_twice"), (1, "", "fault.column_missing")][::-1]),
        ("stars,answer\n9,1\n", [(1, "", "fault.prompt_missing"), (2, "A", "fault.stars")]),
        ("stars,answer,prompt_en\n,,\n", [(0, "", "fault.empty")]),
        ("stars,answer,prompt_en\n" + "1,5,q\n" * 5001, [(0, "", "fault.rows")]),
        ('{"cards":\n [{"stars" 1}]}', [(2, "12", "fault.json")]),
        ('{"cards": 7}', [(1, "", "fault.json_shape")]),
        ("[" * 99_999, [(0, "", "fault.json")]),
        ("[]", [(0, "", "fault.empty")]),
        (
            '{"x": {"cards": []}, "cards": [\n {"stars": 1, "answer": "5",\n "prompt_en": "{"},\n 7,\n'
            ' {"answer": 1.5,\n "wrong1": true, "stars":\n 9, "prompt_en": "\\ud800"}]}',
            [
                (4, "", "fault.json_card"),
                (5, "answer", "fault.type"),
                (6, "wrong1", "fault.type"),
                (6, "stars", "fault.stars"),
                (7, "prompt_en", "fault.control"),
            ],
        ),
        (b"stars,answer,prompt_en\n1,5,\xc4\xe3\xba\xc3\n", [(2, "", "fault.encoding")]),
        (b" " * 5_000_001, [(0, "", "fault.file_size")]),
        ("no such file.csv", [(0, "", "fault.file")]),
        ("", [(0, "", "fault.file")]),
        ("\0", [(0, "", "fault.file")]),
    ],
)
def test_what_is_no_pack(source: str | bytes, found: list[tuple[int, str, str]]) -> None:
    assert sorted(faults(source)) == sorted(found)


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_bytes(b"x" * 5_000_001)
    assert faults(tmp_path / "long.csv") == [(0, "", "fault.file_size")]
    assert faults(tmp_path) == [(0, "", "fault.file")]


def test_what_is_worth_a_look() -> None:
    rows = [*(f"1,5,q{n},x{n}," for n in range(40)), "1,5,q0,,", "2,6,r,41,"]
    box = pack("\n".join(["stars,answer,prompt_en,id,nickname", *rows]))
    assert [(note.key, note.line, dict(note.args).get("first")) for note in box.warnings] == [
        ("fault.column_unknown", 1, None),
        ("warning.same_card", 42, 2),
        ("warning.few", 0, None),
        ("warning.no_stars", 0, None),
        ("warning.unbalanced", 0, None),
    ]
    assert box.report("en").count("\n") == box.report("zh").count("\n") == 5
    assert [one.id for one in box][-2:] == ["#41", "41"], "a number that another card has taken as its id"
    assert Pack.of(deck("lower/1/1").card(number) for number in range(1, 361)).report() == ""


def test_markup_is_text() -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    box = pack(f'stars,answer,prompt_en\n1,5,"{evil}"\n')
    assert box.card(1).prompt == Text(evil, evil)
    assert "[plain]<script>alert(1)</script><img src\\=x onerror\\=alert(1)>{#5}" in box.gift()


def test_gift() -> None:
    text = 'id,stars,answer,prompt_en,kind,wrong1,solution_en\n1,1,-5,"~a = #{b}: \\ c\n\n// d",,,"3 = 3\nso 5"\n'
    box = pack(text + "2,2,7 r 5,q,,,\n3,3,x=1,q,choice,x~2,\n")
    whole, division, choice = box.gift("zh").rstrip("\n").split("\n\n")
    assert whole == ("::pack ★ 1::[plain]\\~a \\= \\#\\{b\\}\\: \\\\ c\\n\\n// d{#-5\n####3 \\= 3\\nso 5\n}")
    assert division == "::pack ★★ 2::[plain]q{=7 r 5 =7……5 =7r5}"
    assert choice in ("::pack ★★★ 3::[plain]q{=x\\=1 ~x\\~2}", "::pack ★★★ 3::[plain]q{~x\\~2 =x\\=1}")


def test_a_record_holds_the_cards_that_were_asked() -> None:
    whole = pack(CSV)
    asked, everything = whole.embed([3, 1]), whole.embed()
    assert list(asked["cards"]) == ["1", "3"] and json.loads(json.dumps(asked)) == asked
    assert from_embedded(asked) is whole

    packs.forget()
    with pytest.raises(PackError):
        known(whole.name)
    part = from_embedded(asked)
    assert part.name == whole.name and not part.whole and known(whole.name) is part
    assert [part.cards(stars) for stars in card_.STARS] == [whole.cards(stars) for stars in card_.STARS]
    assert part.card(3) == whole.card(3) and list(part) == [whole.card(1), whole.card(3)]
    with pytest.raises(PackError, match="2"):
        part.card(2)
    assert [one.id for one in from_embedded(whole.embed([2]))] == ["a1", "a2", "a3"]
    assert from_embedded(everything).whole and list(known(whole.name)) == list(whole)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "pack:../../etc"},
        {"stars": ""},
        {"stars": "1x2"},
        {"stars": "21"},
        {"cards": {"9": {}}},
        {"cards": {"1": 7}},
        {"cards": {"1": {"stars": 1}}},
        {"cards": []},
    ],
)
def test_an_embedded_pack_that_was_edited_is_refused(change: dict[str, object]) -> None:
    box = pack("stars,answer,prompt_en\n1,5,q\n2,6,r\n")
    packs.forget()
    for data in (box.embed() | change, None, [], "x"):
        with pytest.raises(PackError):
            from_embedded(data)
    embedded = box.embed()
    embedded["cards"]["1"]["answer"] = 7
    with pytest.raises(PackError):
        from_embedded(embedded)
    assert packs._known == {}


@pytest.mark.parametrize(
    "call",
    [
        lambda box: pack(None),
        lambda box: pack(5),
        lambda box: pack([]),
        lambda box: box.save("no such folder/x.csv"),
        lambda box: box.card(0),
        lambda box: box.card(5),
        lambda box: box.cards(4),
        lambda box: box.save("x.docx"),
        lambda box: box.gift("fr"),
        lambda box: box.embed([9]),
        lambda box: known("pack:000000000000"),
        lambda box: Pack.of([generate.question("U6", 2, 1)]),
    ],
)
def test_bad_input(call) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput) as caught:
        call(pack(CSV))
    assert caught.value.say("en") != caught.value.say("zh")


def test_every_text_is_there_in_both_languages_and_used() -> None:
    en, zh = (words.table("packs", lang) for lang in words.LANGS)
    field = re.compile(r"\{(\w+)")
    assert {table: list(texts) for table, texts in en.items()} == {table: list(texts) for table, texts in zh.items()}
    code = "".join(
        path.read_text("utf-8")
        for path in Path(packs.__file__).parents[1].rglob("*.*")
        if path.suffix in (".py", ".jinja")
    )
    for table, texts in en.items():
        for key, text in texts.items():
            assert set(field.findall(text)) == set(field.findall(zh[table][key])), key
            assert table in ("example", "kind", "place") or re.search(rf'"({table}\.)?{key}"', code), key


@pytest.fixture
def at_first_card() -> Any:
    """A match with a teacher's pack, in which the first card is open; the next one is drawn by a bot."""
    rows = "".join(f"q{i},lower,{1 + i % 2},What is {i} + 1?,{i} + 1 = ?,{i + 1}\n" for i in range(40))
    box = toolkit.pack("id,band,stars,prompt_en,prompt_zh,answer\n" + rows)
    with pytest.warns(UserWarning, match="no card with ★★★"):
        table = toolkit.play("math_storm", cards=box, seed=4, order="seats", chips=9, bots={1: ("random", 0.5)})
    lessons.to_card(table.session)
    return table


def test_a_match_goes_on_where_its_pack_was_never_loaded(at_first_card, tmp_path) -> None:
    (tmp_path / "match.json").write_text(json.dumps(at_first_card.record()), "utf-8")
    here = at_first_card.fork()
    for _ in range(60):
        lessons.move(at_first_card.session)
    packs.forget()
    there = toolkit.load(tmp_path / "match.json")
    assert there.record()["options"]["stars"] == [1, 1, 0] and there.record()["log"] == here.record()["log"]
    for _ in range(60):
        lessons.move(there.session)
    assert there.record() == at_first_card.record() and there.match.state.drawn > 3


def test_a_record_of_one_seat_holds_no_card_that_is_still_to_come(at_first_card) -> None:
    """Played on where the pack is not loaded, it comes to a card that it does not hold, and is unharmed."""
    assert at_first_card.record(seat=0)["enclosed"]["cards"] == {}, "no answer before it is given"
    while at_first_card.session.view()["card"]:
        lessons.move(at_first_card.session)
    record = at_first_card.record(seat=0)
    assert len(record["enclosed"]["cards"]) == at_first_card.match.state.drawn
    box = known(at_first_card.match.options["cards"])
    packs.forget()
    there = toolkit.load(record, lang="zh")
    refused = None
    for _ in range(200):
        before = there.record()
        action = next(one for one in there.session.legal() if one["type"] not in lessons.NOT_NOW)
        action |= {"value": "0"} if action["type"] == "answer" else {}
        if refused := lessons.play(there, action):
            break
    assert refused and "toolkit.pack" in refused and "这场比赛只保存了" in refused
    assert there.record() == before and refused in there.scene and there.fork().record()["log"] == before["log"]
    packs.pack(box.csv())
    assert lessons.play(there, action) is None and there.record() != before


@pytest.mark.parametrize("lang", words.LANGS)
def test_the_example_has_every_kind_of_answer_and_nothing_to_complain_of(lang: str, tmp_path: Path) -> None:
    file = tmp_path / "example.csv"
    file.write_text(packs.example(lang), "utf-8")
    box = packs.pack(file)
    cards = [box.card(number) for number in range(1, 5)]
    assert {card.kind for card in cards} == {"int", "quotient_remainder", "choice"}
    assert not [fault for fault in box.warnings if fault.line]
    assert all(card.check(card_.spell(card_.canonical(card.answer), lang)).ok for card in cards)


def test_the_columns_are_explained_where_a_teacher_looks() -> None:
    """In `help(toolkit.pack)` all of them; in the README those that a first file needs."""
    told = str(toolkit.pack.__doc__)
    for column in packs.COLUMNS:
        assert column in told or column == "wrong2", column
