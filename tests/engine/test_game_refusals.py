"""What the rules do not allow: each refusal has its own error and its key, and changes nothing."""

import pytest

from games.engine import Card
from games.engine.errors import IllegalMove, MoveError, NotYourTurn
from games.engine.moves import Count, Discard, Go, Move, Pass, Play
from tests.engine.notation import cards
from tests.engine.scripts import DEALER, PONE, Script


def refusal(game: Script, seat: int, move: Move) -> MoveError:
    before = game.state
    with pytest.raises(MoveError) as refused:
        game.do(seat, move)
    assert game.state == before
    return refused.value


def dealt() -> Script:
    return Script().deal_hands("2C 3D 4H TS", "6C 8D 9H QD", crib="5S 5H 5D JH")


@pytest.mark.parametrize("laid", ["", "2C", "2C 3D 4H", "2C 2C 3D", "2C 3D 4H TS 5S 5H"])
def test_a_discard_of_any_other_number_than_two(laid):
    error = refusal(dealt(), PONE, Discard(cards(laid)))
    assert isinstance(error, IllegalMove)
    assert (error.key, error.params) == ("discard_two", {"count": len(laid.split())})


@pytest.mark.parametrize(("laid", "missing"), [("2C 6C", "6C"), ("KS 2C", "KS"), ("6C 8D", "6C")])
def test_a_discard_of_a_card_not_held(laid, missing):
    error = refusal(dealt(), PONE, Discard(cards(laid)))
    assert isinstance(error, IllegalMove)
    assert (error.key, error.params) == ("card_not_held", {"card": missing})


def test_a_discard_of_one_card_twice():
    error = refusal(dealt(), PONE, Discard(cards("2C 2C")))
    assert isinstance(error, IllegalMove)
    assert error.key == "card_twice"


def test_a_second_discard():
    game = dealt()
    game.discard(PONE)
    assert isinstance(refusal(game, PONE, Discard(cards("2C 3D"))), NotYourTurn)


def test_the_two_discards_come_in_any_order_with_cards_in_any_order():
    game = dealt()
    game.do(DEALER, Discard(cards("JH 5D")))
    game.do(PONE, Discard(cards("5H 5S")))
    assert game.state.hands == (cards("2C 3D 4H TS"), cards("6C 8D 9H QD"))
    assert game.state.crib == cards("5H 5S JH 5D")


def test_any_two_of_the_six_may_be_laid_away():
    game = dealt()
    game.do(PONE, Discard(cards("3D 5S")))
    assert game.state.hands[PONE] == cards("2C 4H TS 5H")


def test_a_card_played_while_discarding():
    assert refusal(dealt(), PONE, Play(Card.parse("2C"))).key == "not_now"


def test_a_discard_during_the_play():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    assert refusal(game, PONE, Discard(cards("2C 3D"))).key == "not_now"


def test_a_move_out_of_turn():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    for move in (Play(Card.parse("6C")), Play(Card.parse("2C")), Go()):
        error = refusal(game, DEALER, move)
        assert isinstance(error, NotYourTurn)
        assert error.key == "not_your_turn"


def test_a_card_of_the_opponent_of_the_crib_and_of_nobody():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH", crib="5S 5H 5D JH")
    for card in ("6C", "5S", "5D", "KH", "AS"):
        error = refusal(game, PONE, Play(Card.parse(card)))
        assert isinstance(error, IllegalMove)
        assert (error.key, error.params) == ("card_not_held", {"card": card})


def test_a_card_already_played():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    game.play("TS QD")
    assert refusal(game, PONE, Play(Card.parse("TS"))).key == "card_not_held"


def test_a_card_that_passes_31():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    game.play("TS QD 4H")
    error = refusal(game, DEALER, Play(Card.parse("8D")))
    assert isinstance(error, IllegalMove)
    assert (error.key, error.params) == ("card_passes_31", {"card": "8D", "count": 24})


def test_a_card_that_passes_31_where_only_go_is_left():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    game.play("TS QD 4H 6C")
    assert refusal(game, PONE, Play(Card.parse("2C"))).key == "card_passes_31"
    assert refusal(game, PONE, Play(Card.parse("8D"))).key == "card_not_held"


def test_claims_and_passes_outside_the_show():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="KH")
    for move in (Count(3), Pass()):
        assert refusal(game, PONE, move).key == "not_now"


def test_a_move_between_the_discards_and_the_starter():
    game = dealt()
    game.discard(PONE)
    game.discard(DEALER)
    for seat in (PONE, DEALER):
        assert isinstance(refusal(game, seat, Play(Card.parse("2C"))), NotYourTurn)
