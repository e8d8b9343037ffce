"""What a player can do, what the server does for the game, and how a match can end besides the target.

Everything here is an act; a `Record` is an act with its seat, the unit that the log stores and `apply` takes.
"""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import Card

MOST_POINTS_IN_A_HAND = 29
LONGEST_SEED = 64


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat's cut; `seed` goes into every shuffle of the match."""

    seed: str
    kind: ClassVar[str] = "cut"


@dataclass(frozen=True, slots=True)
class Discard:
    """Two cards to the crib."""

    cards: tuple[Card, ...]
    kind: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class Play:
    card: Card
    kind: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class Go:
    kind: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Count:
    """The owner's claim for the hand or crib being counted."""

    points: int
    kind: ClassVar[str] = "count"


@dataclass(frozen=True, slots=True)
class Muggins:
    """The opponent's call: so many points were missed."""

    points: int
    kind: ClassVar[str] = "muggins"


@dataclass(frozen=True, slots=True)
class Pass:
    """The opponent finds nothing missed."""

    kind: ClassVar[str] = "pass"


Move = Cut | Discard | Play | Go | Count | Muggins | Pass


@dataclass(frozen=True, slots=True)
class Join:
    kind: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class CutCards:
    """The cards both cut, pair by pair until one is lower; each pair by seat."""

    pairs: tuple[tuple[Card, Card], ...]
    kind: ClassVar[str] = "cut_cards"


@dataclass(frozen=True, slots=True)
class Deal:
    """Six cards to each seat, by seat."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class TurnStarter:
    card: Card
    kind: ClassVar[str] = "starter"


@dataclass(frozen=True, slots=True)
class Show:
    """The server counts the hand or crib whose turn it is."""

    kind: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class Resign:
    kind: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class Abort:
    kind: ClassVar[str] = "abort"


@dataclass(frozen=True, slots=True)
class Time:
    """The record's seat let its time run out; no seat means both did at the same moment."""

    kind: ClassVar[str] = "time"


@dataclass(frozen=True, slots=True)
class Abandon:
    """The record's seat left; the other claimed the game."""

    kind: ClassVar[str] = "abandonment"


@dataclass(frozen=True, slots=True)
class CallOff:
    """The record's seat left; the other called the match off, so that it counts for nobody."""

    kind: ClassVar[str] = "call_off"


@dataclass(frozen=True, slots=True)
class Agree:
    """The record's seat would call the match off; it ends when both seats say so."""

    kind: ClassVar[str] = "agreement"


@dataclass(frozen=True, slots=True)
class Annul:
    """An admin takes the match out of the count, for a reason the players read."""

    reason: str
    kind: ClassVar[str] = "annulled"


@dataclass(frozen=True, slots=True)
class Cancel:
    """The creator takes an open match back, or the invited player declines it (the record's seat tells)."""

    kind: ClassVar[str] = "cancel"


@dataclass(frozen=True, slots=True)
class Expire:
    """Nobody took the free seat in time."""

    kind: ClassVar[str] = "expire"


ServerAct = Join | CutCards | Deal | TurnStarter | Show
Ending = Resign | Abort | Time | Abandon | CallOff | Agree | Annul | Cancel | Expire
Act = Move | ServerAct | Ending

MOVES: tuple[type[Move], ...] = (Cut, Discard, Play, Go, Count, Muggins, Pass)
ACTS: tuple[type[Act], ...] = (
    *MOVES,
    *(Join, CutCards, Deal, TurnStarter, Show),
    *(Resign, Abort, Time, Abandon, CallOff, Agree, Annul, Cancel, Expire),
)
SEATLESS: tuple[type[Act], ...] = (CutCards, Deal, TurnStarter, Show, Time, Annul, Expire)
"""Acts that may come without a seat; every other is somebody's."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the log: who did what. `seat` is None for what the server does of itself."""

    seat: int | None
    act: Act
