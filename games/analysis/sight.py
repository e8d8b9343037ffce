"""What a seat sees of the cards, and what it must reckon with."""

from dataclasses import dataclass
from functools import cached_property
from math import comb

from games.engine.cards import DECK, Card
from games.engine.legality import HIGHEST_COUNT
from games.engine.views import View


@dataclass(frozen=True)
class Unseen:
    """The cards that the opponent may hold: how many there are by rank, 0 to 13, and how many of them are held."""

    of_rank: tuple[int, ...]
    held: int

    @cached_property
    def number(self) -> int:
        return sum(self.of_rank)

    def chance_of_none(self, cards: int) -> float:
        """How likely the opponent holds none of so many cards among those unseen."""
        return comb(self.number - cards, self.held) / comb(self.number, self.held)


def own_seat(view: View) -> int:
    """Raises ValueError for a watcher's view."""
    if view.you is None:
        raise ValueError("a watcher holds no cards")
    return view.you


def own_hand(view: View) -> tuple[Card, ...]:
    """The cards that the seat holds. Raises ValueError for a watcher's view."""
    return view.seats[own_seat(view)].hand or ()


def unseen_by(view: View) -> Unseen:
    """What the seat to play has to reckon with. Raises ValueError for a watcher's view.

    Who is to play after the own card knows that the opponent has said go, so holds nothing that fits the count.
    """
    own, opponent = view.seats[own_seat(view)], view.seats[1 - own_seat(view)]
    seen = {*own_hand(view), *own.played, *opponent.played, view.starter}
    gone = bool(view.pile) and view.pile[-1].seat == view.you
    of_rank = [0] * 14
    for card in DECK:
        if card not in seen and not (gone and view.count + card.value <= HIGHEST_COUNT):
            of_rank[card.rank] += 1
    return Unseen(tuple(of_rank), opponent.hand_size)
