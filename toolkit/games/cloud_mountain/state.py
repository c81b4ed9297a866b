"""Values of Cloud & Mountain: plates, dice, ruleset, what is due, actions, state.

The cells of a grid, and its lines: rows 0–2, columns 3–5, diagonals 6 and 7:

    0 1 2
    3 4 5
    6 7 8
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from toolkit.core.game import Decision, Event, HostAction, Outcome, Seat

NAME = "cloud_mountain"
RULES = 1
SEATS = range(1, 5)
MAX_PLIES = 40_000
"""20 rounds of 10 outcomes, and for each of four seats 12 tiles drawn, 9 laid, 200 moves with a tile laid again after
each, `done`, and in three stages up to three spares and `hold`: 34,760."""
SECRET = False

Cell = int
TileId = str
Plate = Literal["C", "M", "X"]
Face = Annotated[int, Meta(ge=1, le=6)]

CELLS = range(9)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES: tuple[tuple[Cell, ...], ...] = (*ROWS, (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
STAGES = 5
"""One plate and two dice each."""
HAND = 12
COLUMN = 3
PLATES: tuple[Plate, ...] = ("C", "M", "X")
SIDES = {"C": "cloud", "M": "mountain", "": "pending"}

Points = Annotated[int, Meta(ge=0, le=20)]


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. Every one stands in the rulebook with the reason for its default."""

    mode: Literal[1, 2] = 1
    plates: str = "CCMMX"
    """Five of C, M, X, with at least one C or M; their order means nothing."""
    tiles: tuple[tuple[TileId, Annotated[int, Meta(ge=1, le=99)]], ...] = ()
    """What is in the bag: tiles and how many of each; empty: those of the box."""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    reversible: Literal["mode 2", "never", "always"] = "mode 2"
    met: Points = 1
    """Points for a met tile."""
    line: Points = 3
    """Points for three met tiles in a line, beside what the tiles give."""
    spare: Points = 1
    """Points for a tile kept to the end."""
    moves: Annotated[int, Meta(ge=0, le=200)] = 60
    """How often a seat may move, take back or turn a tile in one laying."""

    @property
    def may_reverse(self) -> bool:
        return may_reverse(self.mode, self.reversible)


def may_reverse(mode: int, reversible: str) -> bool:
    """Whether tiles may lie upside down: by these two fields of a ruleset."""
    return reversible == "always" or (reversible == "mode 2" and mode == 2)


class Drawn(Outcome, frozen=True, tag="drawn"):
    """A tile comes out of the bag: for the seat or the columns that are being dealt."""

    tile: TileId


class Turned(Outcome, frozen=True, tag="turned"):
    """The next plate from the left is turned over."""

    plate: Plate


class Rolled(Outcome, frozen=True, tag="rolled"):
    """The two dice of a stage, told apart: a chaos plate treats them differently."""

    first: Face
    second: Face


class Lay(Decision, frozen=True, tag="lay"):
    """A tile of the hand, or of the chosen column, onto a free cell."""

    tile: TileId
    cell: Cell
    reversed: bool = False


class Shift(Decision, frozen=True, tag="shift"):
    """A tile that lies goes to another cell; one that lies there comes back in exchange."""

    cell: Cell
    to: Cell


class Take(Decision, frozen=True, tag="take"):
    """A tile that lies goes back to the hand."""

    cell: Cell


class Flip(Decision, frozen=True, tag="flip"):
    """A tile that lies is turned: upright or reversed."""

    cell: Cell


class Done(Decision, frozen=True, tag="done"):
    """Nine tiles lie, and stay so."""


class Choose(Decision, frozen=True, tag="choose"):
    column: int


class Replace(Decision, frozen=True, tag="replace"):
    """A spare takes the place of one of the nine."""

    tile: TileId
    cell: Cell
    reversed: bool = False


class Swap(Decision, frozen=True, tag="swap"):
    """The spare is spent, and the tiles on `a` and `b` change places; `a` is less than `b`."""

    tile: TileId
    a: Cell
    b: Cell


class Hold(Decision, frozen=True, tag="hold"):
    """No more spares in this stage."""


class Stop(HostAction, frozen=True, tag="stop"):
    pass


ACTIONS = Drawn | Turned | Rolled | Lay | Shift | Take | Flip | Done | Choose | Replace | Swap | Hold | Stop


class NextRound(Struct, frozen=True):
    """The first outcome of the next round is due; until it comes the last one lies as it was scored."""


class Turn(Struct, frozen=True):
    pass


class Roll(Struct, frozen=True):
    pass


class Deal(Struct, frozen=True):
    """Tiles are drawn one by one: 12 for the seat, or for the columns where `seat` is −1."""

    seat: Seat = -1


class Laying(Struct, frozen=True):
    """All seats that are not done lay their nine."""


class Choosing(Struct, frozen=True):
    seat: Seat


class Placing(Struct, frozen=True):
    """The seat still has to lay these tiles of its column."""

    seat: Seat
    tiles: tuple[TileId, ...]


class Spending(Struct, frozen=True):
    seat: Seat


class Clear(Struct, frozen=True):
    """Columns that nobody took go back into the bag, and the first-player mark moves on."""


class Score(Struct, frozen=True):
    pass


Step = NextRound | Turn | Roll | Deal | Laying | Choosing | Placing | Spending | Clear | Score


class Placed(Struct, frozen=True):
    """A tile that lies in a grid."""

    tile: TileId
    reversed: bool = False


Grid = tuple[Placed | None, ...]
EMPTY: Grid = (None,) * len(CELLS)


class State(Struct, frozen=True):
    """All there is to know. Tuples by seat; the bag counts every kind of tile of the ruleset, in their order."""

    rules: Ruleset
    bag: tuple[int, ...]
    hands: tuple[tuple[TileId, ...], ...]
    grids: tuple[Grid, ...]
    done: tuple[bool, ...]
    moves: tuple[int, ...]
    """How many each seat has left in this laying."""
    scores: tuple[int, ...]
    agenda: tuple[Step, ...]
    round: int = 1
    first: Seat = 0
    plates: str = ""
    """The open ones, from the left."""
    dice: tuple[tuple[int, int], ...] = ()
    """First and second die of every stage."""
    columns: tuple[tuple[TileId, ...], ...] = ()
    """Mode 2; () where a column has been taken."""
    history: tuple[tuple[int, ...], ...] = ()
    """Points by round and seat."""
    ending: str = ""
    """Why the game is over: "rounds" or "stop"."""
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def stage(self) -> int:
        return len(self.plates)

    @property
    def scored(self) -> bool:
        """Whether what lies is that of a scored round."""
        return len(self.dice) == STAGES

    @property
    def secret(self) -> bool:
        """Whether seats are laying behind their hands: others see neither tiles nor grids."""
        return self.stage == 1 and self.rules.mode == 1 and bool(self.agenda) and not all(self.done)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*values[:index], value, *values[index + 1 :])
