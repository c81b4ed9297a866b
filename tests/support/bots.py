"""A computer player that is watched: every action it takes must be legal."""

from __future__ import annotations

from random import Random

from toolkit.core.playout import Policy


def checked(bot: Policy) -> Policy:
    def choose(view: dict, legal: tuple, rng: Random) -> object:
        action = bot(view, legal, rng)
        assert action in legal
        return action

    choose.needs_view = getattr(bot, "needs_view", True)  # type: ignore[attr-defined]
    return choose
