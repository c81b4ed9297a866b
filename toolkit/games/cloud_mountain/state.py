"""Values of Cloud & Mountain: ruleset, actions, steps that are due, state.

Cells of a grid are numbered as below. Its lines: 0–2 are the rows, 3–5 the columns, 6 and 7 the diagonals.

    0 1 2
    3 4 5
    6 7 8
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from toolkit.core.game import Decision, Event, HostAction, Outcome, Seat

NAME = "cloud_mountain"
RULES = 1
SEATS = range(1, 5)
MAX_PLIES = 40_000
"""More than the longest game, which has 34,760 actions: 20 rounds have 10 outcomes each, and for each of four seats 12
drawn tiles, 9 laid tiles, 200 moves with a tile laid again after each, `done`, and in three stages up to three spares
and `hold`."""
SECRET = False

Cell = int
TileId = str
Plate = Literal["C", "M", "X"]
Face = Annotated[int, Meta(ge=1, le=6)]

CELLS = range(9)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES: tuple[tuple[Cell, ...], ...] = (*ROWS, (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
STAGES = 5
"""The stages of a round. Each has one plate and two dice."""
HAND = 12
COLUMN = 3
PLATES: tuple[Plate, ...] = ("C", "M", "X")
SIDES = {"C": "cloud", "M": "mountain", "": "pending"}

Points = Annotated[int, Meta(ge=0, le=20)]


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. The rulebook gives the reason for each default."""

    mode: Literal[1, 2] = 1
    plates: str = "CCMMX"
    """Five of C, M, X, with at least one C or M, in any order."""
    tiles: tuple[tuple[TileId, Annotated[int, Meta(ge=1, le=99)]], ...] = ()
    """The tiles in the bag and how many there are of each; empty: those of the box."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    reversible: Literal["mode 2", "never", "always"] = "mode 2"
    met: Points = 1
    """Points for a met tile."""
    line: Points = 3
    """Points for three met tiles in a line, besides the points for the tiles."""
    spare: Points = 1
    """Points for a tile kept to the end."""
    moves: Annotated[int, Meta(ge=0, le=200)] = 60
    """How often a seat may move, take back or turn a tile while it lays nine."""
    laying: Literal["hidden", "open"] | UnsetType = UNSET
    """Whether the others see the tiles while nine are laid. Left out it is hidden, as in records without the field."""

    @property
    def may_reverse(self) -> bool:
        return may_reverse(self.mode, self.reversible)


def may_reverse(mode: int, reversible: str) -> bool:
    """Whether tiles may be reversed, from these two fields of a ruleset."""
    return reversible == "always" or (reversible == "mode 2" and mode == 2)


class Drawn(Outcome, frozen=True, tag="drawn"):
    """A tile drawn from the bag, for the seat or the columns that are being dealt."""

    tile: TileId


class Turned(Outcome, frozen=True, tag="turned"):
    """The next plate from the left, turned over."""

    plate: Plate


class Rolled(Outcome, frozen=True, tag="rolled"):
    """The two dice of a stage. They are not interchangeable: a chaos plate treats them differently."""

    first: Face
    second: Face


class Lay(Decision, frozen=True, tag="lay"):
    """Puts a tile of the hand, or of the chosen column, on a free cell."""

    tile: TileId
    cell: Cell
    reversed: bool = False


class Shift(Decision, frozen=True, tag="shift"):
    """Moves a laid tile to another cell; a tile on that cell comes back in exchange."""

    cell: Cell
    to: Cell


class Take(Decision, frozen=True, tag="take"):
    """Takes a laid tile back into the hand."""

    cell: Cell


class Flip(Decision, frozen=True, tag="flip"):
    """Turns a laid tile: upright becomes reversed, reversed upright."""

    cell: Cell


class Done(Decision, frozen=True, tag="done"):
    """Ends the laying of a seat: its nine tiles stay as they are."""


class Choose(Decision, frozen=True, tag="choose"):
    """Takes a column on offer, 0, 1 … from the left."""

    column: int


class Replace(Decision, frozen=True, tag="replace"):
    """Spends a spare: it takes the place of one of the nine."""

    tile: TileId
    cell: Cell
    reversed: bool = False


class Swap(Decision, frozen=True, tag="swap"):
    """Spends a spare: the tiles on `a` and `b` change places; `a` < `b`."""

    tile: TileId
    a: Cell
    b: Cell


class Hold(Decision, frozen=True, tag="hold"):
    """Ends the spending of a seat in this stage."""


class Stop(HostAction, frozen=True, tag="stop"):
    """The teacher ends the game."""


ACTIONS = Drawn | Turned | Rolled | Lay | Shift | Take | Flip | Done | Choose | Replace | Swap | Hold | Stop


class NextRound(Struct, frozen=True):
    """The first outcome of the next round is due; until then the scored round stays on the table."""


class Turn(Struct, frozen=True):
    """The next plate is to be turned over."""


class Roll(Struct, frozen=True):
    """The two dice of the stage are to be rolled."""


class Deal(Struct, frozen=True):
    """Tiles are drawn one by one: 12 for the seat; for the columns if `seat` is −1."""

    seat: Seat = -1


class Laying(Struct, frozen=True):
    """Every seat that is not done lays its nine, all at the same time."""


class Choosing(Struct, frozen=True):
    """The seat is to choose a column."""

    seat: Seat


class Placing(Struct, frozen=True):
    """The seat is to lay the rest of its column."""

    seat: Seat
    tiles: tuple[TileId, ...]


class Spending(Struct, frozen=True):
    """The seat may spend spares."""

    seat: Seat


class Clear(Struct, frozen=True):
    """Columns that nobody took go back into the bag, and the first-player mark moves to the next seat."""


class Score(Struct, frozen=True):
    """The round is to be scored."""


Step = NextRound | Turn | Roll | Deal | Laying | Choosing | Placing | Spending | Clear | Score


class Placed(Struct, frozen=True):
    """A tile in a grid."""

    tile: TileId
    reversed: bool = False


Grid = tuple[Placed | None, ...]
EMPTY: Grid = (None,) * len(CELLS)


class State(Struct, frozen=True):
    """The whole state of a match, secrets included. `hands`, `grids`, `done`, `moves` and `scores` are by seat."""

    rules: Ruleset
    bag: tuple[int, ...]
    """By kind of tile of the ruleset, in their order: how many are in the bag."""
    hands: tuple[tuple[TileId, ...], ...]
    grids: tuple[Grid, ...]
    done: tuple[bool, ...]
    moves: tuple[int, ...]
    """How often each seat may still move, take back or turn a tile in this laying."""
    scores: tuple[int, ...]
    agenda: tuple[Step, ...]
    """The steps to come; the last one is due."""
    round: int = 1
    first: Seat = 0
    plates: str = ""
    """The open plates, from the left."""
    dice: tuple[tuple[int, int], ...] = ()
    """First and second die of each stage."""
    columns: tuple[tuple[TileId, ...], ...] = ()
    """The columns on offer in mode 2; () for a column that has been taken."""
    history: tuple[tuple[int, ...], ...] = ()
    """Points by round and seat."""
    ending: str = ""
    """Why the game is over: "rounds" or "stop"."""
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def stage(self) -> int:
        """The stage 1 … 5, by its plate; 0 before the first plate."""
        return len(self.plates)

    @property
    def scored(self) -> bool:
        """Whether the table still shows a scored round."""
        return len(self.dice) == STAGES

    @property
    def secret(self) -> bool:
        """Whether seats lay in secret: nobody sees the hands and grids of others."""
        hidden = self.rules.mode == 1 and self.rules.laying != "open"
        return self.stage == 1 and hidden and bool(self.agenda) and not all(self.done)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])
