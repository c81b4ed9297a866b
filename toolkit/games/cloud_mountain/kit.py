"""Cloud & Mountain as it is brought to a table."""

from __future__ import annotations

from toolkit.core.kit import Kit, check_types
from toolkit.games import cloud_mountain
from toolkit.games.cloud_mountain import board
from toolkit.games.cloud_mountain.bots import BOTS
from toolkit.games.cloud_mountain.keys import KEYS
from toolkit.games.cloud_mountain.panels import PANELS

check_types(cloud_mountain, board)
KIT = Kit(
    rules=cloud_mountain,
    board=board,
    panels=PANELS,
    stacked=True,
    bots=BOTS,
    package="toolkit.games.cloud_mountain",
    keys=KEYS,
)
