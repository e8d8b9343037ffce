"""Skunk and double skunk, at their borders and for every way a game can be won."""

import pytest

from games.engine.moves import Abandon, Agree, Annul, CallOff, Record, Resign, Time
from tests.engine.scripts import DEALER, PONE, Script

HANDS = {"pone": "2C 3D 4H TS", "dealer": "6C 8D 9H QD"}


def played_out(target: int, loser: int) -> int:
    game = Script(scores=(loser, target - 2), target=target).deal(**HANDS, starter="JC")
    assert game.state.result is not None
    assert game.state.result.winner == DEALER
    assert game.state.result.scores == (loser, target)
    return game.state.result.skunk


@pytest.mark.parametrize(("loser", "skunk"), [(0, 2), (60, 2), (61, 1), (90, 1), (91, 0), (120, 0)])
def test_in_a_game_to_121_the_lines_are_91_and_61(loser, skunk):
    assert played_out(121, loser) == skunk


@pytest.mark.parametrize(("loser", "skunk"), [(0, 1), (30, 1), (31, 0), (60, 0)])
def test_in_a_game_to_61_the_line_is_31_and_there_is_no_double_skunk(loser, skunk):
    assert played_out(61, loser) == skunk


@pytest.mark.parametrize("act", [Resign(), Time(), Abandon()], ids=lambda act: act.kind)
@pytest.mark.parametrize(
    ("target", "winner", "loser", "skunk"),
    [
        (121, 90, 0, 0),
        (121, 90, 89, 0),
        (121, 91, 60, 2),
        (121, 91, 61, 1),
        (121, 91, 90, 1),
        (121, 91, 91, 0),
        (121, 91, 120, 0),
        (61, 30, 0, 0),
        (61, 31, 0, 1),
        (61, 31, 30, 1),
        (61, 31, 31, 0),
        (61, 60, 30, 1),
    ],
)
def test_without_the_target_a_skunk_needs_a_winner_beyond_the_line(act, target, winner, loser, skunk):
    game = Script(scores=(loser, winner), target=target).deal(**HANDS, starter="2H")
    game.do(PONE, act)
    assert game.state.result is not None
    assert game.state.result.winner == DEALER
    assert game.state.result.scores == (loser, winner)
    assert game.state.result.skunk == skunk


@pytest.mark.parametrize(
    "records",
    [
        [Record(PONE, Agree()), Record(DEALER, Agree())],
        [Record(None, Annul("why"))],
        [Record(None, Time())],
        [Record(DEALER, CallOff())],
    ],
    ids=["agreement", "annulment", "equal deadlines", "called off against a player gone"],
)
def test_a_match_that_counts_for_nothing_has_no_skunk(records):
    game = Script(scores=(91, 0)).deal(**HANDS, starter="2H")
    for record in records:
        game.do(record.seat, record.act)
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.skunk) == (None, 0)
