"""Matches played at random: how laws, tables and pictures meet many states of every game.

    for ply in random_plies(game, Random(1), seats=2, options={"die": "four-operations"}):
        ply.then, ply.action, ply.now

A new game adds an entry to `PLANS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from toolkit import games
from toolkit.core.game import CHANCE, HOST, Action
from toolkit.core.match import Match
from toolkit.games.cloud_mountain.rules import bag, scoring
from toolkit.games.math_storm import views
from toolkit.games.math_storm.rules import moves


class Ply(NamedTuple):
    """One applied action, and the states before and after it."""

    number: int
    then: Any
    action: Action
    now: Any


def random_plies(
    game: Any,
    rng: Random,
    seats: int,
    options: Mapping[str, Any] | None = None,
    *,
    skill: float = 0.6,
    host: float = 0.0,
) -> Iterator[Ply]:
    """One match, ply by ply. `skill`: chance of a right answer; `host`: chance of a host action before each ply."""
    state = game.start(seats, **(options or {}))
    for number in range(game.MAX_PLIES):
        action = random_action(game, state, rng, skill, host)
        if action is None:
            return
        then, state = state, game.apply(state, action)
        yield Ply(number, then, action, state)
    raise AssertionError(f"{game.NAME} with {seats} seats is not over after {game.MAX_PLIES} plies")


def random_action(game: Any, state: Any, rng: Random, skill: float = 0.6, host: float = 0.0) -> Any:
    """What happens next; `None` at the end. Of several seats to move any may be the first."""
    if rng.random() < host and (found := _host_action(game, state, rng)):
        return found
    to_move = game.to_move(state)
    if not to_move:
        return None
    if to_move == (CHANCE,):
        return game.chance_outcomes(state).sample(rng)
    legal = game.legal_actions(state, rng.choice(to_move))
    return game.fill(state, rng.choice(legal), rng, skill)


def _host_action(game: Any, state: Any, rng: Random) -> Any:
    """One of the host's actions; what ends the match is seldom taken, so that the others are met as well."""
    legal = game.legal_actions(state, HOST)
    if not legal:
        return None
    action = rng.choice(legal)
    ends = bool(game.to_move(state)) and not game.to_move(game.apply(state, action))
    return action if not ends or rng.random() < 0.05 else None


def go_on(match: Match[Any, Any], plies: int, seed: Any = 1) -> Match[Any, Any]:
    """Plays `plies` more of a match: chance by its own seed, choices by `seed`."""
    rng = Random(f"choices:{seed}")
    for _ in range(plies):
        if match.to_move == (CHANCE,):
            match.chance()
        elif match.to_move:
            match.play(random_action(match.game, match.state, rng))
    return match


class Variant(NamedTuple):
    """A number of seats and a ruleset. `games`: how many are played by default, and with `--full`."""

    game: str
    seats: int
    options: Mapping[str, Any]
    games: int
    full: int

    def __str__(self) -> str:
        options = "-".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.seats}-{options}".replace(" ", "")


class Plan(NamedTuple):
    """What the laws need to know about one game: what to play, and what holds in every state and ply of it."""

    variants: tuple[Variant, ...]
    check: Callable[[Ply], None]


def _math_storm() -> Plan:
    name = "math_storm"
    main = tuple(
        Variant(name, seats, {"die": die, "challenge": challenge}, games=5, full=200)
        for seats in (1, 2, 3, 4)
        for die in ("plus-minus", "four-operations")
        for challenge in ("buzzer", "sealed")
    )
    others: tuple[tuple[int, dict[str, Any]], ...] = (
        (4, {"order": "low", "both_zero": "both", "chips": 1}),
        (3, {"order": "seats", "equal_turns": False, "chips": 1}),
        (2, {"die": "four-operations", "division": "quotient", "unmoved": True, "chips": 1}),
        (2, {"bonus_cells": False, "stars": (1, 0, 2), "seconds": (5, 6, 7), "chips": 1}),
        (2, {"storm_card": "next turn", "storm_zero": "again", "chips": 1}),
        (3, {"challenge_spin": "own", "challenge": "sealed", "chips": 1}),
        (4, {"challenge_spin": "own", "rounds": 6, "chips": 0}),
        (1, {"solo_back": False, "die": "four-operations", "chips": 1}),
        (4, {"max_rounds": 2, "tie_cards": 3, "stars": (1, 0, 0)}),
        (4, {"rounds": 1, "chips": 0, "tie_cards": 2, "challenge": "sealed"}),
        (2, {"rounds": 1, "chips": 0, "tie_cards": 0}),
        (2, {"cards": "upper/1/77", "die": "plus-minus", "rounds": 90, "max_rounds": 30, "chips": 0}),
    )
    return Plan(
        main + tuple(Variant(name, seats, options, games=2, full=20) for seats, options in others),
        _math_storm_holds,
    )


def _math_storm_holds(ply: Ply) -> None:
    """Pawns, passes, chips and cards."""
    state = ply.now
    playing = state.turn >= 0
    for seat in range(state.seats):
        pawns, passed, held = state.pawns[seat], state.passed[seat], state.held[seat]
        assert all(0 <= cell <= 100 for cell in pawns)
        assert not all(passed), "both pawns have passed: the lap is not cleared"
        if held >= 0:
            assert pawns[held] == 0, "a held pawn is in the storm"
            assert not passed[held], "a pawn that has passed is held"
        assert not playing or pawns != (0, 0), "both pawns stand on 0"
        gained = state.chips[seat] - ply.then.chips[seat]
        assert gained == (sum(ply.then.passed[seat]) == 1 and sum(passed) == 0)
    assert all(len(set(gone)) == len(gone) for gone in state.asked)
    assert state.round <= state.rules.max_rounds
    assert not playing or sorted(state.order) == list(range(state.seats))
    if moves.open_card(state):
        card = views.view(state, 0)["card"]
        assert not {"answer", "steps", "distractors"} & set(card), "an open card tells its answer"


def _cloud_mountain() -> Plan:
    name = "cloud_mountain"
    # A laying of few moves and a game of one round meet as much, and are soon over.
    short = {"rounds": 1, "moves": 4}
    main = tuple(
        Variant(name, seats, {"mode": mode, **short}, games=4, full=200) for seats in (1, 2, 3, 4) for mode in (1, 2)
    )
    few_kinds = {"all": 3, "cloud>16": 30, "no:1": 9, "mountain<50": 12}
    others: tuple[tuple[int, dict[str, Any]], ...] = (
        (2, {"reversible": "always", "plates": "CMXXX"}),
        (2, {"mode": 2, "reversible": "never", "plates": "CXXXX", "rounds": 2}),
        (3, {"mode": 2, "tiles": few_kinds, "met": 2, "line": 5, "spare": 3}),
        (1, {"tiles": few_kinds, "plates": "CCCCC", "moves": 0, "met": 0, "line": 0, "spare": 0, "rounds": 2}),
        (1, {"mode": 2, "plates": "MMMMX", "rounds": 3}),
    )
    return Plan(
        main + tuple(Variant(name, seats, short | options, games=3, full=20) for seats, options in others),
        _cloud_mountain_holds,
    )


def _cloud_mountain_holds(ply: Ply) -> None:
    """Tiles, plates, dice and points."""
    state, rules = ply.now, ply.now.rules
    kinds = bag.kinds(rules.tiles)
    somewhere = Counter(dict(zip(kinds.ids, state.bag, strict=True)))
    for seat in range(state.seats):
        lying = [one.tile for one in state.grids[seat] if one]
        somewhere.update([*lying, *state.hands[seat]])
        assert rules.mode == 2 or len(lying) + len(state.hands[seat]) <= 12
        assert not state.done[seat] or len(lying) == 9
        assert 0 <= state.moves[seat] <= rules.moves
    somewhere.update(tile for column in state.columns for tile in column)
    somewhere.update(tile for step in state.agenda for tile in getattr(step, "tiles", ()))
    assert somewhere == Counter(dict(zip(kinds.ids, kinds.counts, strict=True)))
    assert not Counter(state.plates) - Counter(rules.plates)
    assert 0 <= len(state.plates) - len(state.dice) <= 1
    row = scoring.row(state.plates, state.dice)
    assert len(row.cloud + row.mountain + row.pending) == 2 * len(state.dice)
    assert not row.pending or len(state.plates) < 5, "a die is pending although all plates are open"
    assert state.scores == tuple(map(sum, zip((0,) * state.seats, *state.history, strict=False)))
    assert state.round <= rules.rounds and len(state.history) <= state.round


PLANS: dict[str, Callable[[], Plan]] = {"math_storm": _math_storm, "cloud_mountain": _cloud_mountain}


def plan(name: str) -> Plan:
    return PLANS[name]()


def variants() -> tuple[Variant, ...]:
    """All that is played, of all games there are."""
    return tuple(variant for name in games.NAMES for variant in plan(name).variants)
