"""The families of questions: which numbers are drawn, what the answer is, and what a wrong answer tells.

To add a family: its forms in a module here (a draw and a draft for each number of stars), its name in the
`FAMILIES` of that module, its texts in `words/quiz.en.toml` and `words/quiz.zh.toml`, and a new version of
the decks that ask it.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.core.families import lower, upper
from toolkit.core.families.draft import Draft, Family

FAMILIES: Mapping[str, Family] = {**lower.FAMILIES, **upper.FAMILIES}
FEW: Mapping[tuple[str, int], int] = {
    ("L1", 1): 84,
    ("L2", 1): 84,
    ("L3", 1): 143,
    ("U1", 1): 55,
    ("U1", 2): 24,
    ("U1", 3): 64,
    ("U2", 1): 79,
}
"""How many different questions there are, where there are fewer than 200: of a family, with so many stars."""

__all__ = ["FAMILIES", "FEW", "Draft", "Family"]
