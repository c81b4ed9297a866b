"""How target tiles are written, what meets them, and a teacher's own in a CSV."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

from toolkit.core.words import BadInput
from toolkit.games.cloud_mountain.rules.stock import DEFAULT, TilesError, read, stock
from toolkit.games.cloud_mountain.rules.tiles import met, tile


def test_the_box_has_62_tiles_of_61_kinds_in_the_order_of_the_rules() -> None:
    ids = [one for one, _ in DEFAULT]
    assert len(ids) == len(set(ids)) == 61 and sum(count for _, count in DEFAULT) == 62
    assert ids == sorted(ids, key=lambda one: tile(one).order)
    assert all(tile(one).id == one for one in ids)
    kinds = Counter((tile(one).kind, tile(one).scope) for one in ids)
    assert kinds["total", "all"] == kinds["sum", "cloud"] == kinds["without", "mountain"] == 6
    assert kinds["parity", "cloud"] == 2 and kinds["contest", "cloud"] == kinds["all", "all"] == 1


@pytest.mark.parametrize(
    ("written", "id"),
    [
        (" Two : ６", "two:6"),
        ("SUM ＞ ３５", "sum>35"),
        ("cloud–no:6", "cloud-no:6"),
        ("cloud no：6", "cloud-no:6"),
        ("mountain<007", "mountain<7"),
        ("Cloud < Mountain", "mountain>cloud"),
        ("ALL", "all"),
    ],
)
def test_a_tile_may_be_written_in_other_ways(written: str, id: str) -> None:
    assert tile(written).id == id


@pytest.mark.parametrize(
    "written", ["", "two:7", "sum>61", "sum=3", "cloud>cloud", "cloud:", "sum:odd", "all:6", 5, None]
)
def test_what_is_no_tile_is_refused_with_examples(written: object) -> None:
    with pytest.raises(BadInput) as caught:
        tile(written)  # type: ignore[arg-type]
    for lang in ("en", "zh"):
        assert repr(written) in caught.value.say(lang) and "mountain-no:6" in caught.value.say(lang)


@pytest.mark.parametrize(
    ("id", "cloud", "mountain", "pending", "is_met"),
    [
        ("all", (1, 2, 3), (4, 5), (6,), True),
        ("all", (1, 2, 3), (4, 5), (5,), False),
        ("two:6", (6,), (6,), (), True),
        ("two:6", (6,), (), (6,), True),
        ("two:6", (6,), (5,), (), False),
        ("no:3", (1,), (2,), (3,), False),
        ("sum>30", (6, 6, 6), (6, 6), (), False),
        ("sum>30", (6, 6, 6), (6, 6), (1,), True),
        ("sum<30", (6, 6, 6), (6, 6), (), False),
        ("cloud>14", (6, 6, 3), (), (), True),
        ("cloud<15", (6, 6, 3), (), (), False),
        ("mountain<15", (6, 6, 6), (), (), True),
        ("cloud:5", (1,), (5,), (5,), False),
        ("mountain-no:5", (5,), (1,), (5,), True),
        ("cloud:even", (), (1,), (), True),
        ("mountain:odd", (), (), (1,), False),
        ("cloud>mountain", (3,), (3,), (), False),
        ("mountain>cloud", (3,), (4,), (6,), True),
    ],
)
def test_when_a_tile_is_met(id: str, cloud: tuple, mountain: tuple, pending: tuple, is_met: bool) -> None:
    assert met(id, cloud, mountain, pending) is is_met


SPREADSHEETS = [
    "tile,count\nall,2\ncloud>9,1\n",
    "\ufefftile;count\r\nAll;２\r\n\r\ncloud > 9;1\r\n",
    'sep=;\nnote;COUNT;Tile\n"x;y";2;all\n;1;"cloud>9"\n',
    "count\ttile\n2\tall\n1\tcloud>9\n",
    "tile,count\rall,2\rcloud>9,1",
]


@pytest.mark.parametrize("text", SPREADSHEETS)
def test_a_spreadsheet_may_write_it_as_it_does(text: str, tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    assert read(text) == (("all", 2), ("cloud>9", 1))
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        path.write_bytes(text.lstrip("\ufeff").encode(encoding))
        assert read(path) == read(str(path)) == stock(path) == read(text)


def test_every_fault_is_told_by_line_and_column() -> None:
    with pytest.raises(TilesError) as caught:
        read("tile;count\r\ncloud>17;2\r\n<b>x</b>;0\r\n;1\r\ncloud > 17;x;zz\r\n")
    found = [(fault.key, fault.line, fault.column) for fault in caught.value.faults]
    assert found == [
        ("tiles.tile", 3, "tile"),
        ("tiles.count", 3, "count"),
        ("tiles.blank", 4, "tile"),
        ("tiles.twice", 5, "tile"),
        ("tiles.count", 5, "count"),
        ("tiles.cells", 5, "C"),
    ]
    assert "Line 5, column “tile” (A): The tile cloud>17 stands in line 2 already." in caught.value.say("en")
    assert "第 3 行“count”列（B）" in caught.value.say("zh")
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a,b\n1,2\n", "tiles.column_missing"),
        ("tile,tile,count\n", "tiles.column_twice"),
        ("tile,count\n", "tiles.empty"),
        ('tile,count\nall,"2\n', "fault.quote"),
        ("tile,count\n" + "all,1\n" * 1001, "tiles.rows"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole(text: str, key: str) -> None:
    with pytest.raises(TilesError) as caught:
        read(text)
    assert key in {fault.key for fault in caught.value.faults}
    assert all(caught.value.say(lang) for lang in ("en", "zh"))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.csv").write_bytes("tile,count\nall,2\n# \xe9\n".encode("latin-1"))
    (tmp_path / "long.csv").write_bytes(b"tile,count\n" + b"all,1\n" * 40_000)
    for name, key in (("latin.csv", "encoding"), ("long.csv", "file_size"), ("none.csv", "file"), (".", "file")):
        with pytest.raises(TilesError) as caught:
            read(tmp_path / name)
        assert caught.value.faults[0].key == f"tiles.{key}"
        assert all(caught.value.say(lang) for lang in ("en", "zh"))


def test_tiles_may_be_a_mapping_or_pairs_too() -> None:
    assert stock({"Two:6": 2}) == stock([("two:6", 1), ["TWO:6", 1]]) == (("two:6", 2),)
    for wrong in ({"all": 0}, {"all": True}, {"all": 100}, [("all", 60), ("all", 60)], ["ab"], [("all",)]):
        with pytest.raises(BadInput):
            stock(wrong)  # type: ignore[arg-type]
