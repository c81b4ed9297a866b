"""Golden matches: a record of each kind of match, and beside it what happened in it, as a text to be read.

A change of the rules shows as a change of these texts. Where it is meant, raise `RULES` of the game and write the
files anew with `python -m tests.test_records`; records that no longer replay are played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from tests.support.games_at_random import random_action
from toolkit import games
from toolkit.core import words
from toolkit.core.game import CHANCE, HOST, Action, Decision, actor
from toolkit.core.match import Match
from toolkit.core.words import BadInput

FOLDER = Path(__file__).parent / "records"
LARGEST = 60_000
"""Bytes: more than that nobody reads."""


class Recipe(NamedTuple):
    """How a golden match is made: the first seed of which `wanted` holds when it is over."""

    seats: int
    options: dict[str, Any]
    wanted: Callable[[Match[Any, Any]], bool]
    skill: float = 0.8
    host: float = 0.0
    names: tuple[str, ...] = ()


def kinds(match: Match[Any, Any]) -> set[str]:
    return {event.kind for state in match.states for event in state.events}


def tags(match: Match[Any, Any]) -> list[str]:
    return [type(action).__struct_config__.tag for action in match.log]


def _two_chips(match: Match[Any, Any]) -> bool:
    return match.state.ending == "chips" and 90 < match.ply < 120 and {"buzzed", "bonus", "unmoved"} <= kinds(match)


def _sealed(match: Match[Any, Any]) -> bool:
    mixed = any(step.right and step.wrong for state in match.states for step in state.agenda if hasattr(step, "wrong"))
    return mixed and match.ply < 120 and {"lost", "bonus", "chip", "stays_held"} <= kinds(match)


def _alone(match: Match[Any, Any]) -> bool:
    back = any(step.wrong for state in match.states for step in state.agenda if hasattr(step, "wrong"))
    return back and match.ply < 90 and {"chip", "nobody_moves"} <= kinds(match)


def _host(match: Match[Any, Any]) -> bool:
    verdicts = {(action.ok, state.closed is not None) for action, state in judged(match)}
    return len(verdicts) == 4 and match.ply < 110 and {"timeup", "stop"} <= set(tags(match))


def judged(match: Match[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Every verdict, and the state it was spoken in."""
    for action, state in zip(match.log, match.states, strict=False):
        if type(action).__struct_config__.tag == "judge":
            yield action, state


def _tie(match: Match[Any, Any]) -> bool:
    return match.state.winner >= 0 and sum("tie" in str(state.agenda[-1:]) for state in match.states) > 8


def _shared(match: Match[Any, Any]) -> bool:
    return match.state.winner < 0 and "tie" in kinds(match) and {"late", "order_tie"} <= kinds(match)


def _mode_1(match: Match[Any, Any]) -> bool:
    wanted = {"shifted", "taken", "replaced", "swapped", "held", "resolved", "round_won", "won"}
    return wanted <= kinds(match) and match.ply < 170


def _mode_2(match: Match[Any, Any]) -> bool:
    wanted = {"chose", "placed", "replaced", "swapped", "held", "resolved", "mark", "shared"}
    return wanted <= kinds(match)


def _turned_over(match: Match[Any, Any]) -> bool:
    return {"flipped", "taken", "shifted", "resolved", "total"} <= kinds(match)


def _chaos(match: Match[Any, Any]) -> bool:
    """A die that looked past another chaos plate waited for it."""
    return "won" in kinds(match) and any(sum(e.kind == "resolved" for e in s.events) > 2 for s in match.states)


def _stopped(match: Match[Any, Any]) -> bool:
    """In the middle of a laying, when somebody was done."""
    return "stop" in tags(match) and match.states[-2].secret and "done" in kinds(match)


def _kinds(*wanted: str) -> Callable[[Match[Any, Any]], bool]:
    """A match in which all of these happen."""
    return lambda match: set(wanted) <= kinds(match) | set(tags(match))


RECIPES: dict[str, dict[str, Recipe]] = {
    "math_storm": {
        "two-seats-lower-buzzer": Recipe(2, {}, _two_chips, names=("Ada", "Ben")),
        "three-seats-upper-sealed": Recipe(
            3, {"die": "four-operations", "challenge": "sealed", "chips": 1}, _sealed, 0.6
        ),
        "practice": Recipe(1, {"die": "four-operations", "chips": 1}, _alone, 0.6),
        "judge-time-stop": Recipe(3, {}, _host, 0.5, host=0.25),
        "tie-break": Recipe(4, {"rounds": 1, "chips": 0, "challenge": "sealed"}, _tie, 0.5),
        "shared": Recipe(
            3, {"max_rounds": 1, "tie_cards": 2, "order": "low", "both_zero": "both"}, _shared, 0.0, host=0.1
        ),
    },
    "cloud_mountain": {
        "two-seats-mode-1": Recipe(2, {"rounds": 1, "moves": 4}, _mode_1, names=("Ada", "Ben")),
        "three-seats-mode-2": Recipe(3, {"mode": 2, "rounds": 1}, _mode_2),
        "puzzle-always-reversible": Recipe(
            1, {"reversible": "always", "plates": "CCMXX", "rounds": 2, "moves": 6}, _turned_over
        ),
        "own-tiles": Recipe(
            2,
            {"mode": 2, "rounds": 2, "tiles": {"all": 5, "cloud>16": 20, "no:1": 12}, "plates": "CMXXX", "line": 5},
            _chaos,
        ),
        "stopped": Recipe(2, {"rounds": 1, "moves": 1}, _stopped, host=0.1),
    },
    "las_vegas_royale": {
        "jackpot-power-nice-dice": Recipe(
            3,
            {"rounds": 1, "tiles": ("A2", "D2", "H1")},
            _kinds("jackpot_won", "roll", "power_passes", "power_returns", "used", "unslotted", "tied", "passed"),
            names=("Ada", "Ben", "Cem"),
        ),
        "two-seats-neutral": Recipe(
            2,
            {"rounds": 1, "tiles": ("A1", "B2", "F1")},
            _kinds("punch_won", "punch_lost", "fifty_won", "fifty_lost", "blocked", "bank_note", "tied_with"),
        ),
        "closed-choice-box": Recipe(
            4,
            {"rounds": 1, "tiles": ("E1", "H2", "G1")},
            _kinds("wheel_pays", "choice_reward", "activate", "frame", "frame_pays", "picked"),
        ),
        "knockout-handicap-prime": Recipe(
            3,
            {"rounds": 1, "tiles": ("E2", "F2", "B1")},
            _kinds("drink", "sober", "handicap_pays", "put", "fetch", "primed"),
        ),
        "bad-luck-double-drawn": Recipe(
            2, {"bad_luck": "after", "rounds": 2, "turns": 6}, _kinds("laid", "fined", "double_pays", "put_all")
        ),
        "stopped": Recipe(5, {"rounds": 1}, _kinds("stop", "five_taken", "payday"), host=0.05),
    },
}


def board_of_cloud_mountain(view: dict[str, Any]) -> str:
    """ "CX--- 5c 2c 6c 1? | A uur...... 3 spare, 0 points": plates, dice with sides, tiles upright or reversed."""
    dice = " ".join(f"{die['face']}{'?' if die['side'] == 'pending' else die['side'][0]}" for die in view["dice"])
    found = [f"{view['plates'].ljust(5, '-')} {dice}"]
    for seat, grid in enumerate(view["grids"]):
        cells = "".join("." if one is None else "r" if one["reversed"] else "u" for one in grid)
        found.append(f"{words.LETTERS[seat]} {cells} {view['hand_sizes'][seat]} spare, {view['scores'][seat]} points")
    return " | ".join(found)


def board_of_math_storm(view: dict[str, Any]) -> str:
    """ "A 27* (45) c1 · B …": seats with their pawns; * has passed, () is held; then chips."""
    found = []
    for seat, pair in enumerate(view["pawns"]):
        pawns = [
            f"({cell})" if view["held"][seat] == pawn else f"{cell}*" if view["passed"][seat][pawn] else str(cell)
            for pawn, cell in enumerate(pair)
        ]
        found.append(f"{words.LETTERS[seat]} {' '.join(pawns)}" + " o" * view["chips"][seat])
    return " | ".join(found)


def board_of_las_vegas_royale(view: dict[str, Any]) -> str:
    """ "1 A2 50/40 a2b0 g1 n2 · 2 …": casinos with mini-game, notes and the weights of owners; then hands and money."""
    found = []
    for one in view["casinos"]:
        *own, grey, neutral = one["weights"]
        here = "".join(f"{words.LETTERS[seat].lower()}{weight}" for seat, weight in enumerate(own) if weight)
        banks = f"{f' g{grey}' if grey else ''}{f' n{neutral}' if neutral else ''}"
        closed = "×" if one["closed"] else ""
        found.append(f"{closed}{one['number']}{one['tile']} {'/'.join(map(str, one['notes']))} {here}{banks}".strip())
    hands = " ".join(f"{small}+{big}" for small, big in view["hands"])
    return f"{' · '.join(found)} | {hands} | {' '.join(map(str, view['money']))}"


BOARDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "math_storm": board_of_math_storm,
    "cloud_mountain": board_of_cloud_mountain,
    "las_vegas_royale": board_of_las_vegas_royale,
}
"""The position in one line; a game without one shows what changed in its view, and that is enough."""


def trace(match: Match[Any, Any]) -> str:
    """One block a ply: the action, its events, the board, what has changed in the public view, and the secrets."""
    return "\n".join(line for ply in range(len(match.log) + 1) for line in _block(match, ply)) + "\n"


def _block(match: Match[Any, Any], ply: int) -> Iterator[str]:
    game, state = match.game, match.states[ply]
    public = game.view(state, None)
    before = game.view(match.states[ply - 1], None) if ply else {}
    yield _head(match, ply)
    for event in state.events:
        yield f"    {_event(event)}"
    if game.NAME in BOARDS:
        yield f"    {BOARDS[game.NAME](public)}"
    if changes := _changes(before, public):
        yield f"    {changes}"
    for seat in range(match.seats):
        own = game.view(state, seat)
        if secrets := _changes(public, own):
            yield f"    seat {seat} sees {secrets}"


def _head(match: Match[Any, Any], ply: int) -> str:
    if not ply:
        options = match.game.view(match.states[0], None)["rules"]
        return f"{match.game.NAME} rules {match.game.RULES}, {match.seats} seats, seed {match.seed}, {_json(options)}"
    action = match.log[ply - 1]
    who = {CHANCE: "chance", HOST: "host"}.get(actor(action), f"seat {actor(action)}")
    return f"{ply}. {who}: {_action(action)}"


def _action(action: Action) -> str:
    fields = [name for name in action.__struct_fields__ if not (name == "seat" and isinstance(action, Decision))]
    given = [f"{name}={_json(getattr(action, name))}" for name in fields]
    return " ".join([type(action).__struct_config__.tag, *given])


def _event(event: Any) -> str:
    args = [f"{name}={_json(value)}" for name, value in event.args]
    who = [f"seat {event.seat}"] if event.seat >= 0 else []
    hidden = [] if event.seen_by is None else [f"seen by {_json(event.seen_by)}"]
    return " ".join(["-", event.kind, *who, *args, *hidden, f"[{event.rule}]"])


def _changes(before: Any, now: Any) -> str:
    """What is new, leaf by leaf, as "path value"."""
    old = dict(leaves(before))
    return "; ".join(f"{path} {_json(value)}" for path, value in leaves(now) if old.get(path, ...) != value)


UNTRACED = {"events", "rules"}
"""They have lines of their own."""


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a view, by path. Wordings are left out: they may be improved without a change of the rules."""
    if isinstance(value, dict) and set(value) == set(words.LANGS):
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in UNTRACED:
                yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple) and any(isinstance(inner, dict | list | tuple) for inner in value):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{index}")
    else:
        yield path, value


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def written(record: dict[str, Any]) -> str:
    """The record as JSON with one entry of its log a line."""
    log = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in record["log"])
    rest = [
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items() if key != "log"
    ]
    return "{\n" + ",\n".join([*rest, f' "log": [\n{log}\n ]']) + "\n}\n"


RECORDS = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_has_golden_matches(name: str) -> None:
    """And every kind of action comes in one of them."""
    found = [path for path in RECORDS if path.parent.name == name]
    assert {path.stem for path in found} >= set(RECIPES[name]) and found
    met = {entry["type"] for path in found for entry in read(path)["log"]}
    assert met == {kind.__struct_config__.tag for kind in get_args(games.load(name).ACTIONS)}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_match_goes_as_it_went(path: Path) -> None:
    record = read(path)
    match = Match.replay(record, games.load(path.parent.name))
    assert match.record() == record
    text = path.with_suffix(".txt").read_text("utf-8")
    assert trace(match).splitlines() == text.splitlines()
    assert max(path.stat().st_size, len(text.encode())) <= LARGEST


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_chance_falls_as_it_fell(path: Path) -> None:
    """The same seed draws the same outcomes on every machine and with every Python."""
    record = read(path)
    game = games.load(path.parent.name)
    match = Match(game, record["seats"], seed=record["seed"], **record["options"])
    for entry in record["log"]:
        action = msgspec.convert(entry, game.ACTIONS)
        if actor(action) == CHANCE:
            assert match.chance() == action
        else:
            match.play(action)


def made(name: str, recipe: Recipe) -> dict[str, Any]:
    """The record of the first seed that gives what the recipe wants."""
    game = games.load(name)
    for seed in range(100_000):
        match = Match(game, recipe.seats, seed=seed, names=recipe.names, **recipe.options)
        rng = Random(seed)
        while action := random_action(game, match.state, rng, recipe.skill, recipe.host):
            match.chance() if actor(action) == CHANCE else match.play(action)
        if recipe.wanted(match):
            return match.record()
    raise RuntimeError(f"no seed gives what {recipe} wants")


def regenerate() -> None:
    """Writes every text anew, and the records that are missing or no longer replay."""
    for name, recipes in RECIPES.items():
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for stem, recipe in recipes.items():
            path = folder / f"{stem}.json"
            try:
                match = Match.replay(read(path), games.load(name))
            except (BadInput, OSError):
                match = Match.replay(made(name, recipe), games.load(name))
            path.write_text(written(match.record()), "utf-8")
            path.with_suffix(".txt").write_text(trace(match), "utf-8")
            print(path.relative_to(FOLDER), match.ply, "plies")


if __name__ == "__main__":
    regenerate()
