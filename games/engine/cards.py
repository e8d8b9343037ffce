"""The 52-card pack: ranks, suits, cards and their two-letter text form."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class UnparsableCard(ValueError):
    """The text names no card of the pack."""


class Rank(IntEnum):
    """Ace low, never high; the number is the place in a run."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One of "A23456789TJQK"."""
        return "A23456789TJQK"[self - 1]


class Suit(StrEnum):
    """Named by the letter of its text form, in the order of the pack."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card of the pack; cards sort by rank, then by suit."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card of a text such as "5H" or "TS": capital rank, then capital suit.

        Raises UnparsableCard for anything else, whatever its type.
        """
        if not isinstance(text, str) or text not in _CARD_OF_TEXT:
            raise UnparsableCard(f"not a card: {text!r}")
        return _CARD_OF_TEXT[text]

    def __str__(self) -> str:
        return self.rank.letter + self.suit

    @property
    def value(self) -> int:
        """What the card adds to the count and to fifteens: 1 to 10."""
        return min(int(self.rank), 10)

    @property
    def index(self) -> int:
        """The place in DECK, 0 to 51."""
        return _FIRST_INDEX[self.suit] + self.rank - 1


_FIRST_INDEX = {suit: place * len(Rank) for place, suit in enumerate(Suit)}

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The pack in its own order: AC 2C … KC, AD … KD, AH … KH, AS … KS."""

_CARD_OF_TEXT = {str(card): card for card in DECK}
