"""Any two mini-games can be in play together: whole random games with each of the 112 pairs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.games.las_vegas_royale.plan import holds
from tests.support.games_at_random import random_plies
from toolkit.games import las_vegas_royale as game
from toolkit.games.las_vegas_royale.rules.minis import MINIS
from toolkit.games.las_vegas_royale.state import BOARDS, TILES

PAIRS = [pair for pair in combinations(TILES, 2) if pair[0][0] != pair[1][0]]


def test_112_pairs_can_be_in_play():
    assert len(PAIRS) == 112 == 16 * 14 // 2
    with pytest.raises(ValueError, match="two sides of one board"):
        game.start(2, tiles=("A1", "A2", "B1"))


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_dice_notes_and_chips_stay_the_same_with_each_pair(pair, full):
    """The third mini-game and their order are drawn."""
    for seed in range(20 if full else 2):
        rng = Random(f"{pair}:{seed}")
        third = rng.choice([tile for tile in TILES if tile[0] not in {one[0] for one in pair}])
        tiles = rng.sample([*pair, third], 3)
        last = None
        for last in random_plies(game, rng, rng.choice(game.SEATS), {"tiles": tiles, "rounds": 2 - seed % 2}):
            holds(last)
        assert last is not None and last.now.ending == "rounds"


def test_every_mini_game_is_met_often(full):
    """In random games each one that is activated by dice is met, with 1,000 games at least 50 times."""
    met: Counter[str] = Counter()
    for seed in range(1000 if full else 60):
        rng = Random(seed)
        for ply in random_plies(game, rng, rng.choice(game.SEATS)):
            if full or not ply.number % 7:
                holds(ply)
            met.update(event.get("tile") for event in ply.now.events if event.kind == "activated")
            met.update(f"counted {event.kind}" for event in ply.now.events if event.kind in COUNTED)
    least = 50 if full else 3
    assert all(met[tile] >= least for tile, mini in MINIS.items() if mini.how != "payout"), met
    assert all(met[f"counted {kind}"] >= least for kind in COUNTED), met


COUNTED = ("bad_luck", "picked", "primed")
"""What those mini-games do that only count at the payout."""


def test_boards_have_two_sides_each():
    assert len(BOARDS) == 8 and set(MINIS) == {f"{board}{side}" for board in BOARDS for side in (1, 2)}
