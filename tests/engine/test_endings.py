"""Ends otherwise than at the target: by whom, when they may come, and what is recorded."""

import pytest

from games.engine.errors import IllegalMove, MatchOver, MoveError
from games.engine.game import due
from games.engine.legality import seats_to_move
from games.engine.moves import (
    Abandon,
    Abort,
    Act,
    Agree,
    Annul,
    CallOff,
    Cancel,
    Cut,
    Ending,
    Expire,
    Join,
    Resign,
    Time,
)
from games.engine.state import CountMode, Phase, Status
from tests.engine.scripts import DEALER, PONE, Script

HANDS = {"pone": "2C 3D 4H TS", "dealer": "6C 8D 9H QD", "starter": "KH"}


def dealt() -> Script:
    return Script().deal_hands(**HANDS)


def in_the_play() -> Script:
    return Script().deal(**HANDS)


def second_deal() -> Script:
    """Up to the discards of the second deal, 7 to 25."""
    game = Script().to_the_show()
    for _hand in range(3):
        game.show()
    return game.deal_hands(**HANDS)


def open_match() -> Script:
    return Script(begun=False)


# Resignation, time, abandonment


@pytest.mark.parametrize(
    ("act", "kind", "reason"),
    [(Resign(), "resign", "resignation"), (Time(), "time", "time"), (Abandon(), "abandonment", "abandonment")],
)
@pytest.mark.parametrize("loser", [PONE, DEALER])
def test_who_leaves_loses_and_the_reason_is_recorded(act, kind, reason, loser):
    game = in_the_play()
    told = game.do(loser, act)
    assert told == [f"{loser} {kind}", f"end: {1 - loser} by {reason}, 0-0, skunk 0"]
    assert (game.state.status, game.state.phase, game.state.to_play) == (Status.FINISHED, Phase.OVER, None)
    assert seats_to_move(game.state) == ()
    assert due(game.state) is None


def test_a_player_may_resign_when_the_other_is_to_play_and_before_the_first_deal():
    game = in_the_play()
    assert seats_to_move(game.state) == (PONE,)
    assert game.do(DEALER, Resign())[-1] == "end: 0 by resignation, 0-0, skunk 0"
    assert Script().do(PONE, Resign())[-1] == "end: 1 by resignation, 0-0, skunk 0"


def test_points_claimed_and_not_yet_answered_stand_when_the_game_ends():
    game = Script(count_mode=CountMode.MUGGINS).to_the_show()
    game.count(5)
    assert game.do(DEALER, Resign())[-1] == "end: 0 by resignation, 5-2, skunk 0"


# A player who is gone


@pytest.mark.parametrize("discarded", [(), (PONE,), (DEALER,)])
@pytest.mark.parametrize("gone", [PONE, DEALER])
def test_a_player_gone_before_both_first_discards_loses_nothing(discarded, gone):
    game = dealt()
    for seat in discarded:
        game.discard(seat)
    assert game.do(gone, Abandon()) == [f"{gone} abandonment", "end: None by abandonment, 0-0, skunk 0"]
    assert game.state.status is Status.ABORTED
    assert Script().do(gone, Abandon())[-1] == "end: None by abandonment, 0-0, skunk 0"


def test_before_the_discards_of_the_second_deal_a_player_gone_has_lost():
    assert second_deal().do(PONE, Abandon()) == [f"{PONE} abandonment", f"end: {DEALER} by abandonment, 7-25, skunk 0"]


@pytest.mark.parametrize("begin", [Script, dealt, in_the_play, second_deal])
@pytest.mark.parametrize("gone", [PONE, DEALER])
def test_a_game_that_is_called_off_against_a_player_gone_has_no_winner(begin, gone):
    game = begin()
    scores = "7-25" if begin is second_deal else "0-0"
    assert game.do(gone, CallOff()) == [f"{gone} call_off", f"end: None by abandonment, {scores}, skunk 0"]
    assert game.state.status is Status.ABORTED


# Abort


def test_a_seat_may_abort_before_its_own_first_discard():
    for game in (Script(), dealt()):
        for seat in (PONE, DEALER):
            again = Script() if game.state.deal == 0 else dealt()
            assert again.do(seat, Abort()) == [f"{seat} abort", "end: None by abort, 0-0, skunk 0"]
            assert again.state.status is Status.ABORTED


def test_a_seat_may_abort_when_only_the_other_has_discarded():
    game = dealt()
    game.discard(DEALER)
    game.do(PONE, Abort())
    assert game.state.status is Status.ABORTED


def refused_abort(game: Script, seat: int) -> bool:
    with pytest.raises(IllegalMove) as refused:
        game.do(seat, Abort())
    return refused.value.key == "too_late_to_abort"


def test_a_seat_may_not_abort_after_its_own_first_discard():
    game = dealt()
    game.discard(PONE)
    assert refused_abort(game, PONE)
    assert refused_abort(in_the_play(), DEALER)


def test_a_seat_may_not_abort_before_a_later_discard():
    assert refused_abort(second_deal(), PONE)
    assert refused_abort(second_deal(), DEALER)


# Time


@pytest.mark.parametrize("discarded", [(), (PONE,), (DEALER,)])
@pytest.mark.parametrize("late", [PONE, DEALER])
def test_time_over_before_both_first_discards_aborts_without_a_winner(discarded, late):
    game = dealt()
    for seat in discarded:
        game.discard(seat)
    assert game.do(late, Time()) == [f"{late} time", "end: None by time, 0-0, skunk 0"]
    assert game.state.status is Status.ABORTED


def test_time_over_before_the_first_deal_aborts_without_a_winner():
    game = Script()
    assert game.do(PONE, Time())[-1] == "end: None by time, 0-0, skunk 0"


def test_time_over_after_both_first_discards_loses():
    game = dealt()
    game.discard(PONE)
    game.discard(DEALER)
    assert game.do(PONE, Time())[-1] == "end: 1 by time, 0-0, skunk 0"


def test_time_over_before_a_later_discard_loses():
    assert second_deal().do(PONE, Time())[-1] == "end: 1 by time, 7-25, skunk 0"


def test_equal_deadlines_abort_without_a_winner():
    game = second_deal()
    assert game.do(None, Time()) == ["None time", "end: None by time, 7-25, skunk 0"]
    assert game.state.status is Status.ABORTED


# Agreement


def test_agreement_needs_both():
    game = in_the_play()
    assert game.do(PONE, Agree()) == ["0 agreement"]
    assert game.state.agreed == (True, False)
    assert seats_to_move(game.state) == (PONE,)
    assert game.do(DEALER, Agree()) == ["1 agreement", "end: None by agreement, 0-0, skunk 0"]
    assert game.state.status is Status.ABORTED


def test_one_seat_agreeing_twice_is_no_agreement():
    game = in_the_play()
    game.do(PONE, Agree())
    game.do(PONE, Agree())
    assert game.state.result is None


def test_a_move_in_between_takes_the_offer_back():
    game = in_the_play()
    game.do(PONE, Agree())
    game.play("TS")
    assert game.state.agreed == (False, False)
    game.do(DEALER, Agree())
    assert game.state.result is None
    game.play("QD")
    assert game.state.agreed == (False, False)


# Annulment, cancelling, expiry


def test_an_annulled_match_counts_for_nothing():
    game = second_deal()
    assert game.do(None, Annul("two accounts of one player")) == [
        "None annulled",
        "end: None by annulled, 7-25, skunk 0",
    ]
    assert game.state.status is Status.ANNULLED


@pytest.mark.parametrize("seat", [0, 1], ids=["taken back", "declined"])
def test_an_open_match_can_be_taken_back_or_declined(seat):
    game = open_match()
    assert game.do(seat, Cancel())[0] == f"{seat} cancel"
    assert game.state.status is Status.CANCELLED
    assert_is_closed(game)


def test_an_open_match_expires_also_when_its_creator_has_cut():
    game = open_match()
    game.do(0, Cut("ana"))
    assert game.do(None, Expire())[0] == "None expire"
    assert game.state.status is Status.EXPIRED
    assert_is_closed(game)


def assert_is_closed(game: Script) -> None:
    assert seats_to_move(game.state) == ()
    with pytest.raises(MatchOver):
        game.do(0, Cut("ana"))
    with pytest.raises(MatchOver):
        game.do(1, Join())


@pytest.mark.parametrize("act", [Cancel(), Expire()], ids=lambda act: act.kind)
def test_a_match_under_way_is_neither_cancelled_nor_expired(act):
    with pytest.raises(IllegalMove):
        Script().do(0, act)


@pytest.mark.parametrize("act", [Resign(), Abort(), Time(), Abandon(), CallOff(), Agree()], ids=lambda act: act.kind)
def test_an_open_match_has_nobody_to_lose_it(act):
    with pytest.raises(IllegalMove):
        open_match().do(0, act)


# Once only, and by somebody


ENDINGS: list[Ending] = [
    *(Resign(), Abort(), Time(), Abandon(), CallOff(), Agree()),
    *(Annul("why"), Cancel(), Expire()),
]


@pytest.mark.parametrize("act", ENDINGS, ids=lambda act: act.kind)
def test_a_match_ends_once(act):
    game = in_the_play()
    game.do(PONE, Resign())
    before = game.state
    for seat in (PONE, DEALER, None):
        with pytest.raises(MatchOver):
            game.do(seat, act)
    assert game.state == before


ACTS_OF_PLAYERS: list[Act] = [Join(), Resign(), Abort(), Abandon(), CallOff(), Agree(), Cancel()]


@pytest.mark.parametrize("act", ACTS_OF_PLAYERS, ids=lambda act: act.kind)
def test_what_a_player_does_is_refused_without_a_player(act: Act):
    for game in (open_match(), Script(), in_the_play()):
        before = game.state
        with pytest.raises(MoveError):
            game.do(None, act)
        assert game.state == before
