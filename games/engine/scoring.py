"""The show: what four cards and the starter are worth, and why."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, product

from games.engine.cards import Card, Rank
from games.engine.reasons import Reason, ReasonKind, reason_for_alike


@dataclass(frozen=True, slots=True)
class HandScore:
    """A counted hand or crib, 0 to 29 points.

    The reasons come in the order of counting: fifteens, pairs, runs, flush, nobs.
    """

    reasons: tuple[Reason, ...]

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


def score_hand(hand: Collection[Card], starter: Card, crib: bool = False) -> HandScore:
    """Count four cards with the starter, as a hand or as a crib.

    The order of the cards in the hand does not matter; those of each reason are sorted.
    Raises ValueError unless hand and starter are five different cards.
    """
    if len(hand) != 4 or len({*hand, starter}) != 5:
        raise ValueError(f"not four cards and a starter: {' '.join(map(str, hand))} + {starter}")
    kept = tuple(sorted(hand))
    cards = tuple(sorted((*kept, starter)))
    ranks = [tuple(alike) for _, alike in groupby(cards, key=lambda card: card.rank)]
    return HandScore(
        (*_fifteens(cards), *_pairs(ranks), *_runs(ranks), *_flush(kept, cards, crib), *_nobs(kept, starter))
    )


def _fifteens(cards: Sequence[Card]) -> Iterator[Reason]:
    for size in range(2, len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum(card.value for card in chosen) == 15:
                yield Reason(ReasonKind.FIFTEEN, 2, chosen)


def _pairs(ranks: Sequence[tuple[Card, ...]]) -> Iterator[Reason]:
    return (reason_for_alike(alike) for alike in ranks if len(alike) > 1)


def _runs(ranks: Sequence[tuple[Card, ...]]) -> Iterator[Reason]:
    for length in range(len(ranks), 2, -1):
        for first in range(len(ranks) - length + 1):
            group = ranks[first : first + length]
            if group[-1][0].rank - group[0][0].rank == length - 1:
                yield from (Reason(ReasonKind.RUN, length, chosen) for chosen in product(*group))
                return


def _flush(kept: tuple[Card, ...], cards: tuple[Card, ...], crib: bool) -> Iterator[Reason]:
    if len({card.suit for card in cards}) == 1:
        yield Reason(ReasonKind.FLUSH, 5, cards)
    elif len({card.suit for card in kept}) == 1 and not crib:
        yield Reason(ReasonKind.FLUSH, 4, kept)


def _nobs(kept: Sequence[Card], starter: Card) -> Iterator[Reason]:
    jack = Card(Rank.JACK, starter.suit)
    if jack in kept:
        yield Reason(ReasonKind.NOBS, 1, (jack,))
