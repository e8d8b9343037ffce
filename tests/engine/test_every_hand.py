"""All 12,994,800 pairs of a hand of four and a starter, against the published number of hands by score."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from games.engine import Card, Rank, Suit, score_hand
from games.engine.counting import count_hand, count_over_starters

EVERY_HAND = 12_994_800
HANDS_BY_SCORE = [
    *(1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224),
    *(388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0),
    *(8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4),
]
MEAN_HAND = 4.769152
CRIBS_WITHOUT_POINTS = 1_022_208
MEAN_CRIB = 4.734819


# Each kept rank is a group of one to four cards. The suits matter only through how many of the kept cards share the
# starter's suit, whether all four share one, and whether the starter's jack is held; a class is what agrees in these.
# How many deals each class stands for is found by going through the suits of every group.

Suits = tuple[tuple[Suit, ...], ...]


@cache
def suit_classes(sizes: tuple[int, ...], jacks: int | None, same: int | None) -> list[tuple[int, Suits, Suit]]:
    """For groups of the given sizes: how many deals, the suits of the groups and of the starter, for each class.

    `jacks` is the place of the group of jacks, `same` that of the group of the starter's rank.
    """
    weights: Counter[tuple[int, bool, bool]] = Counter()
    examples = {}
    for groups, starter in product(product(*(combinations(Suit, size) for size in sizes)), Suit):
        if same is not None and starter in groups[same]:
            continue
        suits = [suit for group in groups for suit in group]
        nobs = jacks is not None and starter in groups[jacks]
        agreed = (suits.count(starter), len(set(suits)) == 1, nobs)
        weights[agreed] += 1
        examples[agreed] = (groups, starter)
    return [(weight, *examples[agreed]) for agreed, weight in weights.items()]


def classes() -> Iterator[tuple[int, list[Card], Card]]:
    """How many deals, the hand and the starter of an example, for each class."""
    for ranks in combinations_with_replacement(Rank, 4):
        groups = sorted(Counter(ranks).items())
        place = {rank: number for number, (rank, _) in enumerate(groups)}
        sizes = tuple(size for _, size in groups)
        for starter_rank in Rank:
            for weight, suits, starter_suit in suit_classes(sizes, place.get(Rank.JACK), place.get(starter_rank)):
                hand = [Card(rank, suit) for (rank, _), chosen in zip(groups, suits, strict=True) for suit in chosen]
                yield weight, hand, Card(starter_rank, starter_suit)


def assert_published(by_score: Counter[int], crib: bool) -> None:
    assert by_score.total() == EVERY_HAND
    mean = sum(score * hands for score, hands in by_score.items()) / EVERY_HAND
    if crib:
        assert by_score[0] == CRIBS_WITHOUT_POINTS
        assert round(mean, 6) == MEAN_CRIB
    else:
        assert [by_score[score] for score in range(30)] == HANDS_BY_SCORE
        assert round(mean, 6) == MEAN_HAND


@pytest.mark.long
@pytest.mark.parametrize("crib", [False, True], ids=["as hands", "as cribs"])
def test_every_hand_counted_with_reasons_gives_the_published_table(crib):
    by_score: Counter[int] = Counter()
    for weight, hand, starter in classes():
        points = score_hand(hand, starter, crib).points
        by_score[points] += weight
        assert count_hand(*(card.index for card in hand), starter.index, crib) == points
    assert_published(by_score, crib)


@pytest.mark.parametrize("crib", [False, True], ids=["as hands", "as cribs"])
def test_every_hand_counted_fast_gives_the_published_table(crib):
    by_score: Counter[int] = Counter()
    for first, second, third, fourth in combinations(range(52), 4):
        starters = [
            *range(first),
            *range(first + 1, second),
            *range(second + 1, third),
            *range(third + 1, fourth),
            *range(fourth + 1, 52),
        ]
        by_score.update(count_over_starters((first, second, third, fourth), starters, crib))
    assert_published(by_score, crib)
