"""Laws about one ply: an action, and the states before and after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from toolkit.core import words
from toolkit.core.game import CHANCE, Decision, Outcome, actor
from toolkit.core.match import decode
from toolkit.core.panel import Panel
from toolkit.laws.fault import Fault, demand
from toolkit.laws.matches import Ply
from toolkit.laws.trial import Trial, covers, encoded, no_json, spoil

RARELY = 20
"""What is slow is tried on every twentieth ply."""
FEW = 20
"""Earlier actions that are tried again at every ply."""
NAMES = ("Ada", "Ben", "Cem", "Dia", "Eva")


def nothing_else_applies(trial: Trial, ply: Ply) -> None:
    """Actions seen earlier, and spoilt ones, are refused."""
    game = trial.game
    trial.pool[ply.action] = None
    legal = trial.legal(ply.now)
    outcomes: Any = game.chance_outcomes(ply.now) if game.to_move(ply.now) == (CHANCE,) else ()
    known = list(trial.pool)
    tried = trial.rng.sample(known, min(len(known), FEW))
    spoilt = [s for action in (ply.action, *legal[-1:], *legal[:1]) for s in spoil(action, len(trial.seats))]
    for action in (*tried, *spoilt):
        if action not in outcomes and not any(covers(template, action) for template in legal):
            trial.refuse(ply.now, action, "accepted")


def apply_is_a_function(trial: Trial, ply: Ply) -> None:
    """It leaves its input as it was, and gives the same again; states are values that can be hashed."""
    before = encoded(ply.then)
    again = trial.game.apply(ply.then, ply.action)
    demand(encoded(ply.then) == before, "state_changed")
    demand(encoded(again) == encoded(ply.now) and again == ply.now, "apply_differs")
    try:
        hash(ply.now)
    except TypeError as error:
        raise Fault("not_frozen", given=error) from error


def actions_travel(trial: Trial, ply: Ply) -> None:
    """decode(encode(a)) == a, through JSON text."""
    for action in (ply.action, *trial.legal(ply.now)):
        if action not in trial.travelled:
            again = decode(trial.game, json.loads(msgspec.json.encode(action)))
            demand(again == action, "travel", action=action, given=again)
            trial.travelled.add(action)


def the_log_tells_no_more_than_the_view(trial: Trial, ply: Ply) -> None:
    """A seat knows its own actions; of another's it knows at most what its view tells apart."""
    game, seat = trial.game, trial.viewer(ply)
    told = game.redact(ply.then, ply.now, ply.action, seat)
    if actor(ply.action) == seat:
        return demand(told == ply.action, "own_hidden", seat=seat, action=ply.action)
    blank = isinstance(told, Decision) and told.blank and told.seat == actor(ply.action)
    demand(told is None or told == ply.action or blank, "redacted", seat=repr(seat), action=ply.action, given=told)
    view = game.view(ply.now, seat)
    for action in _alternatives(trial, ply):
        now = game.apply(ply.then, action)
        if game.view(now, seat) == view:
            same = game.redact(ply.then, now, action, seat) == told
            demand(same, "log_tells", seat=repr(seat), action=ply.action, other=action)


def _alternatives(trial: Trial, ply: Ply) -> Iterator[Any]:
    """Other things that could have happened instead, as far as the same seat is concerned."""
    if isinstance(ply.action, Decision):
        for action in trial.game.legal_actions(ply.then, ply.action.seat):
            yield from (trial.game.fill(ply.then, action, trial.rng, skill) for skill in (0.0, 1.0))
    elif isinstance(ply.action, Outcome):
        outcomes = trial.game.chance_outcomes(ply.then)
        yield from (outcomes.sample(trial.rng) for _ in range(3))


def panels_too(trial: Trial, ply: Ply) -> bool:
    """The rows of every panel: JSON, and blind to what is hidden. Whether this was a ply to try it on."""
    if ply.number % RARELY or not trial.kit.panels:
        return False
    seat = trial.viewer(ply)
    other = trial.game.determinize(ply.now, seat, trial.rng)
    for panel in trial.kit.panels:
        rows = panel.rows(ply.now, seat).rows
        _demand_json(panel, rows)
        demand(panel.rows(other, seat).rows == rows, "panel_tells", panel=panel.name, seat=repr(seat))
        legal = trial.game.legal_actions(ply.now, seat) if seat is not None else ()
        if panel.peek is not None and legal:
            _demand_json(panel, panel.peek(ply.now, trial.rng.choice(legal), seat) or ())
    return True


def _demand_json(panel: Panel, rows: Any) -> None:
    strange = no_json(list(rows))
    demand(strange is None, "panel_json", panel=panel.name, given=repr(strange))


def everything_has_words(trial: Trial, ply: Ply) -> bool:
    """Every event and refusal, in both languages, and its rule is in both rulebooks. Whether the game has words."""
    for event in trial.game.events(ply.now):
        known = event.seen_by is None or set(event.seen_by) <= set(trial.seats)
        demand(known, "seen_by", kind=event.kind, given=event.seen_by)
        trial.note(f"event.{event.kind}", event.rule, (("who", event.seat), *event.args))
    while trial.unsaid:
        _demand_words(trial, *trial.unsaid.pop())
    return any(words.catalogue(lang, trial.kit.name) for lang in words.LANGS)


def _demand_words(trial: Trial, key: str, rule: str, args: tuple[tuple[str, Any], ...]) -> None:
    game = trial.kit.name
    demand(no_json(dict(args)) is None, "args_json", name=key, given=repr(args))
    for lang in filter(partial(words.catalogue, game=game), words.LANGS):
        demand(words.find(f"{game}.{key}", lang) is not None, "no_words", name=key, lang=lang)
        try:
            text = words.say(f"{game}.{key}", lang, NAMES, **dict(args))
        except (KeyError, ValueError, TypeError) as error:
            raise Fault("words_field", name=key, lang=lang, given=error) from error
        demand(text and "{" not in text, "words_field", name=key, lang=lang, given=text)
        known = not trial.rules[lang] or rule in trial.rules[lang]
        demand(known, "no_rule", name=key, rule=repr(rule), lang=lang)


def the_game_s_own_laws(trial: Trial, ply: Ply) -> bool:
    """What `holds` asserts: conservation, for example. Whether there are any."""
    if trial.holds is not None:
        trial.holds(ply)
    return trial.holds is not None
