"""Go, last card, and who plays next."""

import pytest

from games.engine.errors import IllegalMove
from games.engine.game import due
from games.engine.legality import choices, seats_to_move
from games.engine.state import Phase
from tests.engine.scripts import DEALER, PONE, Script

TENS_AND_AN_ACE = {"pone": "TC KC AC 9C", "dealer": "QD TD KD JD", "starter": "2H"}


def test_a_go_pegs_one_for_the_player_of_the_last_card():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    assert game.play("TC QD KC") == ["0 plays TC: 10", "1 plays QD: 20", "0 plays KC: 30"]
    assert game.play("go") == ["1 says go", "0 +1 go (KC) = 1"]


def test_the_last_card_pegs_one():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 6D", starter="2H")
    game.play("TC QD KC go 9D 2C 8D 5C")
    assert game.play("6D") == ["1 plays 6D: 30", "1 +1 last_card (6D) = 1"]
    assert game.state.phase is Phase.COUNT


def test_a_last_card_that_makes_31_is_paid_two_and_no_more():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("TC QD KC go 9D 2C 8D 5C")
    assert game.play("7D") == ["1 plays 7D: 31", "1 +2 thirty_one (9D 2C 8D 5C 7D) = 2"]
    assert game.state.scores == (1, 2)
    assert game.state.phase is Phase.COUNT


def test_31_after_a_go_is_paid_two_and_no_go():
    game = Script().deal(**TENS_AND_AN_ACE)
    assert game.play("TC QD KC go AC")[3:] == [
        "1 says go",
        "0 plays AC: 31",
        "0 +2 thirty_one (TC QD KC AC) = 2",
    ]
    assert game.state.scores == (2, 0)


def test_31_by_the_dealer_ends_the_count_and_the_pone_leads():
    game = Script().deal(pone="7C 8H KC KD", dealer="9D 7S QC QD", starter="2H")
    game.play("7C 9D 8H 7S")
    assert (game.state.count, game.state.pile, seats_to_move(game.state)) == (0, (), (PONE,))


def test_31_by_the_pone_ends_the_count_and_the_dealer_leads():
    game = Script().deal(**TENS_AND_AN_ACE)
    game.play("TC QD KC go AC")
    assert (game.state.count, game.state.pile, seats_to_move(game.state)) == (0, (), (DEALER,))


def test_after_a_go_the_player_who_did_not_lay_the_last_card_leads():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("TC QD KC go")
    assert (game.state.count, seats_to_move(game.state)) == (0, (DEALER,))


def test_the_other_leads_after_a_go_when_the_leaders_hand_is_empty():
    game = Script().deal(**TENS_AND_AN_ACE)
    game.play("TC QD KC go AC TD 9C")
    # The pone is out of cards; the dealer's last card of this count ends it, and the dealer leads again.
    assert game.play("KD") == ["1 plays KD: 29", "1 +1 go (KD) = 1"]
    assert (game.state.count, seats_to_move(game.state)) == (0, (DEALER,))


def test_a_player_out_of_cards_says_nothing_while_the_other_plays_on_alone():
    game = Script().deal(pone="KC 5C 4C 2C", dealer="TD QD 8D 9D", starter="2H")
    game.play("KC TD 5C go 4C 2C")
    assert game.state.hands[PONE] == ()
    assert game.play("QD 8D 9D") == [
        "1 plays QD: 10",
        "1 plays 8D: 18",
        "1 plays 9D: 27",
        "1 +1 last_card (9D) = 1",
    ]


def test_a_player_plays_several_counts_alone():
    game = Script().deal(**TENS_AND_AN_ACE)
    game.play("TC QD KC go AC TD 9C")
    assert game.play("KD JD") == [
        "1 plays KD: 29",
        "1 +1 go (KD) = 1",
        "1 plays JD: 10",
        "1 +1 last_card (JD) = 2",
    ]


def test_the_player_of_the_last_card_never_says_go():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("TC QD KC")
    assert seats_to_move(game.state) == (DEALER,)
    # The pone, at 30 with 2 and 5 in hand, is not asked: the count ends with the dealer's go.
    assert game.play("go") == ["1 says go", "0 +1 go (KC) = 1"]


def test_who_said_go_is_not_asked_again_in_that_count():
    game = Script().deal(pone="KC 2C 3C 4C", dealer="QD QH QS KD", starter="2H")
    game.play("KC QD 2C go")
    for card in ("3C", "4C"):
        assert seats_to_move(game.state) == (PONE,)
        game.play(card)
    assert (game.state.count, seats_to_move(game.state)) == (0, (DEALER,))


def test_a_go_counts_for_its_own_count_only():
    game = Script().deal(pone="KC KD 9C 8C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("KC QD KD go 9D 9C")
    assert seats_to_move(game.state) == (DEALER,)
    assert game.play("8D go") == ["1 plays 8D: 26", "0 says go", "1 +1 go (8D) = 1"]


def test_the_pone_says_go_to_the_dealer():
    game = Script().deal(pone="QC KC 8C 9C", dealer="KD TD JD 2D", starter="2H")
    game.play("KC KD 8C 2D")
    assert seats_to_move(game.state) == (PONE,)
    assert game.play("go") == ["0 says go", "1 +1 go (2D) = 3"]
    assert seats_to_move(game.state) == (PONE,)


@pytest.mark.parametrize("hand", ["2C 5C 6C 7C", "AC QC QH QS"], ids=["all fit", "one fits"])
def test_a_player_with_a_fitting_card_may_not_say_go(hand):
    game = Script().deal(pone="TC KC 9C 8C", dealer=hand, starter="2H")
    game.play("TC")
    with pytest.raises(IllegalMove) as refused:
        game.play("go")
    assert refused.value.key == "go_while_a_card_fits"


def test_go_is_the_only_choice_when_no_card_fits():
    game = Script().deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("TC QD KC")
    assert [choice.action for choice in choices(game.state, DEALER)] == ["go"]
    assert choices(game.state, PONE) == ()


def test_the_play_ends_when_both_hands_are_empty_and_the_server_counts():
    game = Script().to_the_show()
    assert game.state.phase is Phase.COUNT
    assert game.state.scores == (0, 2)
    assert seats_to_move(game.state) == ()
    assert due(game.state) is not None
