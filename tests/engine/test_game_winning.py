"""The game stops the instant a score reaches the target: on heels, in the play, or between two hands of the show."""

import pytest

from games.engine.errors import MatchOver, MoveError
from games.engine.game import due
from games.engine.legality import choices, decision, seats_to_move
from games.engine.moves import Count, Discard, Go, Pass, Play, Resign, Show
from games.engine.state import CountMode, Phase, Status
from tests.engine.scripts import DEALER, PONE, Script


def is_all_over(game: Script) -> bool:
    """Nothing is open, nothing due, and every move is refused as one after the end."""
    for seat in (0, 1):
        for move in (Go(), Pass(), Count(0), Discard(game.state.kept[seat][:2]), *map(Play, game.state.hands[seat])):
            with pytest.raises(MatchOver):
                game.do(seat, move)
        with pytest.raises(MatchOver):
            game.do(seat, Resign())
    with pytest.raises(MoveError):
        game.do(None, Show())
    assert [choices(game.state, seat) for seat in (0, 1)] == [(), ()]
    assert [decision(game.state, seat) for seat in (0, 1)] == [None, None]
    return (game.state.status, game.state.phase, seats_to_move(game.state), due(game.state, (True, True))) == (
        Status.FINISHED,
        Phase.OVER,
        (),
        None,
    )


def test_the_dealer_wins_on_his_heels():
    game = Script(scores=(120, 119)).deal_hands(pone="2C 3D 4H TS", dealer="6C 8D 9H QD", starter="JC")
    game.discard(PONE)
    game.discard(DEALER)
    assert game.turn("JC") == [
        "starter JC",
        "1 +2 heels (JC) = 121",
        "end: 1 by target, 120-121, skunk 0",
    ]
    assert is_all_over(game)


def test_his_heels_peg_one_where_one_is_missing():
    game = Script(scores=(60, 120)).deal_hands(pone="2C 3D 4H TS", dealer="6C 8D 9H QD", starter="JC")
    game.discard(PONE)
    game.discard(DEALER)
    assert game.turn("JC")[1:] == ["1 +1 of 2 heels (JC) = 121", "end: 1 by target, 60-121, skunk 2"]


def test_his_heels_short_of_the_target_go_on_to_the_play():
    game = Script(scores=(0, 118)).deal(pone="2C 3D 4H TS", dealer="6C 8D 9H QD", starter="JC")
    assert game.state.scores == (0, 120)
    assert seats_to_move(game.state) == (PONE,)


def test_a_pair_royal_that_wins_is_cut_at_the_target_and_followed_by_the_end_alone():
    game = Script(scores=(118, 50)).deal(pone="7C 7H KC KD", dealer="7D 9S QC QD", starter="2H")
    game.play("7C 7D")
    assert game.play("7H") == [
        "0 plays 7H: 21",
        "0 +3 of 6 three_of_a_kind (7C 7D 7H) = 121",
        "end: 0 by target, 121-52, skunk 2",
    ]
    assert is_all_over(game)


def test_a_run_is_not_told_when_the_fifteen_of_the_same_card_wins():
    game = Script(scores=(119, 100)).deal(pone="4C 5H KC KD", dealer="6D 7S QC QD", starter="2H")
    game.play("4C 6D")
    assert game.play("5H") == [
        "0 plays 5H: 15",
        "0 +2 fifteen (4C 6D 5H) = 121",
        "end: 0 by target, 121-100, skunk 0",
    ]


def test_31_wins_in_the_middle_of_the_play():
    game = Script(scores=(119, 100)).deal(pone="TC KC AC 9C", dealer="QD TD KD JD", starter="2H")
    game.play("TC QD KC go")
    assert game.play("AC") == [
        "0 plays AC: 31",
        "0 +2 thirty_one (TC QD KC AC) = 121",
        "end: 0 by target, 121-100, skunk 0",
    ]
    assert is_all_over(game)


def test_a_go_wins():
    game = Script(scores=(120, 100)).deal(pone="TC KC 2C 5C", dealer="QD 9D 8D 7D", starter="2H")
    game.play("TC QD KC")
    assert game.play("go") == ["1 says go", "0 +1 go (KC) = 121", "end: 0 by target, 121-100, skunk 0"]
    assert is_all_over(game)


def test_the_last_card_wins_and_no_hand_is_counted():
    game = Script(scores=(120, 119)).to_the_show()
    assert [str(event.kind) for event in game.events[-3:]] == ["play", "points", "end"]
    assert game.state.scores == (120, 121)
    assert is_all_over(game)


def test_the_pone_wins_before_the_dealers_hand_is_counted():
    game = Script(scores=(114, 118)).to_the_show()
    assert game.show() == [
        "0 shows hand: 7",
        "0 +2 fifteen (2C 3D TS) = 116",
        "0 +2 fifteen (2C 3D KH) = 118",
        "0 +3 run (2C 3D 4H) = 121",
        "end: 0 by target, 121-120, skunk 0",
    ]
    assert is_all_over(game)


def test_when_both_would_pass_the_target_in_one_show_the_pone_wins():
    game = Script(scores=(120, 118)).to_the_show()
    game.show()
    assert game.state.scores == (121, 120)
    assert game.state.result is not None
    assert game.state.result.winner == PONE


def test_the_hand_that_wins_is_listed_in_full_with_pegged_cut():
    game = Script(scores=(119, 100)).to_the_show()
    assert game.show() == [
        "0 shows hand: 7, pegs 2",
        "0 +2 fifteen (2C 3D TS) = 121",
        "0 +0 of 2 fifteen (2C 3D KH) = 121",
        "0 +0 of 3 run (2C 3D 4H) = 121",
        "end: 0 by target, 121-102, skunk 0",
    ]


def test_the_dealer_wins_with_the_hand_before_the_crib():
    game = Script(scores=(100, 117)).to_the_show()
    assert game.show()[0] == "0 shows hand: 7"
    assert game.show() == [
        "1 shows hand: 2",
        "1 +2 fifteen (6C 9H) = 121",
        "end: 1 by target, 107-121, skunk 0",
    ]
    assert is_all_over(game)


def test_the_dealer_wins_with_the_crib():
    game = Script(scores=(80, 115)).to_the_show()
    game.show()
    game.show()
    told = game.show()
    assert told[0] == "1 shows crib: 21, pegs 2"
    assert told[1:3] == ["1 +2 fifteen (5D JH) = 121", "1 +0 of 2 fifteen (5D KH) = 121"]
    assert told[-1] == "end: 1 by target, 87-121, skunk 1"
    assert is_all_over(game)


def test_a_score_one_short_of_the_target_plays_on():
    game = Script(scores=(113, 100)).to_the_show()
    game.show()
    assert game.state.scores == (120, 102)
    assert due(game.state) is not None


def test_a_game_to_61_ends_at_61():
    game = Script(scores=(58, 40), target=61).to_the_show()
    assert game.show()[-1] == "end: 0 by target, 61-42, skunk 0"


@pytest.mark.parametrize("count_mode", list(CountMode))
def test_the_play_is_counted_by_the_server_however_hands_are_counted(count_mode):
    assert Script(count_mode=count_mode).to_the_show().state.scores == (0, 2)
