"""What is shown of a match that is over, ply by ply: both hands, or what one seat saw."""

from dataclasses import replace

import pytest

from games.engine.state import Settings, State
from games.engine.views import replay_view, view_for

from .random_games import random_game


@pytest.fixture(scope="module")
def states() -> list[State]:
    return [state for _record, state, _events in random_game(Settings(target=61), seed=5)]


def test_nothing_of_a_match_that_goes_on_is_opened(states: list[State]) -> None:
    for last in states[:-1]:
        with pytest.raises(ValueError, match="when the match is over"):
            replay_view(states[10], last, (0, 1))


def test_both_hands_and_the_crib_lie_open(states: list[State]) -> None:
    for state in states:
        view = replay_view(state, states[-1], (0, 1))
        in_hand = [len(seat.hand or ()) for seat in view.seats]
        assert in_hand == [seat.hand_size for seat in view.seats]
        assert view.crib == state.crib
        for seat in (0, 1):
            assert view.seats[seat] == view_for(state, seat).seats[seat]


@pytest.mark.parametrize("seat", [0, 1])
def test_one_seat_s_replay_knows_what_the_seat_knew(states: list[State], seat: int) -> None:
    for state in states:
        view, seen = replay_view(state, states[-1], (seat,)), view_for(state, seat)
        assert (view.seats, view.crib) == (seen.seats, seen.crib)


def test_nobody_sits_in_a_replay(states: list[State]) -> None:
    for state in states:
        view = replay_view(state, states[-1], (0, 1))
        assert (view.you, view.decision, view.legal) == (None, None, ())
        assert replace(view, seats=(), crib=None) == replace(view_for(state, None), seats=(), crib=None)  # type: ignore[arg-type]
