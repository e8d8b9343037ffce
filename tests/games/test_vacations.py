"""A vacation stops the own clocks of slow games, for so many days a year, and everybody at the table sees it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.moves import Discard
from games.engine.state import Phase
from games.models import DAY, Match, Vacation
from games.services import vacations
from games.services.errors import Refused
from games.services.referee import sweep

from .conftest import StoppedClock
from .players import NOW, browser_of, play_to, play_until, position, send, started

WHOLE = timedelta(days=3)


@pytest.fixture
def slow(ana: User, ben: User) -> Match:
    """Two days a move and one in the bank; both have to discard since NOW."""
    match = started(ana, ben, allowance=2 * DAY, bank=DAY)
    play_to(match, Phase.DISCARD)
    return match


def deadline(match: Match, user: User) -> datetime | None:
    return match.seats.get(user=user).deadline


def days(number: float) -> timedelta:
    return timedelta(days=number)


def test_a_vacation_stops_the_own_clock_and_no_other(slow: Match, ana: User, ben: User) -> None:
    vacations.leave(ana, NOW + days(1))
    assert deadline(slow, ana) is None
    assert deadline(slow, ben) == NOW + WHOLE
    assert sweep(NOW + days(2.9)).ended == 0
    vacations.come_back(ana, NOW + days(2.5))
    assert deadline(slow, ana) == NOW + WHOLE + days(1.5)


def test_a_decision_that_comes_during_the_vacation_has_its_whole_time_after_it(
    slow: Match, ana: User, ben: User
) -> None:
    vacations.leave(ana, NOW)
    for user, number in ((ana, 0), (ben, 1)):
        send(slow, user, Discard(position(slow).hands[number][:2]), NOW + days(1))
    play_until(slow, lambda state: state.to_play == 0, NOW + days(1))
    assert deadline(slow, ana) is None
    vacations.come_back(ana, NOW + days(4))
    assert deadline(slow, ana) == NOW + days(4) + WHOLE


def test_who_is_away_may_still_move_and_loses_none_of_the_bank(slow: Match, ana: User) -> None:
    vacations.leave(ana, NOW)
    send(slow, ana, Discard(position(slow).hands[0][:2]), NOW + days(2.9))
    assert slow.seats.get(user=ana).bank == DAY


def test_live_games_and_tables_without_vacation_go_on(ana: User, ben: User) -> None:
    live = started(ana, ben, allowance=60, bank=600)
    strict = started(ana, ben, allowance=DAY, bank=0, allows_vacation=False)
    before = [deadline(live, ana), deadline(strict, ana)]
    assert None not in before
    vacations.leave(ana, NOW + timedelta(seconds=5))
    assert [deadline(live, ana), deadline(strict, ana)] == before


def test_a_vacation_begins_once_a_day_at_most(ana: User) -> None:
    vacations.leave(ana, NOW)
    vacations.come_back(ana, NOW + timedelta(hours=1))
    with pytest.raises(Refused, match="vacation_once_a_day"):
        vacations.leave(ana, NOW + timedelta(hours=23, minutes=59))
    vacations.leave(ana, NOW + timedelta(hours=24, seconds=1))
    assert Vacation.objects.count() == 2


def test_leaving_twice_is_one_vacation(ana: User) -> None:
    for _ in range(2):
        vacations.leave(ana, NOW)
    assert Vacation.objects.count() == 1


def test_what_is_used_up_ends_by_the_referee_and_cannot_begin_again(ana: User) -> None:
    vacations.leave(ana, NOW)
    assert sweep(NOW + days(29)).vacations_ended == 0
    assert sweep(NOW + days(30)).vacations_ended == 1
    assert not ana.vacations.filter(ended_at=None).exists()
    with pytest.raises(Refused, match="vacation_used_up"):
        vacations.leave(ana, NOW + days(40))


def test_a_new_year_brings_new_vacation_and_one_over_new_year_counts_in_both(ana: User) -> None:
    vacations.leave(ana, datetime(2026, 12, 22, tzinfo=UTC))
    vacations.come_back(ana, datetime(2027, 1, 6, tzinfo=UTC))
    assert vacations.time_left(ana, datetime(2026, 12, 31, 23, tzinfo=UTC)) <= days(30) - days(10)
    assert vacations.time_left(ana, datetime(2027, 2, 1, tzinfo=UTC)) == days(25)


def test_the_opponent_reads_at_the_table_why_the_clock_stands(
    slow: Match, ana: User, bens: Client, clock: StoppedClock
) -> None:
    assert "on vacation" not in bens.get(slow.get_absolute_url()).content.decode()
    vacations.leave(ana, NOW)
    assert "on vacation" in bens.get(slow.get_absolute_url()).content.decode()


def test_the_page_turns_it_on_and_off(ana: User) -> None:
    client = browser_of(ana)
    assert "30 days" in client.get(reverse("vacation")).content.decode()
    page = client.post(reverse("vacation"), {"action": "leave"}, follow=True).content.decode()
    assert "I am back" in page
    assert ana.vacations.filter(ended_at=None).count() == 1
    page = client.post(reverse("vacation"), {"action": "come_back"}, follow=True).content.decode()
    assert "Go on vacation" in page
    page = client.post(reverse("vacation"), {"action": "leave"}, follow=True).content.decode()
    assert "once a day" in page
    assert Client().get(reverse("vacation")).status_code == 302
