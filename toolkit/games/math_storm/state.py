"""The values of Math Storm: board, dice, ruleset, actions, steps, state.

The board is a line of cells 0 … 100, drawn as a hundred chart:

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
"""By die, the face that a chance card of 1, 2, 3 stars pays."""
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
    """The options of a match. The rulebook names each one, with the reason for its default."""

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
    """The time for a card of 1, 2, 3 stars."""
    challenge: Literal["buzzer", "sealed"] = "buzzer"
    chips: Annotated[int, Meta(ge=0, le=20)] = 2
    """The game ends with the round in which a seat has this many; 0: no target."""
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The game ends after this many; 0: no such end."""
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 60
    """The game ends after this many rounds in any case."""
    equal_turns: bool = True
    """Whether the round is played to its end when a seat has enough chips."""
    order: Literal["high", "low", "seats"] = "high"
    """Who begins: the highest number spun, the lowest, or seat 0."""
    both_zero: Literal["second", "both"] = "second"
    """Which spins are made again when both pawns would be placed on 0."""
    division: Literal["exact", "quotient"] = "exact"
    """Whether a division must come out exactly, or leaves out the remainder."""
    unmoved: bool = False
    """Whether a pawn draws a card if the roll's last operation leaves it where it is."""
    bonus_cells: bool = True
    """Whether the cell reached by bonus operations draws a card."""
    storm_card: Literal["at once", "next turn"] = "at once"
    """When a pawn that enters the storm by a roll draws its first card."""
    storm_zero: Literal["leave", "again"] = "leave"
    """Whether a pawn leaves the storm with a 0, onto the storm cell, or spins again."""
    challenge_spin: Literal["shared", "own"] = "shared"
    """Whether one spin gives the steps of a challenge for all seats, or each seat spins."""
    solo_back: bool = True
    """Whether a seat alone at the table goes back after a wrong answer to a challenge."""
    tie_cards: Annotated[int, Meta(ge=0, le=50)] = 10
    """The most cards of a tie-break; 0: ties are shared."""


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
    """A supervisor's verdict on the answer of seat `of`."""

    of: Seat
    ok: bool


class Stop(HostAction, frozen=True, tag="stop"):
    pass


ACTIONS = Spun | Rolled | Drawn | Move | Pick | Buzz | Answer | Skip | TimeUp | Judge | Stop


class SpinOrder(Struct, frozen=True):
    """The seats of `group` spin for the turn order; `spins`: their numbers so far."""

    group: tuple[Seat, ...]
    spins: tuple[int, ...] = ()


class SpinPlace(Struct, frozen=True):
    """The seat spins to place its pawns; `first`: the cell of pawn 0 once it is placed, else −1."""

    seat: Seat
    first: Cell = -1


class Roll(Struct, frozen=True):
    seat: Seat


class Operate(Struct, frozen=True):
    """Operations still to be done. `fresh`: none has been done in this turn; `bonus`: a chance card pays them."""

    seat: Seat
    ops: tuple[Operation, ...]
    fresh: bool = True
    bonus: bool = False


class Draw(Struct, frozen=True):
    """A card is drawn. `kind`: "storm", "chance", "challenge" or "tie"; `seats`: those that may answer it; `cards`:
    which card of the tie-break it is, counted from 1."""

    kind: str
    seats: tuple[Seat, ...]
    cards: int = 0


class Given(Struct, frozen=True):
    """An answer: its text (`None` if the seat gave none), the verdict, and whether a supervisor gave the verdict."""

    seat: Seat
    text: str | None
    ok: bool
    judged: bool = False


class Ask(Struct, frozen=True):
    """An open card. The seats in `waiting` may still answer; after a buzz only the seat in `buzzed`.

    `late`: the time is up; `cards`: as in `Draw`.
    """

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
    """A spin times `stars` gives steps: forward for the seats in `right`, back for those in `wrong`.

    `kind`: "storm" or "challenge".
    """

    kind: str
    stars: int
    right: tuple[Seat, ...]
    wrong: tuple[Seat, ...] = ()


class PickPawn(Struct, frozen=True):
    """The seat chooses the pawn that makes the `steps` (below 0: back)."""

    seat: Seat
    steps: int


class EndTurn(Struct, frozen=True):
    pass


Step = SpinOrder | SpinPlace | Roll | Operate | Draw | Ask | Spin | PickPawn | EndTurn


class Hop(Struct, frozen=True):
    """One move of a pawn, for the trace on the board. `text`: its reason, "27 + 45 = 72", "7 × 2 = 14" or "+12"."""

    seat: Seat
    pawn: Pawn
    start: Cell
    end: Cell
    text: str
    partner: Cell = -1
    """The cell of the other operand; −1 if the move is no operation."""
    storm: bool = False
    """Whether the pawn entered the storm, and is held there."""


class State(Struct, frozen=True):
    """The whole state of a match. Most tuples are by seat; `held`: the pawn held in the storm, or −1.

    `agenda`: steps, of which the last one is due; `order`: the seats in turn order; `turn`: the seat in turn, −1 before
    the first turn; `face`: rolled in this turn.
    """

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
    """The numbers of the cards that are out of the box, by stars."""
    drawn: int = 0
    """How many cards have been drawn so far."""
    hops: tuple[Hop, ...] = ()
    """The moves of this turn."""
    closed: Ask | None = None
    """The last card, once it is answered."""
    before: State | None = None
    """The state with the last answer, before anything followed from it: `Judge` goes on from there."""
    winner: Seat = -1
    """The winner of the tie-break."""
    ending: str = ""
    """Why the game is over: "chips", "rounds", "max_rounds" or "stop"."""
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.pawns)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with the value at `index` replaced."""
    return (*values[:index], value, *values[index + 1 :])
