"""What chance brings: hands and spreads counted by hand, and every six cards there are."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import factorial

import pytest

from games.engine import Card
from games.luck import (
    MEAN_OF_BEST,
    SIXES,
    SQUARES_OF_BEST,
    SUM_OF_BEST,
    VARIANCE_OF_BEST,
    Gain,
    Spread,
    best_of,
    best_over,
    gain_of,
    spread_of_draws,
    spread_of_trials,
)

from .players import cards

SHAPES = (
    *((6, 0, 0, 0), (5, 1, 0, 0), (4, 2, 0, 0), (4, 1, 1, 0), (3, 3, 0, 0)),
    *((3, 2, 1, 0), (3, 1, 1, 1), (2, 2, 2, 0), (2, 2, 1, 1)),
)
"""How many of six cards each suit may have, the longest first."""

# Of 5C 5D 5H JS KC QD the best keep is 5C 5D 5H JS, 14 points: three fifteens of J 5, one of 5 5 5, three of a kind.
#   32 starters that are no ten and no five add nothing; T, Q, K (10 of them left) three fifteens of two points each;
#   a jack (3) a pair besides; the five of spades makes 28; a spade (12 left) adds nobs:
#   32 * 14 + 10 * 20 + 3 * 22 + 28 + 12 = 754.
SIX, KEPT = cards("5C 5D 5H JS KC QD"), cards("5C 5D 5H JS")


def test_the_best_keep_of_a_six_is_what_it_counts_by_hand() -> None:
    assert best_of(SIX) == 754


def test_a_starter_adds_what_it_does_by_hand() -> None:
    """Squares: 24 of 14, 8 of 15 (spades), 7 of 20, 3 of 21 (spades), 3 of 22 and one of 29 are 12,920."""
    assert gain_of(Card.parse("5S"), KEPT, SIX) == Gain(46 * 29 - 754, 46 * 12_920 - 754**2)
    assert gain_of(Card.parse("2C"), KEPT, SIX).points == 46 * 14 - 754


@pytest.mark.parametrize(
    ("spread", "mean", "variance"),
    [
        (spread_of_draws(1, 12, 1 / 13), 12 / 13, 0.66829),
        (spread_of_draws(100, 12, 1 / 4), 300, 176.47),
        (spread_of_draws(1, 52, 1 / 13), 4, 0),
        (spread_of_trials(1300, 1 / 13), 100, 92.308),
        (spread_of_trials(100, 1 / 2), 50, 25),
    ],
)
def test_spreads(spread: Spread, mean: float, variance: float) -> None:
    assert spread.mean == pytest.approx(mean)
    assert spread.variance == pytest.approx(variance, rel=1e-4)


def test_ninety_five_of_a_hundred_lie_within() -> None:
    """100 tosses: 50, give or take 1.96 times 5."""
    tosses = spread_of_trials(100, 1 / 2)
    assert (tosses.low, tosses.high) == pytest.approx((40.2, 59.8))
    assert [tosses.holds(seen) for seen in (40, 41, 59, 60)] == [False, True, True, False]
    assert spread_of_trials(2, 1 / 13).low == 0


def test_the_share_that_chance_leaves_below() -> None:
    tosses = spread_of_trials(100, 1 / 2)
    assert tosses.share_below(50) == 0.5
    assert tosses.share_below(55) == pytest.approx(0.8413, abs=1e-4)
    assert tosses.share_below(40) == pytest.approx(0.0228, abs=1e-4)
    assert Spread(0, 0).share_below(0) == 0.5


def classes() -> Iterator[tuple[list[int], int]]:
    """A six, as places, of each class of those that differ by the names of suits alone, and how many the class has."""
    of_size = [list(combinations(range(13), size)) for size in range(7)]
    for shape in SHAPES:
        suits = [combinations_with_replacement(of_size[size], times) for size, times in Counter(shape).items()]
        for picked in product(*map(list, suits)):
            holdings = [ranks for some in picked for ranks in some]
            number = factorial(4)
            for times in Counter(holdings).values():
                number //= factorial(times)
            yield [13 * suit + rank for suit, ranks in enumerate(holdings) for rank in ranks], number


@pytest.mark.long
def test_the_constants_are_those_of_all_sixes() -> None:
    number = total = squares = 0
    for six, weight in classes():
        best = best_over(six, [place for place in range(52) if place not in six])
        number += weight
        total += weight * best
        squares += weight * best * best
    assert (number, total, squares) == (SIXES, SUM_OF_BEST, SQUARES_OF_BEST)


def test_the_mean_is_the_published_one() -> None:
    assert pytest.approx(8.2939, abs=5e-5) == MEAN_OF_BEST
    assert pytest.approx(6.9481, abs=5e-5) == VARIANCE_OF_BEST
