"""What the log of one match says of its cards, apart from anybody's skill."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from games.engine.cards import Card, Rank, Suit
from games.engine.events import CutEvent, DealEvent, DiscardEvent, StarterEvent
from games.engine.state import SEATS
from games.luck import best_of, gain_of
from games.models import MoveRecord
from games.state import events_of

SUITS = tuple(Suit)


@dataclass
class Seen:
    """Cards by rank from the ace on, and by suit in the order of the pack."""

    ranks: list[int] = field(default_factory=lambda: [0] * len(Rank))
    suits: list[int] = field(default_factory=lambda: [0] * len(SUITS))

    def add(self, cards: Iterable[Card]) -> None:
        for card in cards:
            self.ranks[card.rank - 1] += 1
            self.suits[SUITS.index(card.suit)] += 1

    def join(self, others: "Seen") -> None:
        """Add others in place."""
        self.ranks[:] = [mine + theirs for mine, theirs in zip(self.ranks, others.ranks, strict=True)]
        self.suits[:] = [mine + theirs for mine, theirs in zip(self.suits, others.suits, strict=True)]


@dataclass
class Fortune:
    """One seat's luck. `best` and `gained` are in 46ths of a point, as in `games.luck`; `varied` is in their squares.

    `starters` are those turned for a hand of the own, `own_starters` those turned as dealer.
    """

    cuts: int = 0
    cuts_won: int = 0
    sixes_as_dealer: int = 0
    best_as_dealer: int = 0
    sixes_as_pone: int = 0
    best_as_pone: int = 0
    starters: int = 0
    gained: int = 0
    varied: int = 0
    own_starters: int = 0
    heels: int = 0


@dataclass
class CardCount:
    """`best` sums both sixes of each deal, `best_squares` squares that sum deal by deal."""

    deals: int = 0
    best: int = 0
    best_squares: int = 0
    dealt: Seen = field(default_factory=Seen)
    starters: Seen = field(default_factory=Seen)
    fortunes: tuple[Fortune, Fortune] = field(default_factory=lambda: (Fortune(), Fortune()))


def count_cards(rows: Iterable[MoveRecord]) -> CardCount:
    """From the whole log of a match in its order."""
    count, deal, discards = CardCount(), None, dict[int, tuple[Card, ...]]()
    for event in chain.from_iterable(events_of(row) for row in rows):
        if isinstance(event, DealEvent):
            deal, discards = event, {}
            _add_deal(count, event)
        elif isinstance(event, DiscardEvent):
            discards[event.seat] = event.cards or ()
        elif isinstance(event, StarterEvent) and deal is not None:
            _add_starter(count, event.card, deal, discards)
        elif isinstance(event, CutEvent):
            _add_cut(count, event)
    return count


def _add_cut(count: CardCount, cut: CutEvent) -> None:
    """A tie is cut again: only a pair that differs decides."""
    mine, theirs = cut.cards
    if mine.rank == theirs.rank:
        return
    for fortune in count.fortunes:
        fortune.cuts += 1
    count.fortunes[0 if mine.rank < theirs.rank else 1].cuts_won += 1


def _add_deal(count: CardCount, deal: DealEvent) -> None:
    bests = []
    for seat in SEATS:
        six, fortune = deal.hands[seat] or (), count.fortunes[seat]
        count.dealt.add(six)
        bests.append(best_of(six))
        if seat == deal.dealer:
            fortune.sixes_as_dealer += 1
            fortune.best_as_dealer += bests[-1]
        else:
            fortune.sixes_as_pone += 1
            fortune.best_as_pone += bests[-1]
    count.deals += 1
    count.best += sum(bests)
    count.best_squares += sum(bests) ** 2


def _add_starter(count: CardCount, starter: Card, deal: DealEvent, discards: dict[int, tuple[Card, ...]]) -> None:
    count.starters.add([starter])
    for seat in SEATS:
        six, fortune = deal.hands[seat] or (), count.fortunes[seat]
        gain = gain_of(starter, [card for card in six if card not in discards[seat]], six)
        fortune.starters += 1
        fortune.gained += gain.points
        fortune.varied += gain.variance
    dealers = count.fortunes[deal.dealer]
    dealers.own_starters += 1
    dealers.heels += starter.rank is Rank.JACK
