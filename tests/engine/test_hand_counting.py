from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import DECK, Card, score_hand
from games.engine.reasons import ReasonKind
from tests.engine.notation import cards, told


def counted(hand: str, starter: str, crib: bool = False) -> tuple[int, list[str]]:
    score = score_hand(cards(hand), Card.parse(starter), crib)
    return score.points, told(score.reasons)


# The best hands


def test_three_fives_and_the_jack_of_the_starters_suit_make_29():
    assert counted("5C 5D 5H JS", "5S") == (
        29,
        [
            "fifteen 2: 5C JS",
            "fifteen 2: 5D JS",
            "fifteen 2: 5H JS",
            "fifteen 2: 5S JS",
            "fifteen 2: 5C 5D 5H",
            "fifteen 2: 5C 5D 5S",
            "fifteen 2: 5C 5H 5S",
            "fifteen 2: 5D 5H 5S",
            "four_of_a_kind 12: 5C 5D 5H 5S",
            "nobs 1: JS",
        ],
    )


def test_four_fives_with_a_jack_turned_up_make_28():
    assert counted("5C 5D 5H 5S", "JD") == (
        28,
        [
            "fifteen 2: 5C JD",
            "fifteen 2: 5D JD",
            "fifteen 2: 5H JD",
            "fifteen 2: 5S JD",
            "fifteen 2: 5C 5D 5H",
            "fifteen 2: 5C 5D 5S",
            "fifteen 2: 5C 5H 5S",
            "fifteen 2: 5D 5H 5S",
            "four_of_a_kind 12: 5C 5D 5H 5S",
        ],
    )


def test_two_fours_two_sixes_and_a_five_make_24():
    assert counted("4C 4D 6H 6S", "5D") == (
        24,
        [
            "fifteen 2: 4C 5D 6H",
            "fifteen 2: 4C 5D 6S",
            "fifteen 2: 4D 5D 6H",
            "fifteen 2: 4D 5D 6S",
            "pair 2: 4C 4D",
            "pair 2: 6H 6S",
            "run 3: 4C 5D 6H",
            "run 3: 4C 5D 6S",
            "run 3: 4D 5D 6H",
            "run 3: 4D 5D 6S",
        ],
    )


# Nobs


def test_a_held_jack_of_the_starters_suit_is_nobs():
    assert counted("2C 4D 6H JS", "KS") == (1, ["nobs 1: JS"])


def test_a_held_jack_of_another_suit_is_not_nobs():
    assert counted("2C 4D 6H JS", "KD") == (0, [])


def test_nobs_when_the_jack_is_the_starter_is_not_nobs():
    assert counted("2S 4D 6H QS", "JS") == (0, [])


def test_of_two_held_jacks_only_the_one_of_the_starters_suit_is_nobs():
    assert counted("2C 4D JD JS", "8S") == (3, ["pair 2: JD JS", "nobs 1: JS"])


def test_nobs_counts_in_the_crib_too():
    assert counted("2C 4D 6H JS", "KS", crib=True) == (1, ["nobs 1: JS"])


# Flushes: 2, 4, 6, 8 and a king make no fifteen, pair or run


def test_four_held_cards_of_one_suit_are_a_flush_of_four():
    assert counted("2H 4H 6H KH", "8C") == (4, ["flush 4: 2H 4H 6H KH"])


def test_a_flush_lists_its_cards_by_rank_however_they_are_held():
    assert counted("KH 2H 6H 4H", "8C") == (4, ["flush 4: 2H 4H 6H KH"])


def test_the_starter_of_the_same_suit_makes_a_flush_of_five():
    assert counted("2H 4H 6H KH", "8H") == (5, ["flush 5: 2H 4H 6H 8H KH"])


def test_a_flush_of_three_plus_the_starter_is_none():
    assert counted("2H 4H 6H KC", "8H") == (0, [])
    assert counted("2H 4H 6H KC", "8H", crib=True) == (0, [])


def test_a_crib_flush_of_four_is_none():
    assert counted("2H 4H 6H KH", "8C", crib=True) == (0, [])


def test_a_crib_flush_of_five_counts():
    assert counted("2H 4H 6H KH", "8H", crib=True) == (5, ["flush 5: 2H 4H 6H 8H KH"])


# Runs


def test_two_cards_in_a_row_are_no_run():
    assert counted("3C 4D 9H TS", "KC") == (0, [])


def test_a_run_may_end_with_the_starter():
    assert counted("2H 4S JC QD", "KH") == (3, ["run 3: JC QD KH"])


def test_a_run_may_begin_with_the_starter():
    assert counted("2C 3D 8H 8S", "AH") == (5, ["pair 2: 8H 8S", "run 3: AH 2C 3D"])


def test_the_ace_is_not_above_the_king():
    assert counted("AH 3S QC KD", "6C") == (0, [])


def test_a_double_run_of_three_counts_both_runs():
    assert counted("2C 3D 4H 4S", "KC") == (
        10,
        ["fifteen 2: 2C 3D KC", "pair 2: 4H 4S", "run 3: 2C 3D 4H", "run 3: 2C 3D 4S"],
    )


def test_a_double_run_of_four_counts_both_runs():
    assert counted("2C 3D 4H 5S", "3H") == (
        12,
        ["fifteen 2: 3D 3H 4H 5S", "pair 2: 3D 3H", "run 4: 2C 3D 4H 5S", "run 4: 2C 3H 4H 5S"],
    )


def test_a_triple_run_counts_all_three_runs():
    assert counted("3C 3D 3H 4S", "5C") == (
        21,
        [
            "fifteen 2: 3C 3D 4S 5C",
            "fifteen 2: 3C 3H 4S 5C",
            "fifteen 2: 3D 3H 4S 5C",
            "three_of_a_kind 6: 3C 3D 3H",
            "run 3: 3C 4S 5C",
            "run 3: 3D 4S 5C",
            "run 3: 3H 4S 5C",
        ],
    )


def test_a_double_double_run_counts_all_four_runs():
    assert counted("7C 8D 8H 9S", "9C") == (
        20,
        [
            "fifteen 2: 7C 8D",
            "fifteen 2: 7C 8H",
            "pair 2: 8D 8H",
            "pair 2: 9C 9S",
            "run 3: 7C 8D 9C",
            "run 3: 7C 8D 9S",
            "run 3: 7C 8H 9C",
            "run 3: 7C 8H 9S",
        ],
    )


def test_a_run_of_five_holds_no_shorter_runs():
    assert counted("4C 5D 6H 7S", "8C") == (9, ["fifteen 2: 7S 8C", "fifteen 2: 4C 5D 6H", "run 5: 4C 5D 6H 7S 8C"])


def test_a_run_of_four_holds_no_shorter_runs():
    assert counted("9C TD JH QS", "2C") == (4, ["run 4: 9C TD JH QS"])


# Fifteens


def test_five_cards_together_may_make_a_fifteen():
    assert counted("AC 2D 3H 4S", "5C") == (7, ["fifteen 2: AC 2D 3H 4S 5C", "run 5: AC 2D 3H 4S 5C"])


def test_jack_queen_and_king_count_ten_each_towards_fifteen():
    assert counted("5C JD QH KS", "2D") == (
        10,
        ["fifteen 2: 5C JD", "fifteen 2: 5C QH", "fifteen 2: 5C KS", "run 3: JD QH KS", "nobs 1: JD"],
    )


# The order of counting


def test_fifteens_come_before_pairs_then_runs_then_the_flush():
    assert counted("4H 5H 6H JH", "5C") == (
        20,
        [
            "fifteen 2: 5C JH",
            "fifteen 2: 5H JH",
            "fifteen 2: 4H 5C 6H",
            "fifteen 2: 4H 5H 6H",
            "pair 2: 5C 5H",
            "run 3: 4H 5C 6H",
            "run 3: 4H 5H 6H",
            "flush 4: 4H 5H 6H JH",
        ],
    )


def test_nobs_comes_last():
    assert counted("4H 5H 6H JH", "KH") == (
        15,
        [
            "fifteen 2: 5H JH",
            "fifteen 2: 5H KH",
            "fifteen 2: 4H 5H 6H",
            "run 3: 4H 5H 6H",
            "flush 5: 4H 5H 6H JH KH",
            "nobs 1: JH",
        ],
    )


# What is no hand


@pytest.mark.parametrize(
    ("hand", "starter"),
    [
        ("", "5C"),
        ("2C 3C 4C", "5C"),
        ("2C 3C 4C 5C 6C", "7C"),
        ("2C 3C 4C 4C", "5C"),
        ("2C 3C 4C 5C", "5C"),
        ("2C 3C 4C 5C 5C", "6C"),
        ("2C 3C 4C 5C 6C", "6C"),
    ],
)
def test_anything_but_four_cards_and_another_one_is_refused(hand, starter):
    with pytest.raises(ValueError, match="four cards and a starter"):
        score_hand(cards(hand), Card.parse(starter))


# Against a count that looks at all 32 sets of the five cards

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
five_close_cards = st.integers(1, 10).flatmap(
    lambda low: st.lists(
        st.sampled_from([card for card in DECK if low <= card.rank <= low + 3]), min_size=5, max_size=5, unique=True
    )
)


def sets_of(hand: list[Card]) -> list[list[Card]]:
    return [[card for place, card in enumerate(hand) if bits >> place & 1] for bits in range(1 << len(hand))]


def is_run(group: list[Card]) -> bool:
    ranks = [int(card.rank) for card in group]
    return len(ranks) >= 3 and sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


def count_set_by_set(kept: list[Card], starter: Card, crib: bool) -> Counter[tuple[str, int, frozenset[Card]]]:
    """Every combination once, three and four of a kind as the three and six pairs that they hold."""
    groups = sets_of([*kept, starter])
    found = [("fifteen", 2, group) for group in groups if sum(min(10, int(card.rank)) for card in group) == 15]
    found += [("pair", 2, group) for group in groups if len(group) == 2 and group[0].rank == group[1].rank]
    runs = [group for group in groups if is_run(group)]
    found += [("run", len(group), group) for group in runs if len(group) == max(map(len, runs))]
    for suit in "CDHS":
        suited = [card for card in kept if card.suit == suit]
        if len(suited) == 4 and starter.suit == suit:
            found.append(("flush", 5, [*kept, starter]))
        elif len(suited) == 4 and not crib:
            found.append(("flush", 4, kept))
    found += [("nobs", 1, [card]) for card in kept if str(card) == f"J{starter.suit}"]
    return Counter((kind, points, frozenset(group)) for kind, points, group in found)


ALIKE = {ReasonKind.PAIR: (2, 2), ReasonKind.THREE_OF_A_KIND: (3, 6), ReasonKind.FOUR_OF_A_KIND: (4, 12)}


@given(five_cards | five_close_cards, st.booleans())
def test_reasons_are_those_found_set_by_set(five, crib):
    *kept, starter = five
    score = score_hand(kept, starter, crib)
    found: Counter[tuple[str, int, frozenset[Card]]] = Counter()
    for reason in score.reasons:
        if reason.kind in ALIKE:
            assert (len(reason.cards), reason.points) == ALIKE[reason.kind]
            found.update(("pair", 2, frozenset(pair)) for pair in combinations(reason.cards, 2))
        else:
            found[reason.kind, reason.points, frozenset(reason.cards)] += 1
    expected = count_set_by_set(kept, starter, crib)
    assert found == expected
    assert score.points == sum(points for _, points, _ in expected.elements())


@given(five_close_cards.flatmap(lambda five: st.tuples(st.just(five), st.permutations(five[:4]))), st.booleans())
def test_the_order_of_the_held_cards_changes_nothing(hands, crib):
    five, shuffled = hands
    assert score_hand(shuffled, five[4], crib) == score_hand(five[:4], five[4], crib)
