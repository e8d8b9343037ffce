"""Each decision of a seat has a name that never comes twice, so that an answer to an old page is recognised."""

from games.engine.legality import decision
from games.engine.moves import Cut, Join
from games.engine.state import CountMode
from tests.engine.scripts import DEALER, PONE, Script

HANDS = ("TC KC 2C 5C", "QD 9D 8D 7D")


def open_decisions(game: Script) -> tuple[str | None, str | None]:
    return decision(game.state, PONE), decision(game.state, DEALER)


def test_both_cut_under_the_same_name_each_for_itself():
    game = Script(first_dealer=None, begun=False)
    assert open_decisions(game) == ("0.cut", None)
    game.do(1, Join())
    assert open_decisions(game) == ("0.cut", "0.cut")
    game.do(1, Cut("ben"))
    assert open_decisions(game) == ("0.cut", None)


def test_one_discard_leaves_the_other_seats_decision_as_it_was():
    game = Script().deal_hands(*HANDS)
    assert open_decisions(game) == ("1.discard", "1.discard")
    game.discard(DEALER)
    assert open_decisions(game) == ("1.discard", None)


def test_each_play_and_each_go_of_a_seat_is_a_decision_of_its_own():
    game = Script().deal(*HANDS, starter="2H")
    names = []
    for word in ("TC", "QD", "KC", "go", "9D", "2C", "8D", "5C", "7D"):
        names.append((word, *open_decisions(game)))
        game.play(word)
    assert names == [
        ("TC", "1.play.0", None),
        ("QD", None, "1.play.0"),
        ("KC", "1.play.1", None),
        ("go", None, "1.play.1"),
        ("9D", None, "1.play.2"),
        ("2C", "1.play.2", None),
        ("8D", None, "1.play.3"),
        ("5C", "1.play.3", None),
        ("7D", None, "1.play.4"),
    ]


def test_claims_and_answers_are_named_by_the_hand_in_turn_and_a_new_deal_begins_anew():
    game = Script(count_mode=CountMode.MUGGINS).to_the_show()
    names = []
    for _hand in range(3):
        names.append(open_decisions(game))
        game.count(0)
        names.append(open_decisions(game))
        game.let_pass()
    assert names == [
        ("1.count.0", None),
        (None, "1.muggins.0"),
        (None, "1.count.1"),
        ("1.muggins.1", None),
        (None, "1.count.2"),
        ("1.muggins.2", None),
    ]
    game.deal(*HANDS, starter="2H")
    assert open_decisions(game) == (None, "2.play.0")
