"""The families of questions: the numbers that are drawn, the answer, and the error patterns behind wrong answers.

To add a family, write its forms in a module here (a draw and a draft for each star level), add its name to the
`FAMILIES` of that module and its texts to `words/quiz.en.toml` and `words/quiz.zh.toml`, and make a new version of
the decks that use it. Families about a game's board come with the game's kit, when one of them is first used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolkit.cards.families import chains, compare, lower, multiples, patterns, stories, upper
from toolkit.cards.families.draft import Draft, Family
from toolkit.core import registry

NAMES = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "B")


class _Families(Mapping[str, Family]):
    """All families by name, in order."""

    def __init__(self, *tables: Mapping[str, Family]) -> None:
        self._made = {name: family for table in tables for name, family in table.items()}

    def __getitem__(self, name: str) -> Family:
        if name not in self._made and name in NAMES:
            for kit in registry.kits():
                self._made |= kit.families
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


FAMILIES: Mapping[str, Family] = _Families(
    lower.FAMILIES,
    chains.FAMILIES,
    compare.FAMILIES,
    stories.FAMILIES,
    patterns.FAMILIES,
    upper.FAMILIES,
    multiples.FAMILIES,
)
FEW: Mapping[tuple[str, int], int] = {
    ("L1", 1): 84,
    ("L2", 1): 84,
    ("L3", 1): 143,
    ("L7", 1): 192,
    ("U1", 1): 55,
    ("U1", 2): 24,
    ("U1", 3): 64,
    ("U2", 1): 79,
    ("U3", 1): 68,
    ("U3", 2): 114,
    ("U3", 3): 186,
    ("U6", 3): 138,
}
"""By family and star level, how many different questions there are, if there are fewer than 200."""

__all__ = ["FAMILIES", "FEW", "Draft", "Family"]
