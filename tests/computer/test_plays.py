"""Which card the club player plays, and what it takes the others to invite."""

from dataclasses import replace
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from games.analysis.play import invited, points_alone, points_of_last, weigh_plays
from games.analysis.sight import Unseen, unseen_by
from games.engine import DECK, Card, Rank, score_play
from tests.computer.positions import ME, view_in_play


def best_play(hand: str, opponent: str, laid: str = "") -> Card:
    return weigh_plays(view_in_play(hand, opponent, laid))[0].card


@pytest.mark.parametrize(
    ("hand", "laid", "expected"),
    [
        ("5H AC JC KH", "TC", "5H"),
        ("8H 9C 2S", "8C", "8H"),
        ("7H 4C AS", "8C 3D", "4C"),
        ("6C AH 2C", "TD 9S TC", "2C"),
        ("9H 2C", "7C 8D", "9H"),
    ],
    ids=["fifteen", "pair", "fifteen with small cards", "thirty-one", "run"],
)
def test_points_on_the_table_are_taken(hand: str, laid: str, expected: str) -> None:
    assert best_play(hand, "3S 6S QS QC", laid) == Card.parse(expected)


def test_a_five_is_the_last_card_to_lead() -> None:
    for hand in ("5H JC KH 9S", "5H 4C 3H AS", "5H 7C 8D QS"):
        assert weigh_plays(view_in_play(hand, "2C 7H QS QC"))[-1].card == Card.parse("5H")


def test_a_low_pair_is_led_since_who_pairs_it_is_answered_with_three_of_a_kind() -> None:
    assert best_play("4H 4C TD KS", "2C 7H QS QC").rank is Rank.FOUR
    assert best_play("7H 7C 2D KS", "3C 8H QS QC").rank is Rank.SEVEN


def test_a_count_of_twenty_one_is_left_to_no_opponent_where_another_count_does() -> None:
    weighed = {str(play.card): play for play in weigh_plays(view_in_play("5H 4S", "2C QS", "9C 7D"))}

    assert weighed["5H"].points == weighed["4S"].points == 0
    assert weighed["5H"].invites > weighed["4S"].invites


def test_three_of_a_kind_is_risked_less_when_the_fourth_card_is_gone() -> None:
    seen, unseen = ("8D 8S 2C", "8C"), ("8D KS 2C", "8C")
    pairing = [
        next(play for play in weigh_plays(view_in_play(hand, "3S 6S QS", laid)) if play.card == Card.parse("8D"))
        for hand, laid in (seen, unseen)
    ]

    assert pairing[0].invites < pairing[1].invites


def test_after_a_go_all_that_can_be_pegged_alone_is_counted() -> None:
    # Alone from 24: the five and the two make 31; after the six neither fits.
    weighed = weigh_plays(view_in_play("6D 5S 2C", "KC QS", "TC TD 4S", last=ME))

    assert [(str(play.card), play.worth) for play in weighed] == [("5S", 2), ("2C", 2), ("6D", 1)]


def test_alone_with_small_cards_the_order_that_pegs_most_is_found() -> None:
    # From 2 the third ace makes 6 points; 3, 4 and 5 then make fifteen and a run, 5; the last card 1.
    assert points_alone((1, 1), (3, 4, 5, 1)) == 12
    # From 29 the second ace makes 31 and a pair.
    assert points_alone((10, 10, 9), (1, 1)) == 4
    assert points_alone((10, 10), ()) == 1


def test_an_opponent_who_said_go_is_known_to_hold_no_card_that_fits() -> None:
    unseen = unseen_by(view_in_play("6D 5S 2C", "KC QS", "TC TD 4S", last=ME))

    # At 24 that leaves eights and more; two tens are laid and a king is turned up.
    assert unseen.held == 2
    assert unseen.of_rank == (0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 2, 4, 4, 3)


def test_unseen_are_the_cards_neither_held_nor_laid_nor_turned_up() -> None:
    unseen = unseen_by(view_in_play("6D 9D 5S", "2C QS 3H", "TC TD"))

    assert unseen.held == 3
    assert unseen.of_rank == (0, 4, 4, 4, 4, 3, 3, 4, 4, 3, 2, 4, 4, 3)  # from a place for no rank to the kings


def test_what_a_card_invites_is_the_mean_over_all_hands_that_the_opponent_may_hold() -> None:
    dice = Random(31)
    for _ in range(12):
        pile, rest, held = position(dice)
        left = [card for card in DECK if card not in {*pile, *rest}]
        of_rank = tuple(sum(card.rank == rank for card in left) for rank in range(14))
        by_rank = [tuple(int(card.rank) for card in group) for group in (pile, rest)]
        mean = fmean(opponents_gain(pile, rest, hand) for hand in combinations(left, held))

        assert invited(*by_rank, Unseen(of_rank, held)) == pytest.approx(mean)


def position(dice: Random) -> tuple[list[Card], list[Card], int]:
    """A pile of one to four cards up to 31, as many as two cards of mine, and one or two of the opponent's."""
    drawn = dice.sample(DECK, 6)
    pile = drawn[: dice.randint(1, 4)]
    while sum(card.value for card in pile) >= 31:
        pile.pop()
    return pile, drawn[4 : 4 + dice.randint(0, 2)], dice.randint(1, 2)


def opponents_gain(pile: list[Card], rest: list[Card], hand: tuple[Card, ...]) -> float:
    """What the opponent pegs with the best of a known hand, less my best answer; the mean where several are best."""
    replies = [[*pile, card] for card in hand if fits(pile, card)]
    if not replies:
        return -pegged_alone(pile, rest)
    most = max(score_play(reply).points for reply in replies)
    return fmean(most - answer(reply, rest) for reply in replies if score_play(reply).points == most)


def answer(pile: list[Card], rest: list[Card]) -> int:
    if sum(card.value for card in pile) == 31:
        return 0
    return max((score_play([*pile, card]).points for card in rest if fits(pile, card)), default=-1)


def pegged_alone(pile: list[Card], rest: list[Card]) -> int:
    if sum(card.value for card in pile) == 31:
        return 0
    ways = [
        score_play([*pile, card]).points + pegged_alone([*pile, card], [other for other in rest if other != card])
        for card in rest
        if fits(pile, card)
    ]
    return max(ways, default=1)


def fits(pile: list[Card], card: Card) -> bool:
    return sum(laid.value for laid in pile) + card.value <= 31


def test_the_points_of_a_last_card_by_rank_are_those_of_the_explaining_count() -> None:
    dice = Random(15)
    for _ in range(4000):
        pile: list[Card] = []
        # Few ranks, so that pairs and runs come often.
        for card in dice.sample([card for card in DECK if card.rank <= dice.choice((4, 7, 13))], 8):
            if not fits(pile, card):
                break
            pile.append(card)
            assert points_of_last(tuple(int(laid.rank) for laid in pile)) == score_play(pile).points


def test_a_watcher_has_nothing_to_weigh() -> None:
    view = replace(view_in_play("6D 9D 5S", "2C QS 3H"), you=None)

    with pytest.raises(ValueError, match="watcher"):
        weigh_plays(view)
