"""The easy player's weaknesses are a person's: it overlooks, it does not plan, and it does nothing odd."""

from collections import Counter
from random import Random

import pytest

from games import computer
from games.engine import Card
from tests.computer.positions import view_in_play, view_to_discard
from tests.engine.notation import cards

TIMES = 300


def plays(hand: str, laid: str) -> Counter[str]:
    view = view_in_play(hand, "3S 6S QS QC", laid)
    return Counter(str(computer.choose("easy", view, Random(seed)).card) for seed in range(TIMES))


def discards(hand: str, own_crib: bool) -> Counter[frozenset[Card]]:
    view = view_to_discard(hand, own_crib)
    return Counter(frozenset(computer.choose("easy", view, Random(seed)).cards) for seed in range(TIMES))


@pytest.mark.parametrize(
    ("hand", "laid", "scoring", "highest"),
    [("5H 3D 2C KH", "9C AD", "5H", "KH"), ("9H TC 2C", "7C 8D", "9H", "TC")],
    ids=["fifteen", "run"],
)
def test_it_mostly_takes_a_fifteen_or_a_run_but_overlooks_it_at_times(hand, laid, scoring, highest) -> None:
    played = plays(hand, laid)

    assert TIMES * 0.6 < played[scoring] < TIMES * 0.95
    assert played[scoring] + played[highest] == TIMES


def test_with_nothing_to_take_it_parts_with_its_highest_card() -> None:
    assert plays("9H 2C AC", "8C 3D") == {"9H": TIMES}
    assert plays("5H JC 3H 4S", "") == {"JC": TIMES}


def test_it_mostly_keeps_the_combinations_that_it_holds() -> None:
    kept_back = discards("5C 5D 5H JS 2C 8D", own_crib=False)

    assert kept_back[frozenset(cards("2C 8D"))] > TIMES * 0.6
    assert not any(len(laid_away & set(cards("5C 5D 5H"))) == 2 for laid_away in kept_back)


def test_it_gives_a_pair_to_its_own_crib_and_not_to_the_opponents() -> None:
    hand = "9C 9D TH JS QC 2D"

    assert discards(hand, own_crib=True)[frozenset(cards("9C 9D"))] > TIMES / 2
    assert discards(hand, own_crib=False)[frozenset(cards("9C 9D"))] < TIMES / 10


def test_it_has_no_eye_for_the_starter_or_the_crib() -> None:
    # Nothing pegs in this hand; club keeps the cards that a starter may join.
    assert all(card.value == 10 for laid_away in discards("2C 4D 8H TC QD KS", own_crib=True) for card in laid_away)
