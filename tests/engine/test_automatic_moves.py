"""Moves that the server makes: what is due, and when it plays for somebody who has no choice."""

from games.engine import DECK, Card
from games.engine.game import Due, due, server_record
from games.engine.moves import Go, Play, Record
from games.engine.state import CountMode
from tests.engine.scripts import Script

HANDS = {"pone": "TC KC 2C 5C", "dealer": "QD 9D 8D 7D", "starter": "2H"}


def dues_of_a_deal(game: Script) -> list[Due]:
    dues = []
    while game.state.deal < 2 and (step := due(game.state)) is not None:
        dues.append(step)
        record = server_record(game.state, step, DECK)
        game.do(record.seat, record.act)
    return dues


def test_the_server_turns_the_starter_once_both_have_discarded():
    game = Script().deal_hands(**HANDS)
    assert due(game.state) is None
    game.discard(0)
    assert due(game.state) is None
    game.discard(1)
    assert due(game.state) is Due.STARTER


def test_the_server_counts_three_times_and_deals_again():
    assert dues_of_a_deal(Script().to_the_show()) == [Due.SHOW, Due.SHOW, Due.SHOW, Due.DEAL]


def test_after_the_claims_the_server_deals_again():
    game = Script(count_mode=CountMode.MANUAL).to_the_show()
    for _hand in range(3):
        assert due(game.state) is None
        game.count(0)
    assert due(game.state) is Due.DEAL


def test_a_go_is_the_players_own_unless_the_table_or_the_player_lets_it_be_said():
    game = Script().deal(**HANDS)
    game.play("TC QD KC")
    assert due(game.state) is None
    assert due(game.state, says_go=(True, False)) is None
    assert due(game.state, says_go=(False, True)) is Due.GO
    assert server_record(game.state, Due.GO, ()) == Record(1, Go())

    game = Script(automatic_moves=True).deal(**HANDS)
    game.play("TC QD KC")
    assert due(game.state) is Due.GO


def test_a_player_with_a_fitting_card_is_never_played_for_unless_it_is_the_last_in_hand():
    game = Script(automatic_moves=True).deal(**HANDS)
    for card in ("TC", "QD", "KC"):
        assert due(game.state, says_go=(True, True)) is None
        game.play(card)
    game.play("go 9D 2C 8D")
    assert due(game.state) is Due.LAST_CARD
    assert server_record(game.state, Due.LAST_CARD, ()) == Record(0, Play(Card.parse("5C")))


def test_the_last_card_is_the_players_own_where_the_table_does_not_play_it():
    game = Script().deal(**HANDS)
    game.play("TC QD KC go 9D 2C 8D")
    assert due(game.state, says_go=(True, True)) is None


def test_a_last_card_that_does_not_fit_is_a_go():
    game = Script(automatic_moves=True).deal(pone="QC KC 8C TC", dealer="KD TD JD AD", starter="2H")
    game.play("QC KD 8C AD")
    assert due(game.state) is Due.GO
    game.play("go TC JD KC")
    # The dealer's last card, TD, would make 40.
    assert game.state.hands[1] == (Card.parse("TD"),)
    assert due(game.state) is Due.GO
    assert server_record(game.state, Due.GO, ()) == Record(1, Go())
