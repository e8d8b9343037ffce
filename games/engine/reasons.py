"""What points are given for; the words are those of the move log and of the API."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card


class ReasonKind(StrEnum):
    HEELS = "heels"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty_one"
    PAIR = "pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    FOUR_OF_A_KIND = "four_of_a_kind"
    RUN = "run"
    GO = "go"
    LAST_CARD = "last_card"
    FLUSH = "flush"
    NOBS = "nobs"
    MUGGINS = "muggins"


@dataclass(frozen=True, slots=True)
class Reason:
    """One combination, the cards that make it and what it is worth."""

    kind: ReasonKind
    points: int
    cards: tuple[Card, ...]


_ALIKE = {
    2: (ReasonKind.PAIR, 2),
    3: (ReasonKind.THREE_OF_A_KIND, 6),
    4: (ReasonKind.FOUR_OF_A_KIND, 12),
}


def reason_for_alike(cards: tuple[Card, ...]) -> Reason:
    """The pair, three or four of a kind that two, three or four cards of one rank make."""
    kind, points = _ALIKE[len(cards)]
    return Reason(kind, points, cards)
