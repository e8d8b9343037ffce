"""A move, two sweeps and a vacation in the very second of the deadline: whoever is first decides, once."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.engine.state import Phase
from games.models import DAY, Match
from games.services import vacations
from games.services.referee import sweep

from .players import NOW, fresh, plain_move, play_to, send, started
from .test_locks import ana, assert_whole, ben, together

__all__ = ["ana", "ben", "together"]

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE, AFTER = (NOW + timedelta(days=1, milliseconds=late) for late in (-1, 1))
Together = Callable[..., list[str]]


def begin(ana: User, ben: User) -> tuple[Match, User, Callable[[], None]]:
    """A slow game, the player whose time ends in a moment, and that player's move in the last moment."""
    match = started(ana, ben, allowance=DAY)
    state = play_to(match, Phase.PLAY)
    seat = state.to_play
    assert seat is not None
    user = (ana, ben)[seat]
    return match, user, lambda: send(match, user, plain_move(state, seat), BEFORE, token="1.play.0")


def ends_by_time(match: Match) -> int:
    return match.records.filter(kind="time").count()


@pytest.mark.parametrize("order", range(3))
def test_a_move_and_two_sweeps(ana: User, ben: User, together: Together, order: int) -> None:
    match, _user, move = begin(ana, ben)
    actions = [lambda: sweep(AFTER), lambda: sweep(AFTER)]
    actions.insert(order, move)
    outcome = together(*actions)[order]
    assert outcome in ("", "match_over")
    over = fresh(match)
    if outcome:
        assert (over.status, over.reason, ends_by_time(match)) == (Match.State.FINISHED, "time", 1)
    else:
        assert (over.status, ends_by_time(match)) == (Match.State.ACTIVE, 0)
    assert over.trouble == ""
    assert match.records.filter(kind="play").count() == (0 if outcome else 1)
    assert_whole(match)


def test_a_move_before_the_sweep_stands_and_one_after_it_is_refused(ana: User, ben: User) -> None:
    match, _user, move = begin(ana, ben)
    move()
    assert sweep(AFTER).ended_by_time == 0
    other, _user, move = begin(ana, ben)
    assert sweep(AFTER).ended_by_time == 1
    with pytest.raises(Exception, match="match_over"):
        move()
    assert (ends_by_time(match), ends_by_time(other)) == (0, 1)


def test_a_vacation_that_begins_in_the_last_moment_stops_the_clock(ana: User, ben: User) -> None:
    match, user, _move = begin(ana, ben)
    vacations.leave(user, BEFORE)
    assert sweep(AFTER).ended_by_time == 0
    vacations.come_back(user, AFTER + timedelta(days=5))
    left = match.seats.get(user=user).deadline
    assert left == AFTER + timedelta(days=5, milliseconds=1)
    assert sweep(left).ended_by_time == 1


def test_a_vacation_that_begins_too_late_saves_nothing(ana: User, ben: User) -> None:
    match, user, _move = begin(ana, ben)
    vacations.leave(user, AFTER)
    assert fresh(match).reason == "time"
    vacations.come_back(user, AFTER + timedelta(days=1))
    assert not match.seats.exclude(deadline=None).exists()
    assert ends_by_time(match) == 1


def test_a_vacation_and_two_sweeps(ana: User, ben: User, together: Together) -> None:
    match, user, _move = begin(ana, ben)
    together(lambda: sweep(AFTER), lambda: vacations.leave(user, BEFORE), lambda: sweep(AFTER))
    seat = match.seats.get(user=user)
    if fresh(match).status == Match.State.ACTIVE:
        assert (seat.deadline, seat.frozen_at, ends_by_time(match)) == (None, BEFORE, 0)
    else:
        assert (fresh(match).reason, ends_by_time(match)) == ("time", 1)
    assert_whole(match)
