"""Before the dice: options, mini-games, banknotes, who begins, the neutral dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from toolkit.core.dist import Dist, draws
from toolkit.core.ruleset import ruleset
from toolkit.core.words import BadInput
from toolkit.games.las_vegas_royale.rules.dice import tell
from toolkit.games.las_vegas_royale.rules.phase import Phase, hand_law
from toolkit.games.las_vegas_royale.state import (
    BANK,
    CASINOS,
    CHIPS,
    CLUSTERS,
    GREY_AT_START,
    HAND,
    IN_PLAY,
    NO_DICE,
    NOTES,
    SEATS,
    TILES,
    Auto,
    Begins,
    Boards,
    Casino,
    Dealt,
    Draw,
    Laid,
    Rolled,
    Ruleset,
    State,
    Step,
    TileId,
    put,
)


def start(seats: int = 2, **options: Any) -> State:
    """The start of a match: the first round is to be set up.

    `options`: fields of `Ruleset`; `tiles` may be any sequence of three, or a text such as "A2 D2 H1". `BadInput` for a
    number of seats, a mini-game or another option that is not allowed.
    """
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise BadInput("seats", given=repr(seats), right=f"{SEATS[0]}–{SEATS[-1]}")
    if "tiles" in options:
        options["tiles"] = checked_tiles(options["tiles"])
    nothing = ((0,) * len(NOTES),) * seats
    rules = ruleset(Ruleset, options)
    if rules.tiles and not rules.minis:
        raise BadInput("mini_games_none", given=", ".join(rules.tiles), right="minis=False")
    state = State(rules, BANK, (NO_DICE,) * seats, nothing, chips=(0,) * seats, agenda=())
    if state.rules.first == "named":
        state = replace(state, first=0)
    return fresh(state)


def checked_tiles(given: Any) -> tuple[TileId, ...]:
    """Three mini-games of three boards, or none. `BadInput` for any other."""
    tiles = given.replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(tiles, Sequence) or not all(isinstance(tile, str) for tile in tiles):
        raise BadInput("mini_games", given=repr(given)[:60], right=_example())
    tiles = tuple(tile.strip().upper() for tile in tiles)
    for tile in tiles:
        if tile not in TILES:
            raise BadInput("mini_game", given=repr(tile)[:40], right=", ".join(TILES))
    if len(tiles) not in (0, IN_PLAY):
        raise BadInput("mini_games_count", given=len(tiles), right=_example())
    for at, tile in enumerate(tiles):
        twin = next((other for other in tiles[:at] if other[0] == tile[0]), "")
        if twin:
            raise BadInput("mini_games_sides", given=f"{twin}, {tile}", right=_example())
    return tiles


def _example() -> str:
    return '("A2", "D2", "H1")'


def fresh(state: State) -> State:
    """The start of a round: dice back to their owners, casinos and markers cleared. Rulebook: `round.clear`."""
    seats = state.seats
    kept = state.rules.tiles or (state.tiles if state.rules.boards == "once" else ())
    casino = Casino(dice=(NO_DICE,) * seats, black=(0,) * seats)
    state = replace(
        state,
        hands=(HAND,) * seats,
        chips=tuple(chips + CHIPS for chips in state.chips),
        casinos=(casino,) * len(CASINOS),
        tiles=(),
        boards=Boards(),
        turn=-1,
        turns=(0,) * seats,
        paid=(),
        events=(),
    )
    args = {"round": state.round, "rounds": state.rules.rounds, "k": CHIPS * 10}
    state = replace(tell(state, "round", -1, "round.chips", **args), tiles=kept)
    known = bool(kept) or not state.rules.minis
    return replace(_markers(state) if known else state, agenda=tuple(reversed(list(_set_up(state)))))


def _set_up(state: State) -> Iterator[Step]:
    """The steps before the first turn, the first one first."""
    yield from (Draw("lay") for _ in range(IN_PLAY if state.rules.minis and not state.tiles else 0))
    yield from (Draw("deal") for _ in CASINOS)
    if state.first < 0:
        yield Draw("first")
    if state.seats == 2 and state.rules.neutral_2p:
        yield Draw("neutral")
    yield Auto("begin")


def _markers(state: State) -> State:
    """What the mini-games in play begin with."""
    nobody, casinos = (NO_DICE,) * state.seats, state.casinos
    if "F2" in state.tiles:
        casinos = tuple(replace(one, grey=n) for one, n in zip(casinos, GREY_AT_START, strict=True))
    clusters = CLUSTERS if "F1" in state.tiles else ()
    return replace(state, casinos=casinos, boards=Boards(bar=nobody, side=nobody, clusters=clusters))


# Mini-games


def _lay_law(state: State, step: Draw) -> Dist[Laid]:
    return _free_tiles("".join(tile[0] for tile in state.tiles))


@lru_cache(maxsize=64)
def _free_tiles(taken: str) -> Dist[Laid]:
    """Either side of every board that does not lie yet. Rulebook: `round.minis`."""
    return Dist.uniform(Laid(tile) for tile in TILES if tile[0] not in taken)


def _lay(state: State, step: Draw, action: Laid) -> State:
    state = replace(state, tiles=(*state.tiles, action.tile))
    state = tell(state, "laid", -1, "round.minis", tile=action.tile, casino=len(state.tiles))
    return _markers(state) if len(state.tiles) == IN_PLAY else state


# Banknotes


def _deal_law(state: State, step: Draw) -> Dist[Dealt]:
    return _pairs(state.deck)


@lru_cache(maxsize=1024)
def _pairs(deck: tuple[int, ...]) -> Dist[Dealt]:
    """Two notes without replacement."""
    hands = draws(dict(zip(NOTES, deck, strict=True)), 2).weights
    return Dist({Dealt(max(pair), min(pair)): n for pair, n in hands.items()})


def _deal(state: State, step: Draw, action: Dealt) -> State:
    """Puts the pair to the others; after the sixth they lie in order. Rulebook: `round.notes`."""
    deck = state.deck
    for note in (action.high, action.low):
        deck = put(deck, NOTES.index(note), deck[NOTES.index(note)] - 1)
    pairs = [one.notes for one in state.casinos if one.notes] + [(action.high, action.low)]
    if len(pairs) == len(CASINOS):
        pairs.sort(key=lambda pair: (sum(pair), pair))
    casinos = tuple(replace(one, notes=pair) for one, pair in zip(state.casinos, pairs, strict=False))
    state = replace(state, deck=deck, casinos=casinos + state.casinos[len(pairs) :])
    if len(pairs) < len(CASINOS):
        return state
    return tell(state, "dealt", -1, "round.notes", low=sum(pairs[0]), high=sum(pairs[-1]))


# Who begins


def _first_law(state: State, step: Draw) -> Dist[Begins]:
    return Dist.uniform(Begins(seat) for seat in range(state.seats))


def _first(state: State, step: Draw, action: Begins) -> State:
    return tell(replace(state, first=action.first), "first", action.first, "game.first")


# The neutral dice


def _neutral_law(state: State, step: Draw) -> Dist[Rolled]:
    return hand_law(HAND)


def _neutral(state: State, step: Draw, action: Rolled) -> State:
    """Each die goes to the casino of its number. Rulebook: `round.neutral`."""
    dice = ((action.small.count(number), int(action.big == number)) for number in CASINOS)
    casinos = tuple(replace(one, neutral=pair) for one, pair in zip(state.casinos, dice, strict=True))
    state = replace(state, casinos=casinos)
    return tell(state, "neutral", -1, "round.neutral", small=action.small, big=action.big)


# The next round


def _next_law(state: State, step: Draw) -> Dist[Any]:
    begun = _begun(state)
    first = begun.agenda[-1]
    assert isinstance(first, Draw)
    law = PHASES[first.phase].law
    assert law is not None
    return law(begun, first)


def _begun(state: State) -> State:
    return fresh(replace(state, round=state.round + 1))


def _next(state: State, step: Draw, action: Laid | Dealt) -> State:
    """Clears the table and applies the first outcome of the new round."""
    begun = _begun(state)
    first = begun.agenda[-1]
    return PHASES[first.phase].does[type(action)](replace(begun, agenda=begun.agenda[:-1]), first, action)


PHASES: dict[str, Phase] = {
    "lay": Phase("round.minis", {Laid: _lay}, law=_lay_law),
    "deal": Phase("round.notes", {Dealt: _deal}, law=_deal_law),
    "first": Phase("game.first", {Begins: _first}, law=_first_law),
    "neutral": Phase("round.neutral", {Rolled: _neutral}, law=_neutral_law),
    "next_round": Phase("game.rounds", {Laid: _next, Dealt: _next}, law=_next_law),
}
