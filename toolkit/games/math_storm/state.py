"""Values of Math Storm: board, dice, ruleset, what is due, actions, state.

The board is a line of cells 0 … 100 that is drawn as a hundred chart:

     0   the storm cell
     1  …  10   chance cells end in 0
    11  …  20   challenge cells are 11, 22, …, 99
     …
    91  … 100
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from toolkit.core.game import Decision, Event, HostAction, Outcome, Seat

NAME = "math_storm"
RULES = 1
SEATS = range(1, 5)
MAX_PLIES = 400_000
"""1,000 rounds of four turns; no turn has a hundred plies, since bonus operations only ever lead upwards."""
SECRET = False

Cell = int
Pawn = int  # 0 or 1
Operation = str  # "+" "-" "×" "÷"
Face = str

STORM: Cell = 0
LAST: Cell = 100
SPINNER = range(10)
DICE: dict[str, tuple[Face, ...]] = {
    "plus-minus": ("+", "-", "++", "+++", "+-", "stop"),
    "four-operations": ("+", "-", "×", "÷", "++", "+-"),
}
BONUS: dict[str, tuple[Face, ...]] = {"plus-minus": ("+", "++", "+++"), "four-operations": ("+", "++", "×")}
"""By stars 1, 2, 3: what a chance card pays."""
ASCII = {"x": "×", "*": "×", "X": "×", "/": "÷", "−": "-", "–": "-", ":": "÷"}


def operations(face: Face) -> tuple[Operation, ...]:
    """The operations of a face, left to right: `"+-"` → `("+", "-")`, `"stop"` → `()`."""
    return () if face == "stop" else tuple(face)


def kind(cell: Cell) -> str:
    """`"storm"`, `"chance"`, `"challenge"` or `"plain"`."""
    return CELL_KINDS[cell]


CELL_KINDS = (
    "storm",
    *("chance" if cell % 10 == 0 else "challenge" if cell % 11 == 0 else "plain" for cell in range(1, LAST + 1)),
)


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. Every one stands in the rulebook with the reason for its default."""

    die: Literal["plus-minus", "four-operations"] = "plus-minus"
    cards: str = ""
    """The box of question cards, `"band/version/number"`; empty: the first box of the band that fits the die."""
    stars: tuple[
        Annotated[int, Meta(ge=0, le=100)],
        Annotated[int, Meta(ge=0, le=100)],
        Annotated[int, Meta(ge=0, le=100)],
    ] = (1, 1, 1)
    """How often a card of 1, 2, 3 stars comes, as weights."""
    seconds: tuple[
        Annotated[int, Meta(ge=1, le=3600)],
        Annotated[int, Meta(ge=1, le=3600)],
        Annotated[int, Meta(ge=1, le=3600)],
    ] = (30, 60, 90)
    challenge: Literal["buzzer", "sealed"] = "buzzer"
    chips: Annotated[int, Meta(ge=0, le=20)] = 2
    """The game ends with the round in which a seat has that many; 0: no target."""
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The game ends after that many; 0: no such end."""
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 60
    equal_turns: bool = True
    order: Literal["high", "low", "seats"] = "high"
    both_zero: Literal["second", "both"] = "second"
    division: Literal["exact", "quotient"] = "exact"
    unmoved: bool = False
    """Whether a pawn that stays where it is by the roll's last operation draws a card all the same."""
    bonus_cells: bool = True
    """Whether the cell reached by bonus operations draws a card."""
    storm_card: Literal["at once", "next turn"] = "at once"
    storm_zero: Literal["leave", "again"] = "leave"
    challenge_spin: Literal["shared", "own"] = "shared"
    solo_back: bool = True
    """Whether a seat alone at the table goes back after a wrong answer to a challenge."""
    tie_cards: Annotated[int, Meta(ge=0, le=50)] = 10


class Spun(Outcome, frozen=True, tag="spun"):
    number: Annotated[int, Meta(ge=0, le=9)]


class Rolled(Outcome, frozen=True, tag="rolled"):
    face: Face


class Drawn(Outcome, frozen=True, tag="drawn"):
    stars: int
    number: int


class Move(Decision, frozen=True, tag="move"):
    """The pawn that takes the result of the operation."""

    pawn: Pawn


class Pick(Decision, frozen=True, tag="pick"):
    """The pawn that makes the steps of a challenge."""

    pawn: Pawn


class Buzz(Decision, frozen=True, tag="buzz"):
    pass


class Answer(Decision, frozen=True, tag="answer"):
    value: str | None = None


class Skip(Decision, frozen=True, tag="skip"):
    """No answer to this card."""


class TimeUp(HostAction, frozen=True, tag="timeup"):
    pass


class Judge(HostAction, frozen=True, tag="judge"):
    """The supervisors' word on the answer of seat `of`."""

    of: Seat
    ok: bool


class Stop(HostAction, frozen=True, tag="stop"):
    pass


ACTIONS = Spun | Rolled | Drawn | Move | Pick | Buzz | Answer | Skip | TimeUp | Judge | Stop


class SpinOrder(Struct, frozen=True):
    """Seats of `group` spin for the turn order; `spins` so far."""

    group: tuple[Seat, ...]
    spins: tuple[int, ...] = ()


class SpinPlace(Struct, frozen=True):
    """The seat spins for its pawns; `first` is the cell of the first one, or −1."""

    seat: Seat
    first: Cell = -1


class Roll(Struct, frozen=True):
    seat: Seat


class Operate(Struct, frozen=True):
    """Operations still to be done. `fresh`: none of this turn has been done; `bonus`: paid by a chance card."""

    seat: Seat
    ops: tuple[Operation, ...]
    fresh: bool = True
    bonus: bool = False


class Draw(Struct, frozen=True):
    """A card is drawn. `kind`: "storm", "chance", "challenge" or "tie"; `seats` may answer it."""

    kind: str
    seats: tuple[Seat, ...]
    cards: int = 0


class Given(Struct, frozen=True):
    """An answer: its text (None: none), the verdict, and whether a supervisor spoke it."""

    seat: Seat
    text: str | None
    ok: bool
    judged: bool = False


class Ask(Struct, frozen=True):
    """An open card: `waiting` may still answer; who buzzed alone may."""

    kind: str
    stars: int
    number: int
    waiting: tuple[Seat, ...]
    sealed: bool = False
    buzzed: Seat = -1
    given: tuple[Given, ...] = ()
    late: bool = False
    cards: int = 0


class Spin(Struct, frozen=True):
    """A spin times `stars` gives steps: forward for `right`, back for `wrong`. `kind` is "storm" or "challenge"."""

    kind: str
    stars: int
    right: tuple[Seat, ...]
    wrong: tuple[Seat, ...] = ()


class PickPawn(Struct, frozen=True):
    """The seat's pawn to make `steps` (below 0: back)."""

    seat: Seat
    steps: int


class EndTurn(Struct, frozen=True):
    pass


Step = SpinOrder | SpinPlace | Roll | Operate | Draw | Ask | Spin | PickPawn | EndTurn


class Hop(Struct, frozen=True):
    """One move of a pawn, for the trace on the board. `text` is what led there: "27 + 45 = 72", "7 × 2"."""

    seat: Seat
    pawn: Pawn
    start: Cell
    end: Cell
    text: str
    partner: Cell = -1
    """The cell of the other operand; −1 where it was no operation."""
    storm: bool = False
    """Whether it entered the storm, and is held there."""


class State(Struct, frozen=True):
    """All there is to know. Tuples by seat; `held` is the pawn held in the storm, or −1."""

    rules: Ruleset
    pawns: tuple[tuple[Cell, Cell], ...]
    passed: tuple[tuple[bool, bool], ...]
    held: tuple[int, ...]
    chips: tuple[int, ...]
    agenda: tuple[Step, ...]
    order: tuple[Seat, ...] = ()
    turn: Seat = -1
    round: int = 0
    face: Face = ""
    asked: tuple[tuple[int, ...], ...] = ((), (), ())
    """Numbers of the cards that are out of the box, by stars."""
    drawn: int = 0
    """How many cards have been drawn so far."""
    hops: tuple[Hop, ...] = ()
    closed: Ask | None = None
    """The last card, once it is answered."""
    before: State | None = None
    """The state with the answer in and no verdict followed: where `Judge` starts from."""
    winner: Seat = -1
    """Who won the tie-break."""
    ending: str = ""
    """Why the game is over: "chips", "rounds", "max_rounds" or "stop"."""
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.pawns)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*values[:index], value, *values[index + 1 :])
