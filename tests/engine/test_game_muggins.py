"""Muggins: the opponent is always asked for what a claim missed, before the true count is shown."""

import pytest

from games.engine.codec import event_to, view_to
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.legality import Choice, choices, decision, seats_to_move
from games.engine.moves import Count, Muggins, Pass
from games.engine.state import CountMode
from games.engine.views import view_for
from tests.engine.scripts import DEALER, PONE, Script


def muggins(scores: tuple[int, int] = (0, 0), last: str = "9H") -> Script:
    """At the show: the play gave the dealer 2; the hands are worth 7 and 2, the crib 21."""
    return Script(scores=scores, count_mode=CountMode.MUGGINS).to_the_show(last=last)


SHOWN_FOR_5 = [
    "0 shows hand: 7, pegs 5",
    "0 +2 fifteen (2C 3D TS) = 2",
    "0 +2 fifteen (2C 3D KH) = 4",
    "0 +1 of 3 run (2C 3D 4H) = 5",
]


@pytest.mark.parametrize("claim", [0, 5, 7])
def test_a_claim_up_to_the_true_value_is_pegged_and_the_opponent_is_asked(claim):
    game = muggins()
    assert game.count(claim) == [f"0 claims {claim} for hand"]
    assert game.state.scores == (claim, 2)
    assert seats_to_move(game.state) == (DEALER,)
    assert choices(game.state, DEALER) == (Choice("muggins", minimum=1, maximum=29), Choice("pass"))
    assert decision(game.state, DEALER) == "1.muggins.0"


def test_a_right_call_pegs_the_shortfall_for_the_opponent():
    game = muggins()
    game.count(5)
    assert game.muggins(2) == ["1 calls muggins 2, right", "1 +2 muggins = 4", *SHOWN_FOR_5]
    assert game.state.scores == (5, 4)


@pytest.mark.parametrize("called", [1, 3, 29])
def test_a_wrong_call_pegs_nothing_and_costs_nothing(called):
    game = muggins()
    game.count(5)
    assert game.muggins(called) == [f"1 calls muggins {called}, wrong", *SHOWN_FOR_5]
    assert game.state.scores == (5, 2)


def test_a_call_on_a_true_claim_is_wrong():
    game = muggins()
    game.count(7)
    assert game.muggins(1)[0] == "1 calls muggins 1, wrong"
    assert game.state.scores == (7, 2)


def test_a_pass_leaves_the_shortfall_unpegged():
    game = muggins()
    game.count(5)
    assert game.let_pass() == ["1 passes", *SHOWN_FOR_5]
    assert game.state.scores == (5, 2)
    assert seats_to_move(game.state) == (DEALER,)


def test_a_claim_above_the_true_value_is_settled_at_once_without_asking():
    game = muggins()
    assert game.count(8)[:2] == ["0 claims 8 for hand", "0 shows hand: 7"]
    assert game.state.scores == (7, 2)
    assert decision(game.state, PONE) is None
    assert decision(game.state, DEALER) == "1.count.1"


def test_a_zero_hand_claimed_as_zero_still_asks():
    game = muggins(last="TH")
    game.count(7)
    game.let_pass()
    assert game.count(0) == ["1 claims 0 for hand"]
    assert seats_to_move(game.state) == (PONE,)
    assert game.let_pass() == ["0 passes", "1 shows hand: 0"]
    assert view_to(view_for(game.state, DEALER))["counting"]["what"] == "crib"


def test_a_wrong_call_on_a_zero_hand_pegs_nothing():
    game = muggins(last="TH")
    game.count(7)
    game.let_pass()
    game.count(0)
    assert game.muggins(1) == ["0 calls muggins 1, wrong", "1 shows hand: 0"]


def test_muggins_can_end_the_game():
    game = muggins(scores=(0, 117))
    game.count(5)
    assert game.muggins(2) == [
        "1 calls muggins 2, right",
        "1 +2 muggins = 121",
        *SHOWN_FOR_5,
        "end: 1 by target, 5-121, skunk 2",
    ]


def test_muggins_that_wins_is_cut_at_the_target():
    game = muggins(scores=(60, 118))
    game.count(5)
    told = game.muggins(2)
    assert told[1] == "1 +1 of 2 muggins = 121"
    assert told[-1] == "end: 1 by target, 65-121, skunk 1"


def test_a_winning_claim_ends_the_game_and_nobody_is_asked():
    game = muggins(scores=(116, 118))
    told = game.count(5)
    assert told[:2] == ["0 claims 5 for hand", "0 shows hand: 7, pegs 5"]
    assert told[-1] == "end: 0 by target, 121-120, skunk 0"
    assert seats_to_move(game.state) == ()


def test_a_claim_one_short_of_the_game_leaves_the_opponent_the_call():
    game = muggins(scores=(114, 118))
    game.count(6)
    assert game.state.scores == (120, 120)
    assert game.muggins(1)[-1] == "end: 1 by target, 120-121, skunk 0"


def test_hands_and_crib_are_each_asked_for_in_order_and_answered_by_the_other():
    game = muggins()
    asked = []
    while seats_to_move(game.state):
        counting = view_for(game.state, None).counting
        assert counting is not None
        asked.append((game.turn_of, counting.what, counting.seat, counting.claimed))
        if counting.claimed is None:
            game.count(2)
        else:
            game.let_pass()
    assert asked == [
        (PONE, "hand", PONE, None),
        (DEALER, "hand", PONE, 2),
        (DEALER, "hand", DEALER, None),
        (PONE, "hand", DEALER, 2),
        (DEALER, "crib", DEALER, None),
        (PONE, "crib", DEALER, 2),
    ]


def test_the_true_count_is_in_no_view_and_no_event_before_the_answer():
    game = muggins()
    told = len(game.events)
    game.count(5)
    assert [event_to(event) for event in game.events[told:]] == [
        {"kind": "claim", "seat": 0, "what": "hand", "points": 5}
    ]
    for viewer in (PONE, DEALER, None):
        view = view_to(view_for(game.state, viewer))
        assert view["counting"] == {"what": "hand", "seat": 0, "cards": ["2C", "3D", "4H", "TS"], "claimed": 5}
    assert view_to(view_for(game.state, DEALER))["legal"] == [
        {"action": "muggins", "min": 1, "max": 29},
        {"action": "pass"},
    ]


def test_what_is_offered_does_not_tell_whether_points_were_missed():
    short, full = muggins(), muggins()
    short.count(5)
    full.count(7)
    assert choices(short.state, DEALER) == choices(full.state, DEALER)


def test_the_owner_does_not_answer_his_own_claim_and_claims_once():
    game = muggins()
    game.count(5)
    for move in (Count(7), Muggins(2), Pass()):
        with pytest.raises(NotYourTurn):
            game.do(PONE, move)


@pytest.mark.parametrize("points", [-1, 0, 30])
def test_calls_are_1_to_29(points):
    game = muggins()
    game.count(5)
    with pytest.raises(IllegalMove) as refused:
        game.do(DEALER, Muggins(points))
    assert refused.value.key == "points_out_of_range"


def test_the_back_peg_stands_where_the_front_peg_stood_before_the_claim():
    game = muggins(scores=(10, 0))
    game.count(5)
    game.let_pass()
    assert (game.state.scores, game.state.back_pegs) == ((15, 2), (10, 1))
