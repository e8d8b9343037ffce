"""The table of mean cribs, against published ones and against cribs dealt and counted one by one."""

from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from games.analysis import make_crib_table
from games.analysis.crib import mean_crib, read_tables
from games.analysis.discard import weigh_keeps
from games.engine import DECK, score_hand
from tests.engine.notation import cards

# Craig Hessel's table, "Discarding to opponent's crib", Cribbage Forum; crib flushes, some 0.04 points, left out there.
HESSEL = {
    "AC AD": 6.07, "AC 4D": 5.74, "2C 3D": 7.34, "5C 5D": 9.39, "5C JD": 7.75, "6C 7D": 6.64, "7C 8D": 7.88,
    "9C KD": 4.13, "TC KD": 3.99, "JC JD": 6.56, "KC KD": 5.72,
}  # fmt: skip
# The dealer's table of real games in the Cribbage Pro blog, 25 October 2012.
CRIBBAGE_PRO = {
    "AC AD": 5.2, "AC 4D": 5.2, "2C 3D": 6.9, "5C 5D": 8.5, "5C JD": 6.7, "6C 7D": 4.9, "7C 8D": 6.4,
    "9C KD": 2.8, "TC KD": 2.7, "JC JD": 5.1, "KC KD": 4.4,
}  # fmt: skip


@pytest.mark.parametrize("pair", HESSEL)
def test_a_pair_in_the_opponents_crib_is_worth_what_a_published_table_says(pair: str) -> None:
    assert mean_crib(*cards(pair), own=False) == pytest.approx(HESSEL[pair], abs=0.2)


@pytest.mark.parametrize("pair", CRIBBAGE_PRO)
def test_a_pair_in_the_own_crib_is_worth_what_a_published_table_says(pair: str) -> None:
    assert mean_crib(*cards(pair), own=True) == pytest.approx(CRIBBAGE_PRO[pair], abs=0.35)


@pytest.mark.parametrize(("pair", "own"), [("5C 5D", True), ("5C JC", False), ("7C 8D", True), ("9C KD", False)])
def test_a_pair_is_worth_the_mean_of_cribs_dealt_and_counted_one_by_one(pair: str, own: bool) -> None:
    mine, dice = cards(pair), Random(pair)
    left = [card for card in DECK if card not in mine]
    means = []
    for _ in range(250):
        hand = dice.sample(left, 6)
        crib = (*mine, *weigh_keeps(hand, own_crib=not own)[0].discards)
        means.append(fmean(score_hand(crib, card, crib=True).points for card in left if card not in hand))

    # The mean of 250 such cribs strays by 0.1 points or so.
    assert mean_crib(*mine, own=own) == pytest.approx(fmean(means), abs=0.35)


def test_every_pair_is_in_the_table_whatever_the_order_of_its_cards() -> None:
    for own, table in read_tables().items():
        assert len(table) == 91 + 78
        assert all(mean_crib(one, other, own) == mean_crib(other, one, own) for one, other in combinations(DECK, 2))


def test_two_cards_of_one_suit_are_worth_a_little_more_for_the_flush() -> None:
    # All five of one suit come about once in 120 cribs with two cards suited; a lone jack loses a little of his nobs.
    for own in (True, False):
        for low, high in combinations(DECK[:13], 2):
            other_suit = DECK[high.index + 13]
            assert 0 < mean_crib(low, high, own) - mean_crib(low, other_suit, own) < 0.1


@pytest.mark.long
def test_the_table_is_what_another_round_of_making_it_gives() -> None:
    tables = read_tables()
    rounded = make_crib_table.next_tables(
        make_crib_table.all_rank_hands(), make_crib_table.points_of_pairs(), tables[True], tables[False]
    )
    for before, after in zip((tables[True], tables[False]), rounded, strict=True):
        assert make_crib_table.largest_change(before, after) < make_crib_table.STEADY + 0.001
