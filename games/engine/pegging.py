"""The play: what the card just laid is worth, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.reasons import Reason, ReasonKind, reason_for_alike


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The points of one card of the play, in the order fifteen, thirty-one, pairs, run.

    Go and last card are no part of it: they depend on what comes after the card.
    """

    reasons: tuple[Reason, ...]

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


def score_play(pile: Sequence[Card]) -> PlayScore:
    """Count the last card of a pile, which holds the cards of the current count in the order they were laid.

    Raises ValueError for an empty pile and for one that passes 31.
    """
    laid = tuple(pile)
    count = sum(card.value for card in laid)
    if not 0 < count <= 31:
        raise ValueError(f"a count of {count} cannot stand: {' '.join(map(str, laid))}")
    return PlayScore((*_counts(laid, count), *_pairs(laid), *_run(laid)))


def _counts(laid: tuple[Card, ...], count: int) -> Iterator[Reason]:
    if count == 15:
        yield Reason(ReasonKind.FIFTEEN, 2, laid)
    if count == 31:
        yield Reason(ReasonKind.THIRTY_ONE, 2, laid)


def _pairs(laid: tuple[Card, ...]) -> Iterator[Reason]:
    alike = 1
    while alike < len(laid) and laid[-alike - 1].rank == laid[-1].rank:
        alike += 1
    if alike > 1:
        yield reason_for_alike(laid[-alike:])


def _run(laid: tuple[Card, ...]) -> Iterator[Reason]:
    for length in range(len(laid), 2, -1):
        ranks = {card.rank for card in laid[-length:]}
        if len(ranks) == length and max(ranks) - min(ranks) == length - 1:
            yield Reason(ReasonKind.RUN, length, laid[-length:])
            return
