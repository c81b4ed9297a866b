"""The picture of a match without a page."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.support.tables import session, walk
from toolkit.table import picture


def test_the_board_is_well_formed_xml() -> None:
    here = session()
    for number, _ in enumerate(walk(here, seed=5)):
        if number % 25 == 0:
            root = ElementTree.fromstring(picture.picture(here.match, "zh"))
            assert root.tag.endswith("svg")
