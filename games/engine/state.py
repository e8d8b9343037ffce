"""The whole position of a match, as plain values."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.engine.cards import Card

SEATS = (0, 1)


class CountMode(StrEnum):
    AUTOMATIC = "automatic"
    MANUAL = "manual"
    MUGGINS = "muggins"


class Status(StrEnum):
    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"
    ANNULLED = "annulled"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Phase(StrEnum):
    CUT = "cut"
    DISCARD = "discard"
    PLAY = "play"
    COUNT = "count"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Settings:
    """What both agreed on. `first_dealer` is set in a rematch, where the cut decides nothing."""

    target: int = 121
    count_mode: CountMode = CountMode.AUTOMATIC
    automatic_moves: bool = False
    first_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """`skunk` is 0, 1 (skunk) or 2 (double skunk). `winner` is None when the match counts for nothing."""

    winner: int | None
    reason: str
    scores: tuple[int, int]
    skunk: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table and who laid it."""

    seat: int
    card: Card


NO_CARDS: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class State:
    """A position. Pairs are by seat; tuples of cards keep their order of play."""

    settings: Settings = field(default_factory=Settings)
    ply: int = 0
    status: Status = Status.OPEN
    phase: Phase = Phase.CUT
    seeds: tuple[str | None, str | None] = (None, None)
    cut_pairs: tuple[tuple[Card, Card], ...] = ()
    deal: int = 0
    first_dealer: int | None = None
    dealer: int | None = None
    scores: tuple[int, int] = (0, 0)
    back_pegs: tuple[int, int] = (0, 0)
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = NO_CARDS
    kept: tuple[tuple[Card, ...], tuple[Card, ...]] = NO_CARDS
    discards: tuple[tuple[Card, ...], tuple[Card, ...]] = NO_CARDS
    played: tuple[tuple[Card, ...], tuple[Card, ...]] = NO_CARDS
    starter: Card | None = None
    pile: tuple[Laid, ...] = ()
    previous_pile: tuple[Laid, ...] = ()  # the count that ended last, until the next card is laid
    to_play: int | None = None
    gone: int | None = None  # the seat that said go in this count
    answered: tuple[int, int] = (0, 0)  # plays and gos of each seat in this deal: the number of its next decision
    counted: int = 0  # hands and crib settled in this show, 0 to 3
    claim: int | None = None  # an owner's claim that waits for muggins or pass
    agreed: tuple[bool, bool] = (False, False)
    result: Result | None = None

    @property
    def count(self) -> int:
        return sum(laid.card.value for laid in self.pile)

    @property
    def pone(self) -> int | None:
        return None if self.dealer is None else 1 - self.dealer

    @property
    def crib(self) -> tuple[Card, ...]:
        """Pone's discards, then the dealer's."""
        if self.dealer is None:
            return ()
        return self.discards[1 - self.dealer] + self.discards[self.dealer]

    @property
    def being_counted(self) -> tuple[str, int] | None:
        """("hand" or "crib", its owner) that is next to be settled, in the order of the show."""
        if self.phase is not Phase.COUNT or self.dealer is None or self.counted > 2:
            return None
        return (("hand", 1 - self.dealer), ("hand", self.dealer), ("crib", self.dealer))[self.counted]


def start(settings: Settings) -> State:
    """A new match: one seat taken, the other free."""
    return State(settings=settings)
