"""Las Vegas Royale as it is brought to a table."""

from __future__ import annotations

from toolkit.core.kit import Kit, check_types
from toolkit.games import las_vegas_royale
from toolkit.games.las_vegas_royale.board import BOARD
from toolkit.games.las_vegas_royale.bots import BOTS
from toolkit.games.las_vegas_royale.keys import KEYS
from toolkit.games.las_vegas_royale.panels import PANELS

check_types(las_vegas_royale, BOARD)
KIT = Kit(
    rules=las_vegas_royale,
    board=BOARD,
    panels=PANELS,
    bots=BOTS,
    package="toolkit.games.las_vegas_royale",
    keys=KEYS,
)
