"""The box that hands out decks and packs by name."""

from __future__ import annotations

import doctest
import subprocess
import sys

from toolkit.cards import box


def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(box) == (0, 3)


def test_quiz_needs_no_numpy() -> None:
    code = "import sys, toolkit.cards.box; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
