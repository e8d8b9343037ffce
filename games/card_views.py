"""Cards as they are drawn."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.tables import CardView
from games.words import card_name

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def index(card: Card) -> str:
    """The sign in the card's corner."""
    return "10" if card.rank.letter == "T" else card.rank.letter


def face_up(card: Card, playable: bool = True, act: str = "") -> CardView:
    return CardView(
        code=str(card),
        name=card_name(card),
        index=index(card),
        symbol=SYMBOLS[card.suit],
        suit=str(card.suit),
        red=card.suit in "DH",
        playable=playable,
        act=act,
    )


def faces_up(cards: Iterable[Card]) -> tuple[CardView, ...]:
    return tuple(face_up(card) for card in cards)


def faces_down(number: int) -> tuple[CardView, ...]:
    return (CardView(code="", name=_("a face-down card")),) * number
