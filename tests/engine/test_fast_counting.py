from itertools import combinations
from random import Random
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, score_hand
from games.engine.counting import count_hand, count_over_starters
from tests.engine.notation import cards

five_indices = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)
five_of_one_suit = st.integers(0, 3).flatmap(
    lambda suit: st.lists(st.integers(13 * suit, 13 * suit + 12), min_size=5, max_size=5, unique=True)
)
five_with_jacks = st.lists(
    st.sampled_from([card.index for card in DECK if card.rank in (9, 10, 11, 12)]), min_size=5, max_size=5, unique=True
)
any_five = five_indices | five_of_one_suit | five_with_jacks


def indices(text: str) -> list[int]:
    return [card.index for card in cards(text)]


def test_the_best_hands_count_29_28_and_24():
    assert count_hand(*indices("5C 5D 5H JS 5S")) == 29
    assert count_hand(*indices("5C 5D 5H 5S JD")) == 28
    assert count_hand(*indices("4C 4D 6H 6S 5D")) == 24


def test_a_flush_of_four_counts_in_the_hand_and_not_in_the_crib():
    assert count_hand(*indices("2H 4H 6H KH 8C")) == 4
    assert count_hand(*indices("2H 4H 6H KH 8C"), crib=True) == 0


def test_a_flush_of_five_counts_in_both():
    assert count_hand(*indices("2H 4H 6H KH 8H")) == 5
    assert count_hand(*indices("2H 4H 6H KH 8H"), crib=True) == 5


def test_a_jack_turned_up_is_not_nobs():
    assert count_hand(*indices("2S 4D 6H QS JS")) == 0


@given(any_five, st.booleans())
def test_the_fast_count_is_that_of_the_count_with_reasons(five, crib):
    hand = [DECK[index] for index in five[:4]]
    assert count_hand(*five, crib) == score_hand(hand, DECK[five[4]], crib).points


@given(any_five.flatmap(lambda five: st.tuples(st.just(five[:4]), st.permutations(range(52)))), st.booleans())
def test_counting_over_starters_gives_each_starter_its_count_in_order(dealt, crib):
    keep, shuffled = dealt
    starters = [index for index in shuffled if index not in keep]
    hand = [DECK[index] for index in keep]
    assert count_over_starters(tuple(keep), starters, crib) == [
        score_hand(hand, DECK[starter], crib).points for starter in starters
    ]


def test_keeps_are_counted_over_their_starters_at_two_and_a_half_million_hands_a_second():
    dealt = Random(121)
    keeps = []
    for _ in range(500):
        six = dealt.sample(range(52), 6)
        starters = [index for index in range(52) if index not in six]
        keeps += [(keep, starters) for keep in combinations(six, 4)]

    def hands_a_second() -> float:
        began = perf_counter()
        counted = sum([len(count_over_starters(keep, starters)) for keep, starters in keeps])
        return counted / (perf_counter() - began)

    assert max(hands_a_second() for _ in range(3)) >= 2_500_000
