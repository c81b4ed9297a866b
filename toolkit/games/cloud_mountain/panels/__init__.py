"""The panels beside the board: chances of tiles, what lies face down, the sums, the score, and what a choice is worth.

Every row follows from the view of the seat that looks on. The rows of tiles carry the field `tile`, its id. Score and
choices are in `stakes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from toolkit.core.dist import Dist
from toolkit.core.game import Seat
from toolkit.core.panel import Chart, Figure, Panel, Row, row
from toolkit.core.words import Phrase, Plain
from toolkit.games.cloud_mountain import odds
from toolkit.games.cloud_mountain.odds.decisions import Eyes
from toolkit.games.cloud_mountain.odds.positions import Position
from toolkit.games.cloud_mountain.panels import worth
from toolkit.games.cloud_mountain.panels.seat import WORDS, bars, label, look, nothing, number, percent, phrase, public
from toolkit.games.cloud_mountain.rules.tiles import named
from toolkit.games.cloud_mountain.state import CELLS, STAGES, State

MOST_SUM = 60.0
HIGHEST = 0.2
"""Where the axis of chances of sums ends: one die alone makes 1/6. A bar that is higher says how high it is."""
NAMES = 172
"""Pixels for the name of a tile before its bar: "reversed no mountain face 3" is the longest but for a column's."""
SIDES = ("cloud", "mountain", "total")
PARTS = (("C", "cloud"), ("M", "mountain"), ("X", "chaos"))
MANY = 15
"""So many bars of tiles have room for their names."""


@lru_cache(maxsize=1 << 8)
def chance(at: Position, id: str, reversed: bool = False) -> Fraction:
    p = odds.chances(at.plates, at.dice, (id,), at.deck)[id]
    return 1 - p if reversed else p


def tiles(state: State, seat: Seat | None) -> Figure:
    sees = look(state, seat)
    if sees is None:
        return nothing("tiles", "hidden")
    rows = tuple(_tile_rows(sees))
    if not rows:
        return nothing("tiles", "no_tiles")
    return Figure(rows, phrase("tiles.title", who=sees.seat), _tile_note(sees))


def _tile_rows(sees: Eyes) -> Iterator[Row]:
    """The nine cells, then the hand, paler; while columns are on offer their tiles, numbered as they are."""
    lying, offered = _lying(sees), _offered(sees)
    for order, (one, turned) in enumerate(lying):
        yield _tile_row(sees.at, one, turned, order, "now")
    for order, one in enumerate((*sees.hand, *sees.taking), len(CELLS)):
        yield _tile_row(sees.at, one, False, order, "pale" if lying else "now")
    for order, (column, one) in enumerate(offered, 2 * len(CELLS)):
        yield _tile_row(sees.at, one, False, order, "pale", f"{column}: ")


def _offered(sees: Eyes) -> list[tuple[int, str]]:
    """The tiles of the columns that the seat may still get, each with the number of its column."""
    on_offer = () if sees.taking or sees.hand else sees.columns
    return [(at, one) for at, column in enumerate(on_offer, 1) for one in column]


def _lying(sees: Eyes) -> list[tuple[str, bool]]:
    """The tiles of the grid, unless columns on offer need all the room."""
    lying = [laid for laid in sees.grid if laid is not None]
    return lying if len(lying) + len(_offered(sees)) <= MANY else []


def _tile_row(at: Position, one: str, turned: bool, order: int, tone: str, before: str = "") -> Row:
    p = chance(at, one, turned)
    tone = "met" if p == 1 else "failed" if p == 0 else tone
    return row("tiles", p, label=before + label(one, turned), order=order, tile=one, tone=tone, text=percent(p))


def _tile_note(sees: Eyes) -> Phrase:
    """In words what the chart shows: of the tiles that lie, else of those that are held or on offer."""
    mine = _lying(sees) or [(one, False) for one in (*sees.hand, *sees.taking, *(one for _, one in _offered(sees)))]
    found = sorted(((chance(sees.at, *laid), laid) for laid in mine), key=lambda pair: -pair[0])
    met, failed = sum(p == 1 for p, _ in found), sum(p == 0 for p, _ in found)
    unsure = [(p, laid) for p, laid in found if 0 < p < 1]
    if not unsure:
        return phrase("tiles.note.certain", met=met, n=len(found))
    p, (one, turned) = unsure[0]
    key = "some" if met + failed else "open"
    return phrase(f"tiles.note.{key}", met=met, failed=failed, p=percent(p), reversed=int(turned), **dict(named(one)))


def hidden(state: State, seat: Seat | None) -> Figure:
    at = public(state)
    down = [at.deck.count(plate) - at.plates.count(plate) for plate, _ in PARTS]
    waiting = odds.pending(at.plates, at.dice, at.deck)
    if not any(down):
        return Figure((), phrase("hidden.title"), phrase("hidden.note.open", count=_dice(at).mode))
    note = "waiting" if waiting else "down"
    cloud, mountain, chaos = down
    args: dict[str, Plain] = {"cloud": cloud, "mountain": mountain, "chaos": chaos, "n": len(waiting)}
    args["mean"] = number(_dice(at).mean)
    return Figure(tuple(_hidden_rows(at, waiting)), phrase("hidden.title"), phrase(f"hidden.note.{note}", **args))


@lru_cache(maxsize=1 << 6)
def _dice(at: Position) -> Dist[int]:
    return odds.sums(at.plates, at.dice, at.deck).cloud_dice


def _hidden_rows(at: Position, waiting: Mapping[tuple[int, int], Dist[str]]) -> Iterator[Row]:
    for place, law in odds.plates(at.plates, at.dice, at.deck).items():
        parts = [(f"@cloud_mountain.plate.{plate}", tone, law[plate]) for plate, tone in PARTS if plate in law]
        yield from _stacked(f"@{WORDS}.plate {place}", place, parts)
    for (stage, which), where in waiting.items():
        parts = [(f"@cloud_mountain.side.{tone}", tone, where[tone]) for _, tone in PARTS if tone in where]
        face = at.dice[stage - 1][which - 1]
        yield from _stacked(f"@{WORDS}.die {face}", STAGES + 2 * stage + which, parts)
    yield from bars("dice", _dice(at), _dice(at).mean, 1.0, f"@{WORDS}.cloud_dice")


def _stacked(label: str, order: int, parts: Sequence[tuple[str, str, Fraction]]) -> Iterator[Row]:
    for part, (what, tone, p) in enumerate(parts):
        name = f"{label}: {what}"
        yield row("hidden", p, label=label, order=order, part=part, tone=tone, text=percent(p), name=name)


def sums(state: State, seat: Seat | None) -> Figure:
    found = _sums(public(state))
    certain = len(found.total) == len(found.cloud) == 1
    means = {side: str(law.mean) if certain else number(law.mean) for side, law in zip(SIDES, found, strict=False)}
    note = phrase(f"sums.note.{'certain' if certain else 'open'}", **means)
    return Figure(_sum_rows(public(state)), phrase("sums.title"), note)


@lru_cache(maxsize=1 << 6)
def _sums(at: Position) -> odds.Sums:
    return odds.sums(at.plates, at.dice, at.deck)


@lru_cache(maxsize=1 << 6)
def _sum_rows(at: Position) -> tuple[Row, ...]:
    found: list[Row] = []
    for side, law in zip(SIDES, _sums(at), strict=False):
        found += bars(side, law, law.mean, HIGHEST, f"@{WORDS}.sum.{side}")
    return tuple(found)


def _sum_chart(name: str) -> Chart:
    return Chart(name, "law", x=(0.0, MOST_SUM), y=(0.0, HIGHEST), y_title=f"{WORDS}.sum.{name}", width=380, height=104)


PANELS = (
    Panel(
        name="tiles",
        charts=(Chart("tiles", "bars", x=(0.0, 1.0), width=380, height=230, labels=NAMES),),
        rows=tiles,
    ),
    Panel(
        name="advice",
        charts=(
            Chart(
                "advice",
                "bars",
                x=(0.0, float(worth.TOP)),
                x_title=f"{WORDS}.points",
                percent=False,
                grows=True,
                width=380,
                height=150,
                labels=NAMES,
            ),
        ),
        rows=worth.choices,
        peek=worth.peek_choice,
    ),
    Panel(
        name="score",
        charts=(
            Chart(
                "score",
                "law",
                x=(0.0, float(worth.TOP)),
                y=(0.0, worth.HIGHEST),
                x_title=f"{WORDS}.points",
                grows=True,
                width=380,
                height=160,
            ),
        ),
        rows=worth.score,
        peek=worth.peek_score,
        ready=worth.ready,
    ),
    Panel(
        name="hidden",
        charts=(
            Chart("hidden", "bars", x=(0.0, 1.0), width=380, height=150),
            Chart("dice", "law", x=(0.0, 10.0), y_title=f"{WORDS}.cloud_dice", width=380, height=100),
        ),
        rows=hidden,
        stacked=True,
    ),
    Panel(name="sums", charts=tuple(map(_sum_chart, SIDES)), rows=sums, stacked=True),
)
