"""Combinations that a learner puts forward are judged by what the hand is worth. Expectations are counted by hand."""

import pytest

from games.engine.school import Verdict, judge, missing, worth
from games.engine.scoring import score_hand

from .notation import cards


def combination(text):
    return frozenset(cards(text))


def verdict(hand, starter, chosen, found=(), crib=False):
    score = score_hand(cards(hand), cards(starter)[0], crib=crib)
    return judge(score, [combination(one) for one in found], combination(chosen))


@pytest.mark.parametrize(
    ("hand", "starter", "chosen"),
    [
        ("5H TD JC 2S", "9C", "5H TD"),  # a fifteen
        ("7H 7S 8C QD", "2C", "7H 7S"),  # a pair
        ("6H 7S 8C QD", "2C", "6H 7S 8C"),  # a run
        ("2H 4H 8H QH", "9C", "2H 4H 8H QH"),  # a flush
        ("JC 2H 4D 8S", "9C", "JC"),  # his nobs
        ("5H 5D 5S JC", "5C", "5H 5D 5S 5C"),  # four of a kind
        ("5H 5D 5S JC", "5C", "5H 5D 5S"),  # fifteen, though it is three of four
    ],
)
def test_what_counts_is_found_once_and_then_taken(hand, starter, chosen):
    assert verdict(hand, starter, chosen) is Verdict.FOUND
    assert verdict(hand, starter, chosen, found=[chosen]) is Verdict.TAKEN


@pytest.mark.parametrize(
    ("hand", "starter", "chosen"),
    [
        ("2H 2D 2S KC", "9C", "2H 2D"),  # two of three of a kind
        ("5H 5D 5S JC", "5C", "5H 5D"),  # two of four
        ("3H 4D 5S 6C", "KC", "3H 4D 5S"),  # three of a run of four
        ("2H 4H 8H QH", "9H", "2H 4H 8H QH"),  # four of a flush of five
    ],
)
def test_a_part_of_what_is_counted_whole_is_told_as_such(hand, starter, chosen):
    assert verdict(hand, starter, chosen) is Verdict.PART


@pytest.mark.parametrize(
    ("hand", "starter", "chosen", "crib"),
    [
        ("5H TD JC 2S", "9C", "TD JC", False),
        ("5H TD JC 2S", "9C", "5H", False),
        ("JH 2H 4D 8S", "9C", "JH", False),  # a jack of another suit than the starter
        ("2H 4H 8H QH", "9C", "2H 4H 8H QH", True),  # four of a suit in the crib
        ("3H 4D 5S 6C", "KC", "3H 4D", False),  # two cards are no run
    ],
)
def test_everything_else_counts_nothing(hand, starter, chosen, crib):
    assert verdict(hand, starter, chosen, crib=crib) is Verdict.NOTHING


def test_the_same_cards_may_be_a_fifteen_and_a_run():
    score = score_hand(cards("4H 5D 6S KC"), cards("QH")[0])
    assert [(one.kind, one.points) for one in worth(score, combination("4H 5D 6S"))] == [("fifteen", 2), ("run", 3)]


def test_what_is_missing_gets_less_until_nothing_is():
    """The best hand: eight fifteens, four of a kind and his nobs are 29."""
    score = score_hand(cards("5H 5D 5S JC"), cards("5C")[0])
    found = []
    assert sum(one.points for one in missing(score, found)) == 29
    for one in score.reasons:
        before = sum(left.points for left in missing(score, found))
        found.append(frozenset(one.cards))
        assert sum(left.points for left in missing(score, found)) == before - one.points
    assert missing(score, found) == ()
