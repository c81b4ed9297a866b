"""Cloud & Mountain as it is brought to a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.core.kit import Kit, check_types
from toolkit.core.seen import Json
from toolkit.games import cloud_mountain
from toolkit.games.cloud_mountain import board
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.keys import KEYS
from toolkit.games.cloud_mountain.lessons import LESSONS
from toolkit.games.cloud_mountain.panels import PANELS
from toolkit.games.cloud_mountain.rules.stock import DEFAULT
from toolkit.games.cloud_mountain.rules.tiles import tile


def prints(view: Json) -> Mapping[str, Any]:
    """For the printed mat: the view, and every tile of the box."""
    stock = view["rules"]["tiles"] or DEFAULT
    return {"view": view, "stock": [tile(one) for one, count in stock for _ in range(count)]}


check_types(cloud_mountain, board)
KIT = Kit(
    rules=cloud_mountain,
    board=board,
    panels=PANELS,
    stacked=True,
    bots=BOTS,
    package="toolkit.games.cloud_mountain",
    keys=KEYS,
    lessons=LESSONS,
    prints=prints,
)
