"""The panels beside the board: chances of tiles, hidden plates, sums, the score of the round, the worth of choices.

Every row follows from the view of the seat for which the panel is drawn. Rows of tiles have the field `tile`, an id.
Score and choices are in `worth`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from toolkit.core.dist import Dist
from toolkit.core.game import Seat
from toolkit.core.panel import Chart, Figure, Panel, Row, Tone, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.odds.decisions import SeatView, seat_view
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.panels import worth
from toolkit.games.cloud_mountain.panels.seat import WORDS, bars, label, nothing, number, percent, phrase, public
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import CELLS, STAGES, State

MOST_SUM = 60.0
HIGHEST = 0.2
"""Where the axis for chances of sums ends, if no bar is higher: one die alone makes 1/6. Such a bar has its chance as
text."""
NAMES = 172
"""Pixels for the name of a tile before its bar. "not: mountain beats cloud" is the longest, except in a column."""
SIDES = ("cloud", "mountain", "total")
PARTS = (("C", "cloud"), ("M", "mountain"), ("X", "chaos"))
TONES = (
    Tone("cloud", "#b9dcee", "#1c6389", "#18212c"),
    Tone("mountain", "#6b5138", "#6b5138", "#fffefe"),
    Tone("chaos", "#5d5a78", "#5d5a78", "#fffffe"),
)
"""The colours of the plates, in light; `board.css` has their tokens."""
LOOKS = tuple((look, f"{WORDS}.key.{look}") for look in ("now", "met", "pale"))
MEAN = (("mark", f"{WORDS}.key.mark"),)
SIDE_KEYS = tuple((tone, f"cloud_mountain.side_of.{tone}") for _, tone in PARTS)
MANY = 15
"""The largest number of bars of tiles that has room for their names."""


def tiles(state: State, seat: Seat | None) -> Figure:
    """The chance of each tile of the seat, and of the columns on offer."""
    mine = seat_view(state, seat)
    if mine is None:
        return nothing("tiles", "hidden")
    rows = tuple(_tile_rows(mine))
    if not rows:
        return nothing("tiles", "no_tiles")
    return Figure(rows, phrase("tiles.title", who=mine.seat), _tile_note(mine))


def _tile_rows(mine: SeatView) -> Iterator[Row]:
    """The nine cells, then, paler, the hand; then the tiles of columns on offer, with the numbers of their columns."""
    laid, offered = _laid(mine), _offered(mine)
    for order, (one, turned) in enumerate(laid):
        yield _tile_row(mine, one, turned, order, "now")
    for order, one in enumerate((*mine.hand, *mine.taking), len(CELLS)):
        yield _tile_row(mine, one, False, order, "pale" if laid else "now")
    for order, (column, one) in enumerate(offered, 2 * len(CELLS)):
        yield _tile_row(mine, one, False, order, "pale", f"{column}: ")


def _offered(mine: SeatView) -> list[tuple[int, str]]:
    """The tiles of the columns that the seat may still get, each with the number of its column."""
    on_offer = () if mine.taking or mine.hand else mine.columns
    return [(at, one) for at, column in enumerate(on_offer, 1) for one in column]


def _laid(mine: SeatView) -> list[tuple[str, bool]]:
    """The tiles of the grid, unless columns on offer need all the room."""
    laid = [one for one in mine.grid if one is not None]
    return laid if len(laid) + len(_offered(mine)) <= MANY else []


def _tile_row(mine: SeatView, one: str, turned: bool, order: int, tone: str, before: str = "") -> Row:
    p = mine.chance(one, turned)
    tone = "met" if p == 1 else "failed" if p == 0 else tone
    return row("tiles", p, label=before + label(one, turned), order=order, tile=one, tone=tone, text=percent(p))


def _tile_note(mine: SeatView) -> Phrase:
    """The chart in words: the tiles of the grid, else those in hand and on offer."""
    shown = _laid(mine) or [(one, False) for one in (*mine.hand, *mine.taking, *(one for _, one in _offered(mine)))]
    ranked = sorted(((mine.chance(*tile), tile) for tile in shown), key=lambda pair: -pair[0])
    met, failed = sum(p == 1 for p, _ in ranked), sum(p == 0 for p, _ in ranked)
    unsure = [(p, tile) for p, tile in ranked if 0 < p < 1]
    if not unsure:
        return phrase("tiles.note.certain", met=met, n=len(ranked))
    p, (one, turned) = unsure[0]
    key = "some" if met + failed else "open"
    return phrase(f"tiles.note.{key}", met=met, failed=failed, p=percent(p), reversed=int(turned), **dict(named(one)))


def hidden(state: State, seat: Seat | None) -> Figure:
    """The laws of hidden plates, of pending dice, and of the number of cloud dice; the same for every seat."""
    at = public(state)
    down = [at.deck.count(plate) - at.plates.count(plate) for plate, _ in PARTS]
    waiting = odds.pending(at.plates, at.dice, at.deck)
    if not any(down):
        return Figure((), phrase("hidden.title"), phrase("hidden.note.open", count=_cloud_dice(at).mode))
    note = "waiting" if waiting else "down"
    cloud, mountain, chaos = down
    args: dict[str, Plain] = {"cloud": cloud, "mountain": mountain, "chaos": chaos, "n": len(waiting)}
    args["mean"] = number(_cloud_dice(at).mean)
    return Figure(tuple(_hidden_rows(at, waiting)), phrase("hidden.title"), phrase(f"hidden.note.{note}", **args))


@lru_cache(maxsize=1 << 6)
def _cloud_dice(at: Position) -> Dist[int]:
    return odds.sums(at.plates, at.dice, at.deck).cloud_dice


def _hidden_rows(at: Position, waiting: Mapping[tuple[int, int], Dist[str]]) -> Iterator[Row]:
    for place, law in odds.plates(at.plates, at.dice, at.deck).items():
        parts = [(f"@cloud_mountain.side_of.{tone}", tone, law[plate]) for plate, tone in PARTS if plate in law]
        yield from _stacked(f"@{WORDS}.plate {place}", place, parts)
    for (stage, which), where in waiting.items():
        parts = [(f"@cloud_mountain.side_of.{tone}", tone, where[tone]) for _, tone in PARTS if tone in where]
        face = at.dice[stage - 1][which - 1]
        yield from _stacked(f"@{WORDS}.die {face}", STAGES + 2 * stage + which, parts)
    yield from bars("dice", _cloud_dice(at), _cloud_dice(at).mean, 1.0, f"@{WORDS}.cloud_dice")


def _stacked(label: str, order: int, parts: Sequence[tuple[str, str, Fraction]]) -> Iterator[Row]:
    for part, (what, tone, p) in enumerate(parts):
        name = f"{label}: {what}"
        said = {"text": f"{what} {percent(p)}", "short": percent(p)}
        yield row("hidden", p, label=label, order=order, part=part, tone=tone, name=name, **said)


def sums(state: State, seat: Seat | None) -> Figure:
    """The laws of the three sums at the end of the round; the same for every seat."""
    laws = _sums(public(state))
    certain = len(laws.total) == len(laws.cloud) == 1
    means = {side: str(law.mean) if certain else number(law.mean) for side, law in zip(SIDES, laws, strict=False)}
    note = phrase(f"sums.note.{'certain' if certain else 'open'}", **means)
    return Figure(_sum_rows(public(state)), phrase("sums.title"), note)


@lru_cache(maxsize=1 << 6)
def _sums(at: Position) -> odds.Sums:
    return odds.sums(at.plates, at.dice, at.deck)


@lru_cache(maxsize=1 << 6)
def _sum_rows(at: Position) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side, law in zip(SIDES, _sums(at), strict=False):
        rows += bars(side, law, law.mean, HIGHEST, f"@{WORDS}.sum.{side}")
    return tuple(rows)


def _sum_chart(name: str) -> Chart:
    return Chart(
        name,
        "law",
        x=(0.0, MOST_SUM),
        y=(0.0, HIGHEST),
        y_title=f"{WORDS}.sum.{name}",
        width=380,
        height=112,
        keys=MEAN,
    )


PANELS = (
    Panel(
        name="tiles",
        charts=(Chart("tiles", "bars", x=(0.0, 1.0), width=380, height=182, labels=NAMES, keys=LOOKS),),
        rows=tiles,
    ),
    Panel(
        name="score",
        charts=(
            Chart(
                "score",
                "law",
                x=(0.0, float(worth.TOP)),
                y=(0.0, worth.HIGHEST),
                grows=True,
                width=380,
                height=124,
                keys=(
                    ("now", f"{WORDS}.key.mine"),
                    ("policy", f"{WORDS}.key.best_layout"),
                    *MEAN,
                    ("ghost", f"{WORDS}.key.ghost"),
                ),
            ),
        ),
        rows=worth.score,
        peek=worth.peek_score,
        ready=worth.ready,
    ),
    Panel(
        name="advice",
        charts=(
            Chart(
                "advice",
                "bars",
                x=(0.0, 20.0),
                x_title=f"{WORDS}.points",
                percent=False,
                width=380,
                height=168,
                labels=NAMES,
                keys=(("best", f"{WORDS}.key.best"), ("ghost", f"{WORDS}.key.ghost")),
            ),
        ),
        rows=worth.choices,
        peek=worth.peek_choice,
    ),
    Panel(
        name="hidden",
        charts=(
            Chart("hidden", "bars", x=(0.0, 1.0), width=380, height=150, tones=TONES, labels=82, keys=SIDE_KEYS),
            Chart("dice", "law", x=(0.0, 10.0), y_title=f"{WORDS}.cloud_dice", width=380, height=122, keys=MEAN),
        ),
        rows=hidden,
        stacked=True,
    ),
    Panel(name="sums", charts=tuple(map(_sum_chart, SIDES)), rows=sums, stacked=True),
)
