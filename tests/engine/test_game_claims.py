"""Manual counting: the owner claims a number for each hand and crib."""

import pytest

from games.engine.codec import view_to
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.game import due
from games.engine.legality import Choice, choices, decision, seats_to_move
from games.engine.moves import Count, Muggins, Pass, Show
from games.engine.state import CountMode, Phase
from games.engine.views import view_for
from tests.engine.scripts import DEALER, PONE, Script


def manual(scores: tuple[int, int] = (0, 0), last: str = "9H") -> Script:
    """At the show: the play gave the dealer 2; the hands are worth 7 and 2, the crib 21."""
    return Script(scores=scores, count_mode=CountMode.MANUAL).to_the_show(last=last)


def test_a_claim_below_the_true_value_pegs_the_claim_and_the_true_count_is_shown():
    game = manual()
    assert game.count(5) == [
        "0 claims 5 for hand",
        "0 shows hand: 7, pegs 5",
        "0 +2 fifteen (2C 3D TS) = 2",
        "0 +2 fifteen (2C 3D KH) = 4",
        "0 +1 of 3 run (2C 3D 4H) = 5",
    ]
    assert game.state.scores == (5, 2)


def test_a_claim_of_the_true_value_pegs_it():
    game = manual()
    assert game.count(7) == [
        "0 claims 7 for hand",
        "0 shows hand: 7",
        "0 +2 fifteen (2C 3D TS) = 2",
        "0 +2 fifteen (2C 3D KH) = 4",
        "0 +3 run (2C 3D 4H) = 7",
    ]


@pytest.mark.parametrize("claim", [8, 29])
def test_a_claim_above_the_true_value_pegs_the_true_value(claim):
    game = manual()
    assert game.count(claim)[:2] == [f"0 claims {claim} for hand", "0 shows hand: 7"]
    assert game.state.scores == (7, 2)


def test_a_claim_of_nothing_pegs_nothing_and_still_shows_the_hand():
    game = manual()
    assert game.count(0)[:2] == ["0 claims 0 for hand", "0 shows hand: 7, pegs 0"]
    assert game.state.scores == (0, 2)
    assert seats_to_move(game.state) == (DEALER,)


def test_the_server_asks_for_the_pones_hand_then_the_dealers_then_the_crib():
    game = manual()
    asked = []
    while seats_to_move(game.state):
        counting = view_for(game.state, None).counting
        assert counting is not None
        asked.append((game.turn_of, counting.what, counting.seat, decision(game.state, game.turn_of)))
        game.count(1)
    assert asked == [
        (PONE, "hand", PONE, "1.count.0"),
        (DEALER, "hand", DEALER, "1.count.1"),
        (DEALER, "crib", DEALER, "1.count.2"),
    ]
    assert game.state.scores == (1, 4)


def test_a_zero_hand_is_still_asked_for():
    game = manual(last="TH")
    game.count(7)
    assert choices(game.state, DEALER) == (Choice("count", minimum=0, maximum=29),)
    assert game.count(0) == ["1 claims 0 for hand", "1 shows hand: 0"]
    assert view_to(view_for(game.state, DEALER))["counting"]["what"] == "crib"


def test_points_claimed_above_a_zero_hand_peg_nothing():
    game = manual(last="TH")
    game.count(7)
    assert game.count(4) == ["1 claims 4 for hand", "1 shows hand: 0"]
    assert game.state.scores == (7, 2)


def test_a_winning_claim_ends_the_game_before_the_next_hand():
    game = manual(scores=(114, 118))
    assert game.count(7)[-1] == "end: 0 by target, 121-120, skunk 0"
    assert game.state.phase is Phase.OVER


def test_a_claim_that_wins_is_cut_at_the_target():
    game = manual(scores=(118, 118))
    assert game.count(5) == [
        "0 claims 5 for hand",
        "0 shows hand: 7, pegs 3",
        "0 +2 fifteen (2C 3D TS) = 120",
        "0 +1 of 2 fifteen (2C 3D KH) = 121",
        "0 +0 of 3 run (2C 3D 4H) = 121",
        "end: 0 by target, 121-120, skunk 0",
    ]


def test_too_low_a_claim_does_not_win_what_the_hand_was_worth():
    game = manual(scores=(114, 0))
    game.count(6)
    assert game.state.scores == (120, 2)
    assert game.state.result is None


@pytest.mark.parametrize("points", [-1, 30, 100])
def test_claims_are_0_to_29(points):
    game = manual()
    with pytest.raises(IllegalMove) as refused:
        game.do(PONE, Count(points))
    assert (refused.value.key, refused.value.params) == ("points_out_of_range", {"most": 29})


def test_only_the_owner_claims_and_nobody_calls_muggins():
    game = manual()
    for move in (Count(7), Muggins(1), Pass()):
        with pytest.raises(NotYourTurn):
            game.do(DEALER, move)
    for move in (Muggins(1), Pass()):
        with pytest.raises(IllegalMove) as refused:
            game.do(PONE, move)
        assert refused.value.key == "not_now"


def test_the_server_counts_nothing_of_itself():
    game = manual()
    assert due(game.state) is None
    with pytest.raises(IllegalMove):
        game.do(None, Show())


def test_nobody_claims_where_the_server_counts():
    game = Script().to_the_show()
    for seat in (PONE, DEALER):
        assert choices(game.state, seat) == ()
        with pytest.raises(NotYourTurn):
            game.do(seat, Count(7))


def test_the_true_count_is_in_no_view_before_it_is_settled():
    views = [view_to(view_for(manual().state, viewer)) for viewer in (PONE, DEALER, None)]
    for view in views:
        assert view["counting"] == {"what": "hand", "seat": 0, "cards": ["2C", "3D", "4H", "TS"], "claimed": None}
    assert [view["legal"] for view in views] == [[{"action": "count", "min": 0, "max": 29}], [], []]


def test_the_next_hand_opens_only_when_this_one_is_settled():
    game = manual()
    assert view_to(view_for(game.state, PONE))["seats"][DEALER]["hand"] is None
    game.count(7)
    assert view_to(view_for(game.state, PONE))["seats"][DEALER]["hand"] == ["6C", "8D", "9H", "QD"]
    assert view_to(view_for(game.state, PONE))["crib"] is None
    game.count(2)
    assert view_to(view_for(game.state, PONE))["crib"] == ["5S", "5H", "5D", "JH"]
