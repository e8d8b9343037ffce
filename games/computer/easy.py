"""The easy player: goes by what it sees in its own cards at a glance, and does not see everything.

It thinks neither of the starter, nor of what the crib or the play may bring later. Where two ways look the same, it
parts with the higher cards.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from games.analysis.sight import own_hand
from games.engine.cards import Card
from games.engine.pegging import score_play
from games.engine.reasons import ReasonKind
from games.engine.views import View

SEES = {
    ReasonKind.FIFTEEN: 0.8,
    ReasonKind.THIRTY_ONE: 0.9,
    ReasonKind.PAIR: 0.95,
    ReasonKind.THREE_OF_A_KIND: 0.95,
    ReasonKind.FOUR_OF_A_KIND: 0.95,
    ReasonKind.RUN: 0.7,
}
"""How likely it is to see what is there. Pairs meet the eye; fifteens must be added up, and runs come out of order."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A combination that it saw in its hand."""

    kind: ReasonKind
    cards: frozenset[Card]


def discard(view: View, dice: Random) -> tuple[Card, ...]:
    """Keep what looks best in the hand, with what the discards by themselves give the own crib or the opponent's."""
    hand = own_hand(view)
    seen = [glimpse for glimpse in _combinations(hand) if dice.random() < SEES[glimpse.kind]]
    crib = 1 if view.dealer == view.you else -1

    def looks(discards: tuple[Card, ...]) -> tuple[int, int]:
        points = _points_seen(seen, set(hand) - set(discards)) + crib * _points_seen(seen, set(discards))
        return points, sum(card.value for card in discards)

    return max(combinations(hand, 2), key=looks)


def play(view: View, dice: Random) -> Card:
    """Take the most points that it sees on the table now."""
    pile = [laid.card for laid in view.pile]

    def looks(card: Card) -> tuple[int, int]:
        reasons = score_play([*pile, card]).reasons
        return sum(reason.points for reason in reasons if dice.random() < SEES[reason.kind]), card.value

    return max((choice.card for choice in view.legal if choice.card), key=looks)


def _combinations(hand: Collection[Card]) -> Iterator[Glimpse]:
    """The fifteens, pairs and runs of up to four cards that a hand of six holds."""
    for size in (2, 3, 4):
        for cards in combinations(sorted(hand), size):
            steps = {higher.rank - lower.rank for lower, higher in pairwise(cards)}
            if sum(card.value for card in cards) == 15:
                yield Glimpse(ReasonKind.FIFTEEN, frozenset(cards))
            if size == 2 and steps == {0}:
                yield Glimpse(ReasonKind.PAIR, frozenset(cards))
            if size > 2 and steps == {1}:
                yield Glimpse(ReasonKind.RUN, frozenset(cards))


def _points_seen(seen: Collection[Glimpse], cards: set[Card]) -> int:
    """Two for each fifteen and pair, and the longest run once: it does not notice that a pair doubles a run."""
    there = [glimpse for glimpse in seen if glimpse.cards <= cards]
    runs = [len(glimpse.cards) for glimpse in there if glimpse.kind is ReasonKind.RUN]
    return 2 * (len(there) - len(runs)) + max(runs, default=0)
