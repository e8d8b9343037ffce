from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, Card, score_play
from tests.engine.notation import cards, told


def last_card_of(pile: str) -> tuple[int, list[str]]:
    score = score_play(cards(pile))
    return score.points, told(score.reasons)


def each_card_of(pile: str) -> list[tuple[int, list[str]]]:
    names = pile.split()
    return [last_card_of(" ".join(names[: laid + 1])) for laid in range(len(names))]


# The play as published


def test_four_six_five_is_fifteen_and_a_run_of_three_on_one_card():
    assert each_card_of("4C 6D 5H") == [(0, []), (0, []), (5, ["fifteen 2: 4C 6D 5H", "run 3: 4C 6D 5H"])]


def test_31_that_also_makes_a_run_reports_both():
    assert each_card_of("7C 9D 8H 7S") == [
        (0, []),
        (0, []),
        (3, ["run 3: 7C 9D 8H"]),
        (5, ["thirty_one 2: 7C 9D 8H 7S", "run 3: 9D 8H 7S"]),
    ]


def test_a_run_in_the_play_with_an_older_duplicate_beneath_it():
    assert each_card_of("3C AD 2H 3S") == [(0, []), (0, []), (3, ["run 3: 3C AD 2H"]), (3, ["run 3: AD 2H 3S"])]


def test_sevens_in_a_row_are_a_pair_then_three_then_four_of_a_kind():
    assert each_card_of("7C 7D 7H 7S") == [
        (0, []),
        (2, ["pair 2: 7C 7D"]),
        (6, ["three_of_a_kind 6: 7C 7D 7H"]),
        (12, ["four_of_a_kind 12: 7C 7D 7H 7S"]),
    ]


def test_a_run_of_four_is_made_by_the_card_that_fills_the_gap():
    assert each_card_of("2C 3D 5H 4S") == [(0, []), (0, []), (0, []), (4, ["run 4: 2C 3D 5H 4S"])]


def test_a_non_adjacent_pair_in_the_play_is_none():
    assert last_card_of("6D 5S 6C") == (0, [])


def test_a_duplicate_inside_breaks_the_run():
    assert each_card_of("6D 5S 6C 5C") == [(0, []), (0, []), (0, []), (0, [])]


# Fifteen and thirty-one


def test_exactly_fifteen_is_two():
    assert last_card_of("7C 8D") == (2, ["fifteen 2: 7C 8D"])


def test_fifteen_is_the_whole_count_and_no_part_of_it():
    assert last_card_of("2C 7D 8H") == (0, [])


def test_fifteen_and_three_of_a_kind_on_one_card_are_both_reported():
    assert last_card_of("5C 5D 5H") == (8, ["fifteen 2: 5C 5D 5H", "three_of_a_kind 6: 5C 5D 5H"])


def test_thirty_one_and_a_pair_on_one_card_are_both_reported():
    assert last_card_of("TC TD 9H AS AC") == (4, ["thirty_one 2: TC TD 9H AS AC", "pair 2: AS AC"])


def test_exactly_thirty_one_is_two():
    assert last_card_of("KC QD 9H 2S") == (2, ["thirty_one 2: KC QD 9H 2S"])


def test_thirty_is_nothing():
    assert last_card_of("KC JD TH") == (0, [])


# Pairs and runs go by rank


def test_ten_and_king_are_no_pair():
    assert last_card_of("TC KD") == (0, [])


def test_ten_jack_queen_are_a_run():
    assert last_card_of("TC QD JH") == (3, ["run 3: TC QD JH"])


def test_the_ace_is_not_above_the_king():
    assert last_card_of("KC QD AH") == (0, [])


def test_a_pair_counts_the_last_cards_only():
    assert last_card_of("3C 3D 4H 4S") == (2, ["pair 2: 4H 4S"])


def test_two_cards_in_a_row_are_no_run():
    assert last_card_of("4C 5D") == (0, [])


def test_the_longest_run_counts_alone():
    assert last_card_of("2C 4D 3H 5S 6C") == (5, ["run 5: 2C 4D 3H 5S 6C"])


def test_a_run_leaves_out_older_cards_that_do_not_belong():
    assert last_card_of("9C 3D 5H 4S") == (3, ["run 3: 3D 5H 4S"])


def test_a_run_counts_again_when_it_grows():
    assert each_card_of("AC 2D 3H 4S 5C")[2:] == [
        (3, ["run 3: AC 2D 3H"]),
        (4, ["run 4: AC 2D 3H 4S"]),
        (7, ["fifteen 2: AC 2D 3H 4S 5C", "run 5: AC 2D 3H 4S 5C"]),
    ]


def test_a_run_of_seven_is_the_longest_there_can_be():
    assert last_card_of("AC 3D 2H 7S 5C 4D 6H") == (7, ["run 7: AC 3D 2H 7S 5C 4D 6H"])


def test_a_run_may_appear_beyond_a_shorter_group_that_is_none():
    assert last_card_of("4C 2D 5H 3S") == (4, ["run 4: 4C 2D 5H 3S"])


def test_the_first_card_is_worth_nothing():
    assert all(score_play([card]).reasons == () for card in DECK)


# What cannot be


def test_an_empty_pile_is_refused():
    with pytest.raises(ValueError, match="count of 0"):
        score_play([])


def test_a_pile_past_31_is_refused():
    with pytest.raises(ValueError, match="count of 32"):
        score_play(cards("KC QD TH 2S"))


# Against the rules read the other way round: from every tail of the pile


def piles_of(pack: list[Card]) -> st.SearchStrategy[list[Card]]:
    """Some of the cards in any order, as many as fit a count of 31."""
    return st.lists(st.sampled_from(pack), min_size=1, max_size=13, unique=True).map(
        lambda laid: laid[: sum(count <= 31 for count in accumulate(card.value for card in laid))]
    )


def points_by_tails(pile: list[Card]) -> int:
    ranks = [int(card.rank) for card in pile]
    tails = [ranks[first:] for first in range(len(ranks))]
    alike = max(len(tail) for tail in tails if min(tail) == max(tail))
    runs = [len(tail) for tail in tails if sorted(tail) == list(range(min(tail), min(tail) + len(tail)))]
    longest = max(runs)
    total = sum(min(10, rank) for rank in ranks)
    return 2 * (total in (15, 31)) + alike * (alike - 1) + (longest if longest > 2 else 0)


@given(piles_of(list(DECK)) | piles_of([card for card in DECK if card.rank <= 4]))
def test_points_are_those_found_tail_by_tail(pile):
    score = score_play(pile)
    assert score.points == points_by_tails(pile)
    assert all(reason.cards == tuple(pile[-len(reason.cards) :]) for reason in score.reasons)
