"""The laws that every game keeps, asked of random matches: of the built-in games, and of a game of your own.

    import toolkit

    toolkit.laws.check(pig)                                   # a sentence for each law; `LawBroken` at a broken one
    report = toolkit.laws.check(pig, seats=3, strict=False)   # all that is broken
    toolkit.load(report.broken[0].record)                     # the match up to there, at a table

Each law is a function of its module: `states` (of every state), `plies` (of every action), `whole` (of matches).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec

from toolkit.core import registry, words
from toolkit.core.kit import Kit
from toolkit.core.record import FORMAT
from toolkit.core.words import BadInput, BadLaw, Phrase
from toolkit.laws import plies, states, whole
from toolkit.laws.fault import Fault, shown
from toolkit.laws.matches import Ply, random_action, random_plies
from toolkit.laws.report import Asked, Broken, LawBroken, Report
from toolkit.laws.trial import Holds, Setting, Trial

__all__ = ["LAWS", "Broken", "Law", "LawBroken", "Ply", "Report", "check", "random_action", "random_plies"]


def __dir__() -> list[str]:
    """What a notebook offers when a name is completed: what is public."""
    return sorted(__all__)


HOST_EVERY, HOST = 3, 0.15
"""In every third match the teacher and the clock act as well: before each ply with this chance."""
SKILLS = (0.0, 0.5, 0.7, 1.0)
"""Chances that an open answer is right, one of them for each match."""


class Law(NamedTuple):
    """A law: `ask` raises an error where it is broken, and returns `False` where there was nothing to ask.

    `of`: it is asked of every state, every ply, every match; of the start, before all matches of a number of seats;
    of the game, after them.
    """

    ask: Callable[..., bool | None]
    of: Literal["start", "state", "ply", "match", "game"]

    @property
    def name(self) -> str:
        """Its key below `laws.law` in the common catalogue."""
        return self.ask.__name__


LAWS: tuple[Law, ...] = (
    Law(whole.a_match_begins, "start"),
    Law(states.who_must_act, "state"),
    Law(states.legal_actions_apply, "state"),
    Law(plies.nothing_else_applies, "ply"),
    Law(plies.apply_is_a_function, "ply"),
    Law(plies.actions_travel, "ply"),
    Law(states.chance_is_a_distribution, "state"),
    Law(states.views_tell_no_more_than_they_may, "state"),
    Law(plies.the_log_tells_no_more_than_the_view, "ply"),
    Law(whole.a_seat_never_forgets, "match"),
    Law(plies.panels_too, "ply"),
    Law(states.scores_and_ranks_agree, "state"),
    Law(plies.everything_has_words, "ply"),
    Law(plies.the_game_s_own_laws, "ply"),
    Law(whole.a_match_ends, "game"),
    Law(whole.the_same_seed_gives_the_same_match, "game"),
    Law(whole.replay_gives_the_same, "match"),
    Law(whole.undo_and_redo_lead_back, "match"),
    Law(whole.a_seat_s_record_hides, "match"),
    Law(whole.a_table_can_show_it, "match"),
)


ENDS = whole.a_match_ends.__name__
UNITS = {"start": "settings", "state": "plies", "ply": "plies", "match": "matches", "game": "settings"}
"""What is counted for a law, as a key below `laws`."""


def check(
    game: Any,
    seats: int | Iterable[int] | None = None,
    *,
    matches: int = 5,
    seed: int = 1,
    strict: bool = True,
    thorough: bool = False,
    holds: Holds | None = None,
    lang: str | None = None,
    **ruleset: Any,
) -> Report:
    """Plays random matches of a game and asks every law of every ply.

    `game`: a name of `toolkit.catalogue()`, a module of rules, or a `toolkit.core.kit.Kit`. `seats`: how many, or
    several numbers; by default all that the game allows. `matches`: for each number of seats, with the seeds
    `seed`, `seed` + 1 … `holds`: a law of this game alone, a function of a `Ply` that raises an error where it is
    broken. `thorough`: tries every outcome of chance, and follows more of what seats know. `ruleset`: options.
    `LawBroken` (an `AssertionError`) at the first broken law; with `strict=False` the report has all of them.
    `BadInput` names the part that a game lacks, and what cannot be used.
    """
    with words.speaking(lang):
        kit = registry.known(game)
        counts = _counts(kit, seats)
        for name, value, low in (("matches", matches, 1), ("seed", seed, 0)):
            if type(value) is not int or value < low:
                raise BadInput("option_value", name=name, given=repr(value), right=f"≥ {low}")
        run = _Run(kit, lang or "", strict=strict, thorough=thorough, holds=holds)
        for count in counts:
            run.variant(Setting(count, ruleset, seed), matches)
        return run.report(counts)


def _counts(kit: Kit, seats: Any) -> tuple[int, ...]:
    known = kit.rules.SEATS
    counts = tuple(known) if seats is None else (seats,) if isinstance(seats, int) else tuple(seats)
    for count in counts:
        if type(count) is not int or count not in known:
            raise BadInput("seats", given=repr(count), right=f"{min(known)}–{max(known)}")
    return counts


class _Run:
    """The matches of one check, and what has been found in them."""

    def __init__(self, kit: Kit, lang: str, *, strict: bool, thorough: bool, holds: Holds | None) -> None:
        self.kit, self.lang = kit, lang
        self.strict, self.thorough, self.holds = strict, thorough, holds
        self.held: Counter[str] = Counter()
        self.broken: dict[str, Broken] = {}
        self.matches = self.plies = 0

    def report(self, seats: tuple[int, ...]) -> Report:
        laws = tuple(Asked(law.name, UNITS[law.of], self.held[law.name], self.broken.get(law.name)) for law in LAWS)
        asked = tuple(law for law in laws if law.held or law.broken)
        return Report(self.kit.name, seats, self.matches, self.plies, asked, self.lang)

    def variant(self, setting: Setting, matches: int) -> None:
        """The matches of one number of seats. `BadInput` for options that the game does not have."""
        try:
            self.kit.rules.start(setting.seats, **setting.options)
        except BadInput as error:
            if not isinstance(error, BadLaw):
                raise
            return self._note(whole.a_match_begins.__name__, self._trial(setting), error)
        except Exception as error:
            return self._note(whole.a_match_begins.__name__, self._trial(setting), error)
        self.ask_all("start", self._trial(setting))
        for number in range(matches):
            if ENDS in self.broken:
                return
            self.match(self._trial(setting._replace(seed=setting.seed + number)))
        self.ask_all("game", self._trial(setting))

    def _trial(self, setting: Setting) -> Trial:
        return Trial(self.kit, setting, self.thorough, self.holds)

    def match(self, trial: Trial) -> None:
        """One match, and the laws about each of its plies; then those about all of it."""
        self.matches += 1
        setting = trial.setting
        rng = Random(f"{trial.label}:play")
        host = HOST if setting.seed % HOST_EVERY == HOST_EVERY - 1 else 0.0
        try:
            state = trial.game.start(setting.seats, **setting.options)
            self.ask_all("state", trial, Ply(0, state, None, state))
            skill = rng.choice(SKILLS)
            for ply in random_plies(trial.game, rng, setting.seats, setting.options, skill=skill, host=host):
                trial.plies.append(ply)
                self.plies += 1
                self.ask_all("ply", trial, ply)
        except LawBroken:
            raise
        except Exception as error:
            return self._note(ENDS, trial, error)
        if trial.plies:
            self.ask_all("match", trial)

    def ask_all(self, of: str, trial: Trial, *about: Any) -> None:
        """The laws of a kind; of a ply those of the state that it leads to as well."""
        for law in LAWS:
            if (law.of == of or (of == "ply" and law.of == "state")) and law.name not in self.broken:
                self._ask(law, trial, *about)

    def _ask(self, law: Law, trial: Trial, *about: Any) -> None:
        trial.rng = trial.chance_of(law.name)
        try:
            self.held[law.name] += law.ask(trial, *about) is not False
        except Exception as error:
            self._note(law.name, trial, error)

    def _note(self, law: str, trial: Trial, error: Exception) -> None:
        found = error.phrase if isinstance(error, Fault) else Phrase.of("laws.found.raised", error=shown(error))
        broken = _broken(law, trial, found)
        self.broken.setdefault(law, broken)
        if self.strict:
            raise LawBroken(broken, self.lang) from error


def _broken(law: str, trial: Trial, found: Phrase) -> Broken:
    log = [msgspec.to_builtins(ply.action) for ply in trial.plies]
    seats, options, seed = trial.setting
    name, rules = trial.game.NAME, trial.game.RULES
    record = {"toolkit": FORMAT, "game": name, "rules": rules, "seats": seats, "options": dict(options), "seed": seed}
    last = log[-1] if log else None
    return Broken(law, found, name, seats, options, seed, len(log), last, record | {"log": log}, trial.thorough)
