"""Which two cards the club player lays away, against published advice and sums done the long way."""

from collections.abc import Iterable
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from games import computer
from games.analysis.discard import weigh_keeps
from games.engine import DECK, Card, Rank, score_hand
from tests.computer.positions import view_to_discard
from tests.engine.notation import cards


def discards(hand: str, own_crib: bool) -> set[Card]:
    return set(computer.choose("club", view_to_discard(hand, own_crib), Random(1)).cards)


@pytest.mark.parametrize("own_crib", [True, False])
def test_three_fives_and_a_jack_are_kept_whosever_the_crib(own_crib: bool) -> None:
    assert discards("5C 5D 5H JS 2C 8D", own_crib) == set(cards("2C 8D"))


@pytest.mark.parametrize(
    ("hand", "own_crib", "laid_away"),
    [
        # John Chambers, "Discard problems", American Cribbage Congress, tip 4.
        ("3C KD 2H JS 8C 5D", False, "KD 8C"),
        ("5C 6D QH 2S 8C 3D", True, "6D 8C"),
        ("2C 4D 7H 6S 3C JD", True, "7H 6S"),
        ("2C 4D 7H 6S 3C JD", False, "7H JD"),
        # Michael Schell, "How to analyze discards, part 2", Cribbage Forum: not the 7 and the 9.
        ("AC 2D 7H 9S JC QD", True, "JC QD"),
    ],
)
def test_discards_agree_with_published_advice(hand: str, own_crib: bool, laid_away: str) -> None:
    assert discards(hand, own_crib) == set(cards(laid_away))


def test_a_pair_goes_to_the_own_crib_but_not_to_the_opponents() -> None:
    assert discards("6C 6D 7H 7S 8C 8D", own_crib=True) == set(cards("6C 6D"))
    assert len({card.rank for card in discards("6C 6D 7H 7S 8C 8D", own_crib=False)}) == 2


def test_two_fives_go_to_the_own_crib_but_not_to_the_opponents() -> None:
    assert discards("2C 3D 4H 4S 5C 5D", own_crib=True) == set(cards("5C 5D"))
    assert not discards("2C 3D 4H 4S 5C 5D", own_crib=False) & set(cards("5C 5D"))


def test_a_five_never_goes_to_the_opponents_crib_while_wide_cards_could_go_for_less_than_a_point() -> None:
    dice = Random(5)
    hands_with_a_five = [hand for hand in (dice.sample(DECK, 6) for _ in range(3000)) if fives(hand)]
    given_away = 0
    for best, *others in (weigh_keeps(hand, own_crib=False) for hand in hands_with_a_five):
        if fives(best.discards):
            given_away += 1
            assert not [keep for keep in others if are_wide(keep.discards) and best.hand - keep.hand < 0.9]

    assert 0 < given_away < len(hands_with_a_five) / 20


def are_wide(discards: tuple[Card, ...]) -> bool:
    """Whether two cards are what the books give away: no five, no pair, not near, neither fifteen nor five in all."""
    low, high = sorted(discards)
    return not fives(discards) and high.rank - low.rank > 2 and low.value + high.value not in (5, 15)


def test_a_lone_five_is_never_given_to_the_opponent_with_a_ten_card_that_could_stay_with_it() -> None:
    for ten in "TJQK":
        for other in ["AS", "2S", "3S", "4S", "6S", "7S", "8S", "9S"]:
            assert not fives(discards(f"5C {ten}D {other} KH 2H 8H", own_crib=False))


def fives(group: Iterable[Card]) -> int:
    return sum(card.rank is Rank.FIVE for card in group)


def test_a_keep_is_worth_the_mean_of_its_hand_over_the_46_starters() -> None:
    dice = Random(46)
    hands = [cards("5C 5D 5H JS 2C 8D"), cards("AH 4H 7H JH 9H TC"), *(dice.sample(DECK, 6) for _ in range(5))]
    for hand in hands:
        starters = [card for card in DECK if card not in hand]
        keeps = weigh_keeps(hand, own_crib=True)

        assert {frozenset(keep.kept) for keep in keeps} == {frozenset(kept) for kept in combinations(hand, 4)}
        for keep in keeps:
            mean = fmean(score_hand(keep.kept, starter).points for starter in starters)
            assert keep.hand == pytest.approx(mean)
            assert {*keep.kept, *keep.discards} == set(hand)


def test_what_the_crib_brings_counts_for_the_dealer_and_against_the_pone() -> None:
    hand = cards("2C 3D 7H 9S JC KD")
    for own_crib, sign in ((True, 1), (False, -1)):
        keeps = weigh_keeps(hand, own_crib)

        assert all(sign * keep.crib > 2 for keep in keeps)
        assert [keep.worth for keep in keeps] == sorted((keep.hand + keep.crib for keep in keeps), reverse=True)


@pytest.mark.parametrize("hand", ["5C 5D 5H JS 2C", "5C 5D 5H JS 2C 2C", "5C 5D 5H JS 2C 8D 9D"])
def test_anything_but_six_different_cards_is_refused(hand: str) -> None:
    with pytest.raises(ValueError, match="not six cards"):
        weigh_keeps(cards(hand), own_crib=True)
