"""A slow game changes hands so seldom that it lasts weeks and not months."""

import pytest

from games.engine.state import Phase, Settings, State, Status
from tests.load.hand_overs import BOLD, CAREFUL, GAMES, hand_overs, mean_hand_overs, mean_planned_hand_overs


def waiting_for(*seats: int) -> State:
    """A position in which just these seats have to move."""
    if len(seats) == 2:
        return State(status=Status.ACTIVE, phase=Phase.CUT)
    seeds = ("x", None) if seats == (1,) else (None, "x")
    return State(settings=Settings(), status=Status.ACTIVE, phase=Phase.CUT, seeds=seeds)


def test_a_hand_over_is_a_change_of_the_awaited_player() -> None:
    assert hand_overs([waiting_for(0), waiting_for(0), waiting_for(1), waiting_for(1), waiting_for(0)]) == 2


@pytest.mark.parametrize("first_to_move", [0, 1])
def test_where_both_may_move_the_one_who_is_there_does_and_hands_over_once(first_to_move: int) -> None:
    positions = [waiting_for(0), waiting_for(0, 1), waiting_for(1 - first_to_move), waiting_for(1)]
    assert hand_overs(positions) == 1


@pytest.mark.long
def test_with_automatic_moves_a_game_changes_hands_62_times_at_most_in_the_mean() -> None:
    with_them = mean_hand_overs(GAMES, automatic_moves=True)
    assert with_them <= 62
    assert with_them < mean_hand_overs(GAMES // 10, automatic_moves=False) - 10


@pytest.mark.long
def test_plans_shorten_a_game_the_more_the_less_they_ask() -> None:
    games = GAMES // 10
    bold, careful = mean_planned_hand_overs(games, BOLD), mean_planned_hand_overs(games, CAREFUL)
    assert bold < careful < mean_hand_overs(games, automatic_moves=True)
