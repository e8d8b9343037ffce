"""The show within a game: what is counted, in which order, and that a crib is counted as a crib."""

from games.engine.codec import view_to
from games.engine.state import CountMode
from games.engine.views import view_for
from tests.engine.notation import cards
from tests.engine.scripts import Script


def test_the_pones_hand_is_counted_then_the_dealers_then_the_crib():
    game = Script().to_the_show()
    assert [game.show()[0] for _hand in range(3)] == ["0 shows hand: 7", "1 shows hand: 2", "1 shows crib: 21"]
    assert game.state.scores == (7, 25)


def test_the_same_with_the_seats_exchanged():
    game = Script(first_dealer=0).to_the_show()
    assert [game.show()[0] for _hand in range(3)] == ["1 shows hand: 7", "0 shows hand: 2", "0 shows crib: 21"]
    assert game.state.scores == (25, 7)


def test_a_crib_of_four_in_one_suit_is_no_flush():
    game = Script().to_the_show(crib="2S 4S 6S 8S")
    game.show()
    game.show()
    assert game.show() == ["1 shows crib: 0"]


def test_a_hand_of_four_in_one_suit_is_a_flush():
    game = Script().deal("2S 4S 6S 8S", "9C TD QH KD", starter="KH")
    game.play("8S TD 6S go 4S 2S QH KD 9C")
    # Even cards make no fifteen, and no two of these are next to each other.
    assert game.show()[:1] == ["0 shows hand: 4"]
    assert game.events[-1].reason == "flush"


def test_the_jack_turned_up_is_no_nobs_in_any_hand():
    game = Script().deal("2C 3D 4H TS", "6C 8D 9H QD", starter="JC", crib="AS AH JD JH")
    assert game.state.scores == (0, 2)
    game.play("TS QD 4H 6C go 3D 8D 2C 9H")
    told = [line for _hand in range(3) for line in game.show()]
    assert not [line for line in told if "nobs" in line]


def test_the_crib_is_the_pones_discards_and_then_the_dealers():
    for first_dealer, discards in (
        (1, [["5S", "5H"], ["5D", "JH"]]),
        (0, [["5D", "JH"], ["5S", "5H"]]),
    ):
        game = Script(first_dealer=first_dealer, count_mode=CountMode.MANUAL).to_the_show()
        game.count(7)
        game.count(2)
        view = view_to(view_for(game.state, None))
        assert view["counting"]["cards"] == view["crib"] == ["5S", "5H", "5D", "JH"]
        game.count(21)
        (crib,) = [event for event in game.events if getattr(event, "what", "") == "crib" and event.kind == "show"]
        assert crib.cards == cards("5S 5H 5D JH")
        assert [[str(card) for card in away] for away in crib.discards] == discards
