"""The notebooks as files: where they are, and the code in one."""

from __future__ import annotations

import json
from pathlib import Path

BOOKS = Path(__file__).parents[2] / "notebooks"


def code(lang: str, path: Path) -> list[str]:
    cells = json.loads((BOOKS / lang / path.name).read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
