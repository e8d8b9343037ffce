"""What cards are worth by luck alone, and how far chance may carry sums of it. Pure: cards, numbers and their roots.

Means over the 46 starters that six cards leave are told in whole points summed over all 46, so that sums stay exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import erf, sqrt

from games.engine.cards import DECK, Card
from games.engine.counting import count_hand, count_over_starters

STARTERS = 46
HAND, KEPT = 6, 4
DEALT = 12  # cards of a deal before the starter

# The best keep of all 20,358,520 sixes, summed over its 46 starters: how many sixes, the sum, that of the squares.
# tests/games/test_luck.py counts it again.
SIXES = 20_358_520
SUM_OF_BEST = 7_767_205_480
SQUARES_OF_BEST = 3_262_666_594_768
MEAN_OF_BEST = SUM_OF_BEST / SIXES / STARTERS  # points
VARIANCE_OF_BEST = SQUARES_OF_BEST / SIXES / STARTERS**2 - MEAN_OF_BEST**2

WITHIN = 1.96  # standard deviations to either side of the mean hold 95 of 100


@dataclass(frozen=True)
class Spread:
    """What chance brings: the mean of a sum, and its variance."""

    mean: float
    variance: float

    @property
    def low(self) -> float:
        """Where 95 of 100 sums begin; none is below zero."""
        return max(0.0, self.mean - WITHIN * sqrt(self.variance))

    @property
    def high(self) -> float:
        """Where 95 of 100 sums end."""
        return self.mean + WITHIN * sqrt(self.variance)

    def shared(self, number: float) -> "Spread":
        """That of the sum divided by a number."""
        return Spread(self.mean / number, self.variance / number**2)

    def holds(self, seen: float) -> bool:
        return self.low <= seen <= self.high

    def share_below(self, seen: float) -> float:
        """The share, 0 to 1, of sums that chance alone leaves below the one seen; 0.5 where nothing varies."""
        if not self.variance:
            return 0.5
        return (1 + erf((seen - self.mean) / sqrt(2 * self.variance))) / 2


def spread_of_draws(times: int, number: int, share: float) -> Spread:
    """How many cards of a kind come up that is a `share` of the pack, `number` cards drawn from it so many times.

    Cards of one draw are not put back: its number of the kind is hypergeometric.
    """
    once = number * share * (1 - share) * (len(DECK) - number) / (len(DECK) - 1)
    return Spread(times * number * share, times * once)


def spread_of_trials(times: int, share: float) -> Spread:
    """How often something comes that has this share each time, whatever came before."""
    return Spread(times * share, times * share * (1 - share))


def spread_of_best(sixes: int) -> Spread:
    """The points of the best keeps of so many sixes, each of another deal."""
    return Spread(sixes * MEAN_OF_BEST, sixes * VARIANCE_OF_BEST)


def best_of(six: Sequence[Card]) -> int:
    """What the best keep of six cards counts as a hand, summed over the 46 starters; the crib is left aside."""
    places = [card.index for card in six]
    starters = [card.index for card in DECK if card.index not in places]
    return best_over(places, starters)


def best_over(places: Sequence[int], starters: Sequence[int]) -> int:
    """The same, cards given as places in DECK."""
    return max(sum(count_over_starters((a, b, c, d), starters)) for a, b, c, d in combinations(places, KEPT))


@dataclass(frozen=True)
class Gain:
    """What a starter brought a kept hand beyond the mean over all 46, in 46ths, and the variance, in their squares."""

    points: int
    variance: int


def gain_of(starter: Card, kept: Sequence[Card], six: Sequence[Card]) -> Gain:
    """How lucky the starter was for who held `six` and kept four of them."""
    first, second, third, fourth = (card.index for card in kept)
    keep = first, second, third, fourth
    points = count_over_starters(keep, [card.index for card in DECK if card not in six])
    total = sum(points)
    squares = sum(one * one for one in points)
    return Gain(STARTERS * count_hand(*keep, starter.index) - total, STARTERS * squares - total**2)
