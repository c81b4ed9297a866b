"""The picture of a match without a page."""

from __future__ import annotations

import html
from xml.etree import ElementTree

from tests.support.tables import match_at_table, session, walk
from toolkit.core import registry
from toolkit.page import frontend
from toolkit.table import picture


def test_the_board_is_well_formed_xml() -> None:
    here = session()
    for number, _ in enumerate(walk(here, seed=5)):
        if number % 25 == 0:
            root = ElementTree.fromstring(picture.picture(here.match, "zh"))
            assert root.tag.endswith("svg")


def test_a_picture_has_the_style_of_its_own_game_alone() -> None:
    """Another game that is installed later changes no picture that a notebook keeps."""
    sheets = {kit.name: frontend.picture_css(kit) for kit in registry.kits() if kit.package}
    common = frontend.picture_css()
    assert len(sheets) > 1 and all(sheet.startswith(common) and sheet != common for sheet in sheets.values())
    for name, sheet in sheets.items():
        drawn = html.unescape(picture.picture(match_at_table(name, 2, seed=1), "en"))
        assert sheet in drawn
        assert not any(other.removeprefix(common).strip() in drawn for it, other in sheets.items() if it != name)
