"""The board on paper: nothing lies on anything else, all is inside, and every letter can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.games.cloud_mountain.test_board import Until, drawn, laying, phase, session, until
from toolkit.core import registry
from toolkit.games.cloud_mountain.board.geometry import (
    LEFT,
    LOWER,
    OWN,
    SIDE,
    UPPER,
    WIDTH,
    Box,
    cell,
    die,
    line_end,
    links,
    meshes,
    plate,
)
from toolkit.games.cloud_mountain.state import CELLS, LINES
from toolkit.page import frontend
from toolkit.table import picture
from toolkit.table.session import Session

LEAST = 13
"""The smallest letters on a board 548 pixels wide."""
SCENES: list[tuple[int, dict[str, Any], Until]] = [
    (1, {}, phase("spend", 3)),
    *((seats, {}, phase("lay")) for seats in (1, 2, 3, 4)),
    *((seats, {}, phase("spend", 2)) for seats in (2, 3, 4)),
    *((seats, {"laying": "open"}, phase("lay")) for seats in (2, 3, 4)),
    *((seats, {"reversible": "always"}, phase("spend", 2)) for seats in (2, 4)),
    *((seats, {}, phase("next")) for seats in (1, 2, 3, 4)),
    *((seats, {"mode": 2}, phase(name, 3)) for seats in (1, 2, 3, 4) for name in ("choose", "place")),
    *((seats, {"mode": 2}, phase("choose", 4)) for seats in (2, 4)),
    *((seats, {"mode": 2}, phase("spend", 4)) for seats in (1, 2, 3, 4)),
    *((seats, {"mode": 2}, phase("next")) for seats in (2, 3)),
]
every_scene = pytest.mark.parametrize(
    ("seats", "options", "reached"), SCENES, ids=lambda value: str(value) if isinstance(value, int | dict) else ""
)


@lru_cache(maxsize=64)
def _scene(number: int, lang: str) -> Session:
    seats, options, reached = SCENES[number]
    here = session(seats, lang, seed=5, rounds=2, **options)
    found = until(here, reached)
    return laying(found) if found.view()["due"]["phase"] == "lay" and found.view()["hidden_grids"] else found


def scene(seats: int, options: dict[str, Any], reached: Until, lang: str = "en") -> Session:
    number = next(n for n, one in enumerate(SCENES) if one[0] == seats and one[1] == options and one[2] is reached)
    return _scene(number, lang)


def touch(a: Box, b: Box) -> bool:
    return (
        a.x < b.x + b.size - 0.01
        and b.x < a.x + a.size - 0.01
        and a.y < b.y + b.height - 0.01
        and b.y < a.y + a.height - 0.01
    )


def boxes_at_the_side(context: dict[str, Any]) -> Iterator[tuple[str, Box]]:
    """Everything in the side picture that must not lie on anything else."""
    for spot in context["hand"]:
        yield spot.key, spot.box
    if context["swap"]:
        yield "swap", context["swap"]["box"]
    for column in context["columns"]:
        x, y, wide, high = column["frame"]
        yield f"column {column['number']}", Box(x, y, wide, high)
    for other in context["others"]:
        mesh, beside = other["mesh"], other["beside"]
        yield f"head of {other['seat']}", Box(mesh.x, mesh.y - 21, mesh.room, 19)
        for spot in other["spots"]:
            yield spot.key, spot.box
        if beside and beside["kept"]:
            yield "kept", Box(beside["x"], beside["y"] - 11, SIDE - beside["x"], 13)
            if beside["spot"]:
                yield beside["spot"].key, beside["spot"].box
        if beside and beside["expected"] is not None:
            yield "expects", Box(beside["x"], beside["low"] - 11, SIDE - beside["x"], 34)


@every_scene
def test_nothing_lies_on_anything_else(seats: int, options: dict[str, Any], reached: Until) -> None:
    context = drawn(scene(seats, options, reached))
    found = list(boxes_at_the_side(context))
    assert not [(a, b) for (a, one), (b, two) in combinations(found, 2) if touch(one, two)]
    for name, box in found:
        assert box.x >= LEFT - 0.01 and box.x + box.size <= SIDE + 0.6, name
        assert box.y >= -6 and box.y + box.height <= LOWER + 0.01, name
    tiles = [spot.box for other in context["others"] for spot in other["spots"]]
    assert all(box.size >= 18 and box.height >= 15 for box in tiles)


def test_the_grid_of_the_only_other_team_is_as_the_design_has_it() -> None:
    (beside,), (below,) = meshes(1, 114, beside=True), meshes(1, 0)
    assert (beside.wide, round(beside.high)) == (53, 50) and below.wide > 80, "a round that is over has more room"
    for seats in (1, 2, 3):
        assert all(mesh.high >= 28 for mesh in meshes(seats, 0)), "readable, with a bar or a verdict"


def test_pieces_of_the_upper_picture_are_inside_and_apart() -> None:
    plates = [plate(stage) for stage in range(1, 6)]
    dice = [
        die(stage, first, side) for stage in range(1, 6) for first in (True, False) for side in ("cloud", "mountain")
    ]
    assert not [pair for pair in combinations([*plates, *dice], 2) if touch(*pair)]
    assert all(box.x >= 0 and box.x + box.size < 448 and box.y + box.size < 217 for box in (*plates, *dice))
    assert UPPER + LOWER == 560 and OWN + SIDE == WIDTH == 548


def test_lines_lie_in_the_gaps_and_cover_no_sign() -> None:
    for places in ([cell(number) for number in CELLS], [meshes(1, 114)[0].cell(number) for number in CELLS]):
        for cells in LINES:
            for path in links(cells, places):
                for x, y in (map(float, point.split()) for point in path[1:].split(" L")):
                    inside = [min(x - b.x, b.x + b.size - x, y - b.y, b.y + b.height - y) for b in places]
                    assert max(inside) < 10, "a link only reaches over the edge of a tile"
    ends = [line_end(number) for number in range(len(LINES))]
    assert all(abs(ax - bx) > 19 or abs(ay - by) > 17 for (ax, ay), (bx, by) in combinations(ends, 2))
    cells = [cell(number) for number in CELLS]
    assert not [end for end in ends for box in cells if touch(Box(end[0] - 9.5, end[1] - 8.5, 19, 17), box)]
    assert all(x + 9.5 <= OWN + LEFT and y + 8.5 <= LOWER for x, y in ends), "not on a spare, not below the board"


# letters


def rules_of_letters() -> list[tuple[list[set[str]], float]]:
    """The rules of the style sheets of a picture that set a size: classes from the outside in, and pixels."""
    sheet = re.sub(
        r"/\*.*?\*/|@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}",
        "",
        frontend.picture_css(registry.kit("cloud_mountain")),
        flags=re.S,
    )
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        size = re.search(r"font-size:\s*([\d.]+)px|font:[^;]*?([\d.]+)px", body)
        if size:
            for selector in alternatives(selectors.strip()):
                parts = [set(re.findall(r"\.[\w-]+|^[a-z]+", part)) for part in selector.split() if part != ">"]
                found.append((parts, float(size[1] or size[2])))
    return found


def alternatives(selectors: str) -> list[str]:
    inside = re.search(r":is\(([^()]*)\)", selectors)
    if inside:
        return [
            each
            for part in inside[1].split(",")
            for each in alternatives(selectors[: inside.start()] + part.strip() + selectors[inside.end() :])
        ]
    return [part.strip() for part in selectors.split(",")]


def letters(svg: str) -> Iterator[tuple[str, float]]:
    """Every text in a picture, with the size at which it is shown."""
    rules = rules_of_letters()

    def walk(element: Any, above: list[set[str]], scale: float) -> Iterator[tuple[str, float]]:
        tag = element.tag.rpartition("}")[2]
        own = {tag, *(f".{name}" for name in element.get("class", "").split())}
        found = re.search(r"scale\(([\d.]+)", element.get("transform", ""))
        scale, chain = scale * (float(found[1]) if found else 1), [*above, own]
        if tag == "text" and "".join(element.itertext()).strip():
            sizes = [size for parts, size in rules if fits(parts, chain)]
            own_size = float(element.get("font-size", 0)) or (sizes[-1] if sizes else 16.0)
            yield "".join(element.itertext()).strip(), own_size * scale
        for inner in element:
            yield from walk(inner, chain, scale)

    yield from walk(ElementTree.fromstring(svg), [], 1.0)


def fits(parts: list[set[str]], chain: list[set[str]]) -> bool:
    """Whether the selector is about the last element of the chain."""
    if not parts or not parts[-1] <= chain[-1]:
        return False
    left = list(parts[:-1])
    for classes in reversed(chain[:-1]):
        if left and left[-1] <= classes:
            left.pop()
    return not left


@pytest.mark.parametrize("lang", ["en", "zh"])
@every_scene
def test_every_letter_can_be_read(seats: int, options: dict[str, Any], reached: Until, lang: str) -> None:
    here = scene(seats, options, reached, lang)
    small = {(text, round(size, 2)) for text, size in letters(picture.picture(here.match, lang)) if size < LEAST - 0.01}
    signs = {(text, size) for text, size in small if text in ("A", "B", "C", "D", "1")}
    assert small <= signs, "only the letter in a pawn, whose shape says the same, and the 1 on the flag are smaller"
