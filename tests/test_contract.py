"""The laws that every game keeps: over all games × seats × rulesets × seeds, on every ply of random matches.

What is to be played, and what holds in one game alone, stands in `games_at_random`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice, product
from random import Random
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

import msgspec
import pytest

from tests.support.games_at_random import Ply, Variant, plan, random_plies, variants
from toolkit import games
from toolkit.core import book, words
from toolkit.core.game import CHANCE, HOST, Action, Decision, HostAction, IllegalAction, Outcome, actor
from toolkit.core.match import Match, decode

MANY = 40
"""More outcomes than that are tried by a sample."""
RARELY = 20
"""What is slow is tried on every so manieth ply."""

Law = Callable[["Table", Ply], None]


class Table:
    """One random match under the laws: the game, chance for the checks, and every action seen so far."""

    def __init__(self, variant: Variant, seed: int, full: bool) -> None:
        self.game = games.load(variant.game)
        self.variant, self.full = variant, full
        self.seats = range(variant.seats)
        self.viewers = (*self.seats, None)
        self.rng = Random(f"laws:{variant}:{seed}")
        self.pool: dict[Action, None] = dict.fromkeys(examples(self.game, variant.seats))
        self.travelled: set[Action] = set()
        self.plies: list[Ply] = []

    def viewer(self, ply: Ply) -> int | None:
        """Everybody looks in turn."""
        return self.viewers[ply.number % len(self.viewers)]

    def filled(self, state: Any, action: Any) -> Any:
        return self.game.fill(state, action, self.rng, self.rng.random())

    def legal(self, state: Any) -> list[Any]:
        """All that may happen, but for outcomes."""
        return [a for seat in (*self.game.to_move(state), HOST) for a in self.game.legal_actions(state, seat)]


def examples(game: Any, seats: int) -> Iterator[Any]:
    """Actions of every kind with small numbers in them, whether or not a match ever has such."""
    small: dict[Any, Sequence[Any]] = {int: (0, 1, 2), bool: (False, True)}
    for kind in get_args(game.ACTIONS):
        fields = msgspec.structs.fields(kind)
        values = [range(seats) if f.name == "seat" else small.get(_plain_type(f.type), (None,)) for f in fields]
        for given in product(*values):
            if None not in given:
                yield kind(*given)


def _plain_type(type_: Any) -> Any:
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


def encoded(state: Any) -> bytes:
    return msgspec.json.encode(state)


def plain(value: Any) -> bool:
    """Whether it is JSON all through, and holds nothing of the engine's own."""
    if isinstance(value, dict):
        return all(type(key) is str and plain(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return type(value) in (list, tuple) and all(map(plain, value))
    return type(value) in (str, int, float, bool, NoneType)


# The laws, each about one ply.


def who_must_act(table: Table, ply: Ply) -> None:
    """`to_move` is empty exactly where nobody has a legal action; seats not to move have none."""
    to_move = table.game.to_move(ply.now)
    assert to_move == (CHANCE,) or set(to_move) <= set(table.seats)
    assert len(set(to_move)) == len(to_move)
    for seat in table.seats:
        legal = table.game.legal_actions(ply.now, seat)
        assert bool(legal) == (seat in to_move)
        assert all(isinstance(action, Decision) and action.seat == seat for action in legal)
        assert len(set(legal)) == len(legal)
    host = table.game.legal_actions(ply.now, HOST)
    assert all(isinstance(action, HostAction) for action in host)


def legal_actions_apply(table: Table, ply: Ply) -> None:
    """Every one of them, once it is filled in; a blank one is refused."""
    for action in table.legal(ply.now):
        table.game.apply(ply.now, table.filled(ply.now, action))
        if isinstance(action, Decision) and action.blank:
            refused(table, ply.now, action)


def nothing_else_applies(table: Table, ply: Ply) -> None:
    """Actions seen earlier, and spoilt ones, are refused with a reason that both languages know."""
    table.pool[ply.action] = None
    legal = table.legal(ply.now)
    outcomes = table.game.chance_outcomes(ply.now) if table.game.to_move(ply.now) == (CHANCE,) else ()
    known = list(table.pool)
    tried = table.rng.sample(known, min(len(known), 20))
    spoilt = [s for action in (ply.action, *legal[-1:], *legal[:1]) for s in spoil(action, table)]
    for action in (*tried, *spoilt):
        if action not in outcomes and not any(covers(template, action) for template in legal):
            refused(table, ply.now, action)


def covers(template: Any, action: Any) -> bool:
    """Whether the action is the template, filled in."""
    return type(template) is type(action) and all(
        getattr(template, name) in (None, getattr(action, name)) for name in template.__struct_fields__
    )


def spoil(action: Any, table: Table) -> Iterator[Any]:
    """The action of another seat, and with one of its numbers or words out of range."""
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "seat":
            for seat in (-3, HOST, CHANCE, *table.seats, len(table.seats), 99):
                yield msgspec.structs.replace(action, seat=seat)
        elif type(value) is int:
            for wrong in (-1, value - 1, value + 1, 10**9):
                yield msgspec.structs.replace(action, **{name: wrong})
        elif type(value) is str:
            yield from (msgspec.structs.replace(action, **{name: wrong}) for wrong in ("", "\0"))


def refused(table: Table, state: Any, action: Any) -> None:
    try:
        table.game.apply(state, action)
    except IllegalAction as error:
        assert plain(error.args_)
        refusal_has_words(table.game.NAME, error.reason, error.rule, tuple(sorted(error.args_.items())))
    else:
        raise AssertionError(f"{action} was accepted")


def apply_is_a_function(table: Table, ply: Ply) -> None:
    """It leaves its input as it was, and gives the same again."""
    before = encoded(ply.then)
    again = table.game.apply(ply.then, ply.action)
    assert encoded(ply.then) == before
    assert encoded(again) == encoded(ply.now)
    assert again == ply.now
    hash(ply.now)


def actions_travel(table: Table, ply: Ply) -> None:
    """decode(encode(a)) == a, through JSON text."""
    for action in (ply.action, *table.legal(ply.now)):
        if action not in table.travelled:
            assert decode(table.game, json.loads(msgspec.json.encode(action))) == action
            table.travelled.add(action)


def chance_is_a_distribution(table: Table, ply: Ply) -> None:
    """Positive weights that sum to one; every outcome applies. Where chance is not to move there is no law."""
    if table.game.to_move(ply.now) != (CHANCE,):
        with pytest.raises(IllegalAction):
            table.game.chance_outcomes(ply.now)
        return
    outcomes = table.game.chance_outcomes(ply.now)
    assert all(type(weight) is int and weight > 0 for weight in outcomes.weights.values())
    assert sum(outcomes.weights.values()) == outcomes.total
    few = list(outcomes)
    if len(few) > MANY and not table.full:
        few = table.rng.sample(few, MANY)
    assert len(few) < len(outcomes) or sum(outcomes.values()) == 1
    for outcome in few:
        assert isinstance(outcome, Outcome)
        table.game.apply(ply.now, outcome)


def views_tell_no_more_than_they_may(table: Table, ply: Ply) -> None:
    """JSON, the same when all that is hidden is dealt anew, and what the seat may do follows from it."""
    seat = table.viewer(ply)
    view = table.game.view(ply.now, seat)
    assert plain(view)
    assert view["rules"] == table.game.view(ply.then, seat)["rules"]
    other = table.game.determinize(ply.now, seat, table.rng)
    assert table.game.view(other, seat) == view
    assert table.game.to_move(other) == table.game.to_move(ply.now)
    if seat is not None:
        legal = table.game.legal_actions(other, seat)
        assert legal == table.game.legal_actions(ply.now, seat)
        for action in legal:
            table.game.apply(other, table.filled(other, action))


def the_log_tells_no_more_than_the_view(table: Table, ply: Ply) -> None:
    """A seat knows its own actions; of another's it knows at most what its view tells apart."""
    game, seat = table.game, table.viewer(ply)
    told = game.redact(ply.then, ply.now, ply.action, seat)
    if actor(ply.action) == seat:
        assert told == ply.action
        return
    if told != ply.action and told is not None:
        assert isinstance(told, Decision) and told.blank and told.seat == actor(ply.action)
    view = game.view(ply.now, seat)
    for action in alternatives(table, ply):
        now = game.apply(ply.then, action)
        if game.view(now, seat) == view:
            assert game.redact(ply.then, now, action, seat) == told


def alternatives(table: Table, ply: Ply) -> Iterator[Any]:
    """What else could have happened instead, as far as the same seat is concerned."""
    if isinstance(ply.action, Decision):
        for action in table.game.legal_actions(ply.then, ply.action.seat):
            yield from (table.game.fill(ply.then, action, table.rng, skill) for skill in (0.0, 1.0))
    elif isinstance(ply.action, Outcome):
        outcomes = table.game.chance_outcomes(ply.then)
        yield from (outcomes.sample(table.rng) for _ in range(3))


def panels_too(table: Table, ply: Ply) -> None:
    """The rows of every panel: JSON, and blind to what is hidden."""
    if ply.number % RARELY or find_spec(f"{table.game.__name__}.panels") is None:
        return
    seat = table.viewer(ply)
    other = table.game.determinize(ply.now, seat, table.rng)
    for panel in import_module(f"{table.game.__name__}.panels").PANELS:
        rows = panel.rows(ply.now, seat).rows
        assert all(map(plain, rows)), panel.name
        assert panel.rows(other, seat).rows == rows, panel.name


def scores_and_ranks_agree(table: Table, ply: Ply) -> None:
    """One of each for a seat; somebody is first; who has more is not behind."""
    scores, ranks = table.game.returns(ply.now), table.game.ranks(ply.now)
    assert len(scores) == len(ranks) == len(table.seats)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    assert all(ranks[i] < ranks[j] for i in table.seats for j in table.seats if scores[i] > scores[j])


def everything_has_words(table: Table, ply: Ply) -> None:
    """Every event, in both languages, and its rule stands in both rulebooks."""
    for event in ply.now.events:
        assert event.seen_by is None or set(event.seen_by) <= set(table.seats)
        event_has_words(table.game.NAME, event.kind, event.rule, event.args, event.seat)


def the_game_s_own_laws(table: Table, ply: Ply) -> None:
    """Conservation: `games_at_random`."""
    plan(table.game.NAME).check(ply)


LAWS: tuple[Law, ...] = (
    who_must_act,
    legal_actions_apply,
    nothing_else_applies,
    apply_is_a_function,
    actions_travel,
    chance_is_a_distribution,
    views_tell_no_more_than_they_may,
    the_log_tells_no_more_than_the_view,
    panels_too,
    scores_and_ranks_agree,
    everything_has_words,
    the_game_s_own_laws,
)


# Words and rules of events and refusals.


@cache
def rulebook(game: str, lang: str) -> frozenset[str]:
    return frozenset(paragraph.id for paragraph in book.book(game, lang))


@cache
def event_has_words(game: str, kind: str, rule: str, args: tuple[tuple[str, Any], ...], seat: int) -> None:
    _said(game, f"event.{kind}", rule, {"who": seat, **dict(args)})


@cache
def refusal_has_words(game: str, reason: str, rule: str, args: tuple[tuple[str, Any], ...]) -> None:
    _said(game, f"why.{reason}", rule, dict(args))


def _said(game: str, key: str, rule: str, args: dict[str, Any]) -> None:
    for lang in words.LANGS:
        assert rule in rulebook(game, lang), f"{key}: the rulebook has no {rule!r} ({lang})"
        text = words.say(f"{game}.{key}", lang, ("Ada", "Ben", "Cem", "Dia"), **args)
        assert text and "{" not in text, (key, lang, text)


# Matches.


@contextmanager
def told_where(table: Table, seed: int) -> Iterator[None]:
    """A failure says which match broke the law, and where."""
    try:
        yield
    except Exception as error:
        last = table.plies[-1] if table.plies else None
        error.add_note(f"{table.variant}, seed {seed}, ply {last.number if last else 0}: {last and last.action!r}")
        raise


def played(variant: Variant, seed: int, full: bool, host: float) -> Table:
    """A random match that keeps all laws; every third of its open answers is wrong, or half, or all."""
    table = Table(variant, seed, full)
    rng = Random(f"{variant}:{seed}:{host}")
    with told_where(table, seed):
        for ply in random_plies(
            table.game, rng, variant.seats, variant.options, skill=rng.choice((0.0, 0.5, 0.7, 1.0)), host=host
        ):
            table.plies.append(ply)
            for law in LAWS:
                law(table, ply)
        assert table.game.to_move(ply.now) == ()
    return table


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_ply_of_random_matches_keeps_the_laws(variant: Variant, full: bool) -> None:
    for seed in range(variant.full if full else variant.games):
        # In every third match the teacher and the clock interfere.
        table = played(variant, seed, full, host=0.15 if seed % 3 == 2 else 0.0)
        with told_where(table, seed):
            replay_gives_the_same(table)
            what_a_seat_is_given_hides_what_it_may_not_know(table)


def replay_gives_the_same(table: Table) -> None:
    """The record gives the same states; undone to the start and redone to the end it is the same record."""
    match = Match(table.game, table.variant.seats, seed=1, undo="all", **table.variant.options)
    for ply in table.plies:
        match.play(ply.action)
    record = match.record()
    again = Match.replay(json.loads(json.dumps(record)), table.game)
    assert [encoded(state) for state in again.states] == [encoded(state) for state in match.states]
    assert encoded(match.state) == encoded(table.plies[-1].now)
    while match.may_undo():
        assert match.undo()
        assert encoded(match.state) == encoded(table.plies[match.ply].then)
    assert match.ply == 0 or any(table.game.secret(ply.then) for ply in table.plies[: match.ply]), "an opening stays"
    match.goto(0)
    assert match.record()["log"] == []
    while match.redo():
        pass
    assert match.record() == record


def what_a_seat_is_given_hides_what_it_may_not_know(table: Table) -> None:
    """The record made for a seat: no seed, and of others' actions nothing but what is public."""
    match = Match(table.game, table.variant.seats, seed="secret seed", **table.variant.options)
    cut = table.rng.randrange(len(table.plies)) + 1
    for ply in table.plies[:cut]:
        match.play(ply.action)
    for seat in table.seats:
        record = match.record(seat)
        assert record["seed"] is None and "secret seed" not in json.dumps(record)
        for ply, entry in zip(table.plies, record["log"], strict=False):
            told = table.game.redact(ply.then, match.state, ply.action, seat)
            assert entry == (None if told is None else json.loads(msgspec.json.encode(told)))
            assert told == ply.action or actor(ply.action) != seat


@pytest.mark.parametrize("name", games.NAMES)
def test_a_match_ends_within_the_bound(name: str, full: bool) -> None:
    game = games.load(name)
    for variant in (v for v in variants() if v.game == name):
        for seed in range(40 if full else 3):
            table = Table(variant, seed, full)
            with told_where(table, seed):
                # random_plies raises where MAX_PLIES is not enough
                assert sum(1 for _ in random_plies(game, Random(seed), variant.seats, variant.options, skill=0.0))


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_has_what_the_protocol_asks_for(name: str) -> None:
    game = games.load(name)
    assert name == game.NAME and game.RULES >= 1 and game.MAX_PLIES > 0 and isinstance(game.SECRET, bool)
    assert {v.seats for v in plan(name).variants} == set(game.SEATS), "every number of seats is played"
    for seats in game.SEATS:
        state = game.start(seats)
        assert encoded(state) == encoded(game.start(seats))
        assert len(game.returns(state)) == len(game.ranks(state)) == seats
        assert state.__struct_config__.frozen


@pytest.mark.parametrize("name", games.NAMES)
def test_every_ruleset_field_has_another_value_in_the_plan(name: str) -> None:
    game = games.load(name)
    usual = game.view(game.start(game.SEATS[0]), None)["rules"]
    varied = {key for v in plan(name).variants for key, value in v.options.items() if value != usual[key]}
    assert varied == set(usual)


@pytest.mark.parametrize("name", games.NAMES)
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    game = games.load(name)
    for variant in islice((v for v in variants() if v.game == name), 4):
        one, two = (
            [ply.action for ply in random_plies(game, Random(5), variant.seats, variant.options)] for _ in range(2)
        )
        assert one == two
