"""What a record brought about, in the words of the JSON API. Field order is the order on the wire."""

from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import Card
from games.engine.state import Result


@dataclass(frozen=True, slots=True)
class CutEvent:
    """One pair of cut cards, by seat."""

    cards: tuple[Card, Card]
    kind: ClassVar[str] = "cut"


@dataclass(frozen=True, slots=True)
class DealEvent:
    """`hands` by seat; None where the reader may not see it."""

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None]
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class DiscardEvent:
    """`cards` is None where the reader may not see them."""

    seat: int
    cards: tuple[Card, ...] | None
    kind: ClassVar[str] = "discard"


@dataclass(frozen=True, slots=True)
class StarterEvent:
    card: Card
    kind: ClassVar[str] = "starter"


@dataclass(frozen=True, slots=True)
class PlayEvent:
    seat: int
    card: Card
    count: int
    kind: ClassVar[str] = "play"


@dataclass(frozen=True, slots=True)
class GoEvent:
    seat: int
    kind: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class ClaimEvent:
    seat: int
    what: str
    points: int
    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class MugginsEvent:
    seat: int
    points: int
    right: bool
    kind: ClassVar[str] = "muggins"


@dataclass(frozen=True, slots=True)
class PassEvent:
    seat: int
    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class ShowEvent:
    """A hand or crib is settled. `discards` by seat, for the crib alone."""

    what: str
    seat: int
    cards: tuple[Card, ...]
    points: int
    pegged: int
    discards: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    kind: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class PointsEvent:
    """`points` is what the combination is worth, `pegged` what moved the peg, `score` the score after it."""

    seat: int
    points: int
    pegged: int
    reason: str
    cards: tuple[Card, ...]
    score: int
    kind: ClassVar[str] = "points"


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """An act with nothing to tell but its kind and seat: join, resign, abort, time, call_off, agreement, cancel …"""

    kind: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class EndEvent:
    result: Result
    kind: ClassVar[str] = "end"


Event = (
    CutEvent
    | DealEvent
    | DiscardEvent
    | StarterEvent
    | PlayEvent
    | GoEvent
    | ClaimEvent
    | MugginsEvent
    | PassEvent
    | ShowEvent
    | PointsEvent
    | SeatEvent
    | EndEvent
)
