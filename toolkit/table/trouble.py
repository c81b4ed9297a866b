"""Errors in a game's own code: logged with their traceback, and in tests raised."""

from __future__ import annotations

import logging
import sysconfig
import traceback
from pathlib import Path

logger = logging.getLogger("toolkit")
errors = {"raise": False}
"""Whether such an error is raised besides being logged and shown: tests set it."""
HERE = Path(__file__).parents[1]
LIBRARY = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib"))


def log(game: str, error: Exception) -> str:
    """Logs an error in the code of a game. Its traceback from the game's own code on, for whoever wrote the game."""
    logger.error("an error in %s", game, exc_info=error)
    frame = error.__traceback__
    while frame is not None and _is_ours(Path(frame.tb_frame.f_code.co_filename)):
        frame = frame.tb_next
    return "".join(traceback.format_exception(type(error), error, frame or error.__traceback__))


def _is_ours(path: Path) -> bool:
    """Whether a file belongs to the table, or to a package that it uses, and not to a game."""
    if path.is_relative_to(HERE):
        return not path.is_relative_to(HERE / "games")
    return path.name == "<template>" or any(path.is_relative_to(folder) for folder in LIBRARY)


def raise_in_tests(error: Exception) -> None:
    """Raises the error where `errors` asks for it."""
    if errors["raise"]:
        raise error
