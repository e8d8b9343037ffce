"""The drawn examples of the page of rules. What they are worth is counted by the engine when the page is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.card_views import face_up, faces_up
from games.engine.cards import Card
from games.engine.events import Event, GoEvent, PlayEvent
from games.engine.scoring import score_hand
from games.staged import cards, ready_to_play
from games.tables import CardView, CombinationView
from games.words import points, reason, sentences

# Four cards and the starter, by the name that the page calls them; cribs are counted as such.
HANDS = {
    "fifteens": ("2S 5C TD QH", "8H"),
    "alike": ("2S 9C 9D 9H", "KD"),
    "double_run": ("3C 4D 4H 5S", "KH"),
    "double_double_run": ("4C 4D 6H 6S", "5D"),
    "flush": ("2H 4H 8H QH", "KC"),
    "nobs": ("2C 7S JH KD", "9H"),
    "best": ("5C 5D 5H JS", "5S"),
}
CRIBS = {"crib_of_four": ("2H 4H 8H QH", "KC"), "crib_of_five": ("2H 4H 8H QH", "KH")}

# The pone's cards (seat 0), the dealer's, and how they are laid.
PLAYS = {
    "fifteen": ("4C 5H", "6D", "4C 6D 5H"),
    "alike": ("7C 7H", "7D 7S", "7C 7D 7H 7S"),
    "run": ("7C 8H", "9D 7S", "7C 9D 8H 7S"),
    "whole": ("2C 3D 4H TS", "6C 8D 9H QD", "TS QD 4H 6C go 3D 8D 2C 9H"),
}


@dataclass(frozen=True)
class HandExample:
    """A hand or crib with the starter, and every combination in it."""

    cards: tuple[CardView, ...]
    starter: CardView
    combinations: tuple[CombinationView, ...]
    total: str  # "8 points"


@dataclass(frozen=True)
class LaidExample:
    """One act of the play: who laid a card and the count after it, or the sentence of a go."""

    who: str
    card: CardView | None
    count: int | None
    awards: tuple[str, ...]  # "2 points for a fifteen."


def hand_examples() -> dict[str, HandExample]:
    """By name, in the language that is active."""
    hands = {name: _hand(*shown, crib=False) for name, shown in HANDS.items()}
    return hands | {name: _hand(*shown, crib=True) for name, shown in CRIBS.items()}


def _hand(four: str, starter: str, crib: bool) -> HandExample:
    turned = Card.parse(starter)
    score = score_hand(cards(four), turned, crib=crib)
    combinations = (
        CombinationView(reason(one.kind, one.points), one.points, faces_up(one.cards)) for one in score.reasons
    )
    return HandExample(faces_up(cards(four)), face_up(turned), tuple(combinations), points(score.points))


def play_examples() -> dict[str, tuple[LaidExample, ...]]:
    """By name, each act by act, in the language that is active."""
    return {name: _play(*shown) for name, shown in PLAYS.items()}


def _play(pone: str, dealer: str, laid: str) -> tuple[LaidExample, ...]:
    begun = ready_to_play(pone, dealer)
    told = begun.play(laid.split()).told[len(begun.told) :]
    return tuple(_act(one.events) for one in told)


def _act(events: Sequence[Event]) -> LaidExample:
    """What one record of a play brought."""
    names = (_("Pone"), _("Dealer"))
    first, *others = sentences(events, names)
    awards = tuple(filter(None, others))
    match events[0]:
        case PlayEvent(seat=seat, card=card, count=count):
            return LaidExample(names[seat], face_up(card), count, awards)
        case GoEvent():
            return LaidExample(first, None, None, awards)
    raise ValueError(f"no act of the play: {events[0]}")
