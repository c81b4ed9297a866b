"""The panel of the mini-game that is due: its equilibrium, its stop table, its chance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from toolkit.core.game import Seat
from toolkit.core.panel import Figure, Row, row
from toolkit.games.las_vegas_royale.odds.payouts import prime_time
from toolkit.games.las_vegas_royale.odds.tables import SUMS, black_box, fifty_fifty, high_five, jackpot, lucky_punch
from toolkit.games.las_vegas_royale.panels.seat import WORDS, nothing, number, percent, phrase, subject
from toolkit.games.las_vegas_royale.rules.dice import at, weights
from toolkit.games.las_vegas_royale.state import JACKPOT, Betting, State


def mini(state: State, seat: Seat | None) -> Figure:
    """What the mini-game that is due asks; else the chance of C1, if it is in play; else nothing."""
    step = state.agenda[-1] if state.agenda else None
    match step.phase if step else "over":
        case "hide" | "guess" as phase:
            law = lucky_punch().hide if phase == "hide" else lucky_punch().guess
            rows = _bars({f"@{WORDS}.tokens {tokens}": p for tokens, p in law.items()})
            return Figure(rows, phrase(f"mini.{phase}"), phrase("mini.punch", value=number(lucky_punch().value)))
        case "jackpot":
            return _jackpot(state)
        case "bet" if isinstance(step, Betting):
            return _bet(step)
        case "prime":
            found = prime_time(state)
            note = phrase("mini.prime_note", now=number(found.now), mean=number(found.mean))
            return Figure((), phrase("mini.prime"), note)
        case "split" | "pick":
            return Figure((), phrase("mini.box"), phrase("mini.box_note", value=number(black_box().value)))
    return _five(state, subject(state, seat))


def _bars(chances: Mapping[str, Fraction]) -> tuple[Row, ...]:
    return tuple(
        row("mini", p, label=label, order=order, text=percent(p)) for order, (label, p) in enumerate(chances.items())
    )


def _jackpot(state: State) -> Figure:
    found = jackpot(JACKPOT[state.boards.jackpot])
    note = phrase("mini.jackpot_note", mean=number(found.mean), long_run=number(found.long_run))
    return Figure(_bars({f"@{WORDS}.wins": found.chance}), phrase("mini.jackpot"), note)


def _bet(step: Betting) -> Figure:
    """The chances of both bets, and what they are worth."""
    bets = fifty_fifty().table[step.space, step.last]
    chances = {
        f"@{WORDS}.higher": SUMS.p(lambda total: total > step.last),
        f"@{WORDS}.lower": SUMS.p(lambda total: total < step.last),
    }
    worth = {name: number(getattr(bets, name)) for name in ("stop", "higher", "lower")}
    return Figure(_bars(chances), phrase("mini.bet"), phrase(f"mini.bet_{bets.best}", **worth))


def _five(state: State, seat: Seat) -> Figure:
    if not at(state, "C1") or state.boards.high_five >= 0 or not any(state.hands[seat]):
        return nothing("mini", "no_mini")
    p = high_five(weights(state, at(state, "C1"))[seat], *state.hands[seat])
    return Figure(_bars({f"@{WORDS}.five": p}), phrase("mini.five", who=seat), phrase("mini.five_note", p=percent(p)))
