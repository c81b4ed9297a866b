"""Values of Las Vegas Royale: ruleset, actions, steps that are due, state.

Money is in K ($1,000). Casinos are numbered 1 to 6, a casino of a state is `state.casinos[number - 1]`. Dice of one
owner in one place are a pair (small, big); the big die is one die that counts 2 wherever dice are compared.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from toolkit.core.game import Decision, Event, HostAction, Outcome, Seat

NAME = "las_vegas_royale"
RULES = 1
SEATS = range(2, 6)
MAX_PLIES = 100_000
"""More than the longest game: 7 rounds in which 5 seats have 60 turns of at most 20 actions each, before their dice are
put by themselves; and what comes back from the gold frame or the bar adds less than as much again."""
SECRET = False

Number = int  # of a casino, or of a face: 1 … 6
TileId = str
Dice = tuple[int, int]
"""Small dice and big dice of one owner in one place."""

CASINOS = range(1, 7)
HAND: Dice = (7, 1)
NO_DICE: Dice = (0, 0)
NOTES = (30, 40, 50, 60, 70, 80, 90, 100)
BANK = (11, 11, 13, 15, 13, 11, 9, 7)
"""How many banknotes there are of each of `NOTES`: 90 in all."""
CHIP, CHIPS = 10, 2
"""What a chip is worth, and how many a seat gets at the beginning of each round."""
BOARDS = "ABCDEFGH"
TILES: tuple[TileId, ...] = tuple(f"{board}{side}" for board in BOARDS for side in "12")
"""The sixteen mini-games: two sides of eight boards."""
IN_PLAY = 3
"""Mini-games lie at casinos 1, 2 and 3."""

# The tracks of the mini-games, in K.
PUNCH = {1: 20, 2: 30, 3: 40}
JACKPOT = (30, 40, 50, 60, 70, 80)
FIFTY = (0, 10, 30, 40, 60)
HIGH_FIVE, HIGH_FIVE_WEIGHT, FINE = 100, 5, 50
WHEEL, WHEEL_START = (20, 0, 30, 0, 10, 0), 5
CLUSTERS = (1, 1, 2, 2, 3)
HANDICAP, GREY_AT_START = {"chip": 2, "note": 3, "move": 4}, (1, 1, 1, 2, 2, 2)
"""Of F2 the free spaces of each reward, and the grey dice in casinos 1 to 6."""
BOX = {60: 1, 20: 2, 0: 3}
DOUBLE = (60, 30)
SLOTS = (10, 20, 30, 40, 50, 60)
CHOICE, GOLD = {1: 10, 2: 20, 3: 30}, 60
BAR = 2
"""Dice that a seat may have in the bar."""


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. The rulebook gives the reason for each default."""

    tiles: tuple[TileId, ...] = ()
    """The mini-games at casinos 1, 2 and 3, in every round; empty: drawn."""
    minis: bool = True
    rounds: Annotated[int, Meta(ge=1, le=7)] = 3
    boards: Literal["anew", "once"] = "anew"
    """Whether mini-games are drawn for every round, or once for all."""
    first: Literal["drawn", "named"] = "drawn"
    """Who begins the first round: a seat that is drawn, or the one named first."""
    neutral_2p: bool = True
    bad_luck: Literal["before", "after"] = "before"
    """Whether the fine of C2 is paid before the notes are, or after them."""
    free_pass: bool = True
    """Whether passing is free where only the number of the closed casino was rolled."""
    closed_pays: bool = True
    notes_return: bool = False
    """Whether notes that nobody wins go back among those that are drawn."""
    turns: Annotated[int, Meta(ge=1, le=60)] = 40
    """A seat's turns in a round, before the rest of its dice is put by itself."""


# Outcomes of chance


class Laid(Outcome, frozen=True, tag="laid"):
    """The mini-game of the next casino, from 1 to 3."""

    tile: TileId


class Dealt(Outcome, frozen=True, tag="dealt"):
    """A pair of banknotes."""

    high: int
    low: int


class Begins(Outcome, frozen=True, tag="begins"):
    """Who begins the first round."""

    first: int


class Rolled(Outcome, frozen=True, tag="rolled"):
    """The dice of a hand: the small ones in rising order, and the big one, 0 if it is not there."""

    small: tuple[int, ...]
    big: int = 0


class BlackRolled(Outcome, frozen=True, tag="black_rolled"):
    """The two black dice; `low` is not above `high`."""

    low: int
    high: int


class Counted(Outcome, frozen=True, tag="counted"):
    """The next part of the payout, which is certain: a casino ("1" … "6"), or a mini-game."""

    what: str


# Decisions


class Roll(Decision, frozen=True, tag="roll"):
    """Rolls the hand instead of using the power token."""


class Use(Decision, frozen=True, tag="use"):
    """Uses the power token: a die of the hand goes into a casino without a roll."""

    casino: Number
    big: bool = False


class Place(Decision, frozen=True, tag="place"):
    """Puts all dice that show this number into its casino."""

    casino: Number


class Pass(Decision, frozen=True, tag="pass"):
    """Places nothing."""


class Decline(Decision, frozen=True, tag="decline"):
    """Leaves a mini-game out."""


class Hide(Decision, frozen=True, tag="hide"):
    """A1: hides 1, 2 or 3 tokens."""

    tokens: int


class Guess(Decision, frozen=True, tag="guess"):
    """A1: says how many are hidden."""

    tokens: int


class Black(Decision, frozen=True, tag="black"):
    """B1: puts black dice into the casinos of these numbers; none, one or two."""

    numbers: tuple[int, ...]


class Bet(Decision, frozen=True, tag="bet"):
    """B2: the next sum is higher, or it is lower."""

    higher: bool


class Halt(Decision, frozen=True, tag="halt"):
    """B2: takes what has been reached."""


class Close(Decision, frozen=True, tag="close"):
    """E1: moves the closed sign to a casino."""

    casino: Number


class Drink(Decision, frozen=True, tag="drink"):
    """E2: puts a die of the hand into the bar."""

    big: bool


class Block(Decision, frozen=True, tag="block"):
    """F1: puts a cluster of grey dice into a casino."""

    size: int
    casino: Number


class Trade(Decision, frozen=True, tag="trade"):
    """F2: takes a grey die from a casino for a reward."""

    casino: Number
    reward: Literal["chip", "note", "move"]


class Put(Decision, frozen=True, tag="put"):
    """F2, H2: puts a die of the hand into a casino."""

    casino: Number
    big: bool


class Fetch(Decision, frozen=True, tag="fetch"):
    """F2, H2: takes an own die back from a casino."""

    casino: Number
    big: bool


class Side(Decision, frozen=True, tag="side"):
    """G2: moves own dice to the side table."""

    small: int
    big: int


class Split(Decision, frozen=True, tag="split"):
    """G1: what lies on the first pile: tokens of 60K, of 20K, and empty ones. The rest is the second pile."""

    sixty: int
    twenty: int
    empty: int


class Pick(Decision, frozen=True, tag="pick"):
    """G1: takes the first pile (1) or the second (2)."""

    pile: int


class Slot(Decision, frozen=True, tag="slot"):
    """H1: puts a die that shows this number on its slot."""

    number: Number
    big: bool


class Reward(Decision, frozen=True, tag="reward"):
    """H2: takes the reward of the result 1, 2 or 3."""

    result: int


class Activate(Decision, frozen=True, tag="activate"):
    """H2, result 4: activates another mini-game in play."""

    tile: TileId


class Frame(Decision, frozen=True, tag="frame"):
    """H2, result 6: puts a die of the hand into the gold frame."""

    big: bool


class Stop(HostAction, frozen=True, tag="stop"):
    """The teacher ends the game."""


Outcomes = Laid | Dealt | Begins | Rolled | BlackRolled | Counted
Turns = Roll | Use | Place | Pass | Decline
Secrets = Hide | Guess | Split | Pick
Minis = Black | Bet | Halt | Close | Drink | Block | Trade | Put | Fetch | Side | Slot | Reward | Activate | Frame
ACTIONS = Outcomes | Turns | Secrets | Minis | Stop


# Steps that are due. Each has a phase: what is asked for, a word of the game.


class Ask(Struct, frozen=True):
    """A seat is to decide something, and the phase says all about it."""

    phase: Literal["power", "hide", "close", "drink", "block", "trade", "move", "side"]
    seat: Seat


class Draw(Struct, frozen=True):
    """An outcome of chance is due, for a seat or for nobody."""

    phase: Literal["next_round", "lay", "deal", "first", "neutral", "hand", "jackpot", "prime"]
    seat: Seat = -1


class Auto(Struct, frozen=True):
    """What happens by itself: the first turn begins, a turn is over, the seat of B1 is found, …"""

    phase: Literal["begin", "next", "find_prime", "sober", "end_round"]
    seat: Seat = -1


class Placing(Struct, frozen=True):
    """The seat is to place its roll, or to pass."""

    seat: Seat
    small: tuple[int, ...]
    big: int = 0
    phase: ClassVar[str] = "place"


class Turned(Struct, frozen=True):
    """What a mini-game knows about the turn in which it is activated."""

    seat: Seat
    placed: Dice = NO_DICE
    """The dice that have just been placed, where they lie at this mini-game."""
    small: tuple[int, ...] = ()
    """The small dice that were rolled and not placed, and the big one."""
    big: int = 0


class Guessing(Struct, frozen=True):
    """A1: the seat is to guess how many tokens `of` has hidden."""

    seat: Seat
    of: Seat
    hidden: int
    phase: ClassVar[str] = "guess"


class Priming(Struct, frozen=True):
    """B1: the seat may put black dice into casinos."""

    seat: Seat
    low: int
    high: int
    phase: ClassVar[str] = "black"


class RollFifty(Struct, frozen=True):
    """B2: the black dice are to be rolled, after a bet, or for the first time (`last` is 0)."""

    seat: Seat
    space: int = 0
    last: int = 0
    higher: bool = False
    phase: ClassVar[str] = "fifty"


class Betting(Struct, frozen=True):
    """B2: the seat is to bet or to stop; it stands on a space of `FIFTY`, and the last sum was `last`."""

    seat: Seat
    space: int
    last: int
    phase: ClassVar[str] = "bet"


class Splitting(Struct, frozen=True):
    """G1: the seat is to split the tokens for `of`."""

    seat: Seat
    of: Seat
    phase: ClassVar[str] = "split"


class Picking(Struct, frozen=True):
    """G1: the seat is to pick a pile. `first`: the tokens of the first one, as in `Split`."""

    seat: Seat
    by: Seat
    first: tuple[int, int, int]
    phase: ClassVar[str] = "pick"


class Slotting(Struct, frozen=True):
    """H1: the seat may put a die on a slot."""

    seat: Seat
    turned: Turned
    phase: ClassVar[str] = "slot"


class RollChoice(Struct, frozen=True):
    """H2: the black dice are to be rolled."""

    seat: Seat
    turned: Turned
    phase: ClassVar[str] = "choice"


class Choosing(Struct, frozen=True):
    """H2: the seat is to choose one of two results."""

    seat: Seat
    turned: Turned
    low: int
    high: int
    phase: ClassVar[str] = "choose"


class Count(Struct, frozen=True):
    """A part of the payout is due: a casino ("1" … "6"), or a mini-game."""

    what: str
    seat: ClassVar[Seat] = -1
    phase: ClassVar[str] = "count"


InMini = Guessing | Priming | RollFifty | Betting | Splitting | Picking | Slotting | RollChoice | Choosing
Step = Ask | Draw | Auto | Placing | Count | InMini


class Casino(Struct, frozen=True):
    """What lies at a casino. `dice` and `black` are by seat; a black die is a small one of the seat that put it."""

    notes: tuple[int, ...] = ()
    """The higher and the lower note; none before they are dealt."""
    dice: tuple[Dice, ...] = ()
    black: tuple[int, ...] = ()
    grey: int = 0
    neutral: Dice = NO_DICE


class Paid(Struct, frozen=True):
    """One note of the payout. `owner`: a seat, or the number of an owner as in `rules.dice.owners`."""

    casino: Number
    owner: int
    note: int
    higher: bool


class Boards(Struct, frozen=True):
    """The markers of the mini-games in play. Whatever is not in play stays as it begins."""

    jackpot: int = 0
    """A2: the place of the marker in `JACKPOT`."""
    high_five: Seat = -1
    """C1: who has the token; −1: the board."""
    power: Seat = -1
    """D2: who has the token; −1: the board."""
    closed: Number = 0
    """E1: the closed casino; 0: none."""
    arrow: int = WHEEL_START
    bar: tuple[Dice, ...] = ()
    """E2: by seat."""
    clusters: tuple[int, ...] = ()
    """F1: the clusters that are left."""
    traded: tuple[int, int, int] = (0, 0, 0)
    """F2: covered spaces of `HANDICAP`."""
    side: tuple[Dice, ...] = ()
    """G2: by seat."""
    slots: tuple[tuple[Seat, bool] | None, ...] = (None,) * 6
    """H1: on each slot the owner of a die, and whether it is the big one."""
    frame: tuple[Seat, bool] | None = None
    """H2: the same of the gold frame."""


class State(Struct, frozen=True):
    """The whole state of a match, secrets included. `hands`, `notes`, `chips` and `turns` are by seat."""

    rules: Ruleset
    deck: tuple[int, ...]
    """By note of `NOTES`: how many can still be drawn."""
    hands: tuple[Dice, ...]
    notes: tuple[tuple[int, ...], ...]
    """By seat: how many of each of `NOTES`."""
    chips: tuple[int, ...]
    agenda: tuple[Step, ...]
    """The steps to come; the last one is due."""
    casinos: tuple[Casino, ...] = ()
    tiles: tuple[TileId, ...] = ()
    """The mini-games at casinos 1, 2, 3."""
    boards: Boards = Boards()
    round: int = 1
    first: Seat = -1
    """Who begins this round; −1: not known yet."""
    turn: Seat = -1
    turns: tuple[int, ...] = ()
    """How many turns each seat has begun in this round."""
    paid: tuple[Paid, ...] = ()
    """The notes of this round that have been paid."""
    opened: int = 0
    """How many secrets have been opened."""
    history: tuple[tuple[int, ...], ...] = ()
    """Money after each round, by seat."""
    ending: str = ""
    """Why the game is over: "rounds" or "stop"."""
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)


def put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])
